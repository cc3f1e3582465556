/* param.h: parameter tables of types. Internal.
 *
 * An instance of a type holds its parameters in the order of the table: one double each, two of a
 * point or of a list of points. The offset of a parameter is the index of its first double. */
#ifndef PTL_PARAM_H
#define PTL_PARAM_H

#include "context.h"
#include "pintle_extend.h"

/* Checks one value against its range or choices; the message names the parameter, its unit and its
 * range. */
ptl_status ptl_param_check(ptl_context *context, const ptl_param *param, double value);
/* The same for x (column 0) or y (column 1) of a point in a list. */
ptl_status ptl_param_check_column(ptl_context *context, const ptl_param *param, int column,
                                  double value);
/* Doubles that one parameter takes, and all of a table. */
int ptl_param_size(const ptl_param *param);
int ptl_table_size(const ptl_param *table);
/* The unit of column 0 or 1, "m" and "N" of "m|N"; cut off where the room ends. */
void ptl_param_unit(const ptl_param *param, int column, char *unit, size_t size);
/* Offset of the parameter called `name`, and its row of the table; -1 if there is none. */
int ptl_param_find(const ptl_param *table, const char *name, const ptl_param **param);
/* The word of a PTL_CHOICE at `index`, written to `word`; 0 if out of range. */
int ptl_param_choice_word(const ptl_param *param, int index, char *word, size_t size);
int ptl_param_choice_index(const ptl_param *param, const char *word); /* -1 if not a choice */

/* "a, b, c" for messages; cut off where the room ends. */
void ptl_list_names(const char *const *names, int n, char *text, size_t size);
/* Writes " (did you mean 'x'?)", or "" when nothing is near. */
void ptl_hint(const char *word, const char *const *names, int n, char *text, size_t size);

#endif
