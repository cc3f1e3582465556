/* app_state.h: the state of the viewer, on which all files app_*.c work. */
#ifndef PTL_APP_STATE_H
#define PTL_APP_STATE_H

#include <time.h>

#include "app.h"
#include "lens.h"
#include "plot.h"
#include "worker.h"

/* What a widget does; also its index in the shapes' tags. */
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
  PTL_DO_PANEL,  /* the list of sliders and menus */
  PTL_DO_SLIDER, /* index: the slider */
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

typedef struct ptl_hit { /* an area that reacts to the mouse; later ones lie on top */
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
  int beside;   /* the reference has a scene of its own at the right; else it lies in grey behind */
  int from_now; /* sliders change the run from the time that is shown on, not from its start */
  double set_time;              /* that of the slider that is moved [s] */
  int slider_moves, keep_ghost; /* while a slider is dragged, the ghost is the run before that */
  char message[2200];
  int message_stays; /* it is not of a run: a run without a message does not remove it */
  ptl_status status; /* of the last run */
  const char *code;  /* of its failure, or NULL */
  char title[256];
  int done;
  char picture[256]; /* that a key has made and that is not taken yet; "" for none */

  /* time */
  double time, speed, speed_now;
  int playing, loop, slow;
  struct timespec modified; /* of the file that is shown */
  double since_check;       /* [s] since the file was checked */

  /* scene */
  ptl_viewport view;
  int fitted, moved; /* moved: by the user since then */
  int follow;        /* a body, or PTL_GROUND */
  ptl_appearance appearance;
  ptl_lens lens; /* of `result`; that of the reference beside it is like it */
  ptl_snapshot snapshot, reference_snapshot;

  /* plots */
  ptl_plot plots[PTL_MAX_PLOTS];
  ptl_axes plot_axes[PTL_MAX_PLOTS];
  int n_plots, orbit, by_angle;
  double from, to; /* window of time */

  /* parts of the screen */
  int show_plots, show_panel, show_bar, help;
  double plot_share;
  double panel_scroll; /* by which the sliders are moved up [points] */
  ptl_list_kind list;
  int list_control, list_first;
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

/* Whether the reference has a scene of its own. */
int ptl_app_shows_two(const ptl_app *app);
void ptl_app_stale(ptl_app *app, int layer);   /* to be drawn again; -1: all */
double ptl_app_start_time(const ptl_app *app); /* of the run [s]; 0 when there is none */
double ptl_app_end_time(const ptl_app *app);
/* Adds a hit area, on top of those before. */
void ptl_app_hit(ptl_app *app, double x, double y, double w, double h, ptl_action action,
                 int index);
/* The topmost hit area at a point; PTL_DO_NOTHING where there is none. */
ptl_hit ptl_app_find_hit(const ptl_app *app, double x, double y);

#endif
