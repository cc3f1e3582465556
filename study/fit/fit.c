/* fit.c: what a fit is, and its result. */
#include "fit.h"

ptl_fit ptl_fit_default(void) {
  return (ptl_fit){.study = ptl_study_default(),
                   .objective = -1,
                   .sign = 1,
                   .evaluations = 400,
                   .tolerance = 1e-7};
}

void ptl_fit_release(ptl_context *context, ptl_fit *fit) {
  for (int i = 0; i < fit->n_columns; i++) {
    ptl_free(context, fit->columns[i].expression);
    ptl_free(context, fit->columns[i].data);
  }
  ptl_free(context, fit->columns);
  ptl_free(context, fit->targets);
  ptl_free(context, fit->limits);
  ptl_free(context, fit->times);
  ptl_study_release(context, &fit->study);
  *fit = (ptl_fit){0};
}

void ptl_fit_result_release(ptl_context *context, ptl_fit_result *result) {
  ptl_free(context, result->numbers);
  ptl_free(context, result->errors);
  ptl_free(context, result->measures);
  ptl_free(context, result->runs);
  ptl_free(context, result->rms);
  ptl_free(context, result->units);
  *result = (ptl_fit_result){0};
}
