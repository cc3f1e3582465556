/* elements.h: the elements of a compiled mechanism. Internal. */
#ifndef PTL_ELEMENTS_H
#define PTL_ELEMENTS_H

#include "kinematics.h"
#include "law.h"
#include "pintle_bushing.h"
#include "pintle_drive.h"
#include "pintle_wear.h"
#include "slots.h"

/* Constraints between one pair of parts: those of an ideal joint or, with type NULL, the one
 *   factor (x - origin) - target(t) = 0,   x a measured coordinate,
 * of a driver or of one side of a coupling, whose second side is added to the row of the first. A
 * side of gears, a belt or a rack has in place of factor (x - origin) the sum of weight[i] times
 * what the pose's x, y and angle moved from `rest`. */
typedef struct ptl_sys_constraint {
  const char *name;
  const ptl_joint_type *type;
  const double *c; /* the joint's instance */
  ptl_pose rest;   /* as the model places the parts */
  ptl_measured_coordinate measured;
  double factor, origin;
  int is_of_mesh; /* 1: a side of gears, a belt or a rack, with the weights */
  double weight[3];
  double arm,
      /* of a mesh's teeth that rub: slip per relative rate [m]; normal force per multiplier [1/m],
       * of a rack [1] */
      pressed;
  int release;          /* 1 + the signal from whose value of 1/2 on it lets go; 0: it never does */
  int motion;           /* index of a driver's target, else -1 */
  int adds_to_previous; /* 1: to the row of the element before it */
  ptl_constraint_kind kinds[PTL_MAX_CONSTRAINTS];
  int is_point_pair;     /* 1: two points held together, along the axes of the ground */
  int has_variable_rows; /* 0: Phi_q is constant by structure */
  int has_curvature;     /* 0: second derivatives by the pose vanish by structure */
  ptl_pair pair;
  double moved[2];       /* of a guide: by which its frames have been moved, in part A's axes [m] */
  int row, n_rows;       /* of Phi */
  int first_element_row; /* of its rows among those of all elements */
  int friction;          /* index, or -1 */
  ptl_slots_66 stiffness; /* rows v', columns q */
  ptl_constraint_slots slots[PTL_MAX_CONSTRAINTS];
} ptl_sys_constraint;

/* The gaps of a joint: first_gap ... first_gap + n_gaps - 1 of the system. */
typedef struct ptl_sys_gap_set {
  const char *name;
  const ptl_joint_type *type;
  const double *c;
  ptl_pair pair;
  ptl_pose rest;
  int first_gap, n_gaps;
  int gap[PTL_MAX_GAPS]; /* their numbers among the type's */
  int has_adjoining;     /* 1: a contact may pass from one of them to another */
  int has_friction;      /* 1: in one of them */
  /* 1: while none of them touches no force depends on the pose, and each has a depth at any pose */
  int is_idle_apart;
  int are_stops; /* 1: constraints or a bushing hold the joint, the gaps are its stops */
  ptl_slots_66 stiffness, damping; /* rows v', columns q and v */
} ptl_sys_gap_set;

/* A joint with springs and dampers for constraints; its gaps, if it has some, are stops. */
typedef struct ptl_sys_bushing {
  const char *name;
  const ptl_joint_type *type;
  const double *c;
  ptl_bushing_def def;
  ptl_pair pair;
  ptl_pose rest;
  ptl_slots_66 stiffness, damping; /* rows v', columns q and v */
} ptl_sys_bushing;

/* A lubricant film in the clearance of a joint. */
typedef struct ptl_sys_film {
  const char *name; /* of the joint */
  const ptl_film_law *law;
  const double *c;
  ptl_pair pair;
  double clearance; /* [m] */
  double factor;    /* C = viscosity length radius^3/clearance^2 [N s] */
  int gap_set, gap; /* the bearing's gap with its contact, or -1; of faces the first of the joint */
  int has_faces;    /* of the gap set's type; 0: a journal in its bearing */
  ptl_slots_66 stiffness, damping; /* rows v', columns q and v */
} ptl_sys_film;

/* What gears, a belt or a rack do besides the moments (of a rack, the force) in their row, whose
 * multiplier is lambda: along the coordinate of the pair radial max(|lambda|, least), > 0 against a
 * growing one, and on every side lambda times `across`, against a growing x and y of the side's
 * pair. See mesh.h. */
typedef struct ptl_sys_mesh {
  const char *name;
  int coupling;   /* its index in the description */
  int constraint; /* its row's first element, side 0 */
  ptl_pair pair;  /* first wheel and second; rack's pitch line along x and pinion */
  ptl_measured_coordinate measured; /* PTL_MEASURED_DISTANCE, of a rack PTL_MEASURED_Y */
  double radial, least;             /* [1/m] and [N m]; of a rack [1] and [N] */
  double across[2][2];              /* [1/m], of a rack [1] */
  double radius;                    /* of the first wheel [m]; of a rack 1 */
  /* element of its row, without weights, between both wheels, whose friction is that of the teeth;
   * -1: none */
  int rubs;
  double apart, give; /* the coordinate at the start, and how much centres may move [m] */
  /* 1: ideal joints hold the centres, so that nothing of this does work; 0: `across` is 0 and
   * stands among the weights of the row */
  int is_held;
  ptl_slots_66 stiffness, stiffness_across[2];    /* rows v', columns q */
  ptl_slots_6 by_reaction, across_by_reaction[2]; /* rows v', column lambda */
} ptl_sys_mesh;

