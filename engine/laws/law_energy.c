/* law_energy.c: whether the energy that a contact law states is that of its force. */
#include "law_energy.h"

#include <float.h>
#include <math.h>

/* Relative difference of force and slope that differences of a law with corners may have. */
static const double tolerance = 1e-2;

static double energy_at(const ptl_law *law, ptl_contact_in in, double depth) {
  ptl_elastic_out out = {0};
  in.depth = depth;
  law->elastic->force(law->elastic_c, &in, &out);
  return out.energy;
}

static int are_near(double slope, double force) {
  return fabs(slope - force) <= tolerance * fmax(fabs(force), fabs(slope));
}

/* On one side of the depth: a law may have a jump or a corner there. */
int ptl_law_energy_agrees(const ptl_law *law, double depth, double rate, double reference_speed,
                          const double *memory, double *force, double *slope) {
  const ptl_contact_in in = {depth, rate, reference_speed, memory};
  const double h = depth * cbrt(DBL_EPSILON);
  ptl_elastic_out elastic = {0};
  ptl_contact_out combined;
  law->elastic->force(law->elastic_c, &in, &elastic);
  *force = elastic.force;
  const double here = energy_at(law, in, depth);
  const double above = (energy_at(law, in, depth + h) - here) / h;
  *slope = (here - energy_at(law, in, depth - h)) / h;
  if (!are_near(*slope, *force) || !isfinite(above)) *slope = above;
  ptl_law_force(law, depth, rate, reference_speed, memory, &combined, NULL);
  if (!isfinite(elastic.energy) || !isfinite(combined.energy) || !isfinite(*slope)) return 0;
  if (combined.energy < 0.0 && !law->pulls) return 0;
  return law->elastic->n_memory > 0 || are_near(*slope, *force);
}
