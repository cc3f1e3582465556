/* Finite bearing: a table of solutions of the 2-D Reynolds equation with cavitation at ambient pressure.
 *
 * Under a quasi-static film f depends on the eccentricity ratio, on the direction of the film velocity v and on the
 * slenderness, and is proportional to |v|. The table has ln(|f|/|v|) and the direction of -f; it is made by
 * tests/film/make_finite_table.c. prepare() interpolates it to the slenderness of the bearing and makes cubic
 * splines of both in (s, t), see finite_shape.h: at every node the value, its derivatives by s and by t, and the mixed
 * one. Beyond the last s the logarithm goes on as a straight line, which is a power of the gap, and the direction
 * stays. */
#include <math.h>

#include "finite_shape.h"
#include "finite_table.h"
#include "pintle_extend.h"
#include "reynolds.h"
#include "slenderness.h"

enum {
  N_S = PTL_FINITE_RATIO_NODES,
  N_T = PTL_FINITE_ANGLE_NODES,
  N_SLENDER = PTL_FINITE_SLENDERNESS_NODES,
  LONGEST = N_T > N_S ? N_T : N_S
};

/* Of one quantity at one node, with the steps between nodes as units. */
typedef struct node {
  double value, by_s, by_t, by_both;
} node;

enum { NODES = PTL_FILM_N_PARAMS + 1, PER_NODE = 4, PER_QUANTITY = N_S * N_T * PER_NODE };

static const double half_pi = 1.57079632679489662;

/* ------------------------------------------------------------------ splines */

/* Slopes of the cubic spline through n >= 4 equidistant values (step 1, `stride` apart), whose third derivative is
 * continuous at the first and last inner node: Thomas' algorithm after the two end rows. */
static void spline_slopes(const double *y, double *slope, int n, int stride) {
  double upper[LONGEST], right[LONGEST];
  const double *const end = y + (n - 1) * stride;
  /* slope0 + 2 slope1 = (-5 y0 + 4 y1 + y2)/2 */
  upper[0] = 2.0;
  right[0] = 0.5 * (-5.0 * y[0] + 4.0 * y[stride] + y[2 * stride]);
  for (int i = 1; i < n - 1; i++) {
    const double pivot = 4.0 - upper[i - 1];
    const double rise = 3.0 * (y[(i + 1) * stride] - y[(i - 1) * stride]);
    upper[i] = 1.0 / pivot;
    right[i] = (rise - right[i - 1]) / pivot;
  }
  const double last = 0.5 * (5.0 * end[0] - 4.0 * end[-stride] - end[-2 * stride]);
  double next = (last - 2.0 * right[n - 2]) / (1.0 - 2.0 * upper[n - 2]);
  slope[(n - 1) * stride] = next;
  for (int i = n - 2; i >= 0; i--) {
    next = right[i] - upper[i] * next;
    slope[i * stride] = next;
  }
}

/* Value and derivative at x of the cubic with the values and slopes at 0 and 1. */
static double cubic(double x, double y0, double y1, double d0, double d1, double *slope) {
  const double rise = y1 - y0, c2 = 3.0 * rise - 2.0 * d0 - d1, c3 = d0 + d1 - 2.0 * rise;
  *slope = d0 + x * (2.0 * c2 + x * 3.0 * c3);
  return y0 + x * (d0 + x * (c2 + x * c3));
}

/* ------------------------------------------------------------------ preparing */

/* The table at the slenderness 2^(-3 + x/2), by the spline through all of its nodes. */
static double at_slenderness(int j, int k, int which, double x) {
  double y[N_SLENDER], slope[N_SLENDER], unused;
  const int i = (int)fmin(x, N_SLENDER - 2);
  for (int n = 0; n < N_SLENDER; n++)
    y[n] = ptl_finite_unit * table[((n * N_S + j) * N_T + k) * 2 + which];
  spline_slopes(y, slope, N_SLENDER, 1);
  return cubic(x - i, y[i], y[i + 1], slope[i], slope[i + 1], &unused);
}

