/* app_list.h: lists to choose from: the columns of the plots, the choices of a menu. */
#ifndef PTL_APP_LIST_H
#define PTL_APP_LIST_H

#include "app_state.h"

/* Opens a list, or closes it when it is open; `control`: the menu of PTL_LIST_CHOICES. */
void ptl_app_open_list(ptl_app *app, ptl_list_kind kind, int control);
void ptl_app_pick(ptl_app *app, int line);
int ptl_app_list_key(ptl_app *app, const ptl_input *input); /* 1 when it was for the list */
void ptl_app_draw_list(ptl_app *app, const double box[4], ptl_shapes *out);

#endif
