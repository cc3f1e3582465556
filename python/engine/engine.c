/* engine.c: what the Python package adds to the library: rows and events kept in memory, and a
 * pause now and then, in which Python sees signals. */
#include <math.h>
#include <pintle.h>
#include <pintle_analysis.h>
#include <pintle_extend.h>
#include <pintle_law.h>
#include <pintle_spectrum.h>
#include <pintle_trace.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct pyptl_store {
  int width;
  int64_t n, room, n_events, event_room;
  double *rows;    /* row by row, as they come */
  double *columns; /* column by column, made by pyptl_store_columns */
  ptl_event *events;
  double pause_at; /* [s] of the monotonic clock */
} pyptl_store;

static double pyptl_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int pyptl_row(void *user, const double *values, int n) {
  pyptl_store *store = user;
  if (store->n == store->room) {
    const int64_t room = store->room > 0 ? 2 * store->room : 256;
    double *grown = realloc(store->rows, sizeof(double) * (size_t)(room * n));
    if (grown == NULL) return 1;
    store->rows = grown;
    store->room = room;
  }
  memcpy(store->rows + store->n++ * n, values, sizeof(double) * (size_t)n);
  return 0;
}

static int pyptl_event(void *user, const ptl_event *event) {
  pyptl_store *store = user;
  if (store->n_events == store->event_room) {
    const int64_t room = store->event_room > 0 ? 2 * store->event_room : 64;
    ptl_event *grown = realloc(store->events, sizeof *grown * (size_t)room);
    if (grown == NULL) return 1;
    store->events = grown;
    store->event_room = room;
  }
  store->events[store->n_events++] = *event;
  return 0;
}

static int pyptl_progress(void *user, double fraction) {
  pyptl_store *store = user;
  (void)fraction;
  return pyptl_now() >= store->pause_at ? PTL_PAUSE : 0;
}

static pyptl_store *pyptl_store_new(int width) {
  pyptl_store *store = calloc(1, sizeof *store);
  if (store != NULL) store->width = width;
  return store;
}

static void pyptl_store_free(pyptl_store *store) {
  if (store == NULL) return;
  free(store->rows);
  free(store->columns);
  free(store->events);
  free(store);
}

static ptl_sink pyptl_store_sink(pyptl_store *store, int keeps_rows) {
  return (ptl_sink){.row = keeps_rows ? pyptl_row : NULL,
                    .event = pyptl_event,
                    .progress = pyptl_progress,
                    .user = store};
}

/* The rows so far as columns, in memory of its own; NULL: no memory. */
static double *pyptl_store_columns(const pyptl_store *store) {
  double *out = malloc(sizeof(double) * (size_t)(store->n * store->width + 1));
  if (out == NULL) return NULL;
  for (int64_t i = 0; i < store->n; i++)
    for (int j = 0; j < store->width; j++)
      out[j * store->n + i] = store->rows[i * store->width + j];
  return out;
}

static ptl_status pyptl_advance(ptl_run *run, pyptl_store *store, double t, double patience,
                                ptl_run_reason *reason) {
  store->pause_at = pyptl_now() + patience;
  return ptl_run_advance(run, t, reason);
}

/* What owns a thing of the library, and keeps alive what the thing needs: counted here, since
 * Python destroys what has become unreachable in any order. */
typedef enum pyptl_kind {
  PYPTL_CONTEXT,
  PYPTL_MECHANISM,
  PYPTL_SYSTEM,
  PYPTL_RUN,
  PYPTL_LAW, /* its first parent is its context */
  PYPTL_STORE,
  PYPTL_MEMORY
} pyptl_kind;

enum { PYPTL_PARENTS = 3 };

typedef struct pyptl_owner {
  atomic_int count;
  pyptl_kind kind;
  void *thing;
  struct pyptl_owner *parents[PYPTL_PARENTS];
} pyptl_owner;

