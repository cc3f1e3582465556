/* start_given.c: a start that keeps what the model gives.
 *
 * The assembly changes positions and velocities by x with the least sum of w_i x_i^2 that puts them
 * onto the constraints (kkt.h). The weights w are masses, but those of coordinates that the model
 * gives are infinite or, where these contradict one another, 1e6 times as large. The coordinates of
 * a body are those of its frame where its position (velocity) is given and those of its centre of
 * mass else, so that what is given is one coordinate each and the sum, with all others free, that
 * of least kinetic energy. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "constraint.h"
#include "kkt.h"
#include "largest.h"
#include "motion.h"
#include "start.h"
#include "state.h"
#include "state_signal.h"

/* Weights of what is given. */
typedef enum weighing { AS_THE_REST, HELD, HEAVY } weighing;

static const double heavy_root = 1e-3; /* 1/sqrt(1e6) */
/* Change of a coordinate, relative to the length or in rad, that still counts as kept; residual of
 * Phi, relative to the length, that counts as none. */
static const double kept_tolerance = 1e-9, closed_tolerance = 1e-12, rounding = 1e-15;
enum { MAX_ITERATIONS = 60, MAX_PIECES = 200 };
/* Of a way in the direction of an entry of start:, by which the mechanism is followed in one Newton
 * solution: in rad, or relative to the length. */
static const double piece = 0.1;

typedef struct problem {
  ptl_data *data;
  ptl_system *s;
  ptl_kkt *kkt;
  int n, m, first_start;         /* coordinates, rows, the first row of start: */
  double *roots, *x;             /* n */
  double *placed;                /* n: where the model places the bodies, of start: */
  double *first, *moved, *found; /* n: a state to begin from, one that is tried, the one found */
  double (*com)[2], (*arms)[2];  /* per body: centre of mass from the frame where that is given;
                                        that or 0, as the weighing has it */
  char *is_given;                /* n */
  double *g, *wanted;            /* m: right-hand side; rates that rows are to have [m/s, rad/s] */
  char *skipped;                 /* m */
  char *is_named;                /* entries of start: that a message names */
  void *arrays;
} problem;

static void destroy(problem *p) {
  if (p->data != NULL) {
    ptl_kkt_destroy(p->kkt);
    ptl_free(p->data->context, p->arrays);
  }
  ptl_data_destroy(p->data);
}

static ptl_status create(ptl_context *context, ptl_system *s, problem *p) {
  *p = (problem){.s = s, .n = s->n_coordinates, .m = s->n_rows};
  p->first_start = s->n_rows - s->n_start_rows;
  ptl_status status = ptl_data_create(context, s, &p->data);
  if (status != PTL_OK) return status;
  const ptl_block blocks[] = {PTL_BLOCK(p->roots, p->n),
                              PTL_BLOCK(p->x, p->n),
                              PTL_BLOCK(p->placed, p->n),
                              PTL_BLOCK(p->first, p->n),
                              PTL_BLOCK(p->moved, p->n),
                              PTL_BLOCK(p->found, p->n),
                              PTL_BLOCK(p->com, s->n_bodies),
                              PTL_BLOCK(p->arms, s->n_bodies),
                              PTL_BLOCK(p->is_given, p->n),
                              PTL_BLOCK(p->g, p->m),
                              PTL_BLOCK(p->wanted, p->m),
                              PTL_BLOCK(p->skipped, p->m),
                              PTL_BLOCK(p->is_named, s->mechanism->n_starts)};
  p->arrays = ptl_arena_create(context, blocks, sizeof blocks / sizeof *blocks);
  if (p->arrays != NULL) return PTL_OK;
  destroy(p);
  return PTL_ERR_MEMORY;
}

static const ptl_body_def *body(const problem *p, int i) {
  return &p->s->mechanism->bodies[i].def;
}

