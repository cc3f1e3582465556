/* param.c: the rows of a parameter table: places, units, choices, ranges. */
#include "param.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "registry.h"

/* ------------------------------------------------------------------ texts */

void ptl_list_names(const char *const *names, int n, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (int i = 0; i < n && used < size; i++) {
    const int wrote = snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "", names[i]);
    used += (size_t)wrote;
  }
}

void ptl_hint(const char *word, const char *const *names, int n, char *text, size_t size) {
  const char *near = ptl_nearest(word, names, n);
  text[0] = '\0';
  if (near != NULL) snprintf(text, size, " (did you mean '%s'?)", near);
}

/* ------------------------------------------------------------------ tables */

int ptl_param_width(const ptl_param *row) {
  return row->kind == PTL_POINT || row->kind == PTL_POINTS ? 2 : 1;
}

int ptl_param_places(const ptl_param *table) {
  int places = 0;
  for (; table->name != NULL; table++) places += ptl_param_width(table);
  return places;
}

void ptl_param_unit(const ptl_param *row, int column, char *unit, size_t size) {
  const char *bar = row->kind == PTL_POINTS ? strchr(row->unit, '|') : NULL;
  if (bar == NULL) {
    snprintf(unit, size, "%s", row->unit);
  } else if (column == 0) {
    snprintf(unit, size, "%.*s", (int)(bar - row->unit), row->unit);
  } else {
    snprintf(unit, size, "%s", bar + 1);
  }
}

int ptl_param_find(const ptl_param *table, const char *name, const ptl_param **row) {
  int place = 0;
  for (; table->name != NULL; table++) {
    if (strcmp(table->name, name) == 0) {
      *row = table;
      return place;
    }
    place += ptl_param_width(table);
  }
  return -1;
}

int ptl_param_choice_word(const ptl_param *row, int index, char *word, size_t size) {
  const char *start = row->choices;
  if (start == NULL || index < 0) return 0;
  for (; index > 0; index--) {
    start = strchr(start, '|');
    if (start == NULL) return 0;
    start++;
  }
  size_t length = strcspn(start, "|");
  if (length + 1 > size) return 0;
  memcpy(word, start, length);
  word[length] = '\0';
  return 1;
}

int ptl_param_choice_index(const ptl_param *row, const char *word) {
  char choice[64];
  for (int i = 0; ptl_param_choice_word(row, i, choice, sizeof choice); i++)
    if (strcmp(choice, word) == 0) return i;
  return -1;
}

static int in_range(const ptl_param *row, double value) {
  if (!(value >= row->min && value <= row->max)) return 0;
  if ((row->flags & PTL_OPEN_MIN) && value == row->min) return 0;
  if ((row->flags & PTL_OPEN_MAX) && value == row->max) return 0;
  return 1;
}

/* "> 0", ">= 0 and < 1" */
static void range_text(const ptl_param *row, char *text, size_t size) {
  const char *low = row->flags & PTL_OPEN_MIN ? ">" : ">=";
  const char *high = row->flags & PTL_OPEN_MAX ? "<" : "<=";
  if (isinf(row->min) && isinf(row->max)) {
    snprintf(text, size, "finite");
  } else if (isinf(row->max)) {
    snprintf(text, size, "%s %.12g", low, row->min);
  } else if (isinf(row->min)) {
    snprintf(text, size, "%s %.12g", high, row->max);
  } else {
    snprintf(text, size, "%s %.12g and %s %.12g", low, row->min, high, row->max);
  }
}

ptl_status ptl_param_check(ptl_context *context, const ptl_param *row, double value) {
  return ptl_param_check_column(context, row, 0, value);
}

ptl_status ptl_param_check_column(ptl_context *context, const ptl_param *row, int column,
                                  double value) {
  char range[96], unit[96];
  if (row->kind == PTL_CHOICE) {
    char word[64];
    if (value == floor(value) && ptl_param_choice_word(row, (int)value, word, sizeof word))
      return PTL_OK;
    return ptl_fail(context, PTL_ERR_INPUT, "'%s' must be one of %s", row->name, row->choices);
  }
  if (isfinite(value) && in_range(row, value)) return PTL_OK;
  range_text(row, range, sizeof range);
  ptl_param_unit(row, column, unit, sizeof unit);
  if (strcmp(unit, "1") == 0) unit[0] = '\0';
  return ptl_fail(context, PTL_ERR_INPUT, "'%s' must be %s%s%s, not %.12g: %s", row->name, range,
                  unit[0] ? " " : "", unit, value, row->doc);
}
