/* The dashpot of Luding's law, also for impacts in a viscous fluid. */
#include <math.h>

#include "luding.h"
#include "pair.h"

enum {
  STIFFNESS,
  VELOCITY,
  RESTITUTION,
  MAX_RESTITUTION,
  CRITICAL_STOKES,
  VISCOSITY,
  STRENGTH,
  LN_RESTITUTION,
  STOKES_SPEED
};

/* ln e = ln e_max - c_S/S, S = m v0/(6 pi mu R^2); c[STOKES_SPEED] is c_S v0/S */
static int prepare_fluid(double *c, const ptl_contact_env *env, ptl_reason *why) {
  double radius;
  if (isnan(c[MAX_RESTITUTION]) || isnan(c[CRITICAL_STOKES]) || isnan(c[VISCOSITY]))
    return ptl_refuse(
        why,
        "give restitution [1], or all of max_restitution [1], critical_stokes [1] and "
        "viscosity [Pa s]");
  if (ptl_pair_radius(env, &radius, why)) return 1;
  c[LN_RESTITUTION] = log(c[MAX_RESTITUTION]);
  c[STOKES_SPEED] =
      c[CRITICAL_STOKES] * 6 * PTL_PI * c[VISCOSITY] * radius * radius / env->effective_mass;
  return 0;
}

static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  double stiffness;
  if (ptl_luding_stiffness(c[STIFFNESS], c[VELOCITY], env, &stiffness, why)) return 1;
  c[STRENGTH] = 2 * sqrt(env->effective_mass * stiffness);
  c[STOKES_SPEED] = 0;
  if (isnan(c[RESTITUTION])) return prepare_fluid(c, env, why);
  if (!isnan(c[MAX_RESTITUTION]) || !isnan(c[CRITICAL_STOKES]) || !isnan(c[VISCOSITY]))
    return ptl_refuse(why,
                      "restitution [1] excludes max_restitution, critical_stokes and viscosity");
  c[LN_RESTITUTION] = log(c[RESTITUTION]);
  return 0;
}

/* F = F_el + gamma d_rate, gamma = sqrt(4 m k1/(1 + (pi/ln e)^2)) */
static void force(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                  ptl_contact_out *out) {
  const double ln_e = c[LN_RESTITUTION] - c[STOKES_SPEED] / in->reference_speed;
  const double ratio = PTL_PI / ln_e;
  const double gamma = ln_e < 0 ? c[STRENGTH] / sqrt(1 + ratio * ratio) : 0;
  out->force = elastic->force + gamma * in->depth_rate;
  out->d_depth = elastic->stiffness;
  out->d_rate = gamma;
  out->energy = elastic->energy;
}

static const ptl_param params[] = {
    PTL_LUDING_ROWS,
    {.name = "restitution",
     .unit = "1",
     .min = 0,
     .max = 1,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Coefficient of restitution e of the dashpot with k1."},
    {.name = "max_restitution",
     .unit = "1",
     .min = 0,
     .max = 1,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Restitution e_max without fluid."},
    {.name = "critical_stokes",
     .unit = "1",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .doc = "Stokes number c_S below which nothing bounces."},
    {.name = "viscosity",
     .unit = "Pa s",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Dynamic viscosity mu of the fluid between the bodies."},
    {0},
};

const ptl_damping_law ptl_damping_luding_viscous = {
    .name = "luding_viscous",
    .doc = {.family = "dashpot",
            .title = "Dashpot of Luding's law",
            .formula = "F = F_el + gamma d_rate, gamma = sqrt(4 m k1/(1 + (pi/ln e)^2)), ln e = ln "
                       "e_max - c_S/S, S = m v0/(6 pi mu R^2)",
            .source = "LIGGGHTS manual, hooke/hysteresis; Legendre, Daniel & Guiraud, Phys. Fluids "
                      "2005, 17, 097105",
            .validity =
                "Goes with the elastic law `luding` only, whose k1 it must be given again. e "
                "is that of dashpot and k1 alone; plastic loss comes on top. The manual "
                "prints + c_S/S, which with S > 0 gives e above e_max; the code uses a "
                "negative speed."},
    .params = params,
    .needs = PTL_NEEDS_MASS,
    .flags = PTL_LAW_JUMPS,
    .partners = "luding",
    .n_derived = 3,
    .prepare = prepare,
    .force = force,
};
