/* problems_friction.c: the slider-crank with friction, a bushing or a film, and rods that hang from
 * each other with play.
 *
 * The error is the difference from the program by hand at a tolerance of 1e-13 by DOP853; by Adams'
 * methods it comes to the same within 1e-7 and less. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { MOST_ROWS = 4000 };

static const double reference_rtol = 1e-13;

/* Rows of the problem that was asked for last. */
static const double *reference(const ptl_bench_problem *problem, int *n) {
  static const ptl_bench_problem *of = NULL;
  static double rows[MOST_ROWS];
  static int count;
  if (of != problem) {
    ptl_bench_counts counts;
    ptl_bench_record record = {
        .every = problem->every, .width = 1, .max_rows = MOST_ROWS, .rows = rows};
    if (problem->baseline(problem, PTL_BENCH_DOP853, reference_rtol, &record, &counts) != 0)
      ptl_bench_fail("%s: the reference failed", problem->name);
    count = record.n_rows;
    of = problem;
  }
  *n = count;
  return rows;
}

double ptl_bench_by_hand_error(const ptl_bench_problem *problem, const ptl_bench_record *record) {
  int n;
  const double *expected = reference(problem, &n);
  double worst = 0.0, largest = 0.0;
  for (int i = 0; i < n; i++) {
    double own = i < record->n_rows ? record->rows[i] : NAN;
    largest = fmax(largest, fabs(expected[i]));
    if (!(fabs(own - expected[i]) <= worst)) worst = fabs(own - expected[i]);
  }
  return worst / largest;
}

/* ------------------------------------------------ driven, its wrist with friction or giving way */

static const struct {
  const char *variant;
  ptl_bench_pin pin;
  ptl_setting settings[2];
} wrists[] = {
    {"rough",
     {.beta = 0.1425, .friction = 0.1},
     {{"joints.wrist.friction", "{law: coulomb, coefficient: 0.1}"},
      {"joints.wrist.contact", "hunt_crossley"}}},
    {"soft",
     {.stiffness = 1e7},
     {{"joints.wrist.bushing", "{stiffness: 1e7}"}, {"joints.wrist.clearance", "0"}}},
    {"damped",
     {.stiffness = 1e8, .damping = 200.0},
     {{"joints.wrist.bushing", "{stiffness: 1e8, damping: 200}"}, {"joints.wrist.clearance", "0"}}},
    {"film",
     {.viscosity = 0.4},
     {{"joints.wrist.film", "{law: short, viscosity: 0.4, length: 40 mm}"},
      {"joints.wrist.contact", "hunt_crossley"}}},
};

static int wrist_of(const ptl_bench_problem *problem) {
  int i = 0;
  while (strcmp(wrists[i].variant, problem->variant) != 0) i++;
  return i;
}

ptl_status ptl_bench_build_wrist(ptl_context *context, const ptl_bench_problem *problem,
                                 ptl_mechanism **out) {
  const ptl_setting *own = wrists[wrist_of(problem)].settings;
  const ptl_setting settings[] = {own[0], own[1], {"bodies.rod.inertia", "2.5e-5"}};
  return ptl_mechanism_load(context, PINTLE_MODELS "/slider_crank_clearance.yaml", settings, 3,
                            out);
}

int ptl_bench_wrist_by_hand(const ptl_bench_problem *problem, ptl_bench_method method, double rtol,
                            ptl_bench_record *record, ptl_bench_counts *counts) {
  const ptl_bench_task task = {method, rtol, 0.024};
  return ptl_bench_slider_crank(&wrists[wrist_of(problem)].pin, &task, record, counts);
}

/* ----------------------------------------------------------- free, friction in the ideal joints */

static const char rough_crank[] =
    "pintle: 1\n"
    "bodies:\n"
    "  crank: {mass: 0.30, inertia: 1e-4, position: [0.025, 0], rate: 200, velocity: [0, 5]}\n"
    "  rod: {mass: 0.21, inertia: 2.5e-4, position: [0.11, 0], rate: -83.33333333333333, velocity: "
    "[0, 5]}\n"
    "  slider: {mass: 0.14, inertia: 1e-5, position: [0.17, 0]}\n"
    "joints:\n"
    "  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0], radius: 0.01, "
    "friction: {law: coulomb, coefficient: 0.1}}\n"
    "  crank_pin: {type: revolute, bodies: [crank, rod], at: [0.05, 0], radius: 0.01, "
    "friction: {law: coulomb, coefficient: 0.1}}\n"
    "  wrist: {type: revolute, bodies: [rod, slider], at: [0.17, 0], radius: 0.01, "
    "friction: {law: coulomb, coefficient: 0.1}}\n"
    "  guide:\n"
    "    type: translational\n"
    "    bodies: [ground, slider]\n"
    "    axis: [1, 0]\n"
    "    friction: {law: coulomb, coefficient: 0.2}\n"
    "loads:\n"
    "  motor: {body: crank, torque: 1}\n"
    "run: {until: 0.3, every: 0.001, start: given}\n";

ptl_status ptl_bench_build_rough_crank(ptl_context *context, const ptl_bench_problem *problem,
                                       ptl_mechanism **out) {
  return ptl_mechanism_parse(context, rough_crank, sizeof rough_crank - 1, problem->name, NULL, 0,
                             out);
}

int ptl_bench_rough_crank_by_hand(const ptl_bench_problem *problem, ptl_bench_method method,
                                  double rtol, ptl_bench_record *record, ptl_bench_counts *counts) {
  const ptl_bench_task task = {method, rtol, 0.3};
  (void)problem;
  return ptl_bench_rough_crank(&task, record, counts);
}
