/* main.c: the program `pintle`: finds the verb and hands over. */
#include <stdio.h>
#include <string.h>

#include "analysis.h"
#include "compare.h"
#include "import_verb.h"
#include "law.h"
#include "message.h"
#include "options.h"
#include "output.h"
#include "pintle.h"
#include "plot.h"
#include "study_parts.h"
#include "study_verb.h"
#include "table.h"
#include "verbs.h"
#include "wear_verb.h"

static const ptl_verb *const verbs[] = {
    &ptl_cli_verb_run,    &ptl_cli_verb_check,   &ptl_cli_verb_list,      &ptl_cli_verb_law,
    &ptl_cli_verb_study,  &ptl_cli_verb_fit,     &ptl_cli_verb_compare,   &ptl_cli_verb_plot,
    &ptl_cli_verb_fmu,    &ptl_cli_forward_view, &ptl_cli_forward_render, &ptl_cli_verb_report,
    &ptl_cli_verb_schema, &ptl_cli_verb_static,  &ptl_cli_verb_modes,     &ptl_cli_verb_kinematics,
    &ptl_cli_verb_wear,   &ptl_cli_verb_explain, &ptl_cli_verb_import,
};

enum { N_VERBS = sizeof verbs / sizeof *verbs };

static int print_help(void) {
  ptl_table *table = ptl_cli_table_create("ll");
  printf(
      "usage: pintle VERB ... [options]\n\n"
      "Simulates planar mechanisms whose joints have clearance.\n\n"
      "verbs:\n");
  for (int i = 0; i < N_VERBS; i++) {
    ptl_cli_table_cell(table, "%s", verbs[i]->name);
    ptl_cli_table_cell(table, "%s", verbs[i]->summary);
  }
  ptl_cli_table_print(table, stdout, 2);
  printf(
      "\n`pintle VERB --help` tells more about one of them, `pintle --version` prints the "
      "version.\n"
      "Exit status: 0 done; 1 the answer is no; 2 bad usage or bad input; 3 the simulation "
      "failed.\n");
  return PTL_EXIT_DONE;
}

static int fail_unknown(const char *word) {
  const char *names[N_VERBS];
  for (int i = 0; i < N_VERBS; i++) names[i] = verbs[i]->name;
  char hint[128];
  ptl_cli_hint(hint, sizeof hint, word, names, N_VERBS);
  ptl_cli_say(PTL_E(0950) "there is no %s '%s'%s (pintle --help lists what there is)",
              *word == '-' ? "option" : "verb", word, hint);
  return PTL_EXIT_USAGE;
}

/* `pintle plot FILE.db` draws a study. */
static int is_study(const char *verb, int argc, char **argv) {
  const size_t n = argc > 2 ? strlen(argv[2]) : 0;
  return strcmp(verb, "plot") == 0 && n > 3 && strcmp(argv[2] + n - 3, ".db") == 0;
}

int main(int argc, char **argv) {
  ptl_cli_guard_output();
  if (argc < 2) {
    ptl_cli_say(
        PTL_E(0950) "what to do? usage: pintle VERB ... [options] (pintle --help lists the verbs)");
    return PTL_EXIT_USAGE;
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
    return ptl_cli_finish_output(print_help());
  if (ptl_cli_wants_list(argc, argv)) {
    for (int i = 0; i < N_VERBS; i++) ptl_cli_list_verb(verbs[i]);
    return ptl_cli_finish_output(PTL_EXIT_DONE);
  }
  if (strcmp(argv[1], "--version") == 0) {
    printf("pintle %s\n", PTL_VERSION);
    return ptl_cli_finish_output(PTL_EXIT_DONE);
  }
  if (is_study(argv[1], argc, argv))
    return ptl_cli_finish_output(ptl_cli_study_plot(argc - 1, argv + 1));
  for (int i = 0; i < N_VERBS; i++)
    if (strcmp(argv[1], verbs[i]->name) == 0)
      return ptl_cli_finish_output(verbs[i]->run(argc - 1, argv + 1));
  return fail_unknown(argv[1]);
}
