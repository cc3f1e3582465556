/* reactions.c: Newton's method on the friction forces of ideal joints, over one linear problem per
 * state. */
#include "reactions.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "arena.h"
#include "constraint.h"
#include "elimination.h"
#include "forces.h"
#include "friction.h"
#include "largest.h"
#include "mesh.h"
#include "reaction_force.h"
#include "state.h"

/* Solutions that differ by less than this, relative to the largest friction, are one. */
static const double same_solution = 1e-6;
/* Joints whose sides are all tried for further solutions; with more, one joint at a time. */
enum { MAX_TRIED_TOGETHER = 4 };
enum { MAX_ITERATIONS = 50, MAX_HALVINGS = 30, MAX_SOLUTIONS = 8 };

/* Rank tolerances of the equations scaled by masses: one that leaves only rounding out, by singular
 * values, and one for positions in which a direction is lost. */
static const double least_tolerance = 2e-9, lost_tolerance = 1e-6;
/* Independence below which a position is near a singular one. */
static const double near = 1e-2;

struct ptl_reactions {
  ptl_data *data;
  ptl_accelerations *accelerations; /* NULL: not to be used */
  ptl_kkt *kkt;                     /* NULL until it is needed */
  int uses_kkt;                     /* at the state in hand */
  int is_near;                      /* 1: to a singular position */
  double weakest;                   /* rank tolerance there that leaves the weakest direction out */
  double noise; /* what rounding may make of a multiplier in the weakest direction there [N] */
  int *order;   /* m: rows, dependent ones last */
  int n, m, n_forces; /* coordinates, rows, forces that depend on reactions */
  ptl_reaction_force *forces;
  double *gamma;        /* m */
  double *base;         /* n: forces without friction of ideal joints */
  double *a, *spare;    /* n: scratch */
  double *free_lambda;  /* m: multipliers without friction */
  double *lambda;       /* m: of the iterate */
  double *guess;        /* m */
  double *response;     /* m per friction: multipliers by a unit of its force */
  double (*rows)[6];    /* per friction: d_k, for which the response was found */
  double *force;        /* per friction: the unknowns f */
  double *missing;      /* per friction: h */
  double *trial, *step; /* per friction */
  double *shift;     /* per friction: how F_k changes from lambda to free_lambda, to first order */
  double *matrix;    /* of h by f */
  double *solutions; /* MAX_SOLUTIONS times n_forces */
  int n_solutions;
  double *violation; /* max(n, m) */
  void *arrays;      /* memory of the above */
};

/* ---------------------------------------------------------------- life */

void ptl_reactions_destroy(ptl_reactions *r) {
  if (r == NULL) return;
  ptl_kkt_destroy(r->kkt);
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
  int n = r->n, m = r->m, k = r->n_forces;
  const ptl_block blocks[] = {PTL_BLOCK(r->forces, k),
                              PTL_BLOCK(r->order, m),
                              PTL_BLOCK(r->gamma, m),
                              PTL_BLOCK(r->base, n),
                              PTL_BLOCK(r->a, n),
                              PTL_BLOCK(r->spare, n),
                              PTL_BLOCK(r->free_lambda, m),
                              PTL_BLOCK(r->lambda, m),
                              PTL_BLOCK(r->guess, m),
                              PTL_BLOCK(r->response, (size_t)m * (size_t)k),
                              PTL_BLOCK(r->rows, k),
                              PTL_BLOCK(r->force, k),
                              PTL_BLOCK(r->missing, k),
                              PTL_BLOCK(r->trial, k),
                              PTL_BLOCK(r->step, k),
                              PTL_BLOCK(r->shift, k),
                              PTL_BLOCK(r->matrix, (size_t)k * (size_t)k),
                              PTL_BLOCK(r->solutions, MAX_SOLUTIONS * (size_t)k),
                              PTL_BLOCK(r->violation, n > m ? n : m)};
  r->arrays = ptl_arena_create(data->context, blocks, sizeof blocks / sizeof *blocks);
  if (r->arrays == NULL) {
    ptl_reactions_destroy(r);
    return PTL_ERR_MEMORY;
  }
  ptl_reaction_forces_list(s, r->forces);
  *out = r;
  return PTL_OK;
}

/* ---------------------------------------------------------------- the linear problem */

static ptl_status set_kkt(ptl_reactions *r, double t, const double *q, const double *v) {
  if (r->kkt == NULL) {
    ptl_status status = ptl_kkt_create(r->data, -1, &r->kkt);
    if (status != PTL_OK) return status;
  }
  ptl_kkt_set_rank_tolerance(r->kkt, 1e-9);
  return ptl_kkt_set(r->kkt, t, q, v);
}

