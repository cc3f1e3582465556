/* pintle.h: describe a planar mechanism, assemble it, simulate it.
 *
 *   ptl_mechanism  a description: bodies, joints, contacts, forces. Editable, checked as it grows;
 *   changed by one thread at a
 *                  time, that of its context.
 *   ptl_system     the description compiled for simulation. Immutable, may be shared by threads.
 *   ptl_run        a simulation of a system, advanced to any time or step by step: pintle_run.h.
 *   ptl_simulate   a whole run at once; rows and events go to a sink, the summary is returned.
 */
#ifndef PINTLE_H
#define PINTLE_H

#include "pintle_base.h"
#include "pintle_summary.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ description */

typedef struct ptl_body_def {
  const char *name;
  double mass, inertia; /* [kg], about the centre of mass [kg m^2]; both > 0 */
  double x, y, angle;   /* placement of the body's frame [m, m, rad] */
  double vx, vy, omega; /* velocity of the frame's origin [m/s], rate [rad/s] */
  double com_x, com_y;  /* centre of mass in the body's frame [m] */
  unsigned free; /* which of placement and velocity are not known: PTL_FREE_*, pintle_start.h */
} ptl_body_def;

typedef struct ptl_gap_contact { /* which contact a gap uses; gap NULL means every gap */
  const char *gap, *contact;
} ptl_gap_contact;

struct ptl_bushing_def; /* pintle_bushing.h */
struct ptl_wear_def;    /* pintle_wear.h */

typedef struct ptl_joint_def {
  const char *name;
  ptl_type_use use;
  const struct ptl_bushing_def *bushing; /* NULL: what the joint holds does not give way */
  ptl_part_def a, b;
  const ptl_gap_contact *contacts;
  int n_contacts;
  ptl_type_use friction, film; /* type NULL is none; friction: if ideal, and in gaps without one */
  const struct ptl_wear_def *wear; /* NULL: what its surfaces lose is not counted */
  /* Force that presses the sliding surfaces of an ideal joint, or of a brake, together beside its
   * reaction: an expression of what those of loads may read, below 0 taken as 0 [N]; NULL: none */
  const char *pressed;
  /* Signal with a state from whose value of 1/2 on an ideal joint lets go, for as long as it is
   * above; NULL: it never does. Velocities go on as they are. */
  const char *release;
} ptl_joint_def;

#define PTL_ROLLING_SPEED 0.1 /* [rad/s] */

typedef struct ptl_contact_def {
  const char *name;
  ptl_type_use elastic, damping; /* damping.type NULL is "none" */
  ptl_type_use friction;         /* type NULL is none */
  double touch_speed_floor;      /* [m/s] */
  double rolling_resistance;     /* lever arm e of the torque e N tanh(w/rolling_speed) against the
                                    relative rotation w                          [m] */
  double rolling_speed;          /* NAN: PTL_ROLLING_SPEED                       [rad/s] */
  double young_a, young_b;       /* NAN where not given                          [Pa] */
  double poisson_a, poisson_b;
  double radius_a, radius_b; /* NAN: taken from the joint                    [m] */
  double length;             /*                                              [m] */
  double effective_mass;     /* NAN: that of the mechanism along the normal  [kg] */
} ptl_contact_def;

typedef struct ptl_force_def { /* a force type between two parts */
  const char *name;
  ptl_type_use use;
  ptl_part_def a, b;
} ptl_force_def;

/* A force and a torque on one body. Expressions of `time` and of BODY.x, .y, .angle, .vx,
 * .vy, .omega; NULL is zero. */
typedef struct ptl_load_def {
  const char *name;
  ptl_part_def at;              /* point of attack */
  const char *fx, *fy, *torque; /* [N], [N], [N m] */
  int follows;                  /* 0: fx, fy along the ground's axes; 1: along the body's */
} ptl_load_def;

/* A time, or a travel of a joint's coordinate when `joint` is not NULL. */
typedef struct ptl_span {
  double amount; /* [s], or the joint's coordinate [rad] or [m] */
  const char *joint;
} ptl_span;

typedef enum ptl_start {
  PTL_START_GIVEN, /* the bodies' states, projected onto the ideal joints */
  PTL_START_IDEAL, /* clearance joints assembled as if they were ideal */
  /* at rest where all forces balance at time 0 (pintle_analysis.h), found from IDEAL */
  PTL_START_EQUILIBRIUM,
  /* as IDEAL, then every joint with clearance moved until its nearest gap is just closed, or the
   * gaps of ptl_mechanism_add_touching */
  PTL_START_TOUCHING
} ptl_start;

