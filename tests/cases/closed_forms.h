/* closed_forms.h: values known without Pintle: closed forms, and a plain Runge-Kutta method for the
 * equations that have none. For test_cases. */
#ifndef PTL_TEST_CLOSED_FORMS_H
#define PTL_TEST_CLOSED_FORMS_H

/* Cycloidal rise u - sin(2 pi u)/(2 pi), its first and second derivative by time; and the
 * polynomial 10 u^3 - 15 u^4 + 6 u^5. */
double cycloid(double time, double start, double duration, double rise);
double cycloid_rate(double time, double start, double duration, double rise);
double cycloid_acceleration(double time, double start, double duration, double rise);
double polynomial_345(double time, double start, double duration, double rise);

/* Angle above the horizontal [rad] of a pendulum with phi'' = -w^2 sin(phi), phi from the downward
 * vertical, that is let go at the horizontal: phi = 2 asin(k cd(w t, k)), k = sin 45 deg. */
double pendulum_from_horizontal(double time, double w);

/* Travel of a crank slider: crank r at angle a, rod l, guide through the shaft. */
double slider_of(double r, double l, double a);

/* y' = f(t, y) by the classical method of order 4 with steps of equal length. */
typedef void rates_of(double time, const double *y, double *rates);
void runge_kutta(rates_of *rates, double from, double to, int steps, double *y, int n);

#endif
