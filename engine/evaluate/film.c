/* film.c: force and moments of a lubricant film.
 *
 * With e the journal's centre in the bearing's frame, c the clearance, W the angular speed of the
 * journal against the bearing, z x (a, b) = (-b, a):
 *
 *   V = (e' - W/2 z x e)/c,   F = C f(eps, V),   M = -(T + (e x F)/2),   T = 2 pi C c W/sqrt(1 -
 *   eps^2)
 *
 * F and M act on the journal at its centre. The bearing gets -F at its own centre with the moment T
 * - (e x F)/2; that follows from the balance of moments, M + M_bearing + e x F = 0. Power: F.e' + M
 * W = C c f.V - T W.
 *
 * In f and T the gap h = c - e counts as it is down to 2 h_0, h_0 the least thickness, and below
 * that as h_0 + h^2/(4 h_0), h > 0, and at last as h_0, which is smooth and keeps both finite. */
#include "film.h"

#include <math.h>
#include <string.h>

#include "gap.h"

static const double two_pi = 6.28318530717958648;

double ptl_film_limited_ratio(double ratio, double least, double *slope) {
  const double h = 1.0 - ratio;
  *slope = 1.0;
  if (h >= 2.0 * least) return ratio;
  const double inside = fmax(h, 0.0);
  *slope = 0.5 * inside / least;
  return 1.0 - least - 0.25 * inside * inside / least;
}

/* f is of degree 1 in the velocity. */
void ptl_film_ask(const ptl_film_law *law, const double *c, const ptl_film_in *in,
                  int with_derivatives, ptl_film_out *out) {
  memset(out, 0, sizeof *out);
  law->force(c, in, out);
  int known = 1;
  for (int i = 0; i < 3; i++) known &= !isnan(out->radial_by[i]) & !isnan(out->tangential_by[i]);
  if (known || !with_derivatives) return;
  const double speed = hypot(in->squeeze, in->slide);
  for (int i = 0; i < 3; i++) {
    const double step = i == 0 ? 1e-6 * (1.0 - in->ratio) : 1e-6 * speed;
    out->radial_by[i] = out->tangential_by[i] = 0.0;
    if (step == 0.0) continue;
    ptl_film_in low = *in, high = *in;
    double *from = i == 0 ? &low.ratio : i == 1 ? &low.squeeze : &low.slide;
    double *to = i == 0 ? &high.ratio : i == 1 ? &high.squeeze : &high.slide;
    *from = i == 0 ? fmax(*from - step, 0.0) : *from - step;
    *to += step;
    ptl_film_out at_low = {.radial = 0.0}, at_high = {.radial = 0.0};
    law->force(c, &low, &at_low);
    law->force(c, &high, &at_high);
    out->radial_by[i] = (at_high.radial - at_low.radial) / (*to - *from);
    out->tangential_by[i] = (at_high.tangential - at_low.tangential) / (*to - *from);
  }
}

/* The film in the basis (e_r, e_t). */
typedef struct polar {
  double er[2];       /* direction of e, that of the film velocity where e vanishes */
  double eps;         /* |e|/c */
  double v[2];        /* film velocity along e_r and e_t */
  double ratio_slope; /* of limited_ratio */
  double limited;     /* ratio that counts */
  ptl_film_out law;
} polar;

static void find_polar(const ptl_sys_film *k, const double e[2], const double velocity[2],
                       int with_derivatives, polar *p) {
  const double c = k->clearance, size = hypot(e[0], e[1]);
  const double speed = hypot(velocity[0], velocity[1]);
  p->er[0] = size > 0.0 ? e[0] / size : speed > 0.0 ? velocity[0] / speed : 1.0;
  p->er[1] = size > 0.0 ? e[1] / size : speed > 0.0 ? velocity[1] / speed : 0.0;
  p->eps = size / c;
  p->v[0] = p->er[0] * velocity[0] + p->er[1] * velocity[1];
  p->v[1] = -p->er[1] * velocity[0] + p->er[0] * velocity[1];
  p->limited = ptl_film_limited_ratio(p->eps, k->c[PTL_FILM_LEAST_THICKNESS] / c, &p->ratio_slope);
  ptl_film_ask(k->law, k->c, &(ptl_film_in){p->limited, p->v[0], p->v[1]}, with_derivatives,
               &p->law);
}

