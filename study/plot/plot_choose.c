/* plot_choose.c: which picture fits a study. */
#include <string.h>

#include "plot_kinds.h"

static const struct {
  const char *name;
  ptl_status (*draw)(const ptl_drawing *d);
} kinds[PTL_N_STUDY_PLOTS] = {[PTL_STUDY_CURVES] = {"curves", ptl_draw_study_curves},
                              [PTL_STUDY_HEAT] = {"heat", ptl_draw_study_heat},
                              [PTL_STUDY_BIFURCATION] = {"bifurcation", ptl_draw_study_bifurcation},
                              [PTL_STUDY_POINCARE] = {"poincare", ptl_draw_study_poincare},
                              [PTL_STUDY_TORNADO] = {"tornado", ptl_draw_study_tornado},
                              [PTL_STUDY_MATRIX] = {"matrix", ptl_draw_study_matrix},
                              [PTL_STUDY_PARALLEL] = {"parallel", ptl_draw_study_parallel},
                              [PTL_STUDY_WATERFALL] = {"waterfall", ptl_draw_study_waterfall}};

const char *ptl_study_plot_name(int kind) {
  return kind >= 0 && kind < PTL_N_STUDY_PLOTS ? kinds[kind].name : NULL;
}

static int count(const ptl_study_table *t, int is_measure, int with_numbers) {
  int n = 0;
  for (int i = 0; i < t->n_columns; i++)
    n += t->columns[i].is_measure == is_measure && (t->columns[i].words == NULL) == with_numbers;
  return n;
}

static int choose(const ptl_study_table *t) {
  const int factors = count(t, 0, 1), measures = count(t, 1, 1);
  const int is_grid = strcmp(t->design, "grid") == 0;
  if (measures == 0) return factors > 0 && t->n > 1 ? PTL_STUDY_BIFURCATION : PTL_STUDY_POINCARE;
  if (strcmp(t->design, "one_at_a_time") == 0) return PTL_STUDY_TORNADO;
  if (factors == 1 || factors + measures < 2) return PTL_STUDY_CURVES;
  if (is_grid && factors == 2 && count(t, 0, 0) == 0) return PTL_STUDY_HEAT;
  return is_grid ? PTL_STUDY_CURVES : PTL_STUDY_MATRIX;
}

ptl_status ptl_study_plot_draw(ptl_context *context, const ptl_study_table *table,
                               const ptl_study_plot *plot, ptl_shapes *out) {
  const ptl_drawing d = {context, table, plot, out};
  const int kind = plot->kind >= 0 ? plot->kind : choose(table);
  if (table->n == 0)
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0806) "%s: error: there are no results",
                    table->path);
  ptl_status status = kinds[kind].draw(&d);
  if (status == PTL_OK && out->failed)
    status = ptl_fail(context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory for the picture");
  return status;
}
