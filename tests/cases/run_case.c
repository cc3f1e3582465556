/* run_case.c: runs one case and compares what came out with what is right. */
#include "run_case.h"

#include <fnmatch.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limited_run.h"
#include "trace_table.h"

static void append(char *text, size_t size, int *length, const char *format, va_list list) {
  int room = (int)size - *length;
  if (room < 8) return;
  int n = vsnprintf(text + *length, (size_t)room, format, list);
  *length += n < room ? n : room - 1;
}

/* Something is wrong. */
static void say(case_report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(case_report *r, const char *format, ...) {
  va_list list;
  va_start(list, format);
  append(r->text, sizeof r->text, &r->length, format, list);
  va_end(list);
}

/* Something came out. */
static void note(case_report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void note(case_report *r, const char *format, ...) {
  va_list list;
  va_start(list, format);
  append(r->got, sizeof r->got, &r->got_length, format, list);
  va_end(list);
}

/* ------------------------------------------------------------------ texts */

/* Whether one of the alternatives, parted by |, stands in the text. */
static int holds(const char *text, const char *alternatives) {
  char part[256];
  while (*alternatives != '\0') {
    size_t n = strcspn(alternatives, "|");
    snprintf(part, sizeof part, "%.*s", (int)n, alternatives);
    if (strstr(text, part) != NULL) return 1;
    alternatives += n;
    if (*alternatives == '|') alternatives++;
  }
  return 0;
}

/* Whether a time near this one is named: a number with the unit s, ms or us behind it. */
static int names_time(const char *text, double time, double tolerance) {
  static const struct {
    const char *unit;
    double size;
  } units[] = {{"s", 1.0}, {"ms", 1e-3}, {"us", 1e-6}, {"µs", 1e-6}, {"ns", 1e-9}};
  for (const char *at = text; *at != '\0'; at++) {
    if (at > text && strchr("0123456789.", at[-1]) != NULL) continue;
    if (strchr("0123456789", *at) == NULL) continue;
    char *end;
    double value = strtod(at, &end);
    if (*end == ' ') end++;
    for (int i = 0; i < 5; i++) {
      size_t n = strlen(units[i].unit);
      if (strncmp(end, units[i].unit, n) == 0 && strchr(" ,.;:)\n", end[n]) != NULL &&
          fabs(value * units[i].size - time) <= tolerance)
        return 1;
    }
  }
  return 0;
}

static void check_error(const run_case *c, const char *error, case_report *r) {
  note(r, "%.*s; ", (int)strcspn(error, "\n"), error);
  for (int i = 0; i < MOST_TEXTS && c->error[i] != NULL; i++)
    if (!holds(error, c->error[i])) say(r, "the error does not say '%s'\n", c->error[i]);
  for (int i = 0; i < MOST_TEXTS && c->not_error[i] != NULL; i++)
    if (holds(error, c->not_error[i])) say(r, "the error says '%s'\n", c->not_error[i]);
  if (c->error_time > 0.0 && !names_time(error, c->error_time, c->error_tolerance))
    say(r, "the error names no time near %.9g s\n", c->error_time);
  if (r->length > 0) say(r, "it says: %.600s\n", error);
}

static void check_text(const run_case *c, const run_outcome *o, case_report *r) {
  for (int i = 0; i < MOST_TEXTS && c->text[i] != NULL; i++)
    if (!holds(o->out, c->text[i]) && !holds(o->err, c->text[i]))
      say(r, "neither output nor error says '%s'\n", c->text[i]);
}

/* ------------------------------------------------------------------ numbers */

typedef struct result {
  trace_table trace;
  char *summary;
  const char *folder;
} result;

static int column(const result *got, const char *name, case_report *r) {
  int i = trace_table_column(&got->trace, name);
  if (i < 0) say(r, "there is no column %s\n", name);
  return i;
}

static void compare(const char *what, double time, double value, const check *k, case_report *r) {
  note(r, "%s %.9g (%.9g); ", what, value, k->value);
  if (fabs(value - k->value) <= k->tolerance) return;
  say(r, "%s at %.9g s is %.10g, right is %.10g within %.2g\n", what, time, value, k->value,
      k->tolerance);
}

static void check_row(const result *got, int row, const check *k, case_report *r) {
  int i = column(got, k->what, r);
  if (i < 0) return;
  if (row < 0 || row >= got->trace.rows) {
    say(r, "there is no row at %.9g s\n", k->time);
    return;
  }
  double time = trace_table_at(&got->trace, row, 0);
  compare(k->what, time, trace_table_at(&got->trace, row, i), k, r);
}

static void check_curve(const result *got, const check *k, case_report *r) {
  int i = column(got, k->what, r), worst = -1;
  double most = k->tolerance, largest = 0.0;
  for (int row = 0; i >= 0 && row < got->trace.rows; row++) {
    double error =
        fabs(trace_table_at(&got->trace, row, i) - k->curve(trace_table_at(&got->trace, row, 0)));
    if (!(error <= most)) most = error, worst = row;
    largest = fmax(largest, error);
  }
  note(r, "%s off by at most %.2g; ", k->what, largest);
  if (worst < 0) return;
  double time = trace_table_at(&got->trace, worst, 0);
  say(r, "%s at %.9g s is %.10g, right is %.10g within %.2g\n", k->what, time,
      trace_table_at(&got->trace, worst, i), k->curve(time), k->tolerance);
}

static void check_range(const result *got, const check *k, case_report *r) {
  int n = 0;
  for (int i = 2; i < got->trace.columns; i++) {
    if (fnmatch(k->what, got->trace.names[i], 0) != 0) continue;
    n++;
    for (int row = 0; row < got->trace.rows; row++) {
      double value = trace_table_at(&got->trace, row, i);
      if (value >= k->value && value <= k->tolerance) continue;
      say(r, "%s at %.9g s is %.10g, right is %.6g to %.6g\n", got->trace.names[i],
          trace_table_at(&got->trace, row, 0), value, k->value, k->tolerance);
      break;
    }
  }
  if (n == 0) say(r, "there is no column %s\n", k->what);
}

static void check_reaches(const result *got, const check *k, case_report *r) {
  int i = column(got, k->what, r);
  double most = 0.0;
  if (i < 0) return;
  for (int row = 0; row < got->trace.rows; row++)
    most = fmax(most, fabs(trace_table_at(&got->trace, row, i)));
  note(r, "%s reaches %.6g (at least %.6g); ", k->what, most, k->value);
  if (!(most >= k->value)) say(r, "%s reaches %.10g only, not %.6g\n", k->what, most, k->value);
}

static void check_travel(const result *got, const check *k, case_report *r) {
  char rate_name[128], name[128];
  if (sscanf(k->what, "%127s %127s", rate_name, name) != 2) return;
  int rate = column(got, rate_name, r), place = column(got, name, r);
  double travel = 0.0;
  if (rate < 0 || place < 0 || got->trace.rows < 2) return;
  const trace_table *t = &got->trace;
  for (int i = 1; i < t->rows; i++)
    travel += 0.5 * (trace_table_at(t, i, rate) + trace_table_at(t, i - 1, rate)) *
              (trace_table_at(t, i, 0) - trace_table_at(t, i - 1, 0));
  double moved = trace_table_at(t, t->rows - 1, place) - trace_table_at(t, 0, place);
  if (!(fabs(moved - travel) <= k->tolerance))
    say(r, "%s adds up to %.6g, but %s moves by %.6g\n", rate_name, travel, name, moved);
}

static void check_events(const result *got, const check *k, case_report *r) {
  char path[4096], words[256];
  const char *parts[8] = {NULL};
  int n = 0;
  snprintf(path, sizeof path, "%s/events.csv", got->folder);
  snprintf(words, sizeof words, "%s", k->what);
  for (char *w = strtok(words, " "); w != NULL && n < 7; w = strtok(NULL, " ")) parts[n++] = w;
  n = count_lines(path, parts);
  note(r, "%d events '%s' (%g); ", n, k->what, k->value);
  if (!(fabs(n - k->value) <= k->tolerance))
    say(r, "%d events '%s', right are %g +- %g\n", n, k->what, k->value, k->tolerance);
}

static void check_one(const result *got, const check *k, case_report *r) {
  switch (k->kind) {
    case CHECK_AT:
      check_row(got, trace_table_row(&got->trace, k->time), k, r);
      break;
    case CHECK_START:
      check_row(got, 0, k, r);
      break;
    case CHECK_END:
      check_row(got, got->trace.rows - 1, k, r);
      break;
    case CHECK_CURVE:
      check_curve(got, k, r);
      break;
    case CHECK_RANGE:
      check_range(got, k, r);
      break;
    case CHECK_REACHES:
      check_reaches(got, k, r);
      break;
    case CHECK_TRAVEL:
      check_travel(got, k, r);
      break;
    case CHECK_SUMMARY:
      compare(k->what, 0.0, json_number(got->summary, k->what), k, r);
      break;
    case CHECK_EVENTS:
      check_events(got, k, r);
      break;
    case CHECK_NONE:
      break;
  }
}

/* In every run that ends well: no row without a number, and none whose energy balance is off by
 * more than the run's limit or floor. */
static void check_rows(const run_case *c, const result *got, case_report *r) {
  const trace_table *t = &got->trace;
  int balance = trace_table_column(t, "energy.balance");
  double largest = json_number(got->summary, "energy.largest");
  double limit = fmax(json_number(got->summary, "tolerances.energy_limit") * largest,
                      c->energy_floor > 0.0 ? c->energy_floor : 1e-10);
  for (int row = 0; row < t->rows; row++) {
    double time = trace_table_at(t, row, 0);
    for (int i = 0; i < t->columns; i++) {
      if (isfinite(trace_table_at(t, row, i))) continue;
      say(r, "%s at %.9g s is %g\n", t->names[i], time, trace_table_at(t, row, i));
      return;
    }
    if (balance < 0 || fabs(trace_table_at(t, row, balance)) <= limit) continue;
    say(r, "energy.balance at %.9g s is %.3g, the limit is %.3g\n", time,
        trace_table_at(t, row, balance), limit);
    return;
  }
}

static void check_results(const run_case *c, const char *folder, case_report *r) {
  char path[4096];
  result got = {.folder = folder};
  snprintf(path, sizeof path, "%s/summary.json", folder);
  got.summary = file_text(path);
  snprintf(path, sizeof path, "%s/trace.csv", folder);
  if (got.summary == NULL || trace_table_read(path, &got.trace) != 0) {
    say(r, "the run folder cannot be read\n");
  } else {
    check_rows(c, &got, r);
    for (int i = 0; i < MOST_CHECKS; i++) check_one(&got, &c->checks[i], r);
  }
  trace_table_release(&got.trace);
  free(got.summary);
}

/* ------------------------------------------------------------------ a run */

/* Takes a folder off all file names in a text, so that what is said does not depend on where it
 * is. */
static void take_off(char *text, const char *folder) {
  size_t n = strlen(folder);
  for (char *p = strstr(text, folder); p != NULL; p = strstr(p, folder)) {
    size_t taken = n + (p[n] == '/');
    memmove(p, p + taken, strlen(p + taken) + 1);
  }
}

static void run(const run_case *c, int integrator, const char *folder, const char *out,
                run_outcome *o) {
  char model[1024];
  const char *other = getenv("PINTLE_PROGRAM"); /* another program to try */
  const char *arguments[2 * MOST_SETTINGS + 8] = {other != NULL ? other : PINTLE_PROGRAM,
                                                  c->verb != NULL ? c->verb : "run", model};
  int n = 3, is_run = strcmp(arguments[1], "run") == 0;
  if (strncmp(c->model, "shipped/", 8) == 0)
    snprintf(model, sizeof model, "%s/%s.yaml", PINTLE_MODELS, c->model + 8);
  else
    snprintf(model, sizeof model, "%s/%s.yaml", PINTLE_CASES, c->model);
  for (int i = 0; i < MOST_SETTINGS && c->settings[i] != NULL; i++) {
    arguments[n++] = "--set";
    arguments[n++] = c->settings[i];
  }
  arguments[n++] = "--set";
  arguments[n++] = integrator == AUTO ? "run.integrator=auto" : "run.integrator=" IMPLICIT_NAME;
  if (is_run) {
    arguments[n++] = "-o";
    arguments[n++] = out;
  }
  arguments[n] = NULL;
  run_limits limits = {.cpu = c->cpu > 0.0 ? c->cpu : 10.0};
  if (limited_run(arguments, &limits, folder, o) != 0) abort();
  const char *const folders[] = {folder, PINTLE_CASES, PINTLE_MODELS};
  for (int i = 0; i < 3; i++) {
    take_off(o->err, folders[i]);
    take_off(o->out, folders[i]);
  }
}

void run_case_try(const run_case *c, int integrator, const char *folder, case_report *r) {
  char out[1024];
  run_outcome o;
  r->length = r->got_length = 0;
  r->text[0] = r->got[0] = '\0';
  snprintf(out, sizeof out, "%s/out.run", folder);
  remove_work_folder(out);
  run(c, integrator, folder, out, &o);
  int refused = (c->or_refused || c->status == REFUSED) && o.status >= 1 && o.status <= 3;
  if (o.out_of_time) {
    say(r, "it had not ended after %.3g s of processor time\n", o.cpu);
  } else if (o.signal != 0) {
    say(r, "it was ended by signal %d\n%.400s", o.signal, o.err);
  } else if (o.status != c->status && !refused) {
    say(r, "exit status %d, right is %s\n%.400s", o.status,
        c->status == REFUSED ? "1 to 3"
        : c->status == 0     ? "0"
                             : "another",
        o.err);
  } else {
    if (o.status != 0) check_error(c, o.err, r);
    check_text(c, &o, r);
    if (o.status == 0 && (c->verb == NULL || strcmp(c->verb, "run") == 0)) check_results(c, out, r);
  }
  run_outcome_release(&o);
  remove_work_folder(out);
}
