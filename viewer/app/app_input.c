/* app_input.c: what keys, mouse and files do. */
#include <math.h>

#include "app_keys.h"
#include "app_layout.h"
#include "app_parts.h"
#include "app_run.h"
#include "app_show.h"
#include "app_time.h"
#include "app_view.h"
#include "scene_pick.h"

/* ------------------------------------------------------------------ zoom of the plots */

/* The time under the mouse in a plot; of a plot against something else, the time of the cursor. */
static double plot_time(const ptl_app *app, int plot, double x) {
  const ptl_axes *axes = &app->plot_axes[plot];
  if (app->plots[plot].x[0] != 0) return app->time;
  return axes->x_low + (x - axes->x) / axes->w * (axes->x_high - axes->x_low);
}

static void zoom_plots(ptl_app *app, int plot, double x, double factor) {
  double t = plot_time(app, plot, x);
  ptl_app_set_window(app, t - (t - app->from) / factor, t + (app->to - t) / factor);
}

/* ------------------------------------------------------------------ mouse */

static void begin_sliding(ptl_app *app) {
  app->slider_moves = 1;
  app->keep_ghost = 0;
  app->set_time = app->time;
}

static void slide(ptl_app *app, int control, double x) {
  for (int i = 0; i < app->n_hits; i++) {
    const ptl_hit *hit = &app->hits[i];
    if (hit->action != PTL_DO_SLIDER || hit->index != control) continue;
    ptl_app_set_control(app, control, (x - hit->x - 6) / (hit->w - 12));
    return;
  }
}

static void click_scene(ptl_app *app, const ptl_input *input) {
  if (!ptl_app_has_picture(app)) return;
  if (input->button == 3) {
    ptl_app_toggle_trail(app, input->x, input->y);
  } else if (input->clicks > 1) {
    ptl_app_follow(app, input->x, input->y);
  } else {
    ptl_scene scene = ptl_result_scene(app->result);
    int joint = ptl_scene_pick_joint(&scene, &app->snapshot, &app->view,
                                     (ptl_point){input->x, input->y}, 6);
    if (ptl_lens_shows(&scene, joint)) {
      ptl_app_choose_lens(app, app->lens.joint == joint ? -1 : joint);
    } else {
      app->appearance.selected = joint;
    }
  }
}

static void press(ptl_app *app, const ptl_input *input) {
  ptl_hit hit = ptl_app_find_hit(app, input->x, input->y);
  app->drag = hit.action;
  app->drag_index = hit.index;
  app->drag_moved = 0;
  app->press_x = input->x;
  app->press_y = input->y;
  if (app->list != PTL_LIST_NONE && hit.action != PTL_DO_PICK && hit.action != PTL_DO_NOTHING) {
    app->list = PTL_LIST_NONE;
    app->drag = PTL_DO_NOTHING;
  }
  ptl_app_stale(app, -1);
  app->slider_moves = 0;
  switch (app->drag) {
    case PTL_DO_PLAY:
      app->playing = !app->playing;
      break;
    case PTL_DO_EVENT_BACK:
      ptl_app_jump(app, -1);
      break;
    case PTL_DO_EVENT_ON:
      ptl_app_jump(app, 1);
      break;
    case PTL_DO_SLOWER:
      ptl_app_change_speed(app, 0.45);
      break;
    case PTL_DO_FASTER:
      ptl_app_change_speed(app, 2.2);
      break;
    case PTL_DO_SLOW_IMPACTS:
      app->slow = !app->slow;
      break;
    case PTL_DO_LOOP:
      app->loop = !app->loop;
      break;
    case PTL_DO_SCRUB:
      ptl_app_scrub(app, input->x);
      break;
    case PTL_DO_SWITCH:
      ptl_app_toggle(app, (ptl_switch)hit.index);
      break;
    case PTL_DO_SLIDER:
      begin_sliding(app);
      if (input->button == 3 || input->clicks > 1) { /* back to the initial value */
        ptl_app_set_control(app, hit.index, 0.5);
        app->drag = PTL_DO_NOTHING;
      } else {
        slide(app, hit.index, input->x);
      }
      break;
    case PTL_DO_CHOICE:
      ptl_app_open_list(app, PTL_LIST_CHOICES, hit.index);
      break;
    case PTL_DO_PICK:
      ptl_app_pick(app, hit.index);
      break;
    case PTL_DO_HELP:
      app->help = !app->help;
      break;
    case PTL_DO_DISMISS:
      app->message[0] = 0;
      break;
    default:
      break;
  }
}