static int prepare(double *c, const ptl_film_env *env, ptl_reason *why) {
  const double least = ptl_finite_least_slenderness, most = least * exp2(0.5 * (N_SLENDER - 1));
  const double x = 2.0 * log2(env->slenderness / least);
  if (!(x >= 0.0 && x <= N_SLENDER - 1))
    return ptl_refuse(why,
                      "length/diameter is %.4g, and its table goes from %.4g to %.4g: use 'short' "
                      "below and 'pinkus_sternlicht' above",
                      env->slenderness, least, most);
  c[PTL_FILM_SLENDERNESS] = env->slenderness;
  for (int which = 0; which < 2; which++) {
    double *p = c + NODES + which * PER_QUANTITY;
    for (int j = 0; j < N_S; j++)
      for (int k = 0; k < N_T; k++) p[(j * N_T + k) * PER_NODE] = at_slenderness(j, k, which, x);
    for (int j = 0; j < N_S; j++) {
      double *line = p + j * N_T * PER_NODE;
      spline_slopes(line, line + 2, N_T, PER_NODE);
    }
    for (int k = 0; k < N_T; k++) {
      double *line = p + k * PER_NODE;
      spline_slopes(line, line + 1, N_S, N_T * PER_NODE);
      spline_slopes(line + 2, line + 3, N_S, N_T * PER_NODE);
    }
  }
  return 0;
}

/* ------------------------------------------------------------------ evaluating */

/* A quantity with its derivatives by s and t, all in steps of the table. */
typedef struct reading {
  double value, by_s, by_t;
} reading;

static reading interpolate(const double *p, double s, double t) {
  const int j = (int)fmin(s, N_S - 2), k = (int)fmin(t, N_T - 2);
  const node *low = (const node *)(p + (j * N_T + k) * PER_NODE), *high = low + N_T;
  const double x = fmin(s - j, 1.0), y = t - k;
  double by_t[2], mixed[2], value[2], slope[2];
  for (int i = 0; i < 2; i++) {
    const node *n = i == 0 ? low : high;
    value[i] = cubic(y, n[0].value, n[1].value, n[0].by_t, n[1].by_t, &by_t[i]);
    slope[i] = cubic(y, n[0].by_s, n[1].by_s, n[0].by_both, n[1].by_both, &mixed[i]);
  }
  reading r;
  double unused;
  r.value = cubic(x, value[0], value[1], slope[0], slope[1], &r.by_s);
  r.by_t = cubic(x, by_t[0], by_t[1], mixed[0], mixed[1], &unused);
  const double beyond = s - j - x;
  r.value += beyond * r.by_s;
  if (beyond > 0.0) r.by_t += beyond * mixed[1];
  return r;
}

/* The place of the direction a in the table, and its derivatives by a and s. */
static double place(double s, double a, double *by_a, double *by_s) {
  const double stretch = ptl_finite_stretch(s), per_step = 0.5 * (N_T - 1);
  const double u = (a - half_pi) / half_pi * sinh(stretch), root = sqrt(1.0 + u * u);
  const double t = asinh(u) / stretch;
  *by_a = per_step * sinh(stretch) / (half_pi * stretch * root);
  *by_s = per_step / 3.0 * (u / (tanh(stretch) * root) - t) / stretch;
  return fmax(0.0, fmin(N_T - 1.0, per_step * (1.0 + t)));
}

