/* A disc that approaches a wall.
 *
 * With h + x^2/(2 R) the distance beside the thinnest place and 1/R the curvature of both surfaces
 * against each other:
 *
 *   p = -6 viscosity R h'/(h + x^2/(2 R))^2,   F = -3 sqrt(2) pi viscosity L (R/h)^(3/2) h'
 *
 * Where they part, the film ruptures. */
#include <math.h>

#include "pintle_extend.h"

static void force(const double *c, const ptl_film_in *in, ptl_film_out *out) {
  static const double root_two_pi = 4.44288293815836624; /* sqrt(2) pi */
  const double h = 1.0 - in->ratio, unit = 3.0 * root_two_pi / (h * sqrt(h));
  (void)c;
  if (!(in->squeeze > 0.0)) return;
  out->radial = -unit * in->squeeze;
  out->radial_by[0] = -1.5 * unit / h * in->squeeze;
  out->radial_by[1] = -unit;
}

static const ptl_param params[] = {
    PTL_FILM_PARAMS,
    {0},
};

const ptl_film_law ptl_film_squeeze_arc = {
    .name = "squeeze_arc",
    .doc = {.title = "Squeeze film between a disc and a wall",
            .formula = "F = -3 sqrt(2) pi viscosity L (R/h)^1.5 h' where h' < 0, else 0; 1/R = "
                       "1/r_pin - 1/r_wall",
            .source = "Reynolds equation for a parabolic gap that is long across the plane",
            .validity = "pins in slots along lines and arcs, with the round ends; L much more than "
                        "sqrt(R h), R and what "
                        "the wall covers of the disc much more than sqrt(R h). What rolling and "
                        "sliding drag into the "
                        "gap, and the drag, are not covered"},
    .params = params,
    .force = force,
    .kind = PTL_FILM_ARC};
