/* reactions_many.c: see reactions_many.h.
 *
 * A step of the iteration (anderson.h) costs a solution of the linear problem; the derivatives of
 * the forces by each other, and the bound on the number of solutions that rests on them, are left
 * out. Instead the largest eigenvalue of the derivatives tells by how much friction multiplies its
 * own cause. */
#include "reactions_many.h"

#include <math.h>
#include <string.h>

#include "largest.h"

enum { MAX_ITERATIONS = 200, POWERS = 12, MAX_SIDES = 32 };

/* Relative to the largest force, and below what counts as rounding of the other forces. */
static const double accuracy = 1e-11, rounding = 1e-14;
/* Amplification by one pass from friction to reactions to friction above which there may be several
 * solutions. */
static const double may_be_several = 0.5;

/* F at lambda into `force`. */
static ptl_status eval_forces(ptl_reactions *r, const double *lambda, double *force) {
  return ptl_reaction_forces_eval(r->data, r->forces, r->n_forces, lambda, force);
}

/* lambda of the forces f added to the others. */
static ptl_status apply(ptl_reactions *r, const double *f, double *lambda) {
  ptl_reactions_restore_force(r);
  for (int k = 0; k < r->n_forces; k++)
    ptl_pair_subtract(r->forces[k].pair, r->forces[k].row, f[k], r->data->force);
  return ptl_reactions_solve(r, r->a, lambda);
}

/* From the reactions in `from`; what is found is noted. */
static ptl_status iterate(ptl_reactions *r, const double *from) {
  int n = r->n_forces;
  ptl_status status = eval_forces(r, from, r->force);
  double least = rounding * ptl_largest(r->base, r->n);
  ptl_anderson_forget(r->anderson);
  ptl_anderson_begin(r->anderson);
  for (int i = 0; i < MAX_ITERATIONS && status == PTL_OK; i++) {
    status = apply(r, r->force, r->lambda);
    if (status == PTL_OK) status = eval_forces(r, r->lambda, r->missing);
    if (status != PTL_OK) return status;
    double largest = ptl_largest(r->missing, n);
    for (int k = 0; k < n; k++) r->missing[k] -= r->force[k];
    double size = ptl_largest(r->missing, n);
    if (size <= fmax(accuracy * largest, least)) {
      ptl_reactions_note(r);
      return PTL_OK;
    }
    if (!isfinite(size)) return PTL_OK;
    ptl_anderson_step(r->anderson, r->missing, r->force);
  }
  return status;
}

/* By how much the derivatives of the forces at the solution multiply a change of them, by power
 * iteration; *worst: where most. */
static ptl_status find_amplification(ptl_reactions *r, double *largest, int *worst) {
  int n = r->n_forces;
  double *change = r->trial;
  *worst = 0;
  *largest = 0.0;
  for (int k = 0; k < n; k++) change[k] = 1.0 + 0.37 * (k % 5);
  for (int i = 0; i < POWERS; i++) {
    double size = ptl_largest(change, n);
    if (!(size > 0.0)) return PTL_OK;
    /* a change of the size of the others, for rounding's sake */
    double scale = fmax(ptl_largest(r->force, n), rounding * ptl_largest(r->base, r->n)) / size;
    for (int k = 0; k < n; k++) r->step[k] = r->force[k] + scale * change[k];
    ptl_status status = apply(r, r->step, r->guess);
    if (status != PTL_OK) return status;
    for (int k = 0; k < n; k++) {
      const ptl_reaction_force *f = &r->forces[k];
      double by_lambda = 0.0;
      for (int j = 0; j < f->n_rows; j++)
        by_lambda += f->by_lambda[j] * (r->guess[f->first + j] - r->lambda[f->first + j]);
      change[k] = by_lambda / scale;
      if (fabs(change[k]) > fabs(change[*worst])) *worst = k;
    }
    *largest = ptl_largest(change, n) / size;
  }
  return PTL_OK;
}

ptl_status ptl_reactions_find_many(ptl_reactions *r, const double *guess,
                                   ptl_reaction_report *report) {
  double amplification = INFINITY;
  int worst = 0;
  r->n_solutions = 0;
  ptl_status status = guess != NULL ? iterate(r, guess) : PTL_OK;
  if (status == PTL_OK && r->n_solutions == 0) status = iterate(r, r->free_lambda);
  if (status == PTL_OK && r->n_solutions > 0)
    status = find_amplification(r, &amplification, &worst);
  if (status != PTL_OK) return status;
  report->amplification = amplification < 1.0 ? 1.0 / (1.0 - amplification) : INFINITY;
  report->strongest = r->forces[worst].name;
  if (amplification < may_be_several) return PTL_OK;
  for (int k = 0; k < r->n_forces && k < MAX_SIDES && status == PTL_OK; k++) {
    memcpy(r->guess, r->free_lambda, sizeof(double) * (size_t)r->m);
    for (int i = 0; i < r->forces[k].n_rows; i++) r->guess[r->forces[k].first + i] *= -1.0;
    status = iterate(r, r->guess);
  }
  report->to_blame = r->n_solutions != 1 ? r->forces[worst].name : NULL;
  return status;
}
