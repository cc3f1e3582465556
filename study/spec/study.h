/* study.h: what a study is. Internal. */
#ifndef PTL_STUDY_H
#define PTL_STUDY_H

#include "design.h"
#include "measure.h"
#include "study_analysis.h"

typedef enum ptl_keep_kind {
  PTL_KEEP_NONE,
  PTL_KEEP_ALL,
  PTL_KEEP_FAILED,
  PTL_KEEP_BEST,  /* the largest values of a measure */
  PTL_KEEP_WORST, /* the least */
  PTL_KEEP_WHERE  /* an expression of factors and measures that is not 0 */
} ptl_keep_kind;

typedef struct ptl_keep {
  ptl_keep_kind kind;
  int64_t n;  /* BEST, WORST */
  char *text; /* BEST, WORST: the measure; WHERE: the expression */
} ptl_keep;

enum { PTL_STUDY_STOP_AFTER = 20 };

typedef struct ptl_study {
  char *title, *model;   /* model: path of the file, as it can be opened from here */
  ptl_setting *settings; /* that hold at every point; owned */
  int n_settings;
  ptl_design design;
  ptl_analysis analysis; /* of each point */
  ptl_measures measures;
  ptl_keep keep;
  unsigned events;    /* kinds of events that are kept, as bits 1 << PTL_EVENT_TOUCH ... */
  int64_t stop_after; /* equal failures in a row end the study; 0: never */
} ptl_study;

/* A study of nothing: a grid, seed 0. */
ptl_study ptl_study_default(void);
/* Reads a study file. Messages have the form FILE:LINE:COLUMN: error: ... `out` is to be released
 * in every case. The design is prepared. */
ptl_status ptl_study_load(ptl_context *context, const char *path, ptl_study *out);
ptl_status ptl_study_set(ptl_context *context, ptl_study *study, const char *path,
                         const char *value);
/* `none`, `all`, `failed`, `best N MEASURE`, `worst N MEASURE`, `where EXPRESSION` */
ptl_status ptl_study_keep(ptl_context *context, ptl_study *study, const char *text);
/* Kinds of events with commas between them, or `all`. */
ptl_status ptl_study_events(ptl_context *context, ptl_study *study, const char *text);
/* `up`, `down` or `both` */
ptl_status ptl_study_continuation(ptl_context *context, ptl_study *study, const char *text);
/* Takes the analysis over, which `study` releases then; before measures are added. */
ptl_status ptl_study_analysis(ptl_context *context, ptl_study *study, ptl_analysis *analysis);
/* The design of that name. PTL_ERR_INPUT with a suggestion. */
ptl_status ptl_study_design(ptl_context *context, ptl_study *study, const char *name);
/* Checks what belongs together (a measure must be there, factors and settings must not overlap) and
 * prepares the design. */
ptl_status ptl_study_prepare(ptl_context *context, ptl_study *study);
/* Everything that the results depend on as text, to be freed: two studies with the same text have
 * the same points and results. The number of points is left out where the design can be
 * extended. */
ptl_status ptl_study_identity(ptl_context *context, const ptl_study *study, char **out);
void ptl_study_release(ptl_context *context, ptl_study *study);

#endif
