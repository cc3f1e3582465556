/* app_parts.h: the parts of the window around the scene: time bar, messages, help, panel, lists to
 * choose from. */
#ifndef PTL_APP_PARTS_H
#define PTL_APP_PARTS_H

#include "app_layout.h"

/* ------------------------------------------------------------------ app_picture.c */

/* The time shown in the plots, with the names of the curves and their values there. */
void ptl_app_draw_cursors(const ptl_app *app, const ptl_layout *layout, ptl_shapes *out);

/* ------------------------------------------------------------------ app_bar.c */

void ptl_app_draw_bar(ptl_app *app, const double box[4], ptl_shapes *out);
void ptl_app_draw_message(ptl_app *app, const double box[4], ptl_shapes *out);
void ptl_app_draw_help(ptl_app *app, ptl_shapes *out);

/* -------------------------------------------------------- app_panel.c: sliders, menus, switches */

void ptl_app_draw_panel(ptl_app *app, const double box[4], ptl_shapes *out);
/* Sets a parameter to a share 0 ... 1 of its slider's range and runs the model again. */
void ptl_app_set_control(ptl_app *app, int control, double share);
double ptl_app_control_share(const ptl_app *app, int control);

/* ------------------------------------------ app_list.c: columns of the plots, choices of a menu */

/* Opens a list, or closes it when it is open; `control`: the menu of PTL_LIST_CHOICES. */
void ptl_app_open_list(ptl_app *app, ptl_list_kind kind, int control);
void ptl_app_pick(ptl_app *app, int line);
int ptl_app_list_key(ptl_app *app, const ptl_input *input); /* 1 when it was for the list */
void ptl_app_draw_list(ptl_app *app, const double box[4], ptl_shapes *out);

#endif
