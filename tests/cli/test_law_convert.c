/* `pintle law convert` as a user calls it. Expected numbers: conversions of units by hand, the
 * other programs' formulas worked out here. */
#include <math.h>

#include "program.h"

/* The number behind "KEY: " in the text. */
static double number_of(const char *text, const char *key) {
  char marked[64];
  snprintf(marked, sizeof marked, "%s: ", key);
  const char *at = strstr(text, marked);
  if (at == NULL) fail_msg("no %s in %s", key, text);
  return strtod(at + strlen(marked), NULL);
}

static void close_to(double got, double wanted) {
  if (!(fabs(got - wanted) <= 1e-12 * fabs(wanted))) fail_msg("%.15g, expected %.15g", got, wanted);
}

/* Expected: 1 N/mm^e = 10^(3e) N/m^e, 1 N s/mm = 1000 N s/m, by hand. */
static void adams_in_millimetres(void **state) {
  (void)state;
  const outcome *o = shell("pintle law convert --from adams k=1e5 e=2.2 cmax=10 d=0.1");
  expect_status(o, 0);
  expect_text(o->out, "N/m^2.2, exponent: 2.2}");
  close_to(number_of(o->out, "stiffness"), 1e5 * pow(10, 6.6));
  close_to(number_of(o->out, "coefficient"), 1e4);
  close_to(number_of(o->out, "depth"), 1e-4);
  o = shell(
      "pintle law convert --from adams e=1.5 k='2e9 N/m^1.5' cmax='3 N s/m' d='20 um' mus=0.3 "
      "mud=0.1 vs=100 vd='1 m/s'");
  expect_status(o, 0);
  close_to(number_of(o->out, "stiffness"), 2e9);
  close_to(number_of(o->out, "coefficient"), 3);
  close_to(number_of(o->out, "depth"), 2e-5);
  close_to(number_of(o->out, "stiction_speed"), 0.1);
  close_to(number_of(o->out, "friction_speed"), 1);
}

/* Expected: k_comb^1.5 of Simbody, (k^(2/3)/2)^1.5 for two alike; E* = young/2 with poisson 0. */
static void opensim(void **state) {
  (void)state;
  const outcome *o = shell("pintle law convert --from opensim stiffness=1e7 dissipation=2");
  expect_status(o, 0);
  close_to(number_of(o->out, "young") / 2, 1e7 / pow(2, 1.5));
  close_to(number_of(o->out, "alpha"), 2);
  o = shell(
      "pintle law convert --from simbody stiffness=8e6 stiffness2=1e6 dissipation=1 "
      "dissipation2=6");
  expect_status(o, 2);
  expect_text(o->err, "nothing is known of 'simbody'");
  o = shell(
      "pintle law convert --from opensim stiffness=8e6 stiffness2=1e6 dissipation=1 "
      "dissipation2=6");
  expect_status(o, 0); /* k^(2/3): 4e4 and 1e4; s1 = 1/5 */
  close_to(number_of(o->out, "young") / 2, pow(4e4 / 5, 1.5));
  close_to(number_of(o->out, "alpha"), 1.0 / 5 + 6 * 4.0 / 5);
}

/* Expected: c s_ref^(1 - n); forces over the normal force; 8 G* a of Mindlin; c/(1.5 k) in SI. */
static void others(void **state) {
  (void)state;
  const outcome *o = shell("pintle law convert --from modelica c=1e5 d=100 n=1.5 s_ref='1 mm'");
  expect_status(o, 0);
  close_to(number_of(o->out, "stiffness"), 1e5 / sqrt(1e-3));
  o = shell(
      "pintle law convert --from simscape k=1e6 b=1000 w='0.1 mm' F_brk=25 F_C=20 v_brk=0.1 f=100 "
      "N=100");
  expect_status(o, 0);
  close_to(number_of(o->out, "static"), 0.25);
  close_to(number_of(o->out, "viscous"), 1);
  o = shell("pintle law convert --from lammps E=70e9 nu=0.3 e=0.9 mu=0.3 R=0.005 N=10");
  expect_status(o, 0);
  const double modulus = 70e9 / (2 * 0.91), shear = 70e9 / (4 * 1.7 * 1.3);
  const double depth = pow(10 / (4.0 / 3 * modulus * sqrt(0.005)), 2.0 / 3);
  const double wanted = 8 * shear * sqrt(0.005 * depth);
  assert_true(fabs(number_of(strstr(o->out, "tangential"), "stiffness") / wanted - 1) < 1e-12);
  o = shell("pintle law convert --from recurdyn k=1e5 c=10 m1=1.5 m3=1.5");
  expect_status(o, 0);
  assert_true(fabs(number_of(o->out, "alpha") - 10 / 1.5e5 * 1e3) < 1e-12);
  o = shell("pintle law convert --from exudyn k=1e6 n=1.5 e=0.2 impactModel=2 mu=0.2 zone=1e-3");
  expect_status(o, 0);
  expect_text(o->out, "{law: carvalho_martins, restitution: 0.2, form: exudyn}");
  expect_text(o->out, "lower_speed: 0 m/s");
  o = shell("pintle law convert --from exudyn k=1e6 n=1 d=100 impactModel=0");
  expect_status(o, 0);
  expect_text(o->out, "{law: kelvin_voigt, coefficient: 100 N s/m}");
}

