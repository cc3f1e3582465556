/* Accelerations and reactions with the constraints eliminated. Expected values: those of kkt.c,
 * which goes another way (orthogonal factorisation of Phi_q M^-1/2), and the equations themselves.
 */
#include "support.h"

#include <dirent.h>

#include "accelerations.h"
#include "constraint.h"
#include "data.h"
#include "forces.h"
#include "kkt.h"
#include "state.h"

static uint64_t seed;

static double random_sign(void) { /* in [-1, 1) */
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return 2.0 * (double)(seed >> 11) / 9007199254740992.0 - 1.0;
}

/* Everything about one mechanism at one state. */
typedef struct bench {
  ptl_context *context;
  ptl_system *s;
  ptl_data *data;
  ptl_accelerations *reduced;
  ptl_kkt *kkt;
  int n, m;
  double *q, *v, *a, *x, *probe;             /* n each */
  double *lambda, *y, *gamma, *rates, *zero; /* m each */
  double *limit;                             /* 2 n */
  double *block;
} bench;

static bench set_bench_with(ptl_context *context, const char *model, const ptl_setting *settings,
                            int n_settings) {
  bench b = {.context = context};
  char path[512];
  ptl_mechanism *mechanism;
  snprintf(path, sizeof path, PINTLE_MODELS "/%s.yaml", model);
  must(context, ptl_mechanism_load(context, path, settings, n_settings, &mechanism));
  must(context, ptl_assemble(mechanism, &b.s));
  ptl_mechanism_destroy(mechanism);
  must(context, ptl_data_create(context, b.s, &b.data));
  must(context, ptl_accelerations_create(b.data, &b.reduced));
  must(context, ptl_kkt_create(b.data, -1, &b.kkt));
  b.n = b.s->n_coordinates;
  b.m = b.s->n_rows;
  b.block = calloc((size_t)(7 * b.n + 5 * b.m), sizeof(double));
  double **arrays[] = {&b.q, &b.v,      &b.a, &b.x,     &b.probe, &b.limit,
                       NULL, &b.lambda, &b.y, &b.gamma, &b.rates, &b.zero};
  double *next = b.block;
  for (int i = 0; i < 12; i++, next += i <= 7 ? b.n : b.m)
    if (arrays[i] != NULL) *arrays[i] = next;
  memcpy(b.q, b.s->q0, sizeof(double) * (size_t)b.n);
  memcpy(b.v, b.s->v0, sizeof(double) * (size_t)b.n);
  for (int i = 0; i < 2 * b.n; i++) b.limit[i] = 1e9;
  return b;
}

static bench set_bench(ptl_context *context, const char *model) {
  return set_bench_with(context, model, NULL, 0);
}

static void clear_bench(bench *b) {
  free(b->block);
  ptl_kkt_destroy(b->kkt);
  ptl_accelerations_destroy(b->reduced);
  ptl_data_destroy(b->data);
  ptl_system_destroy(b->s);
}

static double size_of(const double *x, int n) {
  double most = 1e-9;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
  return most;
}

/* Arbitrary forces and drivers in b->x: 0 for a coordinate that the joints hold, such as a slider's
 * angle. Equations that depend on these alone are taken as they are at the start. */
static void push(bench *b) {
  for (int i = 0; i < b->n; i++) b->probe[i] = b->s->mass[i] * random_sign();
  memset(b->rates, 0, sizeof(double) * (size_t)b->m);
  for (int i = 0; i < b->s->n_constraints; i++)
    if (b->s->constraints[i].motion >= 0) b->rates[b->s->constraints[i].row] = random_sign();
  must(b->context, ptl_kkt_set(b->kkt, 0.0, b->s->q0, b->s->v0));
  must(b->context, ptl_kkt_solve(b->kkt, b->probe, b->rates, b->x, b->y));
}

