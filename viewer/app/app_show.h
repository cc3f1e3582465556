/* app_show.h: what is shown: the switches of the panel, the lens, the columns of the plots. */
#ifndef PTL_APP_SHOW_H
#define PTL_APP_SHOW_H

#include "app_state.h"

int ptl_app_switch_is_on(const ptl_app *app, ptl_switch which);
void ptl_app_toggle(ptl_app *app, ptl_switch which);
/* Shows or hides a part of the window: one of the show_... of ptl_app. */
void ptl_app_toggle_part(ptl_app *app, int *part);
/* Opens the lens on a joint with clearance; -1 closes it. */
void ptl_app_choose_lens(ptl_app *app, int joint);
/* On the next joint with clearance (step 1), or on the one before (-1). */
void ptl_app_next_lens(ptl_app *app, int step);

#endif
