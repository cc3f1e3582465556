/* plot_wear.c: the entry `wear` of a run's summary.json as a picture. */
#include "plot_wear.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figure_file.h"
#include "file_open.h"
#include "message.h"
#include "polar.h"

/* ------------------------------------------------------------- JSON, as far as that file has it */

/* Each takes the beginning of something, or NULL, and gives NULL where the text is not what it
 * should be. */

static const char *skip_blanks(const char *p) {
  return p == NULL ? NULL : p + strspn(p, " \t\r\n");
}

static const char *skip_string(const char *p) {
  for (p++; *p != '"'; p++) {
    if (*p == '\\' && p[1] != '\0') p++;
    if (*p == '\0') return NULL;
  }
  return p + 1;
}

/* Brackets are counted; strings between them are passed over. */
static const char *skip_value(const char *p) {
  int depth = 0;
  for (p = skip_blanks(p); p != NULL && *p != '\0';) {
    if (*p == '"') {
      p = skip_string(p);
    } else if (*p == '{' || *p == '[') {
      depth++;
      p++;
    } else if (*p == '}' || *p == ']') {
      depth--;
      p++;
    } else {
      p += 1 + strcspn(p + 1, depth > 0 ? "\"{}[]" : ",}] \t\r\n");
    }
    if (depth == 0) return p;
  }
  return NULL;
}

/* Behind a value and its comma; NULL behind the last. */
static const char *next_of(const char *p) {
  p = skip_blanks(skip_value(p));
  return p != NULL && *p == ',' ? skip_blanks(p + 1) : NULL;
}

static const char *member(const char *object, const char *key) {
  const size_t n = strlen(key);
  const char *p = skip_blanks(object);
  p = p != NULL && *p == '{' ? skip_blanks(p + 1) : NULL;
  while (p != NULL && *p == '"') {
    const char *value = skip_blanks(skip_string(p));
    if (value == NULL || *value != ':') return NULL;
    if (strncmp(p + 1, key, n) == 0 && p[1 + n] == '"') return skip_blanks(value + 1);
    p = next_of(value + 1);
  }
  return NULL;
}

static const char *first_of(const char *array) {
  const char *p = skip_blanks(array);
  p = p != NULL && *p == '[' ? skip_blanks(p + 1) : NULL;
  return p != NULL && *p != ']' ? p : NULL;
}

static double number(const char *p) {
  char *end = NULL;
  const double value = p != NULL ? strtod(p, &end) : NAN;
  return end != NULL && end != p ? value : NAN;
}

static void text_of(const char *p, char *out, size_t size) {
  const char *end = p != NULL && *p == '"' ? skip_string(p) : NULL;
  snprintf(out, size, "%.*s", end != NULL ? (int)(end - p - 2) : 0, end != NULL ? p + 1 : "");
}

static char *read_summary(const char *run) {
  char path[1400];
  snprintf(path, sizeof path, "%s/summary.json", run);
  const char *why;
  char *text = ptl_file_text(path, &why);
  if (text == NULL)
    ptl_cli_say(PTL_E(0950) "--wear needs a run folder; %s cannot be read: %s", path, why);
  return text;
}

/* ------------------------------------------------------------------ surfaces */

enum { MOST = 32 }; /* surfaces in a picture */

typedef struct surface {
  char name[300];
  int is_round, is_bearing, n;
  double *places, *depths; /* [rad] or [m]; [m] */
} surface;

/* The depths of its sectors: k W over the sector's area. Returns 0 where it does not wear, or has
 * no sectors. */
static int read_surface(const char *gap, const char *from, surface *out) {
  char shape[32];
  text_of(member(from, "shape"), shape, sizeof shape);
  const double k = number(member(from, "coefficient")), radius = number(member(from, "radius"));
  const double width = number(member(from, "width")), first = number(member(from, "first"));
  out->is_round = strcmp(shape, "round") == 0;
  const double area = number(member(gap, "length")) * width * (out->is_round ? radius : 1.0);
  out->n = 0;
  if (!(k > 0.0) || strcmp(shape, "whole") == 0) return 0;
  for (const char *p = first_of(member(from, "works")); p != NULL; p = next_of(p)) out->n++;
  out->places = ptl_cli_alloc((size_t)out->n + 1, sizeof *out->places);
  out->depths = ptl_cli_alloc((size_t)out->n + 1, sizeof *out->depths);
  int i = 0;
  for (const char *p = first_of(member(from, "works")); p != NULL; p = next_of(p), i++) {
    const double work = number(p);
    out->places[i] = first + i * width;
    out->depths[i] = work > 0.0 ? k * work / area : 0.0;
  }
  return 1;
}

