/* mechanism_motion.c: what drives and couples the coordinates of a description. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "mechanism_add.h"

/* ------------------------------------------------------------------ release */

static void release_measure(ptl_mechanism *m, ptl_measure_def *def) {
  ptl_drop_text(m, def->joint);
  ptl_drop_text(m, def->a.body);
  ptl_drop_text(m, def->b.body);
}

static void release_motion(ptl_mechanism *m, ptl_motion_def *def) {
  ptl_drop_text(m, def->name);
  release_measure(m, &def->of);
  ptl_drop_text(m, def->position);
}

static void release_coupling(ptl_mechanism *m, ptl_coupling_def *def) {
  ptl_drop_text(m, def->name);
  release_measure(m, &def->first);
  release_measure(m, &def->second);
}

void ptl_release_motions(ptl_mechanism *m) {
  int i;

  for (i = 0; i < m->n_couplings; i++) release_coupling(m, &m->couplings[i].def);
  for (i = 0; i < m->n_motions; i++) release_motion(m, &m->motions[i].def);
  ptl_free(m->context, m->couplings);
  ptl_free(m->context, m->motions);
}

/* ------------------------------------------------------------------ coordinates */

ptl_status ptl_check_connection_name(const ptl_mechanism *m, const char *name) {
  ptl_status status = ptl_check_name(m, "joint", name, m->joints, m->n_joints, sizeof *m->joints);

  if (status == PTL_OK)
    status =
        ptl_check_name(m, "coupling", name, m->couplings, m->n_couplings, sizeof *m->couplings);
  if (status == PTL_OK)
    status = ptl_check_name(m, "motion", name, m->motions, m->n_motions, sizeof *m->motions);
  return status;
}

ptl_status ptl_check_coordinate(const ptl_mechanism *m, ptl_label label, const char *joint) {
  const int index = ptl_find_joint(m, joint);
  const ptl_joint_type *type;

  if (index < 0) {
    return ptl_fail_unknown(m, label, "joint", joint ? joint : "", m->joints, m->n_joints,
                            sizeof *m->joints);
  }
  type = m->joints[index].use.type;
  if (type->coordinate != PTL_COORDINATE_NONE) return PTL_OK;
  return ptl_fail_element(m, label, "joint '%s' is a %s, which has no coordinate to move along",
                          joint, type->name);
}

static ptl_status check_measure(const ptl_mechanism *m, ptl_label label,
                                const ptl_measure_def *def) {
  if (def->joint) return ptl_check_coordinate(m, label, def->joint);
  if (def->along < PTL_ALONG_X || def->along > PTL_ALONG_DISTANCE)
    return ptl_fail_element(m, label, "its coordinate must be x, y, angle or distance");
  return ptl_check_parts(m, label, &def->a, &def->b);
}

ptl_along ptl_measure_along(const ptl_mechanism *m, const ptl_measure_def *def) {
  static const ptl_along of_joint[] = {[PTL_COORDINATE_X] = PTL_ALONG_X,
                                       [PTL_COORDINATE_Y] = PTL_ALONG_Y,
                                       [PTL_COORDINATE_ANGLE] = PTL_ALONG_ANGLE};
  const ptl_joint_type *type;

  if (!def->joint) return def->along;
  type = m->joints[ptl_find_joint(m, def->joint)].use.type;
  return of_joint[type->coordinate];
}

static int take_measure(ptl_mechanism *m, ptl_measure_def *def) {
  if (def->joint) def->a.body = def->b.body = NULL;
  return ptl_take_text(m, &def->joint) & ptl_take_text(m, &def->a.body) &
         ptl_take_text(m, &def->b.body);
}

/* ------------------------------------------------------------------ couplings */

