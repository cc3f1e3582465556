/* problems_chain.c: mechanisms of any size, described by a program.
 *
 * N-four-bar: N windows of the IFToMM benchmark A02: N + 1 upright links and N couplers of 1 m and
 * 1 kg, 9.81 m/s^2, started upright with 1 m/s at the top. In 1 s it passes its flat position,
 * which is singular. Pendulum chain: N rods of 1 m and 1 kg, let go from the horizontal. Variant
 * "friction": Coulomb's law with 0.1 in every pin, 10 mm in radius. Chain with play: N rods of 0.1
 * m and 0.1 kg, each hung from the one before by a pin with 0.1 mm of play. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

static const double gravity = 9.81;

typedef struct link {
  const char *letter;
  int number;
  double x, y, angle, vx, omega;
} link;

static void name_of(char name[16], const char *letter, int number) {
  snprintf(name, 16, "%s%d", letter, number);
}

static ptl_status add_link(ptl_mechanism *m, const link *l) {
  ptl_body_def def = ptl_body_default();
  char name[16];
  name_of(name, l->letter, l->number);
  def.name = name;
  def.mass = 1.0;
  def.inertia = 1.0 / 12.0;
  def.x = l->x;
  def.y = l->y;
  def.angle = l->angle;
  def.vx = l->vx;
  def.omega = l->omega;
  return ptl_mechanism_add_body(m, &def);
}

/* Parameters of joints. */
static const ptl_given pin_radius[] = {{.name = "radius", .value = {0.01}},
                                       {.name = "clearance", .value = {1e-4}}};
static const ptl_given coefficient[] = {{.name = "coefficient", .value = {0.1}}};

static int rough(const ptl_bench_problem *problem) {
  return problem->variant != NULL && strcmp(problem->variant, "friction") == 0;
}

static void make_rough(const ptl_bench_problem *problem, ptl_joint_def *def) {
  if (!rough(problem)) return;
  def->use = (ptl_type_use){"revolute", pin_radius, 1};
  def->friction = (ptl_type_use){"coulomb", coefficient, 1};
}

/* A pin between two links, at the ends `from` and `to` of them: -0.5 or 0.5 m from their middles.
 */
static ptl_status add_pin(ptl_mechanism *m, const ptl_bench_problem *problem, int number,
                          const char *a, double from, const char *b, double to) {
  char name[16];
  name_of(name, "p", number);
  ptl_joint_def def = {
      .name = name, .use = {"revolute", NULL, 0}, .a = {a, from, 0.0, 0.0}, .b = {b, to, 0.0, 0.0}};
  make_rough(problem, &def);
  return ptl_mechanism_add_joint(m, &def);
}

static ptl_status finish(ptl_mechanism *m, const ptl_bench_problem *problem, const char *point,
                         const char *body, double at) {
  const ptl_point_def def = {point, {body, at, 0.0, 0.0}};
  ptl_run_def run = ptl_run_default();
  char pattern[32];
  int is_bars = problem->build == ptl_bench_build_four_bars;
  run.until.amount = is_bars && rough(problem) ? 0.5 : 1.0; /* not over the flat position */
  run.every.amount = 0.05;
  run.start = PTL_START_GIVEN;
  snprintf(pattern, sizeof pattern, "%s.*", point);
  ptl_status status = ptl_mechanism_set_gravity(m, 0.0, -gravity);
  if (status == PTL_OK) status = ptl_mechanism_add_point(m, &def);
  if (status == PTL_OK) status = ptl_mechanism_keep_columns(m, pattern);
  return status == PTL_OK ? ptl_mechanism_set_run(m, &run) : status;
}

/* ---------------------------------------------------------------- N-four-bar */

