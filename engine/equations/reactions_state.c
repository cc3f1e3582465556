/* reactions_state.c: see reactions_state.h. */
#include "reactions_state.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "constraint.h"
#include "forces.h"
#include "largest.h"
#include "state.h"

/* Solutions that differ by less than this, relative to the largest friction, are one. */
static const double same_solution = 1e-6;

/* Rank tolerance of the equations scaled by masses that leaves only rounding out, by singular
 * values. */
static const double least_tolerance = 2e-9;
/* Independence below which a position is near a singular one. */
static const double near = 1e-2;

ptl_status ptl_reactions_set_kkt(ptl_reactions *r, double t, const double *q, const double *v) {
  if (r->kkt == NULL) {
    ptl_status status = ptl_kkt_create(r->data, -1, &r->kkt);
    if (status != PTL_OK) return status;
  }
  ptl_kkt_set_rank_tolerance(r->kkt, 1e-9);
  return ptl_kkt_set(r->kkt, t, q, v);
}

/* How independent the equations of the state in r->kkt are, redundant ones apart, whatever the
 * masses: about a sine. */
double ptl_reactions_measure_independence(ptl_reactions *r, int *row) {
  int rank;
  *row = -1;
  if (ptl_kkt_rank(r->kkt, &rank, r->order) != PTL_OK) return NAN;
  int expected = r->m - r->data->n_redundant - r->data->n_released_rows;
  double independence = ptl_kkt_independence(r->kkt, row);
  if (r->data->n_redundant < 0 || rank >= expected) return independence;
  *row = r->order[rank];
  return 0.0;
}

/* Power iteration: y = (A A^T)^+ g of the scaled equations grows fastest in the weakest direction,
 * A A^T g in the strongest. At the state in r->kkt. */
double ptl_reactions_measure_weakness(ptl_reactions *r, double *pattern) {
  enum { ITERATIONS = 8 };
  double weak = 0.0, strong = 0.0, *g = r->guess, *y = r->lambda;
  ptl_kkt_set_rank_tolerance(r->kkt, least_tolerance);
  for (int i = 0; i < r->m; i++) g[i] = 1.0 + 0.37 * (i % 5);
  for (int k = 0; k < ITERATIONS; k++) {
    double size = ptl_largest(g, r->m);
    if (!(size > 0.0) || ptl_kkt_solve(r->kkt, NULL, g, r->a, y) != PTL_OK) return NAN;
    weak = size / ptl_largest(y, r->m);
    memcpy(g, y, sizeof(double) * (size_t)r->m);
    size = ptl_largest(g, r->m);
    for (int i = 0; i < r->m; i++) g[i] /= size;
  }
  memcpy(pattern, g, sizeof(double) * (size_t)r->m);
  for (int i = 0; i < r->m; i++) g[i] = 1.0 + 0.37 * (i % 5);
  for (int k = 0; k < ITERATIONS; k++) {
    double size = ptl_largest(g, r->m);
    for (int i = 0; i < r->m; i++) g[i] /= size;
    ptl_kkt_forces(r->kkt, g, r->a); /* M^-1 Phi_q^T g */
    ptl_kkt_rates(r->kkt, r->a, y);
    strong = ptl_largest(y, r->m);
    memcpy(g, y, sizeof(double) * (size_t)r->m);
  }
  return sqrt(weak / strong);
}

/* Rounding eps of a position near a singular one where the equations have the independence w comes
 * out as eps/w across the branch that the mechanism is on, as eps/w^2 in the direction of its
 * velocity, and so as eps/w^4 in the multiplier, relative to the forces that such masses need at
 * such speeds. */
static void judge_position(ptl_reactions *r, const double *v) {
  static const double margin = 100.0, least_independence = 1e-7, clearly_far = 0.1;
  const ptl_system *s = r->data->system;
  int row;
  r->is_near = 0;
  if (ptl_accelerations_n_lost(r->accelerations, r->data) == 0 &&
      ptl_accelerations_strength(r->accelerations) > clearly_far)
    return;
  double w = ptl_reactions_measure_independence(r, &row), fastest = 0.0;
  r->is_near = w < near;
  if (!r->is_near) return;
  ptl_kkt_set_rank_tolerance(r->kkt, w < least_independence ? PTL_LOST_TOLERANCE : least_tolerance);
  r->is_near = w >= least_independence;
  if (!r->is_near) return;
  r->weakest = 1.5 * ptl_reactions_measure_weakness(r, r->violation);
  for (int i = 0; i < r->n; i++) fastest = fmax(fastest, fabs(v[i]) * ptl_system_lever(s, i));
  double force =
      fmax(ptl_largest(r->base, r->n), ptl_system_mass(s) * fastest * fastest / s->length);
  r->noise = margin * DBL_EPSILON * force / (w * w * w * w);
}

