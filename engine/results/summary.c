/* summary.c: the summary of a run as JSON: what ran, with what, and how well. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "integrator.h"
#include "json.h"
#include "system.h"
#include "trace.h"

enum { SUMMARY_FORMAT = 1 };

/* ------------------------------------------------------------------ what ran */

static void write_libraries(ptl_json *j) {
  ptl_json_open(j, "libraries", '{');
  ptl_json_text(j, "sundials", PINTLE_VERSION_SUNDIALS);
  ptl_json_text(j, "klu", PINTLE_VERSION_KLU);
  ptl_json_text(j, "lapack", PINTLE_VERSION_LAPACK);
  ptl_json_text(j, "libfyaml", PINTLE_VERSION_LIBFYAML);
  ptl_json_text(j, "udunits", PINTLE_VERSION_UDUNITS);
  ptl_json_text(j, "muparser", PINTLE_VERSION_MUPARSER);
  ptl_json_text(j, "hdf5", PINTLE_VERSION_HDF5);
  ptl_json_text(j, "compiler", __VERSION__);
  ptl_json_close(j, '}');
}

static void write_plugins(ptl_json *j, const ptl_context *context) {
  const ptl_registry *registry = ptl_registry_of(context);
  ptl_json_open(j, "plugins", '[');
  for (int i = 0; i < registry->n_libraries; i++) ptl_json_text(j, NULL, registry->origins[i]);
  ptl_json_close(j, ']');
}

static void write_model(ptl_json *j, const ptl_mechanism *m) {
  char hash[40];
  snprintf(hash, sizeof hash, "fnv1a-64:%016" PRIx64, m->hash);
  ptl_json_open(j, "model", '{');
  ptl_json_text(j, "title", m->title);
  ptl_json_text(j, "source", m->source);
  ptl_json_text(j, "file", m->file);
  ptl_json_text(j, "hash", m->file != NULL ? hash : NULL);
  ptl_json_close(j, '}');
}

static void write_span(ptl_json *j, const char *key, const ptl_span *span) {
  ptl_json_open_inline(j, key, '{');
  ptl_json_number(j, "amount", span->amount);
  ptl_json_text(j, "of", span->joint != NULL ? span->joint : "time");
  ptl_json_close(j, '}');
}

static void write_run(ptl_json *j, const ptl_system *system, const ptl_summary *s) {
  const ptl_run_def *run = &system->mechanism->run;
  ptl_json_open(j, "run", '{');
  ptl_json_number(j, "start_time", s->start_time);
  ptl_json_number(j, "end_time", s->end_time);
  write_span(j, "until", &run->until);
  write_span(j, "every", &run->every);
  ptl_json_text(j, "start", run->start == PTL_START_IDEAL ? "ideal" : "given");
  ptl_json_text(j, "integrator", ptl_integrator_word(run->integrator));
  ptl_json_close(j, '}');
  ptl_json_open(j, "tolerances", '{');
  ptl_json_number(j, "rtol", s->rtol);
  ptl_json_number(j, "length", system->length);
  ptl_json_number(j, "speed", system->speed);
  ptl_json_number(j, "max_step", run->max_step);
  ptl_json_number(j, "drift_limit", run->drift_limit);
  ptl_json_number(j, "energy_limit", run->energy_limit);
  ptl_json_number(j, "velocity_compliance", system->velocity_compliance);
  ptl_json_number(j, "position_compliance", system->position_compliance);
  ptl_json_close(j, '}');
}

/* ------------------------------------------------------------------ types and their parameters */

static void write_point(ptl_json *j, const char *key, const double *c) {
  ptl_json_open_inline(j, key, '[');
  ptl_json_number(j, NULL, c[0]);
  ptl_json_number(j, NULL, c[1]);
  ptl_json_close(j, ']');
}

/* `c`: the instance; `place`: where the row begins. */
static void write_param(ptl_json *j, const ptl_param *row, const double *c, int place) {
  char word[64];
  if (row->kind == PTL_POINT) {
    write_point(j, row->name, c + place);
  } else if (row->kind == PTL_POINTS) {
    int n;
    const double *points = ptl_points(c, place, &n);
    ptl_json_open_inline(j, row->name, '[');
    for (int i = 0; i < n; i++) write_point(j, NULL, points + 2 * i);
    ptl_json_close(j, ']');
  } else if (row->kind == PTL_CHOICE) {
    const int known = ptl_param_choice_word(row, (int)c[place], word, sizeof word);
    ptl_json_text(j, row->name, known ? word : NULL);
  } else {
    ptl_json_number(j, row->name, c[place]);
  }
}

static void write_params(ptl_json *j, const ptl_param *table, const double *c) {
  int place = 0;
  for (const ptl_param *row = table; row != NULL && row->name != NULL; row++) {
    write_param(j, row, c, place);
    place += ptl_param_size(row);
  }
}

static void write_law(ptl_json *j, const char *key, ptl_kind kind, const ptl_instance *law) {
  ptl_json_open_inline(j, key, '{');
  if (law->type != NULL) {
    ptl_json_text(j, "law", ptl_type_name(kind, law->type));
    write_params(j, ptl_type_params(kind, law->type), law->c);
  } else {
    ptl_json_text(j, "law", "none");
  }
  ptl_json_close(j, '}');
}

