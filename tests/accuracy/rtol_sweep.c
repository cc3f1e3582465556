/* rtol_sweep.c: `rtol_sweep EXCEPTIONS MODEL...`: the error of every model (the name of a shipped
 * one) at rtol 1e-4 to 1e-11 with both integrators, against the explicit one at 1e-12, or the
 * tightest that runs. The error is the largest difference of a place or an angle of a body,
 * relative to the mechanism's size, as far as a run of slightly different masses stays near. Prints
 * the table. A tighter rtol may not be worse than the two before by more than a factor of 3, and
 * three decades must gain as much. Lines "MODEL, INTEGRATOR: why" of EXCEPTIONS allow it; one that
 * is not needed fails. At the coarsest rtol the energy limit may end a run. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limited_run.h"
#include "trace_table.h"

enum { FIRST = 4, LAST = 11, ROWS = 400, MOST_BODIES = 12, SETTING = 128 };
static const double mass_change = 1e-6, separated = 30.0, floor_error = 1e-12;
static const char *const integrators[] = {"auto", IMPLICIT_NAME};
static const char *folder;

typedef struct sweep_run {
  int status, out_of_time;
  int loses_energy; /* 1: refused, as the energy balance is off by more than the limit */
  double cpu;
  trace_table trace;
  double end, length; /* [s], [m] */
} sweep_run;

static void release(sweep_run *r) {
  trace_table_release(&r->trace);
  memset(r, 0, sizeof *r);
}

/* Runs a shipped model; `until` 0: its own end. `masses`: settings, as many as n_masses. */
static sweep_run run(const char *model, const char *integrator, double rtol, double until,
                     char masses[][SETTING], int n_masses, double cpu) {
  char path[4096], out[2048], sets[4][64];
  const char *other = getenv("PINTLE_PROGRAM");
  const char *arguments[20 + 2 * MOST_BODIES] = {other != NULL ? other : PINTLE_PROGRAM, "run",
                                                 path, "-o", out};
  int n = 5, n_sets = 0;
  run_limits limits = {.cpu = cpu};
  run_outcome o;
  sweep_run r = {0};
  snprintf(path, sizeof path, "%s/%s.yaml", PINTLE_MODELS, model);
  snprintf(out, sizeof out, "%s/out.run", folder);
  snprintf(sets[n_sets++], 64, "run.integrator=%s", integrator);
  snprintf(sets[n_sets++], 64, "run.rtol=%.0e", rtol);
  if (until > 0.0) snprintf(sets[n_sets++], 64, "run.until=%.17g", until);
  if (until > 0.0) snprintf(sets[n_sets++], 64, "run.every=%.17g", until / ROWS);
  for (int i = 0; i < n_sets; i++) {
    arguments[n++] = "--set";
    arguments[n++] = sets[i];
  }
  arguments[n++] = "--set";
  arguments[n++] = "output={contact_rows: all}"; /* the default, in the place of the model's own */
  for (int i = 0; i < n_masses; i++) {
    arguments[n++] = "--set";
    arguments[n++] = masses[i];
  }
  arguments[n] = NULL;
  remove_work_folder(out);
  if (limited_run(arguments, &limits, folder, &o) != 0) abort();
  r.status = o.status;
  r.out_of_time = o.out_of_time;
  r.loses_energy = o.err != NULL && strstr(o.err, "[E0508]") != NULL;
  r.cpu = o.cpu;
  run_outcome_release(&o);
  snprintf(path, sizeof path, "%s/trace.csv", out);
  if (trace_table_read(path, &r.trace) != 0 && r.status == 0) r.status = -1;
  snprintf(path, sizeof path, "%s/summary.json", out);
  char *summary = file_text(path);
  if (summary != NULL) {
    r.end = json_number(summary, "run.end_time");
    r.length = json_number(summary, "tolerances.length");
  }
  free(summary);
  return r;
}

/* ------------------------------------------------------------------ differences */

static int next_plain(const trace_table *t, int row) {
  for (row++; row < t->rows; row++)
    if (trace_table_at(t, row, 1) == 0.0) return row;
  return -1;
}

