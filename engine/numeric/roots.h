/* roots.h: roots of functions of one variable. Internal. */
#ifndef PTL_ROOTS_H
#define PTL_ROOTS_H

/* Root of f in [a, b], to the last double: the end of the last bracket at which |f| is smaller. fa and fb are
 * f(a) and f(b); a or b is returned at once where f vanishes there, and b where the signs agree. Regula falsi
 * with the Illinois rule, and bisection where that is slow. */
double ptl_root(double (*f)(void *user, double x), void *user, double a, double fa, double b,
                double fb);

#endif
