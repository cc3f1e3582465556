/* Hunt and Crossley's damping, by their alpha or by a restitution. */
#include "pair.h"
#include "restitution.h"

enum { ALPHA, RESTITUTION, CONSTANT, EPS };

static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)env;
  const int by_alpha = !isnan(c[ALPHA]), by_restitution = !isnan(c[RESTITUTION]);
  if (by_alpha == by_restitution)
    return ptl_refuse(why, "give exactly one of alpha [s/m] and restitution [1], not %s",
                      by_alpha ? "both" : "none");
  c[CONSTANT] = by_alpha ? 1.5 * c[ALPHA] : 0;
  c[EPS] = by_alpha ? 0 : 1.5 * (1 - c[RESTITUTION]);
  return 0;
}

/* F = F_el (1 + 1.5 alpha d_rate), alpha constant or (1 - c)/reference_speed */
static void force(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                  ptl_contact_out *out) {
  ptl_restitution_apply(c[CONSTANT] + c[EPS] / in->reference_speed, in, elastic, out);
}

static const ptl_param params[] = {
    {.name = "alpha",
     .unit = "s/m",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPTIONAL,
     .doc =
         "Loss of restitution per speed, c = 1 - alpha v0; 0.08 to 0.32 s/m for steel and bronze."},
    {.name = "restitution",
     .unit = "1",
     .min = 0,
     .max = 1,
     .flags = PTL_OPTIONAL | PTL_OPEN_MIN,
     .doc = "Coefficient of restitution c, in place of alpha."},
    {0},
};

const ptl_damping_law ptl_damping_hunt_crossley = {
    .name = "hunt_crossley",
    .doc = {.family = "set by a restitution",
            .title = "Hunt-Crossley damping",
            .formula = "F = F_el (1 + 1.5 alpha d_rate), alpha = (1 - c)/v0 or constant",
            .source = "Hunt & Crossley, J. Appl. Mech. 1975, 42, 440",
            .validity =
                "Right to first order at c = 1, for every elastic law; c = 0.5 comes out as "
                "0.663. With constant alpha it needs no touch speed."},
    .params = params,
    .n_derived = 2,
    .prepare = prepare,
    .force = force,
};
