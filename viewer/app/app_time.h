/* app_time.h: the time that is shown, its speed, and the window of time of the plots. */
#ifndef PTL_APP_TIME_H
#define PTL_APP_TIME_H

#include "app_state.h"

/* Plays for `seconds` of the user's time. */
void ptl_app_advance(ptl_app *app, double seconds);
/* To the next touch (step > 0), or to the one before. */
void ptl_app_jump(ptl_app *app, int step);
/* By rows of the record. */
void ptl_app_step(ptl_app *app, int rows);
/* Times `factor`, to a round number between 1e-8 and 10 runs a second. */
void ptl_app_change_speed(ptl_app *app, double factor);
/* To the time at x on the time bar. */
void ptl_app_scrub(ptl_app *app, double x);
/* The times that the plots show, kept within the run. */
void ptl_app_set_window(ptl_app *app, double from, double to);

#endif
