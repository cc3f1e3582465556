/* law.c: `pintle law`: the contact laws by themselves. */
#include "law.h"

#include <stdlib.h>
#include <string.h>

#include "law_parts.h"
#include "message.h"
#include "options.h"
#include "table.h"

static const ptl_verb parts[] = {
    {"eval", "force, stiffness and energy over depths and rates, as CSV", ptl_cli_law_eval},
    {"fit", "power law that is nearest to an elastic law", ptl_cli_law_fit},
    {"impact", "one impact: restitution, duration, peaks, loop; laws side by side",
     ptl_cli_law_impact},
    {"calibrate", "stiffness and damping from a measured restitution and contact time",
     ptl_cli_law_calibrate},
    {"convert", "a contact from the parameters of Adams, Simscape and others",
     ptl_cli_law_convert}};

enum { N_PARTS = sizeof parts / sizeof *parts };

static int print_help(void) {
  ptl_table *table = ptl_cli_table_create("ll");
  printf(
      "usage: pintle law eval|fit|impact|calibrate|convert [options]\n\n"
      "The contact laws by themselves, without a mechanism.\n\n");
  for (int i = 0; i < N_PARTS; i++) {
    ptl_cli_table_cell(table, "%s", parts[i].name);
    ptl_cli_table_cell(table, "%s", parts[i].summary);
  }
  ptl_cli_table_print(table, stdout, 2);
  printf(
      "\n`pintle law eval --help` tells more about one of them, `pintle list laws NAME` about a "
      "law.\n");
  return PTL_EXIT_DONE;
}

static int run(int argc, char **argv) {
  if (argc < 2) {
    ptl_cli_say(
        PTL_E(0950) "what to do? usage: pintle law eval|fit|impact|calibrate|convert [options]");
    return PTL_EXIT_USAGE;
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) return print_help();
  if (ptl_cli_wants_list(argc, argv)) {
    for (int i = 0; i < N_PARTS; i++) ptl_cli_list_verb(&parts[i]);
    return PTL_EXIT_DONE;
  }
  const char *names[N_PARTS];
  for (int i = 0; i < N_PARTS; i++) {
    if (strcmp(argv[1], parts[i].name) == 0) return parts[i].run(argc - 1, argv + 1);
    names[i] = parts[i].name;
  }
  char hint[128];
  ptl_cli_hint(hint, sizeof hint, argv[1], names, N_PARTS);
  ptl_cli_say(
      PTL_E(0952) "law has no part '%s'%s (it has eval, fit, impact, calibrate and convert)",
      argv[1], hint);
  return PTL_EXIT_USAGE;
}

const ptl_verb ptl_cli_verb_law = {
    "law", "contact laws by themselves: eval, fit, impact, calibrate, convert", run};
