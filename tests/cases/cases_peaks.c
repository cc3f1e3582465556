/* cases_peaks.c: peaks of laws that jump at touch or part, and contacts that pass from one gap of a
 * joint to the next. */
#include <math.h>
#include <string.h>

#include "run_case.h"

/* Largest force of m x'' + D x' + K x = 0 with x' = v at touch: D v at once where damping is
 * strong, else within the contact. `restitution` is exp(-pi z/sqrt(1 - z^2)). */
static double oscillator_peak(double mass, double stiffness, double restitution, double speed) {
  double l = log(restitution), z = -l / sqrt(M_PI * M_PI + l * l), w = sqrt(stiffness / mass);
  double damping = 2.0 * z * sqrt(stiffness * mass), wd = w * sqrt(1.0 - z * z), most = 0.0;
  for (int i = 0; i <= 1000000; i++) {
    double t = i * (M_PI / wd) / 1e6, decay = exp(-z * w * t) * speed;
    double x = decay * sin(wd * t) / wd, v = decay * cos(wd * t) - z * w * x;
    most = fmax(most, stiffness * x + damping * v);
  }
  return most;
}

#define OSCILLATOR "the oscillator in closed form; D v at touch where c < 0.163"
#define LAW(text) "contacts.k.damping={" text "}"
#define NO_LOSS(gap) SUMMARY("gaps." #gap ".energy_lost", 0.0, 1e-7)

/* Parts, touches, and parts for good, in a run of 1 s. */
#define GRAZE(leaves)                                                        \
  {                                                                          \
    EVENTS("floor,contact,touch", 1, 0), EVENTS("floor,contact,part", 2, 0), \
        SUMMARY("gaps.0.longest_flight", 1.0 - (leaves), 1e-6)               \
  }

