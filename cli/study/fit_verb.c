/* fit_verb.c: `pintle fit`: the numbers that come nearest to measured values, or make a measure
 * least. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit_search.h"
#include "message.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "quantity.h"
#include "study_verb.h"
#include "table.h"

typedef struct arguments {
  const char *model, *data, *minimise, *maximise, *evaluations, *output;
  ptl_texts vary, columns, targets, limits, settings, plugins;
  int quiet;
} arguments;

static const ptl_usage usage = {
    "fit", "MODEL",
    "Finds numbers of a model within their ranges: those with which columns of a run come nearest "
    "to "
    "measured ones (--data, --column) and measures nearest to values (--target), or those that "
    "make a "
    "measure least (--minimise), under constraints (--constrain). The ranges are searched first, "
    "then "
    "the neighbourhood of the best. Prints the numbers with 95 % confidence intervals.",
    1, 1};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {0, "vary", "PATH=LEAST:LARGEST",
       "a number to be found, and its range; ` log` behind it: by ratios; may be repeated",
       PTL_LIST, &a->vary},
      {0, "data", "FILE",
       "measured values: CSV with headers `NAME [UNIT]`, the first column is the time", PTL_TEXT,
       &a->data},
      {0, "column", "EXPR[=NAME][@SCALE]",
       "an expression of columns of the run that should follow column NAME of the data; SCALE: a "
       "difference that counts as 1 (default: the data's standard deviation); may be repeated",
       PTL_LIST, &a->columns},
      {0, "target", "MEASURE=VALUE[@SCALE]",
       "a measure that should have this value, as in 'count(touch, wrist)=12@1'; SCALE: a "
       "difference "
       "that counts as 1 (default: the value); may be repeated",
       PTL_LIST, &a->targets},
      {0, "minimise", "MEASURE", "make this measure least", PTL_TEXT, &a->minimise},
      {0, "maximise", "MEASURE", "make it largest", PTL_TEXT, &a->maximise},
      {0, "constrain", "MEASURE<=VALUE", "a limit, or with >=; may be repeated", PTL_LIST,
       &a->limits},
      {0, "set", "PATH=VALUE", "a value of the model; may be repeated", PTL_LIST, &a->settings},
      {0, "evaluations", "N", "runs at most (default 400)", PTL_TEXT, &a->evaluations},
      {'o', "output", "FILE", "write fit, data and residuals as CSV, for `pintle plot`", PTL_TEXT,
       &a->output},
      {0, "plugin", "LIB", "shared library with further laws, joints or forces; may be repeated",
       PTL_LIST, &a->plugins},
      {0, "quiet", NULL, "print no progress", PTL_FLAG, &a->quiet},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, &a->model);
}

static int finish(ptl_context *context, ptl_status status) {
  return status == PTL_OK ? PTL_GO_ON : ptl_cli_exit_status(context, status);
}

/* ------------------------------------------------------------------ options */

static int fail_form(const char *option, const char *text, const char *form) {
  ptl_cli_say(PTL_E(0951) "--%s %s: expected %s", option, text, form);
  return PTL_EXIT_USAGE;
}

/* Cuts the text at a mark; NULL when it is not there. */
static char *cut(char *text, const char *mark) {
  char *at = strstr(text, mark);
  if (at == NULL) return NULL;
  *at = '\0';
  return at + strlen(mark);
}

static ptl_status read_scale(ptl_context *context, const char *text, double *scale) {
  char unit[64];
  if (text == NULL) return PTL_OK;
  ptl_status status = ptl_quantity_infer(context, text, NULL, 0, scale, unit, sizeof unit);
  if (status == PTL_OK && !(*scale > 0))
    status = ptl_fail(context, PTL_ERR_INPUT, PTL_E(0801) "a scale must be > 0, not %s", text);
  return status;
}

static int read_factor(ptl_context *context, const char *option, ptl_study *study) {
  char *copy = ptl_cli_copy_text(option), *values = cut(copy, "=");
  ptl_factor factor = {0};
  int status = PTL_GO_ON;
  if (values == NULL) status = fail_form("vary", option, "PATH=LEAST:LARGEST");
  if (status == PTL_GO_ON)
    status = finish(context, ptl_factor_read(context, copy, values, "", &factor));
  if (status == PTL_GO_ON)
    status = finish(context, ptl_design_add(context, &study->design, &factor));
  if (status != PTL_GO_ON) ptl_factor_release(context, &factor);
  free(copy);
  return status;
}

