/* baseline.h: programs written by hand for one mechanism each, to compare Pintle with.
 *
 * They know everything about their mechanism and nothing else: minimal coordinates, the contact law
 * written out, no joints, no reactions, no energies. SUNDIALS CVODE (Adams, functional iteration),
 * own vector loops, touch, deepest point, peak force and parting located on the dense output.
 */
#ifndef PTL_BENCH_BASELINE_H
#define PTL_BENCH_BASELINE_H

#include "record.h"

typedef struct ptl_bench_counts {
  long steps, evaluations;
} ptl_bench_counts;

/* ---- the programs: 0, or non-zero when CVODE failed ---- */

typedef struct ptl_bench_wall { /* F = K d^n (1 + 1.5 alpha d') */
  double stiffness, exponent;   /* [N/m^n] */
} ptl_bench_wall;
/* Two turns of the scotch yoke; sampled is the yoke's velocity. */
int ptl_bench_scotch_yoke(const ptl_bench_wall *inner, const ptl_bench_wall *outer, double rtol,
                          ptl_bench_record *record, ptl_bench_counts *counts);

/* The slider-crank until `until`; sampled is the slider's velocity. Damping: F = K d^1.5 (1 + beta
 * d') with beta constant, or, where it is 0, Lankarani and Nikravesh's with this restitution. */
typedef struct ptl_bench_pin {
  double beta, restitution;
} ptl_bench_pin;
int ptl_bench_slider_crank(const ptl_bench_pin *pin, double until, double rtol,
                           ptl_bench_record *record, ptl_bench_counts *counts);

/* ---- what they share ---- */

/* An initial value problem y' = f(t, y) of a few unknowns, stepped by CVODE. */
typedef struct ptl_bench_ode ptl_bench_ode;
typedef void (*ptl_bench_rhs)(void *user, double t, const double *y, double *rates);

ptl_bench_ode *ptl_bench_ode_create(int n, ptl_bench_rhs rhs, void *user, const double *y,
                                    const double *tolerance, double max_step);
void ptl_bench_ode_destroy(ptl_bench_ode *ode);
/* One step; 0 or CVODE's flag. The state at its end is in y. */
int ptl_bench_ode_step(ptl_bench_ode *ode, double *t, double *y);
/* The state at a time within the last step. */
void ptl_bench_ode_dense(ptl_bench_ode *ode, double t, double *y);
ptl_bench_counts ptl_bench_ode_count(const ptl_bench_ode *ode);

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
} ptl_bench_gap;

/* The step [a, b], with the gap at its end. */
void ptl_bench_gap_step(ptl_bench_gap *gap, double a, double b, const ptl_bench_gap_state *after);

#endif
