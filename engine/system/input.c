/* input.c: see input.h. */
#include "input.h"

/* Coefficients of the course as a polynomial in s = (t - since)/(until - since); Hermite's for a
 * guided one. */
static void coefficients(const ptl_input_state *i, double c[4]) {
  const double h = i->until - i->since, rise = i->to - i->from;
  c[0] = i->from;
  c[1] = i->is_guided ? h * i->rate_from : rise;
  c[2] = i->is_guided ? 3.0 * rise - h * (2.0 * i->rate_from + i->rate_to) : 0.0;
  c[3] = i->is_guided ? -2.0 * rise + h * (i->rate_from + i->rate_to) : 0.0;
}

void ptl_input_eval(const ptl_input_state *i, double t, double value[3]) {
  const double beyond = t - i->until, h = i->until - i->since;
  if (beyond >= 0.0) {
    value[1] = i->is_guided ? i->rate_to : 0.0;
    value[0] = i->to + value[1] * beyond;
    value[2] = 0.0;
    return;
  }
  double c[4];
  coefficients(i, c);
  const double s = fmax(t - i->since, 0.0) / h;
  value[0] = c[0] + s * (c[1] + s * (c[2] + s * c[3]));
  value[1] = (c[1] + s * (2.0 * c[2] + s * 3.0 * c[3])) / h;
  value[2] = (2.0 * c[2] + s * 6.0 * c[3]) / (h * h);
}

double ptl_input_integral(const ptl_input_state *i, double t) {
  double sum = 0.0, c[4];
  if (i->until > i->since) {
    const double h = i->until - i->since, s = (fmin(t, i->until) - i->since) / h;
    coefficients(i, c);
    sum = h * s * (c[0] + s * (c[1] / 2.0 + s * (c[2] / 3.0 + s * c[3] / 4.0)));
  }
  const double beyond = t - i->until;
  if (beyond > 0.0) sum += beyond * (i->to + (i->is_guided ? 0.5 * i->rate_to * beyond : 0.0));
  return sum;
}
