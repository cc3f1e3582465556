/* rounding.c: below which size the values of a column are rounding errors alone. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "pintle_trace.h"

/* Parts of the size of their unit. Accelerations and reactions come out of a system of equations,
 * which loses up to half of the digits; what is added up or integrated loses a few hundred units in
 * the last place. */
static const double sum_part = 512 * DBL_EPSILON;

static double solved_part(void) {
  return sqrt(DBL_EPSILON);
}

typedef struct sizes { /* largest values by unit, NAN where no column has the unit */
  double length, speed, rate, acceleration, force, moment;
} sizes;

static double largest_in(const ptl_column *columns, const double *largest, int n,
                         const char *unit) {
  double found = NAN;
  for (int i = 0; i < n; i++)
    if (strcmp(columns[i].unit, unit) == 0 && isfinite(largest[i])) found = fmax(found, largest[i]);
  return found;
}

/* What the sizes of other units make of one; NAN of units that no system of equations gives. fmax()
 * passes over NAN. */
static double size_of_solved(const sizes *s, const char *unit) {
  if (strcmp(unit, "m/s^2") == 0) return fmax(s->speed * s->rate, 0);
  if (strcmp(unit, "rad/s^2") == 0)
    return fmax(s->rate * s->rate, s->length > 0 ? fmax(s->acceleration / s->length, 0) : 0);
  if (strcmp(unit, "N") == 0) return s->length > 0 ? fmax(s->moment / s->length, 0) : 0;
  if (strcmp(unit, "N m") == 0) return fmax(s->force * s->length, 0);
  return NAN;
}

void ptl_trace_rounding(const ptl_column *columns, const double *largest, int n, double *rounding) {
  const sizes s = {.length = largest_in(columns, largest, n, "m"),
                   .speed = largest_in(columns, largest, n, "m/s"),
                   .rate = largest_in(columns, largest, n, "rad/s"),
                   .acceleration = largest_in(columns, largest, n, "m/s^2"),
                   .force = largest_in(columns, largest, n, "N"),
                   .moment = largest_in(columns, largest, n, "N m")};
  for (int i = 0; i < n; i++) rounding[i] = NAN;
  for (int i = 0; i < n; i++) { /* all that have the unit of the first that is left */
    if (!isnan(rounding[i])) continue;
    const char *unit = columns[i].unit;
    const double own = fmax(largest_in(columns, largest, n, unit), 0);
    const double solved = size_of_solved(&s, unit);
    const double found = isnan(solved) ? sum_part * own : solved_part() * fmax(own, solved);
    for (int k = i; k < n; k++)
      if (strcmp(columns[k].unit, unit) == 0) rounding[k] = found;
  }
}
