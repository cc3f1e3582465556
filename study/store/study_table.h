/* study_table.h: the results of a study in memory. Internal. */
#ifndef PTL_STUDY_TABLE_H
#define PTL_STUDY_TABLE_H

#include "store.h"

typedef struct ptl_table_column {
  char *name, *unit, *text; /* unit "" for words */
  int is_measure;
  double *values; /* NAN: not given, not known, or a word */
  char **words;   /* NULL: a number; of factors only */
} ptl_table_column;

typedef struct ptl_study_table {
  char *title, *model, *design, *path;
  ptl_analysis analysis;
  ptl_setting *settings;
  int n_settings;
  ptl_table_column *columns; /* factors, then measures */
  int n_columns, n_factors;
  int64_t n; /* rows, by rising index */
  int64_t *index;
  int *failed;                 /* 1: the run has not ended well */
  char **statuses, **messages; /* message NULL: none */
} ptl_study_table;

/* Reads a file of results. PTL_ERR_INPUT when it is none. To be released in every case. */
ptl_status ptl_study_table_load(ptl_context *context, const char *path, ptl_study_table *out);
/* The column of that name, or -1. */
int ptl_study_table_find(const ptl_study_table *table, const char *name);
/* Which rows an expression of columns is true for (not 0 and not NAN); numbers may have units:
 * `peak_force > 5 kN`. Words of a factor are compared with ==: `joints.slot.contact == johnson`. */
ptl_status ptl_study_table_where(ptl_context *context, const ptl_study_table *table,
                                 const char *expression, unsigned char *chosen);
/* Puts rows (n) in the order of a column's values, the largest first if `falls`, else the smallest;
 * those without a value last, of equal ones the lower row first. */
ptl_status ptl_study_table_sort(ptl_context *context, const ptl_study_table *table, int column,
                                int falls, int64_t *rows, int64_t n);
void ptl_study_table_release(ptl_context *context, ptl_study_table *table);

/* One series of values of a section, in the order of runs and passages. */
typedef struct ptl_passages {
  int64_t *index; /* of the run */
  double *time, *values;
  int64_t n;
} ptl_passages;
/* Of the section ("": the first) the values of an expression (NULL: the one of that number). What
 * was found goes to `name`; none: out->n is 0. */
ptl_status ptl_study_passages_find(ptl_context *context, const char *path, const char *section,
                                   const char *expression, int number, ptl_passages *out,
                                   char *name, size_t size);
void ptl_study_passages_release(ptl_context *context, ptl_passages *passages);

#endif
