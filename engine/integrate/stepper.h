/* stepper.h: a method of integration, step by step, behind one interface. Internal.
 *
 * Two implementations: IDA of SUNDIALS on the stabilised DAE (ida.c), and the explicit Runge-Kutta
 * pair DOP853 on the equations with the constraints eliminated (dop853_contact.c). Which of them a
 * run takes, and what is done when a step fails, is up to switch.c.
 *
 * No stepper looks for events: every accepted step has a dense output, on which the run locates
 * them afterwards. */
#ifndef PTL_STEPPER_H
#define PTL_STEPPER_H

#include "accelerations.h"
#include "contact.h"
#include "data.h"

typedef struct ptl_stepper ptl_stepper;

/* Why the integration has to start anew from a state. */
typedef enum ptl_restart_reason {
  PTL_RESTART_NONE,
  PTL_RESTART_TOUCH,  /* a gap has closed */
  PTL_RESTART_PART,   /* a gap has opened */
  PTL_RESTART_LAW,    /* a contact law with memory follows another path from here */
  PTL_RESTART_SPEED,  /* a law's reference speed begins to rise with the rate, or no longer does */
  PTL_RESTART_PASS,   /* a contact has passed to an adjoining gap */
  PTL_RESTART_SWITCH, /* a condition in an expression has changed */
  PTL_RESTART_MISSED, /* the step went through a contact without noticing it */
  PTL_RESTART_END     /* the run ends here */
} ptl_restart_reason;

/* The state from which a stepper is to go on. */
typedef struct ptl_restart {
  double t; /* [s] */
  /* All unknowns: in, q, v and the inner states of friction; out, all, with q and v on the
   * constraints. */
  double *y;
  int touched;       /* gap that has just closed, or -1 */
  double first_step; /* [s]; 0 leaves the choice to the method */
} ptl_restart;

/* An accepted step. */
typedef struct ptl_step {
  double end;              /* [s] */
  int parted;              /* gap that the step has brought to depth 0 at its end, or -1 */
  int restarted;           /* 1: the state at its start was put onto the constraints anew */
  int64_t newton_failures; /* iterations within it that did not converge */
  double strength;         /* of the constraints; 1: far from singular positions, or unknown */
} ptl_step;

/* Integrals over a step, of which a method may be able: of the powers of drivers and loads and of
 * that against springs and contacts [J], then of the force of each gap [N s], then of the power
 * against each [J], then of that against each friction [J]. */
enum { PTL_INTEGRAL_SUPPLIED, PTL_INTEGRAL_ABSORBED, PTL_INTEGRAL_GAPS };
static inline int ptl_n_integrals(const ptl_system *system) {
  return PTL_INTEGRAL_GAPS + 2 * system->n_gaps + system->n_frictions;
}

/* One method. */
typedef struct ptl_stepper_type {
  const char *name;
  int has_long_steps;     /* 1: the ends of a step may not tell what the gaps do in it */
  int relaxes_velocities; /* 1: velocities obey the constraints up to the velocity compliance */

  void (*destroy)(ptl_stepper *stepper);
  ptl_status (*restart)(ptl_stepper *stepper, const ptl_restart *from);
  void (*suspend)(ptl_stepper *stepper); /* NULL: it makes no difference */
  ptl_status (*step)(ptl_stepper *stepper, double t, double limit, double max_step, ptl_step *out);
  void (*interpolate)(ptl_stepper *stepper, double t, double *y);
  /* NULL: only all at once */
  void (*interpolate_bodies)(ptl_stepper *stepper, double t, const int *bodies, int n, double *q,
                             double *v);
  void (*integrate)(ptl_stepper *stepper, double t, double *out); /* NULL: cannot be done */
  void (*local_error)(ptl_stepper *stepper, double *error);
  double (*friction_peak)(const ptl_stepper *stepper, int friction, double *when);
  int (*must_restart)(ptl_restart_reason reason, int inside); /* NULL: never */
  const char *(*unfit)(const ptl_stepper *stepper);           /* NULL: never */
  int (*is_off_constraints)(const ptl_stepper *stepper);      /* NULL: never */
  void (*count)(const ptl_stepper *stepper, ptl_counters *counters);
} ptl_stepper_type;

