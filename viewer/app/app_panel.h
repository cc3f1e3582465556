/* app_panel.h: the panel at the right: sliders for parameters, menus, switches. */
#ifndef PTL_APP_PANEL_H
#define PTL_APP_PANEL_H

#include "app_state.h"

void ptl_app_draw_panel(ptl_app *app, const double box[4], ptl_shapes *out);
/* Sets a parameter to a share 0 ... 1 of its slider's range and runs the model again. */
void ptl_app_set_control(ptl_app *app, int control, double share);
double ptl_app_control_share(const ptl_app *app, int control);

#endif
