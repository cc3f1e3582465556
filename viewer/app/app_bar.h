/* app_bar.h: the time bar with its status line, messages and the help. */
#ifndef PTL_APP_BAR_H
#define PTL_APP_BAR_H

#include "app_state.h"

void ptl_app_draw_bar(ptl_app *app, const double box[4], ptl_shapes *out);
void ptl_app_draw_message(ptl_app *app, const double box[4], ptl_shapes *out);
void ptl_app_draw_help(ptl_app *app, ptl_shapes *out);

#endif