ptl_status ptl_bench_build_four_bars(ptl_context *context, const ptl_bench_problem *problem,
                                     ptl_mechanism **out) {
  const double half_pi = 1.57079632679489661923;
  ptl_mechanism *m = *out = ptl_mechanism_create(context);
  ptl_status status = m == NULL ? PTL_ERR_MEMORY : PTL_OK;
  for (int i = 0, pins = 0; status == PTL_OK && i <= problem->size; i++) {
    const link upright = {"a", i, i, 0.5, half_pi, 0.5, -1.0};
    const link coupler = {"b", i, i - 0.5, 1.0, 0.0, 1.0, 0.0};
    const ptl_joint_def foot = {.name = "p0",
                                .use = {"revolute", NULL, 0},
                                .a = {"ground", i, 0.0, 0.0},
                                .b = {"a0", -0.5, 0.0, 0.0}};
    char a[16], b[16], before[16], pin[16];
    name_of(a, "a", i);
    name_of(b, "b", i);
    name_of(before, "a", i - 1);
    name_of(pin, "f", i);
    ptl_joint_def own = foot;
    own.name = pin;
    own.b.body = a;
    make_rough(problem, &own);
    status = add_link(m, &upright);
    if (status == PTL_OK) status = ptl_mechanism_add_joint(m, &own);
    if (status != PTL_OK || i == 0) continue;
    status = add_link(m, &coupler);
    if (status == PTL_OK) status = add_pin(m, problem, ++pins, before, 0.5, b, -0.5);
    if (status == PTL_OK) status = add_pin(m, problem, ++pins, b, 0.5, a, 0.5);
  }
  return status == PTL_OK ? finish(m, problem, "B0", "a0", 0.5) : status;
}

/* One degree of freedom, from the upright: a'' = g ((N + 1)/2 + N)/((N + 1)/3 + N) sin a */
static void parallelogram(void *user, double t, const double *y, double *rates) {
  double n = *(const int *)user;
  (void)t;
  rates[0] = y[1];
  rates[1] = gravity * ((n + 1.0) / 2.0 + n) / ((n + 1.0) / 3.0 + n) * sin(y[0]);
}

double ptl_bench_four_bars_error(const ptl_bench_problem *problem, const ptl_bench_record *record) {
  double y[2] = {0.0, 1.0}, worst = 0.0;
  int n = problem->size;
  for (int i = 0; i < record->n_rows; i++) {
    if (i > 0) ptl_bench_reference(2, parallelogram, &n, 0.0, problem->every, 2, y);
    const double *row = record->rows + 2 * i;
    worst = fmax(worst, hypot(row[0] - sin(y[0]), row[1] - cos(y[0])));
  }
  return worst;
}

/* ---------------------------------------------------------------- pendulum chain */

ptl_status ptl_bench_build_chain(ptl_context *context, const ptl_bench_problem *problem,
                                 ptl_mechanism **out) {
  ptl_mechanism *m = *out = ptl_mechanism_create(context);
  ptl_status status = m == NULL ? PTL_ERR_MEMORY : PTL_OK;
  char before[16] = "ground", own[16] = "";
  for (int i = 0; status == PTL_OK && i < problem->size; i++) {
    const link rod = {"r", i, i + 0.5, 0.0, 0.0, 0.0, 0.0};
    name_of(own, "r", i);
    status = add_link(m, &rod);
    if (status == PTL_OK) status = add_pin(m, problem, i, before, i == 0 ? 0.0 : 0.5, own, -0.5);
    memcpy(before, own, sizeof before);
  }
  return status == PTL_OK ? finish(m, problem, "tip", own, 0.5) : status;
}

/* The rods' angles; the pin forces f follow from a tridiagonal system of 2 x 2 blocks. With n
 * across a rod, u along it, h = 1/2, B = h^2/J n n^T and all masses 1, the accelerations of both
 * sides of pin i agree: (I - B_(i-1)) f_(i-1) - (2 I + B_(i-1) + B_i) f_i + (I - B_i) f_(i+1) = h
 * w_(i-1)^2 u_(i-1) + h w_i^2 u_i (the ground in place of rod 0: -(I + B_1) f_1 + (I - B_1) f_2 = g
 * + h w_1^2 u_1), then w_i' = -h/J n_i . (f_i + f_(i+1)). */