static void drag(ptl_app *app, const ptl_input *input, double dx, double dy) {
  if (hypot(input->x - app->press_x, input->y - app->press_y) > 4) app->drag_moved = 1;
  if (app->drag == PTL_DO_SCRUB) ptl_app_scrub(app, input->x);
  if (app->drag == PTL_DO_SLIDER) slide(app, app->drag_index, input->x);
  if (app->drag == PTL_DO_SPLIT) {
    double h = app->height - (app->show_bar ? ptl_app_layout(app).bar[3] : 0);
    app->plot_share = fmin(fmax(1 - input->y / h, 0.1), 0.85);
    app->fitted = 0;
    ptl_app_stale(app, -1);
  }
  if (!app->drag_moved) return;
  if (app->drag == PTL_DO_SCENE) {
    app->follow = PTL_GROUND;
    app->view.cx -= dx / app->view.scale;
    app->view.cy += dy / app->view.scale;
    app->moved = 1;
    ptl_app_stale(app, PTL_LAYER_SCENE);
  }
  if (app->drag == PTL_DO_PLOT) {
    double k = (app->to - app->from) / app->plot_axes[app->drag_index].w;
    ptl_app_set_window(app, app->from - dx * k, app->to - dx * k);
  }
}

static void release(ptl_app *app, const ptl_input *input) {
  if (!app->drag_moved && app->drag == PTL_DO_SCENE && app->drag_index == 0)
    click_scene(app, input);
  if (!app->drag_moved && app->drag == PTL_DO_LENS) ptl_app_choose_lens(app, -1);
  if (!app->drag_moved && app->drag == PTL_DO_PLOT && input->button == 1) {
    if (input->clicks > 1) {
      ptl_app_set_window(app, ptl_app_start_time(app), ptl_app_end_time(app));
    } else if (app->plots[app->drag_index].x[0] == 0) {
      ptl_app_set_time(app, plot_time(app, app->drag_index, input->x));
    }
  }
  app->drag = PTL_DO_NOTHING;
}

static void wheel(ptl_app *app, const ptl_input *input) {
  ptl_hit hit = ptl_app_find_hit(app, input->x, input->y);
  double factor = pow(1.18, input->amount);
  if (app->list != PTL_LIST_NONE) {
    app->list_first -= (int)(3 * input->amount);
    ptl_app_stale(app, -1);
  } else if (hit.action == PTL_DO_SCENE) {
    ptl_app_zoom(app, input->x - hit.x, input->y, factor); /* both scenes show the same part */
  } else if (hit.action == PTL_DO_PLOT) {
    zoom_plots(app, hit.index, input->x, factor);
  } else if (hit.action == PTL_DO_LENS) {
    double times = input->amount > 0 ? 2 : 0.5;
    app->lens.exaggeration = fmin(fmax(app->lens.exaggeration * times, 1), 1024);
    ptl_app_stale(app, PTL_LAYER_SCENE);
  } else if (hit.action == PTL_DO_PANEL ||
             (!input->shift && (hit.action == PTL_DO_SLIDER || hit.action == PTL_DO_CHOICE))) {
    app->panel_scroll -= 40 * input->amount;
    ptl_app_stale(app, PTL_LAYER_PANEL);
  } else if (hit.action == PTL_DO_SLIDER) { /* with Shift: small steps */
    begin_sliding(app);
    ptl_app_set_control(app, hit.index,
                        ptl_app_control_share(app, hit.index) + 0.005 * input->amount);
  } else if (hit.action == PTL_DO_SCRUB) {
    ptl_app_step(app, input->amount > 0 ? 1 : -1);
  }
}

/* ------------------------------------------------------------------ all of it */

void ptl_app_input(ptl_app *app, const ptl_input *input) {
  double dx = input->x - app->mouse_x, dy = input->y - app->mouse_y;
  ptl_app_stale(app, PTL_LAYER_FRONT);
  if (input->kind == PTL_INPUT_DOWN || input->kind == PTL_INPUT_UP ||
      input->kind == PTL_INPUT_MOVE || input->kind == PTL_INPUT_WHEEL) {
    app->mouse_x = input->x;
    app->mouse_y = input->y;
  }
  switch (input->kind) {
    case PTL_INPUT_KEY:
      ptl_app_press_key(app, input);
      break;
    case PTL_INPUT_DOWN:
      press(app, input);
      break;
    case PTL_INPUT_UP:
      release(app, input);
      break;
    case PTL_INPUT_MOVE:
      if (app->drag != PTL_DO_NOTHING) drag(app, input, dx, dy);
      break;
    case PTL_INPUT_WHEEL:
      wheel(app, input);
      break;
    case PTL_INPUT_RESIZE:
      app->width = fmax(input->x, 160);
      app->height = fmax(input->y, 120);
      app->fitted = 0;
      ptl_app_stale(app, -1);
      break;
    case PTL_INPUT_DROP: {
      ptl_source source = ptl_source_default(input->path);
      source.plugins = app->source.plugins;
      source.n_plugins = app->source.n_plugins;
      ptl_app_open(app, &source);
      break;
    }
  }
}
