/* plot.c: `pintle plot`: pictures of columns of a run. */
#include "plot.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "column.h"
#include "figure_file.h"
#include "message.h"
#include "options.h"
#include "plot_columns.h"
#include "plot_data.h"
#include "plot_events.h"
#include "plot_gnuplot.h"
#include "plot_panels.h"
#include "plot_spectrum.h"
#include "plot_wear.h"
#include "quantity.h"

typedef struct arguments {
  const char *run;
  const char *file, *with, *x, *gnuplot, *wear;
  ptl_texts columns;
  int events, dark, quiet;
  ptl_spectral_options spectral;
} arguments;

typedef struct picture {
  ptl_plot_source run, other;
  ptl_plot_curve *curves, *others; /* of the run; of the other, column -1 where it has none */
  int n_curves, n_others;
  ptl_panel *panels;
  int n_panels;
  int x, other_x; /* columns of the horizontal axis */
  double other_x_factor;
  char x_label[2 * PTL_PLOT_NAME], title[PTL_PLOT_NAME], other_name[PTL_PLOT_NAME];
  double x_low, x_high, x_scale; /* a range for the time only */
  double *touches;
  int n_touches;
  ptl_spectral *spectral;              /* NULL: the columns themselves */
  ptl_spectral_curve *own, *other_own; /* of the curves, of a spectrum */
} picture;

static const ptl_usage usage = {
    "plot", "RUN",
    "Draws columns of a run folder, a CSV or an HDF5 file, one panel per quantity and unit. "
    "Without --columns: force and depth of the clearance contacts, or the motion of the bodies "
    "where there are none. However many rows there are, every peak is in the picture. --spectrum "
    "and --waterfall draw frequencies, over an angle orders, instead of times.",
    1, 1};

static int is_spectral(const arguments *a) {
  return a->spectral.spectrum || a->spectral.waterfall;
}

/* Options that do not go together. */
static int check(const arguments *a) {
  const char *wrong = NULL;
  if (is_spectral(a) && a->events) wrong = "--events marks times";
  if (is_spectral(a) && a->gnuplot != NULL) wrong = "--gnuplot draws columns of the trace";
  if (a->spectral.waterfall && a->with != NULL) wrong = "--with lays curves over others";
  if (wrong == NULL) return ptl_cli_spectral_check(&a->spectral);
  ptl_cli_say(PTL_E(0950) "%s; leave it out with %s", wrong,
              a->spectral.waterfall ? "--waterfall" : "--spectrum");
  return PTL_EXIT_USAGE;
}

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
      {0, "spectrum", NULL,
       "draw amplitudes over frequency, or with the angle --x over orders of a turn, and print "
       "the largest peaks",
       PTL_FLAG, &a->spectral.spectrum},
      {0, "waterfall", NULL, "draw how the spectrum goes on, from below upwards", PTL_FLAG,
       &a->spectral.waterfall},
      {0, "slice", "SPAN",
       "length of each spectrum of a waterfall: a time, or with an angle a travel (2 turn); "
       "default: a twentieth of all",
       PTL_TEXT, &a->spectral.slice},
      {0, "from", "T", "leave out of a spectrum what is earlier: a time, or with --x an angle",
       PTL_TEXT, &a->spectral.from},
      {0, "until", "T", "leave out of a spectrum what is later", PTL_TEXT, &a->spectral.until},
      {0, "taper", "NAME",
       "weights of a spectrum's samples: hann (default), flat_top, none (for whole periods)",
       PTL_TEXT, &a->spectral.taper},
      {0, "up-to", "FREQ", "highest frequency drawn (2 kHz), or order (12)", PTL_TEXT,
       &a->spectral.up_to},
      {0, "log", NULL, "draw the amplitudes of a spectrum logarithmically", PTL_FLAG,
       &a->spectral.log},
      {0, "wear", "JOINT",
       "draw what the surfaces of a joint with `wear` lose in the run, by direction or place, "
       "instead "
       "of columns; JOINT.GAP or JOINT.GAP.PART for some of them",
       PTL_TEXT, &a->wear},
      {0, "dark", NULL, "dark colours", PTL_FLAG, &a->dark},
      {0, "gnuplot", "FILE", "write a script, too, that draws the same with gnuplot, to be changed",
       PTL_TEXT, &a->gnuplot},
      {0, "quiet", NULL, "do not say what was drawn", PTL_FLAG, &a->quiet},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  const int status = ptl_cli_options_parse(&usage, options, argc, argv, &a->run);
  return status == PTL_GO_ON ? check(a) : status;
}

