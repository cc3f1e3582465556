/* static.c: `pintle static`: where a mechanism rests. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis.h"
#include "message.h"
#include "model.h"
#include "output.h"
#include "pintle_analysis.h"
#include "pintle_law.h"
#include "print_json.h"
#include "table.h"

typedef struct arguments {
  ptl_model_arguments model;
  const char *time, *csv;
  int nearest, quiet, json;
} arguments;

static const ptl_usage usage = {
    "static", "MODEL",
    "Finds where the mechanism rests under gravity, loads, springs, bushings and contacts, and "
    "says "
    "whether it would stay there: positions, coordinates of joints, depths and forces of gaps, and "
    "the columns of the trace, reactions among them. Drivers stay where they are at the start. "
    "Friction sticks up to its limit, and slides beyond. The search goes downhill to a stable "
    "equilibrium. "
    "Exit status 1 where there is none: the message says which body is not held, and by how much "
    "force.",
    1, 1};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {0, "at", "T", "time at which drivers and loads are taken (default: 0 s)", PTL_TEXT,
       &a->time},
      {0, "nearest", NULL,
       "the equilibrium that is nearest to the start, of whatever stability, by Newton's method",
       PTL_FLAG, &a->nearest},
      {'o', "output", "FILE.csv", "write the columns as a trace of one row", PTL_TEXT, &a->csv},
      {0, "set", "PATH=VALUE", "replace a value of the model file, as for run; may be repeated",
       PTL_LIST, &a->model.settings},
      {0, "plugin", "LIB", "shared library with further laws, joints or forces; may be repeated",
       PTL_LIST, &a->model.plugins},
      {0, "quiet", NULL, "print nothing; the exit status tells", PTL_FLAG, &a->quiet},
      {0, "json", NULL, "print the equilibrium as JSON", PTL_FLAG, &a->json},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, &a->model.path);
}

static const char *const stabilities[] = {[PTL_STABLE] = "stable",
                                          [PTL_NEUTRAL] = "neutral",
                                          [PTL_UNSTABLE] = "unstable",
                                          [PTL_HELD] = "held"};

/* ------------------------------------------------------------------ text */

static void print_head(const ptl_equilibrium *e) {
  printf("  equilibrium  %s", stabilities[e->stability]);
  if (e->stability == PTL_HELD) printf(": constraints and drivers leave no freedom");
  if (e->stability == PTL_UNSTABLE)
    printf(": negative stiffness in %d of %d directions", e->n_unstable, e->freedom);
  if (e->stability == PTL_NEUTRAL)
    printf(": no stiffness in %d of %d directions", e->n_neutral, e->freedom);
  if (e->freedom > 0)
    printf("\n  stiffness    least %.6g N/m, mostly of '%s' (angles count at %.4g m)",
           e->least_stiffness, e->weakest, e->length);
  printf("\n  found        at %.6g s in %d steps of Newton\n", e->time, e->newton_steps);
  printf("  left over    %.2g N of %.4g N\n\n", e->left, e->scale);
}

static void print_bodies(const ptl_equilibrium *e) {
  ptl_table *table = ptl_cli_table_create("lrrr");
  static const char *const headings[] = {"body", "x [m]", "y [m]", "angle [deg]"};
  for (int k = 0; k < 4; k++) ptl_cli_table_cell(table, "%s", headings[k]);
  for (int i = 0; i < e->n_bodies; i++) {
    ptl_cli_table_cell(table, "%s", e->bodies[i].name);
    ptl_cli_table_cell(table, "%.9g", e->bodies[i].x);
    ptl_cli_table_cell(table, "%.9g", e->bodies[i].y);
    ptl_cli_table_cell(table, "%.9g", e->bodies[i].angle * 180.0 / acos(-1.0));
  }
  ptl_cli_table_print(table, stdout, 2);
}

static void print_coordinates(const ptl_equilibrium *e) {
  if (e->n_coordinates == 0) return;
  printf("\n");
  ptl_table *table = ptl_cli_table_create("llr");
  ptl_cli_table_cell(table, "coordinate");
  ptl_cli_table_cell(table, "of a");
  ptl_cli_table_cell(table, "at rest");
  for (int i = 0; i < e->n_coordinates; i++) {
    const ptl_initial_coordinate *c = &e->coordinates[i];
    const int turns = strcmp(c->unit, "rad") == 0;
    ptl_cli_table_cell(table, "%s", c->name);
    ptl_cli_table_cell(table, "%s", c->kind);
    ptl_cli_table_cell(table, "%.9g %s", c->value * (turns ? 180.0 / acos(-1.0) : 1.0),
                       turns ? "deg" : "m");
  }
  ptl_cli_table_print(table, stdout, 2);
}

