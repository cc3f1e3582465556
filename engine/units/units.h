/* units.h: units of measurement as powers of base units. Internal.
 *
 * A unit text is NAME[^NUMBER], joined by a space, `*`, `.`, a middle dot or `/` and read from left
 * to right: `N s/m` is (N s)/m, `kg mm^2`, `N/mm^1.10`. Powers may be fractions, and whole ones
 * superscripts. `1` is no unit. Common names are known here; the rest is asked of UDUNITS-2, one
 * name at a time, because its parser reads `mm^1.1` as something else. */
#ifndef PTL_UNITS_H
#define PTL_UNITS_H

#include "unit.h"

/* Units that are no common ones and have been used in the context; NULL past the last. */
const ptl_named_unit *ptl_unit_remembered(const ptl_context *context, int index);
/* From now on the name stands for that unit, where it is no common one and none from before. */
ptl_status ptl_unit_remember(ptl_context *context, const char *name, const ptl_unit *unit);

/* Tells whether the name at `text` belongs to something else than a unit. */
typedef int (*ptl_unit_taken)(void *user, const char *text);

/* 1 where a unit's name may begin: a name that nothing else claims and no bracket follows. */
int ptl_unit_begins(const char *p, ptl_unit_taken taken, void *user);
/* Reads a unit text at *text and moves *text behind it. It ends before a name that `taken` (may be
 * NULL) claims or that a bracket follows. PTL_ERR_INPUT for an unknown name, at which *text
 * then stands, and for a name with an offset (degC) anywhere but alone. */
ptl_status ptl_unit_scan(ptl_context *context, const char **text, ptl_unit_taken taken, void *user,
                         ptl_unit *out);
/* One name with its power. */
ptl_status ptl_unit_scan_one(ptl_context *context, const char **text, ptl_unit *out);
/* The whole text as a unit. */
ptl_status ptl_unit_parse(ptl_context *context, const char *text, ptl_unit *out);

/* Names of the units that are known here, for hints; NULL past the last. */
const char *ptl_unit_name(int index);

int ptl_unit_fits(const double *power_a, const double *power_b);
/* "m s^-1", "1" */
void ptl_unit_write(const double *power, char *text, size_t size);
/* A unit as ptl_unit_write has it by its common name where there is one: "kg m s^-2" by "N". */
void ptl_unit_rename(ptl_context *context, char *unit, size_t size);

/* Characters of names: ASCII letters, _ and everything beyond ASCII (micro, degree). */
int ptl_is_letter(char c);

#endif
