/* snapshot.c: a run as a block of bytes, and a run from one: pintle_run.h.
 *
 * The block holds values only: the unknowns, what gaps, laws and inputs remember, works and counts.
 * What an integrator knows of the steps before is not among them, so that it starts anew from the
 * state: in the run that is restored, and in the one that was saved, which is made again from its
 * own block. Both go through the same code with the same numbers. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "hash.h"
#include "layout.h"
#include "model_write.h"
#include "run_anew.h"
#include "run_energy.h"
#include "run_life.h"
#include "run_output.h"
#include "run_statistics.h"
#include "state.h"

enum { FORMAT = 9, ORDER = 0x01020304 };

typedef struct header {
  char magic[8];
  uint32_t format, order; /* order: of the bytes of a number */
  uint64_t model;         /* ptl_hash of the resolved model and of the tolerance */
  uint64_t size, sum;     /* of what follows: bytes and their hash */
} header;

static const char magic[8] = "ptlsnap";

/* ---------------------------------------------------------------- the values */

/* Goes through the values of a run one after the other: to count their bytes (at NULL), to write or
 * to read them. */
typedef struct cursor {
  unsigned char *at;
  size_t n;
  int reads;
} cursor;

static void pass(cursor *c, void *value, size_t size) {
  if (size == 0) return; /* an empty list may be NULL */
  if (c->at != NULL && c->reads) memcpy(value, c->at + c->n, size);
  if (c->at != NULL && !c->reads) memcpy(c->at + c->n, value, size);
  c->n += size;
}

#define PASS(c, value) pass(c, &(value), sizeof(value))
#define PASS_LIST(c, list, n) pass(c, list, sizeof *(list) * (size_t)(n))

/* Names belong to the system and are no values. */
static void pass_gap_summary(cursor *c, ptl_gap_summary *own) {
  ptl_gap_summary copy = *own;
  copy.joint = copy.gap = copy.contact = copy.elastic = copy.damping = NULL;
  PASS(c, copy);
  copy.joint = own->joint;
  copy.gap = own->gap;
  copy.contact = own->contact;
  copy.elastic = own->elastic;
  copy.damping = own->damping;
  *own = copy;
}

static void pass_friction_summary(cursor *c, ptl_friction_summary *own) {
  ptl_friction_summary copy = *own;
  copy.joint = copy.gap = copy.law = NULL;
  PASS(c, copy);
  copy.joint = own->joint;
  copy.gap = own->gap;
  copy.law = own->law;
  *own = copy;
}

static void pass_film_summary(cursor *c, ptl_film_summary *own) {
  ptl_film_summary copy = *own;
  copy.joint = copy.law = NULL;
  PASS(c, copy);
  copy.joint = own->joint;
  copy.law = own->law;
  *own = copy;
}

/* The joint of that name as an index into the description's; -1: none. */
static int joint_index(const ptl_run *run, const char *name) {
  return name != NULL ? ptl_find_joint(run->system->mechanism, name) : -1;
}

/* Names, lists and their lengths, and what the run was asked for, are the run's own. */
static void keep_own(ptl_summary *to, const ptl_summary *own) {
  to->rtol = own->rtol;
  to->integrator = own->integrator;
  to->ambiguous_joint = own->ambiguous_joint;
  to->stopped_by = own->stopped_by;
  to->gaps = own->gaps;
  to->n_gaps = own->n_gaps;
  to->frictions = own->frictions;
  to->n_frictions = own->n_frictions;
  to->films = own->films;
  to->n_films = own->n_films;
  to->verification = own->verification;
  to->wears = own->wears;
  to->n_wears = own->n_wears;
  to->statistics = own->statistics;
  to->n_statistics = own->n_statistics;
  to->analysis = own->analysis;
}

static void pass_summary(cursor *c, ptl_run *run) {
  static const ptl_summary none = {0};
  const ptl_mechanism *m = run->system->mechanism;
  ptl_summary *own = run->summary, copy = *own;
  int joint = joint_index(run, own->ambiguous_joint);
  keep_own(&copy, &none);
  if (!c->reads) ptl_switch_count(run->integrator, &copy.counters);
  PASS(c, copy);
  PASS(c, joint);
  keep_own(&copy, own);
  copy.ambiguous_joint = joint >= 0 && joint < m->n_joints ? m->joints[joint].def.name : NULL;
  copy.undefined_column[sizeof copy.undefined_column - 1] = '\0';
  copy.integrator_change_reason[sizeof copy.integrator_change_reason - 1] = '\0';
  if (c->reads) *own = copy;
  for (int g = 0; g < own->n_gaps; g++) pass_gap_summary(c, &own->gaps[g]);
  for (int i = 0; i < own->n_frictions; i++) pass_friction_summary(c, &own->frictions[i]);
  for (int i = 0; i < own->n_films; i++) pass_film_summary(c, &own->films[i]);
}