static void write_contacts(ptl_json *j, const ptl_mechanism *m) {
  ptl_json_open(j, "contacts", '[');
  for (int i = 0; i < m->n_contacts; i++) {
    const ptl_mech_contact *contact = &m->contacts[i];
    ptl_json_open(j, NULL, '{');
    ptl_json_text(j, "name", contact->def.name);
    write_law(j, "elastic", PTL_ELASTIC, &contact->elastic);
    write_law(j, "damping", PTL_DAMPING, &contact->damping);
    write_law(j, "friction", PTL_FRICTION, &contact->friction);
    ptl_json_number(j, "touch_speed_floor", contact->def.touch_speed_floor);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
}

static const char *joint_form(const ptl_system *system, const char *name) {
  for (int i = 0; i < system->n_bushings; i++)
    if (strcmp(system->bushings[i].name, name) == 0) return "bushing";
  for (int i = 0; i < system->n_gap_sets; i++) {
    const ptl_sys_gap_set *play = &system->gap_sets[i];
    if (strcmp(play->name, name) != 0) continue;
    if (play->held) return "ideal with stops";
    return play->type->n_constraints > 0 ? "clearance" : "contact";
  }
  return "ideal";
}

static void write_drives(ptl_json *j, const ptl_mechanism *m) {
  ptl_json_open(j, "couplings", '[');
  for (int i = 0; i < m->n_couplings; i++) {
    ptl_json_open_inline(j, NULL, '{');
    ptl_json_text(j, "name", m->couplings[i].def.name);
    ptl_json_text(j, "first", m->couplings[i].def.first.joint);
    ptl_json_text(j, "second", m->couplings[i].def.second.joint);
    ptl_json_number(j, "ratio", m->couplings[i].def.ratio);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
  ptl_json_open(j, "motions", '[');
  for (int i = 0; i < m->n_motions; i++) {
    const ptl_motion_def *motion = &m->motions[i].def;
    ptl_json_open_inline(j, NULL, '{');
    ptl_json_text(j, "name", motion->name);
    ptl_json_text(j, "joint", motion->of.joint);
    ptl_json_number(j, "rate", motion->rate);
    ptl_json_text(j, "position", motion->position);
    ptl_json_text(j, "rate_of_time", motion->rate_of_time);
    ptl_json_count(j, "rises", motion->n_rises);
    ptl_json_count(j, "points", motion->n_table);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
}

static void write_elements(ptl_json *j, const ptl_system *system) {
  const ptl_mechanism *m = system->mechanism;
  ptl_json_open(j, "joints", '[');
  for (int i = 0; i < m->n_joints; i++) {
    const ptl_joint_def *joint = &m->joints[i].def;
    ptl_json_open_inline(j, NULL, '{');
    ptl_json_text(j, "name", joint->name);
    ptl_json_text(j, "type", joint->use.type);
    ptl_json_text(j, "form", joint_form(system, joint->name));
    if (m->joints[i].friction.type != NULL)
      write_law(j, "friction", PTL_FRICTION, &m->joints[i].friction);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
  write_drives(j, m);
  ptl_json_open(j, "forces", '[');
  for (int i = 0; i < m->n_forces; i++) {
    ptl_json_open_inline(j, NULL, '{');
    ptl_json_text(j, "name", m->forces[i].def.name);
    ptl_json_text(j, "type", m->forces[i].def.use.type);
    write_params(j, ptl_type_params(PTL_FORCE, m->forces[i].use.type), m->forces[i].use.c);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
}

static void write_assembly(ptl_json *j, const ptl_assembly *a) {
  ptl_json_open(j, "assembly", '{');
  ptl_json_count(j, "bodies", a->n_bodies);
  ptl_json_count(j, "constraints", a->n_constraints);
  ptl_json_count(j, "gaps", a->n_gaps);
  ptl_json_count(j, "rank", a->rank);
  ptl_json_count(j, "degrees_of_freedom", a->degrees_of_freedom);
  ptl_json_count(j, "ideal_degrees_of_freedom", a->ideal_degrees_of_freedom);
  ptl_json_open(j, "redundant", '[');
  for (int i = 0; i < a->n_redundant; i++) ptl_json_text(j, NULL, a->redundant[i].name);
  ptl_json_close(j, ']');
  ptl_json_number(j, "moved", a->moved);
  ptl_json_number(j, "turned", a->turned);
  ptl_json_number(j, "moved_velocity", a->moved_velocity);
  ptl_json_number(j, "position_residual", a->position_residual);
  ptl_json_number(j, "velocity_residual", a->velocity_residual);
  ptl_json_close(j, '}');
}

/* ------------------------------------------------------------------ how it went */

static void write_gap(ptl_json *j, const ptl_gap_summary *g) {
  ptl_json_open(j, NULL, '{');
  ptl_json_text(j, "joint", g->joint);
  ptl_json_text(j, "gap", g->gap);
  ptl_json_text(j, "contact", g->contact);
  ptl_json_text(j, "elastic", g->elastic);
  ptl_json_text(j, "damping", g->damping);
  ptl_json_count(j, "touches", g->touches);
  ptl_json_number(j, "longest_flight", g->longest_flight);
  ptl_json_number(j, "peak_force", g->peak_force);
  ptl_json_number(j, "peak_force_time", g->peak_force_time);
  ptl_json_number(j, "deepest", g->deepest);
  ptl_json_number(j, "deepest_time", g->deepest_time);
  ptl_json_number(j, "impulse", g->impulse);
  ptl_json_number(j, "energy_lost", g->energy_lost);
  ptl_json_number(j, "force_error", g->force_error);
  ptl_json_count(j, "newton_failures", g->newton_failures);
  ptl_json_close(j, '}');
}

static void write_gaps(ptl_json *j, const ptl_summary *s) {
  ptl_json_open(j, "gaps", '[');
  for (int i = 0; i < s->n_gaps; i++) write_gap(j, &s->gaps[i]);
  ptl_json_close(j, ']');
}

/* gap null: the joint is ideal. */
static void write_friction(ptl_json *j, const ptl_friction_summary *f) {
  ptl_json_open(j, NULL, '{');
  ptl_json_text(j, "joint", f->joint);
  ptl_json_text(j, "gap", f->gap);
  ptl_json_text(j, "law", f->law);
  ptl_json_number(j, "stick_speed", f->stick_speed);
  ptl_json_count(j, "sticks", f->sticks);
  ptl_json_number(j, "stuck_time", f->stuck_time);
  ptl_json_number(j, "peak_force", f->peak_force);
  ptl_json_number(j, "work", f->work);
  ptl_json_count(j, "newton_failures", f->newton_failures);
  ptl_json_close(j, '}');
}

static void write_frictions(ptl_json *j, const ptl_summary *s) {
  ptl_json_open(j, "frictions", '[');
  for (int i = 0; i < s->n_frictions; i++) write_friction(j, &s->frictions[i]);
  ptl_json_close(j, ']');
}

static void write_quality(ptl_json *j, const ptl_summary *s) {
  ptl_json_open(j, "drift", '{');
  ptl_json_number(j, "position", s->largest_position_violation);
  ptl_json_number(j, "velocity", s->largest_velocity_violation);
  ptl_json_close(j, '}');
  ptl_json_open(j, "energy", '{');
  ptl_json_number(j, "kinetic", s->energy.kinetic);
  ptl_json_number(j, "potential", s->energy.potential);
  ptl_json_number(j, "elastic", s->energy.elastic);
  ptl_json_number(j, "dissipated", s->energy.dissipated);
  ptl_json_number(j, "supplied", s->energy.supplied);
  ptl_json_number(j, "balance", s->energy.balance);
  ptl_json_number(j, "largest", s->largest_energy);
  ptl_json_number(j, "largest_imbalance", s->largest_imbalance);
  ptl_json_close(j, '}');
}

static void write_effort(ptl_json *j, const ptl_summary *s) {
  const ptl_counters *c = &s->counters;
  ptl_json_open(j, "counters", '{');
  ptl_json_count(j, "steps", c->steps);
  ptl_json_count(j, "ida_steps", c->ida_steps);
  ptl_json_count(j, "dop853_steps", c->dop853_steps);
  ptl_json_count(j, "residuals", c->residuals);
  ptl_json_count(j, "jacobians", c->jacobians);
  ptl_json_count(j, "factorisations", c->factorisations);
  ptl_json_count(j, "error_test_failures", c->error_test_failures);
  ptl_json_count(j, "newton_failures", c->newton_failures);
  ptl_json_count(j, "newton_iterations", c->newton_iterations);
  ptl_json_count(j, "restarts", c->restarts);
  ptl_json_count(j, "rows", c->rows);
  ptl_json_count(j, "events", c->events);
  ptl_json_close(j, '}');
  ptl_json_open(j, "time", '{');
  ptl_json_number(j, "wall", s->wall_time);
  ptl_json_number(j, "cpu", s->cpu_time);
  ptl_json_close(j, '}');
}

ptl_status ptl_summary_json(ptl_context *context, const ptl_system *system,
                            const ptl_summary *summary, char **out) {
  ptl_json json = {.context = context};
  ptl_json *j = &json;
  ptl_json_open(j, NULL, '{');
  ptl_json_text(j, "pintle", PTL_VERSION);
  ptl_json_count(j, "format", SUMMARY_FORMAT);
  ptl_json_text(j, "units", "SI: m, kg, s, rad, N, J");
  ptl_json_bool(j, "complete", summary->complete);
  write_model(j, system->mechanism);
  write_run(j, system, summary);
  write_gaps(j, summary);
  write_frictions(j, summary);
  write_quality(j, summary);
  write_assembly(j, ptl_system_get_assembly(system));
  write_contacts(j, system->mechanism);
  write_elements(j, system);
  write_effort(j, summary);
  write_plugins(j, context);
  write_libraries(j);
  ptl_json_close(j, '}');
  return ptl_json_finish(j, out);
}

void ptl_text_release(ptl_context *context, char *text) {
  ptl_free(context, text);
}
