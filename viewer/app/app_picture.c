/* app_picture.c: the scene and the plots as a picture file. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app_layout.h"
#include "app_parts.h"

/* The name of what is shown without its folders and ending, with the first number that is free. */
static int free_name(const ptl_app *app, char *path, size_t size) {
  enum { MOST = 9999 };
  char name[200];
  snprintf(name, sizeof name, "%.190s", app->source.path);
  for (size_t n = strlen(name); n > 1 && name[n - 1] == '/';) name[--n] = 0;
  const char *slash = strrchr(name, '/'), *base = slash != NULL ? slash + 1 : name;
  const char *dot = strrchr(base, '.');
  const int length = dot != NULL && dot != base ? (int)(dot - base) : (int)strlen(base);
  for (int i = 1; i <= MOST; i++) {
    snprintf(path, size, "%.*s-%d.png", length, base, i);
    if (access(path, F_OK) != 0) return 1;
  }
  return 0;
}

void ptl_app_draw_cursors(const ptl_app *app, const ptl_layout *l, ptl_shapes *out) {
  if (app->result == NULL || !(l->plots[3] > 0)) return;
  for (int i = 0; i < app->n_plots; i++)
    ptl_plot_draw_cursor(&app->plots[i], &app->plot_axes[i], &app->result->record, app->time, out);
}

void ptl_app_save_picture(ptl_app *app) {
  static const double pixels_to_a_point = 2;
  const ptl_layout l = ptl_app_layout(app);
  ptl_shapes cursors = {0}; /* with the names of the curves */
  const ptl_shapes *lists[3] = {&app->shapes[PTL_LAYER_SCENE], &app->shapes[PTL_LAYER_PLOTS],
                                &cursors};
  const ptl_picture picture = {
      lists, 3, app->theme, app->width - l.panel[2], app->height - l.bar[3], pixels_to_a_point};
  char why[512], said[1400];
  app->picture[0] = 0;
  if (app->result == NULL || !free_name(app, app->picture, sizeof app->picture)) return;
  ptl_app_draw_cursors(app, &l, &cursors);
  const int failed = ptl_draw_file(app->picture, &picture, why, sizeof why);
  ptl_shapes_release(&cursors);
  if (failed) {
    app->picture[0] = 0;
    ptl_app_say(app, why);
    return;
  }
  snprintf(said, sizeof said, "the picture is in %s", app->picture);
  ptl_app_say(app, said);
}

int ptl_app_take_picture(ptl_app *app, char *path, size_t size) {
  if (app->picture[0] == 0) return 0;
  snprintf(path, size, "%s", app->picture);
  app->picture[0] = 0;
  return 1;
}
