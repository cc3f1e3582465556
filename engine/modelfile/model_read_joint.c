/* model_read_joint.c: joints, and the section `forces:`. */
#include <stdio.h>
#include <string.h>

#include "joint_form.h"
#include "model_reader.h"

/* ------------------------------------------------------------------ contacts of a joint */

static ptl_status fail_contact(const ptl_reader *r, ptl_where where, const char *joint,
                               const char *contact) {
  const ptl_label label = {"joint", joint};
  r->m->location = where;
  return ptl_fail_unknown(r->m, label, PTL_ELEMENT_CONTACT, contact);
}

/* contact: NAME. A group gives each gap the entry of the gap's name; the joint may not have the
 * gaps that the group does not speak of. */
static ptl_status read_one_contact(ptl_reader *r, const ptl_node *node, const ptl_joint_type *type,
                                   ptl_joint_def *def) {
  ptl_gap_contact *list = ptl_read_scratch(r, PTL_MAX_GAPS, sizeof *list);
  const char *name;
  ptl_status status = ptl_read_text(r, node, "contact", &name);
  if (status != PTL_OK) return status;
  if (list == NULL) return PTL_ERR_MEMORY;
  def->contacts = list;
  if (ptl_find_contact(r->m, name) >= 0) {
    list[def->n_contacts++] = (ptl_gap_contact){NULL, name};
    return PTL_OK;
  }
  for (int i = 0; type->gap_names != NULL && type->gap_names[i] != NULL; i++) {
    const char *entry = ptl_read_print(r, "%s.%s", name, type->gap_names[i]);
    if (entry == NULL) return PTL_ERR_MEMORY;
    if (ptl_find_contact(r->m, entry) >= 0)
      list[def->n_contacts++] = (ptl_gap_contact){type->gap_names[i], entry};
  }
  return def->n_contacts > 0 ? PTL_OK : fail_contact(r, node->where, def->name, name);
}

ptl_status ptl_read_contact_of(ptl_reader *r, const ptl_node *mapping, const ptl_joint_type *type,
                               ptl_joint_def *def) {
  static const char *const none[] = {NULL};
  const ptl_node *node = ptl_node_find(mapping, "contact");
  if (node == NULL) return PTL_OK;
  if (node->kind != PTL_NODE_MAPPING) return read_one_contact(r, node, type, def);
  ptl_status status =
      ptl_read_keys(r, node, "contact", type->gap_names != NULL ? type->gap_names : none);
  if (status != PTL_OK) return status;
  ptl_gap_contact *list = ptl_read_scratch(r, PTL_MAX_GAPS, sizeof *list);
  if (list == NULL) return PTL_ERR_MEMORY;
  def->contacts = list;
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK;
       entry = entry->next) {
    const char *name;
    status = ptl_read_text(r, entry, entry->key, &name);
    if (status == PTL_OK && ptl_find_contact(r->m, name) < 0)
      status = fail_contact(r, entry->where, def->name, name);
    if (status == PTL_OK) list[def->n_contacts++] = (ptl_gap_contact){entry->key, name};
  }
  return status;
}

/* ------------------------------------------------------------------ joints */

/* "N/m^exponent" with the number of the bushing. */
static const char *bushing_unit(const char *unit, double exponent, char *text, size_t size) {
  const char *name = strstr(unit, "exponent");
  if (name == NULL) return unit;
  snprintf(text, size, "%.*s%.17g", (int)(name - unit), unit, exponent);
  return text;
}

static ptl_status read_bushing(ptl_reader *r, const ptl_node *mapping, ptl_joint_def *def) {
  const char *keys[16] = {"exponent"};
  const ptl_node *node = ptl_node_find(mapping, "bushing");
  if (node == NULL) return PTL_OK;
  ptl_bushing_def *b = ptl_read_scratch(r, 1, sizeof *b);
  def->bushing = b;
  if (b == NULL) return PTL_ERR_MEMORY;
  *b = ptl_bushing_default();
  for (int i = 0; ptl_bushing_fields[i].key != NULL; i++) keys[i + 1] = ptl_bushing_fields[i].key;
  ptl_status status = ptl_read_keys(r, node, "bushing", keys);
  if (status == PTL_OK) status = ptl_read_entry(r, node, "exponent", "1", &b->exponent);
  for (const ptl_number_field *f = ptl_bushing_fields; f->key != NULL && status == PTL_OK; f++) {
    char text[64];
    const char *unit = bushing_unit(f->unit, b->exponent, text, sizeof text);
    status = ptl_read_entry(r, node, f->key, unit, (double *)((char *)b + f->offset));
  }
  return status;
}

static ptl_status read_wear(ptl_reader *r, const ptl_node *mapping, ptl_joint_def *def) {
  const char *keys[16];
  const ptl_node *node = ptl_node_find(mapping, "wear");
  int n = 0;
  if (node == NULL) return PTL_OK;
  ptl_wear_def *wear = ptl_read_scratch(r, 1, sizeof *wear);
  def->wear = wear;
  if (wear == NULL) return PTL_ERR_MEMORY;
  *wear = ptl_wear_default();
  for (; ptl_wear_fields[n].key != NULL; n++) keys[n] = ptl_wear_fields[n].key;
  keys[n] = NULL;
  const ptl_status status = ptl_read_keys(r, node, "wear", keys);
  return status == PTL_OK ? ptl_read_entries(r, node, ptl_wear_fields, wear) : status;
}

