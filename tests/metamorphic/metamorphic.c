/* metamorphic.c: `metamorphic [-k KNOWN_FAULTS] MODEL...`: every model (the name of a shipped one)
 * is moved, rotated, mirrored, its elements reversed, its parts exchanged, its units changed; each
 * is run with both integrators and put back. What comes out must be that of the model itself,
 * within what rtol promises and what a run at a tenth of rtol differs by, as far as nearby runs
 * stay together. Prints the largest
 * differences, relative to the mechanism's size. A line "MODEL, TRANSFORM, INTEGRATOR: ..." of the
 * file of known faults allows a difference; one that is no longer there fails, until the line is
 * taken out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare_runs.h"
#include "limited_run.h"
#include "model_tree.h"
#include "transform.h"

static const char *const integrators[] = {"auto", IMPLICIT_NAME};
static const char *folder, *known_faults;
static int n_failed, n_known;
static char faults[32768];

/* ------------------------------------------------------------------ runs */

static void run(const char *name, const char *integrator, double cpu, meta_run *r) {
  char model[2048], out[2048], set[64], path[4096];
  const char *other = getenv("PINTLE_PROGRAM");
  const char *program = other != NULL ? other : PINTLE_PROGRAM;
  const char *arguments[] = {program, "run", model, "-o", out, "--set", set, NULL};
  run_limits limits = {.cpu = cpu};
  snprintf(model, sizeof model, "%s/%s.yaml", folder, name);
  snprintf(out, sizeof out, "%s/out.run", folder);
  snprintf(set, sizeof set, "run.integrator=%s", integrator);
  remove_work_folder(out);
  if (limited_run(arguments, &limits, folder, &r->outcome) != 0) abort();
  snprintf(path, sizeof path, "%s/trace.csv", out);
  trace_table_read(path, &r->trace);
  snprintf(path, sizeof path, "%s/summary.json", out);
  r->summary = file_text(path);
}

static void release(meta_run *r) {
  run_outcome_release(&r->outcome);
  trace_table_release(&r->trace);
  free(r->summary);
  memset(r, 0, sizeof *r);
}

static void write_model(const node *model, const char *name) {
  char path[2048];
  snprintf(path, sizeof path, "%s/%s.yaml", folder, name);
  FILE *file = fopen(path, "w");
  if (file == NULL) abort();
  tree_write(model, file);
  fclose(file);
}

/* The resolved text of a shipped model with a time for its end and 400 rows, or NULL. */
static char *resolved(const char *model) {
  char path[4096], out[2048];
  const char *other = getenv("PINTLE_PROGRAM");
  const char *arguments[] = {other != NULL ? other : PINTLE_PROGRAM, "run", path, "-o", out, NULL};
  run_limits limits = {.cpu = 60.0};
  run_outcome outcome;
  snprintf(path, sizeof path, "%s/%s.yaml", PINTLE_MODELS, model);
  snprintf(out, sizeof out, "%s/base.run", folder);
  remove_work_folder(out);
  if (limited_run(arguments, &limits, folder, &outcome) != 0) abort();
  int status = outcome.status;
  if (status != 0) printf("%s: %s\n", model, outcome.err);
  run_outcome_release(&outcome);
  snprintf(path, sizeof path, "%s/summary.json", out);
  char *summary = file_text(path), *text = NULL;
  snprintf(path, sizeof path, "%s/model.yaml", out);
  char *given = file_text(path);
  node *tree = status == 0 && given != NULL && summary != NULL ? tree_read(given) : NULL;
  if (tree != NULL) {
    double end = json_number(summary, "run.end_time");
    tree_set(tree_at(tree, "run/until"), "%.17g", end);
    tree_set(tree_at(tree, "run/every"), "%.17g", end / 400.0);
    tree_set(tree_at(tree, "run/rtol"), "1e-8");
    tree_remove(tree, "output");
    write_model(tree, "base");
    snprintf(path, sizeof path, "%s/base.yaml", folder);
    text = file_text(path);
  }
  tree_free(tree);
  free(summary);
  free(given);
  return text;
}

/* ------------------------------------------------------------------ known faults */

static int is_known(const char *run_name) {
  char line[512];
  size_t n = strlen(run_name);
  FILE *file = known_faults != NULL ? fopen(known_faults, "r") : NULL;
  int found = 0;
  while (file != NULL && !found && fgets(line, sizeof line, file) != NULL)
    found = strncmp(line, run_name, n) == 0 && line[n] == ':';
  if (file != NULL) fclose(file);
  return found;
}

