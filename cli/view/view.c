/* view.c: `pintle view`: the window. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "view.h"
#include "viewer_source.h"

typedef struct arguments {
  const char *paths[2], *size, *scale, *lens, *measure;
  ptl_source_texts source;
  int dark;
} arguments;

static const ptl_usage usage = {
    "view", "[MODEL|RUN [MODEL|RUN]]",
    "Opens a window that shows the mechanism in motion. A model is simulated at once and again "
    "whenever a slider moves or its file changes; a run folder or a CSV file is replayed. Two are "
    "shown side by side. ? in the window shows the keys.",
    0, 2};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {0, "with", "RUN", "show another model, run folder or CSV file in grey behind it", PTL_TEXT,
       &a->source.with},
      {0, "set", "PATH=VALUE", "replace a value of the model file; may be repeated", PTL_LIST,
       &a->source.settings},
      {0, "until", "T", "end of the run", PTL_TEXT, &a->source.until},
      {0, "rtol", "R", "relative tolerance of the integration", PTL_TEXT, &a->source.rtol},
      {0, "every", "DT", "interval of the rows", PTL_TEXT, &a->source.every},
      {0, "plugin", "LIB", "shared library with further laws, joints or forces; may be repeated",
       PTL_LIST, &a->source.plugins},
      {0, "dark", NULL, "dark colours", PTL_FLAG, &a->dark},
      {0, "size", "WxH", "size of the window in points (default: 1360x860)", PTL_TEXT, &a->size},
      {0, "scale", "S", "pixels to a point (default: from the display)", PTL_TEXT, &a->scale},
      {0, "lens", "JOINT", "open the clearance lens on this joint, 'any' for the first with play",
       PTL_TEXT, &a->lens},
      {0, "measure", "N", "draw N frames as fast as possible, print what they cost and leave",
       PTL_TEXT, &a->measure},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, a->paths);
}

static int view(const arguments *a) {
  ptl_view_options options = ptl_view_options_default();
  int status = ptl_cli_size("size", a->size, &options.width, &options.height);
  if (status == PTL_GO_ON) status = ptl_cli_number("scale", a->scale, "1", 0.5, 8, &options.scale);
  int64_t frames = 0;
  if (status == PTL_GO_ON)
    status = ptl_cli_option_count("measure", a->measure, 1, 1000000, &frames);
  ptl_source source, with;
  const char *other = NULL;
  if (status == PTL_GO_ON) status = ptl_cli_viewer_other(a->paths[1], &a->source, &other, &with);
  if (status == PTL_GO_ON && a->paths[0] != NULL)
    status = ptl_cli_viewer_source(a->paths[0], &a->source, &source);
  if (status != PTL_GO_ON) return status;
  options.beside = a->paths[1] != NULL;
  options.dark = a->dark;
  if (a->lens != NULL) options.lens = strcmp(a->lens, "any") == 0 ? "" : a->lens;
  options.measure = (int)frames;
  char why[2400];
  if (ptl_view_window(a->paths[0] != NULL ? &source : NULL, other != NULL ? &with : NULL, &options,
                      why, sizeof why) == 0)
    return PTL_EXIT_DONE;
  ptl_cli_say(PTL_E(0903) "%s", why);
  return PTL_EXIT_USAGE;
}

static int run(int argc, char **argv) {
  arguments a = {0};
  int status = parse(argc, argv, &a);
  if (status == PTL_GO_ON) status = view(&a);
  free(a.source.settings.items);
  free(a.source.plugins.items);
  return status;
}

const ptl_verb ptl_cli_verb_view = {"view", "show a model or a run in a window", run};
