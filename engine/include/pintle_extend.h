/* pintle_extend.h: extend Pintle with a contact law, a friction law, a joint type, a force type or a
 * plug-in.
 *
 * A type is one const struct of functions and tables in one file. The struct carries its own
 * documentation and parameter table; reading, range checks, `pintle list`, the manual and the
 * conformance tests are all driven by them. Built-in types are named once more in
 * engine/model/builtin.c; a plug-in returns its types from ptl_plugin_types().
 *
 * All numbers are SI. Functions here are pure: they read their arguments and write their result,
 * keep no state, allocate nothing, and may be called from several threads at once.
 */
#ifndef PINTLE_EXTEND_H
#define PINTLE_EXTEND_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PTL_EXTEND_ABI 1

/* ------------------------------------------------------------------ parameters */

/* How a parameter is written in the model and how many doubles hold it. */
typedef enum ptl_param_kind {
  PTL_NUMBER = 0, /* one double */
  PTL_CHOICE,     /* one double: index of the word given among `choices` */
  PTL_POINT,      /* two doubles: x, y in the frame of the part that carries it */
  PTL_POINTS      /* a list of points: two doubles, read by ptl_points() */
} ptl_param_kind;

enum {
  PTL_REQUIRED = 1, /* the model must give it */
  PTL_OPTIONAL = 2, /* absent is legal and is seen as NAN */
  PTL_OPEN_MIN = 4, /* `min` itself is not allowed */
  PTL_OPEN_MAX = 8  /* `max` itself is not allowed */
};

/* One row of a parameter table; a table ends with a row whose name is NULL.
 *
 * A dotted name is a key inside a mapping: "slot.arc.radius" is read from
 * `slot: {arc: {radius: ...}}`. A unit may have the value of another parameter as exponent,
 * as in "N/m^exponent", where `exponent` is a row of the same table. A list of points may have
 * two units, "m|N", of x and of y; its range holds for both. It is required or optional, and
 * absent it has no points. */
typedef struct ptl_param {
  const char *name; /* key in the model file, snake_case */
  const char *unit; /* "m", "N/m^exponent", "1"; never NULL */
  double fallback;  /* default, unless PTL_REQUIRED or PTL_OPTIONAL */
  double min, max;  /* closed range unless opened by a flag; may be infinite */
  const char *doc;  /* one sentence */
  unsigned flags;   /* PTL_REQUIRED ... */
  ptl_param_kind kind;
  const char *choices; /* PTL_CHOICE: "first|second|third", else NULL */
} ptl_param;

/* The n points x0, y0, x1, y1, ... of a list whose parameter begins at c[offset]. Behind them stand n
 * times the type's n_derived_per_point doubles for prepare() to fill. */
static inline const double *ptl_points(const double *c, int offset, int *n) {
  *n = (int)c[offset];
  return c + (size_t)c[offset + 1];
}

/* What a type says about itself, printed by `pintle list` and in the manuals. */
typedef struct ptl_doc {
  const char *title;    /* "Hunt-Crossley damping" */
  const char *formula;  /* one line of plain text, in the symbols of the source */
  const char *source;   /* author, year, where */
  const char *validity; /* domain, what it cannot do, known errors in print */
} ptl_doc;

/* prepare() of a type is called once for an instance: it checks the parameters and writes what it derives of them
 * behind them. The parameters themselves stay as they are; the model file and the summary show them.
 * Returns 0, or non-zero with the reason. */

/* Where a type puts the reason when it refuses its parameters. */
typedef struct ptl_reason {
  char text[256];
} ptl_reason;

/* Writes the reason and returns 1: `return ptl_refuse(why, "...", ...)`. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static inline int
ptl_refuse(ptl_reason *why, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(why->text, sizeof why->text, format, arguments);
  va_end(arguments);
  return 1;
}

/* ------------------------------------------------------------------ contact laws */

/* What a law may ask of its surroundings; the engine refuses the model if it is not there. */
enum {
  PTL_NEEDS_RADII = 1,     /* env.radius_a, env.radius_b */
  PTL_NEEDS_LENGTH = 2,    /* env.length */
  PTL_NEEDS_MATERIALS = 4, /* env.young_*, env.poisson_* */
  PTL_NEEDS_MASS = 8       /* env.effective_mass */
};

/* What a law says of its force; read by the engine and by the conformance tests. */
enum {
  PTL_LAW_PULLS = 1, /* may be negative while touching (adhesion): not clamped */
  PTL_LAW_JUMPS = 2  /* not zero at zero depth when approaching (linear damping) */
};

/* The surroundings of one gap, constant through a run. NAN where the model gives nothing. */
typedef struct ptl_contact_env {
  double radius_a, radius_b;   /* signed, < 0 concave, infinite for flat  [m] */
  double length;               /* axial length of the contact             [m] */
  double young_a, young_b;     /* Young's modulus                         [Pa] */
  double poisson_a, poisson_b; /* Poisson's ratio                         [1] */
  double effective_mass;       /* m_a m_b / (m_a + m_b)                   [kg] */
} ptl_contact_env;

