/* roots.h: roots of functions of one variable. Internal. */
#ifndef PTL_ROOTS_H
#define PTL_ROOTS_H

/* Root of f in [a, b] up to `enough`, or to the last double where that is 0: the end of the last
 * bracket at which |f| is smaller. fa and fb are f(a) and f(b); a or b is returned at once where f
 * vanishes there, and b where the signs agree. Inverse quadratic interpolation, and bisection where
 * that is not sure to be nearer (Chandrupatla, Adv. Eng. Softw. 1997, 28, 145). */
double ptl_root(double (*f)(void *user, double x), void *user, double a, double fa, double b,
                double fb, double enough);

#endif
