#include "report_study.h"

#include <stdio.h>
#include <string.h>

#include "message.h"
#include "page.h"
#include "page_shapes.h"
#include "page_text.h"
#include "study_plot.h"
#include "study_table.h"

enum { MOST_ROWS = 1000 };

typedef struct study_page {
  ptl_context *context;
  const ptl_study_table *table;
  const char *origin;
} study_page;

static void put_text(FILE *out, const char *name, const char *text) {
  fprintf(out, ",\n\"%s\":", name);
  ptl_page_string(out, text != NULL ? text : "");
}

/* Every kind of chart that these results can be drawn as. */
static int put_charts(const study_page *p, FILE *out) {
  const double width = 560, height = 380;
  int n = 0, failed = 0;
  fputs(",\n\"figures\":[", out);
  for (int kind = 0; kind < PTL_N_STUDY_PLOTS; kind++) {
    const ptl_study_plot plot = {.kind = kind, .width = width, .height = height};
    ptl_shapes shapes = {0};
    if (ptl_study_plot_draw(p->context, p->table, &plot, &shapes) == PTL_OK) {
      fprintf(out, "%s{\"title\":\"%s\",\"w\":%g,\"h\":%g,\"shapes\":", n++ > 0 ? ",\n" : "",
              ptl_study_plot_name(kind), width, height);
      ptl_page_shapes(out, &shapes);
      fputc('}', out);
    }
    failed |= shapes.failed;
    ptl_shapes_release(&shapes);
  }
  fputc(']', out);
  return failed;
}

static void put_cell(const ptl_table_column *column, int64_t row, FILE *out) {
  if (column->words != NULL && column->words[row] != NULL)
    ptl_page_string(out, column->words[row]);
  else
    ptl_page_number(out, column->values[row], 7);
}

static void put_rows(const ptl_study_table *t, FILE *out) {
  fputs(",\n\"columns\":[[\"run\",\"\"]", out);
  for (int c = 0; c < t->n_columns; c++) {
    fputs(",[", out);
    ptl_page_string(out, t->columns[c].name);
    fputc(',', out);
    ptl_page_string(out, t->columns[c].unit);
    fputc(']', out);
  }
  fputs(",[\"status\",\"\"]],\n\"rows\":[", out);
  for (int64_t i = 0; i < t->n && i < MOST_ROWS; i++) {
    fprintf(out, "%s[%lld", i > 0 ? ",\n" : "", (long long)t->index[i]);
    for (int c = 0; c < t->n_columns; c++) {
      fputc(',', out);
      put_cell(&t->columns[c], i, out);
    }
    fputc(',', out);
    ptl_page_string(out, t->statuses[i] != NULL ? t->statuses[i] : "");
    fputc(']', out);
  }
  fputc(']', out);
}

static void put_settings(const ptl_study_table *t, FILE *out) {
  fputs(",\n\"settings\":[", out);
  for (int i = 0; i < t->n_settings; i++) {
    fputs(i > 0 ? ",[" : "[", out);
    ptl_page_string(out, t->settings[i].path);
    fputc(',', out);
    ptl_page_string(out, t->settings[i].value);
    fputc(']', out);
  }
  fputc(']', out);
}

static int put_data(FILE *out, void *user) {
  const study_page *p = user;
  const ptl_study_table *t = p->table;
  int64_t n_failed = 0;
  for (int64_t i = 0; i < t->n; i++) n_failed += t->failed[i] != 0;
  fputs("{\"kind\":\"study\",\"version\":\"" PTL_VERSION "\",", out);
  ptl_page_themes(out);
  put_text(out, "origin", p->origin);
  const char *slash = t->model != NULL ? strrchr(t->model, '/') : NULL;
  put_text(out, "model", slash != NULL ? slash + 1 : t->model);
  put_text(out, "design", t->design);
  fprintf(out, ",\n\"n\":%lld,\"n_failed\":%lld", (long long)t->n, (long long)n_failed);
  put_settings(t, out);
  const int failed = put_charts(p, out);
  put_rows(t, out);
  fputs("}\n", out);
  return failed;
}

int ptl_cli_report_study(ptl_context *context, const char *path, const char *origin,
                         const char *output) {
  ptl_study_table table;
  char why[1400];
  int status = PTL_EXIT_DONE;
  const ptl_status loaded = ptl_study_table_load(context, path, &table);
  if (loaded != PTL_OK) {
    status = ptl_cli_exit_status(context, loaded);
  } else {
    study_page page = {context, &table, origin};
    const char *title = table.title != NULL && *table.title != '\0' ? table.title : origin;
    if (ptl_page_write(output, title, put_data, &page, why, sizeof why) != 0) {
      ptl_cli_say(PTL_E(0903) "%s", why);
      status = PTL_EXIT_USAGE;
    }
  }
  ptl_study_table_release(context, &table);
  return status;
}
