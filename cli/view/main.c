/* main.c: the program `pintle-viewer`, which does the verbs `view`, `render`, `report` and `study
 * plot`. `pintle` starts it (see forward.c): the libraries that it needs would make every start of
 * `pintle` 4 ms slower. */
#include <string.h>

#include "message.h"
#include "output.h"
#include "view.h"

int main(int argc, char **argv) {
  static const ptl_verb *const verbs[] = {&ptl_cli_verb_view, &ptl_cli_verb_render,
                                          &ptl_cli_verb_study_plot, &ptl_cli_verb_report_page};
  ptl_cli_guard_output();
  for (int i = 0; i < 4; i++)
    if (argc > 1 && strcmp(argv[1], verbs[i]->name) == 0)
      return ptl_cli_finish_output(verbs[i]->run(argc - 1, argv + 1));
  ptl_cli_say(PTL_E(0950) "this program is started by `pintle view` and `pintle render`");
  return PTL_EXIT_USAGE;
}
