/* reactions.c: Newton's method on the friction forces of ideal joints, over one linear problem per
 * state. */
#include "reactions.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "constraint.h"
#include "elimination.h"
#include "friction.h"
#include "largest.h"
#include "mesh.h"
#include "reactions_many.h"
#include "reactions_state.h"

/* Joints whose sides are all tried for further solutions; with more, one joint at a time. */
enum { MAX_TRIED_TOGETHER = 4 };
enum { MAX_ITERATIONS = 50, MAX_HALVINGS = 30 };

/* ---------------------------------------------------------------- life */

void ptl_reactions_destroy(ptl_reactions *r) {
  if (r == NULL) return;
  ptl_kkt_destroy(r->kkt);
  ptl_anderson_destroy(r->anderson);
  ptl_free(r->data->context, r->arrays);
  ptl_free(r->data->context, r);
}

ptl_status ptl_reactions_create(ptl_data *data, ptl_accelerations *accelerations,
                                ptl_reactions **out) {
  const ptl_system *s = data->system;
  *out = NULL;
  ptl_reactions *r = ptl_alloc(data->context, 1, sizeof *r);
  if (r == NULL) return PTL_ERR_MEMORY;
  *r = (ptl_reactions){.data = data,
                       .accelerations = accelerations,
                       .n = s->n_coordinates,
                       .m = s->n_rows,
                       .n_forces = ptl_reaction_forces_count(s)};
  int n = r->n, m = r->m, k = r->n_forces, is_many = k > PTL_FEW_REACTION_FORCES;
  size_t few = is_many ? 0 : (size_t)k;
  r->has_lanes = accelerations != NULL && k <= PTL_LANES && s->n_massless == 0;
  const int lanes = r->has_lanes ? PTL_LANES : 0;
  const ptl_block blocks[] = {PTL_BLOCK(r->forces, k),
                              PTL_BLOCK(r->order, m),
                              PTL_BLOCK(r->gamma, m),
                              PTL_BLOCK(r->base, n),
                              PTL_BLOCK(r->a, n),
                              PTL_BLOCK(r->spare, n),
                              PTL_BLOCK(r->free_lambda, m),
                              PTL_BLOCK(r->lambda, m),
                              PTL_BLOCK(r->guess, m),
                              PTL_BLOCK(r->response, (size_t)m * few),
                              PTL_BLOCK(r->lanes_force, lanes * n),
                              PTL_BLOCK(r->lanes_a, lanes * n),
                              PTL_BLOCK(r->lanes_lambda, lanes * m),
                              PTL_BLOCK(r->rows, k),
                              PTL_BLOCK(r->force, k),
                              PTL_BLOCK(r->missing, k),
                              PTL_BLOCK(r->trial, k),
                              PTL_BLOCK(r->step, k),
                              PTL_BLOCK(r->shift, k),
                              PTL_BLOCK(r->matrix, few * few),
                              PTL_BLOCK(r->solutions, PTL_MAX_SOLUTIONS * (size_t)k),
                              PTL_BLOCK(r->violation, n > m ? n : m)};
  r->arrays = ptl_arena_create(data->context, blocks, sizeof blocks / sizeof *blocks);
  ptl_status status = r->arrays != NULL ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK && is_many) status = ptl_anderson_create(data->context, k, &r->anderson);
  if (status != PTL_OK) {
    ptl_reactions_destroy(r);
    return status;
  }
  ptl_reaction_forces_list(s, r->forces);
  *out = r;
  return PTL_OK;
}

/* ---------------------------------------------------------------- responses */

/* The response to force k along its row d_k. */
static ptl_status find_response(ptl_reactions *r, int k) {
  double *response = r->response + (size_t)k * (size_t)r->m, size = 0.0;
  ptl_reactions_restore_force(r);
  size = fmax(ptl_largest(r->free_lambda, r->m), ptl_largest(r->base, r->n));
  if (!(size > 0.0)) size = 1.0;
  ptl_pair_subtract(r->forces[k].pair, r->forces[k].row, size, r->data->force);
  ptl_status status = ptl_reactions_solve(r, r->a, response);
  for (int i = 0; i < r->m; i++) response[i] = (response[i] - r->free_lambda[i]) / size;
  return status;
}