/* Derivatives of f, in part A's frame, by eps vector and by V: out[i][j] and by_v[i][j]. */
static void polar_derivatives(const polar *p, double by_e[2][2], double by_v[2][2]) {
  static const double negligible = 1e-9; /* of eps: what is divided by it vanishes with it */
  const ptl_film_out *f = &p->law;
  const double a[2][2] = {{f->radial_by[1], f->radial_by[2]},
                          {f->tangential_by[1], f->tangential_by[2]}};
  /* by eps along e_r, and by turning e_r at constant V */
  const double along[2] = {f->radial_by[0] * p->ratio_slope, f->tangential_by[0] * p->ratio_slope};
  const double inverse = p->eps > negligible ? 1.0 / p->eps : 0.0;
  const double across[2] = {(-f->tangential + a[0][0] * p->v[1] - a[0][1] * p->v[0]) * inverse,
                            (f->radial + a[1][0] * p->v[1] - a[1][1] * p->v[0]) * inverse};
  const double basis[2][2] = {{p->er[0], -p->er[1]}, {p->er[1], p->er[0]}}; /* columns e_r, e_t */
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      by_e[i][j] = by_v[i][j] = 0.0;
      for (int m = 0; m < 2; m++) {
        by_e[i][j] += basis[i][m] * (along[m] * basis[j][0] + across[m] * basis[j][1]);
        for (int n = 0; n < 2; n++) by_v[i][j] += basis[i][m] * a[m][n] * basis[j][n];
      }
    }
}

/* Derivatives of force and moment by pose and twist. */
static void differentiate(const ptl_sys_film *k, const polar *p, double shear, double shear_by_eps,
                          ptl_film_eval *out) {
  const double c = k->clearance, factor = k->factor;
  const double x = out->state.pose.x, y = out->state.pose.y, w = out->state.twist[2];
  double by_e[2][2], by_v[2][2];
  polar_derivatives(p, by_e, by_v);
  for (int i = 0; i < 2; i++) {
    /* V = (e' - w/2 z x e)/c */
    out->by_pose[i][0] = factor / c * (by_e[i][0] - 0.5 * w * by_v[i][1]);
    out->by_pose[i][1] = factor / c * (by_e[i][1] + 0.5 * w * by_v[i][0]);
    out->by_pose[i][2] = 0.0;
    out->by_twist[i][0] = factor / c * by_v[i][0];
    out->by_twist[i][1] = factor / c * by_v[i][1];
    out->by_twist[i][2] = 0.5 * factor / c * (by_v[i][0] * y - by_v[i][1] * x);
  }
  for (int j = 0; j < 3; j++) {
    out->by_pose[2][j] = -0.5 * (x * out->by_pose[1][j] - y * out->by_pose[0][j]);
    out->by_twist[2][j] = -0.5 * (x * out->by_twist[1][j] - y * out->by_twist[0][j]);
  }
  out->by_pose[2][0] -= 0.5 * out->force[1] + shear_by_eps * w * p->er[0] / c;
  out->by_pose[2][1] -= -0.5 * out->force[0] + shear_by_eps * w * p->er[1] / c;
  out->by_twist[2][2] -= shear;
}

/* (e' - w/2 z x e)/c */
static void film_velocity(const double e[2], const double twist[3], double c, double out[2]) {
  out[0] = (twist[0] + 0.5 * twist[2] * e[1]) / c;
  out[1] = (twist[1] - 0.5 * twist[2] * e[0]) / c;
}

int ptl_film_pressure_at(const ptl_sys_film *k, double unit, const double e[2],
                         const double twist[3], int n, double *pressure, double *from) {
  double velocity[2];
  polar p;
  if (k->law->pressure == NULL) return 1;
  film_velocity(e, twist, k->clearance, velocity);
  find_polar(k, e, velocity, 0, &p);
  *from = atan2(p.er[1], p.er[0]);
  if (k->law->pressure(k->c, &(ptl_film_in){p.limited, p.v[0], p.v[1]}, n, pressure) != 0) return 1;
  for (int i = 0; i < n; i++) pressure[i] *= unit;
  return 0;
}