/* Whether "JOINT", "JOINT.GAP" or "JOINT.GAP.PART" means a surface with this whole name. */
static int means(const char *what, const char *name) {
  const size_t n = strlen(what);
  return strncmp(what, name, n) == 0 && (name[n] == '\0' || name[n] == '.');
}

/* Those that are meant; the names of all into `known`. */
static int find_surfaces(const char *summary, const char *what, surface *out, char *known,
                         size_t size) {
  int n = 0;
  size_t used = 0;
  for (const char *gap = first_of(member(summary, "wear")); gap != NULL; gap = next_of(gap))
    for (const char *s = first_of(member(gap, "surfaces")); s != NULL; s = next_of(s)) {
      char joint[100], name[60], part[60];
      text_of(member(gap, "joint"), joint, sizeof joint);
      text_of(member(gap, "gap"), name, sizeof name);
      text_of(member(s, "part"), part, sizeof part);
      surface found;
      snprintf(found.name, sizeof found.name, "%s.%s.%s", joint, name, part);
      if (n == MOST || !read_surface(gap, s, &found)) continue;
      found.is_bearing = s == first_of(member(gap, "surfaces"));
      if (used < size)
        used +=
            (size_t)snprintf(known + used, size - used, "%s%s", used > 0 ? ", " : "", found.name);
      if (means(what, found.name)) {
        out[n++] = found;
        continue;
      }
      free(found.places);
      free(found.depths);
    }
  return n;
}

/* ------------------------------------------------------------------ pictures */

static int draw_round(const surface *s, int n, const char *what, int dark, const char *file) {
  ptl_polar_curve curves[MOST];
  ptl_shapes shapes = {0};
  char title[300];
  int n_curves = 0;
  for (int i = 0; i < n; i++)
    if (s[i].is_round) {
      curves[n_curves] = (ptl_polar_curve){.name = s[i].name,
                                           .values = s[i].depths,
                                           .n = s[i].n,
                                           .series = n_curves,
                                           .strength = 1.0,
                                           .inward = !s[i].is_bearing};
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
  return status;
}

static int draw_straight(const surface *s, int n, const char *what, int dark, const char *file) {
  ptl_figure_curve curves[MOST];
  char title[300];
  for (int i = 0; i < n; i++)
    curves[i] = (ptl_figure_curve){
        .name = s[i].name, .x = s[i].places, .y = s[i].depths, .n = s[i].n, .series = i};
  snprintf(title, sizeof title, "Loss of %s in this run", what);
  ptl_figure_panel panel = {.label = "depth [nm]", .curves = curves, .n_curves = n, .y_scale = 1e9};
  const ptl_figure figure = {.title = title,
                             .x_label = "place along the surface [mm]",
                             .x_scale = 1e3,
                             .panels = &panel,
                             .n_panels = 1,
                             .width = 1100,
                             .panel_height = 290};
  return ptl_cli_figure_write(&figure, dark, file);
}

int ptl_cli_plot_wear(const char *run, const char *what, int dark, int quiet, const char *file) {
  surface found[MOST];
  char known[600] = "";
  char *summary = read_summary(run);
  if (summary == NULL) return PTL_EXIT_USAGE;
  const int n = find_surfaces(summary, what, found, known, sizeof known);
  int n_round = 0, status = PTL_EXIT_USAGE;
  for (int i = 0; i < n; i++) n_round += found[i].is_round;
  if (n > 0)
    status = n_round > 0 ? draw_round(found, n, what, dark, file)
                         : draw_straight(found, n, what, dark, file);
  else
    ptl_cli_say(PTL_E(0952) "%s tells of no wear of '%s' by sectors%s%s", run, what,
                known[0] != '\0' ? "; it has " : "", known);
  if (status == PTL_EXIT_DONE && !quiet)
    printf("%s: %d surfaces\n", file, n_round > 0 ? n_round : n);
  for (int i = 0; i < n; i++) {
    free(found[i].places);
    free(found[i].depths);
  }
  free(summary);
  return status;
}
