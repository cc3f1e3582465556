#include "transform_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ keys and their dimensions */

typedef struct key_dimension {
  const char *key;
  double length, time, mass;
} key_dimension;

/* Keys whose values are texts, switches or pure numbers. */
static const char *const plain_keys[] = {
    "type",        "body",      "angle",  "law",      "restitution",   "exponent", "index",
    "coefficient", "kinetic",   "static", "solid",    "mouth",         "along",    "closed",
    "hollow",      "permanent", "arm",    "joint",    "at_rest",       "frame",    "at",
    "gears",       "carrier",   "teeth",  "internal", "pressure_angle"};

static const key_dimension joint_keys[] = {
    {"clearance", 1, 0, 0},  {"radius", 1, 0, 0},    {"radii", 1, 0, 0},
    {"half_width", 1, 0, 0}, {"center", 1, 0, 0},    {"points", 1, 0, 0},
    {"length", 1, 0, 0},     {"width", 1, 0, 0},     {"corner_radius", 1, 0, 0},
    {"wall", 1, 0, 0},       {"roughness", 1, 0, 0}, {NULL, 0, 0, 0}};
static const key_dimension friction_keys[] = {{"regularisation_speed", 1, -1, 0},
                                              {"stribeck_speed", 1, -1, 0},
                                              {"lower_speed", 1, -1, 0},
                                              {"damping_speed", 1, -1, 0},
                                              {"stick_speed", 1, -1, 0},
                                              {"stiffness", -1, 0, 0},
                                              {"damping", -1, 1, 0},
                                              {"viscous", -1, 1, 0},
                                              {"fall", -1, 1, 0},
                                              {"elastic_share", 0, 0, 0},
                                              {NULL, 0, 0, 0}};
static const key_dimension damping_keys[] = {
    {"alpha", -1, 1, 0}, {"coefficient", 0, -1, 1}, {"rest_speed", 1, -1, 0}, {NULL, 0, 0, 0}};
static const key_dimension contact_keys[] = {{"touch_speed_floor", 1, -1, 0},
                                             {"radii", 1, 0, 0},
                                             {"length", 1, 0, 0},
                                             {"effective_mass", 0, 0, 1},
                                             {NULL, 0, 0, 0}};
static const key_dimension line_keys[] = {{"stiffness", 0, -2, 1},
                                          {"damping", 0, -1, 1},
                                          {"free_length", 1, 0, 0},
                                          {"preload", 1, -2, 1},
                                          {NULL, 0, 0, 0}};
static const key_dimension turn_keys[] = {{"stiffness", 2, -2, 1},    {"damping", 2, -1, 1},
                                          {"free_angle", 0, 0, 0},    {"preload", 2, -2, 1},
                                          {"stall_torque", 2, -2, 1}, {"no_load_speed", 0, -1, 0},
                                          {"coefficient", 2, 0, 1},   {NULL, 0, 0, 0}};

/* Scales one value by its key; the key's name when it is not known. */
static const char *scale_key(const transform *t, node *n, const key_dimension *keys) {
  for (; keys->key != NULL; keys++) {
    if (strcmp(n->key, keys->key) != 0) continue;
    change_scale(n, transform_power(t, keys->length, keys->time, keys->mass));
    return NULL;
  }
  for (size_t i = 0; i < sizeof plain_keys / sizeof *plain_keys; i++)
    if (strcmp(n->key, plain_keys[i]) == 0) return NULL;
  return n->key;
}

static const char *scale_keys(const transform *t, node *n, const key_dimension *keys) {
  const char *why = NULL;
  for (int i = 0; n != NULL && i < n->n && why == NULL; i++)
    why = n->children[i]->value == NULL ? n->children[i]->key : scale_key(t, n->children[i], keys);
  return why;
}

static void swap_keys(node *n, const char *a, const char *b) {
  node *first = tree_child(n, a), *second = tree_child(n, b);
  tree_rename(first, b);
  tree_rename(second, a);
}

/* Two directions or angles, each the mirror image of the other's. */
static void mirror_ends(node *n) {
  node *from = tree_child(n, "from"), *to = tree_child(n, "to");
  change_sign(from);
  change_sign(to);
  swap_keys(n, "from", "to");
}

