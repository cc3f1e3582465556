/* Wear: the ledger of a run, worn circles, the implicit loss of a ring, wear over many cycles. */
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "support.h"
#include "wear_pressure.h"
#include "wear_support.h"
#include "worn_circle.h"

static const double pi = 3.14159265358979324;

/* ---------------------------------------------------------------- the ledger of a run */

/* A journal that is driven around in its bearing at a constant rate and pressed down by a load. */
#define BEARING                                                                              \
  "pintle: 1\n"                                                                              \
  "bodies:\n"                                                                                \
  "  hanger: {mass: 1 kg, inertia: 1e-3, position: [0, -0.2 mm]}\n"                          \
  "joints:\n"                                                                                \
  "  bearing:\n"                                                                             \
  "    type: revolute\n"                                                                     \
  "    bodies: [ground, hanger]\n"                                                           \
  "    at: [[0, 0], [0, 0]]\n"                                                               \
  "    radius: 10.2 mm\n"                                                                    \
  "    clearance: 0.2 mm\n"                                                                  \
  "    contact: dry\n"                                                                       \
  "    wear: {coefficient: 2e-15 m^2/N, coefficient_b: 1e-15, length: 20 mm, sectors: %d}\n" \
  "  drive: {type: motion, bodies: [ground, hanger], along: angle, rate: %s}\n"              \
  "loads: {weight: {body: hanger, force: [0, -100 N]}}\n"                                    \
  "contacts:\n"                                                                              \
  "  dry:\n"                                                                                 \
  "    elastic: {law: power, stiffness: 1e7 N/m, exponent: 1}\n"                             \
  "    damping: {law: hunt_crossley, alpha: 20 s/m}\n"                                       \
  "    friction: {law: coulomb, coefficient: 0.1}\n"                                         \
  "run: {until: 0.2 s, every: 10 ms, start: given}\n"

static ptl_summary run_bearing(ptl_context *context, int sectors, const char *rate,
                               ptl_system **system) {
  char text[4096];
  ptl_summary summary;
  snprintf(text, sizeof text, BEARING, sectors, rate);
  *system = system_of(context, text, NULL, 0);
  must(context, ptl_simulate(context, *system, NULL, NULL, &summary));
  return summary;
}

/* With Coulomb friction in full sliding the integral of F |ds| is the friction's work over its
 * coefficient, whatever the sectors; the friction's work is found by the energy balance of the run,
 * another code. */
static void ledger_is_the_work_of_friction(void **state) {
  double lengths[2];
  for (int i = 0; i < 2; i++) {
    ptl_system *s;
    ptl_summary sum = run_bearing(*state, i == 0 ? 72 : 36, "20 rad/s", &s);
    assert_int_equal(sum.n_wears, 1);
    const ptl_wear_summary *w = &sum.wears[0];
    for (int side = 0; side < 2; side++) {
      const ptl_wear_surface *surface = &w->surfaces[side];
      assert_near(surface->work, sum.frictions[0].work / 0.1, 2e-4 * surface->work);
      assert_near(surface->volume, (side == 0 ? 2e-15 : 1e-15) * surface->work, 1e-30);
      double depth_volume = 0.0; /* the depths times their areas are the volume */
      for (int k = 0; k < surface->n_sectors; k++)
        depth_volume += ptl_wear_sector_depth(w, side, k) * surface->radius * surface->width * 0.02;
      assert_near(depth_volume, surface->volume, 1e-12 * surface->volume);
    }
    lengths[i] = w->surfaces[0].work;
    /* the bearing is touched where the load presses, at -90 deg less the angle of friction; the
     * journal all around as it turns by 4 rad */
    const ptl_wear_surface *bearing = &w->surfaces[0], *journal = &w->surfaces[1];
    int most = 0, n_journal = 0;
    for (int k = 0; k < bearing->n_sectors; k++) {
      if (bearing->works[k] > bearing->works[most]) most = k;
      n_journal += journal->works[k] > 0.0;
    }
    assert_true(fabs(remainder(most * bearing->width + 0.5 * pi, 2.0 * pi)) <
                atan(0.1) + bearing->width);
    assert_near(n_journal * journal->width, 4.0, 4.0 * journal->width);
    ptl_summary_release(*state, &sum);
    ptl_system_destroy(s);
  }
  assert_near(lengths[0], lengths[1], 1e-9 * lengths[0]);
}

