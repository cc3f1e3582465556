/* modes.c: `pintle modes`: how a mechanism vibrates. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis.h"
#include "linear_files.h"
#include "message.h"
#include "mode_motion.h"
#include "model.h"
#include "pintle_analysis.h"
#include "pintle_law.h"
#include "print_json.h"
#include "table.h"

typedef struct arguments {
  ptl_model_arguments model;
  const char *at, *frame, *folder, *format;
  ptl_mode_motion motion;
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
      {0, "at", "equilibrium|start|T|RUN:T",
       "about which state: the equilibrium (default), the start, where a run is at the time T, as "
       "in --at 0.5s, or where the run of a run folder was, as in --at yoke.run:0.5s",
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
      {0, "format", "csv|npy|mat",
       "the matrices also for NumPy (A.npy, ...) or MATLAB and Octave (linear.mat)", PTL_TEXT,
       &a->format},
      {0, "mode", "N", "number of the mode whose motion is written", PTL_TEXT, &a->motion.mode},
      {0, "motion", "DIR",
       "write how that mode moves, one period about the state, as a run folder, which view, "
       "render and report show",
       PTL_TEXT, &a->motion.folder},
      {0, "amplitude", "LENGTH",
       "largest displacement of that motion (default: a tenth of the length at which angles "
       "count)",
       PTL_TEXT, &a->motion.amplitude},
      {0, "set", "PATH=VALUE", "replace a value of the model file, as for run; may be repeated",
       PTL_LIST, &a->model.settings},
      {0, "plugin", "LIB", "shared library with further laws, joints or forces; may be repeated",
       PTL_LIST, &a->model.plugins},
      {0, "quiet", NULL, "print nothing", PTL_FLAG, &a->quiet},
      {0, "json", NULL, "print the modes as JSON", PTL_FLAG, &a->json},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  const int status = ptl_cli_options_parse(&usage, options, argc, argv, &a->model.path);
  return status == PTL_GO_ON ? ptl_cli_mode_motion_check(&a->motion) : status;
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

static int find_format(const arguments *a, ptl_matrix_format *out) {
  static const char *const names[] = {
      [PTL_MATRIX_CSV] = "csv", [PTL_MATRIX_NPY] = "npy", [PTL_MATRIX_MAT] = "mat"};
  *out = PTL_MATRIX_CSV;
  if (a->format == NULL) return PTL_GO_ON;
  for (int i = 0; i < 3 && a->folder != NULL; i++) {
    if (strcmp(a->format, names[i]) != 0) continue;
    *out = (ptl_matrix_format)i;
    return PTL_GO_ON;
  }
  if (a->folder == NULL)
    ptl_cli_say(
        PTL_E(0950) "--format says how matrices are written: give a folder for them with -o DIR");
  else
    ptl_cli_say(PTL_E(0951) "--format is csv, npy or mat, not '%s'", a->format);
  return PTL_EXIT_USAGE;
}

/* The state that a run of the system has at a time, into state (2 n); `end`: that of the run [s],
 * NAN: as the model says. */
static ptl_status run_to(ptl_context *context, const ptl_system *system, double time, double end,
                         double *state, int n) {
  ptl_run *run = NULL;
  ptl_run_options options = ptl_run_options_default();
  options.until_time = end;
  options.no_output = 1;
  ptl_status status = ptl_run_create(context, system, &options, NULL, &run);
  if (status != PTL_OK) return status;
  status = ptl_run_advance(run, time, NULL);
  if (status == PTL_OK && ptl_run_get_time(run) < time)
    status = ptl_fail(context, PTL_ERR_INPUT, PTL_E(0951) "--at: the run ends at %.9g s",
                      ptl_run_get_time(run));
  if (status == PTL_OK) status = ptl_run_get_state(run, state, state + n);
  ptl_run_destroy(run);
  return status;
}

/* Whether two systems have the same bodies. */
static int have_same_bodies(const ptl_system *a, const ptl_system *b) {
  const ptl_initial *of_a, *of_b;
  const int n = ptl_system_get_initial(a, &of_a), m = ptl_system_get_initial(b, &of_b);
  int same = n == m;
  for (int i = 0; i < n && same; i++) same = strcmp(of_a[i].body, of_b[i].body) == 0;
  return same;
}

