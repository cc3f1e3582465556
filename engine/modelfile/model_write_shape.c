/* model_write_shape.c: the shapes of a body, as the reader takes them. */
#include "model_write_parts.h"

#include "number.h"

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