/* Marks what is given of positions or of velocities; returns whether that is a part of all only. */
static int mark_given(problem *p, unsigned free_point, unsigned free_angle) {
  int n_given = 0;
  for (int i = 0; i < p->s->n_bodies; i++) {
    const ptl_body_def *def = body(p, i);
    const int point = (def->free & free_point) == 0, angle = (def->free & free_angle) == 0;
    p->is_given[3 * i] = p->is_given[3 * i + 1] = (char)point;
    p->is_given[3 * i + 2] = (char)angle;
    p->com[i][0] = point ? def->com_x : 0.0;
    p->com[i][1] = point ? def->com_y : 0.0;
    n_given += 2 * point + angle;
  }
  return n_given > 0 && n_given < p->n;
}

/* The linear problem, which is made when it is asked for first, since most starts are consistent as
 * they are. */
static ptl_status weigh(problem *p, weighing how) {
  const double of_given = how == AS_THE_REST ? 1.0 : how == HEAVY ? heavy_root : 0.0;
  for (int i = 0; i < p->s->n_bodies; i++) {
    double *arm = p->arms[i];
    for (int c = 0; c < 2; c++) arm[c] = how == AS_THE_REST ? 0.0 : p->com[i][c];
    for (int c = 0; c < 3; c++) {
      double weight = ptl_system_weight_of(p->s, 3 * i + c);
      if (c == 2) weight += ptl_system_weight_of(p->s, 3 * i) * (arm[0] * arm[0] + arm[1] * arm[1]);
      p->roots[3 * i + c] = (p->is_given[3 * i + c] ? of_given : 1.0) / sqrt(weight);
    }
  }
  const ptl_kkt_measure measure = {.inverse_roots = p->roots,
                                   .arms = (const double(*)[2])p->arms,
                                   .skipped = p->skipped,
                                   .is_weighed = 1};
  const ptl_status status = p->kkt == NULL ? ptl_kkt_create(p->data, -1, &p->kkt) : PTL_OK;
  if (status == PTL_OK) ptl_kkt_set_measure(p->kkt, &measure);
  return status;
}

/* The largest entry of the step, relative to the length or in rad. */
static double step_size(const problem *p) {
  double size = 0.0;
  for (int i = 0; i < p->n; i++)
    size = fmax(size, fabs(p->x[i]) / (p->s->length / ptl_system_lever(p->s, i)));
  return size;
}

/* Newton steps from near a singular position would go round many times. */
static void shorten(const problem *p, double size) {
  const double most = 0.3;
  for (int i = 0; i < p->n && size > most; i++) p->x[i] *= most / size;
}

/* q += x, where x changes the points from which the arms lead. */
static void move_positions(const problem *p, double *q) {
  for (int i = 0; i < p->s->n_bodies; i++) {
    double *body = q + 3 * i;
    const double *x = p->x + 3 * i, *arm = p->arms[i];
    const double before = body[2], after = before + x[2];
    body[0] += x[0] + (cos(after) - cos(before)) * arm[0] - (sin(after) - sin(before)) * arm[1];
    body[1] += x[1] + (sin(after) - sin(before)) * arm[0] + (cos(after) - cos(before)) * arm[1];
    body[2] = after;
  }
}

static void move_velocities(const problem *p, const double *q, double *v) {
  for (int i = 0; i < p->s->n_bodies; i++) {
    const double *x = p->x + 3 * i, *arm = p->arms[i];
    const double c = cos(q[3 * i + 2]), s = sin(q[3 * i + 2]);
    v[3 * i] += x[0] - x[2] * (s * arm[0] + c * arm[1]);
    v[3 * i + 1] += x[1] + x[2] * (c * arm[0] - s * arm[1]);
    v[3 * i + 2] += x[2];
  }
}

/* Largest entry of the rows that are not skipped. */
static double largest(const problem *p, const double *rows) {
  double size = 0.0;
  for (int i = 0; i < p->m; i++)
    if (!p->skipped[i] && !(fabs(rows[i]) <= size)) size = fabs(rows[i]);
  return size;
}

static double position_residual(const problem *p, const double *q, const double *v) {
  ptl_data_set_state(p->data, 0.0, q, v);
  ptl_eval_constraints(p->data, q, v);
  return largest(p, p->data->phi);
}

