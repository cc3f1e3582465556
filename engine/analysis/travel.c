/* travel.c: a driven mechanism at any time, by prediction and projection. */
#include "travel.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "constraint.h"
#include "dense.h"
#include "largest.h"
#include "motion.h"
#include "start.h"
#include "state.h"

/* ---------------------------------------------------------------- life */

void ptl_travel_release(ptl_travel *w) {
  ptl_evaluation_destroy(w->evaluation);
  ptl_row_maker_release(&w->maker);
  if (w->g.arrays != NULL) ptl_tangent_release(&w->g);
  ptl_data_destroy(w->data);
  ptl_free(w->context, w->arrays);
}

/* A signal with a state that a force reads, or NULL. */
static const char *find_signal_in_forces(const ptl_system *s) {
  for (int i = 0; i < s->n_signals; i++) {
    const int64_t *range = s->pattern.column_start + s->first_state + s->signals[i].state;
    for (int64_t e = range[0]; e < range[1]; e++) {
      const int64_t row = s->pattern.row_index[e];
      if (row >= s->n_coordinates && row < 2 * s->n_coordinates) return s->signals[i].name;
    }
  }
  return NULL;
}

static ptl_status find_driver(ptl_travel *w, const char *name) {
  const ptl_system *s = w->system;
  const char *motion = ptl_motion_first_following(s);
  w->driver = -1;
  if (motion != NULL)
    return ptl_fail(
        w->context, PTL_ERR_UNFIT,
        PTL_E(0309) "motion '%s' follows a signal with a state, whose course only a run finds",
        motion);
  const char *signal = find_signal_in_forces(s);
  if (signal != NULL)
    return ptl_fail(
        w->context, PTL_ERR_UNFIT,
        PTL_E(0309) "forces depend on signal '%s', whose course only a run finds: take these forces "
        "away, as by --set, or run the model",
        signal);
  if (name == NULL && s->n_motions == 1) w->driver = 0;
  for (int i = 0; i < s->n_motions && name != NULL; i++)
    if (strcmp(s->motions[i].def.name, name) == 0) w->driver = i;
  if (w->driver < 0 && name != NULL)
    return ptl_fail(w->context, PTL_ERR_USAGE, PTL_E(0203) "there is no motion '%s'", name);
  if (w->driver < 0)
    return ptl_fail(w->context, PTL_ERR_USAGE,
                    PTL_E(0006) "the model has %d motions: say which of them is the driver",
                    s->n_motions);
  const ptl_motion_def *def = &s->motions[w->driver].def;
  w->driver_name = def->of.joint != NULL ? def->of.joint : def->name;
  return PTL_OK;
}

