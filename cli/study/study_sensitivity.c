/* study_sensitivity.c: `pintle study sensitivity`: what depends on what. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "indices.h"
#include "message.h"
#include "options.h"
#include "rank.h"
#include "study_parts.h"
#include "study_table.h"
#include "table.h"

static const ptl_usage usage = {
    "study sensitivity", "FILE.db",
    "Prints the rank correlation (Spearman) of each factor and measure, and for the design "
    "saltelli "
    "the first-order and total Sobol indices with their standard errors.",
    1, 1};

static void cell(ptl_table *out, double value) {
  if (isnan(value))
    ptl_cli_table_cell(out, "-");
  else
    ptl_cli_table_cell(out, "%+.3f", value);
}

static ptl_status print_ranks(ptl_context *context, const ptl_study_table *t) {
  char align[64] = "l";
  const int n_measures = t->n_columns - t->n_factors;
  if (n_measures > 60)
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0801) "too many measures for a table");
  memset(align + 1, 'r', (size_t)n_measures);
  align[n_measures + 1] = '\0';
  ptl_table *out = ptl_cli_table_create(align);
  ptl_cli_table_cell(out, "rank correlation");
  for (int m = t->n_factors; m < t->n_columns; m++)
    ptl_cli_table_cell(out, "%s", t->columns[m].name);
  for (int f = 0; f < t->n_factors; f++) {
    if (t->columns[f].words != NULL) continue; /* words have no order */
    ptl_cli_table_cell(out, "%s", t->columns[f].name);
    for (int m = t->n_factors; m < t->n_columns; m++) {
      double r;
      ptl_status status =
          ptl_rank_correlation(context, t->columns[f].values, t->columns[m].values, t->n, &r);
      if (status != PTL_OK) return status;
      cell(out, r);
    }
  }
  ptl_cli_table_print(out, stdout, 2);
  return PTL_OK;
}

static ptl_status print_indices(ptl_context *context, const ptl_study_table *t, int measure) {
  const int d = t->n_factors, size = d + 2;
  const int64_t all_blocks = t->n > 0 ? t->index[t->n - 1] / size + 1 : 0;
  int64_t blocks = 0; /* of which there are rows */
  for (int64_t i = 0; i < t->n; i++)
    blocks += i == 0 || t->index[i] / size != t->index[i - 1] / size;
  double *results = ptl_alloc(context, (size_t)(blocks * size), sizeof *results);
  ptl_indices *indices = ptl_alloc(context, (size_t)d, sizeof *indices);
  ptl_status status = results != NULL && indices != NULL ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK) {
    for (int64_t i = 0; i < blocks * size; i++) results[i] = NAN;
    for (int64_t i = 0, block = 0; i < t->n; i++) {
      block += i > 0 && t->index[i] / size != t->index[i - 1] / size;
      results[block * size + t->index[i] % size] = t->columns[measure].values[i];
    }
    const int64_t used = ptl_sobol_indices(results, blocks, d, indices);
    printf("\n%s: %lld of %lld blocks\n", t->columns[measure].name, (long long)used,
           (long long)all_blocks);
    ptl_table *out = ptl_cli_table_create("lrrrr");
    static const char *const heads[] = {"Sobol index", "first", "+-", "total", "+-"};
    for (int i = 0; i < 5; i++) ptl_cli_table_cell(out, "%s", heads[i]);
    for (int f = 0; f < d; f++) {
      ptl_cli_table_cell(out, "%s", t->columns[f].name);
      cell(out, indices[f].first);
      cell(out, indices[f].first_error);
      cell(out, indices[f].total);
      cell(out, indices[f].total_error);
    }
    ptl_cli_table_print(out, stdout, 2);
  }
  ptl_free(context, results);
  ptl_free(context, indices);
  return status;
}

int ptl_cli_study_sensitivity(int argc, char **argv) {
  const char *path = NULL;
  const ptl_option options[] = {{0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  int exit_status = ptl_cli_options_parse(&usage, options, argc, argv, &path);
  if (exit_status != PTL_GO_ON) return exit_status;
  ptl_context *context = ptl_cli_open_context(NULL, 0);
  if (context == NULL) return PTL_EXIT_USAGE;
  ptl_study_table table;
  ptl_status status = ptl_study_table_load(context, path, &table);
  if (status == PTL_OK) status = print_ranks(context, &table);
  if (status == PTL_OK && strcmp(table.design, "saltelli") == 0)
    for (int m = table.n_factors; m < table.n_columns && status == PTL_OK; m++)
      status = print_indices(context, &table, m);
  exit_status = status == PTL_OK ? PTL_EXIT_DONE : ptl_cli_exit_status(context, status);
  ptl_study_table_release(context, &table);
  ptl_context_destroy(context);
  return exit_status;
}
