/* Squeeze films between plane faces and of pins on walls: closed forms, energy, derivatives,
 * refusals. */
#include "support.h"

#include "context.h"
#include "film.h"
#include "registry.h"
#include "state.h"
#include "system.h"

static const double pi = 3.14159265358979324;

/* A pin of radius 6 mm in a straight slot, or a slider of 30 mm x 20 mm, with c = 0.1 mm, in oil of
 * 0.1 Pa s, 20 mm (2 m) wide. Light bodies, so that their inertia counts for nothing. */
#define MODEL                                                                        \
  "pintle: 1\n"                                                                      \
  "bodies: {block: {mass: %s, inertia: %s, position: [0, 0], rate: %s}}\n"           \
  "joints:\n"                                                                        \
  "  way: {%s, clearance: 0.1 mm, contact: dry,\n"                                   \
  "    film: {law: %s, viscosity: 0.1 Pa s, length: %s, least_thickness: 0.1 um}}\n" \
  "%s"                                                                               \
  "loads: {weight: {body: block, force: [0, -%g]}}\n"                                \
  "contacts: {dry: {elastic: {law: power, stiffness: 1e8 N/m, exponent: 1}}}\n"      \
  "run: {until: %s, every: %s, start: given, rtol: 1e-8}\n"
#define PIN \
  "type: pin_in_slot, slot: {body: ground, %s}, pin: {body: block, at: [0, 0], radius: 6 mm}"
#define LINE "line: {from: [-30 mm, 0], to: [30 mm, 0]}"
#define ARC "arc: {center: [0, 50 mm], radius: 50 mm, from: 210 deg, to: 330 deg}"
#define SLIDER                                                                                   \
  "type: translational, bodies: [ground, block], at: [[0, 0], [0, 0]], slider: {length: 30 mm, " \
  "width: 20 mm}"
#define HOLD "  hold: {type: motion, bodies: [ground, block], along: %s, rate: 0}\n"

static ptl_system *make(ptl_context *context, const char *joint, const char *law,
                        const char *length, const char *more, double force, const char *until) {
  char text[4096];
  snprintf(text, sizeof text, MODEL, "1e-6 kg", "1e-9", "0", joint, law, length, more, force, until,
           until);
  return system_of(context, text, NULL, 0);
}

static double final_thickness(ptl_context *context, ptl_system *s, double force, double h0) {
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary sum;
  must(context, ptl_simulate(context, s, NULL, &sink, &sum));
  const double h = rows_at(&trace, trace.n - 1, column_of(s, "way.film_thickness"));
  /* the load's work is what the film takes */
  assert_near(sum.energy.dissipated, force * (h0 - h), 1e-3 * force * (h0 - h));
  assert_true(sum.films[0].thinnest <= h + 1e-12);
  ptl_summary_release(context, &sum);
  rows_release(&trace);
  ptl_system_destroy(s);
  return h;
}

/* 1/h^2 - 1/h0^2 = 2 F t/(viscosity L B^3 k): k = 0.4217 of a square, 3 times its torsion constant
 * of 0.1406 (Timoshenko); of B/L = 0.015 1 - 0.63 B/L. */
static void plane_faces_approach_as_stefan_says(void **state) {
  static const struct {
    const char *length;
    double size, share, force;
  } cases[] = {{"30 mm", 0.03, 0.4217, 20.0}, {"2 m", 2.0, 1.0 - 0.63 * 0.015, 4000.0}};
  for (int i = 0; i < 2; i++) {
    char hold[200];
    snprintf(hold, sizeof hold, HOLD HOLD, "angle", "x");
    char *second = strstr(hold + 2, "  hold:");
    memcpy(second, "  keep:", 7);
    ptl_system *s =
        make(*state, SLIDER, "squeeze_plane", cases[i].length, hold, cases[i].force, "20 ms");
    const double h = final_thickness(*state, s, cases[i].force, 1e-4);
    const double due = 1.0 / sqrt(1e8 + 2.0 * cases[i].force * 0.02 /
                                            (0.1 * cases[i].size * 27e-6 * cases[i].share));
    assert_true(due < 0.95e-4);
    assert_near(h, due, 1e-3 * due);
  }
}

/* 2 (h^-1/2 - h0^-1/2) = F t/(3 sqrt(2) pi viscosity L R^1.5): on a line R is the pin's radius,
 * within an arc 1/R = 1/r - 1/r_wall. */
static void a_pin_approaches_its_wall(void **state) {
  for (int arc = 0; arc < 2; arc++) {
    char joint[400], hold[200];
    const double wall = 0.05 + 0.0061, force = 20.0;
    const double radius = arc ? 1.0 / (1.0 / 0.006 - 1.0 / wall) : 0.006;
    snprintf(joint, sizeof joint, PIN, arc ? ARC : LINE);
    snprintf(hold, sizeof hold, HOLD HOLD, "angle", "x");
    memcpy(strstr(hold + 2, "  hold:"), "  keep:", 7);
    ptl_system *s = make(*state, joint, "squeeze_arc", "20 mm", hold, force, "1 ms");
    const double h = final_thickness(*state, s, force, 1e-4);
    const double k = 3.0 * sqrt(2.0) * pi * 0.1 * 0.02 * pow(radius, 1.5);
    const double due = pow(100.0 + 0.5 * force * 1e-3 / k, -2.0);
    assert_true(due < 0.9e-4);
    assert_near(h, due, 2e-3 * due);
  }
}

/* Reynolds' moment on two parallel wide faces of which one part is squeezed: viscosity L B^5 w/(60
 * h^3) together; the angular acceleration at the start is that moment over the inertia. */
