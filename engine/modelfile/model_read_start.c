/* model_read_start.c: the section `start:`. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_reader.h"

/* JOINT: {angle: 30 deg, rate: 10 rad/s}, or {position: 5 mm, speed: 1 m/s} of one that slides. */
static ptl_status read_joint(ptl_reader *r, const ptl_node *node) {
  ptl_start_def def = ptl_start_default();
  const ptl_label label = {"start of joint", node->key};
  def.joint = node->key;
  r->m->location = node->key_where;
  ptl_status status = ptl_check_coordinate(r->m, label, def.joint);
  if (status != PTL_OK) return status;
  const ptl_joint_type *type = r->m->joints[ptl_find_joint(r->m, def.joint)].use.type;
  const int turns = type->coordinate == PTL_COORDINATE_ANGLE;
  const ptl_key *keys = turns ? ptl_keys_start_turning : ptl_keys_start_sliding;
  const char *what =
      ptl_read_print(r, "start of joint '%s', which %s", node->key, turns ? "turns" : "slides");
  if (what == NULL) return PTL_ERR_MEMORY;
  status = ptl_read_known(r, node, what, keys);
  if (status == PTL_OK)
    status = ptl_read_entry(r, node, keys[0].name, turns ? "rad" : "m", &def.position[0]);
  if (status == PTL_OK)
    status = ptl_read_entry(r, node, keys[1].name, turns ? "rad/s" : "m/s", &def.rate[0]);
  if (status != PTL_OK) return status;
  r->m->location = node->key_where;
  return ptl_mechanism_add_start(r->m, &def);
}

/* The point of that name under `output:`, for an entry without a body. */
static ptl_status find_output_point(const ptl_reader *r, const ptl_node *node, const char *what,
                                    ptl_part_def *at) {
  const int point = ptl_find_element(r->m, PTL_ELEMENT_POINT, node->key);
  if (ptl_node_find(node, "at") != NULL || point < 0)
    return ptl_read_fail(
        r, node->key_where,
        PTL_E(0205) "%s needs 'body', or the name of a point under 'output: points'", what);
  *at = r->m->points[point].def.at;
  return PTL_OK;
}

/* NAME: {body: B, at: [x, y], position: [x, y], velocity: [vx, vy]} */
static ptl_status read_point(ptl_reader *r, const ptl_node *node) {
  ptl_start_def def = ptl_start_default();
  def.name = node->key;
  const char *what = ptl_read_print(r, "start of point '%s'", node->key);
  if (what == NULL) return PTL_ERR_MEMORY;
  ptl_status status = ptl_read_known(r, node, what, ptl_keys_start_point);
  if (status != PTL_OK) return status;
  const ptl_node *body = ptl_node_find(node, "body");
  if (body != NULL)
    status = ptl_read_text(r, body, "body", &def.at.body);
  else
    status = find_output_point(r, node, what, &def.at);
  if (status == PTL_OK) status = ptl_read_pair_entry(r, node, "at", "m", &def.at.x, &def.at.y);
  if (status == PTL_OK)
    status = ptl_read_pair_entry(r, node, "position", "m", &def.position[0], &def.position[1]);
  if (status == PTL_OK)
    status = ptl_read_pair_entry(r, node, "velocity", "m/s", &def.rate[0], &def.rate[1]);
  if (status != PTL_OK) return status;
  r->m->location = node->key_where;
  return ptl_mechanism_add_start(r->m, &def);
}

/* `from` is relative to the model's folder, like a link in it. */
static ptl_status read_from(ptl_reader *r, const ptl_node *start) {
  const ptl_node *from = ptl_node_find(start, "from");
  const char *text, *file = r->m->file != NULL ? r->m->file : "", *slash = strrchr(file, '/');
  double at = NAN;
  ptl_status status = ptl_read_text(r, from, "from", &text);
  if (status == PTL_OK) status = ptl_read_entry(r, start, "at", "s", &at);
  if (status != PTL_OK) return status;
  const int n = text[0] == '/' || slash == NULL ? 0 : (int)(slash - file) + 1;
  const size_t size = (size_t)n + strlen(text) + 1;
  char *path = ptl_read_scratch(r, size, 1);
  if (path == NULL) return PTL_ERR_MEMORY;
  snprintf(path, size, "%.*s%s", n, file, text);
  char *real = realpath(path, NULL);
  if (real == NULL)
    return ptl_read_fail(r, from->where, PTL_E(0603) "start: the run folder %s cannot be found",
                         path);
  r->m->location = from->where;
  status = ptl_mechanism_set_start_from(r->m, real, at);
  free(real);
  return status;
}

static int is_text(const ptl_node *start, const char *key) {
  const ptl_node *node = ptl_node_find(start, key);
  return node != NULL && node->kind == PTL_NODE_TEXT;
}

ptl_status ptl_read_start(ptl_reader *r, const ptl_node *node) {
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_want(r, node, PTL_NODE_MAPPING, "start");
  const int is_from = status == PTL_OK && is_text(node, "from");
  if (is_from) status = read_from(r, node);
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK;
       entry = entry->next) {
    if (is_from && (strcmp(entry->key, "from") == 0 || strcmp(entry->key, "at") == 0)) continue;
    if (is_from)
      return ptl_read_fail(
          r, entry->key_where,
          PTL_E(0106) "start: '%s' does not go with 'from', which gives the whole start",
          entry->key);
    if (strcmp(entry->key, "points") != 0) {
      status = read_joint(r, entry);
      continue;
    }
    status = ptl_read_want(r, entry, PTL_NODE_MAPPING, "points");
    for (const ptl_node *point = entry->first; point != NULL && status == PTL_OK;
         point = point->next)
      status = read_point(r, point);
  }
  return status;
}
