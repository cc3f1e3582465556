/* The damping of Carvalho and Martins, also as Exudyn mixes it with Gonthier's. */
#include "restitution.h"

enum { FORM = PTL_RESTITUTION_PARAMS, EPS };
enum { PUBLISHED, EXUDYN };

/* eps = 1.5(1 - c)(11 - c)/(1 + 9c); Exudyn's: that for c > 1/3, (1 - c^2)/c below */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  (void)env, (void)why;
  const double e = c[PTL_RESTITUTION];
  c[EPS] = 1.5 * (1 - e) * (11 - e) / (1 + 9 * e);
  if (c[FORM] == EXUDYN && 3 * e <= 1) c[EPS] = (1 - e * e) / e;
  return 0;
}

static void force(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                  ptl_contact_out *out) {
  ptl_restitution_apply(ptl_restitution_factor(c[EPS], c[PTL_REST_SPEED], in), in, elastic, out);
}

static const ptl_param params[] = {
    PTL_RESTITUTION_ROWS(0),
    {.name = "form",
     .unit = "1",
     .kind = PTL_CHOICE,
     .choices = "published|exudyn",
     .doc = "Formula of eps; `exudyn`: Gonthier's approximation up to c = 1/3."},
    {0},
};

const ptl_damping_law ptl_damping_carvalho_martins = {
    .name = "carvalho_martins",
    .doc = {.family = "set by a restitution",
            .title = "Carvalho-Martins damping",
            .formula = "F = F_el (1 + eps d_rate/v0), eps = 3(1 - c)(11 - c)/(2(1 + 9c))",
            .source = "Carvalho & Martins, Mech. Mach. Theory 2019, 138, 180, as Exudyn's contact "
                      "between spheres has it; the paper was not seen",
            .validity = "For every elastic law; the nearest closed formula for c > 0.3: 0.9, 0.7, "
                        "0.5, 0.3, 0.1 come out as 0.9000, 0.7000, 0.5002, 0.3040, 0.1289. "
                        "`exact` has no such error."},
    .params = params,
    .n_derived = 1,
    .prepare = prepare,
    .force = force,
};
