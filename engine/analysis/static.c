/* static.c: the equilibrium of a system, and what its parts do there. */
#include <math.h>
#include <string.h>

#include "arena.h"
#include "contact.h"
#include "equilibrium.h"
#include "pintle_analysis.h"
#include "row.h"
#include "start.h"
#include "state.h"
#include "sticking.h"

/* The result with its lists, which stand behind it in its piece of memory. */
typedef struct held {
  ptl_equilibrium public;
  ptl_rest_body *bodies;
  ptl_initial_coordinate *coordinates;
  ptl_gap_now *gaps;
  ptl_rest_friction *frictions;
  double *columns, *q;
} held;

static ptl_static_options usual_options(void) {
  return (ptl_static_options){.tolerance = ptl_equilibrium_search_default().tolerance};
}

void ptl_static_options_default_sized(ptl_static_options *out, size_t size) {
  const ptl_static_options options = usual_options();
  ptl_give_def(out, size, &options, sizeof options);
}

void ptl_equilibrium_release(ptl_context *context, ptl_equilibrium *equilibrium) {
  ptl_free(context, equilibrium);
}

static ptl_status create(ptl_context *context, const ptl_system *s, held **out) {
  const ptl_column *columns;
  const ptl_mechanism *m = s->mechanism;
  held own = {.public = {.n_bodies = s->n_bodies,
                         .n_gaps = s->n_gaps,
                         .n_frictions = s->n_frictions,
                         .n_columns = ptl_system_get_columns(s, &columns)}};
  const ptl_block blocks[] = {PTL_BLOCK(*out, 1),
                              PTL_BLOCK(own.bodies, s->n_bodies),
                              PTL_BLOCK(own.coordinates, m->n_joints + s->n_motions + s->n_forces),
                              PTL_BLOCK(own.gaps, s->n_gaps),
                              PTL_BLOCK(own.frictions, s->n_frictions),
                              PTL_BLOCK(own.columns, own.public.n_columns),
                              PTL_BLOCK(own.q, s->n_coordinates)};
  if (ptl_arena_create(context, blocks, sizeof blocks / sizeof *blocks) == NULL)
    return PTL_ERR_MEMORY;
  own.public.bodies = own.bodies;
  own.public.coordinates = own.coordinates;
  own.public.gaps = own.gaps;
  own.public.frictions = own.frictions;
  own.public.columns = own.columns;
  own.public.q = own.q;
  **out = own;
  return PTL_OK;
}

static void record_bodies(const ptl_system *s, held *h) {
  static const double none[3] = {0.0};
  for (int i = 0; i < s->n_bodies; i++) {
    const ptl_body_def *def = &s->mechanism->bodies[i].def;
    double frame[9];
    ptl_body_motion(def, h->q + 3 * i, none, none, frame);
    h->bodies[i] = (ptl_rest_body){def->name, frame[0], frame[1], frame[2]};
  }
}

static void record_gaps(ptl_data *data, const double *q, const double *v, held *h) {
  ptl_gap_eval gaps[PTL_MAX_GAPS];
  for (int i = 0; i < data->system->n_gap_sets; i++) {
    const ptl_sys_gap_set *set = &data->system->gap_sets[i];
    ptl_eval_contacts(data, PTL_CONTACT_BY_DEPTH, i, q, v, gaps);
    for (int j = 0; j < set->n_gaps; j++)
      h->gaps[set->first_gap + j] = (ptl_gap_now){
          .is_touching = gaps[j].depth > 0.0, .depth = gaps[j].depth, .force = gaps[j].force};
  }
}

static void record_frictions(const ptl_tangent *g, held *h) {
  for (int i = 0; i < g->data->system->n_frictions; i++) {
    const ptl_sys_friction *k = &g->data->system->frictions[i];
    ptl_rest_friction *out = &h->frictions[i];
    *out = (ptl_rest_friction){.joint = k->joint, .gap = k->gap};
    out->sticks = ptl_sticking_tell(g, i, &out->force, &out->largest);
  }
}

