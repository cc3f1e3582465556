/* run_now.c: the present state of a run, read and set: pintle_state.h. */
#include "run_now.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "layout.h"
#include "layout_row.h"
#include "run_anew.h"
#include "run_contact.h"
#include "run_energy.h"
#include "run_gaps.h"
#include "run_reactions.h"
#include "start.h"
#include "state.h"

static size_t size_of(int n) {
  return sizeof(double) * (size_t)n;
}

void ptl_run_look_at_present(ptl_run *run) {
  memcpy(run->interpolated, run->y, size_of(run->system->pattern.n));
  run->interpolated_time = run->t;
  ptl_data_set_unknowns(run->data, run->t, run->interpolated);
}

/* The same for a reading, after which the interpolated state is what it was: its multipliers, too,
 * are where the next search for reactions begins. Returns its time. */
static double begin_reading(ptl_run *run) {
  const double time = run->interpolated_time;
  memcpy(run->spare_next, run->interpolated, size_of(run->system->pattern.n));
  ptl_run_look_at_present(run);
  return time;
}

static void end_reading(ptl_run *run, double time) {
  memcpy(run->interpolated, run->spare_next, size_of(run->system->pattern.n));
  run->interpolated_time = time;
  ptl_data_set_unknowns(run->data, isnan(time) ? run->t : time, run->interpolated);
}

/* ---------------------------------------------------------------- state */

ptl_status ptl_run_get_state(const ptl_run *run, double *q, double *v) {
  int n = run->system->n_coordinates;
  if (q != NULL) memcpy(q, run->y, size_of(n));
  if (v != NULL) memcpy(v, run->y + n, size_of(n));
  return PTL_OK;
}

void ptl_run_find_moved(const ptl_run *run, const double *q, const double *v, ptl_moved *out) {
  const int n = run->system->n_coordinates;
  ptl_start_find_moved(n, q, v, run->y, run->y + n, out);
}

ptl_status ptl_run_find_consistent(ptl_run *run, const double *q, const double *v) {
  const ptl_system *s = run->system;
  double *y = run->spare_y, *own_v = y + s->n_coordinates;
  for (int i = 0; i < s->n_coordinates; i++)
    if (!isfinite(q[i]) || !isfinite(v[i]))
      return ptl_fail(
          run->context, PTL_ERR_INPUT,
          PTL_E(0006) "the state set at t = %.9g s is not finite: coordinate %d of body '%s'",
          run->t, i % 3, s->mechanism->bodies[i / 3].def.name);
  memcpy(y, run->y, size_of(s->pattern.n));
  memcpy(y, q, size_of(s->n_coordinates));
  memcpy(own_v, v, size_of(s->n_coordinates));
  ptl_data_set_unknowns(run->data, run->t, y);
  ptl_status status = ptl_start_consistent(run->data, run->t, y, own_v, run->spare_a,
                                           y + s->first_state - s->n_rows);
  ptl_data_set_unknowns(run->data, run->t, run->y);
  return status;
}

ptl_status ptl_run_set_state(ptl_run *run, const double *q, const double *v, ptl_moved *moved) {
  ptl_status status = ptl_run_check_may_go_on(run);
  if (status == PTL_OK) status = ptl_run_find_consistent(run, q, v);
  if (status != PTL_OK) return status;
  ptl_run_look_at_present(run);
  ptl_gaps_sample(run, run->y, &run->before);
  ptl_energy_leave(run);
  memcpy(run->y, run->spare_y, size_of(run->system->pattern.n));
  ptl_contact_set(run);
  ptl_energy_enter(run);
  status = ptl_run_start_anew(run);
  if (moved != NULL) ptl_run_find_moved(run, q, v, moved);
  return status;
}

/* ---------------------------------------------------------------- gaps and laws */

static ptl_status check_gap(const ptl_run *run, int gap) {
  if (gap >= 0 && gap < run->system->n_gaps) return PTL_OK;
  return ptl_fail(run->context, PTL_ERR_USAGE, PTL_E(0004) "gap %d: the system has %d", gap,
                  run->system->n_gaps);
}

ptl_status ptl_run_get_gap(ptl_run *run, int gap, ptl_gap_now *out) {
  ptl_status status = check_gap(run, gap);
  if (status != PTL_OK) return status;
  const double time = begin_reading(run);
  ptl_gaps_sample(run, run->y, &run->after);
  const ptl_gap_state *state = &run->data->gaps[gap];
  const ptl_gap_sample w = run->after.gaps[gap];
  *out = (ptl_gap_now){.is_touching = state->touching,
                       .depth = w.depth,
                       .rate = w.rate,
                       .force = state->touching ? ptl_gaps_force(run, gap, w.depth, w.rate) : 0.0,
                       .touch_speed = state->touch_speed,
                       .reference_speed = state->reference_speed};
  end_reading(run, time);
  return PTL_OK;
}