/* The state of the run in a folder, whose model.yaml is run again up to there. */
static ptl_status state_of_run(const ptl_loaded *model, const char *folder, double time,
                               double *state, int n, int *fits) {
  char path[4096];
  ptl_mechanism *m = NULL;
  ptl_system *system = NULL;
  snprintf(path, sizeof path, "%s/model.yaml", folder);
  ptl_status status = ptl_mechanism_load(model->context, path, NULL, 0, &m);
  if (status == PTL_OK) status = ptl_assemble(m, &system);
  *fits = status != PTL_OK || have_same_bodies(model->system, system);
  if (status == PTL_OK && *fits) status = run_to(model->context, system, time, NAN, state, n);
  ptl_system_destroy(system);
  ptl_mechanism_destroy(m);
  return status;
}

/* The colon before the time of --at RUN:T, or NULL. */
static const char *colon_of(const arguments *a) {
  return a->at != NULL ? strrchr(a->at, ':') : NULL;
}

/* Reads the time of --at T and --at RUN:T. */
static int read_at(const arguments *a, ptl_loaded *model, ptl_modes_options *options) {
  const char *colon = colon_of(a);
  if (a->at == NULL || strcmp(a->at, "equilibrium") == 0) return PTL_GO_ON;
  options->at = strcmp(a->at, "start") == 0 ? PTL_MODES_START : PTL_MODES_STATE;
  if (options->at == PTL_MODES_START) return PTL_GO_ON;
  return ptl_cli_option_quantity(model->context, "at", colon != NULL ? colon + 1 : a->at, "s",
                                 &options->time);
}

static int find_state(const arguments *a, const ptl_loaded *model, double time, double *state,
                      int n) {
  const char *colon = colon_of(a);
  ptl_status status;
  int fits = 1;
  if (colon == NULL) {
    status = run_to(model->context, model->system, time, INFINITY, state, n);
  } else {
    char *folder = ptl_cli_copy_text(a->at);
    folder[colon - a->at] = '\0';
    status = state_of_run(model, folder, time, state, n, &fits);
    if (!fits)
      ptl_cli_say(PTL_E(0950) "--at: the run in %s has other bodies than the model", folder);
    free(folder);
  }
  if (!fits) return PTL_EXIT_USAGE;
  return status == PTL_OK ? PTL_GO_ON : ptl_cli_answer_status(model->context, status);
}

static int find_modes(const arguments *a, ptl_loaded *model, ptl_modes_options *options,
                      ptl_modes **out) {
  int exit_status = PTL_GO_ON;
  double *state = NULL;
  if (options->at == PTL_MODES_STATE) {
    const int n = ptl_system_get_sizes(model->system).n_coordinates;
    state = ptl_cli_alloc(2 * (size_t)n, sizeof *state);
    exit_status = find_state(a, model, options->time, state, n);
    options->q = state;
    options->v = state + n;
  }
  if (exit_status == PTL_GO_ON) {
    const ptl_status status = ptl_modes_find(model->context, model->system, options, out);
    if (status != PTL_OK) exit_status = ptl_cli_answer_status(model->context, status);
  }
  free(state);
  return exit_status;
}

static int show(const void *given, ptl_loaded *model) {
  const arguments *a = given;
  ptl_modes_options options = ptl_modes_options_default();
  ptl_modes *modes = NULL;
  ptl_matrix_format format;
  int exit_status = find_frame(a, &options);
  if (exit_status == PTL_GO_ON) exit_status = find_format(a, &format);
  if (exit_status == PTL_GO_ON) exit_status = read_at(a, model, &options);
  if (exit_status != PTL_GO_ON) return exit_status;
  const ptl_status status = ptl_cli_model_assemble(model);
  if (status != PTL_OK) return ptl_cli_answer_status(model->context, status);
  exit_status = find_modes(a, model, &options, &modes);
  if (exit_status != PTL_GO_ON) return exit_status;
  exit_status = ptl_cli_mode_motion_write(model, &a->motion, modes);
  if (exit_status == PTL_EXIT_DONE && a->folder != NULL)
    exit_status = ptl_cli_write_linear(model, a->folder, format, modes);
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
