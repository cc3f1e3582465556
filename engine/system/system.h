/* system.h: the compiled mechanism and what one run of it works with. Internal.
 *
 * Unknowns y = (q, v, mu, lambda, z): 3 coordinates and 3 velocities per body (centre of mass x, y,
 * angle), two multipliers per constraint, and the inner states of friction laws. In q, v: body i has
 * places 3i, 3i+1, 3i+2.
 */
#ifndef PTL_SYSTEM_H
#define PTL_SYSTEM_H

#include <math.h>

#include "bushing.h"
#include "expression.h"
#include "integral.h"
#include "kinematics.h"
#include "law.h"
#include "mechanism.h"

/* Places of an element's 6 x 6 or 6 x 1 blocks in the values of the sparse Jacobian; -1 where a
 * body is ground. */
typedef struct ptl_block66 {
  int slot[36];
} ptl_block66;
typedef struct ptl_block6 {
  int slot[6];
} ptl_block6;

/* Where what one pair of parts gives to one row of Phi stands in the Jacobian. */
typedef struct ptl_sys_row {
  ptl_block6 velocity, position;                /* Phi_q by v, by q */
  ptl_block6 velocity_by_q;                     /* (Phi_q v)_q */
  ptl_block6 force, correction;                 /* columns lambda and mu: Phi_q^T, -M^-1 Phi_q^T */
  int velocity_compliance, position_compliance; /* diagonal -e1, e2 */
} ptl_sys_row;

/* What one pair of parts gives to rows of Phi: the equations of an ideal joint or, with type NULL,
 *   factor (x - origin) - target(t)
 * of a driver or of one side of a coupling, whose second side adds to the row of the first. */
typedef struct ptl_sys_constraint {
  const char *name;
  const ptl_joint_type *type;
  const double *c;
  ptl_pose rest;
  ptl_along along; /* x */
  double factor, origin;
  int motion; /* of a driver, else -1 */
  int adds;   /* 1: to the row of the element before it */
  int pin;    /* 1: two points held together, along the axes of the ground */
  int bends;  /* 0: its second derivatives vanish by structure, so that its rows never change */
  int curved; /* 0: those by the pose do */
  ptl_pair pair;
  int row, n_rows;
  int first;             /* of its rows among those of all elements */
  int friction;          /* index, or -1 */
  ptl_block66 stiffness; /* rows v', columns q */
  ptl_sys_row places[PTL_MAX_CONSTRAINTS];
} ptl_sys_constraint;

/* The gaps of a joint: first_gap ... first_gap + n_gaps - 1 of the system. */
typedef struct ptl_sys_gap_set {
  const char *name;
  const ptl_joint_type *type;
  const double *c;
  ptl_pair pair;
  ptl_pose rest;
  int first_gap, n_gaps;
  int gap[PTL_MAX_GAPS];          /* their numbers among the type's */
  int held;                       /* 1: constraints hold the joint, the gaps are its stops */
  ptl_block66 stiffness, damping; /* rows v', columns q and v */
} ptl_sys_gap_set;

/* A joint that gives way; its gaps, if it has some, are in a gap_set that counts as held. */
typedef struct ptl_sys_bushing {
  const char *name;
  const ptl_joint_type *type;
  const double *c;
  ptl_bushing_def def;
  ptl_pair pair;
  ptl_pose rest;
  ptl_block66 stiffness, damping; /* rows v', columns q and v */
} ptl_sys_bushing;

typedef struct ptl_sys_gap {
  const char *joint, *name, *contact;
  int gap_set; /* index of its joint */
  ptl_law law;
  double touch_speed_floor;
  int memory;   /* first of the law's doubles in a run's memory */
  int friction; /* index, or -1 */
} ptl_sys_gap;