ptl_status ptl_run_take_gap(ptl_run *run, int gap, ptl_gap_interval *out) {
  ptl_status status = check_gap(run, gap);
  if (status != PTL_OK) return status;
  ptl_gap_taken *taken = &run->taken[gap];
  const ptl_gap_summary *sum = &run->summary->gaps[gap];
  *out = (ptl_gap_interval){.peak_force = taken->peak,
                            .peak_time = taken->peak_time,
                            .impulse = sum->impulse - taken->impulse,
                            .touches = sum->touches - taken->touches};
  *taken = (ptl_gap_taken){.impulse = sum->impulse, .touches = sum->touches};
  return PTL_OK;
}

ptl_status ptl_run_set_reference_speed(ptl_run *run, int gap, double speed) {
  ptl_status status = check_gap(run, gap);
  if (status == PTL_OK) status = ptl_run_check_may_go_on(run);
  if (status != PTL_OK) return status;
  ptl_gap_state *state = &run->data->gaps[gap];
  if (!state->touching || !(speed > 0.0 && isfinite(speed)))
    return ptl_fail(run->context, PTL_ERR_USAGE,
                    state->touching
                        ? PTL_E(0006) "a reference speed must be above 0 m/s, not %g"
                        : PTL_E(0006) "a gap that does not touch has no reference speed (%g)",
                    speed);
  ptl_run_look_at_present(run);
  ptl_energy_leave(run);
  state->reference_speed = speed;
  ptl_energy_enter(run);
  return ptl_run_start_anew(run);
}

ptl_status ptl_run_get_law_states(const ptl_run *run, double *memory, double *friction_states) {
  const ptl_system *s = run->system;
  if (memory != NULL) memcpy(memory, run->data->memory, size_of(s->n_memory));
  if (friction_states != NULL)
    memcpy(friction_states, run->y + s->first_state, size_of(s->n_states));
  return PTL_OK;
}

ptl_status ptl_run_set_law_states(ptl_run *run, const double *memory,
                                  const double *friction_states) {
  const ptl_system *s = run->system;
  ptl_status status = ptl_run_check_may_go_on(run);
  if (status != PTL_OK) return status;
  ptl_run_look_at_present(run);
  ptl_energy_leave(run);
  if (memory != NULL) memcpy(run->data->memory, memory, size_of(s->n_memory));
  if (friction_states != NULL)
    memcpy(run->y + s->first_state, friction_states, size_of(s->n_states));
  ptl_energy_enter(run);
  return ptl_run_start_anew(run);
}

/* ---------------------------------------------------------------- columns */

void ptl_run_now_destroy(ptl_run *run) {
  ptl_run_now *now = &run->now;
  if (now->memory == NULL) return;
  for (int i = 0; i < run->system->mechanism->n_columns; i++) ptl_expr_destroy(now->expressions[i]);
  ptl_free(run->context, now->memory);
  now->memory = NULL;
}

static ptl_status make(ptl_run *run) {
  ptl_run_now *now = &run->now;
  const ptl_system *s = run->system;
  if (now->memory != NULL) return PTL_OK;
  int width = ptl_layout_width(s);
  const ptl_block blocks[] = {PTL_BLOCK(now->all, width), PTL_BLOCK(now->row, width),
                              PTL_BLOCK(now->state, s->pattern.n),
                              PTL_BLOCK(now->acceleration, s->n_coordinates),
                              PTL_BLOCK(now->expressions, s->mechanism->n_columns)};
  now->memory = ptl_arena_create(run->context, blocks, sizeof blocks / sizeof *blocks);
  if (now->memory == NULL) return PTL_ERR_MEMORY;
  return ptl_layout_compile(run->context, s, now->all, now->expressions);
}

/* The row of the present time into run->now.row. */
static ptl_status make_row(ptl_run *run) {
  ptl_run_now *now = &run->now;
  const ptl_summary summary = *run->summary; /* a reading is not counted */
  ptl_energy energy;
  ptl_status status = make(run);
  if (status != PTL_OK) return status;
  const double time = begin_reading(run);
  status = ptl_run_reactions_at(run, run->t, now->state, now->acceleration);
  if (status == PTL_OK) {
    ptl_energy_of_row(run, run->t, run->t, run->t, now->state, &energy);
    ptl_layout_row(run->data, run->t, 0, now->state, run->row_gaps, &energy, now->expressions,
                   now->all, now->row);
  }
  *run->summary = summary;
  end_reading(run, time);
  return status;
}

ptl_status ptl_run_get_columns(ptl_run *run, double *values) {
  ptl_status status = make_row(run);
  if (status == PTL_OK)
    memcpy(values, run->now.row, size_of(ptl_system_get_sizes(run->system).n_columns));
  return status;
}

ptl_status ptl_run_get_column(ptl_run *run, int column, double *value) {
  int n = ptl_system_get_sizes(run->system).n_columns;
  if (column < 0 || column >= n)
    return ptl_fail(run->context, PTL_ERR_USAGE, PTL_E(0004) "column %d: the system has %d", column,
                    n);
  ptl_status status = make_row(run);
  if (status == PTL_OK) *value = run->now.row[column];
  return status;
}