static ptl_status allocate(ptl_travel *w) {
  const ptl_system *s = w->system;
  const int n = s->n_coordinates;
  const ptl_block blocks[] = {
      PTL_BLOCK(w->coordinates, s->mechanism->n_joints + s->n_motions + s->n_forces),
      PTL_BLOCK(w->now.q, n),
      PTL_BLOCK(w->now.v, n),
      PTL_BLOCK(w->now.a, n),
      PTL_BLOCK(w->next.q, n),
      PTL_BLOCK(w->next.v, n),
      PTL_BLOCK(w->next.a, n),
      PTL_BLOCK(w->trial.q, n),
      PTL_BLOCK(w->trial.v, n),
      PTL_BLOCK(w->trial.a, n),
      PTL_BLOCK(w->unit, n)};
  w->arrays = ptl_arena_create(w->context, blocks, sizeof blocks / sizeof *blocks);
  return w->arrays != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

static ptl_status check_output(ptl_travel *w, const char *output) {
  ptl_data_set_state(w->data, 0.0, w->system->q0, w->system->v0);
  w->n_coordinates_shown =
      ptl_start_coordinates(w->data, w->system->q0, w->system->v0, w->coordinates);
  w->output = output;
  if (output == NULL) return PTL_OK;
  const int index = ptl_travel_find(w, output);
  if (index >= 0 && strcmp(w->coordinates[index].kind, "joint") == 0) return PTL_OK;
  return ptl_fail(w->context, PTL_ERR_USAGE,
                  PTL_E(0203) "there is no joint '%s' with a coordinate that could be the output",
                  output);
}

ptl_status ptl_travel_create(ptl_context *context, const ptl_system *system,
                             const ptl_kinematics_options *options, ptl_travel *w) {
  const int freedom = ptl_system_get_assembly(system)->degrees_of_freedom;
  *w = (ptl_travel){.context = context, .system = system, .n = system->n_coordinates};
  if (freedom > 0)
    return ptl_fail(context, PTL_ERR_UNFIT,
                    PTL_E(0309) "kinematics needs a driver for every freedom: %d of them %s left; add motions, "
                    "or run the model",
                    freedom, freedom == 1 ? "is" : "are");
  ptl_status status = find_driver(w, options->driver);
  if (status == PTL_OK) status = allocate(w);
  if (status == PTL_OK) status = ptl_data_create(context, system, &w->data);
  if (status == PTL_OK) status = ptl_tangent_create(w->data, &w->g);
  if (status == PTL_OK) status = ptl_row_maker_create(w->data, &w->maker);
  w->maker.without_history = 1;
  if (status == PTL_OK) status = ptl_evaluation_create(context, system, &w->evaluation);
  return status == PTL_OK ? check_output(w, options->output) : status;
}

/* ---------------------------------------------------------------- places */

void ptl_place_copy(const ptl_place *from, ptl_place *to, int n) {
  const size_t size = sizeof(double) * (size_t)n;
  to->t = from->t;
  memcpy(to->q, from->q, size);
  memcpy(to->v, from->v, size);
  memcpy(to->a, from->a, size);
}

/* Whether there is no such place; memory that is out, say, is kept as a failure. */
static int is_none(ptl_travel *w, ptl_status status) {
  if (status != PTL_OK && status != PTL_ERR_UNFIT && status != PTL_ERR_SIMULATION)
    w->failed = status;
  return status != PTL_OK;
}

int ptl_travel_reach(ptl_travel *w, const ptl_place *from, double t, ptl_place *to) {
  /* Of the step, or of the length: farther from its prediction a place is of another branch. */
  static const double of_step = 0.1, of_length = 1e-3;
  const double h = t - from->t, length = w->system->length;
  double moved = 0.0, missed = 0.0;
  to->t = t;
  for (int i = 0; i < w->n; i++) {
    to->v[i] = from->v[i] + h * from->a[i];
    to->a[i] = from->q[i] + h * (from->v[i] + 0.5 * h * from->a[i]); /* the prediction */
    to->q[i] = to->a[i];
  }
  if (is_none(w, ptl_evaluation_project(w->evaluation, t, to->q, to->v, NULL))) return 0;
  for (int i = 0; i < w->n; i++) {
    const double lever = ptl_system_lever(w->system, i);
    moved = fmax(moved, lever * fabs(to->q[i] - from->q[i]));
    missed = fmax(missed, lever * fabs(to->q[i] - to->a[i]));
  }
  if (!(missed <= of_step * moved + 1e-12 * length && (missed <= of_length * length || h == 0.0)))
    return 0;
  if (is_none(w, ptl_evaluation_set(w->evaluation, t, to->q, to->v))) return 0;
  memcpy(to->a, ptl_evaluation_get_accelerations(w->evaluation), sizeof(double) * (size_t)w->n);
  return 1;
}

/* ---------------------------------------------------------------- what there is */

int ptl_travel_find(const ptl_travel *w, const char *name) {
  for (int i = 0; i < w->n_coordinates_shown; i++)
    if (strcmp(w->coordinates[i].name, name) == 0) return i;
  return -1;
}

ptl_status ptl_travel_slopes(ptl_travel *w, const ptl_place *place) {
  ptl_tangent *g = &w->g;
  const ptl_system *s = w->system;
  const size_t size = sizeof(double) * (size_t)w->n;
  memcpy(g->y, place->q, size);
  memcpy(g->y + w->n, place->v, size);
  if (ptl_tangent_matrices(g, place->t))
    return ptl_fail(w->context, PTL_ERR_UNFIT, PTL_E(0502) "at t = %.9g s a force is not finite",
                    place->t);
  memset(g->phi, 0, sizeof(double) * (size_t)g->m);
  g->phi[s->constraints[s->motions[w->driver].constraint].row] = 1.0;
  const ptl_status status = ptl_tangent_least_change(g, g->phi, w->unit);
  if (status != PTL_OK) return status;
  double *rates = w->trial.v;
  for (int i = 0; i < w->n; i++) rates[i] = w->unit[i] / g->lever[i];
  ptl_data_set_state(w->data, place->t, place->q, rates);
  w->n_coordinates_shown = ptl_start_coordinates(w->data, place->q, rates, w->coordinates);
  return PTL_OK;
}

ptl_status ptl_travel_row(ptl_travel *w, const ptl_place *place, double sign, double *row) {
  ptl_tangent *g = &w->g;
  const size_t size = sizeof(double) * (size_t)w->n;
  double *v = g->y + w->n;
  memcpy(g->y, place->q, size);
  for (int i = 0; i < w->n; i++) v[i] = sign * place->v[i];
  const ptl_status status = ptl_evaluation_set(w->evaluation, place->t, place->q, v);
  if (status != PTL_OK) return status;
  memcpy(ptl_tangent_lambda(g), ptl_evaluation_get_reactions(w->evaluation),
         sizeof(double) * (size_t)g->m);
  return ptl_row_make(&w->maker, place->t, g->y, &ptl_contact_by_depth, row);
}

/* ---------------------------------------------------------------- transmission */

/* Reactions of massless bodies to a unit load along the output's coordinate, into g->right. */
static ptl_status load_output(ptl_travel *w, const ptl_pair *pair, const double d[3]) {
  ptl_tangent *g = &w->g;
  ptl_pair_state state;
  double row[6];
  ptl_pair_set_pose(pair, g->y, w->data->rotations, &state);
  ptl_pair_gradient(&state, d, row);
  memset(g->right, 0, sizeof(double) * (size_t)g->n);
  for (int c = 0; c < 6; c++) {
    const int coordinate = ptl_pair_coordinate(pair, c);
    if (coordinate >= 0) g->right[coordinate] += row[c] / g->lever[coordinate];
  }
  memcpy(g->scratch, g->by_reaction, sizeof(double) * (size_t)g->n * (size_t)g->m);
  return ptl_dense_least_norm(w->context, g->scratch, g->n, g->m, g->right, g->pivots);
}

/* Between the force by which a constraint moves a body and the normal to the velocity of its part
 * there; *power: what it does. */
static double angle_at(ptl_travel *w, const ptl_sys_constraint *k, int body, double *power) {
  const ptl_tangent *g = &w->g;
  const ptl_part *part = k->pair.a.body == body ? &k->pair.a : &k->pair.b;
  const ptl_rotation r = w->data->rotations[body];
  double force[3] = {0.0}, speed[3];
  for (int j = 0; j < k->n_rows; j++)
    for (int c = 0; c < 3; c++)
      force[c] -= g->right[k->row + j] * g->lever[3 * body + c] *
                  g->rows[(size_t)g->m * (size_t)(3 * body + c) + (size_t)(k->row + j)];
  for (int c = 0; c < 3; c++) speed[c] = w->unit[3 * body + c] / g->lever[3 * body + c];
  *power = force[0] * speed[0] + force[1] * speed[1] + force[2] * speed[2];
  const double px = r.c * part->x - r.s * part->y, py = r.s * part->x + r.c * part->y;
  const double vx = speed[0] - py * speed[2], vy = speed[1] + px * speed[2];
  const double along = fabs(force[0] * vx + force[1] * vy);
  const double across = fabs(force[0] * vy - force[1] * vx);
  return atan2(along, across);
}

/* The ideal joint of that name, or NULL. */
static const ptl_sys_constraint *find_joint(const ptl_system *s, const char *name) {
  for (int k = 0; k < s->n_constraints; k++)
    if (s->constraints[k].type != NULL && strcmp(s->constraints[k].name, name) == 0)
      return &s->constraints[k];
  return NULL;
}

double ptl_travel_transmission(ptl_travel *w, const ptl_place *place) {
  const ptl_system *s = w->system;
  const ptl_sys_constraint *of = w->output != NULL ? find_joint(s, w->output) : NULL;
  double best = NAN, most = 0.0, d[3] = {0.0};
  if (of == NULL || of->type->coordinate == PTL_COORDINATE_NONE) return NAN;
  d[of->type->coordinate] = 1.0;
  ptl_data_set_state(w->data, place->t, place->q, place->v);
  if (load_output(w, &of->pair, d) != PTL_OK) return NAN;
  const int body = of->pair.b.body >= 0 ? of->pair.b.body : of->pair.a.body;
  for (int c = 0; c < s->n_constraints; c++) {
    const ptl_sys_constraint *other = &s->constraints[c];
    double power;
    if (other == of || other->type == NULL) continue;
    if (other->pair.a.body != body && other->pair.b.body != body) continue;
    const double angle = angle_at(w, other, body, &power);
    if (!(fabs(power) > most)) continue;
    most = fabs(power);
    best = angle;
  }
  return most > 1e-12 ? best : NAN;
}