/* The forces at a state have no value; data->outside_domain_gap: the gap to blame, or -1. */
static ptl_status fail_forces(const ptl_data *data) {
  if (data->outside_domain_gap < 0)
    return ptl_fail(data->context, PTL_ERR_UNFIT,
                    PTL_E(0304) "a force, contact or friction law gives no finite number");
  const ptl_sys_gap *g = &data->system->gaps[data->outside_domain_gap];
  return ptl_fail(data->context, PTL_ERR_UNFIT,
                  PTL_E(0304) "gap '%s' of joint '%s' has no force: its parts are %s", g->name,
                  g->joint,
                  data->inside_solid ? "where they cannot be, one inside the wall of the other"
                                     : "deeper in each other than its law is defined for");
}

/* Factors at the state, with data->force and gamma there. */
ptl_status ptl_reactions_set_state(ptl_reactions *r, double t, const double *q, const double *v,
                                   const ptl_contact_mode *mode, ptl_reaction_report *report) {
  ptl_data *data = r->data;
  const int outside_before = data->outside_domain_gap;
  int failed = 0;
  r->uses_kkt = 1;
  report->least_pivot = 0.0;
  data->outside_domain_gap = -1;
  if (r->accelerations != NULL) {
    failed = ptl_accelerations_prepare(r->accelerations, t, q, v, mode);
    report->least_pivot = ptl_accelerations_least_pivot(r->accelerations);
    r->uses_kkt = ptl_accelerations_n_implied(r->accelerations) > 0 ||
                  report->least_pivot < PTL_NEAR_SINGULAR;
  } else {
    ptl_data_set_state(data, t, q, v);
    failed = ptl_eval_forces(data, q, v, mode);
  }
  if (failed) return fail_forces(data);
  if (data->outside_domain_gap < 0) data->outside_domain_gap = outside_before;
  memcpy(r->base, data->force, sizeof(double) * (size_t)r->n);
  ptl_reaction_forces_place(data, r->forces, r->n_forces, q, v);
  if (!r->uses_kkt) return PTL_OK;
  ptl_status status = ptl_reactions_set_kkt(r, t, q, v);
  r->is_near = 0;
  if (status == PTL_OK && r->accelerations != NULL) judge_position(r, v);
  if (status == PTL_OK) ptl_eval_gamma(data, q, v, r->gamma);
  return status;
}

/* By least norm; near a singular position without what rounding may have made. */
static ptl_status solve_singular(ptl_reactions *r, double *a, double *lambda) {
  ptl_status status = ptl_kkt_solve(r->kkt, r->data->force, r->gamma, a, lambda);
  if (status != PTL_OK || !r->is_near) return status;
  double change = 0.0, *kept = r->violation;
  memcpy(kept, lambda, sizeof(double) * (size_t)r->m);
  memcpy(r->spare, a, sizeof(double) * (size_t)r->n);
  ptl_kkt_set_rank_tolerance(r->kkt, r->weakest);
  status = ptl_kkt_solve(r->kkt, r->data->force, r->gamma, a, lambda);
  ptl_kkt_set_rank_tolerance(r->kkt, least_tolerance);
  for (int i = 0; i < r->m; i++) change = fmax(change, fabs(kept[i] - lambda[i]));
  if (status != PTL_OK || !(change > r->noise)) return status;
  memcpy(lambda, kept, sizeof(double) * (size_t)r->m);
  memcpy(a, r->spare, sizeof(double) * (size_t)r->n);
  return PTL_OK;
}

ptl_status ptl_reactions_solve(ptl_reactions *r, double *a, double *lambda) {
  if (!r->uses_kkt) {
    ptl_accelerations_reactions(r->accelerations, a, lambda);
    return PTL_OK;
  }
  const ptl_status status = solve_singular(r, a, lambda);
  const ptl_system *s = r->data->system;
  for (int i = 0; i < s->n_massless; i++) r->data->massless_rates[i] = a[s->massless[i]];
  return status;
}

void ptl_reactions_restore_force(ptl_reactions *r) {
  memcpy(r->data->force, r->base, sizeof(double) * (size_t)r->n);
}

void ptl_reactions_note(ptl_reactions *r) {
  int n = r->n_forces;
  for (int i = 0; i < r->n_solutions; i++) {
    double difference = 0.0, size = ptl_largest(r->force, n);
    for (int k = 0; k < n; k++)
      difference = fmax(difference, fabs(r->solutions[n * i + k] - r->force[k]));
    if (difference <= same_solution * fmax(size, ptl_largest(r->solutions + n * i, n))) return;
  }
  if (r->n_solutions < PTL_MAX_SOLUTIONS)
    memcpy(r->solutions + n * r->n_solutions++, r->force, sizeof(double) * (size_t)n);
}