/* All of them at once. */
static void find_responses_in_lanes(ptl_reactions *r) {
  double *lanes = r->lanes_lambda;
  ptl_reaction_forces_respond(r->accelerations, r->forces, r->n_forces, r->n, r->lanes_force,
                              r->lanes_a, lanes);
  for (int k = 0; k < r->n_forces; k++)
    for (int i = 0; i < r->m; i++) r->response[k * r->m + i] = lanes[PTL_LANES * i + k];
}

/* The responses along rows that are others than those which they have. */
static ptl_status find_responses(ptl_reactions *r) {
  ptl_status status = PTL_OK;
  int is_found = 0;
  for (int k = 0; k < r->n_forces && status == PTL_OK; k++) {
    if (memcmp(r->rows[k], r->forces[k].row, sizeof *r->rows) == 0) continue;
    memcpy(r->rows[k], r->forces[k].row, sizeof *r->rows);
    if (r->uses_kkt || !r->has_lanes)
      status = find_response(r, k);
    else if (!is_found++)
      find_responses_in_lanes(r);
  }
  return status;
}

/* ---------------------------------------------------------------- Newton */

/* lambda of the forces f. */
static void add_responses(ptl_reactions *r, const double *f, double *lambda) {
  memcpy(lambda, r->free_lambda, sizeof(double) * (size_t)r->m);
  for (int k = 0; k < r->n_forces; k++)
    for (int i = 0; i < r->m; i++) lambda[i] += f[k] * r->response[(size_t)k * (size_t)r->m + i];
}

/* F_k at lambda into force, dF_k/df_j into r->matrix, and r->shift. */
static ptl_status eval_reaction_forces(ptl_reactions *r, const double *lambda, double *force) {
  const int n = r->n_forces;
  ptl_status status = ptl_reaction_forces_eval(r->data, r->forces, n, lambda, force);
  if (status == PTL_OK) status = find_responses(r);
  for (int k = 0; k < n && status == PTL_OK; k++) {
    const ptl_reaction_force *f = &r->forces[k];
    r->shift[k] = 0.0;
    for (int i = 0; i < f->n_rows; i++)
      r->shift[k] += f->by_lambda[i] * (r->free_lambda[f->first + i] - lambda[f->first + i]);
    for (int j = 0; j < n; j++) {
      const double *response = r->response + (size_t)j * (size_t)r->m + f->first;
      double by_force = 0.0;
      for (int i = 0; i < f->n_rows; i++) by_force += f->by_lambda[i] * response[i];
      r->matrix[n * k + j] = by_force;
    }
  }
  return status;
}

/* Solves (1 - G) x = b, G in r->matrix, in place; returns the least pivot, 0 if singular. */
static double solve_newton(ptl_reactions *r, double *x) {
  int n = r->n_forces;
  for (int i = 0; i < n * n; i++) r->matrix[i] = (i % (n + 1) == 0 ? 1.0 : 0.0) - r->matrix[i];
  return ptl_eliminate(r->matrix, n, x);
}

/* h and G at f; returns the largest h. */
static ptl_status eval_missing(ptl_reactions *r, const double *f, double *size) {
  add_responses(r, f, r->lambda);
  ptl_status status = eval_reaction_forces(r, r->lambda, r->missing);
  if (status != PTL_OK) return status;
  for (int k = 0; k < r->n_forces; k++) r->missing[k] -= f[k];
  *size = ptl_largest(r->missing, r->n_forces);
  return PTL_OK;
}

/* Newton's method from the reactions in `from`, where the laws are taken as linear for the first
 * step. *found: r->force is a solution; *least: least pivot of 1 - G there. */
