#include "compare_runs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What rtol 1e-8 promises, relative to the mechanism's scales, where differences do not grow,
 * without and with contacts; and how much they may grow before runs have separated. */
static const double promises[2] = {1e-5, 1e-4}, separated = 1e3;
/* By how much more than the base and a finer run any two runs at its tolerance may differ. */
static const double scatter = 3.0;

/* ------------------------------------------------------------------ names of columns */

/* Splits "slot.inner.depth" at its last dot; returns what is behind it. */
static const char *last_part(const char *name, char *front, size_t room) {
  const char *dot = strrchr(name, '.');
  if (dot == NULL) return "";
  snprintf(front, room, "%.*s", (int)(dot - name), name);
  return dot + 1;
}

static int is_one_of(const char *word, const char *const *words) {
  for (; *words != NULL; words++)
    if (strcmp(word, *words) == 0) return 1;
  return 0;
}

/* The name of a gap in the mirror image. */
static const char *mirrored_gap(const node *joint, const char *gap) {
  static const char *const pairs[][2] = {{"inner", "outer"},
                                         {"lower", "upper"},
                                         {"lower_left", "upper_left"},
                                         {"lower_right", "upper_right"}};
  int slides = tree_is(joint, "type", "translational");
  if (tree_is(joint, "type", "gear")) return strcmp(gap, "left") == 0 ? "right" : "left";
  if (tree_at(joint, "slot/arc") != NULL) return gap;
  for (int i = 0; i < 4; i++) {
    if (i == 1 && slides) continue; /* its stops are the same in the mirror */
    if (strcmp(gap, pairs[i][0]) == 0) return pairs[i][1];
    if (strcmp(gap, pairs[i][1]) == 0) return pairs[i][0];
  }
  return gap;
}

/* The column of the transformed run for one of the base. */
static int partner(const node *model, const transform *t, const char *name, const trace_table *to) {
  char joint[64], gap[64], other[256];
  const char *rest = strchr(name, '.');
  if (!t->mirror || rest == NULL || sscanf(rest, ".%63[^.].", gap) != 1 ||
      strchr(rest + 1, '.') == NULL)
    return trace_table_column(to, name);
  snprintf(joint, sizeof joint, "%.*s", (int)(rest - name), name);
  const node *j = tree_child(tree_child(model, "joints"), joint);
  if (j == NULL) return trace_table_column(to, name);
  snprintf(other, sizeof other, "%s.%s%s", joint, mirrored_gap(j, gap), rest + 1 + strlen(gap));
  return trace_table_column(to, other);
}

/* ------------------------------------------------------------------ values put back */

typedef enum quantity { NOTHING, FIRST_AXIS, SECOND_AXIS, ANGLE, TURNING, PLAIN } quantity;

/* Whether the force of a motion acts along y of a part, which the mirror turns. */
static int is_driven_along_y(const node *motion) {
  const node *by = tree_child(motion, "by");
  return tree_is(by != NULL ? by : motion, "along", "y");
}

static quantity quantity_of(const node *model, const transform *t, const char *name) {
  static const char *const first[] = {"x", "vx", "fx", NULL}, *const second[] = {"y", "vy", "fy",
                                                                                 NULL};
  static const char *const turning[] = {"omega", "moment", NULL}, *const forces[] = {
                                                                      "fx", "fy", "moment", NULL};
  static const char *const plain[] = {"depth",   "normal_force", "kinetic",
                                      "elastic", "dissipated",   "supplied",
                                      "force",   "length",       NULL};
  char front[192];
  const char *what = last_part(name, front, sizeof front);
  if (t->exchange && is_one_of(what, forces)) return NOTHING; /* B's reaction is now A's */
  int of_body = tree_child(tree_child(model, "bodies"), front) != NULL;
  if (t->exchange && (strcmp(what, "force") == 0 || (strcmp(what, "angle") == 0 && !of_body)))
    return NOTHING;
  if (strcmp(what, "angle") == 0 && !of_body) return TURNING; /* of a spring or a joint */
  if (tree_is(tree_child(tree_child(model, "forces"), front), "along", "y")) return TURNING;
  if (is_driven_along_y(tree_child(tree_child(model, "joints"), front))) return TURNING;
  return is_one_of(what, first)       ? FIRST_AXIS
         : is_one_of(what, second)    ? SECOND_AXIS
         : strcmp(what, "angle") == 0 ? ANGLE
         : is_one_of(what, turning)   ? TURNING
         : is_one_of(what, plain)     ? PLAIN
                                      : NOTHING;
}

/* What `column` of the base would be, from a row of the transformed run; `to` is its partner
 * there. */
