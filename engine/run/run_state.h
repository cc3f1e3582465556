/* run_state.h: what a run holds, and its state at any time within the last step. Internal.
 *
 * The files of this room, from the lowest to the highest: run_state (run_interpolate.c), run_gaps,
 * run_friction, run_energy, run_limits, run_schedule, run_statistics, run_output (with
 * run_stops.c). Each calls only those before it. */
#ifndef PTL_RUN_STATE_H
#define PTL_RUN_STATE_H

#include "data.h"
#include "energy.h"
#include "kinematics.h"
#include "lobatto.h"
#include "reaction_solver.h"
#include "reactions.h"
#include "switch.h"

typedef struct ptl_gap_sample { /* one gap at one time */
  double depth, rate;           /* [m], [m/s] */
  double gradient[3];           /* of the depth, by x, y [1] and angle [m] of the pose */
  double speed, angular_speed;  /* of B's centre of curvature and of B against A [m/s], [rad/s] */
  double extent;                /* over which the surfaces count as their osculating circles [m] */
  /* adjoining gap at which its contact now is, though its state has it here, or -1 */
  int passed_to;
} ptl_gap_sample;

typedef struct ptl_sample { /* at one end of the interval in hand */
  ptl_gap_sample *gaps;     /* per gap */
  double *slips;            /* per friction: slip rate [m/s or rad/s] */
} ptl_sample;

typedef struct ptl_episode {  /* the present contact, or the present flight, of one gap */
  double since;               /* [s] */
  double impulse, lost, peak; /* of the present contact [N s], [J], [N] */
  double peak_time;           /* [s] */
  int peak_needs_row;         /* none shows the largest force yet */
  double change,
      shown_until; /* of the force since the last row that shows its course [N]; its time [s] */
  int64_t steps;   /* of it, for run_failure.c */
  int deepens;     /* it did where the last event was looked for */
  int has_turned;  /* it has been deepest in this interval */
} ptl_episode;

/* What a gap did since it was last asked for: ptl_run_take_gap. */
typedef struct ptl_gap_taken {
  double peak, peak_time; /* largest force since then [N], [s] */
  double impulse;         /* of all contacts before [N s] */
  int64_t touches;        /* before */
} ptl_gap_taken;

/* What the law of a gap has given last, and at what; run_gaps.c. */
typedef struct ptl_law_known {
  double depth, rate; /* depth 0: nothing yet */
  ptl_gap_state state;
  ptl_contact_out out;
} ptl_law_known;

/* Inner states of friction at a time at which the contact of a gap goes on at another gap: those of
 * `to` are those of `from`, whatever the dense output has. */
typedef struct ptl_passed_states {
  int is_on;
  double time;
  int from, to; /* frictions */
} ptl_passed_states;

/* Energies and works; run_energy.c. */
typedef struct ptl_run_energy {
  ptl_energy_terms start;
  double supplied; /* work of drivers and loads [J] */
  double absorbed; /* work against springs, dampers and contacts [J] */
  /* At the quadrature points of the interval: of the system, and the forces and powers of gaps and
   * frictions. */
  ptl_energy_terms rates[PTL_LOBATTO_POINTS];
  double rates_end; /* time of the last of these */
  double *forces[PTL_LOBATTO_POINTS];
  int takes_reactions; /* 1: those that follow from the states there, not the stepper's */
  int is_rough;        /* 1: cubics were rough for the powers of the last interval */
  /* Times of the first point and the last; NAN: the contacts have changed since. */
  double valid_from, valid_until;
  double curvature[2]; /* of both powers at the end of the last step that was looked at [W/s^2] */
  double *forces_now;  /* the same at any time */
  /* Integrals of the stepper from the start of its step to both ends of the interval. */
  double *integrals_before, *integrals;
  int *friction_list; /* scratch: of frictions */
  int has_rough_joints;
  int has_powers; /* 0: nothing in the mechanism supplies or absorbs energy */
} ptl_run_energy;

/* When rows are due or the run ends: at times, or at travels of a joint's coordinate. */
typedef struct ptl_schedule {
  double amount;    /* [s], [rad] or [m]; 0 for never */
  int is_of_travel; /* 1: of the coordinate below, found on the dense output */
  ptl_pair pair;
  int coordinate;
  double start;   /* coordinate from which it counts */
  int64_t passed; /* multiples already passed, of times */
} ptl_schedule;

/* Rows and their schedule; run_output.c. */
typedef struct ptl_run_output {
  ptl_schedule rows, end;
  double end_time;   /* INFINITY until it is known [s] */
  double last_row;   /* time of the last row written [s] */
  int is_given;      /* rows go to the sink */
  void *memory;      /* of the arrays below; NULL: no rows are wanted */
  double *all, *row; /* all columns, and those of the trace */
  double *state;     /* of a row, on the constraints */
  double *acceleration;
  ptl_expr **expressions;
  double *contact_times; /* of the rows of contacts in the interval in hand [s] */
  int n_contact_times, next_contact_time;
} ptl_run_output;

