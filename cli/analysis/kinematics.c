/* kinematics.c: `pintle kinematics`: how a driven mechanism moves. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis.h"
#include "message.h"
#include "model.h"
#include "output.h"
#include "pintle_analysis.h"
#include "pintle_law.h"
#include "pintle_trace.h"
#include "print_json.h"
#include "table.h"

typedef struct arguments {
  ptl_model_arguments model;
  const char *from, *until, *every, *driver, *output, *branch, *file;
  int branches, beyond, quiet, json;
} arguments;

static const ptl_usage usage = {"kinematics", "MODEL",
                                "Moves a mechanism whose drivers leave no freedom through its "
                                "travel, without integrating anything: "
                                "joints with clearance and bushings count as ideal. Prints the "
                                "limits of joints and the dead points of "
                                "the driver, and of an output its ratio to the driver and the "
                                "transmission angle; writes rows as "
                                "a run would have them, with the force or moment that the driver "
                                "needs for the masses and loads.",
                                1, 1};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {0, "from", "T", "time of the first row (default: 0 s)", PTL_TEXT, &a->from},
      {0, "until", "T", "time of the last row (default: the end of the model's run)", PTL_TEXT,
       &a->until},
      {0, "every", "DT", "time between rows (default: as the model's run)", PTL_TEXT, &a->every},
      {0, "driver", "NAME", "the motion that drives, where there are several", PTL_TEXT,
       &a->driver},
      {0, "joint", "NAME", "the joint whose coordinate is the output", PTL_TEXT, &a->output},
      {0, "branch", "N", "of the assembly, as --branches lists them (default: 0, the model's own)",
       PTL_TEXT, &a->branch},
      {0, "branches", NULL, "list the positions that the drivers allow at the first row", PTL_FLAG,
       &a->branches},
      {0, "beyond", NULL,
       "go on where the driver is at a dead point: it turns back, and the mechanism passes to the "
       "branch that meets there",
       PTL_FLAG, &a->beyond},
      {'o', "output", "DIR|FILE.csv",
       "write the rows, with driver, output, ratio and transmission angle, as a run folder, which "
       "plot, view, render and report show, or as a table",
       PTL_TEXT, &a->file},
      {0, "set", "PATH=VALUE", "replace a value of the model file, as for run; may be repeated",
       PTL_LIST, &a->model.settings},
      {0, "plugin", "LIB", "shared library with further laws, joints or forces; may be repeated",
       PTL_LIST, &a->model.plugins},
      {0, "quiet", NULL, "print nothing", PTL_FLAG, &a->quiet},
      {0, "json", NULL, "print limits, branches and ranges as JSON", PTL_FLAG, &a->json},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, &a->model.path);
}

/* ------------------------------------------------------------------ text */

static const char *const kinds[] = {
    [PTL_LIMIT_TURN] = "turns back", [PTL_LIMIT_DEAD] = "dead point"};

static int turns(const ptl_system *system, const char *name) {
  const ptl_initial_coordinate *list;
  const int n = ptl_system_get_initial_coordinates(system, &list);
  for (int i = 0; i < n; i++)
    if (strcmp(list[i].name, name) == 0) return strcmp(list[i].unit, "rad") == 0;
  return 0;
}

static void coordinate_cell(ptl_table *table, double value, int is_angle) {
  ptl_cli_table_cell(table, "%.9g %s", is_angle ? value * 180.0 / acos(-1.0) : value,
                     is_angle ? "deg" : "m");
}

static const char *driver_of(const arguments *a, const ptl_loaded *model) {
  ptl_motion_def def;
  for (int i = 0; ptl_mechanism_get_motion(model->mechanism, i, &def); i++)
    if (a->driver == NULL || strcmp(a->driver, def.name) == 0)
      return def.of.joint != NULL ? def.of.joint : def.name;
  return "";
}

static void print_limits(const arguments *a, const ptl_loaded *model, const ptl_kinematics *k) {
  const int by_angle = turns(model->system, driver_of(a, model));
  if (k->n_limits == 0) {
    printf("  limits    none: no coordinate turns back\n");
    return;
  }
  ptl_table *table = ptl_cli_table_create("lrrrl");
  static const char *const headings[] = {"coordinate", "at the time [s]", "driver", "its value",
                                         "it"};
  for (int i = 0; i < 5; i++) ptl_cli_table_cell(table, "%s", headings[i]);
  for (int i = 0; i < k->n_limits; i++) {
    const ptl_limit *limit = &k->limits[i];
    ptl_cli_table_cell(table, "%s", limit->name);
    ptl_cli_table_cell(table, "%.9g", limit->time);
    coordinate_cell(table, limit->driver, by_angle);
    coordinate_cell(table, limit->value, turns(model->system, limit->name));
    ptl_cli_table_cell(table, "%s", kinds[limit->kind]);
  }
  ptl_cli_table_print(table, stdout, 2);
}

