/* cases_mass.c: the effective mass of a contact is that along its normal, joints and drives in
 * place. */
#include <math.h>
#include <string.h>

#include "run_case.h"

#define LAW(text) "contacts.k.damping={" text "}"
#define ROD "hinged rod: I/L^2 = 1 kg at its tip; a linear contact returns with its restitution"

const run_case *mass_cases(void) {
  static run_case cases[32];
  const run_case table[] = {
      {.name = "hinged rod, Tsuji",
       .model = "effective_mass",
       .source = ROD,
       .checks = {END("rod.omega", 0.5, 2e-3), SUMMARY("gaps.0.effective_mass", 1.0, 1e-2)}},
      {.name = "hinged rod, Kelvin-Voigt",
       .model = "effective_mass",
       .source = ROD,
       .settings = {LAW("law: kelvin_voigt, restitution: 0.5")},
       .checks = {END("rod.omega", 0.5, 2e-3)}},
      {.name = "hinged rod, Kelvin-Voigt 0.8",
       .model = "effective_mass",
       .source = ROD,
       .settings = {LAW("law: kelvin_voigt, restitution: 0.8")},
       .checks = {END("rod.omega", 0.8, 2e-3)}},
      {.name = "hinged rod, Tsuji, exponent 1.5",
       .model = "effective_mass",
       .source = ROD,
       .settings = {"contacts.k.elastic={law: power, stiffness: 1e9, exponent: 1.5}"},
       .checks = {END("rod.omega", 0.5, 2e-3)}},
      {.name = "hinged rod, 100 times lighter",
       .model = "effective_mass",
       .source = ROD,
       .settings = {"bodies.rod.mass=0.03", "bodies.rod.inertia=0.0025"},
       .checks = {END("rod.omega", 0.5, 2e-3)}},
      {.name = "hinged rod, exact",
       .model = "effective_mass",
       .source = "needs no effective mass",
       .settings = {LAW("law: exact, restitution: 0.5")},
       .checks = {END("rod.omega", 0.5, 2e-3)}},
      {.name = "hinged rod, mass given",
       .model = "effective_mass",
       .source = "what is given stays: 1 kg is right",
       .settings = {"contacts.k.effective_mass=1 kg"},
       .checks = {END("rod.omega", 0.5, 2e-3)}},
      {.name = "hinged rod, wrong mass given",
       .model = "effective_mass",
       .source = "what is given stays: 3 kg damps as for 0.283 on 1 kg (reviewed independently)",
       .settings = {"contacts.k.effective_mass=3 kg"},
       .checks = {END("rod.omega", 0.2826, 2e-3)}},
      {.name = "ram",
       .model = "ram",
       .source = "a driven ram does not give way",
       .checks = {END("ball.vx", 1.5, 2e-3), SUMMARY("gaps.0.effective_mass", 1.0, 1e-6)}},
      {.name = "ram, Tsuji",
       .model = "ram",
       .source = "a driven ram does not give way",
       .settings = {LAW("law: tsuji, restitution: 0.5")},
       .checks = {END("ball.vx", 1.5, 2e-3)}},
      {.name = "ram, heavy ball",
       .model = "ram",
       .source = "a driven ram does not give way",
       .settings = {"bodies.ball.mass=20", "run.until=0.1"},
       .checks = {END("ball.vx", 1.5, 2e-3)}},
      {.name = "ram without drive",
       .model = "ram",
       .source = "free masses m1 m2/(m1 + m2): v2 = (1 + c) m1/(m1 + m2)",
       .settings = {"joints.drive="},
       .checks = {END("ball.vx", 1.5 * 0.1 / 1.1, 2e-3)}},
      {.name = "oblique guide",
       .model = "oblique_guide",
       .source = "m/cos^2 along the normal",
       .checks = {END("block.vx", -0.5, 2e-3), END("block.vy", -0.5, 2e-3),
                  SUMMARY("gaps.0.effective_mass", 2.0, 1e-6)}},
      {.name = "effective mass in check",
       .model = "effective_mass",
       .verb = "check",
       .source = "I/L^2 = 1 kg",
       .text = {"effective mass [kg]", "1             1\n"}},
      {.name = NULL}};
  _Static_assert(sizeof table <= sizeof cases, "too many cases");
  memcpy(cases, table, sizeof table);
  return cases;
}
