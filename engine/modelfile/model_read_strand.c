/* model_read_strand.c: ropes, and belts that give way: joints of the type `strand`, one for each
 * piece between two wheels. */
#include <math.h>
#include <string.h>

#include "model_reader.h"
#include "wheels.h"

/* ------------------------------------------------------------------ one strand */

/* A wheel or a point of a path; its signed radius is below 0 on the left of the path. */
typedef struct wheel {
  ptl_part_def at;
  ptl_pose placed;
  double radius;
  double free; /* length of the strand to the next one, from one touching point to the other */
} wheel;

/* What the pieces of one rope or belt have in common. */
typedef struct stretch_of {
  const ptl_node *springs;   /* `bushing:`; NULL: it does not give way */
  double stiffness, damping; /* of the whole */
  double pretension, slack;
} stretch_of;

/* a->free, where the model places both. */
static ptl_status find_free(const ptl_reader *r, const ptl_node *node, const char *what, wheel *a,
                            const wheel *b) {
  const double d = hypot(b->placed.x - a->placed.x, b->placed.y - a->placed.y);
  a->free = sqrt(d * d - (a->radius - b->radius) * (a->radius - b->radius));
  if (a->free > 0.0) return PTL_OK;
  return ptl_read_fail(r, node->key_where,
                       PTL_E(0209) "%s: its wheels on '%s' and '%s' are placed within each other",
                       what, a->at.body, b->at.body);
}

/* Both parts with their x axes from A's centre to B's. */
static void place(const ptl_reader *r, const wheel *a, const wheel *b, ptl_joint_def *def) {
  const double direction = atan2(b->placed.y - a->placed.y, b->placed.x - a->placed.x);
  const wheel *wheels[2] = {a, b};
  ptl_part_def *parts[2] = {&def->a, &def->b};
  for (int i = 0; i < 2; i++) {
    const ptl_part_def origin = {.body = wheels[i]->at.body};
    *parts[i] = wheels[i]->at;
    parts[i]->angle = direction - ptl_placed_part(r->m, &origin).angle;
  }
}

/* `part` of the whole is this strand; `def` has its name, and the contact of one that gives way. */
static ptl_status add_strand(ptl_reader *r, const ptl_node *node, const wheel *a, const wheel *b,
                             double part, const stretch_of *of, ptl_joint_def *def) {
  const double difference = a->radius - b->radius;
  const double stretch =
      of->springs != NULL ? part * (of->pretension / of->stiffness - of->slack) : 0.0;
  const ptl_given given[] = {
      {.name = "a.radius", .value = {fabs(a->radius)}},
      {.name = "a.side", .word = a->radius > 0.0 ? "right" : "left"},
      {.name = "b.radius", .value = {fabs(b->radius)}},
      {.name = "b.side", .word = b->radius > 0.0 ? "right" : "left"},
      {.name = "length", .value = {a->free + difference * atan2(difference, a->free)}},
      {.name = "stretch", .value = {stretch}},
      {.name = "permanent", .word = of->springs == NULL ? "true" : "false"}};
  place(r, a, b, def);
  def->use = (ptl_type_use){"strand", given, sizeof given / sizeof *given};
  r->m->location = node->key_where;
  return ptl_mechanism_add_joint(r->m, def);
}

static ptl_status read_springs(ptl_reader *r, const ptl_node *node, stretch_of *out) {
  out->springs = ptl_node_find(node, "bushing");
  return out->springs != NULL ? ptl_read_springs(r, out->springs, &out->stiffness, &out->damping)
                              : PTL_OK;
}

/* ------------------------------------------------------------------ belts */

ptl_status ptl_read_belt_strands(ptl_reader *r, const ptl_node *node, const char *what,
                                 const ptl_coupling_def *of, ptl_joint_def *def) {
  static const char *const names[2] = {"left", "right"};
  ptl_wheel found[2];
  wheel ends[2];
  stretch_of stretch = {.pretension = of->pretension};
  ptl_find_wheels(r->m, of, found);
  for (int i = 0; i < 2; i++) {
    const ptl_part_def *placed = found[i].bearing != NULL ? found[i].bearing : &found[i].at;
    ends[i] =
        (wheel){.at = found[i].at, .placed = ptl_placed_part(r->m, placed), .radius = of->radii[i]};
  }
  if (of->ratio < 0.0) ends[1].radius = -ends[1].radius; /* crossed */
  ptl_status status = find_free(r, node, what, &ends[0], &ends[1]);
  if (status == PTL_OK) status = read_springs(r, node, &stretch);
  for (int i = 0; i < 2 && status == PTL_OK; i++) { /* the first has the first wheel on its right */
    def->name = ptl_read_print(r, "%s_%s", node->key, names[i]);
    if (def->name == NULL) return PTL_ERR_MEMORY;
    status = add_strand(r, node, &ends[0], &ends[1], 1.0, &stretch, def);
    ends[0].radius = -ends[0].radius;
    ends[1].radius = -ends[1].radius;
  }
  return status;
}

/* ------------------------------------------------------------------ ropes */

