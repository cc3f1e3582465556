/* dop853_dense.c: the state and the integrals within the last step of dop853_contact.c. */
#include "dop853_dense.h"

#include <math.h>
#include <string.h>

#include "dop853_step_size.h"

/* The part of the step at which time is t: Newton's iteration, kept between bounds, from where t
 * would be if the rate of the depth stayed what it was. */
static double part_at(const ptl_dop853_contact *s, double t) {
  const ptl_dop853 *m = s->method;
  int unknown = s->n_states;
  double low = 0.0, high = 1.0, passed = t - s->start, theta = passed / (s->end - s->start);
  if (s->variable == PTL_TIME) return theta;
  if (s->variable == PTL_GAP_SCALED)
    theta = fmin(ptl_step_size_for_time(s, m->x0[unknown + 1], s->rate, passed) / m->h, theta);
  for (int i = 0; i < 60; i++) {
    double slope, miss = ptl_dop853_dense_one(m, theta, unknown, &slope) - t;
    if (miss > 0.0)
      high = theta;
    else
      low = theta;
    double shift = slope > 0.0 ? miss / slope : INFINITY, next = theta - shift;
    if (fabs(shift) <= 1e-8 * fmin(theta, 1.0 - theta)) return next; /* converges quadratically */
    theta = next > low && next < high ? next : 0.5 * (low + high);
  }
  return theta;
}

void ptl_dop853_interpolate(ptl_stepper *stepper, double t, double *y) {
  ptl_dop853_contact *s = (ptl_dop853_contact *)stepper;
  const ptl_system *system = s->data->system;
  double *inner = y + system->first_state;
  if (t == s->end) {
    memcpy(y, s->y, sizeof(double) * (size_t)system->pattern.n);
  } else if (t <= s->start) {
    memcpy(y, s->method->x0, 2 * sizeof(double) * (size_t)s->n);
    memcpy(inner, s->method->x0 + 2 * s->n, sizeof(double) * (size_t)system->n_states);
  } else {
    ptl_dop853_prepare(s->method);
    double part = part_at(s, t);
    ptl_dop853_dense(s->method, part, 0, 2 * s->n, y);
    ptl_dop853_dense(s->method, part, 2 * s->n, s->n_states, inner);
  }
}

/* The motion of the bodies alone: q and v of each of them. */
void ptl_dop853_interpolate_bodies(ptl_stepper *stepper, double t, const int *bodies, int n,
                                   double *q, double *v) {
  ptl_dop853_contact *s = (ptl_dop853_contact *)stepper;
  const double *known = t == s->end ? s->y : t <= s->start ? s->method->x0 : NULL;
  double part = 0.0;
  if (known == NULL) {
    ptl_dop853_prepare(s->method);
    part = part_at(s, t);
  }
  for (int i = 0; i < n; i++) {
    const int at = 3 * bodies[i], rate = s->n + at;
    if (known != NULL) {
      memcpy(q + 3 * i, known + at, 3 * sizeof(double));
      memcpy(v + 3 * i, known + rate, 3 * sizeof(double));
    } else {
      ptl_dop853_dense(s->method, part, at, at + 3, q + 3 * i);
      ptl_dop853_dense(s->method, part, rate, rate + 3, v + 3 * i);
    }
  }
}

void ptl_dop853_integrate(ptl_stepper *stepper, double t, double *out) {
  ptl_dop853_contact *s = (ptl_dop853_contact *)stepper;
  int from = s->n_states + 2, n = s->method->m;
  if (t == s->end) {
    memcpy(out, s->method->x1 + from, sizeof(double) * (size_t)n);
  } else if (t <= s->start) {
    memset(out, 0, sizeof(double) * (size_t)n);
  } else {
    ptl_dop853_prepare(s->method);
    ptl_dop853_dense(s->method, part_at(s, t), from, from + n, out);
  }
}

void ptl_dop853_local_error(ptl_stepper *stepper, double *error) {
  const ptl_dop853_contact *s = (const ptl_dop853_contact *)stepper;
  memcpy(error, s->method->error, 2 * sizeof(double) * (size_t)s->n);
}
