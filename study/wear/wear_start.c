/* wear_start.c: the bearings of a model that wear, as they are at the start. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "context.h"
#include "element.h"
#include "system.h"
#include "wear_parts.h"
#include "wear_pressure.h"
#include "worn_circle.h"

enum { ARRAYS = 6 }; /* of a bearing: three of each side */

static const double turn = 6.283185307179586;

ptl_wear_options ptl_wear_options_default(void) {
  return (ptl_wear_options){.settle = 1.0,
                            .measured = 1.0,
                            .cycles = NAN,
                            .accuracy = 2e-3,
                            .largest_clearance = INFINITY};
}

static ptl_status refuse(const ptl_wear *w, const char *joint, const char *why) {
  return ptl_fail(w->context, PTL_ERR_INPUT, PTL_E(0808) "joint '%s': %s", joint, why);
}

/* ---------------------------------------------------------------- cycles */

static ptl_status read_cycle(ptl_wear *w) {
  const ptl_span until = ptl_mechanism_get_run(w->model)->until;
  if (w->options.cycle == NULL) {
    const int is_turn = until.joint != NULL;
    w->cycle = (ptl_span){turn, until.joint};
    if (is_turn && fmod(until.amount / turn + 1e-9, 1.0) < 2e-9 && until.amount > 0.5 * turn)
      return PTL_OK;
    return ptl_fail(w->context, PTL_ERR_USAGE,
                    PTL_E(0808) "the model's run does not end after turns of a joint: say what one cycle is, "
                    "as in --cycle '1 turn of shaft' or --cycle '20 ms'");
  }
  const ptl_setting setting = {"run.until", w->options.cycle};
  ptl_mechanism *m = NULL;
  const ptl_status status = ptl_mechanism_vary(w->context, w->model, &setting, 1, &m);
  if (status != PTL_OK) return status;
  w->cycle = ptl_mechanism_get_run(m)->until;
  if (w->cycle.joint != NULL) { /* the name as the model that stays has it */
    ptl_joint_def joint;
    const char *name = w->cycle.joint;
    w->cycle.joint = NULL;
    for (int i = 0; ptl_mechanism_get_joint(w->model, i, &joint); i++)
      if (strcmp(joint.name, name) == 0) w->cycle.joint = joint.name;
  }
  ptl_mechanism_destroy(m);
  return PTL_OK;
}

/* ---------------------------------------------------------------- bearings */

/* The depth at which the contact's law at rest has the force, by bisection of its exponent. */
static ptl_status depth_of_force(const ptl_wear *w, int gap, double force, double *out) {
  const ptl_law *law = &w->system->gaps[gap].law;
  double low = 1e-12, high = fmin(law->max_depth, 1e-2);
  for (int i = 0; i < 200; i++) {
    const double middle = sqrt(low * high);
    ptl_contact_out at;
    ptl_law_force(law, middle, 0.0, 1.0, NULL, &at, NULL);
    if (at.force > force)
      high = middle;
    else
      low = middle;
  }
  *out = low;
  return low > 2e-12 ? PTL_OK
                     : refuse(w, w->system->gaps[gap].joint,
                              "its contact law has no depth for its forces: give the wear's "
                              "'foundation'");
}

/* The stiffness that has the law's force at the force that does most of the first cycle's work. */
static ptl_status find_foundation(ptl_wear *w, ptl_wear_bearing *b) {
  const ptl_sys_gap *gap = &w->system->gaps[b->gap_index];
  double work = 0.0, force_work = 0.0, depth;
  if (b->foundation > 0.0) return PTL_OK;
  for (int i = 0; i < b->n_sectors; i++) {
    work += b->sides[0].works[i];
    force_work += b->sides[0].force_works[i];
  }
  if (!(work > 0.0))
    return refuse(w, b->joint, "its surfaces do not slide under load in the cycles simulated");
  if (gap->law.n_memory > 0)
    return refuse(w, b->joint,
                  "a contact law with a memory tells no stiffness: give the wear's 'foundation'");
  const ptl_status status = depth_of_force(w, b->gap_index, force_work / work, &depth);
  if (status != PTL_OK) return status;
  b->foundation =
      ptl_wear_foundation(b->clearance, b->sides[0].radius, b->length, depth, force_work / work);
  return PTL_OK;
}

/* What the model's points say that a surface has lost already: at the sectors, or else what their spline has there. */
static void set_losses(const ptl_mech_joint *joint, ptl_wear_bearing *b) {
  static const char *const names[] = {"worn.bearing", "worn.journal"};
  const ptl_joint_type *type = joint->use.type;
  const ptl_param *row;
  for (int side = 0; side < 2; side++) {
    ptl_wear_side *s = &b->sides[side];
    const int index = ptl_param_find(type->params, names[side], &row);
    int n;
    const double *points = ptl_points(joint->use.c, index, &n);
    const ptl_worn_circle circle = ptl_worn_circle_get(joint->use.c, index);
    const int has_sectors = n == b->n_sectors && fabs(atan2(points[1], points[0])) < 1e-9;
    for (int i = 0; i < b->n_sectors; i++) {
      const double away = has_sectors ? hypot(points[2 * i], points[2 * i + 1]) - s->radius : 0.0;
      s->loss[i] = !has_sectors ? ptl_worn_circle_loss(&circle, turn * i / b->n_sectors).value
                   : side == 0  ? away
                                : -away;
    }
  }
}

