/* verification.c: a verification as verify.csv and in summary.json. */

#include <math.h>
#include <stdio.h>

#include "model_words.h"
#include "trace.h"
#include "word_list.h"

static double digits_of(const ptl_agreement *agreement) {
  return agreement->digits < 0 ? (double)NAN : (double)agreement->digits;
}

/* Empty where the number is not there. */
static void put_number(ptl_writer *file, double value) {
  if (isnan(value))
    ptl_writer_cell(file, "");
  else
    ptl_writer_number(file, value);
}

static void put_row(ptl_writer *file, const char *kind, const char *name, const char *unit,
                    const double values[PTL_VERIFY_RUNS]) {
  ptl_writer_cell(file, kind);
  ptl_writer_cell(file, name);
  ptl_writer_cell(file, unit);
  for (int r = 0; r < PTL_VERIFY_RUNS; r++) put_number(file, values[r]);
}

static void put_end(ptl_writer *file, double digits, double mean, double scatter) {
  put_number(file, digits);
  put_number(file, mean);
  put_number(file, scatter);
  ptl_writer_end_row(file);
}

static void put_of_run(ptl_writer *file, const char *name, const char *unit, double value) {
  const double values[PTL_VERIFY_RUNS] = {value, NAN, NAN};
  put_row(file, "run", name, unit, values);
  put_end(file, NAN, NAN, NAN);
}

static void put_agreements(ptl_writer *file, const char *kind, const ptl_agreement *list, int n) {
  for (int i = 0; i < n; i++) {
    put_row(file, kind, list[i].name, list[i].unit, list[i].values);
    put_end(file, digits_of(&list[i]), NAN, NAN);
  }
}

static void put_all(ptl_writer *file, const ptl_verification *v) {
  static const char *const header[] = {
      "kind",   "name", "unit",   "this_run", "other_integrator", "tighter_tolerance",
      "digits", "mean", "scatter"};
  double rtol[PTL_VERIFY_RUNS], steps[PTL_VERIFY_RUNS];
  for (size_t i = 0; i < sizeof header / sizeof *header; i++) ptl_writer_cell(file, header[i]);
  ptl_writer_end_row(file);
  for (int r = 0; r < PTL_VERIFY_RUNS; r++) {
    rtol[r] = v->runs[r].rtol;
    steps[r] = v->runs[r].status == PTL_OK ? (double)v->runs[r].counters.steps : NAN;
  }
  put_of_run(file, "comparable_until", "s", v->comparable_until);
  put_of_run(file, "is_chaotic", "1", v->is_chaotic);
  put_of_run(file, "lyapunov_time", "s", v->lyapunov_time);
  put_of_run(file, "statistics_from", "s", v->statistics_from);
  put_row(file, "run", "rtol", "1", rtol);
  put_end(file, NAN, NAN, NAN);
  put_row(file, "run", "steps", "1", steps);
  put_end(file, NAN, NAN, NAN);
  put_agreements(file, "figure", v->figures, v->n_figures);
  put_agreements(file, "column", v->columns, v->n_columns);
  for (int i = 0; i < v->n_statistics; i++) {
    const ptl_verify_statistic *s = &v->statistics[i];
    put_row(file, "statistic", s->name, s->unit, s->values);
    put_end(file, NAN, s->mean, s->scatter);
  }
}

ptl_status ptl_verification_save(ptl_context *context, const ptl_verification *verification,
                                 const char *path) {
  ptl_writer *file;
  const ptl_status status = ptl_writer_create(context, path, &file);
  if (status != PTL_OK) return status;
  put_all(file, verification);
  return ptl_writer_close(file);
}

/* ------------------------------------------------------------------ summary.json */

static void write_runs(ptl_json *j, const ptl_verification *v) {
  ptl_json_open(j, "runs", '[');
  for (int r = 0; r < PTL_VERIFY_RUNS; r++) {
    const ptl_verify_run *run = &v->runs[r];
    char text[32];
    size_t length;
    const char *word = ptl_word_at(PTL_WORDS_INTEGRATOR, (int)run->integrator, &length);
    snprintf(text, sizeof text, "%.*s", (int)length, word);
    ptl_json_open_inline(j, NULL, '{');
    ptl_json_text(j, "integrator", text);
    ptl_json_number(j, "rtol", run->rtol);
    ptl_json_count(j, "steps", run->counters.steps);
    ptl_json_count(j, "ida_steps", run->counters.ida_steps);
    ptl_json_text(j, "failure", run->status == PTL_OK ? NULL : run->message);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
}

static void write_digits(ptl_json *j, const char *key, const ptl_agreement *list, int n) {
  ptl_json_open(j, key, '{');
  for (int i = 0; i < n; i++) ptl_json_number(j, list[i].name, digits_of(&list[i]));
  ptl_json_close(j, '}');
}

static void write_statistics(ptl_json *j, const ptl_verification *v) {
  ptl_json_open(j, "statistics", '{');
  for (int i = 0; i < v->n_statistics; i++) {
    const ptl_verify_statistic *s = &v->statistics[i];
    ptl_json_open_inline(j, s->name, '{');
    ptl_json_number(j, "mean", s->mean);
    ptl_json_number(j, "scatter", s->scatter);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, '}');
}

void ptl_verification_write(ptl_json *j, const ptl_verification *v) {
  ptl_json_open(j, "verification", '{');
  write_runs(j, v);
  ptl_json_number(j, "comparable_until", v->comparable_until);
  ptl_json_bool(j, "is_chaotic", v->is_chaotic);
  ptl_json_number(j, "lyapunov_time", v->lyapunov_time);
  ptl_json_number(j, "statistics_from", v->statistics_from);
  write_digits(j, "figures", v->figures, v->n_figures);
  write_digits(j, "columns", v->columns, v->n_columns);
  write_statistics(j, v);
  ptl_json_close(j, '}');
}
