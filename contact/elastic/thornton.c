/* Thornton's elastic, perfectly plastic sphere. */
#include <math.h>

#include "pair.h"

enum { PRESSURE, STIFFNESS, YIELD_DEPTH, YIELD_FORCE, PLASTIC_STIFFNESS, PER_MODULUS };
enum { DEEPEST, UNLOADING, REST, N_MEMORY }; /* memory: d_m, (4/3) E* sqrt(R_p), d_p */

/* d_y = R (pi p_y/(2 E*))^2, F_y = (4/3) E* sqrt(R) d_y^1.5, beyond it F' = pi p_y R */
static int prepare(double *c, const ptl_contact_env *env, ptl_reason *why) {
  double modulus, radius;
  if (ptl_pair_modulus(env, &modulus, why) || ptl_pair_radius(env, &radius, why)) return 1;
  const double share = 0.5 * PTL_PI * c[PRESSURE] / modulus;
  c[STIFFNESS] = 4.0 / 3.0 * modulus * sqrt(radius);
  c[YIELD_DEPTH] = radius * share * share;
  c[YIELD_FORCE] = c[STIFFNESS] * c[YIELD_DEPTH] * sqrt(c[YIELD_DEPTH]);
  c[PLASTIC_STIFFNESS] = PTL_PI * c[PRESSURE] * radius;
  c[PER_MODULUS] = 4.0 / 3.0 * modulus;
  return 0;
}

/* First loading. */
static double load(const double *c, double depth) {
  if (depth <= c[YIELD_DEPTH]) return c[STIFFNESS] * depth * sqrt(depth);
  return c[YIELD_FORCE] + c[PLASTIC_STIFFNESS] * (depth - c[YIELD_DEPTH]);
}

/* Unloading from (d_m, F_m), F = K (d - d_p)^1.5: K = (4/3) E* sqrt(R_p),
 * R_p = (4/3) (E* / F_m) ((2 F_m + F_y)/(2 pi p_y))^1.5, d_p = d_m - (F_m/K)^(2/3). */
static double unloading(const double *c, double deepest, double force, double *rest) {
  *rest = 0;
  if (deepest <= c[YIELD_DEPTH]) return c[STIFFNESS];
  const double area = (2 * force + c[YIELD_FORCE]) / (2 * PTL_PI * c[PRESSURE]);
  const double K = c[PER_MODULUS] * sqrt(c[PER_MODULUS] / force * area * sqrt(area));
  const double root = cbrt(force / K);
  *rest = deepest - root * root;
  return K;
}

static void force(const double *c, const ptl_contact_in *in, ptl_elastic_out *out) {
  const double *m = in->memory;
  double rest = m[REST], K = m[UNLOADING];
  if (m[DEEPEST] > 0 && in->depth < m[DEEPEST]) {
    const double above = fmax(in->depth - rest, 0);
    out->force = K * above * sqrt(above);
    out->stiffness = 1.5 * K * sqrt(above);
    out->energy = 0.4 * out->force * above;
    return;
  }
  out->force = load(c, in->depth);
  const int is_plastic = in->depth > c[YIELD_DEPTH];
  out->stiffness = is_plastic ? c[PLASTIC_STIFFNESS] : 1.5 * c[STIFFNESS] * sqrt(in->depth);
  unloading(c, in->depth, out->force, &rest);
  out->energy = 0.4 * out->force * (in->depth - rest);
}

static void update(const double *c, const ptl_contact_in *in, ptl_contact_event event,
                   double *memory) {
  (void)event;
  if (!(in->depth > memory[DEEPEST])) return;
  memory[DEEPEST] = in->depth;
  memory[UNLOADING] = unloading(c, in->depth, load(c, in->depth), &memory[REST]);
}

static const ptl_param params[] = {
    {.name = "pressure",
     .unit = "Pa",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Limiting contact pressure p_y, 1.6 to 2.8 times the yield stress."},
    {0},
};

const ptl_elastic_law ptl_elastic_thornton = {
    .name = "thornton",
    .doc = {.family = "plastic",
            .title = "Thornton's elastic, perfectly plastic sphere",
            .formula = "in: Hertz up to d_y = R (pi p_y/(2 E*))^2, then F_y + pi p_y R (d - d_y); "
                       "out: (4/3) E* sqrt(R_p) (d - d_p)^1.5, R_p = 4 E*/(3 F_m) ((2 F_m + "
                       "F_y)/(2 pi p_y))^1.5",
            .source = "Thornton, J. Appl. Mech. 1997, 64, 383; Thornton & Ning, Powder Technol. "
                      "1998, 99, 154; from memory of both, confirmed by the work integral: it "
                      "gives their closed restitution",
            .validity =
                "The restitution follows from the material and falls with the speed, as v0^-1/4: 1 "
                "up to V_y = 3.194 sqrt(p_y^5 R^3/(E*^4 m)), then 0.931, 0.773, 0.659, 0.374 at 2, "
                "5, 10, 100 V_y. Force 0 from d_p to d = 0; the dent is forgotten when the gap "
                "opens. Damping beside it would be counted twice, so it takes none."},
    .params = params,
    .needs = PTL_NEEDS_RADII | PTL_NEEDS_MATERIALS,
    .partners = "none",
    .n_derived = 5,
    .n_memory = N_MEMORY,
    .prepare = prepare,
    .force = force,
    .update = update,
};
