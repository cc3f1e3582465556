/* pieces.c: see pieces.h. */
#include "pieces.h"

#include "pintle_monotone.h"

static double length_of(const double *p, int i) {
  return p[2 * i + 2] - p[2 * i];
}

static double slope_of(const double *p, int i) {
  return (p[2 * i + 3] - p[2 * i + 1]) / length_of(p, i);
}

void ptl_pieces_linear(const double *p, int n, ptl_piece *out) {
  for (int i = 0; i + 1 < n; i++) out[i] = (ptl_piece){p[2 * i], {p[2 * i + 1], slope_of(p, i)}};
}

/* Hermite's cubic with slopes d and e at its ends. */
static ptl_piece hermite(const double *p, int i, double d, double e) {
  double h = length_of(p, i), s = slope_of(p, i);
  return (ptl_piece){p[2 * i],
                     {p[2 * i + 1], d, (3.0 * s - 2.0 * d - e) / h, (d + e - 2.0 * s) / (h * h)}};
}

void ptl_pieces_monotone(const double *p, int n, int periodic, double *work, ptl_piece *out) {
  double *slopes = work;
  ptl_monotone_slopes(p, n, slopes, 1);
  if (periodic)
    slopes[0] = slopes[n - 1] = ptl_monotone_inner(length_of(p, n - 2), slope_of(p, n - 2),
                                                   length_of(p, 0), slope_of(p, 0));
  for (int i = 0; i + 1 < n; i++) out[i] = hermite(p, i, slopes[i], slopes[i + 1]);
}

/* Second derivatives m of the spline: h_(i-1) m_(i-1) + 2 (h_(i-1) + h_i) m_i + h_i m_(i+1) = 6
 * (s_i - s_(i-1)) with the lengths h and slopes s of the chords. Of equations first to last, whose
 * neighbours are unknown 0: x = A^-1 r. */
static void solve(const double *p, int first, int last, double *diagonal, double *x) {
  for (int i = first + 1; i <= last; i++) {
    double h = length_of(p, i - 1), factor = h / diagonal[i - 1];
    diagonal[i] -= factor * h;
    x[i] -= factor * x[i - 1];
  }
  for (int i = last; i >= first; i--) {
    if (i < last) x[i] -= length_of(p, i) * x[i + 1];
    x[i] /= diagonal[i];
  }
}

static void set_equation(const double *p, int before, int i, double *diagonal, double *x) {
  diagonal[i] = 2.0 * (length_of(p, before) + length_of(p, i));
  x[i] = 6.0 * (slope_of(p, i) - slope_of(p, before));
}

/* Cyclic: A = A' + u v with u = (g, 0, ..., h), v = (1, 0, ..., h/g), g = -A_00 (Sherman,
 * Morrison). */
static void solve_periodic(const double *p, int n, double *work) {
  int last = n - 2;
  double *m = work, *diagonal = work + n, *again = work + 2 * n, *q = work + 3 * n;
  for (int i = 0; i <= last; i++) set_equation(p, i > 0 ? i - 1 : last, i, diagonal, m);
  double corner = length_of(p, last), g = -diagonal[0];
  diagonal[0] -= g;
  diagonal[last] -= corner * corner / g;
  for (int i = 0; i <= last; i++) {
    again[i] = diagonal[i];
    q[i] = i == 0 ? g : i == last ? corner : 0.0;
  }
  solve(p, 0, last, diagonal, m);
  solve(p, 0, last, again, q);
  double factor = (m[0] + corner / g * m[last]) / (1.0 + q[0] + corner / g * q[last]);
  for (int i = 0; i <= last; i++) m[i] -= factor * q[i];
  m[n - 1] = m[0];
}

void ptl_pieces_cubic(const double *p, int n, int periodic, double *work, ptl_piece *out) {
  double *m = work;
  if (periodic) {
    solve_periodic(p, n, work);
  } else {
    for (int i = 1; i + 1 < n; i++) set_equation(p, i - 1, i, work + n, m);
    solve(p, 1, n - 2, work + n, m);
    m[0] = m[n - 1] = 0.0;
  }
  for (int i = 0; i + 1 < n; i++) {
    double h = length_of(p, i);
    out[i] = (ptl_piece){p[2 * i],
                         {p[2 * i + 1], slope_of(p, i) - h * (2.0 * m[i] + m[i + 1]) / 6.0,
                          0.5 * m[i], (m[i + 1] - m[i]) / (6.0 * h)}};
  }
}

void ptl_piece_step(const double *p, int degree, ptl_piece *out) {
  double h = length_of(p, 0), rise = p[3] - p[1], cube = rise / (h * h * h);
  *out = (ptl_piece){p[0], {p[1]}};
  if (degree == 3) {
    out->c[2] = 3.0 * rise / (h * h);
    out->c[3] = -2.0 * cube;
  } else {
    out->c[3] = 10.0 * cube;
    out->c[4] = -15.0 * cube / h;
    out->c[5] = 6.0 * cube / (h * h);
  }
}

void ptl_piece_value(const ptl_piece *piece, double x, double out[2]) {
  double u = x - piece->origin;
  out[0] = out[1] = 0.0;
  for (int k = PTL_PIECE_DEGREE; k >= 0; k--) {
    out[1] = out[1] * u + out[0];
    out[0] = out[0] * u + piece->c[k];
  }
}
