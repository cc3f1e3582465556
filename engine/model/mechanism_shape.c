/* mechanism_shape.c: how bodies look. Shapes are for pictures alone; no equation knows of them. */
#include <math.h>
#include <string.h>

#include "element.h"
#include "mechanism_lists.h"

static const char *const forms[] = {[PTL_FORM_POLYGON] = "polygon",
                                    [PTL_FORM_CIRCLE] = "circle",
                                    [PTL_FORM_RECTANGLE] = "rectangle",
                                    [PTL_FORM_LINK] = "link"};

static const char *const colors[] = {"blue", "orange", "green", "pink", "purple",
                                     "teal", "yellow", "brown", "grey"};

enum { N_FORMS = sizeof forms / sizeof forms[0], N_COLORS = sizeof colors / sizeof colors[0] };

const char *ptl_form_word(ptl_form form) {
  return (int)form >= 0 && (int)form < N_FORMS ? forms[form] : NULL;
}

const char *ptl_color_word(int index) {
  return index >= 0 && index < N_COLORS ? colors[index] : NULL;
}

/* ------------------------------------------------------------------ checks */

/* Twice the area that the corners enclose, against the first one so that no digits are lost. */
static double doubled_area(const double *p, int n) {
  double sum = 0;
  for (int i = 2; i < n; i++) {
    const double ax = p[2 * i - 2] - p[0], ay = p[2 * i - 1] - p[1];
    const double bx = p[2 * i] - p[0], by = p[2 * i + 1] - p[1];
    sum += ax * by - ay * bx;
  }
  return fabs(sum);
}

/* The largest distance of a corner from the first. */
static double extent(const double *p, int n) {
  double largest = 0;
  for (int i = 1; i < n; i++) largest = fmax(largest, hypot(p[2 * i] - p[0], p[2 * i + 1] - p[1]));
  return largest;
}

static ptl_status check_polygon(const ptl_mechanism *m, ptl_label label, const ptl_shape_def *def) {
  const double reach = extent(def->points, def->n_points);
  if (doubled_area(def->points, def->n_points) > 1e-9 * reach * reach) return PTL_OK;
  return ptl_fail_element(m, label, PTL_E(0207) "the corners of its polygon enclose no area");
}

static ptl_status check_count(const ptl_mechanism *m, ptl_label label, const ptl_shape_def *def) {
  static const int wanted[] = {
      [PTL_FORM_POLYGON] = 3, [PTL_FORM_CIRCLE] = 1, [PTL_FORM_RECTANGLE] = 1, [PTL_FORM_LINK] = 2};
  const int n = wanted[def->form];
  if (def->form == PTL_FORM_POLYGON && def->n_points < n)
    return ptl_fail_element(m, label, PTL_E(0207) "a polygon needs at least %d corners, not %d", n,
                            def->n_points);
  if (def->form != PTL_FORM_POLYGON && def->n_points != n)
    return ptl_fail_element(m, label, PTL_E(0207) "a %s has %d point%s, not %d", forms[def->form],
                            n, n > 1 ? "s" : "", def->n_points);
  return PTL_OK;
}

static ptl_status check_size(const ptl_mechanism *m, ptl_label label, const ptl_shape_def *def) {
  static const char *const names[][2] = {
      [PTL_FORM_POLYGON] = {NULL, NULL},
      [PTL_FORM_CIRCLE] = {"radius [m] of its circle", NULL},
      [PTL_FORM_RECTANGLE] = {"width [m] of its rectangle", "height [m] of its rectangle"},
      [PTL_FORM_LINK] = {"width [m] of its link", NULL}};
  ptl_status status = PTL_OK;
  for (int i = 0; i < 2 && names[def->form][i] != NULL && status == PTL_OK; i++)
    status = ptl_check_number(m, label, names[def->form][i], def->size[i], PTL_BOUND_OPEN);
  return status;
}

static ptl_status check_color(const ptl_mechanism *m, ptl_label label, const ptl_shape_def *def) {
  char list[200], hint[96];
  if (def->color == NULL) return PTL_OK;
  if (def->hole) return ptl_fail_element(m, label, PTL_E(0207) "a hole has no colour");
  for (int i = 0; i < N_COLORS; i++)
    if (strcmp(colors[i], def->color) == 0) return PTL_OK;
  ptl_list_names(colors, N_COLORS, list, sizeof list);
  ptl_hint(def->color, colors, N_COLORS, hint, sizeof hint);
  return ptl_fail_element(m, label, PTL_E(0207) "there is no colour '%s'%s; there are %s",
                          def->color, hint, list);
}

