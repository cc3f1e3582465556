/* Force and energy of a ball in a socket. */
#include "socket.h"

#include <math.h>

#include "pair.h"

enum { FACTOR, SOCKET, BALL, PLAY };

int ptl_socket_radii(const ptl_contact_env *env, double *socket, double *ball, double *clearance,
                     ptl_reason *why) {
  if (ptl_pair_difference(env, clearance, why)) return 1;
  if (env->radius_a > 0 && env->radius_b > 0)
    return ptl_refuse(why, "it is for a ball in a socket, and both surfaces are convex");
  *socket = -fmin(env->radius_a, env->radius_b);
  *ball = fmax(env->radius_a, env->radius_b);
  return 0;
}

int ptl_socket_derive(double *derived, double index, const ptl_contact_env *env, ptl_reason *why) {
  double modulus;
  if (ptl_pair_modulus(env, &modulus, why) ||
      ptl_socket_radii(env, &derived[SOCKET], &derived[BALL], &derived[PLAY], why))
    return 1;
  derived[FACTOR] = 4 * index / (2 * index + 1) * modulus;
  return 0;
}

double ptl_socket_deepest(const double *derived) {
  return derived[BALL] / 2;
}

/* Heron's formula for the height of the triangle with sides R_1, R_2 and dR + d. It equals
 * R_1 sin(theta) with cos(theta) = ((dR + d)^2 + R_1^2 - R_2^2)/(2 (dR + d) R_1), without the
 * cancellation. */
double ptl_socket_overlap(double socket, double ball, double clearance, double depth) {
  return sqrt(depth * (2 * clearance + depth) * (2 * ball - depth) * (2 * socket + depth)) /
         (2 * (clearance + depth));
}

static double contact_radius(const double *k, ptl_socket_form form, double d) {
  if (form == PTL_SOCKET_OVERLAP) return ptl_socket_overlap(k[SOCKET], k[BALL], k[PLAY], d);
  return k[SOCKET] * sqrt(d * (2 * k[PLAY] + d)) / (k[PLAY] + d);
}

/* Positive nodes and their weights of Gauss and Legendre's rule with 20 points on [-1, 1]. */
static const double nodes[10][2] = {{0.076526521133497333755, 0.152753387130725850698},
                                    {0.227785851141645078080, 0.149172986472603746788},
                                    {0.373706088715419560673, 0.142096109318382051329},
                                    {0.510867001950827098004, 0.131688638449176626898},
                                    {0.636053680726515025453, 0.118194531961518417312},
                                    {0.746331906460150792614, 0.101930119817240435037},
                                    {0.839116971822218823395, 0.083276741576704748725},
                                    {0.912234428251325905868, 0.062672048334109063570},
                                    {0.963971927277913791268, 0.040601429800386941331},
                                    {0.993128599185094924786, 0.017614007139152118312}};

/* Integral of a(t) t dt from 0 to d. With dR + t = dR cosh(s) the integrand is analytic in a wide
 * strip, also where d is many times the clearance. */
static double integral(const double *k, ptl_socket_form form, double d) {
  const double share = d / k[PLAY];
  const double half = 0.5 * log1p(share + sqrt(share * (2 + share)));
  double sum = 0;
  for (int i = 0; i < 10; ++i) {
    for (int side = -1; side <= 1; side += 2) {
      const double e = exp(half * (1 + side * nodes[i][0]));
      const double sinh_s = 0.5 * (e - 1 / e), t = 0.5 * k[PLAY] * (e - 1) * (1 - 1 / e);
      sum += nodes[i][1] * contact_radius(k, form, t) * t * sinh_s;
    }
  }
  return sum * half * k[PLAY];
}

/* F = k a d, F' = k a (1 + d a'/a), E = k times the integral */
void ptl_socket_force(const double *k, ptl_socket_form form, double d, ptl_elastic_out *out) {
  const double a = contact_radius(k, form, d);
  double growth = 1 + d / (2 * k[PLAY] + d); /* 2 d a'/a, without the denominator */
  if (form == PTL_SOCKET_OVERLAP) growth += d / (2 * k[SOCKET] + d) - d / (2 * k[BALL] - d);
  out->force = k[FACTOR] * a * d;
  out->stiffness = k[FACTOR] * a * (1 + growth / 2 - d / (k[PLAY] + d));
  out->energy = k[FACTOR] * integral(k, form, d);
}
