/* run_system.c: a run goes on with another system of the same structure: pintle_state.h. */
#include <math.h>
#include <string.h>

#include "motion.h"
#include "run_anew.h"
#include "run_contact.h"
#include "run_energy.h"
#include "run_gaps.h"
#include "run_life.h"
#include "run_now.h"
#include "state.h"

/* ---------------------------------------------------------------- structure */

static ptl_status differ(ptl_context *context, const char *what, const char *name) {
  return ptl_fail(
      context, PTL_ERR_USAGE,
      PTL_E(
          0602) "a run cannot go on with a system of another structure: %s%s%s; begin a run of it",
      what, name[0] != '\0' ? " " : "", name);
}

static int is_same(const char *a, const char *b) {
  return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static ptl_status compare_sizes(ptl_context *context, const ptl_system *a, const ptl_system *b) {
  const struct {
    const char *what;
    int a, b;
  } sizes[] = {{"bodies", a->n_bodies, b->n_bodies},
               {"constraints", a->n_rows, b->n_rows},
               {"gaps", a->n_gaps, b->n_gaps},
               {"drivers", a->n_motions, b->n_motions},
               {"pairs with friction", a->n_frictions, b->n_frictions},
               {"films", a->n_films, b->n_films},
               {"sectors of wear", a->n_wear_values, b->n_wear_values},
               {"inner states of friction", a->n_states, b->n_states},
               {"numbers that contact laws remember", a->n_memory, b->n_memory},
               {"inputs", a->mechanism->n_inputs, b->mechanism->n_inputs}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (sizes[i].a != sizes[i].b) return differ(context, "the number of", sizes[i].what);
  return PTL_OK;
}

/* Laws may be others where they remember nothing. */
static ptl_status compare_laws(ptl_context *context, const ptl_system *a, const ptl_system *b) {
  for (int g = 0; g < a->n_gaps; g++) {
    const ptl_sys_gap *x = &a->gaps[g], *y = &b->gaps[g];
    const int next = g + 1 < a->n_gaps ? a->gaps[g + 1].memory : a->n_memory;
    if (!is_same(x->joint, y->joint) || !is_same(x->name, y->name) || x->memory != y->memory)
      return differ(context, "a gap of joint", x->joint);
    if (next > x->memory && (x->law.elastic != y->law.elastic || x->law.damping != y->law.damping))
      return differ(context, "the law with a memory in joint", x->joint);
  }
  for (int i = 0; i < a->n_frictions; i++) {
    const ptl_sys_friction *x = &a->frictions[i], *y = &b->frictions[i];
    if (!is_same(x->joint, y->joint) || !is_same(x->gap, y->gap) || x->state != y->state ||
        (x->law->n_states > 0 && x->law != y->law))
      return differ(context, "the friction of joint", x->joint);
  }
  return PTL_OK;
}

static ptl_status compare_names(ptl_context *context, const ptl_system *a, const ptl_system *b) {
  const ptl_column *x, *y;
  for (int i = 0; i < a->n_bodies; i++)
    if (!is_same(a->mechanism->bodies[i].def.name, b->mechanism->bodies[i].def.name))
      return differ(context, "body", a->mechanism->bodies[i].def.name);
  for (int i = 0; i < a->mechanism->n_inputs; i++)
    if (!is_same(a->mechanism->inputs[i].def.name, b->mechanism->inputs[i].def.name))
      return differ(context, "input", a->mechanism->inputs[i].def.name);
  for (int i = 0; i < a->n_motions; i++)
    if (!is_same(a->motions[i].def.name, b->motions[i].def.name))
      return differ(context, "driver", a->motions[i].def.name);
  const int n = ptl_system_get_columns(a, &x);
  if (n != ptl_system_get_columns(b, &y))
    return differ(context, "the number of columns", "of the trace");
  for (int i = 0; i < n; i++)
    if (!is_same(x[i].name, y[i].name) || !is_same(x[i].unit, y[i].unit))
      return differ(context, "column", x[i].name);
  return PTL_OK;
}

static ptl_status compare(ptl_context *context, const ptl_system *a, const ptl_system *b) {
  ptl_status status = compare_sizes(context, a, b);
  if (status == PTL_OK) status = compare_names(context, a, b);
  return status == PTL_OK ? compare_laws(context, a, b) : status;
}

/* ---------------------------------------------------------------- going on with it */

/* Drivers given by rates and rises go on from where they are, with the rates that they have now. */
static void displace_drivers(const ptl_run *from, ptl_run *to) {
  for (int i = 0; i < to->system->n_motions; i++) {
    double was[3], is[3];
    if (!ptl_motion_begins_anywhere(&to->system->motions[i].def)) continue;
    ptl_eval_motion(from->data, i, from->t, was);
    ptl_eval_motion(to->data, i, to->t, is);
    to->data->displaced[i] += was[0] - is[0];
  }
  to->data->targets_time = NAN;
  ptl_data_set_unknowns(to->data, to->t, to->y);
}

/* The energies of `run`, at the state that it leaves, are taken from what `to` was supplied
 * with. */
static void leave_energy(ptl_run *run, ptl_run *to) {
  const ptl_run_energy kept = run->energy;
  ptl_run_look_at_present(run);
  ptl_gaps_sample(run, run->y, &run->before);
  ptl_energy_leave(run);
  to->energy.supplied = run->energy.supplied;
  to->energy.absorbed = run->energy.absorbed;
  for (int g = 0; g < run->system->n_gaps; g++) {
    to->before.gaps[g] = run->before.gaps[g];
    to->summary->gaps[g].energy_lost -= ptl_contact_stored(run, g);
  }
  run->energy = kept;
}

static ptl_status take_over(ptl_run *run, ptl_run *to) {
  const double *q = run->y, *v = q + run->system->n_coordinates;
  ptl_status status = ptl_run_copy_values(run, to);
  if (status != PTL_OK) return status;
  displace_drivers(run, to);
  status = ptl_run_find_consistent(to, q, v);
  if (status != PTL_OK) return status;
  leave_energy(run, to);
  memcpy(to->y, to->spare_y, sizeof(double) * (size_t)to->system->pattern.n);
  ptl_run_look_at_present(to);
  ptl_contact_enter(to);
  ptl_energy_enter(to);
  return ptl_run_start_anew(to);
}

ptl_status ptl_run_set_system(ptl_run *run, const ptl_system *system, ptl_moved *moved) {
  ptl_run *to = NULL;
  ptl_status status = ptl_run_check_may_go_on(run);
  if (status == PTL_OK && run->is_in_hook)
    status = ptl_fail(
        run->context, PTL_ERR_USAGE,
        PTL_E(0005) "a run cannot be given a system by a function that is called in its steps");
  if (status == PTL_OK) status = compare(run->context, run->system, system);
  if (status != PTL_OK) return status;
  status = ptl_run_prepare(run->context, system, &run->options, &run->sink, &to);
  if (status == PTL_OK) status = take_over(run, to);
  if (status == PTL_OK) {
    ptl_run_swap(run, to);
    if (moved != NULL) ptl_run_find_moved(run, to->y, to->y + system->n_coordinates, moved);
  }
  ptl_run_destroy(to);
  return status;
}

/* ---------------------------------------------------------------- a start from another run */

/* Peaks, counts and works are those from here on. */
static ptl_status count_from_here(ptl_run *run) {
  const ptl_energy_terms *now = &run->energy.rates[PTL_LOBATTO_POINTS - 1];
  ptl_summary_release(run->context, &run->own_summary);
  ptl_status status = ptl_run_begin_summary(run);
  if (status != PTL_OK) return status;
  ptl_films_begin(run);
  memset(run->wear, 0, sizeof *run->wear * (size_t)run->system->n_wear_values);
  run->energy.start = *now;
  run->energy.supplied = run->energy.absorbed = 0.0;
  run->has_begun = 0;
  run->n_steps = 0;
  run->wall_time = run->cpu_time = 0.0;
  run->output.last_row = run->t;
  for (int g = 0; g < run->system->n_gaps; g++) {
    ptl_episode *episode = &run->episodes[g];
    const double stored = ptl_contact_stored(run, g);
    *episode = (ptl_episode){
        .since = run->t, .shown_until = run->t, .lost = stored, .deepens = episode->deepens};
    run->summary->gaps[g].energy_lost = stored;
    if (run->data->gaps[g].touching) run->summary->gaps[g].touches = 1;
  }
  return PTL_OK;
}

ptl_status ptl_run_continue_from(ptl_run *from, ptl_run *run) {
  ptl_status status = compare(run->context, from->system, run->system);
  if (status == PTL_OK) status = take_over(from, run);
  if (status == PTL_OK) status = count_from_here(run);
  if (status != PTL_OK) return status;
  run->output.rows.passed = (int64_t)floor(run->t / run->output.rows.amount + 1e-9);
  return PTL_OK;
}