/* F = 100 N at rest in the end, slip = (radius of the journal) x rate = 0.2 m/s: 4 J in 0.2 s, but
 * for the first swings. Back and forth counts as well: rate 20 cos(60 t), whose mean size is 2/pi
 * of it. */
static void distances_slid_back_count(void **state) {
  ptl_system *s;
  ptl_summary sum = run_bearing(*state, 72, "20 rad/s", &s);
  assert_near(sum.wears[0].surfaces[0].work, 100.0 * 0.01 * 20.0 * 0.2, 0.05);
  ptl_summary_release(*state, &sum);
  ptl_system_destroy(s);
  sum = run_bearing(*state, 72, "'20*cos(31.41592653589793*time/(1 s))'", &s);
  assert_near(sum.wears[0].surfaces[0].work, 100.0 * 0.01 * 20.0 * 0.2 * 2.0 / pi, 0.05);
  ptl_summary_release(*state, &sum);
  ptl_system_destroy(s);
}

/* A snapshot has the ledger: a run that goes on from it counts the same to the bit. */
static void snapshots_keep_the_ledger(void **state) {
  ptl_system *s;
  ptl_summary sum = run_bearing(*state, 72, "20 rad/s", &s), end[2];
  ptl_run *run, *other;
  void *bytes;
  size_t size;
  ptl_summary_release(*state, &sum);
  must(*state, ptl_run_create(*state, s, NULL, NULL, &run));
  must(*state, ptl_run_advance(run, 0.1, NULL));
  must(*state, ptl_run_save(run, &bytes, &size));
  must(*state, ptl_run_restore(*state, s, NULL, NULL, bytes, size, &other));
  ptl_run *const runs[] = {run, other};
  for (int i = 0; i < 2; i++) {
    must(*state, ptl_run_advance(runs[i], 0.2, NULL));
    must(*state, ptl_run_get_summary(runs[i], &end[i]));
    ptl_run_destroy(runs[i]);
  }
  assert_true(end[0].wears[0].surfaces[0].work > 3.0);
  assert_memory_equal(end[0].wears[0].surfaces[0].works, end[1].wears[0].surfaces[0].works,
                      72 * sizeof(double));
  for (int i = 0; i < 2; i++) ptl_summary_release(*state, &end[i]);
  ptl_text_release(*state, bytes);
  ptl_system_destroy(s);
}

/* A block that slides over a floor: the floor's sectors are as wide as the way needs, and hold all
 * of it. The mean force is the weight, the way 0.2 m: k F s = 9.81 J. */
static void flat_surfaces_are_divided_along(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "gravity: [0, -9.81 m/s^2]\n"
      "bodies: {ball: {mass: 1 kg, inertia: 1e-4, position: [0, 10 mm], velocity: [1 m/s, 0]}}\n"
      "joints:\n"
      "  floor:\n"
      "    type: circle_line\n"
      "    line: {body: ground, at: [0, 0], from: [-1 m, 0], to: [1 m, 0]}\n"
      "    circle: {body: ball, at: [0, 0], radius: 10 mm}\n"
      "    contact: dry\n"
      "    wear: {coefficient: 1e-15 m^2/N, length: 20 mm}\n"
      "  hold: {type: motion, bodies: [ground, ball], along: angle, rate: 0 rad/s}\n"
      "contacts: {dry: {elastic: {law: power, stiffness: 1e6 N/m, exponent: 1},\n"
      "  damping: {law: hunt_crossley, alpha: 100 s/m}}}\n"
      "run: {until: 0.2 s, every: 10 ms, start: given}\n";
  ptl_system *s = system_of(*state, text, NULL, 0);
  ptl_summary sum;
  must(*state, ptl_simulate(*state, s, NULL, NULL, &sum));
  const ptl_wear_surface *floor = &sum.wears[0].surfaces[0];
  double all = 0.0;
  assert_int_equal(floor->shape, PTL_WEAR_FLAT);
  for (int k = 0; k < floor->n_sectors; k++) {
    const double place = floor->first + k * floor->width;
    assert_true(floor->works[k] == 0.0 || fabs(fabs(place) - 0.1) < 0.1 + floor->width);
    all += floor->works[k];
  }
  assert_near(all, 9.81 * 0.2, 0.02 * 9.81 * 0.2);
  assert_near(floor->n_sectors * floor->width, 0.3, 0.15);
  ptl_summary_release(*state, &sum);
  ptl_system_destroy(s);
}