static void print_gaps(const ptl_system *system, const ptl_equilibrium *e) {
  if (e->n_gaps == 0) return;
  printf("\n");
  ptl_table *table = ptl_cli_table_create("lrr");
  ptl_cli_table_cell(table, "gap");
  ptl_cli_table_cell(table, "depth [m]");
  ptl_cli_table_cell(table, "force [N]");
  for (int i = 0; i < e->n_gaps; i++) {
    const char *joint, *name;
    if (ptl_system_get_gap(system, i, &joint, &name, NULL) != PTL_OK) break;
    ptl_cli_table_cell(table, "%s.%s", joint, name);
    ptl_cli_table_cell(table, "%.6g", e->gaps[i].depth);
    ptl_cli_table_cell(table, "%.6g", e->gaps[i].force);
  }
  ptl_cli_table_print(table, stdout, 2);
}

static void print_frictions(const ptl_equilibrium *e) {
  int n_sticking = 0;
  if (e->n_frictions == 0) return;
  printf("\n");
  ptl_table *table = ptl_cli_table_create("llrrr");
  static const char *const headings[] = {"friction", "", "force [N]", "limit [N]", "share"};
  for (int k = 0; k < 5; k++) ptl_cli_table_cell(table, "%s", headings[k]);
  for (int i = 0; i < e->n_frictions; i++) {
    const ptl_rest_friction *f = &e->frictions[i];
    n_sticking += f->sticks;
    ptl_cli_table_cell(table, f->gap != NULL ? "%s.%s" : "%s", f->joint, f->gap);
    ptl_cli_table_cell(table, "%s",
                       f->sticks          ? "sticks"
                       : f->largest > 0.0 ? "slides"
                                          : "is not pressed");
    ptl_cli_table_cell(table, "%.6g", f->force);
    ptl_cli_table_cell(table, "%.6g", f->largest);
    if (f->largest > 0.0)
      ptl_cli_table_cell(table, "%.1f %%", 100.0 * fabs(f->force) / f->largest);
    else
      ptl_cli_table_cell(table, "-");
  }
  ptl_cli_table_print(table, stdout, 2);
  if (n_sticking > 0)
    printf(
        "  What sticks would rest elsewhere, too: this equilibrium is the one reached from the "
        "start.\n");
  if (e->n_tied > 0)
    printf(
        "  %d of the forces that stick %s not unique: traded for one another or for reactions, the "
        "balance "
        "stays; the least are shown.\n",
        e->n_tied, e->n_tied == 1 ? "is" : "are");
}

/* Columns that tell of forces; places stand in the other tables. */
static int tells_of_force(const ptl_column *column) {
  static const char *const units[] = {"N", "N m", "kN", "J"};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strcmp(column->unit, units[i]) == 0) return 1;
  return 0;
}

static void print_columns(const ptl_system *system, const ptl_equilibrium *e) {
  const ptl_column *columns;
  const int n = ptl_system_get_columns(system, &columns);
  int n_shown = 0;
  for (int i = 0; i < n; i++) n_shown += tells_of_force(&columns[i]);
  if (n_shown == 0) return;
  printf("\n");
  ptl_table *table = ptl_cli_table_create("lr");
  ptl_cli_table_cell(table, "column");
  ptl_cli_table_cell(table, "at rest");
  for (int i = 0; i < n; i++) {
    if (!tells_of_force(&columns[i])) continue;
    const double value = e->columns[i];
    ptl_cli_table_cell(table, "%s", columns[i].name);
    ptl_cli_table_cell(table, "%.6g %s", fabs(value) <= 1e-12 * e->scale ? 0.0 : value,
                       columns[i].unit);
  }
  ptl_cli_table_print(table, stdout, 2);
}

static void print_text(const arguments *a, const ptl_loaded *model, const ptl_equilibrium *e) {
  const char *title = ptl_mechanism_get_title(model->mechanism);
  printf("%s\n", title != NULL && *title ? title : a->model.path);
  print_head(e);
  print_bodies(e);
  print_coordinates(e);
  print_gaps(model->system, e);
  print_frictions(e);
  print_columns(model->system, e);
}

/* ------------------------------------------------------------------ JSON */