static void faces_resist_tilting(void **state) {
  char text[4096];
  rows trace = {0};
  ptl_sink sink = rows_sink(&trace);
  ptl_summary sum;
  snprintf(text, sizeof text, MODEL, "1 kg", "1 kg m^2", "1 rad/s", SLIDER, "squeeze_plane", "2 m",
           "", 0.0, "1 us", "1 us");
  ptl_system *s = system_of(*state, text, NULL, 0);
  must(*state, ptl_simulate(*state, s, NULL, &sink, &sum));
  const double share = 1.0 - 0.63 * 0.015,
               due = -0.1 * 2.0 * pow(0.03, 5.0) * share / (60.0 * 1e-12);
  assert_near(rows_at(&trace, 0, column_of(s, "block.alpha")), due, 2e-3 * fabs(due));
  ptl_summary_release(*state, &sum);
  rows_release(&trace);
  ptl_system_destroy(s);
}

/* ---------------------------------------------------------------- random states */

static double random_part(void) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double)(state >> 11) * 0x1p-53;
}

static ptl_film_eval film_at(ptl_data *data, double *q, double *v) {
  ptl_film_eval film;
  ptl_data_set_state(data, 0.0, q, v);
  ptl_eval_film(data, 0, q, v, 1, &film);
  return film;
}

/* No state gives energy; derivatives are differences of the force, but for the few states where a
 * part goes from approach to parting between them. */
static void films_take_energy_everywhere(void **state) {
  static const char *const joints[] = {SLIDER, NULL, NULL};
  for (int i = 0; i < 3; i++) {
    char joint[400];
    snprintf(joint, sizeof joint, PIN, i == 1 ? LINE : ARC);
    ptl_system *s = make(*state, i == 0 ? joints[0] : joint,
                         i == 0 ? "squeeze_plane" : "squeeze_arc", "20 mm", "", 0.0, "1 ms");
    ptl_data *data;
    must(*state, ptl_data_create(*state, s, &data));
    int compared = 0, differ = 0;
    for (int k = 0; k < 100000; k++) {
      const double away = 1.0 - exp(-6.0 * random_part());
      double q[3] = {5e-3 * (random_part() - 0.5), 0.0,
                     i == 0 ? 4e-3 * (random_part() - 0.5) : random_part()};
      double v[3] = {random_part() - 0.5, random_part() - 0.5, 20.0 * (random_part() - 0.5)};
      q[1] = (random_part() < 0.5 ? -1e-4 : 1e-4) * away;
      if (i == 2) q[1] += 0.05 - sqrt(0.05 * 0.05 - q[0] * q[0]);
      const ptl_film_eval at = film_at(data, q, v);
      const double power = at.force[0] * v[0] + at.force[1] * v[1] + at.force[2] * v[2];
      assert_true(at.dissipation >= 0.0);
      assert_near(at.dissipation, -power, 1e-9 * (fabs(power) + 1e-12));
      if (k % 500 != 0) continue;
      for (int j = 0; j < 6; j++) {
        double *x = j < 3 ? &q[j] : &v[j - 3];
        const double step = j < 3 ? 1e-9 : 1e-6, kept = *x;
        *x = kept + step;
        const ptl_film_eval high = film_at(data, q, v);
        *x = kept - step;
        const ptl_film_eval low = film_at(data, q, v);
        *x = kept;
        for (int m = 0; m < 3; m++) {
          const double slope = (high.force[m] - low.force[m]) / (2.0 * step);
          const double found = j < 3 ? at.by_pose[m][j] : at.by_twist[m][j - 3];
          const double size = hypot(at.force[0], hypot(at.force[1], 100.0 * at.force[2]));
          const double room = 1e-3 * fabs(slope) + 1e-4 * size / (j < 3 ? 1e-5 : 1.0);
          differ += !(fabs(found - slope) <= room);
          compared++;
        }
      }
    }
    assert_true(compared > 1000 && differ <= compared / 200);
    ptl_data_destroy(data);
    ptl_system_destroy(s);
  }
}

static void wrong_films_are_refused(void **state) {
  static const char *const wrong[][3] = {
      {SLIDER, "squeeze_arc", "whose is 'squeeze_plane'"},
      {SLIDER, "short", "whose is 'squeeze_plane'"},
      {"type: pin_in_slot, slot: {body: ground, " LINE
       ", mouth: to}, pin: {body: block, at: [0, 0], radius: 6 mm}",
       "squeeze_arc", "no mouth"},
      {"type: revolute, bodies: [ground, block], at: [0, 0], radius: 6 mm", "squeeze_plane",
       "is for plane faces"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char text[4096];
    ptl_mechanism *m = NULL;
    snprintf(text, sizeof text, MODEL, "1 kg", "1", "0", wrong[i][0], wrong[i][1], "20 mm", "", 0.0,
             "1 ms", "1 ms");
    const char *path = write_file("squeeze.yaml", text);
    assert_int_equal(ptl_mechanism_load(*state, path, NULL, 0, &m), PTL_ERR_INPUT);
    remove(path);
    if (strstr(ptl_context_message(*state), wrong[i][2]) == NULL)
      fail_msg("%s", ptl_context_message(*state));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plane_faces_approach_as_stefan_says),
      cmocka_unit_test(a_pin_approaches_its_wall), cmocka_unit_test(faces_resist_tilting),
      cmocka_unit_test(films_take_energy_everywhere), cmocka_unit_test(wrong_films_are_refused)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
