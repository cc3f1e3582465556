/* plot.c: `pintle plot`: pictures of columns through gnuplot. */
#include "plot.h"

#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "column.h"
#include "gnuplot.h"
#include "message.h"
#include "options.h"
#include "plot_copy.h"
#include "plot_script.h"
#include "quantity.h"

enum { MANY_POINTS = 300000 }; /* from here on a vector picture grows beyond 10 MB */

typedef struct arguments {
  const char *run;
  const char *file, *with, *x;
  ptl_texts columns;
  int events, quiet;
} arguments;

typedef struct source { /* a run and the CSV file that gnuplot reads */
  ptl_trace *trace;
  const ptl_column *columns;
  int n_columns;
  char csv[PATH_MAX];
} source;

static const ptl_usage usage = {
    "plot", "RUN",
    "Draws columns of a run folder, a CSV or an HDF5 file with gnuplot, one panel per quantity and "
    "unit. "
    "Without --columns: force and depth of the clearance contacts, or the motion of the bodies "
    "where there are none. The gnuplot script stays beside the picture.",
    1, 1};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {'o', "output", "FILE",
       "picture to draw: .svg, .png or .pdf (default: the run's name with .svg, in the current "
       "folder)",
       PTL_TEXT, &a->file},
      {0, "columns", "PATTERN",
       "columns to draw, by wildcard pattern: --columns '*.depth'; may be repeated", PTL_LIST,
       &a->columns},
      {0, "x", "COLUMN", "column of the horizontal axis (default: time)", PTL_TEXT, &a->x},
      {0, "with", "RUN", "lay the same columns of another run or file over it, dashed", PTL_TEXT,
       &a->with},
      {0, "events", NULL, "mark every touch (needs a run folder and the time axis)", PTL_FLAG,
       &a->events},
      {0, "quiet", NULL, "do not say what was drawn", PTL_FLAG, &a->quiet},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, &a->run);
}

/* ------------------------------------------------------------------ traces */

static int is_folder(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static int open_source(ptl_context *context, const char *path, source *out) {
  if (ptl_trace_load(context, path, &out->trace) != PTL_OK) {
    ptl_cli_say_failure(context);
    return 1;
  }
  out->n_columns = ptl_trace_get_columns(out->trace, &out->columns);
  if (ptl_trace_get_format(out->trace) == PTL_TRACE_CSV &&
      ptl_cli_absolute(path, is_folder(path) ? "trace.csv" : NULL, out->csv)) {
    ptl_cli_say("cannot find the way to %s: %s", path, strerror(errno));
    return 1;
  }
  if (ptl_trace_get_rows(out->trace) > 0) return 0;
  ptl_cli_say("%s holds no rows", path);
  return 1;
}

/* Smallest and largest finite value of a column; 0, 0 when there is none. */
static void range_of(const ptl_trace *trace, int column, double *min, double *max) {
  const double *values = ptl_trace_get_column(trace, column);
  const int64_t n = ptl_trace_get_rows(trace);
  *min = INFINITY;
  *max = -INFINITY;
  for (int64_t i = 0; i < n; i++) {
    if (!isfinite(values[i])) continue;
    *min = fmin(*min, values[i]);
    *max = fmax(*max, values[i]);
  }
  if (*min > *max) *min = *max = 0;
}

static double largest_size(const ptl_trace *trace, int column) {
  double min, max;
  range_of(trace, column, &min, &max);
  return fmax(fabs(min), fabs(max));
}

/* ------------------------------------------------------------------ which columns */

/* Names the nearest column, and the first few. */
static int fail_pattern(const source *s, const char *pattern) {
  enum { SHOWN = 4 };
  const char **names = ptl_cli_alloc((size_t)s->n_columns, sizeof *names);
  char list[600];
  *list = '\0';
  size_t used = 0;
  for (int i = 0; i < s->n_columns; i++) {
    names[i] = s->columns[i].name;
    if (i < SHOWN && used < sizeof list)
      used +=
          (size_t)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", names[i]);
  }
  char hint[300];
  ptl_cli_hint(hint, sizeof hint, pattern, names, s->n_columns);
  ptl_cli_say("no column matches '%s'%s (there are %d: %s%s)", pattern, hint, s->n_columns, list,
              s->n_columns > SHOWN ? ", ..." : "");
  free(names);
  return 1;
}

/* Marks in `chosen` what the pattern matches; their number. */
static int choose(const source *s, const char *pattern, int *chosen, int *n) {
  int found = 0;
  for (int i = 0; i < s->n_columns; i++) {
    if (fnmatch(pattern, s->columns[i].name, 0) != 0) continue;
    if (ptl_cli_is_axis(s->columns[i].name) && strpbrk(pattern, "*?[") != NULL) continue;
    found++;
    int k;
    for (k = 0; k < *n && chosen[k] != i; k++) continue;
    if (k == *n) chosen[(*n)++] = i;
  }
  return found;
}

/* Force and depth of the gaps that touched; when no gap ever did, of all. */
static void choose_contacts(const source *s, int *chosen, int *n) {
  int touched = 0;
  static const char *const endings[] = {".normal_force", ".depth"};
  for (int i = 0; i < s->n_columns; i++)
    touched +=
        fnmatch("*.normal_force", s->columns[i].name, 0) == 0 && largest_size(s->trace, i) > 0;
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < s->n_columns; i++) {
      const char *force = strstr(s->columns[i].name, endings[0]);
      if (force == NULL || strcmp(force, endings[0]) != 0) continue;
      if (touched && !(largest_size(s->trace, i) > 0)) continue;
      char name[PTL_PLOT_NAME];
      snprintf(name, sizeof name, "%.*s%s", (int)(force - s->columns[i].name), s->columns[i].name,
               endings[k]);
      int column = ptl_trace_find(s->trace, name);
      if (column >= 0) chosen[(*n)++] = column;
    }
  }
}

