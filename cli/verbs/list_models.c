/* list_models.c: the model files in ./models, else beside the program, else where it was to be
 * installed. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "companion.h"
#include "list_parts.h"
#include "message.h"
#include "table.h"

enum { MAX_MODELS = 256 };

typedef struct model_list {
  const char *dir;
  char beside[PTL_CLI_COMPANION_PATH]; /* where a program that was moved has them */
  char *names[MAX_MODELS];             /* without .yaml */
  int n;
} model_list;

static int is_model(const struct dirent *entry) {
  const size_t length = strlen(entry->d_name);
  return length > 5 && entry->d_name[0] != '.' && strcmp(entry->d_name + length - 5, ".yaml") == 0;
}

static int collect_from(model_list *list, const char *dir) {
  struct dirent **entries = NULL;
  const int n = scandir(dir, &entries, is_model, alphasort);
  for (int i = 0; i < n; i++) {
    if (list->n < MAX_MODELS) {
      entries[i]->d_name[strlen(entries[i]->d_name) - 5] = '\0';
      list->names[list->n++] = ptl_cli_copy_text(entries[i]->d_name);
    }
    free(entries[i]);
  }
  free(entries);
  list->dir = dir;
  return list->n > 0;
}

static void collect(model_list *list) {
  list->n = 0;
  if (collect_from(list, "models")) return;
  if (ptl_cli_companion("../share/pintle/models", 0, list->beside) == 0 &&
      collect_from(list, list->beside))
    return;
  collect_from(list, PINTLE_INSTALLED_MODELS);
}

static void release(model_list *list) {
  while (list->n > 0) free(list->names[--list->n]);
}

/* ------------------------------------------------------------------ one model */

typedef struct model_text {
  char path[PATH_MAX];
  char *title, *source;
} model_text;

/* A model that cannot be read keeps its place in the list, with the reason as its title. */
static int describe(ptl_context *context, const model_list *list, const char *name,
                    model_text *out) {
  snprintf(out->path, sizeof out->path, "%s/%s.yaml", list->dir, name);
  ptl_mechanism *m = NULL;
  int read = ptl_mechanism_load(context, out->path, NULL, 0, &m) == PTL_OK;
  const char *title = read ? ptl_mechanism_get_title(m) : ptl_context_message(context);
  const char *source = read ? ptl_mechanism_get_source(m) : NULL;
  out->title = ptl_cli_copy_text(title != NULL ? title : "");
  out->source = ptl_cli_copy_text(source != NULL ? source : "");
  ptl_mechanism_destroy(m);
  return read;
}

static void release_text(model_text *text) {
  free(text->title);
  free(text->source);
}

static void print_json(ptl_json *j, const char *name, const model_text *text) {
  ptl_json_open(j, NULL, '{');
  ptl_json_text(j, "name", name);
  ptl_json_text(j, "file", text->path);
  ptl_json_text(j, "title", text->title);
  ptl_json_text(j, "source", text->source);
  ptl_json_close(j, '}');
}

static void print_markdown(const char *name, const model_text *text) {
  printf("- `%s`: %s", name, text->title);
  if (*text->source) printf(" (%s)", text->source);
  printf("\n");
}

/* ------------------------------------------------------------------ lists */

static void print_all(ptl_context *context, const model_list *list, ptl_json *j, int markdown) {
  ptl_table *table = ptl_cli_table_create("ll");
  for (int i = 0; i < list->n; i++) {
    model_text text;
    describe(context, list, list->names[i], &text);
    if (j != NULL) {
      print_json(j, list->names[i], &text);
    } else if (markdown) {
      print_markdown(list->names[i], &text);
    } else {
      ptl_cli_table_cell(table, "%s", text.path);
      ptl_cli_table_cell(table, "%s", text.title);
    }
    release_text(&text);
  }
  ptl_cli_table_print(table, stdout, 2);
}

void ptl_cli_list_models(ptl_context *context, ptl_json *j, int markdown) {
  model_list list;
  collect(&list);
  if (j != NULL)
    ptl_json_open(j, "models", '[');
  else
    printf(markdown ? "## Models\n\n" : "models\n");
  if (list.n == 0 && j == NULL)
    printf("  (none in ./models, none in %s)\n", PINTLE_INSTALLED_MODELS);
  print_all(context, &list, j, markdown);
  if (j != NULL) ptl_json_close(j, ']');
  release(&list);
}

static int fail_name(const model_list *list, const char *name) {
  char hint[128];
  ptl_cli_hint(hint, sizeof hint, name, (const char *const *)list->names, list->n);
  ptl_cli_say(PTL_E(0952) "there is no model '%s' in %s%s (pintle list models shows them)", name,
              list->dir, hint);
  return PTL_EXIT_USAGE;
}

int ptl_cli_list_model(ptl_context *context, const char *name, ptl_json *j, int markdown) {
  model_list list;
  collect(&list);
  int i;
  for (i = 0; i < list.n && strcmp(list.names[i], name) != 0; i++) continue;
  int status;
  if (i == list.n) {
    status = fail_name(&list, name);
  } else {
    model_text text;
    status = describe(context, &list, name, &text) ? PTL_EXIT_DONE : PTL_EXIT_USAGE;
    if (status != PTL_EXIT_DONE)
      ptl_cli_say_failure(context);
    else if (j != NULL)
      print_json(j, name, &text);
    else if (markdown)
      print_markdown(name, &text);
    else
      printf("%s: %s\n  file    %s\n%s%s%s", name, text.title, text.path,
             *text.source ? "  source  " : "", text.source, *text.source ? "\n" : "");
    release_text(&text);
  }
  release(&list);
  return status;
}
