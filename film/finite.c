/* Finite bearing: a table of solutions of the 2-D Reynolds equation with cavitation at ambient
 * pressure.
 *
 * Under a quasi-static film f depends on the eccentricity ratio, on the direction of the film
 * velocity v and on the slenderness, and is proportional to |v|. The table has the size of f and
 * its direction in the form of finite_shape.h; it is made by tests/film/make_finite_table.c.
 * prepare() interpolates it to the slenderness of the bearing and makes cubic splines of both in
 * (s, t): at every node the value, its derivatives by s and by t, and the mixed one. Beyond the
 * last s they go on as straight lines, which are powers of the gap. */
#include <math.h>

#include "finite_shape.h"
#include "finite_table.h"
#include "pintle_extend.h"
#include "reynolds.h"
#include "slenderness.h"

enum {
  N_S = PTL_FINITE_RATIO_NODES,
  N_T = PTL_FINITE_ANGLE_NODES,
  N_LENGTH = PTL_FINITE_LENGTH_NODES,
  LONGEST = N_T > N_S ? N_T : N_S
};

/* Of one quantity at one node, with the steps between nodes as units. */
typedef struct node {
  double value, by_s, by_t, by_both;
} node;

enum { NODES = PTL_FILM_SLENDERNESS + 1, PER_NODE = 4, PER_QUANTITY = N_S * N_T * PER_NODE };

/* ------------------------------------------------------------------ splines */

/* Slopes of the cubic spline through n >= 4 equidistant values (step 1, `stride` apart), by Thomas'
 * algorithm after the two end rows. is_even: about both ends, where the slope is 0; else its third
 * derivative is continuous at the first and last inner node: slope0 + 2 slope1 = (-5 y0 + 4 y1 +
 * y2)/2. */
