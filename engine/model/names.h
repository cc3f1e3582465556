/* names.h: names of what belongs to a body. Internal. */
#ifndef PTL_NAMES_H
#define PTL_NAMES_H

/* Names and units of a body's columns; the first PTL_BODY_VARIABLES are variables of expressions. */
enum { PTL_BODY_COLUMNS = 9 };
extern const char *const ptl_body_variables[PTL_BODY_COLUMNS][2];

#endif