/* The row of the trace at the state in y. */
static ptl_status record_columns(ptl_data *data, double t, double *y, held *h) {
  ptl_row_maker maker;
  ptl_status status = ptl_row_maker_create(data, &maker);
  if (status == PTL_OK) status = ptl_row_make(&maker, t, y, &ptl_contact_by_state, h->columns);
  ptl_row_maker_release(&maker);
  return status;
}

static void record_search(const ptl_system *s, const ptl_equilibrium_found *found,
                          ptl_equilibrium *e) {
  e->stability = found->freedom == 0     ? PTL_HELD
                 : found->n_unstable > 0 ? PTL_UNSTABLE
                 : found->n_neutral > 0  ? PTL_NEUTRAL
                                         : PTL_STABLE;
  e->freedom = found->freedom;
  e->n_tied = found->n_tied;
  e->n_unstable = found->n_unstable;
  e->n_neutral = found->n_neutral;
  e->least_stiffness = found->least;
  e->length = s->length;
  e->weakest = found->weakest >= 0 ? s->mechanism->bodies[found->weakest / 3].def.name : NULL;
  e->left = found->left;
  e->scale = found->scale;
  e->newton_steps = found->n_newton;
}

static ptl_status find(ptl_data *data, const ptl_static_options *options, held *h) {
  const ptl_system *s = data->system;
  ptl_equilibrium_search search = ptl_equilibrium_search_default();
  ptl_equilibrium_found found;
  ptl_tangent g;
  search.time = options->time;
  search.nearest = options->nearest;
  search.tolerance = options->tolerance;
  ptl_status status = ptl_tangent_create(data, &g);
  if (status != PTL_OK) return status;
  const double *begin = options->q != NULL ? options->q : s->q0;
  memcpy(g.y, begin, sizeof(double) * (size_t)s->n_coordinates);
  status = ptl_equilibrium_find(&g, &search, &found);
  if (status == PTL_OK) {
    const double *v = g.y + s->n_coordinates;
    memcpy(h->q, g.y, sizeof(double) * (size_t)s->n_coordinates);
    h->public.time = options->time;
    record_search(s, &found, &h->public);
    record_bodies(s, h);
    ptl_data_set_unknowns(data, options->time, g.y);
    record_gaps(data, h->q, v, h);
    record_frictions(&g, h);
    for (int i = 0; i < s->n_gaps; i++) data->gaps[i].touching = h->gaps[i].is_touching;
    h->public.n_coordinates = ptl_start_coordinates(data, h->q, v, h->coordinates);
    status = record_columns(data, options->time, g.y, h);
  }
  ptl_tangent_release(&g);
  return status;
}

ptl_status ptl_static_sized(ptl_context *context, const ptl_system *system,
                            const ptl_static_options *options, size_t size, ptl_equilibrium **out) {
  ptl_static_options given = usual_options();
  held *h = NULL;
  ptl_data *data = NULL;
  *out = NULL;
  if (options != NULL) {
    const ptl_status taken =
        ptl_take_def(context, &given, sizeof given, options, size, "ptl_static_options");
    if (taken != PTL_OK) return taken;
  }
  if (!isfinite(given.time) || !(given.tolerance > 0.0 && given.tolerance < 1.0))
    return ptl_fail(context, PTL_ERR_USAGE,
                    PTL_E(0006) "an equilibrium needs a finite time and a tolerance between 0 and 1, not %g "
                    "and %g",
                    given.time, given.tolerance);
  ptl_status status = create(context, system, &h);
  if (status == PTL_OK) status = ptl_data_create(context, system, &data);
  if (status == PTL_OK) status = find(data, &given, h);
  ptl_data_destroy(data);
  if (status == PTL_OK)
    *out = &h->public;
  else {
    ptl_place_failure(context, system->mechanism);
    ptl_free(context, h);
  }
  return status;
}