static int read_setting(ptl_context *context, const char *option, ptl_study *study) {
  char *copy = ptl_cli_copy_text(option), *value = cut(copy, "=");
  const int status = value != NULL ? finish(context, ptl_study_set(context, study, copy, value))
                                   : fail_form("set", option, "PATH=VALUE");
  free(copy);
  return status;
}

static int read_data(const arguments *a, ptl_context *context, ptl_fit *fit) {
  const int n = a->columns.n;
  if ((a->data != NULL) != (n > 0)) {
    ptl_cli_say(PTL_E(0950) "--data and --column go together");
    return PTL_EXIT_USAGE;
  }
  if (n == 0) return PTL_GO_ON;
  char **copies = ptl_cli_alloc((size_t)n, sizeof *copies);
  const char **names = ptl_cli_alloc((size_t)n, sizeof *names);
  double *scales = ptl_cli_alloc((size_t)n, sizeof *scales);
  ptl_status status = PTL_OK;
  for (int i = 0; i < n && status == PTL_OK; i++) {
    copies[i] = ptl_cli_copy_text(a->columns.items[i]);
    status = read_scale(context, cut(copies[i], "@"), &scales[i]);
    const char *name = cut(copies[i], "=");
    names[i] = name != NULL ? name : copies[i];
  }
  if (status == PTL_OK)
    status = ptl_fit_load(context, fit, a->data, (const char *const *)copies, names, scales, n);
  for (int i = 0; i < n; i++) free(copies[i]);
  free(copies);
  free(names);
  free(scales);
  return finish(context, status);
}

/* The measure "(LEFT) - (RIGHT)", whose dimension must fit; *scale: the size of RIGHT. */
static ptl_status add_difference(ptl_context *context, ptl_fit *fit, const char *left,
                                 const char *right, double *scale) {
  char unit[64], name[32];
  const size_t size = strlen(left) + strlen(right) + 16;
  ptl_status status = ptl_quantity_infer(context, right, NULL, 0, scale, unit, sizeof unit);
  if (status != PTL_OK) return status;
  *scale = *scale != 0 ? fabs(*scale) : 1;
  char *text = ptl_cli_alloc(size, 1);
  snprintf(text, size, "(%s) - (%s)", left, right);
  snprintf(name, sizeof name, "difference%d", fit->study.measures.n + 1);
  status = ptl_measures_add(context, &fit->study.measures, name, text, NULL);
  free(text);
  return status;
}

static int read_target(ptl_context *context, const char *option, ptl_fit *fit) {
  char *copy = ptl_cli_copy_text(option), *scale_text = cut(copy, "@"), *value = cut(copy, "=");
  double scale = 1;
  if (value == NULL) {
    free(copy);
    return fail_form("target", option, "MEASURE=VALUE[@SCALE]");
  }
  ptl_status status = add_difference(context, fit, copy, value, &scale);
  if (status == PTL_OK) status = read_scale(context, scale_text, &scale);
  free(copy);
  fit->targets[fit->n_targets++] = (ptl_fit_target){fit->study.measures.n - 1, scale};
  return finish(context, status);
}

static int read_limit(ptl_context *context, const char *option, ptl_fit *fit) {
  char *copy = ptl_cli_copy_text(option), *value = cut(copy, "<=");
  const int is_upper = value != NULL;
  double scale;
  if (value == NULL) value = cut(copy, ">=");
  if (value == NULL) {
    free(copy);
    return fail_form("constrain", option, "MEASURE<=VALUE or MEASURE>=VALUE");
  }
  const ptl_status status = add_difference(context, fit, copy, value, &scale);
  free(copy);
  fit->limits[fit->n_limits++] = (ptl_fit_limit){fit->study.measures.n - 1, is_upper, scale};
  return finish(context, status);
}

