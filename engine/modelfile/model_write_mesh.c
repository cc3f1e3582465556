/* model_write_mesh.c: gears, belts and racks, as the reader takes them. */
#include "model_write_parts.h"

#include <math.h>

#include "number.h"

static void put_number(FILE *file, double value) {
  char text[PTL_NUMBER_ROOM];
  const int n = ptl_number_write(value, text);
  fprintf(file, "%.*s", n, text);
}

static void line_number(FILE *file, const char *key, double value) {
  fprintf(file, "    %s: ", key);
  put_number(file, value);
  fputs("\n", file);
}

static void put_pair(FILE *file, double x, double y) {
  fputs("[", file);
  put_number(file, x);
  fputs(", ", file);
  put_number(file, y);
  fputs("]", file);
}

static void line_pair(FILE *file, const char *key, double x, double y) {
  fprintf(file, "    %s: ", key);
  put_pair(file, x, y);
  fputs("\n", file);
}

static void put_rack(const ptl_coupling_def *def, FILE *file) {
  fprintf(file, "    type: rack_and_pinion\n    rack: \"%s\"\n    pinion: \"%s\"\n",
          def->first.joint, def->second.joint);
  line_number(file, "radius", def->ratio);
  if (def->has_points) line_pair(file, "at", def->points[0][0], def->points[0][1]);
}

static void put_wheels(const ptl_coupling_def *def, FILE *file) {
  const int is_belt = def->kind == PTL_COUPLING_BELT;
  fprintf(file, "    type: %s\n    %s: [\"%s\", \"%s\"]\n    carrier: \"%s\"\n",
          is_belt ? "belt" : "gear", is_belt ? "pulleys" : "gears", def->first.b.body,
          def->second.b.body, def->first.a.body);
  if (def->radii[0] > 0.0)
    line_pair(file, "radii", def->radii[0], def->radii[1]);
  else
    line_pair(file, "teeth", 1.0, fabs(def->ratio));
  fprintf(file, "    %s: %s\n", is_belt ? "crossed" : "internal",
          is_belt == (def->ratio > 0.0) ? "false" : "true");
  if (is_belt) line_number(file, "pretension", def->pretension);
  if (!def->has_points) return;
  fputs("    at: [", file);
  put_pair(file, def->points[0][0], def->points[0][1]);
  fputs(", ", file);
  put_pair(file, def->points[1][0], def->points[1][1]);
  fputs("]\n", file);
}

void ptl_write_mesh(const ptl_coupling_def *def, FILE *file) {
  if (def->kind == PTL_COUPLING_RACK)
    put_rack(def, file);
  else
    put_wheels(def, file);
  if (def->kind != PTL_COUPLING_BELT) line_number(file, "pressure_angle", def->pressure_angle);
}
