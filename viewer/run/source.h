/* source.h: what the viewer is asked to show. */
#ifndef PTL_SOURCE_H
#define PTL_SOURCE_H

enum { PTL_MAX_SETTINGS = 64, PTL_SETTING_TEXT = 160 };

typedef struct ptl_set { /* one `--set`, in its own memory */
  char path[PTL_SETTING_TEXT], value[PTL_SETTING_TEXT];
} ptl_set;

/* Where a run comes from. */
typedef struct ptl_source {
  char path[1024];
  const char *const *plugins; /* must outlive every run */
  int n_plugins;
  ptl_set settings[PTL_MAX_SETTINGS];
  int n_settings;
} ptl_source;

ptl_source ptl_source_default(const char *path);
/* Adds or replaces a setting; 0 when there is no room. */
int ptl_source_set(ptl_source *source, const char *path, const char *value);

#endif
