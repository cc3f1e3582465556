/* data.h: what a run changes of a system: the state at which it is evaluated and what that gives.
 * Internal.
 *
 * A state is set once (state.h); the functions of the room evaluate/ then evaluate there. */
#ifndef PTL_DATA_H
#define PTL_DATA_H

#include <math.h>
#include "input.h"
#include "integral.h"

#include "system.h"

/* The contact state of one gap in a run. */
typedef struct ptl_gap_state {
  int touching;
  double touch_speed;     /* at the touch, not below the floor [m/s] */
  double reference_speed; /* of the law [m/s]; 0 until the touch has been located */
  int is_raised;          /* 1: the reference speed rises with the speed of the depth */
} ptl_gap_state;

/* The reference speed that a rate of the depth asks for; a law has the largest one since the touch.
 * A part of the touch speed is free: an impact that a weight or a driver pushes on a little is that
 * of its touch. */
static inline double ptl_reference_of_rate(const ptl_gap_state *state, double rate) {
  static const double free_part = 0.25;
  return fabs(rate) - free_part * state->touch_speed;
}

/* A gap at the state where the forces were evaluated last; depth [m] and rate [m/s] only where it
 * touches. */
typedef struct ptl_gap_result {
  double depth, rate, force;
} ptl_gap_result;

/* What of the motions follows an input. */
enum { PTL_FOLLOWED_BY_RATE = 1, PTL_FOLLOWED_BY_POSITION = 2 };

/* A friction at the state where the forces were evaluated last. */
typedef struct ptl_friction_result {
  double slip;  /* NAN in an open gap [m/s] */
  double force; /* [N] */
} ptl_friction_result;

/* Nothing in it is shared between threads. */
typedef struct ptl_data {
  ptl_context *context;
  const ptl_system *system;
  void *arrays;               /* memory of all arrays here */
  double relative_compliance; /* as ptl_data_set_compliance was given it */
  double energy;              /* the scale of energies in the run so far [J] */
  double imbalance;           /* the largest of the energy balance in the run so far [J] */
  double *velocity_compliance, *position_compliance; /* e1, e2 of every row [s/kg] */

  /* the state */
  ptl_rotation *rotations; /* per body */
  double *angles;          /* of the bodies, to which these belong */
  double (*targets)[3];    /* per motion: value and derivatives by time */
  double targets_time;     /* [s] to which these belong */
  /* per motion by rate or rises: added to its target, so that it goes on where other values took
   * over */
  double *displaced;
  double *variables; /* of expressions, as ptl_mechanism_variables lists them */
  ptl_input_state *inputs;
  unsigned *followed;    /* per input: PTL_FOLLOWED_BY_... */
  int *follows;          /* per motion: its expression reads inputs */
  double *travelled;     /* per motion whose rate does: up to followed_since */
  double followed_since; /* [s]: no input that is followed has been set since */
  double window[2];      /* [s]: expressions see no time before or after */
  /* per friction: a force in place of its law's, as in equilibria; NULL: the laws' */
  const double *friction_given;
  const double *friction_states; /* inner states, of friction and signals, that go with it */
  ptl_gap_state *gaps;
  double *memory; /* of the contact laws: system->n_memory */

  /* what was evaluated there */
  double *force;                         /* n_coordinates: applied and contact forces [N], [N m] */
  double *phi, *phi_rate;                /* n_rows: Phi, Phi_q v + Phi_t */
  double (*jacobian_rows)[6];            /* Phi_q: the rows of every element in order */
  ptl_friction_out *frictions;           /* per friction */
  ptl_friction_result *friction_results; /* per friction */
  ptl_gap_result *gap_results;           /* per gap */
  /* per coordinate without mass: its acceleration, where they were found last */
  double *massless_rates;
  double *signal_rates; /* per signal: of its state */
  /* Powers of loads, and against springs and contacts; friction of ideal joints apart [W]. */
  double supplied, absorbed;
  int outside_domain_gap; /* last gap whose law was asked beyond its domain; -1 to forget */
  int inside_solid;       /* 1: because the parts were where the joint does not let them be */

  char *released; /* per element of the constraints: it has let go, and its equations are 0 = 0 */
  int n_released_rows; /* of these */
  /* Equations of the others that are implied: those of the start, or -1 where joints have let go or
   * hold again since and they have not been counted (ptl_start_count_redundant). */
  int n_redundant;
  int *variable_constraints, n_variable; /* the elements whose rows change in this run */
  ptl_expr **motion_expr;                /* per motion, or NULL */
  ptl_integral **rate_integrals;         /* per motion whose rate is an expression, or NULL */
  ptl_expr **load_expr;                  /* PTL_LOAD_PARTS per load, or NULL */
  ptl_expr **pressed_expr;               /* per force that presses surfaces */
  ptl_expr **signal_expr;                /* per signal: its rate, or what comes next */
  double horizon; /* [s] beyond it nothing is searched: rates have no integral there */
} ptl_data;

/* The time that expressions see at t. */
static inline double ptl_data_time(const ptl_data *data, double t) {
  return t < data->window[0] ? data->window[0] : t > data->window[1] ? data->window[1] : t;
}
/* The value of an input at t. */
static inline double ptl_data_input(const ptl_data *data, int input, double t) {
  return ptl_input_value(&data->inputs[input], t);
}

/* From here on expressions see times from `earliest` to `latest` only: those between two changes of
 * their conditions, so that a step follows one smooth piece up to its ends. */
void ptl_data_set_window(ptl_data *data, double earliest, double latest);

ptl_status ptl_data_create(ptl_context *context, const ptl_system *system, ptl_data **out);
void ptl_data_destroy(ptl_data *data);
/* The regularisation of the constraints, docs/numerics.md: e1 and e2 of every row from the
 * compliance of its own. `relative` is of the size of rtol. */
void ptl_data_set_compliance(ptl_data *data, double relative);

#endif
