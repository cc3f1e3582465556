/* cases_main.c: small models, each with the values that must come out, with both integrators.
 * `test_cases GROUP [PATTERN]` runs one table, or what of it fits the pattern; `test_cases --table`
 * all of them, and prints what comes out beside what is right, as Markdown. Runs that are known to
 * fail stand in known_faults.txt, one a line: GROUP: CASE, INTEGRATOR: WHICH FAULT. They are
 * printed; one that passes fails the test until its line is taken out. */
#include <fnmatch.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "limited_run.h"
#include "run_case.h"

typedef struct job {
  const run_case *c;
  int integrator;
  const char *group;
  char name[160];
} job;

typedef struct group_jobs {
  const char *group;
  const job *jobs;
  int n;
} group_jobs;

static const char *folder;
static int n_known;

/* The fault that is listed for this run: a copy of its line behind the name, or NULL. */
static const char *known_fault(const char *group, const char *run) {
  static char line[512], start[256];
  FILE *file = fopen(PINTLE_KNOWN_FAULTS, "r");
  const char *found = NULL;
  snprintf(start, sizeof start, "%s: %s: ", group, run);
  while (file != NULL && found == NULL && fgets(line, sizeof line, file) != NULL)
    if (strncmp(line, start, strlen(start)) == 0) found = line + strlen(start);
  if (file != NULL) fclose(file);
  line[strcspn(line, "\n")] = '\0';
  return found;
}

static void run_job(void **state) {
  const job *j = *state;
  case_report report;
  run_case_try(j->c, j->integrator, folder, &report);
  const char *fault = known_fault(j->group, j->name);
  if (fault != NULL && report.length == 0)
    fail_msg("%s: %s: passes now; its line in known_faults.txt is to be taken out", j->group,
             j->name);
  if (fault != NULL) {
    n_known++;
    print_message("known fault, %s: %s\n%s", fault, j->name, report.text);
  } else if (report.length > 0) {
    fail_msg("%s\n%sright by: %s", j->name, report.text, j->c->source);
  }
}

/* Every line of the list that belongs to the group names one of its runs. */
static void list_fits(void **state) {
  const group_jobs *g = *state;
  char line[512], start[256];
  FILE *file = fopen(PINTLE_KNOWN_FAULTS, "r");
  if (file == NULL) return;
  while (fgets(line, sizeof line, file) != NULL) {
    int fits = strncmp(line, g->group, strlen(g->group)) != 0 || line[strlen(g->group)] != ':';
    for (int i = 0; i < g->n && !fits; i++) {
      snprintf(start, sizeof start, "%s: %s: ", g->group, g->jobs[i].name);
      fits = strncmp(line, start, strlen(start)) == 0;
    }
    if (!fits) fail_msg("known_faults.txt names no run: %s", line);
  }
  fclose(file);
}

static const struct {
  const char *name;
  const run_case *(*cases)(void);
} groups[] = {{"rest", rest_cases},          {"accuracy", accuracy_cases}, {"loads", load_cases},
              {"drives", drive_cases},       {"time", time_cases},         {"struck", struck_cases},
              {"reactions", reaction_cases}, {"peaks", peak_cases},        {"mass", mass_cases},
              {"gears", gear_cases},         {"locks", lock_cases},        {"starts", start_cases},
              {"messages", message_cases}};

static const run_case *group_of(const char *name) {
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
    if (strcmp(groups[i].name, name) == 0) return groups[i].cases();
  return NULL;
}

static int add_jobs(const char *group, const run_case *c, const char *pattern, job *jobs,
                    struct CMUnitTest *tests) {
  int n = 0;
  for (; c->name != NULL; c++) {
    if (fnmatch(pattern, c->name, 0) != 0) continue;
    for (int integrator = AUTO; integrator <= IMPLICIT; integrator++) {
      if (c->integrators != 0 && (c->integrators & integrator) == 0) continue;
      job *j = &jobs[n];
      *j = (job){.c = c, .integrator = integrator, .group = group};
      snprintf(j->name, sizeof j->name, "%s, %s", c->name,
               integrator == AUTO ? "auto" : IMPLICIT_NAME);
      tests[n++] = (struct CMUnitTest){j->name, run_job, NULL, NULL, j};
    }
  }
  return n;
}

/* ------------------------------------------------------------------ the table */

static void print_cell(const char *text) {
  putchar(' ');
  for (const char *p = text; *p != '\0'; p++) {
    if (*p == '|' || *p == '*' || *p == '_') putchar('\\');
    putchar(*p);
  }
  fputs(" |", stdout);
}

static void print_case(const char *group, const run_case *c, int integrator) {
  static case_report report;
  char name[160];
  const char *integrator_name = integrator == AUTO ? "auto" : IMPLICIT_NAME;
  snprintf(name, sizeof name, "%s, %s", c->name, integrator_name);
  run_case_try(c, integrator, folder, &report);
  const char *fault = report.length > 0 ? known_fault(group, name) : NULL;
  putchar('|');
  print_cell(c->name);
  print_cell(integrator_name);
  if (report.got_length > 1) report.got[report.got_length - 2] = '\0'; /* the last separator */
  report.text[strcspn(report.text, "\n")] = '\0';
  print_cell(report.length > 0       ? report.text
             : report.got_length > 0 ? report.got
                                     : "what is right of every run");
  print_cell(report.length == 0 ? "yes" : fault != NULL ? fault : "NO");
  print_cell(c->source);
  putchar('\n');
}

static void print_table(void) {
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
    printf(
        "\n## %s\n\n| case | integrator | what comes out (what is right) | right | by "
        "|\n|---|---|---|---|---|\n",
        groups[i].name);
    for (const run_case *c = groups[i].cases(); c->name != NULL; c++)
      for (int integrator = AUTO; integrator <= IMPLICIT; integrator++)
        if (c->integrators == 0 || (c->integrators & integrator) != 0)
          print_case(groups[i].name, c, integrator);
  }
}

int main(int argc, char **argv) {
  enum { MOST_JOBS = 256 };
  static job jobs[MOST_JOBS];
  static struct CMUnitTest tests[MOST_JOBS];
  if (argc == 2 && strcmp(argv[1], "--table") == 0) {
    folder = make_work_folder("cases");
    if (folder == NULL) return 2;
    print_table();
    remove_work_folder(folder);
    return 0;
  }
  const run_case *cases = argc > 1 ? group_of(argv[1]) : NULL;
  if (cases == NULL) {
    fprintf(stderr, "usage: test_cases GROUP [PATTERN]\n       test_cases --table\n");
    return 2;
  }
  int n = add_jobs(argv[1], cases, argc > 2 ? argv[2] : "*", jobs, tests);
  group_jobs all = {argv[1], jobs, n};
  if (argc == 2) tests[n++] = (struct CMUnitTest){"known faults", list_fits, NULL, NULL, &all};
  folder = make_work_folder("cases");
  if (folder == NULL) return 2;
  int failed = _cmocka_run_group_tests(argv[1], tests, (size_t)n, NULL, NULL);
  remove_work_folder(folder);
  printf("%s: %d runs, %d with a known fault, %d failed\n", argv[1], all.n, n_known, failed);
  return failed != 0;
}
