/* energy.h: mechanical energy from the columns of a trace and the masses of a model, so that the
 * engine's own account of energy can be held against it. For tests. */
#ifndef PTL_TEST_ENERGY_H
#define PTL_TEST_ENERGY_H

#include "support.h"

/* A body whose centre of mass stands at (cx, cy) in its frame [m]. */
typedef struct mass_of {
  const char *name;
  double mass, inertia; /* about the centre of mass [kg, kg m^2] */
  double cx, cy;
} mass_of;

static inline double body_value(const rows *trace, const ptl_system *s, int row, const char *body,
                                const char *of) {
  char column[64];
  snprintf(column, sizeof column, "%s.%s", body, of);
  return rows_at(trace, row, column_of(s, column));
}

/* m v^2/2 + J w^2/2 [J], v that of the centre of mass. */
static inline double kinetic_energy(const rows *trace, const ptl_system *s, int row,
                                    const mass_of *b) {
  double a = body_value(trace, s, row, b->name, "angle");
  double w = body_value(trace, s, row, b->name, "omega");
  double x = b->cx * cos(a) - b->cy * sin(a), y = b->cx * sin(a) + b->cy * cos(a);
  double vx = body_value(trace, s, row, b->name, "vx") - w * y;
  double vy = body_value(trace, s, row, b->name, "vy") + w * x;
  return 0.5 * b->mass * (vx * vx + vy * vy) + 0.5 * b->inertia * w * w;
}

/* m g h [J], gravity along -y. */
static inline double weight_energy(const rows *trace, const ptl_system *s, int row,
                                   const mass_of *b, double gravity) {
  double a = body_value(trace, s, row, b->name, "angle");
  double y = body_value(trace, s, row, b->name, "y");
  return b->mass * gravity * (y + b->cx * sin(a) + b->cy * cos(a));
}

/* Fails unless kinetic energy and that of gravity add up to the same in every row. */
static inline void energy_is_kept(const rows *trace, const ptl_system *s, const mass_of *bodies,
                                  int n, double gravity, double tolerance) {
  double first = NAN;
  for (int row = 0; row < trace->n; row++) {
    double energy = 0.0;
    for (int i = 0; i < n; i++)
      energy += kinetic_energy(trace, s, row, &bodies[i]) +
                weight_energy(trace, s, row, &bodies[i], gravity);
    if (row == 0) first = energy;
    assert_near(energy, first, tolerance);
  }
}

#endif