/* ------------------------------------------------------------------ faces that squeeze a film */

/* A film parts its faces by N = -C f(1 - h/c, -h'/c) along the thickness h, a function of the pose
 * x: it acts on part B with N dh/dx. A disc on a wall has one thickness, that of its gap. Plane
 * faces have two, each with half of C, at B/sqrt(60) to both sides of the middle: with parallel
 * faces these two halves resist approach as the whole does, C h'/h^3, and tilting by the moment
 * viscosity L B^5 w/(60 h^3) that the Reynolds equation gives. */
static const double arm = 0.12909944487358056; /* 1/sqrt(60) */
static const int second[3][3] = {{0, 1, 3}, {1, 2, 4}, {3, 4, 5}};

/* A thickness with its derivatives by the pose. */
static ptl_scalar thickness_of(const ptl_scalar *first, const ptl_scalar *last, double share) {
  ptl_scalar h = {.value = -(1.0 - share) * first->value - share * last->value};
  for (int i = 0; i < 3; i++) h.d[i] = -(1.0 - share) * first->d[i] - share * last->d[i];
  for (int i = 0; i < 6; i++) h.dd[i] = -(1.0 - share) * first->dd[i] - share * last->dd[i];
  return h;
}

/* C of pintle_film.h. */
static double factor_of(const ptl_sys_film *k, double size) {
  const double c = k->clearance, relative = size / c;
  const double power =
      k->law->kind == PTL_FILM_PLANE ? relative * relative * relative : relative * sqrt(relative);
  return k->c[PTL_FILM_VISCOSITY] * k->c[PTL_FILM_LENGTH] * c * power;
}

static double rate_of(const ptl_scalar *h, const double *twist) {
  return h->d[0] * twist[0] + h->d[1] * twist[1] + h->d[2] * twist[2];
}

/* Adds the force that a film of this thickness has. */
static void add_pad(const ptl_sys_film *k, double factor, const ptl_scalar *h, int with_derivatives,
                    ptl_film_eval *out) {
  const double *twist = out->state.twist, c = k->clearance, rate = rate_of(h, twist);
  double slope;
  ptl_film_out f;
  const double ratio =
      ptl_film_limited_ratio(1.0 - h->value / c, k->c[PTL_FILM_LEAST_THICKNESS] / c, &slope);
  ptl_film_ask(k->law, k->c, &(ptl_film_in){ratio, -rate / c, 0.0}, with_derivatives, &f);
  const double force = -factor * f.radial;
  for (int i = 0; i < 3; i++) out->force[i] += force * h->d[i];
  out->dissipation -= force * rate;
  if (!with_derivatives) return;
  const double by_h = factor * f.radial_by[0] * slope / c, by_rate = factor * f.radial_by[1] / c;
  for (int j = 0; j < 3; j++) {
    double rate_by = 0.0;
    for (int i = 0; i < 3; i++) rate_by += h->dd[second[i][j]] * twist[i];
    for (int i = 0; i < 3; i++) {
      out->by_pose[i][j] +=
          (by_h * h->d[j] + by_rate * rate_by) * h->d[i] + force * h->dd[second[i][j]];
      out->by_twist[i][j] += by_rate * h->d[j] * h->d[i];
    }
  }
}

static void note_thickness(const ptl_scalar *h, double clearance, ptl_film_eval *out) {
  if (!(h->value < out->thickness)) return;
  out->thickness = h->value;
  out->rate = rate_of(h, out->state.twist);
  out->ratio = 1.0 - h->value / clearance;
}

