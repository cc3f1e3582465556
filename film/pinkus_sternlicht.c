/* Infinitely long bearing with cavitation, as in the literature of lubricated clearance joints.
 *
 * With w eps = -2 s (s the slide) and kappa = sqrt((1 - eps^2) (s^2 + eps'^2)), which is k eps
 * |eps'| of the source, so that nothing is divided by eps or eps':
 *
 *   f_r = -6 (4 kappa eps + (2 + eps^2) pi eps') / ((2 + eps^2) (1 - eps^2)^(3/2)) B
 *   f_t = -12 pi s / ((2 + eps^2) sqrt(1 - eps^2)) B
 *   B = (kappa + 3 eps |eps'|)/(kappa + 1.5 eps |eps'|) approaching, kappa/(kappa + 1.5 eps |eps'|)
 *   parting
 */
#include <math.h>

#include "pintle_extend.h"

static const double pi = 3.14159265358979324;

static void force(const double *c, const ptl_film_in *in, ptl_film_out *out) {
  (void)c;
  const double e = in->ratio, squeeze = in->squeeze, slide = in->slide, d = 1.0 - e * e;
  const double kappa = sqrt(d * (slide * slide + squeeze * squeeze)), m = e * fabs(squeeze);
  const double share = kappa > 0.0 ? m / kappa : 0.0;
  const double blend = (1.0 + (squeeze > 0.0 ? 3.0 * share : 0.0)) / (1.0 + 1.5 * share);
  const double factor = 6.0 * blend / ((2.0 + e * e) * sqrt(d));
  out->radial = -factor / d * (4.0 * kappa * e + (2.0 + e * e) * pi * squeeze);
  out->tangential = -2.0 * factor * pi * slide;
  out->radial_by[0] = NAN;
}

static const ptl_param params[] = {
    PTL_FILM_PARAMS,
    {0},
};

const ptl_film_law ptl_film_pinkus_sternlicht = {
    .name = "pinkus_sternlicht",
    .doc =
        {.title = "Long bearing with cavitation",
         .formula = "f_r = -6 (4 kappa eps + (2 + eps^2) pi eps') B/((2 + eps^2) (1 - eps^2)^1.5), "
                    "f_t = 6 "
                    "pi eps w B/((2 + eps^2) sqrt(1 - eps^2))",
         .source =
             "Pinkus & Sternlicht 1961, Theory of Hydrodynamic Lubrication, as Flores, Ambrosio, "
             "Claro & Lankarani use it, Mech. Mach. Theory 2006, 41, 247",
         .validity =
             "length/diameter above 2, and there still 10 to 56 % too stiff, most near the centre; "
             "at 0.5 up to 13 times. B is an interpolation, not a solution: a journal that parts "
             "from the wall is held back far too much, 47 times at ratio 0.97. For "
             "comparison with the literature"},
    .params = params,
    .force = force};
