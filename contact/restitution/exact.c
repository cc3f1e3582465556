/* The damping that returns exactly the restitution asked for. */
#include "restitution.h"

/* Langevin function coth z - 1/z by its continued fraction z/(3 + z^2/(5 + z^2/(7 + ...))), which
 * does not cancel; to rounding for z < 3. */
static double langevin(double z) {
  double tail = 0;
  for (int k = 29; k >= 3; k -= 2) tail = z * z / (k + tail);
  return tail / z;
}

/* L(z) = w for w <= 1/2, by Newton; L' = 1 - L^2 - 2 L/z. */
static double invert_small(double w, double z) {
  for (int i = 0; i < 6; ++i) {
    const double value = langevin(z);
    const double step = (value - w) / (1 - value * value - 2 * value / z);
    z -= step;
    if (fabs(step) <= 1e-10 * z) break; /* quadratic: the next step is below rounding */
  }
  return z;
}

/* 1 - L(z) = 1/z - 2/(e^(2z) - 1) = rest for w > 1/2, by Newton on the equation times z. */
static double invert_large(double rest, double z) {
  for (int i = 0; i < 6; ++i) {
    const double q = 2 * z / expm1(2 * z);
    const double step = z * (1 - q - rest * z) / (q * q + 2 * z * q - 1);
    z -= step;
    if (fabs(step) <= 1e-10 * z) break;
  }
  return z;
}

/* m v dv/dd = -F_el (1 + eps v/v0) separates; from v0 to -c v0 it gives
 *   eps (1 + c) = ln((1 + eps)/(1 - eps c)),
 * and with z = eps (1 + c)/2 and w = (1 - c)/(1 + c):  coth z - 1/z = w,  eps = (1 + w) z.
 * Newton starts from Kroeger's rational approximation (error 0.28 %). */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)env, (void)why;
  const double e = c[PTL_RESTITUTION];
  const double w = (1 - e) / (1 + e), rest = 2 * e / (1 + e), w2 = w * w;
  c[PTL_EPS] = 0;
  if (e == 1) return 0;
  const double start = w * (3 - w2 * (6 + w2 - 2 * w2 * w2) / 5) / (rest * (1 + w));
  c[PTL_EPS] = (1 + w) * (w > 0.5 ? invert_large(rest, start) : invert_small(w, start));
  return 0;
}

static const ptl_param params[] = {
    PTL_RESTITUTION_ROWS(0),
    {0},
};

const ptl_damping_law ptl_damping_exact = {
    .name = "exact",
    .doc = {.family = "set by a restitution",
            .title = "Exact restitution",
            .formula = "F = F_el (1 + eps d_rate/v0), eps (1 + c) = ln((1 + eps)/(1 - eps c))",
            .source =
                "relation: Gonthier et al., Multibody Syst. Dyn. 2004, 11, 209; solved through "
                "the inverse Langevin function, start: Kroeger, J. Non-Newton. Fluid Mech. "
                "2015, 223, 77",
            .validity = "Gives c for every elastic law, mass and speed, as long as no other force "
                        "acts during the impact. eps grows as 1/c."},
    .params = params,
    .n_derived = 1,
    .prepare = prepare,
    .force = ptl_restitution_force,
};
