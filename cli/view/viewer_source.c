/* viewer_source.c: what `view` and `render` have in common. */
#include "viewer_source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "pintle_trace.h"

static int too_much(void) {
  ptl_cli_say(PTL_E(0951) "too many or too long settings (--set)");
  return PTL_EXIT_USAGE;
}

int ptl_cli_viewer_source(const char *path, const ptl_source_texts *texts, ptl_source *out) {
  const char *const values[] = {texts->until, texts->rtol, texts->every};
  static const char *const paths[] = {"run.until", "run.rtol", "run.every"};
  *out = ptl_source_default(path);
  if (access(path, R_OK) != 0) {
    ptl_cli_say(
        PTL_E(0701) "cannot read %s: there is no such file or folder, or it may not be read", path);
    return PTL_EXIT_USAGE;
  }
  out->plugins = texts->plugins.items;
  out->n_plugins = texts->plugins.n;
  for (int i = 0; i < texts->settings.n; i++) {
    const char *text = texts->settings.items[i], *sign = strchr(text, '=');
    if (sign == NULL || sign == text) {
      ptl_cli_say(PTL_E(0951) "--set %s: expected PATH=VALUE", text);
      return PTL_EXIT_USAGE;
    }
    char name[PTL_SETTING_TEXT];
    snprintf(name, sizeof name, "%.*s", (int)(sign - text), text);
    if (sign - text >= PTL_SETTING_TEXT || !ptl_source_set(out, name, sign + 1)) return too_much();
  }
  for (int i = 0; i < 3; i++)
    if (values[i] != NULL && !ptl_source_set(out, paths[i], values[i])) return too_much();
  return PTL_GO_ON;
}

int ptl_cli_viewer_other(const char *second, const ptl_source_texts *texts, const char **path,
                         ptl_source *out) {
  if (second != NULL && texts->with != NULL) {
    ptl_cli_say(PTL_E(0950) "--with %s and %s: one other run is shown, behind the first (--with) or "
                            "beside it",
                texts->with, second);
    return PTL_EXIT_USAGE;
  }
  *path = second != NULL ? second : texts->with;
  return *path != NULL ? ptl_cli_viewer_source(*path, texts, out) : PTL_GO_ON;
}

/* Factor from the unit behind a number to `unit`; 0 when they do not fit. */
static double unit_factor(const char *text, const char *unit) {
  while (*text == ' ') text++;
  if (*text == '\0') return 1;
  ptl_context *context = ptl_context_create(NULL);
  double factor = 0;
  if (context == NULL || ptl_unit_convert(context, text, unit, &factor) != PTL_OK) factor = 0;
  ptl_context_destroy(context);
  return factor;
}

int ptl_cli_number(const char *option, const char *text, const char *unit, double min, double max,
                   double *out) {
  if (text == NULL) return PTL_GO_ON;
  char *end;
  double value = strtod(text, &end);
  double factor = end == text ? 0 : unit_factor(end, unit);
  if (factor > 0 && value * factor >= min && value * factor <= max) {
    *out = value * factor;
    return PTL_GO_ON;
  }
  if (isinf(max))
    ptl_cli_say(PTL_E(0951) "--%s %s: expected a number of at least %g%s%s", option, text, min,
                strcmp(unit, "1") == 0 ? "" : " ", strcmp(unit, "1") == 0 ? "" : unit);
  else
    ptl_cli_say(PTL_E(0951) "--%s %s: expected a number from %g to %g%s%s", option, text, min, max,
                strcmp(unit, "1") == 0 ? "" : " ", strcmp(unit, "1") == 0 ? "" : unit);
  return PTL_EXIT_USAGE;
}

int ptl_cli_size(const char *option, const char *text, double *width, double *height) {
  if (text == NULL) return PTL_GO_ON;
  unsigned w, h;
  char rest;
  if (sscanf(text, "%5ux%5u%c", &w, &h, &rest) == 2 && w >= 64 && h >= 64 && w <= 16384 &&
      h <= 16384) {
    *width = w;
    *height = h;
    return PTL_GO_ON;
  }
  ptl_cli_say(PTL_E(0951) "--%s %s: expected WIDTHxHEIGHT in points, from 64x64 to 16384x16384",
              option, text);
  return PTL_EXIT_USAGE;
}