static int read_objective(const arguments *a, ptl_context *context, ptl_fit *fit) {
  const char *text = a->minimise != NULL ? a->minimise : a->maximise;
  if (a->minimise != NULL && a->maximise != NULL) {
    ptl_cli_say(PTL_E(0950) "--minimise and --maximise exclude each other");
    return PTL_EXIT_USAGE;
  }
  if (text == NULL) return PTL_GO_ON;
  fit->sign = a->minimise != NULL ? 1 : -1;
  fit->objective = fit->study.measures.n;
  return finish(context, ptl_measures_add(context, &fit->study.measures, "objective", text, NULL));
}

static int read_fit(const arguments *a, ptl_context *context, ptl_fit *fit) {
  *fit = ptl_fit_default();
  fit->study.model = ptl_copy_text(context, a->model);
  fit->targets = ptl_alloc(context, (size_t)a->targets.n, sizeof *fit->targets);
  fit->limits = ptl_alloc(context, (size_t)a->limits.n, sizeof *fit->limits);
  if (fit->study.model == NULL || fit->targets == NULL || fit->limits == NULL)
    return finish(context, PTL_ERR_MEMORY);
  int status = ptl_cli_option_count("evaluations", a->evaluations, 4, 100000000, &fit->evaluations);
  for (int i = 0; i < a->vary.n && status == PTL_GO_ON; i++)
    status = read_factor(context, a->vary.items[i], &fit->study);
  for (int i = 0; i < a->settings.n && status == PTL_GO_ON; i++)
    status = read_setting(context, a->settings.items[i], &fit->study);
  if (status == PTL_GO_ON) status = read_data(a, context, fit);
  if (status == PTL_GO_ON) status = read_objective(a, context, fit);
  for (int i = 0; i < a->targets.n && status == PTL_GO_ON; i++)
    status = read_target(context, a->targets.items[i], fit);
  for (int i = 0; i < a->limits.n && status == PTL_GO_ON; i++)
    status = read_limit(context, a->limits.items[i], fit);
  return status;
}

/* ------------------------------------------------------------------ results */

static void print_numbers(const ptl_fit *fit, const ptl_fit_result *r) {
  ptl_table *out = ptl_cli_table_create("lrll");
  for (int i = 0; i < fit->study.design.n_factors; i++) {
    const ptl_factor *f = &fit->study.design.factors[i];
    ptl_cli_table_cell(out, "%s", f->path);
    ptl_cli_table_cell(out, "%.9g", r->numbers[i]);
    if (isnan(r->errors[i]))
      ptl_cli_table_cell(out, "%s", "");
    else
      ptl_cli_table_cell(out, "+- %.3g", r->errors[i]);
    ptl_cli_table_cell(out, "%s", strcmp(f->unit, "1") == 0 ? "" : f->unit);
  }
  ptl_cli_table_print(out, stdout, 2);
}

static void print_setting(const char *path, const char *value) {
  char word[1024];
  snprintf(word, sizeof word, "%s=%s", path, value);
  printf(" --set ");
  ptl_cli_put_word(stdout, word);
}

static void print_result(const arguments *a, const ptl_fit *fit, const ptl_fit_result *r) {
  print_numbers(fit, r);
  if (fit->objective >= 0)
    printf("%s = %.9g\n", a->minimise != NULL ? a->minimise : a->maximise, r->objective);
  for (int i = 0; i < fit->n_columns; i++)
    printf("%s: rms of the residual %.4g %s\n", fit->columns[i].expression, r->rms[i], r->units[i]);
  for (int i = 0; i < fit->n_targets; i++)
    printf("%s: off by %.4g\n", a->targets.items[i], r->measures[fit->targets[i].measure]);
  for (int i = 0; i < fit->n_limits; i++)
    printf("%s: the difference is %.4g\n", a->limits.items[i], r->measures[fit->limits[i].measure]);
  printf("%lld runs, %lld failed\n", (long long)r->evaluations, (long long)r->failures);
  if (!r->has_settled)
    printf(
        "notice: the search had not come to rest after these runs, and the numbers may be off by "
        "more "
        "than is told; let it take more (--evaluations)\n");
  if (r->at_edge >= 0)
    printf("notice: %s is at an end of its range\n", fit->study.design.factors[r->at_edge].path);
  printf("pintle run ");
  ptl_cli_put_word(stdout, a->model);
  for (int i = 0; i < fit->study.n_settings; i++)
    print_setting(fit->study.settings[i].path, fit->study.settings[i].value);
  for (int i = 0; i < fit->study.design.n_factors; i++) {
    char text[256];
    const ptl_factor *f = &fit->study.design.factors[i];
    const ptl_factor_value value = {r->numbers[i], NULL, 1};
    ptl_factor_value_text(f, &value, text, sizeof text);
    print_setting(f->path, text);
  }
  printf("\n");
}

