/* modes.c: `pintle modes`: how a mechanism vibrates. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis.h"
#include "linear_files.h"
#include "message.h"
#include "model.h"
#include "pintle_analysis.h"
#include "pintle_law.h"
#include "print_json.h"
#include "table.h"

typedef struct arguments {
  ptl_model_arguments model;
  const char *at, *frame, *folder;
  int shapes, quiet, json;
} arguments;

static const ptl_usage usage = {
    "modes", "MODEL",
    "Linearises the equations about an equilibrium or another state and prints the eigenvalues: "
    "frequencies, damping ratios, rates of growth with their signs, and what moves. Drivers go on "
    "as "
    "they do; contacts that are closed act with the slopes of their laws. "
    "Exit status 1 where there is no equilibrium.",
    1, 1};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {0, "at", "equilibrium|start|T",
       "about which state: the equilibrium (default), the start, or where a run is at the time T, "
       "as "
       "in --at 0.5s",
       PTL_TEXT, &a->at},
      {0, "frame", "ground|bodies",
       "axes along which displacements count where bodies turn: of the ground (default), or of "
       "each "
       "body, in which parts that go round with others have constant coefficients",
       PTL_TEXT, &a->frame},
      {0, "shapes", NULL, "print how every body moves in every mode", PTL_FLAG, &a->shapes},
      {'o', "output", "DIR",
       "write the matrices of the linear system, A.csv, B.csv, C.csv and D.csv, and the modes, "
       "modes.csv, into a folder",
       PTL_TEXT, &a->folder},
      {0, "set", "PATH=VALUE", "replace a value of the model file, as for run; may be repeated",
       PTL_LIST, &a->model.settings},
      {0, "plugin", "LIB", "shared library with further laws, joints or forces; may be repeated",
       PTL_LIST, &a->model.plugins},
      {0, "quiet", NULL, "print nothing", PTL_FLAG, &a->quiet},
      {0, "json", NULL, "print the modes as JSON", PTL_FLAG, &a->json},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, &a->model.path);
}

static const char *const axes[3] = {"x", "y", "angle"};

static const char *body_of(const ptl_loaded *model, int coordinate) {
  const ptl_initial *initial;
  ptl_system_get_initial(model->system, &initial);
  return initial[coordinate / 3].body;
}

/* ------------------------------------------------------------------ text */

static const char *kind_of(const ptl_mode *mode) {
  if (mode->natural == 0.0) return "free";
  if (mode->real > 0.0) return mode->imaginary > 0.0 ? "grows" : "diverges";
  if (mode->real < 0.0) return mode->imaginary > 0.0 ? "decays" : "decays, no vibration";
  return "vibrates";
}

static void print_modes(const ptl_loaded *model, const ptl_modes *m) {
  static const char *const headings[] = {"mode",       "frequency [Hz]", "natural [Hz]",
                                         "damping",    "real [1/s]",     "imaginary [rad/s]",
                                         "moves most", "whirl",          "it"};
  ptl_table *table = ptl_cli_table_create("rrrrrrlrl");
  for (int k = 0; k < 9; k++) ptl_cli_table_cell(table, "%s", headings[k]);
  for (int i = 0; i < m->n_modes; i++) {
    const ptl_mode *mode = &m->modes[i];
    ptl_cli_table_cell(table, "%d", i + 1);
    ptl_cli_table_cell(table, "%.7g", mode->frequency);
    ptl_cli_table_cell(table, "%.7g", mode->natural);
    if (isnan(mode->damping))
      ptl_cli_table_cell(table, "-");
    else
      ptl_cli_table_cell(table, "%.4g", mode->damping == 0.0 ? 0.0 : mode->damping);
    ptl_cli_table_cell(table, "%.7g", mode->real);
    ptl_cli_table_cell(table, "%.7g", mode->imaginary);
    ptl_cli_table_cell(table, "%s.%s", body_of(model, mode->most), axes[mode->most % 3]);
    ptl_cli_table_cell(table, "%+.2f", fabs(mode->whirl) < 1e-6 ? 0.0 : mode->whirl);
    ptl_cli_table_cell(table, "%s", kind_of(mode));
  }
  ptl_cli_table_print(table, stdout, 2);
}

