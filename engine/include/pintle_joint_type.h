/* pintle_joint_type.h: joint types and types of forces between parts. Part of pintle_extend.h. */
#ifndef PINTLE_JOINT_TYPE_H
#define PINTLE_JOINT_TYPE_H

#include "pintle_type.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ joints */

/* Part B's frame seen from part A's frame. A joint never sees more than this, so that it
 * cannot depend on where the pair is in the world and its forces balance by construction. */
typedef struct ptl_pose {
  double x, y, angle;
  /* How far part A's body has turned in the ground since its placement, whole turns included [rad].
   * The direction of part B, which is known but for whole turns, can be followed by it where
   * something winds up; values do not depend on it otherwise. */
  double turned;
} ptl_pose;

/* A smooth function of the pose with its derivatives. */
typedef struct ptl_scalar {
  double value;
  double d[3];  /* by x, y, angle */
  double dd[6]; /* by xx, xy, yy, x angle, y angle, angle angle */
} ptl_scalar;

/* One place where the two parts may touch, in part A's frame. */
typedef struct ptl_gap {
  double depth;              /* > 0 overlap, < 0 separation               [m];
                                NAN where the parts cannot be: the run stops */
  double nx, ny;             /* unit normal from A to B */
  double bx, by;             /* touching point on B                       [m] */
  double radius_a, radius_b; /* of curvature there; < 0 concave, 0 corner,
                                infinite for flat. Both parts may be offset by one
                                amount when the model does not give sizes [m] */
} ptl_gap;

/* Which coordinate of the pose is the joint's own (what a driver moves). */
typedef enum ptl_coordinate {
  PTL_COORDINATE_NONE = -1,
  PTL_COORDINATE_X = 0,
  PTL_COORDINATE_Y = 1,
  PTL_COORDINATE_ANGLE = 2
} ptl_coordinate;

enum {
  PTL_MAX_CONSTRAINTS = 3, /* of one joint */
  PTL_MAX_GAPS = 16        /* of one joint */
};

/* What a constraint of an ideal joint is as a function of the pose. The engine leaves out
 * derivatives that vanish by this declaration; it is checked when a joint is added to a mechanism.
 */
typedef enum ptl_constraint_kind {
  PTL_CONSTRAINT_GENERAL = 0, /* a displacement, any smooth function of x, y and angle     [m] */
  PTL_CONSTRAINT_POINT,       /* a displacement that depends on x and y alone              [m] */
  PTL_CONSTRAINT_LINE,        /* linear in x and y: its gradient is constant               [m] */
  PTL_CONSTRAINT_ANGLE        /* the angle less a constant                               [rad] */
} ptl_constraint_kind;

/* What a joint type says of itself. */
enum {
  /* Its two constraints are x and y of the pose, without constants: the origins of the two parts
   * coincide. */
  PTL_JOINT_POINT_PAIR = 1,
  /* Its friction turns: the slip depends on the rate of the angle alone, and the trace holds a
   * moment. */
  PTL_JOINT_FRICTION_MOMENT = 2,
  /* Its gaps take no friction: their slip jumps. */
  PTL_JOINT_FRICTIONLESS_GAPS = 4,
  /* It has no constraints, and its surfaces slide under a force that the model gives: sliding()
   * gets no reactions and leaves `normal` at 0. */
  PTL_JOINT_PRESSED = 8,
  /* Where it is ideal, its one constraint pulls and cannot push: a reaction below 0 ends a run. */
  PTL_JOINT_PULLS = 16,
  /* Its parts stand apart: with their origins at one point some instance could not be, so that a
   * model file has to say where both are. */
  PTL_JOINT_APART = 32,
  /* Its gaps have a depth at every pose, of every instance: gaps() never says NAN. Where none of
   * them touches it need not be asked at the stages of a step. */
  PTL_JOINT_GAPS_EVERYWHERE = 64
};

/* The surfaces of an ideal joint that slide on each other: how they slip, and how the joint's
 * reaction presses them together. */
typedef struct ptl_sliding {
  double d[3];     /* slip rate [m/s] = d . (rates of x, y, angle of the pose) */
  double dd[3][3]; /* dd[i][j]: derivative of d[i] by coordinate j of the pose */
  double normal;   /* >= 0                                                [N] */
  double d_normal[PTL_MAX_CONSTRAINTS]; /* by the reactions */
} ptl_sliding;

/* A surface of a gap that loses material where it is rubbed: a circle, or a wall along a line or an
 * arc. */
typedef struct ptl_worn_surface {
  /* parameter that has points of the worn surface: of a circle around its centre,
   * counter-clockwise; of a wall along it, evenly spaced, the first two and the last two of them
   * not worn */
  const char *points;
  double x, y;      /* where a wall's length is 0, in the part's frame            [m] */
  double radius;    /* of a circle, < 0 of a hole; 0: a wall                        [m] */
  double tx, ty;    /* a wall's tangent there, with the material on its right */
  double curvature; /* of a wall, > 0 concave                                     [1/m] */
  double length;    /* of a wall from there on; INFINITY: endless both ways         [m] */
} ptl_worn_surface;

/* Two surfaces between which a lubricant is squeezed: two plane faces, or a disc on a wall. */
typedef struct ptl_film_face {
  int gaps[2]; /* of plane faces the gaps at both ends; of a disc its gap, and -1 */
  /* of plane faces from one end to the other, along the plane; of a disc on a wall 1/(curvature of
   * both against each other) [m] */
  double size;
} ptl_film_face;

