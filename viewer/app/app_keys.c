#include "app_keys.h"

#include <math.h>

#include "app_parts.h"
#include "app_run.h"
#include "app_show.h"
#include "app_time.h"
#include "app_view.h"

/* ------------------------------------------------------------------ time */

static void play(ptl_app *app, const ptl_input *input) {
  (void)input;
  app->playing = !app->playing;
}

static void step(ptl_app *app, const ptl_input *input) {
  const int direction = input->key == PTL_KEY_RIGHT ? 1 : -1;
  ptl_app_step(app, input->shift ? 10 * direction : direction);
}

static void jump(ptl_app *app, const ptl_input *input) {
  ptl_app_jump(app, input->key == '.' ? 1 : -1);
}

static void go_to_end(ptl_app *app, const ptl_input *input) {
  ptl_app_set_time(app,
                   input->key == PTL_KEY_END ? ptl_app_end_time(app) : ptl_app_start_time(app));
}

static void change_speed(ptl_app *app, const ptl_input *input) {
  ptl_app_change_speed(app, input->key == '-' ? 0.45 : 2.2);
}

static void slow_down(ptl_app *app, const ptl_input *input) {
  (void)input;
  app->slow = !app->slow;
}

static void loop(ptl_app *app, const ptl_input *input) {
  (void)input;
  app->loop = !app->loop;
}

/* ------------------------------------------------------------------ what is shown */

static void toggle(ptl_app *app, const ptl_input *input) {
  static const struct {
    int key;
    ptl_switch which;
  } switches[] = {{'f', PTL_SWITCH_FORCES}, {'v', PTL_SWITCH_VELOCITIES}, {'n', PTL_SWITCH_LABELS},
                  {'g', PTL_SWITCH_GRID},   {'l', PTL_SWITCH_LENS},       {'o', PTL_SWITCH_ORBIT},
                  {'a', PTL_SWITCH_ANGLE},  {'d', PTL_SWITCH_DARK}};
  for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++) {
    if (input->key == switches[i].key) ptl_app_toggle(app, switches[i].which);
  }
}

static void next_lens(ptl_app *app, const ptl_input *input) {
  ptl_app_next_lens(app, input->shift ? -1 : 1);
}

static void scale_depth(ptl_app *app, const ptl_input *input) {
  const double times = input->key == ']' ? 2 : 0.5;
  app->lens.exaggeration = fmin(fmax(app->lens.exaggeration * times, 1), 1024);
}

static void scale_arrows(ptl_app *app, const ptl_input *input) {
  const double times = input->key == ')' ? 1.5 : 1 / 1.5;
  app->appearance.force_scale *= times;
  app->appearance.velocity_scale *= times;
}

static void leave_trail(ptl_app *app, const ptl_input *input) {
  (void)input;
  ptl_app_toggle_trail(app, app->mouse_x, app->mouse_y);
}

static void follow(ptl_app *app, const ptl_input *input) {
  (void)input;
  ptl_app_follow(app, app->mouse_x, app->mouse_y);
}

static void fit_all(ptl_app *app, const ptl_input *input) {
  (void)input;
  app->follow = PTL_GROUND;
  ptl_app_fit(app);
  ptl_app_set_window(app, ptl_app_start_time(app), ptl_app_end_time(app));
}

static void lay_beside(ptl_app *app, const ptl_input *input) {
  (void)input;
  if (app->reference == NULL)
    ptl_app_say(app, "there is one run alone: pintle view RUN RUN shows two");
  else
    ptl_app_set_beside(app, !app->beside);
}

static void choose_columns(ptl_app *app, const ptl_input *input) {
  (void)input;
  ptl_app_open_list(app, PTL_LIST_COLUMNS, 0);
}

static void hide_part(ptl_app *app, const ptl_input *input) {
  ptl_app_toggle_part(app, input->key == 'p'   ? &app->show_plots
                           : input->key == 'k' ? &app->show_panel
                                               : &app->show_bar);
}

/* ------------------------------------------------------------------ the rest */

