/* dop853_step_size.h: the explicit stepper (dop853_contact.c) and the choice of its steps.
 * Internal. */
#ifndef PTL_DOP853_STEP_SIZE_H
#define PTL_DOP853_STEP_SIZE_H

#include <math.h>

#include "data.h"
#include "dop853.h"
#include "reaction_solver.h"
#include "singular.h"
#include "stepper.h"

/* The variable in which a step is taken, where the unknowns are x = (q, v, z, t, w), z the inner
 * states of friction:
 *   PTL_TIME        time;
 *   PTL_GAP_SCALED  s, with dt = 2 w / sqrt(1 + (w / w_deep)^2) ds, proportional to time where the
 *                   leading gap is deep;
 *   PTL_GAP_ROOT    w, from its present value down to 0. */
typedef enum ptl_step_variable { PTL_TIME, PTL_GAP_SCALED, PTL_GAP_ROOT } ptl_step_variable;

/* Of one contact of a gap, for the choice of steps in the next. */
typedef struct ptl_contact_history {
  double touch_speed; /* [m/s] */
  double first_step;  /* in s, that would have been right for its beginning; 0: none yet */
  double deepest;     /* [m] */
} ptl_contact_history;

enum { PTL_SLIP_SAMPLES = 3 }; /* stages of an attempt whose frictions are kept */

typedef struct ptl_slip_state { /* of one friction; NAN in an open gap */
  double slip;                  /* [m/s] */
  double rate;                  /* its change there, of a gap its mean over the last step [m/s^2] */
  double slope, bend;           /* of the parabola by which it goes on [m/s^2], [m/s^3] */
  double third;                 /* the slip at a third of the last attempt; NAN: not found [m/s] */
  double first_force, last_force,
      force[PTL_SLIP_SAMPLES]; /* sizes at the ends of the step, and between [N] */
} ptl_slip_state;

typedef struct ptl_tangent { /* to the size of a force at some reactions: dop853_kink.h */
  double reaction[PTL_MAX_CONSTRAINTS], force, by_reaction[PTL_MAX_CONSTRAINTS];
} ptl_tangent;

typedef struct ptl_kink_state { /* of a force with kinks */
  ptl_tangent start;
  double reaction_samples[PTL_SLIP_SAMPLES][PTL_MAX_CONSTRAINTS]; /* between */
} ptl_kink_state;