typedef struct block {
  double xx, xy, yy; /* symmetric */
} block;

typedef struct chain {
  int n;
  double (*f)[2];    /* n + 1 */
  double (*gain)[4]; /* n: (D_i)^-1 U_i of the elimination */
} chain;

static const double half = 0.5, inertia = 1.0 / 12.0;

static block cross_block(double angle) {
  double k = half * half / inertia, nx = -sin(angle), ny = cos(angle);
  return (block){k * nx * nx, k * nx * ny, k * ny * ny};
}

/* Solves D x = r for the general 2 x 2 matrix D. */
static void solve2(const double d[4], const double r[2], double x[2]) {
  double det = d[0] * d[3] - d[1] * d[2];
  x[0] = (d[3] * r[0] - d[1] * r[1]) / det;
  x[1] = (d[0] * r[1] - d[2] * r[0]) / det;
}

static void pin_forces(const chain *c, const double *angle, const double *rate) {
  block left = {0.0, 0.0, 0.0};
  double centripetal[2] = {0.0, -gravity}; /* h w^2 u of the rod before; at the ground g */
  for (int i = 0; i < c->n; i++) {
    block right = cross_block(angle[i]);
    double w = half * rate[i] * rate[i], own[2] = {w * cos(angle[i]), w * sin(angle[i])};
    double twice = i == 0 ? 1.0 : 2.0;
    double d[4] = {-twice - left.xx - right.xx, -left.xy - right.xy, -left.xy - right.xy,
                   -twice - left.yy - right.yy};
    double up[4] = {1.0 - right.xx, -right.xy, -right.xy, 1.0 - right.yy};
    double r[2] = {centripetal[0] + own[0], centripetal[1] + own[1]};
    if (i > 0) { /* what the pin before has of this one's forces */
      double low[4] = {1.0 - left.xx, -left.xy, -left.xy, 1.0 - left.yy};
      const double *g = c->gain[i - 1], *f = c->f[i - 1];
      for (int a = 0; a < 2; a++) {
        r[a] -= low[2 * a] * f[0] + low[2 * a + 1] * f[1];
        for (int b = 0; b < 2; b++) d[2 * a + b] -= low[2 * a] * g[b] + low[2 * a + 1] * g[2 + b];
      }
    }
    double column[2];
    solve2(d, r, c->f[i]);
    for (int b = 0; b < 2; b++) {
      double side[2] = {up[b], up[2 + b]};
      solve2(d, side, column);
      c->gain[i][b] = column[0];
      c->gain[i][2 + b] = column[1];
    }
    left = right;
    centripetal[0] = own[0];
    centripetal[1] = own[1];
  }
  c->f[c->n][0] = c->f[c->n][1] = 0.0;
  for (int i = c->n - 1; i >= 0; i--) {
    const double *g = c->gain[i], *next = c->f[i + 1];
    c->f[i][0] -= g[0] * next[0] + g[1] * next[1];
    c->f[i][1] -= g[2] * next[0] + g[3] * next[1];
  }
}

static void chain_rates(void *user, double t, const double *y, double *rates) {
  const chain *c = user;
  const double *angle = y, *rate = y + c->n;
  (void)t;
  pin_forces(c, angle, rate);
  for (int i = 0; i < c->n; i++) {
    double fx = c->f[i][0] + c->f[i + 1][0], fy = c->f[i][1] + c->f[i + 1][1];
    rates[i] = rate[i];
    rates[c->n + i] = -half / inertia * (-sin(angle[i]) * fx + cos(angle[i]) * fy);
  }
}

static void tip(void *user, const double *y, double *row) {
  const chain *c = user;
  row[0] = row[1] = 0.0;
  for (int i = 0; i < c->n; i++) {
    row[0] += cos(y[i]);
    row[1] += sin(y[i]);
  }
}

static void chain_release(chain *c) {
  free(c->f);
  free(c->gain);
}

