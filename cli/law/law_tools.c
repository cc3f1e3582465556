/* law_tools.c: contact and friction parameters of other programs; docs/from_your_tool.md has the
 * same with its sources. */
#include "law_tools.h"

#include <math.h>
#include <stdio.h>

#include "quantity.h"

/* ------------------------------------------------------------------ results */

static void put_text(ptl_converted *out, const char *path, const char *text) {
  if (out->n == PTL_TOOL_LINES) return;
  snprintf(out->path[out->n], sizeof out->path[0], "%s", path);
  snprintf(out->value[out->n++], sizeof out->value[0], "%s", text);
}

/* `unit` NULL: a pure number. */
static void put(ptl_converted *out, const char *path, double value, const char *unit) {
  char number[PTL_CLI_NUMBER_ROOM], text[80];
  ptl_cli_number_text(value, number);
  snprintf(text, sizeof text, "%s%s%s", number, unit != NULL ? " " : "", unit != NULL ? unit : "");
  put_text(out, path, text);
}

/* Where the value is given. */
static void put_given(ptl_converted *out, const char *path, double value, const char *unit) {
  if (!isnan(value)) put(out, path, value, unit);
}

static void note(ptl_converted *out, const char *text) {
  if (out->n_notes < PTL_TOOL_NOTES) out->notes[out->n_notes++] = text;
}

static int refuse(ptl_converted *out, const char *why) {
  snprintf(out->why, sizeof out->why, "%s", why);
  return 1;
}

static void put_power(ptl_converted *out, double stiffness, double exponent) {
  char unit[40];
  put_text(out, "elastic.law", "power");
  snprintf(unit, sizeof unit, "N/m^%.6g", exponent);
  put(out, "elastic.stiffness", stiffness, exponent == 1 ? "N/m" : unit);
  put(out, "elastic.exponent", exponent, NULL);
}

static void put_damping(ptl_converted *out, const char *law, const char *path, double value,
                        const char *unit) {
  put_text(out, "damping.law", law);
  put(out, path, value, unit);
}

/* Two coefficients or none; a single one is a mistake. */
static int both_or_none(ptl_converted *out, double a, double b, const char *why) {
  return isnan(a) != isnan(b) ? refuse(out, why) : 0;
}

/* ------------------------------------------------------------------ Adams and its kin */

enum { A_K, A_E, A_CMAX, A_D, A_MUS, A_MUD, A_VS, A_VD };

static const ptl_tool_key adams_keys[] = {
    {"k", "stiffness", "N/m^e", "N/mm^e", NULL, 1, "stiffness"},
    {"e", "exponent", "1", "1", NULL, 1, "force exponent"},
    {"cmax", "damping", "N s/m", "N s/mm", NULL, 1, "full damping"},
    {"d", "penetration_depth", "m", "mm", NULL, 1, "penetration depth of full damping"},
    {"mus", "mu_static", "1", "1", NULL, 0, "static coefficient"},
    {"mud", "mu_dynamic", "1", "1", NULL, 0, "dynamic coefficient"},
    {"vs", "stiction_velocity", "m/s", "mm/s", NULL, 0, "stiction transition velocity"},
    {"vd", "friction_velocity", "m/s", "mm/s", NULL, 0, "friction transition velocity"},
    {0}};

static int from_adams(const double *v, ptl_converted *out) {
  put_power(out, v[A_K], v[A_E]);
  put_damping(out, "impact", "damping.coefficient", v[A_CMAX], "N s/m");
  put(out, "damping.depth", v[A_D], "m");
  if (both_or_none(out, v[A_MUS], v[A_MUD], "friction needs both mus and mud")) return 1;
  if (isnan(v[A_MUS])) return 0;
  if (isnan(v[A_VS]) || isnan(v[A_VD])) return refuse(out, "friction needs both vs and vd");
  put_text(out, "friction.law", "adams_friction");
  put(out, "friction.kinetic", v[A_MUD], NULL);
  put(out, "friction.static", v[A_MUS], NULL);
  put(out, "friction.stiction_speed", v[A_VS], "m/s");
  put(out, "friction.friction_speed", v[A_VD], "m/s");
  return 0;
}

/* ------------------------------------------------------------------ RecurDyn */

enum { R_K, R_C, R_M1, R_M2, R_M3, R_D };

static const ptl_tool_key recurdyn_keys[] = {
    {"k", "stiffness", "N/m^m1", "N/mm^m1", NULL, 1, "spring coefficient"},
    {"c", "damping", "1", "1", NULL, 1, "damping coefficient, N s/mm or N s/mm^(1 + m3)"},
    {"m1", "stiffness_exponent", "1", "1", NULL, 1, "stiffness exponent"},
    {"m2", "damping_exponent", "1", "1", NULL, 0, "damping exponent; must be 1"},
    {"m3", "indentation_exponent", "1", "1", NULL, 0, "indentation exponent; must be m1"},
    {"d", "boundary_penetration", "m", "mm", NULL, 0, "boundary penetration, in place of m3"},
    {0}};

