#include "closed_forms.h"

#include <math.h>

double cycloid(double time, double start, double duration, double rise) {
  double u = fmin(fmax((time - start) / duration, 0.0), 1.0);
  return rise * (u - sin(2.0 * M_PI * u) / (2.0 * M_PI));
}

double cycloid_rate(double time, double start, double duration, double rise) {
  double u = fmin(fmax((time - start) / duration, 0.0), 1.0);
  return rise / duration * (1.0 - cos(2.0 * M_PI * u));
}

double cycloid_acceleration(double time, double start, double duration, double rise) {
  double u = fmin(fmax((time - start) / duration, 0.0), 1.0);
  return rise / (duration * duration) * 2.0 * M_PI * sin(2.0 * M_PI * u);
}

double polynomial_345(double time, double start, double duration, double rise) {
  double u = fmin(fmax((time - start) / duration, 0.0), 1.0);
  return rise * u * u * u * (10.0 + u * (-15.0 + 6.0 * u));
}

double slider_of(double r, double l, double a) {
  return r * cos(a) + sqrt(l * l - r * r * sin(a) * sin(a));
}

/* Jacobi's elliptic functions by descending Gauss transformations (Abramowitz, Stegun, 16.4). */
static void jacobi(double u, double k, double *sn, double *cn, double *dn) {
  double a[12] = {1.0}, c[12] = {k}, b = sqrt(1.0 - k * k);
  int n = 0;
  while (fabs(c[n]) > 1e-16 && n < 11) {
    a[n + 1] = 0.5 * (a[n] + b);
    c[n + 1] = 0.5 * (a[n] - b);
    b = sqrt(a[n] * b);
    n++;
  }
  double phi = ldexp(a[n] * u, n);
  for (; n > 0; n--) phi = 0.5 * (phi + asin(c[n] / a[n] * sin(phi)));
  *sn = sin(phi);
  *cn = cos(phi);
  *dn = sqrt(1.0 - k * k * *sn * *sn);
}

double pendulum_from_horizontal(double time, double w) {
  double sn, cn, dn, k = sqrt(0.5);
  jacobi(w * time, k, &sn, &cn, &dn);
  return 2.0 * asin(k * cn / dn) - 0.5 * M_PI;
}

void runge_kutta(rates_of *rates, double from, double to, int steps, double *y, int n) {
  enum { MOST = 64 };
  double k[4][MOST], at[MOST], h = (to - from) / steps;
  for (int step = 0; step < steps; step++) {
    double t = from + h * step;
    rates(t, y, k[0]);
    for (int s = 1; s < 4; s++) {
      double part = s < 3 ? 0.5 * h : h;
      for (int i = 0; i < n; i++) at[i] = y[i] + part * k[s - 1][i];
      rates(t + part, at, k[s]);
    }
    for (int i = 0; i < n; i++) y[i] += h / 6.0 * (k[0][i] + 2.0 * (k[1][i] + k[2][i]) + k[3][i]);
  }
}
