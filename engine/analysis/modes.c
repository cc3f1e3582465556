/* modes.c: eigenvalues and shapes of the linearised equations, and what these are made of. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "dense.h"
#include "gap.h"
#include "largest.h"
#include "linear.h"
#include "pintle_analysis.h"
#include "state.h"

static const double pi = 3.14159265358979323846;

/* The result with its lists, which stand behind it in its piece of memory. */
typedef struct held {
  ptl_modes public;
  ptl_mode *modes;
  double *q, *v, *basis, *a, *b, *c, *d, *shapes;
  int *input_moves;
} held;

static ptl_modes_options usual_options(void) {
  return (ptl_modes_options){.at = PTL_MODES_EQUILIBRIUM, .frame = PTL_FRAME_GROUND};
}

void ptl_modes_options_default_sized(ptl_modes_options *out, size_t size) {
  const ptl_modes_options options = usual_options();
  ptl_give_def(out, size, &options, sizeof options);
}

void ptl_modes_release(ptl_context *context, ptl_modes *modes) {
  ptl_free(context, modes);
}

static ptl_status create(ptl_context *context, const ptl_linear *l, held **out) {
  const ptl_column *columns;
  const ptl_system *s = l->g.data->system;
  const int n_columns = ptl_system_get_columns(s, &columns);
  const size_t n = (size_t)l->n, states = (size_t)l->n_states, inputs = (size_t)l->n_inputs;
  held own;
  const ptl_block blocks[] = {PTL_BLOCK(*out, 1),
                              PTL_BLOCK(own.modes, states),
                              PTL_BLOCK(own.q, n),
                              PTL_BLOCK(own.v, n),
                              PTL_BLOCK(own.basis, n * (size_t)l->freedom),
                              PTL_BLOCK(own.a, states * states),
                              PTL_BLOCK(own.b, states * inputs),
                              PTL_BLOCK(own.c, (size_t)n_columns * states),
                              PTL_BLOCK(own.d, (size_t)n_columns * inputs),
                              PTL_BLOCK(own.shapes, 2 * n * states),
                              PTL_BLOCK(own.input_moves, inputs)};
  if (ptl_arena_create(context, blocks, sizeof blocks / sizeof *blocks) == NULL)
    return PTL_ERR_MEMORY;
  own.public = (ptl_modes){.time = l->t,
                           .q = own.q,
                           .v = own.v,
                           .n_coordinates = l->n,
                           .freedom = l->freedom,
                           .n_inner = l->n_inner,
                           .n_states = l->n_states,
                           .n_inputs = l->n_inputs,
                           .n_columns = n_columns,
                           .length = s->length,
                           .modes = own.modes,
                           .basis = own.basis,
                           .a = own.a,
                           .b = own.b,
                           .c = own.c,
                           .d = own.d,
                           .input_moves = own.input_moves};
  **out = own;
  return PTL_OK;
}

/* ---------------------------------------------------------------- shapes */

/* The change of the coordinates, scaled, that a vector of the state makes. */
static void find_shape(const ptl_linear *l, const double *vector, double *out) {
  memset(out, 0, sizeof(double) * (size_t)l->n);
  for (int k = 0; k < l->freedom; k++)
    for (int i = 0; i < l->n; i++)
      out[i] += vector[k] * l->g.free[(size_t)k * (size_t)l->n + (size_t)i];
}

static double find_whirl(const double *re, const double *im, int n) {
  double most = 0.0, whirl = 0.0;
  for (int i = 0; i < n; i += 3) {
    const double size =
        re[i] * re[i] + im[i] * im[i] + re[i + 1] * re[i + 1] + im[i + 1] * im[i + 1];
    if (!(size > most)) continue;
    most = size;
    whirl = -2.0 * (re[i] * im[i + 1] - im[i] * re[i + 1]) / size;
  }
  return whirl;
}

/* Divides by the largest component, and takes the scaling out. */
static void normalise(const ptl_linear *l, double *re, double *im, ptl_mode *mode) {
  int most = 0;
  for (int i = 1; i < l->n; i++)
    if (hypot(re[i], im[i]) > hypot(re[most], im[most]) * (1.0 + 1e-9)) most = i;
  const double a = re[most], b = im[most], size = a * a + b * b;
  mode->most = most;
  for (int i = 0; i < l->n && size > 0.0; i++) {
    const double x = re[i], y = im[i];
    re[i] = (x * a + y * b) / size;
    im[i] = (y * a - x * b) / size;
  }
  mode->whirl = find_whirl(re, im, l->n);
  for (int i = 0; i < l->n; i++) {
    re[i] /= l->g.lever[i];
    im[i] /= l->g.lever[i];
  }
}