/* ------------------------------------------------------------------ contacts */

static double first_of_two(double value, int index, const void *with) {
  return index == 0 ? value * *(const double *)with : value;
}

const char *transform_contact(const transform *t, node *contact) {
  const char *why = NULL;
  for (int i = 0; i < contact->n && why == NULL; i++) {
    node *part = contact->children[i];
    if (strcmp(part->key, "elastic") == 0) {
      double n = strtod(tree_value(part, "exponent"), NULL);
      if (!tree_is(part, "law", "power") && !tree_is(part, "law", "wang_gao")) why = "elastic law";
      change_scale(tree_child(part, "stiffness"), transform_power(t, 1.0 - n, -2, 1));
    } else if (strcmp(part->key, "materials") == 0) {
      double young = transform_power(t, -1, -2, 1);
      tree_change_numbers(part, first_of_two, &young);
    } else if (strcmp(part->key, "damping") == 0) {
      why = scale_keys(t, part, damping_keys);
    } else if (strcmp(part->key, "friction") == 0) {
      why = scale_keys(t, part, friction_keys);
    } else if (part->value == NULL) {
      why = transform_contact(t, part); /* a group */
    } else {
      why = scale_key(t, part, contact_keys);
    }
  }
  return why;
}

/* ------------------------------------------------------------------ joints */

static void mirror_slot(node *joint) {
  node *slot = tree_child(joint, "slot"), *arc = tree_child(slot, "arc");
  change_point_sign(tree_at(slot, "line/from"));
  change_point_sign(tree_at(slot, "line/to"));
  change_point_sign(tree_at(slot, "curve/points"));
  if (arc == NULL) {
    swap_keys(tree_child(joint, "contact"), "inner", "outer");
    return;
  }
  change_point_sign(tree_child(arc, "center"));
  mirror_ends(arc);
}

static void mirror_solid(node *part, int closed) {
  node *solid = tree_child(part, "solid");
  if (tree_is(part, "solid", "right") || (tree_is(part, "solid", "default") && !closed))
    tree_set(solid, "left");
  else if (tree_is(part, "solid", "left"))
    tree_set(solid, "right");
}

static void mirror_joint(node *joint) {
  node *contact = tree_child(joint, "contact");
  if (tree_is(joint, "type", "revolute")) {
    mirror_ends(tree_child(joint, "limits"));
    change_sign(tree_at(joint, "limits/arm"));
    swap_keys(contact, "lower", "upper");
  } else if (tree_is(joint, "type", "translational")) {
    swap_keys(contact, "lower_left", "upper_left");
    swap_keys(contact, "lower_right", "upper_right");
  } else if (tree_is(joint, "type", "pin_in_slot")) {
    mirror_slot(joint);
  } else if (tree_is(joint, "type", "circle_circle")) {
    mirror_ends(tree_child(joint, "a"));
    mirror_ends(tree_child(joint, "b"));
  } else if (tree_is(joint, "type", "circle_line")) {
    node *line = tree_child(joint, "line");
    change_point_sign(tree_child(line, "from"));
    change_point_sign(tree_child(line, "to"));
    mirror_solid(line, 0);
  } else if (tree_is(joint, "type", "circle_curve")) {
    node *profile = tree_child(joint, "profile");
    change_point_sign(tree_child(profile, "points"));
    mirror_solid(profile, tree_is(profile, "closed", "true"));
  }
}

static int is_driven(const node *model, const node *joint) {
  const node *joints = tree_child(model, "joints");
  for (int i = 0; i < joints->n; i++)
    if (tree_is(joints->children[i], "joint", joint->key)) return 1;
  return 0;
}

/* Exchanges bodies and places of the two parts. */
static void exchange_parts(node *n) {
  node *parts[2];
  int found = 0;
  static const char *const keys[] = {"body", "at", "angle"};
  for (int i = 0; i < n->n && found < 2; i++)
    if (tree_child(n->children[i], "body") != NULL) parts[found++] = n->children[i];
  if (found < 2) return;
  for (int k = 0; k < 3; k++) {
    node *a = tree_child(parts[0], keys[k]), *b = tree_child(parts[1], keys[k]);
    char *value = a->value;
    a->value = b->value;
    b->value = value;
  }
}