/* Two surfaces that rub: of a gap, or of an ideal joint, pressed together by its reaction. */
typedef struct ptl_sys_friction {
  const char *joint, *gap; /* gap NULL: of an ideal joint */
  const ptl_friction_law *law;
  const double *c;
  int gap_index, constraint; /* one of them, the other -1 */
  double stick_speed;
  double steady[PTL_MAX_FRICTION_STATES];      /* sizes of the inner states in fast sliding */
  int state;                                   /* first of its inner states */
  ptl_block66 stiffness, damping;              /* rows v', columns q and v */
  ptl_block6 by_reaction[PTL_MAX_CONSTRAINTS]; /* rows v', columns lambda of an ideal joint */
  struct {
    ptl_block6 force;      /* rows v', this column */
    ptl_block6 by_q, by_v; /* this row */
    int by_reaction[PTL_MAX_CONSTRAINTS];
    int by_state[PTL_MAX_FRICTION_STATES];
  } inner[PTL_MAX_FRICTION_STATES];
} ptl_sys_friction;

/* Target of a driver. */
typedef struct ptl_sys_motion {
  ptl_motion_def def; /* its texts and lists are the mechanism's */
  int constraint;     /* its row's element */
  double start;       /* coordinate as placed */
  double *bends;      /* second derivatives at the points of a table, or NULL */
} ptl_sys_motion;

typedef struct ptl_sys_force {
  const char *name;
  const ptl_force_type *type;
  const double *c;
  ptl_pair pair;
  ptl_block66 stiffness, damping;
} ptl_sys_force;

enum { PTL_LOAD_FX, PTL_LOAD_FY, PTL_LOAD_TORQUE, PTL_LOAD_PARTS };

typedef struct ptl_sys_load {
  const char *name;
  ptl_part at;
  int follows;
  const char *expression[PTL_LOAD_PARTS]; /* resolved text, or NULL */
  int own[9];                             /* rows v', columns q of its own body */
  int n_uses;                             /* bodies whose states the expressions read */
  int *uses;                              /* their indices */
  int *slots; /* 18 each: rows v' of its own body, columns q then v of the body read */
} ptl_sys_load;

typedef struct ptl_sys_pattern { /* compressed columns of the Jacobian */
  int n, nonzeros;
  int64_t *column_start, *row_index;
  int *kinematic_q, *kinematic_v; /* 3 n_bodies: rows q': diagonal cj, and -1 by v */
  int *mass;                      /* 3 n_bodies: diagonal cj M */
} ptl_sys_pattern;

typedef struct ptl_layout ptl_layout;

struct ptl_system {
  ptl_context *context;           /* of the thread that assembled it; owns the memory */
  const ptl_mechanism *mechanism; /* own copy, which nothing changes */
  int n_bodies, n_coordinates;    /* n_coordinates = 3 n_bodies */
  int n_rows;                     /* of Phi */
  int n_element_rows;             /* more, where several elements add to one row */
  double *mass;                   /* n_coordinates: m, m, J per body */
  double *inverse_mass;
  double *weight; /* in the order of mass: of gravity [N] and, of J, 0 */
  double gravity[2];

  ptl_sys_constraint *constraints;
  ptl_sys_bushing *bushings;
  ptl_sys_gap_set *gap_sets;
  ptl_sys_gap *gaps;
  ptl_sys_motion *motions;
  ptl_sys_force *forces;
  ptl_sys_load *loads;
  ptl_sys_friction *frictions;
  int n_constraints, n_bushings, n_gap_sets, n_gaps, n_motions, n_forces, n_loads, n_memory;
  int n_frictions, n_states, first_state; /* inner states of friction, and their place in y */

  ptl_sys_pattern pattern;
  double velocity_compliance, position_compliance; /* e1 [(m/s)/N], e2; docs/numerics.md */
  double length, speed;                            /* scales of the absolute tolerances */

  double *q0, *v0, *a0, *lambda0, *z0; /* consistent start */
  ptl_assembly assembly;
  ptl_initial *initial;

  ptl_layout *layout; /* layout.c: what a row of the trace holds */
  ptl_run_def run;    /* as it was when the system was assembled */
};

/* Of all bodies [kg]. */
static inline double ptl_system_mass(const ptl_system *s) {
  double mass = 0.0;
  for (int i = 0; i < s->n_bodies; i++) mass += s->mass[3 * i];
  return mass;
}

/* Where the number of largest size is among n; one that is NaN goes before all others. */
static inline int ptl_where_largest(const double *x, int n) {
  int best = 0;
  for (int i = 1; i < n && !isnan(x[best]); i++)
    if (!(fabs(x[i]) <= fabs(x[best]))) best = i;
  return best;
}

