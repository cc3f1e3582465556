/* run.h: one run of a system: stepping, contacts, friction, ledger, output. Internal. */
#ifndef PTL_RUN_H
#define PTL_RUN_H

#include <math.h>

#include "kkt.h"
#include "solve_rk.h"
#include "solver.h"
#include "system.h"

/* Gauss-Lobatto points of an interval: end points and two inside; exact to degree 5. */
enum { PTL_NODES = 4 };

/* So many good steps after a failure it is forgotten. */
enum { PTL_STEPS_TO_RECOVER = 50 };

typedef struct ptl_watch { /* one gap at one time */
  double depth, rate;
  double speed, turn, reach; /* as in ptl_gap_eval */
} ptl_watch;

/* Depth and rate at the part x of an interval of that length, by the cubic through both ends. */
static inline ptl_watch ptl_watch_between(ptl_watch p, ptl_watch q, double length, double x) {
  double y = 1.0 - x;
  return (ptl_watch){.depth = (1.0 + 2.0 * x) * y * y * p.depth + x * y * y * length * p.rate +
                              (1.0 + 2.0 * y) * x * x * q.depth - x * x * y * length * q.rate,
                     .rate = 6.0 * x * y * (q.depth - p.depth) / length +
                             y * (1.0 - 3.0 * x) * p.rate + x * (3.0 * x - 2.0) * q.rate};
}

typedef struct ptl_episode {  /* the present contact, or the present flight, of one gap */
  double since;               /* [s] */
  double impulse, lost, peak; /* of the present contact [N s], [J], [N] */
} ptl_episode;

/* When rows are wanted and when the run ends: at times, or at travels of a joint's coordinate. */
typedef struct ptl_schedule {
  double amount; /* [s], [rad] or [m]; 0 for never */
  int travels;   /* 1: of the coordinate below, found on the dense output */
  ptl_pair pair;
  int coordinate;
  double start; /* coordinate or time from which it counts */
  int64_t done; /* multiples already passed, for times */
} ptl_schedule;

typedef struct ptl_run {
  ptl_context *context;
  const ptl_system *system;
  ptl_data *data;
  ptl_solver *solver;   /* by BDF, or NULL */
  ptl_rk *rk;           /* by an explicit method, or NULL */
  int is_explicit;      /* 1: rk is the one in use */
  int rung, good_steps; /* of the recovery ladder, and since the last failure */
  ptl_sink sink;
  ptl_summary *summary;
  double rtol, drift_limit, energy_limit;
  double *tolerance;

  double t;        /* end of the last accepted step */
  double *y, *yp;  /* there, kept for the recovery ladder */
  double *scratch; /* the state on the dense output that was looked at */
  double looked;   /* its time; NAN when a step has been taken since */
  double *error;   /* local error of a step */

  ptl_watch *before, *after;        /* gaps at both ends of the interval in hand */
  double *slip_before, *slip_after; /* of the rubbing surfaces */
  int *sticking;                    /* per friction: it stuck when it last touched */
  int64_t newton_failures;          /* of the solver since its last start */
  ptl_episode *episodes;

  ptl_account start;         /* energies at the start */
  double supplied, absorbed; /* work done by drivers and loads; against forces and contacts */
  double *node[PTL_NODES];   /* forces and powers of gaps and frictions at the interval's nodes */
  ptl_account account[PTL_NODES]; /* of the system there */
  double *at_row;                 /* the same at a row */
  double *sums_before, *sums; /* integrals of an explicit step up to both ends of the interval */
  double accounted;           /* time of the last node; NAN when the contacts have changed since */

  ptl_schedule rows, end;
  double end_time; /* INFINITY until it is known */
  double *all, *row, *row_state, *correction;
  ptl_reduced *reduced; /* for the explicit method, and for the reactions of a row */
  ptl_kkt *least;       /* for those of redundant joints, else NULL */
  ptl_expr **expressions;
  double last_row; /* time of the last row written */
  int rows_wanted, interrupted;
  int renew;   /* the step was cut short: start afresh from its end */
  int touched; /* gap that touched there, or -1 */
  int64_t steps_in_method,
      patience;            /* since the integrator was changed; before it is changed back */
  int calmed;              /* 1: what was stiff is over there */
  int strays, since_stray; /* steps that tried to go where the parts cannot be, and steps since */
} ptl_run;

/* State at t in the last step into run->scratch, and the work placed there. */
void ptl_run_look(ptl_run *run, double t);
/* The state that ptl_run_look gave. */
static inline const double *ptl_run_q(const ptl_run *run) {
  return run->scratch;
}
static inline const double *ptl_run_v(const ptl_run *run) {
  return run->scratch + run->system->n_coordinates;
}
static inline const double *ptl_run_lambda(const ptl_run *run) {
  return run->scratch + run->system->first_state - run->system->n_rows;
}