static void pass_values(cursor *c, ptl_run *run, ptl_switch_memory *integrator) {
  const ptl_system *s = run->system;
  ptl_run_energy *e = &run->energy;
  PASS(c, run->t);
  PASS_LIST(c, run->y, s->pattern.n);
  PASS_LIST(c, run->data->gaps, s->n_gaps);
  PASS_LIST(c, run->data->memory, s->n_memory);
  PASS_LIST(c, run->data->displaced, s->n_motions);
  PASS_LIST(c, run->data->inputs, s->mechanism->n_inputs);
  PASS_LIST(c, run->data->travelled, s->n_motions);
  PASS(c, run->data->followed_since);
  PASS_LIST(c, run->sticking, s->n_frictions);
  PASS_LIST(c, run->films, s->n_films);
  PASS_LIST(c, run->wear, s->n_wear_values);
  PASS_LIST(c, run->episodes, s->n_gaps);
  PASS_LIST(c, run->taken, s->n_gaps);
  PASS(c, e->start);
  PASS(c, e->supplied);
  PASS(c, e->absorbed);
  PASS(c, run->has_begun);
  PASS(c, run->output.rows.amount);
  PASS(c, run->output.rows.start);
  PASS(c, run->output.rows.passed);
  PASS(c, run->output.end.start);
  PASS(c, run->output.last_row);
  PASS(c, run->domain_failures);
  PASS(c, run->steps_since_domain_failure);
  PASS(c, run->first_domain_failure);
  PASS(c, run->n_steps);
  PASS(c, run->stagnant_steps);
  PASS(c, run->short_steps);
  PASS(c, run->short_since);
  PASS(c, run->wall_time);
  PASS(c, run->cpu_time);
  pass_summary(c, run);
  PASS(c, *integrator);
}

static int n_statistics(const ptl_run *run) {
  return run->statistics != NULL ? run->system->mechanism->n_statistics : 0;
}

/* The values, and what conditions that end the run and statistics remember, which another system
 * may not have. */
static void pass_snapshot(cursor *c, ptl_run *run, ptl_switch_memory *integrator) {
  pass_values(c, run, integrator);
  PASS_LIST(c, ptl_stops_settled_since(run), run->system->mechanism->n_stops);
  PASS_LIST(c, ptl_statistics_state(run), n_statistics(run));
  if (c->reads) ptl_statistics_publish(run);
}

/* ---------------------------------------------------------------- writing */

/* Of the resolved model, which names all that decides about the run but for its end and its rows,
 * and of the tolerance. */
static ptl_status hash_model(ptl_run *run, uint64_t *out) {
  char *text;
  ptl_status status = ptl_model_text(run->context, run->system->mechanism, &text);
  if (status != PTL_OK) return status;
  *out = ptl_hash(PTL_HASH_START, text, strlen(text));
  *out = ptl_hash(*out, &run->rtol, sizeof run->rtol);
  *out = ptl_hash(*out, &run->wanted, sizeof run->wanted);
  ptl_free(run->context, text);
  return PTL_OK;
}

static ptl_status write(ptl_run *run, void **out, size_t *size) {
  ptl_switch_memory integrator = ptl_switch_get_memory(run->integrator);
  cursor counted = {0};
  header h = {.format = FORMAT, .order = ORDER};
  ptl_status status = hash_model(run, &h.model);
  if (status != PTL_OK) return status;
  pass_snapshot(&counted, run, &integrator);
  unsigned char *bytes = ptl_alloc(run->context, sizeof h + counted.n, 1);
  if (bytes == NULL) return PTL_ERR_MEMORY;
  cursor c = {.at = bytes + sizeof h};
  pass_snapshot(&c, run, &integrator);
  memcpy(h.magic, magic, sizeof h.magic);
  h.size = c.n;
  h.sum = ptl_hash(PTL_HASH_START, c.at, c.n);
  memcpy(bytes, &h, sizeof h);
  *out = bytes;
  *size = sizeof h + c.n;
  return PTL_OK;
}

