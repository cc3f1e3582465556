/* pintle_summary.h: what a run tells: its events as they happen, and its summary at the end. Part
 * of pintle.h. All numbers are SI; strings belong to the system that ran.
 */
#ifndef PINTLE_SUMMARY_H
#define PINTLE_SUMMARY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ptl_event_kind {
  PTL_EVENT_TOUCH,
  PTL_EVENT_DEEPEST,
  PTL_EVENT_PART,
  PTL_EVENT_STICK,
  PTL_EVENT_SLIP,
  PTL_EVENT_HAND_OVER /* the contact of another gap of the joint goes on at this one */
} ptl_event_kind;

typedef struct ptl_event {
  double time;
  int gap;      /* index among the system's gaps; -1: the joint is ideal */
  int friction; /* STICK, SLIP: index among the sliding surfaces, else -1 */
  ptl_event_kind kind;
  double depth, rate; /* [m], [m/s] */
  /* STICK, SLIP: friction, else normal: TOUCH, HAND_OVER: just after, PART: just before [N] */
  double force;
  double peak_force;  /* PART: largest of the contact that ended [N], else 0 */
  double peak_time;   /* PART: when it was so large [s], else 0 */
  double impulse;     /* PART: of the contact that ended, at all its gaps [N s], else 0 */
  double energy_lost; /* PART: in the contact that ended, at all its gaps [J], else 0 */
  int64_t count;      /* running number of this gap's contact; of the stick */
} ptl_event;

typedef struct ptl_gap_summary {
  const char *joint, *gap, *contact; /* names; contact names the entry under `contacts:` */
  const char *elastic, *damping;     /* the laws that ran */
  double effective_mass;             /* that the laws take, infinite where it is immovable [kg] */
  double start_depth, start_energy;  /* > 0: closed at the start [m]; stored then [J] */
  int64_t touches;
  int64_t hand_overs;                 /* contacts that it has taken over from another gap */
  double longest_flight;              /* [s] */
  double peak_force, peak_force_time; /* [N], [s] */
  double deepest, deepest_time;       /* [m], [s] */
  double impulse, energy_lost;        /* [N s], [J] */
  /* What its law stored more than those that it took contacts over from, at these instants; energy
   * that appears (> 0) or vanishes there. energy_lost counts it as negative. [J] */
  double hand_over_energy;
  /* Largest speed of the depth over that with which the contact began; 1 for a free impact. */
  double largest_speed_ratio;
  int uses_reference_speed; /* 1: the force depends on it through the reference speed */
  double force_error;       /* largest interpolation error of the force [N] */
  int64_t newton_failures;  /* while touching */
} ptl_gap_summary;

typedef struct ptl_friction_summary { /* one pair of sliding surfaces */
  const char *joint, *gap, *law;      /* gap NULL: the joint is ideal */
  double stick_speed;                 /* of the law: what it is regularised with [m/s] */
  int64_t sticks, newton_failures;
  double stuck_time, peak_force, work; /* [s], [N], dissipated [J] */
} ptl_friction_summary;

typedef struct ptl_film_summary { /* one film between a journal and its bearing */
  const char *joint, *law;
  double least_thickness;             /* of the law [m] */
  double thinnest, thinnest_time;     /* [m], < 0 where the surfaces overlap; [s] */
  double peak_force, peak_force_time; /* at the ends of steps [N], [s] */
} ptl_film_summary;

typedef struct ptl_over_cycles { /* of a number that every cycle has */
  double mean, min, max, last;
} ptl_over_cycles;

/* A statistic of the model, in its unit; NAN before there is anything to tell, and in a run without
 * rows. */
typedef struct ptl_statistic_summary {
  const char *name, *expression, *unit;
  double from, until; /* what it is of [s]; with cycles the whole ones */
  double mean, rms;   /* over that time */
  double min, max, min_time, max_time;
  double peak, peak_to_peak; /* largest size, max - min */
  int64_t cycles;            /* whole ones; 0: none, or none asked for */
  ptl_over_cycles cycle_mean, cycle_rms, cycle_min, cycle_max, cycle_peak_to_peak;
} ptl_statistic_summary;

typedef struct ptl_counters {
  int64_t steps, ida_steps, dop853_steps; /* all, and those of each integrator */
  int64_t residuals; /* of the equations, or evaluations of the accelerations */
  int64_t jacobians, factorisations;
  int64_t error_test_failures, newton_failures, newton_iterations;
  int64_t restarts, rows, events;
  /* Steps as long as open gaps, expressions or run.max_step allow, but not more. */
  int64_t steps_limited_by_gaps, steps_limited_by_expressions, steps_limited_by_max_step;
  int64_t integrator_changes; /* from dop853 to ida */
} ptl_counters;

typedef struct ptl_energy {
  double kinetic, potential, elastic, dissipated, supplied, balance; /* [J] */
} ptl_energy;

struct ptl_verification; /* pintle_verify.h */
struct ptl_wear_summary; /* pintle_wear.h */

typedef struct ptl_summary {
  double start_time, end_time;
  int complete;           /* 0 when interrupted or failed */
  const char *stopped_by; /* condition of the model's `stop` that ended it, or NULL */
  ptl_counters counters;
  double rtol;
  int integrator;                           /* a ptl_integrator, as asked for */
  double wall_time, cpu_time;               /* [s], of the integration */
  double largest_position_violation;        /* [m or rad], over all steps */
  double largest_velocity_violation;        /* [m/s or rad/s] */
  double relative_compliance;               /* largest regularisation of the constraints that was in
                                               force: docs/numerics.md */
  double largest_energy, largest_imbalance; /* [J], over all steps */
  ptl_energy energy;                        /* at the end */
  /* Rows in which friction of ideal joints let more than one set of reactions fit, of which those
   * that go on from the motion before were taken; the joint, or NULL, and the time of the first of
   * them [s]. */
  int64_t ambiguous_rows;
  const char *ambiguous_joint;
  double ambiguous_since;
  /* Rows in which a signal without a state or an expression of `output` has no finite value; the
   * column of the first of them, shortened where it is longer, "" where there is none, and its
   * time [s]. */
  int64_t undefined_rows;
  char undefined_column[200];
  double undefined_since;
  double integrator_change_time;      /* of the first change of integrator [s] */
  char integrator_change_reason[200]; /* of it, "" where there is none */
  ptl_gap_summary *gaps;              /* released by ptl_summary_release */
  int n_gaps;
  ptl_friction_summary *frictions; /* likewise */
  int n_frictions;
  ptl_film_summary *films; /* likewise */
  int n_films;
  /* not its own; NULL of a run that was not verified */
  const struct ptl_verification *verification;
  struct ptl_wear_summary *wears; /* gaps of joints with wear; released by ptl_summary_release */
  int n_wears;
  ptl_statistic_summary *statistics; /* of the model; likewise */
  int n_statistics;
  const char *analysis; /* not its own; what has made the rows, where no run has, else NULL */
} ptl_summary;

#ifdef __cplusplus
}
#endif
#endif
