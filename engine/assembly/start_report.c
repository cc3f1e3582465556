/* start_report.c: what is told of the start that was found: coordinates, gaps and notices. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "compile.h"
#include "gap.h"
#include "start.h"
#include "state.h"

/* What is moved by more is noticed, relative to the length or in rad, or relative to the speed. */
static const double moved_tolerance = 1e-4;
/* Gaps that are deeper are closed, relative to the length. */
static const double closed_tolerance = 1e-9;

/* ---------------------------------------------------------------- notices */

static ptl_status add_notice(ptl_system *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static ptl_status add_notice(ptl_system *s, const char *format, ...) {
  char text[512];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  char **grown = ptl_grow(s->context, s->notices, (size_t)s->n_notices, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  s->notices = grown;
  grown[s->n_notices] = ptl_copy_text(s->context, text);
  if (grown[s->n_notices] == NULL) return PTL_ERR_MEMORY;
  s->n_notices++;
  return PTL_OK;
}

/* The body of which a number was moved furthest. */
typedef struct furthest {
  int body; /* -1: none */
  double from[2], to[2], change;
} furthest;

static void compare(furthest *f, int body, const double *from, const double *to, int n) {
  const double change = n == 2 ? hypot(to[0] - from[0], to[1] - from[1]) : fabs(to[0] - from[0]);
  if (!(change > f->change)) return;
  f->body = body;
  f->change = change;
  memcpy(f->from, from, sizeof(double) * (size_t)n);
  memcpy(f->to, to, sizeof(double) * (size_t)n);
}

static int gives(const ptl_mechanism *m, int rates) {
  for (int i = 0; i < m->n_starts; i++)
    if (!isnan(rates ? m->starts[i].def.rate[0] : m->starts[i].def.position[0])) return 1;
  return 0;
}

/* What is rounding of the length is 0 to a reader. */
static double shown(const ptl_system *s, double position) {
  return fabs(position) < closed_tolerance * s->length ? 0.0 : position;
}

/* Of what the bodies give. Where start: gives positions, bodies are meant to be moved. */
static ptl_status notice_moves(ptl_system *s) {
  const ptl_mechanism *m = s->mechanism;
  const double degree = acos(-1.0) / 180.0, tolerance = moved_tolerance;
  furthest place = {.body = -1}, angle = place, velocity = place, rate = place;
  for (int i = 0; i < s->n_bodies; i++) {
    const ptl_body_def *b = &m->bodies[i].def;
    const ptl_initial *is = &s->initial[i];
    if ((b->free & PTL_FREE_POSITION) == 0)
      compare(&place, i, (const double[]){b->x, b->y}, (const double[]){is->x, is->y}, 2);
    if ((b->free & PTL_FREE_ANGLE) == 0) compare(&angle, i, &b->angle, &is->angle, 1);
    if ((b->free & PTL_FREE_VELOCITY) == 0)
      compare(&velocity, i, (const double[]){b->vx, b->vy}, (const double[]){is->vx, is->vy}, 2);
    if ((b->free & PTL_FREE_RATE) == 0) compare(&rate, i, &b->omega, &is->omega, 1);
  }
  ptl_status status = PTL_OK;
  if (place.change > tolerance * s->length && !gives(m, 0))
    status = add_notice(s, "the start moved '%s' by %.4g mm, to [%.6g, %.6g] m",
                        m->bodies[place.body].def.name, 1e3 * place.change, shown(s, place.to[0]),
                        shown(s, place.to[1]));
  if (status == PTL_OK && angle.change > tolerance && !gives(m, 0))
    status =
        add_notice(s, "the start turned '%s' by %.4g deg, to %.6g deg",
                   m->bodies[angle.body].def.name, angle.change / degree, angle.to[0] / degree);
  if (status == PTL_OK && velocity.change > tolerance * s->speed)
    status = add_notice(s,
                        "the start changed the velocity of '%s' by %.4g m/s, from [%.6g, %.6g] to "
                        "[%.6g, %.6g] m/s",
                        m->bodies[velocity.body].def.name, velocity.change, velocity.from[0],
                        velocity.from[1], velocity.to[0], velocity.to[1]);
  if (status == PTL_OK && rate.change * s->length > tolerance * s->speed)
    status = add_notice(s, "the start changed the rate of '%s' from %.6g to %.6g rad/s",
                        m->bodies[rate.body].def.name, rate.from[0], rate.to[0]);
  return status;
}

static ptl_status notice_singularity(ptl_system *s) {
  const ptl_assembly *a = &s->assembly;
  if (a->singularity == PTL_REGULAR) return PTL_OK;
  return add_notice(s,
                    "the start is %s singular position: there the other constraints %s '%s' "
                    "(independence %.2g), and velocities and reactions cannot be trusted; start "
                    "elsewhere, or check the position that a driver asks for",
                    a->singularity == PTL_SINGULAR ? "a" : "near a",
                    a->singularity == PTL_SINGULAR ? "imply" : "nearly imply",
                    a->singular_constraint, a->independence);
}

static ptl_status notice_gaps(ptl_system *s) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < s->n_gaps && status == PTL_OK; i++) {
    const ptl_sys_gap *gap = &s->gaps[i];
    if (gap->start.depth > closed_tolerance * s->length)
      status = add_notice(
          s, "%s.%s is closed at the start, %.4g mm deep, with %.5g J stored in its contact",
          gap->joint, gap->name, 1e3 * gap->start.depth, gap->start.energy);
  }
  return status;
}

