/* param.h: the rows of a type's parameter table. Internal. */
#ifndef PTL_PARAM_H
#define PTL_PARAM_H

#include "context.h"
#include "pintle_extend.h"

/* Checks one value against its row: range, choice, finite. The message names the row, its unit
 * and its range. */
ptl_status ptl_param_check(ptl_context *context, const ptl_param *row, double value);
/* The same for x (column 0) or y (column 1) of a point in a list. */
ptl_status ptl_param_check_column(ptl_context *context, const ptl_param *row, int column,
                                  double value);
/* Places that one row takes, and all rows of a table. */
int ptl_param_width(const ptl_param *row);
int ptl_param_places(const ptl_param *table);
/* The unit of column 0 or 1 of a row, "m" and "N" of "m|N"; cut off where the room ends. */
void ptl_param_unit(const ptl_param *row, int column, char *unit, size_t size);
/* Index of the first place of the row called `name`, and the row; -1 if there is none. */
int ptl_param_find(const ptl_param *table, const char *name, const ptl_param **row);
/* The word of a PTL_CHOICE row at `index`, written to `word`; 0 if out of range. */
int ptl_param_choice_word(const ptl_param *row, int index, char *word, size_t size);
int ptl_param_choice_index(const ptl_param *row, const char *word); /* -1 if not a choice */

/* "a, b, c" for messages; cut off where the room ends. */
void ptl_list_names(const char *const *names, int n, char *text, size_t size);
/* Writes " (did you mean 'x'?)", or "" when nothing is near. */
void ptl_hint(const char *word, const char *const *names, int n, char *text, size_t size);

#endif
