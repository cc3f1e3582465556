/* sketch.h: what there is to draw of a mechanism: bodies, joints, springs, points, gears, shapes.
 * A copy, so that it outlives the description (ptl_mechanism). Lengths in m, angles in rad.
 */
#ifndef PTL_SKETCH_H
#define PTL_SKETCH_H

#include "pintle_trace.h"

enum { PTL_GROUND = -1, PTL_SKETCH_GAPS = 16, PTL_SKETCH_NAME = 64 };

typedef enum ptl_sketch_kind {
  PTL_SKETCH_OTHER, /* drawn as a mark; plug-ins may bring any type */
  PTL_SKETCH_REVOLUTE,
  PTL_SKETCH_SLIDER,
  PTL_SKETCH_WELD,
  PTL_SKETCH_ROD,     /* two points at a distance */
  PTL_SKETCH_SLOT,    /* a pin in a straight, circular or free-form slot */
  PTL_SKETCH_TEETH,   /* drawn with the gears */
  PTL_SKETCH_STRAND,  /* of a belt or a rope, along a tangent of two wheels */
  PTL_SKETCH_BRAKE,   /* surfaces that turn on each other */
  PTL_SKETCH_SURFACES /* two surfaces that may touch: ptl_sketch_face */
} ptl_sketch_kind;

typedef struct ptl_marker { /* a coordinate frame fixed to a body */
  int body;
  double x, y, angle;
} ptl_marker;

typedef struct ptl_sketch_body {
  char name[PTL_SKETCH_NAME];
  double mass;
  double com_x, com_y;
  double x, y, angle; /* at which the model places it */
} ptl_sketch_body;

typedef struct ptl_sketch_joint {
  char name[PTL_SKETCH_NAME], type[PTL_SKETCH_NAME];
  ptl_sketch_kind kind;
  ptl_marker a, b;  /* hollow part or guide, pin or slider */
  double clearance; /* 0 for an ideal joint */
  /* of the pin or journal, of teeth the pitch circle of B, < 0 inside a ring A; NAN when the model
   * has none */
  double radius;
  double wheels[2]; /* of a strand: radii of both wheels, < 0 on its left, 0 of a point */
  int arc;          /* of a slot: 1 circular, 0 straight */
  double x0, y0;    /* straight: first end; circular: centre; in the frame of part A */
  double x1, y1;    /* straight: last end */
  double arc_radius, arc_from, arc_to;
  double *path; /* free-form: its middle line x, y, x, ..., else NULL */
  int n_path;
  int mouth;                        /* 1: open at its first end, 2: at its last, 3: at both */
  double block_length, block_width; /* of a slider; NAN when the model has none */
  int driven;
  double limits[2]; /* least and largest coordinate, where the stops are; NAN without */
  double arm;       /* of the stops of a revolute joint: direction in the frame of part B */
  double arm_radius;
} ptl_sketch_joint;

typedef enum ptl_spring_kind {
  PTL_SPRING_COIL,
  PTL_SPRING_DAMPER,   /* without stiffness */
  PTL_SPRING_ROPE,     /* pulls only */
  PTL_SPRING_CYLINDER, /* a gas spring */
  PTL_SPRING_MOTOR     /* turns the second part */
} ptl_spring_kind;

typedef struct ptl_sketch_spring {
  char name[PTL_SKETCH_NAME];
  ptl_spring_kind kind;
  int is_rotational;
  double free_length; /* of a rope, beyond which it is taut [m] */
  ptl_marker a, b;
} ptl_sketch_spring;

typedef struct ptl_sketch_load {
  char name[PTL_SKETCH_NAME];
  ptl_marker at;
} ptl_sketch_load;

typedef struct ptl_sketch_point {
  char name[PTL_SKETCH_NAME];
  ptl_marker at;
} ptl_sketch_point;

/* Two coupled angles, drawn as a pair of wheels, or a rack and its pinion. Relative to the carrier,
 * the body that holds the centres, the angle of the first wheel is ratio times that of the second:
 * ratio < 0 for external gears, > 0 for a belt or an internal gear. The pitch line of a rack goes
 * through `first` along its axis. */
typedef struct ptl_sketch_gear {
  ptl_marker first, second; /* centres, each on the body that rotates with its wheel */
  int carrier;
  double ratio;
  double radii[2];      /* of the pitch circles; 0, 0: those that follow from ratio and centres */
  int teeth;            /* of the first wheel, of a rack's pinion; 0: as many as look well */
  int is_belt, is_ring; /* is_ring: the larger wheel has its teeth inside */
  int guide;            /* of a rack: the joint along which it slides, else -1 */
} ptl_sketch_gear;

typedef struct ptl_sketch_face { /* a surface that touches another */
  int joint, body;
  double *points; /* x, y, x, ... in the body's frame */
  int n, closed;
  int side;   /* of the material along the points: 1 left, -1 right */
  int inside; /* closed, and the material is inside */
} ptl_sketch_face;

typedef struct ptl_sketch_form { /* a shape that the model gives a body */
  int body;
  double *points; /* corners x0, y0, x1, ... of a closed outline, counter-clockwise, a hole's
                     clockwise; arcs are cut into short lines */
  int n;
  int hole;  /* cut out of the form before it */
  int color; /* index of ptl_color_word(), -1 the body's own */
} ptl_sketch_form;

typedef struct ptl_sketch {
  char title[128];
  ptl_sketch_body *bodies;
  ptl_sketch_joint *joints;
  ptl_sketch_spring *springs;
  ptl_sketch_point *points;
  ptl_sketch_gear *gears;
  ptl_sketch_load *loads;
  ptl_sketch_form *forms; /* those of one body in order */
  ptl_sketch_face *faces;
  int n_bodies, n_joints, n_springs, n_points, n_gears, n_loads, n_forms, n_faces;
} ptl_sketch;

void ptl_sketch_release(ptl_sketch *sketch);

/* Index of the joint of that name or -1; of the body of that name or PTL_GROUND. */
int ptl_sketch_find_joint(const ptl_sketch *sketch, const char *name);
int ptl_sketch_find_body(const ptl_sketch *sketch, const char *name);
/* A marker in the ground's frame where the model places its body. */
ptl_marker ptl_sketch_placed(const ptl_sketch *sketch, const ptl_marker *marker);

#endif