/* ------------------------------------------------------------------ the run */

/* What the time covers; no range where that cannot be told, and of a spectrum. */
static int set_axis(ptl_context *context, const arguments *a, picture *p, const char *name) {
  double first, last;
  p->x = ptl_cli_plot_find(&p->run, name);
  p->x_scale = 1;
  if (p->x < 0) return 1;
  if (is_spectral(a)) {
    p->spectral = ptl_cli_alloc(1, sizeof *p->spectral);
    return ptl_cli_spectral_begin(context, &a->spectral, &p->run.columns[p->x], p->spectral);
  }
  if (strcmp(name, "time") != 0) return 0;
  if (ptl_trace_reader_get_ends(p->run.reader, p->x, &first, &last) != PTL_OK) {
    ptl_cli_say_failure(context);
    return 1;
  }
  if (!isfinite(first) || !isfinite(last) || !(last > first)) return 0;
  p->x_low = first;
  p->x_high = last;
  return 0;
}

/* After the curves are there: where there is no range their x says how large it is. */
static void label_axis(picture *p, const char *name) {
  const char *unit = p->run.columns[p->x].unit, *prefix;
  double largest = fmax(fabs(p->x_low), fabs(p->x_high));
  for (int k = 0; k < p->n_curves && !(p->x_high > p->x_low); k++)
    for (int64_t i = 0; i < p->curves[k].n; i++)
      if (isfinite(p->curves[k].x[i])) largest = fmax(largest, fabs(p->curves[k].x[i]));
  for (int k = 0; k < p->n_curves && p->own != NULL; k++)
    largest = fmax(largest, (double)p->own[k].field.n_x * p->own[k].field.x_step);
  if (p->spectral != NULL) {
    unit = p->spectral->is_orders ? "1" : "Hz";
    name = p->spectral->is_orders ? "order" : "frequency";
    p->x_high = largest;
  }
  p->x_scale = ptl_cli_prefix(largest, unit, &prefix);
  ptl_cli_axis_label(p->x_label, sizeof p->x_label, name, prefix, unit);
}

/* The spectra of curves in their places; one without a column stays as it is. */
static int make_spectra(ptl_context *context, picture *p, ptl_plot_curve *curves,
                        ptl_spectral_curve **own) {
  *own = ptl_cli_alloc((size_t)p->n_curves, sizeof **own);
  for (int k = 0; k < p->n_curves; k++) {
    const ptl_column *column = &p->run.columns[p->curves[k].column];
    if (curves[k].column >= 0 &&
        ptl_cli_spectral_find(context, p->spectral, column, &curves[k], &(*own)[k]))
      return 1;
  }
  for (int k = 0; k < p->n_curves; k++) {
    const ptl_column *column = &p->run.columns[p->curves[k].column];
    if (curves[k].column >= 0 &&
        ptl_cli_spectral_show(context, p->spectral, column, &curves[k], &(*own)[k]))
      return 1;
  }
  return 0;
}

static int read_run(ptl_context *context, const arguments *a, picture *p) {
  int *chosen = ptl_cli_plot_choose(&p->run, &a->columns, &p->n_curves);
  if (chosen == NULL) return 1;
  p->curves = ptl_cli_alloc((size_t)p->n_curves, sizeof *p->curves);
  for (int k = 0; k < p->n_curves; k++)
    p->curves[k] = (ptl_plot_curve){.column = chosen[k], .factor = 1};
  free(chosen);
  if (ptl_cli_plot_read(context, &p->run, p->x, p->spectral != NULL ? p->spectral->x_factor : 1,
                        p->x_low, p->x_high, p->curves, p->n_curves))
    return 1;
  if (p->run.rows == 0) {
    ptl_cli_say(PTL_E(0704) "%s holds no rows", a->run);
    return 1;
  }
  if (a->columns.n == 0) p->n_curves = ptl_cli_plot_drop_untouched(&p->run, p->curves, p->n_curves);
  if (p->spectral != NULL && make_spectra(context, p, p->curves, &p->own)) return 1;
  label_axis(p, a->x != NULL ? a->x : "time");
  return 0;
}

