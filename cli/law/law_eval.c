/* law_eval.c: `pintle law eval`: a law's force over depths and rates. */
#include <math.h>
#include <stdlib.h>

#include "law_options.h"
#include "law_output.h"
#include "law_parts.h"
#include "message.h"
#include "output.h"

typedef struct arguments {
  ptl_law_options law;
  const char *damping, *depth, *points, *touch_speed, *file;
  ptl_texts rates;
} arguments;

/* What to evaluate. */
typedef struct grid {
  double from, to, touch_speed;
  double *rates;
  int points, n_rates;
} grid;

static const ptl_usage usage = {
    "law eval", "",
    "Prints force, stiffness, damping and recoverable energy of a law over a range of depths, for "
    "one "
    "or more rates of depth, as CSV. A law with a history is shown on first loading.",
    0, 0};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      PTL_LAW_OPTIONS(a->law),
      {0, "damping", "LAW", "damping law (default: none)", PTL_TEXT, &a->damping},
      {0, "depth", "RANGE", "depths: '0..0.1 mm', or '0.1 mm' for 0..0.1 mm", PTL_TEXT, &a->depth},
      {0, "points", "N", "number of depths (default 101)", PTL_TEXT, &a->points},
      {0, "rate", "V", "rate of depth, > 0 approaching (default 0); may be repeated", PTL_LIST,
       &a->rates},
      {0, "touch-speed", "V", "approach speed at first touch (default: the largest rate, or 1 m/s)",
       PTL_TEXT, &a->touch_speed},
      {'o', "output", "FILE", "file to write (default: the standard output)", PTL_TEXT, &a->file},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, NULL);
}

static int read_rates(ptl_context *context, const ptl_texts *texts, grid *g) {
  g->n_rates = texts->n > 0 ? texts->n : 1;
  g->rates = ptl_cli_alloc((size_t)g->n_rates, sizeof *g->rates);
  for (int i = 0; i < texts->n; i++) {
    const int status =
        ptl_cli_option_quantity(context, "rate", texts->items[i], "m/s", &g->rates[i]);
    if (status != PTL_GO_ON) return status;
    g->touch_speed = fmax(g->touch_speed, fabs(g->rates[i]));
  }
  if (g->touch_speed == 0) g->touch_speed = 1;
  return PTL_GO_ON;
}

static int read_grid(ptl_context *context, const arguments *a, const ptl_law *law, grid *g) {
  int status = ptl_cli_law_range(context, "depth", a->depth, "m", &g->from, &g->to);
  if (status == PTL_GO_ON) status = ptl_cli_law_count("points", a->points, 2, &g->points);
  if (status == PTL_GO_ON) status = read_rates(context, &a->rates, g);
  if (status == PTL_GO_ON)
    status =
        ptl_cli_option_quantity(context, "touch-speed", a->touch_speed, "m/s", &g->touch_speed);
  if (status != PTL_GO_ON) return status;
  if (!(g->from >= 0 && g->to > g->from)) {
    ptl_cli_say(PTL_E(0951) "--depth must be a range of depths, 0 <= A < B, in m, not %g..%g m",
                g->from, g->to);
    return PTL_EXIT_USAGE;
  }
  if (!(g->touch_speed > 0)) {
    ptl_cli_say(PTL_E(0951) "--touch-speed must be > 0 m/s, not %g", g->touch_speed);
    return PTL_EXIT_USAGE;
  }
  if (g->to > ptl_law_get_max_depth(law)) {
    ptl_cli_say(
        PTL_E(0903) "--depth: elastic law '%s' is defined up to a depth of %.6g m, not to %.6g m",
        a->law.elastic, ptl_law_get_max_depth(law), g->to);
    return PTL_EXIT_USAGE;
  }
  return PTL_GO_ON;
}

/* 0, or 1 where the force or the energy is not finite: the stiffness may be infinite, as at a depth
 * of 0. */
static int print_row(const ptl_law *law, double depth, double rate, double touch_speed,
                     const double *memory, FILE *out) {
  ptl_contact_out value;
  ptl_law_force(law, depth, rate, touch_speed, memory, &value, NULL);
  const double row[] = {depth, rate, value.force, value.d_depth, value.d_rate, value.energy};
  for (int i = 0; i < 6; i++) {
    if (i > 0) fputc(',', out);
    ptl_cli_law_put(out, row[i]);
  }
  fputc('\n', out);
  if (isfinite(value.force) && isfinite(value.energy)) return 0;
  ptl_cli_say(
      PTL_E(0304) "at a depth of %g m and a rate of %g m/s the force or the energy is not finite",
      depth, rate);
  return 1;
}

static int print(const arguments *a, const ptl_law *law, const grid *g) {
  double *memory = ptl_cli_alloc((size_t)ptl_law_get_n_memory(law) + 1, sizeof *memory);
  ptl_new_file file;
  int failed = ptl_cli_file_open(&file, a->file);
  if (!failed) {
    FILE *out = file.stream;
    fprintf(out, "depth [m],rate [m/s],force [N],stiffness [N/m],damping [N s/m],energy [J]\n");
    for (int k = 0; k < g->n_rates && !failed; k++)
      for (int i = 0; i < g->points && !failed; i++)
        failed = print_row(law, g->from + (g->to - g->from) * i / (g->points - 1), g->rates[k],
                           g->touch_speed, memory, out);
    failed |= ptl_cli_file_close(&file, a->file, !failed);
  }
  free(memory);
  return failed ? PTL_EXIT_USAGE : PTL_EXIT_DONE;
}

static int evaluate(ptl_context *context, const arguments *a) {
  grid g = {.points = 101};
  ptl_law *law = NULL;
  int status = ptl_cli_law_open(context, &a->law, a->damping, &law);
  if (status == PTL_GO_ON && a->depth == NULL) {
    ptl_cli_say(PTL_E(0950) "which depths? --depth RANGE is missing, as in --depth '0..0.1 mm'");
    status = PTL_EXIT_USAGE;
  }
  if (status == PTL_GO_ON) status = read_grid(context, a, law, &g);
  if (status == PTL_GO_ON) status = print(a, law, &g);
  free(g.rates);
  ptl_law_destroy(context, law);
  return status;
}

int ptl_cli_law_eval(int argc, char **argv) {
  arguments a = {.law = {NULL, {NULL, 0}, {NULL, 0}}};
  int status = parse(argc, argv, &a);
  if (status == PTL_GO_ON) {
    ptl_context *context = ptl_cli_open_context(a.law.plugins.items, a.law.plugins.n);
    status = context != NULL ? evaluate(context, &a) : PTL_EXIT_USAGE;
    ptl_context_destroy(context);
  }
  free(a.rates.items);
  free(a.law.settings.items);
  free(a.law.plugins.items);
  return status;
}