const run_case *peak_cases(void) {
  static run_case cases[32];
  const double p10 = oscillator_peak(1.0, 1e6, 0.1, 1.0),
               p02 = oscillator_peak(1.0, 1e6, 0.02, 1.0);
  const double p50 = oscillator_peak(1.0, 1e6, 0.5, 1.0),
               small = oscillator_peak(0.01, 1e8, 0.1, 3.0);
  const run_case table[] = {
      {.name = "Kelvin-Voigt 0.1",
       .model = "kelvin_voigt_peak",
       .source = OSCILLATOR,
       .checks = {SUMMARY("gaps.0.peak_force", p10, 0.01),
                  SUMMARY("gaps.0.peak_force", 1182.310, 0.01),
                  REACHES("floor.contact.normal_force", 1182.0)}},
      {.name = "Kelvin-Voigt 0.02",
       .model = "kelvin_voigt_peak",
       .source = OSCILLATOR,
       .settings = {"contacts.k.damping.restitution=0.02"},
       .checks = {SUMMARY("gaps.0.peak_force", p02, 0.01),
                  REACHES("floor.contact.normal_force", p02 - 1.0)}},
      {.name = "Kelvin-Voigt 0.5",
       .model = "kelvin_voigt_peak",
       .source = OSCILLATOR,
       .settings = {"contacts.k.damping.restitution=0.5"},
       .checks = {SUMMARY("gaps.0.peak_force", p50, 0.02)}},
      {.name = "Kelvin-Voigt 0.1, rtol 1e-9",
       .model = "kelvin_voigt_peak",
       .source = OSCILLATOR,
       .settings = {"run.rtol=1e-9"},
       .checks = {SUMMARY("gaps.0.peak_force", p10, 1e-3)}},
      {.name = "Kelvin-Voigt 0.1, rtol 1e-5",
       .model = "kelvin_voigt_peak",
       .source = OSCILLATOR,
       .settings = {"run.rtol=1e-5"},
       .checks = {SUMMARY("gaps.0.peak_force", p10, 0.3)}},
      {.name = "Kelvin-Voigt 0.1, 10 g at 3 m/s",
       .model = "kelvin_voigt_peak",
       .source = OSCILLATOR,
       .settings = {"bodies.a.mass=0.01", "bodies.a.velocity=[0, -3]",
                    "contacts.k.elastic.stiffness=1e8", "run.every=1e-5"},
       .checks = {SUMMARY("gaps.0.peak_force", small, 0.05)}},
      {.name = "Kelvin-Voigt 0.1 without tension",
       .model = "kelvin_voigt_peak",
       .source = OSCILLATOR,
       .settings = {LAW("law: kelvin_voigt_clamped, restitution: 0.1")},
       .checks = {SUMMARY("gaps.0.peak_force", p10, 0.01)}},
      {.name = "Tsuji 0.1, linear",
       .model = "kelvin_voigt_peak",
       .source = "its restitution is exact",
       .settings = {LAW("law: tsuji, restitution: 0.1")},
       .checks = {EVENTS("floor,contact,touch", 1, 0), EVENTS("floor,contact,part", 1, 0),
                  END("a.vy", 0.1, 1e-3)}},
      {.name = "graze soon after parting",
       .model = "graze_after_part",
       .source = "roots of the depth",
       .checks = GRAZE(0.102)},
      {.name = "graze soon after parting, rtol 1e-4",
       .model = "graze_after_part",
       .source = "roots of the depth",
       .settings = {"run.rtol=1e-4"},
       .checks = GRAZE(0.102)},
      {.name = "graze between the ends of a step",
       .model = "graze_after_part",
       .source = "roots of the depth",
       .settings = {"parameters.a=0.139351", "parameters.b=0.141181", "parameters.c=0.144761",
                    "run.rtol=1e-4"},
       .checks = GRAZE(0.144761)},
      {.name = "graze between the ends of a step, rtol 1e-6",
       .model = "graze_after_part",
       .source = "roots of the depth",
       .settings = {"parameters.a=0.139095", "parameters.b=0.140685", "parameters.c=0.142165",
                    "run.rtol=1e-6"},
       .checks = GRAZE(0.142165)},
      {.name = "two grazes",
       .model = "two_grazes",
       .source = "roots of the depth",
       .checks = {EVENTS("floor,contact,touch", 2, 0), EVENTS("floor,contact,part", 2, 0),
                  SUMMARY("gaps.0.longest_flight", 0.8978, 1e-6)}},
      {.name = "two grazes, rtol 1e-4",
       .model = "two_grazes",
       .source = "roots of the depth",
       .settings = {"run.rtol=1e-4"},
       .checks = {EVENTS("floor,contact,touch", 2, 0), EVENTS("floor,contact,part", 2, 0),
                  SUMMARY("gaps.0.longest_flight", 0.8978, 1e-6)}},
      {.name = "two grazes, shallow",
       .model = "two_grazes",
       .source = "roots of the depth",
       .settings = {"parameters.size=100"},
       .checks = {EVENTS("floor,contact,touch", 2, 0), EVENTS("floor,contact,part", 2, 0),
                  SUMMARY("gaps.0.longest_flight", 0.8978, 1e-6)}},
      {.name = "two grazes, shallow, rtol 1e-4",
       .model = "two_grazes",
       .source = "roots of the depth",
       .settings = {"parameters.size=100", "run.rtol=1e-4"},
       .checks = {EVENTS("floor,contact,touch", 2, 0), EVENTS("floor,contact,part", 2, 0),
                  SUMMARY("gaps.0.longest_flight", 0.8978, 1e-6)}},
      {.name = "slot, from wall to end",
       .model = "slot_handover",
       .source = "no damping: no energy is lost",
       .settings = {"run.every=1e-4"},
       .checks = {NO_LOSS(0), NO_LOSS(1), NO_LOSS(2), EVENTS("s,inner,part", 0, 0),
                  EVENTS(",touch", 1, 1)}},
      {.name = "slot, from wall to end, rtol 1e-10",
       .model = "slot_handover",
       .source = "no damping: no energy is lost",
       .settings = {"run.every=1e-4", "run.rtol=1e-10"},
       .checks = {NO_LOSS(0), NO_LOSS(1), NO_LOSS(2)}},
      {.name = "slot, slower",
       .model = "slot_handover",
       .source = "no damping: no energy is lost",
       .settings = {"run.every=1e-4", "bodies.pin.velocity=[0.5, 0]", "run.until=0.11"},
       .checks = {NO_LOSS(0), NO_LOSS(1), NO_LOSS(2)}},
      {.name = "slot, heavier",
       .model = "slot_handover",
       .source = "no damping: no energy is lost",
       .settings = {"run.every=1e-4", "bodies.pin.mass=10", "bodies.pin.inertia=1e-3",
                    "contacts.k.elastic.stiffness=1e10"},
       .checks = {SUMMARY("gaps.0.energy_lost", 0.0, 1e-5),
                  SUMMARY("gaps.1.energy_lost", 0.0, 1e-5),
                  SUMMARY("gaps.2.energy_lost", 0.0, 1e-5)}},
      {.name = NULL}};
  _Static_assert(sizeof table <= sizeof cases, "too many cases");
  memcpy(cases, table, sizeof table);
  return cases;
}