static void force(const double *c, const ptl_film_in *in, ptl_film_out *out) {
  const double speed = hypot(in->squeeze, in->slide), side = in->slide < 0.0 ? -1.0 : 1.0;
  const double a = atan2(fabs(in->slide), in->squeeze), s = -log1p(-in->ratio);
  /* beyond the table its last stretching counts */
  const double most = ptl_finite_ratio_step * (N_S - 1), inside = fmin(s, most);
  double t_by_a, t_by_s;
  const double t = place(inside, a, &t_by_a, &t_by_s);
  if (s > most) t_by_s = 0.0;
  const reading size = interpolate(c + NODES, s / ptl_finite_ratio_step, t);
  reading turn = interpolate(c + NODES + PER_QUANTITY, inside / ptl_finite_ratio_step, t);
  if (s > most) turn.by_s = 0.0;
  const double f = exp(size.value), angle = turn.value, cosine = cos(angle), sine = sin(angle);
  /* -f = |v| e^size (cos angle, side sin angle); derivatives of size and angle by ratio and a */
  const double s_by_ratio = 1.0 / (1.0 - in->ratio);
  const double size_by[2] = {(size.by_s / ptl_finite_ratio_step + size.by_t * t_by_s) * s_by_ratio,
                             size.by_t * t_by_a};
  const double turn_by[2] = {(turn.by_s / ptl_finite_ratio_step + turn.by_t * t_by_s) * s_by_ratio,
                             turn.by_t * t_by_a};
  out->radial = -speed * f * cosine;
  out->tangential = -speed * f * side * sine;
  out->radial_by[0] = -speed * f * (cosine * size_by[0] - sine * turn_by[0]);
  out->tangential_by[0] = -speed * f * side * (sine * size_by[0] + cosine * turn_by[0]);
  /* along v the force grows in proportion, across it with a */
  const double v[2] = {cos(a), side * sin(a)};
  const double along[2] = {-f * cosine, -f * side * sine};
  const double across[2] = {-f * (cosine * size_by[1] - sine * turn_by[1]),
                            -f * side * (sine * size_by[1] + cosine * turn_by[1])};
  out->radial_by[1] = along[0] * v[0] - across[0] * side * v[1];
  out->radial_by[2] = along[0] * v[1] + across[0] * side * v[0];
  out->tangential_by[1] = along[1] * v[0] - across[1] * side * v[1];
  out->tangential_by[2] = along[1] * v[1] + across[1] * side * v[0];
}

/* The table has forces alone: the film is solved, on a mesh whose force is within 1 % of the table's. */
static int pressure(const double *c, const ptl_film_in *in, int n, double *out) {
  enum { AROUND = 120, ACROSS = 8 };
  double unused[2];
  ptl_reynolds *film = ptl_reynolds_create(AROUND, ACROSS);
  const int found = film != NULL && ptl_reynolds_force(film, c[PTL_FILM_SLENDERNESS], in->ratio,
                                                       in->squeeze, in->slide, unused);
  for (int i = 0; i < n && found; i++)
    out[i] = ptl_reynolds_pressure(film, 2.0 * half_pi * (2.0 * i / n - 1.0));
  ptl_reynolds_destroy(film);
  return !found;
}

static const ptl_param params[] = {PTL_FILM_PARAMS, {0}};

const ptl_film_law ptl_film_finite = {
    .name = "finite",
    .doc = {.title = "Finite bearing, Reynolds equation with cavitation",
            .formula =
                "(h^3 p_t)_t + (R^2 h^3 p_z)_z = 12 (eps' cos t - w eps/2 sin t), p >= 0, from "
                "a table",
            .source =
                "Reynolds equation with the Swift-Stieber border p = p' = 0 at rupture, solved "
                "by finite "
                "volumes: tests/film/make_finite_table.c",
            .validity = "length/diameter 0.125 to 2.83. Against fresh solutions within 0.2 % up to "
                        "length/diameter 2, "
                        "within 1.2 % above it, at ratios up to 0.993, and beyond that a power of "
                        "the gap; a run tells "
                        "where it gets there. The bearing is flooded and the cavity at ambient "
                        "pressure; what a starved "
                        "film remembers is not covered"},
    .params = params,
    .n_derived = 1 + 2 * PER_QUANTITY,
    .prepare = prepare,
    .force = force,
    .pressure = pressure,
    .accurate_to = 0.993};
