/* test_curve.c: smooth curves through points: against the circle and the ellipse that the points
 * are taken from, against the definition of a spline, and shapes that no slot can have. */
#include "curve.h"
#include "support.h"

static const double pi = 3.14159265358979323846;

enum { MOST = 400 };

/* An instance that is nothing but one list: its two places, the points, the spline. */
typedef struct sheet {
  double c[2 + MOST * (2 + PTL_CURVE_DOUBLES)];
} sheet;

static sheet s; /* large */

static int fit(const double *points, int n, int closed, ptl_reason *why) {
  memset(&s, 0, sizeof s);
  s.c[0] = n;
  s.c[1] = 2;
  memcpy(s.c + 2, points, sizeof(double) * 2 * (size_t)n);
  return ptl_curve_prepare(s.c, 0, closed, "curve", why);
}

static ptl_curve fitted(const double *points, int n, int closed) {
  ptl_reason why = {""};
  if (fit(points, n, closed, &why)) fail_msg("%s", why.text);
  return ptl_curve_get(s.c, 0, closed);
}

/* n points of an ellipse, from direction a on; the whole turn when `to` is a + 2 pi, without the
 * last point. */
static void ellipse(double *points, int n, double rx, double ry, double a, double b) {
  for (int i = 0; i < n; i++) {
    double t = a + (b - a) * i / (fabs(b - a) > 6.0 ? n : n - 1);
    points[2 * i] = 0.3 + rx * cos(t);
    points[2 * i + 1] = -0.2 + ry * sin(t);
  }
}

static double worst_circle(int n) {
  double points[2 * MOST], worst = 0.0;
  ellipse(points, n, 0.05, 0.05, 0.0, 2.0 * pi);
  ptl_curve curve = fitted(points, n, 1);
  for (int k = 0; k < 1000; k++) {
    double t = 2.0 * pi * k / 1000.0, r = 0.05 + 0.01 * sin(5.0 * t);
    ptl_foot foot;
    ptl_curve_find(&curve, 0.3 + r * cos(t), -0.2 + r * sin(t), &foot);
    assert_int_equal(foot.past, 0);
    worst = fmax(worst, fabs(foot.offset - (0.05 - r)));
    assert_near(foot.curvature, 20.0, 20.0 * 10.0 / (n * n));
  }
  return worst;
}

/* Expected: the distance from the circle itself, with an error of fourth order; the curvature with
 * one of second order. */
static void a_circle_is_found_again(void **unused) {
  (void)unused;
  double coarse = worst_circle(18), fine = worst_circle(36);
  assert_true(coarse < 0.05 * 1e-4 && fine < 0.05 * 1e-5);
  assert_near(coarse / fine, 16.0, 2.0);
}

static void the_area_tells_the_sense_of_turning(void **unused) {
  (void)unused;
  double points[2 * 60];
  ellipse(points, 60, 0.05, 0.03, 0.0, 2.0 * pi);
  ptl_curve curve = fitted(points, 60, 1);
  assert_near(ptl_curve_area(&curve), pi * 0.05 * 0.03, 1e-5);
  ellipse(points, 60, 0.05, 0.03, 0.0, -2.0 * pi);
  curve = fitted(points, 60, 1);
  assert_near(ptl_curve_area(&curve), -pi * 0.05 * 0.03, 1e-5);
}

/* Expected: a^2/b and b^2/a are the radii of curvature of an ellipse at its ends. */
static void bends_are_measured(void **unused) {
  (void)unused;
  double points[2 * 120];
  ellipse(points, 120, 0.05, 0.03, 0.0, 2.0 * pi);
  ptl_curve curve = fitted(points, 120, 1);
  int point;
  assert_near(1.0 / ptl_curve_tightest(&curve, 1.0, &point), 0.03 * 0.03 / 0.05, 5e-5);
  assert_true(point == 1 || point == 61);
  assert_near(ptl_curve_tightest(&curve, -1.0, &point), 0.0, 0.0);
}

/* Expected: the foot is where the line to the point is normal to the curve, and no other place of
 * the curve is nearer; on an open arc the ends are where they are. */
static void feet_are_the_nearest_points(void **unused) {
  (void)unused;
  double points[2 * 30];
  ellipse(points, 30, 0.05, 0.03, 0.2, 3.0);
  ptl_curve curve = fitted(points, 30, 0);
  unsigned seed = 3;
  for (int trial = 0; trial < 300; trial++) {
    seed = seed * 1664525u + 1013904223u;
    double t = 0.1 + 3.0 * (double)(seed >> 8) / (double)(1u << 24);
    double x = 0.3 + 0.056 * cos(t), y = -0.2 + 0.034 * sin(t), least = INFINITY;
    ptl_foot foot;
    ptl_curve_find(&curve, x, y, &foot);
    double dx = x - foot.x, dy = y - foot.y;
    for (int k = 0; k <= 3000; k++) {
      double u = 0.2 + 2.8 * k / 3000.0;
      least = fmin(least, hypot(x - 0.3 - 0.05 * cos(u), y + 0.2 - 0.03 * sin(u)));
    }
    assert_near(hypot(dx, dy), least, 1e-6);
    double along = foot.tx * dx + foot.ty * dy;
    if (foot.past == 0) assert_near(along, 0.0, 1e-16);
    if (foot.past == 0) assert_near(fabs(foot.offset), hypot(dx, dy), 1e-15);
    if (foot.past < 0) assert_true(t < 0.3 && along < 0.0 && foot.x == points[0]);
    if (foot.past > 0) assert_true(t > 2.9 && along > 0.0);
  }
}