/* Newton steps from q; *closed tells whether Phi vanishes in the end. */
static ptl_status close_positions(problem *p, weighing how, double *q, const double *v,
                                  int *closed) {
  double previous = INFINITY;
  *closed = 0;
  ptl_status status = weigh(p, how);
  if (status != PTL_OK) return status;
  for (int iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const double size = position_residual(p, q, v);
    if (!isfinite(size)) return PTL_OK;
    *closed = size <= closed_tolerance * p->s->length;
    if (*closed && size >= 0.5 * previous) return PTL_OK;
    if (size <= rounding * p->s->length) return PTL_OK;
    previous = size;
    for (int i = 0; i < p->m; i++) p->g[i] = p->skipped[i] ? 0.0 : -p->data->phi[i];
    status = ptl_kkt_set(p->kkt, 0.0, q, v);
    if (status == PTL_OK) status = ptl_kkt_solve(p->kkt, NULL, p->g, p->x, NULL);
    if (status != PTL_OK) return status;
    const double step = step_size(p);
    if (!*closed && step <= rounding) return PTL_OK; /* the rows contradict one another */
    if (how != AS_THE_REST) shorten(p, step);
    move_positions(p, q);
  }
  return PTL_OK;
}

/* The rates of the rows that are wanted, taken away from what v gives; returns the largest
 * difference. */
static double velocity_residual(const problem *p, const double *q, const double *v) {
  ptl_data_set_state(p->data, 0.0, q, v);
  ptl_eval_constraints(p->data, q, v);
  for (int i = 0; i < p->m; i++)
    p->g[i] = p->skipped[i] ? 0.0 : p->wanted[i] - p->data->phi_rate[i];
  return ptl_largest(p->g, p->m);
}

static ptl_status close_velocities(problem *p, weighing how, const double *q, double *v,
                                   int *closed) {
  const double before = velocity_residual(p, q, v);
  ptl_status status = weigh(p, how);
  if (status != PTL_OK) return status;
  for (int pass = 0; pass < 2; pass++) { /* the second pass removes rounding */
    status = ptl_kkt_set(p->kkt, 0.0, q, v);
    velocity_residual(p, q, v);
    if (status == PTL_OK) status = ptl_kkt_solve(p->kkt, NULL, p->g, p->x, NULL);
    if (status != PTL_OK) return status;
    move_velocities(p, q, v);
  }
  *closed = velocity_residual(p, q, v) <=
            fmax(1e-9 * before, closed_tolerance * ptl_system_speed_of(p->s, v));
  return PTL_OK;
}

/* Changes of what is given from one state to another: of a point and of an angle, velocities where
 * q, the positions of both, is not NULL. Whether they are at most `most`, angles times the
 * length. */
static int keeps_given(const problem *p, const double *from, const double *to, const double *q,
                       double most) {
  for (int i = 0; i < p->s->n_bodies; i++) {
    const double *a = from + 3 * i, *b = to + 3 * i, *com = p->com[i];
    double dx = b[0] - a[0], dy = b[1] - a[1];
    if (q == NULL) {
      dx -= (cos(b[2]) - cos(a[2])) * com[0] - (sin(b[2]) - sin(a[2])) * com[1];
      dy -= (sin(b[2]) - sin(a[2])) * com[0] + (cos(b[2]) - cos(a[2])) * com[1];
    } else {
      const double c = cos(q[3 * i + 2]), s = sin(q[3 * i + 2]), angle = b[2] - a[2];
      dx += angle * (s * com[0] + c * com[1]);
      dy -= angle * (c * com[0] - s * com[1]);
    }
    if (p->is_given[3 * i] && !(hypot(dx, dy) <= most)) return 0;
    if (p->is_given[3 * i + 2] && !(fabs(b[2] - a[2]) * p->s->length <= most)) return 0;
  }
  return 1;
}

/* ---------------------------------------------------------------- what the bodies give */

/* Positions that keep what is given, in q; in `found` those at which velocities are to be looked
 * for. */
