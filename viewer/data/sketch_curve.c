#include "sketch_curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PIECES = 8 }; /* lines between two points */

static double chord(const double *p, int i, int k) {
  return hypot(p[2 * k] - p[2 * i], p[2 * k + 1] - p[2 * i + 1]);
}

/* Slope over the length of the chords at point i: that of the parabola through its neighbours. */
static void slope(const double *p, int n, int closed, int i, double out[2]) {
  int before = closed ? (i + n - 1) % n : i - 1, after = closed ? (i + 1) % n : i + 1;
  if (before < 0) before = i;
  if (after >= n) after = i;
  double a = chord(p, before, i), b = chord(p, i, after);
  for (int k = 0; k < 2; k++) {
    double left = a > 0 ? (p[2 * i + k] - p[2 * before + k]) / a : 0;
    double right = b > 0 ? (p[2 * after + k] - p[2 * i + k]) / b : 0;
    out[k] = a + b > 0 ? (b * left + a * right) / (a + b) : 0;
    if (!(a > 0)) out[k] = right;
    if (!(b > 0)) out[k] = left;
  }
}

int ptl_sketch_curve(const double *p, int n, int closed, double **out) {
  int pieces = closed ? n : n - 1, used = 0;
  double *line = malloc(2 * ((size_t)pieces * PIECES + 1) * sizeof *line);
  *out = line;
  if (line == NULL) return 0;
  for (int i = 0; i < pieces; i++) {
    int next = (i + 1) % n;
    double from[2], to[2], length = chord(p, i, next);
    slope(p, n, closed, i, from);
    slope(p, n, closed, next, to);
    for (int j = 0; j < PIECES; j++, used++) { /* cubic Hermite polynomial */
      double s = (double)j / PIECES, t = 1 - s;
      for (int k = 0; k < 2; k++) {
        line[2 * used + k] = t * t * (1 + 2 * s) * p[2 * i + k] +
                             s * s * (1 + 2 * t) * p[2 * next + k] +
                             length * s * t * (t * from[k] - s * to[k]);
      }
    }
  }
  if (!closed) memcpy(&line[2 * used++], &p[2 * (n - 1)], 2 * sizeof *line);
  return used;
}

double ptl_sketch_area(const double *p, int n) {
  double sum = 0;
  for (int i = 0, k = n - 1; i < n; k = i++) {
    sum += p[2 * k] * p[2 * i + 1] - p[2 * i] * p[2 * k + 1];
  }
  return 0.5 * sum;
}