/* ---------------------------------------------------------------- eigenvalues */

static int by_size(const void *a, const void *b) {
  const ptl_mode *x = a, *y = b;
  if (x->natural != y->natural) return x->natural < y->natural ? -1 : 1;
  return x->real < y->real ? -1 : x->real > y->real;
}

static void add_mode(held *h, const ptl_linear *l, double real, double imaginary,
                     const double *vector, const double *imaginary_vector) {
  ptl_modes *out = &h->public;
  ptl_mode *mode = &h->modes[out->n_modes];
  double *re = h->shapes + 2 * (size_t)l->n * (size_t)out->n_modes, *im = re + l->n;
  const double size = hypot(real, imaginary);
  *mode = (ptl_mode){.real = fabs(real) > 1e-11 * size ? real : 0.0,
                     .imaginary = imaginary,
                     .shape_real = re,
                     .shape_imaginary = im};
  mode->natural = hypot(mode->real, mode->imaginary) / (2.0 * pi);
  mode->frequency = mode->imaginary / (2.0 * pi);
  mode->damping = mode->natural > 0.0 ? -mode->real / hypot(mode->real, mode->imaginary) : NAN;
  find_shape(l, vector, re);
  if (imaginary_vector != NULL) find_shape(l, imaginary_vector, im);
  normalise(l, re, im, mode);
  out->n_growing += mode->real > 0.0;
  out->n_modes++;
}

/* A free direction has a double eigenvalue 0, which rounding of the stiffness, and of the
 * differences that centripetal accelerations are, makes the root of rounding. */
static double find_rounding(const ptl_linear *l) {
  double stiffest = 0.0;
  for (int i = 0; i < l->freedom; i++)
    stiffest = fmax(stiffest,
                    ptl_largest(l->a + (size_t)(l->freedom + i) * (size_t)l->n_states, l->freedom));
  const double rate = ptl_largest(l->velocity, l->n) / l->g.data->system->length;
  return fmax(1e-7 * sqrt(stiffest), 1e-6 * rate);
}

