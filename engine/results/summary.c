/* summary.c: the summary of a run as JSON: what ran, with what, and how well. */
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "joint_form.h"
#include "json.h"
#include "model_words.h"
#include "system.h"
#include "trace.h"
#include "word_list.h"

enum { SUMMARY_FORMAT = 1 };

/* ------------------------------------------------------------------ fields of structures */

typedef enum field_kind {
  TEXT,
  NUMBER,
  INT,
  FLAG,
  /* const char *, double, int, int, int64_t */
  COUNT
} field_kind;

typedef struct field {
  const char *key; /* NULL at the end of a table */
  field_kind kind;
  size_t offset;
} field;

#define FIELD(structure, member, kind) \
  { #member, kind, offsetof(structure, member) }
#define END_OF_FIELDS \
  { NULL, TEXT, 0 }

/* Entries of the object that is open. */
static void write_fields(ptl_json *j, const field *fields, const void *structure) {
  for (; fields->key != NULL; fields++) {
    const char *at = (const char *)structure + fields->offset;
    if (fields->kind == TEXT) ptl_json_text(j, fields->key, *(const char *const *)at);
    if (fields->kind == NUMBER) ptl_json_number(j, fields->key, *(const double *)at);
    if (fields->kind == INT) ptl_json_count(j, fields->key, *(const int *)at);
    if (fields->kind == FLAG) ptl_json_bool(j, fields->key, *(const int *)at);
    if (fields->kind == COUNT) ptl_json_count(j, fields->key, *(const int64_t *)at);
  }
}

/* ------------------------------------------------------------------ what ran */

static void write_libraries(ptl_json *j) {
  ptl_json_open(j, "libraries", '{');
  ptl_json_text(j, "sundials", PINTLE_VERSION_SUNDIALS);
  ptl_json_text(j, "klu", PINTLE_VERSION_KLU);
  ptl_json_text(j, "lapack", PINTLE_VERSION_LAPACK);
  ptl_json_text(j, "libfyaml", PINTLE_VERSION_LIBFYAML);
  ptl_json_text(j, "udunits", PINTLE_VERSION_UDUNITS);
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

static void write_model(ptl_json *j, const ptl_mechanism *m, const char *file, uint64_t hash_of) {
  char hash[40];
  snprintf(hash, sizeof hash, "fnv1a-64:%016" PRIx64, hash_of);
  ptl_json_open(j, "model", '{');
  ptl_json_text(j, "title", m->title);
  ptl_json_text(j, "source", m->source);
  ptl_json_text(j, "file", file);
  ptl_json_text(j, "hash", file != NULL ? hash : NULL);
  ptl_json_close(j, '}');
}

static void write_span(ptl_json *j, const char *key, const ptl_span *span) {
  ptl_json_open_inline(j, key, '{');
  ptl_json_number(j, "amount", span->amount);
  ptl_json_text(j, "of", span->joint != NULL ? span->joint : "time");
  ptl_json_close(j, '}');
}

/* Word number `index` of "first|second|third". */
static void write_word(ptl_json *j, const char *key, const char *words, int index) {
  char text[64];
  size_t length;
  const char *word = ptl_word_at(words, index, &length);
  snprintf(text, sizeof text, "%.*s", (int)length, word);
  ptl_json_text(j, key, text);
}

static void write_run(ptl_json *j, const ptl_system *system, const ptl_summary *s) {
  const ptl_run_def *run = &system->mechanism->run;
  ptl_json_open(j, "run", '{');
  ptl_json_number(j, "start_time", s->start_time);
  ptl_json_number(j, "end_time", s->end_time);
  ptl_json_text(j, "stopped_by", s->stopped_by);
  write_span(j, "until", &run->until);
  write_span(j, "every", &run->every);
  write_word(j, "start", PTL_WORDS_START, (int)run->start);
  write_word(j, "integrator", PTL_WORDS_INTEGRATOR, s->integrator);
  ptl_json_close(j, '}');
  ptl_json_open(j, "tolerances", '{');
  ptl_json_number(j, "rtol", s->rtol);
  ptl_json_number(j, "length", system->length);
  ptl_json_number(j, "speed", system->speed);
  ptl_json_number(j, "max_step", run->max_step);
  ptl_json_number(j, "drift_limit",
                  isnan(run->drift_limit) ? 1e-4 * system->length : run->drift_limit);
  ptl_json_number(j, "energy_limit", run->energy_limit);
  ptl_json_number(j, "relative_compliance", s->relative_compliance);
  ptl_json_close(j, '}');
}

/* ------------------------------------------------------------------ types and their parameters */

static void write_point(ptl_json *j, const char *key, const double *c) {
  ptl_json_open_inline(j, key, '[');
  ptl_json_number(j, NULL, c[0]);
  ptl_json_number(j, NULL, c[1]);
  ptl_json_close(j, ']');
}

/* `c`: the instance; `offset`: that of the parameter. */
static void write_param(ptl_json *j, const ptl_param *param, const double *c, int offset) {
  char word[64];
  if (param->kind == PTL_POINT) {
    write_point(j, param->name, c + offset);
  } else if (param->kind == PTL_POINTS) {
    int n;
    const double *points = ptl_points(c, offset, &n);
    ptl_json_open_inline(j, param->name, '[');
    for (int i = 0; i < n; i++) write_point(j, NULL, points + 2 * i);
    ptl_json_close(j, ']');
  } else if (param->kind == PTL_CHOICE) {
    const int known = ptl_param_choice_word(param, (int)c[offset], word, sizeof word);
    ptl_json_text(j, param->name, known ? word : NULL);
  } else {
    ptl_json_number(j, param->name, c[offset]);
  }
}

static void write_params(ptl_json *j, const ptl_param *table, const double *c) {
  int offset = 0;
  for (const ptl_param *param = table; param != NULL && param->name != NULL; param++) {
    write_param(j, param, c, offset);
    offset += ptl_param_size(param);
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
    ptl_json_number(j, "rolling_resistance", contact->def.rolling_resistance);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
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
    ptl_json_text(j, "form", ptl_joint_form_word(&m->joints[i]));
    if (m->joints[i].friction.type != NULL)
      write_law(j, "friction", PTL_FRICTION, &m->joints[i].friction);
    if (m->joints[i].film.type != NULL) write_law(j, "film", PTL_FILM, &m->joints[i].film);
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

static void write_assembly(ptl_json *j, const ptl_system *system) {
  const ptl_assembly *a = &system->assembly;
  static const field counts[] = {{"bodies", INT, offsetof(ptl_assembly, n_bodies)},
                                 {"constraints", INT, offsetof(ptl_assembly, n_constraints)},
                                 {"gaps", INT, offsetof(ptl_assembly, n_gaps)},
                                 FIELD(ptl_assembly, rank, INT),
                                 FIELD(ptl_assembly, degrees_of_freedom, INT),
                                 FIELD(ptl_assembly, ideal_degrees_of_freedom, INT),
                                 END_OF_FIELDS};
  static const field changes[] = {FIELD(ptl_assembly, moved, NUMBER),
                                  FIELD(ptl_assembly, turned, NUMBER),
                                  FIELD(ptl_assembly, moved_velocity, NUMBER),
                                  FIELD(ptl_assembly, position_residual, NUMBER),
                                  FIELD(ptl_assembly, velocity_residual, NUMBER),
                                  END_OF_FIELDS};
  ptl_json_open(j, "assembly", '{');
  write_fields(j, counts, a);
  ptl_json_open(j, "redundant", '[');
  for (int i = 0; i < a->n_redundant; i++) ptl_json_text(j, NULL, a->redundant[i].name);
  ptl_json_close(j, ']');
  write_fields(j, changes, a);
  ptl_json_close(j, '}');
}

static void write_notices(ptl_json *j, const ptl_system *system, const ptl_summary *summary) {
  char text[600];
  ptl_json_open(j, "notices", '[');
  for (int i = 0; ptl_summary_notice(system, summary, i, text, sizeof text); i++)
    ptl_json_text(j, NULL, text);
  ptl_json_close(j, ']');
}

/* ------------------------------------------------------------------ how it went */

static void write_gaps(ptl_json *j, const ptl_summary *s) {
  static const field fields[] = {FIELD(ptl_gap_summary, joint, TEXT),
                                 FIELD(ptl_gap_summary, gap, TEXT),
                                 FIELD(ptl_gap_summary, contact, TEXT),
                                 FIELD(ptl_gap_summary, elastic, TEXT),
                                 FIELD(ptl_gap_summary, damping, TEXT),
                                 FIELD(ptl_gap_summary, effective_mass, NUMBER),
                                 FIELD(ptl_gap_summary, start_depth, NUMBER),
                                 FIELD(ptl_gap_summary, start_energy, NUMBER),
                                 FIELD(ptl_gap_summary, touches, COUNT),
                                 FIELD(ptl_gap_summary, hand_overs, COUNT),
                                 FIELD(ptl_gap_summary, longest_flight, NUMBER),
                                 FIELD(ptl_gap_summary, peak_force, NUMBER),
                                 FIELD(ptl_gap_summary, peak_force_time, NUMBER),
                                 FIELD(ptl_gap_summary, deepest, NUMBER),
                                 FIELD(ptl_gap_summary, deepest_time, NUMBER),
                                 FIELD(ptl_gap_summary, impulse, NUMBER),
                                 FIELD(ptl_gap_summary, energy_lost, NUMBER),
                                 FIELD(ptl_gap_summary, hand_over_energy, NUMBER),
                                 FIELD(ptl_gap_summary, largest_speed_ratio, NUMBER),
                                 FIELD(ptl_gap_summary, uses_reference_speed, FLAG),
                                 FIELD(ptl_gap_summary, force_error, NUMBER),
                                 FIELD(ptl_gap_summary, newton_failures, COUNT),
                                 END_OF_FIELDS};
  ptl_json_open(j, "gaps", '[');
  for (int i = 0; i < s->n_gaps; i++) {
    ptl_json_open(j, NULL, '{');
    write_fields(j, fields, &s->gaps[i]);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
}

/* gap null: the joint is ideal. */
static void write_frictions(ptl_json *j, const ptl_summary *s) {
  static const field fields[] = {FIELD(ptl_friction_summary, joint, TEXT),
                                 FIELD(ptl_friction_summary, gap, TEXT),
                                 FIELD(ptl_friction_summary, law, TEXT),
                                 FIELD(ptl_friction_summary, stick_speed, NUMBER),
                                 FIELD(ptl_friction_summary, sticks, COUNT),
                                 FIELD(ptl_friction_summary, stuck_time, NUMBER),
                                 FIELD(ptl_friction_summary, peak_force, NUMBER),
                                 FIELD(ptl_friction_summary, work, NUMBER),
                                 FIELD(ptl_friction_summary, newton_failures, COUNT),
                                 END_OF_FIELDS};
  ptl_json_open(j, "frictions", '[');
  for (int i = 0; i < s->n_frictions; i++) {
    ptl_json_open(j, NULL, '{');
    write_fields(j, fields, &s->frictions[i]);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
}

static void write_films(ptl_json *j, const ptl_summary *s) {
  static const field fields[] = {FIELD(ptl_film_summary, joint, TEXT),
                                 FIELD(ptl_film_summary, law, TEXT),
                                 FIELD(ptl_film_summary, least_thickness, NUMBER),
                                 FIELD(ptl_film_summary, thinnest, NUMBER),
                                 FIELD(ptl_film_summary, thinnest_time, NUMBER),
                                 FIELD(ptl_film_summary, peak_force, NUMBER),
                                 FIELD(ptl_film_summary, peak_force_time, NUMBER),
                                 END_OF_FIELDS};
  if (s->n_films == 0) return;
  ptl_json_open(j, "films", '[');
  for (int i = 0; i < s->n_films; i++) {
    ptl_json_open(j, NULL, '{');
    write_fields(j, fields, &s->films[i]);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
}

static void write_list(ptl_json *j, const char *key, const double *list, int n) {
  ptl_json_open_inline(j, key, '[');
  for (int i = 0; i < n; i++) ptl_json_number(j, NULL, list[i]);
  ptl_json_close(j, ']');
}

static void write_worn(ptl_json *j, const ptl_wear_surface *s) {
  static const char *const shapes[] = {"round", "flat", "whole"};
  ptl_json_open(j, NULL, '{');
  ptl_json_text(j, "part", s->part);
  ptl_json_text(j, "shape", shapes[s->shape]);
  ptl_json_number(j, "radius", s->radius);
  ptl_json_number(j, "first", s->first);
  ptl_json_number(j, "width", s->width);
  ptl_json_number(j, "coefficient", s->coefficient);
  ptl_json_number(j, "work", s->work);
  ptl_json_number(j, "volume_of_point_contact", s->volume);
  ptl_json_number(j, "depth", s->depth);
  write_list(j, "works", s->works, s->n_sectors);
  write_list(j, "force_works", s->force_works, s->n_sectors);
  ptl_json_close(j, '}');
}

static void write_wears(ptl_json *j, const ptl_summary *s) {
  if (s->n_wears == 0) return;
  ptl_json_open(j, "wear", '[');
  for (int i = 0; i < s->n_wears; i++) {
    const ptl_wear_summary *gap = &s->wears[i];
    ptl_json_open(j, NULL, '{');
    ptl_json_text(j, "joint", gap->joint);
    ptl_json_text(j, "gap", gap->gap);
    ptl_json_number(j, "length", gap->length);
    ptl_json_open(j, "surfaces", '[');
    for (int side = 0; side < 2; side++) write_worn(j, &gap->surfaces[side]);
    ptl_json_close(j, ']');
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
}

static void write_over_cycles(ptl_json *j, const char *key, const ptl_over_cycles *number) {
  static const field fields[] = {
      FIELD(ptl_over_cycles, mean, NUMBER), FIELD(ptl_over_cycles, min, NUMBER),
      FIELD(ptl_over_cycles, max, NUMBER), FIELD(ptl_over_cycles, last, NUMBER), END_OF_FIELDS};
  ptl_json_open_inline(j, key, '{');
  write_fields(j, fields, number);
  ptl_json_close(j, '}');
}

static void write_statistics(ptl_json *j, const ptl_system *system, const ptl_summary *s) {
  static const field fields[] = {FIELD(ptl_statistic_summary, name, TEXT),
                                 FIELD(ptl_statistic_summary, expression, TEXT),
                                 FIELD(ptl_statistic_summary, unit, TEXT),
                                 FIELD(ptl_statistic_summary, from, NUMBER),
                                 FIELD(ptl_statistic_summary, until, NUMBER),
                                 FIELD(ptl_statistic_summary, mean, NUMBER),
                                 FIELD(ptl_statistic_summary, rms, NUMBER),
                                 FIELD(ptl_statistic_summary, min, NUMBER),
                                 FIELD(ptl_statistic_summary, max, NUMBER),
                                 FIELD(ptl_statistic_summary, min_time, NUMBER),
                                 FIELD(ptl_statistic_summary, max_time, NUMBER),
                                 FIELD(ptl_statistic_summary, peak, NUMBER),
                                 FIELD(ptl_statistic_summary, peak_to_peak, NUMBER),
                                 END_OF_FIELDS};
  if (s->n_statistics == 0) return;
  ptl_json_open(j, "statistics", '[');
  for (int i = 0; i < s->n_statistics; i++) {
    const ptl_statistic_summary *y = &s->statistics[i];
    ptl_json_open(j, NULL, '{');
    write_fields(j, fields, y);
    if (system->mechanism->statistics[i].def.cycle.amount > 0.0) {
      ptl_json_open(j, "cycles", '{');
      write_span(j, "cycle", &system->mechanism->statistics[i].def.cycle);
      ptl_json_count(j, "count", y->cycles);
      write_over_cycles(j, "mean", &y->cycle_mean);
      write_over_cycles(j, "rms", &y->cycle_rms);
      write_over_cycles(j, "min", &y->cycle_min);
      write_over_cycles(j, "max", &y->cycle_max);
      write_over_cycles(j, "peak_to_peak", &y->cycle_peak_to_peak);
      ptl_json_close(j, '}');
    }
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
}

/* Rows with something that a reader should know, of whom, and since when [s]; nothing where there
 * are none. */
static void write_rows(ptl_json *j, const char *what, const char *kind, const char *name,
                       double since, int64_t rows) {
  if (rows == 0) return;
  ptl_json_open(j, what, '{');
  ptl_json_text(j, kind, name);
  ptl_json_number(j, "since", since);
  ptl_json_number(j, "rows", (double)rows);
  ptl_json_close(j, '}');
}

static void write_quality(ptl_json *j, const ptl_summary *s) {
  static const field energies[] = {FIELD(ptl_energy, kinetic, NUMBER),
                                   FIELD(ptl_energy, potential, NUMBER),
                                   FIELD(ptl_energy, elastic, NUMBER),
                                   FIELD(ptl_energy, dissipated, NUMBER),
                                   FIELD(ptl_energy, supplied, NUMBER),
                                   FIELD(ptl_energy, balance, NUMBER),
                                   END_OF_FIELDS};
  ptl_json_open(j, "drift", '{');
  ptl_json_number(j, "position", s->largest_position_violation);
  ptl_json_number(j, "velocity", s->largest_velocity_violation);
  ptl_json_close(j, '}');
  write_rows(j, "ambiguous_reactions", "joint", s->ambiguous_joint, s->ambiguous_since,
             s->ambiguous_rows);
  write_rows(j, "undefined_values", "column", s->undefined_column, s->undefined_since,
             s->undefined_rows);
  ptl_json_open(j, "energy", '{');
  write_fields(j, energies, &s->energy);
  ptl_json_number(j, "largest", s->largest_energy);
  ptl_json_number(j, "largest_imbalance", s->largest_imbalance);
  ptl_json_close(j, '}');
}

static void write_effort(ptl_json *j, const ptl_summary *s) {
  static const field counters[] = {FIELD(ptl_counters, steps, COUNT),
                                   FIELD(ptl_counters, ida_steps, COUNT),
                                   FIELD(ptl_counters, dop853_steps, COUNT),
                                   FIELD(ptl_counters, residuals, COUNT),
                                   FIELD(ptl_counters, jacobians, COUNT),
                                   FIELD(ptl_counters, factorisations, COUNT),
                                   FIELD(ptl_counters, error_test_failures, COUNT),
                                   FIELD(ptl_counters, newton_failures, COUNT),
                                   FIELD(ptl_counters, newton_iterations, COUNT),
                                   FIELD(ptl_counters, restarts, COUNT),
                                   FIELD(ptl_counters, steps_limited_by_gaps, COUNT),
                                   FIELD(ptl_counters, steps_limited_by_expressions, COUNT),
                                   FIELD(ptl_counters, steps_limited_by_max_step, COUNT),
                                   FIELD(ptl_counters, integrator_changes, COUNT),
                                   FIELD(ptl_counters, rows, COUNT),
                                   FIELD(ptl_counters, events, COUNT),
                                   END_OF_FIELDS};
  ptl_json_open(j, "counters", '{');
  write_fields(j, counters, &s->counters);
  ptl_json_close(j, '}');
  ptl_json_open(j, "time", '{');
  ptl_json_number(j, "wall", s->wall_time);
  ptl_json_number(j, "cpu", s->cpu_time);
  ptl_json_close(j, '}');
}

ptl_status ptl_summary_json(ptl_context *context, const ptl_system *system,
                            const ptl_summary *summary, char **out) {
  const ptl_mechanism *m = system->mechanism;
  return ptl_summary_write(context, system, m->file, m->hash, summary, out);
}

ptl_status ptl_summary_write(ptl_context *context, const ptl_system *system, const char *file,
                             uint64_t hash, const ptl_summary *summary, char **out) {
  ptl_json json = {.context = context};
  ptl_json *j = &json;
  ptl_json_open(j, NULL, '{');
  ptl_json_text(j, "pintle", PTL_VERSION);
  ptl_json_count(j, "format", SUMMARY_FORMAT);
  ptl_json_text(j, "units", "SI: m, kg, s, rad, N, J");
  ptl_json_bool(j, "complete", summary->complete);
  if (summary->analysis != NULL) ptl_json_text(j, "analysis", summary->analysis);
  write_model(j, system->mechanism, file, hash);
  write_run(j, system, summary);
  write_gaps(j, summary);
  write_frictions(j, summary);
  write_films(j, summary);
  write_wears(j, summary);
  write_statistics(j, system, summary);
  write_quality(j, summary);
  write_assembly(j, system);
  write_notices(j, system, summary);
  write_contacts(j, system->mechanism);
  write_elements(j, system);
  write_effort(j, summary);
  write_plugins(j, context);
  write_libraries(j);
  if (summary->verification != NULL) ptl_verification_write(j, summary->verification);
  ptl_json_close(j, '}');
  return ptl_json_finish(j, out);
}
