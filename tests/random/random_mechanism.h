/* random_mechanism.h: a random mechanism from a seed: its frame of bodies and ideal joints as
 * numbers, by which a run can be checked, and the whole as the text of a model file. */
#ifndef PTL_TEST_RANDOM_MECHANISM_H
#define PTL_TEST_RANDOM_MECHANISM_H

#include <stdint.h>
#include <stdio.h>

enum { MOST_BODIES = 6, MOST_JOINTS = 10, MOST_DRIVES = 2, GROUND = -1 };

typedef enum random_joint_kind { /* all of them ideal; others are in `text` alone */
                                 REVOLUTE,
                                 TRANSLATIONAL,
                                 SLOT, /* pin in a straight slot */
                                 FIXED,
                                 DISTANCE
} random_joint_kind;

typedef struct random_body {
  double mass, inertia; /* [kg], [kg m^2] */
  double x, y, angle;   /* placement [m], [m], [rad] */
  double com[2];        /* in the body's frame [m] */
} random_body;

typedef struct random_joint {
  random_joint_kind kind;
  int a, b;       /* bodies, or GROUND */
  double at[2];   /* in ground coordinates at the placement; DISTANCE: end on part A */
  double far[2];  /* DISTANCE: end on part B, the origin of its body */
  double axis[2]; /* of TRANSLATIONAL and SLOT, in ground coordinates, of any length */
  int is_gap;     /* a clearance: an ideal joint for the start */
  int gives_way;  /* a bushing or a clearance: no constraint */
} random_joint;

typedef struct random_drive {
  int joint;
  int jumps; /* its rate jumps, so that a refusal is right */
} random_drive;

typedef struct random_coupling { /* coordinate of first = ratio * coordinate of second */
  int first, second;
  double ratio;
  double radius; /* of the pinion of a rack, else 0 [m] */
} random_coupling;

typedef struct random_mechanism {
  int n_bodies, n_joints, n_drives, n_couplings;
  random_body body[MOST_BODIES];
  random_joint joint[MOST_JOINTS];
  random_drive drive[MOST_DRIVES];
  random_coupling coupling[2];
  double length, time; /* scales [m], [s] */
  double gravity[2];   /* [m/s^2] */
  int has_friction, has_gaps, has_limited_law;
  double until;     /* [s] */
  char text[16384]; /* the model file */
} random_mechanism;

/* 0, or -1 when the text does not fit. */
int random_mechanism_make(uint64_t seed, random_mechanism *m);

#endif
