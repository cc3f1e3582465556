/* roots.c: roots of functions of one variable. */
#include "roots.h"

#include <math.h>

double ptl_root(double (*f)(void *user, double x), void *user, double a, double fa, double b,
                double fb) {
  if (fa == 0.0) return a;
  if (fb == 0.0 || (fa > 0.0) == (fb > 0.0)) return b;
  double wa = fa, wb = fb; /* weights, halved on the side that does not move */
  for (int i = 0; i < 200; i++) {
    double width = b - a;
    double x = i % 8 == 7 ? a + 0.5 * width : a + width * (wa / (wa - wb));
    if (!(x > a && x < b)) x = a + 0.5 * width;
    if (!(x > a && x < b)) break; /* neighbouring doubles */
    double fx = f(user, x);
    if (fx == 0.0) return x;
    if ((fx > 0.0) == (fa > 0.0)) {
      a = x;
      fa = wa = fx;
      wb *= 0.5;
    } else {
      b = x;
      fb = wb = fx;
      wa *= 0.5;
    }
    if (b - a > 0.5 * width) continue;
    wa = fa;
    wb = fb;
  }
  return fabs(fa) < fabs(fb) ? a : b;
}