/* ---------------------------------------------------------------- worn circles */

enum { POINTS = 72, ROOM = 2 + POINTS * (2 + PTL_WORN_CIRCLE_DOUBLES) };

/* A circle of radius r with the loss mean + part cos(angle), as a list of an instance at c[0]. */
static ptl_worn_circle make_circle(double *c, double r, double side, double mean, double part) {
  ptl_reason why;
  c[0] = POINTS;
  c[1] = 2;
  for (int i = 0; i < POINTS; i++) {
    const double a = 2.0 * pi * i / POINTS, at = r + side * (mean + part * cos(a));
    c[2 + 2 * i] = at * cos(a);
    c[3 + 2 * i] = at * sin(a);
  }
  assert_int_equal(ptl_worn_circle_prepare(c, 0, r, side, "worn", &why), 0);
  return ptl_worn_circle_get(c, 0);
}

/* The loss a cos(angle) moves a hole by a along x: the pin comes nearest to the wall along the line
 * of the centres. A cubic B-spline takes (2 + cos h)/3 of a cosine sampled at steps h at the
 * samples, and less than h^4/100 more or less between. */
static void a_cosine_moves_the_hole(void **state) {
  double hole_c[ROOM], no_c[2] = {0.0, 2.0};
  const double h = 2.0 * pi / POINTS, a = 1e-4 * (2.0 + cos(h)) / 3.0;
  const ptl_worn_circle hole = make_circle(hole_c, 0.01, 1.0, 5e-5, 1e-4);
  const ptl_worn_circle none = ptl_worn_circle_get(no_c, 0);
  (void)state;
  for (int i = 0; i < 100; i++) {
    const double at = 0.3 + 0.7 * i, away = 1e-4 + 3e-6 * i;
    const ptl_pose pose = {a + away * cos(at), away * sin(at), 0.4 * i, 0.0};
    const double g = ptl_worn_circle_nearest(&hole, &none, &pose);
    const ptl_worn_loss w = ptl_worn_circle_loss(&hole, g);
    assert_near(pose.x * cos(g) + pose.y * sin(g) - w.value, away - 5e-5, 1e-4 * h * h * h * h);
    assert_near(remainder(g - at, 2.0 * pi), 0.0, 2e-3);
  }
}

/* A pin that has lost what the hole has, turned by its angle, counts the same. */
static void a_worn_pin_turns_with_its_body(void **state) {
  double hole_c[ROOM], pin_c[ROOM], no_c[2] = {0.0, 2.0};
  const ptl_worn_circle hole = make_circle(hole_c, 0.01, 1.0, 5e-5, 1e-4);
  const ptl_worn_circle pin = make_circle(pin_c, 0.0098, -1.0, 5e-5, 1e-4);
  const ptl_worn_circle none = ptl_worn_circle_get(no_c, 0);
  (void)state;
  for (int i = 0; i < 40; i++) {
    const double at = 0.3 + 0.7 * i, angle = 0.4 * i;
    const ptl_pose pose = {3e-4 * cos(at), 3e-4 * sin(at), 0.0, 0.0};
    const ptl_pose turned = {3e-4 * cos(at + angle), 3e-4 * sin(at + angle), angle, 0.0};
    const double by_hole = ptl_worn_circle_nearest(&hole, &none, &pose);
    const double by_pin = ptl_worn_circle_nearest(&none, &pin, &turned);
    assert_near(remainder(by_pin - angle - by_hole, 2.0 * pi), 0.0, 1e-9);
  }
}

/* Whether the spline's derivatives are those of its values: central differences. */
static void losses_have_their_derivatives(void **state) {
  double c[ROOM];
  const ptl_worn_circle hole = make_circle(c, 0.01, 1.0, 5e-5, 1e-4);
  (void)state;
  for (int i = 0; i < 50; i++) {
    const double at = 0.13 * i - 2.0, step = 1e-5;
    const ptl_worn_loss w = ptl_worn_circle_loss(&hole, at);
    const ptl_worn_loss a = ptl_worn_circle_loss(&hole, at - step),
                        b = ptl_worn_circle_loss(&hole, at + step);
    assert_near(w.slope, (b.value - a.value) / (2.0 * step), 1e-12);
    assert_near(w.curvature, (b.slope - a.slope) / (2.0 * step), 1e-8);
  }
}

