/* names.c: names with units: the variables of expressions, and the columns of the trace. */
#include <stdio.h>

#include "mechanism.h"
#include "param.h"
#include "system.h"

/* ------------------------------------------------------------------ lists */

ptl_status ptl_symbols_add(ptl_context *context, ptl_symbol_list *list, const char *name,
                           const char *unit) {
  ptl_symbol *grown = ptl_grow(context, list->items, (size_t)list->n, sizeof *grown);
  char *copy = grown ? ptl_copy_text(context, name) : NULL;

  if (grown) list->items = grown;
  if (copy == NULL) return PTL_ERR_MEMORY;
  list->items[list->n++] = (ptl_symbol){copy, 0, unit};
  return PTL_OK;
}

ptl_status ptl_symbols_index(ptl_context *context, ptl_symbol_list *list) {
  ptl_status status = PTL_OK;
  int i;

  for (i = list->names.n; i < list->n && status == PTL_OK; i++)
    status = ptl_name_enter(context, &list->names, 0, list->items[i].name, i);
  return status;
}

int ptl_symbols_find(const ptl_symbol_list *list, const char *name, size_t length) {
  const int i = ptl_name_find(&list->names, 0, name, length);

  return i < list->n ? i : -1;
}

void ptl_symbols_release(ptl_context *context, ptl_symbol_list *list) {
  int i;

  for (i = 0; i < list->n; i++) ptl_free(context, (void *)list->items[i].name);
  ptl_free(context, list->items);
  ptl_name_release(context, &list->names);
  list->items = NULL;
  list->n = 0;
}

/* ------------------------------------------------------------------ variables */

static const char *const of_body[][2] = {{"x", "m"},      {"y", "m"},      {"angle", "rad"},
                                         {"vx", "m/s"},   {"vy", "m/s"},   {"omega", "rad/s"},
                                         {"ax", "m/s^2"}, {"ay", "m/s^2"}, {"alpha", "rad/s^2"}};
enum { OF_BODY = sizeof of_body / sizeof *of_body };

/* Adds PREFIX.NAME */
static ptl_status add_pair(ptl_context *context, ptl_symbol_list *list, const char *prefix,
                           const char *name, const char *unit) {
  char text[256];

  snprintf(text, sizeof text, "%s.%s", prefix, name);
  return ptl_symbols_add(context, list, text, unit);
}

ptl_status ptl_mechanism_variables(ptl_mechanism *m, int n_bodies, ptl_symbol_list *out) {
  ptl_symbol_list *list = &m->variables;
  const int n = 1 + PTL_BODY_VARIABLES * n_bodies;
  ptl_status status = PTL_OK;

  if (list->n == 0) status = ptl_symbols_add(m->context, list, "time", "s");
  while (list->n < n && status == PTL_OK) {
    const int i = list->n - 1;
    const char *const *variable = of_body[i % PTL_BODY_VARIABLES];
    status = add_pair(m->context, list, m->bodies[i / PTL_BODY_VARIABLES].def.name, variable[0],
                      variable[1]);
  }
  if (status == PTL_OK) status = ptl_symbols_index(m->context, list);
  *out = *list;
  out->n = n;
  return status;
}

/* ------------------------------------------------------------------ columns of the trace */

/* A list while it grows; after a failure the rest does nothing. */
typedef struct ptl_lister {
  const ptl_mechanism *m;
  ptl_symbol_list list;
  ptl_status status;
} ptl_lister;

static void add(ptl_lister *l, const char *unit, const char *prefix, const char *name) {
  if (l->status == PTL_OK) l->status = add_pair(l->m->context, &l->list, prefix, name, unit);
}

static void add_plain(ptl_lister *l, const char *unit, const char *name) {
  if (l->status == PTL_OK) l->status = ptl_symbols_add(l->m->context, &l->list, name, unit);
}

static void add_force_and_moment(ptl_lister *l, const char *name) {
  add(l, "N", name, "fx");
  add(l, "N", name, "fy");
  add(l, "N m", name, "moment");
}

static void add_constraint(ptl_lister *l, const ptl_mech_joint *joint, const double *c) {
  const ptl_joint_type *type = joint->use.type;
  const char *name = joint->def.name;

  if (joint->def.bushing || !ptl_joint_is_ideal(type, c) || type->n_constraints == 0) return;
  add_force_and_moment(l, name);
  if (joint->friction.type) add(l, ptl_rub_turns(type, c) ? "N m" : "N", name, "friction");
}

static void add_bushing(ptl_lister *l, const ptl_mech_joint *joint, const double *c) {
  const char *name = joint->def.name;

  (void)c;
  if (!joint->def.bushing) return;
  add(l, "m", name, "ex");
  add(l, "m", name, "ey");
  add(l, "rad", name, "twist");
  add_force_and_moment(l, name);
}

static void add_gap(ptl_lister *l, const char *joint, const char *gap) {
  char name[160];

  snprintf(name, sizeof name, "%s.%s", joint, gap);
  add(l, "m", name, "depth");
  add(l, "m/s", name, "depth_rate");
  add(l, "N", name, "normal_force");
  add(l, "m/s", name, "slip_rate");
  add(l, "N", name, "friction_force");
}