static void change_from_now(ptl_app *app, const ptl_input *input) {
  (void)input;
  app->from_now = !app->from_now;
  ptl_app_say(app, app->from_now ? "sliders change the run from the time shown on"
                                 : "sliders change the run from its start");
}

static void copy_picture(ptl_app *app, const ptl_input *input) {
  (void)input;
  ptl_app_save_picture(app);
}

static void read_again(ptl_app *app, const ptl_input *input) {
  (void)input;
  ptl_app_rerun(app);
}

static void help(ptl_app *app, const ptl_input *input) {
  (void)input;
  app->help = !app->help;
}

static void close_what_is_open(ptl_app *app, const ptl_input *input) {
  (void)input;
  if (app->help) {
    app->help = 0;
  } else if (app->message[0] != 0) {
    app->message[0] = 0;
  } else if (app->lens.joint >= 0) {
    ptl_app_choose_lens(app, -1);
  }
}

static void leave(ptl_app *app, const ptl_input *input) {
  (void)input;
  app->done = 1;
}

/* ------------------------------------------------------------------ all of them */

static const ptl_key_line lines[] = {
    {{' '}, "Space", "play and pause", play},
    {{PTL_KEY_LEFT, PTL_KEY_RIGHT}, "← →", "one row back, on; with Shift ten", step},
    {{',', '.'}, ", .", "to the last, next touch", jump},
    {{PTL_KEY_HOME, PTL_KEY_END}, "Home End", "to the start, the end", go_to_end},
    {{'-', '+', '='}, "− +", "slower, faster", change_speed},
    {{'i'}, "i", "slow down at impacts", slow_down},
    {{'r'}, "r", "loop", loop},
    {{'l'}, "l, click on a pin", "clearance lens", toggle},
    {{PTL_KEY_TAB}, "Tab", "the lens to the next joint; with Shift back", next_lens},
    {{'[', ']'}, "[ ]", "indentation in the lens, times 2", scale_depth},
    {{'o'}, "o", "orbit of the pin", toggle},
    {{'f', 'v'}, "f  v", "force arrows, velocity arrows", toggle},
    {{'(', ')'}, "( )", "shorter, longer arrows", scale_arrows},
    {{'t'}, "t, right click", "trail of the point under the mouse", leave_trail},
    {{'n', 'g'}, "n  g", "names, grid", toggle},
    {{0}, "wheel, drag", "zoom and pan, in the scene and in plots", NULL},
    {{'0'}, "0", "fit scene and plots", fit_all},
    {{'b'}, "b, double click", "follow the body under the mouse", follow},
    {{'s'}, "s", "two runs side by side, or one over the other", lay_beside},
    {{'c'}, "c", "choose columns for the plots", choose_columns},
    {{'a'}, "a", "plots against the driven angle, the time", toggle},
    {{'p', 'k', 'h'}, "p  k  h", "hide plots, panel, time bar", hide_part},
    {{'d'}, "d", "dark and light", toggle},
    {{'w'}, "w", "sliders change the run from now on", change_from_now},
    {{'e'}, "e", "copy the picture to a file and the clipboard", copy_picture},
    {{PTL_KEY_F5}, "F5", "read the file again", read_again},
    {{'?'}, "?", "these lines", help},
    {{PTL_KEY_ESCAPE}, "Esc", "close what is open", close_what_is_open},
    {{'q'}, "q", "leave", leave}};

const ptl_key_line *ptl_app_key_line(int index) {
  const int n = sizeof lines / sizeof lines[0];
  return index >= 0 && index < n ? &lines[index] : NULL;
}

void ptl_app_press_key(ptl_app *app, const ptl_input *input) {
  if (ptl_app_list_key(app, input)) return;
  ptl_app_stale(app, -1);
  if (input->key == PTL_KEY_NONE) return;
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    for (int k = 0; k < PTL_KEYS_OF_LINE && lines[i].keys[k] != 0; k++) {
      if (lines[i].keys[k] != input->key) continue;
      lines[i].press(app, input);
      return;
    }
  }
}
