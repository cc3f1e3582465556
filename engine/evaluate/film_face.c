/* film_face.c: films that the faces of a joint squeeze.
 *
 * A film parts its faces by N = -C f(1 - h/c, -h'/c) along the thickness h, a function of the pose x: it acts on part B with
 * N dh/dx. A disc on a wall has one thickness, that of its gap. Plane faces have two, each with half of C, at B/sqrt(60) to
 * both sides of the middle: with parallel faces these two halves resist approach as the whole does, C h'/h^3, and tilting by
 * the moment viscosity L B^5 w/(60 h^3) that the Reynolds equation gives. */
#include <math.h>
#include <string.h>

#include "film.h"
#include "gap.h"

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

void ptl_eval_film_faces(const ptl_data *data, int film, int with_derivatives, ptl_film_eval *out) {
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
