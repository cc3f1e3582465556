/* joint_form.c: what a joint is in the equations, and what a bushing replaces in it. */
#include "joint_form.h"

#include <math.h>
#include <stddef.h>

/* ------------------------------------------------------------------ form */

ptl_joint_form ptl_joint_form_of(const ptl_joint_type *type, const double *c, int has_bushing) {
  ptl_joint_form form = {.hold = PTL_HELD_BY_NOTHING,
                         .has_clearance = ptl_joint_has_clearance(type, c)};
  if (type->n_constraints > 0 && has_bushing)
    form.hold = PTL_HELD_BY_BUSHING;
  else if (type->n_constraints > 0 && !form.has_clearance)
    form.hold = PTL_HELD_BY_CONSTRAINTS;
  for (int i = 0; i < ptl_joint_n_gaps(type); i++)
    if (ptl_joint_has_gap(type, c, i)) form.gaps[form.n_gaps++] = i;
  return form;
}

ptl_joint_form ptl_joint_form_ideal(const ptl_joint_type *type, const double *c) {
  const int is_bounded = type->clearance == NULL || isfinite(type->clearance(c));
  const int is_held = type->n_constraints > 0 && is_bounded;
  return (ptl_joint_form){.hold = is_held ? PTL_HELD_BY_CONSTRAINTS : PTL_HELD_BY_NOTHING};
}

const char *ptl_joint_form_word(const ptl_mech_joint *joint) {
  const ptl_joint_form *form = &joint->form;
  const ptl_joint_type *type = joint->use.type;
  if (form->hold == PTL_HELD_BY_BUSHING) return "bushing";
  if (form->has_film) return "film";
  if ((type->flags & PTL_JOINT_PRESSED) != 0) return "pressed";
  if (form->n_gaps == 0) return "ideal";
  if (form->hold == PTL_HELD_BY_CONSTRAINTS) return "ideal with stops";
  return type->n_constraints > 0 ? "clearance" : "contact";
}

/* ------------------------------------------------------------------ bushings */

void ptl_bushing_default_sized(ptl_bushing_def *out, size_t size) {
  const ptl_bushing_def def = {.exponent = 3.0};
  ptl_give_def(out, size, &def, sizeof def);
}

int ptl_bushing_displacements(const ptl_joint_type *type, const double *c, const ptl_pose *rest,
                              const ptl_pose *pose, ptl_scalar *out) {
  ptl_scalar f[PTL_MAX_CONSTRAINTS];
  int n = 0;
  type->constraints(c, rest, pose, f);
  for (int i = 0; i < type->n_constraints; i++)
    if (type->kinds[i] != PTL_CONSTRAINT_ANGLE) out[n++] = f[i];
  return n;
}

const ptl_number_field ptl_bushing_fields[] = {
    {"stiffness", "N/m", offsetof(ptl_bushing_def, stiffness)},
    {"damping", "N s/m", offsetof(ptl_bushing_def, damping)},
    {"power_stiffness", "N/m^exponent", offsetof(ptl_bushing_def, power_stiffness)},
    {"rotational_stiffness", "N m/rad", offsetof(ptl_bushing_def, rotational_stiffness)},
    {"rotational_damping", "N m s/rad", offsetof(ptl_bushing_def, rotational_damping)},
    {"rotational_power_stiffness", "N m", offsetof(ptl_bushing_def, rotational_power_stiffness)},
    {"axial_stiffness", "N/m", offsetof(ptl_bushing_def, axial_stiffness)},
    {"axial_damping", "N s/m", offsetof(ptl_bushing_def, axial_damping)},
    {NULL, NULL, 0}};

static ptl_status check_numbers(const ptl_mechanism *m, ptl_label label,
                                const ptl_bushing_def *def) {
  const ptl_status status = ptl_check_fields(m, label, ptl_bushing_fields, def, PTL_BOUND_ZERO);
  if (status != PTL_OK || (def->exponent > 1.0 && isfinite(def->exponent))) return status;
  return ptl_fail_element(m, label, PTL_E(0206) "exponent of the bushing must be > 1, not %.12g",
                          def->exponent);
}

ptl_status ptl_bushing_check(const ptl_mechanism *m, ptl_label label, const ptl_joint_type *type,
                             const double *c, const ptl_bushing_def *def) {
  ptl_status status = check_numbers(m, label, def);
  if (status != PTL_OK) return status;
  if (type->n_constraints == 0 || (type->clearance != NULL && isinf(type->clearance(c))))
    return ptl_fail_element(
        m, label, PTL_E(0206) "a %s holds nothing that could give way; it takes no bushing",
        type->name);
  if ((type->flags & PTL_JOINT_FRICTIONLESS_GAPS) != 0)
    return ptl_fail_element(
        m, label, PTL_E(0206) "a %s by its parts gives way at its flanks: give them a 'contact'",
        type->name);
  int holds_angle = 0;
  for (int i = 0; i < type->n_constraints; i++)
    holds_angle |= type->kinds[i] == PTL_CONSTRAINT_ANGLE;
  if (type->n_constraints > holds_angle && def->stiffness == 0.0 && def->power_stiffness == 0.0)
    return ptl_fail_element(m, label,
                            PTL_E(0206) "its bushing needs 'stiffness' or 'power_stiffness'");
  if (holds_angle && def->rotational_stiffness == 0.0 && def->rotational_power_stiffness == 0.0)
    return ptl_fail_element(
        m, label, PTL_E(0206) "a %s holds the angle: its bushing needs 'rotational_stiffness'",
        type->name);
  if ((def->axial_stiffness > 0.0 || def->axial_damping > 0.0) &&
      type->coordinate != PTL_COORDINATE_X && type->coordinate != PTL_COORDINATE_Y)
    return ptl_fail_element(m, label,
                            PTL_E(0206) "a %s does not slide: its bushing takes no 'axial_' values",
                            type->name);
  return PTL_OK;
}