static void add_play(ptl_lister *l, const ptl_mech_joint *joint, const double *c) {
  const ptl_joint_type *type = joint->use.type;
  const char *name = joint->def.name;
  int i, n = 0;

  for (i = 0; type->gap_names && type->gap_names[i]; i++) {
    if (!ptl_joint_has_gap(type, c, i)) continue;
    add_gap(l, name, type->gap_names[i]);
    n++;
  }
  if (n == 0) return;
  if ((joint->def.bushing || ptl_joint_is_ideal(type, c)) && type->n_constraints > 0) return;
  if (type->eccentricity) {
    add(l, "m", name, "ex");
    add(l, "m", name, "ey");
  }
  add(l, "N", name, "fx");
  add(l, "N", name, "fy");
}

/* The numbers of an instance as its functions want them; NULL ends the listing. */
static double *prepared(ptl_lister *l, const ptl_instance *use,
                        int (*prepare)(double *c, ptl_reason *why)) {
  ptl_reason why;
  double *c = ptl_instance_copy(l->m->context, use);

  if (c == NULL) l->status = PTL_ERR_MEMORY;
  if (c && prepare) prepare(c, &why); /* it took them when the element was added */
  return c;
}

static void add_joints(ptl_lister *l,
                       void (*add_one)(ptl_lister *, const ptl_mech_joint *, const double *)) {
  int i;

  for (i = 0; i < l->m->n_joints && l->status == PTL_OK; i++) {
    const ptl_mech_joint *joint = &l->m->joints[i];
    double *c = prepared(l, &joint->use, ((const ptl_joint_type *)joint->use.type)->prepare);
    if (c) add_one(l, joint, c);
    ptl_free(l->m->context, c);
  }
}

/* The reaction of a coupling or a motion, along its coordinate. */
static void add_drive(ptl_lister *l, const char *name, const ptl_measure_def *of) {
  const int turns = ptl_measure_along(l->m, of) == PTL_ALONG_ANGLE;

  add(l, turns ? "N m" : "N", name, turns ? "moment" : "force");
}

/* A force along an angle changes with the pose's angle only. */
static void add_force(ptl_lister *l, const ptl_mech_force *force) {
  const ptl_force_type *type = force->use.type;
  const ptl_pose pose = {0.3, 0.4, 0.5};
  const char *name = force->def.name;
  double *c = prepared(l, &force->use, type->prepare);
  ptl_scalar s;
  int turns;

  if (c == NULL) return;
  type->coordinate(c, &pose, &s);
  ptl_free(l->m->context, c);
  turns = s.d[0] == 0 && s.d[1] == 0;
  add(l, turns ? "rad" : "m", name, turns ? "angle" : "length");
  add(l, turns ? "N m" : "N", name, turns ? "moment" : "force");
}

static void add_point(ptl_lister *l, const char *name) {
  add(l, "m", name, "x");
  add(l, "m", name, "y");
  add(l, "m/s", name, "vx");
  add(l, "m/s", name, "vy");
}

ptl_status ptl_mechanism_columns(const ptl_mechanism *m, ptl_symbol_list *out) {
  static const char *const energies[] = {"kinetic",    "potential", "elastic",
                                         "dissipated", "supplied",  "balance"};
  ptl_lister l = {.m = m};
  int i;

  add_plain(&l, "s", "time");
  add_plain(&l, "1", "event");
  for (i = 0; i < OF_BODY * m->n_bodies; i++)
    add(&l, of_body[i % OF_BODY][1], m->bodies[i / OF_BODY].def.name, of_body[i % OF_BODY][0]);
  add_joints(&l, add_constraint);
  for (i = 0; i < m->n_couplings; i++)
    add_drive(&l, m->couplings[i].def.name, &m->couplings[i].def.first);
  for (i = 0; i < m->n_motions; i++) add_drive(&l, m->motions[i].def.name, &m->motions[i].def.of);
  add_joints(&l, add_bushing);
  add_joints(&l, add_play);
  for (i = 0; i < m->n_forces; i++) add_force(&l, &m->forces[i]);
  for (i = 0; i < m->n_points; i++) add_point(&l, m->points[i].def.name);
  for (i = 0; i < 6; i++) add(&l, "J", "energy", energies[i]);
  for (i = 0; i < m->n_columns; i++) add_plain(&l, m->columns[i].def.unit, m->columns[i].def.name);
  if (l.status != PTL_OK) ptl_symbols_release(m->context, &l.list);
  *out = l.list;
  return l.status;
}

/* ------------------------------------------------------------------ checks */

ptl_status ptl_expression_check(ptl_context *context, const char *text,
                                const ptl_symbol_list *variables) {
  ptl_expr *expr = NULL;
  const ptl_status status = ptl_expr_create(context, text, variables, NULL, &expr);

  ptl_expr_destroy(expr);
  return status;
}