/* How independent the equations of the state in r->kkt are, redundant ones apart, whatever the
 * masses: about a sine. */
static double find_independence(ptl_reactions *r, int *row) {
  int rank;
  *row = -1;
  if (ptl_kkt_rank(r->kkt, &rank, r->order) != PTL_OK) return NAN;
  int expected = r->m - r->data->system->assembly.n_redundant;
  double independence = ptl_kkt_independence(r->kkt, row);
  if (rank >= expected) return independence;
  *row = r->order[rank];
  return 0.0;
}

/* Power iteration: y = (A A^T)^+ g of the scaled equations grows fastest in the weakest direction,
 * A A^T g in the strongest. At the state in r->kkt. */
static double find_weakness(ptl_reactions *r, double *pattern) {
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
  if (ptl_accelerations_n_implied(r->accelerations) == s->assembly.n_redundant &&
      ptl_accelerations_strength(r->accelerations) > clearly_far)
    return;
  double w = find_independence(r, &row), fastest = 0.0;
  r->is_near = w < near;
  if (!r->is_near) return;
  ptl_kkt_set_rank_tolerance(r->kkt, w < least_independence ? lost_tolerance : least_tolerance);
  r->is_near = w >= least_independence;
  if (!r->is_near) return;
  r->weakest = 1.5 * find_weakness(r, r->violation);
  for (int i = 0; i < r->n; i++) fastest = fmax(fastest, fabs(v[i]) * ptl_system_lever(s, i));
  double force =
      fmax(ptl_largest(r->base, r->n), ptl_system_mass(s) * fastest * fastest / s->length);
  r->noise = margin * DBL_EPSILON * force / (w * w * w * w);
}

/* Factors at the state, with data->force and gamma there. */
static ptl_status set_state(ptl_reactions *r, double t, const double *q, const double *v,
                            const ptl_contact_mode *mode, ptl_reaction_report *report) {
  ptl_data *data = r->data;
  int failed = 0;
  r->uses_kkt = 1;
  report->least_pivot = 0.0;
  if (r->accelerations != NULL) {
    failed = ptl_accelerations_solve(r->accelerations, t, q, v, mode, r->a, NULL);
    report->least_pivot = ptl_accelerations_least_pivot(r->accelerations);
    r->uses_kkt = ptl_accelerations_n_implied(r->accelerations) > 0 ||
                  report->least_pivot < PTL_NEAR_SINGULAR;
  } else {
    ptl_data_set_state(data, t, q, v);
    failed = ptl_eval_forces(data, q, v, mode);
  }
  if (failed)
    return ptl_fail(data->context, PTL_ERR_UNFIT,
                    "a force, contact or friction law gives no finite number");
  memcpy(r->base, data->force, sizeof(double) * (size_t)r->n);
  ptl_reaction_forces_place(data, r->forces, r->n_forces, q, v);
  if (!r->uses_kkt) return PTL_OK;
  ptl_status status = set_kkt(r, t, q, v);
  r->is_near = 0;
  if (status == PTL_OK && r->accelerations != NULL) judge_position(r, v);
  if (status == PTL_OK) ptl_eval_gamma(data, q, v, r->gamma);
  return status;
}

/* For the forces in data->force. Near a singular position the multipliers in its direction are
 * taken for rounding, and left out, unless they are clearly more than that. */
