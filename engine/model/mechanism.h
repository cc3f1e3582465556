/* mechanism.h: the description behind ptl_mechanism. Internal; filled by the files mechanism_*.c,
 * one for each kind of element, read by the assembler and by the model writer. Strings and arrays
 * belong to the mechanism. */
#ifndef PTL_MECHANISM_H
#define PTL_MECHANISM_H

#include "context.h"
#include "expression.h"
#include "name_table.h"
#include "node_tree.h"
#include "param.h"
#include "registry.h"

/* A type with the numbers of one element: the parameters in table order (two doubles of a point; of
 * a list of points their number and the index of the first), then the type's n_derived, then each
 * list with what is derived of it. Those of joints, forces and friction are prepared when the
 * element is added; those of elastic and damping laws for each gap (law.h). */
typedef struct ptl_instance {
  const void *type; /* of the kind that the owner knows */
  double *c;
  int n_given, size; /* doubles of the parameters, and in all */
} ptl_instance;

typedef struct ptl_mech_body {
  ptl_body_def def;
  int first_shape, last_shape; /* 1 + index, 0 for none */
  ptl_where where;
} ptl_mech_body;

typedef struct ptl_mech_contact {
  ptl_contact_def def; /* def.elastic, damping and friction keep only the type names */
  ptl_instance elastic, damping, friction; /* friction.type NULL: none */
  ptl_where where;
} ptl_mech_contact;

/* What holds the two parts of a joint. */
typedef enum ptl_hold {
  PTL_HELD_BY_NOTHING, /* its gaps alone limit the parts: clearance, or surfaces that may touch */
  PTL_HELD_BY_CONSTRAINTS,
  PTL_HELD_BY_BUSHING
} ptl_hold;

/* What a joint is in the equations (joint_form.h). A joint that is held may have gaps as well: its
 * stops. */
typedef struct ptl_joint_form {
  ptl_hold hold;
  int has_clearance;
  int has_film; /* in its clearance; the bearing's gap is there only with a contact */
  int n_gaps, gaps[PTL_MAX_GAPS]; /* those that it has: their numbers among the type's, ascending */
} ptl_joint_form;

typedef struct ptl_mech_joint {
  ptl_joint_def def; /* def.use and friction keep only the type's name; def.contacts has one entry
                        for each gap that has a contact, with the gap's name, in the order of
                        the gaps */
  ptl_instance use, friction, film; /* friction.type, film.type NULL: none */
  ptl_joint_form form;
  int driver;        /* 1 + the motion of its coordinate, 0 for none */
  unsigned touching; /* bits 1u << gap: gaps that `start: touching` is to close */
  ptl_where where;
} ptl_mech_joint;

/* Of the friction that stands for an efficiency. */
#define PTL_EFFICIENCY_COEFFICIENT 0.1

typedef struct ptl_mech_coupling {
  ptl_coupling_def def;  /* def.friction keeps only the type's name */
  ptl_instance friction; /* of its teeth; type NULL: none */
  ptl_where where;
} ptl_mech_coupling;

typedef struct ptl_mech_motion {
  ptl_motion_def def;
  ptl_where where;
} ptl_mech_motion;

typedef struct ptl_mech_force {
  ptl_force_def def;
  ptl_instance use;
  ptl_where where;
} ptl_mech_force;

typedef struct ptl_mech_load {
  ptl_load_def def;
  ptl_where where;
} ptl_mech_load;

typedef struct ptl_mech_point {
  ptl_point_def def;
  ptl_where where;
} ptl_mech_point;

typedef struct ptl_mech_column {
  ptl_column_def def;
  ptl_where where;
} ptl_mech_column;

typedef struct ptl_mech_stop {
  ptl_stop_def def;
  char *text; /* as a run tells that it has ended by it */
} ptl_mech_stop;

typedef struct ptl_mech_statistic {
  ptl_statistic_def def;
} ptl_mech_statistic;

typedef struct ptl_mech_shape {
  ptl_shape_def def;
  int next; /* of the same body; 1 + index, 0 for none */
  ptl_where where;
} ptl_mech_shape;

typedef struct ptl_mech_input {
  ptl_input_def def;
  ptl_where where;
} ptl_mech_input;

