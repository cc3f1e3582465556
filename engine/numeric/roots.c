/* roots.c: roots of functions of one variable. */
#include "roots.h"

#include <float.h>
#include <math.h>

enum { MAX_PARTS = 200 };

/* Where between a and b, as part of the way from a, the parabola in f through them and c, which was
 * left last, has its root; half-way where that is not sure to be monotonic between them. */
static double next_part(double a, double fa, double b, double fb, double c, double fc) {
  const double x = (a - b) / (c - b), y = (fa - fb) / (fc - fb);
  if (!(y * y < x && (1.0 - y) * (1.0 - y) < 1.0 - x)) return 0.5;
  return fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb);
}

double ptl_root(double (*f)(void *user, double x), void *user, double a, double fa, double b,
                double fb, double enough) {
  double part = fa / (fa - fb);
  if (fa == 0.0) return a;
  if (fb == 0.0 || (fa > 0.0) == (fb > 0.0)) return b;
  for (int i = 0; i < MAX_PARTS; i++) { /* a: the end that was found last */
    const double least = fmax(0.5 * enough, DBL_EPSILON * fmin(fabs(a), fabs(b))) / fabs(b - a);
    double x = a + fmax(fmin(part, 1.0 - least), least) * (b - a), c, fc;
    if (!(least < 0.5) || x == a || x == b) x = 0.5 * a + 0.5 * b;
    if (x == a || x == b || fabs(b - a) <= enough) break;
    const double fx = f(user, x);
    if (fx == 0.0) return x;
    if ((fx > 0.0) == (fa > 0.0)) {
      c = a;
      fc = fa;
    } else {
      c = b;
      fc = fb;
      b = a;
      fb = fa;
    }
    a = x;
    fa = fx;
    part = next_part(a, fa, b, fb, c, fc);
  }
  return fabs(fa) < fabs(fb) ? a : b;
}
