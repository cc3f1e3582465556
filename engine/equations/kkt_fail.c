/* kkt_fail.c: numbers of the linear problems of a start that are not finite. */
#include "kkt_scaled.h"

ptl_status ptl_kkt_fail_body(const ptl_kkt *k, int coordinate, const char *what) {
  const ptl_mechanism *m = k->data->system->mechanism;
  const ptl_mech_body *body = &m->bodies[coordinate / 3];
  return ptl_fail_at(m, body->where, PTL_ERR_UNFIT,
                     PTL_E(0304) "body '%s': %s is not finite; masses, lengths, rates or forces are too large or too small",
                     body->def.name, what);
}
