/* law_options.c: laws and values from the command line. */
#include "law_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

enum { MAX_SETTINGS = 64, TEXT_SIZE = 512 };

/* ------------------------------------------------------------------ laws */

static const ptl_param *params_of(ptl_context *context, ptl_kind kind, const char *name) {
  ptl_type_info info;
  for (int i = 0; name != NULL && ptl_context_get_type(context, kind, i, &info); i++)
    if (strcmp(info.name, name) == 0) return info.params;
  return NULL;
}

static int has(const ptl_param *table, const char *name, size_t length) {
  for (; table != NULL && table->name != NULL; table++)
    if (strlen(table->name) == length && memcmp(table->name, name, length) == 0) return 1;
  return 0;
}

/* Settings under construction; the texts belong to it. */
typedef struct setting_list {
  ptl_setting item[MAX_SETTINGS];
  char *text[MAX_SETTINGS];
  int n;
} setting_list;

static void add(setting_list *list, const char *prefix, const char *name, size_t length,
                const char *value) {
  if (list->n == MAX_SETTINGS) return;
  char *text = ptl_cli_alloc(strlen(prefix) + length + 1, 1);
  sprintf(text, "%s%.*s", prefix, (int)length, name);
  list->text[list->n] = text;
  list->item[list->n++] = (ptl_setting){text, value};
}

/* One setting, to each law that has a parameter of that name. */
static void assign(setting_list *list, const char *name, size_t length, const char *value,
                   const ptl_param *elastic, const ptl_param *damping) {
  int assigned = 0;
  if (memchr(name, '.', length) == NULL) {
    if (has(elastic, name, length)) {
      add(list, "elastic.", name, length, value);
      assigned = 1;
    }
    if (has(damping, name, length)) {
      add(list, "damping.", name, length, value);
      assigned = 1;
    }
  }
  if (!assigned) add(list, "", name, length, value);
}

ptl_status ptl_cli_law_read(ptl_context *context, const ptl_law_options *law, const char *damping,
                            const ptl_setting *more, int n_more, ptl_law **out) {
  const ptl_param *of_elastic = params_of(context, PTL_ELASTIC, law->elastic);
  const ptl_param *of_damping = params_of(context, PTL_DAMPING, damping);
  setting_list list = {.n = 0};
  for (int i = 0; i < law->settings.n; i++) {
    const char *text = law->settings.items[i];
    const size_t length = strcspn(text, "=");
    assign(&list, text, length, text[length] ? text + length + 1 : "", of_elastic, of_damping);
  }
  for (int i = 0; i < n_more; i++)
    assign(&list, more[i].path, strlen(more[i].path), more[i].value, of_elastic, of_damping);
  const ptl_status status = ptl_law_read(context, law->elastic, damping, list.item, list.n, out);
  for (int i = 0; i < list.n; i++) free(list.text[i]);
  return status;
}

int ptl_cli_law_open(ptl_context *context, const ptl_law_options *law, const char *damping,
                     ptl_law **out) {
  if (law->elastic == NULL) {
    ptl_cli_say(PTL_E(0950) "which law? --elastic LAW is missing (pintle list laws shows them)");
    return PTL_EXIT_USAGE;
  }
  const ptl_status status = ptl_cli_law_read(context, law, damping, NULL, 0, out);
  return status == PTL_OK ? PTL_GO_ON : ptl_cli_exit_status(context, status);
}

/* ------------------------------------------------------------------ values */

int ptl_cli_law_positive(ptl_context *context, const char *option, const char *text,
                         const char *unit, double *out) {
  if (text == NULL) {
    ptl_cli_say(PTL_E(0950) "--%s is missing [%s]", option, unit);
    return PTL_EXIT_USAGE;
  }
  const int status = ptl_cli_option_quantity(context, option, text, unit, out);
  if (status != PTL_GO_ON || (*out > 0 && isfinite(*out))) return status;
  ptl_cli_say(PTL_E(0951) "--%s must be > 0%s%s, not %g", option, *unit == '1' ? "" : " ",
              *unit == '1' ? "" : unit, *out);
  return PTL_EXIT_USAGE;
}

int ptl_cli_law_mass(ptl_context *context, const char *mass, const char *mass_b, double *out) {
  double other;
  int status = ptl_cli_law_positive(context, "mass", mass, "kg", out);
  if (status != PTL_GO_ON || mass_b == NULL) return status;
  status = ptl_cli_law_positive(context, "mass-b", mass_b, "kg", &other);
  if (status == PTL_GO_ON) *out = *out * other / (*out + other);
  return status;
}

int ptl_cli_law_range(ptl_context *context, const char *option, const char *text, const char *unit,
                      double *from, double *to) {
  const char *dots = text != NULL ? strstr(text, "..") : NULL;
  if (text == NULL) return PTL_GO_ON;
  if (dots == NULL) {
    *from = 0;
    return ptl_cli_option_quantity(context, option, text, unit, to);
  }
  char first[TEXT_SIZE], *end, *unit_of_last;
  snprintf(first, sizeof first, "%.*s", (int)(dots - text), text);
  strtod(first, &end);
  strtod(dots + 2, &unit_of_last);
  if (end != first && end[strspn(end, " ")] == '\0') { /* a bare number */
    snprintf(end, (size_t)(first + sizeof first - end), "%s", unit_of_last);
  }
  const int status = ptl_cli_option_quantity(context, option, first, unit, from);
  if (status != PTL_GO_ON) return status;
  return ptl_cli_option_quantity(context, option, dots + 2, unit, to);
}

int ptl_cli_law_count(const char *option, const char *text, int least, int *out) {
  int64_t count = *out;
  const int status = ptl_cli_option_count(option, text, least, 10000000, &count);
  *out = (int)count;
  return status;
}
