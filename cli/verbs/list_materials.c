/* list_materials.c: the materials that a contact may name. */
#include <string.h>

#include "list_parts.h"
#include "message.h"
#include "table.h"

static void print_json(ptl_json *j, const ptl_material *m) {
  ptl_json_open(j, NULL, '{');
  ptl_json_text(j, "name", m->name);
  ptl_cli_json_number(j, "young", m->young);
  ptl_cli_json_number(j, "poisson", m->poisson);
  ptl_cli_json_number(j, "density", m->density);
  ptl_json_text(j, "source", m->source);
  ptl_json_close(j, '}');
}

static void print_markdown(const ptl_material *m) {
  printf("| `%s` | %g | %g | %g | %s |\n", m->name, m->young * 1e-9, m->poisson, m->density,
         m->source);
}

static void add_row(ptl_table *table, const ptl_material *m) {
  ptl_cli_table_cell(table, "%s", m->name);
  ptl_cli_table_cell(table, "%g GPa", m->young * 1e-9);
  ptl_cli_table_cell(table, "%g", m->poisson);
  ptl_cli_table_cell(table, "%g kg/m^3", m->density);
  ptl_cli_table_cell(table, "%s", m->source);
}

static int fail_name(const ptl_context *context, const char *name) {
  enum { MOST = 64 };
  const char *names[MOST];
  ptl_material m;
  int n = 0;
  for (; n < MOST && ptl_context_get_material(context, n, &m); n++) names[n] = m.name;
  char hint[128];
  ptl_cli_hint(hint, sizeof hint, name, names, n);
  ptl_cli_say(PTL_E(0952) "there is no material '%s'%s (pintle list materials shows them)", name,
              hint);
  return PTL_EXIT_USAGE;
}

int ptl_cli_list_materials(const ptl_context *context, const char *name, ptl_json *j,
                           int markdown) {
  ptl_table *table = ptl_cli_table_create("lrrrl");
  ptl_material m;
  int found = 0;
  for (int i = 0; name != NULL && ptl_context_get_material(context, i, &m); i++)
    found += strcmp(m.name, name) == 0;
  if (name != NULL && !found) {
    ptl_cli_table_print(table, stdout, 2);
    return fail_name(context, name);
  }
  if (j != NULL)
    ptl_json_open(j, "materials", '[');
  else if (markdown)
    printf(
        "## Materials\n\n| name | E [GPa] | nu | density [kg/m^3] | source "
        "|\n|---|---|---|---|---|\n");
  else if (name == NULL)
    printf("materials\n");
  for (int i = 0; ptl_context_get_material(context, i, &m); i++) {
    if (name != NULL && strcmp(m.name, name) != 0) continue;
    if (j != NULL)
      print_json(j, &m);
    else if (markdown)
      print_markdown(&m);
    else
      add_row(table, &m);
  }
  if (j != NULL) ptl_json_close(j, ']');
  if (markdown) printf("\n");
  ptl_cli_table_print(table, stdout, 2);
  return PTL_EXIT_DONE;
}