/* Points far from a closed curve and inside it, whose pieces are of very different lengths.
 * Expected: the nearest place of the ellipse, which the curve follows within 1e-5 m, of 4000. */
static void feet_from_afar_are_the_nearest_points(void **unused) {
  (void)unused;
  enum { N = 60, PLACES = 4000 };
  double points[2 * N];
  for (int i = 0; i < N; i++) {
    const double u = 2.0 * pi * i / N, t = u + 0.7 * sin(u);
    points[2 * i] = 0.05 * cos(t);
    points[2 * i + 1] = 0.03 * sin(t);
  }
  ptl_curve curve = fitted(points, N, 1);
  unsigned seed = 7;
  for (int trial = 0; trial < 400; trial++) {
    double at[2], least = INFINITY;
    ptl_foot foot;
    for (int c = 0; c < 2; c++) {
      seed = seed * 1664525u + 1013904223u;
      at[c] = 0.4 * ((double)(seed >> 8) / (double)(1u << 24) - 0.5);
    }
    ptl_curve_find(&curve, at[0], at[1], &foot);
    for (int k = 0; k < PLACES; k++) {
      const double t = 2.0 * pi * k / PLACES;
      least = fmin(least, hypot(at[0] - 0.05 * cos(t), at[1] - 0.03 * sin(t)));
    }
    assert_near(hypot(at[0] - foot.x, at[1] - foot.y), least, 1e-5);
  }
}

/* Points inside and around a closed curve with deep lobes, from which several places of it are
 * nearest within their surroundings. Expected: none of 20000 places of r = R (1 + 0.5 cos 5 t),
 * which the curve follows within 2e-6 m, is nearer. */
static void the_nearest_of_many_branches_is_found(void **unused) {
  (void)unused;
  enum { N = 400, PLACES = 20000, TRIALS = 300 };
  static double places[PLACES][2];
  double points[2 * N];
  for (int k = 0; k < PLACES; k++) {
    const double t = 2.0 * pi * k / PLACES, r = 0.05 * (1.0 + 0.5 * cos(5.0 * t));
    places[k][0] = r * cos(t);
    places[k][1] = r * sin(t);
    if (k % (PLACES / N) == 0) memcpy(points + 2 * (k / (PLACES / N)), places[k], 2 * sizeof r);
  }
  ptl_curve curve = fitted(points, N, 1);
  unsigned seed = 11;
  for (int trial = 0; trial < TRIALS; trial++) {
    double at[2], least = INFINITY;
    ptl_foot foot;
    for (int c = 0; c < 2; c++) {
      seed = seed * 1664525u + 1013904223u;
      at[c] = 0.2 * ((double)(seed >> 8) / (double)(1u << 24) - 0.5);
    }
    ptl_curve_find(&curve, at[0], at[1], &foot);
    const double dx = at[0] - foot.x, dy = at[1] - foot.y;
    for (int k = 0; k < PLACES; k++)
      least = fmin(least, hypot(at[0] - places[k][0], at[1] - places[k][1]));
    assert_near(hypot(dx, dy), least, 2e-6);
    assert_near(foot.tx * dx + foot.ty * dy, 0.0, 1e-15);
  }
}

/* Expected: two points make a line, three a parabola over the chords. */
static void few_points_make_simple_curves(void **unused) {
  (void)unused;
  const double line[] = {0.0, 0.0, 3.0, 4.0};
  ptl_curve curve = fitted(line, 2, 0);
  ptl_foot foot;
  ptl_curve_find(&curve, 1.5 - 0.8, 2.0 + 0.6, &foot);
  assert_near(foot.offset, 1.0, 1e-15);
  assert_near(foot.x, 1.5, 1e-15);
  assert_near(foot.curvature, 0.0, 0.0);

  const double arch[] = {-1.0, 0.0, 0.0, 1.0, 1.0, 0.0};
  curve = fitted(arch, 3, 0);
  ptl_curve_find(&curve, 0.0, 2.0, &foot);
  assert_near(foot.y, 1.0, 1e-15);
  assert_near(foot.curvature, -2.0, 1e-12); /* y = 1 - x^2 */
}