/* The columns at the present time, for who asks; made when it is first asked for. */
typedef struct ptl_run_now {
  void *memory;
  double *all, *row;
  double *state, *acceleration; /* on the constraints */
  ptl_expr **expressions;
} ptl_run_now;

typedef enum ptl_run_phase { PTL_RUN_GOING, PTL_RUN_FINISHED, PTL_RUN_INTERRUPTED } ptl_run_phase;

typedef struct ptl_run_watches ptl_run_watches;       /* run_watch.h */
typedef struct ptl_run_stops ptl_run_stops;           /* run_stops.c */
typedef struct ptl_run_statistics ptl_run_statistics; /* run_statistics.h */

struct ptl_run {
  ptl_context *context;
  const ptl_system *system;
  ptl_data *data;
  ptl_accelerations *reduced;           /* for DOP853, and for the reactions of a row */
  ptl_reactions *reactions;             /* of rows, NULL without */
  ptl_reaction_solver *reaction_solver; /* within a step; NULL: no forces depend on reactions */
  ptl_switch *integrator;
  ptl_sink sink;
  ptl_run_options options;
  ptl_summary *summary; /* own_summary; without what the steppers count */
  ptl_summary own_summary;
  ptl_integrator wanted; /* of the options, else of the model */
  ptl_contact_rows contact_rows;
  double rtol, violation_limit, energy_limit;
  double wall_time, cpu_time; /* spent [s] */
  void *memory;               /* of the arrays in this struct, but for those of the output */

  ptl_run_phase phase;
  int has_begun;          /* 1: the row of the start has been given out */
  unsigned stops;         /* kinds of events at which to stop, as bits */
  int is_stopped;         /* at one of them */
  int is_paused;          /* as the sink asked for */
  int is_in_hook;         /* a function of the sink has been given the run */
  int is_in_step;         /* 1: t lies within the last step, whose rest is still to come */
  double t;               /* the present time: where the last step ended or was cut off [s] */
  double *y;              /* all unknowns there */
  double step_start;      /* of the last step [s] */
  double step_switched;   /* where a condition cuts it off; INFINITY: nowhere [s] */
  double good_t, *good_y; /* the same at the start of the last step */
  double *spare_y, *spare_next,
      *spare_a;        /* for run_failure.c: of the size of y, and n_coordinates */
  ptl_status failure;  /* of a row */
  ptl_status ended_by; /* not PTL_OK: the run has failed or was interrupted */
  int is_inexact,
      is_explained; /* it ends because its numbers became inexact; the cause was found */
  ptl_step step;
  double interpolated_time; /* NAN: none in this step */
  int has_reactions;        /* 1: its multipliers are those that follow from the state */
  double *interpolated;     /* all unknowns at that time */
  double *local_error;

  ptl_sample before,
      after;              /* at both ends of the interval in hand; between steps `before` is at t */
  ptl_episode *episodes;  /* per gap */
  ptl_gap_taken *taken;   /* per gap */
  ptl_law_known *laws;    /* per gap */
  ptl_gap_eval *row_gaps; /* per gap: at the state of the row in hand */
  int *sticking;          /* per friction: it stuck when it last touched */
  ptl_passed_states passed;
  double *slips;         /* per friction: slip rate at the start of the step, run_friction.c */
  double slips_time;     /* of these [s] */
  ptl_gap_sample *films; /* per film, at the end of the last step: run_gaps.c */
  double *wear;          /* system->n_wear_values: run_wear.c */
  ptl_run_energy energy;
  ptl_run_output output;
  ptl_run_now now;
  ptl_run_watches *watches;
  ptl_run_stops *conditions;                       /* that end the run; NULL without */
  ptl_run_statistics *statistics;                  /* of the rows; NULL without */
  int domain_failures, steps_since_domain_failure; /* run_step.c */
  double first_domain_failure;                     /* start of that step [s] */
  int64_t n_steps;                                 /* run_limits.c: accepted */
  double begun;        /* run_limits.c: at the first step, by the clock [s] */
  int stagnant_steps;  /* run_limits.c: in succession */
  int64_t short_steps; /* the same */
  double short_since;  /* when the first of these ended [s] */
};

/* The unknowns at t within the last step into run->interpolated, and run->data set to them. */
void ptl_run_interpolate(ptl_run *run, double t);

/* The multipliers that follow from the interpolated state take the place of the stepper's, where
 * they are found. */
void ptl_run_find_reactions(ptl_run *run);

/* Parts of the interpolated state. */
static inline const double *ptl_run_q(const ptl_run *run) {
  return run->interpolated;
}
static inline const double *ptl_run_v(const ptl_run *run) {
  return run->interpolated + run->system->n_coordinates;
}
static inline const double *ptl_run_lambda(const ptl_run *run) {
  return run->interpolated + run->system->first_state - run->system->n_rows;
}

#endif
