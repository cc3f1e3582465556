/* result.h: one run as the viewer needs it: the mechanism, its rows and events, and how to draw
 * it. */
#ifndef PTL_RESULT_H
#define PTL_RESULT_H

#include "scene.h"
#include "source.h"

typedef enum ptl_source_kind { PTL_FROM_MODEL, PTL_FROM_FOLDER, PTL_FROM_CSV } ptl_source_kind;

/* A number under `parameters:` (a slider), or the contact of a joint (a menu). */
typedef struct ptl_control {
  char name[64];
  char unit[32]; /* in which the model file gives it, else the one of SI, in base units */
  int is_given;  /* the first of these */
  char path[PTL_SETTING_TEXT]; /* of the setting */
  double value, initial;       /* in that unit; initial: when the model was opened */
  char (*choices)[64];         /* of a menu; NULL for a slider */
  int n_choices, chosen;
} ptl_control;

typedef struct ptl_result {
  ptl_source source;
  ptl_source_kind kind;
  ptl_status status;
  char message[2048]; /* of a failure; a part of the run may be there all the same */
  const char *code;   /* of that failure, as of ptl_error */
  int has_bodies;     /* sketch, binding and geometry are there */
  ptl_sketch sketch;
  ptl_record record;
  ptl_binding binding;
  ptl_geometry geometry;
  ptl_control *controls;
  int n_controls;
  char summary[256];        /* one line for the status bar */
  double cpu_time;          /* of the integration [s] */
  ptl_context *context;     /* of the mechanism */
  ptl_mechanism *mechanism; /* kept of one with films whose values stay over the run; else NULL */
} ptl_result;

void ptl_result_destroy(ptl_result *result);
void ptl_result_release_controls(ptl_result *result);
/* What of the result is drawn; only of one that has bodies. */
ptl_scene ptl_result_scene(const ptl_result *result);

#endif
