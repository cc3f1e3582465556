/* law.c: an elastic law and a damping law made into one force. */
#include "law.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "instance.h"

/* ------------------------------------------------------------------ preparing */

/* What of `needs` the surroundings do not have, or NULL. */
static const char *missing(unsigned needs, const ptl_contact_env *env) {
  if ((needs & PTL_NEEDS_RADII) && (isnan(env->radius_a) || isnan(env->radius_b)))
    return "the radii of both surfaces [m]";
  if ((needs & PTL_NEEDS_LENGTH) && !(env->length > 0 && isfinite(env->length)))
    return "the axial length of the contact, positive [m]";
  if ((needs & PTL_NEEDS_MATERIALS) && (isnan(env->young_a) || isnan(env->young_b) ||
                                        isnan(env->poisson_a) || isnan(env->poisson_b)))
    return "the materials of both bodies (Young's modulus [Pa] and Poisson's ratio [1])";
  if ((needs & PTL_NEEDS_MASS) && !(env->effective_mass > 0))
    return "the effective mass of the pair, positive and finite [kg]";
  return NULL;
}

/* The damping "none" may be left out, so it is not an instance then. */
extern const ptl_damping_law ptl_damping_none;

static ptl_status prepare_elastic(ptl_context *context, ptl_law *law, const ptl_contact_env *env) {
  const ptl_elastic_law *type = law->elastic;
  const char *lack = missing(type->needs, env);
  ptl_reason why = {""};
  if (lack != NULL)
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0205) "elastic law '%s' needs %s", type->name,
                    lack);
  if (type->prepare != NULL && type->prepare(law->elastic_c, env, &why))
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0211) "elastic law '%s': %s", type->name,
                    why.text);
  law->max_depth = type->max_depth != NULL ? type->max_depth(law->elastic_c) : INFINITY;
  return PTL_OK;
}

static ptl_status prepare_damping(ptl_context *context, ptl_law *law, const ptl_contact_env *env) {
  const ptl_damping_law *type = law->damping;
  const char *lack = missing(type->needs, env);
  ptl_reason why = {""};
  if (lack != NULL)
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0205) "damping law '%s' needs %s", type->name,
                    lack);
  if (type->prepare != NULL && type->prepare(law->damping_c, env, &why))
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0211) "damping law '%s': %s", type->name,
                    why.text);
  return PTL_OK;
}

/* The memory of a law that has never been touched; laws with more are not sampled. */
enum { MOST_MEMORY = 64 };
static const double no_memory[MOST_MEMORY] = {0};

/* Whether the force depends on the reference speed, by samples of it. */
static int uses_reference_speed(const ptl_law *law) {
  static const double depths[] = {1e-7, 1e-6, 1e-5}, rates[] = {-0.3, 0.3};
  if (law->n_memory > MOST_MEMORY) return 1;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++) {
      const double depth = fmin(depths[i], 1e3 * depths[i] * law->max_depth);
      ptl_contact_out slow, fast;
      ptl_law_force(law, depth, rates[j], 0.5, no_memory, &slow, NULL);
      ptl_law_force(law, depth, rates[j], 1.0, no_memory, &fast, NULL);
      if (slow.force != fast.force) return 1;
    }
  return 0;
}

/* Whether the force has a limit at depth 0 other than 0, as that of a dashpot; one that only rises
 * steeply there, like depth^0.25, has not. */
static int jumps(const ptl_law *law) {
  static const double negligible = 1e-9, rates[] = {-0.3, 0.3};
  if (((law->elastic->flags | law->damping->flags) & PTL_LAW_JUMPS) == 0) return 0;
  if (law->n_memory > MOST_MEMORY) return 1;
  for (int j = 0; j < 2; j++) {
    ptl_contact_out at_touch, deeper;
    ptl_law_force(law, PTL_TOUCH_DEPTH, rates[j], 1.0, no_memory, &at_touch, NULL);
    ptl_law_force(law, sqrt(PTL_TOUCH_DEPTH), rates[j], 1.0, no_memory, &deeper, NULL);
    if (fabs(at_touch.force) > negligible * fabs(deeper.force)) return 1;
  }
  return 0;
}

ptl_status ptl_law_prepare(ptl_context *context, const ptl_instance *elastic,
                           const ptl_instance *damping, const ptl_contact_env *env, ptl_law *out) {
  const int n_elastic = elastic->size, n_damping = damping != NULL ? damping->size : 0;
  ptl_law law = {.elastic = elastic->type, .damping = &ptl_damping_none};
  memset(out, 0, sizeof *out);
  if (damping != NULL) law.damping = damping->type;
  ptl_status status = ptl_contact_match(context, law.elastic, law.damping);
  if (status) return status;
  law.n_memory = law.elastic->n_memory + law.damping->n_memory;
  law.pulls = ((law.elastic->flags | law.damping->flags) & PTL_LAW_PULLS) != 0;
  double *room =
      ptl_alloc(context, 2 * PTL_USER_SIZE + (size_t)(n_elastic + n_damping), sizeof(double));
  if (room == NULL) return PTL_ERR_MEMORY;
  law.elastic_c = room + PTL_USER_SIZE;
  law.damping_c = law.elastic_c + n_elastic + PTL_USER_SIZE;
  ptl_instance_set_user(law.elastic_c, law.elastic->user);
  ptl_instance_set_user(law.damping_c, law.damping->user);
  memcpy(law.elastic_c, elastic->c, (size_t)n_elastic * sizeof(double));
  if (damping != NULL) memcpy(law.damping_c, damping->c, (size_t)n_damping * sizeof(double));

  status = prepare_elastic(context, &law, env);
  if (!status) status = prepare_damping(context, &law, env);
  if (status) {
    ptl_law_release(context, &law);
    return status;
  }
  law.uses_reference_speed = uses_reference_speed(&law);
  law.jumps = jumps(&law);
  *out = law;
  return PTL_OK;
}

