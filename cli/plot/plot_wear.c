/* plot_wear.c: what surfaces have lost in a run, as a picture. */
#include "plot_wear.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figure_file.h"
#include "losses_read.h"
#include "message.h"
#include "polar.h"

enum { NAMES = 600 }; /* room for those that a message lists */

/* Whether "JOINT", "JOINT.GAP" or "JOINT.GAP.PART" means a surface with this whole name. */
static int means(const char *what, const char *name) {
  const size_t n = strlen(what);
  return strncmp(what, name, n) == 0 && (name[n] == '\0' || name[n] == '.');
}

/* Those that are meant; the number of the round ones too. */
static int choose(const ptl_losses *losses, const char *what, const ptl_surface_loss **out,
                  int *n_round) {
  int n = 0;
  *n_round = 0;
  for (int i = 0; i < losses->n; i++) {
    if (!means(what, losses->surfaces[i].name)) continue;
    *n_round += losses->surfaces[i].is_round;
    out[n++] = &losses->surfaces[i];
  }
  return n;
}

static void say_none(const char *run, const char *what, const ptl_losses *losses) {
  char known[NAMES] = "";
  size_t used = 0;
  for (int i = 0; i < losses->n && used < sizeof known; i++)
    used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i > 0 ? ", " : "; it has ",
                             losses->surfaces[i].name);
  ptl_cli_say(PTL_E(0952) "%s tells of no wear of '%s' by sectors%s", run, what, known);
}

/* ------------------------------------------------------------------ pictures */

static int draw_round(const ptl_surface_loss *const *s, int n, const char *what, int dark,
                      const char *file) {
  ptl_polar_curve *curves = ptl_cli_alloc((size_t)n, sizeof *curves);
  ptl_shapes shapes = {0};
  char title[300];
  int n_curves = 0;
  for (int i = 0; i < n; i++)
    if (s[i]->is_round) {
      curves[n_curves] = (ptl_polar_curve){.name = s[i]->name,
                                           .values = s[i]->depths,
                                           .n = s[i]->n,
                                           .series = n_curves,
                                           .strength = 1.0,
                                           .inward = s[i]->is_inward};
      n_curves++;
    }
  snprintf(title, sizeof title, "Loss of %s in this run", what);
  const ptl_polar polar = {.title = title,
                           .note =
                               "outwards: part A, inwards: part B; directions in each part's "
                               "frame; contacts at points",
                           .curves = curves,
                           .n_curves = n_curves,
                           .scale = 1e9,
                           .unit = "nm",
                           .width = 520};
  const double height = ptl_polar_draw(&polar, &shapes);
  const int status = ptl_cli_shapes_write(&shapes, polar.width, height, dark, file);
  ptl_shapes_release(&shapes);
  free(curves);
  return status;
}

static int draw_straight(const ptl_surface_loss *const *s, int n, const char *what, int dark,
                         const char *file) {
  ptl_figure_curve *curves = ptl_cli_alloc((size_t)n, sizeof *curves);
  char title[300];
  for (int i = 0; i < n; i++)
    curves[i] = (ptl_figure_curve){
        .name = s[i]->name, .x = s[i]->places, .y = s[i]->depths, .n = s[i]->n, .series = i};
  snprintf(title, sizeof title, "Loss of %s in this run", what);
  ptl_figure_panel panel = {.label = "depth [nm]", .curves = curves, .n_curves = n, .y_scale = 1e9};
  const ptl_figure figure = {.title = title,
                             .x_label = "place along the surface [mm]",
                             .x_scale = 1e3,
                             .panels = &panel,
                             .n_panels = 1,
                             .width = 1100,
                             .panel_height = 290};
  const int status = ptl_cli_figure_write(&figure, dark, file);
  free(curves);
  return status;
}

int ptl_cli_plot_wear(ptl_context *context, const char *run, const char *what, int dark, int quiet,
                      const char *file) {
  ptl_losses losses;
  int n_round, status = PTL_EXIT_USAGE;
  const ptl_status read = ptl_losses_read(context, run, &losses);
  const ptl_surface_loss **chosen = ptl_cli_alloc((size_t)losses.n, sizeof *chosen);
  const int n = choose(&losses, what, chosen, &n_round);
  if (read != PTL_OK)
    status = ptl_cli_exit_status(context, read);
  else if (n == 0)
    say_none(run, what, &losses);
  else
    status = n_round > 0 ? draw_round(chosen, n, what, dark, file)
                         : draw_straight(chosen, n, what, dark, file);
  if (status == PTL_EXIT_DONE && !quiet)
    printf("%s: %d surfaces\n", file, n_round > 0 ? n_round : n);
  free(chosen);
  ptl_losses_release(context, &losses);
  return status;
}