/* ---------------------------------------------------------------- reading */

static ptl_status refuse(const ptl_run *run, const char *why) {
  return ptl_fail(run->context, PTL_ERR_INPUT, PTL_E(0601) "the snapshot cannot be used: %s", why);
}

static ptl_status check(ptl_run *run, const unsigned char *bytes, size_t size) {
  header h;
  uint64_t model;
  if (size < sizeof h) return refuse(run, "it is shorter than its header");
  memcpy(&h, bytes, sizeof h);
  if (memcmp(h.magic, magic, sizeof h.magic) != 0) return refuse(run, "it is none");
  if (h.order != ORDER) return refuse(run, "it was made on a machine with another order of bytes");
  if (h.format != FORMAT)
    return ptl_fail(
        run->context, PTL_ERR_INPUT,
        PTL_E(0601) "the snapshot cannot be used: it has format %u, and Pintle %s reads %d",
        (unsigned)h.format, PTL_VERSION, FORMAT);
  if (h.size != size - sizeof h) return refuse(run, "bytes are missing, or too many");
  if (h.sum != ptl_hash(PTL_HASH_START, bytes + sizeof h, size - sizeof h))
    return refuse(run, "its bytes have been changed");
  ptl_status status = hash_model(run, &model);
  if (status == PTL_OK && model != h.model)
    status = refuse(run, "it is of another model, another tolerance or another version of Pintle");
  return status;
}

static const double most_counted = 9e15; /* a number of double precision holds all below */

static int are_counts(const int64_t *n, size_t n_counts) {
  int are = 1;
  for (size_t i = 0; i < n_counts; i++) are &= n[i] >= 0 && (double)n[i] < most_counted;
  return are;
}

/* 1 where all that counts can be counted on, and the ladder of the integrator has such a level;
 * other numbers may be any. */
static int can_go_on(ptl_run *run, double every, const ptl_switch_memory *integrator) {
  const ptl_summary *sum = run->summary;
  int64_t counters[sizeof sum->counters / sizeof(int64_t)]; /* all members are counts */
  memcpy(counters, &sum->counters, sizeof counters);
  const int64_t counts[] = {
      run->n_steps,         run->short_steps,    run->output.rows.passed,
      sum->ambiguous_rows,  sum->undefined_rows, integrator->steps_since_switch,
      integrator->patience, integrator->change.n};
  const int small[] = {run->domain_failures, run->steps_since_domain_failure, run->stagnant_steps,
                       integrator->good_steps};
  int can = ptl_switch_is_memory(integrator) && run->t >= 0.0 &&
            (every > 0.0 ? run->t / every < most_counted : isfinite(run->t)) &&
            are_counts(counters, sizeof counters / sizeof *counters) &&
            are_counts(counts, sizeof counts / sizeof *counts);
  for (size_t i = 0; i < sizeof small / sizeof *small; i++)
    can &= small[i] >= 0 && small[i] < INT_MAX / 2;
  for (int g = 0; g < run->system->n_gaps; g++) {
    const ptl_gap_summary *gap = &sum->gaps[g];
    const int64_t of_gap[] = {run->episodes[g].steps, run->taken[g].touches, gap->touches,
                              gap->hand_overs, gap->newton_failures};
    can &= are_counts(of_gap, sizeof of_gap / sizeof *of_gap);
  }
  for (int i = 0; i < run->system->n_frictions; i++) {
    const int64_t of_friction[] = {sum->frictions[i].sticks, sum->frictions[i].newton_failures};
    can &= are_counts(of_friction, sizeof of_friction / sizeof *of_friction);
  }
  for (int i = 0; i < n_statistics(run); i++) {
    const ptl_statistic_state *state = ptl_statistics_state(run) + i;
    const int64_t of_state[] = {state->cycles, state->all.points, state->now.points};
    can &= are_counts(of_state, sizeof of_state / sizeof *of_state);
  }
  return can;
}

/* Values of a run that wanted other rows may have been read into this one, which was to have a row
 * every so often. */
static void keep_rows(ptl_run *run, double every) {
  if (run->output.rows.amount == every) return;
  run->output.rows.amount = every;
  run->output.rows.passed = (int64_t)floor(run->t / every + 1e-9);
}