/* A joint type: constraints when it is ideal, gaps when it has clearance or stops. A type without
 * constraints is a pair of surfaces that touch or not.
 *
 * `c` is the instance: parameters in table order (a point or a list of points takes two
 * doubles), then n_derived doubles from prepare(), then the lists. */
typedef struct ptl_joint_type {
  const char *name;
  ptl_doc doc;
  const char *part_a, *part_b; /* keys of the two parts: "slot", "pin" */
  const ptl_param *params;
  int n_derived;
  int n_derived_per_point;
  int n_constraints;
  ptl_constraint_kind kinds[PTL_MAX_CONSTRAINTS]; /* of the constraints */
  unsigned flags;                                 /* PTL_JOINT_* */
  ptl_coordinate coordinate;
  /* Whether this instance's constraints of kind POINT are of kind LINE (a slot that is straight).
   * NULL: they are not. */
  int (*is_straight)(const double *c);
  /* Names of the gaps, ends with NULL; NULL for a type that has none.
   * Every name can be given its own law under `contact:`. */
  const char *const *gap_names;
  /* Whether this instance has gap number `gap`. NULL: all of them with clearance, else none.
   * A joint that is ideal may have gaps beside its constraints (its stops). */
  int (*has_gap)(const double *c, int gap);
  /* Per gap, as bits 1u << number: the gaps whose surface goes on smoothly where its own ends, so
   * that a contact passes from one to the other with its depth and normal. At most one of them is
   * closed at a time. NULL: there are none. */
  const unsigned *adjoining;
  int (*prepare)(double *c, ptl_reason *why);
  /* Writes n_constraints values that are zero when the ideal joint is assembled. `rest` is
   * the pose at which the model places the parts (what a weld keeps). */
  void (*constraints)(const double *c, const ptl_pose *rest, const ptl_pose *pose, ptl_scalar *out);
  /* Radial or one-sided play of this instance [m]; 0 means ideal, infinite that nothing holds the
   * parts together. NULL: always ideal. */
  double (*clearance)(const double *c);
  /* Writes one gap per name; those that the instance does not have are ignored. */
  void (*gaps)(const double *c, const ptl_pose *pose, ptl_gap *out);
  /* Nominal radii of curvature of gap number `gap` for the laws (signed as in ptl_gap); NAN
   * where the model does not give them. */
  void (*radii)(const double *c, int gap, double *radius_a, double *radius_b);
  /* How deep gap number `gap` may be [m], > 0: at more, its geometry means nothing, as where a
   * pin's centre is in the wall or a normal has no direction. A run that gets there ends with an
   * error. Infinite: any depth has a meaning. NAN: the model does not give sizes, and the
   * mechanism's counts. NULL: the type makes no statement, and no depth ends a run. */
  double (*max_depth)(const double *c, int gap);
  /* Play direction: displacement of B from its ideal place in part A's frame [m]. NULL: B has no
   * such place. */
  void (*eccentricity)(const double *c, const ptl_pose *pose, double *ex, double *ey);
  const char *friction_needs; /* optional parameter that must be given for friction, or NULL */
  /* The sliding surfaces of the ideal joint; NULL: it takes no friction. reaction[i] is the
   * multiplier of constraint i: part A exerts -reaction[i] times its gradient on part B. `out` is
   * all zero before. */
  void (*sliding)(const double *c, const ptl_pose *pose, const double *reaction, ptl_sliding *out);
  /* The surface of part A (side 0) or of part B (1) that gap number `gap` wears off; returns
   * non-zero, and 0 where none can be told. NULL: of no gap. */
  int (*worn)(const double *c, int gap, int side, ptl_worn_surface *out);
  /* Pair number i = 0, 1, ... of surfaces that squeeze a film at this pose (NULL: at any); returns
   * non-zero, and 0 behind the last. NULL: none; a film is that of a journal in its bearing, of
   * types with PTL_JOINT_POINT_PAIR and gaps. */
  int (*film_face)(const double *c, const ptl_pose *pose, int i, ptl_film_face *out);
  void *user; /* for ptl_user(), or NULL */
} ptl_joint_type;

/* ------------------------------------------------------------------ forces between parts */

typedef struct ptl_force_out {
  double force;  /* generalised, opposes a growing coordinate when > 0     [N] */
  double d_s;    /* d force / d coordinate */
  double d_rate; /* d force / d (its rate) */
  double energy; /* stored                                                [J] */
} ptl_force_out;

/* What a force type says of its force. */
enum {
  PTL_FORCE_DRIVES = 1, /* does work of its own: counted as supplied, not as dissipated */
  PTL_FORCE_ROTATIONAL =
      2 /* its coordinate is the angle of the pose [rad], its force a moment [N m];
                           without this flag they are a displacement [m] and a force [N] */
};

/* A force that acts along one scalar coordinate of the pose (a spring, a damper, a stop). */
typedef struct ptl_force_type {
  const char *name;
  ptl_doc doc;
  const ptl_param *params;
  int n_derived;
  int n_derived_per_point;
  int (*prepare)(double *c, ptl_reason *why);
  void (*coordinate)(const double *c, const ptl_pose *pose, ptl_scalar *out);
  void (*force)(const double *c, double s, double rate, ptl_force_out *out);
  unsigned flags; /* PTL_FORCE_* */
  void *user;     /* for ptl_user(), or NULL */
} ptl_force_type;

#ifdef __cplusplus
}
#endif
#endif