static double without_rounding(double x) {
  return fabs(x) < 1e-9 ? 0.0 : x;
}

static void print_shapes(const ptl_loaded *model, const ptl_modes *m) {
  ptl_table *table = ptl_cli_table_create("rlrrrrrr");
  static const char *const headings[] = {"mode", "body", "x", "", "y", "", "angle [rad/m]", ""};
  for (int k = 0; k < 8; k++) ptl_cli_table_cell(table, "%s", headings[k]);
  for (int i = 0; i < m->n_modes; i++)
    for (int c = 0; c < m->n_coordinates; c++) {
      if (c % 3 == 0) {
        ptl_cli_table_cell(table, "%d", i + 1);
        ptl_cli_table_cell(table, "%s", body_of(model, c));
      }
      ptl_cli_table_cell(table, "%.5g", without_rounding(m->modes[i].shape_real[c]));
      ptl_cli_table_cell(table, "%+.5gi", without_rounding(m->modes[i].shape_imaginary[c]));
    }
  printf("\n");
  ptl_cli_table_print(table, stdout, 2);
}

static void print_text(const arguments *a, const ptl_loaded *model, const ptl_modes *m) {
  const char *title = ptl_mechanism_get_title(model->mechanism);
  printf("%s\n", title != NULL && *title ? title : a->model.path);
  printf("  about     %s at %.6g s, %d degree%s of freedom\n",
         a->at == NULL || strcmp(a->at, "equilibrium") == 0 ? "the equilibrium"
         : strcmp(a->at, "start") == 0                      ? "the start"
                                                            : "the state of a run",
         m->time, m->freedom, m->freedom == 1 ? "" : "s");
  printf("  stable    %s\n\n",
         m->n_growing > 0 ? "no: there are modes that grow" : "no mode grows");
  if (m->n_modes == 0) {
    printf("  no modes: constraints and drivers leave no freedom\n");
    return;
  }
  print_modes(model, m);
  if (a->shapes) print_shapes(model, m);
}

/* ------------------------------------------------------------------ JSON */

