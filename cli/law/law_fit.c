/* law_fit.c: `pintle law fit`: the power law F = K d^n nearest to an elastic law. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "law_options.h"
#include "law_output.h"
#include "law_parts.h"
#include "message.h"
#include "output.h"
#include "print_json.h"
#include "quantity.h"

typedef struct arguments {
  ptl_law_options law;
  const char *force, *points, *weight, *min_depth, *file;
  int json;
} arguments;

/* Depths and forces of the law, and what was fitted to them. */
typedef struct samples {
  double *depth, *force;
  int n;
  double K, exponent; /* SI */
  double largest, at; /* relative error and its depth */
  double min_depth;   /* depth from which errors count */
} samples;

static const ptl_usage usage = {
    "law fit", "",
    "Fits F = K d^n to an elastic law by least squares over a range of forces. The default is the "
    "procedure of Autiero et al. (Machines 2022, 10, 966): 1000 even steps from 1 to 1000 N per mm "
    "of "
    "length, unweighted, the largest relative error counted from a depth of 1 um.",
    0, 0};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      PTL_LAW_OPTIONS(a->law),
      {0, "force", "RANGE",
       "forces: '1..1000 N' (default: per mm of the contact's length, if given)", PTL_TEXT,
       &a->force},
      {0, "points", "N", "number of forces, evenly spaced (default 1000)", PTL_TEXT, &a->points},
      {0, "weight", "KIND",
       "what is squared: `force`, its difference (default), or `relative`, that of its logarithm",
       PTL_TEXT, &a->weight},
      {0, "least-depth", "D", "depth from which the largest error is sought (default '1 um')",
       PTL_TEXT, &a->min_depth},
      {'o', "output", "FILE", "CSV of depths, forces and fitted forces", PTL_TEXT, &a->file},
      {0, "json", NULL, "print the result as JSON", PTL_FLAG, &a->json},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, NULL);
}

/* ------------------------------------------------------------------ sampling */

static double force_at(const ptl_law *law, const double *memory, double depth) {
  ptl_contact_out out;
  ptl_law_force(law, depth, 0, 1, memory, &out, NULL);
  return out.force;
}

/* Depth of a force by bisection; NAN when the law does not reach it. */
static double depth_of(const ptl_law *law, const double *memory, double force) {
  double high = fmin(ptl_law_get_max_depth(law), 1e3);
  if (!(force_at(law, memory, high * (1 - 1e-15)) >= force)) return NAN;
  double low = 0;
  while (high - low > 1e-16 * high) {
    const double mid = low > 0 && high > 4 * low ? sqrt(low * high)
                       : low > 0                 ? (low + high) / 2
                                                 : fmax(high * 1e-3, 1e-300);
    if (mid <= low || mid >= high) break;
    if (force_at(law, memory, mid) < force)
      low = mid;
    else
      high = mid;
  }
  return high;
}

static int sample(const arguments *a, const ptl_law *law, double from, double to, samples *s) {
  double *memory = ptl_cli_alloc((size_t)ptl_law_get_n_memory(law) + 1, sizeof *memory);
  s->depth = ptl_cli_alloc((size_t)s->n, sizeof *s->depth);
  s->force = ptl_cli_alloc((size_t)s->n, sizeof *s->force);
  int failed = 0;
  for (int i = 0; i < s->n && !failed; i++) {
    s->force[i] = from + (to - from) * i / (s->n - 1);
    s->depth[i] = depth_of(law, memory, s->force[i]);
    failed = isnan(s->depth[i]);
    if (failed)
      ptl_cli_say(
          PTL_E(0903) "--force: elastic law '%s' does not reach %.6g N; it is defined up to a depth of "
          "%.6g m",
          a->law.elastic, s->force[i], ptl_law_get_max_depth(law));
  }
  free(memory);
  return failed ? PTL_EXIT_USAGE : PTL_GO_ON;
}

/* ------------------------------------------------------------------ fitting */

/* One step of Gauss and Newton for ln K and n. Relative: ln F is linear in both and one step from
 * anywhere is the answer; the residual is then taken as a logarithm. */
static double improve(samples *s, double *ln_k, int relative) {
  double aa = 0, ab = 0, bb = 0, ra = 0, rb = 0;
  for (int i = 0; i < s->n; i++) {
    const double x = log(s->depth[i]), fitted = exp(*ln_k + s->exponent * x);
    const double w = relative ? 1 : fitted;
    const double r = relative ? log(s->force[i] / fitted) : s->force[i] - fitted;
    aa += w * w;
    ab += w * w * x;
    bb += w * w * x * x;
    ra += w * r;
    rb += w * r * x;
  }
  const double determinant = aa * bb - ab * ab;
  const double da = (ra * bb - rb * ab) / determinant, db = (aa * rb - ab * ra) / determinant;
  *ln_k += da;
  s->exponent += db;
  return fabs(da) + fabs(db);
}

static void take_error(samples *s, double depth, double force) {
  const double error = fabs(s->K * pow(depth, s->exponent) / force - 1);
  if (depth < s->min_depth || !(error > s->largest)) return;
  s->largest = error;
  s->at = depth;
}

static void fit(const ptl_law *law, samples *s, int relative) {
  double *memory = ptl_cli_alloc((size_t)ptl_law_get_n_memory(law) + 1, sizeof *memory);
  s->exponent = 1;
  double ln_k = 0;
  improve(s, &ln_k, 1);
  for (int i = 0; i < 100 && improve(s, &ln_k, relative) > 1e-14; i++) continue;
  s->K = exp(ln_k);
  for (int i = 0; i < s->n; i++) take_error(s, s->depth[i], s->force[i]);
  if (s->min_depth > s->depth[0] && s->min_depth < s->depth[s->n - 1])
    take_error(s, s->min_depth, force_at(law, memory, s->min_depth));
  free(memory);
}

