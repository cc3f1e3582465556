/* input.h: the course of an input in a run. Internal. */
#ifndef PTL_INPUT_H
#define PTL_INPUT_H

#include <math.h>

/* From one value to another while `since` < time < `until` [s]: linear, and held from then on; or
 * guided, by the cubic with these rates at both ends, and on at the last rate. */
typedef struct ptl_input_state {
  double since, until, from, to;
  int is_guided;
  double rate_from, rate_to; /* [unit/s], of a guided one */
} ptl_input_state;

/* The course at t: value, rate and second derivative, at a bend those behind it. */
void ptl_input_eval(const ptl_input_state *input, double t, double value[3]);
/* Integral by time from `since` to t. */
double ptl_input_integral(const ptl_input_state *input, double t);

static inline double ptl_input_value(const ptl_input_state *i, double t) {
  if (i->is_guided) {
    double value[3];
    ptl_input_eval(i, t, value);
    return value[0];
  }
  if (t >= i->until) return i->to;
  return i->from + (i->to - i->from) * fmax(t - i->since, 0.0) / (i->until - i->since);
}

#endif
