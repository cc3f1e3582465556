/* study_plot_verb.c: `pintle study plot`: a picture of the results of a study. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "message.h"
#include "options.h"
#include "output.h"
#include "study_plot.h"
#include "view.h"
#include "viewer_source.h"

typedef struct arguments {
  const char *path, *output, *kind, *x, *y, *size;
  int dark, quiet;
} arguments;

static const ptl_usage usage = {
    "study plot", "FILE.db",
    "Draws the results of a study: curves of a measure over a factor, a heat map of two factors, a "
    "bifurcation diagram or a Poincare section of a study's sections, a tornado of one_at_a_time, "
    "a "
    "scatter matrix, parallel axes, or a waterfall: spectra of the runs that were kept, over a "
    "factor. What fits the design is chosen. Runs that failed are "
    "crosses.",
    1, 1};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {'o', "output", "FILE",
       "picture to write: .svg, .png or .pdf (default: the file's name with .svg)", PTL_TEXT,
       &a->output},
      {0, "kind", "NAME",
       "curves, heat, bifurcation, poincare, tornado, matrix, parallel, waterfall", PTL_TEXT,
       &a->kind},
      {0, "x", "NAME", "column along x; for poincare a section's expression", PTL_TEXT, &a->x},
      {0, "y", "NAME",
       "measure that is shown; for bifurcation and poincare a section's expression, for waterfall "
       "a column of the traces",
       PTL_TEXT, &a->y},
      {0, "size", "WxH", "size in points (default 900x600)", PTL_TEXT, &a->size},
      {0, "dark", NULL, "the dark colours", PTL_FLAG, &a->dark},
      {0, "quiet", NULL, "do not print the name of the picture", PTL_FLAG, &a->quiet},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, &a->path);
}

static int read_kind(const arguments *a, int *kind) {
  const char *names[PTL_N_STUDY_PLOTS];
  *kind = -1;
  if (a->kind == NULL) return PTL_GO_ON;
  for (int i = 0; i < PTL_N_STUDY_PLOTS; i++) {
    names[i] = ptl_study_plot_name(i);
    if (strcmp(names[i], a->kind) == 0) *kind = i;
  }
  if (*kind >= 0) return PTL_GO_ON;
  char hint[64];
  ptl_cli_hint(hint, sizeof hint, a->kind, names, PTL_N_STUDY_PLOTS);
  ptl_cli_say(
      PTL_E(0952) "--kind has no '%s'%s (curves, heat, bifurcation, poincare, tornado, matrix, parallel, waterfall)",
      a->kind, hint);
  return PTL_EXIT_USAGE;
}

static int write_picture(const arguments *a, const char *file, const ptl_study_plot *plot,
                         ptl_shapes *shapes) {
  char why[512];
  ptl_shapes paper = {0};
  if (ptl_picture_kind(file) == NULL) {
    ptl_cli_say(PTL_E(0951) "a picture's name ends in .svg, .png or .pdf, not as '%s' does", file);
    return PTL_EXIT_USAGE;
  }
  ptl_add_rect(&paper, ptl_filled(PTL_INK_PAPER), 0, 0, plot->width, plot->height, 0);
  const ptl_shapes *const lists[] = {&paper, shapes};
  const ptl_picture picture = {
      lists, 2, a->dark ? PTL_THEME_DARK : PTL_THEME_LIGHT, plot->width, plot->height, 2};
  const int failed = ptl_draw_file(file, &picture, why, sizeof why);
  ptl_shapes_release(&paper);
  if (failed) {
    ptl_cli_say(PTL_E(0903) "%s: %s", file, why);
    return PTL_EXIT_USAGE;
  }
  if (!a->quiet) printf("%s\n", file);
  return PTL_EXIT_DONE;
}

static int run(int argc, char **argv) {
  arguments a = {0};
  ptl_study_plot plot = {.width = 900, .height = 600};
  int status = parse(argc, argv, &a);
  if (status == PTL_GO_ON) status = read_kind(&a, &plot.kind);
  if (status == PTL_GO_ON) status = ptl_cli_size("size", a.size, &plot.width, &plot.height);
  if (status != PTL_GO_ON) return status;
  ptl_context *context = ptl_cli_open_context(NULL, 0);
  if (context == NULL) return PTL_EXIT_USAGE;
  plot.x = a.x;
  plot.y = a.y;
  ptl_study_table table;
  ptl_shapes shapes = {0};
  ptl_status drawn = ptl_study_table_load(context, a.path, &table);
  if (drawn == PTL_OK) drawn = ptl_study_plot_draw(context, &table, &plot, &shapes);
  char *file =
      a.output != NULL ? ptl_cli_copy_text(a.output) : ptl_cli_default_name(a.path, ".svg");
  status = drawn == PTL_OK ? write_picture(&a, file, &plot, &shapes)
                           : ptl_cli_exit_status(context, drawn);
  free(file);
  ptl_shapes_release(&shapes);
  ptl_study_table_release(context, &table);
  ptl_context_destroy(context);
  return status;
}

const ptl_verb ptl_cli_verb_study_plot = {"study-plot", "draw the results of a study", run};
