/* explain.c: `pintle explain`: what the code of a failure stands for. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "options.h"
#include "table.h"
#include "verbs.h"

static const ptl_usage usage = {"explain", "[CODE]",
                                "Tells what the code behind a message, [E0204], stands for, and "
                                "what to do. Without a code it lists all of them.",
                                0, 1};

static void print_list(void) {
  ptl_table *table = ptl_cli_table_create("ll");
  ptl_code code;
  for (int i = 0; ptl_code_get(i, &code); i++) {
    ptl_cli_table_cell(table, "%s", code.code);
    ptl_cli_table_cell(table, "%s", code.words);
  }
  ptl_cli_table_print(table, stdout, 0);
}

/* The letter may be small, or left out with the zeros in front: e0204, 204. */
static int is_named(const ptl_code *code, const char *text) {
  if (tolower((unsigned char)text[0]) == 'e') text++;
  char *end;
  const long number = strtol(text, &end, 10);
  return isdigit((unsigned char)text[0]) && *end == '\0' && number == atol(code->code + 1);
}

static int explain(const char *text) {
  ptl_code code;
  for (int i = 0; ptl_code_get(i, &code); i++) {
    if (!is_named(&code, text)) continue;
    printf("%s: %s\n\n%s\n\nWhat to do: %s\n", code.code, code.words, code.explanation,
           code.remedy);
    return PTL_EXIT_DONE;
  }
  ptl_cli_say(PTL_E(0952) "there is no code '%s' (pintle explain lists them)", text);
  return PTL_EXIT_USAGE;
}

static int run(int argc, char **argv) {
  const char *text = NULL;
  const ptl_option options[] = {{0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  const int status = ptl_cli_options_parse(&usage, options, argc, argv, &text);
  if (status != PTL_GO_ON) return status;
  if (text != NULL) return explain(text);
  print_list();
  return PTL_EXIT_DONE;
}

const ptl_verb ptl_cli_verb_explain = {"explain", "tell what the code of a message stands for",
                                       run};
