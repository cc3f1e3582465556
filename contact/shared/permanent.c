/* Loading and unloading with a permanent indentation. */
#include "permanent.h"

#include <math.h>

enum { DEEPEST, FORCE, ENERGY };

/* On the way in, what will come back is e^2 of the elastic energy. */
static void load(double e, const ptl_elastic_out *elastic, ptl_contact_out *out) {
  out->force = elastic->force;
  out->d_depth = elastic->stiffness;
  out->d_rate = 0;
  out->energy = e * e * elastic->energy;
}

void ptl_permanent_force(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                         ptl_contact_out *out) {
  const double *m = in->memory;
  if (!(m[DEEPEST] > 0 && in->depth < m[DEEPEST])) {
    load(c[0], elastic, out);
    return;
  }
  const double span = m[DEEPEST] * c[0] * c[0];
  const double share = 1 - (m[DEEPEST] - in->depth) / span;
  *out = (ptl_contact_out){0};
  if (!(share > 0)) return;
  const double n = m[FORCE] * m[DEEPEST] / m[ENERGY] - 1;
  out->force = m[FORCE] * pow(share, n);
  out->d_depth = n * out->force / (share * span);
  out->energy = out->force * share * span / (n + 1);
}

/* A second maximum on the unloading path is not a new deepest point. */
void ptl_permanent_update(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                          ptl_contact_event event, double *memory) {
  (void)c;
  if (event != PTL_DEEPEST || in->depth <= memory[DEEPEST]) return;
  memory[DEEPEST] = in->depth;
  memory[FORCE] = elastic->force;
  memory[ENERGY] = elastic->energy;
}