static ptl_status add_bearing(ptl_wear *w, int wear) {
  const ptl_sys_wear *from = &w->system->wears[wear];
  const ptl_sys_gap *gap = &w->system->gaps[from->gap];
  const ptl_sys_gap_set *set = &w->system->gap_sets[gap->gap_set];
  ptl_wear_bearing *b = &w->bearings[w->n_bearings];
  if (strcmp(gap->name, "bearing") != 0 || strcmp(set->type->name, "revolute") != 0) {
    if (strcmp(set->type->name, "revolute") == 0) return PTL_OK; /* its stops */
    return refuse(
        w, gap->joint,
        "`pintle wear` changes the geometry of revolutes alone; what other joints wear is in "
        "the summary of `pintle run`");
  }
  *b = (ptl_wear_bearing){.joint = gap->joint,
                          .gap = gap->name,
                          .joint_index = ptl_find_joint(w->model, gap->joint),
                          .wear = wear,
                          .gap_index = from->gap,
                          .n_sectors = (int)from->def->sectors,
                          .clearance = set->type->clearance(set->c),
                          .length = from->def->length,
                          .foundation = from->def->foundation};
  for (int side = 0; side < 2; side++) {
    b->sides[side].part = side == 0 ? set->type->part_a : set->type->part_b;
    b->sides[side].radius = fabs(from->surfaces[side].radius);
    b->sides[side].coefficient = side == 0 ? from->def->coefficient : from->def->coefficient_b;
  }
  if (from->surfaces[0].shape != PTL_WEAR_ROUND)
    return refuse(w, gap->joint, "its wear needs 'radius'");
  w->n_values += ARRAYS * b->n_sectors;
  w->n_bearings++;
  return PTL_OK;
}

static ptl_status allocate(ptl_wear *w) {
  double *at;
  const ptl_block blocks[] = {PTL_BLOCK(at, w->n_values), PTL_BLOCK(w->spare, 2 * w->n_values)};
  w->memory = ptl_arena_create(w->context, blocks, sizeof blocks / sizeof *blocks);
  if (w->memory == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < w->n_bearings; i++) {
    ptl_wear_bearing *b = &w->bearings[i];
    for (int side = 0; side < 2; side++) {
      b->sides[side].loss = at;
      b->sides[side].works = at + b->n_sectors;
      b->sides[side].force_works = at + 2 * b->n_sectors;
      at += 3 * b->n_sectors;
    }
    set_losses(&w->system->mechanism->joints[b->joint_index], b);
  }
  return PTL_OK;
}

static ptl_status check_options(const ptl_wear *w) {
  const ptl_wear_options *o = &w->options;
  const char *wrong = !(o->cycles > 0.0)              ? "the number of cycles must be > 0"
                      : !(o->measured > 0.0)          ? "the cycles that are measured must be > 0"
                      : !(o->settle >= 0.0)           ? "the cycles before them must be >= 0"
                      : !(o->accuracy > 0.0)          ? "the accuracy must be > 0"
                      : !(o->largest_clearance > 0.0) ? "the largest clearance must be > 0"
                                                      : NULL;
  return wrong == NULL ? PTL_OK : ptl_fail(w->context, PTL_ERR_USAGE, PTL_E(0808) "%s", wrong);
}

static ptl_status start(ptl_wear *w) {
  ptl_status status = check_options(w);
  if (status == PTL_OK) status = ptl_assemble_in(w->context, w->model, &w->system);
  if (status != PTL_OK) return status;
  w->bearings = ptl_alloc(w->context, (size_t)w->system->n_wears, sizeof *w->bearings);
  if (w->bearings == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < w->system->n_wears && status == PTL_OK; i++) status = add_bearing(w, i);
  if (status == PTL_OK && w->n_bearings == 0)
    status = ptl_fail(w->context, PTL_ERR_INPUT,
                      PTL_E(0808) "no joint of the model has `wear`, as in wear: {coefficient: 1e-15 m^2/N, "
                      "length: 20 mm}");
  if (status == PTL_OK) status = allocate(w);
  if (status == PTL_OK) status = read_cycle(w);
  if (status != PTL_OK) return status;
  ptl_wear_measure(w);
  if (w->options.resume) {
    status = ptl_wear_read_checkpoint(w);
    ptl_wear_measure(w);
    return status;
  }
  status = ptl_wear_simulate(w);
  for (int i = 0; i < w->n_bearings && status == PTL_OK; i++)
    status = find_foundation(w, &w->bearings[i]);
  if (status == PTL_OK) status = ptl_wear_write_rows(w);
  return status == PTL_OK ? ptl_wear_write_checkpoint(w) : status;
}

ptl_status ptl_wear_create(ptl_context *context, const ptl_mechanism *model,
                           const ptl_wear_options *options, ptl_wear **out) {
  ptl_wear *w = *out = ptl_alloc(context, 1, sizeof *w);
  if (w == NULL) return PTL_ERR_MEMORY;
  w->context = context;
  w->model = model;
  w->options = *options;
  const ptl_status status = start(w);
  if (status == PTL_OK) return PTL_OK;
  ptl_wear_destroy(w);
  *out = NULL;
  return status;
}

void ptl_wear_destroy(ptl_wear *w) {
  if (w == NULL) return;
  ptl_system_destroy(w->system);
  ptl_free(w->context, w->bearings);
  ptl_free(w->context, w->memory);
  ptl_free(w->context, w);
}