static void bad_points_are_refused(void **state) {
  static const char text[] =
      "pintle: 1\n"
      "bodies: {pin: {mass: 1 kg, inertia: 1e-3}}\n"
      "joints: {bearing: {type: revolute, bodies: [ground, pin], at: [0, 0], radius: 10 mm,\n"
      "  clearance: 0.2 mm, contact: dry, worn: {bearing: %s}}}\n"
      "contacts: {dry: {elastic: {law: power, stiffness: 1e6, exponent: 1}}}\n"
      "run: {until: 1 s, every: 1 s}\n";
  static const char *const wrong[][2] = {
      {"[[0.01, 0], [0, 0.01], [-0.01, 0], [0, -0.01]]", "needs 12 points"},
      {"[[0.01, 0], [0.0087, 0.005], [0.005, 0.0087], [0, 0.02], [-0.005, 0.0087], [-0.0087, "
       "0.005], "
       "[-0.01, 0], [-0.0087, -0.005], [-0.005, -0.0087], [0, -0.01], [0.005, -0.0087], [0.0087, "
       "-0.005]]",
       "even steps"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char model[2048];
    ptl_mechanism *m = NULL;
    snprintf(model, sizeof model, text, wrong[i][0]);
    const char *path = write_file("worn.yaml", model);
    assert_int_equal(ptl_mechanism_load(*state, path, NULL, 0, &m), PTL_ERR_INPUT);
    remove(path);
    if (strstr(ptl_context_message(*state), wrong[i][1]) == NULL)
      fail_msg("%s", ptl_context_message(*state));
  }
}

/* ---------------------------------------------------------------- the loss of a ring */

enum { MOST = 720 };

/* Wears a ring in `steps` steps by one load of 300 N from direction 0 that slides 2000 m in all. */
static ptl_wear_ring worn_ring(ptl_context *context, int n, int steps, double *loss) {
  ptl_wear_ring ring = {.n = n,
                        .loss = loss,
                        .clearance = 1e-4,
                        .radius = 0.01,
                        .length = 0.02,
                        .foundation = 1e12,
                        .coefficient = 5e-13};
  memset(loss, 0, sizeof *loss * (size_t)n);
  const ptl_wear_load load = {0.0, 300.0, 2000.0 / steps, 0.0};
  for (int i = 0; i < steps; i++) must(context, ptl_wear_press(context, &ring, &load, 1));
  return ring;
}

static double volume_of(const ptl_wear_ring *ring) {
  double sum = 0.0;
  for (int i = 0; i < ring->n; i++) sum += ring->loss[i];
  return sum * 2.0 * pi / ring->n * ring->radius * ring->length;
}

/* k K s of a step is 5e-13 1e12 2000/20 = 50: taken from the overlaps at the beginning of a step
 * the groove breaks up into needles. Its depth depends neither on the sectors nor on the steps. */
static void loss_is_independent_of_sectors_and_steps(void **state) {
  static const int cases[][2] = {{72, 80}, {180, 80}, {720, 80}, {180, 20}, {180, 320}};
  double loss[MOST], reference = 0.0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const ptl_wear_ring ring = worn_ring(*state, cases[i][0], cases[i][1], loss);
    if (i == 0) reference = ring.loss[0];
    assert_near(ring.loss[0], reference, 0.01 * reference);
    for (int k = 1; k <= ring.n / 2; k++) { /* mirrored, and falling from the load's direction */
      assert_near(ring.loss[k], ring.loss[ring.n - k], 1e-12);
      assert_true(ring.loss[k] <= ring.loss[k - 1]);
    }
  }
}

/* Pressure of a force in the direction 0: what it wears off in a way of 1 nm, over the coefficient
 * and the way. */
static void find_pressure(ptl_context *context, const ptl_wear_ring *ring, double force,
                          double *p) {
  static const double way = 1e-9;
  double loss[MOST];
  ptl_wear_ring worn = *ring;
  const ptl_wear_load load = {0.0, force, way, 0.0};
  memcpy(loss, ring->loss, sizeof *loss * (size_t)ring->n);
  worn.loss = loss;
  must(context, ptl_wear_press(context, &worn, &load, 1));
  for (int i = 0; i < ring->n; i++) p[i] = (loss[i] - ring->loss[i]) / (ring->coefficient * way);
}

/* Where the pin has made its own bed over a half angle f the pressure is p0 cos(a), p0 = F/(R L (f
 * + sin f cos f)), but for the edge, where it falls from there to 0. */