/* ------------------------------------------------------------------ the other run */

static int match_column(ptl_context *context, const picture *p, int column, int *found,
                        double *factor) {
  const ptl_column *c = &p->run.columns[column];
  *factor = 1;
  *found = ptl_trace_reader_find(p->other.reader, c->name);
  if (*found < 0) return 0;
  if (ptl_cli_column_factor(context, &p->other.columns[*found], c, factor) == 0) return 0;
  ptl_cli_say(PTL_E(0903) "column %s: one run has %s, the other %s; they do not fit", c->name,
              c->unit, p->other.columns[*found].unit);
  return 1;
}

/* The other's curves go with the run's of the same number in `others`. */
static int match_curves(ptl_context *context, picture *p) {
  p->others = ptl_cli_alloc((size_t)p->n_curves, sizeof *p->others);
  for (int k = 0; k < p->n_curves; k++) {
    int column;
    double factor;
    if (match_column(context, p, p->curves[k].column, &column, &factor)) return 1;
    p->others[k] = (ptl_plot_curve){.column = column, .factor = factor, .low = 1, .high = 0};
    p->n_others += column >= 0;
  }
  if (p->n_others > 0) return 0;
  ptl_cli_say(PTL_E(0952) "the other run has none of these columns");
  return 1;
}

static int read_other(ptl_context *context, picture *p) {
  ptl_plot_curve *present = ptl_cli_alloc((size_t)p->n_others, sizeof *present);
  int n = 0;
  for (int k = 0; k < p->n_curves; k++)
    if (p->others[k].column >= 0) present[n++] = p->others[k];
  const int failed = ptl_cli_plot_read(context, &p->other, p->other_x, p->other_x_factor, p->x_low,
                                       p->x_high, present, n);
  n = 0;
  for (int k = 0; k < p->n_curves; k++)
    if (p->others[k].column >= 0) p->others[k] = present[n++];
  free(present);
  return failed;
}

static int add_other(ptl_context *context, picture *p) {
  if (match_column(context, p, p->x, &p->other_x, &p->other_x_factor)) return 1;
  if (p->spectral != NULL) p->other_x_factor *= p->spectral->x_factor;
  if (p->other_x >= 0)
    return match_curves(context, p) || read_other(context, p) ||
           (p->spectral != NULL && make_spectra(context, p, p->others, &p->other_own));
  ptl_cli_say(PTL_E(0952) "the other run has no column %s", p->run.columns[p->x].name);
  return 1;
}

/* ------------------------------------------------------------------ names */

