#include "source.h"

#include <stdio.h>
#include <string.h>

ptl_source ptl_source_default(const char *path) {
  ptl_source source = {.n_plugins = 0};
  snprintf(source.path, sizeof source.path, "%s", path);
  return source;
}

int ptl_source_set(ptl_source *source, const char *path, const char *value) {
  int i = 0;
  while (i < source->n_settings && strcmp(source->settings[i].path, path) != 0) i++;
  if (i == PTL_MAX_SETTINGS || strlen(path) >= PTL_SETTING_TEXT ||
      strlen(value) >= PTL_SETTING_TEXT) {
    return 0;
  }
  if (i == source->n_settings) source->n_settings++;
  snprintf(source->settings[i].path, PTL_SETTING_TEXT, "%s", path);
  snprintf(source->settings[i].value, PTL_SETTING_TEXT, "%s", value);
  return 1;
}
