/* pintle_shape.h: how bodies look. Part of pintle.h. */
#ifndef PINTLE_SHAPE_H
#define PINTLE_SHAPE_H

#include "pintle_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ptl_form {
  PTL_FORM_POLYGON,   /* points: at least three corners, in either direction */
  PTL_FORM_CIRCLE,    /* points: the centre; size[0]: radius */
  PTL_FORM_RECTANGLE, /* points: the centre; size: width and height, turned by `angle` */
  PTL_FORM_LINK       /* points: the centres of its round ends; size[0]: width */
} ptl_form;

/* How a body looks; it has no mass and touches nothing. Lengths in m, in the body's frame. */
typedef struct ptl_shape_def {
  const char *body;
  ptl_form form;
  const double *points; /* x0, y0, x1, y1, ... */
  int n_points;
  double size[2];
  double angle;      /* of a rectangle [rad] */
  int hole;          /* 1: cut out of the shape before it, of the same body */
  const char *color; /* a word of ptl_color_word(), NULL: the body's own; none for a hole */
} ptl_shape_def;

/* The body must be there. Shapes are drawn in the order of adding. */
PTL_DEF_ADD(ptl_mechanism_add_shape, ptl_shape_def)
/* As the other getters of pintle.h: 0 past the last. */
PTL_DEF_GET(ptl_mechanism_get_shape, ptl_shape_def)
/* The colours of shapes, "blue", "orange", ...; NULL past the last. */
PTL_API const char *ptl_color_word(int index);

#ifdef __cplusplus
}
#endif
#endif
