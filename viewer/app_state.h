/* app_state.h: what the files app*.c share. */
#ifndef PTL_APP_STATE_H
#define PTL_APP_STATE_H

#include <time.h>

#include "app.h"
#include "lens.h"
#include "plot.h"

/* Of a widget; also its index in the shapes' tags */
typedef enum ptl_action {
  PTL_DO_NOTHING,
  PTL_DO_PLAY,
  PTL_DO_EVENT_BACK,
  PTL_DO_EVENT_ON,
  PTL_DO_SLOWER,
  PTL_DO_FASTER,
  PTL_DO_SLOW_IMPACTS,
  PTL_DO_LOOP,
  PTL_DO_SCRUB,
  PTL_DO_SPLIT, /* the edge between scene and plots */
  PTL_DO_PLOT,  /* the field of a plot */
  PTL_DO_LENS,  /* the inset */
  PTL_DO_SCENE,
  PTL_DO_SWITCH, /* index: one of ptl_switch */
  PTL_DO_PANEL,  /* where the sliders are */
  PTL_DO_KNOB,   /* index: the slider */
  PTL_DO_CHOICE, /* index: the menu's button */
  PTL_DO_PICK,   /* index: a line of the open list */
  PTL_DO_HELP,
  PTL_DO_DISMISS /* the message */
} ptl_action;

typedef enum ptl_switch {
  PTL_SWITCH_FORCES,
  PTL_SWITCH_VELOCITIES,
  PTL_SWITCH_LABELS,
  PTL_SWITCH_GRID,
  PTL_SWITCH_LENS,
  PTL_SWITCH_ORBIT,
  PTL_SWITCH_ANGLE,
  PTL_SWITCH_DARK,
  PTL_N_SWITCHES
} ptl_switch;

typedef struct ptl_hit { /* a place that reacts to the mouse; later ones lie on top */
  double x, y, w, h;
  ptl_action action;
  int index;
} ptl_hit;

enum { PTL_MAX_HITS = 512, PTL_MAX_LINES = 400 };

typedef enum ptl_list_kind { PTL_LIST_NONE, PTL_LIST_COLUMNS, PTL_LIST_CHOICES } ptl_list_kind;

struct ptl_app {
  double width, height;
  ptl_theme theme;
  ptl_worker *worker, *reference_worker;
  ptl_source source, reference_source;
  int wants_main, wants_reference, is_new; /* is_new: another model, not another value */
  ptl_result *result, *ghost, *reference;
  int turning, keep_ghost; /* while one slider moves, the ghost is the run before it moved */
  char message[2200];
  int said;          /* the message is not of a run; a run without one leaves it */
  ptl_status status; /* of the last run */
  char title[256];
  int done;

  /* time */
  double time, speed, speed_now;
  int playing, loop, slow;
  struct timespec modified; /* of the file that is shown */
  double since_look;        /* [s] since the file was looked at */

  /* scene */
  ptl_view view;
  int fitted, moved; /* moved: by the user since it was fitted */
  int follow;        /* a body, or PTL_GROUND */
  ptl_look look;
  ptl_lens lens;
  ptl_frame frame, reference_frame;

  /* plots */
  ptl_plot plots[PTL_MAX_PLOTS];
  ptl_plot_frame plot_frames[PTL_MAX_PLOTS];
  int n_plots, orbit, by_angle;
  double from, to; /* window of time */

  /* parts of the screen */
  int show_plots, show_panel, show_bar, help;
  double plot_share;
  double panel_first; /* how far the sliders are moved up [points] */
  ptl_list_kind list;
  int list_knob, list_first;
  char filter[64];
  int lines[PTL_MAX_LINES], n_lines;

  /* mouse */
  ptl_hit hits[PTL_MAX_HITS];
  int n_hits;
  ptl_action drag;
  int drag_index, drag_moved;
  double press_x, press_y, mouse_x, mouse_y;

  ptl_shapes shapes[PTL_N_LAYERS];
  unsigned version[PTL_N_LAYERS];
  int stale[PTL_N_LAYERS];
};

/* Boxes of the screen: x, y, width, height. */
typedef struct ptl_layout {
  double scene[4], plots[4], panel[4], bar[4];
} ptl_layout;
ptl_layout ptl_app_layout(const ptl_app *app);

void ptl_app_stale(ptl_app *app, int layer); /* -1: all */
void ptl_app_hit(ptl_app *app, double x, double y, double w, double h, ptl_action action,
                 int index);
/* What lies under the mouse. */
ptl_hit ptl_app_find_hit(const ptl_app *app, double x, double y);

/* app.c */
double ptl_app_start_time(const ptl_app *app);
double ptl_app_end_time(const ptl_app *app);
void ptl_app_fit(ptl_app *app);
double ptl_app_lens_size(const double scene[4]);
void ptl_app_choose_lens(ptl_app *app, int joint); /* -1: none */
void ptl_app_jump(ptl_app *app, int step);         /* to the next or last touch */
void ptl_app_step(ptl_app *app, int rows);         /* by rows of the record */
void ptl_app_rerun(ptl_app *app);                  /* after a setting has changed */
int ptl_app_switch_is_on(const ptl_app *app, ptl_switch which);
void ptl_app_toggle(ptl_app *app, ptl_switch which);

/* app_bar.c, app_panel.c, app_list.c */
void ptl_app_draw_bar(ptl_app *app, const double box[4], ptl_shapes *out);
void ptl_app_draw_panel(ptl_app *app, const double box[4], ptl_shapes *out);
void ptl_app_draw_list(ptl_app *app, const double box[4], ptl_shapes *out);
void ptl_app_draw_help(ptl_app *app, ptl_shapes *out);
void ptl_app_draw_message(ptl_app *app, const double box[4], ptl_shapes *out);
void ptl_app_open_list(ptl_app *app, ptl_list_kind kind, int knob);
void ptl_app_pick(ptl_app *app, int line);
int ptl_app_list_key(ptl_app *app, const ptl_input *input); /* 1 when it was for the list */
void ptl_app_turn_knob(ptl_app *app, int knob, double share);
double ptl_app_knob_share(const ptl_app *app, int knob);

#endif
