/* model_write_parts.c: parameters, signals with a state, shapes of bodies, gears, belts, racks,
 * motions, gaps that touch and limits of a run, as the reader takes them. */
#include "model_write_parts.h"

#include <math.h>
#include <string.h>

#include "expression.h"
#include "json.h"
#include "model_words.h"
#include "number.h"
#include "pintle_trace.h"
#include "word_list.h"

static void put_number(FILE *file, const char *before, double value) {
  char text[PTL_NUMBER_ROOM];
  const int n = ptl_number_write(value, text);
  fprintf(file, "%s%.*s", before, n, text);
}

static void put_pair(FILE *file, const char *before, const double *pair) {
  fputs(before, file);
  put_number(file, "[", pair[0]);
  put_number(file, ", ", pair[1]);
  fputs("]", file);
}

/* ------------------------------------------------------------------ parameters */

/* Writes "45 mm" to `text`; 0 where no number of 17 digits in this unit has the value. */
static int in_given_unit(ptl_context *context, const ptl_parameter_def *def, char *text,
                         size_t size) {
  double factor, offset, again;
  if (def->given_unit == NULL ||
      ptl_unit_to_si(context, def->given_unit, &factor, &offset) != PTL_OK || offset != 0.0)
    return 0;
  for (int digits = 15; digits <= 17; digits++) {
    const int n = snprintf(text, size, "%.*g %s", digits, def->value / factor, def->given_unit);
    if (n > 0 && (size_t)n < size &&
        ptl_quantity_eval(context, text, def->unit, NULL, 0, &again) == PTL_OK &&
        again == def->value)
      return 1;
  }
  return 0;
}

void ptl_write_parameter(ptl_context *context, const ptl_parameter_def *def, FILE *file) {
  char text[160];
  if (in_given_unit(context, def, text, sizeof text)) {
    fputs(text, file);
    return;
  }
  put_number(file, "", def->value);
  if (strcmp(def->unit, "1") != 0) fprintf(file, " %s", def->unit);
}

/* ------------------------------------------------------------------ shapes */

/* "circle: {center: [0, 0], radius: 0.1}" */
static void put_form(FILE *file, const ptl_shape_def *def) {
  fprintf(file, "%s: ", ptl_form_word(def->form));
  if (def->form == PTL_FORM_POLYGON) {
    for (int i = 0; i < def->n_points; i++) put_pair(file, i > 0 ? ", " : "[", &def->points[2 * i]);
    fputs("]", file);
    return;
  }
  if (def->form == PTL_FORM_LINK) {
    put_pair(file, "{from: ", &def->points[0]);
    put_pair(file, ", to: ", &def->points[2]);
    put_number(file, ", width: ", def->size[0]);
  } else {
    put_pair(file, "{center: ", def->points);
    if (def->form == PTL_FORM_CIRCLE) put_number(file, ", radius: ", def->size[0]);
    if (def->form == PTL_FORM_RECTANGLE) put_pair(file, ", size: ", def->size);
    if (def->form == PTL_FORM_RECTANGLE) put_number(file, ", angle: ", def->angle);
  }
  fputs("}", file);
}

void ptl_write_shapes(const ptl_mechanism *m, const ptl_mech_body *body, FILE *file) {
  int in_holes = 0;
  if (body->first_shape > 0) fputs("    shape:\n", file);
  for (int i = body->first_shape; i > 0; i = m->shapes[i - 1].next) {
    const ptl_shape_def *def = &m->shapes[i - 1].def;
    if (def->hole) {
      if (!in_holes) fputs("        holes:\n", file);
      fputs("          - ", file);
    } else {
      fputs("      - ", file);
    }
    put_form(file, def);
    fputs("\n", file);
    if (def->color != NULL) fprintf(file, "        color: %s\n", def->color);
    in_holes = def->hole;
  }
}

/* ------------------------------------------------------------------ gears, belts and racks */

static void line_number(FILE *file, const char *key, double value) {
  fprintf(file, "    %s: ", key);
  put_number(file, "", value);
  fputs("\n", file);
}

static void put_point(FILE *file, double x, double y) {
  fputs("[", file);
  put_number(file, "", x);
  fputs(", ", file);
  put_number(file, "", y);
  fputs("]", file);
}

static void line_pair(FILE *file, const char *key, double x, double y) {
  fprintf(file, "    %s: ", key);
  put_point(file, x, y);
  fputs("\n", file);
}

static void put_rack(const ptl_coupling_def *def, FILE *file) {
  fprintf(file, "    type: rack_and_pinion\n    rack: \"%s\"\n    pinion: \"%s\"\n",
          def->first.joint, def->second.joint);
  line_number(file, "radius", def->ratio);
  if (def->teeth > 0.0) line_number(file, "teeth", def->teeth);
  if (def->has_points) line_pair(file, "at", def->points[0][0], def->points[0][1]);
}

/* The ratio to the bit: that of whole numbers, or its own. */
static void put_teeth(const ptl_coupling_def *def, FILE *file) {
  const double ratio = fabs(def->ratio), whole = round(ratio * def->teeth);
  if (def->teeth > 0.0 && whole / def->teeth == ratio)
    line_pair(file, "teeth", def->teeth, whole);
  else
    line_pair(file, "teeth", 1.0, ratio);
}