/* ---------------------------------------------------------------- coordinates */

/* A measured coordinate of a pair, or where `force` is not NULL that which it acts along. */
static ptl_initial_coordinate coordinate_of(const char *name, const char *kind,
                                            const ptl_pair *pair, ptl_measured_coordinate measured,
                                            const ptl_sys_force *force, const ptl_data *data,
                                            const double *q, const double *v) {
  ptl_pair_state state;
  ptl_scalar x;
  ptl_pair_set_pose(pair, q, data->rotations, &state);
  ptl_pair_set_twist(pair, v, &state);
  if (force != NULL)
    force->type->coordinate(force->c, &state.pose, &x);
  else
    ptl_measured_coordinate_eval(measured, &state.pose, &x);
  const int turns = x.d[0] == 0.0 && x.d[1] == 0.0;
  return (ptl_initial_coordinate){name, kind, turns ? "rad" : "m", x.value,
                                  ptl_pair_rate(x.d, &state)};
}

int ptl_start_coordinates(const ptl_data *data, const double *q, const double *v,
                          ptl_initial_coordinate *list) {
  const ptl_system *s = data->system;
  const ptl_mechanism *m = s->mechanism;
  int n = 0;
  for (int i = 0; i < m->n_joints; i++) {
    const ptl_measure_def of = {.joint = m->joints[i].def.name};
    const ptl_joint_type *type = m->joints[i].use.type;
    if (type->coordinate == PTL_COORDINATE_NONE) continue;
    const ptl_pair pair = ptl_compile_pair(m, &m->joints[i].def.a, &m->joints[i].def.b);
    list[n++] = coordinate_of(of.joint, "joint", &pair, ptl_measured_coordinate_of(m, &of), NULL,
                              data, q, v);
  }
  for (int i = 0; i < s->n_motions; i++) {
    const ptl_sys_constraint *k = &s->constraints[s->motions[i].constraint];
    if (s->motions[i].def.of.joint != NULL) continue;
    list[n++] = coordinate_of(k->name, "motion", &k->pair, k->measured, NULL, data, q, v);
  }
  for (int i = 0; i < s->n_forces; i++) {
    const ptl_sys_force *force = &s->forces[i];
    list[n++] =
        coordinate_of(force->name, "force", &force->pair, PTL_MEASURED_X, force, data, q, v);
  }
  return n;
}

static void record_gaps(ptl_system *s, const ptl_data *data) {
  ptl_gap_eval gaps[PTL_MAX_GAPS];
  for (int i = 0; i < s->n_gap_sets; i++) {
    const ptl_sys_gap_set *set = &s->gap_sets[i];
    ptl_eval_gaps(data, i, s->q0, s->v0, gaps);
    for (int j = 0; j < set->n_gaps; j++) s->gaps[set->first_gap + j].start.rate = gaps[j].rate;
  }
}

ptl_status ptl_start_report(ptl_system *s) {
  ptl_data *data;
  ptl_status status = ptl_data_create(s->context, s, &data);
  if (status != PTL_OK) return status;
  ptl_data_set_state(data, 0.0, s->q0, s->v0);
  s->n_coordinates_shown = ptl_start_coordinates(data, s->q0, s->v0, s->coordinates);
  record_gaps(s, data);
  ptl_data_destroy(data);
  status = notice_moves(s);
  if (status == PTL_OK) status = notice_singularity(s);
  return status == PTL_OK ? notice_gaps(s) : status;
}
