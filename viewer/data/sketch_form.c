#include "sketch_form.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sketch_curve.h"

enum { ROUND = 96 }; /* corners of a circle: within 0.06 percent of its radius */

static void put(ptl_sketch_form *form, double x, double y) {
  form->points[2 * form->n] = x;
  form->points[2 * form->n + 1] = y;
  form->n++;
}

/* Corners of an arc, counter-clockwise; both ends are among them. */
static void put_arc(ptl_sketch_form *form, const double *center, double radius, double from,
                    double span, int n) {
  for (int i = 0; i < n; i++) {
    double angle = from + span * i / (n - 1);
    put(form, center[0] + radius * cos(angle), center[1] + radius * sin(angle));
  }
}

static void put_rectangle(ptl_sketch_form *form, const ptl_shape_def *def) {
  static const double signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  double c = cos(def->angle), s = sin(def->angle);
  for (int i = 0; i < 4; i++) {
    double x = 0.5 * signs[i][0] * def->size[0], y = 0.5 * signs[i][1] * def->size[1];
    put(form, def->points[0] + c * x - s * y, def->points[1] + s * x + c * y);
  }
}

static void put_link(ptl_sketch_form *form, const ptl_shape_def *def) {
  const double *from = &def->points[0], *to = &def->points[2];
  double along = atan2(to[1] - from[1], to[0] - from[0]);
  put_arc(form, to, 0.5 * def->size[0], along - M_PI / 2, M_PI, ROUND / 2 + 1);
  put_arc(form, from, 0.5 * def->size[0], along + M_PI / 2, M_PI, ROUND / 2 + 1);
}

static void reverse(ptl_sketch_form *form) {
  for (int i = 0, k = form->n - 1; i < k; i++, k--) {
    double keep[2];
    memcpy(keep, &form->points[2 * i], sizeof keep);
    memcpy(&form->points[2 * i], &form->points[2 * k], sizeof keep);
    memcpy(&form->points[2 * k], keep, sizeof keep);
  }
}

static int find_color(const char *word) {
  const char *known;
  for (int i = 0; word != NULL && (known = ptl_color_word(i)) != NULL; i++) {
    if (strcmp(word, known) == 0) return i;
  }
  return -1;
}

static int build_form(const ptl_sketch *sketch, const ptl_shape_def *def, ptl_sketch_form *form) {
  size_t capacity = (size_t)def->n_points + ROUND + 2;
  *form = (ptl_sketch_form){.body = ptl_sketch_find_body(sketch, def->body),
                            .hole = def->hole,
                            .color = find_color(def->color)};
  form->points = malloc(2 * capacity * sizeof *form->points);
  if (form->points == NULL) return 1;
  if (def->form == PTL_FORM_CIRCLE) {
    put_arc(form, def->points, def->size[0], 0, 2 * M_PI * (ROUND - 1) / ROUND, ROUND);
  } else if (def->form == PTL_FORM_RECTANGLE) {
    put_rectangle(form, def);
  } else if (def->form == PTL_FORM_LINK) {
    put_link(form, def);
  } else {
    for (int i = 0; i < def->n_points; i++) put(form, def->points[2 * i], def->points[2 * i + 1]);
  }
  if ((ptl_sketch_area(form->points, form->n) < 0) != form->hole) reverse(form);
  return 0;
}

int ptl_sketch_forms(const ptl_mechanism *mechanism, ptl_sketch *out) {
  ptl_shape_def def;
  int n = 0;
  while (ptl_mechanism_get_shape(mechanism, n, &def)) n++;
  out->forms = calloc((size_t)n + 1, sizeof *out->forms);
  if (out->forms == NULL) return 1;
  for (int i = 0; i < n; i++) {
    ptl_mechanism_get_shape(mechanism, i, &def);
    if (build_form(out, &def, &out->forms[i])) return 1;
    out->n_forms++;
  }
  return 0;
}