/* Every program's output makes a contact of a model that is accepted, its friction included. */
static void output_is_a_contact(void **state) {
  static const char *const calls[] = {
      "adams k=1e5 e=2.2 cmax=10 d=0.1 mus=0.3 mud=0.1 vs=1 vd=10",
      "motionsolve k=1e5 e=1.5 cmax=10 d=0.1",
      "solidworks k=1e5 e=1.5 cmax=10 d=0.1",
      "recurdyn k=1e5 c=10 m1=1.5 d=0.1",
      "simscape k=1e6 b=1000 w=1e-4 F_brk=25 F_C=20 v_brk=0.1 N=100",
      "modelica c=1e6 d=100",
      "opensim stiffness=1e9 dissipation=2 static_friction=0.8 dynamic_friction=0.4",
      "exudyn k=1e8 n=1.5 impactModel=0 d=100 mu=0.2 zone=1e-3",
      "exudyn k=1e8 n=1.5 impactModel=1 e=0.6",
      "chrono E=2e9 nu=0.3 e=0.6 mu=0.2 R=0.21 N=100",
      "chrono E=2e9 nu=0.3 e=0.6 model=flores",
      "lammps E=2e9 nu=0.3 e=0.6 mu=0.2 R=0.21 N=100",
      "yade E=2e9 nu=0.3 en=0.6",
  };
  (void)state;
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    write_text("head.yaml",
               "pintle: 1\n"
               "bodies:\n"
               "  ball: {mass: 1 kg, inertia: 1e-3 kg m^2, velocity: [0.3 m/s, 0]}\n"
               "joints:\n"
               "  pin: {type: revolute, bodies: [ground, ball], at: [0, 0], radius: 10.5 mm, "
               "clearance: 0.5 mm, contact: it}\n"
               "run: {until: 5 ms, every: 1 ms, start: given}\n"
               "contacts:\n"
               "  it:\n");
    const outcome *o = shell(
        "pintle law convert --from %s | sed 's/^/    /' | cat head.yaml - >m.yaml && pintle run "
        "m.yaml -o out && rm -r out",
        calls[i]);
    if (o->status != 0) fail_msg("%s: %s", calls[i], o->err);
  }
}

static void lists(void **state) {
  (void)state;
  const outcome *o = shell("pintle law convert");
  expect_status(o, 0);
  expect_text(o->out, "adams");
  expect_text(o->out, "yade");
  o = shell("pintle law convert --from adams");
  expect_status(o, 0);
  expect_text(o->out, "N s/mm");
}

static void bad_input(void **state) {
  static const char *const rows[][2] = {
      {"k=1", "--from TOOL is missing"},
      {"--from admas k=1", "did you mean 'adams'"},
      {"--from adams k=1e5 e=2.2 cmax=10", "d is missing"},
      {"--from adams k=1e5 cmax=10 d=0.1", "e is missing"},
      {"--from adams k=1e5 e=2.2 cmax=10 d=0.1 d=0.2", "d is given twice"},
      {"--from adams k=1e5 e=2.2 cmax=10 d=0.1 mus=0.3", "both mus and mud"},
      {"--from adams k=1e5 e=2.2 cmax=10 d=0.1 mus=0.3 mud=0.2", "both vs and vd"},
      {"--from adams k='1e5 kg' e=2.2 cmax=10 d=0.1", "k: '1e5 kg'"},
      {"--from adams k=1e5 e=2.2 cmax=-10 d=0.1", "must be >= 0"},
      {"--from adams stifness=1e5 e=2 cmax=1 d=1", "did you mean 'stiffness'"},
      {"--from adams 1e5", "is not KEY=VALUE"},
      {"--from recurdyn k=1 c=1 m1=1.5", "give one of m3"},
      {"--from recurdyn k=1 c=1 m1=1.5 m3=2", "no counterpart"},
      {"--from recurdyn k=1 c=1 m1=1.5 m3=1.5 m2=2", "no counterpart"},
      {"--from simscape k=1 b=1 w=1 F_brk=1 F_C=1 v_brk=1", "N > 0"},
      {"--from exudyn k=1 n=1 impactModel=3", "must be one of 0|1|2"},
      {"--from exudyn k=1 n=1 impactModel=0", "needs contactDamping"},
      {"--from lammps E=1e9 nu=0.3 e=0.5 mu=0.1", "radius > 0"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const outcome *o = shell("pintle law convert %s", rows[i][0]);
    if (o->status != 2) fail_msg("%s: status %d", rows[i][0], o->status);
    if (strstr(o->err, rows[i][1]) == NULL)
      fail_msg("%s: '%s' does not say '%s'", rows[i][0], o->err, rows[i][1]);
    if (o->out[0]) fail_msg("%s wrote: %s", rows[i][0], o->out);
  }
}

/* What has no counterpart says why; the answer is no. */
static void no_counterpart(void **state) {
  (void)state;
  const outcome *o = shell("pintle law convert --from mujoco solref=0.02");
  expect_status(o, 1);
  expect_text(o->err, "soften a constraint");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(adams_in_millimetres),
      cmocka_unit_test(opensim),
      cmocka_unit_test(others),
      cmocka_unit_test(output_is_a_contact),
      cmocka_unit_test(lists),
      cmocka_unit_test(bad_input),
      cmocka_unit_test(no_counterpart),
  };
  return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
