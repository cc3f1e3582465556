/* keep_runs.c: run folders of the points that a study keeps. */
#include "keep_runs.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "study_table.h"

static ptl_status choose_best(ptl_context *context, const ptl_study_table *t, const ptl_keep *keep,
                              unsigned char *chosen) {
  const int column = ptl_study_table_find(t, keep->text);
  int64_t *rows = ptl_alloc(context, (size_t)t->n, sizeof *rows), n = 0;
  if (rows == NULL) return PTL_ERR_MEMORY;
  for (int64_t i = 0; i < t->n && column >= 0; i++)
    if (!isnan(t->columns[column].values[i])) rows[n++] = i;
  ptl_status status =
      ptl_study_table_sort(context, t, column, keep->kind == PTL_KEEP_BEST, rows, n);
  for (int64_t i = 0; i < n && i < keep->n && status == PTL_OK; i++) chosen[rows[i]] = 1;
  ptl_free(context, rows);
  return status;
}

static ptl_status choose_kept(ptl_context *context, const ptl_study_table *t, const ptl_keep *keep,
                              unsigned char *chosen) {
  if (keep->kind == PTL_KEEP_WHERE) return ptl_study_table_where(context, t, keep->text, chosen);
  if (keep->kind == PTL_KEEP_BEST || keep->kind == PTL_KEEP_WORST)
    return choose_best(context, t, keep, chosen);
  for (int64_t i = 0; i < t->n; i++) chosen[i] = keep->kind == PTL_KEEP_ALL || t->failed[i];
  return PTL_OK;
}

ptl_status ptl_keep_runs(ptl_context *context, const ptl_study *study, const char *path,
                         const char *folder, int64_t *kept) {
  ptl_study_table table;
  ptl_point_runner runner = {0};
  unsigned char *chosen = NULL;
  ptl_status status = ptl_study_table_load(context, path, &table);
  if (status == PTL_OK) {
    chosen = ptl_alloc(context, (size_t)table.n, 1);
    status = chosen != NULL ? choose_kept(context, &table, &study->keep, chosen) : PTL_ERR_MEMORY;
  }
  if (status == PTL_OK) status = ptl_point_runner_begin(context, study, &runner);
  for (int64_t i = 0; i < table.n && status == PTL_OK; i++) {
    char name[4096];
    if (!chosen[i] || strcmp(table.statuses[i], ptl_run_status_name(PTL_RUN_CRASHED)) == 0)
      continue;
    snprintf(name, sizeof name, "%s/%lld", folder, (long long)table.index[i]);
    if (access(name, F_OK) == 0) continue; /* of an earlier time; the same run */
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
      status = ptl_fail(context, ptl_errno_status(), PTL_E(0802) "%s: error: cannot be made: %s",
                        folder, strerror(errno));
    if (status != PTL_OK) break;
    status = ptl_point_keep(&runner, table.index[i], name);
    if (status == PTL_OK) ++*kept;
  }
  if (runner.context != NULL) ptl_point_runner_end(&runner);
  ptl_free(context, chosen);
  ptl_study_table_release(context, &table);
  return status;
}
