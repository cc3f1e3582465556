/* window.c: which part of a run counts. */
#include "window.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "expression.h"

static int begins_with(const char *text, const char *word) {
  const size_t length = strlen(word);
  return strncmp(text, word, length) == 0 && (text[length] == ' ' || text[length] == '\0');
}

ptl_status ptl_span_text_read(ptl_context *context, const char *text, ptl_span_text *out) {
  char amount[128];
  const char *of = strstr(text, " of ");
  const size_t length = of != NULL ? (size_t)(of - text) : strlen(text);
  *out = (ptl_span_text){0};
  if (length >= sizeof amount)
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0804) "'%s' is no time and no travel", text);
  memcpy(amount, text, length);
  amount[length] = '\0';
  if (of != NULL) {
    of += 4 + strspn(of + 4, " ");
    if (strlen(of) >= sizeof out->joint || *of == '\0' || strchr(of, ' ') != NULL)
      return ptl_fail(context, PTL_ERR_INPUT,
                      PTL_E(0804) "'%s': behind `of` stands the name of a joint", text);
    strcpy(out->joint, of);
  }
  ptl_status status =
      ptl_quantity_eval(context, amount, of != NULL ? "rad" : "s", NULL, 0, &out->amount);
  if (status == PTL_OK && !(out->amount > 0 && isfinite(out->amount)))
    status = ptl_fail(context, PTL_ERR_INPUT, PTL_E(0804) "'%s' must be > 0", text);
  return status;
}

int ptl_is_window(const char *text) {
  return begins_with(text, "last") || begins_with(text, "from");
}

ptl_status ptl_window_read(ptl_context *context, const char *text, const char *unit,
                           ptl_window *out) {
  *out = (ptl_window){0};
  if (begins_with(text, "last")) {
    out->kind = PTL_WINDOW_LAST;
    return ptl_span_text_read(context, text + 4 + strspn(text + 4, " "), &out->last);
  }
  if (!begins_with(text, "from"))
    return ptl_fail(
        context, PTL_ERR_INPUT,
        PTL_E(
            0804) "'%s' is no window: `last 2 turns of shaft`, `from 10 ms`, `from 10 ms to 20 ms`",
        text);
  out->kind = PTL_WINDOW_BETWEEN;
  out->to = INFINITY;
  char from[128];
  const char *begin = text + 4, *to = strstr(text, " to ");
  const size_t length = to != NULL ? (size_t)(to - begin) : strlen(begin);
  snprintf(from, sizeof from, "%.*s", (int)length, begin);
  ptl_status status = ptl_quantity_eval(context, from, unit, NULL, 0, &out->from);
  if (status == PTL_OK && to != NULL)
    status = ptl_quantity_eval(context, to + 4, unit, NULL, 0, &out->to);
  if (status == PTL_OK && !(out->from < out->to))
    status = ptl_fail(context, PTL_ERR_INPUT, PTL_E(0804) "'%s': the window ends before it begins",
                      text);
  return status;
}