static ptl_status solve(ptl_reactions *r, double *a, double *lambda) {
  if (!r->uses_kkt) {
    ptl_accelerations_reactions(r->accelerations, a, lambda);
    return PTL_OK;
  }
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

static void restore_force(ptl_reactions *r) {
  memcpy(r->data->force, r->base, sizeof(double) * (size_t)r->n);
}

/* The response to friction k along the row d_k; nothing to do where the row is the one it has. */
static ptl_status find_response(ptl_reactions *r, int k, const double row[6]) {
  double *response = r->response + (size_t)k * (size_t)r->m, size = 0.0;
  if (memcmp(r->rows[k], row, sizeof *r->rows) == 0) return PTL_OK;
  memcpy(r->rows[k], row, sizeof *r->rows);
  restore_force(r);
  size = fmax(ptl_largest(r->free_lambda, r->m), ptl_largest(r->base, r->n));
  if (!(size > 0.0)) size = 1.0;
  ptl_pair_subtract(r->forces[k].pair, row, size, r->data->force);
  ptl_status status = solve(r, r->a, response);
  for (int i = 0; i < r->m; i++) response[i] = (response[i] - r->free_lambda[i]) / size;
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
static ptl_status eval_reaction_forces(ptl_reactions *r, const double *q, const double *v,
                                       const double *lambda, double *force) {
  int n = r->n_forces;
  for (int k = 0; k < n; k++) {
    ptl_reaction_force *f = &r->forces[k];
    double row[6];
    ptl_status status = ptl_reaction_force_eval(r->data, f, q, v, lambda, &force[k], row);
    if (status == PTL_OK) status = find_response(r, k, row);
    if (status != PTL_OK) return status;
    r->shift[k] = 0.0;
    for (int i = 0; i < f->n_rows; i++)
      r->shift[k] += f->by_lambda[i] * (r->free_lambda[f->row + i] - lambda[f->row + i]);
    for (int j = 0; j < n; j++) {
      const double *response = r->response + (size_t)j * (size_t)r->m + f->row;
      double by_force = 0.0;
      for (int i = 0; i < f->n_rows; i++) by_force += f->by_lambda[i] * response[i];
      r->matrix[n * k + j] = by_force;
    }
  }
  return PTL_OK;
}

/* Solves (1 - G) x = b, G in r->matrix, in place; returns the least pivot, 0 if singular. */
static double solve_newton(ptl_reactions *r, double *x) {
  int n = r->n_forces;
  for (int i = 0; i < n * n; i++) r->matrix[i] = (i % (n + 1) == 0 ? 1.0 : 0.0) - r->matrix[i];
  return ptl_eliminate(r->matrix, n, x);
}

/* h and G at f; returns the largest h. */
static ptl_status eval_missing(ptl_reactions *r, const double *q, const double *v, const double *f,
                               double *size) {
  add_responses(r, f, r->lambda);
  ptl_status status = eval_reaction_forces(r, q, v, r->lambda, r->missing);
  if (status != PTL_OK) return status;
  for (int k = 0; k < r->n_forces; k++) r->missing[k] -= f[k];
  *size = ptl_largest(r->missing, r->n_forces);
  return PTL_OK;
}

/* Newton's method from the reactions in `from`, where the laws are taken as linear for the first
 * step. *found: r->force is a solution; *least: least pivot of 1 - G there. */
static ptl_status iterate(ptl_reactions *r, const double *q, const double *v, const double *from,
                          int *found, double *least) {
  int n = r->n_forces;
  double size, previous;
  *found = 0;
  ptl_status status = eval_reaction_forces(r, q, v, from, r->force);
  if (status != PTL_OK) return status;
  for (int k = 0; k < n; k++) r->force[k] += r->shift[k];
  *least = solve_newton(r, r->force);
  if (!(*least > 0.0)) return PTL_OK;
  status = eval_missing(r, q, v, r->force, &previous);
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
      status = eval_missing(r, q, v, r->trial, &size);
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

/* Adds r->force to the solutions unless it is among them. */
static void note_solution(ptl_reactions *r) {
  int n = r->n_forces;
  for (int i = 0; i < r->n_solutions; i++) {
    double difference = 0.0, size = ptl_largest(r->force, n);
    for (int k = 0; k < n; k++)
      difference = fmax(difference, fabs(r->solutions[n * i + k] - r->force[k]));
    if (difference <= same_solution * fmax(size, ptl_largest(r->solutions + n * i, n))) return;
  }
  if (r->n_solutions < MAX_SOLUTIONS)
    memcpy(r->solutions + n * r->n_solutions++, r->force, sizeof(double) * (size_t)n);
}

/* From the reactions of `from`, with those of the joints in the set `flipped` of bits reversed. */
static ptl_status try_sides(ptl_reactions *r, const double *q, const double *v, const double *from,
                            unsigned long flipped, double *least) {
  int found;
  memcpy(r->guess, from, sizeof(double) * (size_t)r->m);
  for (int k = 0; k < r->n_forces; k++)
    for (int i = 0; i < r->forces[k].n_rows && (flipped >> k & 1u); i++)
      r->guess[r->forces[k].row + i] *= -1.0;
  ptl_status status = iterate(r, q, v, r->guess, &found, least);
  if (status == PTL_OK && found) note_solution(r);
  return status;
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
      const double *response = r->response + (size_t)j * (size_t)r->m + f->row;
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
static ptl_status find_solutions(ptl_reactions *r, const double *q, const double *v,
                                 const double *guess, ptl_reaction_report *report) {
  int worst, n = r->n_forces;
  double least = 0.0, unused;
  r->n_solutions = 0;
  ptl_status status = PTL_OK;
  if (guess != NULL) status = try_sides(r, q, v, guess, 0, &least);
  if (status == PTL_OK && r->n_solutions == 0)
    status = try_sides(r, q, v, r->free_lambda, 0, &least);
  if (status != PTL_OK) return status;
  report->amplification = least > 0.0 ? 1.0 / least : INFINITY;
  int is_unique = is_contraction(r, &worst);
  report->strongest = r->forces[worst].name;
  if (is_unique && r->n_solutions == 1) return PTL_OK;
  unsigned long together = n <= MAX_TRIED_TOGETHER;
  unsigned long count = together ? 1ul << n : (unsigned long)(n < 32 ? n : 32);
  for (unsigned long i = 0; i < count && status == PTL_OK; i++)
    status = try_sides(r, q, v, r->free_lambda, together ? i : 1ul << i, &unused);
  report->to_blame = r->n_solutions != 1 ? r->forces[worst].name : NULL;
  return status;
}

/* The forces of the friction in r->force are added, and what follows from them. */
static ptl_status apply_friction(ptl_reactions *r, double *a, double *lambda) {
  restore_force(r);
  for (int k = 0; k < r->n_forces; k++)
    ptl_pair_subtract(r->forces[k].pair, r->rows[k], r->force[k], r->data->force);
  ptl_status status = solve(r, a, lambda);
  restore_force(r);
  return status;
}

ptl_status ptl_reactions_find(ptl_reactions *r, double t, const double *q, const double *v,
                              const ptl_contact_mode *mode, int is_guess, double *a, double *lambda,
                              ptl_reaction_report *report) {
  *report = (ptl_reaction_report){.n_solutions = 1, .amplification = 1.0};
  ptl_status status = set_state(r, t, q, v, mode, report);
  if (status != PTL_OK) return status;
  if (r->n_forces == 0) return solve(r, a, lambda);
  status = solve(r, r->a, r->free_lambda);
  if (status != PTL_OK) return status;
  memset(r->rows, 0xff,
         sizeof *r->rows * (size_t)r->n_forces); /* not a row: responses to be found */
  status = find_solutions(r, q, v, is_guess ? lambda : NULL, report);
  report->n_solutions = r->n_solutions;
  if (status != PTL_OK) return status;
  if (r->n_solutions == 0) {
    restore_force(r);
    return PTL_OK;
  }
  memcpy(r->force, r->solutions, sizeof(double) * (size_t)r->n_forces);
  add_responses(r, r->force, r->lambda);
  status = eval_reaction_forces(r, q, v, r->lambda, r->trial); /* rows and laws of this solution */
  return status == PTL_OK ? apply_friction(r, a, lambda) : status;
}

/* ---------------------------------------------------------------- checks */

/* Share of the mechanism's speed below which velocities are none, in what accelerations are
 * compared with. */
static const double least_share = 1e-3;

/* M a + Phi_q^T lambda - Q into left and Phi_q a - gamma into rates, with the largest term of each
 * kind, angles and torques by the system's length. */
static void eval_errors(ptl_reactions *r, const double *q, const double *v, const double *a,
                        const double *lambda, double *left, double *rates, double largest[2]) {
  const ptl_system *s = r->data->system;
  double fastest = least_share * s->speed;
  for (int i = 0; i < r->n; i++) fastest = fmax(fastest, fabs(v[i]) * ptl_system_lever(s, i));
  largest[1] = fastest * fastest / s->length;
  largest[0] = largest[1] * ptl_system_mass(s);
  ptl_eval_gamma(r->data, q, v, rates);
  for (int i = 0; i < r->m; i++) rates[i] = -rates[i];
  restore_force(r);
  ptl_add_reaction_forces(r->data, q, v, lambda);
  for (int i = 0; i < r->n; i++) {
    double lever = ptl_system_lever(s, i);
    left[i] = s->mass[i] * a[i] - r->data->force[i];
    largest[0] = fmax(largest[0], fmax(fabs(s->mass[i] * a[i]), fabs(r->data->force[i])) / lever);
  }
  restore_force(r);
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
      largest[1] = fmax(largest[1], fabs(entry * a[coordinate]));
    }
  }
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
  ptl_status status = set_kkt(r, t, q, v);
  if (status == PTL_OK && find_independence(r, &row) < least_independence)
    ptl_kkt_set_rank_tolerance(r->kkt, lost_tolerance);
  return status;
}

double ptl_reactions_independence(ptl_reactions *r, double t, const double *q, const double *v,
                                  int *row) {
  *row = -1;
  return r->m > 0 && set_kkt(r, t, q, v) == PTL_OK ? find_independence(r, row) : NAN;
}

double ptl_reactions_weakness(ptl_reactions *r, double t, const double *q, const double *v,
                              double *pattern) {
  return r->m > 0 && set_kkt(r, t, q, v) == PTL_OK ? find_weakness(r, pattern) : NAN;
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
    if (!(moved <= limit)) {
      memcpy(q, kept, size);
      return 0;
    }
  }
  if (set_for_projection(r, t, q, v) != PTL_OK) return 0;
  ptl_eval_constraints(data, q, v);
  return isfinite(take_out(r, data->phi_rate, v));
}