static void put_wheels(const ptl_coupling_def *def, FILE *file) {
  const int is_belt = def->kind == PTL_COUPLING_BELT;
  fprintf(file, "    type: %s\n    %s: [\"%s\", \"%s\"]\n    carrier: \"%s\"\n",
          is_belt ? "belt" : "gear", is_belt ? "pulleys" : "gears", def->first.b.body,
          def->second.b.body, def->first.a.body);
  if (def->radii[0] > 0.0) line_pair(file, "radii", def->radii[0], def->radii[1]);
  if (def->teeth > 0.0 || !(def->radii[0] > 0.0)) put_teeth(def, file);
  fprintf(file, "    %s: %s\n", is_belt ? "crossed" : "internal",
          is_belt == (def->ratio > 0.0) ? "false" : "true");
  if (is_belt) line_number(file, "pretension", def->pretension);
  if (!def->has_points) return;
  fputs("    at: [", file);
  put_point(file, def->points[0][0], def->points[0][1]);
  fputs(", ", file);
  put_point(file, def->points[1][0], def->points[1][1]);
  fputs("]\n", file);
}

void ptl_write_mesh(const ptl_coupling_def *def, FILE *file) {
  if (def->kind == PTL_COUPLING_RACK)
    put_rack(def, file);
  else
    put_wheels(def, file);
  if (def->kind != PTL_COUPLING_BELT) line_number(file, "pressure_angle", def->pressure_angle);
  if (def->efficiency > 0.0) line_number(file, "efficiency", def->efficiency);
}

/* ------------------------------------------------------------------ motions */

void ptl_write_rises(const ptl_motion_def *def, FILE *file) {
  if (def->rises == NULL) return;
  fputs("    rises:\n", file);
  for (int i = 0; i < def->n_rises; i++) {
    size_t length;
    const char *law = ptl_word_at(PTL_WORDS_RISE_LAW, (int)def->rises[i].law, &length);
    fprintf(file, "      -\n        law: %.*s\n", (int)length, law);
    put_number(file, "        start: ", def->rises[i].start);
    put_number(file, "\n        duration: ", def->rises[i].duration);
    put_number(file, "\n        rise: ", def->rises[i].rise);
    fputs("\n", file);
  }
  line_number(file, "period", def->period);
}

void ptl_write_release(const char *signal, FILE *file) {
  if (signal != NULL) fprintf(file, "    release:\n      signal: \"%s\"\n", signal);
}

/* ------------------------------------------------------------------ signals */

static void put_bytes(void *file, const char *bytes, size_t n) {
  fwrite(bytes, 1, n, file);
}

static void put_expression(FILE *file, const char *key, const char *text) {
  if (text == NULL) return;
  fprintf(file, "    %s: !si ", key);
  ptl_json_quote(text, put_bytes, file);
  fputs("\n", file);
}

void ptl_write_signals(const ptl_mechanism *m, FILE *file) {
  if (m->n_signals > 0) fputs("signals:\n", file);
  for (int i = 0; i < m->n_signals; i++) {
    const ptl_signal_def *def = &m->signals[i].def;
    fprintf(file, "  %s:\n    unit: \"%s\"\n", def->name, def->unit);
    put_expression(file, "rate", def->rate);
    put_expression(file, "next", def->next);
    put_expression(file, "start", def->start);
    if (!isnan(def->scale)) put_number(file, "    scale: ", def->scale);
    if (!isnan(def->scale)) fputs("\n", file);
  }
}

/* ------------------------------------------------------------------ runs */

void ptl_write_touching(const ptl_mechanism *m, FILE *file) {
  const char *before = "  touching: [";
  for (int i = 0; i < m->n_joints; i++) {
    const ptl_mech_joint *joint = &m->joints[i];
    const ptl_joint_type *type = joint->use.type;
    for (int gap = 0; gap < ptl_joint_n_gaps(type); gap++) {
      if (!(joint->touching & 1u << gap)) continue;
      fprintf(file, "%s%s.%s", before, joint->def.name, type->gap_names[gap]);
      before = ", ";
    }
  }
  if (*before == ',') fputs("]\n", file);
}

void ptl_write_limits(const ptl_run_limits *limits, FILE *file) {
  put_number(file, "  limits: {rows: ", limits->rows);
  put_number(file, ", steps: ", limits->steps);
  put_number(file, ", events: ", limits->events);
  put_number(file, ", size: ", limits->size);
  put_number(file, ", memory: ", limits->memory);
  put_number(file, ", wall_time: ", limits->wall_time);
  fputs("}\n", file);
}

/* ------------------------------------------------------------------ statistics */

void ptl_write_span(const ptl_mechanism *m, const ptl_span *span, FILE *file) {
  put_number(file, "", span->amount);
  if (span->joint == NULL) return;
  const ptl_joint_type *type = m->joints[ptl_find_joint(m, span->joint)].use.type;
  fprintf(file, " %s of %s", type->coordinate == PTL_COORDINATE_ANGLE ? "rad" : "m", span->joint);
}

void ptl_write_statistics(const ptl_mechanism *m, FILE *file) {
  if (m->n_statistics > 0) fputs("  statistics:\n", file);
  for (int i = 0; i < m->n_statistics; i++) {
    const ptl_statistic_def *def = &m->statistics[i].def;
    fprintf(file, "    %s:\n      unit: \"%s\"\n  ", def->name, def->unit);
    put_expression(file, "of", def->expression);
    if (!isnan(def->from)) line_number(file, "  from", def->from);
    if (!isnan(def->until)) line_number(file, "  until", def->until);
    if (!(def->cycle.amount > 0.0)) continue;
    fputs("      cycle: ", file);
    ptl_write_span(m, &def->cycle, file);
    fputs("\n", file);
  }
}
