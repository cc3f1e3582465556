/* shapes.h: shapes of a picture by what they stand for. */
#ifndef PTL_TEST_SHAPES_H
#define PTL_TEST_SHAPES_H

#include "shape.h"

/* Number of shapes with that tag; index -1 counts every index. */
static inline int count_shapes(const ptl_shapes *s, ptl_tag_kind kind, int index) {
  int n = 0;
  for (int i = 0; i < s->n; i++) {
    ptl_tag tag = s->items[i].tag;
    if (tag.kind == kind && (index < 0 || tag.index == index)) n++;
  }
  return n;
}

/* The first shape with that tag, or NULL. */
static inline const ptl_shape *find_shape(const ptl_shapes *s, ptl_tag_kind kind, int index) {
  for (int i = 0; i < s->n; i++) {
    ptl_tag tag = s->items[i].tag;
    if (tag.kind == kind && (index < 0 || tag.index == index)) return &s->items[i];
  }
  return NULL;
}

#endif