/* Its size; 0 of none. */
static inline double ptl_largest(const double *x, int n) {
  return n > 0 ? fabs(x[ptl_where_largest(x, n)]) : 0.0;
}

/* The contact state of one gap in a run. */
typedef struct ptl_gap_state {
  int touching;
  double touch_speed; /* latched; 0 until the touch has been located */
} ptl_gap_state;

/* A gap at the state where the forces were evaluated last; depth and rate only where it touches. */
typedef struct ptl_gap_now {
  double depth, rate, force;
} ptl_gap_now;

/* What decides whether a gap exerts force, and the depth that its law takes. */
typedef struct ptl_contact_mode {
  int by_contact_state; /* 1: a gap exerts force while its state is touching; 0: while its depth is > 0 */
  int gap;              /* whose law takes the depth below for its own; -1: none */
  double depth;         /* [m] */
} ptl_contact_mode;

/* What a run changes; nothing in it is shared between threads. */
typedef struct ptl_data {
  ptl_context *context;
  const ptl_system *system;
  double velocity_compliance, position_compliance; /* the recovery ladder may raise them */
  ptl_rotation *rotations;                         /* per body */
  double *angles;                                  /* of the bodies, to which these belong */
  double (*targets)[3];                            /* per motion: value and derivatives */
  double targets_time;                             /* to which these belong */
  double *force;                                   /* n_coordinates: applied and contact forces */
  double *phi, *phi_rate;                          /* n_rows */
  double (*rows)[6];                               /* Phi_q, the rows of every element in order */
  int *moving, n_moving;                           /* the elements whose rows change in a run */
  const double *states;        /* inner states of friction that go with the state placed */
  ptl_friction_out *frictions; /* of the last evaluation */
  ptl_gap_state *gaps;
  double *memory;
  ptl_gap_now *now;          /* per gap */
  double supplied, absorbed; /* powers of loads, against springs and contacts, friction apart [W] */
  ptl_expr **motion_expr;    /* per motion, or NULL */
  ptl_integral **travels;    /* per motion whose rate is an expression, or NULL */
  ptl_expr **load_expr;      /* PTL_LOAD_PARTS per load */
  double *variables;         /* of expressions, as ptl_mechanism_variables lists them */
  double derivative_step;    /* for expressions of time */
  int outside;               /* last gap whose law was asked beyond its domain; -1 to forget */
  int misplaced;             /* 1: because the parts were where the joint does not let them be */
} ptl_data;

ptl_status ptl_data_create(ptl_context *context, const ptl_system *system, ptl_data **out);
void ptl_data_destroy(ptl_data *data);

/* Sets work->rotations, the variables of expressions and the time. */
void ptl_data_place(ptl_data *data, double t, const double *q, const double *v);
/* The same from all unknowns, whose inner states must stay where they are. */
void ptl_data_place_all(ptl_data *data, double t, const double *y);

/* ---- after ptl_data_place at the same state ---- */

/* The coordinate `along` of a pose. */
void ptl_eval_along(ptl_along along, const ptl_pose *pose, ptl_scalar *out);
/* constraint.c: one constraint element at one state. */
typedef struct ptl_constraint_eval {
  double value[PTL_MAX_CONSTRAINTS], rate[PTL_MAX_CONSTRAINTS]; /* Phi, Phi_q v + Phi_t */
  double rows[PTL_MAX_CONSTRAINTS][6];                          /* Phi_q */
  double by_angle[PTL_MAX_CONSTRAINTS]; /* derivatives by the pose's angle */
  ptl_pin pin;                          /* of a pin; of others */
  ptl_pair_state state;
  ptl_scalar f[PTL_MAX_CONSTRAINTS];
} ptl_constraint_eval;
/* Whether the joint's equations are to be taken as those of a pin: they are the pose's x and y. Friction,
 * which goes by the reactions, takes them along part A's axes. */
int ptl_is_pin(const ptl_system *system, const ptl_sys_constraint *constraint);
void ptl_eval_constraint(const ptl_data *data, int constraint, const double *q, const double *v,
                         ptl_constraint_eval *out);