/* F = k d^m1 + c d'^m2 d^m3, or with the damping switched on over the boundary penetration */
static int from_recurdyn(const double *v, ptl_converted *out) {
  put_power(out, v[R_K], v[R_M1]);
  if (!isnan(v[R_M2]) && v[R_M2] != 1)
    return refuse(out, "a damping exponent m2 other than 1 has no counterpart");
  if (isnan(v[R_M3]) == isnan(v[R_D]))
    return refuse(out, "give one of m3 (indentation exponent) and d (boundary penetration)");
  if (!isnan(v[R_D])) {
    put_damping(out, "impact", "damping.coefficient", 1e3 * v[R_C], "N s/m");
    put(out, "damping.depth", v[R_D], "m");
    return 0;
  }
  if (v[R_M3] != v[R_M1])
    return refuse(out, "an indentation exponent m3 other than m1 has no counterpart");
  /* c d^m3 d' = k d^m1 1.5 alpha d', c in N s/mm^(1 + m3) */
  put_damping(out, "hunt_crossley", "damping.alpha",
              v[R_C] * pow(1e3, 1 + v[R_M3]) / (1.5 * v[R_K]), "s/m");
  return 0;
}

/* ------------------------------------------------------------------ Simscape */

enum { S_K, S_B, S_W, S_FBRK, S_FC, S_VBRK, S_F, S_N };

static const ptl_tool_key simscape_keys[] = {
    {"k", "stiffness", "N/m", "N/m", NULL, 1, "stiffness"},
    {"b", "damping", "N s/m", "N s/m", NULL, 1, "damping"},
    {"w", "width", "m", "m", NULL, 1, "transition region width"},
    {"F_brk", "breakaway_force", "N", "N", NULL, 0, "breakaway friction force"},
    {"F_C", "coulomb_force", "N", "N", NULL, 0, "Coulomb friction force"},
    {"v_brk", "breakaway_velocity", "m/s", "m/s", NULL, 0, "breakaway friction velocity"},
    {"f", "viscous", "N s/m", "N s/m", NULL, 0, "viscous friction coefficient"},
    {"N", "normal_force", "N", "N", NULL, 0, "normal force at which these forces act"},
    {0}};

static int from_simscape(const double *v, ptl_converted *out) {
  put_power(out, v[S_K], 1);
  put_damping(out, "simscape_contact", "damping.coefficient", v[S_B], "N s/m");
  put(out, "damping.width", v[S_W], "m");
  if (both_or_none(out, v[S_FBRK], v[S_FC], "friction needs both F_brk and F_C")) return 1;
  if (isnan(v[S_FBRK])) return 0;
  if (!(v[S_N] > 0) || isnan(v[S_VBRK]))
    return refuse(out, "friction needs v_brk, and N > 0: here it goes with the normal force");
  put_text(out, "friction.law", "simscape_friction");
  put(out, "friction.kinetic", v[S_FC] / v[S_N], NULL);
  put(out, "friction.static", v[S_FBRK] / v[S_N], NULL);
  put(out, "friction.breakaway_speed", v[S_VBRK], "m/s");
  if (!isnan(v[S_F])) put(out, "friction.viscous", v[S_F] / v[S_N], "s/m");
  note(out, "the friction forces of the block, over N: here they go with the normal force");
  return 0;
}

/* ------------------------------------------------------------------ Modelica */

enum { M_C, M_D, M_N, M_S_REF };

static const ptl_tool_key modelica_keys[] = {
    {"c", "stiffness", "N/m", "N/m", NULL, 1, "spring constant"},
    {"d", "damping", "N s/m", "N s/m", NULL, 1, "damping constant"},
    {"n", "exponent", "1", "1", NULL, 0, "exponent of the spring force; left out: 1"},
    {"s_ref", NULL, "m", "m", NULL, 0, "compression at which the force is c s_ref; left out: 1 m"},
    {0}};

/* f_c = f_ref (s/s_ref)^n, f_ref = c s_ref */
static int from_modelica(const double *v, ptl_converted *out) {
  const double n = isnan(v[M_N]) ? 1 : v[M_N], s_ref = isnan(v[M_S_REF]) ? 1 : v[M_S_REF];
  put_power(out, v[M_C] * pow(s_ref, 1 - n), n);
  put_damping(out, "limited_damper", "damping.coefficient", v[M_D], "N s/m");
  return 0;
}

/* ------------------------------------------------------------------ OpenSim */

enum { O_K, O_K2, O_C, O_C2, O_US, O_UD, O_UV, O_VT };