typedef struct ptl_sys_gap {
  const char *joint, *name, *contact;
  int gap_set;        /* index of its joint's gaps */
  unsigned adjoining; /* where its contact may pass to: places in the joint, as bits */
  ptl_law law;
  /* beyond which its geometry means nothing; infinite: any depth has a meaning [m] */
  double max_depth;
  double touch_speed_floor;                 /* [m/s] */
  double rolling_resistance, rolling_speed; /* [m], [rad/s] */
  int contact_index;                        /* of its contact in the description */
  ptl_where where;                          /* of its joint there */
  ptl_gap_start start;
  int memory;   /* first of the law's doubles in a run's memory */
  int friction; /* index, or -1 */
} ptl_sys_gap;

/* One of the surfaces of a gap whose wear is counted: pintle_wear.h. */
typedef struct ptl_sys_worn {
  ptl_wear_shape shape;
  int n_sectors;
  double radius;   /* of a round surface, < 0 of a hollow one [m] */
  int first_value; /* of its doubles in a run: two per sector, and of a flat surface two more */
  int is_wall;     /* it may be worn, and has its places along `wall` all the same */
  ptl_worn_surface wall;
} ptl_sys_worn;

typedef struct ptl_sys_wear {
  const ptl_wear_def *def;
  int gap;
  ptl_sys_worn surfaces[2];
} ptl_sys_wear;

/* Friction in a gap, or in an ideal joint, whose reaction presses the surfaces together. */
typedef struct ptl_sys_friction {
  const char *joint, *gap; /* gap NULL: of an ideal joint */
  const ptl_friction_law *law;
  const double *c;
  int gap_index, constraint;                    /* one of them, the other -1 */
  int pressed;                                  /* index of the force that presses it, or -1 */
  double stick_speed;                           /* [m/s] */
  double steady[PTL_MAX_FRICTION_STATES];       /* sizes of the inner states in fast sliding */
  int state;                                    /* first of its inner states */
  ptl_slots_66 stiffness, damping;              /* rows v', columns q and v */
  ptl_slots_6 by_reaction[PTL_MAX_CONSTRAINTS]; /* rows v', columns lambda of an ideal joint */
  ptl_inner_state_slots inner[PTL_MAX_FRICTION_STATES];
} ptl_sys_friction;

/* Bodies and signals whose states some expressions read, both ascending. */
typedef struct ptl_sys_uses {
  int n_bodies, n_signals;
  int *bodies, *signals;
  /* Where the derivatives by them stand, for `n_rows` rows: of a body n_rows times 6, columns q
   * then v; of a signal n_rows. */
  int n_rows;
  int *slots_of_bodies, *slots_of_signals;
} ptl_sys_uses;

/* Where the multiplier of a servo acts. */
enum { PTL_SERVO_MOVES, PTL_SERVO_PUSHES, PTL_SERVO_SIDES };

/* Target of a driver. */
typedef struct ptl_sys_motion {
  int follows_signals;                   /* 1: its expression reads signals, linearly */
  ptl_sys_uses on_position, on_velocity; /* of the expression, and of the rates of these signals */
  ptl_motion_def def;                    /* its texts and lists are the mechanism's */
  int constraint;                        /* its row's element */
  double start;                          /* coordinate as the model places the parts */
  /* at the points of a table its second derivatives, or slopes where it is monotone; else NULL */
  double *shape;
} ptl_sys_motion;

/* A motion whose force acts along another coordinate: servo.h. */
typedef struct ptl_sys_servo {
  int motion;
  ptl_pair pair; /* along which, and what is measured there */
  ptl_measured_coordinate measured;
  ptl_slots_66 stiffness[PTL_SERVO_SIDES];  /* rows v', columns q */
  ptl_slots_6 by_reaction[PTL_SERVO_SIDES]; /* rows v', column lambda */
} ptl_sys_servo;

typedef struct ptl_sys_force {
  const char *name;
  const ptl_force_type *type;
  const double *c;
  ptl_pair pair;
  ptl_slots_66 stiffness, damping;
} ptl_sys_force;

/* A force that presses the surfaces of an ideal joint or of a brake together, beside the
 * reaction. */
typedef struct ptl_sys_pressed {
  const char *name; /* of the joint */
  const char *expression;
  int friction;           /* that it makes */
  ptl_sys_uses on[2];     /* of the expression; rows v' of the two bodies; the ground has none */
  ptl_sys_uses on_states; /* rows of the friction's inner states */
} ptl_sys_pressed;

/* A signal with a state. */
typedef struct ptl_sys_signal {
  const char *name;
  const char *expression; /* resolved text: its rate, or what comes next */
  int is_discrete;        /* 1: what comes next */
  const char *start;      /* resolved text, or NULL */
  int state;              /* its number among the inner states */
  double scale;           /* size of its values, of which the tolerance is a part */
  ptl_sys_uses uses;      /* of the rate */
  int slot;               /* of its own row and column */
} ptl_sys_signal;

enum { PTL_LOAD_FX, PTL_LOAD_FY, PTL_LOAD_TORQUE, PTL_LOAD_PARTS };

typedef struct ptl_sys_load {
  const char *name;
  ptl_part at;
  int follows;                            /* 1: fx, fy along the body's axes */
  const char *expression[PTL_LOAD_PARTS]; /* resolved text, or NULL */
  int slots_of_body[9];                   /* rows v', columns q of its own body */
  ptl_sys_uses uses;                      /* of the expressions; rows v' of its own body */
} ptl_sys_load;

#endif