/* {body: pulley, at: [x, y], radius: 50 mm, side: left}; an end without a radius is a point. */
static ptl_status read_wheel(const ptl_reader *r, const ptl_node *node, ptl_label label, int is_end,
                             wheel *out) {
  const ptl_node *body, *radius, *side;
  int is_right = 0;
  ptl_status status = ptl_read_known(r, node, "a wheel of the path", ptl_keys_wheel);
  if (status != PTL_OK) return status;
  body = ptl_node_find(node, "body");
  radius = ptl_node_find(node, "radius");
  side = ptl_node_find(node, "side");
  if (body == NULL)
    return ptl_read_fail(r, node->where, PTL_E(0205) "a wheel of the path needs 'body'");
  status = ptl_read_body_name(r, body, label, &out->at.body);
  if (status == PTL_OK && !is_end && strcmp(out->at.body, "ground") == 0)
    return ptl_read_fail(r, body->where,
                         PTL_E(0209) "a rope does not slip on its wheels: one between its ends must "
                         "turn, on a body of its own, not on the ground");
  if (!is_end && radius == NULL)
    return ptl_read_fail(
        r, node->where,
        PTL_E(0205) "a wheel between the ends of a rope needs 'radius' and 'side', left or right");
  if ((radius == NULL) != (side == NULL))
    return ptl_read_fail(r, node->where,
                         PTL_E(0205) "'radius' and 'side' (left or right of the rope, looking along "
                         "the path) belong together");
  if (status == PTL_OK) status = ptl_read_pair_entry(r, node, "at", "m", &out->at.x, &out->at.y);
  if (status == PTL_OK) status = ptl_read_entry(r, node, "radius", "m", &out->radius);
  if (status == PTL_OK && radius != NULL && !(out->radius > 0.0))
    status = ptl_read_fail(r, radius->where, PTL_E(0204) "radius of a wheel must be > 0");
  if (status == PTL_OK) status = ptl_read_word_entry(r, node, "side", PTL_WORDS_SIDE, &is_right);
  if (!is_right) out->radius = -out->radius;
  out->placed = ptl_placed_part(r->m, &out->at);
  return status;
}

/* What says how it gives way: `bushing`, else it does not. */
static ptl_status read_stretch(ptl_reader *r, const ptl_node *node, stretch_of *out) {
  const ptl_node *pull = ptl_node_find(node, "pretension"), *slack = ptl_node_find(node, "slack");
  const ptl_node *first = pull != NULL ? pull : slack;
  ptl_status status = read_springs(r, node, out);
  if (status == PTL_OK && out->springs == NULL && first != NULL)
    return ptl_read_fail(r, first->key_where,
                         PTL_E(0106) "'%s' belongs to 'bushing': a rope without it is always just "
                         "taut",
                         first->key);
  if (status == PTL_OK && pull != NULL && slack != NULL)
    return ptl_read_fail(r, slack->key_where,
                         PTL_E(0106) "'pretension' and 'slack' exclude each other");
  if (status == PTL_OK) status = ptl_read_entry(r, node, "pretension", "N", &out->pretension);
  if (status == PTL_OK) status = ptl_read_entry(r, node, "slack", "m", &out->slack);
  if (status == PTL_OK && (out->pretension < 0.0 || out->slack < 0.0))
    status = ptl_read_fail(r, first->where, PTL_E(0204) "%s must be 0 or above", first->key);
  return status;
}

ptl_status ptl_read_rope(ptl_reader *r, const ptl_node *node, ptl_label label, const char *what) {
  const ptl_node *path;
  double length = 0.0;
  stretch_of stretch = {0};
  ptl_status status = ptl_read_known(r, node, what, ptl_drive_tables[PTL_DRIVE_ROPE].keys);
  if (status != PTL_OK) return status;
  path = ptl_node_find(node, "path");
  if (path == NULL || path->kind != PTL_NODE_LIST || path->n < 2)
    return ptl_read_fail(r, path != NULL ? path->where : node->key_where,
                         PTL_E(0205) "%s needs 'path', a list of two or more: its ends and the wheels "
                         "between them",
                         what);
  wheel *wheels = ptl_read_scratch(r, (size_t)path->n, sizeof *wheels);
  if (wheels == NULL) return PTL_ERR_MEMORY;
  const ptl_node *entry = path->first;
  for (int i = 0; entry != NULL && status == PTL_OK; entry = entry->next, i++)
    status = read_wheel(r, entry, label, i == 0 || i == path->n - 1, &wheels[i]);
  if (status == PTL_OK) status = read_stretch(r, node, &stretch);
  for (int i = 0; i + 1 < path->n && status == PTL_OK; i++) {
    status = find_free(r, node, what, &wheels[i], &wheels[i + 1]);
    length += wheels[i].free;
  }
  for (int i = 0; i + 1 < path->n && status == PTL_OK; i++) {
    const double part = wheels[i].free / length;
    ptl_joint_def strand = {.name = path->n == 2 ? node->key
                                                 : ptl_read_print(r, "%s_%d", node->key, i + 1)};
    if (strand.name == NULL) return PTL_ERR_MEMORY;
    if (stretch.springs != NULL)
      status = ptl_read_spring_contact(r, stretch.springs, stretch.stiffness / part,
                                       stretch.damping / part, &strand);
    if (status == PTL_OK)
      status = add_strand(r, node, &wheels[i], &wheels[i + 1], part, &stretch, &strand);
  }
  return status;
}