static ptl_status find_modes(held *h, const ptl_linear *l) {
  ptl_context *context = l->g.data->context;
  const int n = l->n_states;
  const size_t size = (size_t)n * (size_t)n;
  double *by_columns, *vectors, *real, *imaginary;
  const ptl_block blocks[] = {PTL_BLOCK(by_columns, size), PTL_BLOCK(vectors, size),
                              PTL_BLOCK(real, n), PTL_BLOCK(imaginary, n)};
  void *memory = ptl_arena_create(context, blocks, sizeof blocks / sizeof *blocks);
  if (memory == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      by_columns[(size_t)j * (size_t)n + (size_t)i] = l->a[(size_t)i * (size_t)n + (size_t)j];
  ptl_status status = ptl_dense_eigen(context, by_columns, n, real, imaginary, vectors);
  h->public.rounding = find_rounding(l);
  for (int i = 0; i < n && status == PTL_OK; i++) {
    const double *vector = vectors + (size_t)n * (size_t)i;
    if (hypot(real[i], imaginary[i]) <= h->public.rounding)
      add_mode(h, l, 0.0, 0.0, vector, NULL);
    else if (imaginary[i] > 0.0)
      add_mode(h, l, real[i], imaginary[i], vector, vector + n);
    else if (imaginary[i] == 0.0)
      add_mode(h, l, real[i], 0.0, vector, NULL);
  }
  ptl_free(context, memory);
  if (status == PTL_OK) qsort(h->modes, (size_t)h->public.n_modes, sizeof *h->modes, by_size);
  return status;
}

/* ---------------------------------------------------------------- at a state */

/* Contacts are those that are closed there. */
static void set_contacts(ptl_data *data, const double *q, const double *v) {
  ptl_gap_eval gaps[PTL_MAX_GAPS];
  for (int i = 0; i < data->system->n_gap_sets; i++) {
    const ptl_sys_gap_set *set = &data->system->gap_sets[i];
    ptl_eval_gaps(data, i, q, v, gaps);
    for (int j = 0; j < set->n_gaps; j++)
      data->gaps[set->first_gap + j].touching = gaps[j].depth > 0.0;
  }
}

static void record(held *h, const ptl_linear *l) {
  const ptl_tangent *g = &l->g;
  const size_t n = (size_t)l->n, states = (size_t)l->n_states, inputs = (size_t)l->n_inputs;
  memcpy(h->q, g->y, sizeof(double) * n);
  memcpy(h->v, g->y + n, sizeof(double) * n);
  for (int i = 0; i < l->n; i++)
    for (int k = 0; k < l->freedom; k++)
      h->basis[i * l->freedom + k] = g->free[(size_t)k * n + (size_t)i] / g->lever[i];
  memcpy(h->a, l->a, sizeof(double) * states * states);
  memcpy(h->b, l->b, sizeof(double) * states * inputs);
  memcpy(h->input_moves, l->input_moves, sizeof(int) * inputs);
  for (size_t i = 0; i < states; i++)
    for (size_t k = 0; k < inputs; k++)
      if (h->input_moves[k]) h->b[i * inputs + k] = 0.0;
}

static ptl_status linearise(ptl_data *data, ptl_modes_frame frame, double t, const double *q,
                            const double *v, const double *lambda, const double *a, held **out) {
  ptl_linear l;
  ptl_data_set_state(data, t, q, v);
  set_contacts(data, q, v);
  ptl_status status = ptl_linear_create(data, frame, t, q, v, lambda, a, &l);
  if (status != PTL_OK) return status;
  status = create(data->context, &l, out);
  if (status == PTL_OK) {
    record(*out, &l);
    status = find_modes(*out, &l);
  }
  if (status == PTL_OK) status = ptl_linear_outputs(&l, (*out)->c, (*out)->d);
  ptl_linear_release(&l);
  return status;
}

static ptl_status at_equilibrium(ptl_data *data, const ptl_modes_options *options, held **out) {
  ptl_static_options search = ptl_static_options_default();
  ptl_equilibrium *e = NULL;
  search.time = options->time;
  search.q = options->q;
  ptl_status status = ptl_static(data->context, data->system, &search, &e);
  if (status != PTL_OK) return status;
  double *still = ptl_alloc(data->context, (size_t)data->system->n_coordinates, sizeof *still);
  status = still == NULL
               ? PTL_ERR_MEMORY
               : linearise(data, options->frame, options->time, e->q, still, NULL, NULL, out);
  ptl_free(data->context, still);
  ptl_equilibrium_release(data->context, e);
  return status;
}

static ptl_status at_state(ptl_data *data, const ptl_modes_options *options, held **out) {
  const ptl_system *s = data->system;
  const size_t n = (size_t)s->n_coordinates;
  const int is_start = options->at == PTL_MODES_START;
  ptl_evaluation *e = NULL;
  if (!is_start && (options->q == NULL || options->v == NULL))
    return ptl_fail(data->context, PTL_ERR_USAGE, PTL_E(0006) "modes at a state need q and v");
  double *q = ptl_alloc(data->context, 2 * n, sizeof *q), *v = q != NULL ? q + n : NULL;
  if (q == NULL) return PTL_ERR_MEMORY;
  memcpy(q, is_start ? s->q0 : options->q, sizeof(double) * n);
  memcpy(v, is_start ? s->v0 : options->v, sizeof(double) * n);
  const double t = is_start ? 0.0 : options->time;
  ptl_status status = ptl_evaluation_create(data->context, s, &e);
  if (status == PTL_OK && !is_start) status = ptl_evaluation_project(e, t, q, v, NULL);
  if (status == PTL_OK) status = ptl_evaluation_set(e, t, q, v);
  if (status == PTL_OK)
    status = linearise(data, options->frame, t, q, v, ptl_evaluation_get_reactions(e),
                       ptl_evaluation_get_accelerations(e), out);
  ptl_evaluation_destroy(e);
  ptl_free(data->context, q);
  return status;
}

ptl_status ptl_modes_find_sized(ptl_context *context, const ptl_system *system,
                                const ptl_modes_options *options, size_t size, ptl_modes **out) {
  ptl_modes_options given = usual_options();
  held *h = NULL;
  ptl_data *data = NULL;
  *out = NULL;
  if (options != NULL) {
    const ptl_status taken =
        ptl_take_def(context, &given, sizeof given, options, size, "ptl_modes_options");
    if (taken != PTL_OK) return taken;
  }
  if (!isfinite(given.time))
    return ptl_fail(context, PTL_ERR_USAGE, PTL_E(0006) "modes need a finite time, not %g",
                    given.time);
  ptl_status status = ptl_data_create(context, system, &data);
  if (status == PTL_OK)
    status = given.at == PTL_MODES_EQUILIBRIUM ? at_equilibrium(data, &given, &h)
                                               : at_state(data, &given, &h);
  ptl_data_destroy(data);
  if (status == PTL_OK)
    *out = &h->public;
  else {
    ptl_place_failure(context, system->mechanism);
    ptl_free(context, h);
  }
  return status;
}
