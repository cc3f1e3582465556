/* names.c: the names that expressions over a mechanism may use, with their units. */
#include <stdio.h>
#include <string.h>

#include "mechanism.h"
#include "param.h"
#include "system.h"

/* ------------------------------------------------------------------ lists */

/* A list while it grows; after a failure the rest does nothing. */
typedef struct ptl_lister {
  const ptl_mechanism *m;
  ptl_symbol_list list;
  ptl_status status;
} ptl_lister;

static void add(ptl_lister *l, const char *unit, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add(ptl_lister *l, const char *unit, const char *format, ...) {
  ptl_context *context = l->m->context;
  char text[256];
  char *name;
  void *grown;
  va_list arguments;

  if (l->status != PTL_OK) return;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  grown = ptl_grow(context, l->list.items, (size_t)l->list.n, sizeof *l->list.items);
  if (grown) l->list.items = grown;
  name = grown ? ptl_copy_text(context, text) : NULL;
  if (name) {
    l->list.items[l->list.n++] = (ptl_symbol){name, 0, unit};
  } else {
    l->status = PTL_ERR_MEMORY;
  }
}

static ptl_status finish(ptl_lister *l, ptl_symbol_list *out) {
  if (l->status == PTL_OK) {
    *out = l->list;
  } else {
    ptl_symbols_release(l->m->context, &l->list);
  }
  return l->status;
}

void ptl_symbols_release(ptl_context *context, ptl_symbol_list *list) {
  int i;

  for (i = 0; i < list->n; i++) ptl_free(context, (void *)list->items[i].name);
  ptl_free(context, list->items);
  list->items = NULL;
  list->n = 0;
}

static void add_body(ptl_lister *l, const char *name) {
  add(l, "m", "%s.x", name);
  add(l, "m", "%s.y", name);
  add(l, "rad", "%s.angle", name);
  add(l, "m/s", "%s.vx", name);
  add(l, "m/s", "%s.vy", name);
  add(l, "rad/s", "%s.omega", name);
}

ptl_status ptl_mechanism_variables(const ptl_mechanism *m, ptl_symbol_list *out) {
  ptl_lister l = {m, {NULL, 0}, PTL_OK};
  int i;

  add(&l, "s", "time");
  for (i = 0; i < m->n_bodies; i++) add_body(&l, m->bodies[i].def.name);
  return finish(&l, out);
}

/* ------------------------------------------------------------------ columns of the trace */

static void add_reaction(ptl_lister *l, const char *name) {
  add(l, "N", "%s.fx", name);
  add(l, "N", "%s.fy", name);
  add(l, "N m", "%s.moment", name);
}

static void add_deflection(ptl_lister *l, const char *name) {
  add(l, "m", "%s.ex", name);
  add(l, "m", "%s.ey", name);
  add(l, "rad", "%s.twist", name);
}

static int add_gaps(ptl_lister *l, const char *name, const ptl_joint_type *type, const double *c) {
  int i, n = 0;

  for (i = 0; type->gap_names && type->gap_names[i]; i++) {
    const char *gap = type->gap_names[i];
    if (!ptl_joint_has_gap(type, c, i)) continue;
    n++;
    add(l, "m", "%s.%s.depth", name, gap);
    add(l, "m/s", "%s.%s.depth_rate", name, gap);
    add(l, "N", "%s.%s.normal_force", name, gap);
    add(l, "m/s", "%s.%s.slip_rate", name, gap);
    add(l, "N", "%s.%s.friction_force", name, gap);
  }
  return n;
}

static void add_net_force(ptl_lister *l, const char *name, const ptl_joint_type *type) {
  if (type->eccentricity) {
    add(l, "m", "%s.ex", name);
    add(l, "m", "%s.ey", name);
  }
  add(l, "N", "%s.fx", name);
  add(l, "N", "%s.fy", name);
}

/* The numbers of an instance as its functions want them; NULL ends the listing. */
static double *prepared(ptl_lister *l, const ptl_instance *use,
                        int (*prepare)(double *c, ptl_reason *why)) {
  ptl_reason why;
  double *c = ptl_instance_copy(l->m->context, use);

  if (!c) l->status = PTL_ERR_MEMORY;
  if (c && prepare) prepare(c, &why); /* it took them when the element was added */
  return c;
}

static void add_joint(ptl_lister *l, const ptl_mech_joint *joint) {
  const ptl_joint_type *type = joint->use.type;
  double *c = prepared(l, &joint->use, type->prepare);
  int ideal;

  if (!c) return;
  ideal = ptl_joint_is_ideal(type, c) || joint->def.bushing;
  if (joint->def.bushing) add_deflection(l, joint->def.name);
  if (ideal) add_reaction(l, joint->def.name);
  if (joint->friction.type && ptl_joint_is_ideal(type, c))
    add(l, ptl_rub_turns(type, c) ? "N m" : "N", "%s.friction", joint->def.name);
  if (add_gaps(l, joint->def.name, type, c) > 0 && !ideal) add_net_force(l, joint->def.name, type);
  ptl_free(l->m->context, c);
}

/* The reaction of a coupling or a motion, along its coordinate. */
static void add_drive(ptl_lister *l, const char *name, const ptl_measure_def *of) {
  if (ptl_measure_along(l->m, of) == PTL_ALONG_ANGLE) {
    add(l, "N m", "%s.moment", name);
  } else {
    add(l, "N", "%s.force", name);
  }
}

/* A force along an angle changes with the pose's angle only. */
static void add_force(ptl_lister *l, const ptl_mech_force *force) {
  const ptl_force_type *type = force->use.type;
  const ptl_pose pose = {0.3, 0.4, 0.5};
  const char *name = force->def.name;
  double *c = prepared(l, &force->use, type->prepare);
  ptl_scalar s;

  if (!c) return;
  type->coordinate(c, &pose, &s);
  ptl_free(l->m->context, c);
  if (s.d[0] == 0 && s.d[1] == 0) {
    add(l, "rad", "%s.angle", name);
    add(l, "N m", "%s.moment", name);
  } else {
    add(l, "m", "%s.length", name);
    add(l, "N", "%s.force", name);
  }
}

static void add_point(ptl_lister *l, const char *name) {
  add(l, "m", "%s.x", name);
  add(l, "m", "%s.y", name);
  add(l, "m/s", "%s.vx", name);
  add(l, "m/s", "%s.vy", name);
}

ptl_status ptl_mechanism_columns(const ptl_mechanism *m, ptl_symbol_list *out) {
  static const char *const energies[] = {"kinetic",    "potential", "elastic",
                                         "dissipated", "supplied",  "balance"};
  ptl_lister l = {m, {NULL, 0}, PTL_OK};
  int i;

  add(&l, "s", "time");
  add(&l, "1", "event");
  for (i = 0; i < m->n_bodies; i++) {
    const char *name = m->bodies[i].def.name;
    add_body(&l, name);
    add(&l, "m/s^2", "%s.ax", name);
    add(&l, "m/s^2", "%s.ay", name);
    add(&l, "rad/s^2", "%s.alpha", name);
  }
  for (i = 0; i < m->n_joints; i++) add_joint(&l, &m->joints[i]);
  for (i = 0; i < m->n_couplings; i++)
    add_drive(&l, m->couplings[i].def.name, &m->couplings[i].def.first);
  for (i = 0; i < m->n_motions; i++)
    add_drive(&l, m->motions[i].def.name, &m->motions[i].def.of);
  for (i = 0; i < m->n_forces; i++) add_force(&l, &m->forces[i]);
  for (i = 0; i < m->n_points; i++) add_point(&l, m->points[i].def.name);
  for (i = 0; i < 6; i++) add(&l, "J", "energy.%s", energies[i]);
  for (i = 0; i < m->n_columns; i++) add(&l, m->columns[i].def.unit, "%s", m->columns[i].def.name);
  return finish(&l, out);
}

/* ------------------------------------------------------------------ checks */

ptl_status ptl_expression_check(ptl_context *context, const char *text,
                                const ptl_symbol_list *variables) {
  double value = 0;
  ptl_variable *list = ptl_alloc(context, (size_t)variables->n, sizeof *list);
  ptl_expr *expr = NULL;
  ptl_status status;
  int i;

  if (!list) return PTL_ERR_MEMORY;
  for (i = 0; i < variables->n; i++) list[i] = (ptl_variable){variables->items[i].name, &value};
  status = ptl_expr_create(context, text, list, variables->n, &expr);
  if (status == PTL_OK) ptl_expr_destroy(expr);
  ptl_free(context, list);
  return status;
}
