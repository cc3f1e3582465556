/* run_life.c: see run_life.h; ptl_run_destroy. */
#include "run_life.h"
#include "run_gaps.h"

#include <math.h>
#include <string.h>

#include "accelerations.h"
#include "arena.h"
#include "mesh.h"
#include "run_contact.h"
#include "run_energy.h"
#include "run_now.h"
#include "run_output.h"
#include "run_reactions.h"
#include "run_switches.h"
#include "state.h"

void ptl_summary_release(ptl_context *context, ptl_summary *summary) {
  ptl_free(context, summary->gaps);
  ptl_free(context, summary->frictions);
  ptl_free(context, summary->films);
  ptl_free(context, summary->wears);
  ptl_free(context, summary->statistics);
  memset(summary, 0, sizeof *summary);
}

/* ---------------------------------------------------------------- life */

static ptl_status allocate(ptl_run *run) {
  const ptl_system *s = run->system;
  ptl_run_energy *e = &run->energy;
  int n = s->pattern.n, n_forces = 2 * (s->n_gaps + s->n_frictions);
  const ptl_block blocks[] = {PTL_BLOCK(run->y, n),
                              PTL_BLOCK(run->interpolated, n),
                              PTL_BLOCK(run->local_error, n),
                              PTL_BLOCK(run->good_y, n),
                              PTL_BLOCK(run->spare_y, n),
                              PTL_BLOCK(run->spare_next, n),
                              PTL_BLOCK(run->spare_a, s->n_coordinates),
                              PTL_BLOCK(run->before.gaps, s->n_gaps),
                              PTL_BLOCK(run->before.slips, s->n_frictions),
                              PTL_BLOCK(run->after.gaps, s->n_gaps),
                              PTL_BLOCK(run->after.slips, s->n_frictions),
                              PTL_BLOCK(run->episodes, s->n_gaps),
                              PTL_BLOCK(run->taken, s->n_gaps),
                              PTL_BLOCK(run->laws, s->n_gaps),
                              PTL_BLOCK(run->row_gaps, s->n_gaps),
                              PTL_BLOCK(run->sticking, s->n_frictions),
                              PTL_BLOCK(run->slips, s->n_frictions),
                              PTL_BLOCK(run->films, s->n_films),
                              PTL_BLOCK(run->wear, s->n_wear_values),
                              PTL_BLOCK(e->forces[0], n_forces),
                              PTL_BLOCK(e->forces[1], n_forces),
                              PTL_BLOCK(e->forces[2], n_forces),
                              PTL_BLOCK(e->forces[3], n_forces),
                              PTL_BLOCK(e->forces_now, n_forces),
                              PTL_BLOCK(e->integrals_before, ptl_n_integrals(s)),
                              PTL_BLOCK(e->integrals, ptl_n_integrals(s)),
                              PTL_BLOCK(e->friction_list, s->n_frictions)};
  _Static_assert(PTL_LOBATTO_POINTS == 4, "the table lists each");
  run->memory = ptl_arena_create(run->context, blocks, sizeof blocks / sizeof *blocks);
  return run->memory != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

ptl_status ptl_run_allocate_summary(const ptl_run *run, ptl_summary *sum) {
  const ptl_system *s = run->system;
  sum->gaps = ptl_alloc(run->context, (size_t)s->n_gaps, sizeof *sum->gaps);
  sum->frictions = ptl_alloc(run->context, (size_t)s->n_frictions, sizeof *sum->frictions);
  sum->films = ptl_alloc(run->context, (size_t)s->n_films, sizeof *sum->films);
  sum->statistics =
      ptl_alloc(run->context, (size_t)s->mechanism->n_statistics, sizeof *sum->statistics);
  if (sum->gaps == NULL || sum->frictions == NULL || sum->films == NULL || sum->statistics == NULL)
    return PTL_ERR_MEMORY;
  sum->n_statistics = s->mechanism->n_statistics;
  sum->n_gaps = s->n_gaps;
  sum->n_frictions = s->n_frictions;
  sum->n_films = s->n_films;
  return PTL_OK;
}

/* Before there is a row. */
static ptl_statistic_summary no_statistic(const ptl_statistic_def *def) {
  static const ptl_over_cycles none = {NAN, NAN, NAN, NAN};
  return (ptl_statistic_summary){.name = def->name,
                                 .expression = def->expression,
                                 .unit = def->unit,
                                 .from = NAN,
                                 .until = NAN,
                                 .mean = NAN,
                                 .rms = NAN,
                                 .min = NAN,
                                 .max = NAN,
                                 .min_time = NAN,
                                 .max_time = NAN,
                                 .peak = NAN,
                                 .peak_to_peak = NAN,
                                 .cycle_mean = none,
                                 .cycle_rms = none,
                                 .cycle_min = none,
                                 .cycle_max = none,
                                 .cycle_peak_to_peak = none};
}

ptl_status ptl_run_begin_summary(ptl_run *run) {
  const ptl_system *s = run->system;
  ptl_summary *sum = run->summary;
  ptl_status status = ptl_run_allocate_summary(run, sum);
  if (status != PTL_OK) return status;
  sum->rtol = run->rtol;
  sum->integrator = (int)run->wanted;
  for (int g = 0; g < s->n_gaps; g++) {
    const ptl_sys_gap *gap = &s->gaps[g];
    sum->gaps[g] = (ptl_gap_summary){.joint = gap->joint,
                                     .gap = gap->name,
                                     .contact = gap->contact,
                                     .elastic = gap->law.elastic->name,
                                     .damping = gap->law.damping->name,
                                     .effective_mass = gap->start.effective_mass,
                                     .start_depth = fmax(gap->start.depth, 0.0),
                                     .start_energy = gap->start.energy,
                                     .uses_reference_speed = gap->law.uses_reference_speed};
  }
  for (int i = 0; i < s->n_frictions; i++) {
    const ptl_sys_friction *k = &s->frictions[i];
    sum->frictions[i] = (ptl_friction_summary){
        .joint = k->joint, .gap = k->gap, .law = k->law->name, .stick_speed = k->stick_speed};
  }
  for (int i = 0; i < s->n_films; i++) {
    const ptl_sys_film *k = &s->films[i];
    sum->films[i] = (ptl_film_summary){.joint = k->name,
                                       .law = k->law->name,
                                       .least_thickness = k->c[PTL_FILM_LEAST_THICKNESS],
                                       .thinnest = INFINITY};
  }
  for (int i = 0; i < sum->n_statistics; i++)
    sum->statistics[i] = no_statistic(&s->mechanism->statistics[i].def);
  return PTL_OK;
}

/* The system's consistent start becomes the present state. */
static void set_start(ptl_run *run) {
  const ptl_system *s = run->system;
  size_t n = (size_t)s->n_coordinates, m = (size_t)s->n_rows;
  memcpy(run->y, s->q0, sizeof(double) * n);
  memcpy(run->y + n, s->v0, sizeof(double) * n);
  memcpy(run->y + 2 * n + m, s->lambda0, sizeof(double) * m);
  memcpy(run->y + s->first_state, s->z0, sizeof(double) * (size_t)s->n_states);
  memcpy(run->interpolated, run->y, sizeof(double) * (size_t)s->pattern.n);
  memcpy(run->good_y, run->y, sizeof(double) * (size_t)s->pattern.n);
  run->interpolated_time = run->t;
  ptl_data_set_unknowns(run->data, run->t, run->y);
}

static ptl_status make_parts(ptl_run *run, const ptl_run_options *options) {
  const ptl_system *s = run->system;
  ptl_status status = ptl_data_create(run->context, s, &run->data);
  if (status != PTL_OK) return status;
  status = ptl_accelerations_create(run->data, &run->reduced);
  if (status == PTL_OK) status = ptl_run_reactions_create(run);
  if (status == PTL_OK && ptl_system_has_reaction_forces(s))
    status = ptl_reaction_solver_create(run->data, run->reduced, &run->reaction_solver);
  if (status == PTL_OK)
    status = ptl_switch_create(run->data, run->reduced, run->rtol, run->wanted, &run->integrator);
  if (status == PTL_OK) status = allocate(run);
  if (status == PTL_OK) status = ptl_run_begin_summary(run);
  if (status != PTL_OK) return status;
  set_start(run);
  status = ptl_output_create(run, options);
  if (status != PTL_OK) return status;
  ptl_films_begin(run);
  ptl_contact_start(run);
  ptl_energy_start(run);
  status = ptl_stops_create(run);
  if (status == PTL_OK) status = ptl_switches_create(run);
  return status == PTL_OK ? ptl_switches_check_releases(run) : status;
}

void ptl_run_destroy(ptl_run *run) {
  if (run == NULL) return;
  ptl_context *context = run->context;
  ptl_run_now_destroy(run);
  ptl_switches_destroy(run);
  ptl_stops_destroy(run);
  ptl_output_destroy(run);
  ptl_switch_destroy(run->integrator);
  ptl_reaction_solver_destroy(run->reaction_solver);
  ptl_reactions_destroy(run->reactions);
  ptl_accelerations_destroy(run->reduced);
  ptl_free(context, run->memory);
  ptl_data_destroy(run->data);
  ptl_summary_release(context, &run->own_summary);
  ptl_free(context, run);
}

void ptl_run_options_default_sized(ptl_run_options *out, size_t size) {
  const ptl_run_options def = {
      .until_time = NAN, .every_time = NAN, .rtol = NAN, .integrator = -1, .contact_rows = -1};
  ptl_give_def(out, size, &def, sizeof def);
}

ptl_status ptl_run_prepare_made(ptl_run *run) {
  const ptl_run_options *options = &run->options;
  const ptl_run_def *def = &run->system->run;
  run->summary = &run->own_summary;
  run->rtol = isnan(options->rtol) ? def->rtol : options->rtol;
  if (!(run->rtol > 0.0 && run->rtol < 0.1))
    return ptl_fail(run->context, PTL_ERR_INPUT,
                    PTL_E(0516) "run: rtol must lie between 0 and 0.1, not %g", run->rtol);
  run->violation_limit = isnan(def->drift_limit) ? 1e-4 * run->system->length : def->drift_limit;
  run->energy_limit = def->energy_limit;
  run->wanted = options->integrator < 0 ? def->integrator : (ptl_integrator)options->integrator;
  run->contact_rows = options->contact_rows < 0 ? run->system->mechanism->output.contact_rows
                                                : (ptl_contact_rows)options->contact_rows;
  run->stops = options->stop_at;
  return make_parts(run, options);
}

ptl_status ptl_run_take_given(ptl_context *context, const ptl_run_options *options,
                              size_t size_options, const ptl_sink *sink, size_t size_sink,
                              ptl_run_given *out) {
  ptl_status status = PTL_OK;
  *out = (ptl_run_given){.options = ptl_run_options_default()};
  if (options != NULL)
    status = ptl_take_def(context, &out->options, sizeof out->options, options, size_options,
                          "ptl_run_options");
  if (status == PTL_OK && sink != NULL)
    status = ptl_take_def(context, &out->sink, sizeof out->sink, sink, size_sink, "ptl_sink");
  return status;
}

ptl_status ptl_run_make(ptl_context *context, const ptl_system *system,
                        const ptl_run_options *options, const ptl_sink *sink, ptl_run **out) {
  ptl_run *run = *out = ptl_alloc(context, 1, sizeof *run);
  if (run == NULL) return PTL_ERR_MEMORY;
  run->context = context;
  run->system = system;
  run->options = options != NULL ? *options : ptl_run_options_default();
  if (sink != NULL) run->sink = *sink;
  return PTL_OK;
}

ptl_status ptl_run_prepare(ptl_context *context, const ptl_system *system,
                           const ptl_run_options *options, const ptl_sink *sink, ptl_run **out) {
  ptl_status status = ptl_run_make(context, system, options, sink, out);
  return status == PTL_OK ? ptl_run_prepare_made(*out) : status;
}