typedef struct ptl_dop853_contact {
  ptl_stepper base;
  ptl_data *data;
  ptl_accelerations *reduced;
  ptl_reaction_solver *coupled; /* NULL: no force depends on reactions */
  double accuracy;              /* for that */
  ptl_dop853 *method;
  void *memory;          /* of the arrays below */
  int n;                 /* coordinates */
  int n_states;          /* q, v and z */
  const double *given;   /* tolerances of all unknowns */
  double *tolerance;     /* of x and of the integrals of both powers */
  double *raised;        /* the same where rounding is more */
  double contact_noise;  /* of velocities, by rounding, at the start of the step [m/s] */
  double *a, *lambda;    /* of the last evaluation */
  double *y;             /* at the end of the last step: all unknowns */
  double *rates_by_time; /* there: of x and of the integrals */
  ptl_gap_result *gaps;  /* there, per gap */
  ptl_slip_state *slips; /* there, per friction */
  ptl_kink_state *kinks; /* there, per friction and then per mesh */
  int has_samples;       /* 1: there are forces that depend on reactions or slips */
  int has_slip_zones;    /* 1: the law of a friction changes within one */
  int has_bristles;      /* 1: the law of a friction has inner states */
  int was_unstable;      /* 1: an attempt of this step was too long for them */
  int slip_cuts;         /* 2 to the power of attempts of this step that were cut off at a zone */
  int has_end_rates;     /* 1: those at the end of the attempt are known */
  double horizon;        /* time in which the mechanism moves by its own size [s] */
  double max_step;       /* of the run [s] */

  double start, end;                     /* of the last step [s] */
  double sample_times[PTL_SLIP_SAMPLES]; /* of the frictions that are kept [s] */
  int n_samples;
  double length; /* of the one before the slips were noted last [s] */
  ptl_step_variable variable;
  int gap;                 /* the leading one, or -1 */
  double depth, rate;      /* of it at the start of the step [m], [m/s] */
  double root_curvature;   /* d2w/ds2 there */
  double w_deep;           /* from which on s is proportional to time; INFINITY: never */
  int is_first_of_contact; /* 1: the step is the leading gap's first since it touched */
  int parted;              /* gap that the last step has brought to depth 0, or -1 */
  int is_off_constraints;  /* 1: the present state could not be put onto all of the constraints */

  double time_step;   /* wanted next [s] */
  double scaled_step; /* the same in s, while a gap leads; 0 when not known */
  double free_step;   /* time_step after the last step in which nothing touched [s] */
  ptl_contact_history current_contact, *history; /* history: of every gap's last contact */
  /* Smallest pivots of the reduced equations: at the last evaluation, at the start of the step, in
   * all of an attempt. */
  double pivot, start_pivot, attempt_pivot;
  ptl_strength strength; /* of the constraints; at the start of the step, the least in an attempt */
  double start_strength, least_strength;
  int is_known_regular;        /* 1: in all of the attempt, however small the pivots are */
  int has_loops;               /* 1: positions may be singular */
  int is_on_constraints;       /* 1: accelerations are taken at states put onto the constraints */
  int is_off_attempt;          /* 1: at a stage of an attempt without that */
  double *projected;           /* n_states: those of such an evaluation */
  const double *state;         /* of the last evaluation: the one it was asked for, or projected */
  int stiff_steps, good_steps; /* that stability made short; since the last such */
  int max_stiff_steps;         /* with which it is unfit: fewer just after another method */
  int window_steps;            /* without a touch */
  double window_start;         /* [s] */
  int64_t window_failures;     /* of the error test, when these began */
  const char *unfit;
  ptl_counters counters;
} ptl_dop853_contact;

/* w in unknowns or rates. */
static inline double *ptl_w_of(const ptl_dop853_contact *s, double *x) {
  return &x[s->n_states + 1];
}

/* By how much dt/ds is smaller at w than 2 w. */
static inline double ptl_time_scale(const ptl_dop853_contact *s, double w) {
  double part = w / s->w_deep;
  return sqrt(1.0 + part * part);
}

/* The tolerances of x and of the integrals from those that are given. */
void ptl_step_size_tolerances(ptl_dop853_contact *s);
/* Those of both integrals, by what a tolerable velocity makes of the kinetic energy. */
void ptl_step_size_tolerate_works(const ptl_dop853_contact *s, double *tolerance);
/* Those of signals at the state method->x0, which grow with their values. */
void ptl_step_size_follow_signals(ptl_dop853_contact *s);
/* The first step in time [s]. */
double ptl_step_size_first(const ptl_dop853_contact *s);
/* Chooses the variable in which the step from method->x0 is taken, and gives its length in it;
 * max_time [s]. */
double ptl_step_size_choose(ptl_dop853_contact *s, double max_time);
/* What the step taken, h in its variable, says about the length of the next; error relative to the
 * tolerance. */
void ptl_step_size_update(ptl_dop853_contact *s, double h, double error);
/* The factor that makes of a step with this error, relative to the tolerance, one that is just
 * good. */
double ptl_step_size_growth(double error);
/* The largest error of order 5, relative to the tolerance, of what the combined estimate may not be
 * asked of; 0 where there is none. */
double ptl_step_size_unresolved_error(const ptl_dop853_contact *s);
/* The touching gap that is least deep; -1 if there is none, or none that moves. */
int ptl_step_size_shallowest_gap(const ptl_dop853_contact *s);
/* About the step in s in which `time` [s] passes: near the surface time = 2 w s + rate s^2.
 * INFINITY if w is 0 before. */
double ptl_step_size_for_time(const ptl_dop853_contact *s, double w, double rate, double time);
/* The step in s to w = 0, from 0 = w + rate s + curvature s^2 / 2; INFINITY if there is none. */
double ptl_step_size_to_parting(double w, double rate, double curvature);

#endif
