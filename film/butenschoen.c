/* Finite bearing by fitted factors: forces of rotation and of squeeze, added.
 *
 * With s = slenderness and eps' = squeeze, the exact forces of the short half film times fits a1
 * ... a9 of s:
 *
 *   f_D = s^2 sqrt(pi^2 (1 - eps^2) + 16 eps^2)/(1 - eps^2)^2 a1 (eps - 1)/(a2 + eps) 2 |slide|
 *   at the angle  b = atan2(pi sqrt(1 - eps^2), 2 eps) (a3 + a4 eps + ... + a7 eps^4)  behind the
 *   narrowest gap,
 *   f_V = 8 s^2 (1 - n^2)^-2.5 ((pi/2 - acos(n)/2) (1 + 2 n^2) + 1.5 n sqrt(1 - n^2)) a8 (1 -
 *   n)/(-a9 - n) eps'
 *
 * along it, with n = eps or -eps as eps grows or falls. */
#include <math.h>

#include "pintle_extend.h"

static const double pi = 3.14159265358979324;

enum { SLENDERNESS = PTL_FILM_N_PARAMS, A, N_FACTORS = 9 };

static int prepare(double *c, const ptl_film_env *env, ptl_reason *why) {
  static const double fits[N_FACTORS][5] = {{1.1642, -1.9456, 7.1161, -10.1073, 5.0141},
                                            {-1.000026, -0.023634, -0.4215, -0.038817, -0.090551},
                                            {1.152624, -0.104565},
                                            {-2.5905, 0.798745},
                                            {8.73393, -2.3291},
                                            {-13.3414, 3.424337},
                                            {6.6294, -1.591732},
                                            {0.70038, 3.2415, -12.2486, 18.895, -9.3561},
                                            {-0.999935, 0.0157434, -0.74224, 0.42278, -0.368928}};
  const double s = env->slenderness;
  if (s > 1.0)
    return ptl_refuse(
        why, "length/diameter is %.4g, and its factors are fitted up to 1: use 'finite'", s);
  c[SLENDERNESS] = s;
  for (int i = 0; i < N_FACTORS; i++)
    c[A + i] = fits[i][0] + s * (fits[i][1] + s * (fits[i][2] + s * (fits[i][3] + s * fits[i][4])));
  return 0;
}

static void force(const double *c, const ptl_film_in *in, ptl_film_out *out) {
  const double e = in->ratio, n = in->squeeze < 0.0 ? -e : e, d = 1.0 - e * e;
  const double *a = c + A - 1, square = c[SLENDERNESS] * c[SLENDERNESS];
  const double turning = 2.0 * square * fabs(in->slide) * sqrt(pi * pi * d + 16.0 * e * e) /
                         (d * d) * a[1] * (e - 1.0) / (a[2] + e);
  const double angle =
      atan2(pi * sqrt(d), 2.0 * e) * (a[3] + e * (a[4] + e * (a[5] + e * (a[6] + e * a[7]))));
  const double squeezing = 8.0 * square * in->squeeze / (d * d * sqrt(d)) *
                           ((0.5 * pi - 0.5 * acos(n)) * (1.0 + 2.0 * n * n) + 1.5 * n * sqrt(d)) *
                           a[8] * (1.0 - n) / (-a[9] - n);
  out->radial = -turning * cos(angle) - squeezing;
  out->tangential = -copysign(turning, in->slide) * sin(angle);
  out->radial_by[0] = NAN;
}

static const ptl_param params[] = {
    PTL_FILM_PARAMS,
    {0},
};

const ptl_film_law ptl_film_butenschoen = {
    .name = "butenschoen",
    .doc = {.title = "Finite bearing, fitted factors",
            .formula =
                "short half film of rotation and of squeeze, each times fitted factors, added",
            .source = "Butenschoen 1976, thesis, Karlsruhe; factors as in MBDyn's "
                      "module-hydrodynamic_plain_bearing",
            .validity =
                "length/diameter up to 1: 2 to 7 % off in rotation or in squeeze alone. Where the "
                "journal turns and "
                "parts from the wall the sum is up to 12 times too large and may give energy "
                "instead of taking it"},
    .params = params,
    .n_derived = 1 + N_FACTORS,
    .prepare = prepare,
    .force = force};
