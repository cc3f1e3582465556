#include "transform.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "transform_parts.h"

const transform transforms[] = {
    {.name = "offset", .dx = 1000, .dy = -500, .length = 1, .time = 1, .mass = 1},
    {.name = "rotation", .turn = 0.7, .length = 1, .time = 1, .mass = 1},
    {.name = "mirror", .mirror = 1, .length = 1, .time = 1, .mass = 1},
    {.name = "order", .reverse = 1, .length = 1, .time = 1, .mass = 1},
    {.name = "exchange", .exchange = 1, .length = 1, .time = 1, .mass = 1},
    {.name = "length/1000", .length = 1e-3, .time = 1, .mass = 1},
    {.name = "length*1000", .length = 1e3, .time = 1, .mass = 1},
    {.name = "time/1000", .length = 1, .time = 1e-3, .mass = 1},
    {.name = "time*1000", .length = 1, .time = 1e3, .mass = 1},
    {.name = "mass/1e6", .length = 1, .time = 1, .mass = 1e-6},
    {.name = "mass*1e6", .length = 1, .time = 1, .mass = 1e6}};
const int n_transforms = sizeof transforms / sizeof *transforms;

/* ------------------------------------------------------------------ units */

double transform_unit(const transform *t, const char *unit) {
  static const struct {
    const char *name;
    int length, time, mass;
  } units[] = {{"1", 0, 0, 0},    {"rad", 0, 0, 0},    {"m", 1, 0, 0},      {"s", 0, 1, 0},
               {"m/s", 1, -1, 0}, {"rad/s", 0, -1, 0}, {"m/s^2", 1, -2, 0}, {"rad/s^2", 0, -2, 0},
               {"N", 1, -2, 1},   {"N m", 2, -2, 1},   {"J", 2, -2, 1},     {"N s", 1, -1, 1}};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strcmp(unit, units[i].name) == 0)
      return 1.0 / (pow(t->length, units[i].length) * pow(t->time, units[i].time) *
                    pow(t->mass, units[i].mass));
  return NAN;
}

/* ------------------------------------------------------------------ vectors and angles */

/* A point or a direction of the ground: rotated, mirrored, moved. */
static void change_vector(const transform *t, node *n, int is_point) {
  double v[2] = {0.0, 0.0};
  if (n == NULL || sscanf(n->value, "[%lf, %lf]", &v[0], &v[1]) != 2) return;
  double x = v[0] * cos(t->turn) - v[1] * sin(t->turn),
         y = v[0] * sin(t->turn) + v[1] * cos(t->turn);
  if (t->mirror) y = -y;
  if (is_point) x += t->dx, y += t->dy;
  tree_set(n, "[%.17g, %.17g]", x, y);
}

static double times(double value, int index, const void *with) {
  (void)index;
  return value * *(const double *)with;
}

static double mirrored(double value, int index, const void *with) {
  (void)with;
  return index == 1 ? -value : value;
}

static double negated(double value, int index, const void *with) {
  (void)index, (void)with;
  return -value;
}

static double turned(double value, int index, const void *with) {
  (void)index;
  return value + *(const double *)with;
}

void change_scale(node *n, double factor) {
  if (factor != 1.0) tree_change_numbers(n, times, &factor);
}

void change_sign(node *n) {
  tree_change_numbers(n, negated, NULL);
}

void change_point_sign(node *n) {
  tree_change_numbers(n, mirrored, NULL);
}

double transform_power(const transform *t, double length, double time, double mass) {
  return pow(t->length, length) * pow(t->time, time) * pow(t->mass, mass);
}

/* ------------------------------------------------------------------ parts of the model */

/* A part {body, at, angle}: on the ground it moves with everything; mirrored everywhere. */
void change_part(const transform *t, node *part) {
  node *at = tree_child(part, "at"), *angle = tree_child(part, "angle");
  if (tree_is(part, "body", "ground")) {
    change_vector(t, at, 1);
    if (t->turn != 0.0) tree_change_numbers(angle, turned, &t->turn);
  } else if (t->mirror) {
    change_point_sign(at);
  }
  if (t->mirror) change_sign(angle);
  change_scale(at, t->length);
}

/* What the model does not give of a body is 0 and moves with the rest. */
static void change_body(const transform *t, node *b) {
  node *position = tree_need(b, "position", "[0, 0]"), *velocity = tree_child(b, "velocity");
  node *com = tree_child(b, "com"), *rate = tree_child(b, "rate");
  node *angle = tree_need(b, "angle", "0");
  change_vector(t, position, 1);
  change_vector(t, velocity, 0);
  if (t->turn != 0.0) tree_change_numbers(angle, turned, &t->turn);
  if (t->mirror) change_sign(angle), change_sign(rate), change_point_sign(com);
  change_scale(tree_child(b, "mass"), t->mass);
  change_scale(tree_child(b, "inertia"), transform_power(t, 2, 0, 1));
  change_scale(position, t->length);
  change_scale(com, t->length);
  change_scale(velocity, transform_power(t, 1, -1, 0));
  change_scale(rate, 1.0 / t->time);
  tree_remove(b, "shape");
}

static void reverse(node *n) {
  for (int i = 0; n != NULL && i < n->n / 2; i++) {
    node *other = n->children[i];
    n->children[i] = n->children[n->n - 1 - i];
    n->children[n->n - 1 - i] = other;
  }
}

const char *transform_model(const transform *t, node *model) {
  static const char *const sections[] = {"bodies", "contacts", "joints",
                                         "forces", "loads",    "signals"};
  const int n_sections = sizeof sections / sizeof *sections;
  const char *why = NULL;
  node *gravity = tree_child(model, "gravity"), *bodies = tree_child(model, "bodies");
  tree_remove(model, "output");
  tree_remove(model, "parameters");
  change_vector(t, gravity, 0);
  change_scale(gravity, transform_power(t, 1, -2, 0));
  for (int i = 0; i < bodies->n; i++) change_body(t, bodies->children[i]);
  for (int s = 1; s < n_sections; s++) {
    node *section = tree_child(model, sections[s]);
    for (int i = 0; section != NULL && i < section->n && why == NULL; i++)
      why = s == 1   ? transform_contact(t, section->children[i])
            : s == 2 ? transform_joint(t, model, section->children[i])
            : s == 3 ? transform_force(t, section->children[i])
            : s == 4 ? transform_load(t, model, section->children[i])
                     : transform_signal(t, model, section->children[i]);
  }
  for (int s = 0; s < n_sections && t->reverse; s++) reverse(tree_child(model, sections[s]));
  return why != NULL ? why : transform_run(t, tree_child(model, "run"));
}