static ptl_status keep_positions(problem *p, double *q, const double *v, double *found) {
  static const weighing ways[] = {HELD, HEAVY};
  const size_t bytes = sizeof(double) * (size_t)p->n;
  const int is_part = mark_given(p, PTL_FREE_POSITION, PTL_FREE_ANGLE);
  int closed;
  memcpy(p->first, q, bytes);
  memcpy(found, q, bytes);
  if (position_residual(p, q, v) <= closed_tolerance * p->s->length) return PTL_OK;
  ptl_status status = close_positions(p, AS_THE_REST, found, v, &closed);
  if (status != PTL_OK || !is_part) return status;
  if (closed && keeps_given(p, p->first, found, NULL, kept_tolerance * p->s->length)) return PTL_OK;
  for (int i = 0; i < 2; i++) {
    memcpy(p->moved, p->first, bytes);
    status = close_positions(p, ways[i], p->moved, v, &closed);
    if (status != PTL_OK) return status;
    if (!closed) continue;
    memcpy(q, p->moved, bytes);
    memcpy(found, p->moved, bytes);
    break;
  }
  return PTL_OK;
}

/* Velocities at q that keep what is given. */
static ptl_status keep_velocities(problem *p, const double *q, double *v) {
  static const weighing ways[] = {AS_THE_REST, HELD, HEAVY};
  const size_t bytes = sizeof(double) * (size_t)p->n;
  if (!mark_given(p, PTL_FREE_VELOCITY, PTL_FREE_RATE)) return PTL_OK;
  if (velocity_residual(p, q, v) <= closed_tolerance * ptl_system_speed_of(p->s, v)) return PTL_OK;
  for (int i = 0; i < 3; i++) {
    int closed;
    memcpy(p->moved, v, bytes);
    ptl_status status = close_velocities(p, ways[i], q, p->moved, &closed);
    if (status != PTL_OK) return status;
    if (!closed) continue;
    if (i > 0) {
      memcpy(v, p->moved, bytes);
      return PTL_OK;
    }
    const double speed = fmax(ptl_system_speed_of(p->s, v), ptl_system_speed_of(p->s, p->moved));
    if (keeps_given(p, v, p->moved, q, kept_tolerance * speed)) return PTL_OK;
  }
  return PTL_OK;
}

/* ---------------------------------------------------------------- entries of start: */

static int gives_position(const ptl_mechanism *m) {
  for (int i = 0; i < m->n_starts; i++)
    if (!isnan(m->starts[i].def.position[0])) return 1;
  return 0;
}

/* The entry of a row of start:, and which of its numbers it is. */
static const ptl_start_def *entry_of(const problem *p, int row, int *number) {
  const ptl_mechanism *m = p->s->mechanism;
  int first = p->first_start;
  *number = 0;
  for (int i = 0; i < m->n_starts; i++) {
    const int n = m->starts[i].def.joint != NULL ? 1 : 2;
    *number = row - first;
    if (row < first + n) return &m->starts[i].def;
    first += n;
  }
  return NULL;
}

/* The elements of the rows of start: are the last ones, one for each row. */
static ptl_sys_constraint *element_of(const problem *p, int row) {
  return &p->s->constraints[p->s->n_constraints - (p->m - row)];
}

/* The value of the row's coordinate, or its rate. */
static double coordinate(const problem *p, int row, const double *q, const double *v, int rate) {
  ptl_constraint_eval out;
  ptl_data_set_state(p->data, 0.0, q, v);
  ptl_eval_constraint(p->data, (int)(element_of(p, row) - p->s->constraints), q, v, &out);
  return rate ? out.rate[0] : out.value[0] + element_of(p, row)->origin;
}

/* Leaves rows of start: from `end` on away, and those that give no position or, with `rates`, no
 * rate; for positions also those of drivers that begin anywhere. */
