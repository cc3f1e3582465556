#include "judge.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jam.h"
#include "kinematics.h"

/* ------------------------------------------------------------------ a run */

void judged_run_make(const char *folder, const char *name, const char *const *settings, double cpu,
                     judged_run *run) {
  char model[2048], out[2048], trace[4096];
  const char *program = getenv("PINTLE_PROGRAM"); /* another program to try */
  const char *arguments[64] = {program != NULL ? program : PINTLE_PROGRAM, "run", model, "-o", out};
  int n = 5;
  snprintf(model, sizeof model, "%s/model.yaml", folder);
  snprintf(out, sizeof out, "%s/%s.run", folder, name);
  snprintf(trace, sizeof trace, "%s/trace.csv", out);
  for (; *settings != NULL && n < 62; settings++) {
    arguments[n++] = "--set";
    arguments[n++] = *settings;
  }
  arguments[n] = NULL;
  remove_work_folder(out);
  run_limits limits = {.cpu = cpu, .file = 1e9};
  if (limited_run(arguments, &limits, folder, &run->outcome) != 0) abort();
  trace_table_read(trace, &run->trace);
}

void judged_run_release(judged_run *run) {
  run_outcome_release(&run->outcome);
  trace_table_release(&run->trace);
}

/* ------------------------------------------------------------------ invariants */

typedef struct state { /* of one body in one row */
  double x, y, angle, vx, vy, omega, alpha;
} state;

static int first_column(const trace_table *t, int body) {
  char name[16];
  snprintf(name, sizeof name, "b%d.x", body);
  return trace_table_column(t, name);
}

static state state_of(const trace_table *t, int row, int first) {
  const double *v = &t->values[(size_t)row * (size_t)t->columns + (size_t)first];
  return (state){v[0], v[1], v[2], v[3], v[4], v[5], v[8]};
}

static double kinetic(const random_mechanism *m, const trace_table *t, int row) {
  double sum = 0.0;
  for (int i = 0; i < m->n_bodies; i++) {
    const random_body *b = &m->body[i];
    state s = state_of(t, row, first_column(t, i));
    double rx = b->com[0] * cos(s.angle) - b->com[1] * sin(s.angle);
    double ry = b->com[0] * sin(s.angle) + b->com[1] * cos(s.angle);
    double vx = s.vx - s.omega * ry, vy = s.vy + s.omega * rx;
    sum += 0.5 * b->mass * (vx * vx + vy * vy) + 0.5 * b->inertia * s.omega * s.omega;
  }
  return sum;
}

/* Travels against the sums of their rates, by the trapezoidal rule: what moves without a rate, or
 * the other way round. `bent`: several times the error of the rule, h^3/12 times the second
 * derivative of the rate, which where rows are too sparse for a vibration is larger than the
 * sum. */
static int travels_fit(const trace_table *t, int first) {
  double travel = 0.0, sum = 0.0, size = 0.0, fastest = 0.0, widest = 0.0, bent = 0.0;
  for (int row = 1; row < t->rows; row++) {
    state a = state_of(t, row - 1, first), b = state_of(t, row, first);
    double h = trace_table_at(t, row, 0) - trace_table_at(t, row - 1, 0);
    travel += b.angle - a.angle;
    sum += 0.5 * h * (a.omega + b.omega);
    size += 0.5 * h * (fabs(a.omega) + fabs(b.omega));
    fastest = fmax(fastest, fabs(b.omega));
    widest = fmax(widest, h);
    bent += 0.5 * h * h * fabs(b.alpha - a.alpha);
  }
  return fabs(travel - sum) <= 0.2 * size + 2.0 * widest * fastest + bent + 1e-5;
}

static const char *say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static const char *say(const char *format, ...) {
  static char text[128];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  return text;
}

