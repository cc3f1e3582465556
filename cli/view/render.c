/* render.c: `pintle render`: pictures and films without a window. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "view.h"
#include "viewer_source.h"

typedef struct arguments {
  const char *paths[2], *output, *size, *scale, *time, *sheet, *from, *to, *fps, *length, *lens,
      *trail;
  ptl_source_texts source;
  ptl_texts plots;
  int dark, slow, window, no_forces, velocities, no_labels, no_grid, quiet;
} arguments;

static const ptl_usage usage = {
    "render", "MODEL|RUN [MODEL|RUN]",
    "Draws a picture, a contact sheet or a film of a model or a run, without a display, or of two "
    "side by side. The ending of the output's name says which: .png, .svg, .pdf, or .mp4, .gif for "
    "a "
    "film (through ffmpeg).",
    1, 2};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {'o', "output", "FILE", "picture or film to write", PTL_TEXT, &a->output},
      {0, "time", "T", "time of the picture (default: the middle of the run)", PTL_TEXT, &a->time},
      {0, "sheet", "N", "a contact sheet of N frames", PTL_TEXT, &a->sheet},
      {0, "from", "T", "begin of a sheet or a film", PTL_TEXT, &a->from},
      {0, "to", "T", "end of a sheet or a film", PTL_TEXT, &a->to},
      {0, "length", "T",
       "length of the film: stretches the run to it (default: real time, or 12 s)", PTL_TEXT,
       &a->length},
      {0, "fps", "N", "frames per second of the film (default: 30)", PTL_TEXT, &a->fps},
      {0, "slow", NULL, "the film slows down at impacts until each can be watched", PTL_FLAG,
       &a->slow},
      {0, "lens", "JOINT", "show the clearance of this joint in an inset; 'any' for the first",
       PTL_TEXT, &a->lens},
      {0, "plot", "COLUMN", "plot this column under the scene; may be repeated", PTL_LIST,
       &a->plots},
      {0, "trail", "JOINT", "draw the path of this joint's pin", PTL_TEXT, &a->trail},
      {0, "with", "RUN", "show another model, run folder or CSV file in grey behind it", PTL_TEXT,
       &a->source.with},
      {0, "window", NULL, "draw the whole window of `pintle view`", PTL_FLAG, &a->window},
      {0, "dark", NULL, "dark colours", PTL_FLAG, &a->dark},
      {0, "no-forces", NULL, "leave the force arrows out", PTL_FLAG, &a->no_forces},
      {0, "velocities", NULL, "draw velocity arrows", PTL_FLAG, &a->velocities},
      {0, "no-names", NULL, "leave the names out", PTL_FLAG, &a->no_labels},
      {0, "no-grid", NULL, "leave the grid out", PTL_FLAG, &a->no_grid},
      {0, "size", "WxH", "size in points (default: 1200x800)", PTL_TEXT, &a->size},
      {0, "scale", "S", "pixels to a point (default: 1)", PTL_TEXT, &a->scale},
      {0, "set", "PATH=VALUE", "replace a value of the model file; may be repeated", PTL_LIST,
       &a->source.settings},
      {0, "until", "T", "end of the run", PTL_TEXT, &a->source.until},
      {0, "rtol", "R", "relative tolerance of the integration", PTL_TEXT, &a->source.rtol},
      {0, "every", "DT", "interval of the rows", PTL_TEXT, &a->source.every},
      {0, "plugin", "LIB", "shared library with further laws, joints or forces; may be repeated",
       PTL_LIST, &a->source.plugins},
      {0, "quiet", NULL, "do not say what was written", PTL_FLAG, &a->quiet},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, a->paths);
}

static int read_numbers(const arguments *a, ptl_render_options *o) {
  const double any = 1e300;
  int64_t sheet = 0;
  const struct {
    const char *option, *text, *unit;
    double min, max;
    double *out;
  } rows[] = {{"time", a->time, "s", -any, any, &o->time},
              {"from", a->from, "s", -any, any, &o->from},
              {"to", a->to, "s", -any, any, &o->to},
              {"fps", a->fps, "1", 1, 240, &o->fps},
              {"length", a->length, "s", 0.1, 3600, &o->seconds},
              {"scale", a->scale, "1", 0.25, 8, &o->scale}};
  int status = ptl_cli_size("size", a->size, &o->width, &o->height);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0] && status == PTL_GO_ON; i++)
    status = ptl_cli_number(rows[i].option, rows[i].text, rows[i].unit, rows[i].min, rows[i].max,
                            rows[i].out);
  if (status == PTL_GO_ON) status = ptl_cli_option_count("sheet", a->sheet, 1, 400, &sheet);
  o->sheet = (int)sheet;
  return status;
}

/* Options of one kind of output go with no other. */
static int check_kind(const arguments *a) {
  const int is_film = ptl_render_makes_film(a->output), is_sheet = a->sheet != NULL;
  const char *wrong = NULL;
  if (is_film && is_sheet)
    wrong = "--sheet is of a picture, not of a film";
  else if ((is_film || is_sheet) && a->time != NULL)
    wrong = "--time is of a single picture; --from and --to are of a sheet or a film";
  else if (!is_film && !is_sheet && (a->from != NULL || a->to != NULL))
    wrong = "--from and --to are of a sheet (--sheet) or a film; --time is of a picture";
  else if (!is_film && (a->length != NULL || a->fps != NULL || a->slow))
    wrong = "--length, --fps and --slow are of a film";
  if (wrong == NULL) return PTL_GO_ON;
  ptl_cli_say(PTL_E(0950) "%s", wrong);
  return PTL_EXIT_USAGE;
}