static void skip_rows(problem *p, int end, int rates) {
  const ptl_system *s = p->s;
  const int frees_drivers = !rates && gives_position(s->mechanism);
  for (int i = 0; i < s->n_motions; i++)
    p->skipped[s->constraints[s->motions[i].constraint].row] =
        (char)(frees_drivers && ptl_motion_begins_anywhere(&s->motions[i].def));
  for (int row = p->first_start; row < p->m; row++) {
    int number;
    const ptl_start_def *def = entry_of(p, row, &number);
    const double value = rates ? def->rate[number] : def->position[number];
    p->skipped[row] = (char)(row >= end || isnan(value));
    p->wanted[row] = rates && !p->skipped[row] ? value : 0.0;
  }
}

/* The share `share` of the way from the coordinates at p->first to those that are wanted. */
static void aim(const problem *p, const double *v, double share) {
  for (int row = p->first_start; row < p->m; row++) {
    int number;
    if (p->skipped[row]) continue;
    const ptl_start_def *def = entry_of(p, row, &number);
    ptl_sys_constraint *k = element_of(p, row);
    const double from = coordinate(p, row, p->first, v, 0);
    k->origin = share < 1.0 ? from + share * (def->position[number] - from) : def->position[number];
  }
}

/* Pieces in which the mechanism is moved to the entries, so that it ends in the form in which it is
 * placed. */
static int count_pieces(const problem *p, const double *v) {
  double longest = 0.0;
  for (int row = p->first_start; row < p->m; row++) {
    int number;
    if (p->skipped[row]) continue;
    const ptl_start_def *def = entry_of(p, row, &number);
    const double way = fabs(def->position[number] - coordinate(p, row, p->first, v, 0));
    const int turns = element_of(p, row)->measured == PTL_MEASURED_ANGLE;
    longest = fmax(longest, turns ? way : way / p->s->length);
  }
  return (int)fmin(fmax(ceil(longest / piece), 1.0), MAX_PIECES);
}

/* From p->first to the entries that are not skipped, in n pieces, into q. */
static ptl_status approach(problem *p, weighing how, int n, double *q, const double *v,
                           int *closed) {
  memcpy(q, p->first, sizeof(double) * (size_t)p->n);
  *closed = 1;
  ptl_status status = PTL_OK;
  for (int i = 1; i <= n && *closed && status == PTL_OK; i++) {
    aim(p, v, (double)i / n);
    status = close_positions(p, how, q, v, closed);
  }
  return status;
}

/* Tries ways to the entries that are not skipped, from p->first; q is where the last one has come
 * to. */
static ptl_status reach(problem *p, double *q, const double *v, int *closed) {
  static const struct {
    weighing how;
    int in_pieces;
    double aside; /* from a place so far off, as dead centres have no way out in a straight line */
  } ways[] = {{HELD, 1, 0.0},  {HEAVY, 1, 0.0},  {HEAVY, 0, 0.0}, {HEAVY, 1, 0.1},
              {HEAVY, 0, 0.1}, {HEAVY, 1, -0.1}, {HEAVY, 0, -0.1}};
  ptl_status status = PTL_OK;
  *closed = 0;
  for (size_t i = 0; i < sizeof ways / sizeof *ways && !*closed && status == PTL_OK; i++) {
    memcpy(p->first, p->placed, sizeof(double) * (size_t)p->n);
    ptl_start_direction(p->x, p->n, ways[i].aside * p->s->length, ways[i].aside);
    for (int c = 0; c < p->n; c++) p->first[c] += p->x[c];
    status = approach(p, ways[i].how, ways[i].in_pieces ? count_pieces(p, v) : 1, q, v, closed);
  }
  return status;
}

/* "30 deg", "0.05 m", "10 rad/s" of a row's coordinate. */
static void write_value(const problem *p, int row, double value, int rate, char *text,
                        size_t size) {
  const int turns = element_of(p, row)->measured == PTL_MEASURED_ANGLE;
  const double shown = turns && !rate ? value * 180.0 / acos(-1.0) : value;
  snprintf(text, size, "%.6g %s", shown, turns ? (rate ? "rad/s" : "deg") : (rate ? "m/s" : "m"));
}