/* The state of one gap that is being evaluated; depth > 0. */
typedef struct ptl_contact_in {
  double depth;         /* overlap                                        [m] */
  double depth_rate;    /* > 0 while approaching                          [m/s] */
  double touch_speed;   /* approach speed latched at first touch, never
                           below the contact's floor                      [m/s] */
  const double *memory; /* this law's own n_memory doubles, or NULL */
} ptl_contact_in;

typedef struct ptl_elastic_out {
  double force;     /* [N] */
  double stiffness; /* d force / d depth                                  [N/m] */
  double energy;    /* what unloading from here would give back           [J] */
} ptl_elastic_out;

typedef struct ptl_contact_out {
  double force;   /* normal force, > 0 pushes apart                       [N] */
  double d_depth; /* d force / d depth; NAN asks the engine to difference [N/m] */
  double d_rate;  /* d force / d depth_rate; NAN likewise                 [Ns/m] */
  double energy;  /* recoverable energy                                   [J] */
} ptl_contact_out;

/* When update() is called. Between these calls the memory does not change. */
typedef enum ptl_contact_event {
  PTL_TOUCH,   /* the gap has just closed: depth 0, touch_speed latched */
  PTL_DEEPEST, /* a maximum of the depth */
  PTL_STEP,    /* an accepted integration step ends here, still touching */
  PTL_PART     /* the gap has just opened: depth 0; memory is zeroed after it */
} ptl_contact_event;

/* An elastic law: force from depth (and from its own history, if it keeps any).
 *
 * `c` is the instance: the parameters in table order, then n_derived doubles that prepare()
 * computes once from them and from the surroundings, then the lists of points. */
typedef struct ptl_elastic_law {
  const char *name;
  ptl_doc doc;
  const ptl_param *params; /* ends with {0} */
  unsigned needs;          /* PTL_NEEDS_* */
  unsigned flags;          /* PTL_LAW_* */
  const char *partners;    /* damping laws it accepts, "a|b"; NULL accepts every one */
  int n_derived;
  int n_derived_per_point;
  int n_memory;
  /* Returns 0, or non-zero with the reason. NULL if there is nothing to derive or check. */
  int (*prepare)(double *c, const ptl_contact_env *env, ptl_reason *why);
  void (*force)(const double *c, const ptl_contact_in *in, ptl_elastic_out *out);
  /* Largest depth the law is defined for [m]; NULL when there is none. Beyond it the run
   * stops with an error that names the gap, the time and both depths. */
  double (*max_depth)(const double *c);
  /* NULL if n_memory is 0. */
  void (*update)(const double *c, const ptl_contact_in *in, ptl_contact_event event,
                 double *memory);
} ptl_elastic_law;

/* A dissipation law: turns the elastic force into the force of the contact. The engine
 * clamps the result at zero unless the law (or its elastic partner) has PTL_LAW_PULLS. */
typedef struct ptl_damping_law {
  const char *name;
  ptl_doc doc;
  const ptl_param *params;
  unsigned needs;
  unsigned flags;
  const char *partners; /* elastic laws it accepts, "a|b"; NULL accepts every one */
  int n_derived;
  int n_derived_per_point;
  int n_memory;
  int (*prepare)(double *c, const ptl_contact_env *env, ptl_reason *why);
  void (*force)(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                ptl_contact_out *out);
  void (*update)(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                 ptl_contact_event event, double *memory);
} ptl_damping_law;

/* ------------------------------------------------------------------ friction laws */

enum { PTL_MAX_FRICTION_STATES = 4 };

/* Two surfaces that rub on each other. */
typedef struct ptl_friction_in {
  double slip_rate;    /* tangential velocity of B's surface against A's  [m/s] */
  double normal_force; /* >= 0                                            [N] */
  const double *state; /* the law's n_states inner states, or NULL */
} ptl_friction_in;

typedef struct ptl_friction_out {
  double force;    /* > 0 opposes a slip_rate > 0                         [N] */
  double d_slip;   /* d force / d slip_rate; NAN asks the engine to difference
                      this and every other derivative here                [Ns/m] */
  double d_normal; /* d force / d normal_force                            [1] */
  double d_state[PTL_MAX_FRICTION_STATES];
  double rate[PTL_MAX_FRICTION_STATES]; /* time derivative of each inner state */
  double rate_d_slip[PTL_MAX_FRICTION_STATES];
  double rate_d_normal[PTL_MAX_FRICTION_STATES];
  double rate_d_state[PTL_MAX_FRICTION_STATES][PTL_MAX_FRICTION_STATES]; /* [rate][state] */
} ptl_friction_out;

/* A friction law: tangential force from slip rate and normal force, whatever made that. It may
 * have inner states, such as the deflection of bristles, which the engine integrates with the
 * motion; they go on being integrated while the surfaces are apart (normal_force 0).
 *
 * `c` is the instance: the parameters in table order, then n_derived doubles from prepare(). */