/* Expected: a point on a sample or a knot, or as far as the curve is large, ends the search too,
 * and the same question gives the same bits. */
static void the_search_ends_and_repeats(void **unused) {
  (void)unused;
  double points[2 * 24];
  ellipse(points, 24, 0.05, 0.03, 0.0, 2.0 * pi);
  ptl_curve curve = fitted(points, 24, 1);
  for (int i = 0; i < 24; i++) {
    ptl_foot foot;
    ptl_curve_find(&curve, points[2 * i], points[2 * i + 1], &foot);
    assert_near(foot.offset, 0.0, 1e-17);
    ptl_curve_find(&curve, 0.3, -0.2 + 1e-3 * i, &foot);
    ptl_foot again;
    ptl_curve_find(&curve, 0.3, -0.2 + 1e-3 * i, &again);
    assert_memory_equal(&foot, &again, offsetof(ptl_foot, past)); /* padding follows */
    assert_int_equal(foot.past, again.past);
    assert_true(isfinite(foot.offset) && isfinite(foot.curvature));
  }
}

/* ------------------------------------------------------------------ what is refused */

static void refuse(const double *points, int n, int closed, double width, const char *what) {
  ptl_reason why = {""};
  int refused = fit(points, n, closed, &why);
  ptl_curve curve = ptl_curve_get(s.c, 0, closed);
  if (!refused) refused = ptl_curve_check_width(&curve, width, "curve", &why);
  if (!refused || strstr(why.text, what) == NULL)
    fail_msg("'%s' is not in: %s", what, refused ? why.text : "(accepted)");
}

static void accept(const double *points, int n, int closed, double width) {
  ptl_reason why = {""};
  ptl_curve curve = fitted(points, n, closed);
  if (ptl_curve_check_width(&curve, width, "curve", &why)) fail_msg("%s", why.text);
}

static void impossible_curves_are_refused(void **unused) {
  (void)unused;
  const double twice[] = {0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 2.0, 1.0};
  refuse(twice, 4, 0, 0.0, "points 2 and 3 of curve are the same");
  const double repeated[] = {0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0};
  refuse(repeated, 4, 1, 0.0, "does not repeat its first point");
  refuse(twice, 1, 0, 0.0, "at least 2 points");
  refuse(twice, 2, 1, 0.0, "at least 3 points");

  /* a figure of eight, and a loop */
  double eight[2 * 40];
  for (int i = 0; i < 40; i++) {
    double t = 2.0 * pi * i / 40.0;
    eight[2 * i] = sin(t);
    eight[2 * i + 1] = sin(2.0 * t + 0.1);
  }
  refuse(eight, 40, 1, 0.0, "crosses itself");
  const double loop[] = {-1.0, 0.0, 1.0, 0.2, 1.2, 1.0, 0.0, 1.2, -0.2, 0.0, 0.0, -1.0};
  refuse(loop, 6, 0, 0.0, "crosses itself, behind points 1 and 5");

  /* a spiral whose turns are 0.1 apart, and a narrow waist */
  double spiral[2 * 100];
  for (int i = 0; i < 100; i++) {
    double t = 0.2 * i, r = 0.5 + 0.1 * t / (2.0 * pi);
    spiral[2 * i] = r * cos(t);
    spiral[2 * i + 1] = r * sin(t);
  }
  accept(spiral, 100, 0, 0.098);
  refuse(spiral, 100, 0, 0.105, "comes nearer to itself than 0.105 m");
  double waist[2 * 60];
  for (int i = 0; i < 60; i++) {
    double t = 2.0 * pi * i / 60.0;
    waist[2 * i] = cos(t);
    waist[2 * i + 1] = sin(t) * (0.1 + 0.3 * cos(t) * cos(t));
  }
  accept(waist, 60, 1, 0.15);
  refuse(waist, 60, 1, 0.25, "comes nearer to itself");
}

/* Expected: a circle of radius R is a slot of any width below 2 R. */
static void a_circle_is_a_wide_slot(void **unused) {
  (void)unused;
  double points[2 * 200];
  ellipse(points, 200, 0.05, 0.05, 0.0, 2.0 * pi);
  accept(points, 200, 1, 0.0999);
  accept(points, 200, 1, 0.001);
  accept(points, 200, 1, 0.0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_circle_is_found_again),
      cmocka_unit_test(the_area_tells_the_sense_of_turning),
      cmocka_unit_test(bends_are_measured),
      cmocka_unit_test(feet_are_the_nearest_points),
      cmocka_unit_test(feet_from_afar_are_the_nearest_points),
      cmocka_unit_test(the_nearest_of_many_branches_is_found),
      cmocka_unit_test(few_points_make_simple_curves),
      cmocka_unit_test(the_search_ends_and_repeats),
      cmocka_unit_test(impossible_curves_are_refused),
      cmocka_unit_test(a_circle_is_a_wide_slot),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
