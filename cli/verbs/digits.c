/* digits.c: see digits.h. */
#include "digits.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

typedef struct wish {
  char name[200];
  int digits;
} wish;

/* 0 when the text is not NAME=N. */
static int read_wish(const char *text, wish *out) {
  const char *equals = strrchr(text, '=');
  char *end;
  if (equals == NULL || equals == text || (size_t)(equals - text) >= sizeof out->name) return 0;
  snprintf(out->name, sizeof out->name, "%.*s", (int)(equals - text), text);
  const long n = strtol(equals + 1, &end, 10);
  out->digits = (int)n;
  return end > equals + 1 && *end == '\0' && n >= 1 && n <= PTL_VERIFY_MOST_DIGITS;
}

int ptl_cli_digits_are_well_formed(const char *text) {
  wish w;
  if (read_wish(text, &w)) return 1;
  ptl_cli_say(PTL_E(0951) "--digits needs NAME=N with N from 1 to %d, as in peak_force=3, not '%s'",
              PTL_VERIFY_MOST_DIGITS, text);
  return 0;
}

static int means(const wish *w, const char *name) {
  const size_t n = strlen(name), m = strlen(w->name);
  const int is_ending = n > m && name[n - m - 1] == '.' && strcmp(name + n - m, w->name) == 0;
  return is_ending || fnmatch(w->name, name, 0) == 0;
}

/* Returns how many entries the wish means; says which do not fulfil it and counts them. */
static int check_list(const wish *w, const ptl_agreement *list, int n, const char *kind,
                      int *missed) {
  int meant = 0;
  for (int i = 0; i < n; i++) {
    if (!means(w, list[i].name)) continue;
    meant++;
    if (list[i].digits >= w->digits) continue;
    ++*missed;
    if (list[i].digits < 0)
      ptl_cli_say(PTL_E(0953) "%s %s: no other run to compare with, asked for are %d digits", kind,
                  list[i].name, w->digits);
    else
      ptl_cli_say(PTL_E(0953) "%s %s: the runs agree in %d digits, asked for are %d", kind,
                  list[i].name, list[i].digits, w->digits);
  }
  return meant;
}

int ptl_cli_digits_check(const ptl_texts *wishes, const ptl_verification *v) {
  int missed = 0;
  for (int i = 0; i < wishes->n; i++) {
    wish w;
    if (!read_wish(wishes->items[i], &w)) return PTL_EXIT_USAGE;
    if (check_list(&w, v->figures, v->n_figures, "figure", &missed) > 0) continue;
    if (check_list(&w, v->columns, v->n_columns, "column", &missed) > 0) continue;
    ptl_cli_say(
        PTL_E(0952) "--digits %s: no figure and no column of this run has that name; verify.csv lists them",
        wishes->items[i]);
    return PTL_EXIT_USAGE;
  }
  return missed > 0 ? PTL_EXIT_FAILED : PTL_EXIT_DONE;
}
