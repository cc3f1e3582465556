/* film_pressure.c: the pressure of a lubricant film around its journal. */
#include "film.h"
#include "mechanism.h"
#include "pintle_analysis.h"

int ptl_film_pressure(const ptl_mechanism *m, int index, const double e[2], const double twist[3],
                      int n, double *pressure, double *from) {
  if (index < 0 || index >= m->n_joints || n < 1) return 0;
  const ptl_mech_joint *joint = &m->joints[index];
  const ptl_film_law *law = joint->film.type;
  const ptl_joint_type *type = joint->use.type;
  if (law == NULL || law->kind != PTL_FILM_JOURNAL) return 0;
  double bearing, radius;
  type->radii(joint->use.c, 0, &bearing, &radius);
  const ptl_sys_film film = {
      .law = law, .c = joint->film.c, .clearance = type->clearance(joint->use.c)};
  const double relative = radius / film.clearance;
  return ptl_film_pressure_at(&film, film.c[PTL_FILM_VISCOSITY] * relative * relative, e, twist, n,
                              pressure, from) == 0;
}