static void judge(const char *model, const char *transform_name, const char *integrator,
                  const char *wrong) {
  char name[256];
  snprintf(name, sizeof name, "%s, %s, %s", model, transform_name, integrator);
  int known = is_known(name);
  n_known += known && wrong != NULL;
  if (known && wrong == NULL) {
    n_failed++;
    printf("%s: does well: its line is to be taken out\n", name);
  } else if (wrong != NULL) {
    size_t n = strlen(faults);
    n_failed += !known;
    snprintf(faults + n, sizeof faults - n, "%s: %s\n", name, wrong);
  }
}

/* ------------------------------------------------------------------ one model */

static void print_cell(const meta_difference *d, const char *wrong) {
  char cell[32];
  if (d->refused != NULL)
    snprintf(cell, sizeof cell, "%s", d->refused);
  else
    snprintf(cell, sizeof cell, "%.0e%s", d->size, wrong != NULL ? "!" : "");
  printf(" %11s", cell);
  fflush(stdout);
}

static void try_transform(const char *model, const char *text, const transform *t, int i,
                          const meta_reference *ref) {
  meta_run r = {0};
  meta_difference d = {0};
  node *tree = tree_read(text), *own = tree_read(text);
  const char *why = transform_model(t, tree), *wrong = NULL;
  if (why != NULL) {
    printf(" %11s", why);
  } else {
    write_model(tree, "changed");
    run("changed", integrators[i], 10.0 + 5.0 * ref->base.outcome.cpu, &r);
    wrong = compare_runs(own, t, ref, &r, &d);
    print_cell(&d, wrong);
    judge(model, t->name, integrators[i], wrong);
  }
  release(&r);
  tree_free(tree);
  tree_free(own);
}

static double change_mass(double value, int index, const void *part) {
  (void)index;
  return value * (1.0 + *(const double *)part);
}

/* The models of the runs near the base, and of the finer one. */
static void write_references(const char *text) {
  static const double parts[] = {NEAR_CHANGE, -NEAR_CHANGE};
  for (int i = 0; i < 2; i++) {
    node *tree = tree_read(text);
    tree_change_numbers(tree_child(tree_child(tree, "bodies")->children[0], "mass"), change_mass,
                        &parts[i]);
    write_model(tree, i == 0 ? "near0" : "near1");
    tree_free(tree);
  }
  node *finer = tree_read(text);
  tree_set(tree_at(finer, "run/rtol"), "1e-9");
  write_model(finer, "finer");
  tree_free(finer);
}

static void try_model(const char *model, int fast) {
  char *text = resolved(model);
  if (text == NULL) {
    printf("%s has no resolved model that can be read\n", model);
    n_failed++;
    return;
  }
  write_references(text);
  for (int i = 0; i < (fast ? 1 : 2); i++) {
    meta_reference ref = {0};
    run("base", integrators[i], 60.0, &ref.base);
    run("near0", integrators[i], 60.0, &ref.near[0]);
    run("near1", integrators[i], 60.0, &ref.near[1]);
    run("finer", integrators[i], 120.0, &ref.finer);
    printf("%-28s %-5s", model, integrators[i]);
    if (ref.base.outcome.status != 0) {
      printf(" %s\n", ref.base.outcome.out_of_time ? "hangs" : ref.base.outcome.err);
      judge(model, "itself", integrators[i], "does not run");
    } else {
      for (int k = 0; k < n_transforms; k++) try_transform(model, text, &transforms[k], i, &ref);
      printf("\n");
    }
    release(&ref.base);
    release(&ref.near[0]);
    release(&ref.near[1]);
    release(&ref.finer);
  }
  free(text);
}

int main(int argc, char **argv) {
  int fast = 0, first = 1;
  for (; first < argc && argv[first][0] == '-'; first++) {
    if (strcmp(argv[first], "-f") == 0)
      fast = 1;
    else if (strcmp(argv[first], "-k") == 0 && first + 1 < argc)
      known_faults = argv[++first];
  }
  if (first >= argc) {
    fprintf(stderr, "usage: metamorphic [-f] [-k KNOWN_FAULTS] MODEL...\n");
    return 2;
  }
  folder = make_work_folder("metamorphic");
  if (folder == NULL) return 2;
  printf("%-28s %-5s", "", "");
  for (int k = 0; k < n_transforms; k++) printf(" %11s", transforms[k].name);
  printf("\n");
  for (; first < argc; first++) try_model(argv[first], fast);
  remove_work_folder(folder);
  printf("\n%s%d known faults, %d new\n", faults, n_known, n_failed);
  return n_failed > 0;
}