const char *judge_trace(const random_mechanism *m, const trace_table *t) {
  double q[MOST_COLUMNS];
  int energy = trace_table_column(t, "energy.kinetic");
  double largest = 0.0;
  for (int i = 0; i < m->n_bodies; i++) /* noise of what hardly moves counts for nothing */
    largest += 1e-9 * m->body[i].mass * m->length * m->length / (m->time * m->time);
  for (int row = 0; row < t->rows; row++) largest = fmax(largest, trace_table_at(t, row, energy));
  for (int i = 0; i < t->rows * t->columns; i++)
    if (!isfinite(t->values[i])) return "a value that is no number";
  for (int i = 0; i < m->n_bodies; i++)
    if (first_column(t, i) < 0) return "a body without columns";
  for (int row = 0; row < t->rows; row++) {
    for (int i = 0; i < m->n_bodies; i++) {
      state s = state_of(t, row, first_column(t, i));
      q[3 * i] = s.x;
      q[3 * i + 1] = s.y;
      q[3 * i + 2] = s.angle;
    }
    double open = kinematics_violation(m, q), time = trace_table_at(t, row, 0);
    if (open > 1e-7 * m->length)
      return say("a joint open by %.1e of its length at %.4g s", open / m->length, time);
    double error = fabs(kinetic(m, t, row) - trace_table_at(t, row, energy)) / largest;
    if (error > 1e-5) return say("a kinetic energy off by %.1e at %.4g s", error, time);
  }
  for (int i = 0; i < m->n_bodies; i++)
    if (!travels_fit(t, first_column(t, i))) return "an angle that does not follow its rate";
  return NULL;
}

/* ------------------------------------------------------------------ refusals */

const char *const refusal_names[REFUSED_CLASSES] = {"cannot be assembled",
                                                    "no velocities fit",
                                                    "driver held by joints",
                                                    "locks",
                                                    "jams",
                                                    "drive jumps",
                                                    "distance of 0",
                                                    "law's domain",
                                                    "inside the wall",
                                                    "contradiction",
                                                    "held at a threshold",
                                                    "effective mass",
                                                    "no value",
                                                    "too many events",
                                                    "energy balance",
                                                    "drift",
                                                    "a body far away",
                                                    "gears do not fit",
                                                    "limit of steps",
                                                    "cannot go on",
                                                    "other"};