static void pressure_becomes_a_cosine(void **state) {
  double loss[MOST], p[MOST];
  const ptl_wear_ring ring = worn_ring(*state, MOST, 200, loss);
  double half = 0.0;
  find_pressure(*state, &ring, 300.0, p);
  for (int i = 0; i < MOST / 4; i++)
    if (p[i] > 0.5 * p[0] * cos(2.0 * pi * i / MOST)) half = 2.0 * pi * (i + 0.5) / MOST;
  const double peak = 300.0 / (0.01 * 0.02 * (half + sin(half) * cos(half)));
  assert_true(half > 1.0);
  assert_near(p[0], peak, 0.01 * peak);
  for (int i = 0; 2.0 * pi * i / MOST < 0.9 * half; i++)
    assert_near(p[i], peak * cos(2.0 * pi * i / MOST), 0.01 * peak);
}

/* The volume that one load wears off in a short way: k F s 2 sin f/(f + sin f cos f) where the bed
 * is worn in, and k F s as long as the contact is narrow. */
static void volume_follows_from_the_pressure(void **state) {
  double loss[MOST], p[MOST], more[MOST], sum = 0.0;
  ptl_wear_ring ring = worn_ring(*state, MOST, 200, loss);
  const double before = volume_of(&ring), short_way = 1e-3;
  find_pressure(*state, &ring, 300.0, p);
  for (int i = 0; i < MOST; i++) sum += p[i];
  const double force_over_pressure = sum * 2.0 * pi / MOST * 0.01 * 0.02 / 300.0;
  const ptl_wear_load load = {0.0, 300.0, short_way, 0.0};
  must(*state, ptl_wear_press(*state, &ring, &load, 1));
  const double worn = (volume_of(&ring) - before) / (5e-13 * 300.0 * short_way);
  assert_near(worn, force_over_pressure, 1e-3);
  double half = 0.0;
  for (int i = 0; i < MOST / 4; i++)
    if (p[i] > 0.5 * p[0] * cos(2.0 * pi * i / MOST)) half = 2.0 * pi * (i + 0.5) / MOST;
  assert_near(worn, 2.0 * sin(half) / (half + sin(half) * cos(half)), 5e-3);
  memset(more, 0, sizeof more);
  ring.loss = more;
  ring.foundation = 1e16; /* so stiff that the contact is narrow: within 2 deg */
  must(*state, ptl_wear_press(*state, &ring, &load, 1));
  assert_near(volume_of(&ring) / (5e-13 * 300.0 * short_way), 1.0, 1e-3);
}

/* Many loads at once: turned or mirrored, they wear the same off; and each one's force is that
 * asked for, so that the volume lies between k F s and 4/pi of it. */
static void loads_turn_around(void **state) {
  enum { N = 72, LOADS = 9, BY = 17, AS_THEY_ARE = 0, TURNED, MIRRORED, WAYS };
  double lost[WAYS][N] = {{0}};
  ptl_wear_load loads[LOADS];
  for (int way = 0; way < WAYS; way++) {
    ptl_wear_ring ring = {.n = N,
                          .loss = lost[way],
                          .clearance = 1e-4,
                          .radius = 0.01,
                          .length = 0.02,
                          .foundation = 1e12,
                          .coefficient = 5e-13};
    double work = 0.0;
    for (int j = 0; j < LOADS; j++) {
      const int sector = way == MIRRORED ? -3 * j : way == TURNED ? 3 * j + BY : 3 * j;
      loads[j] = (ptl_wear_load){2.0 * pi * sector / N, 100.0 + 20.0 * j, 5.0 * (1 + j % 3), 0.0};
      work += loads[j].force * loads[j].slid;
    }
    for (int step = 0; step < 20; step++) must(*state, ptl_wear_press(*state, &ring, loads, LOADS));
    const double ratio = volume_of(&ring) / (5e-13 * 20.0 * work);
    assert_true(ratio > 1.0 && ratio < 4.0 / pi);
  }
  for (int i = 0; i < N; i++) {
    assert_near(lost[TURNED][(i + BY) % N], lost[AS_THEY_ARE][i], 1e-9 * 1e-3);
    assert_near(lost[MIRRORED][(N - i) % N], lost[AS_THEY_ARE][i], 1e-9 * 1e-3);
  }
}

/* ---------------------------------------------------------------- many cycles */

