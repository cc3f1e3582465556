/* linkage_write.c: a linkage as a model file that a person goes on with: short, with what was not
 * taken at its head. */
#include <math.h>
#include <string.h>

#include "json.h"
#include "linkage.h"
#include "number.h"

typedef struct writer {
  const ptl_linkage *l;
  FILE *file;
  const int *first_outline, *next_outline;
  /* half the length of a line on which a point slides; it has no ends, but is drawn */
  double reach;
} writer;

static void put(const writer *w, const char *text) {
  fputs(text, w->file);
}

/* -0 is 0. */
static void put_number(const writer *w, double value) {
  char text[PTL_NUMBER_ROOM];
  const int n = ptl_number_write(value == 0 ? 0 : value, text);
  fwrite(text, 1, (size_t)n, w->file);
}

/* 0 for what is rounding beside numbers of the size `beside`. */
static double tidy(double value, double beside) {
  return fabs(value) < 1e-15 * beside ? 0 : value;
}

static void put_pair(const writer *w, double x, double y) {
  put(w, "[");
  put_number(w, tidy(x, fabs(y)));
  put(w, ", ");
  put_number(w, tidy(y, fabs(x)));
  put(w, "]");
}

static void put_bytes(void *file, const char *bytes, size_t n) {
  fwrite(bytes, 1, n, file);
}

static const char *body_name(const writer *w, int body) {
  return w->l->bodies[body].name;
}

/* A point of the ground in the body's frame. */
static void put_own(const writer *w, int body, double x, double y) {
  const ptl_linkage_body *b = &w->l->bodies[body];
  const double c = cos(b->angle), s = sin(b->angle);
  const double size = fabs(x) + fabs(y) + fabs(b->x) + fabs(b->y);
  put_pair(w, tidy(c * (x - b->x) + s * (y - b->y), size),
           tidy(-s * (x - b->x) + c * (y - b->y), size));
}

/* ------------------------------------------------------------------ the head */

static void write_head(const writer *w) {
  const ptl_linkage *l = w->l;
  fprintf(w->file, "# Made by `pintle import` of a file in %s.\n", l->format);
  for (const ptl_import_note *note = l->import->first_note; note != NULL; note = note->next) {
    put(w, "# ");
    if (note->line > 0) fprintf(w->file, "line %d: ", note->line);
    fprintf(w->file, "%s\n", note->text);
  }
  put(w, "pintle: 1\n");
  if (l->title != NULL && *l->title != '\0') {
    put(w, "title: ");
    ptl_json_quote(l->title, put_bytes, w->file);
    put(w, "\n");
  }
  if (l->density > 0) {
    put(w, "parameters:\n  linear_density: ");
    put_number(w, l->density);
    put(w, " kg/m # of all links\n");
  }
  put(w, "gravity: ");
  put_pair(w, l->gravity[0], l->gravity[1]);
  put(w, "\n");
}

/* ------------------------------------------------------------------ bodies */

static void write_outline(const writer *w, const ptl_outline *o) {
  if (o->kind == PTL_OUTLINE_CIRCLE) {
    put(w, "      - circle: {center: ");
    put_own(w, o->body, o->x, o->y);
    put(w, ", radius: ");
    put_number(w, o->radius);
  } else if (o->kind == PTL_OUTLINE_LINK) {
    put(w, "      - link: {from: ");
    put_own(w, o->body, o->x, o->y);
    put(w, ", to: ");
    put_own(w, o->body, o->to_x, o->to_y);
    put(w, ", width: ");
    put_number(w, 2 * o->radius);
  } else {
    put(w, "      - rectangle: {center: ");
    put_own(w, o->body, o->x, o->y);
    put(w, ", size: ");
    put_pair(w, o->length, o->width);
    put(w, ", angle: ");
    put_number(w, tidy(o->angle - w->l->bodies[o->body].angle, 1));
  }
  put(w, "}\n");
}

static void write_mass(const writer *w, const ptl_linkage_body *b) {
  const char *factor = b->by_density ? "linear_density * " : "";
  fprintf(w->file, "    mass: %s", factor);
  put_number(w, b->mass);
  fprintf(w->file, "%s\n    inertia: %s", b->by_density ? " m" : "", factor);
  put_number(w, b->inertia);
  put(w, b->by_density ? " m^3\n" : "\n");
}

static void write_body(const writer *w, int index) {
  const ptl_linkage_body *b = &w->l->bodies[index];
  fprintf(w->file, "  %s:\n", b->name);
  write_mass(w, b);
  put(w, "    position: ");
  put_pair(w, b->x, b->y);
  if (tidy(b->angle, 1) != 0) {
    put(w, "\n    angle: ");
    put_number(w, b->angle);
  }
  put(w, "\n    com: ");
  put_own(w, index, b->com_x, b->com_y);
  put(w, "\n");
  if (w->first_outline[index] >= 0) put(w, "    shape:\n");
  for (int i = w->first_outline[index]; i >= 0; i = w->next_outline[i])
    write_outline(w, &w->l->outlines[i]);
}

/* ------------------------------------------------------------------ joints */

static void write_place(const writer *w, const ptl_linkage_joint *j) {
  fprintf(w->file, ", bodies: [%s, %s], at: ", body_name(w, j->a), body_name(w, j->b));
  if (j->ax == j->bx && j->ay == j->by) {
    put_pair(w, j->ax, j->ay);
  } else {
    put(w, "[");
    put_own(w, j->a, j->ax, j->ay);
    put(w, ", ");
    put_own(w, j->b, j->bx, j->by);
    put(w, "]");
  }
}