/* Moves the state by parts of the mechanism's own length and speed, but for what joints hold. */
static void disturb(bench *b, double position, double velocity) {
  push(b);
  const double size = size_of(b->x, b->n);
  for (int i = 0; i < b->n; i++) {
    double lever = i % 3 == 2 ? b->s->length : 1.0;
    if (fabs(b->x[i]) > 1e-9 * size) b->q[i] += position * b->s->length / lever * random_sign();
    b->v[i] += velocity * b->s->speed / lever * random_sign();
  }
}

/* Accelerations in a as of kkt; reactions that give the same forces, tested along arbitrary
 * motions: lambda . (Phi_q p) = p . (f - M a); and, where they are unique, as of kkt. */
static void check_reactions(bench *b, const char *model) {
  const double *force = b->data->force, *mass = b->s->mass;
  must(b->context, ptl_kkt_solve(b->kkt, force, b->gamma, b->x, b->y));
  /* what is held under gravity has accelerations of rounding */
  const double weight = 1e-4 * hypot(b->s->gravity[0], b->s->gravity[1]);
  double most = 0.0, scale = fmax(size_of(b->x, b->n), weight), reaction = size_of(b->y, b->m);
  for (int i = 0; i < b->n; i++) most = fmax(most, fabs(b->a[i] - b->x[i]));
  if (!(most <= 1e-9 * scale)) fail_msg("%s: accelerations differ by %g of %g", model, most, scale);
  for (int k = 0; k < 5; k++) {
    double left = 0.0, right = 0.0, sum = 1e-9, rounding = 0.0;
    for (int i = 0; i < b->n; i++) b->probe[i] = random_sign();
    ptl_kkt_rates(b->kkt, b->probe, b->rates);
    for (int i = 0; i < b->m; i++) left += b->lambda[i] * b->rates[i];
    for (int i = 0; i < b->n; i++) right += b->probe[i] * (force[i] - mass[i] * b->a[i]);
    for (int i = 0; i < b->n; i++) rounding += 1e-10 * (fabs(force[i]) + fabs(mass[i] * b->a[i]));
    for (int i = 0; i < b->m; i++) sum += fabs(b->lambda[i] * b->rates[i]);
    /* a contact that is just closed has a force of the rounding of its depth */
    if (!(fabs(left - right) <= 1e-10 * sum + rounding))
      fail_msg("%s: %.17g, %.17g (terms of %g, rounding %g)", model, left, right, sum, rounding);
  }
  most = 0.0;
  for (int i = 0; i < b->m; i++) most = fmax(most, fabs(b->lambda[i] - b->y[i]));
  if (b->s->assembly.n_redundant == 0 && !(most <= 1e-8 * reaction))
    fail_msg("%s: reactions differ by %g of %g", model, most, reaction);
}

/* Expected: for each lane what kkt finds for its force alone. */
static void check_responses(bench *b, const char *model) {
  double *force = calloc((size_t)(PTL_LANES * (2 * b->n + b->m)), sizeof(double));
  double *a = force + PTL_LANES * b->n, *lambda = a + PTL_LANES * b->n;
  for (int i = 0; i < PTL_LANES * b->n; i++) force[i] = random_sign() * b->s->mass[i / PTL_LANES];
  ptl_accelerations_respond(b->reduced, force, a, lambda);
  for (int l = 0; l < PTL_LANES; l++) {
    double most = 0.0, reaction = 0.0;
    for (int i = 0; i < b->n; i++) b->probe[i] = force[PTL_LANES * i + l];
    must(b->context, ptl_kkt_solve(b->kkt, b->probe, b->zero, b->x, b->y));
    for (int i = 0; i < b->n; i++) most = fmax(most, fabs(a[PTL_LANES * i + l] - b->x[i]));
    for (int i = 0; i < b->m; i++)
      reaction = fmax(reaction, fabs(lambda[PTL_LANES * i + l] - b->y[i]));
    if (!(most <= 1e-9 * fmax(size_of(b->x, b->n), 1.0))) /* they would be 1 if nothing were held */
      fail_msg("%s: accelerations of lane %d differ by %g", model, l, most);
    if (b->s->assembly.n_redundant == 0 && !(reaction <= 1e-8 * size_of(b->y, b->m)))
      fail_msg("%s: reactions of lane %d differ by %g", model, l, reaction);
  }
  free(force);
}

