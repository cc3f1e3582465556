/* format.h: numbers for people: round numbers, ticks of an axis, values with a prefix and a
 * unit. */
#ifndef PTL_FORMAT_H
#define PTL_FORMAT_H

#include <stddef.h>

/* The number of the form 1, 2 or 5 times a power of ten that is nearest to x > 0; 1 for others. */
double ptl_round_number(double x);
/* Multiples of `step` in [low, high]: how many, and the first; none where there would be more than
 * a few hundred. */
int ptl_ticks(double low, double high, double step, double *first);
/* A value with three digits and a prefix: "0.25 mm", "3.2 kN". */
void ptl_format_si(double value, const char *unit, char *text, size_t size);
/* For an axis up to `largest`: the unit with the prefix that suits it into text, empty for "1" or
 * no unit, and what numbers are to be multiplied with. Units with exponents keep theirs. */
void ptl_choose_prefix(double largest, const char *unit, double *scale, char *text, size_t size);

/* A unit of base units ("m s^-1") in the usual notation where it is a common one, else as it is. */
const char *ptl_pretty_unit(const char *unit);

#endif
