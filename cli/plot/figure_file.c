/* figure_file.c: figures as picture files: SVG by itself, PNG, PDF and films through cairo, loaded
 * when needed. */
#include "figure_file.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "companion.h"
#include "message.h"
#include "options.h"
#include "picture.h"

int ptl_cli_figure_check(const char *file) {
  if (ptl_picture_kind(file) != NULL) return PTL_GO_ON;
  ptl_cli_say(PTL_E(0951) "%s: pictures are .svg, .png or .pdf", file);
  return PTL_EXIT_USAGE;
}

/* A function of `pintle-draw.so` by its name, or NULL after a message: what it would draw into
 * `file`, and what else to do. */
static void *find_drawer(const char *name, const char *file, const char *what,
                         const char *instead) {
  char path[PTL_CLI_COMPANION_PATH];
  void *library = NULL;
  for (int place = 0; place < PTL_CLI_COMPANION_PLACES && library == NULL; place++)
    if (ptl_cli_companion("pintle-draw.so", place, path) == 0) library = dlopen(path, RTLD_NOW);
  void *symbol = library != NULL ? dlsym(library, name) : NULL;
  if (symbol == NULL) {
    const char *why = dlerror();
    ptl_cli_say(PTL_E(0903) "%s: %s drawn by cairo, which cannot be loaded (%s)%s", file, what,
                why != NULL ? why : "unknown reason", instead);
  }
  return symbol;
}

static ptl_picture_writer *find_cairo_writer(const char *file) {
  void *symbol = find_drawer("ptl_draw_write", file, "PNG and PDF are", "; draw SVG: -o FILE.svg");
  ptl_picture_writer *write = NULL;
  memcpy(&write, &symbol, sizeof write); /* ISO C has no conversion between the two */
  return write;
}

int ptl_cli_film_write(const ptl_picture_film *film, const char *file) {
  char why[1400];
  void *symbol = find_drawer("ptl_film_write", file, "films are", "");
  ptl_film_writer *write = NULL;
  memcpy(&write, &symbol, sizeof write);
  if (write == NULL) return PTL_EXIT_USAGE;
  if (write(file, film, why, sizeof why) == 0) return PTL_EXIT_DONE;
  ptl_cli_say(PTL_E(0903) "%s", why);
  return PTL_EXIT_USAGE;
}

int ptl_cli_shapes_write(const ptl_shapes *shapes, double width, double height, int dark,
                         const char *file) {
  char why[1400];
  ptl_picture_writer *write =
      strcmp(ptl_picture_kind(file), ".svg") == 0 ? ptl_picture_write_svg : find_cairo_writer(file);
  if (write == NULL) return PTL_EXIT_USAGE;
  const ptl_picture picture = {.lists = &shapes,
                               .n = 1,
                               .theme = dark ? PTL_THEME_DARK : PTL_THEME_LIGHT,
                               .width = width,
                               .height = height,
                               .scale = 2};
  if (!ptl_picture_write(file, &picture, write, why, sizeof why)) return PTL_EXIT_DONE;
  ptl_cli_say(PTL_E(0903) "%s", why);
  return PTL_EXIT_USAGE;
}

int ptl_cli_figure_write(const ptl_figure *figure, int dark, const char *file) {
  ptl_shapes shapes = {0};
  const double height = ptl_figure_draw(figure, &shapes);
  const int status = ptl_cli_shapes_write(&shapes, figure->width, height, dark, file);
  ptl_shapes_release(&shapes);
  return status;
}
