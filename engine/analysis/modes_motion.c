/* modes_motion.c: how a mode moves, as rows of the trace. */
#include <math.h>
#include <string.h>

#include "columns.h"
#include "layout.h"
#include "layout_row.h"
#include "pintle_analysis.h"
#include "row.h"
#include "state.h"

typedef struct moving {
  const ptl_system *system;
  const ptl_modes *modes;
  const ptl_mode *mode;
  double amplitude, rate; /* [m], [rad/s] */
  ptl_data *data;
  ptl_row_maker maker;
  ptl_evaluation *evaluation;
  double *y; /* the unknowns */
  int n;
} moving;

/* Whether a column follows from positions and velocities alone. */
static int is_of_motion(const ptl_column_source *source) {
  switch (source->kind) {
    case PTL_COLUMN_RUN:
      return 1;
    case PTL_COLUMN_BODY: /* x, y, angle and their rates; then accelerations */
      return source->value < 6;
    case PTL_COLUMN_COORDINATE:
    case PTL_COLUMN_DRIVEN:
      return source->value != PTL_COORDINATE_ANGLE_ACCELERATION &&
             source->value != PTL_COORDINATE_ACCELERATION;
    case PTL_COLUMN_POINT:
      return source->value < PTL_POINT_AX;
    case PTL_COLUMN_GAP:
      return source->value == PTL_GAP_DEPTH || source->value == PTL_GAP_DEPTH_RATE ||
             source->value == PTL_GAP_SLIP_RATE;
    case PTL_COLUMN_CLEARANCE:
      return source->value == PTL_CLEARANCE_EX || source->value == PTL_CLEARANCE_EY;
    case PTL_COLUMN_ENERGY:
      return source->value <= PTL_ENERGY_ELASTIC;
    default:
      return 0;
  }
}

static void blank_the_rest(const ptl_system *s, double *row) {
  const ptl_layout *layout = s->layout;
  for (int i = 0; i < layout->n_kept; i++)
    if (!is_of_motion(&layout->columns.sources[layout->how_kept[i].index])) row[i] = NAN;
}

/* Re(shape e^(i phase)) and its rate, added to the state; angles of the shape are those of
 * bodies. */
static ptl_status set_state(moving *w, double phase) {
  double *q = w->y, *v = q + w->n;
  const double a = w->amplitude, c = cos(phase), s = sin(phase);
  for (int i = 0; i < w->n; i++) {
    const double re = w->mode->shape_real[i], im = w->mode->shape_imaginary[i];
    q[i] = w->modes->q[i] + a * (re * c - im * s);
    v[i] = 0.0;
  }
  const ptl_status status = ptl_evaluation_project(w->evaluation, w->modes->time, q, v, NULL);
  for (int i = 0; i < w->n; i++) {
    const double re = w->mode->shape_real[i], im = w->mode->shape_imaginary[i];
    v[i] = -w->rate * a * (re * s + im * c);
  }
  return status;
}

static ptl_status make_rows(moving *w, int64_t n_rows, double *rows) {
  const double pi = acos(-1.0), period = 2.0 * pi / w->rate;
  for (int64_t k = 0; k < n_rows; k++) {
    const double share = (double)k / (double)(n_rows - 1);
    double *row = rows + k * w->modes->n_columns;
    ptl_status status = set_state(w, 2.0 * pi * share);
    if (status == PTL_OK)
      status = ptl_row_make(&w->maker, w->modes->time, w->y, &ptl_contact_by_depth, row);
    if (status != PTL_OK) return status;
    blank_the_rest(w->system, row);
    row[0] = share * period;
  }
  return PTL_OK;
}

ptl_status ptl_modes_motion(ptl_context *context, const ptl_system *system, const ptl_modes *modes,
                            int mode, double amplitude, int64_t n_rows, double *rows) {
  if (mode < 0 || mode >= modes->n_modes)
    return ptl_fail(context, PTL_ERR_USAGE, PTL_E(0006) "mode %d: there are %d, from 0 on", mode,
                    modes->n_modes);
  if (!(amplitude >= 0.0) || isinf(amplitude) || n_rows < 2)
    return ptl_fail(
        context, PTL_ERR_USAGE,
        PTL_E(0006) "a mode's motion needs an amplitude >= 0 and two rows or more, not %g and %lld",
        amplitude, (long long)n_rows);
  const double pi = acos(-1.0);
  moving w = {.system = system,
              .modes = modes,
              .mode = &modes->modes[mode],
              .amplitude = amplitude,
              .n = modes->n_coordinates};
  w.rate = 2.0 * pi * (w.mode->natural > 0.0 ? w.mode->natural : 1.0);
  ptl_status status = ptl_data_create(context, system, &w.data);
  if (status == PTL_OK) status = ptl_row_maker_create(w.data, &w.maker);
  if (status == PTL_OK) status = ptl_evaluation_create(context, system, &w.evaluation);
  w.y = ptl_alloc(context, (size_t)system->pattern.n, sizeof *w.y);
  if (w.y == NULL) status = PTL_ERR_MEMORY;
  if (status == PTL_OK) status = make_rows(&w, n_rows, rows);
  ptl_free(context, w.y);
  ptl_evaluation_destroy(w.evaluation);
  ptl_row_maker_release(&w.maker);
  ptl_data_destroy(w.data);
  return status;
}