static void choose_default(const source *s, int *chosen, int *n) {
  choose_contacts(s, chosen, n);
  if (*n > 0) return;
  choose(s, "*.[xy]", chosen, n);
  choose(s, "*.angle", chosen, n);
  for (int i = 0; *n == 0 && i < s->n_columns; i++) /* a CSV file of something else */
    if (!ptl_cli_is_axis(s->columns[i].name)) chosen[(*n)++] = i;
}

static int choose_columns(const source *s, const ptl_texts *patterns, int *chosen, int *n) {
  for (int i = 0; i < patterns->n; i++)
    if (choose(s, patterns->items[i], chosen, n) == 0) return fail_pattern(s, patterns->items[i]);
  if (patterns->n == 0) choose_default(s, chosen, n);
  if (*n > 0) return 0;
  ptl_cli_say("there is nothing to draw: the trace has no columns but the time");
  return 1;
}

/* ------------------------------------------------------------------ panels */

/* What a column shows, by the last part of its name. */
static void quantity_of(const char *name, char *text, size_t size) {
  static const struct {
    const char *last, *quantity;
  } rows[] = {{"x", "position"},
              {"y", "position"},
              {"vx", "velocity"},
              {"vy", "velocity"},
              {"ax", "acceleration"},
              {"ay", "acceleration"},
              {"fx", "force"},
              {"fy", "force"},
              {"ex", "eccentricity"},
              {"ey", "eccentricity"},
              {"omega", "angular velocity"},
              {"alpha", "angular acceleration"}};
  const char *dot = strrchr(name, '.');
  const char *last = dot != NULL ? dot + 1 : name;
  if (strncmp(name, "energy.", 7) == 0) {
    snprintf(text, size, strcmp(last, "balance") == 0 ? "energy balance" : "energy");
    return;
  }
  snprintf(text, size, "%s", last);
  for (size_t i = 0; text[i]; i++)
    if (text[i] == '_') text[i] = ' ';
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(last, rows[i].last) == 0) snprintf(text, size, "%s", rows[i].quantity);
}

static ptl_panel *panel_for(ptl_picture *p, const ptl_column *column, int capacity) {
  char quantity[PTL_PLOT_NAME];
  quantity_of(column->name, quantity, sizeof quantity);
  for (int i = 0; i < p->n_panels; i++)
    if (strcmp(p->panels[i].quantity, quantity) == 0 &&
        strcmp(p->panels[i].unit, column->unit) == 0)
      return &p->panels[i];
  ptl_panel *panel = &p->panels[p->n_panels++];
  snprintf(panel->quantity, sizeof panel->quantity, "%s", quantity);
  snprintf(panel->unit, sizeof panel->unit, "%s", column->unit);
  panel->curves = ptl_cli_alloc((size_t)capacity, sizeof *panel->curves);
  return panel;
}

static void fill_panels(ptl_picture *p, const source *s, const int *chosen, int n) {
  p->panels = ptl_cli_alloc((size_t)n, sizeof *p->panels);
  for (int i = 0; i < n; i++) {
    const ptl_column *column = &s->columns[chosen[i]];
    ptl_panel *panel = panel_for(p, column, n);
    ptl_curve *curve = &panel->curves[panel->n_curves++];
    curve->column = chosen[i];
    curve->other = -1;
    snprintf(curve->title, sizeof curve->title, "%s", column->name);
  }
}

static void scale_panel(ptl_panel *panel, const source *s) {
  double min = INFINITY, max = -INFINITY;
  for (int k = 0; k < panel->n_curves; k++) {
    double low, high;
    range_of(s->trace, panel->curves[k].column, &low, &high);
    min = fmin(min, low);
    max = fmax(max, high);
  }
  panel->scale = ptl_cli_prefix(fmax(fabs(min), fabs(max)), panel->unit, &panel->prefix);
  panel->constant = !(max > min);
  panel->value = min * panel->scale;
}

