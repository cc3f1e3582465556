/* Friction by a table of the coefficient over the slip rate. */
#include <math.h>

#include "monotone.h"
#include "pintle_extend.h"
#include "pintle_monotone.h"

enum { POINTS, N_POINTS_PLACES = 2, SPEED = N_POINTS_PLACES, N_PARAMS, SPEED_USED = N_PARAMS };

static const double default_speed = 1e-3;

/* The curve is the whole law when it begins with (0, 0); else it is switched on at zero slip. */
static int prepare(double *c, ptl_reason *why) {
  int n;
  const double *p = ptl_points(c, POINTS, &n);
  for (int i = 1; i < n; i++)
    if (!(p[2 * i] > p[2 * i - 2]))
      return ptl_refuse(why,
                        "the slip rates must grow from point to point, not %g m/s after %g m/s",
                        p[2 * i], p[2 * i - 2]);
  const int is_whole = n > 1 && p[0] == 0 && p[1] == 0;
  if (is_whole && !isnan(c[SPEED]))
    return ptl_refuse(why,
                      "with a table that begins with (0 m/s, 0) there is nothing to "
                      "regularise: leave out regularisation_speed");
  c[SPEED_USED] = is_whole ? 0 : isnan(c[SPEED]) ? default_speed : c[SPEED];
  double *slopes = c + (size_t)c[POINTS + 1] + 2 * n;
  if (n > 1) ptl_monotone_slopes(p, n, slopes, 1);
  slopes[0] = is_whole ? p[3] / p[2] : 0;
  slopes[n - 1] = 0;
  return 0;
}

/* F = N mu(|v|) sgn v, or N mu(|v|) tanh(v/v_r) */
static void force(const double *c, const ptl_friction_in *in, ptl_friction_out *out) {
  int n;
  const double *p = ptl_points(c, POINTS, &n), v = in->slip_rate;
  double slope;
  const double mu = ptl_monotone_value(p, p + 2 * n, n, fabs(v), &slope);
  if (c[SPEED_USED] > 0) {
    const double step = tanh(v / c[SPEED_USED]);
    out->d_normal = mu * step;
    out->d_slip = in->normal_force * (fabs(step) * slope + mu * (1 - step * step) / c[SPEED_USED]);
  } else {
    out->d_normal = copysign(mu, v);
    out->d_slip = in->normal_force * (v == 0 ? p[2 * n] : slope);
  }
  out->force = in->normal_force * out->d_normal;
}

static double stick_speed(const double *c) {
  int n;
  const double *p = ptl_points(c, POINTS, &n);
  return c[SPEED_USED] > 0 ? c[SPEED_USED] : p[2];
}

static const ptl_param params[] = {
    {.name = "points",
     .unit = "m/s|1",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .kind = PTL_POINTS,
     .doc = "Slip rates, growing, and the coefficient mu at each; constant before and after."},
    {.name = "regularisation_speed",
     .unit = "m/s",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc =
         "Slip rate v_r of the smooth step at zero, unless the table begins with (0, 0); left out: "
         "0.001 m/s."},
    {0},
};

const ptl_friction_law ptl_friction_table = {
    .name = "table",
    .doc = {.family = "static and kinetic",
            .title = "Friction by table over the slip rate",
            .formula = "F = N mu(|v|) tanh(v/v_r); F = N mu(|v|) sgn v when the table begins with "
                       "(0, 0)",
            .source = "measured curves; between the points by the monotone cubic of Fritsch & "
                      "Butland, SIAM J. Sci. Stat. Comput. 1984, 5, 300",
            .validity = "The curve is smooth and stays between neighbouring points. The same for "
                        "both directions of slip. What should hold creeps, as with `coulomb`."},
    .params = params,
    .flags = PTL_FRICTION_PROPORTIONAL,
    .n_derived = 1,
    .n_derived_per_point = 1,
    .prepare = prepare,
    .force = force,
    .stick_speed = stick_speed,
};