typedef struct ptl_mech_signal { /* with a state */
  ptl_signal_def def;
  ptl_where where;
} ptl_mech_signal;

typedef struct ptl_mech_start {
  ptl_start_def def;
  ptl_where where;
} ptl_mech_start;

typedef struct ptl_mech_pattern { /* of columns that are kept */
  char *text;
  ptl_where where;
} ptl_mech_pattern;

/* What is found by its name. */
typedef enum ptl_element {
  PTL_ELEMENT_BODY,
  PTL_ELEMENT_CONTACT,
  PTL_ELEMENT_JOINT,
  PTL_ELEMENT_COUPLING,
  PTL_ELEMENT_MOTION,
  PTL_ELEMENT_FORCE,
  PTL_ELEMENT_LOAD,
  PTL_ELEMENT_POINT,
  PTL_ELEMENT_COLUMN,
  PTL_ELEMENT_INPUT,
  PTL_ELEMENT_SIGNAL
} ptl_element;

/* What a description was read from. */
typedef struct ptl_read_from {
  ptl_node *tree; /* with all settings in it; NULL when a program made or changed the description */
  ptl_setting *settings; /* all of them, in order */
  int n_settings;
} ptl_read_from;

struct ptl_mechanism {
  ptl_context *context;
  char *file;                  /* model file, NULL when made by a program */
  const ptl_setting *settings; /* while a file is read, for messages */
  uint64_t hash;               /* FNV-1a of the model file's bytes and of the settings */
  ptl_read_from read_from;
  char *title, *source;
  double gx, gy;
  ptl_run_def run;
  ptl_output_def output;
  ptl_mech_body *bodies;
  ptl_mech_contact *contacts;
  ptl_mech_joint *joints;
  ptl_mech_coupling *couplings;
  ptl_mech_motion *motions;
  ptl_mech_force *forces;
  ptl_mech_load *loads;
  ptl_mech_point *points;
  ptl_mech_column *columns;
  ptl_mech_stop *stops;
  ptl_mech_statistic *statistics;
  ptl_mech_shape *shapes;
  ptl_mech_start *starts;
  char *start_from; /* a run folder, or NULL */
  double start_at;  /* [s]; NAN: its end */
  ptl_mech_input *inputs;
  ptl_mech_signal *signals;
  ptl_parameter_def *parameters;
  ptl_mech_pattern *patterns;
  int n_bodies, n_contacts, n_joints, n_couplings, n_motions, n_forces, n_loads, n_points;
  int n_columns, n_patterns, n_parameters, n_shapes, n_starts, n_inputs, n_stops, n_signals;
  int n_statistics;
  ptl_name_table names;      /* of every ptl_element */
  ptl_symbol_list variables; /* of the expressions in it: ptl_mechanism_variables */
  ptl_where location;        /* of the element that is being added; set by the model reader */
};

/* A description of its own with the same elements; `from` is only read. The copy is complete:
 * nothing is to be added to it, and reading it changes nothing in it. Its types are those that
 * `from` has found, whose plug-ins must stay open. */
ptl_status ptl_mechanism_copy(ptl_context *context, const ptl_mechanism *from, ptl_mechanism **out);

/* The description is about to be changed by a program, and is no longer what it was read from. */
void ptl_mechanism_change(ptl_mechanism *m);
void ptl_release_read_from(ptl_mechanism *m);
/* Copies of these settings behind those that m->read_from has. */
ptl_status ptl_add_settings(ptl_mechanism *m, const ptl_setting *settings, int n);

