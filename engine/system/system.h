/* system.h: the compiled mechanism, which does not change in a run. Internal.
 *
 * Unknowns y = (q, v, mu, lambda, z): 3 coordinates and 3 velocities per body (centre of mass x, y,
 * angle), two multipliers per constraint, and the inner states: of friction laws and of signals.
 * Body i has the coordinates 3i, 3i + 1, 3i + 2. */
#ifndef PTL_SYSTEM_H
#define PTL_SYSTEM_H

#include <math.h>

#include "elements.h"
#include "mechanism.h"

typedef struct ptl_layout ptl_layout;

struct ptl_system {
  ptl_context *context;           /* of the thread that assembled it; owns the memory */
  const ptl_mechanism *mechanism; /* own copy, which nothing changes */
  int n_bodies, n_coordinates;    /* n_coordinates = 3 n_bodies */
  int n_rows;                     /* of Phi */
  /* of these the last: entries of start:, in a system that only finds the start */
  int n_start_rows;
  int n_element_rows;   /* more, where several elements add to one row */
  double *mass;         /* n_coordinates: m, m [kg], J [kg m^2] per body */
  double *inverse_mass; /* of a coordinate without mass that of a weight in its place: massless.h */
  int n_massless, *massless; /* coordinates without mass, ascending */
  double *weight;            /* in the order of mass: of gravity [N] and, for J, 0 */
  double gravity[2];         /* [m/s^2] */

  ptl_sys_constraint *constraints;
  ptl_sys_bushing *bushings;
  ptl_sys_film *films;
  ptl_sys_gap_set *gap_sets;
  ptl_sys_gap *gaps;
  ptl_sys_wear *wears;
  ptl_sys_motion *motions;
  ptl_sys_servo *servos;
  ptl_sys_mesh *meshes;
  ptl_sys_force *forces;
  ptl_sys_load *loads;
  ptl_sys_friction *frictions;
  ptl_sys_pressed *pressed;
  ptl_sys_signal *signals;
  int n_constraints, n_bushings, n_films, n_gap_sets, n_gaps, n_motions, n_meshes, n_forces,
      n_loads, n_frictions, n_pressed, n_signals, n_wears, n_servos;
  int n_releases;            /* constraints that may let go */
  int n_wear_values;         /* doubles that count wear */
  int n_memory;              /* doubles that the contact laws remember */
  int n_states, first_state; /* inner states: of friction, then signals; index of the first in y */

  ptl_pattern pattern;
  /* per row of Phi: |grad Phi|^2 speed/force at the start [s/kg], the unit of e1 and e2
   * (docs/numerics.md) */
  double *row_compliance;
  double length, speed; /* [m], [m/s]: scales of the absolute tolerances */

  double *q0, *v0, *a0, *lambda0, *z0; /* consistent start */
  ptl_assembly assembly;
  int servos_are_turned;               /* at the start, as ptl_authority has it */
  ptl_initial_coordinate *coordinates; /* of joints, motions and forces at the start */
  int n_coordinates_shown;
  char **notices; /* of the start */
  int n_notices;
  char **loops; /* of the first n_loops redundant rows: the names of what depends on one another */
  int n_loops;
  ptl_initial *initial;

  ptl_layout *layout;          /* what a row of the trace holds */
  ptl_run_def run;             /* as it was when the system was assembled */
  void *arrays, *start_arrays; /* memory of the arrays above */
};

/* Of all bodies [kg]. */
static inline double ptl_system_mass(const ptl_system *s) {
  double mass = 0.0;
  for (int i = 0; i < s->n_bodies; i++) mass += s->mass[3 * i];
  return mass;
}
/* What forces such masses need at such speeds and weigh, and the largest reaction at the start
 * [N]. */
static inline double ptl_system_force_scale(const ptl_system *s) {
  const double inertia = s->speed * s->speed / s->length;
  double largest = 0.0;
  for (int i = 0; i < s->n_rows; i++) largest = fmax(largest, fabs(s->lambda0[i]));
  return fmax(largest, ptl_system_mass(s) * (inertia + hypot(s->gravity[0], s->gravity[1])));
}

/* Of a coordinate, its mass [kg], [kg m^2], or the weight in its place. */
static inline double ptl_system_weight_of(const ptl_system *s, int coordinate) {
  return s->mass[coordinate] > 0.0 ? s->mass[coordinate] : 1.0 / s->inverse_mass[coordinate];
}

/* What makes a length of a change of a coordinate: 1, of an angle the characteristic length. */
static inline double ptl_system_lever(const ptl_system *s, int coordinate) {
  return coordinate % 3 == 2 ? s->length : 1.0;
}

/* The largest speed of a body, with its turning at the characteristic length [m/s]. */
static inline double ptl_system_speed_of(const ptl_system *s, const double *v) {
  double speed = 0.0;
  for (int i = 0; i < s->n_bodies; i++)
    speed = fmax(speed, hypot(v[3 * i], v[3 * i + 1]) + s->length * fabs(v[3 * i + 2]));
  return speed;
}

#endif