refusal_class refusal_of(const char *error) {
  static const struct {
    const char *part;
    refusal_class class;
  } parts[] = {{"times the mechanism's size: nothing", REFUSED_FAR},
               {"cannot be assembled", REFUSED_ASSEMBLY},
               {"over-constrained", REFUSED_VELOCITIES},
               {"no velocities", REFUSED_VELOCITIES},
               {"hold its parts still", REFUSED_HELD},
               {"dead point", REFUSED_LOCK},
               {"dead centre", REFUSED_LOCK},
               {"lock", REFUSED_LOCK},
               {"singular", REFUSED_LOCK},
               {"jam", REFUSED_JAM},
               {"no reactions agree", REFUSED_JAM},
               {"jump", REFUSED_JUMP},
               {"discontin", REFUSED_JUMP},
               {"distance of", REFUSED_DISTANCE},
               {"goes deeper than", REFUSED_LAW},
               {"is where it cannot be", REFUSED_OUTSIDE},
               {"contradict one another", REFUSED_CONTRADICT},
               {"a condition that changes again and again", REFUSED_SLIDING},
               {"needs the effective mass", REFUSED_MASS},
               {"no value", REFUSED_NO_VALUE},
               {"not a number", REFUSED_NO_VALUE},
               {"not finite", REFUSED_NO_VALUE},
               {"times within one step", REFUSED_EVENTS},
               {"events", REFUSED_EVENTS},
               {"energy balance", REFUSED_ENERGY},
               {"is violated by", REFUSED_DRIFT},
               {"gear 'k'", REFUSED_GEARS},
               {"rack_and_pinion 'k'", REFUSED_GEARS},
               {"run.limits.steps", REFUSED_LIMIT},
               {"cannot go on", REFUSED_STOPPED}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (strstr(error, parts[i].part) != NULL) return parts[i].class;
  return REFUSED_OTHER;
}

/* How the independence of the equations changes towards the end of a run. */
typedef struct approach {
  double at_start, least; /* in the last ten rows */
  double square;          /* of the last row's, which falls like the distance from a dead point */
  double fall;            /* of it by time [1/s], between the last two rows */
  double time, apart;     /* of the last row; the last two [s] */
} approach;

static int find_approach(const random_mechanism *m, const trace_table *t, approach *out) {
  double q[MOST_COLUMNS];
  int rows;
  if (t->rows == 0) return 0;
  kinematics_placement(m, q);
  const int rank = kinematics_rank(m, q, 0, &rows);
  *out = (approach){.at_start = kinematics_independence(m, q, rank)};
  out->least = out->at_start;
  for (int row = t->rows > 10 ? t->rows - 10 : 0; row < t->rows; row++) {
    for (int i = 0; i < m->n_bodies; i++) {
      int first = first_column(t, i);
      if (first < 0) return 0;
      state s = state_of(t, row, first);
      q[3 * i] = s.x;
      q[3 * i + 1] = s.y;
      q[3 * i + 2] = s.angle;
    }
    const double independence = kinematics_independence(m, q, rank), before = out->square;
    const double time = trace_table_at(t, row, 0);
    out->least = fmin(out->least, independence);
    out->square = independence * independence;
    if (row > 0 && time > out->time) {
      out->apart = time - out->time;
      out->fall = (before - out->square) / out->apart;
    }
    out->time = time;
  }
  return 1;
}

static double time_of(const char *error) {
  const char *at = strstr(error, "at t = ");
  return at != NULL ? strtod(at + strlen("at t = "), NULL) : 0.0;
}

/* Whether the run ends near a position in which equations depend on each other that were
 * independent at the start: a row does, or the square of the independence is gone before the row
 * that the run has not come to, or by the time that the error names. */
static int ends_singular(const random_mechanism *m, const char *error, const trace_table *t) {
  approach a;
  if (!find_approach(m, t, &a)) return 0;
  const double ahead = fmax(a.apart, time_of(error) - a.time);
  return a.least < 0.1 * a.at_start || a.least < 0.02 ||
         a.square - ahead * a.fall < 0.01 * a.at_start * a.at_start;
}

/* Whether a jam is one: where it is not the position that makes the reactions grow. */
static int jams(const random_mechanism *m, const char *error, const trace_table *t) {
  static const double rows = 3.0;
  approach a;
  return jam_is_shown(m, error, t) || (jam_is_approached(error, t) && find_approach(m, t, &a) &&
                                       a.square - rows * a.apart * a.fall > 0.0);
}

/* Whether joints and drives hold the parts of the joint that the error names against each other: an
 * ideal joint in its place, added, leaves the number of independent equations as it is; of the
 * floor one that holds the circle's centre, its body's origin, in its height. */
static verdict judge_mass(const random_mechanism *m, const char *error) {
  random_mechanism held = *m;
  const char *place = strstr(error, "joint 'j"), *floor = strstr(m->text, "circle: {body: b");
  random_joint *added = &held.joint[held.n_joints++];
  double q[MOST_COLUMNS];
  int rows, joint = place != NULL ? atoi(place + strlen("joint 'j")) : -1;
  if (m->n_joints == MOST_JOINTS) return UNPROVEN_REASON;
  kinematics_placement(m, q);
  if (joint >= 0 && joint < m->n_joints) {
    *added = m->joint[joint];
  } else if (strstr(error, "joint 'floor'") != NULL && floor != NULL) {
    const int body = atoi(floor + strlen("circle: {body: b"));
    *added = (random_joint){.kind = SLOT,
                            .a = GROUND,
                            .b = body,
                            .at = {m->body[body].x, m->body[body].y},
                            .axis = {1.0, 0.0}};
  } else {
    return UNPROVEN_REASON;
  }
  added->is_gap = added->gives_way = 0;
  int rank = kinematics_rank(m, q, 0, &rows);
  return kinematics_rank(&held, q, 0, &rows) == rank ? TRUE_REASON : UNPROVEN_REASON;
}

/* Whether the body of the floor's circle may come, by the time that the error names, to an end of
 * the floor and is below it: from the last row of the trace on as it moves there. */
static verdict judge_from_side(const random_mechanism *m, const char *error, const trace_table *t) {
  double left, height, right;
  int body;
  const char *floor = strstr(m->text, "floor: {type: circle_line"), *at = strstr(error, "at t = ");
  if (floor == NULL || at == NULL || t->rows == 0 ||
      sscanf(floor,
             "floor: {type: circle_line, line: {body: ground, from: [%lf, %lf], to: [%lf, %*f]}, "
             "circle: {body: b%d",
             &left, &height, &right, &body) != 4)
    return FALSE_REASON;
  const state s = state_of(t, t->rows - 1, first_column(t, body));
  const double later = strtod(at + strlen("at t = "), NULL) - trace_table_at(t, t->rows - 1, 0);
  const double off = fmin(fabs(s.x - left), fabs(s.x - right));
  const int is_near = off < 2.0 * later * fabs(s.vx) + 1e-2 * (right - left);
  return is_near && s.y + later * s.vy < height ? TRUE_REASON : FALSE_REASON;
}

/* Whether the gap that the error names is, in the last row of the trace, deeper than half of what
 * the error allows. */
static verdict judge_outside(const random_mechanism *m, const char *error, const trace_table *t) {
  char joint[32], gap[32], name[80];
  const char *place = strstr(error, "joint '"), *allowed = strstr(error, "up to ");
  if (strstr(error, "not entered through its surface") != NULL) return judge_from_side(m, error, t);
  if (place == NULL || allowed == NULL || t->rows == 0 ||
      sscanf(place, "joint '%31[^']', gap '%31[^']'", joint, gap) != 2)
    return FALSE_REASON;
  snprintf(name, sizeof name, "%s.%s.depth", joint, gap);
  const int column = trace_table_column(t, name);
  return column >= 0 && trace_table_at(t, t->rows - 1, column) >
                            0.5 * strtod(allowed + strlen("up to "), NULL)
             ? TRUE_REASON
             : FALSE_REASON;
}

/* Whether the law that the error names ends where it says, and the gap gets there: Johnson's law at
 * 4/e^2 of the clearance (Johnson, Contact Mechanics, 1985, eq. 5.57, where dd/dF = 0); in the last
 * row the gap is deeper than half of that and by its speed goes beyond by the time of the error. */
static verdict judge_law(const random_mechanism *m, const char *error, const trace_table *t) {
  static const double per_clearance = 4.0 / (2.718281828459045 * 2.718281828459045);
  char joint[32], gap[32], name[80], key[40];
  double limit;
  const char *place = strstr(error, "gap '"), *at = strstr(error, "at t = ");
  if (place == NULL || at == NULL || strstr(error, "law 'johnson'") == NULL || t->rows == 0 ||
      sscanf(place, "gap '%31[^']' of joint '%31[^']' goes deeper than the %lf m", gap, joint,
             &limit) != 3)
    return FALSE_REASON;
  snprintf(key, sizeof key, "\n  %s: ", joint);
  const char *line = strstr(m->text, key),
             *clearance = line != NULL ? strstr(line, "clearance: ") : NULL;
  if (clearance == NULL ||
      fabs(per_clearance * strtod(clearance + strlen("clearance: "), NULL) - limit) > 1e-5 * limit)
    return FALSE_REASON;
  snprintf(name, sizeof name, "%s.%s.depth", joint, gap);
  const int depth = trace_table_column(t, name), last = t->rows - 1;
  snprintf(name, sizeof name, "%s.%s.depth_rate", joint, gap);
  const int rate = trace_table_column(t, name);
  if (depth < 0 || rate < 0) return FALSE_REASON;
  const double now = trace_table_at(t, last, depth), speed = trace_table_at(t, last, rate);
  const double later = strtod(at + strlen("at t = "), NULL) - trace_table_at(t, last, 0);
  return now > 0.5 * limit && now + later * speed > 0.98 * limit ? TRUE_REASON : FALSE_REASON;
}

/* Whether a body turns, between the last row of a run and where the error says that it ended, at
 * the rate at which a load of its own jumps, within one per cent: until then its rate changes at
 * most as between the last two rows. */
static verdict judge_sliding(const random_mechanism *m, const char *error, const trace_table *t) {
  static const double margin = 1e-2;
  const char *at = m->text, *when = strstr(error, "at t = ");
  const int last = t->rows - 1, before = last > 0 ? last - 1 : last;
  if (t->rows == 0) return FALSE_REASON;
  const double time = trace_table_at(t, last, 0), step = time - trace_table_at(t, before, 0);
  const double beyond = when != NULL ? strtod(when + strlen("at t = "), NULL) - time : 0.0;
  while ((at = strstr(at, ".omega > ")) != NULL) {
    const int first = first_column(t, at[-1] - '0');
    at += strlen(".omega > ");
    const double threshold = strtod(at, NULL), omega = state_of(t, last, first).omega,
                 change =
                     step > 0.0 ? beyond / step * (omega - state_of(t, before, first).omega) : 0.0;
    if (fabs(omega + 0.5 * change - threshold) < 0.5 * fabs(change) + margin * fabs(threshold))
      return TRUE_REASON;
  }
  return FALSE_REASON;
}

/* Periods of the lightest body on the contact whose force and depth are in these columns, counted
 * over the rows in which it touches: F/d is less than the stiffness of any law here. */
static double periods_of_contact(const random_mechanism *m, const trace_table *t, int force,
                                 int depth) {
  double lightest = INFINITY, periods = 0.0;
  for (int i = 0; i < m->n_bodies; i++) lightest = fmin(lightest, m->body[i].mass);
  for (int row = 1; row < t->rows; row++) {
    const double F = trace_table_at(t, row, force), d = trace_table_at(t, row, depth);
    if (F > 0.0 && d > 0.0)
      periods += (trace_table_at(t, row, 0) - trace_table_at(t, row - 1, 0)) *
                 sqrt(F / (d * lightest)) / 6.283185307179586;
  }
  return periods;
}

/* Turns of the body that turns most. */
static double most_turns(const random_mechanism *m, const trace_table *t) {
  double most = 0.0;
  for (int i = 0; i < m->n_bodies; i++) {
    const int first = first_column(t, i);
    double turns = 0.0;
    for (int row = 1; row < t->rows && first >= 0; row++)
      turns += fabs(state_of(t, row, first).omega) / 6.283185307179586 *
               (trace_table_at(t, row, 0) - trace_table_at(t, row - 1, 0));
    most = fmax(most, turns);
  }
  return most;
}

/* Whether steps follow the contacts or the turns of a body: rows at touches, deepest points and
 * partings are dense among the steps, or what lies on a stiff contact vibrates there. A light body
 * on steel that vibrates for a minute has millions of them. IDA takes 450 to 500 for a turn of an
 * eccentric body at rtol 1e-9. */
static verdict judge_limit(const random_mechanism *m, const char *error, const trace_table *t) {
  static const double steps_per_event = 100.0, steps_per_period = 40.0, steps_per_turn = 600.0;
  static const char ending[] = ".normal_force";
  const char *made = strstr(error, "has made ");
  double followed = steps_per_turn * most_turns(m, t);
  for (int row = 0; row < t->rows; row++)
    followed += trace_table_at(t, row, 1) != 0.0 ? steps_per_event : 0.0;
  for (int i = 0; i < t->columns; i++) {
    char depth[128];
    const size_t n = strlen(t->names[i]), tail = strlen(ending);
    if (n < tail || strcmp(t->names[i] + n - tail, ending) != 0) continue;
    snprintf(depth, sizeof depth, "%.*s.depth", (int)(n - tail), t->names[i]);
    const int column = trace_table_column(t, depth);
    if (column >= 0) followed += steps_per_period * periods_of_contact(m, t, i, column);
  }
  return made != NULL && strtod(made + strlen("has made "), NULL) <= followed ? TRUE_REASON
                                                                              : FALSE_REASON;
}

/* Whether a body was a thousand sizes from where it began in the last row: with the tolerances of
 * these runs its position is then known to a millionth of a size at best, and it goes further. */
static verdict judge_far(const random_mechanism *m, const trace_table *t) {
  for (int i = 0; i < m->n_bodies && t->rows > 0; i++) {
    const int first = first_column(t, i);
    if (first < 0) return FALSE_REASON;
    const state s = state_of(t, t->rows - 1, first);
    if (hypot(s.x - m->body[i].x, s.y - m->body[i].y) > 1e3 * m->length) return TRUE_REASON;
  }
  return FALSE_REASON;
}

verdict judge_refusal(const random_mechanism *m, refusal_class class, const char *error,
                      const trace_table *t) {
  double q[MOST_COLUMNS];
  int rows, jumps = 0;
  kinematics_placement(m, q);
  for (int i = 0; i < m->n_drives; i++) jumps = jumps || m->drive[i].jumps;
  switch (class) {
    case REFUSED_ASSEMBLY:
      return kinematics_violation(m, q) > 1e-9 * m->length ? TRUE_REASON : FALSE_REASON;
    case REFUSED_VELOCITIES:
      return kinematics_rank(m, q, 1, &rows) < rows ? TRUE_REASON : FALSE_REASON;
    case REFUSED_HELD:
      return kinematics_rank(m, q, 0, &rows) < rows ? TRUE_REASON : FALSE_REASON;
    case REFUSED_LOCK:
      return ends_singular(m, error, t) ? TRUE_REASON : FALSE_REASON;
    case REFUSED_JAM:
      if (!m->has_friction) return FALSE_REASON;
      return jams(m, error, t) ? TRUE_REASON : UNPROVEN_REASON;
    case REFUSED_JUMP:
      return jumps ? TRUE_REASON : FALSE_REASON;
    case REFUSED_DISTANCE:
      return UNPROVEN_REASON;
    case REFUSED_LAW:
      return m->has_limited_law ? judge_law(m, error, t) : FALSE_REASON;
    case REFUSED_OUTSIDE:
      return judge_outside(m, error, t);
    case REFUSED_CONTRADICT: /* where the drives have begun to move what the joints hold */
      return m->n_drives > 0 && kinematics_rank(m, q, 0, &rows) < rows ? TRUE_REASON : FALSE_REASON;
    case REFUSED_SLIDING:
      return judge_sliding(m, error, t);
    case REFUSED_MASS:
      return judge_mass(m, error);
    case REFUSED_LIMIT:
      return judge_limit(m, error, t);
    case REFUSED_FAR:
      return judge_far(m, t);
    case REFUSED_ENERGY: /* at a position beside which speeds grow without bound; or a smaller rtol may help */
      if (ends_singular(m, error, t)) return TRUE_REASON;
      return strstr(error, "does not get beyond this") == NULL ? UNPROVEN_REASON : FALSE_REASON;
    case REFUSED_EVENTS:
      return m->has_gaps ? UNPROVEN_REASON : FALSE_REASON;
    default:
      return FALSE_REASON;
  }
}

/* ------------------------------------------------------------------ agreement */

/* The k-th plain row, not at an event. */
static int plain_row(const trace_table *t, int k) {
  for (int row = 0; row < t->rows; row++)
    if (trace_table_at(t, row, 1) == 0.0 && k-- == 0) return row;
  return -1;
}

/* Largest difference of the bodies' states in the k-th plain row, scaled; -1 past the last. */
static double difference(const random_mechanism *m, const trace_table *a, const trace_table *b,
                         int k, int *column) {
  const double unit[6] = {1.0 / m->length,     1.0 / m->length,     1.0,
                          m->time / m->length, m->time / m->length, m->time};
  int ra = plain_row(a, k), rb = plain_row(b, k);
  double most = 0.0;
  if (ra < 0 || rb < 0) return -1.0;
  for (int i = 0; i < 6 * m->n_bodies; i++) {
    int ca = first_column(a, i / 6) + i % 6, cb = first_column(b, i / 6) + i % 6;
    double va = trace_table_at(a, ra, ca), vb = trace_table_at(b, rb, cb);
    double size = fmax(1.0, fabs(va) * unit[i % 6]);
    double d = fabs(va - vb) * unit[i % 6] / size;
    if (d > most) most = d, *column = ca;
  }
  return most;
}

agreement judge_agreement(const random_mechanism *m, const trace_table *a, const trace_table *b,
                          const trace_table *exact, const nearby_run *near, int n,
                          double tolerance) {
  agreement g = {0};
  double growth = 1.0;
  for (int k = 0;; k++) {
    int column = 0, other;
    double d = difference(m, a, b, k, &column);
    if (d < 0.0) break;
    int is_told = 1;
    for (int i = 0; i < n; i++) {
      const double grown = difference(m, exact, near[i].trace, k, &other);
      is_told = is_told && !(grown < 0.0);
      growth = fmax(growth, grown / near[i].change);
    }
    if (!is_told || growth > 1e3) break; /* nearby runs have ended or separated */
    g.rows++;
    if (d <= g.error * tolerance * growth) continue;
    g.error = d / (tolerance * growth);
    g.size = d;
    g.time = trace_table_at(a, plain_row(a, k), 0);
    snprintf(g.column, sizeof g.column, "%s", a->names[column]);
  }
  return g;
}