static void check_state(bench *b, const char *model) {
  double t = 0.01;
  assert_int_equal(ptl_accelerations_solve(b->reduced, t, b->q, b->v, NULL, b->a, b->lambda), 0);
  ptl_eval_gamma(b->data, b->q, b->v, b->gamma);
  must(b->context, ptl_kkt_set(b->kkt, t, b->q, b->v));
  check_reactions(b, model);
  for (int i = 0; i < b->n; i++) b->data->force[i] += random_sign() * b->s->mass[i];
  ptl_accelerations_reactions(b->reduced, b->a, b->lambda);
  check_reactions(b, model);
  if (b->s->n_massless == 0) check_responses(b, model);
}

/* At the start, where all fits together, and, unless equations imply each other, with velocities
 * and with positions that do not fit (implied equations would then contradict each other). Among
 * the models are couplings that add to the row of another (planetary_gear), redundant constraints
 * (parallelogram, double_scott_russell), drivers and chains. */
static int check_model(ptl_context *context, const char *model) {
  bench b = set_bench(context, model);
  int redundant = b.s->assembly.n_redundant;
  check_state(&b, model);
  for (int i = 0; i < 2 && redundant == 0; i++) {
    disturb(&b, i * 1e-3, 0.5);
    check_state(&b, model);
  }
  clear_bench(&b);
  return redundant > 0;
}

static void solutions_are_those_of_the_whole_equations(void **state) {
  int models = 0, redundant = 0;
  seed = 1;
  DIR *folder = opendir(PINTLE_MODELS);
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    char name[256];
    snprintf(name, sizeof name, "%s", entry->d_name);
    char *dot = strstr(name, ".yaml");
    if (dot == NULL) continue;
    *dot = '\0';
    redundant += check_model(*state, name);
    models++;
  }
  closedir(folder);
  print_message("%d models, %d with redundant constraints\n", models, redundant);
  assert_true(models > 20 && redundant >= 2);
}

static const char *const projected[] = {"four_bar_ideal", "andrews_squeezer", "planetary_gear",
                                        "n_pendulum"};
enum { PROJECTED = sizeof projected / sizeof *projected };

/* Expected: the move is the shortest in the measure of the kinetic energy that makes up for the
 * violation to first order: minimise x^T M x subject to Phi_q x = violation. */
static void projection_is_the_shortest_way(void **state) {
  seed = 2;
  for (int k = 0; k < PROJECTED; k++) {
    bench b = set_bench(*state, projected[k]);
    disturb(&b, 1e-5, 1e-3);
    double *before = malloc(sizeof(double) * (size_t)(2 * b.n));
    memcpy(before, b.q, sizeof(double) * (size_t)b.n);
    memcpy(before + b.n, b.v, sizeof(double) * (size_t)b.n);
    assert_int_equal(ptl_accelerations_solve(b.reduced, 0.0, b.q, b.v, NULL, b.a, b.lambda), 0);
    ptl_eval_constraints(b.data, b.q, b.v);
    must(*state, ptl_kkt_set(b.kkt, 0.0, b.q, b.v));
    for (int part = 0; part < 2; part++) {
      const double *violation = part == 0 ? b.data->phi : b.data->phi_rate;
      memcpy(b.rates, violation, sizeof(double) * (size_t)b.m);
      must(*state, ptl_kkt_solve(b.kkt, NULL, b.rates, b.x, NULL));
      memcpy(part == 0 ? b.a : b.probe, b.x, sizeof(double) * (size_t)b.n);
    }
    assert_int_equal(ptl_accelerations_solve(b.reduced, 0.0, b.q, b.v, NULL, b.x, b.lambda), 0);
    assert_int_equal(ptl_accelerations_project(b.reduced, b.limit, b.q, b.v), 1);
    for (int i = 0; i < b.n; i++) {
      assert_near(b.q[i], before[i] - b.a[i], 1e-9 * size_of(b.a, b.n));
      assert_near(b.v[i], before[b.n + i] - b.probe[i], 1e-9 * size_of(b.probe, b.n));
    }
    free(before);
    clear_bench(&b);
  }
}