static const ptl_tool_key opensim_keys[] = {
    {"stiffness", NULL, "Pa", "Pa", NULL, 1, "stiffness of the surface"},
    {"stiffness2", NULL, "Pa", "Pa", NULL, 0, "of the other surface; left out: the same"},
    {"dissipation", NULL, "s/m", "s/m", NULL, 1, "dissipation of the surface"},
    {"dissipation2", NULL, "s/m", "s/m", NULL, 0, "of the other surface; left out: the same"},
    {"static_friction", NULL, "1", "1", NULL, 0, "static coefficient"},
    {"dynamic_friction", NULL, "1", "1", NULL, 0, "dynamic coefficient"},
    {"viscous_friction", NULL, "s/m", "s/m", NULL, 0, "viscous coefficient"},
    {"transition_velocity", NULL, "m/s", "m/s", NULL, 0, "slip rate of the peak; left out: 0.01"},
    {0}};

/* E*^(2/3) = k1^(2/3) s1, s1 = k2^(2/3)/(k1^(2/3) + k2^(2/3)); c = c1 s1 + c2 (1 - s1) */
static int from_opensim(const double *v, ptl_converted *out) {
  const double a = pow(v[O_K], 2.0 / 3), b = isnan(v[O_K2]) ? a : pow(v[O_K2], 2.0 / 3);
  const double s1 = b / (a + b), modulus = pow(a * s1, 1.5);
  const double other = isnan(v[O_C2]) ? v[O_C] : v[O_C2];
  put_text(out, "elastic.law", "hertz");
  put_damping(out, "hunt_crossley", "damping.alpha", v[O_C] * s1 + other * (1 - s1), "s/m");
  if (both_or_none(out, v[O_US], v[O_UD], "friction needs static_friction and dynamic_friction"))
    return 1;
  if (!isnan(v[O_US])) {
    put_text(out, "friction.law", "hollars");
    put(out, "friction.kinetic", v[O_UD], NULL);
    put(out, "friction.static", v[O_US], NULL);
    put_given(out, "friction.viscous", v[O_UV], "s/m");
    put(out, "friction.transition_speed", isnan(v[O_VT]) ? 0.01 : v[O_VT], "m/s");
  }
  put(out, "materials.young", 2 * modulus, "Pa"); /* of both sides: 1/E* = 2/(2 E*) */
  put(out, "materials.poisson", 0, NULL);
  return 0;
}

/* ------------------------------------------------------------------ Exudyn */

enum { X_K, X_N, X_D, X_C, X_MODEL, X_MU, X_ZONE };

static const ptl_tool_key exudyn_keys[] = {
    {"contactStiffness", "k", "N/m^contactStiffnessExponent", "N/m^contactStiffnessExponent", NULL,
     1, "stiffness"},
    {"contactStiffnessExponent", "n", "1", "1", NULL, 1, "exponent"},
    {"contactDamping", "d", "N s/m", "N s/m", NULL, 0, "damping of impactModel 0"},
    {"restitutionCoefficient", "e", "1", "1", NULL, 0, "restitution of impactModel 1 and 2"},
    {"impactModel", NULL, "1", "1", "0|1|2", 1, "0 linear, 1 Hunt-Crossley, 2 mixed"},
    {"dynamicFriction", "mu", "1", "1", NULL, 0, "friction coefficient"},
    {"frictionProportionalZone", "zone", "m/s", "m/s", NULL, 0, "slip rate of full friction"},
    {0}};

static int from_exudyn(const double *v, ptl_converted *out) {
  const int is_linear = v[X_MODEL] == 0;
  put_power(out, v[X_K], v[X_N]);
  if (is_linear ? isnan(v[X_D]) : isnan(v[X_C]))
    return refuse(out, is_linear ? "impactModel 0 needs contactDamping"
                                 : "impactModel 1 and 2 need restitutionCoefficient");
  if (is_linear)
    put_damping(out, "kelvin_voigt", "damping.coefficient", v[X_D], "N s/m");
  else
    put_damping(out, v[X_MODEL] == 1 ? "hunt_crossley" : "carvalho_martins", "damping.restitution",
                v[X_C], NULL);
  if (v[X_MODEL] == 2) put_text(out, "damping.form", "exudyn");
  if (isnan(v[X_MU])) return 0;
  if (!(v[X_ZONE] > 0)) return refuse(out, "friction needs frictionProportionalZone > 0");
  put_text(out, "friction.law", "ambrosio");
  put(out, "friction.coefficient", v[X_MU], NULL);
  put(out, "friction.lower_speed", 0, "m/s");
  put(out, "friction.regularisation_speed", v[X_ZONE], "m/s");
  return 0;
}

/* ------------------------------------------------------------------ Chrono, LAMMPS, Yade */

enum { D_E, D_NU, D_C, D_MU, D_R, D_N, D_MODEL };

