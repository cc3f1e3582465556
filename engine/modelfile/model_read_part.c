/* model_read_part.c: two parts on two bodies, as joints, forces, couplings and motions name them.
 */
#include <math.h>

#include "model_reader.h"

/* Placement of a body in the ground's frame; the ground itself stands at 0. */
static ptl_pose placement(const ptl_mechanism *m, const char *body) {
  const int i = ptl_find_body(m, body);
  ptl_pose pose = {0};
  if (i >= 0) {
    const ptl_body_def *def = &m->bodies[i].def;
    pose = (ptl_pose){.x = def->x, .y = def->y, .angle = def->angle};
  }
  return pose;
}

/* A point of the ground in the body's frame. */
static void place_point(const ptl_mechanism *m, ptl_part_def *part, double x, double y) {
  const ptl_pose pose = placement(m, part->body);
  const double dx = x - pose.x, dy = y - pose.y;
  const double c = cos(pose.angle), s = sin(pose.angle);
  part->x = c * dx + s * dy;
  part->y = -s * dx + c * dy;
}

ptl_status ptl_read_body_name(const ptl_reader *r, const ptl_node *node, ptl_label label,
                              const char **out) {
  const ptl_status status = ptl_read_text(r, node, "the name of a body", out);
  if (status != PTL_OK || ptl_find_body(r->m, *out) != -2) return status;
  r->m->location = node->where;
  return ptl_fail_unknown(r->m, label, PTL_ELEMENT_BODY, *out);
}

static int is_two_pairs(const ptl_node *node) {
  return node->kind == PTL_NODE_LIST && node->n == 2 && node->first->kind == PTL_NODE_LIST;
}

/* at: [x, y] in the ground, or [[xa, ya], [xb, yb]] in the bodies' own frames; without it, the
 * origin of the second body. */
static ptl_status read_at(const ptl_reader *r, const ptl_node *node, ptl_part_def *a,
                          ptl_part_def *b) {
  double first[2], second[2];
  ptl_status status;
  if (node == NULL) {
    const ptl_pose pose = placement(r->m, b->body);
    place_point(r->m, a, pose.x, pose.y);
    return PTL_OK;
  }
  if (!is_two_pairs(node)) {
    status = ptl_read_pair(r, node, "at", "m", first);
    if (status != PTL_OK) return status;
    place_point(r->m, a, first[0], first[1]);
    place_point(r->m, b, first[0], first[1]);
    return PTL_OK;
  }
  status = ptl_read_pair(r, node->first, "at", "m", first);
  if (status == PTL_OK) status = ptl_read_pair(r, node->last, "at", "m", second);
  if (status != PTL_OK) return status;
  a->x = first[0], a->y = first[1];
  b->x = second[0], b->y = second[1];
  return PTL_OK;
}

static ptl_status read_direction(const ptl_reader *r, const ptl_node *node, double *angle) {
  double d[2];
  const ptl_status status = ptl_read_pair(r, node, "axis", "1", d);
  if (status != PTL_OK) return status;
  if (d[0] == 0 && d[1] == 0)
    return ptl_read_fail(r, node->where, PTL_E(0204) "axis must be a direction, not [0, 0]");
  *angle = atan2(d[1], d[0]);
  return PTL_OK;
}

/* axis: the x direction of both parts, [dx, dy] in the ground, or one for each in the bodies' own
 * frames; without it, the ground's x axis. */
static ptl_status read_axis(const ptl_reader *r, const ptl_node *node, ptl_part_def *a,
                            ptl_part_def *b) {
  double angle = 0;
  ptl_status status;
  if (node != NULL && is_two_pairs(node)) {
    status = read_direction(r, node->first, &a->angle);
    return status == PTL_OK ? read_direction(r, node->last, &b->angle) : status;
  }
  if (node != NULL) {
    status = read_direction(r, node, &angle);
    if (status != PTL_OK) return status;
  }
  a->angle = angle - placement(r->m, a->body).angle;
  b->angle = angle - placement(r->m, b->body).angle;
  return PTL_OK;
}

static ptl_status read_bodies(const ptl_reader *r, const ptl_node *mapping, ptl_label label,
                              ptl_part_def *a, ptl_part_def *b) {
  const ptl_node *node = ptl_node_find(mapping, "bodies");
  if (node == NULL || node->kind != PTL_NODE_LIST || node->n != 2) {
    return ptl_read_fail(r, node != NULL ? node->where : mapping->key_where,
                         PTL_E(0205) "%s '%s' needs bodies: [A, B], a list of two names",
                         label.word, label.name);
  }
  ptl_status status = ptl_read_body_name(r, node->first, label, &a->body);
  if (status == PTL_OK) status = ptl_read_body_name(r, node->last, label, &b->body);
  if (status == PTL_OK) status = read_at(r, ptl_node_find(mapping, "at"), a, b);
  return status == PTL_OK ? read_axis(r, ptl_node_find(mapping, "axis"), a, b) : status;
}

