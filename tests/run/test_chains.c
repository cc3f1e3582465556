/* Closed chains of 3 to 20 links between two fixed points, 30 s of chaotic swinging each: what
 * other programs lose after seconds. Expected: the energy of the links, from their columns, stays
 * what it was, and so do the constraints; nothing is restarted. */
#include "energy.h"
#include "support.h"

enum { MOST_LINKS = 20 };

static double link_length(int n) {
  return n % 2 ? 2.0 / (n + 1) : 2.0 / n;
}

/* The chain stands up as a V turned over, 1 m between its ends, 2 m long (an odd one has a level
 * link in the middle); it falls with a push of the first link. */
static ptl_system *closed_chain(ptl_context *context, int n) {
  char *text = calloc(1 << 14, 1), *at = text;
  double length = link_length(n), x = 0.0, y = 0.0, third = acos(-1.0) / 3.0;
  at += sprintf(at, "pintle: 1\ngravity: [0, -9.81]\nbodies:\n");
  for (int i = 1; i <= n; i++) {
    double angle = n % 2 && i == (n + 1) / 2 ? 0.0 : i <= n / 2 ? third : -third;
    at += sprintf(
        at,
        "  link%d: {mass: 1/%d, inertia: 1/12/%d*%.17g^2, position: [%.17g, %.17g], angle: %.17g, "
        "com: [%.17g, 0], rate: %d}\n",
        i, n, n, length, x, y, angle, 0.5 * length, i == 1);
    x += length * cos(angle);
    y += length * sin(angle);
  }
  at += sprintf(at, "joints:\n");
  for (int i = 1; i <= n; i++) {
    char before[16] = "ground";
    if (i > 1) snprintf(before, sizeof before, "link%d", i - 1);
    at += sprintf(at, "  pin%d: {type: revolute, bodies: [%s, link%d]}\n", i, before, i);
  }
  at +=
      sprintf(at, "  last: {type: revolute, bodies: [ground, link%d], at: [[1, 0], [%.17g, 0]]}\n",
              n, length);
  sprintf(at, "run: {until: 30 s}\n");
  ptl_mechanism *m = mechanism_of(context, text, NULL, 0);
  ptl_system *s = NULL;
  free(text);
  ptl_status status = ptl_assemble(m, &s);
  ptl_mechanism_destroy(m);
  must(context, status);
  return s;
}

static void check_energy(const rows *trace, const ptl_system *s, int n, double tolerance) {
  static char names[MOST_LINKS][16];
  mass_of links[MOST_LINKS];
  double length = link_length(n);
  for (int i = 0; i < n; i++) {
    snprintf(names[i], sizeof names[i], "link%d", i + 1);
    links[i] = (mass_of){names[i], 1.0 / n, length * length / 12.0 / n, 0.5 * length, 0.0};
  }
  energy_is_kept(trace, s, links, n, 9.81, tolerance);
}

static void closed_chains_keep_their_energy(void **state) {
  ptl_context *context = *state;
  for (int n = 3; n <= MOST_LINKS; n++) {
    ptl_system *s = closed_chain(context, n);
    assert_int_equal(ptl_system_get_assembly(s)->degrees_of_freedom, n - 2);
    ptl_summary sum;
    rows trace = {0};
    ptl_sink sink = rows_sink(&trace);
    must(context, ptl_simulate(context, s, NULL, &sink, &sum));
    print_message(
        "%2d links: %7lld steps, %4lld Newton failures, energy off by %.2g of %.3g J, pins by %.2g "
        "m\n",
        n, (long long)sum.counters.steps, (long long)sum.counters.newton_failures,
        sum.largest_imbalance, sum.largest_energy, sum.largest_position_violation);
    assert_int_equal(sum.counters.restarts, 0);
    assert_true(sum.counters.newton_failures * 100 < sum.counters.steps);
    assert_true(sum.largest_imbalance < 1e-6 * sum.largest_energy);
    assert_true(trace.n > 100);
    check_energy(&trace, s, n, 1e-6 * sum.largest_energy);
    rows_release(&trace);
    assert_true(sum.largest_position_violation < 1e-8);
    ptl_summary_release(context, &sum);
    ptl_system_destroy(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(closed_chains_keep_their_energy)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