static void pyptl_destroy(pyptl_owner *owner) {
  void *thing = owner->thing;
  switch (owner->kind) {
    case PYPTL_CONTEXT:
      ptl_context_destroy(thing);
      break;
    case PYPTL_MECHANISM:
      ptl_mechanism_destroy(thing);
      break;
    case PYPTL_SYSTEM:
      ptl_system_destroy(thing);
      break;
    case PYPTL_RUN:
      ptl_run_destroy(thing);
      break;
    case PYPTL_LAW:
      ptl_law_destroy(owner->parents[0]->thing, thing);
      break;
    case PYPTL_STORE:
      pyptl_store_free(thing);
      break;
    case PYPTL_MEMORY:
      free(thing);
      break;
  }
}

static void pyptl_release(pyptl_owner *owner) {
  if (owner == NULL || atomic_fetch_sub(&owner->count, 1) > 1) return;
  pyptl_destroy(owner);
  for (int i = 0; i < PYPTL_PARENTS; i++) pyptl_release(owner->parents[i]);
  free(owner);
}

/* Takes the thing; NULL, and the thing is destroyed, when there is no memory. */
static pyptl_owner *pyptl_own(int kind, void *thing, pyptl_owner *a, pyptl_owner *b,
                              pyptl_owner *c) {
  const pyptl_owner made = {.kind = kind, .thing = thing, .parents = {a, b, c}};
  pyptl_owner *owner = malloc(sizeof *owner);
  if (owner == NULL) {
    pyptl_owner lost = made;
    pyptl_destroy(&lost);
    return NULL;
  }
  *owner = made;
  atomic_init(&owner->count, 1);
  for (int i = 0; i < PYPTL_PARENTS; i++)
    if (owner->parents[i] != NULL) atomic_fetch_add(&owner->parents[i]->count, 1);
  return owner;
}

/* The owner's thing needs `to` from now on and no longer `from`. */
static void pyptl_change_parent(pyptl_owner *owner, pyptl_owner *from, pyptl_owner *to) {
  for (int i = 0; i < PYPTL_PARENTS; i++) {
    if (owner->parents[i] != from) continue;
    atomic_fetch_add(&to->count, 1);
    owner->parents[i] = to;
    pyptl_release(from);
    return;
  }
}

/* Types whose force is a function of Python, or of anything that has an address. They are never
 * freed: contexts and summaries point to them. */
enum { PYPTL_PARAMS = 16 };

typedef void (*pyptl_function)(void); /* cast to the type that the kind asks for */

/* What the type is besides its parameters. */
typedef struct pyptl_traits {
  /* of a force: "distance", "x", "y", "angle"; of a joint "none", "x", "y", "angle" */
  const char *along;
  int drives;         /* of a force: does work of its own */
  double stick_speed; /* of a friction law [m/s] */
  int n_constraints;  /* of a joint */
} pyptl_traits;

typedef struct pyptl_types {
  ptl_plugin plugin;
  ptl_elastic_law elastic;
  ptl_damping_law damping;
  ptl_friction_law friction;
  ptl_force_type force;
  ptl_joint_type joint;
  const void *list[2];
  double stick_speed;
  ptl_param params[PYPTL_PARAMS + 1];
} pyptl_types;

static double pyptl_stick_speed(const double *c) {
  return ((const pyptl_types *)ptl_user(c))->stick_speed;
}

static void pyptl_x(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  (void)c;
  *out = (ptl_scalar){.value = pose->x, .d = {1.0, 0.0, 0.0}};
}

static void pyptl_y(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  (void)c;
  *out = (ptl_scalar){.value = pose->y, .d = {0.0, 1.0, 0.0}};
}

static void pyptl_angle(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  (void)c;
  *out = (ptl_scalar){.value = pose->angle, .d = {0.0, 0.0, 1.0}};
}

static void pyptl_distance(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  (void)c;
  const double s = hypot(pose->x, pose->y), curvature = s > 0.0 ? 1.0 / s : 0.0;
  const double ux = s > 0.0 ? pose->x / s : 1.0, uy = s > 0.0 ? pose->y / s : 0.0;
  *out = (ptl_scalar){
      .value = s,
      .d = {ux, uy, 0.0},
      .dd = {curvature * uy * uy, -curvature * ux * uy, curvature * ux * ux, 0.0, 0.0, 0.0}};
}