static int render(const arguments *a) {
  ptl_render_options o = ptl_render_options_default();
  if (a->output == NULL) {
    ptl_cli_say(
        PTL_E(0950) "render needs a file to write: -o FILE.png (or .svg, .pdf, .mp4, .gif)");
    return PTL_EXIT_USAGE;
  }
  int status = check_kind(a);
  if (status == PTL_GO_ON) status = read_numbers(a, &o);
  ptl_source source, with;
  const char *other = NULL;
  if (status == PTL_GO_ON) status = ptl_cli_viewer_source(a->paths[0], &a->source, &source);
  if (status == PTL_GO_ON) status = ptl_cli_viewer_other(a->paths[1], &a->source, &other, &with);
  if (status != PTL_GO_ON) return status;
  o.output = a->output;
  o.dark = a->dark;
  o.slow = a->slow;
  o.window = a->window;
  o.beside = a->paths[1] != NULL;
  o.forces = !a->no_forces;
  o.velocities = a->velocities;
  o.labels = !a->no_labels;
  o.grid = !a->no_grid;
  o.lens = a->lens != NULL && strcmp(a->lens, "any") == 0 ? "" : a->lens;
  o.trail = a->trail;
  o.plots = a->plots.items;
  o.n_plots = a->plots.n;
  char why[2400];
  const char *code;
  status = ptl_render(&source, other != NULL ? &with : NULL, &o, why, sizeof why, &code);
  if (status == 0) {
    if (!a->quiet) printf("%s\n", a->output);
    if (*why != '\0') ptl_cli_say(PTL_E(0903) "%s", why);
    return PTL_EXIT_DONE;
  }
  ptl_cli_say_text(why, code);
  return status == 3 ? PTL_EXIT_FAILED : status == 1 ? PTL_EXIT_NO : PTL_EXIT_USAGE;
}

static int run(int argc, char **argv) {
  arguments a = {0};
  int status = parse(argc, argv, &a);
  if (status == PTL_GO_ON) status = render(&a);
  free(a.plots.items);
  free(a.source.settings.items);
  free(a.source.plugins.items);
  return status;
}

const ptl_verb ptl_cli_verb_render = {"render", "draw a picture or a film of a model or a run",
                                      run};
