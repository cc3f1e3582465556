/* Maxwell-slip friction: sliders side by side, each on a spring, that give way one after
 * another. */
#include <math.h>

#include "slider.h"
#include "stribeck.h"

enum { KINETIC, STATIC, STRIBECK_SPEED, EXPONENT, STIFFNESS, VISCOUS, STICK_SPEED };
enum { SLIDERS = 4 };

/* All sliders carry the same share of the load, and slider i gives way at i times the deflection of
 * the first: stiffnesses in the ratio 1 : 1/2 : 1/3 : 1/4, of the sum 1. */
static const double shares[SLIDERS] = {12.0 / 25, 6.0 / 25, 4.0 / 25, 3.0 / 25};

static ptl_stribeck curve(const double *c) {
  return (ptl_stribeck){c[KINETIC], c[STATIC], c[STRIBECK_SPEED], c[EXPONENT]};
}

static int prepare(double *c, ptl_reason *why) {
  const ptl_stribeck s = curve(c);
  return ptl_stribeck_check(&s, why);
}

/* Deflection at which a slider gives way, for the coefficient g. */
static double limit(const double *c, int slider, double g) {
  return g / (SLIDERS * shares[slider] * c[STIFFNESS]);
}

typedef struct slider_rate {
  double value, by_slip, by_state, by_limit;
} slider_rate;

/* One slider with the deflection z = *shown and the limit l: *shown becomes the deflection that is
 * felt, at most 1 + b of the limit, whose derivative by l the return value is; `rate` is v, but
 * falls linearly from there to -v over the band 1 - b to 1 + b of the limit. Both bound what a step
 * that is too long for the band makes of it. The power v k shown - k z z' that is lost is never
 * negative. */
static double slide(double v, double l, double *shown, slider_rate *rate) {
  const double band = 1 - PTL_ELASTIC_SHARE, part = fabs(*shown) / l;
  *rate = (slider_rate){v, 1, 0, 0};
  if (v * *shown > 0 && part > 1 + band) {
    *rate = (slider_rate){-v, -1, 0, 0};
  } else if (v * *shown > 0 && part > 1 - band) {
    *rate = (slider_rate){v * (1 - part) / band, (1 - part) / band, -fabs(v) / l / band,
                          v * part / l / band};
  }
  if (part <= 1 + band) return 0;
  const double by_limit = copysign(1 + band, *shown);
  *shown = by_limit * l;
  return by_limit;
}

/* F = N (sum k_i z_i + s v) */
static void force(const double *c, const ptl_friction_in *in, ptl_friction_out *out) {
  const ptl_stribeck s = curve(c);
  const double v = in->slip_rate, N = in->normal_force;
  double fall;
  const double g = ptl_stribeck_coefficient(&s, v, &fall);
  out->d_normal = c[VISCOUS] * v;
  out->d_slip = N * c[VISCOUS];
  for (int i = 0; i < SLIDERS; i++) {
    const double l = limit(c, i, g), l_by_slip = limit(c, i, fall);
    const double stiffness = shares[i] * c[STIFFNESS];
    double z = in->state[i];
    slider_rate rate;
    const double by_limit = slide(v, l, &z, &rate);
    out->d_normal += stiffness * z;
    out->d_slip += N * stiffness * by_limit * l_by_slip;
    out->d_state[i] = by_limit == 0 ? N * stiffness : 0;
    out->rate[i] = rate.value;
    out->rate_d_slip[i] = rate.by_slip + rate.by_limit * l_by_slip;
    out->rate_d_state[i][i] = rate.by_state;
  }
  out->force = N * out->d_normal;
}

static double stick_speed(const double *c) {
  return c[STICK_SPEED];
}

static void steady(const double *c, double slip_rate, double *state) {
  const ptl_stribeck s = curve(c);
  double fall;
  const double g = ptl_stribeck_coefficient(&s, slip_rate, &fall);
  const double sign = slip_rate > 0 ? 1 : slip_rate < 0 ? -1 : 0;
  for (int i = 0; i < SLIDERS; i++) state[i] = sign * limit(c, i, g);
}

static const ptl_param params[] = {
    PTL_STRIBECK_ROWS,
    {.name = "stiffness",
     .unit = "1/m",
     .fallback = 1e5,
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPEN_MIN,
     .doc = "Stiffness s0 of all sliders per normal force; all slide at 2.08 mu/s0."},
    {.name = "viscous",
     .unit = "s/m",
     .fallback = 0,
     .min = 0,
     .max = INFINITY,
     .doc = "Growth s of the coefficient with the slip rate."},
    {.name = "stick_speed",
     .unit = "m/s",
     .fallback = 1e-3,
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPEN_MIN,
     .doc = "Slip rate below which the surfaces are reported as sticking; the force does not need "
            "it."},
    {0},
};

const ptl_friction_law ptl_friction_maxwell_slip = {
    .name = "maxwell_slip",
    .doc =
        {.family = "sticking",
         .title = "Maxwell-slip friction",
         .formula =
             "F = N (sum of k_i z_i + s v) over 4 sliders, |z_i| taken as 1.01 l_i at most; z_i' = "
             "v, "
             "but 100 v (1 - |z_i|/l_i) while bending beyond 0.99 l_i, -v beyond 1.01 l_i; l_i = "
             "g(v)/(4 k_i); g = mu_k + (mu_s - mu_k) exp(-|v/v_s|^delta)",
         .source = "Iwan, J. Appl. Mech. 1966, 33, 893; Lampaert, Al-Bender & Swevers, Proc. "
                   "Physcon 2003, 1206 (generalised Maxwell-slip); the form here is ours: a "
                   "slider beyond its limit comes back by slip alone",
         .validity =
             "Hysteresis with memory before sliding: closed inner loops, and no drift under a "
             "load that swings below break-away, where `lugre` creeps (at most 0.01 mu/s0 in all). "
             "The curve bends in four corners. Makes no energy as long as the normal force is "
             "constant. Steady sliding gives N (g(v) sgn v + s v). The sliders follow the slip "
             "while the "
             "surfaces are apart, too."},
    .params = params,
    .n_states = SLIDERS,
    .prepare = prepare,
    .force = force,
    .stick_speed = stick_speed,
    .steady = steady,
};
