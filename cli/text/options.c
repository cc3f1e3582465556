/* options.c: the option parser. `--name value`, `--name=value`, `-o value`, `-ovalue`, `--`. */
#include "options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "table.h"

enum { WIDTH = 90, MAX_NAMES = 64 };

typedef struct parser {
  const ptl_usage *usage;
  const ptl_option *options;
  int argc, next;
  char **argv;
} parser;

/* ------------------------------------------------------------------ help */

static int label_length(const ptl_option *option) {
  return (int)strlen(option->name) +
         (option->argument != NULL ? 1 + (int)strlen(option->argument) : 0);
}

static void print_option(const ptl_option *option, int width) {
  if (option->letter)
    printf("  -%c, ", option->letter);
  else
    printf("      ");
  printf("--%s%s%s%*s", option->name, option->argument != NULL ? " " : "",
         option->argument != NULL ? option->argument : "", width - label_length(option) + 2, "");
  ptl_cli_print_wrapped(stdout, option->help, 10 + width, 10 + width, WIDTH);
}

static void print_help(const ptl_usage *usage, const ptl_option *options) {
  static const ptl_option help = {'h', "help", NULL, "print this text", PTL_FLAG, NULL};
  printf("usage: pintle %s%s%s [options]\n\n", usage->verb, *usage->arguments ? " " : "",
         usage->arguments);
  ptl_cli_print_wrapped(stdout, usage->text, 0, 0, WIDTH);
  printf("\noptions:\n");
  int width = 0;
  for (const ptl_option *option = options; option->name != NULL; option++)
    if (label_length(option) > width) width = label_length(option);
  for (const ptl_option *option = options; option->name != NULL; option++)
    print_option(option, width);
  print_option(&help, width);
}

/* The same, a line for each with tabs between, for programs that make manual pages and
 * completions. */
static void print_list(const ptl_usage *usage, const ptl_option *options) {
  printf("usage\t%s\t%s\ntext\t%s\n", usage->verb, usage->arguments, usage->text);
  for (const ptl_option *option = options; option->name != NULL; option++)
    printf("option\t%.1s\t%s\t%s\t%s\n", option->letter != '\0' ? &option->letter : "-",
           option->name, option->argument != NULL ? option->argument : "-", option->help);
}

int ptl_cli_wants_list(int argc, char **argv) {
  return argc > 1 && strcmp(argv[1], "--help=list") == 0;
}

void ptl_cli_list_verb(const ptl_verb *verb) {
  printf("verb\t%s\t%s\n", verb->name, verb->summary);
}

/* ------------------------------------------------------------------ errors */

static int fail_unknown(const parser *p, const char *name, int length) {
  const char *names[MAX_NAMES];
  int n = 0;
  for (; n < MAX_NAMES - 1 && p->options[n].name != NULL; n++) names[n] = p->options[n].name;
  names[n++] = "help";
  char word[64];
  snprintf(word, sizeof word, "%.*s", length, name);
  const char *nearest = ptl_nearest(word, names, n);
  ptl_cli_say(PTL_E(0950) "%s has no option --%s%s%s%s (pintle %s --help lists them)",
              p->usage->verb, word, nearest != NULL ? ", did you mean --" : "",
              nearest != NULL ? nearest : "", nearest != NULL ? "?" : "", p->usage->verb);
  return PTL_EXIT_USAGE;
}

static int fail_count(const parser *p, const char *stray) {
  if (stray != NULL)
    ptl_cli_say(PTL_E(0950) "stray argument '%s'; usage: pintle %s %s [options]", stray,
                p->usage->verb, p->usage->arguments);
  else
    ptl_cli_say(PTL_E(0950) "an argument is missing; usage: pintle %s %s [options]", p->usage->verb,
                p->usage->arguments);
  return PTL_EXIT_USAGE;
}

/* ------------------------------------------------------------------ parsing */

static int add_text(const parser *p, const ptl_option *option, const char *value) {
  if (option->kind == PTL_LIST) {
    ptl_texts *list = option->target;
    if (list->items == NULL) list->items = ptl_cli_alloc((size_t)p->argc, sizeof *list->items);
    list->items[list->n++] = value;
    return PTL_GO_ON;
  }
  if (*(const char **)option->target != NULL) {
    ptl_cli_say(PTL_E(0950) "--%s is given twice", option->name);
    return PTL_EXIT_USAGE;
  }
  *(const char **)option->target = value;
  return PTL_GO_ON;
}