/* The start of both implementations. */
struct ptl_stepper {
  const ptl_stepper_type *type;
};

/* tolerance: absolute, per unknown as in y; read at every restart. It must outlive the stepper, as
 * must data and the reduced equations. Both need a restart before the first step. */
ptl_status ptl_ida_create(ptl_data *data, ptl_accelerations *reduced, const double *tolerance,
                          ptl_stepper **out);
ptl_status ptl_dop853_contact_create(ptl_data *data, ptl_accelerations *reduced,
                                     const double *tolerance, ptl_stepper **out);

static inline void ptl_stepper_destroy(ptl_stepper *stepper) {
  if (stepper != NULL) stepper->type->destroy(stepper);
}

/* PTL_ERR_SIMULATION where the state cannot be put onto the constraints, or has no
 * accelerations. */
static inline ptl_status ptl_stepper_restart(ptl_stepper *stepper, const ptl_restart *from) {
  return stepper->type->restart(stepper, from);
}

/* Another method takes over until the next restart. */
static inline void ptl_stepper_suspend(ptl_stepper *stepper) {
  if (stepper->type->suspend != NULL) stepper->type->suspend(stepper);
}

/* One step from t, the end of the last one, that ends at `limit` at the latest and is not longer
 * than max_step, both INFINITY for none. PTL_ERR_SIMULATION where none succeeds. */
static inline ptl_status ptl_stepper_step(ptl_stepper *stepper, double t, double limit,
                                          double max_step, ptl_step *out) {
  *out = (ptl_step){.end = t, .parted = -1, .strength = 1.0};
  return stepper->type->step(stepper, t, limit, max_step, out);
}

/* The unknowns at a time within the last step; q and v at least, the others may be left as they
 * are. */
static inline void ptl_stepper_interpolate(ptl_stepper *stepper, double t, double *y) {
  stepper->type->interpolate(stepper, t, y);
}

/* q and v of n bodies alone, 3 of each, in the order of `bodies`; 0 where the method has only all
 * of them at once. */
static inline int ptl_stepper_interpolate_bodies(ptl_stepper *stepper, double t, const int *bodies,
                                                 int n, double *q, double *v) {
  if (stepper->type->interpolate_bodies == NULL) return 0;
  stepper->type->interpolate_bodies(stepper, t, bodies, n, q, v);
  return 1;
}

static inline int ptl_stepper_has_integrals(const ptl_stepper *stepper) {
  return stepper->type->integrate != NULL;
}

/* ptl_n_integrals from the start of the last step to t. */
static inline void ptl_stepper_integrate(ptl_stepper *stepper, double t, double *out) {
  stepper->type->integrate(stepper, t, out);
}

/* Local error of q and v in the last step, as in y. */
static inline void ptl_stepper_local_error(ptl_stepper *stepper, double *error) {
  stepper->type->local_error(stepper, error);
}

/* About the largest size of the friction force of an ideal joint in the last step, and when that
 * is; of methods that integrate [N], [s]. */
static inline double ptl_stepper_friction_peak(const ptl_stepper *stepper, int friction,
                                               double *when) {
  return stepper->type->friction_peak(stepper, friction, when);
}

/* Whether the method has to start anew because of that; inside: not at the end of the interval in
 * hand. */
static inline int ptl_stepper_must_restart(const ptl_stepper *stepper, ptl_restart_reason reason,
                                           int inside) {
  return stepper->type->must_restart != NULL && stepper->type->must_restart(reason, inside);
}

/* Why another method would do better, by the steps up to now; NULL if this one is right. */
static inline const char *ptl_stepper_unfit(const ptl_stepper *stepper) {
  return stepper->type->unfit != NULL ? stepper->type->unfit(stepper) : NULL;
}

/* 1 if the present state could not be put onto all of the constraints: beside a singular position,
 * or where masses differ too much to tell them apart. */
static inline int ptl_stepper_is_off_constraints(const ptl_stepper *stepper) {
  return stepper->type->is_off_constraints != NULL && stepper->type->is_off_constraints(stepper);
}

/* Adds all that the stepper has done. */
static inline void ptl_stepper_count(const ptl_stepper *stepper, ptl_counters *counters) {
  stepper->type->count(stepper, counters);
}

#endif