/* The row of start: cannot be as wanted; without it and those behind it, it is `found`. */
static ptl_status fail_entry(const problem *p, int row, double found, int rate) {
  static const char *const axes[] = {" along x", " along y"};
  const ptl_mechanism *m = p->s->mechanism;
  int number;
  char wanted[40], there[40], gap[40], others[400] = "";
  const ptl_start_def *def = entry_of(p, row, &number);
  const double value = rate ? def->rate[number] : def->position[number];
  write_value(p, row, value, rate, wanted, sizeof wanted);
  write_value(p, row, found, rate, there, sizeof there);
  write_value(p, row, fabs(value - found), rate, gap, sizeof gap);
  for (const ptl_mech_start *e = m->starts; &e->def != def; e++) {
    if (!p->is_named[e - m->starts]) continue;
    const size_t n = strlen(others);
    snprintf(others + n, sizeof others - n, ", the start of '%s'",
             e->def.joint != NULL ? e->def.joint : e->def.name);
  }
  return ptl_fail_at(
      m, ((const ptl_mech_start *)def)->where, PTL_ERR_UNFIT,
      PTL_E(0305) "start of '%s': its %s%s of %s contradicts the joints and drivers%s: by these it is "
      "%s, %s away",
      def->joint != NULL ? def->joint : def->name, rate ? "rate" : "position",
      def->joint != NULL ? "" : axes[number], wanted, others, there, gap);
}

/* Whether the rows that are not skipped can be had together. */
static ptl_status try_rows(problem *p, int rates, double *q, const double *v, int *closed) {
  if (!rates) return reach(p, q, v, closed);
  memcpy(p->moved, v, sizeof(double) * (size_t)p->n);
  return close_velocities(p, HEAVY, q, p->moved, closed);
}

/* Leaves the rows of entries `first` to `last` away, too; returns whether they say anything. */
static int skip_entries(problem *p, int first, int last) {
  int row = p->first_start, n = 0;
  for (int i = 0; i <= last; i++)
    for (int end = row + (p->s->mechanism->starts[i].def.joint != NULL ? 1 : 2); row < end; row++) {
      if (i < first) continue;
      n += !p->skipped[row];
      p->skipped[row] = 1;
      p->wanted[row] = 0.0;
    }
  return n > 0;
}

/* Names the entries before that of the row without one of which the row could be had; all of them
 * where that takes more than one away, and none where joints and drivers alone forbid it. */
static ptl_status name_entries(problem *p, int row, int rates, double *q, const double *v) {
  const ptl_mechanism *m = p->s->mechanism;
  int number, closed, n_named = 0;
  const int own = (int)((const ptl_mech_start *)entry_of(p, row, &number) - m->starts);
  ptl_status status = PTL_OK;
  memset(p->is_named, 0, (size_t)m->n_starts);
  for (int i = 0; i < own && status == PTL_OK; i++) {
    skip_rows(p, row + 1, rates);
    if (!skip_entries(p, i, i)) continue;
    status = try_rows(p, rates, q, v, &closed);
    n_named += p->is_named[i] = (char)(status == PTL_OK && closed);
  }
  if (own == 0 || n_named > 0 || status != PTL_OK) return status;
  skip_rows(p, row + 1, rates);
  skip_entries(p, 0, own - 1);
  status = try_rows(p, rates, q, v, &closed);
  memset(p->is_named, status == PTL_OK && closed, (size_t)own);
  return status;
}

/* Finds the first entry that those before it do not admit. */
static ptl_status blame(problem *p, int rates, double *q, const double *v) {
  int closed;
  skip_rows(p, p->first_start, rates);
  ptl_status status = try_rows(p, rates, q, v, &closed);
  for (int row = p->first_start; row < p->m && status == PTL_OK && closed; row++) {
    const double found = coordinate(p, row, q, rates ? p->moved : v, rates);
    skip_rows(p, row + 1, rates);
    if (p->skipped[row]) continue;
    status = try_rows(p, rates, q, v, &closed);
    if (status != PTL_OK || closed) continue;
    status = name_entries(p, row, rates, q, v);
    return status == PTL_OK ? fail_entry(p, row, found, rates) : status;
  }
  return status; /* the joints alone cannot be closed: the assembly that follows says which */
}

