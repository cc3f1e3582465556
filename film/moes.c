/* Finite bearing by Moes' mobility.
 *
 * The mobility gives the film velocity v under a load P on the journal. With xi and eta the
 * components of eps along P and 90 degrees on, s = slenderness:
 *
 *   Q = (1 - xi)/s^2,  M_xi = 0.15 (1 + 2.12 Q) (1 - xi)^1.5,
 *   M_eta = -0.1125 eta (1 + 3.6 Q) (1 - xi)^0.5,   v = P/(2 C) (M_xi, M_eta)
 *
 * Here v is known and P wanted: the direction b of P against e is the root of the angle between M
 * and v, and |P| = 2 C |v|/|M|. The film's force is -P. */
#include <math.h>

#include "pintle_extend.h"
#include "slenderness.h"

static const double pi = 3.14159265358979324;

/* Mobility in the frame of e under a load at the angle b from e. */
static void mobility(const double *c, double ratio, double b, double m[2]) {
  const double s = c[PTL_FILM_SLENDERNESS], cosine = cos(b), sine = sin(b);
  const double xi = ratio * cosine, eta = -ratio * sine, gap = 1.0 - xi, q = gap / (s * s);
  const double along = 0.15 * (1.0 + 2.12 * q) * gap * sqrt(gap);
  const double across = -0.1125 * eta * (1.0 + 3.6 * q) * sqrt(gap);
  m[0] = along * cosine - across * sine;
  m[1] = along * sine + across * cosine;
}

/* Sine of the angle from v to M, or below -1 or above 1 where it is obtuse; v is (cos, sin) of a
 * direction. */
static double angle_to(const double *c, double ratio, double b, const double v[2]) {
  double m[2];
  mobility(c, ratio, b, m);
  return atan2(v[0] * m[1] - v[1] * m[0], v[0] * m[0] + v[1] * m[1]);
}

/* The direction of the load for the film velocity (cos, sin)(a), 0 <= a <= pi: by bisection and
 * secants between the bounds 0 and pi, where M is along the eccentricity. */
static double load_direction(const double *c, double ratio, const double v[2]) {
  double low = 0.0, high = pi, f_low = angle_to(c, ratio, low, v),
         f_high = angle_to(c, ratio, high, v);
  if (!(f_low < 0.0)) return low;
  if (!(f_high > 0.0)) return high;
  for (int i = 0; i < 100 && high - low > 1e-14; i++) {
    double b = i % 3 == 2 ? 0.5 * (low + high) : low - f_low * (high - low) / (f_high - f_low);
    if (!(b > low && b < high)) b = 0.5 * (low + high);
    const double f = angle_to(c, ratio, b, v);
    if (f == 0.0) return b;
    if (f < 0.0) {
      low = b;
      f_low = f;
    } else {
      high = b;
      f_high = f;
    }
  }
  return fabs(f_low) < fabs(f_high) ? low : high;
}

static void force(const double *c, const ptl_film_in *in, ptl_film_out *out) {
  const double speed = hypot(in->squeeze, in->slide), side = in->slide < 0.0 ? -1.0 : 1.0;
  out->radial_by[0] = NAN;
  if (speed == 0.0) return;
  const double v[2] = {in->squeeze / speed, fabs(in->slide) / speed};
  const double b = load_direction(c, in->ratio, v);
  double m[2];
  mobility(c, in->ratio, b, m);
  const double load = 2.0 * speed / hypot(m[0], m[1]);
  out->radial = -load * cos(b);
  out->tangential = -side * load * sin(b);
}

static const ptl_param params[] = {
    PTL_FILM_PARAMS,
    {0},
};

const ptl_film_law ptl_film_moes = {
    .name = "moes",
    .doc = {.title = "Finite bearing, Moes' mobility",
            .formula =
                "v = P/(2 C) M(eps), M_xi = 0.15 (1 + 2.12 Q) (1 - xi)^1.5, Q = (1 - xi) (D/L)^2",
            .source =
                "Childs, Moes & van Leeuwen 1977, J. Lubr. Technol. 99, 198; for a slider-crank: "
                "Schwab, Meijaard & Meijers 2002, Mech. Mach. Theory 37, 895",
            .validity = "against the Reynolds equation with cavitation 1 to 10 % off up to ratio "
                        "0.7, 13 to 36 % at 0.97; "
                        "30 % near the centre at length/diameter 2"},
    .params = params,
    .n_derived = 1,
    .prepare = ptl_film_keep_slenderness,
    .force = force};