static ptl_mechanism *shipped(ptl_context *context) {
  ptl_mechanism *m;
  must(context, ptl_mechanism_load(context, PINTLE_MODELS "/slider_crank_wear.yaml", NULL, 0, &m));
  return m;
}

/* The bush of the shipped slider-crank over its first 1500 cycles, in blocks that are eight times
 * as accurate, too; the volume lies between k times the work of all cycles and 4/pi of it, and the
 * groove is symmetric as the mechanism is (no gravity). */
static void blocks_agree_with_shorter_ones(void **state) {
  double depth[2], volume[2];
  ptl_mechanism *m = shipped(*state);
  char folder[600];
  snprintf(folder, sizeof folder, "%s", write_file("wear_a", ""));
  for (int i = 0; i < 2; i++) {
    remove(folder);
    ptl_wear *w = begin(*state, m, 1500.0, i == 0 ? 2e-3 : 2e-6, folder, 0);
    double work = 0.0;
    while (!ptl_wear_is_done(w)) must(*state, ptl_wear_advance(w));
    const ptl_wear_side *bush = &w->bearings[0].sides[0];
    for (int k = 0; k < 72; k++) work += bush->works[k];
    depth[i] = bush->depth;
    volume[i] = bush->volume;
    assert_near(work, 3.913, 0.01);
    assert_true(bush->volume > 5e-13 * 1500.0 * work &&
                bush->volume < 4.0 / pi * 5e-13 * 1500.0 * work);
    for (int k = 1; k < 36; k++) assert_near(bush->loss[k], bush->loss[72 - k], 0.01 * bush->depth);
    ptl_wear_destroy(w);
    remove_folder(folder);
  }
  assert_near(depth[0], depth[1], 0.01 * depth[1]);
  assert_near(volume[0], volume[1], 0.005 * volume[1]);
  ptl_mechanism_destroy(m);
}

/* What is cut off after a block goes on to the same bits; a checkpoint of another model is
 * refused. */
static void a_folder_goes_on(void **state) {
  ptl_mechanism *m = shipped(*state), *other = NULL;
  double loss[2][72];
  char folder[600];
  snprintf(folder, sizeof folder, "%s", write_file("wear_b", ""));
  for (int i = 0; i < 2; i++) {
    remove(folder);
    ptl_wear *w = begin(*state, m, 300.0, 2e-3, folder, 0);
    for (int k = 0; k < 2; k++) must(*state, ptl_wear_advance(w));
    if (i == 1) { /* goes on in another one */
      ptl_wear_destroy(w);
      w = begin(*state, m, 300.0, 2e-3, folder, 1);
    }
    while (!ptl_wear_is_done(w)) must(*state, ptl_wear_advance(w));
    memcpy(loss[i], w->bearings[0].sides[0].loss, sizeof loss[i]);
    ptl_wear_destroy(w);
    if (i == 0) remove_folder(folder);
  }
  assert_memory_equal(loss[0], loss[1], sizeof loss[0]);
  const ptl_setting setting = {"joints.crank_pin.clearance", "0.2 mm"};
  must(*state, ptl_mechanism_vary(*state, m, &setting, 1, &other));
  ptl_wear_options options = ptl_wear_options_default();
  ptl_wear *w;
  options.cycles = 300.0;
  options.folder = folder;
  options.resume = 1;
  assert_int_equal(ptl_wear_create(*state, other, &options, &w), PTL_ERR_IO);
  assert_non_null(strstr(ptl_context_message(*state), "another model"));
  remove_folder(folder);
  ptl_mechanism_destroy(other);
  ptl_mechanism_destroy(m);
}

/* Where files may not grow, as on a full disk, a block fails and says so; tables and checkpoint
 * stand as they were, and from them it goes on. */