/* Second derivatives of one of its equations by the coordinates of its pair. */
void ptl_constraint_hessian(const ptl_sys_constraint *constraint,
                            const ptl_constraint_eval *element, int equation, double hessian[36]);
/* The contact force of gap `gap`, deeper than 0; non-zero when the law gives none. */
int ptl_eval_contact_law(ptl_data *data, int gap, double depth, double rate, ptl_contact_out *out);
/* Phi into work->phi and Phi_q v + Phi_t into work->phi_rate. */
void ptl_eval_constraints(ptl_data *data, const double *q, const double *v);
/* gamma = -(Phi_q v)_q v - Phi_tt, so that accelerations obey Phi_q a = gamma; leaves in work->rows the rows of
 * Phi_q that change with the position. */
void ptl_eval_gamma(ptl_data *data, const double *q, const double *v, double *gamma);
/* All rows into work->rows. */
void ptl_eval_rows(ptl_data *data, const double *q, const double *v);
/* Applied, gravity, spring and contact forces, friction in gaps included, into work->force, their powers
 * into work->supplied and absorbed, the gaps' forces into work->now; 0, or non-zero when a law was asked
 * outside its domain or gave a number that is not finite. mode NULL: a gap exerts force while its depth is > 0. */
int ptl_eval_forces(ptl_data *data, const double *q, const double *v, const ptl_contact_mode *mode);
/* Friction of the ideal joints, added to work->force; non-zero as above. */
int ptl_eval_joint_frictions(ptl_data *data, const double *q, const double *v,
                             const double *lambda);
/* Force and torque of a load about its body's centre of mass, in ground axes. */
void ptl_eval_load(const ptl_data *data, int load, double out[3]);

/* motion.c: target of a driver and its time derivatives. */
void ptl_eval_motion(const ptl_data *data, int motion, double t, double value[3]);
/* The first time after t at which a motion changes its course, INFINITY if none does. */
double ptl_motion_next_turn(const ptl_system *system, double t);
/* What is derived of a table, into motion->bends. */
ptl_status ptl_motion_prepare(ptl_context *context, ptl_sys_motion *motion);

/* Values of the sparse Jacobian dF/dy + cj dF/dy'. 0, or non-zero as ptl_eval_forces. */
int ptl_eval_jacobian(ptl_data *data, double t, double cj, const double *y, double *values);
/* The residual F(t, y, y'). */
int ptl_eval_residual(ptl_data *data, double t, const double *y, const double *yp, double *r);

/* A force element at one state. */
typedef struct ptl_spring_eval {
  ptl_pair_state state;
  ptl_scalar x; /* what the force depends on, and its rate */
  double rate;
  ptl_force_out out;
} ptl_spring_eval;
void ptl_eval_spring(const ptl_data *data, int force, const double *q, const double *v,
                     ptl_spring_eval *out);
/* The parts of a bushing's force at one state; returns their number. */
int ptl_eval_bushing(const ptl_data *data, int bushing, const double *q, const double *v,
                     ptl_pair_state *state, ptl_bushing_part *out);

/* One gap at one state: kinematics and force. */
typedef struct ptl_gap_eval {
  double depth, rate, slip;     /* slip: tangential velocity of B relative to A [m/s] */
  double speed, turn;           /* of B's centre of curvature and of B against A [m/s], [rad/s] */
  double reach;                 /* over which the surfaces count as these circles [m] */
  double force, elastic_energy; /* 0 when open */
  double friction;              /* opposes the slip */
  double fx, fy, moment;        /* on B in ground axes; moment about B's part */
} ptl_gap_eval;

/* The geometry of the gaps that the joint has. */
void ptl_gap_set_eval(const ptl_sys_gap_set *gap_set, const ptl_pose *pose, ptl_gap *out);
/* Depth and rate only. */
void ptl_eval_gaps(const ptl_data *data, int gap_set, const double *q, const double *v,
                   ptl_gap_eval *out);
/* Depth, rate, and the force where it touches. */
void ptl_eval_contacts(ptl_data *data, int gap_set, const double *q, const double *v,
                       ptl_gap_eval *out);