/* `attached` is the value behind = or behind the letter, or NULL. */
static int apply(parser *p, const ptl_option *option, const char *attached) {
  if (option->kind == PTL_FLAG) {
    if (attached != NULL) {
      ptl_cli_say(PTL_E(0950) "--%s takes no value", option->name);
      return PTL_EXIT_USAGE;
    }
    *(int *)option->target = 1;
    return PTL_GO_ON;
  }
  if (attached != NULL) return add_text(p, option, attached);
  if (p->next == p->argc) {
    ptl_cli_say(PTL_E(0950) "--%s needs a value: --%s %s", option->name, option->name,
                option->argument);
    return PTL_EXIT_USAGE;
  }
  return add_text(p, option, p->argv[p->next++]);
}

static int parse_long(parser *p, const char *text) {
  const char *equals = strchr(text, '=');
  const size_t length = equals != NULL ? (size_t)(equals - text) : strlen(text);
  for (const ptl_option *option = p->options; option->name != NULL; option++)
    if (strlen(option->name) == length && memcmp(option->name, text, length) == 0)
      return apply(p, option, equals != NULL ? equals + 1 : NULL);
  return fail_unknown(p, text, (int)length);
}

static int parse_letter(parser *p, const char *text) {
  for (const ptl_option *option = p->options; option->name != NULL; option++)
    if (option->letter == text[0]) return apply(p, option, text[1] ? text + 1 : NULL);
  ptl_cli_say(PTL_E(0950) "%s has no option -%c (pintle %s --help lists them)", p->usage->verb,
              text[0], p->usage->verb);
  return PTL_EXIT_USAGE;
}

int ptl_cli_options_parse(const ptl_usage *usage, const ptl_option *options, int argc, char **argv,
                          const char **arguments) {
  parser p = {usage, options, argc, 1, argv};
  int n = 0, only_arguments = 0;
  while (p.next < argc) {
    const char *text = argv[p.next++];
    if (only_arguments || text[0] != '-' || text[1] == '\0') {
      if (n == usage->max) return fail_count(&p, text);
      arguments[n++] = text;
      continue;
    }
    if (strcmp(text, "--") == 0) {
      only_arguments = 1;
      continue;
    }
    if (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0) {
      print_help(usage, options);
      return PTL_EXIT_DONE;
    }
    if (strcmp(text, "--help=list") == 0) {
      print_list(usage, options);
      return PTL_EXIT_DONE;
    }
    int status = text[1] == '-' ? parse_long(&p, text + 2) : parse_letter(&p, text + 1);
    if (status != PTL_GO_ON) return status;
  }
  return n < usage->min ? fail_count(&p, NULL) : PTL_GO_ON;
}

int ptl_cli_option_quantity(ptl_context *context, const char *option, const char *text,
                            const char *unit, double *out) {
  if (text == NULL || ptl_quantity_read(context, text, unit, out) == PTL_OK) return PTL_GO_ON;
  ptl_cli_say(PTL_E(0951) "--%s: %s", option, ptl_context_message(context));
  return PTL_EXIT_USAGE;
}

int ptl_cli_option_count(const char *option, const char *text, int64_t least, int64_t most,
                         int64_t *out) {
  char *end;
  if (text == NULL) return PTL_GO_ON;
  errno = 0;
  const long long value = strtoll(text, &end, 10);
  if (end != text && *end == '\0' && errno == 0 && value >= least && value <= most) {
    *out = value;
    return PTL_GO_ON;
  }
  if (most == INT64_MAX)
    ptl_cli_say(PTL_E(0951) "--%s takes a whole number from %" PRId64 " on, not '%s'", option,
                least, text);
  else
    ptl_cli_say(PTL_E(0951) "--%s takes a whole number from %" PRId64 " to %" PRId64 ", not '%s'",
                option, least, most, text);
  return PTL_EXIT_USAGE;
}