static void write_joint(const writer *w, const ptl_linkage_joint *j) {
  static const char *const types[] = {"revolute", "translational", "fixed", "pin_in_slot"};
  fprintf(w->file, "  %s: {type: %s", j->name, types[j->kind]);
  if (j->kind == PTL_LINKAGE_LINE) {
    fprintf(w->file, ", slot: {body: %s, line: {from: ", body_name(w, j->a));
    put_own(w, j->a, j->ax - w->reach * j->dx, j->ay - w->reach * j->dy);
    put(w, ", to: ");
    put_own(w, j->a, j->ax + w->reach * j->dx, j->ay + w->reach * j->dy);
    fprintf(w->file, "}}, pin: {body: %s, at: ", body_name(w, j->b));
    put_own(w, j->b, j->bx, j->by);
    put(w, "}");
  } else {
    write_place(w, j);
  }
  if (j->kind == PTL_LINKAGE_SLIDE) {
    put(w, ", axis: ");
    put_pair(w, j->dx, j->dy);
  }
  put(w, "}");
  if (j->limited) {
    put(w, " # for stops: a contact and limits: {from: ");
    put_number(w, j->low);
    put(w, ", to: ");
    put_number(w, j->high);
    put(w, j->kind == PTL_LINKAGE_PIN ? ", radius: ...}" : "}");
  }
  put(w, "\n");
}

static void write_joints(const writer *w) {
  const ptl_linkage *l = w->l;
  if (l->n_joints > 0) put(w, "joints:\n");
  for (int i = 0; i < l->n_joints; i++) write_joint(w, &l->joints[i]);
  for (int i = 0; i < l->n_ratios; i++) {
    const ptl_linkage_ratio *r = &l->ratios[i];
    fprintf(w->file, "  %s: {type: coupling, joints: [%s, %s], ratio: ", r->name,
            l->joints[r->a].name, l->joints[r->b].name);
    put_number(w, r->ratio);
    put(w, "}\n");
  }
  for (int i = 0; i < l->n_drives; i++) {
    fprintf(w->file, "  %s: {type: motion, joint: %s, rate: ", l->drives[i].name,
            l->joints[l->drives[i].joint].name);
    put_number(w, l->drives[i].rate);
    put(w, " rad/s}\n");
  }
}

/* ------------------------------------------------------------------ springs */

static void write_end(const writer *w, const char *part, int body, double x, double y,
                      double angle) {
  fprintf(w->file, ", %s: {body: %s, at: ", part, body_name(w, body));
  put_own(w, body, x, y);
  put(w, ", angle: ");
  put_number(w, tidy(angle - w->l->bodies[body].angle, 1));
  put(w, "}");
}

static void write_spring(const writer *w, const ptl_linkage_spring *s) {
  fprintf(w->file, "  %s: {type: %sspring_damper", s->name, s->rotational ? "rotational_" : "");
  if (s->rotational) {
    fprintf(w->file, ", bodies: [%s, %s]", body_name(w, s->a), body_name(w, s->b));
  } else {
    write_end(w, "a", s->a, s->x, s->y, s->angle);
    write_end(w, "b", s->b, s->x, s->y, s->angle);
    put(w, ", along: x");
  }
  put(w, ", stiffness: ");
  put_number(w, s->stiffness);
  put(w, ", damping: ");
  put_number(w, s->damping);
  put(w, s->rotational ? ", free_angle: " : ", free_length: ");
  put_number(w, s->slack);
  put(w, "}\n");
}

/* Outlines as a list for each body. */
static ptl_status sort_outlines(const ptl_linkage *l, int *first, int *next) {
  if (first == NULL || next == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < l->n_bodies; i++) first[i] = -1;
  for (int i = l->n_outlines - 1; i >= 0; i--) {
    next[i] = first[l->outlines[i].body];
    first[l->outlines[i].body] = i;
  }
  return PTL_OK;
}

/* Half the size of the mechanism, of nothing but one point 1 m. */
static double reach_of(const ptl_linkage *l) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (int i = 0; i < l->n_joints; i++) {
    low[0] = fmin(low[0], l->joints[i].ax);
    low[1] = fmin(low[1], l->joints[i].ay);
    high[0] = fmax(high[0], l->joints[i].ax);
    high[1] = fmax(high[1], l->joints[i].ay);
  }
  const double size = hypot(high[0] - low[0], high[1] - low[1]);
  return isfinite(size) && size > 0 ? size / 2 : 1;
}

ptl_status ptl_linkage_print(const ptl_linkage *l, FILE *file) {
  int *first = ptl_import_alloc(l->import, (size_t)l->n_bodies, sizeof *first);
  int *next = ptl_import_alloc(l->import, (size_t)l->n_outlines, sizeof *next);
  const ptl_status status = sort_outlines(l, first, next);
  const writer w = {l, file, first, next, reach_of(l)};
  if (status != PTL_OK) return status;
  write_head(&w);
  if (l->n_bodies > 1) put(&w, "bodies:\n");
  for (int i = 1; i < l->n_bodies; i++) write_body(&w, i);
  write_joints(&w);
  if (l->n_springs > 0) put(&w, "forces:\n");
  for (int i = 0; i < l->n_springs; i++) write_spring(&w, &l->springs[i]);
  if (l->n_points > 0) put(&w, "output:\n  points:\n");
  for (int i = 0; i < l->n_points; i++) {
    fprintf(file, "    %s: {body: %s, at: ", l->points[i].name, body_name(&w, l->points[i].body));
    put_own(&w, l->points[i].body, l->points[i].x, l->points[i].y);
    put(&w, "}\n");
  }
  put(&w, "run: {until: 1 s, every: 1 ms}\n");
  return PTL_OK;
}
