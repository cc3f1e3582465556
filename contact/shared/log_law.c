/* The logarithmic laws of cylinders, exactly and at the cost of two logarithms. */
#include "log_law.h"

#include <math.h>

enum { PER_DEEPEST, PER_COMPLIANCE };

void ptl_log_law_derive(double *derived, double compliance, double scale, double length) {
  derived[PER_DEEPEST] = exp(1) / (compliance * scale);
  derived[PER_COMPLIANCE] = length / compliance;
}

double ptl_log_law_deepest(const double *derived) {
  return 1 / derived[PER_DEEPEST];
}

/* p = u - 1 next to the branch point: t + t^2/3 + t^3/36 - ..., t = sqrt(2 half). */
static double start_near(double half) {
  const double t = sqrt(2 * half);
  const double tail = -1.0 / 270 + t * (1.0 / 4320 + t * (1.0 / 17010));
  return t * (1 + t * (1.0 / 3 + t * (1.0 / 36 + t * tail)));
}

/* p = half + ln u, ln u by a minimax fit of our own for 0.45 < half < 750 (every positive double);
 * relative error of p below 3.1e-4. */
static double start_far(double half) {
  const double a = 0.325040854 + half * (2.07889601 + half * (0.560104962 + half * 0.00675947084));
  const double b = 1 + half * (1.43166702 + half * (0.158075615 + half * 9.59351609e-4));
  return half + a / b;
}

/* Solves f(u) = u - ln u - 1 - half = 0, half = ln(1/share), by one step of fourth order from p
 * (Fritsch, Shafer and Crowley 1973, written for u): its error is that of the start to the fourth
 * power over 36. */
double ptl_log_law_root(double share) {
  const double half = -log(share);
  const double p = half < 0.45 ? start_near(half) : start_far(half);
  if (half < 2e-4) return 1 + p; /* the series is exact there, the step would divide by nothing */
  const double u = 1 + p;
  const double f = p - half - log(u), q = 2 * p * (p - 2.0 / 3 * f);
  return u - u * f * (q - f) / (p * (q - 2 * f));
}

/* W = d/(c u), dW/dd = 1/(c (u - 1)), integral of W dd = W d (1/2 - 1/(4u)) */
void ptl_log_law_force(const double *derived, double depth, ptl_elastic_out *out) {
  const double u = ptl_log_law_root(depth * derived[PER_DEEPEST]);
  const double inverse = 1 / (u * (u - 1)), per_u = (u - 1) * inverse;
  out->force = derived[PER_COMPLIANCE] * depth * per_u;
  out->stiffness = derived[PER_COMPLIANCE] * u * inverse;
  out->energy = out->force * depth * (0.5 - 0.25 * per_u);
}
