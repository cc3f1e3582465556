/* list_materials.c: the materials that a contact may name. */
#include <string.h>

#include "cli.h"
#include "list.h"

static void print_json(const ptl_material *m) {
  ptl_cli_print_open(NULL, '{');
  ptl_cli_print_text("name", m->name);
  ptl_cli_print_number("young", m->young);
  ptl_cli_print_number("poisson", m->poisson);
  ptl_cli_print_number("density", m->density);
  ptl_cli_print_text("source", m->source);
  ptl_cli_print_close('}');
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
  ptl_cli_say("there is no material '%s'%s (pintle list materials shows them)", name, hint);
  return PTL_EXIT_USAGE;
}

int ptl_cli_list_materials(const ptl_context *context, const char *name, int json, int markdown) {
  ptl_table *table = ptl_cli_table_create("lrrrl");
  ptl_material m;
  int found = 0;
  for (int i = 0; name != NULL && ptl_context_get_material(context, i, &m); i++)
    found += strcmp(m.name, name) == 0;
  if (name != NULL && !found) {
    ptl_cli_table_print(table, stdout, 2);
    return fail_name(context, name);
  }
  if (json)
    ptl_cli_print_open("materials", '[');
  else if (markdown)
    printf(
        "## Materials\n\n| name | E [GPa] | nu | density [kg/m^3] | source "
        "|\n|---|---|---|---|---|\n");
  else if (name == NULL)
    printf("materials\n");
  for (int i = 0; ptl_context_get_material(context, i, &m); i++) {
    if (name != NULL && strcmp(m.name, name) != 0) continue;
    if (json)
      print_json(&m);
    else if (markdown)
      print_markdown(&m);
    else
      add_row(table, &m);
  }
  if (json) ptl_cli_print_close(']');
  if (markdown) printf("\n");
  ptl_cli_table_print(table, stdout, 2);
  return PTL_EXIT_DONE;
}
