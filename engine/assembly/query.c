/* query.c: what the public interface tells of a system. */
#include "system.h"

const ptl_assembly *ptl_system_get_assembly(const ptl_system *s) {
  return &s->assembly;
}

const char *ptl_system_get_redundant_loop(const ptl_system *s, int index) {
  return index >= 0 && index < s->n_loops ? s->loops[index] : NULL;
}

int ptl_system_get_initial(const ptl_system *s, const ptl_initial **initial) {
  *initial = s->initial;
  return s->n_bodies;
}

int ptl_system_get_initial_coordinates(const ptl_system *s, const ptl_initial_coordinate **list) {
  *list = s->coordinates;
  return s->n_coordinates_shown;
}

int ptl_system_get_notices(const ptl_system *s, const char *const **notices) {
  *notices = (const char *const *)s->notices;
  return s->n_notices;
}

ptl_status ptl_system_get_gap(const ptl_system *s, int gap, const char **joint, const char **name,
                              const char **contact) {
  if (gap < 0 || gap >= s->n_gaps)
    return ptl_fail(s->context, PTL_ERR_USAGE, PTL_E(0004) "gap %d: the system has %d", gap,
                    s->n_gaps);
  if (joint != NULL) *joint = s->gaps[gap].joint;
  if (name != NULL) *name = s->gaps[gap].name;
  if (contact != NULL) *contact = s->gaps[gap].contact;
  return PTL_OK;
}

ptl_status ptl_system_get_gap_start(const ptl_system *s, int gap, ptl_gap_start *out) {
  if (gap < 0 || gap >= s->n_gaps)
    return ptl_fail(s->context, PTL_ERR_USAGE, PTL_E(0004) "gap %d: the system has %d", gap,
                    s->n_gaps);
  *out = s->gaps[gap].start;
  return PTL_OK;
}

ptl_status ptl_system_get_friction(const ptl_system *s, int friction, const char **joint,
                                   const char **gap, const char **law) {
  if (friction < 0 || friction >= s->n_frictions)
    return ptl_fail(s->context, PTL_ERR_USAGE, PTL_E(0004) "friction %d: the system has %d",
                    friction, s->n_frictions);
  if (joint != NULL) *joint = s->frictions[friction].joint;
  if (gap != NULL) *gap = s->frictions[friction].gap;
  if (law != NULL) *law = s->frictions[friction].law->name;
  return PTL_OK;
}