static ptl_status iterate(ptl_reactions *r, const double *from, int *found, double *least) {
  int n = r->n_forces;
  double size, previous;
  *found = 0;
  ptl_status status = eval_reaction_forces(r, from, r->force);
  if (status != PTL_OK) return status;
  for (int k = 0; k < n; k++) r->force[k] += r->shift[k];
  *least = solve_newton(r, r->force);
  if (!(*least > 0.0)) return PTL_OK;
  status = eval_missing(r, r->force, &previous);
  if (status != PTL_OK) return status;
  for (int iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    double scale = ptl_largest(r->force, n), share = 1.0;
    memcpy(r->step, r->missing, sizeof(double) * (size_t)n);
    *least = solve_newton(r, r->step);
    if (previous <= 1e-11 * scale || previous <= 1e-14 * ptl_largest(r->base, r->n) ||
        previous == 0.0) {
      *found = 1;
      return PTL_OK;
    }
    if (!(*least > 0.0)) return PTL_OK;
    for (int halving = 0; halving < MAX_HALVINGS; halving++, share *= 0.5) {
      for (int k = 0; k < n; k++) r->trial[k] = r->force[k] + share * r->step[k];
      status = eval_missing(r, r->trial, &size);
      if (status != PTL_OK) return status;
      if (size < (1.0 - 1e-3 * share) * previous) break;
    }
    if (!(size < previous)) { /* rounding, or a kink without a solution */
      *found = previous <= 1e-8 * scale;
      return PTL_OK;
    }
    memcpy(r->force, r->trial, sizeof(double) * (size_t)n);
    previous = size;
  }
  return PTL_OK;
}

/* ---------------------------------------------------------------- all solutions */

/* From the reactions of `from`, with those of the joints in the set `flipped` of bits reversed. */
static ptl_status try_sides(ptl_reactions *r, const double *from, unsigned long flipped,
                            double *least) {
  int found;
  memcpy(r->guess, from, sizeof(double) * (size_t)r->m);
  for (int k = 0; k < r->n_forces; k++)
    for (int i = 0; i < r->forces[k].n_rows && (flipped >> k & 1u); i++)
      r->guess[r->forces[k].first + i] *= -1.0;
  ptl_status status = iterate(r, r->guess, &found, least);
  if (status == PTL_OK && found) ptl_reactions_note(r);
  return status;
}

/* Whether all are proportional to their reactions: there is one solution, or none. */
static int are_linear(const ptl_reactions *r) {
  int k = 0;
  while (k < r->n_forces && ptl_reaction_force_is_linear(&r->forces[k])) k++;
  return k == r->n_forces;
}

/* Whether friction changes reactions by less than the reactions that cause it, whatever their
 * signs: then there is one solution. *worst: the friction that comes nearest to the contrary. */
static int is_contraction(const ptl_reactions *r, int *worst) {
  int n = r->n_forces;
  double largest = 0.0;
  *worst = 0;
  for (int k = 0; k < n; k++) {
    const ptl_reaction_force *f = &r->forces[k];
    double sum = 0.0;
    for (int j = 0; j < n; j++) {
      const double *response = r->response + (size_t)j * (size_t)r->m + f->first;
      double square = 0.0;
      for (int i = 0; i < f->n_rows; i++) square += response[i] * response[i];
      sum += f->gain * sqrt(square);
    }
    if (sum > largest) {
      largest = sum;
      *worst = k;
    }
  }
  return largest < 0.9;
}

/* Solutions into r->solutions, the wanted one first. */
static ptl_status find_solutions(ptl_reactions *r, const double *guess,
                                 ptl_reaction_report *report) {
  int worst, n = r->n_forces;
  double least = 0.0, unused;
  r->n_solutions = 0;
  ptl_status status = PTL_OK;
  if (guess != NULL) status = try_sides(r, guess, 0, &least);
  if (status == PTL_OK && r->n_solutions == 0) status = try_sides(r, r->free_lambda, 0, &least);
  if (status != PTL_OK) return status;
  report->amplification = least > 0.0 ? 1.0 / least : INFINITY;
  int is_unique = is_contraction(r, &worst);
  report->strongest = r->forces[worst].name;
  if ((is_unique || are_linear(r)) && r->n_solutions == 1) return PTL_OK;
  unsigned long together = n <= MAX_TRIED_TOGETHER;
  unsigned long count = together ? 1ul << n : (unsigned long)(n < 32 ? n : 32);
  for (unsigned long i = 0; i < count && status == PTL_OK; i++)
    status = try_sides(r, r->free_lambda, together ? i : 1ul << i, &unused);
  report->to_blame = r->n_solutions != 1 ? r->forces[worst].name : NULL;
  return status;
}

