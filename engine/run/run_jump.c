/* run_jump.c: jumps of drivers that are written as expressions, by bisection. */
#include "run_jump.h"

#include <float.h>
#include <math.h>

enum { SAMPLES = 8 };
/* A change is a jump if this share of it is left in the shortest interval; after so many halvings a
 * smooth function has lost it. */
static const double left_of_jump = 0.4, left_of_kink = 0.2;
enum { HALVINGS_TO_TELL = 6, HALVINGS_OF_KINK = 20, LEAST_HALVINGS_OF_KINK = 10 };
/* Changes smaller than this, relative to the values, may be rounding. */
static const double rounding = 1e-9;

typedef struct function { /* the driver's expression, of time */
  const ptl_data *data;
  int motion;
} function;

static double at(const function *f, double t) {
  double *time = f->data->variables, kept = *time;
  *time = t;
  double value = ptl_expr_eval(f->data->motion_expr[f->motion]);
  *time = kept;
  return value;
}

static int find_step(const function *f, double a, double b, double floor, ptl_jump *out) {
  double l = a, r = b, at_l = at(f, a), at_r, previous = at_l, size = 0.0, first,
         largest = fabs(at_l);
  at_r = at_l;
  for (int i = 1; i <= SAMPLES; i++) {
    double value = at(f, a + (b - a) * i / SAMPLES);
    largest = fmax(largest, fabs(value));
    if (fabs(value - previous) > size) {
      size = fabs(value - previous);
      l = a + (b - a) * (i - 1) / SAMPLES;
      r = a + (b - a) * i / SAMPLES;
      at_l = previous;
      at_r = value;
    }
    previous = value;
  }
  first = size;
  if (!(size > rounding * fmax(largest, floor))) return 0;
  for (int i = 0; r - l > 4.0 * DBL_EPSILON * fmax(fabs(l), fabs(r)) && i < 200; i++) {
    double m = 0.5 * (l + r), at_m = at(f, m);
    if (!(m > l && m < r)) break;
    if (fabs(at_m - at_l) > fabs(at_r - at_m)) {
      r = m;
      at_r = at_m;
    } else {
      l = m;
      at_l = at_m;
    }
    size = fabs(at_r - at_l);
    if (i >= HALVINGS_TO_TELL && size < left_of_jump * first) return 0;
  }
  if (!(size >= left_of_jump * first)) return 0;
  *out = (ptl_jump){.time = r, .size = at_r - at_l};
  return 1;
}

static double bend(const function *f, double l, double r) {
  return at(f, l) - 2.0 * at(f, 0.5 * (l + r)) + at(f, r);
}

/* A kink of a position: its second difference over a window of width w is the jump of the rate
 * times the distance to the nearer end, while that of a smooth function shrinks with w^2. */
static int find_kink(const function *f, double a, double b, double floor, ptl_jump *out) {
  double width = 2.0 * (b - a) / SAMPLES, l = a, jump = 0.0, first, fastest = 0.0, largest = 0.0;
  for (int i = 0; i + 1 < SAMPLES; i++) {
    double from = a + 0.5 * width * i, size = fabs(bend(f, from, from + width)) * 4.0 / width;
    double p = at(f, from), q = at(f, from + 0.5 * width);
    largest = fmax(largest, fmax(fabs(p), fabs(q)));
    fastest = fmax(fastest, fabs(q - p) * 2.0 / width);
    if (size <= jump) continue;
    jump = size;
    l = from;
  }
  first = jump;
  if (!(jump > fmax(1e-4 * fastest, floor))) return 0;
  int halvings = 0;
  for (; halvings < HALVINGS_OF_KINK; halvings++) {
    double half = 0.5 * width, best = -1.0, from = l;
    if (!(jump > 1e3 * DBL_EPSILON * largest * 4.0 / half)) break; /* rounding */
    for (int i = 0; i < 3; i++) {
      double start = l + 0.5 * half * i, size = fabs(bend(f, start, start + half)) * 4.0 / half;
      if (size <= best) continue;
      best = size;
      from = start;
    }
    l = from;
    width = half;
    jump = best;
    if (halvings >= HALVINGS_TO_TELL && jump < left_of_kink * first) return 0;
  }
  if (halvings < LEAST_HALVINGS_OF_KINK || !(jump >= left_of_kink * first)) return 0;
  double m = l + 0.5 * width;
  double before = (at(f, l - width) - at(f, l - 2.0 * width)) / width;
  double after = (at(f, l + 3.0 * width) - at(f, l + 2.0 * width)) / width;
  *out = (ptl_jump){.time = m, .size = after - before, .of_rate = 1};
  return 1;
}

int ptl_find_jump(const ptl_data *data, int motion, double a, double b, ptl_jump *out) {
  const function f = {data, motion};
  const ptl_system *s = data->system;
  if (data->motion_expr[motion] == NULL || !(b > a)) return 0;
  int is_rate = data->rate_integrals[motion] != NULL;
  int is_angle = s->constraints[s->motions[motion].constraint].measured == PTL_MEASURED_ANGLE;
  double size = is_angle ? 1.0 : s->length, speed = size * s->speed / s->length;
  if (find_step(&f, a, b, is_rate ? speed : size, out)) {
    out->of_rate = is_rate;
    return 1;
  }
  return !is_rate && find_kink(&f, a, b, 1e-3 * speed, out);
}