typedef enum ptl_integrator {
  PTL_INTEGRATOR_AUTO,  /* DOP853 where nothing in the mechanism is stiff, else IDA */
  PTL_INTEGRATOR_IDA,   /* BDF on the stabilised DAE, by SUNDIALS IDA */
  PTL_INTEGRATOR_DOP853 /* explicit, on the reduced equations; no friction, no bushings */
} ptl_integrator;

/* What a run may take; more is an error that names the limit. */
typedef struct ptl_run_limits {
  double rows, steps, events; /* default 1e8, 1e9, 1e8 */
  /* [bytes] of the rows, 8 for each number, default 1e10: twice to three times that as CSV */
  double size;
  /* [bytes] of the whole program, as resident in memory at its largest; 0, the default: any */
  double memory;
  double wall_time; /* [s] on the clock since the first step; 0, the default: any */
} ptl_run_limits;

typedef struct ptl_run_def {
  ptl_span until, every;
  ptl_start start;
  double rtol; /* relative tolerance, default 1e-7 */
  ptl_integrator integrator;
  double length, speed; /* scales of the absolute tolerances; NAN: from the mechanism */
  double max_step;      /* [s], 0 for none */
  /* largest constraint violation that is still a result [m]; NAN: 1e-4 length */
  double drift_limit;
  double energy_limit; /* largest energy imbalance, relative to the largest energy */
  ptl_run_limits limits;
} ptl_run_def;

/* What ends a run before `until`, as soon as it holds; at the start, too: a condition over the
 * columns that the trace can have, in SI, "slot.outer.normal_force > 5000"; or NULL, and no body
 * has been faster than a part of the speed scale for so long, neither its centre of mass nor its
 * rate times the length scale. */
typedef struct ptl_stop_def {
  const char *condition;
  double settled, settled_for; /* that part; [s] */
} ptl_stop_def;

/* Numbers of an expression of columns over a run, over a part of it, or over its cycles, in the
 * summary (ptl_statistic_summary). They are those of the straight lines between the rows that the
 * run gives out. */
typedef struct ptl_statistic_def {
  const char *name;
  const char *expression, *unit; /* of the columns that the trace can have, in SI; its unit */
  double from, until;            /* [s]; NAN: from the start, to the end */
  /* a period, or a travel of a joint: only whole cycles from `from` on count; amount 0: no
   * cycles */
  ptl_span cycle;
} ptl_statistic_def;
/* NULLs, NAN, NAN, 0 */
PTL_DEF_DEFAULT(ptl_statistic_default, ptl_statistic_def)

/* A number that is set from outside while a run goes on: ptl_run_set_input. Expressions of loads,
 * motions and columns read it by its name. */
typedef struct ptl_input_def {
  const char *name, *unit; /* unit: one of SI, "N m", "1" */
  double value;            /* until it is set */
} ptl_input_def;

/* A signal with a state of its own, integrated with the mechanism under the same error control.
 * Expressions in SI, of what those of loads may be of; a state stands in expressions by its name,
 * and in the trace as a column. */
typedef struct ptl_signal_def {
  const char *name, *unit; /* unit: one of SI */
  const char *rate;        /* its derivative by time, in that unit per second; or */
  /* what it becomes where a condition in this expression changes; constant in between */
  const char *next;
  const char *start; /* its value at the start, which may read the signals before it; NULL: 0 */
  /* size of its values, of which its tolerance is a part; NAN: what mass, length and speed of the
   * mechanism make of the unit */
  double scale;
} ptl_signal_def;

/* Rows of a contact beside those that are due by run.every. */
typedef enum ptl_contact_rows {
  /* touch, deepest, largest forces and part, and as many between as show the force's course */
  PTL_CONTACT_ROWS_ALL,
  PTL_CONTACT_ROWS_PEAKS, /* touch, deepest, largest forces and part */
  PTL_CONTACT_ROWS_ENDS   /* touch and part */
} ptl_contact_rows;

/* Units of angles and of their rates in the trace. */
typedef enum ptl_angle_unit { PTL_ANGLE_RAD, PTL_ANGLE_DEG, PTL_ANGLE_TURN } ptl_angle_unit;
typedef enum ptl_rate_unit { PTL_RATE_RAD, PTL_RATE_DEG, PTL_RATE_RPM } ptl_rate_unit;

typedef struct ptl_output_def {
  ptl_contact_rows contact_rows; /* default: all */
  ptl_angle_unit angle;          /* default: rad */
  ptl_rate_unit rate;            /* default: rad/s */
  int wrap_angles;               /* 1: angles from -pi to pi; 0: they count turns */
} ptl_output_def;

typedef struct ptl_point_def { /* a named point in the trace */
  const char *name;
  ptl_part_def at;
} ptl_point_def;