/* x, y, angle, vx, vy, omega, ax, ay, alpha of the body's frame from those of its centre of mass. */
void ptl_body_motion(const ptl_body_def *def, const double q[3], const double v[3],
                     const double a[3], double out[9]);

/* layout.c: the columns of the system's trace. */
ptl_status ptl_layout_build(ptl_context *context, ptl_system *system);
void ptl_layout_destroy(ptl_context *context, ptl_layout *layout);
/* All columns before the model's choice: room for `all` below. */
int ptl_layout_width(const ptl_system *system);
/* Compiles the model's expressions over the columns; they read `all`. One place in out per expression. */
ptl_status ptl_layout_compile(ptl_context *context, const ptl_system *system, double *all,
                              ptl_expr **out);
/* One row of the trace from a state of the run, after ptl_eval_forces there; returns the number of
 * columns. */
int ptl_layout_row(ptl_data *data, double t, int event, const double *y, const ptl_energy *energy,
                   ptl_expr *const *expressions, double *all, double *row);

/* ledger.c: energies and powers. */
/* Power of the drivers [W]. */
double ptl_eval_driver_power(const ptl_data *data, const double *lambda);
typedef struct ptl_account {          /* of the whole system at one state */
  double kinetic, potential, elastic; /* [J] */
  double supplied; /* power of drivers and loads                                          [W] */
  double absorbed; /* power against springs, dampers and contacts                         [W] */
} ptl_account;
/* After ptl_data_place_all. contacts: normal force of every gap, then the power against each, then force and
 * power of every friction. y holds all unknowns. */
void ptl_eval_account(ptl_data *data, const double *y, ptl_account *out, double *contacts);

/* Change of the gap's force by small errors of q and v, given at the start of `errors` as in y. */
double ptl_eval_force_error(ptl_data *data, int gap, const double *y, const double *errors);

/* friction.c: after the work has been placed at the state, inner states included. */
/* The law at one state, into work->frictions[friction]; non-zero when it gives no finite number. */
int ptl_eval_friction(ptl_data *data, int friction, double slip, double normal);
/* The same for an ideal joint at the pair's state, from its reactions. */
int ptl_eval_joint_friction(ptl_data *data, int friction, const ptl_pair_state *state,
                            const double *reaction, ptl_sliding *sliding);
/* 1 if there is friction in an ideal joint, that is, friction from reactions. */
int ptl_system_has_joint_friction(const ptl_system *system);
/* Slip rate of the surfaces. */
double ptl_eval_slip(const ptl_data *data, int friction, const double *q, const double *v,
                     const double *lambda);
/* Inner states of steady sliding at v. */
void ptl_eval_steady(const ptl_data *data, const double *q, const double *v, const double *lambda,
                     double *states);
/* How a gap's normal force changes with the coordinates and velocities of its pair. */
typedef struct ptl_normal_slope {
  double by_q[6], by_v[6];
} ptl_normal_slope;
/* Adds the derivatives of friction work->frictions[friction], just evaluated, at slip d . twist, to
 * the values of the Jacobian. normal NULL: it does not depend on q and v. */
void ptl_add_friction(const ptl_data *data, int friction, const ptl_pair *pair,
                      const ptl_pair_state *state, const double d[3], double dd[3][3],
                      const double *v, const ptl_normal_slope *normal, double *values);

/* pattern.c */
ptl_status ptl_pattern_build(ptl_context *context, ptl_system *system);

/* start.c: replaces system->q0, v0 by the nearest consistent start, finds accelerations and
 * multipliers, and fills system->assembly; `given` is what the model says. */
ptl_status ptl_start_find(ptl_context *context, ptl_system *system, const double *given_q,
                          const double *given_v);
/* Puts q and v back onto the constraints at time t and solves for accelerations and multipliers; used
 * by the recovery ladder. Names the constraint that fails. */
ptl_status ptl_start_consistent(ptl_data *data, double t, double *q, double *v, double *a,
                                double *lambda);
/* The row of Phi that the others come closest to enforcing, at q. */
int ptl_start_weakest_row(ptl_data *data, double t, const double *q, const double *v);
/* "JOINT, equation K" of a row. */
void ptl_row_name(const ptl_system *system, int row, char *text, size_t size);

#endif