ptl_status ptl_read_joint(ptl_reader *r, const ptl_node *node) {
  const char *others[PTL_MOST_KEYS];
  const ptl_label label = {"joint", node->key};
  ptl_joint_def def = {.name = node->key};
  const char *parts[2];
  const char *what = ptl_read_print(r, "joint '%s'", node->key);
  const void *found;
  if (what == NULL) return PTL_ERR_MEMORY;
  ptl_status status = ptl_read_type(r, node, "type", what, PTL_JOINT, &def.use, &found);
  if (status != PTL_OK) return status;
  const ptl_joint_type *type = found;
  parts[0] = type->part_a;
  parts[1] = type->part_b;
  const int n_others = ptl_key_names(ptl_keys_joint, others);
  if (type->gap_names == NULL) others[n_others - 1] = NULL; /* no contact */
  status = ptl_read_params(r, node, what, type->params, others, parts, &def.use);
  if (status == PTL_OK) status = ptl_read_parts(r, node, label, parts, &def.a, &def.b);
  if (status == PTL_OK && (type->flags & PTL_JOINT_APART) != 0)
    status = ptl_read_want_points(r, node, what);
  if (status == PTL_OK)
    status = ptl_read_zero(r, node, label,
                           type->coordinate == PTL_COORDINATE_NONE
                               ? PTL_MEASURED_DISTANCE
                               : (ptl_measured_coordinate)type->coordinate,
                           &def.a, &def.b);
  if (status == PTL_OK) status = read_bushing(r, node, &def);
  if (status == PTL_OK) status = read_wear(r, node, &def);
  if (status == PTL_OK) status = ptl_read_contact_of(r, node, type, &def);
  if (status == PTL_OK)
    status = ptl_read_law(r, node, "friction", what, PTL_FRICTION, &def.friction);
  if (status == PTL_OK) status = ptl_read_law(r, node, "film", what, PTL_FILM, &def.film);
  if (status != PTL_OK) return status;
  r->m->location = node->key_where;
  return ptl_mechanism_add_joint(r->m, &def);
}

int ptl_joints_read_signals(const ptl_node *joints) {
  for (const ptl_node *entry = joints != NULL ? joints->first : NULL; entry != NULL;
       entry = entry->next)
    if (ptl_node_find(entry, "pressed") != NULL || ptl_node_find(entry, "release") != NULL)
      return 1;
  return 0;
}

ptl_status ptl_read_pressed(ptl_reader *r, const ptl_node *joints) {
  ptl_symbol_list variables;
  ptl_status status = ptl_mechanism_variables(r->m, r->m->n_bodies, &variables);
  for (const ptl_node *entry = joints != NULL ? joints->first : NULL;
       entry != NULL && status == PTL_OK; entry = entry->next) {
    const ptl_node *node = ptl_node_find(entry, "pressed");
    const int joint = ptl_find_joint(r->m, entry->key);
    const char *text;
    if (node == NULL || joint < 0) continue;
    status = ptl_read_expression(r, node, "pressed", "N", &variables, &text);
    r->m->location = node->where;
    if (status == PTL_OK) status = ptl_set_pressed(r->m, joint, text);
  }
  return status;
}

/* ------------------------------------------------------------------ forces */

/* What a force acts along: the angle, or what its parameter `along` says. */
static ptl_measured_coordinate coordinate_of(const ptl_force_type *type, const ptl_node *node) {
  const ptl_node *along = ptl_node_find(node, "along");
  if (type->flags & PTL_FORCE_ROTATIONAL) return PTL_MEASURED_ANGLE;
  if (along == NULL || along->kind != PTL_NODE_TEXT) return PTL_MEASURED_DISTANCE;
  return strcmp(along->text, "x") == 0   ? PTL_MEASURED_X
         : strcmp(along->text, "y") == 0 ? PTL_MEASURED_Y
                                         : PTL_MEASURED_DISTANCE;
}

static ptl_status read_force(ptl_reader *r, const ptl_node *node) {
  const char *others[PTL_MOST_KEYS];
  static const char *const parts[] = {"a", "b"};
  const ptl_label label = {"force", node->key};
  ptl_force_def def = {.name = node->key};
  const char *what = ptl_read_print(r, "force '%s'", node->key);
  const void *type;
  if (what == NULL) return PTL_ERR_MEMORY;
  ptl_key_names(ptl_keys_force, others);
  ptl_status status = ptl_read_type(r, node, "type", what, PTL_FORCE, &def.use, &type);
  if (status == PTL_OK)
    status =
        ptl_read_params(r, node, what, ptl_type_params(PTL_FORCE, type), others, parts, &def.use);
  if (status == PTL_OK) status = ptl_read_parts(r, node, label, parts, &def.a, &def.b);
  if (status != PTL_OK) return status;
  const ptl_measured_coordinate of = coordinate_of(type, node);
  if (of == PTL_MEASURED_DISTANCE) status = ptl_read_want_points(r, node, what);
  if (status == PTL_OK) status = ptl_read_zero(r, node, label, of, &def.a, &def.b);
  if (status != PTL_OK) return status;
  r->m->location = node->key_where;
  return ptl_mechanism_add_force(r->m, &def);
}

ptl_status ptl_read_forces(ptl_reader *r, const ptl_node *node) {
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_want(r, node, PTL_NODE_MAPPING, "forces");
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK; entry = entry->next)
    status = read_force(r, entry);
  return status;
}