typedef struct ptl_column_def { /* an expression over the trace's columns */
  const char *name, *unit, *expression;
} ptl_column_def;

typedef struct ptl_parameter_def { /* an entry under `parameters:`, kept for display */
  const char *name, *unit;         /* unit: its dimension in base units, "m s^-1", "1" */
  double value;                    /* SI */
  const char *given_unit; /* with which its text in the model file ends, "rpm"; NULL: none */
} ptl_parameter_def;

PTL_API ptl_mechanism *ptl_mechanism_create(ptl_context *context);
PTL_API void ptl_mechanism_destroy(ptl_mechanism *mechanism);

PTL_DEF_DEFAULT(ptl_body_default, ptl_body_def)
PTL_DEF_DEFAULT(ptl_contact_default, ptl_contact_def)
PTL_DEF_DEFAULT(ptl_run_default, ptl_run_def)
PTL_DEF_DEFAULT(ptl_output_default, ptl_output_def)
PTL_DEF_DEFAULT(ptl_signal_default, ptl_signal_def)

PTL_API ptl_status ptl_mechanism_set_title(ptl_mechanism *m, const char *title, const char *source);
PTL_API ptl_status ptl_mechanism_set_gravity(ptl_mechanism *m, double gx, double gy); /* [m/s^2] */
PTL_DEF_ADD(ptl_mechanism_set_run, ptl_run_def)
PTL_DEF_ADD(ptl_mechanism_set_output, ptl_output_def)
PTL_DEF_ADD(ptl_mechanism_add_body, ptl_body_def)
PTL_DEF_ADD(ptl_mechanism_add_contact, ptl_contact_def)
PTL_DEF_ADD(ptl_mechanism_add_joint, ptl_joint_def)
PTL_DEF_ADD(ptl_mechanism_add_force, ptl_force_def)
PTL_DEF_ADD(ptl_mechanism_add_load, ptl_load_def)
PTL_DEF_ADD(ptl_mechanism_add_point, ptl_point_def)
PTL_DEF_ADD(ptl_mechanism_add_column, ptl_column_def)
/* After the elements whose columns the condition reads. */
PTL_DEF_ADD(ptl_mechanism_add_stop, ptl_stop_def)
/* Likewise. */
PTL_DEF_ADD(ptl_mechanism_add_statistic, ptl_statistic_def)
/* Changes nothing in the mechanism: elements are added with their values in place. */
PTL_DEF_ADD(ptl_mechanism_add_parameter, ptl_parameter_def)
/* Before the first load. Its value is a column of the trace. */
PTL_DEF_ADD(ptl_mechanism_add_input, ptl_input_def)
/* After the last body and before the first load that reads it. Expressions may be left out at
 * first, so that several signals can read each other, and are then given to
 * ptl_mechanism_complete_signal under the same name. */
PTL_DEF_ADD(ptl_mechanism_add_signal, ptl_signal_def)
PTL_DEF_ADD(ptl_mechanism_complete_signal, ptl_signal_def)
/* Keep only the columns that match one of these wildcard patterns (may be called again). */
PTL_API ptl_status ptl_mechanism_keep_columns(ptl_mechanism *m, const char *pattern);

/* PTL_START_TOUCHING closes this gap, and the others that are given so, instead of the nearest one
 * of every joint. `gap` may be NULL for a joint that has one. May be called again. */
PTL_API ptl_status ptl_mechanism_add_touching(ptl_mechanism *m, const char *joint, const char *gap);

/* One `--set`: a dotted path in the model file and the text that replaces its value. */
typedef struct ptl_setting {
  const char *path, *value;
} ptl_setting;

/* Reads a model file. Messages have the form FILE:LINE:COLUMN: error: ... */
PTL_API ptl_status ptl_mechanism_load(ptl_context *context, const char *path,
                                      const ptl_setting *settings, int n_settings,
                                      ptl_mechanism **out);
/* The same from text in memory, of `size` bytes; `name` stands for the file in messages. */
PTL_API ptl_status ptl_mechanism_parse(ptl_context *context, const char *text, size_t size,
                                       const char *name, const ptl_setting *settings,
                                       int n_settings, ptl_mechanism **out);
/* Another description with the values that settings replace in `base`, as if its file were read
 * anew with these settings behind those that it was read with; no file is read. A description that
 * a program has made or changed has the paths of what ptl_mechanism_text writes. `base` is only
 * read; plug-ins that it needs must be open in the context. */
PTL_API ptl_status ptl_mechanism_vary(ptl_context *context, const ptl_mechanism *base,
                                      const ptl_setting *settings, int n_settings,
                                      ptl_mechanism **out);