static ptl_status check_coupling(const ptl_mechanism *m, const ptl_coupling_def *def) {
  const ptl_label label = {"coupling", def->name};
  ptl_status status = ptl_check_connection_name(m, def->name);

  if (status == PTL_OK) status = check_measure(m, label, &def->first);
  if (status == PTL_OK) status = check_measure(m, label, &def->second);
  if (status != PTL_OK) return status;
  if (!isfinite(def->ratio) || def->ratio == 0)
    return ptl_fail_element(m, label, "its ratio must be finite and not 0, not %.12g", def->ratio);
  if (def->first.joint && def->second.joint && strcmp(def->first.joint, def->second.joint) == 0)
    return ptl_fail_element(m, label, "it couples joint '%s' to itself", def->first.joint);
  return PTL_OK;
}

ptl_status ptl_mechanism_add_coupling(ptl_mechanism *m, const ptl_coupling_def *def) {
  ptl_mech_coupling made = {*def, m->here};
  ptl_mech_coupling *grown;
  const ptl_status status = check_coupling(m, def);

  if (status != PTL_OK) return status;
  grown = ptl_grow(m->context, m->couplings, (size_t)m->n_couplings, sizeof *grown);
  if (!grown) return PTL_ERR_MEMORY;
  m->couplings = grown;
  if (!(ptl_take_text(m, &made.def.name) & take_measure(m, &made.def.first) &
        take_measure(m, &made.def.second))) {
    release_coupling(m, &made.def);
    return PTL_ERR_MEMORY;
  }
  grown[m->n_couplings++] = made;
  return PTL_OK;
}

/* ------------------------------------------------------------------ motions */

ptl_motion_def ptl_motion_default(void) {
  ptl_motion_def motion = {.name = NULL, .rate = NAN};
  return motion;
}

/* A joint's coordinate takes one motion. */
static ptl_status check_joint_is_free(const ptl_mechanism *m, ptl_label label, const char *joint) {
  int i;

  for (i = 0; joint && i < m->n_motions; i++) {
    const ptl_motion_def *other = &m->motions[i].def;
    if (!other->of.joint || strcmp(other->of.joint, joint) != 0) continue;
    return ptl_fail_element(m, label,
                            "joint '%s' is driven by '%s' already; a joint takes one motion", joint,
                            other->name);
  }
  return PTL_OK;
}

static ptl_status check_position(const ptl_mechanism *m, ptl_label label, const char *text) {
  ptl_symbol time = {"time", 0, "s"};
  const ptl_symbol_list variables = {&time, 1};
  char reason[sizeof m->context->message];
  const ptl_status status = ptl_expression_check(m->context, text, &variables);

  if (status != PTL_ERR_INPUT) return status;
  snprintf(reason, sizeof reason, "%s", m->context->message);
  return ptl_fail_element(m, label, "its position: %s", reason);
}

static ptl_status check_motion(const ptl_mechanism *m, const ptl_motion_def *def) {
  const ptl_label label = {"motion", def->name};
  ptl_status status = ptl_check_connection_name(m, def->name);

  if (status == PTL_OK) status = check_measure(m, label, &def->of);
  if (status == PTL_OK) status = check_joint_is_free(m, label, def->of.joint);
  if (status != PTL_OK) return status;
  if (def->position ? !isnan(def->rate) : !isfinite(def->rate)) {
    return ptl_fail_element(m, label,
                            "it needs either a finite rate or a position as an expression of time");
  }
  return def->position ? check_position(m, label, def->position) : PTL_OK;
}

ptl_status ptl_mechanism_add_motion(ptl_mechanism *m, const ptl_motion_def *def) {
  ptl_mech_motion made = {*def, m->here};
  ptl_mech_motion *grown;
  const ptl_status status = check_motion(m, def);

  if (status != PTL_OK) return status;
  grown = ptl_grow(m->context, m->motions, (size_t)m->n_motions, sizeof *grown);
  if (!grown) return PTL_ERR_MEMORY;
  m->motions = grown;
  if (!(ptl_take_text(m, &made.def.name) & take_measure(m, &made.def.of) &
        ptl_take_text(m, &made.def.position))) {
    release_motion(m, &made.def);
    return PTL_ERR_MEMORY;
  }
  grown[m->n_motions++] = made;
  return PTL_OK;
}