/* Column of a body's x; bodies have x, y, angle, vx, ... side by side. */
static int is_body_x(const trace_table *t, int i) {
  const char *name = t->names[i], *dot = strrchr(name, '.');
  return dot != NULL && strcmp(dot, ".x") == 0 && i + 8 < t->columns &&
         strstr(t->names[i + 2], ".angle") != NULL && strstr(t->names[i + 5], ".omega") != NULL;
}

static double size_of(const sweep_run *r) {
  double most = r->length;
  for (int i = 2; i < r->trace.columns; i++)
    for (int row = 0; is_body_x(&r->trace, i) && row < r->trace.rows; row++)
      for (int k = 0; k < 2; k++)
        most = fmax(most, fabs(trace_table_at(&r->trace, row, i + k) -
                               trace_table_at(&r->trace, 0, i + k)));
  return most;
}

/* Largest difference in one row. */
static double difference(const trace_table *a, int ra, const trace_table *b, int rb, double size) {
  double most = 0.0;
  for (int i = 2; i < a->columns; i++) {
    if (!is_body_x(a, i)) continue;
    for (int k = 0; k < 3; k++) {
      double d = fabs(trace_table_at(a, ra, i + k) - trace_table_at(b, rb, i + k));
      most = fmax(most, k < 2 ? d / size : d);
    }
  }
  return most;
}

/* Number of plain rows until small differences have grown by `separated`. */
static int horizon(const sweep_run *a, const sweep_run *near, double size) {
  int ra = -1, rb = -1, n = 0;
  while ((ra = next_plain(&a->trace, ra)) >= 0 && (rb = next_plain(&near->trace, rb)) >= 0) {
    if (difference(&a->trace, ra, &near->trace, rb, size) > separated * mass_change) break;
    n++;
  }
  return n;
}

static double error_of(const sweep_run *r, const sweep_run *reference, int rows, double size) {
  int ra = -1, rb = -1;
  double most = 0.0;
  for (int n = 0; n < rows; n++) {
    ra = next_plain(&r->trace, ra);
    rb = next_plain(&reference->trace, rb);
    if (ra < 0 || rb < 0) break;
    most = fmax(most, difference(&r->trace, ra, &reference->trace, rb, size));
  }
  return most;
}

/* ------------------------------------------------------------------ one model */

static int is_exception(const char *path, const char *name) {
  char line[512];
  FILE *file = fopen(path, "r");
  int found = 0;
  while (file != NULL && !found && fgets(line, sizeof line, file) != NULL)
    found = strncmp(line, name, strlen(name)) == 0 && line[strlen(name)] == ':';
  if (file != NULL) fclose(file);
  return found;
}

/* Masses of the bodies as settings, changed to more and less by turns; how many. From the model
 * that the last run wrote. */
static int changed_masses(char masses[MOST_BODIES][SETTING]) {
  static const char key[] = "\n    mass: ";
  char path[4096];
  int n = 0;
  snprintf(path, sizeof path, "%s/out.run/model.yaml", folder);
  char *text = file_text(path), *at = text != NULL ? strstr(text, "\nbodies:\n") : NULL;
  char *end = at != NULL ? strstr(at, "\njoints:\n") : NULL;
  if (end != NULL) *end = '\0';
  for (at = at != NULL ? strstr(at, key) : NULL; at != NULL && n < MOST_BODIES;
       at = strstr(at + 1, key)) {
    const double mass = strtod(at + strlen(key), NULL);
    char *name = at, body[64];
    while (strncmp(name, "\n  ", 3) != 0 || name[3] == ' ') name--;
    if (sscanf(name + 3, "%63[^:]", body) != 1) continue;
    snprintf(masses[n], SETTING, "bodies.%s.mass=%.17g", body,
             mass * (1.0 + (n % 2 == 0 ? mass_change : -mass_change)));
    n++;
  }
  free(text);
  return n;
}

/* The error at that rtol or the one before, whichever is larger: a single one that is small by
 * chance counts for nothing. */
static double of_two(const double *errors, int digits) {
  return digits > FIRST ? fmax(errors[digits], errors[digits - 1]) : errors[digits];
}