static void a_full_disk_leaves_what_stood_there(void **state) {
  static const char *const files[] = {"wear.csv", "profiles.csv", "checkpoint.txt"};
  enum { FILES = 3 };
  ptl_mechanism *m = shipped(*state);
  char folder[600], path[700];
  struct stat before[FILES], after;
  struct rlimit limit;
  snprintf(folder, sizeof folder, "%s", write_file("wear_d", ""));
  remove(folder);
  ptl_wear *w = begin(*state, m, 300.0, 2e-3, folder, 0);
  must(*state, ptl_wear_advance(w));
  for (int i = 0; i < FILES; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, files[i]);
    assert_int_equal(stat(path, &before[i]), 0);
  }
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
  const struct rlimit small = {100, limit.rlim_max};
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  const ptl_status status = ptl_wear_advance(w);
  setrlimit(RLIMIT_FSIZE, &limit);
  assert_int_equal(status, PTL_ERR_IO);
  assert_non_null(strstr(ptl_context_message(*state), "wear.csv: File too large"));
  for (int i = 0; i < FILES; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, files[i]);
    assert_int_equal(stat(path, &after), 0);
    assert_int_equal(after.st_size, before[i].st_size);
  }
  ptl_wear_destroy(w);
  w = begin(*state, m, 300.0, 2e-3, folder, 1);
  must(*state, ptl_wear_advance(w));
  ptl_wear_destroy(w);
  remove_folder(folder); /* which is empty then: nothing half-written is left */
  assert_int_not_equal(stat(folder, &after), 0);
  ptl_mechanism_destroy(m);
}

static void a_clearance_ends_it(void **state) {
  ptl_mechanism *m = shipped(*state);
  ptl_wear_options options = ptl_wear_options_default();
  ptl_wear *w;
  char folder[600];
  snprintf(folder, sizeof folder, "%s", write_file("wear_c", ""));
  remove(folder);
  options.cycles = 1e9;
  options.largest_clearance = 0.102e-3;
  options.folder = folder;
  must(*state, ptl_wear_create(*state, m, &options, &w));
  while (!ptl_wear_is_done(w)) must(*state, ptl_wear_advance(w));
  assert_true(w->is_limited && w->bearings[0].largest_clearance >= 0.102e-3);
  assert_true(w->cycles < 1000.0);
  ptl_wear_destroy(w);
  remove_folder(folder);
  ptl_mechanism_destroy(m);
}

static void what_cannot_wear_is_refused(void **state) {
  static const char *const wrong[][3] = {
      {"joints.crank_pin.wear", "{coefficient: 1e-15, length: 1 mm, sectors: 5}", "whole number"},
      {"joints.crank_pin.wear", "{length: 1 mm}", "'coefficient' > 0"},
      {"joints.crank_pin.wear", "{coefficient: 1e-15}", "needs 'length'"},
      {"joints.crank_pin.wear", "{coefficient: -1e-15, length: 1 mm}", "coefficient"},
      {"joints.wrist.wear", "{coefficient: 1e-15, length: 1 mm}", "surfaces that touch"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    ptl_mechanism *m = NULL;
    const ptl_setting setting = {wrong[i][0], wrong[i][1]};
    assert_int_equal(
        ptl_mechanism_load(*state, PINTLE_MODELS "/slider_crank_wear.yaml", &setting, 1, &m),
        PTL_ERR_INPUT);
    if (strstr(ptl_context_message(*state), wrong[i][2]) == NULL)
      fail_msg("%s", ptl_context_message(*state));
  }
  const ptl_setting cam = {"joints.cam.wear", "{coefficient: 1e-15, length: 1 mm}"};
  ptl_mechanism *m = NULL;
  ptl_wear_options options = ptl_wear_options_default();
  ptl_wear *w;
  options.cycles = 10.0;
  options.folder = "/nowhere";
  must(*state, ptl_mechanism_load(*state, PINTLE_MODELS "/cam_follower.yaml", &cam, 1, &m));
  assert_int_equal(ptl_wear_create(*state, m, &options, &w), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(*state), "not of this"));
  ptl_mechanism_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ledger_is_the_work_of_friction),
      cmocka_unit_test(distances_slid_back_count),
      cmocka_unit_test(snapshots_keep_the_ledger),
      cmocka_unit_test(flat_surfaces_are_divided_along),
      cmocka_unit_test(a_cosine_moves_the_hole),
      cmocka_unit_test(a_worn_pin_turns_with_its_body),
      cmocka_unit_test(losses_have_their_derivatives),
      cmocka_unit_test(bad_points_are_refused),
      cmocka_unit_test(loss_is_independent_of_sectors_and_steps),
      cmocka_unit_test(pressure_becomes_a_cosine),
      cmocka_unit_test(volume_follows_from_the_pressure),
      cmocka_unit_test(loads_turn_around),
      cmocka_unit_test(blocks_agree_with_shorter_ones),
      cmocka_unit_test(a_folder_goes_on),
      cmocka_unit_test(a_full_disk_leaves_what_stood_there),
      cmocka_unit_test(a_clearance_ends_it),
      cmocka_unit_test(what_cannot_wear_is_refused),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