static void eval_faces(const ptl_data *data, int film, int with_derivatives, ptl_film_eval *out) {
  const ptl_sys_film *k = &data->system->films[film];
  const ptl_sys_gap_set *set = &data->system->gap_sets[k->gap_set];
  ptl_gap gaps[PTL_MAX_GAPS];
  set->type->gaps(set->c, &out->state.pose, gaps);
  memset(out->force, 0, sizeof out->force);
  memset(out->by_pose, 0, sizeof out->by_pose);
  memset(out->by_twist, 0, sizeof out->by_twist);
  out->dissipation = 0.0;
  out->thickness = INFINITY;
  ptl_film_face face;
  for (int i = 0; set->type->film_face(set->c, &out->state.pose, i, &face); i++) {
    ptl_scalar ends[2];
    for (int end = 0; end < 2; end++) {
      const int gap = face.gaps[end] >= 0 ? face.gaps[end] : face.gaps[0];
      ptl_gap_scalar(&gaps[gap], &out->state.pose, &ends[end]);
      const ptl_scalar h = thickness_of(&ends[end], &ends[end], 0.0);
      note_thickness(&h, k->clearance, out);
    }
    const int pads = face.gaps[1] >= 0 ? 2 : 1;
    for (int pad = 0; pad < pads; pad++) {
      const double share = pads == 1 ? 0.0 : pad == 0 ? 0.5 - arm : 0.5 + arm;
      const ptl_scalar h = thickness_of(&ends[0], &ends[1], share);
      add_pad(k, factor_of(k, face.size) / pads, &h, with_derivatives, out);
    }
  }
  if (!isinf(out->thickness))
    return; /* where nothing is squeezed it is as thick as in the middle */
  out->thickness = k->clearance;
  out->ratio = out->rate = 0.0;
}

/* ------------------------------------------------------------------ any film */

void ptl_eval_film(const ptl_data *data, int film, const double *q, const double *v,
                   int with_derivatives, ptl_film_eval *out) {
  const ptl_sys_film *k = &data->system->films[film];
  ptl_pair_set_pose(&k->pair, q, data->rotations, &out->state);
  ptl_pair_set_twist(&k->pair, v, &out->state);
  if (k->has_faces) {
    eval_faces(data, film, with_derivatives, out);
    return;
  }
  const double e[2] = {out->state.pose.x, out->state.pose.y}, *twist = out->state.twist;
  const double c = k->clearance, w = twist[2];
  double velocity[2];
  polar p;
  film_velocity(e, twist, c, velocity);
  find_polar(k, e, velocity, with_derivatives, &p);
  const double radial = k->factor * p.law.radial, tangential = k->factor * p.law.tangential;
  const double d = (1.0 - p.limited) * (1.0 + p.limited);
  const double shear = two_pi * k->factor * c / sqrt(d);
  out->ratio = p.eps;
  out->thickness = c * (1.0 - p.eps);
  out->rate = -(p.er[0] * twist[0] + p.er[1] * twist[1]);
  out->force[0] = radial * p.er[0] - tangential * p.er[1];
  out->force[1] = radial * p.er[1] + tangential * p.er[0];
  out->force[2] = -shear * w - 0.5 * (e[0] * out->force[1] - e[1] * out->force[0]);
  out->dissipation = -(out->force[0] * twist[0] + out->force[1] * twist[1] + out->force[2] * w);
  if (with_derivatives) differentiate(k, &p, shear, shear * p.limited / d * p.ratio_slope, out);
}

static double largest_face(const ptl_data *data, const ptl_sys_film *k) {
  const ptl_sys_gap_set *set = &data->system->gap_sets[k->gap_set];
  ptl_pair_state state;
  ptl_film_face face;
  double largest = 0.0;
  ptl_pair_set_pose(&k->pair, data->system->q0, data->rotations, &state);
  for (int i = 0; set->type->film_face(set->c, &state.pose, i, &face); i++)
    largest = fmax(largest, face.size);
  return largest;
}

double ptl_film_resistance(const ptl_data *data) {
  const ptl_system *s = data->system;
  const ptl_film_in closing = {0.5, s->speed / s->length, 0.0};
  double largest = 0.0;
  for (int i = 0; i < s->n_films; i++) {
    const ptl_sys_film *k = &s->films[i];
    const double factor = k->has_faces ? factor_of(k, largest_face(data, k)) : k->factor;
    ptl_film_out out;
    ptl_film_ask(k->law, k->c, &closing, 0, &out);
    largest = fmax(largest, factor * fabs(out.radial));
  }
  return largest;
}