/* Errors at every rtol; NAN where it did not run. Returns what is wrong, or NULL. */
static const char *sweep(const char *model, int integrator, const sweep_run *reference, int rows,
                         double size, double reference_rtol) {
  static char text[160];
  double errors[LAST + 1];
  const char *wrong = NULL;
  printf("%-28s %-5s", model, integrators[integrator]);
  for (int digits = FIRST; digits <= LAST; digits++) {
    double rtol = pow(10.0, -digits);
    sweep_run r = run(model, integrators[integrator], rtol, reference->end, NULL, 0, 30.0);
    double error = r.status == 0 ? error_of(&r, reference, rows, size) : NAN;
    if (r.status != 0)
      printf(" %8s", r.out_of_time ? "slow" : r.loses_energy ? "balance" : "refused");
    else
      printf(" %8.1e", error);
    fflush(stdout);
    if (r.status != 0 && !r.out_of_time && !(r.loses_energy && digits == FIRST)) {
      snprintf(text, sizeof text, "refused at %.0e", rtol);
      wrong = text;
    } else if (digits > FIRST && rtol > 3.0 * reference_rtol &&
               error > 3.0 * of_two(errors, digits - 1)) {
      snprintf(text, sizeof text, "%.1e at %.0e, %.1e before", error, rtol,
               of_two(errors, digits - 1));
      wrong = text;
    }
    errors[digits] = isnan(error) ? INFINITY : fmax(error, floor_error);
    if (digits >= FIRST + 3 && rtol > 3.0 * reference_rtol && errors[digits] > 10.0 * floor_error &&
        errors[digits] > of_two(errors, digits - 3) / 3.0) {
      snprintf(text, sizeof text, "%.1e at %.0e, %.1e three decades before", error, rtol,
               of_two(errors, digits - 3));
      wrong = text;
    }
    release(&r);
  }
  printf("\n");
  return wrong;
}

static int try_model(const char *exceptions, const char *model) {
  char masses[MOST_BODIES][SETTING], name[256];
  double rtol = 1e-8;
  int failed = 0;
  sweep_run own = run(model, "auto", rtol, 0.0, NULL, 0, 60.0), base, near = {0}, reference = {0};
  int n_masses = changed_masses(masses);
  if (own.status != 0 || n_masses == 0) {
    printf("%-28s does not run at rtol 1e-8\n", model);
    release(&own);
    return 1;
  }
  double size = size_of(&own);
  base = run(model, "auto", rtol, own.end, NULL, 0, 60.0);
  near = run(model, "auto", rtol, own.end, masses, n_masses, 60.0);
  int rows = horizon(&base, &near, size);
  for (rtol = 1e-12; rtol < 2e-9; rtol *= 10.0) { /* the tightest that runs */
    release(&reference);
    reference = run(model, "auto", rtol, own.end, NULL, 0, 60.0);
    if (reference.status == 0) break;
  }
  printf("%-28s reference at %.0e, %d of %d rows\n", model, rtol, rows, ROWS + 1);
  for (int i = 0; i < 2 && reference.status == 0; i++) {
    const char *wrong = sweep(model, i, &reference, rows, size, rtol);
    snprintf(name, sizeof name, "%s, %s", model, integrators[i]);
    int excused = is_exception(exceptions, name);
    if (wrong != NULL && !excused) printf("  NOT MONOTONE: %s: %s\n", name, wrong);
    if (wrong == NULL && excused) printf("  %s is monotone: its line is to be taken out\n", name);
    failed += (wrong != NULL) != excused;
  }
  failed += reference.status != 0;
  release(&own);
  release(&base);
  release(&near);
  release(&reference);
  return failed;
}

int main(int argc, char **argv) {
  int failed = 0;
  if (argc < 3) {
    fprintf(stderr, "usage: rtol_sweep EXCEPTIONS MODEL...\n");
    return 2;
  }
  folder = make_work_folder("sweep");
  if (folder == NULL) return 2;
  printf("%-28s %-5s", "largest error over the size", "");
  for (int digits = FIRST; digits <= LAST; digits++) printf("    1e-%02d", digits);
  printf("\n");
  for (int i = 2; i < argc; i++) failed += try_model(argv[1], argv[i]);
  remove_work_folder(folder);
  return failed > 0;
}