/* pin: {body: crank, at: [45 mm, 0], angle: 0} in the body's own frame */
static ptl_status read_part(const ptl_reader *r, const ptl_node *mapping, const char *key,
                            ptl_label label, ptl_part_def *part) {
  const ptl_node *node = ptl_node_find(mapping, key);
  const ptl_node *body = node != NULL ? ptl_node_find(node, "body") : NULL;
  if (body == NULL) {
    return ptl_read_fail(
        r, node != NULL ? node->key_where : mapping->key_where,
        PTL_E(0205) "%s '%s': part '%s' needs a body (or give bodies: [A, B] for both)", label.word,
        label.name, key);
  }
  ptl_status status = ptl_read_body_name(r, body, label, &part->body);
  if (status == PTL_OK) status = ptl_read_pair_entry(r, node, "at", "m", &part->x, &part->y);
  return status == PTL_OK ? ptl_read_entry(r, node, "angle", "rad", &part->angle) : status;
}

/* With `bodies:` the parts have no frames of their own. */
static ptl_status check_part_is_free(const ptl_reader *r, const ptl_node *mapping,
                                     const char *key) {
  const ptl_node *part = ptl_node_find(mapping, key);
  for (const ptl_key *own = ptl_keys_part; part != NULL && own->name != NULL; own++) {
    const ptl_node *node = ptl_node_find(part, own->name);
    if (node == NULL) continue;
    return ptl_read_fail(
        r, node->key_where,
        PTL_E(0106) "'%s' of '%s' and 'bodies' place the same part: keep one of them", own->name,
        key);
  }
  return PTL_OK;
}

ptl_status ptl_read_parts(const ptl_reader *r, const ptl_node *node, ptl_label label,
                          const char *const *keys, ptl_part_def *a, ptl_part_def *b) {
  const ptl_node *at = ptl_node_find(node, "at"), *axis = ptl_node_find(node, "axis");
  ptl_status status;
  if (ptl_node_find(node, "bodies") != NULL) {
    status = check_part_is_free(r, node, keys[0]);
    if (status == PTL_OK) status = check_part_is_free(r, node, keys[1]);
    return status == PTL_OK ? read_bodies(r, node, label, a, b) : status;
  }
  if (ptl_node_find(node, keys[0]) == NULL && ptl_node_find(node, keys[1]) == NULL) {
    return ptl_read_fail(r, node->key_where,
                         PTL_E(0205) "%s '%s' needs bodies: [A, B], or a body in '%s' and in '%s'",
                         label.word, label.name, keys[0], keys[1]);
  }
  if (at != NULL || axis != NULL)
    return ptl_read_fail(
        r, (at != NULL ? at : axis)->key_where,
        PTL_E(0106) "'%s' belongs to 'bodies'; here each part has its own 'at' and 'angle'",
        at != NULL ? "at" : "axis");
  status = read_part(r, node, keys[0], label, a);
  return status == PTL_OK ? read_part(r, node, keys[1], label, b) : status;
}

/* ------------------------------------------------------------------ zero */

/* The part goes along its x axis, turned by `turn`, to the foot of the body's origin. */
static void move_to_origin(ptl_part_def *part, double turn) {
  const double c = cos(part->angle + turn), s = sin(part->angle + turn);
  const double along = c * part->x + s * part->y;
  part->x -= along * c;
  part->y -= along * s;
}

ptl_status ptl_read_zero(const ptl_reader *r, const ptl_node *node, ptl_label label,
                         ptl_measured_coordinate of, ptl_part_def *a, ptl_part_def *b) {
  const ptl_node *zero = ptl_node_find(node, "zero"), *axis = ptl_node_find(node, "axis");
  int from_bodies = 0;
  ptl_status status = ptl_read_word_entry(r, node, "zero", PTL_WORDS_ZERO, &from_bodies);
  if (status != PTL_OK || zero == NULL) return status;
  if (ptl_node_find(node, "bodies") == NULL)
    return ptl_read_fail(
        r, zero->key_where,
        PTL_E(0230) "'zero' belongs to 'bodies'; here each part has its own 'angle'");
  if (of == PTL_MEASURED_DISTANCE)
    return ptl_read_fail(r, zero->key_where,
                         PTL_E(0230) "%s '%s' has no coordinate that could count from 'zero'",
                         label.word, label.name);
  if (!from_bodies) return PTL_OK;
  if (of == PTL_MEASURED_ANGLE && axis != NULL)
    return ptl_read_fail(
        r, axis->key_where,
        PTL_E(0230) "'axis' and 'zero: bodies' both say from where the angle counts: keep one");
  if (of == PTL_MEASURED_ANGLE) {
    a->angle = b->angle = 0.0;
  } else {
    const double turn = of == PTL_MEASURED_Y ? acos(0.0) : 0.0;
    move_to_origin(a, turn);
    move_to_origin(b, turn);
  }
  return PTL_OK;
}

/* ------------------------------------------------------------------ two points */

ptl_status ptl_read_want_points(const ptl_reader *r, const ptl_node *node, const char *what) {
  if (ptl_node_find(node, "bodies") == NULL || ptl_node_find(node, "at") != NULL) return PTL_OK;
  return ptl_read_fail(
      r, node->key_where,
      PTL_E(0205) "%s needs two points, at: [[xa, ya], [xb, yb]], one in the frame of each body; "
                  "without 'at' both would be the same",
      what);
}