/* A root of f(run, what, t) in [a, b], where f has the signs of fa and fb; to rounding. */
double ptl_run_root(ptl_run *run, double (*f)(ptl_run *run, const void *what, double t),
                    const void *what, double a, double fa, double b, double fb);

/* run_step.c */
void ptl_step_start(ptl_run *run);
/* Makes the integrator; the contacts have been looked at. */
ptl_status ptl_step_begin(ptl_run *run);
/* One accepted step from run->t, through the recovery ladder if need be. */
ptl_status ptl_step_take(ptl_run *run, double *reached);
/* Restarts the integrator at run->t, run->y, after the gap run->touched, if not -1, has touched; first_step 0
 * leaves the choice to it. */
ptl_status ptl_step_afresh(ptl_run *run, double first_step);
/* The gap that the integrator has brought to its parting at t, or -1. */
int ptl_step_parted(const ptl_run *run, double t);
void ptl_step_local_error(const ptl_run *run, double *error);
/* Adds up the counters. */
void ptl_step_finish(ptl_run *run);
/* A law that was asked beyond its domain cannot be helped by a restart. */
ptl_status ptl_step_outside(ptl_run *run);

/* run_contact.c */
/* Gaps and slip rates at the state y, where the work has been placed. */
void ptl_contacts_watch(ptl_run *run, const double *y, ptl_watch *out, double *slips);
/* One gap at a time in the last step. */
ptl_watch ptl_contact_look(ptl_run *run, int gap, double t);
/* Where in [a, b], whose ends are p and q, the gap's depth turns: a root of its rate, which changes its sign. */
double ptl_contact_turn(ptl_run *run, int gap, double a, ptl_watch p, double b, ptl_watch q);
/* Force and stored energy of a gap; 0 where it is open or its law refuses. */
ptl_contact_out ptl_contact_at(ptl_run *run, int gap, ptl_watch w);
void ptl_contacts_start(ptl_run *run);
/* Works through the step [a, *end]: locates what happens to the gaps, in order of time. A law with a
 * memory turns onto another path at its largest depth; then *end comes back as that time and
 * run->renew is set, since what the integrator did after it belongs to the old path. So it does where a gap
 * touches or parts and the integrator goes by the state of the gaps. */
ptl_status ptl_contacts_step(ptl_run *run, double a, double *end);
void ptl_contacts_finish(ptl_run *run);

/* run_friction.c */
void ptl_friction_start(ptl_run *run);
/* 1 if the surfaces touch and stick. */
int ptl_friction_is_sticking(const ptl_run *run, int friction);
/* First time in [a, b] at which the surfaces begin to stick or to slip, INFINITY if they do not. */
double ptl_friction_next(ptl_run *run, int friction, double a, double b);
/* Carries that out at t, which has been looked at, and reports it. */
void ptl_friction_change(ptl_run *run, int friction, double t);
/* Adds Newton failures of the last step to every gap and friction that touches. */
void ptl_friction_note_failures(ptl_run *run);

/* run_leap.c: where in the step [a, b] a gap first closes that is open at both of its ends, so that the
 * step knows nothing of the contact, or goes where the parts cannot be; INFINITY if none does. */
double ptl_contacts_leap(ptl_run *run, double a, double b);
/* In how many parts the step [a, b] is to be looked at, for the ends of each to tell what open gaps do. */
int ptl_contacts_parts(ptl_run *run, double a, double b);
/* How long a step may be, by the present speeds, for its ends to tell what open gaps do within it. */
double ptl_contacts_foresight(const ptl_run *run);

/* run_ledger.c: integrates powers over [a, b], finds peaks of the forces inside. */
void ptl_ledger_interval(ptl_run *run, double a, double b);
/* Energies and balance at t in the interval [a, b] that was last integrated. */
void ptl_ledger_at(ptl_run *run, double t, double a, double b, ptl_energy *out);

/* run_output.c */
ptl_status ptl_output_start(ptl_run *run, const ptl_run_options *options);
/* Rows that fall in (a, b]; powers at the nodes are those of [a, b]. */
void ptl_output_interval(ptl_run *run, double a, double b);
void ptl_output_row(ptl_run *run, double t, int event, double a, double b);
void ptl_output_event(ptl_run *run, const ptl_event *event);
/* PTL_ERR_SIMULATION when the travel that ends the run is so long overdue at t that it will not come. */
ptl_status ptl_output_in_sight(const ptl_run *run, double t);
/* Where the run ends if that is within the step that has reached b, else INFINITY. */
double ptl_output_end(ptl_run *run, double a, double b);

#endif