static ptl_coordinate pyptl_coordinate(const char *along) {
  static const char *const names[] = {"x", "y", "angle"}; /* by ptl_coordinate */
  for (int i = 0; i < 3; i++)
    if (strcmp(along, names[i]) == 0) return (ptl_coordinate)i;
  return PTL_COORDINATE_NONE;
}

/* Texts are copied; required parameters of any value. NULL: no memory, or too many parameters. */
static pyptl_types *pyptl_types_new(int kind, const char *name, const char *formula, int n,
                                    const char *const *names, const char *const *units,
                                    pyptl_function function, const pyptl_traits *traits) {
  pyptl_types *types = n <= PYPTL_PARAMS ? calloc(1, sizeof *types) : NULL;
  if (types == NULL) return NULL;
  const ptl_doc doc = {.title = strdup(name),
                       .formula = strdup(formula),
                       .source = "a function of this program",
                       .validity = "as its author says"};
  types->stick_speed = traits->stick_speed;
  for (int i = 0; i < n; i++)
    types->params[i] = (ptl_param){.name = strdup(names[i]),
                                   .unit = strdup(units[i]),
                                   .min = -INFINITY,
                                   .max = INFINITY,
                                   .doc = "Its author's.",
                                   .flags = PTL_REQUIRED};
  types->plugin = (ptl_plugin){PTL_PLUGIN_HEADER, .name = "python", .version = ptl_version()};
  if (kind == PTL_ELASTIC) {
    types->elastic = (ptl_elastic_law){.name = doc.title, .doc = doc, .params = types->params};
    types->elastic.force =
        (void (*)(const double *, const ptl_contact_in *, ptl_elastic_out *))function;
    types->list[0] = &types->elastic;
    types->plugin.elastic = (const ptl_elastic_law *const *)types->list;
  } else if (kind == PTL_DAMPING) {
    types->damping = (ptl_damping_law){.name = doc.title, .doc = doc, .params = types->params};
    types->damping.force = (void (*)(const double *, const ptl_contact_in *,
                                     const ptl_elastic_out *, ptl_contact_out *))function;
    types->list[0] = &types->damping;
    types->plugin.damping = (const ptl_damping_law *const *)types->list;
  } else if (kind == PTL_FRICTION) {
    types->friction = (ptl_friction_law){.name = doc.title,
                                         .doc = doc,
                                         .params = types->params,
                                         .stick_speed = pyptl_stick_speed,
                                         .user = types};
    types->friction.force =
        (void (*)(const double *, const ptl_friction_in *, ptl_friction_out *))function;
    types->list[0] = &types->friction;
    types->plugin.frictions = (const ptl_friction_law *const *)types->list;
  } else if (kind == PTL_JOINT) {
    types->joint = (ptl_joint_type){.name = doc.title,
                                    .doc = doc,
                                    .part_a = "first",
                                    .part_b = "second",
                                    .params = types->params,
                                    .n_constraints = traits->n_constraints,
                                    .coordinate = pyptl_coordinate(traits->along)};
    types->joint.constraints =
        (void (*)(const double *, const ptl_pose *, const ptl_pose *, ptl_scalar *))function;
    types->list[0] = &types->joint;
    types->plugin.joints = (const ptl_joint_type *const *)types->list;
  } else {
    const int turns = strcmp(traits->along, "angle") == 0;
    types->force = (ptl_force_type){
        .name = doc.title,
        .doc = doc,
        .params = types->params,
        .coordinate = turns                             ? pyptl_angle
                      : strcmp(traits->along, "x") == 0 ? pyptl_x
                      : strcmp(traits->along, "y") == 0 ? pyptl_y
                                                        : pyptl_distance,
        .flags = (turns ? PTL_FORCE_ROTATIONAL : 0u) | (traits->drives ? PTL_FORCE_DRIVES : 0u)};
    types->force.force = (void (*)(const double *, double, double, ptl_force_out *))function;
    types->list[0] = &types->force;
    types->plugin.forces = (const ptl_force_type *const *)types->list;
  }
  return types;
}

static ptl_status pyptl_add_types(ptl_context *context, const pyptl_types *types) {
  return ptl_context_add_types(context, &types->plugin);
}
