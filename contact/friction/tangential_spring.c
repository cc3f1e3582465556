/* A tangential spring with a slider, as DEM programs have it, whose stiffness may follow the
 * load. */
#include <math.h>

#include "pintle_extend.h"
#include "slider.h"

enum {
  COEFFICIENT,
  STIFFNESS,
  REFERENCE_FORCE,
  EXPONENT,
  DAMPING,
  RESET_TIME,
  STICK_SPEED,
  ROOT,  /* sqrt(k_0) */
  SCALE, /* mu N_0/sqrt(k_0) */
  N_PLACES
};

/* Share of the reference force that is left over for a contact without load, so that everything is
 * smooth there. */
static const double rest = 1e-3;

static int prepare(double *c, ptl_reason *why) {
  (void)why;
  c[ROOT] = sqrt(c[STIFFNESS]);
  c[SCALE] = c[COEFFICIENT] * c[REFERENCE_FORCE] / c[ROOT];
  return 0;
}

/* What the normal force determines: r = sqrt(k(N)) and the largest |u|, with slopes by N. */
typedef struct loaded {
  double root, root_slope;
  double limit, limit_slope;
} loaded;

/* k = k_0 (N/N_0)^p for N much larger than N_0/1000, falling to 0 with N; the limit is mu N/r. */
static loaded at_load(const double *c, double normal) {
  const double x = normal / c[REFERENCE_FORCE], y = x + rest, half = 0.5 * c[EXPONENT];
  const double power = pow(y, half), by_force = 1 / c[REFERENCE_FORCE];
  return (loaded){
      .root = c[ROOT] * power * x / y,
      .root_slope = c[ROOT] * by_force * power / y * (1 - (1 - half) * x / y),
      .limit = c[SCALE] * y / power,
      .limit_slope = c[SCALE] * by_force * (1 - half) / power,
  };
}

/* F = r u + g r^2/k_0 v, within mu N either way. The state u = sqrt(k(N)) times the deflection of
 * the spring is the root of twice its energy, so that u' = r v neither makes nor loses energy
 * however N changes. Near the limit the spring gives way, and beyond it u comes back, by slip and
 * within the reset time. */
static void force(const double *c, const ptl_friction_in *in, ptl_friction_out *out) {
  const double v = in->slip_rate, N = in->normal_force, u = in->state[0];
  const loaded k = at_load(c, N);
  const double damping = c[DAMPING] * k.root * k.root / c[STIFFNESS];
  const double most = c[COEFFICIENT] * N, whole = k.root * u + damping * v;
  if (fabs(whole) > most) {
    out->force = copysign(most, whole);
    out->d_normal = copysign(c[COEFFICIENT], whole);
  } else {
    out->force = whole;
    out->d_slip = damping;
    out->d_normal = k.root_slope * (u + 2 * c[DAMPING] * k.root / c[STIFFNESS] * v);
    out->d_state[0] = k.root;
  }
  out->rate[0] = k.root * v;
  out->rate_d_slip[0] = k.root;
  out->rate_d_normal[0] = k.root_slope * v;
  const double part = fabs(u) / k.limit, sign = copysign(1, u);
  if (part > PTL_ELASTIC_SHARE && u * v > 0) {
    const double inverse = 1 / (1 - PTL_ELASTIC_SHARE), give = (1 - part) * inverse;
    out->rate[0] *= give;
    out->rate_d_slip[0] *= give;
    out->rate_d_normal[0] =
        v * (k.root_slope * give + k.root * inverse * part * k.limit_slope / k.limit);
    out->rate_d_state[0][0] = -k.root * v * sign * inverse / k.limit;
  }
  if (part <= 1) return;
  out->rate[0] -= (u - sign * k.limit) / c[RESET_TIME];
  out->rate_d_normal[0] += sign * k.limit_slope / c[RESET_TIME];
  out->rate_d_state[0][0] -= 1 / c[RESET_TIME];
}

static double stick_speed(const double *c) {
  return c[STICK_SPEED];
}

/* That of the reference force. */
static void steady(const double *c, double slip_rate, double *state) {
  const double sign = slip_rate > 0 ? 1 : slip_rate < 0 ? -1 : 0;
  state[0] = sign * at_load(c, c[REFERENCE_FORCE]).limit;
}

static const ptl_param params[] = {
    {.name = "coefficient",
     .unit = "1",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Coefficient of friction mu."},
    {.name = "stiffness",
     .unit = "N/m",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Tangential stiffness k_0 at the reference force."},
    {.name = "reference_force",
     .unit = "N",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Normal force N_0 at which k_0 holds; of the size that occurs."},
    {.name = "exponent",
     .unit = "1",
     .fallback = 0,
     .min = 0,
     .max = 1,
     .doc = "Exponent p of k over N: 0 constant, 1/3 Mindlin's sphere, 1 in proportion."},
    {.name = "damping",
     .unit = "N s/m",
     .fallback = 0,
     .min = 0,
     .max = INFINITY,
     .doc = "Tangential damping g at the reference force."},
    {.name = "reset_time",
     .unit = "s",
     .fallback = 1e-4,
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPEN_MIN,
     .doc = "Time in which a deflection beyond the limit is forgotten, all of it between two "
            "contacts."},
    {.name = "stick_speed",
     .unit = "m/s",
     .fallback = 1e-3,
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPEN_MIN,
     .doc = "Slip rate below which the surfaces are reported as sticking; the force does not need "
            "it."},
    {0},
};

const ptl_friction_law ptl_friction_tangential_spring = {
    .name = "tangential_spring",
    .doc =
        {.family = "sticking",
         .title = "Tangential spring with slider",
         .formula = "F = sqrt(k) u + g k/k_0 v, |F| <= mu N; k = k_0 (N/N_0)^p, u' = sqrt(k) v up "
                    "to |u| = mu N/sqrt(k)",
         .source =
             "Cundall & Strack, Geotechnique 1979, 29, 47; k = 8 G* sqrt(R d): Mindlin & "
             "Deresiewicz, J. Appl. Mech. 1953, 20, 327; as in LAMMPS, LIGGGHTS and Yade; the "
             "rescaling is ours",
         .validity =
             "Sticks without creep up to 0.99 mu N, slides at mu N. The state is the root of the "
             "spring's "
             "energy: when N changes the deflection is rescaled so that no energy is made, and "
             "a stuck force goes with N^(p/2), where LAMMPS' mindlin_rescale scales it on "
             "unloading only. Every contact begins unbent, if the surfaces were apart for some "
             "reset times; one that is closed and slides at the start is bent as far as under N_0. "
             "The stiffness fades below N_0/1000."},
    .params = params,
    .n_derived = N_PLACES - ROOT,
    .n_states = 1,
    .prepare = prepare,
    .force = force,
    .stick_speed = stick_speed,
    .steady = steady,
};