void ptl_law_release(ptl_context *context, ptl_law *law) {
  ptl_instance_free(context, law->elastic_c);
  memset(law, 0, sizeof *law);
}

ptl_status ptl_law_from_contact(const ptl_mechanism *m, int index, ptl_law **out) {
  const ptl_mech_contact *contact = &m->contacts[index];
  const ptl_contact_def *def = &contact->def;
  const ptl_contact_env env = {def->radius_a, def->radius_b,  def->length,    def->young_a,
                               def->young_b,  def->poisson_a, def->poisson_b, def->effective_mass};
  ptl_law *law = ptl_alloc(m->context, 1, sizeof *law);
  ptl_status status = PTL_ERR_MEMORY;
  *out = NULL;
  if (law != NULL)
    status = ptl_law_prepare(m->context, &contact->elastic, &contact->damping, &env, law);
  if (status == PTL_OK)
    *out = law;
  else
    ptl_free(m->context, law);
  return status;
}

/* A description of nothing but this contact checks the parameters as a model's would be. */
ptl_status ptl_law_create_sized(ptl_context *context, const ptl_contact_def *given, size_t size,
                                ptl_law **out) {
  ptl_contact_def def;
  *out = NULL;
  ptl_status status = ptl_take_def(context, &def, sizeof def, given, size, "ptl_contact_def");
  if (status != PTL_OK) return status;
  ptl_mechanism *m = ptl_mechanism_create(context);
  if (m == NULL) return PTL_ERR_MEMORY;
  if (def.name == NULL) def.name = "law";
  status = ptl_mechanism_add_contact(m, &def);
  if (status == PTL_OK) status = ptl_law_from_contact(m, 0, out);
  ptl_mechanism_destroy(m);
  return status;
}

void ptl_law_destroy(ptl_context *context, ptl_law *law) {
  if (law == NULL) return;
  ptl_law_release(context, law);
  ptl_free(context, law);
}

double ptl_law_get_max_depth(const ptl_law *law) {
  return law->max_depth;
}

int ptl_law_get_n_memory(const ptl_law *law) {
  return law->n_memory;
}

/* ------------------------------------------------------------------ evaluating */

static double force_at(const ptl_law *law, ptl_contact_in in, double depth, double rate) {
  ptl_elastic_out elastic;
  ptl_contact_out out;
  in.depth = depth;
  in.depth_rate = rate;
  ptl_law_combine(law, &in, &elastic, &out);
  return out.force;
}

/* Central differences with the step that balances truncation and rounding. */
static void difference(const ptl_law *law, ptl_contact_in in, ptl_contact_out *out) {
  const double relative = cbrt(DBL_EPSILON);
  if (isnan(out->d_depth)) {
    const double h = in.depth * relative;
    const double above = force_at(law, in, in.depth + h, in.depth_rate);
    const double below = force_at(law, in, in.depth - h, in.depth_rate);
    out->d_depth = (above - below) / (2 * h);
  }
  if (isnan(out->d_rate)) {
    const double h = fmax(fabs(in.depth_rate), in.reference_speed) * relative;
    const double above = force_at(law, in, in.depth, in.depth_rate + h);
    const double below = force_at(law, in, in.depth, in.depth_rate - h);
    out->d_rate = (above - below) / (2 * h);
  }
}

void ptl_law_force(const ptl_law *law, double depth, double rate, double reference_speed,
                   const double *memory, ptl_contact_out *out, double *elastic_force) {
  ptl_contact_in in = {depth, rate, reference_speed, memory};
  ptl_elastic_out elastic = {0};
  *out = (ptl_contact_out){0};
  if (elastic_force != NULL) *elastic_force = 0;
  if (depth <= 0) return;
  ptl_law_combine(law, &in, &elastic, out);
  if (elastic_force != NULL) *elastic_force = elastic.force;
  if (out->force < 0 && !law->pulls) {
    out->force = 0;
    out->d_depth = 0;
    out->d_rate = 0;
  } else if (isnan(out->d_depth) || isnan(out->d_rate)) {
    difference(law, in, out);
  }
}

void ptl_law_update(const ptl_law *law, double depth, double rate, double reference_speed,
                    ptl_contact_event event, double *memory) {
  if (law->n_memory == 0) return;
  ptl_contact_in in = {depth, rate, reference_speed, memory};
  double *damping_memory = memory + law->elastic->n_memory;
  ptl_elastic_out elastic = {0};

  if (depth > 0) law->elastic->force(law->elastic_c, &in, &elastic);
  if (law->damping->update != NULL) {
    in.memory = damping_memory;
    law->damping->update(law->damping_c, &in, &elastic, event, damping_memory);
    in.memory = memory;
  }
  if (law->elastic->update != NULL) law->elastic->update(law->elastic_c, &in, event, memory);
  if (event == PTL_PART) memset(memory, 0, (size_t)law->n_memory * sizeof(double));
}
