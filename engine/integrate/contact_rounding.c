/* contact_rounding.c: what contacts make of the rounding of coordinates. */
#include "contact_rounding.h"

#include <float.h>
#include <math.h>

#include "contact.h"

/* Of the bodies of a pair. */
static double farthest(const ptl_pair *pair, const double *y) {
  const int bodies[] = {pair->a.body, pair->b.body};
  double far = 0.0;
  for (int i = 0; i < 2; i++)
    if (bodies[i] >= 0) far = fmax(far, fmax(fabs(y[3 * bodies[i]]), fabs(y[3 * bodies[i] + 1])));
  return far;
}

double ptl_contact_rounding(ptl_data *data, const ptl_gap_result *gaps, const double *y) {
  static const double near = 10.0;               /* lengths */
  static const double mean = 0.25 * DBL_EPSILON; /* of the rounding of numbers */
  const ptl_system *s = data->system;
  double largest = 0.0;
  for (int g = 0; g < s->n_gaps; g++) {
    const double far = farthest(&s->gap_sets[s->gaps[g].gap_set].pair, y);
    ptl_contact_out law;
    if (!data->gaps[g].touching || !(gaps[g].depth > 0.0) || !(far > near * s->length)) continue;
    if (ptl_eval_contact_law(data, PTL_CONTACT_BY_STATE, g, gaps[g].depth, gaps[g].rate, &law) != 0)
      continue;
    const double frequency = sqrt(fmax(law.d_depth, 0.0) / s->gaps[g].start.effective_mass);
    largest = fmax(largest, mean * far * frequency);
  }
  return largest;
}
