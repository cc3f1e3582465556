/* model_read_shape.c: the key `shape:` of a body. */
#include <string.h>

#include "model_reader.h"

static const ptl_key *const form_keys[] = {[PTL_FORM_POLYGON] = NULL,
                                           [PTL_FORM_CIRCLE] = ptl_keys_circle,
                                           [PTL_FORM_RECTANGLE] = ptl_keys_rectangle,
                                           [PTL_FORM_LINK] = ptl_keys_link};

/* polygon: [[x, y], [x, y], ...] */
static ptl_status read_polygon(ptl_reader *r, const ptl_node *node, ptl_shape_def *def) {
  int i = 0;
  ptl_status status = ptl_read_want(r, node, PTL_NODE_LIST, "polygon");
  if (status != PTL_OK) return status;
  double *points = ptl_read_scratch(r, 2 * (size_t)node->n + 2, sizeof *points);
  if (points == NULL) return PTL_ERR_MEMORY;
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK;
       entry = entry->next, i += 2)
    status = ptl_read_pair(r, entry, "a corner of the polygon", "m", &points[i]);
  def->points = points;
  def->n_points = node->n;
  return status;
}

static ptl_status need(const ptl_reader *r, const ptl_node *node, const char *key) {
  if (ptl_node_find(node, key) != NULL) return PTL_OK;
  return ptl_read_fail(r, node->key_where, PTL_E(0205) "%s needs '%s'", node->key, key);
}

/* The other forms are mappings with lengths. */
static ptl_status read_measures(ptl_reader *r, const ptl_node *node, ptl_shape_def *def) {
  double *p = ptl_read_scratch(r, 4, sizeof *p);
  ptl_status status = ptl_read_known(r, node, node->key, form_keys[def->form]);
  if (p == NULL) return PTL_ERR_MEMORY;
  def->points = p;
  def->n_points = def->form == PTL_FORM_LINK ? 2 : 1;
  if (status != PTL_OK) return status;
  if (def->form == PTL_FORM_LINK) {
    status = need(r, node, "from");
    if (status == PTL_OK) status = need(r, node, "to");
    if (status == PTL_OK) status = need(r, node, "width");
    if (status == PTL_OK) status = ptl_read_pair_entry(r, node, "from", "m", &p[0], &p[1]);
    if (status == PTL_OK) status = ptl_read_pair_entry(r, node, "to", "m", &p[2], &p[3]);
    return status == PTL_OK ? ptl_read_entry(r, node, "width", "m", &def->size[0]) : status;
  }
  status = ptl_read_pair_entry(r, node, "center", "m", &p[0], &p[1]);
  if (status == PTL_OK) status = need(r, node, def->form == PTL_FORM_CIRCLE ? "radius" : "size");
  if (status == PTL_OK) status = ptl_read_entry(r, node, "radius", "m", &def->size[0]);
  if (status == PTL_OK)
    status = ptl_read_pair_entry(r, node, "size", "m", &def->size[0], &def->size[1]);
  return status == PTL_OK ? ptl_read_entry(r, node, "angle", "rad", &def->angle) : status;
}

/* The one key of the entry that names a form. */
static const ptl_node *find_form(const ptl_node *entry, int *n, ptl_form *form) {
  const ptl_node *found = NULL;
  *n = 0;
  for (int i = PTL_FORM_POLYGON; ptl_form_word((ptl_form)i) != NULL; i++) {
    const ptl_node *node = ptl_node_find(entry, ptl_form_word((ptl_form)i));
    if (node == NULL) continue;
    found = node;
    *form = (ptl_form)i;
    ++*n;
  }
  return found;
}

static ptl_status read_list(ptl_reader *r, const ptl_node *node, const char *body, int hole);

static ptl_status read_shape(ptl_reader *r, const ptl_node *entry, const char *body, int hole) {
  const char *what = ptl_read_print(r, "a %s of body '%s'", hole ? "hole" : "shape", body);
  ptl_shape_def def = {.body = body, .hole = hole};
  int n;
  if (what == NULL) return PTL_ERR_MEMORY;
  ptl_status status = ptl_read_known(r, entry, what, hole ? ptl_keys_hole : ptl_keys_shape);
  if (status != PTL_OK) return status;
  const ptl_node *form = find_form(entry, &n, &def.form);
  if (n != 1)
    return ptl_read_fail(
        r, entry->where,
        PTL_E(0204) "%s must be one of polygon, circle, rectangle and link, not %s", what,
        n == 0 ? "none" : "several");
  const ptl_node *color = ptl_node_find(entry, "color");
  status =
      def.form == PTL_FORM_POLYGON ? read_polygon(r, form, &def) : read_measures(r, form, &def);
  if (status == PTL_OK && color != NULL) status = ptl_read_text(r, color, "color", &def.color);
  if (status != PTL_OK) return status;
  r->m->location = form->where;
  status = ptl_mechanism_add_shape(r->m, &def);
  return status == PTL_OK ? read_list(r, ptl_node_find(entry, "holes"), body, 1) : status;
}

static ptl_status read_list(ptl_reader *r, const ptl_node *node, const char *body, int hole) {
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_want(r, node, PTL_NODE_LIST, node->key);
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK; entry = entry->next)
    status = read_shape(r, entry, body, hole);
  return status;
}

ptl_status ptl_read_shapes(ptl_reader *r, const ptl_node *node, const char *body) {
  return read_list(r, node, body, 0);
}