/* The forces of the friction in r->force are added, and what follows from them. */
static ptl_status apply_friction(ptl_reactions *r, double *a, double *lambda) {
  ptl_reactions_restore_force(r);
  for (int k = 0; k < r->n_forces; k++)
    ptl_pair_subtract(r->forces[k].pair, r->forces[k].row, r->force[k], r->data->force);
  ptl_status status = ptl_reactions_solve(r, a, lambda);
  ptl_reactions_restore_force(r);
  return status;
}

ptl_status ptl_reactions_find(ptl_reactions *r, double t, const double *q, const double *v,
                              const ptl_contact_mode *mode, int is_guess, double *a, double *lambda,
                              ptl_reaction_report *report) {
  *report = (ptl_reaction_report){.n_solutions = 1, .amplification = 1.0};
  ptl_status status = ptl_reactions_set_state(r, t, q, v, mode, report);
  if (status != PTL_OK) return status;
  if (r->n_forces == 0) return ptl_reactions_solve(r, a, lambda);
  status = ptl_reactions_solve(r, r->a, r->free_lambda);
  if (status != PTL_OK) return status;
  const double *guess = is_guess ? lambda : NULL;
  memset(r->rows, 0xff,
         sizeof *r->rows * (size_t)r->n_forces); /* not a row: responses to be found */
  status = r->anderson != NULL ? ptl_reactions_find_many(r, guess, report)
                               : find_solutions(r, guess, report);
  report->n_solutions = r->n_solutions;
  if (status != PTL_OK) return status;
  if (r->n_solutions == 0) {
    ptl_reactions_restore_force(r);
    return PTL_OK;
  }
  memcpy(r->force, r->solutions, sizeof(double) * (size_t)r->n_forces);
  if (r->anderson == NULL) {
    add_responses(r, r->force, r->lambda);
    /* rows and laws of this solution */
    status = eval_reaction_forces(r, r->lambda, r->trial);
  }
  return status == PTL_OK ? apply_friction(r, a, lambda) : status;
}

/* ---------------------------------------------------------------- checks */

/* Share of the mechanism's speed below which velocities are none, in what accelerations are
 * compared with. */
static const double least_share = 1e-3;

/* What rounding may leave of forces that balance, relative to the accelerations that each alone
 * would make, over the error that is allowed. */
static const double rounding_of_balance = 1e-9;

/* M a + Phi_q^T lambda - Q into left and Phi_q a - gamma into rates, with the largest term of each
 * kind, angles and torques by the system's length. */
static void eval_errors(ptl_reactions *r, const double *q, const double *v, const double *a,
                        const double *lambda, double *left, double *rates, double largest[2]) {
  const ptl_system *s = r->data->system;
  double fastest = least_share * s->speed, balanced = 0.0;
  for (int i = 0; i < r->n; i++) fastest = fmax(fastest, fabs(v[i]) * ptl_system_lever(s, i));
  largest[1] = fastest * fastest / s->length;
  largest[0] = largest[1] * ptl_system_mass(s);
  ptl_eval_gamma(r->data, q, v, rates);
  for (int i = 0; i < r->m; i++) rates[i] = -rates[i];
  ptl_reactions_restore_force(r);
  ptl_add_reaction_forces(r->data, q, v, lambda);
  for (int i = 0; i < r->n; i++) {
    double lever = ptl_system_lever(s, i);
    left[i] = s->mass[i] * a[i] - r->data->force[i];
    balanced = fmax(balanced, fabs(r->data->force[i]) * s->inverse_mass[i] * lever);
    largest[0] = fmax(largest[0], fmax(fabs(s->mass[i] * a[i]), fabs(r->data->force[i])) / lever);
  }
  ptl_reactions_restore_force(r);
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    ptl_constraint_eval element;
    ptl_eval_constraint(r->data, i, q, v, &element);
    for (int j = 0; j < 6 * k->n_rows; j++) {
      int coordinate = ptl_pair_coordinate(&k->pair, j % 6), row = k->row + j / 6;
      if (coordinate < 0) continue;
      double entry = element.rows[j / 6][j % 6], lever = ptl_system_lever(s, coordinate);
      left[coordinate] += entry * lambda[row];
      rates[row] += entry * a[coordinate];
      largest[0] = fmax(largest[0], fabs(entry * lambda[row]) / lever);
      balanced = fmax(balanced, fabs(entry * lambda[row]) * s->inverse_mass[coordinate] * lever);
      largest[1] = fmax(largest[1], fabs(entry * a[coordinate]));
    }
  }
  largest[1] = fmax(largest[1], rounding_of_balance * balanced);
}