static void print_branches(const ptl_loaded *model, const ptl_kinematics *k) {
  const ptl_initial *initial;
  const int n = ptl_system_get_initial(model->system, &initial);
  ptl_table *table = ptl_cli_table_create("rlrrr");
  static const char *const headings[] = {"branch", "centre of", "x [m]", "y [m]", "angle [deg]"};
  printf("\n");
  for (int i = 0; i < 5; i++) ptl_cli_table_cell(table, "%s", headings[i]);
  for (int b = 0; b < k->n_branches; b++)
    for (int i = 0; i < n; i++) {
      const double *q = k->branches + 3 * ((size_t)b * (size_t)n + (size_t)i);
      ptl_cli_table_cell(table, "%d", b);
      ptl_cli_table_cell(table, "%s", initial[i].body);
      ptl_cli_table_cell(table, "%.7g", q[0]);
      ptl_cli_table_cell(table, "%.7g", q[1]);
      ptl_cli_table_cell(table, "%.7g", q[2] * 180.0 / acos(-1.0));
    }
  ptl_cli_table_print(table, stdout, 2);
}

typedef struct range {
  double least, largest;
} range;

static range range_of(const double *values, int64_t n) {
  range r = {NAN, NAN};
  for (int64_t i = 0; i < n; i++) {
    r.least = fmin(r.least, values[i]);
    r.largest = fmax(r.largest, values[i]);
  }
  return r;
}

static void print_text(const arguments *a, const ptl_loaded *model, const ptl_kinematics *k) {
  const char *title = ptl_mechanism_get_title(model->mechanism);
  const double degrees = 180.0 / acos(-1.0);
  printf("%s\n", title != NULL && *title ? title : a->model.path);
  printf("  travel    %lld rows; %d branch%s of assembly found\n", (long long)k->n_rows,
         k->n_branches, k->n_branches == 1 ? "" : "es");
  if (a->output != NULL) {
    const range ratio = range_of(k->ratio, k->n_rows), angle = range_of(k->transmission, k->n_rows);
    printf("  ratio     of %s to the driver from %.6g to %.6g\n", a->output, ratio.least,
           ratio.largest);
    printf("  transmission angle from %.6g to %.6g deg\n", angle.least * degrees,
           angle.largest * degrees);
  }
  printf("\n");
  print_limits(a, model, k);
  if (a->branches) print_branches(model, k);
}

/* ------------------------------------------------------------------ JSON, CSV */

static void json_range(ptl_json *j, const char *key, const double *values, int64_t n) {
  const range r = range_of(values, n);
  ptl_json_open(j, key, '[');
  ptl_cli_json_number(j, NULL, r.least);
  ptl_cli_json_number(j, NULL, r.largest);
  ptl_json_close(j, ']');
}

