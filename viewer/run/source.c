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

int ptl_source_set_later(ptl_source *source, double time, const char *path, const char *value) {
  if (strlen(path) >= PTL_SETTING_TEXT || strlen(value) >= PTL_SETTING_TEXT) return 0;
  while (source->n_later > 0 && source->later[source->n_later - 1].time > time) source->n_later--;
  int i = 0;
  while (i < source->n_later &&
         (source->later[i].time < time || strcmp(source->later[i].set.path, path) != 0))
    i++;
  if (i == PTL_MAX_LATER) return 0;
  if (i == source->n_later) source->n_later++;
  source->later[i].time = time;
  snprintf(source->later[i].set.path, PTL_SETTING_TEXT, "%s", path);
  snprintf(source->later[i].set.value, PTL_SETTING_TEXT, "%s", value);
  return 1;
}

void ptl_source_set_from_start(ptl_source *source) {
  for (int i = 0; i < source->n_later; i++)
    ptl_source_set(source, source->later[i].set.path, source->later[i].set.value);
  source->n_later = 0;
}
