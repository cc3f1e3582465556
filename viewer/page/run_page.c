#include "run_page.h"

#include <string.h>

#include "controls.h"
#include "format.h"
#include "page.h"
#include "page_shapes.h"
#include "page_text.h"
#include "pintle.h"
#include "run_parts.h"

/* [name, value, unit, whether the model file gives the number in this unit] */
static void put_parameters(ptl_context *context, const ptl_mechanism *mechanism, FILE *out) {
  ptl_parameter_def p;
  fputs(",\n\"parameters\":[", out);
  for (int i = 0; mechanism != NULL && ptl_mechanism_get_parameter(mechanism, i, &p); i++) {
    fputs(i > 0 ? ",[" : "[", out);
    ptl_page_string(out, p.name);
    fputc(',', out);
    double size;
    const char *unit = ptl_controls_unit(context, &p, &size);
    ptl_page_number(out, p.value / size, 9);
    fputc(',', out);
    ptl_page_string(out, ptl_pretty_unit(unit));
    fputs(unit == p.given_unit ? ",1]" : ",0]", out);
  }
  fputc(']', out);
}

static void put_text(FILE *out, const char *name, const char *text) {
  fprintf(out, ",\n\"%s\":", name);
  if (text != NULL)
    ptl_page_string(out, text);
  else
    fputs("null", out);
}

static int put_data(FILE *out, void *user) {
  const ptl_run_page *report = user;
  const ptl_result *result = report->result;
  fputs("{\"kind\":\"run\",\"version\":\"" PTL_VERSION "\",", out);
  ptl_page_themes(out);
  put_text(out, "title", report->title);
  put_text(out, "origin", report->origin);
  put_text(out, "notice", result->message);
  put_text(out, "model", report->model);
  put_text(out, "summary", report->summary);
  put_parameters(report->context, report->mechanism, out);
  fputs(",\n\"events\":", out);
  int failed = ptl_run_page_events(result, out);
  fputs(",\n\"data\":", out);
  failed |= ptl_run_page_columns(result, out);
  fputs(",\n\"figures\":", out);
  failed |= ptl_run_page_figures(result, out);
  fputs(",\n\"motion\":", out);
  if (result->has_bodies)
    failed |= ptl_run_page_motion(result, out);
  else
    fputs("null", out);
  fputs("}\n", out);
  return failed;
}

int ptl_run_page_write(const ptl_run_page *report, const char *path, char *why, size_t size) {
  ptl_run_page copy = *report;
  return ptl_page_write(path, report->title, put_data, &copy, why, size);
}
