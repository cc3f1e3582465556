/* param.c: parameter tables of types: sizes, units, choices, ranges. */
#include "param.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "word_list.h"

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

int ptl_param_size(const ptl_param *param) {
  return param->kind == PTL_POINT || param->kind == PTL_POINTS ? 2 : 1;
}

int ptl_table_size(const ptl_param *table) {
  int size = 0;
  for (; table->name != NULL; table++) size += ptl_param_size(table);
  return size;
}

void ptl_param_unit(const ptl_param *param, int column, char *unit, size_t size) {
  const char *bar = param->kind == PTL_POINTS ? strchr(param->unit, '|') : NULL;
  if (bar == NULL) {
    snprintf(unit, size, "%s", param->unit);
  } else if (column == 0) {
    snprintf(unit, size, "%.*s", (int)(bar - param->unit), param->unit);
  } else {
    snprintf(unit, size, "%s", bar + 1);
  }
}

int ptl_param_find(const ptl_param *table, const char *name, const ptl_param **param) {
  int offset = 0;
  for (; table->name != NULL; table++) {
    if (strcmp(table->name, name) == 0) {
      *param = table;
      return offset;
    }
    offset += ptl_param_size(table);
  }
  return -1;
}

int ptl_param_choice_word(const ptl_param *param, int index, char *word, size_t size) {
  size_t length;
  const char *found = ptl_word_at(param->choices, index, &length);
  if (found == NULL || length + 1 > size) return 0;
  memcpy(word, found, length);
  word[length] = '\0';
  return 1;
}

int ptl_param_choice_index(const ptl_param *param, const char *word) {
  return ptl_word_index(param->choices, word);
}

static int in_range(const ptl_param *param, double value) {
  if (!(value >= param->min && value <= param->max)) return 0;
  if ((param->flags & PTL_OPEN_MIN) && value == param->min) return 0;
  if ((param->flags & PTL_OPEN_MAX) && value == param->max) return 0;
  return 1;
}

/* "> 0", ">= 0 and < 1" */
static void range_text(const ptl_param *param, char *text, size_t size) {
  const char *low = param->flags & PTL_OPEN_MIN ? ">" : ">=";
  const char *high = param->flags & PTL_OPEN_MAX ? "<" : "<=";
  if (isinf(param->min) && isinf(param->max)) {
    snprintf(text, size, "finite");
  } else if (isinf(param->max)) {
    snprintf(text, size, "%s %.12g", low, param->min);
  } else if (isinf(param->min)) {
    snprintf(text, size, "%s %.12g", high, param->max);
  } else {
    snprintf(text, size, "%s %.12g and %s %.12g", low, param->min, high, param->max);
  }
}

ptl_status ptl_param_check(ptl_context *context, const ptl_param *param, double value) {
  return ptl_param_check_column(context, param, 0, value);
}

ptl_status ptl_param_check_column(ptl_context *context, const ptl_param *param, int column,
                                  double value) {
  char range[96], unit[96];
  if (param->kind == PTL_CHOICE) {
    char word[64];
    if (fabs(value) < 1e6 && value == floor(value) &&
        ptl_param_choice_word(param, (int)value, word, sizeof word))
      return PTL_OK;
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0204) "'%s' must be one of %s", param->name,
                    param->choices);
  }
  if (isfinite(value) && in_range(param, value)) return PTL_OK;
  range_text(param, range, sizeof range);
  ptl_param_unit(param, column, unit, sizeof unit);
  if (strcmp(unit, "1") == 0) unit[0] = '\0';
  return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0204) "'%s' must be %s%s%s, not %.12g: %s",
                  param->name, range, unit[0] ? " " : "", unit, value, param->doc);
}
