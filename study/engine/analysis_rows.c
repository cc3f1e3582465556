/* analysis_rows.c: equilibria, kinematics, modes and wear as rows of columns. */
#include "analysis_rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pintle_analysis.h"

/* ------------------------------------------------------------------ columns */

static ptl_status allocate(ptl_analysis_rows *r, int n) {
  r->names = ptl_alloc(r->context, (size_t)n, sizeof *r->names);
  r->columns = ptl_alloc(r->context, (size_t)n, sizeof *r->columns);
  r->row = ptl_alloc(r->context, (size_t)n, sizeof *r->row);
  return r->names != NULL && r->columns != NULL && r->row != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

static void add(ptl_analysis_rows *r, const char *name, const char *unit) {
  snprintf(r->names[r->n], sizeof *r->names, "%s", name);
  r->columns[r->n] = (ptl_column){r->names[r->n], unit};
  r->n++;
}

/* Those of the system's trace, and `n_more` behind them. */
static ptl_status add_trace(ptl_analysis_rows *r, const ptl_system *system, const ptl_column *more,
                            int n_more) {
  const ptl_column *columns;
  const int n = ptl_system_get_columns(system, &columns);
  const ptl_status status = allocate(r, n + n_more);
  for (int i = 0; i < n && status == PTL_OK; i++) add(r, columns[i].name, columns[i].unit);
  for (int i = 0; i < n_more && status == PTL_OK; i++) add(r, more[i].name, more[i].unit);
  return status;
}

/* The row, with those behind the system's columns; the sink's answer as a status. */
static ptl_status put_row(const ptl_analysis_rows *r, const ptl_sink *sink) {
  return sink->row != NULL && sink->row(sink->user, r->row, r->n) ? PTL_ERR_INTERRUPTED : PTL_OK;
}

/* ------------------------------------------------------------------ an equilibrium */

enum { OF_EQUILIBRIUM = 2 };

static ptl_status begin_static(ptl_analysis_rows *r) {
  static const ptl_column more[OF_EQUILIBRIUM] = {{"least_stiffness", "N/m"},
                                                  {"unstable_directions", "1"}};
  return add_trace(r, r->system, more, OF_EQUILIBRIUM);
}

static ptl_status compute_static(ptl_analysis_rows *r, const ptl_sink *sink) {
  const double at = r->analysis->numbers[PTL_STATIC_AT];
  ptl_static_options options = ptl_static_options_default();
  ptl_equilibrium *e = NULL;
  if (!isnan(at)) options.time = at;
  ptl_status status = ptl_static(r->context, r->system, &options, &e);
  if (status != PTL_OK) return status;
  const int n = r->n - OF_EQUILIBRIUM;
  memcpy(r->row, e->columns, sizeof *r->row * (size_t)n);
  r->row[n] = e->least_stiffness;
  r->row[n + 1] = e->n_unstable;
  status = put_row(r, sink);
  ptl_equilibrium_release(r->context, e);
  return status;
}

/* ------------------------------------------------------------------ kinematics */

enum { OF_KINEMATICS = 2 };

static ptl_status begin_kinematics(ptl_analysis_rows *r) {
  static const ptl_column more[OF_KINEMATICS] = {{"ratio", "1"}, {"transmission_angle", "rad"}};
  ptl_status status = ptl_assemble_ideal(r->context, r->mechanism, &r->ideal);
  const int n_more = r->analysis->texts[PTL_KINEMATICS_JOINT] != NULL ? OF_KINEMATICS : 0;
  return status == PTL_OK ? add_trace(r, r->ideal, more, n_more) : status;
}

static ptl_status compute_kinematics(ptl_analysis_rows *r, const ptl_sink *sink) {
  ptl_kinematics_options options = ptl_kinematics_options_default();
  ptl_kinematics *k = NULL;
  options.output = r->analysis->texts[PTL_KINEMATICS_JOINT];
  options.driver = r->analysis->texts[PTL_KINEMATICS_DRIVER];
  ptl_status status = ptl_kinematics_find(r->context, r->ideal, &options, &k);
  for (int64_t i = 0; status == PTL_OK && i < k->n_rows; i++) {
    memcpy(r->row, k->rows + i * k->n_columns, sizeof *r->row * (size_t)k->n_columns);
    if (options.output != NULL) {
      r->row[k->n_columns] = k->ratio[i];
      r->row[k->n_columns + 1] = k->transmission[i];
    }
    status = put_row(r, sink);
  }
  ptl_kinematics_release(r->context, k);
  return status;
}

/* ------------------------------------------------------------------ modes */

static ptl_status begin_modes(ptl_analysis_rows *r) {
  static const ptl_column columns[] = {{"mode", "1"},    {"frequency", "Hz"}, {"natural", "Hz"},
                                       {"damping", "1"}, {"growth", "1/s"},   {"whirl", "1"}};
  enum { N = sizeof columns / sizeof *columns };
  const ptl_status status = allocate(r, N);
  for (int i = 0; i < N && status == PTL_OK; i++) add(r, columns[i].name, columns[i].unit);
  return status;
}

static ptl_status compute_modes(ptl_analysis_rows *r, const ptl_sink *sink) {
  const double *given = r->analysis->numbers;
  ptl_modes_options options = ptl_modes_options_default();
  ptl_modes *modes = NULL;
  options.at = given[PTL_MODES_ABOUT] > 0.0 ? PTL_MODES_START : PTL_MODES_EQUILIBRIUM;
  options.frame = given[PTL_MODES_FRAME] > 0.0 ? PTL_FRAME_BODIES : PTL_FRAME_GROUND;
  ptl_status status = ptl_modes_find(r->context, r->system, &options, &modes);
  for (int i = 0; status == PTL_OK && i < modes->n_modes; i++) {
    const ptl_mode *mode = &modes->modes[i];
    const double values[] = {i + 1,         mode->frequency, mode->natural,
                             mode->damping, mode->real,      mode->whirl};
    memcpy(r->row, values, sizeof values);
    status = put_row(r, sink);
  }
  ptl_modes_release(r->context, modes);
  return status;
}

/* ------------------------------------------------------------------ wear */

static void take(double given, double *out) {
  if (!isnan(given)) *out = given;
}

static ptl_status begin_wear(ptl_analysis_rows *r, const char *folder) {
  const double *given = r->analysis->numbers;
  ptl_wear_options options = ptl_wear_options_default();
  options.cycle = r->analysis->texts[PTL_WEAR_CYCLE];
  options.folder = folder;
  take(given[PTL_WEAR_CYCLES], &options.cycles);
  take(given[PTL_WEAR_SETTLE], &options.settle);
  take(given[PTL_WEAR_MEASURED], &options.measured);
  take(given[PTL_WEAR_ACCURACY], &options.accuracy);
  take(given[PTL_WEAR_UNTIL_CLEARANCE], &options.largest_clearance);
  ptl_status status = ptl_wear_prepare(r->context, r->mechanism, &options, &r->wear);
  if (status != PTL_OK) return status;
  const int n = ptl_wear_count_columns(r->wear);
  status = allocate(r, n);
  for (int i = 0; i < n && status == PTL_OK; i++) {
    char name[PTL_WEAR_NAME];
    const char *unit;
    ptl_wear_column(r->wear, i, name, &unit);
    add(r, name, unit);
  }
  return status;
}

static ptl_status compute_wear(ptl_analysis_rows *r, const ptl_sink *sink) {
  ptl_wear *w = r->wear;
  w->options.progress = sink->progress;
  w->options.user = sink->user;
  ptl_status status = ptl_wear_start(w);
  while (status == PTL_OK) {
    ptl_wear_row(w, r->row);
    status = put_row(r, sink);
    if (status != PTL_OK || ptl_wear_is_done(w)) break;
    status = ptl_wear_advance(w);
  }
  return status;
}

/* ------------------------------------------------------------------ all */

ptl_status ptl_analysis_rows_begin(ptl_context *context, const ptl_analysis *analysis,
                                   const ptl_mechanism *mechanism, const ptl_system *system,
                                   const char *folder, ptl_analysis_rows *out) {
  *out = (ptl_analysis_rows){
      .context = context, .analysis = analysis, .mechanism = mechanism, .system = system};
  switch (analysis->kind) {
    case PTL_ANALYSIS_STATIC:
      return begin_static(out);
    case PTL_ANALYSIS_KINEMATICS:
      return begin_kinematics(out);
    case PTL_ANALYSIS_MODES:
      return begin_modes(out);
    case PTL_ANALYSIS_WEAR:
      return begin_wear(out, folder);
    case PTL_ANALYSIS_RUN:
      break;
  }
  return PTL_OK; /* a run's columns are the system's, and ptl_simulate gives its rows */
}

ptl_status ptl_analysis_rows_compute(ptl_analysis_rows *r, const ptl_sink *sink) {
  switch (r->analysis->kind) {
    case PTL_ANALYSIS_STATIC:
      return compute_static(r, sink);
    case PTL_ANALYSIS_KINEMATICS:
      return compute_kinematics(r, sink);
    case PTL_ANALYSIS_MODES:
      return compute_modes(r, sink);
    case PTL_ANALYSIS_WEAR:
      return compute_wear(r, sink);
    case PTL_ANALYSIS_RUN:
      break;
  }
  return PTL_OK;
}

void ptl_analysis_rows_end(ptl_analysis_rows *r) {
  ptl_wear_destroy(r->wear);
  ptl_system_destroy(r->ideal);
  ptl_free(r->context, r->names);
  ptl_free(r->context, r->columns);
  ptl_free(r->context, r->row);
  *r = (ptl_analysis_rows){0};
}