typedef struct ptl_friction_law {
  const char *name;
  ptl_doc doc;
  const ptl_param *params; /* ends with {0} */
  int n_derived, n_derived_per_point;
  int n_states;
  /* Returns 0, or non-zero with the reason. NULL if there is nothing to derive or check. */
  int (*prepare)(double *c, ptl_reason *why);
  /* Writes into `out`, which is all zero before. */
  void (*force)(const double *c, const ptl_friction_in *in, ptl_friction_out *out);
  /* Slip rate below which the surfaces count as sticking: what the law is regularised with, or
   * what tells the events apart where it needs no regularisation                [m/s] */
  double (*stick_speed)(const double *c);
  /* Inner states of steady sliding at this slip rate: what a run begins with. At high slip rates
   * their size is the scale of their tolerances. NULL if n_states is 0. */
  void (*steady)(const double *c, double slip_rate, double *state);
} ptl_friction_law;

/* ------------------------------------------------------------------ joints */

/* Part B's frame seen from part A's frame. A joint never sees more than this, so that it
 * cannot depend on where the pair is in the world and its forces balance by construction. */
typedef struct ptl_pose {
  double x, y, angle;
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

/* The surfaces of an ideal joint that rub: how they slip, and how the joint's reaction presses them
 * together. */
typedef struct ptl_sliding {
  double d[3];     /* slip rate [m/s] = d . (rates of x, y, angle of the pose) */
  double dd[3][3]; /* dd[i][j]: derivative of d[i] by coordinate j of the pose */
  double normal;   /* >= 0                                                [N] */
  double d_normal[PTL_MAX_CONSTRAINTS]; /* by the reactions */
  const char *lacks;                    /* parameter that must be given for this, or NULL */
} ptl_sliding;

/* A joint type: constraints when it is ideal, gaps when it has clearance or stops. A type without
 * constraints is a pair of surfaces that touch or not.
 *
 * `c` is the instance: parameters in table order (a point or a list of points takes two doubles),
 * then n_derived doubles from prepare(), then the lists. */
typedef struct ptl_joint_type {
  const char *name;
  ptl_doc doc;
  const char *part_a, *part_b; /* keys of the two parts: "slot", "pin" */
  const ptl_param *params;
  int n_derived;
  int n_derived_per_point;
  int n_constraints;
  ptl_coordinate coordinate;
  /* Names of the gaps, ends with NULL; NULL for a type that has none.
   * Every name can be given its own law under `contact:`. */
  const char *const *gap_names;
  /* Whether this instance has gap number `gap`. NULL: all of them with clearance, else none.
   * A joint that is ideal may have gaps beside its constraints (its stops). */
  int (*has_gap)(const double *c, int gap);
  int (*prepare)(double *c, ptl_reason *why);
  /* Writes n_constraints values that are zero when the ideal joint is assembled. `rest` is
   * the pose at which the model places the parts (what a weld keeps). */
  void (*constraints)(const double *c, const ptl_pose *rest, const ptl_pose *pose, ptl_scalar *out);
  /* Radial or one-sided play of this instance [m]; 0 means ideal, infinite that nothing holds the
   * parts together. NULL: always ideal. */
  double (*clearance)(const double *c);
  /* Writes one gap per name; those that the instance does not have are not looked at. */
  void (*gaps)(const double *c, const ptl_pose *pose, ptl_gap *out);
  /* Nominal radii of curvature of gap number `gap` for the laws (signed as in ptl_gap); NAN
   * where the model does not give them. */
  void (*radii)(const double *c, int gap, double *radius_a, double *radius_b);
  /* Play direction: displacement of B from its ideal place in part A's frame [m]. NULL: B has no
   * such place. */
  void (*eccentricity)(const double *c, const ptl_pose *pose, double *ex, double *ey);
  /* The rubbing surfaces of the ideal joint; NULL: it takes no friction. reaction[i] is the
   * multiplier of constraint i: part A exerts -reaction[i] times its gradient on part B. `out` is
   * all zero before. */
  void (*sliding)(const double *c, const ptl_pose *pose, const double *reaction, ptl_sliding *out);
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
  PTL_FORCE_DRIVES = 1 /* does work of its own: booked as supplied, not as dissipated */
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
} ptl_force_type;

/* ------------------------------------------------------------------ plug-ins */

/* What a plug-in's only exported function, `const ptl_plugin *ptl_plugin_types(void)`, returns.
 * Lists end with NULL and may be NULL. The host compares abi and sizes before it reads on. */
typedef struct ptl_plugin {
  int abi;                                                                  /* PTL_EXTEND_ABI */
  size_t size_elastic, size_damping, size_joint, size_force, size_friction; /* of the structs */
  const char *name, *version;
  const ptl_elastic_law *const *elastic;
  const ptl_damping_law *const *damping;
  const ptl_joint_type *const *joints;
  const ptl_force_type *const *forces;
  const ptl_friction_law *const *frictions;
} ptl_plugin;

#define PTL_PLUGIN_HEADER                                                                   \
  PTL_EXTEND_ABI, sizeof(ptl_elastic_law), sizeof(ptl_damping_law), sizeof(ptl_joint_type), \
      sizeof(ptl_force_type), sizeof(ptl_friction_law)

typedef const ptl_plugin *(*ptl_plugin_function)(void);

#ifdef __cplusplus
}
#endif
#endif
