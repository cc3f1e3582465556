/* law_words.c: laws and values from the command line. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "law.h"
#include "message.h"

enum { MOST_SETTINGS = 64, ROOM = 512 };

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
typedef struct ptl_made {
  ptl_setting item[MOST_SETTINGS];
  char *text[MOST_SETTINGS];
  int n;
} ptl_made;

static void add(ptl_made *made, const char *prefix, const char *name, size_t length,
                const char *value) {
  if (made->n == MOST_SETTINGS) return;
  char *text = ptl_cli_need(strlen(prefix) + length + 1, 1);
  sprintf(text, "%s%.*s", prefix, (int)length, name);
  made->text[made->n] = text;
  made->item[made->n++] = (ptl_setting){text, value};
}

/* One setting, to every place where it belongs. */
static void place(ptl_made *made, const char *name, size_t length, const char *value,
                  const ptl_param *elastic, const ptl_param *damping) {
  int placed = 0;
  if (memchr(name, '.', length) == NULL) {
    if (has(elastic, name, length)) {
      add(made, "elastic.", name, length, value);
      placed = 1;
    }
    if (has(damping, name, length)) {
      add(made, "damping.", name, length, value);
      placed = 1;
    }
  }
  if (!placed) add(made, "", name, length, value);
}

ptl_status ptl_cli_law_read(ptl_context *context, const ptl_law_words *words, const char *damping,
                            const ptl_setting *more, int n_more, ptl_law **out) {
  const ptl_param *of_elastic = params_of(context, PTL_ELASTIC, words->elastic);
  const ptl_param *of_damping = params_of(context, PTL_DAMPING, damping);
  ptl_made made = {.n = 0};
  for (int i = 0; i < words->settings.n; i++) {
    const char *text = words->settings.items[i];
    const size_t length = strcspn(text, "=");
    place(&made, text, length, text[length] ? text + length + 1 : "", of_elastic, of_damping);
  }
  for (int i = 0; i < n_more; i++)
    place(&made, more[i].path, strlen(more[i].path), more[i].value, of_elastic, of_damping);
  const ptl_status status = ptl_law_read(context, words->elastic, damping, made.item, made.n, out);
  for (int i = 0; i < made.n; i++) free(made.text[i]);
  return status;
}

int ptl_cli_law_open(ptl_context *context, const ptl_law_words *words, const char *damping,
                     ptl_law **out) {
  if (words->elastic == NULL) {
    ptl_cli_say("which law? --elastic LAW is missing (pintle list laws shows them)");
    return PTL_EXIT_USAGE;
  }
  const ptl_status status = ptl_cli_law_read(context, words, damping, NULL, 0, out);
  return status == PTL_OK ? PTL_GO_ON : ptl_cli_exit_status(context, status);
}

/* ------------------------------------------------------------------ values */

int ptl_cli_law_quantity(ptl_context *context, const char *option, const char *text,
                         const char *unit, double *out) {
  if (text == NULL || ptl_quantity_read(context, text, unit, out) == PTL_OK) return PTL_GO_ON;
  ptl_cli_say("--%s: %s", option, ptl_context_message(context));
  return PTL_EXIT_USAGE;
}

int ptl_cli_law_positive(ptl_context *context, const char *option, const char *text,
                         const char *unit, double *out) {
  if (text == NULL) {
    ptl_cli_say("--%s is missing [%s]", option, unit);
    return PTL_EXIT_USAGE;
  }
  const int status = ptl_cli_law_quantity(context, option, text, unit, out);
  if (status != PTL_GO_ON || (*out > 0 && isfinite(*out))) return status;
  ptl_cli_say("--%s must be > 0 %s, not %g", option, unit, *out);
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
  const char *dots = text ? strstr(text, "..") : NULL;
  if (text == NULL) return PTL_GO_ON;
  if (dots == NULL) {
    *from = 0;
    return ptl_cli_law_quantity(context, option, text, unit, to);
  }
  char first[ROOM], *end, *unit_of_last;
  snprintf(first, sizeof first, "%.*s", (int)(dots - text), text);
  strtod(first, &end);
  strtod(dots + 2, &unit_of_last);
  if (end != first && end[strspn(end, " ")] == '\0') { /* a bare number */
    snprintf(end, (size_t)(first + sizeof first - end), "%s", unit_of_last);
  }
  const int status = ptl_cli_law_quantity(context, option, first, unit, from);
  if (status != PTL_GO_ON) return status;
  return ptl_cli_law_quantity(context, option, dots + 2, unit, to);
}

int ptl_cli_law_count(const char *option, const char *text, int least, int *out) {
  char *end;
  if (text == NULL) return PTL_GO_ON;
  const long value = strtol(text, &end, 10);
  if (end != text && *end == '\0' && value >= least && value <= 10000000) {
    *out = (int)value;
    return PTL_GO_ON;
  }
  ptl_cli_say("--%s takes a whole number from %d to 10000000, not '%s'", option, least, text);
  return PTL_EXIT_USAGE;
}