/* Where every curve's name ends alike, the label of the axis says it already. */
static void shorten_titles(ptl_panel *panel) {
  const char *first = strrchr(panel->curves[0].title, '.');
  if (first == NULL || panel->n_curves == 1) return;
  char last[PTL_PLOT_NAME];
  snprintf(last, sizeof last, "%s", first);
  for (int k = 0; k < panel->n_curves; k++) {
    const char *dot = strrchr(panel->curves[k].title, '.');
    if (dot == NULL || strcmp(dot, last) != 0) return;
  }
  for (int k = 0; k < panel->n_curves; k++) *strrchr(panel->curves[k].title, '.') = '\0';
}

/* ------------------------------------------------------------------ the other run */

static int match_column(ptl_context *context, const source *s, int column, const source *other,
                        int *found, double *factor) {
  const ptl_column *c = &s->columns[column];
  *factor = 1;
  *found = ptl_trace_find(other->trace, c->name);
  if (*found < 0) return 0;
  if (ptl_cli_column_factor(context, &other->columns[*found], c, factor) == 0) return 0;
  ptl_cli_say("column %s: one run has %s, the other %s; they do not fit", c->name, c->unit,
              other->columns[*found].unit);
  return 1;
}

static int add_overlay(ptl_context *context, ptl_picture *p, const source *s, const source *other) {
  if (match_column(context, s, p->x, other, &p->other_x, &p->other_x_factor)) return 1;
  if (p->other_x < 0) {
    ptl_cli_say("the other run has no column %s", s->columns[p->x].name);
    return 1;
  }
  int n = 0;
  for (int i = 0; i < p->n_panels; i++) {
    for (int k = 0; k < p->panels[i].n_curves; k++) {
      ptl_curve *curve = &p->panels[i].curves[k];
      if (match_column(context, s, curve->column, other, &curve->other, &curve->other_factor))
        return 1;
      n += curve->other >= 0;
    }
  }
  p->other_csv = other->csv;
  if (n > 0) return 0;
  ptl_cli_say("the other run has none of these columns");
  return 1;
}

/* ------------------------------------------------------------------ the axis below */

static int set_axis(ptl_picture *p, const source *s, const char *name) {
  p->x = ptl_trace_find(s->trace, name);
  if (p->x < 0) return fail_pattern(s, name);
  const char *unit = s->columns[p->x].unit;
  double min, max;
  range_of(s->trace, p->x, &min, &max);
  const char *prefix;
  p->x_scale = ptl_cli_prefix(fmax(fabs(min), fabs(max)), unit, &prefix);
  p->x_min = min * p->x_scale;
  p->x_max = max * p->x_scale;
  snprintf(p->x_label, sizeof p->x_label, "%s [%s%s]", name, prefix, unit);
  return 0;
}

/* ------------------------------------------------------------------ names */

/* The last part of a path, without .run, .csv and .h5. */
static void short_name(const char *path, char *out, size_t size) {
  char real[PATH_MAX];
  const char *full = realpath(path, real) != NULL ? real : path;
  const char *slash = strrchr(full, '/');
  snprintf(out, size, "%.*s", (int)size - 1, slash != NULL ? slash + 1 : full);
  char *dot = strrchr(out, '.');
  if (dot != NULL && dot > out &&
      (strcmp(dot, ".run") == 0 || strcmp(dot, ".csv") == 0 || strcmp(dot, ".h5") == 0))
    *dot = '\0';
}

/* The model's title where the run folder has a model that can be read, else the run's name. */
static void set_title(ptl_context *context, ptl_picture *p, const char *run) {
  short_name(run, p->title, sizeof p->title);
  char path[PATH_MAX];
  if (!is_folder(run) || snprintf(path, sizeof path, "%s/model.yaml", run) >= (int)sizeof path)
    return;
  ptl_mechanism *m = NULL;
  const char *title = NULL;
  if (ptl_mechanism_load(context, path, NULL, 0, &m) == PTL_OK) title = ptl_mechanism_get_title(m);
  if (title != NULL && *title) snprintf(p->title, sizeof p->title, "%s", title);
  ptl_mechanism_destroy(m);
}

static char *picture_file(const arguments *a) {
  if (a->file != NULL) return ptl_cli_copy_text(a->file);
  char name[PTL_PLOT_NAME];
  short_name(a->run, name, sizeof name);
  char *file = ptl_cli_alloc(strlen(name) + sizeof ".svg", 1);
  sprintf(file, "%s.svg", name);
  return file;
}

/* ------------------------------------------------------------------ drawing */

