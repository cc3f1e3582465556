/* source.h: what the viewer is asked to show. */
#ifndef PTL_SOURCE_H
#define PTL_SOURCE_H

enum { PTL_MAX_SETTINGS = 64, PTL_SETTING_TEXT = 160, PTL_MAX_LATER = 32 };

typedef struct ptl_set { /* one `--set`, in its own memory */
  char path[PTL_SETTING_TEXT], value[PTL_SETTING_TEXT];
} ptl_set;

typedef struct ptl_later { /* a setting from a time of the run on [s] */
  double time;
  ptl_set set;
} ptl_later;

/* Where a run comes from. */
typedef struct ptl_source {
  char path[1024];
  const char *const *plugins; /* must outlive every run */
  int n_plugins;
  ptl_set settings[PTL_MAX_SETTINGS];
  int n_settings;
  ptl_later later[PTL_MAX_LATER]; /* in the order of time */
  int n_later;
  double until; /* where a run with later settings ends [s] */
} ptl_source;

ptl_source ptl_source_default(const char *path);
/* Adds or replaces a setting; 0 when there is no room. */
int ptl_source_set(ptl_source *source, const char *path, const char *value);
/* The same from that time on, in place of what was set later than that; 0 when there is no room. */
int ptl_source_set_later(ptl_source *source, double time, const char *path, const char *value);
/* What was set later is set from the start on. */
void ptl_source_set_from_start(ptl_source *source);

#endif