double ptl_reactions_error(ptl_reactions *r, const double *q, const double *v, const double *a,
                           const double *lambda, int *row) {
  const ptl_system *s = r->data->system;
  double worst = 0.0, *left = r->a, *rates = r->guess, largest[2];
  *row = 0;
  eval_errors(r, q, v, a, lambda, left, rates, largest);
  for (int i = 0; i < r->n + r->m; i++) {
    int is_motion = i < r->n;
    double error = is_motion ? fabs(left[i]) / ptl_system_lever(s, i) : fabs(rates[i - r->n]);
    if (error > 0.0) error /= largest[!is_motion];
    if (error <= worst) continue;
    worst = error;
    *row = is_motion ? -1 - i : i - r->n;
  }
  return worst;
}

/* ---------------------------------------------------------------- projection */

/* Takes the error of the positions, or of the velocities, out of x; returns the length of the step,
 * NAN where there is none. */
static double take_out(ptl_reactions *r, const double *error, double *x) {
  const ptl_system *s = r->data->system;
  double length = 0.0;
  for (int i = 0; i < r->m; i++) r->violation[i] = -error[i];
  if (ptl_kkt_solve(r->kkt, NULL, r->violation, r->a, NULL) != PTL_OK) return NAN;
  for (int i = 0; i < r->n; i++) {
    length = fmax(length, fabs(r->a[i]) * ptl_system_lever(s, i));
    x[i] += r->a[i];
  }
  return length;
}

/* Near a singular position rounding would move the mechanism far in the weakest direction: that is
 * left alone. */
static ptl_status set_for_projection(ptl_reactions *r, double t, const double *q, const double *v) {
  static const double least_independence = 1e-5;
  int row;
  ptl_status status = ptl_reactions_set_kkt(r, t, q, v);
  if (status == PTL_OK && ptl_reactions_measure_independence(r, &row) < least_independence)
    ptl_kkt_set_rank_tolerance(r->kkt, PTL_LOST_TOLERANCE);
  return status;
}

double ptl_reactions_independence(ptl_reactions *r, double t, const double *q, const double *v,
                                  int *row) {
  *row = -1;
  return r->m > 0 && ptl_reactions_set_kkt(r, t, q, v) == PTL_OK
             ? ptl_reactions_measure_independence(r, row)
             : NAN;
}

double ptl_reactions_weakness(ptl_reactions *r, double t, const double *q, const double *v,
                              double *pattern) {
  return r->m > 0 && ptl_reactions_set_kkt(r, t, q, v) == PTL_OK
             ? ptl_reactions_measure_weakness(r, pattern)
             : NAN;
}

int ptl_reactions_project(ptl_reactions *r, double t, double limit, double *q, double *v) {
  enum { MAX_STEPS = 6 };
  ptl_data *data = r->data;
  size_t size = sizeof(double) * (size_t)r->n;
  double *kept = r->base, moved = 0.0, length = INFINITY;
  memcpy(kept, q, size);
  for (int i = 0; i < MAX_STEPS && length > 1e-14 * data->system->length; i++) {
    if (set_for_projection(r, t, q, v) != PTL_OK) return 0;
    ptl_eval_constraints(data, q, v);
    length = take_out(r, data->phi, q);
    moved += length;
    if (!(moved <= limit * ptl_kkt_stretch(r->kkt))) {
      memcpy(q, kept, size);
      return 0;
    }
  }
  if (set_for_projection(r, t, q, v) != PTL_OK) return 0;
  ptl_eval_constraints(data, q, v);
  return isfinite(take_out(r, data->phi_rate, v));
}
