/* app_run.h: opens models and runs, takes what the workers have got, watches the file. */
#ifndef PTL_APP_RUN_H
#define PTL_APP_RUN_H

#include "app_state.h"

/* Runs the model, or reads the run, again: after a setting or the file has changed. */
void ptl_app_rerun(ptl_app *app);

/* Sets a value of the model, from the start or from now on; 0 when there is no room. */
int ptl_app_set(ptl_app *app, const char *path, const char *value);

#endif