static void spline_slopes(const double *y, double *slope, int n, int stride, int is_even) {
  double upper[LONGEST], right[LONGEST];
  const double *const end = y + (n - 1) * stride;
  upper[0] = is_even ? 0.0 : 2.0;
  right[0] = is_even ? 0.0 : 0.5 * (-5.0 * y[0] + 4.0 * y[stride] + y[2 * stride]);
  for (int i = 1; i < n - 1; i++) {
    const double pivot = 4.0 - upper[i - 1];
    const double rise = 3.0 * (y[(i + 1) * stride] - y[(i - 1) * stride]);
    upper[i] = 1.0 / pivot;
    right[i] = (rise - right[i - 1]) / pivot;
  }
  const double last = 0.5 * (5.0 * end[0] - 4.0 * end[-stride] - end[-2 * stride]);
  double next = is_even ? 0.0 : (last - 2.0 * right[n - 2]) / (1.0 - 2.0 * upper[n - 2]);
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

/* A quantity of the table at node (j, k), by the spline through its values over r; part: see
 * finite_shape.h. */
static double at_length(int j, int k, int which, double part) {
  double y[N_LENGTH], slope[N_LENGTH], unused;
  const double x = (N_LENGTH - 1) * part;
  const int i = (int)fmin(x, N_LENGTH - 2);
  for (int n = 0; n < N_LENGTH; n++)
    y[n] = ptl_finite_unit * table[((n * N_S + j) * N_T + k) * 2 + which];
  spline_slopes(y, slope, N_LENGTH, 1, 0);
  return cubic(x - i, y[i], y[i + 1], slope[i], slope[i + 1], &unused);
}

static int prepare(double *c, const ptl_film_env *env, ptl_reason *why) {
  static const double most = 3.0; /* inside the table, at whose end a spline is less exact */
  if (!(env->slenderness > 0.0 && env->slenderness <= most))
    return ptl_refuse(
        why, "length/diameter is %.4g, and its table serves up to %.4g: use 'pinkus_sternlicht'",
        env->slenderness, most);
  ptl_film_keep_slenderness(c, env, why);
  for (int j = 0; j < N_S; j++)
    for (int k = 0; k < N_T; k++) {
      double by_s, by_a;
      const double s = ptl_finite_ratio_step * j, t = 2.0 * k / (N_T - 1) - 1.0;
      const double length = ptl_finite_length(s, ptl_finite_direction(s, t), &by_s, &by_a);
      const double part = ptl_finite_part(env->slenderness, length);
      for (int which = 0; which < 2; which++)
        c[NODES + which * PER_QUANTITY + (j * N_T + k) * PER_NODE] = at_length(j, k, which, part);
    }
  for (int which = 0; which < 2; which++) {
    double *p = c + NODES + which * PER_QUANTITY;
    for (int j = 0; j < N_S; j++) {
      double *line = p + j * N_T * PER_NODE;
      spline_slopes(line, line + 2, N_T, PER_NODE, 1);
    }
    for (int k = 0; k < N_T; k++) {
      double *line = p + k * PER_NODE;
      spline_slopes(line, line + 1, N_S, N_T * PER_NODE, 0);
      spline_slopes(line + 2, line + 3, N_S, N_T * PER_NODE, 0);
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

static void force(const double *c, const ptl_film_in *in, ptl_film_out *out) {
  const double speed = hypot(in->squeeze, in->slide), side = in->slide < 0.0 ? -1.0 : 1.0;
  const double a = atan2(fabs(in->slide), in->squeeze), v[2] = {cos(a), side * sin(a)};
  const double s = log1p(2.0 * in->ratio / (1.0 - in->ratio));
  const double s_by_ratio = 2.0 / ((1.0 - in->ratio) * (1.0 + in->ratio));
  const double s_steps = 1.0 / ptl_finite_ratio_step, t_steps = 0.5 * (N_T - 1);
  double t_by[2], length_by[2]; /* by s and a */
  const double t = ptl_finite_place(s, a, &t_by[0], &t_by[1]);
  const double place = fmax(0.0, fmin(N_T - 1.0, t_steps * (1.0 + t)));
  const double length = ptl_finite_length(s, a, &length_by[0], &length_by[1]);
  const double is_long =
      c[PTL_FILM_SLENDERNESS] / (c[PTL_FILM_SLENDERNESS] + length); /* 1/(1 + 1/x) */
  const reading size = interpolate(c + NODES, s * s_steps, place);
  const reading turn = interpolate(c + NODES + PER_QUANTITY, s * s_steps, place);
  const double f = is_long * is_long * exp(size.value);
  /* tan(b/2) = e tan(a/2) */
  const double e = exp(turn.value), towards = 0.5 * (1.0 + v[0]), away = 0.5 * (1.0 - v[0]);
  const double ratio = e / (towards + e * e * away); /* sin b/sin a */
  const double cosine = (towards - e * e * away) * ratio / e, sine = fabs(v[1]) * ratio;
  double size_by[2], turn_by[2]; /* of ln f and of b, by s and a, then by the ratio and a */
  for (int i = 0; i < 2; i++) {
    const double by_s = i == 0 ? s_steps : 0.0, by_t = t_steps * t_by[i];
    size_by[i] = size.by_s * by_s + size.by_t * by_t - 2.0 * (1.0 - is_long) * length_by[i];
    turn_by[i] = sine * (turn.by_s * by_s + turn.by_t * by_t);
  }
  size_by[0] *= s_by_ratio;
  turn_by[0] *= s_by_ratio;
  turn_by[1] += ratio;
  /* -f = |v| f (cos b, side sin b) */
  out->radial = -speed * f * cosine;
  out->tangential = -speed * f * side * sine;
  out->radial_by[0] = -speed * f * (cosine * size_by[0] - sine * turn_by[0]);
  out->tangential_by[0] = -speed * f * side * (sine * size_by[0] + cosine * turn_by[0]);
  /* along v the force grows in proportion, across it with a */
  const double along[2] = {-f * cosine, -f * side * sine};
  const double across[2] = {-f * (cosine * size_by[1] - sine * turn_by[1]),
                            -f * side * (sine * size_by[1] + cosine * turn_by[1])};
  out->radial_by[1] = along[0] * v[0] - across[0] * side * v[1];
  out->radial_by[2] = along[0] * v[1] + across[0] * side * v[0];
  out->tangential_by[1] = along[1] * v[0] - across[1] * side * v[1];
  out->tangential_by[2] = along[1] * v[1] + across[1] * side * v[0];
}

/* The table has forces alone: the film is solved, on a mesh whose force is within 1 % of the
 * table's. */
static int pressure(const double *c, const ptl_film_in *in, int n, double *out) {
  static const double pi = 3.14159265358979324;
  enum { AROUND = 120, ACROSS = 8 };
  double unused[2];
  ptl_reynolds *film = ptl_reynolds_create(AROUND, ACROSS);
  const int found = film != NULL && ptl_reynolds_force(film, c[PTL_FILM_SLENDERNESS], in->ratio,
                                                       in->squeeze, in->slide, unused);
  for (int i = 0; i < n && found; i++)
    out[i] = ptl_reynolds_pressure(film, pi * (2.0 * i / n - 1.0));
  ptl_reynolds_destroy(film);
  return !found;
}

static const ptl_param params[] = {
    PTL_FILM_PARAMS,
    {0},
};

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
            .validity =
                "length/diameter up to 3. Against fresh solutions within 0.1 % at ratios up to "
                "0.9999; beyond that a power of "
                "the gap, off by up to 10 % at a ratio of 0.99999; a run tells "
                "where it gets there. The bearing is flooded and the cavity at ambient "
                "pressure; what a starved "
                "film remembers is not covered"},
    .params = params,
    .n_derived = 1 + 2 * PER_QUANTITY,
    .prepare = prepare,
    .force = force,
    .pressure = pressure,
    .accurate_to = 0.9999};