static int is_folder(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

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

/* The model's title where the run folder has a model that can be read, else the run's name. 1 after
 * a message. */
static int set_title(ptl_context *context, picture *p, const char *run) {
  short_name(run, p->title, sizeof p->title);
  char path[PATH_MAX];
  if (!is_folder(run) || snprintf(path, sizeof path, "%s/model.yaml", run) >= (int)sizeof path)
    return 0;
  ptl_mechanism *m = NULL;
  const char *title = NULL;
  const ptl_status status = ptl_mechanism_load(context, path, NULL, 0, &m);
  if (status == PTL_OK) title = ptl_mechanism_get_title(m);
  if (title != NULL && *title) snprintf(p->title, sizeof p->title, "%s", title);
  ptl_mechanism_destroy(m);
  if (status != PTL_ERR_MEMORY) return 0;
  ptl_cli_say_failure(context);
  return 1;
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

/* The run's curves, then the other's over them; that is named once. */
static void fill_panel(const picture *p, const ptl_panel *panel, ptl_figure_panel *out) {
  *out = (ptl_figure_panel){.label = panel->label,
                            .y_scale = panel->scale,
                            .y_log = p->spectral != NULL && p->spectral->is_log};
  out->curves = ptl_cli_alloc(2 * (size_t)panel->n_curves, sizeof *out->curves);
  for (int k = 0; k < panel->n_curves; k++) {
    const ptl_plot_curve *c = &p->curves[panel->curves[k]];
    out->curves[out->n_curves++] =
        (ptl_figure_curve){.name = panel->names[k], .x = c->x, .y = c->y, .n = c->n, .series = k};
    if (p->own == NULL) continue;
    ptl_figure_curve *curve = &out->curves[out->n_curves - 1];
    curve->notes = p->own[panel->curves[k]].notes;
    curve->n_notes = p->own[panel->curves[k]].n_peaks;
  }
  const char *name = p->other_name;
  for (int k = 0; k < panel->n_curves && p->others != NULL; k++) {
    const ptl_plot_curve *c = &p->others[panel->curves[k]];
    if (c->column < 0) continue;
    out->curves[out->n_curves++] =
        (ptl_figure_curve){.name = name, .x = c->x, .y = c->y, .n = c->n, .overlaid = 1};
    name = NULL;
  }
}

/* One panel for each column, with the axis of its slices upwards. */
static void fill_waterfall(const picture *p, int curve, char *label, size_t size,
                           ptl_figure_panel *out) {
  const ptl_spectral_curve *own = &p->own[curve];
  const char *name = p->run.columns[p->x].name, *prefix = "";
  char axis[PTL_PLOT_NAME];
  double scale = 1;
  if (!p->spectral->is_orders)
    scale =
        ptl_cli_prefix(fmax(fabs(own->edges[0]), fabs(own->edges[own->field.n_y])), "s", &prefix);
  ptl_cli_axis_label(axis, sizeof axis, name, prefix, p->spectral->is_orders ? "turn" : "s");
  snprintf(label, size, "%s, upwards: %s", p->run.columns[p->curves[curve].column].name, axis);
  *out = (ptl_figure_panel){.label = label, .y_scale = scale, .field = &own->field};
}

static void say_drawn(const picture *p, const char *file) {
  printf("%s: %d curves from %lld rows\n", file, p->n_curves, (long long)p->run.rows);
  if (p->spectral == NULL) return;
  char resolution[48];
  ptl_cli_quantity(resolution, sizeof resolution, p->spectral->resolution,
                   p->spectral->is_orders ? "1/turn" : "Hz", 4);
  printf("  %lld samples, lines every %s\n", (long long)p->spectral->n_samples, resolution);
  if (!p->spectral->is_waterfall)
    ptl_cli_spectral_print(p->spectral, p->run.columns, p->curves, p->own, p->n_curves);
}

static int draw(const arguments *a, const picture *p, const char *file) {
  const int is_waterfall = a->spectral.waterfall, n = is_waterfall ? p->n_curves : p->n_panels;
  ptl_figure figure = {.title = p->title,
                       .x_label = p->x_label,
                       .x_low = p->x_low,
                       .x_high = p->x_high,
                       .x_scale = p->x_scale,
                       .marks = p->touches,
                       .n_marks = p->n_touches,
                       .n_panels = n,
                       .width = 1100,
                       .panel_height = 290};
  char(*labels)[3 * PTL_PLOT_NAME] = ptl_cli_alloc((size_t)n, sizeof *labels);
  figure.panels = ptl_cli_alloc((size_t)n, sizeof *figure.panels);
  for (int i = 0; i < n && is_waterfall; i++)
    fill_waterfall(p, i, labels[i], sizeof labels[i], &figure.panels[i]);
  for (int i = 0; i < n && !is_waterfall; i++) fill_panel(p, &p->panels[i], &figure.panels[i]);
  const int status = ptl_cli_figure_write(&figure, a->dark, file);
  for (int i = 0; i < n; i++) free(figure.panels[i].curves);
  free(figure.panels);
  free(labels);
  if (status == PTL_EXIT_DONE && !a->quiet) say_drawn(p, file);
  return status;
}

static int write_script(ptl_context *context, const arguments *a, const picture *p,
                        const char *file) {
  const ptl_gnuplot script = {.run = &p->run,
                              .other = p->others != NULL ? &p->other : NULL,
                              .curves = p->curves,
                              .others = p->others,
                              .n_curves = p->n_curves,
                              .panels = p->panels,
                              .n_panels = p->n_panels,
                              .x = p->x,
                              .other_x = p->other_x,
                              .other_x_factor = p->other_x_factor,
                              .x_scale = p->x_scale,
                              .x_label = p->x_label,
                              .title = p->title,
                              .other_name = p->other_name,
                              .touches = p->touches,
                              .n_touches = p->n_touches,
                              .kind = strrchr(file, '.')};
  if (ptl_cli_gnuplot_write(context, &script, a->gnuplot)) return PTL_EXIT_USAGE;
  if (!a->quiet) printf("%s: draws the same with gnuplot\n", a->gnuplot);
  return PTL_EXIT_DONE;
}

/* ------------------------------------------------------------------ the verb */

static int set_events(ptl_context *context, const arguments *a, picture *p) {
  if (!a->events) return 0;
  if (a->x != NULL) {
    ptl_cli_say(PTL_E(0950) "--events marks times; leave --x out");
    return 1;
  }
  p->touches = ptl_cli_plot_touches(context, a->run, &p->n_touches);
  return p->touches == NULL;
}

static int plot(ptl_context *context, const arguments *a, picture *p, const char *file) {
  if (ptl_cli_plot_open(context, a->run, &p->run) ||
      (a->with != NULL && ptl_cli_plot_open(context, a->with, &p->other)) ||
      set_axis(context, a, p, a->x != NULL ? a->x : "time") || set_events(context, a, p) ||
      read_run(context, a, p) || (a->with != NULL && add_other(context, p)))
    return PTL_EXIT_USAGE;
  p->panels = ptl_cli_panels_make(&p->run, p->curves, p->n_curves, &p->n_panels);
  if (set_title(context, p, a->run)) return PTL_EXIT_FAILED;
  if (p->spectral != NULL) {
    const size_t n = strlen(p->title);
    snprintf(p->title + n, sizeof p->title - n, ": %s",
             a->spectral.waterfall ? "waterfall of amplitudes" : "amplitude spectrum");
  }
  if (a->with != NULL) short_name(a->with, p->other_name, sizeof p->other_name);
  int status = draw(a, p, file);
  if (status == PTL_EXIT_DONE && a->gnuplot != NULL) status = write_script(context, a, p, file);
  return status;
}

static void release(ptl_context *context, picture *p) {
  if (p->own != NULL) ptl_cli_spectral_free(context, p->own, p->n_curves);
  if (p->other_own != NULL) ptl_cli_spectral_free(context, p->other_own, p->n_curves);
  free(p->own);
  free(p->other_own);
  free(p->spectral);
  if (p->others != NULL) ptl_cli_plot_free(p->others, p->n_curves);
  if (p->curves != NULL) ptl_cli_plot_free(p->curves, p->n_curves);
  free(p->others);
  free(p->curves);
  if (p->panels != NULL) ptl_cli_panels_free(p->panels, p->n_panels);
  free(p->touches);
  ptl_cli_plot_close(&p->run);
  ptl_cli_plot_close(&p->other);
}

static int run(int argc, char **argv) {
  arguments a = {0};
  picture p = {0};
  int status = parse(argc, argv, &a);
  if (status == PTL_GO_ON) {
    char *file = picture_file(&a);
    status = ptl_cli_figure_check(file);
    ptl_context *context = status == PTL_GO_ON ? ptl_cli_open_context(NULL, 0) : NULL;
    if (context != NULL) {
      status = a.wear != NULL ? ptl_cli_plot_wear(context, a.run, a.wear, a.dark, a.quiet, file)
                              : plot(context, &a, &p, file);
      release(context, &p);
      ptl_context_destroy(context);
    }
    free(file);
  }
  free(a.columns.items);
  return status == PTL_GO_ON ? PTL_EXIT_FAILED : status;
}

const ptl_verb ptl_cli_verb_plot = {"plot", "draw columns of a run (SVG, PNG, PDF)", run};