static int is_symmetric(const node *model, const node *joint) {
  int limited = tree_at(joint, "limits/from") != NULL || tree_at(joint, "limits/to") != NULL;
  int ideal = tree_is(joint, "clearance", "0");
  if (is_driven(model, joint) || limited) return 0;
  if (tree_is(joint, "type", "revolute") || tree_is(joint, "type", "fixed") ||
      tree_is(joint, "type", "distance"))
    return 1;
  return tree_is(joint, "type", "translational") && ideal &&
         tree_at(joint, "slider/length") == NULL;
}

static int is_angular(const node *model, const char *joint) {
  return tree_is(tree_child(tree_child(model, "joints"), joint), "type", "revolute");
}

/* Scales what stands in parts, slots, arcs, limits: `from` and `to` are points, angles, or
 * places. */
static const char *scale_joint(const transform *t, node *n, int slides) {
  const char *why = NULL;
  for (int i = 0; i < n->n && why == NULL; i++) {
    node *c = n->children[i];
    if (strcmp(c->key, "contact") == 0 || strcmp(c->key, "type") == 0) continue;
    if (strcmp(c->key, "release") == 0 || strcmp(c->key, "pressed") == 0) continue;
    if (strcmp(c->key, "friction") == 0) {
      why = scale_keys(t, c, friction_keys);
    } else if (strcmp(c->key, "from") == 0 || strcmp(c->key, "to") == 0) {
      if (*c->value == '[' || (slides && strcmp(n->key, "limits") == 0)) change_scale(c, t->length);
    } else if (c->value == NULL) {
      why = scale_joint(t, c, slides);
    } else {
      why = scale_key(t, c, joint_keys);
    }
  }
  return why;
}

static double pair_factors(double value, int index, const void *with) {
  return value * ((const double *)with)[index];
}

/* Of a coordinate, by its `along`: what it is times in the transformed model. */
static double coordinate_factor(const transform *t, const char *along) {
  const int turns = strcmp(along, "angle") == 0;
  const int is_mirrored = t->mirror && (turns || strcmp(along, "y") == 0);
  return (turns ? 1.0 : t->length) * (is_mirrored ? -1.0 : 1.0);
}

/* The two parts between which a coordinate is measured, where it is not that of a joint. */
static void change_pair(const transform *t, node *n) {
  change_part(t, tree_child(n, "a"));
  change_part(t, tree_child(n, "b"));
}

static const char *transform_motion(const transform *t, const node *model, node *motion) {
  const int is_of_joint = tree_child(motion, "joint") != NULL;
  const char *joint_along = is_angular(model, tree_value(motion, "joint")) ? "angle" : "x";
  const double size = coordinate_factor(t, is_of_joint ? joint_along : tree_value(motion, "along"));
  const double table[2] = {t->time, size};
  node *rises = tree_child(motion, "rises");
  change_expression(t, model, tree_child(motion, "rate"), size / t->time);
  change_expression(t, model, tree_child(motion, "angle"), size);
  change_expression(t, model, tree_child(motion, "position"), size);
  tree_change_numbers(tree_child(motion, "table"), pair_factors, table);
  change_scale(tree_child(motion, "period"), t->time);
  for (int i = 0; rises != NULL && i < rises->n; i++) {
    change_scale(tree_child(rises->children[i], "start"), t->time);
    change_scale(tree_child(rises->children[i], "duration"), t->time);
    change_scale(tree_child(rises->children[i], "rise"), size);
  }
  change_pair(t, motion);
  if (tree_child(motion, "by") != NULL) change_pair(t, tree_child(motion, "by"));
  return NULL;
}

