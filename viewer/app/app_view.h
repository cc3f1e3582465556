/* app_view.h: which part of the mechanism the scene shows, which body it follows, and trails. */
#ifndef PTL_APP_VIEW_H
#define PTL_APP_VIEW_H

#include "app_state.h"

/* Fits the whole run into the scene, beside the lens. */
void ptl_app_fit(ptl_app *app);
/* Larger by `factor` about a point of the screen, which stays where it is. */
void ptl_app_zoom(ptl_app *app, double x, double y, double factor);
/* 1 once the mechanism has been drawn. */
int ptl_app_has_picture(const ptl_app *app);
/* Keeps the body at the point in the middle of the scene; when it is followed already, no
 * longer. */
void ptl_app_follow(ptl_app *app, double x, double y);
/* Adds a trail of the point of a body at the point, or of the pin there; removes all trails where
 * there is none. */
void ptl_app_toggle_trail(ptl_app *app, double x, double y);

#endif