/* What the functions of pintle.h do with a structure of this library's size. */
ptl_status ptl_set_run(ptl_mechanism *m, const ptl_run_def *def);
ptl_status ptl_set_output(ptl_mechanism *m, const ptl_output_def *def);
ptl_status ptl_add_body(ptl_mechanism *m, const ptl_body_def *def);
ptl_status ptl_add_joint(ptl_mechanism *m, const ptl_joint_def *def);
ptl_status ptl_add_contact(ptl_mechanism *m, const ptl_contact_def *def);
ptl_status ptl_add_force(ptl_mechanism *m, const ptl_force_def *def);
ptl_status ptl_add_load(ptl_mechanism *m, const ptl_load_def *def);
ptl_status ptl_add_point(ptl_mechanism *m, const ptl_point_def *def);
ptl_status ptl_add_column(ptl_mechanism *m, const ptl_column_def *def);
ptl_status ptl_add_stop(ptl_mechanism *m, const ptl_stop_def *def);
ptl_status ptl_add_statistic(ptl_mechanism *m, const ptl_statistic_def *def);
ptl_status ptl_add_parameter(ptl_mechanism *m, const ptl_parameter_def *def);
ptl_status ptl_add_input(ptl_mechanism *m, const ptl_input_def *def);
ptl_status ptl_add_signal(ptl_mechanism *m, const ptl_signal_def *def);
/* The signal by which a joint or a motion lets go; one of them is < 0. */
ptl_status ptl_set_release(ptl_mechanism *m, int joint, int motion, const char *signal);
/* The force that presses the surfaces of a joint, once all is there that it reads. */
ptl_status ptl_set_pressed(ptl_mechanism *m, int joint, const char *expression);
ptl_status ptl_complete_signal(ptl_mechanism *m, const ptl_signal_def *def);
ptl_status ptl_add_coupling(ptl_mechanism *m, const ptl_coupling_def *def);
ptl_status ptl_add_motion(ptl_mechanism *m, const ptl_motion_def *def);
ptl_status ptl_add_start(ptl_mechanism *m, const ptl_start_def *def);
ptl_status ptl_add_shape(ptl_mechanism *m, const ptl_shape_def *def);

/* Index of the element of that name, or -1; ptl_find_body gives -1 for "ground" too, and -2 for
 * a name that is not there. */
int ptl_find_body(const ptl_mechanism *m, const char *name);
int ptl_find_joint(const ptl_mechanism *m, const char *name);
int ptl_find_contact(const ptl_mechanism *m, const char *name);

/* The key of a form of shape in the model file; NULL past the last. */
const char *ptl_form_word(ptl_form form);

/* What the coordinate is; that of a joint is one of its pose. */
ptl_measured_coordinate ptl_measured_coordinate_of(const ptl_mechanism *m,
                                                   const ptl_measure_def *measure);

/* Whether its force acts along another coordinate than the one that it moves. */
int ptl_motion_is_servo(const ptl_motion_def *def);

/* Names and units of the columns of a body; the first PTL_BODY_VARIABLES are variables of
 * expressions, too. */
enum { PTL_BODY_VARIABLES = 6, PTL_BODY_COLUMNS = 9 };
extern const char *const ptl_body_variables[PTL_BODY_COLUMNS][2];
/* What an expression may use: time, the inputs, then BODY.x, .y, .angle, .vx, .vy, .omega of so
 * many bodies; behind those of all bodies the signals with a state. The list is m->variables, cut
 * off there; that of motions, behind the inputs. */
ptl_status ptl_mechanism_variables(ptl_mechanism *m, int n_bodies, ptl_symbol_list *out);
ptl_status ptl_mechanism_time(ptl_mechanism *m, ptl_symbol_list *out);
/* What motions may use: that of time or, where there are signals with a state, all. */
ptl_status ptl_mechanism_motion_variables(ptl_mechanism *m, ptl_symbol_list *out);
/* Index of the first variable of a body in that list. */
static inline int ptl_variable_of_body(const ptl_mechanism *m, int body) {
  return 1 + m->n_inputs + PTL_BODY_VARIABLES * body;
}

static inline int ptl_variable_of_signal(const ptl_mechanism *m, int signal) {
  return ptl_variable_of_body(m, m->n_bodies) + signal;
}
static inline int ptl_n_variables(const ptl_mechanism *m) {
  return ptl_variable_of_signal(m, m->n_signals);
}

/* Where the file has this key of a section, as of "joints" or "run"; of a key that is not there, or
 * NULL, the section; {0, 0}: nowhere. */
ptl_where ptl_where_of(const ptl_mechanism *m, const char *section, const char *key);
/* A failure that belongs to an element: FILE:LINE:COLUMN: error: ... when it came from a file. */
ptl_status ptl_fail_at(const ptl_mechanism *m, ptl_where where, ptl_status status,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Puts the place of the element that the failure is of (ptl_error_element) in front of its message,
 * unless a place is there or the file has no such element. */
void ptl_place_failure(ptl_context *context, const ptl_mechanism *m);

#endif