/* ------------------------------------------------------------------ results */

static int write_csv(const arguments *a, const samples *s) {
  ptl_new_file file;
  if (ptl_cli_file_open(&file, a->file)) return PTL_EXIT_USAGE;
  FILE *out = file.stream;
  fprintf(out, "depth [m],force [N],fitted_force [N]\n");
  for (int i = 0; i < s->n; i++) {
    ptl_cli_law_put(out, s->depth[i]);
    fputc(',', out);
    ptl_cli_law_put(out, s->force[i]);
    fputc(',', out);
    ptl_cli_law_put(out, s->K * pow(s->depth[i], s->exponent));
    fputc('\n', out);
  }
  return ptl_cli_file_close(&file, a->file, 1) ? PTL_EXIT_USAGE : PTL_EXIT_DONE;
}

static void print_json(ptl_context *context, const arguments *a, const samples *s) {
  ptl_json json = {.context = context}, *j = &json;
  ptl_json_open(j, NULL, '{');
  ptl_json_text(j, "elastic", a->law.elastic);
  ptl_cli_json_number(j, "stiffness", s->K);
  ptl_cli_json_number(j, "stiffness_mm", s->K * pow(1e-3, s->exponent));
  ptl_cli_json_number(j, "exponent", s->exponent);
  ptl_cli_json_number(j, "largest_relative_error", s->largest);
  ptl_cli_json_number(j, "largest_error_depth", s->at);
  ptl_json_close(j, '}');
  ptl_cli_json_print(j);
}

static void print_text(const arguments *a, const samples *s) {
  const double in_mm = s->K * pow(1e-3, s->exponent);
  char at[40], first[40], last[40];
  ptl_cli_quantity(at, sizeof at, s->at, "m", 3);
  ptl_cli_quantity(first, sizeof first, s->depth[0], "m", 3);
  ptl_cli_quantity(last, sizeof last, s->depth[s->n - 1], "m", 3);
  printf("%s, %d forces from %g to %g N, depths from %s to %s\n", a->law.elastic, s->n, s->force[0],
         s->force[s->n - 1], first, last);
  printf("  stiffness  %.6g N/m^%.5f = %.6g N/mm^%.5f\n", s->K, s->exponent, in_mm, s->exponent);
  printf("  exponent   %.5f\n", s->exponent);
  printf("  error      at most %.3g %%, at a depth of %s\n", 100 * s->largest, at);
  printf("  model      elastic: {law: power, stiffness: %.8g N/mm^%.8g, exponent: %.8g}\n", in_mm,
         s->exponent, s->exponent);
}

/* ------------------------------------------------------------------ the part */

/* 1 to 1000 N for every mm of length, where a length is given. */
static int read_forces(ptl_context *context, const arguments *a, double *from, double *to) {
  double per = 1;
  for (int i = 0; i < a->law.settings.n; i++) {
    const char *text = a->law.settings.items[i];
    if (strncmp(text, "length=", 7) != 0) continue;
    if (ptl_quantity_read(context, text + 7, "m", &per) == PTL_OK) per *= 1000;
  }
  *from = per;
  *to = 1000 * per;
  return ptl_cli_law_range(context, "force", a->force, "N", from, to);
}

static int run_fit(ptl_context *context, const arguments *a) {
  const int relative = a->weight != NULL && strcmp(a->weight, "relative") == 0;
  samples s = {.n = 1000, .min_depth = 1e-6};
  if (a->weight != NULL && !relative && strcmp(a->weight, "force") != 0) {
    ptl_cli_say(PTL_E(0951) "--weight is `force` or `relative`, not '%s'", a->weight);
    return PTL_EXIT_USAGE;
  }
  ptl_law *law = NULL;
  int status = ptl_cli_law_open(context, &a->law, NULL, &law);
  if (status == PTL_GO_ON) status = ptl_cli_law_count("points", a->points, 3, &s.n);
  double from, to;
  if (status == PTL_GO_ON) status = read_forces(context, a, &from, &to);
  if (status == PTL_GO_ON)
    status = ptl_cli_option_quantity(context, "least-depth", a->min_depth, "m", &s.min_depth);
  if (status == PTL_GO_ON && !(s.min_depth >= 0)) {
    ptl_cli_say(PTL_E(0951) "--least-depth must be >= 0 m, not %g", s.min_depth);
    status = PTL_EXIT_USAGE;
  }
  if (status == PTL_GO_ON && !(from > 0 && to > from)) {
    ptl_cli_say(PTL_E(0951) "--force must be a range of forces, 0 < A < B, in N, not %g..%g N",
                from, to);
    status = PTL_EXIT_USAGE;
  }
  if (status == PTL_GO_ON) status = sample(a, law, from, to, &s);
  if (status == PTL_GO_ON) {
    fit(law, &s, relative);
    status = a->file != NULL ? write_csv(a, &s) : PTL_EXIT_DONE;
    if (status == PTL_EXIT_DONE && a->json)
      print_json(context, a, &s);
    else if (status == PTL_EXIT_DONE)
      print_text(a, &s);
  }
  free(s.depth);
  free(s.force);
  ptl_law_destroy(context, law);
  return status;
}

int ptl_cli_law_fit(int argc, char **argv) {
  arguments a = {.law = {NULL, {NULL, 0}, {NULL, 0}}};
  int status = parse(argc, argv, &a);
  if (status == PTL_GO_ON) {
    ptl_context *context = ptl_cli_open_context(a.law.plugins.items, a.law.plugins.n);
    status = context != NULL ? run_fit(context, &a) : PTL_EXIT_USAGE;
    ptl_context_destroy(context);
  }
  free(a.law.settings.items);
  free(a.law.plugins.items);
  return status;
}