static ptl_status reach_positions(problem *p, double *q, const double *v) {
  int closed;
  mark_given(p, PTL_FREE_POSITION, PTL_FREE_ANGLE);
  memcpy(p->placed, q, sizeof(double) * (size_t)p->n);
  const ptl_status status = reach(p, q, v, &closed);
  return status != PTL_OK || closed ? status : blame(p, 0, q, v);
}

static ptl_status reach_velocities(problem *p, double *q, double *v) {
  static const weighing ways[] = {HELD, HEAVY};
  const size_t bytes = sizeof(double) * (size_t)p->n;
  mark_given(p, PTL_FREE_VELOCITY, PTL_FREE_RATE);
  for (int i = 0; i < 2; i++) {
    int closed;
    memcpy(p->moved, v, bytes);
    const ptl_status status = close_velocities(p, ways[i], q, p->moved, &closed);
    if (status != PTL_OK) return status;
    if (!closed) continue;
    memcpy(v, p->moved, bytes);
    return PTL_OK;
  }
  return blame(p, 1, q, v);
}

/* ---------------------------------------------------------------- all */

static int gives_rate(const ptl_mechanism *m) {
  for (int i = 0; i < m->n_starts; i++)
    if (!isnan(m->starts[i].def.rate[0])) return 1;
  return 0;
}

/* Whether some number of a placement or velocity is given and another is not. */
static int gives_a_part(const ptl_mechanism *m) {
  static const unsigned all[2] = {PTL_FREE_POSITION | PTL_FREE_ANGLE,
                                  PTL_FREE_VELOCITY | PTL_FREE_RATE};
  for (int k = 0; k < 2; k++) {
    int n_free = 0, n_given = 0;
    for (int i = 0; i < m->n_bodies; i++) {
      n_free += (m->bodies[i].def.free & all[k]) != 0;
      n_given += (m->bodies[i].def.free & all[k]) != all[k];
    }
    if (n_free > 0 && n_given > 0) return 1;
  }
  return 0;
}

ptl_status ptl_start_keep_given(ptl_context *context, ptl_system *s, double *q, double *v) {
  problem p;
  if (s->n_rows == 0 || (s->mechanism->n_starts == 0 && !gives_a_part(s->mechanism))) return PTL_OK;
  ptl_status status = create(context, s, &p);
  if (status != PTL_OK) return status;
  status = ptl_signals_start(p.data, q, v, s->z0); /* which motions may follow */
  skip_rows(&p, p.m, 0);
  if (status == PTL_OK && gives_position(s->mechanism)) {
    status = reach_positions(&p, q, v);
    memcpy(p.found, q, sizeof(double) * (size_t)p.n);
  } else if (status == PTL_OK) {
    status = keep_positions(&p, q, v, p.found);
  }
  skip_rows(&p, p.m, 1);
  if (status == PTL_OK)
    status = gives_rate(s->mechanism) ? reach_velocities(&p, p.found, v)
                                      : keep_velocities(&p, p.found, v);
  destroy(&p);
  return status;
}

ptl_status ptl_start_begin_motions(ptl_system *s, const double *q) {
  if (s->n_motions == 0 || !gives_position(s->mechanism)) return PTL_OK;
  ptl_rotation *rotations = ptl_alloc(s->context, (size_t)s->n_bodies, sizeof *rotations);
  if (rotations == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < s->n_bodies; i++)
    rotations[i] = (ptl_rotation){cos(q[3 * i + 2]), sin(q[3 * i + 2])};
  for (int i = 0; i < s->n_motions; i++) {
    const ptl_sys_constraint *k = &s->constraints[s->motions[i].constraint];
    ptl_pair_state state;
    ptl_scalar x;
    if (!ptl_motion_begins_anywhere(&s->motions[i].def)) continue;
    ptl_pair_set_pose(&k->pair, q, rotations, &state);
    ptl_measured_coordinate_eval(k->measured, &state.pose, &x);
    s->motions[i].start = x.value;
  }
  ptl_free(s->context, rotations);
  return PTL_OK;
}
