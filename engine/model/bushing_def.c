/* bushing_def.c: what a bushing replaces, and whether its numbers fit. */
#include "bushing_def.h"

#include <math.h>

ptl_bushing_def ptl_bushing_default(void) {
  return (ptl_bushing_def){.exponent = 3.0};
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

static ptl_status check_numbers(const ptl_mechanism *m, ptl_label label,
                                const ptl_bushing_def *def) {
  const char *const names[] = {"stiffness [N/m]",
                               "damping [N s/m]",
                               "power_stiffness",
                               "rotational_stiffness [N m/rad]",
                               "rotational_damping [N m s/rad]",
                               "rotational_power_stiffness",
                               "axial_stiffness [N/m]",
                               "axial_damping [N s/m]"};
  const double values[] = {def->stiffness,          def->damping,
                           def->power_stiffness,    def->rotational_stiffness,
                           def->rotational_damping, def->rotational_power_stiffness,
                           def->axial_stiffness,    def->axial_damping};
  ptl_status status = PTL_OK;
  for (size_t i = 0; i < sizeof values / sizeof *values && status == PTL_OK; i++)
    status = ptl_check_number(m, label, names[i], values[i], PTL_BOUND_ZERO);
  if (status == PTL_OK && !(def->exponent > 1.0 && isfinite(def->exponent)))
    status =
        ptl_fail_element(m, label, "exponent of the bushing must be > 1, not %.12g", def->exponent);
  return status;
}

ptl_status ptl_bushing_check(const ptl_mechanism *m, ptl_label label, const ptl_joint_type *type,
                             const double *c, const ptl_bushing_def *def) {
  ptl_status status = check_numbers(m, label, def);
  if (status != PTL_OK) return status;
  if (type->n_constraints == 0 || (type->clearance != NULL && isinf(type->clearance(c))))
    return ptl_fail_element(m, label, "a %s holds nothing that could give way; it takes no bushing",
                            type->name);
  int holds_angle = 0;
  for (int i = 0; i < type->n_constraints; i++)
    holds_angle |= type->kinds[i] == PTL_CONSTRAINT_ANGLE;
  if (type->n_constraints > holds_angle && def->stiffness == 0.0 && def->power_stiffness == 0.0)
    return ptl_fail_element(m, label, "its bushing needs 'stiffness' or 'power_stiffness'");
  if (holds_angle && def->rotational_stiffness == 0.0 && def->rotational_power_stiffness == 0.0)
    return ptl_fail_element(
        m, label, "a %s holds the angle: its bushing needs 'rotational_stiffness'", type->name);
  if ((def->axial_stiffness > 0.0 || def->axial_damping > 0.0) &&
      type->coordinate != PTL_COORDINATE_X && type->coordinate != PTL_COORDINATE_Y)
    return ptl_fail_element(m, label, "a %s does not slide: its bushing takes no 'axial_' values",
                            type->name);
  return PTL_OK;
}
