/* Short bearing, exact half film.
 *
 * With theta from the widest gap, h = 1 + eps cos(theta), the pressure is that of the axial flow
 * alone and counts where it is positive, for a - pi/2 < theta < a + pi/2:
 *
 *   X = -12 eps',  Y = -12 s (s the slide),  a = atan2(Y, X),  g = slenderness^2/3
 *   f_r = g (X I_cc + Y I_sc),   f_t = g (X I_sc + Y I_ss)
 *
 * with I_cc the integral of cos^2/h^3 over the half film, and so on. Sommerfeld's substitution
 * psi(theta),
 *
 *   cos psi = (e + cos theta)/h,   sin psi = sqrt(1 - e^2) sin(theta)/h,
 *
 * gives the integrals in closed form. Over the half film psi grows by pi - 2 atan(e cos(a)/sqrt(1 -
 * e^2)). */
#include <math.h>

#include "pintle_extend.h"
#include "slenderness.h"

static const double pi = 3.14159265358979324;

typedef struct direction { /* of the middle of the film */
  double cosine, sine;
} direction;

/* Integrals of cos^2/h^3, sin cos/h^3 and sin^2/h^3. */
typedef struct integrals {
  double cc, sc, ss;
} integrals;

/* Over the half film: s and c are sine and cosine of psi at its ends. */
static integrals over_film(double e, direction a) {
  const double d = 1.0 - e * e, root = sqrt(d);
  const double low = 1.0 / (1.0 + e * a.sine), high = 1.0 / (1.0 - e * a.sine);
  const double low_s = -root * a.cosine * low, low_c = (e + a.sine) * low;
  const double high_s = root * a.cosine * high, high_c = (e - a.sine) * high;
  const double psi = pi - 2.0 * atan(e * a.cosine / root), s = high_s - low_s, c = high_c - low_c;
  const double squares = high_s * high_s - low_s * low_s, mixed = high_s * high_c - low_s * low_c;
  return (integrals){.cc = (0.5 * (psi + mixed) - 2.0 * e * s + e * e * psi) / (d * d * root),
                     .sc = (0.5 * squares + e * c) / (d * d),
                     .ss = 0.5 * (psi - mixed) / (d * root)};
}

static void force(const double *c, const ptl_film_in *in, ptl_film_out *out) {
  const double slenderness = c[PTL_FILM_SLENDERNESS], g = slenderness * slenderness / 3.0;
  const double x = -12.0 * in->squeeze, y = -12.0 * in->slide, size = hypot(x, y);
  const direction a = {size > 0.0 ? x / size : 1.0, size > 0.0 ? y / size : 0.0};
  const integrals i = over_film(in->ratio, a);
  out->radial = g * (x * i.cc + y * i.sc);
  out->tangential = g * (x * i.sc + y * i.ss);
  out->radial_by[0] = NAN;
}

/* (X cos + Y sin)/h^3 where positive, theta from the widest gap, is opposite to the
 * eccentricity. */
static int pressure(const double *c, const ptl_film_in *in, int n, double *out) {
  const double slenderness = c[PTL_FILM_SLENDERNESS], g = slenderness * slenderness / 3.0;
  for (int i = 0; i < n; i++) {
    const double from_eccentricity = 2.0 * pi * i / n;
    const double cosine = -cos(from_eccentricity), sine = -sin(from_eccentricity);
    const double h = 1.0 + in->ratio * cosine;
    const double source = -12.0 * (in->squeeze * cosine + in->slide * sine);
    out[i] = g * fmax(source, 0.0) / (h * h * h);
  }
  return 0;
}

static const ptl_param params[] = {
    PTL_FILM_PARAMS,
    {0},
};

const ptl_film_law ptl_film_short = {
    .name = "short",
    .doc =
        {.title = "Short bearing, half film",
         .formula =
             "p = -(L/R)^2/12 (12 eps' cos t - 6 w eps sin t)/(1 + eps cos t)^3 where positive",
         .source = "Ocvirk 1952, NACA TN 2808; half film that moves with the journal: van de "
                   "Vrande 2001, thesis, Eindhoven, doi 10.6100/IR550147",
         .validity =
             "length/diameter up to 0.25, up to 0.5 where the eccentricity ratio stays below 0.5; "
             "beyond it is too stiff near the wall: 5.9 times at 0.5 and ratio 0.97"},
    .params = params,
    .n_derived = 1,
    .prepare = ptl_film_keep_slenderness,
    .force = force,
    .pressure = pressure};