#define SPHERE_KEYS(restitution)                                                           \
  {"young", "E", "Pa", "Pa", NULL, 1, "Young's modulus of both bodies"},                   \
      {"poisson", "nu", "1", "1", NULL, 1, "Poisson's ratio of both"},                     \
      {restitution, "e", "1", "1", NULL, 1, "coefficient of restitution"},                 \
      {"mu", "xmu", "1", "1", NULL, 0, "friction coefficient"},                            \
      {"radius", "R", "m", "m", NULL, 0, "effective radius, for the tangential spring"}, { \
    "normal_force", "N", "N", "N", NULL, 0, "normal force as it occurs, likewise"          \
  }

static const ptl_tool_key chrono_keys[] = {
    SPHERE_KEYS("restitution"), {"model", NULL, "1", "1", "hertz|flores", 0, "force model"}, {0}};
static const ptl_tool_key lammps_keys[] = {SPHERE_KEYS("restitution"), {0}};
static const ptl_tool_key yade_keys[] = {SPHERE_KEYS("en"), {0}};

/* Hertz's sphere with the damping, and Mindlin's stiffness k_t = 8 G* a at the normal force given,
 * G* = E/(4 (2 - nu) (1 + nu)) of two alike, a = (3 N R/(4 E*))^(1/3). */
static int from_spheres(const double *v, const char *damping, ptl_converted *out) {
  put_text(out, "elastic.law", "hertz");
  put_damping(out, damping, "damping.restitution", v[D_C], NULL);
  if (!isnan(v[D_MU])) {
    if (!(v[D_R] > 0 && v[D_N] > 0))
      return refuse(out, "the tangential spring needs radius > 0 and normal_force > 0");
    const double modulus = v[D_E] / (2 * (1 - v[D_NU] * v[D_NU]));
    const double shear = v[D_E] / (4 * (2 - v[D_NU]) * (1 + v[D_NU]));
    put_text(out, "friction.law", "tangential_spring");
    put(out, "friction.coefficient", v[D_MU], NULL);
    put(out, "friction.stiffness", 8 * shear * cbrt(0.75 * v[D_N] * v[D_R] / modulus), "N/m");
    put(out, "friction.reference_force", v[D_N], "N");
    put(out, "friction.exponent", 1.0 / 3, NULL);
  }
  put(out, "materials.young", v[D_E], "Pa");
  put(out, "materials.poisson", v[D_NU], NULL);
  return 0;
}

static int from_chrono(const double *v, ptl_converted *out) {
  const int is_flores = v[D_MODEL] == 1;
  if (is_flores)
    note(out,
         "Flores is in Chrono::Multicore only; without MultiStep it takes a characteristic "
         "impact velocity in place of the speed at touch");
  return from_spheres(v, is_flores ? "flores" : "tsuji_clamped", out);
}

static int from_lammps(const double *v, ptl_converted *out) {
  note(out, "LAMMPS' force may pull before the spheres part; with limit_damping: tsuji_clamped");
  return from_spheres(v, "tsuji", out);
}

static int from_yade(const double *v, ptl_converted *out) {
  return from_spheres(v, "tsuji", out);
}

/* ------------------------------------------------------------------ the tools */

static const ptl_tool_key no_keys[] = {{0}};

const ptl_tool ptl_cli_law_tools[] = {
    {"adams", "Adams: IMPACT and Coulomb friction", adams_keys, NULL, from_adams},
    {"motionsolve", "MotionSolve: IMPACT", adams_keys, NULL, from_adams},
    {"solidworks", "SolidWorks Motion: IMPACT", adams_keys, NULL, from_adams},
    {"recurdyn", "RecurDyn: solid contact", recurdyn_keys, NULL, from_recurdyn},
    {"simscape", "Simscape: Spatial Contact Force, Translational Friction", simscape_keys, NULL,
     from_simscape},
    {"modelica", "Modelica: ElastoGap", modelica_keys, NULL, from_modelica},
    {"opensim", "OpenSim, Simbody: HuntCrossleyForce", opensim_keys, NULL, from_opensim},
    {"exudyn", "Exudyn: ObjectContactSphereSphere", exudyn_keys, NULL, from_exudyn},
    {"chrono", "Chrono: SMC with material properties", chrono_keys, NULL, from_chrono},
    {"lammps", "LAMMPS: granular hertz/material, damping tsuji", lammps_keys, NULL, from_lammps},
    {"yade", "Yade: Hertz-Mindlin", yade_keys, NULL, from_yade},
    {"mujoco", "MuJoCo", no_keys,
     "solref and solimp soften a constraint whose force depends on the whole system at that "
     "instant; they are no law of depth and rate. Take `power` with the mass and the time constant "
     "that the contact shows there, K = m/(timeconst dampratio)^2, and `exact` for the restitution",
     NULL},
    {0}};