static void json_lists(ptl_json *j, const ptl_system *system, const ptl_equilibrium *e) {
  const ptl_column *columns;
  const int n = ptl_system_get_columns(system, &columns);
  ptl_json_open(j, "bodies", '[');
  for (int i = 0; i < e->n_bodies; i++) {
    ptl_json_open(j, NULL, '{');
    ptl_json_text(j, "body", e->bodies[i].name);
    ptl_cli_json_number(j, "x", e->bodies[i].x);
    ptl_cli_json_number(j, "y", e->bodies[i].y);
    ptl_cli_json_number(j, "angle", e->bodies[i].angle);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
  ptl_json_open(j, "coordinates", '[');
  for (int i = 0; i < e->n_coordinates; i++) {
    ptl_json_open(j, NULL, '{');
    ptl_json_text(j, "name", e->coordinates[i].name);
    ptl_json_text(j, "kind", e->coordinates[i].kind);
    ptl_json_text(j, "unit", e->coordinates[i].unit);
    ptl_cli_json_number(j, "value", e->coordinates[i].value);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
  ptl_json_open(j, "gaps", '[');
  for (int i = 0; i < e->n_gaps; i++) {
    const char *joint, *name;
    if (ptl_system_get_gap(system, i, &joint, &name, NULL) != PTL_OK) break;
    ptl_json_open(j, NULL, '{');
    ptl_json_text(j, "joint", joint);
    ptl_json_text(j, "gap", name);
    ptl_cli_json_number(j, "depth", e->gaps[i].depth);
    ptl_cli_json_number(j, "force", e->gaps[i].force);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
  ptl_json_open(j, "frictions", '[');
  for (int i = 0; i < e->n_frictions; i++) {
    ptl_json_open(j, NULL, '{');
    ptl_json_text(j, "joint", e->frictions[i].joint);
    ptl_json_text(j, "gap", e->frictions[i].gap);
    ptl_json_count(j, "sticks", e->frictions[i].sticks);
    ptl_cli_json_number(j, "force", e->frictions[i].force);
    ptl_cli_json_number(j, "largest", e->frictions[i].largest);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
  ptl_json_count(j, "tied_frictions", e->n_tied);
  ptl_json_open(j, "columns", '{');
  for (int i = 0; i < n; i++) ptl_cli_json_number(j, columns[i].name, e->columns[i]);
  ptl_json_close(j, '}');
}

static void print_json(const ptl_loaded *model, const ptl_equilibrium *e) {
  ptl_json json = {.context = model->context}, *j = &json;
  ptl_json_open(j, NULL, '{');
  ptl_json_text(j, "title", ptl_mechanism_get_title(model->mechanism));
  ptl_cli_json_number(j, "time", e->time);
  ptl_json_text(j, "stability", stabilities[e->stability]);
  ptl_json_count(j, "freedom", e->freedom);
  ptl_json_count(j, "unstable_directions", e->n_unstable);
  ptl_json_count(j, "neutral_directions", e->n_neutral);
  ptl_cli_json_number(j, "least_stiffness", e->least_stiffness);
  ptl_cli_json_number(j, "length", e->length);
  ptl_json_text(j, "weakest", e->weakest);
  ptl_cli_json_number(j, "left", e->left);
  ptl_cli_json_number(j, "scale", e->scale);
  ptl_json_count(j, "newton_steps", e->newton_steps);
  json_lists(j, model->system, e);
  ptl_json_close(j, '}');
  ptl_cli_json_print(j);
}

/* ------------------------------------------------------------------ the verb */

static int write_csv(const ptl_loaded *model, const char *path, const ptl_equilibrium *e) {
  ptl_new_file file;
  const ptl_column *columns;
  const int n = ptl_system_get_columns(model->system, &columns);
  if (ptl_cli_file_open(&file, path)) return PTL_EXIT_USAGE;
  FILE *f = file.stream;
  for (int i = 0; i < n; i++)
    fprintf(f, *columns[i].unit ? "%s%s [%s]" : "%s%s", i > 0 ? "," : "", columns[i].name,
            columns[i].unit);
  fprintf(f, "\n");
  for (int i = 0; i < n; i++) fprintf(f, "%s%.17g", i > 0 ? "," : "", e->columns[i]);
  fprintf(f, "\n");
  return ptl_cli_file_close(&file, path, 1) ? PTL_EXIT_USAGE : PTL_EXIT_DONE;
}

static int find(const void *given, ptl_loaded *model) {
  const arguments *a = given;
  ptl_static_options options = ptl_static_options_default();
  ptl_equilibrium *e = NULL;
  options.nearest = a->nearest;
  const int read = ptl_cli_option_quantity(model->context, "at", a->time, "s", &options.time);
  if (read != PTL_GO_ON) return read;
  ptl_status status = ptl_cli_model_assemble(model);
  if (status == PTL_OK) status = ptl_static(model->context, model->system, &options, &e);
  if (status != PTL_OK) return ptl_cli_answer_status(model->context, status);
  const int written = a->csv != NULL ? write_csv(model, a->csv, e) : PTL_EXIT_DONE;
  if (a->json)
    print_json(model, e);
  else if (!a->quiet)
    print_text(a, model, e);
  ptl_equilibrium_release(model->context, e);
  return written;
}

static int run(int argc, char **argv) {
  arguments a = {0};
  const int status = parse(argc, argv, &a);
  return ptl_cli_with_model(&a.model, status, find, &a);
}

const ptl_verb ptl_cli_verb_static = {
    "static", "find where a mechanism rests, with reactions, contacts and stability", run};