/* Writes the model with every default resolved; loading it gives the same run to the bit. */
PTL_API ptl_status ptl_mechanism_save(const ptl_mechanism *m, const char *path);

/* The same as text in memory; released by ptl_text_release. */
PTL_API ptl_status ptl_mechanism_text(const ptl_mechanism *m, char **out);

PTL_API const ptl_run_def *ptl_mechanism_get_run(const ptl_mechanism *m);
PTL_API const ptl_output_def *ptl_mechanism_get_output(const ptl_mechanism *m);
PTL_API const char *ptl_mechanism_get_title(const ptl_mechanism *m);
PTL_API const char *ptl_mechanism_get_source(const ptl_mechanism *m);

/* Reading a description back, in the order of adding. Each returns 0 past the last element;
 * strings belong to the description. `use` has the type's name, the values are asked for. */
PTL_DEF_GET(ptl_mechanism_get_body, ptl_body_def)
PTL_DEF_GET(ptl_mechanism_get_joint, ptl_joint_def)
PTL_DEF_GET(ptl_mechanism_get_contact, ptl_contact_def)
PTL_DEF_GET(ptl_mechanism_get_force, ptl_force_def)
PTL_DEF_GET(ptl_mechanism_get_load, ptl_load_def)
PTL_DEF_GET(ptl_mechanism_get_point, ptl_point_def)
PTL_DEF_GET(ptl_mechanism_get_parameter, ptl_parameter_def)
PTL_DEF_GET(ptl_mechanism_get_input, ptl_input_def)
PTL_DEF_GET(ptl_mechanism_get_stop, ptl_stop_def)
PTL_DEF_GET(ptl_mechanism_get_statistic, ptl_statistic_def)
/* Its index among the elements of that kind, "body", "joint", "contact", "force", "load", "motion",
 * "coupling", "point", "column" (of expressions) or "input"; -1 where there is none. */
PTL_API int ptl_mechanism_find(const ptl_mechanism *m, const char *kind, const char *name);
/* A parameter of a joint or a force by its name in the type's table: 1 and its value (a point
 * has two, of a list the number of its points), 0 where the type has none of that name. NAN: not
 * given and without default. */
PTL_API int ptl_mechanism_get_joint_value(const ptl_mechanism *m, int joint, const char *name,
                                          double value[2]);
PTL_API int ptl_mechanism_get_force_value(const ptl_mechanism *m, int force, const char *name,
                                          double value[2]);
/* The number of points in a list of that name, 0 where there is none. *points: x0, y0, x1, ... */
PTL_API int ptl_mechanism_get_joint_points(const ptl_mechanism *m, int joint, const char *name,
                                           const double **points);
PTL_API int ptl_mechanism_get_force_points(const ptl_mechanism *m, int force, const char *name,
                                           const double **points);

/* ------------------------------------------------------------------ what there is */

typedef enum ptl_kind {
  PTL_ELASTIC,
  PTL_DAMPING,
  PTL_JOINT,
  PTL_FORCE,
  PTL_FRICTION,
  PTL_FILM
} ptl_kind;

struct ptl_param;
struct ptl_doc;

typedef struct ptl_type_info {
  const char *name;
  const struct ptl_doc *doc; /* see pintle_extend.h */
  const struct ptl_param *params;
  const char *origin; /* "built in" or the plug-in's name and version */
  const void *type;   /* the struct itself, of the kind asked for */
} ptl_type_info;

/* Types in the order they were registered; returns 0 past the last. */
PTL_API int ptl_context_get_type(const ptl_context *context, ptl_kind kind, int index,
                                 ptl_type_info *out);
/* The name closest to `name`, or that of the type which is called so elsewhere (a hinge is a
 * revolute); NULL when none is near. */
PTL_API const char *ptl_context_suggest(const ptl_context *context, ptl_kind kind,
                                        const char *name);

typedef struct ptl_material { /* what `materials: {a: steel}` stands for */
  const char *name;
  double young, poisson, density; /* [Pa], [1], [kg/m^3] */
  const char *source;
} ptl_material;

/* Materials known by name; returns 0 past the last. */
PTL_API int ptl_context_get_material(const ptl_context *context, int index, ptl_material *out);
/* The candidate nearest to `word` in edit distance, or NULL when none is near. */
PTL_API const char *ptl_nearest(const char *word, const char *const *candidates, int n);

#ifdef __cplusplus
}
#endif

#include "pintle_bushing.h"
#include "pintle_drive.h"
#include "pintle_run.h"
#include "pintle_shape.h"
#include "pintle_start.h"
#include "pintle_state.h"
#include "pintle_system.h"
#include "pintle_wear.h"

#endif