static const char *transform_coupling(const transform *t, node *coupling) {
  static const char *const sides[] = {"first", "second"};
  double ratio = 1.0;
  for (int i = 0; i < 2; i++) {
    node *side = tree_child(coupling, sides[i]);
    const double size = coordinate_factor(t, tree_value(side, "along"));
    change_pair(t, side);
    ratio = i == 0 ? size : ratio / size;
  }
  change_scale(tree_child(coupling, "ratio"), ratio);
  return NULL;
}

const char *transform_joint(const transform *t, const node *model, node *joint) {
  if (tree_is(joint, "type", "motion")) return transform_motion(t, model, joint);
  if (tree_is(joint, "type", "coupling")) return transform_coupling(t, joint);
  const char *why = scale_joint(t, joint, tree_is(joint, "type", "translational"));
  for (int i = 0; i < joint->n; i++)
    if (tree_child(joint->children[i], "body") != NULL) change_part(t, joint->children[i]);
  change_expression(t, model, tree_child(joint, "pressed"), transform_power(t, 1, -2, 1));
  if (t->mirror && tree_is(joint, "friction/law", "one_way")) return "one_way"; /* the other way */
  if (t->mirror) mirror_joint(joint);
  if (t->exchange && is_symmetric(model, joint)) exchange_parts(joint);
  return why;
}

/* ------------------------------------------------------------------ forces and loads */

const char *transform_force(const transform *t, node *force) {
  static const char *const turning[] = {"rotational_spring_damper", "rotational_drag", "motor"};
  int turns = 0, plain = tree_is(force, "preload", "0") && tree_is(force, "free_angle", "0");
  const char *why = NULL;
  for (int i = 0; i < 3; i++) turns = turns || tree_is(force, "type", turning[i]);
  if (!turns && !tree_is(force, "type", "spring_damper") &&
      !tree_is(force, "type", "one_way_spring"))
    return tree_value(force, "type");
  for (int i = 0; i < force->n && why == NULL; i++) {
    node *c = force->children[i];
    if (tree_child(c, "body") != NULL)
      change_part(t, c);
    else
      why = scale_key(t, c, turns ? turn_keys : line_keys);
  }
  if (t->mirror && turns) {
    static const char *const odd[] = {"free_angle", "preload", "stall_torque", "no_load_speed"};
    for (int i = 0; i < 4; i++) change_sign(tree_child(force, odd[i]));
  }
  if (t->mirror && tree_is(force, "along", "y")) {
    change_sign(tree_child(force, "free_length"));
    change_sign(tree_child(force, "preload"));
  }
  int symmetric = turns ? plain || tree_is(force, "type", "rotational_drag")
                        : tree_is(force, "along", "distance");
  if (t->exchange && symmetric) exchange_parts(force);
  return why;
}

const char *transform_load(const transform *t, const node *model, node *load) {
  node *at = tree_child(load, "at");
  if (t->mirror) change_point_sign(at);
  change_scale(at, t->length);
  if (tree_child(load, "force") != NULL && !tree_is(load, "frame", "ground"))
    return "load in the body's frame";
  change_force_expressions(t, model, tree_child(load, "force"), transform_power(t, 1, -2, 1));
  change_expression(t, model, tree_child(load, "torque"),
                    transform_power(t, 2, -2, 1) * (t->mirror ? -1.0 : 1.0));
  return NULL;
}

/* Of a number without unit: what it is and what comes next stay, in the variables of the
 * transformed model. */
const char *transform_signal(const transform *t, const node *model, node *signal) {
  if (!tree_is(signal, "unit", "\"1\"")) return "signal's unit";
  change_expression(t, model, tree_child(signal, "start"), 1.0);
  change_expression(t, model, tree_child(signal, "next"), 1.0);
  change_expression(t, model, tree_child(signal, "rate"), 1.0 / t->time);
  return NULL;
}

const char *transform_run(const transform *t, node *run) {
  change_scale(tree_child(run, "until"), t->time);
  change_scale(tree_child(run, "every"), t->time);
  change_scale(tree_child(run, "max_step"), t->time);
  change_scale(tree_child(run, "drift_limit"), t->length);
  change_scale(tree_child(run, "length"), t->length);
  change_scale(tree_child(run, "speed"), t->length / t->time);
  return NULL;
}