static double put_back(const transform *t, const trace_table *trace, int row, int to, quantity q) {
  double unit = transform_unit(t, trace_table_unit(trace, to));
  double value = trace_table_at(trace, row, to) * unit, my = t->mirror ? -1.0 : 1.0;
  double c = cos(t->turn), s = sin(t->turn);
  int is_place = strcmp(trace_table_unit(trace, to), "m") == 0;
  if (q == TURNING) return my * value;
  if (q == ANGLE) return my * (value - t->turn);
  if (q == PLAIN) return value;
  int first = q == FIRST_AXIS ? to : to - 1; /* x and y stand side by side */
  double x = trace_table_at(trace, row, first) * unit - (is_place ? t->dx : 0.0);
  double y = my * trace_table_at(trace, row, first + 1) * unit - (is_place ? t->dy : 0.0);
  return q == FIRST_AXIS ? c * x + s * y : -s * x + c * y;
}

/* ------------------------------------------------------------------ scales */

/* Largest magnitude of the base's columns of a unit; of places, the largest change. */
static double scale_of(const meta_run *base, const char *unit) {
  const trace_table *t = &base->trace;
  double most = 0.0;
  for (int i = 2; i < t->columns; i++) {
    if (strcmp(trace_table_unit(t, i), unit) != 0) continue;
    int is_place = strcmp(unit, "m") == 0;
    for (int row = 0; row < t->rows; row++)
      most =
          fmax(most, fabs(trace_table_at(t, row, i) - (is_place ? trace_table_at(t, 0, i) : 0.0)));
  }
  if (strcmp(unit, "m") == 0) most = fmax(most, json_number(base->summary, "tolerances.length"));
  if (strcmp(unit, "rad") == 0) most = fmax(most, 1.0);
  return most > 0.0 ? most : 1.0;
}

typedef struct column_pair {
  int base, to;
  quantity q;
  double scale;
} column_pair;

enum { MOST_COLUMNS = 1024 };

static int pair_columns(const node *model, const transform *t, const meta_run *base,
                        const meta_run *changed, column_pair *pairs) {
  int n = 0;
  for (int i = 2; i < base->trace.columns && n < MOST_COLUMNS; i++) {
    const char *name = base->trace.names[i];
    quantity q = quantity_of(model, t, name);
    int to = q != NOTHING ? partner(model, t, name, &changed->trace) : -1;
    if (to < 0) continue;
    pairs[n++] = (column_pair){i, to, q, scale_of(base, trace_table_unit(&base->trace, i))};
  }
  return n;
}

/* ------------------------------------------------------------------ rows */

/* Plain rows, not at events; -1 past the last. */
static int next_plain(const trace_table *t, int row) {
  for (row++; row < t->rows; row++)
    if (trace_table_at(t, row, 1) == 0.0) return row;
  return -1;
}

/* How far a value lies outside of what the base does between the rows before and behind. */
static double outside(const trace_table *base, int row, int column, double value, int neighbours) {
  int from = row, to = row;
  double low = trace_table_at(base, row, column), high = low;
  if (neighbours) {
    while (from > 0 && trace_table_at(base, --from, 1) != 0.0) continue;
    while (to < base->rows - 1 && trace_table_at(base, ++to, 1) != 0.0) continue;
  }
  for (int i = from; i <= to; i++) {
    low = fmin(low, trace_table_at(base, i, column));
    high = fmax(high, trace_table_at(base, i, column));
  }
  return fmax(fmax(low - value, value - high), 0.0);
}

/* How far this row of another run of the model is from the base, in the column that is farthest; 0
 * past its end. */
static double distance_at(const meta_run *base, const meta_run *other, int row, int other_row,
                          const column_pair *pairs, int n, int has_gaps) {
  double most = 0.0;
  for (int i = 0; i < n && other_row >= 0; i++) {
    double value = trace_table_at(&other->trace, other_row, pairs[i].base);
    most = fmax(most, outside(&base->trace, row, pairs[i].base, value, has_gaps) / pairs[i].scale);
  }
  return most;
}

