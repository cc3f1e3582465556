/* contacts.c: the laws of the gaps, with what surrounds each: materials, radii and the effective
 * mass. */
#include "contacts.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "authority.h"
#include "contact.h"
#include "inverse_mass.h"
#include "kkt.h"
#include "start.h"
#include "state.h"

/* ---------------------------------------------------------------- effective mass */

/* For the constrained inverse mass matrix at one position. */
typedef struct masses {
  ptl_data *data;
  ptl_kkt *kkt;
  ptl_served *served;     /* NULL without servos */
  void *memory;           /* of the arrays below */
  double *q, *f, *x, *no; /* n_coordinates each; no: n_rows, zero */
} masses;

/* 1/m of a force along the gap's normal. Servos may move what is pushed against the force: nothing
 * gives way to it then. */
static ptl_status inverse_mass_along(masses *w, const ptl_sys_gap_set *p,
                                     const ptl_pair_state *state, const ptl_gap *gap, double *out) {
  static const double rounding = 1e-12; /* of the inverse mass without constraints */
  const ptl_system *s = w->data->system;
  double d[3], row[6];
  ptl_gap_gradient(gap, &state->pose, d);
  ptl_pair_gradient(state, d, row);
  memset(w->f, 0, sizeof(double) * (size_t)s->n_coordinates);
  ptl_pair_subtract(&p->pair, row, -1.0, w->f);
  if (w->served == NULL) return ptl_inverse_mass(w->kkt, s, w->f, w->x, w->no, rounding, out);
  ptl_status status = ptl_served_solve(w->served, w->f, w->x);
  *out = status == PTL_OK ? ptl_inverse_mass_along(s, w->f, w->x, rounding) : 0.0;
  return status;
}

/* The gap with part B's centre of curvature where it is, or its touching point if it is flat, but
 * in the direction n. */
static ptl_gap turned(const ptl_gap *gap, double nx, double ny) {
  double radius = isfinite(gap->radius_b) ? gap->radius_b : 0.0;
  ptl_gap out = *gap;
  out.bx += radius * (gap->nx - nx);
  out.by += radius * (gap->ny - ny);
  out.nx = nx;
  out.ny = ny;
  return out;
}

/* Over all directions, of which 1/m is a quadratic form. */
static ptl_status over_directions(masses *w, const ptl_sys_gap_set *p, const ptl_pair_state *state,
                                  const ptl_gap *gap, ptl_gap_start *out) {
  static const double slant = 0.70710678118654752;
  const ptl_gap along_x = turned(gap, 1.0, 0.0), along_y = turned(gap, 0.0, 1.0),
                between = turned(gap, slant, slant);
  double xx, yy, xy;
  ptl_status status = inverse_mass_along(w, p, state, &along_x, &xx);
  if (status == PTL_OK) status = inverse_mass_along(w, p, state, &along_y, &yy);
  if (status == PTL_OK) status = inverse_mass_along(w, p, state, &between, &xy);
  if (status != PTL_OK) return status;
  double mean = 0.5 * (xx + yy), spread = hypot(0.5 * (xx - yy), xy - mean);
  double least = mean - spread > 1e-12 * mean ? mean - spread : 0.0;
  out->effective_mass = 1.0 / mean;
  out->least_effective_mass = 1.0 / (mean + spread);
  out->largest_effective_mass = 1.0 / least;
  return PTL_OK;
}

/* Surfaces whose centres of curvature coincide, such as those of a pin in the middle of its hole,
 * touch anywhere. */
static int has_normal(const ptl_gap *gap) {
  static const double negligible = 1e-3; /* of the clearance */
  double apart = gap->radius_a + gap->radius_b;
  return !isfinite(apart) || fabs(apart - gap->depth) > negligible * fabs(apart);
}

/* Where nothing gives way along the normal, the parts will touch in another direction or not at
 * all. */
static ptl_status find_mass(masses *w, const ptl_sys_gap_set *p, int gap, ptl_gap_start *out) {
  ptl_pair_state state;
  ptl_gap gaps[PTL_MAX_GAPS];
  double inverse;
  ptl_pair_set_pose(&p->pair, w->q, w->data->rotations, &state);
  ptl_gap_set_eval(p, &state.pose, gaps);
  ptl_status status = inverse_mass_along(w, p, &state, &gaps[gap], &inverse);
  if (status == PTL_OK && (inverse == 0.0 || !has_normal(&gaps[gap])))
    return over_directions(w, p, &state, &gaps[gap], out);
  out->effective_mass = out->least_effective_mass = out->largest_effective_mass = 1.0 / inverse;
  return status;
}

static void masses_release(masses *w, ptl_context *context) {
  ptl_served_destroy(w->served);
  ptl_kkt_destroy(w->kkt);
  ptl_free(context, w->memory);
  ptl_data_destroy(w->data);
}

