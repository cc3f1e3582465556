#include "sketch.h"

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

void ptl_sketch_release(ptl_sketch *sketch) {
  for (int i = 0; sketch->joints != NULL && i < sketch->n_joints; i++) free(sketch->joints[i].path);
  free(sketch->bodies);
  free(sketch->joints);
  free(sketch->springs);
  free(sketch->points);
  free(sketch->gears);
  for (int i = 0; i < sketch->n_forms; i++) free(sketch->forms[i].points);
  free(sketch->forms);
  for (int i = 0; i < sketch->n_faces; i++) free(sketch->faces[i].points);
  free(sketch->faces);
  *sketch = (ptl_sketch){0};
}