static const char *compare_rows(const transform *t, const meta_reference *ref,
                                const meta_run *changed, const column_pair *pairs, int n,
                                int has_gaps, meta_difference *d) {
  static char text[320];
  const meta_run *base = &ref->base, *near = ref->near, *finer = &ref->finer;
  int row = -1, near_rows[2] = {-1, -1}, finer_row = -1, to = -1;
  double worst = 1.0, promise = promises[has_gaps], error = 0.0;
  const char *wrong = NULL;
  d->growth = 1.0;
  while ((row = next_plain(&base->trace, row)) >= 0) {
    for (int k = 0; k < 2; k++) near_rows[k] = next_plain(&near[k].trace, near_rows[k]);
    to = next_plain(&changed->trace, to);
    if (finer->outcome.status == 0) finer_row = next_plain(&finer->trace, finer_row);
    if (to < 0) return "fewer rows";
    if (near_rows[0] < 0 || near_rows[1] < 0) break;
    for (int k = 0; k < 2; k++) {
      double apart = distance_at(base, &near[k], row, near_rows[k], pairs, n, has_gaps);
      d->growth = fmax(d->growth, apart / NEAR_CHANGE);
    }
    if (d->growth > separated) break;
    error = fmax(error, distance_at(base, finer, row, finer_row, pairs, n, has_gaps));
    double allowed = promise * d->growth + scatter * error;
    for (int i = 0; i < n; i++) {
      double value = put_back(t, &changed->trace, to, pairs[i].to, pairs[i].q);
      double off = outside(&base->trace, row, pairs[i].base, value, has_gaps) / pairs[i].scale;
      d->size = fmax(d->size, off);
      if (off <= allowed * worst) continue;
      worst = off / allowed;
      snprintf(text, sizeof text, "%s off by %.1e of its scale at %.4g s",
               base->trace.names[pairs[i].base], off, trace_table_at(&base->trace, row, 0));
      wrong = text;
    }
  }
  return wrong;
}

/* ------------------------------------------------------------------ peaks and touches */

static int gap_named(const char *summary, const char *joint, const char *gap) {
  char path[64];
  for (int i = 0;; i++) {
    snprintf(path, sizeof path, "gaps.%d.joint", i);
    const char *name = json_text(summary, path);
    if (*name == '\0') return -1;
    snprintf(path, sizeof path, "gaps.%d.gap", i);
    if (strcmp(name, joint) == 0 && strcmp(json_text(summary, path), gap) == 0) return i;
  }
}

static double of_gap(const char *summary, int gap, const char *what) {
  char path[64];
  snprintf(path, sizeof path, "gaps.%d.%s", gap, what);
  return json_number(summary, path);
}

static const char *compare_gaps(const node *model, const transform *t, const meta_reference *ref,
                                const meta_run *changed) {
  static char text[320];
  const meta_run *base = &ref->base;
  char joint[64], gap[64], path[64];
  double force = transform_unit(t, "N");
  for (int i = 0;; i++) {
    snprintf(path, sizeof path, "gaps.%d.joint", i);
    snprintf(joint, sizeof joint, "%s", json_text(base->summary, path));
    if (*joint == '\0') return NULL;
    snprintf(path, sizeof path, "gaps.%d.gap", i);
    snprintf(gap, sizeof gap, "%s", json_text(base->summary, path));
    const node *j = tree_child(tree_child(model, "joints"), joint);
    int to =
        gap_named(changed->summary, joint, t->mirror && j != NULL ? mirrored_gap(j, gap) : gap);
    if (to < 0) return "a gap is missing";
    double a = of_gap(base->summary, i, "touches"), b = of_gap(changed->summary, to, "touches");
    const meta_run *others[] = {&ref->near[0], &ref->near[1], &ref->finer};
    int all_agree = 1;
    for (int k = 0; k < 3; k++) all_agree &= of_gap(others[k]->summary, i, "touches") == a;
    if (a != b && all_agree) {
      snprintf(text, sizeof text, "%s.%s touches %g times, not %g", joint, gap, b, a);
      return text;
    }
    double p = of_gap(base->summary, i, "peak_force");
    double q = of_gap(changed->summary, to, "peak_force") * force;
    double moves = 0.0;
    for (int k = 0; k < 2; k++)
      moves = fmax(moves, fabs(of_gap(ref->near[k].summary, i, "peak_force") - p) / NEAR_CHANGE);
    double error = fabs(of_gap(ref->finer.summary, i, "peak_force") - p);
    if (fabs(p - q) > 1e-4 * fabs(p) + 10.0 * promises[1] * moves + scatter * error) {
      snprintf(text, sizeof text, "%s.%s has a peak of %g N, not %g N", joint, gap, q, p);
      return text;
    }
  }
}

const char *compare_runs(const node *model, const transform *t, const meta_reference *ref,
                         const meta_run *changed, meta_difference *d) {
  static column_pair pairs[MOST_COLUMNS];
  static char text[256];
  if (changed->outcome.out_of_time) {
    d->refused = "hangs";
    return "hangs";
  }
  if (changed->outcome.status != 0) {
    d->refused = "refused";
    snprintf(text, sizeof text, "refused: %.150s", changed->outcome.err);
    text[strcspn(text, "\n")] = '\0';
    return text;
  }
  int n = pair_columns(model, t, &ref->base, changed, pairs);
  int has_gaps = *json_text(ref->base.summary, "gaps.0.joint") != '\0';
  const char *wrong = compare_rows(t, ref, changed, pairs, n, has_gaps, d);
  if (wrong != NULL || d->growth > separated || ref->near[0].outcome.status != 0 ||
      ref->near[1].outcome.status != 0 || ref->finer.outcome.status != 0)
    return wrong;
  return compare_gaps(model, t, ref, changed);
}
