/* presolve.h: elimination of rows of few unknowns of a sparse system A x = b, before what is left of
 * it is factorised. Internal.
 *
 * A singleton is a row with one entry in a column that is not eliminated yet. It determines that
 * unknown from those eliminated before it,
 *   x_column = (b_row - sum of the row's other entries times their x) / a_row,column,
 * and eliminates its column, which may turn other rows into singletons. A row whose unknowns are
 * all eliminated is empty: the pivot rows imply it, or contradict it.
 *
 * A doubleton that is left then, a row by which one unknown depends on one other, its leader, may
 * eliminate that unknown as well: it follows its leader in all other rows. A leader stays. (Andersen,
 * Andersen: Presolving in linear programming, Math. Program. 1995, 71, 221.) */
#ifndef PTL_PRESOLVE_H
#define PTL_PRESOLVE_H

#include "context.h"

typedef struct ptl_presolve_entry {
  int row, column;
  double value; /* NAN: not constant, so that it cannot be a pivot */
} ptl_presolve_entry;

typedef struct ptl_presolve_pivot {
  int row, column, entry;
  int leader;     /* of a doubleton: the column that its own follows; -1 */
  int first, end; /* the row's other entries: pivot_terms[first ... end - 1] */
} ptl_presolve_pivot;

/* Entries are named by their indices in the list that was given. */
typedef struct ptl_presolve {
  int n_pivots;
  ptl_presolve_pivot *pivots; /* in order of elimination */
  int *pivot_terms;
  int n_empty, *empty;                 /* rows */
  int n_remaining, *remaining;         /* rows that are neither pivots nor empty */
  int *remaining_index;                /* of a row among them, or -1 */
  int n_solved_terms, *solved_terms;   /* entries of the remaining rows in eliminated columns */
  int n_unknown_terms, *unknown_terms; /* and in the other columns */
  void *arrays;                        /* memory of the above */
} ptl_presolve;

/* The pivots of a matrix of n_rows rows and n_columns columns; several entries may share a
 * position. A pivot is at least 0.1 in size. has_followers 0: singletons alone. */
ptl_status ptl_presolve_create(ptl_context *context, int n_rows, int n_columns,
                               const ptl_presolve_entry *entries, int n_entries, int has_followers,
                               ptl_presolve *out);
void ptl_presolve_release(ptl_context *context, ptl_presolve *presolve);

#endif