static int has_shape(const ptl_mechanism *m, const char *body) {
  return m->n_shapes > 0 && strcmp(m->shapes[m->n_shapes - 1].def.body, body) == 0;
}

static ptl_status check_shape(const ptl_mechanism *m, const ptl_shape_def *def) {
  const ptl_label label = {"body", def->body != NULL ? def->body : ""};
  if (ptl_find_body(m, def->body) < 0)
    return ptl_fail_at(m, m->location, PTL_ERR_INPUT,
                       PTL_E(0207) "a shape belongs to a body, and '%s' is none", label.name);
  if (ptl_form_word(def->form) == NULL)
    return ptl_fail_element(m, label, PTL_E(0207) "its shape has a form that is not known");
  ptl_status status = check_count(m, label, def);
  for (int i = 0; i < 2 * def->n_points && status == PTL_OK; i++)
    status = ptl_check_number(m, label, "a point of its shape", def->points[i], PTL_BOUND_NONE);
  if (status == PTL_OK)
    status = ptl_check_number(m, label, "the angle of its shape", def->angle, PTL_BOUND_NONE);
  if (status == PTL_OK) status = check_size(m, label, def);
  if (status == PTL_OK && def->form == PTL_FORM_POLYGON) status = check_polygon(m, label, def);
  if (status == PTL_OK && def->hole && !has_shape(m, def->body))
    status = ptl_fail_element(m, label,
                              PTL_E(0207) "a hole needs a shape before it that it is cut out of");
  return status == PTL_OK ? check_color(m, label, def) : status;
}

/* ------------------------------------------------------------------ adding and releasing */

static int own_shape(ptl_mechanism *m, ptl_shape_def *def) {
  int ok = ptl_own_text(m, &def->body) & ptl_own_text(m, &def->color);
  def->points = ptl_own_list(m, def->points, def->n_points, 2 * sizeof *def->points, &ok);
  return ok;
}

static void release_shape(ptl_mechanism *m, ptl_shape_def *def) {
  ptl_free_text(m, def->body);
  ptl_free_text(m, def->color);
  ptl_free(m->context, (void *)def->points);
}

/* Ends the body's list with the newest shape. */
static void append_shape(ptl_mechanism *m, ptl_mech_body *body) {
  if (body->last_shape > 0) {
    m->shapes[body->last_shape - 1].next = m->n_shapes;
  } else {
    body->first_shape = m->n_shapes;
  }
  body->last_shape = m->n_shapes;
}

ptl_status ptl_add_shape(ptl_mechanism *m, const ptl_shape_def *def) {
  const ptl_status status = check_shape(m, def);
  if (status != PTL_OK) return status;
  ptl_mech_shape *grown = ptl_grow(m->context, m->shapes, (size_t)m->n_shapes, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->shapes = grown;
  ptl_mech_shape made = {.def = *def, .where = m->location};
  if (!own_shape(m, &made.def)) {
    release_shape(m, &made.def);
    return PTL_ERR_MEMORY;
  }
  ptl_mechanism_change(m);
  grown[m->n_shapes++] = made;
  append_shape(m, &m->bodies[ptl_find_body(m, def->body)]);
  return PTL_OK;
}

ptl_status ptl_copy_shapes(ptl_mechanism *to, const ptl_mechanism *from) {
  to->shapes = ptl_alloc(to->context, (size_t)from->n_shapes, sizeof *to->shapes);
  if (to->shapes == NULL) return PTL_ERR_MEMORY;
  while (to->n_shapes < from->n_shapes) {
    ptl_mech_shape *shape = &to->shapes[to->n_shapes];
    *shape = from->shapes[to->n_shapes++];
    if (!own_shape(to, &shape->def)) return PTL_ERR_MEMORY;
  }
  return PTL_OK;
}

void ptl_release_shapes(ptl_mechanism *m) {
  for (int i = 0; i < m->n_shapes; i++) release_shape(m, &m->shapes[i].def);
  ptl_free(m->context, m->shapes);
}