static ptl_status masses_create(ptl_system *s, masses *w) {
  size_t n = (size_t)s->n_coordinates;
  const ptl_block blocks[] = {PTL_BLOCK(w->q, n), PTL_BLOCK(w->f, n), PTL_BLOCK(w->x, n),
                              PTL_BLOCK(w->no, s->n_rows)};
  ptl_status status = ptl_data_create(s->context, s, &w->data);
  if (status != PTL_OK) return status;
  w->memory = ptl_arena_create(s->context, blocks, sizeof blocks / sizeof *blocks);
  status = w->memory != NULL ? ptl_kkt_create(w->data, -1, &w->kkt) : PTL_ERR_MEMORY;
  if (status != PTL_OK) return status;
  memcpy(w->q, s->q0, sizeof(double) * n);
  status = ptl_start_position(w->data, w->q, s->v0);
  if (status == PTL_OK && s->n_servos > 0)
    status = ptl_served_create(w->data, 0.0, w->q, s->v0, &w->served);
  return status == PTL_OK ? ptl_kkt_set(w->kkt, 0.0, w->q, s->v0) : status;
}

/* ---------------------------------------------------------------- laws */

static const ptl_contact_def *contact_of(const ptl_system *s, const ptl_sys_gap *g) {
  return &s->mechanism->contacts[g->contact_index].def;
}

static ptl_status set_mass(ptl_system *s, masses *w, int gap) {
  ptl_sys_gap *g = &s->gaps[gap];
  const ptl_sys_gap_set *p = &s->gap_sets[g->gap_set];
  double given = contact_of(s, g)->effective_mass;
  ptl_status status = find_mass(w, p, gap - p->first_gap, &g->start);
  if (isnan(given)) return status;
  g->start.mass_is_given = 1;
  g->start.effective_mass = given;
  return status;
}

static ptl_contact_env surroundings(const ptl_system *s, const ptl_sys_gap_set *p, int gap) {
  const ptl_sys_gap *g = &s->gaps[gap];
  const ptl_contact_def *def = contact_of(s, g);
  double mass = g->start.effective_mass;
  ptl_contact_env env = {.length = def->length,
                         .young_a = def->young_a,
                         .young_b = def->young_b,
                         .poisson_a = def->poisson_a,
                         .poisson_b = def->poisson_b,
                         .effective_mass = isfinite(mass) ? mass : NAN};
  p->type->radii(p->c, p->gap[gap - p->first_gap], &env.radius_a, &env.radius_b);
  if (!isnan(def->radius_a)) env.radius_a = def->radius_a;
  if (!isnan(def->radius_b)) env.radius_b = def->radius_b;
  return env;
}

static ptl_status prepare_law(ptl_system *s, int gap) {
  ptl_sys_gap *g = &s->gaps[gap];
  const ptl_mech_contact *c = &s->mechanism->contacts[g->contact_index];
  const ptl_contact_env env = surroundings(s, &s->gap_sets[g->gap_set], gap);
  ptl_status status = ptl_law_prepare(s->context, &c->elastic, &c->damping, &env, &g->law);
  if (status == PTL_ERR_INPUT) {
    char reason[sizeof s->context->told.message];
    memcpy(reason, s->context->told.message, sizeof reason);
    const char *hint = isnan(env.effective_mass)
                           ? "; joints and drivers hold both parts along the normal, so that "
                             "effective_mass must be given if the law needs it"
                           : "";
    return ptl_fail_at(s->mechanism, g->where, status,
                       PTL_E_SAME "joint '%s', gap '%s', contact '%s': %.1700s%s", g->joint,
                       g->name, g->contact, reason, hint);
  }
  g->memory = s->n_memory;
  s->n_memory += g->law.n_memory;
  return status;
}

ptl_status ptl_contacts_prepare(ptl_system *s) {
  masses w = {.data = NULL};
  if (s->n_gaps == 0) return PTL_OK;
  ptl_status status = masses_create(s, &w);
  for (int g = 0; g < s->n_gaps && status == PTL_OK; g++) status = set_mass(s, &w, g);
  for (int g = 0; g < s->n_gaps && status == PTL_OK; g++) status = prepare_law(s, g);
  masses_release(&w, s->context);
  return status;
}

static ptl_status check_start_depth(const ptl_system *s, const ptl_sys_gap *g) {
  if (!(g->start.depth > g->max_depth)) return PTL_OK;
  return ptl_fail_at(
      s->mechanism, g->where, PTL_ERR_UNFIT,
      PTL_E(0506) "joint '%s', gap '%s': the start has the parts %.6g m deep in each other, where they "
      "cannot be: its geometry has a meaning up to %.6g m; place them further apart",
      g->joint, g->name, g->start.depth, g->max_depth);
}

ptl_status ptl_contacts_record_start(ptl_system *s) {
  ptl_data *data;
  if (s->n_gaps == 0) return PTL_OK;
  ptl_status status = ptl_data_create(s->context, s, &data);
  if (status != PTL_OK) return status;
  ptl_data_set_state(data, 0.0, s->q0, s->v0);
  for (int i = 0; i < s->n_gap_sets; i++) {
    const ptl_sys_gap_set *p = &s->gap_sets[i];
    ptl_gap_eval gaps[PTL_MAX_GAPS];
    ptl_eval_contacts(data, PTL_CONTACT_BY_DEPTH, i, s->q0, s->v0, gaps);
    for (int j = 0; j < p->n_gaps; j++) {
      s->gaps[p->first_gap + j].start.depth = gaps[j].depth;
      s->gaps[p->first_gap + j].start.energy = gaps[j].elastic_energy;
    }
  }
  ptl_data_destroy(data);
  for (int g = 0; g < s->n_gaps && status == PTL_OK; g++)
    status = check_start_depth(s, &s->gaps[g]);
  return status;
}
