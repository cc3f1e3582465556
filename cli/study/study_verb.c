/* study_verb.c: `pintle study`. */
#include "study_verb.h"

#include <string.h>

#include "options.h"
#include "study_parts.h"
#include "verbs.h"

static const ptl_verb parts[] = {
    {"show", "list the results of a study", ptl_cli_study_show},
    {"sensitivity", "tell which numbers matter for the results", ptl_cli_study_sensitivity},
    {"merge", "join parts of a study into one file", ptl_cli_study_merge},
    {"plot", "draw the results of a study", ptl_cli_study_plot}};

/* The viewer's program draws. */
int ptl_cli_study_plot(int argc, char **argv) {
  static char name[] = "study-plot";
  argv[0] = name;
  return ptl_cli_forward_view.run(argc, argv);
}

static int run(int argc, char **argv) {
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (argc > 1 && strcmp(argv[1], parts[i].name) == 0) return parts[i].run(argc - 1, argv + 1);
  for (size_t i = 0; i < sizeof parts / sizeof *parts && ptl_cli_wants_list(argc, argv); i++)
    ptl_cli_list_verb(&parts[i]);
  return ptl_cli_study_run(argc, argv);
}

const ptl_verb ptl_cli_verb_study = {
    "study", "run a model with many numbers; show, plot, sensitivity, merge look at the results",
    run};
