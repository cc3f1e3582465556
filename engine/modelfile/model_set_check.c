/* model_set_check.c: settings that change nothing are mistakes. */
#include <stdio.h>
#include <string.h>

#include "model_reader.h"
#include "word_list.h"

enum { MOST_NAMES = 128 };

void ptl_read_note_needs(ptl_reader *r, int parameter) {
  for (int i = 0; i < parameter; i++) {
    r->needs[(size_t)parameter * (size_t)r->room + (size_t)i] = r->uses[i] > 0;
    r->uses[i] = 0;
  }
}

/* What is needed by a parameter that is used is used; each needs only those before it. */
static void pass_uses_on(const ptl_reader *r) {
  for (int i = r->n_parameters - 1; i > 0; i--)
    for (int j = 0; j < i && r->uses[i] > 0; j++)
      r->uses[j] += r->needs[(size_t)i * (size_t)r->room + (size_t)j];
}

static ptl_status check_parameter(const ptl_reader *r, const char *name, ptl_where where) {
  const char *names[MOST_NAMES];
  char hint[96];
  int n = 0, used = 0, found = 0;
  for (int i = 0; i < r->n_parameters; i++) {
    if (strcmp(r->parameters[i].name, name) == 0) {
      found = 1;
      used = r->uses[i] > 0;
    } else if (r->uses[i] > 0 && n < MOST_NAMES) {
      names[n++] = r->parameters[i].name;
    }
  }
  if (!found || used) return PTL_OK; /* not there: it has been taken away */
  ptl_hint(name, names, n, hint, sizeof hint);
  return ptl_read_fail(r, where, PTL_E(0110) "nothing uses a parameter '%s'%s", name, hint);
}

/* An ideal joint names contacts for gaps that it does not have. */
static int has_gap_with(const ptl_mech_joint *joint, const char *contact) {
  const ptl_joint_type *type = joint->use.type;
  for (int i = 0; i < joint->def.n_contacts; i++) {
    const ptl_gap_contact *entry = &joint->def.contacts[i];
    if (strcmp(entry->contact, contact) != 0) continue;
    for (int k = 0; k < joint->form.n_gaps; k++)
      if (strcmp(type->gap_names[joint->form.gaps[k]], entry->gap) == 0) return 1;
  }
  return 0;
}

static int is_contact_used(const ptl_mechanism *m, const char *name) {
  for (int i = 0; i < m->n_joints; i++)
    if (has_gap_with(&m->joints[i], name)) return 1;
  return 0;
}

/* `path` behind "tables." */
static ptl_status check_table(const ptl_reader *r, const char *path, ptl_where where) {
  const size_t n = strcspn(path, ".");
  for (int i = 0; i < r->definitions.n; i++) {
    const ptl_definition *table = &r->definitions.items[i];
    if (table->uses == NULL || *table->uses > 0 || strncmp(table->name, path, n) != 0 ||
        table->name[n] != '\0')
      continue;
    return ptl_read_fail(r, where, PTL_E(0110) "nothing uses table '%s'", table->name);
  }
  return PTL_OK;
}

/* `path` behind "contacts." */
static ptl_status check_contact(const ptl_reader *r, const char *path, ptl_where where) {
  for (int i = 0; i < r->m->n_contacts; i++) {
    const char *name = r->m->contacts[i].def.name;
    const size_t n = strlen(name);
    if (strncmp(path, name, n) != 0 || (path[n] != '\0' && path[n] != '.')) continue;
    if (is_contact_used(r->m, name)) return PTL_OK;
    return ptl_read_fail(r, where, PTL_E(0110) "no gap uses contact '%s'", name);
  }
  return PTL_OK;
}

ptl_status ptl_read_check_settings(const ptl_reader *r, int n_settings) {
  static const char in_parameters[] = "parameters.", in_contacts[] = "contacts.",
                    in_tables[] = "tables.";
  ptl_status status = PTL_OK;
  pass_uses_on(r);
  for (int i = 0; i < n_settings && status == PTL_OK; i++) {
    const char *path = r->m->settings[i].path;
    const ptl_where where = {-i - 1, 0};
    if (strncmp(path, in_parameters, sizeof in_parameters - 1) == 0)
      status = check_parameter(r, path + sizeof in_parameters - 1, where);
    else if (strncmp(path, in_contacts, sizeof in_contacts - 1) == 0)
      status = check_contact(r, path + sizeof in_contacts - 1, where);
    else if (strncmp(path, in_tables, sizeof in_tables - 1) == 0)
      status = check_table(r, path + sizeof in_tables - 1, where);
  }
  return status;
}
