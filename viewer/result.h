/* result.h: one run as the viewer needs it, from a model, a run folder or a CSV file.
 *
 * A model is simulated, a run folder and a CSV file are read. simulate.c does both, and is the only
 * file of the viewer that starts a run.
 */
#ifndef PTL_RESULT_H
#define PTL_RESULT_H

#include <stdatomic.h>

#include "outline.h"
#include "scene.h"
#include "source.h"

typedef enum ptl_source_kind { PTL_FROM_MODEL, PTL_FROM_FOLDER, PTL_FROM_CSV } ptl_source_kind;

/* A number under `parameters:`, or a choice that the model leaves open. */
typedef struct ptl_knob {
  char name[64], unit[32];
  char path[PTL_SETTING_TEXT]; /* of the setting */
  double value, home;          /* SI; home: where the model file has it */
  char (*choices)[64];         /* of a menu, else NULL */
  int n_choices, chosen;
} ptl_knob;

typedef struct ptl_result {
  ptl_source source;
  ptl_source_kind kind;
  ptl_status status;
  char message[2048]; /* of a failure; a part of the run may be there all the same */
  int has_bodies;     /* sketch, binding and plan are there */
  ptl_sketch sketch;
  ptl_record record;
  ptl_binding binding;
  ptl_plan plan;
  ptl_knob *knobs;
  int n_knobs;
  char summary[256]; /* one line for the status bar */
  double cpu_time;   /* of the integration [s] */
} ptl_result;

/* Runs or reads, and waits for it. NULL only when memory is out. `stop` may be NULL; when it
 * becomes non-zero the run ends early. */
ptl_result *ptl_result_get(const ptl_source *source, const atomic_int *stop);
void ptl_result_destroy(ptl_result *result);
ptl_scene ptl_result_scene(const ptl_result *result);

/* Gets results in the background, one at a time; a new request replaces the one that waits and
 * stops the one that runs. */
typedef struct ptl_worker ptl_worker;
ptl_worker *ptl_worker_create(void);
void ptl_worker_destroy(ptl_worker *worker);
void ptl_worker_request(ptl_worker *worker, const ptl_source *source);
/* The newest result once it is there, else NULL; the caller destroys it. */
ptl_result *ptl_worker_take(ptl_worker *worker);
/* 1 while something is asked for and not yet there. */
int ptl_worker_busy(ptl_worker *worker);

/* Reads DIR/events.csv, where it is, into the record. 0, or non-zero with the reason. */
int ptl_record_read_events(ptl_record *record, const char *dir, char *why, size_t size);

#endif