static ptl_status check_end(const ptl_run *run, const char *what) {
  if (run->output.end.is_of_travel || run->output.end_time > run->t) return PTL_OK;
  return ptl_fail(run->context, PTL_ERR_INPUT,
                  PTL_E(0601) "%s at t = %.9g s, and the run is to end at %.9g s", what, run->t,
                  run->output.end_time);
}

/* The run is where its values say. */
static void settle(ptl_run *run) {
  run->good_t = run->t;
  memcpy(run->good_y, run->y, sizeof(double) * (size_t)run->system->pattern.n);
  ptl_data_set_window(run->data, run->t, INFINITY);
  ptl_data_set_unknowns(run->data, run->t, run->y);
}

/* The values become those of a run that is at its start; the integration begins there. */
static ptl_status read(ptl_run *run, const unsigned char *bytes, size_t size) {
  ptl_switch_memory integrator = {0};
  const double every = run->output.rows.amount;
  cursor counted = {0};
  ptl_status status = check(run, bytes, size);
  if (status != PTL_OK) return status;
  pass_snapshot(&counted, run, &integrator);
  if (counted.n != size - sizeof(header)) return refuse(run, "it does not have the model's size");
  cursor c = {.at = (unsigned char *)bytes + sizeof(header), .reads = 1};
  pass_snapshot(&c, run, &integrator);
  if (!can_go_on(run, every, &integrator))
    return refuse(run, "it has numbers that no run can have");
  keep_rows(run, every);
  status = check_end(run, "the snapshot is of a run");
  if (status != PTL_OK) return status;
  settle(run);
  ptl_switch_set_memory(run->integrator, &integrator);
  return ptl_run_start_anew(run);
}

/* ---------------------------------------------------------------- public */

ptl_status ptl_run_restore_sized(ptl_context *context, const ptl_system *system,
                                 const ptl_run_options *options, size_t size_options,
                                 const ptl_sink *sink, size_t size_sink, const void *bytes,
                                 size_t size, ptl_run **out) {
  ptl_run_given given;
  ptl_status status = ptl_run_take_given(context, options, size_options, sink, size_sink, &given);
  *out = NULL;
  if (status == PTL_OK) status = ptl_run_prepare(context, system, &given.options, &given.sink, out);
  if (status == PTL_OK) status = read(*out, bytes, size);
  if (status == PTL_OK) return PTL_OK;
  ptl_run_destroy(*out);
  *out = NULL;
  return status;
}

ptl_status ptl_run_copy_values(ptl_run *from, ptl_run *to) {
  const ptl_switch_memory own = ptl_switch_get_memory(to->integrator);
  const double every = to->output.rows.amount;
  ptl_switch_memory integrator = ptl_switch_get_memory(from->integrator), unused;
  cursor counted = {0};
  pass_values(&counted, from, &integrator);
  unsigned char *bytes = ptl_alloc(from->context, counted.n, 1);
  if (bytes == NULL) return PTL_ERR_MEMORY;
  cursor out = {.at = bytes}, in = {.at = bytes, .reads = 1};
  pass_values(&out, from, &integrator);
  pass_values(&in, to, &unused);
  ptl_free(from->context, bytes);
  keep_rows(to, every);
  integrator.recovery_level = own.recovery_level;
  integrator.is_raised = own.is_raised;
  ptl_switch_set_memory(to->integrator, &integrator);
  settle(to);
  return check_end(to, "other values are set");
}

void ptl_run_swap(ptl_run *a, ptl_run *b) {
  const ptl_run kept = *a;
  *a = *b;
  *b = kept;
  a->summary = &a->own_summary;
  b->summary = &b->own_summary;
}

ptl_status ptl_run_save(ptl_run *run, void **bytes, size_t *size) {
  ptl_run *other = NULL;
  *bytes = NULL;
  *size = 0;
  if (run->ended_by != PTL_OK) return ptl_run_check_may_go_on(run);
  if (run->is_in_hook)
    return ptl_fail(run->context, PTL_ERR_USAGE,
                    PTL_E(0005) "a run cannot be saved by a function that is called in its steps");
  ptl_status status = write(run, bytes, size);
  if (status != PTL_OK || run->phase == PTL_RUN_FINISHED) return status;
  status =
      ptl_run_restore(run->context, run->system, &run->options, &run->sink, *bytes, *size, &other);
  if (status == PTL_OK) {
    ptl_run_swap(run, other);
    ptl_run_destroy(other);
    return PTL_OK;
  }
  ptl_free(run->context, *bytes);
  *bytes = NULL;
  *size = 0;
  return status;
}
