/* model_read_contact.c: the section `contacts:`. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "materials.h"
#include "model_reader.h"

/* ------------------------------------------------------------------ laws */

ptl_status ptl_read_law(ptl_reader *r, const ptl_node *mapping, const char *key, const char *what,
                        ptl_kind kind, ptl_type_use *use) {
  static const char *const others[] = {"law", NULL};
  const ptl_node *node = ptl_node_find(mapping, key);
  const void *law;
  if (node == NULL) return PTL_OK;
  const char *label = ptl_read_print(r, "%s of %s", key, what);
  if (label == NULL) return PTL_ERR_MEMORY;
  ptl_status status = ptl_read_type(r, node, "law", label, kind, use, &law);
  if (status != PTL_OK) return status;
  return ptl_read_params(r, node, label, ptl_type_params(kind, law), others, NULL, use);
}

/* ------------------------------------------------------------------ surroundings */

static ptl_status fail_material(const ptl_reader *r, const ptl_node *node) {
  const char *near = ptl_material_suggest(node->text);
  return ptl_read_fail(r, node->where,
                       PTL_E(0203) "there is no material '%s'%s%s%s; any other is given as "
                       "{young: ..., poisson: ...}",
                       node->text, near != NULL ? " (did you mean '" : "", near != NULL ? near : "",
                       near != NULL ? "'?)" : "");
}

/* A name, or {young: 207 GPa, poisson: 0.3}; {} says nothing of that side. */
static ptl_status read_material(const ptl_reader *r, const ptl_node *node, double *young,
                                double *poisson) {
  const char *name;
  ptl_status status;
  if (node->kind == PTL_NODE_MAPPING) {
    status = ptl_read_known(r, node, "a material", ptl_keys_material);
    if (status == PTL_OK) status = ptl_read_entry(r, node, "young", "Pa", young);
    return status == PTL_OK ? ptl_read_entry(r, node, "poisson", "1", poisson) : status;
  }
  status = ptl_read_text(r, node, "a material", &name);
  if (status != PTL_OK) return status;
  const ptl_material *material = ptl_material_find(name);
  if (material == NULL) return fail_material(r, node);
  *young = material->young;
  *poisson = material->poisson;
  return PTL_OK;
}

/* materials: steel, or [steel, aluminium] for the sides A and B */
static ptl_status read_materials(const ptl_reader *r, const ptl_node *contact,
                                 ptl_contact_def *def) {
  const ptl_node *node = ptl_node_find(contact, "materials");
  const ptl_node *a = node, *b = node;
  if (node == NULL) return PTL_OK;
  if (node->kind == PTL_NODE_LIST) {
    if (node->n != 2)
      return ptl_read_fail(r, node->where,
                           PTL_E(0204) "materials must be one, or a list of two: [A, B]");
    a = node->first;
    b = node->last;
  }
  ptl_status status = read_material(r, a, &def->young_a, &def->poisson_a);
  return status == PTL_OK ? read_material(r, b, &def->young_b, &def->poisson_b) : status;
}

/* A radius, flat, or nothing: then the joint's own is taken. */
static ptl_status read_radius(const ptl_reader *r, const ptl_node *node, double *out) {
  if (node->kind == PTL_NODE_NOTHING) return PTL_OK;
  if (node->kind == PTL_NODE_TEXT && strcmp(node->text, "flat") == 0) {
    *out = INFINITY;
    return PTL_OK;
  }
  return ptl_read_quantity(r, node, "radii", "m", out);
}

static ptl_status read_radii(const ptl_reader *r, const ptl_node *contact, ptl_contact_def *def) {
  const ptl_node *node = ptl_node_find(contact, "radii");
  if (node == NULL) return PTL_OK;
  if (node->kind != PTL_NODE_LIST || node->n != 2) {
    return ptl_read_fail(
        r, node->where,
        PTL_E(0204) "radii must be a list of two, [A, B]: < 0 for a hollow side, or 'flat'");
  }
  ptl_status status = read_radius(r, node->first, &def->radius_a);
  return status == PTL_OK ? read_radius(r, node->last, &def->radius_b) : status;
}

/* ------------------------------------------------------------------ contacts and groups */

ptl_status ptl_read_contact(ptl_reader *r, const ptl_node *node, const char *name) {
  static const ptl_number_field numbers[] = {
      {"touch_speed_floor", "m/s", offsetof(ptl_contact_def, touch_speed_floor)},
      {"rolling_resistance", "m", offsetof(ptl_contact_def, rolling_resistance)},
      {"rolling_speed", "rad/s", offsetof(ptl_contact_def, rolling_speed)},
      {"length", "m", offsetof(ptl_contact_def, length)},
      {"effective_mass", "kg", offsetof(ptl_contact_def, effective_mass)},
      {NULL, NULL, 0}};
  ptl_contact_def def = ptl_contact_default();
  const char *what = ptl_read_print(r, "contact '%s'", name);
  if (what == NULL) return PTL_ERR_MEMORY;
  def.name = name;
  ptl_status status = ptl_read_known(r, node, what, ptl_keys_contact);
  if (status == PTL_OK && ptl_node_find(node, "elastic") == NULL)
    status = ptl_read_fail(r, node->key_where,
                           PTL_E(0205) "%s needs 'elastic': a law and its parameters", what);
  if (status == PTL_OK) status = ptl_read_law(r, node, "elastic", what, PTL_ELASTIC, &def.elastic);
  if (status == PTL_OK) status = ptl_read_law(r, node, "damping", what, PTL_DAMPING, &def.damping);
  if (status == PTL_OK)
    status = ptl_read_law(r, node, "friction", what, PTL_FRICTION, &def.friction);
  if (status == PTL_OK) status = ptl_read_entries(r, node, numbers, &def);
  if (status == PTL_OK) status = read_materials(r, node, &def);
  if (status == PTL_OK) status = read_radii(r, node, &def);
  if (status != PTL_OK) return status;
  r->m->location = node->key_where;
  return ptl_mechanism_add_contact(r->m, &def);
}

/* A group holds nothing but mappings, none of them under a key of a contact. */
static int is_group(const ptl_node *node) {
  if (node->kind != PTL_NODE_MAPPING || node->n == 0) return 0;
  for (const ptl_node *entry = node->first; entry != NULL; entry = entry->next) {
    if (entry->kind != PTL_NODE_MAPPING) return 0;
    for (const ptl_key *key = ptl_keys_contact; key->name != NULL; key++)
      if (strcmp(key->name, entry->key) == 0) return 0;
  }
  return 1;
}

static ptl_status read_group(ptl_reader *r, const ptl_node *group) {
  ptl_status status = PTL_OK;
  for (const ptl_node *entry = group->first; entry != NULL && status == PTL_OK;
       entry = entry->next) {
    const char *name = ptl_read_print(r, "%s.%s", group->key, entry->key);
    status = name != NULL ? ptl_read_contact(r, entry, name) : PTL_ERR_MEMORY;
  }
  return status;
}

ptl_status ptl_read_contacts(ptl_reader *r, const ptl_node *node) {
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_want(r, node, PTL_NODE_MAPPING, "contacts");
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK; entry = entry->next)
    status = is_group(entry) ? read_group(r, entry) : ptl_read_contact(r, entry, entry->key);
  return status;
}
