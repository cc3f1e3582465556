/* mechanism_wear.c: what a joint's wear needs; pintle_wear.h. */
#include <math.h>
#include <stddef.h>

#include "joint_form.h"

enum { LEAST_SECTORS = 12, MOST_SECTORS = 1440 };

void ptl_wear_default_sized(ptl_wear_def *out, size_t size) {
  const ptl_wear_def def = {.sectors = 72.0};
  ptl_give_def(out, size, &def, sizeof def);
}

const ptl_number_field ptl_wear_fields[] = {
    {"coefficient", "m^2/N", offsetof(ptl_wear_def, coefficient)},
    {"coefficient_b", "m^2/N", offsetof(ptl_wear_def, coefficient_b)},
    {"length", "m", offsetof(ptl_wear_def, length)},
    {"foundation", "Pa/m", offsetof(ptl_wear_def, foundation)},
    {"sectors", "1", offsetof(ptl_wear_def, sectors)},
    {NULL, NULL, 0}};

ptl_status ptl_wear_check(const ptl_mechanism *m, ptl_label label, const ptl_mech_joint *joint,
                          const ptl_wear_def *def) {
  const ptl_status status = ptl_check_fields(m, label, ptl_wear_fields, def, PTL_BOUND_ZERO);
  if (status != PTL_OK) return status;
  if (joint->form.n_gaps == 0)
    return ptl_fail_element(
        m, label,
        PTL_E(0206) "only surfaces that touch wear: its wear needs 'clearance' and 'contact'");
  if (!(def->coefficient + def->coefficient_b > 0.0))
    return ptl_fail_element(m, label,
                            PTL_E(0205) "its wear needs a 'coefficient' > 0 (of part A's surface), or "
                            "'coefficient_b' (of part B's)");
  if (!(def->length > 0.0))
    return ptl_fail_element(
        m, label, PTL_E(0206) "its wear needs 'length', that of the contact across the plane");
  if (def->sectors != floor(def->sectors) || def->sectors < LEAST_SECTORS ||
      def->sectors > MOST_SECTORS)
    return ptl_fail_element(
        m, label, PTL_E(0204) "sectors of its wear must be a whole number from %d to %d, not %.12g",
        LEAST_SECTORS, MOST_SECTORS, def->sectors);
  return PTL_OK;
}
