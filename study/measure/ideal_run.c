/* ideal_run.c: the ideal mechanism beside a run. */
#include "ideal_run.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Whether the name stands in the text, and not as the end of another name. */
static int asks(const char *text) {
  for (const char *found = text; (found = strstr(found, PTL_IDEAL_PREFIX)) != NULL; found++) {
    const int before = found > text ? (unsigned char)found[-1] : ' ';
    if (!isalnum(before) && before != '_' && before != '.') return 1;
  }
  return 0;
}

int ptl_ideal_is_asked(const ptl_measures *measures) {
  for (int i = 0; i < measures->n_calls; i++)
    if (asks(measures->calls[i].argument)) return 1;
  for (int i = 0; i < measures->n_sections; i++)
    for (int k = 0; k < measures->sections[i].n_texts; k++)
      if (asks(measures->sections[i].texts[k])) return 1;
  return 0;
}

ptl_status ptl_ideal_run_begin(ptl_context *context, const ptl_mechanism *m, ptl_ideal_run *out) {
  const ptl_column *columns;
  *out = (ptl_ideal_run){.context = context};
  const ptl_status status = ptl_assemble_ideal(context, m, &out->system);
  if (status == PTL_OK)
    out->n = ptl_system_get_columns(out->system, &columns);
  else if (status == PTL_ERR_UNFIT || status == PTL_ERR_INPUT)
    ptl_prefix_message(context, "the mechanism without clearances: ");
  return status;
}

ptl_status ptl_ideal_run_columns(ptl_ideal_run *ideal, double t, double *values) {
  ptl_status status = PTL_OK;
  if (ideal->run == NULL) {
    ptl_run_options options = ptl_run_options_default();
    options.until_time = INFINITY;
    options.no_output = 1;
    status = ptl_run_create(ideal->context, ideal->system, &options, NULL, &ideal->run);
  }
  if (status == PTL_OK) status = ptl_run_advance(ideal->run, t, NULL);
  if (status == PTL_OK) status = ptl_run_get_columns(ideal->run, values);
  if (status == PTL_ERR_SIMULATION)
    ptl_prefix_message(ideal->context, "the mechanism without clearances: ");
  return status;
}

void ptl_ideal_run_release(ptl_ideal_run *ideal) {
  ptl_run_destroy(ideal->run);
  ptl_system_destroy(ideal->system);
  *ideal = (ptl_ideal_run){0};
}
