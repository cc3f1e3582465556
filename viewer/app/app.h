/* app.h: the viewer without its window: takes input, gives layers of shapes. So it is run and
 * tested without a display: window.c, render.c and the tests feed it and draw what it gives. The
 * functions are in app_state.c (create, destroy, what is known), app_run.c (open, tick),
 * app_time.c, app_show.c, app_input.c and app_draw.c.
 */
#ifndef PTL_APP_H
#define PTL_APP_H

#include "compose.h"
#include "result.h"

typedef struct ptl_app ptl_app;

typedef enum ptl_key {
  /* Keys that type something are their character; these are the others. */
  PTL_KEY_NONE = 0,
  PTL_KEY_BACKSPACE = 8,
  PTL_KEY_TAB = 9,
  PTL_KEY_ENTER = 13,
  PTL_KEY_ESCAPE = 27,
  PTL_KEY_LEFT = 256,
  PTL_KEY_RIGHT,
  PTL_KEY_UP,
  PTL_KEY_DOWN,
  PTL_KEY_HOME,
  PTL_KEY_END,
  PTL_KEY_PAGE_UP,
  PTL_KEY_PAGE_DOWN,
  PTL_KEY_F5
} ptl_key;

typedef enum ptl_input_kind {
  PTL_INPUT_KEY,    /* key, shift */
  PTL_INPUT_DOWN,   /* x, y, button 1 left 2 middle 3 right, clicks */
  PTL_INPUT_UP,     /* x, y, button */
  PTL_INPUT_MOVE,   /* x, y */
  PTL_INPUT_WHEEL,  /* x, y: where; amount: notches, > 0 away from the user; shift */
  PTL_INPUT_RESIZE, /* x, y: the new size */
  PTL_INPUT_DROP    /* path */
} ptl_input_kind;

typedef struct ptl_input {
  ptl_input_kind kind;
  double x, y, amount; /* points */
  int key, shift, button, clicks;
  const char *path;
} ptl_input;

/* NULL when memory is out. */
ptl_app *ptl_app_create(double width, double height, ptl_theme theme);
void ptl_app_destroy(ptl_app *app);

/* Shows a model, a run folder or a CSV file, which is run or read in the background. */
void ptl_app_open(ptl_app *app, const ptl_source *source);
/* Shows another one: in grey behind it, or beside it. */
void ptl_app_open_reference(ptl_app *app, const ptl_source *source);
void ptl_app_set_beside(ptl_app *app, int on);
/* Waits until everything that was opened has been run or read. Returns 0, or non-zero when the main
 * one has failed; the message is ptl_app_message(). */
int ptl_app_wait(ptl_app *app);
const char *ptl_app_message(const ptl_app *app);
void ptl_app_say(ptl_app *app, const char *message);
ptl_status ptl_app_status(const ptl_app *app); /* of what was opened last */
const char *ptl_app_code(const ptl_app *app);  /* of its failure, or NULL */

void ptl_app_input(ptl_app *app, const ptl_input *input);
/* `seconds` of the user's time have passed. */
void ptl_app_tick(ptl_app *app, double seconds);
/* 1 while the picture changes by itself. */
int ptl_app_moves(const ptl_app *app);
/* 1 when something has changed since the last drawing. */
int ptl_app_changed(const ptl_app *app);
/* 1 once the user has asked to leave. */
int ptl_app_done(const ptl_app *app);

/* Writes scene and plots as they were drawn last into a PNG file in the present folder, and says
 * so. */
void ptl_app_save_picture(ptl_app *app);
/* Its name, once; 0 when there is none. */
int ptl_app_take_picture(ptl_app *app, char *path, size_t size);

/* Makes the layers of the picture; they are valid until the next call. */
void ptl_app_draw(ptl_app *app, ptl_layer layers[PTL_N_LAYERS]);

/* ------------------------------------------------------------------ what render and tests set */

const ptl_result *ptl_app_result(const ptl_app *app); /* NULL until it is there */
double ptl_app_time(const ptl_app *app);
void ptl_app_set_time(ptl_app *app, double time);
double ptl_app_speed(const ptl_app *app); /* of the run per second of the user, now */
void ptl_app_set_speed(ptl_app *app, double speed);
void ptl_app_set_slow(ptl_app *app, int on); /* slow down at impacts */
int ptl_app_playing(const ptl_app *app);
/* By name; 0 when there is no such joint, or it has no clearance. "" for the first that has. */
int ptl_app_set_lens(ptl_app *app, const char *joint);
void ptl_app_set_parts(ptl_app *app, int plots, int panel, int bar);
ptl_appearance *ptl_app_appearance(ptl_app *app);
int ptl_app_show_column(ptl_app *app, const char *column); /* 0: not there */
void ptl_app_clear_plots(ptl_app *app);
ptl_theme ptl_app_theme(const ptl_app *app);
const char *ptl_app_title(const ptl_app *app); /* of the window */

#endif
