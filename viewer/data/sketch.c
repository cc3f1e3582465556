#include "sketch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int ptl_sketch_find_body(const ptl_sketch *sketch, const char *name) {
  for (int i = 0; i < sketch->n_bodies; i++) {
    if (strcmp(sketch->bodies[i].name, name) == 0) return i;
  }
  return PTL_GROUND;
}

int ptl_sketch_find_joint(const ptl_sketch *sketch, const char *name) {
  for (int i = 0; i < sketch->n_joints; i++) {
    if (strcmp(sketch->joints[i].name, name) == 0) return i;
  }
  return -1;
}

ptl_marker ptl_sketch_placed(const ptl_sketch *sketch, const ptl_marker *marker) {
  if (marker->body == PTL_GROUND) return *marker;
  const ptl_sketch_body *body = &sketch->bodies[marker->body];
  const double c = cos(body->angle), s = sin(body->angle);
  return (ptl_marker){PTL_GROUND, body->x + c * marker->x - s * marker->y,
                      body->y + s * marker->x + c * marker->y, body->angle + marker->angle};
}

void ptl_sketch_release(ptl_sketch *sketch) {
  for (int i = 0; sketch->joints != NULL && i < sketch->n_joints; i++) free(sketch->joints[i].path);
  free(sketch->bodies);
  free(sketch->joints);
  free(sketch->springs);
  free(sketch->points);
  free(sketch->gears);
  free(sketch->loads);
  for (int i = 0; i < sketch->n_forms; i++) free(sketch->forms[i].points);
  free(sketch->forms);
  for (int i = 0; i < sketch->n_faces; i++) free(sketch->faces[i].points);
  free(sketch->faces);
  *sketch = (ptl_sketch){0};
}