static void put_header(FILE *out, const ptl_fit *fit, const ptl_fit_result *r) {
  static const char *const kinds[] = {"", ".data", ".residual"};
  fprintf(out, "time [s]");
  for (int i = 0; i < fit->n_columns; i++)
    for (int k = 0; k < 3; k++) {
      char cell[1024];
      snprintf(cell, sizeof cell, "%s%s [%s]", fit->columns[i].expression, kinds[k], r->units[i]);
      putc(',', out);
      ptl_cli_put_cell(out, cell);
    }
}

/* time, and of each column the run, the data, their difference. */
static int write_csv(const char *path, const ptl_fit *fit, const ptl_fit_result *r) {
  char text[PTL_CLI_NUMBER_ROOM];
  ptl_new_file file;
  if (ptl_cli_file_open(&file, path)) return PTL_EXIT_USAGE;
  FILE *out = file.stream;
  put_header(out, fit, r);
  for (int64_t k = 0; k < fit->n_times; k++) {
    ptl_cli_number_text(fit->times[k], text);
    fprintf(out, "\n%s", text);
    for (int i = 0; i < fit->n_columns; i++) {
      const double run = r->runs[i * fit->n_times + k], data = fit->columns[i].data[k];
      const double values[] = {run, data, run - data};
      for (int j = 0; j < 3; j++) {
        ptl_cli_number_text(values[j], text);
        fprintf(out, ",%s", text);
      }
    }
  }
  fputc('\n', out);
  return ptl_cli_file_close(&file, path, 1) ? PTL_EXIT_USAGE : PTL_GO_ON;
}

typedef struct bar {
  ptl_progress progress;
  int64_t evaluations;
} bar;

static int step(void *user, int64_t evaluations, double best) {
  bar *b = user;
  (void)best;
  return ptl_cli_progress_step(&b->progress, (double)evaluations / (double)b->evaluations);
}

static int fit_model(const arguments *a, ptl_context *context, const ptl_fit *fit) {
  ptl_fit_result result;
  bar b = {.evaluations = fit->evaluations};
  ptl_cli_progress_begin(&b.progress, a->quiet);
  const ptl_status ended = ptl_fit_run(context, fit, step, &b, &result);
  ptl_cli_progress_end(&b.progress);
  int status = finish(context, ended);
  const int is_incomplete = ended == PTL_ERR_INTERRUPTED && result.best > 0;
  if (status == PTL_GO_ON || is_incomplete) {
    if (is_incomplete)
      printf("INCOMPLETE: interrupted; the best numbers so far, those of run %lld\n",
             (long long)result.best);
    print_result(a, fit, &result);
    const int written = a->output != NULL ? write_csv(a->output, fit, &result) : PTL_GO_ON;
    if (status == PTL_GO_ON) status = written;
  }
  ptl_fit_result_release(context, &result);
  return status == PTL_GO_ON ? PTL_EXIT_DONE : status;
}

static int run(int argc, char **argv) {
  arguments a = {0};
  int status = parse(argc, argv, &a);
  if (status == PTL_GO_ON) {
    ptl_context *context = ptl_cli_open_context(a.plugins.items, a.plugins.n);
    ptl_fit fit = {0};
    status = context != NULL ? read_fit(&a, context, &fit) : PTL_EXIT_USAGE;
    if (status == PTL_GO_ON) status = fit_model(&a, context, &fit);
    if (context != NULL) {
      ptl_fit_release(context, &fit);
      ptl_context_destroy(context);
    }
  }
  ptl_texts *const lists[] = {&a.vary, &a.columns, &a.targets, &a.limits, &a.settings, &a.plugins};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) free(lists[i]->items);
  return status;
}

const ptl_verb ptl_cli_verb_fit = {
    "fit", "find numbers of a model from measured values, or make a measure least", run};