static void write_script(const void *what, const char *file, FILE *out) {
  ptl_picture picture = *(const ptl_picture *)what;
  picture.file = file;
  ptl_cli_plot_write_script(&picture, out);
}

/* gnuplot reads CSV alone: the columns drawn of another format go beside the script. */
static int copy_columns(ptl_picture *p, source *s, int other, const char *file) {
  const char *ending = other ? "gp.with.csv" : "gp.csv";
  if (s->trace == NULL || ptl_trace_get_format(s->trace) == PTL_TRACE_CSV) return 0;
  char path[PATH_MAX];
  int failed = snprintf(path, sizeof path, "%.*s.%s", (int)(strrchr(file, '.') - file), file,
                        ending) >= (int)sizeof path;
  if (failed) errno = ENAMETOOLONG;
  if (!failed && ptl_cli_plot_copy(p, s->trace, other, path)) return 1;
  if (!failed) failed = ptl_cli_absolute(path, NULL, s->csv);
  if (failed) ptl_cli_say("cannot find the way to %s: %s", path, strerror(errno));
  return failed;
}

static int draw(const arguments *a, const ptl_picture *p, const char *file, int64_t rows) {
  const int status = ptl_cli_gnuplot_draw(file, write_script, p);
  if (status != PTL_EXIT_DONE || a->quiet) return status;
  int curves = 0;
  for (int i = 0; i < p->n_panels; i++) curves += p->panels[i].n_curves;
  printf("%s: %d curves from %lld rows; script %.*s.gp\n", file, curves, (long long)rows,
         (int)(strrchr(file, '.') - file), file);
  if (rows * curves > MANY_POINTS && strcmp(strrchr(file, '.'), ".png") != 0)
    printf("%s is large; -o FILE.png is smaller for a trace of this length\n", file);
  return status;
}

/* ------------------------------------------------------------------ the verb */

static int set_events(const arguments *a, ptl_picture *p, char *path) {
  if (!a->events) return 0;
  if (a->x != NULL) {
    ptl_cli_say("--events marks times; leave --x out");
    return 1;
  }
  if (!is_folder(a->run) || ptl_cli_absolute(a->run, "events.csv", path)) {
    ptl_cli_say("--events needs a run folder with events.csv; %s has none", a->run);
    return 1;
  }
  p->events = path;
  return 0;
}

static int plot(ptl_context *context, const arguments *a, source *s, source *other, ptl_picture *p,
                const char *file) {
  if (open_source(context, a->run, s)) return PTL_EXIT_USAGE;
  if (a->with != NULL && open_source(context, a->with, other)) return PTL_EXIT_USAGE;
  char events[PATH_MAX];
  if (set_axis(p, s, a->x != NULL ? a->x : "time") || set_events(a, p, events))
    return PTL_EXIT_USAGE;
  int *chosen = ptl_cli_alloc((size_t)s->n_columns * 2, sizeof *chosen);
  int n = 0;
  int failed = choose_columns(s, &a->columns, chosen, &n);
  if (!failed) fill_panels(p, s, chosen, n);
  free(chosen);
  if (failed || (a->with != NULL && add_overlay(context, p, s, other))) return PTL_EXIT_USAGE;
  for (int i = 0; i < p->n_panels; i++) {
    scale_panel(&p->panels[i], s);
    shorten_titles(&p->panels[i]);
  }
  if (copy_columns(p, s, 0, file) || copy_columns(p, other, 1, file)) return PTL_EXIT_USAGE;
  p->csv = s->csv;
  set_title(context, p, a->run);
  if (a->with != NULL) short_name(a->with, p->other_name, sizeof p->other_name);
  return draw(a, p, file, ptl_trace_get_rows(s->trace));
}

static int run(int argc, char **argv) {
  arguments a = {0};
  source s = {0}, other = {0};
  ptl_picture picture = {0};
  int status = parse(argc, argv, &a);
  if (status == PTL_GO_ON) {
    char *file = picture_file(&a);
    status = ptl_cli_gnuplot_check(file);
    ptl_context *context = status == PTL_GO_ON ? ptl_cli_open_context(NULL, 0) : NULL;
    if (context != NULL) {
      status = plot(context, &a, &s, &other, &picture, file);
      ptl_trace_destroy(s.trace);
      ptl_trace_destroy(other.trace);
      for (int i = 0; i < picture.n_panels; i++) free(picture.panels[i].curves);
      free(picture.panels);
      ptl_context_destroy(context);
    }
    free(file);
  }
  free(a.columns.items);
  return status == PTL_GO_ON ? PTL_EXIT_FAILED : status;
}

const ptl_verb ptl_cli_verb_plot = {"plot", "draw columns of a run (SVG, PNG, PDF) with gnuplot",
                                    run};