double ptl_bench_chain_error(const ptl_bench_problem *problem, const ptl_bench_record *record) {
  size_t n = (size_t)problem->size;
  chain c = {problem->size, ptl_bench_alloc(n + 1, sizeof *c.f),
             ptl_bench_alloc(n, sizeof *c.gain)};
  double *y = ptl_bench_alloc(2 * n, sizeof *y), worst = 0.0;
  for (int i = 0; i < record->n_rows; i++) {
    const double *row = record->rows + 2 * i;
    double expected[2];
    if (i > 0) ptl_bench_reference(2 * c.n, chain_rates, &c, 0.0, problem->every, 12, y);
    tip(&c, y, expected);
    worst = fmax(worst, hypot(row[0] - expected[0], row[1] - expected[1]));
  }
  chain_release(&c);
  free(y);
  return worst;
}

/* The same equations by a hand-written program's integrators; recorded is the tip. */
int ptl_bench_chain_by_hand(const ptl_bench_problem *problem, ptl_bench_method method, double rtol,
                            ptl_bench_record *record, ptl_bench_counts *counts) {
  size_t n = (size_t)problem->size;
  chain c = {problem->size, ptl_bench_alloc(n + 1, sizeof *c.f),
             ptl_bench_alloc(n, sizeof *c.gain)};
  double *y = ptl_bench_alloc(4 * n, sizeof *y), *tolerance = y + 2 * n;
  for (size_t i = 0; i < 2 * n; i++) tolerance[i] = rtol;
  ptl_bench_ode *ode = ptl_bench_ode_create(method, 2 * c.n, chain_rates, &c, y, tolerance, 0.0);
  int flag = ode == NULL;
  if (flag == 0) {
    flag = ptl_bench_ode_run(ode, 1.0, y, tip, record);
    *counts = ode->count(ode);
    ode->destroy(ode);
  }
  chain_release(&c);
  free(y);
  return flag;
}

/* ---------------------------------------------------------------- chain with play */

ptl_status ptl_bench_build_play(ptl_context *context, const ptl_bench_problem *problem,
                                ptl_mechanism **out) {
  static const ptl_given power[] = {{.name = "stiffness", .value = {1e9}},
                                    {.name = "exponent", .value = {1.5}}};
  static const ptl_given alpha[] = {{.name = "alpha", .value = {0.2}}};
  static const ptl_gap_contact contact = {NULL, "steel"};
  ptl_contact_def steel = ptl_contact_default();
  ptl_run_def run = ptl_run_default();
  ptl_mechanism *m = *out = ptl_mechanism_create(context);
  char before[16] = "ground";
  if (m == NULL) return PTL_ERR_MEMORY;
  steel.name = "steel";
  steel.elastic = (ptl_type_use){"power", power, 2};
  steel.damping = (ptl_type_use){"hunt_crossley", alpha, 1};
  ptl_status status = ptl_mechanism_add_contact(m, &steel);
  for (int i = 0; status == PTL_OK && i < problem->size; i++) {
    char own[16], pin[16];
    name_of(own, "r", i);
    name_of(pin, "p", i);
    ptl_body_def rod = ptl_body_default();
    rod.name = own;
    rod.mass = 0.1;
    rod.inertia = 0.1 * 0.1 * 0.1 / 12.0;
    rod.x = 0.1 * i + 0.05;
    const ptl_joint_def def = {.name = pin,
                               .use = {"revolute", pin_radius, 2},
                               .a = {before, i == 0 ? 0.0 : 0.05, 0.0, 0.0},
                               .b = {own, -0.05, 0.0, 0.0},
                               .contacts = &contact,
                               .n_contacts = 1};
    status = ptl_mechanism_add_body(m, &rod);
    if (status == PTL_OK) status = ptl_mechanism_add_joint(m, &def);
    memcpy(before, own, sizeof before);
  }
  run.until.amount = 0.1;
  run.start = PTL_START_GIVEN;
  if (status == PTL_OK) status = ptl_mechanism_set_gravity(m, 0.0, -gravity);
  return status == PTL_OK ? ptl_mechanism_set_run(m, &run) : status;
}