/* Largest violations that projection leaves of a disturbance. */
static void leftover(bench *b, double position, double velocity, double *phi, double *rate) {
  memcpy(b->q, b->s->q0, sizeof(double) * (size_t)b->n);
  memcpy(b->v, b->s->v0, sizeof(double) * (size_t)b->n);
  seed = 3;
  disturb(b, position, velocity);
  assert_int_equal(ptl_accelerations_solve(b->reduced, 0.0, b->q, b->v, NULL, b->a, b->lambda), 0);
  assert_int_equal(ptl_accelerations_project(b->reduced, b->limit, b->q, b->v), 1);
  ptl_data_set_state(b->data, 0.0, b->q, b->v);
  ptl_eval_constraints(b->data, b->q, b->v);
  *phi = *rate = 0.0;
  for (int i = 0; i < b->m; i++) {
    *phi = fmax(*phi, fabs(b->data->phi[i]));
    *rate = fmax(*rate, fabs(b->data->phi_rate[i]));
  }
}

/* Expected: of positions a tenth of the disturbance leaves a hundredth; where the positions fit,
 * the equations are linear in the velocities and nothing is left of their violation. */
static void projection_leaves_the_square(void **state) {
  for (int k = 0; k < PROJECTED; k++) {
    bench b = set_bench(*state, projected[k]);
    double coarse, rate;
    leftover(&b, 1e-3, 0.0, &coarse, &rate);
    double fine;
    leftover(&b, 1e-4, 0.0, &fine, &rate);
    assert_true(coarse > 1e-9 && coarse < 1e-4 * b.s->length);
    assert_near(coarse / fine, 100.0, 10.0);
    leftover(&b, 0.0, 0.3, &fine, &rate);
    assert_true(rate < 1e-12 * b.s->speed);
    clear_bench(&b);
  }
}

/* A move of more than a hundred times what is allowed is not made, of positions and of velocities.
 */
static void a_long_move_is_not_made(void **state) {
  for (int part = 0; part < 2; part++) {
    bench b = set_bench(*state, "four_bar_ideal");
    seed = 4;
    disturb(&b, 1e-4, 1e-3);
    for (int i = 0; i < b.n; i++) b.limit[part * b.n + i] = 1e-12;
    double *kept = part == 0 ? b.q : b.v, *before = malloc(sizeof(double) * (size_t)b.n);
    memcpy(before, kept, sizeof(double) * (size_t)b.n);
    assert_int_equal(ptl_accelerations_solve(b.reduced, 0.0, b.q, b.v, NULL, b.a, b.lambda), 0);
    assert_int_equal(ptl_accelerations_project(b.reduced, b.limit, b.q, b.v), 0);
    assert_memory_equal(before, kept, sizeof(double) * (size_t)b.n);
    free(before);
    clear_bench(&b);
  }
}

/* The cranks of a parallelogram, nearly in line with its base: the equations of its coupler differ
 * by the square of the angle, 2e-7, in what they ask for. */
static void nothing_moves_where_the_position_is_singular(void **state) {
  static const struct {
    const char *angle;
    int moves;
  } cases[] = {{"80 deg", 1}, {"1 deg", 1}, {"0.025 deg", 0}};
  for (int i = 0; i < 3; i++) {
    ptl_setting setting = {"parameters.start", cases[i].angle};
    bench b = set_bench_with(*state, "parallelogram", &setting, 1);
    assert_int_equal(ptl_accelerations_solve(b.reduced, 0.0, b.q, b.v, NULL, b.a, b.lambda), 0);
    assert_int_equal(ptl_accelerations_project(b.reduced, b.limit, b.q, b.v), cases[i].moves);
    clear_bench(&b);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solutions_are_those_of_the_whole_equations),
      cmocka_unit_test(projection_is_the_shortest_way),
      cmocka_unit_test(projection_leaves_the_square),
      cmocka_unit_test(a_long_move_is_not_made),
      cmocka_unit_test(nothing_moves_where_the_position_is_singular),
  };
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
