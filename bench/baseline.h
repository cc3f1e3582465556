/* baseline.h: programs written by hand for one mechanism each, to compare Pintle with.
 *
 * They know everything about their mechanism and nothing else: minimal coordinates, the contact law
 * written out, no joints, no energies. Each goes by SUNDIALS CVODE (Adams with functional
 * iteration, BDF with Newton's method and a dense Jacobian by differences; own vector loops) and by
 * DOP853, with touch, deepest point, peak force and parting located on the dense output.
 */
#ifndef PTL_BENCH_BASELINE_H
#define PTL_BENCH_BASELINE_H

#include "record.h"

typedef struct ptl_bench_counts {
  long steps, evaluations;
} ptl_bench_counts;

typedef enum ptl_bench_method {
  PTL_BENCH_ADAMS,
  PTL_BENCH_BDF,
  PTL_BENCH_DOP853,
  PTL_BENCH_METHODS
} ptl_bench_method;

/* What every program is asked for. */
typedef struct ptl_bench_task {
  ptl_bench_method method;
  double rtol, until; /* until [s]; the yoke ends after two turns */
} ptl_bench_task;

/* ---- the programs: 0, or non-zero when the integrator failed ---- */

typedef struct ptl_bench_wall { /* F = K d^n (1 + 1.5 alpha d') */
  double stiffness, exponent;   /* [N/m^n] */
} ptl_bench_wall;
/* Two turns of the scotch yoke; sampled is the yoke's velocity. */
int ptl_bench_scotch_yoke(const ptl_bench_wall *inner, const ptl_bench_wall *outer,
                          const ptl_bench_task *task, ptl_bench_record *record,
                          ptl_bench_counts *counts);

/* The wrist of the slider-crank; sampled is the slider's velocity. */
typedef struct ptl_bench_pin {
  /* With clearance: F = K d^1.5 (1 + beta d') with beta constant, or, where it is 0, Lankarani and
   * Nikravesh's with this restitution. */
  double beta, restitution;
  double friction;           /* coefficient at the touching point, mu tanh(slip/v_r) */
  double stiffness, damping; /* of a bushing in place of the contact, if not 0 [N/m], [N s/m] */
  double viscosity; /* of a short film 40 mm wide in place of the contact, if not 0 [Pa s] */
} ptl_bench_pin;
int ptl_bench_slider_crank(const ptl_bench_pin *pin, const ptl_bench_task *task,
                           ptl_bench_record *record, ptl_bench_counts *counts);

/* The free slider-crank with friction in its ideal joints; sampled is the crank's rate. */
int ptl_bench_rough_crank(const ptl_bench_task *task, ptl_bench_record *record,
                          ptl_bench_counts *counts);

/* ---- what they share ---- */

/* An initial value problem y' = f(t, y) of a few unknowns and what steps it. */
typedef struct ptl_bench_ode ptl_bench_ode;
typedef void (*ptl_bench_rhs)(void *user, double t, const double *y, double *rates);
struct ptl_bench_ode {
  int n;
  ptl_bench_rhs rhs;
  void *user;
  /* One step; non-zero when it fails. The state at its end is in y. */
  int (*step)(ptl_bench_ode *ode, double *t, double *y);
  /* The state at a time within the last step. */
  void (*dense)(ptl_bench_ode *ode, double t, double *y);
  /* Goes on from a state within the last step; NULL: steps go over what happens in them. */
  void (*cut)(ptl_bench_ode *ode, double t, const double *y);
  ptl_bench_counts (*count)(const ptl_bench_ode *ode);
  void (*destroy)(ptl_bench_ode *ode);
};

/* NULL where that fails. */
ptl_bench_ode *ptl_bench_ode_create(ptl_bench_method method, int n, ptl_bench_rhs rhs, void *user,
                                    const double *y, const double *tolerance, double max_step);
ptl_bench_ode *ptl_bench_dop853_create(int n, ptl_bench_rhs rhs, void *user, const double *y,
                                       const double *tolerance, double max_step);
enum { PTL_BENCH_UNKNOWNS = 256 }; /* at most */

/* What is recorded of a state, record->width values. */
typedef void (*ptl_bench_row)(void *user, const double *y, double *row);
/* A smooth problem from `y` at time 0 to its end. */
int ptl_bench_ode_run(ptl_bench_ode *ode, double until, double *y, ptl_bench_row row,
                      ptl_bench_record *record);
/* Records the rows that are due up to t. */
void ptl_bench_ode_sample(ptl_bench_ode *ode, double t, double until, ptl_bench_row row,
                          ptl_bench_record *record);

/* One gap at one time. */
typedef struct ptl_bench_gap_state {
  double depth, rate;  /* > 0 overlap, > 0 approach [m], [m/s] */
  double force, slope; /* of the contact and its rate of change [N], [N/s] */
} ptl_bench_gap_state;

/* Follows one gap through the steps: finds touch, deepest point, peak force and parting. */
typedef struct ptl_bench_gap {
  /* On the dense output of the last step. */
  ptl_bench_gap_state (*state)(void *user, int gap, double t);
  void *user;
  int gap;
  void (*touch)(void *user, int gap, double speed); /* NULL where the law has no memory */
  ptl_bench_record *record;
  ptl_bench_contact *contact; /* NULL while the gap is open */
  ptl_bench_gap_state before;
  int cuts; /* touch and parting end the step */
} ptl_bench_gap;

/* The step [a, b], with the gap at its end. Returns its end: b, or where a touch or a parting cuts
 * it. */
double ptl_bench_gap_step(ptl_bench_gap *gap, double a, double b, const ptl_bench_gap_state *after);

#endif
