/* wear_start.c: the joints of a model that wear, as they are at the start. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "context.h"
#include "element.h"
#include "system.h"
#include "wear_parts.h"
#include "wear_pressure.h"
#include "worn_wall.h"

enum { ARRAYS = 4, MOST_NAME = 1000 }; /* of a side; of a folder [bytes] */

static const double turn = 6.283185307179586;

ptl_wear_options ptl_wear_options_default(void) {
  return (ptl_wear_options){.settle = 1.0,
                            .measured = 1.0,
                            .cycles = NAN,
                            .accuracy = 2e-3,
                            .largest_clearance = INFINITY};
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
static ptl_status depth_of_force(const ptl_wear *w, const ptl_wear_bearing *b, int gap,
                                 double force, double *out) {
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
  return low > 2e-12
             ? PTL_OK
             : ptl_wear_refuse(w, b, PTL_ERR_INPUT,
                               "its contact law has no depth for its forces: give the wear's "
                               "'foundation'");
}

/* The stiffness that has the law's force at the force that does most of the first cycle's work. */
static ptl_status find_foundation(ptl_wear *w, ptl_wear_bearing *b) {
  const ptl_wear_contact *most = &b->contacts[0];
  double depth;
  if (b->foundation > 0.0) return PTL_OK;
  for (int i = 1; i < b->n_contacts; i++)
    if (b->contacts[i].work > most->work) most = &b->contacts[i];
  if (!(most->work > 0.0))
    return ptl_wear_refuse(w, b, PTL_ERR_INPUT,
                           "its surfaces do not slide under load in the cycles simulated");
  if (w->system->gaps[most->gap_index].law.n_memory > 0)
    return ptl_wear_refuse(
        w, b, PTL_ERR_INPUT,
        "a contact law with a memory tells no stiffness: give the wear's 'foundation'");
  const double force = most->force_work / most->work;
  const ptl_status status = depth_of_force(w, b, most->gap_index, force, &depth);
  if (status != PTL_OK) return status;
  b->foundation =
      most->curvature > 0.0
          ? ptl_wear_wall_foundation(most->curvature, b->length, depth, force)
          : ptl_wear_foundation(b->clearance, b->sides[0].radius, b->length, depth, force);
  return PTL_OK;
}

/* What the model's points say that a surface has lost already. On a circle at the sectors, or else
 * what their spline has there; a wall is divided as its points are. */
static ptl_status set_circle(const ptl_instance *joint, int index, ptl_wear_side *s) {
  int n;
  const double *points = ptl_points(joint->c, index, &n);
  const ptl_worn_circle circle = ptl_worn_circle_get(joint->c, index);
  const int has_sectors = n == s->n && fabs(atan2(points[1], points[0])) < 1e-9;
  const double outwards = s->shape.radius < 0.0 ? 1.0 : -1.0;
  for (int i = 0; i < s->n; i++) {
    const double away = has_sectors ? hypot(points[2 * i], points[2 * i + 1]) - s->radius : 0.0;
    s->loss[i] =
        !has_sectors ? ptl_worn_circle_loss(&circle, turn * i / s->n).value : outwards * away;
  }
  return PTL_OK;
}

static ptl_status set_wall(const ptl_wear *w, const ptl_wear_bearing *b, const ptl_instance *joint,
                           int index, ptl_wear_side *s) {
  const double *losses;
  const int n = ptl_worn_wall_get(joint->c, index, &s->first, &s->step, &losses);
  if (n > b->n_sectors)
    return ptl_wear_refuse(w, b, PTL_ERR_INPUT,
                           "%s has %d points: give its wear as many 'sectors' at least",
                           s->shape.points, n);
  s->n = n;
  for (int i = 0; i < n; i++) s->loss[i] = losses[i];
  return PTL_OK;
}

static ptl_status set_losses(const ptl_wear *w, ptl_wear_bearing *b) {
  const ptl_instance *joint = &w->system->mechanism->joints[b->joint_index].use;
  ptl_status status = PTL_OK;
  for (int i = 0; i < b->n_sides && status == PTL_OK; i++) {
    ptl_wear_side *s = &b->sides[i];
    const ptl_param *row;
    const ptl_joint_type *type = joint->type;
    const int index = ptl_param_find(type->params, s->shape.points, &row);
    status = s->shape.radius != 0.0 ? set_circle(joint, index, s) : set_wall(w, b, joint, index, s);
  }
  return status;
}

/* The side with these points; one of the joint's surfaces may be touched by several gaps. -1: there
 * are too many. */
static int find_side(ptl_wear_bearing *b, const ptl_wear_def *def, int part,
                     const ptl_worn_surface *shape) {
  for (int i = 0; i < b->n_sides; i++)
    if (strcmp(b->sides[i].shape.points, shape->points) == 0) return i;
  if (b->n_sides == PTL_WEAR_MOST_SIDES) return -1;
  const char *dot = strchr(shape->points, '.');
  ptl_wear_side *s = &b->sides[b->n_sides];
  *s = (ptl_wear_side){.name = dot != NULL ? dot + 1 : shape->points,
                       .part = part,
                       .shape = *shape,
                       .n = shape->radius != 0.0 ? b->n_sectors : 0,
                       .radius = fabs(shape->radius),
                       .coefficient = part == 0 ? def->coefficient : def->coefficient_b};
  return b->n_sides++;
}

/* Of a disc on a wall; a corner counts as a disc of a micrometre. */
static double curvature_of(const ptl_worn_surface *wall, const ptl_joint_type *type,
                           const double *c, int gap) {
  static const double least_radius = 1e-6;
  double radius_a, radius_b;
  type->radii(c, gap, &radius_a, &radius_b);
  return 1.0 / fmax(radius_b, least_radius) - wall->curvature;
}

static ptl_status add_contact(ptl_wear *w, ptl_wear_bearing *b, int wear) {
  const ptl_sys_wear *from = &w->system->wears[wear];
  const ptl_sys_gap *gap = &w->system->gaps[from->gap];
  const ptl_sys_gap_set *set = &w->system->gap_sets[gap->gap_set];
  const int number = set->gap[from->gap - set->first_gap];
  ptl_wear_contact contact = {
      .gap = gap->name, .wear = wear, .gap_index = from->gap, .sides = {-1, -1}};
  ptl_worn_surface shapes[2];
  int has[2] = {0, 0};
  for (int part = 0; part < 2 && set->type->worn != NULL; part++) {
    const double k = part == 0 ? from->def->coefficient : from->def->coefficient_b;
    has[part] = set->type->worn(set->c, number, part, &shapes[part]);
    if (!has[part] && k > 0.0 && part == 1 && has[0])
      return ptl_wear_refuse(w, b, PTL_ERR_INPUT,
                             "the %s wears, but has no rounding where it touches (%s)",
                             set->type->part_b, gap->name);
  }
  if (!has[0] && !has[1]) return PTL_OK; /* stops */
  int fits = b->n_contacts < PTL_WEAR_MOST_CONTACTS;
  for (int part = 0; part < 2; part++)
    if (has[part]) {
      contact.sides[part] = find_side(b, from->def, part, &shapes[part]);
      fits &= contact.sides[part] >= 0;
    }
  if (!fits)
    return ptl_wear_refuse(w, b, PTL_ERR_INPUT,
                           "`pintle wear` changes at most %d surfaces of a joint, at %d contacts",
                           (int)PTL_WEAR_MOST_SIDES, (int)PTL_WEAR_MOST_CONTACTS);
  if (has[0] && shapes[0].radius == 0.0)
    contact.curvature = curvature_of(&shapes[0], set->type, set->c, number);
  b->contacts[b->n_contacts++] = contact;
  return PTL_OK;
}

/* The gaps of a joint follow one another. */
static ptl_status add_gap(ptl_wear *w, int wear) {
  const ptl_sys_wear *from = &w->system->wears[wear];
  const ptl_sys_gap *gap = &w->system->gaps[from->gap];
  const ptl_sys_gap_set *set = &w->system->gap_sets[gap->gap_set];
  ptl_wear_bearing *b = &w->bearings[w->n_bearings];
  if (w->n_bearings == 0 || strcmp(b[-1].joint, gap->joint) != 0) {
    *b = (ptl_wear_bearing){
        .joint = gap->joint,
        .joint_index = ptl_find_joint(w->model, gap->joint),
        .n_sectors = (int)from->def->sectors,
        .clearance = set->type->clearance != NULL ? set->type->clearance(set->c) : 0.0,
        .length = from->def->length,
        .foundation = from->def->foundation};
    w->n_bearings++;
  } else {
    b--;
  }
  return add_contact(w, b, wear);
}

static ptl_status check_bearing(ptl_wear *w, ptl_wear_bearing *b) {
  const ptl_joint_type *type = w->system->mechanism->joints[b->joint_index].use.type;
  int n_first = 0;
  for (int i = 0; i < b->n_contacts; i++) n_first += b->contacts[i].sides[0] >= 0;
  if (n_first == 0)
    return ptl_wear_refuse(w, b, PTL_ERR_INPUT,
                           "`pintle wear` changes the geometry of revolutes with a 'radius', of "
                           "pins with a radius in slots along lines "
                           "and arcs, and of sliders in guides, not of this %s; what it wears is "
                           "in the summary of `pintle run`",
                           type->name);
  w->n_values += ARRAYS * b->n_sides * b->n_sectors;
  return PTL_OK;
}

static ptl_status allocate(ptl_wear *w) {
  double *at;
  ptl_status status = PTL_OK;
  const ptl_block blocks[] = {PTL_BLOCK(at, w->n_values), PTL_BLOCK(w->spare, 2 * w->n_values)};
  w->memory = ptl_arena_create(w->context, blocks, sizeof blocks / sizeof *blocks);
  if (w->memory == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < w->n_bearings && status == PTL_OK; i++) {
    ptl_wear_bearing *b = &w->bearings[i];
    for (int side = 0; side < b->n_sides; side++) {
      double **const arrays[ARRAYS] = {&b->sides[side].loss, &b->sides[side].works,
                                       &b->sides[side].force_works, &b->sides[side].bends};
      for (int k = 0; k < ARRAYS; k++, at += b->n_sectors) *arrays[k] = at;
    }
    status = set_losses(w, b);
  }
  return status;
}

static ptl_status check_options(const ptl_wear *w) {
  const ptl_wear_options *o = &w->options;
  const char *wrong = !(o->cycles > 0.0)              ? "the number of cycles must be > 0"
                      : !(o->measured > 0.0)          ? "the cycles that are measured must be > 0"
                      : !(o->settle >= 0.0)           ? "the cycles before them must be >= 0"
                      : !(o->accuracy > 0.0)          ? "the accuracy must be > 0"
                      : !(o->largest_clearance > 0.0) ? "the largest clearance must be > 0"
                      : o->folder != NULL && strlen(o->folder) >= MOST_NAME
                          ? "the name of the folder is longer than 1000 bytes"
                          : NULL;
  return wrong == NULL ? PTL_OK : ptl_fail(w->context, PTL_ERR_USAGE, PTL_E(0808) "%s", wrong);
}

static ptl_status prepare(ptl_wear *w) {
  ptl_status status = check_options(w);
  if (status == PTL_OK) status = ptl_assemble_in(w->context, w->model, &w->system);
  if (status != PTL_OK) return status;
  w->bearings = ptl_alloc(w->context, (size_t)w->system->n_wears, sizeof *w->bearings);
  if (w->bearings == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < w->system->n_wears && status == PTL_OK; i++) status = add_gap(w, i);
  for (int i = 0; i < w->n_bearings && status == PTL_OK; i++)
    status = check_bearing(w, &w->bearings[i]);
  if (status == PTL_OK && w->n_bearings == 0)
    status = ptl_fail(w->context, PTL_ERR_INPUT,
                      PTL_E(0808) "no joint of the model has `wear`, as in wear: {coefficient: 1e-15 m^2/N, "
                      "length: 20 mm}");
  if (status == PTL_OK) status = allocate(w);
  if (status == PTL_OK) status = read_cycle(w);
  if (status == PTL_OK) ptl_wear_measure(w);
  return status;
}

ptl_status ptl_wear_start(ptl_wear *w) {
  const char *folder = w->options.folder;
  ptl_status status = PTL_OK;
  if (folder != NULL && access(folder, F_OK) == 0) status = ptl_wear_take_folder(w);
  if (status != PTL_OK) return status;
  if (w->options.resume) {
    status = ptl_wear_read_checkpoint(w);
    ptl_wear_measure(w);
    return status;
  }
  status = ptl_wear_simulate(w);
  for (int i = 0; i < w->n_bearings && status == PTL_OK; i++)
    status = find_foundation(w, &w->bearings[i]);
  return status == PTL_OK ? ptl_wear_write(w) : status;
}

ptl_status ptl_wear_prepare(ptl_context *context, const ptl_mechanism *model,
                            const ptl_wear_options *options, ptl_wear **out) {
  ptl_wear *w = *out = ptl_alloc(context, 1, sizeof *w);
  if (w == NULL) return PTL_ERR_MEMORY;
  w->context = context;
  w->model = model;
  w->options = *options;
  w->lock = -1;
  const ptl_status status = prepare(w);
  if (status == PTL_OK) return PTL_OK;
  ptl_wear_destroy(w);
  *out = NULL;
  return status;
}

ptl_status ptl_wear_create(ptl_context *context, const ptl_mechanism *model,
                           const ptl_wear_options *options, ptl_wear **out) {
  ptl_status status = ptl_wear_prepare(context, model, options, out);
  if (status == PTL_OK) status = ptl_wear_start(*out);
  if (status == PTL_OK) return PTL_OK;
  ptl_wear_destroy(*out);
  *out = NULL;
  return status;
}

void ptl_wear_destroy(ptl_wear *w) {
  if (w == NULL) return;
  ptl_wear_leave_folder(w);
  ptl_system_destroy(w->system);
  ptl_free(w->context, w->bearings);
  ptl_free(w->context, w->memory);
  ptl_free(w->context, w);
}
