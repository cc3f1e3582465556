/* Plane faces that approach each other.
 *
 * Between parallel faces B x L whose distance h falls, the pressure vanishes at all four edges:
 *
 *   F = -viscosity L B^3 k h'/h^3,   k = 1 - 192/pi^5 B/L sum over odd n of tanh(n pi L/(2 B))/n^5
 *
 * the volume below a membrane over a rectangle; k = 1 for faces that are wide across the plane.
 * Where they part, the film ruptures. */
#include <math.h>

#include "slenderness.h"

enum { SHARE = PTL_FILM_SLENDERNESS + 1 };

static int prepare(double *c, const ptl_film_env *env, ptl_reason *why) {
  enum { TERMS = 40 };
  static const double pi = 3.14159265358979324;
  const double wide = 2.0 * env->slenderness; /* L/B */
  double sum = 0.0;
  for (int n = 2 * TERMS - 1; n > 0; n -= 2) sum += tanh(0.5 * n * pi * wide) / pow(n, 5.0);
  c[SHARE] = 1.0 - 192.0 / pow(pi, 5.0) / wide * sum;
  return ptl_film_keep_slenderness(c, env, why);
}

static void force(const double *c, const ptl_film_in *in, ptl_film_out *out) {
  const double h = 1.0 - in->ratio, unit = c[SHARE] / (h * h * h);
  if (!(in->squeeze > 0.0)) return;
  out->radial = -unit * in->squeeze;
  out->radial_by[0] = -3.0 * unit / h * in->squeeze;
  out->radial_by[1] = -unit;
}

static const ptl_param params[] = {
    PTL_FILM_PARAMS,
    {0},
};

const ptl_film_law ptl_film_squeeze_plane = {
    .name = "squeeze_plane",
    .doc = {.title = "Squeeze film between plane faces",
            .formula = "F = -viscosity L B^3 k h'/h^3 where h' < 0, else 0; k = 1 - 192 B/(pi^5 L) "
                       "sum tanh(n pi L/(2 B))/n^5, "
                       "n odd",
            .source = "Reynolds equation between parallel rectangles; the series is that of the "
                      "torsion of a bar with "
                      "that section",
            .validity =
                "sliders in guides. Each half of a face counts with its thickness at B/sqrt(60) "
                "from the middle, "
                "which is exact for approach and for tilting of wide faces that are parallel, and "
                "of first order in "
                "the tilt. What the sliding drags into a wedge, and its drag, are not covered"},
    .params = params,
    .n_derived = 2,
    .prepare = prepare,
    .force = force,
    .kind = PTL_FILM_PLANE};