static void print_json(const ptl_loaded *model, const ptl_modes *m) {
  ptl_json json = {.context = model->context}, *j = &json;
  ptl_json_open(j, NULL, '{');
  ptl_json_text(j, "title", ptl_mechanism_get_title(model->mechanism));
  ptl_cli_json_number(j, "time", m->time);
  ptl_json_count(j, "freedom", m->freedom);
  ptl_json_count(j, "friction_states", m->n_inner);
  ptl_json_count(j, "growing", m->n_growing);
  ptl_cli_json_number(j, "length", m->length);
  ptl_json_open(j, "modes", '[');
  for (int i = 0; i < m->n_modes; i++) {
    const ptl_mode *mode = &m->modes[i];
    ptl_json_open(j, NULL, '{');
    ptl_cli_json_number(j, "real", mode->real);
    ptl_cli_json_number(j, "imaginary", mode->imaginary);
    ptl_cli_json_number(j, "frequency", mode->frequency);
    ptl_cli_json_number(j, "natural", mode->natural);
    ptl_cli_json_number(j, "damping", mode->damping);
    ptl_cli_json_number(j, "whirl", mode->whirl);
    ptl_json_open(j, "shape", '[');
    for (int c = 0; c < m->n_coordinates; c += 3) {
      ptl_json_open(j, NULL, '{');
      ptl_json_text(j, "body", body_of(model, c));
      for (int k = 0; k < 3; k++) {
        ptl_json_open(j, axes[k], '[');
        ptl_cli_json_number(j, NULL, mode->shape_real[c + k]);
        ptl_cli_json_number(j, NULL, mode->shape_imaginary[c + k]);
        ptl_json_close(j, ']');
      }
      ptl_json_close(j, '}');
    }
    ptl_json_close(j, ']');
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
  ptl_json_close(j, '}');
  ptl_cli_json_print(j);
}

/* ------------------------------------------------------------------ the verb */

static int find_frame(const arguments *a, ptl_modes_options *options) {
  static const char *const names[] = {[PTL_FRAME_GROUND] = "ground", [PTL_FRAME_BODIES] = "bodies"};
  if (a->frame == NULL) return PTL_GO_ON;
  for (int i = 0; i < 2; i++) {
    if (strcmp(a->frame, names[i]) != 0) continue;
    options->frame = (ptl_modes_frame)i;
    return PTL_GO_ON;
  }
  ptl_cli_say(PTL_E(0951) "--frame is ground or bodies, not '%s'", a->frame);
  return PTL_EXIT_USAGE;
}

/* The state of a run at options->time, into state (2 n_coordinates). */
static ptl_status run_to(const ptl_loaded *model, double time, double *state, int n) {
  ptl_run *run = NULL;
  ptl_run_options options = ptl_run_options_default();
  options.until_time = INFINITY;
  options.no_output = 1;
  ptl_status status = ptl_run_create(model->context, model->system, &options, NULL, &run);
  if (status != PTL_OK) return status;
  status = ptl_run_advance(run, time, NULL);
  if (status == PTL_OK) status = ptl_run_get_state(run, state, state + n);
  ptl_run_destroy(run);
  return status;
}

/* Reads the time of --at T. */
static int read_at(const arguments *a, ptl_loaded *model, ptl_modes_options *options) {
  if (a->at == NULL || strcmp(a->at, "equilibrium") == 0) return PTL_GO_ON;
  options->at = strcmp(a->at, "start") == 0 ? PTL_MODES_START : PTL_MODES_STATE;
  if (options->at == PTL_MODES_START) return PTL_GO_ON;
  return ptl_cli_option_quantity(model->context, "at", a->at, "s", &options->time);
}

static ptl_status find_modes(ptl_loaded *model, ptl_modes_options *options, ptl_modes **out) {
  ptl_status status = PTL_OK;
  double *state = NULL;
  if (options->at == PTL_MODES_STATE) {
    const int n = ptl_system_get_sizes(model->system).n_coordinates;
    state = ptl_cli_alloc(2 * (size_t)n, sizeof *state);
    status = run_to(model, options->time, state, n);
    options->q = state;
    options->v = state + n;
  }
  if (status == PTL_OK) status = ptl_modes_find(model->context, model->system, options, out);
  free(state);
  return status;
}

static int show(const void *given, ptl_loaded *model) {
  const arguments *a = given;
  ptl_modes_options options = ptl_modes_options_default();
  ptl_modes *modes = NULL;
  int exit_status = find_frame(a, &options);
  if (exit_status == PTL_GO_ON) exit_status = read_at(a, model, &options);
  if (exit_status != PTL_GO_ON) return exit_status;
  ptl_status status = ptl_cli_model_assemble(model);
  if (status == PTL_OK) status = find_modes(model, &options, &modes);
  if (status != PTL_OK) return ptl_cli_answer_status(model->context, status);
  exit_status = PTL_EXIT_DONE;
  if (a->folder != NULL) exit_status = ptl_cli_write_linear(model, a->folder, modes);
  if (a->json)
    print_json(model, modes);
  else if (!a->quiet)
    print_text(a, model, modes);
  ptl_modes_release(model->context, modes);
  return exit_status;
}

static int run(int argc, char **argv) {
  arguments a = {0};
  const int status = parse(argc, argv, &a);
  return ptl_cli_with_model(&a.model, status, show, &a);
}

const ptl_verb ptl_cli_verb_modes = {
    "modes", "find how a mechanism vibrates: frequencies, damping, shapes, linear system", run};