static void print_json(const ptl_loaded *model, const ptl_kinematics *k) {
  ptl_json json = {.context = model->context}, *j = &json;
  ptl_json_open(j, NULL, '{');
  ptl_json_text(j, "title", ptl_mechanism_get_title(model->mechanism));
  ptl_json_count(j, "rows", k->n_rows);
  ptl_json_count(j, "branches", k->n_branches);
  json_range(j, "driver", k->driver, k->n_rows);
  json_range(j, "output", k->output, k->n_rows);
  json_range(j, "ratio", k->ratio, k->n_rows);
  json_range(j, "transmission_angle", k->transmission, k->n_rows);
  ptl_json_open(j, "limits", '[');
  for (int i = 0; i < k->n_limits; i++) {
    ptl_json_open(j, NULL, '{');
    ptl_json_text(j, "coordinate", k->limits[i].name);
    ptl_json_text(j, "kind", kinds[k->limits[i].kind]);
    ptl_cli_json_number(j, "time", k->limits[i].time);
    ptl_cli_json_number(j, "value", k->limits[i].value);
    ptl_cli_json_number(j, "driver", k->limits[i].driver);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
  ptl_json_close(j, '}');
  ptl_cli_json_print(j);
}

enum { MOST_FURTHER = 4 };

/* Columns behind those of a run; their number. */
static int further_columns(const arguments *a, const ptl_loaded *model, const ptl_kinematics *k,
                           ptl_column columns[MOST_FURTHER], const double *values[MOST_FURTHER]) {
  const int by_angle = turns(model->system, driver_of(a, model));
  columns[0] = (ptl_column){"driver", by_angle ? "rad" : "m"};
  values[0] = k->driver;
  if (a->output == NULL) return 1;
  const int to_angle = turns(model->system, a->output);
  columns[1] = (ptl_column){"output", to_angle ? "rad" : "m"};
  columns[2] = (ptl_column){"ratio", to_angle == by_angle ? "1" : to_angle ? "rad/m" : "m/rad"};
  columns[3] = (ptl_column){"transmission_angle", "rad"};
  values[1] = k->output;
  values[2] = k->ratio;
  values[3] = k->transmission;
  return MOST_FURTHER;
}

static int write_table(const arguments *a, const ptl_loaded *model, const ptl_kinematics *k) {
  ptl_new_file file;
  const ptl_column *columns;
  ptl_column further[MOST_FURTHER];
  const double *values[MOST_FURTHER];
  const int n = ptl_system_get_columns(model->system, &columns);
  const int n_further = further_columns(a, model, k, further, values);
  if (ptl_cli_file_open(&file, a->file)) return PTL_EXIT_USAGE;
  FILE *f = file.stream;
  for (int i = 0; i < n; i++) fprintf(f, "%s [%s],", columns[i].name, columns[i].unit);
  for (int i = 0; i < n_further; i++)
    fprintf(f, "%s%s [%s]", i > 0 ? "," : "", further[i].name, further[i].unit);
  fprintf(f, "\n");
  for (int64_t row = 0; row < k->n_rows; row++) {
    for (int i = 0; i < n; i++) fprintf(f, "%.17g,", k->rows[row * n + i]);
    for (int i = 0; i < n_further; i++) fprintf(f, "%s%.17g", i > 0 ? "," : "", values[i][row]);
    fprintf(f, "\n");
  }
  return ptl_cli_file_close(&file, a->file, 1) ? PTL_EXIT_USAGE : PTL_EXIT_DONE;
}

static int write_rows(const arguments *a, const ptl_loaded *model, const ptl_kinematics *k) {
  const size_t n = strlen(a->file);
  ptl_column further[MOST_FURTHER];
  const double *values[MOST_FURTHER];
  if (n > 4 && strcmp(a->file + n - 4, ".csv") == 0) return write_table(a, model, k);
  const ptl_folder_rows rows = {.analysis = "kinematics",
                                .rows = k->rows,
                                .n_rows = k->n_rows,
                                .more = further,
                                .values = values,
                                .n_more = further_columns(a, model, k, further, values)};
  const ptl_status status = ptl_folder_write_rows(model->context, model->system, a->file, &rows);
  if (status == PTL_OK) return PTL_EXIT_DONE;
  ptl_cli_say_failure(model->context);
  return PTL_EXIT_USAGE;
}

/* ------------------------------------------------------------------ the verb */

static int read_options(const arguments *a, const ptl_loaded *model, ptl_kinematics_options *out) {
  ptl_context *context = model->context;
  double branch = 0.0;
  int status = ptl_cli_option_quantity(context, "from", a->from, "s", &out->from);
  if (status == PTL_GO_ON)
    status = ptl_cli_option_quantity(context, "until", a->until, "s", &out->until);
  if (status == PTL_GO_ON)
    status = ptl_cli_option_quantity(context, "every", a->every, "s", &out->every);
  if (status == PTL_GO_ON)
    status = ptl_cli_option_quantity(context, "branch", a->branch, "1", &branch);
  out->branch = branch >= 0.0 && branch < 1000.0 && branch == floor(branch) ? (int)branch : -1;
  out->driver = a->driver;
  out->beyond = a->beyond;
  out->output = a->output;
  return status;
}

static int move(const void *given, ptl_loaded *model) {
  const arguments *a = given;
  ptl_kinematics_options options = ptl_kinematics_options_default();
  ptl_kinematics *k = NULL;
  const int read = read_options(a, model, &options);
  if (read != PTL_GO_ON) return read;
  ptl_status status = ptl_assemble_ideal(model->context, model->mechanism, &model->system);
  if (status == PTL_OK) status = ptl_kinematics_find(model->context, model->system, &options, &k);
  if (status != PTL_OK) return ptl_cli_answer_status(model->context, status);
  const int written = a->file != NULL ? write_rows(a, model, k) : PTL_EXIT_DONE;
  if (a->json)
    print_json(model, k);
  else if (!a->quiet)
    print_text(a, model, k);
  ptl_kinematics_release(model->context, k);
  return written;
}

static int run(int argc, char **argv) {
  arguments a = {0};
  const int status = parse(argc, argv, &a);
  return ptl_cli_with_model(&a.model, status, move, &a);
}

const ptl_verb ptl_cli_verb_kinematics = {
    "kinematics", "move a driven mechanism: limits, dead points, ratios, forces needed", run};
