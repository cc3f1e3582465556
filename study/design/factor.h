/* factor.h: what a study varies: a path of the model file and the values that it takes. Internal.
 *
 * The values are a text, the same in a study file and behind --vary:
 *   1000 rpm, 5000 rpm      a list; of words as well: johnson, goldsmith
 *   0.05 mm : 1 mm : 40     40 values from the first to the last in equal distances
 *   0.05 mm : 1 mm : 40 log in equal ratios; both without the number are a range for random designs
 *   uniform(A, B)  loguniform(A, B)  normal(MEAN, DEVIATION[, LEAST, LARGEST])  triangular(A, MODE,
 *   B)
 *   file(TABLE.csv, COLUMN) the values of a column, each as probable as the others
 * Units stand as in the model; all numbers below are SI. */
#ifndef PTL_FACTOR_H
#define PTL_FACTOR_H

#include "context.h"
#include "distribution.h"

typedef struct ptl_factor {
  char *path, *text; /* as given */
  char unit[64];     /* of the values in base units: "m s^-1"; "" when they are words */
  int is_list;
  char **words;                  /* of a list: the texts of its values */
  double *values;                /* of a list: NAN when they are words */
  int n_levels;                  /* of a list or a range with a number of values, else 0 */
  ptl_distribution distribution; /* of what is no list; a range is uniform */
  int is_direction; /* no path of the model: `up` or `down`, where a continuation goes */
} ptl_factor;

typedef struct ptl_factor_value {
  double number;    /* NAN for a word and for what is not given */
  const char *word; /* the text of a list's value, belongs to the factor; else NULL */
  int is_given;     /* 0: the value of the model stays */
} ptl_factor_value;

/* Reads the text; `folder` is where files are looked for. PTL_ERR_INPUT names path and text. */
ptl_status ptl_factor_read(ptl_context *context, const char *path, const char *text,
                           const char *folder, ptl_factor *out);
/* A list of these texts. */
ptl_status ptl_factor_list(ptl_context *context, const char *path, char *const *words, int n,
                           ptl_factor *out);
void ptl_factor_release(ptl_context *context, ptl_factor *factor);

/* Value number `level`, of a factor with levels. */
ptl_factor_value ptl_factor_level(const ptl_factor *factor, int level);
/* The value that is not exceeded with probability u. */
ptl_factor_value ptl_factor_quantile(const ptl_factor *factor, double u);
/* The text that stands for the value in the model file; it reads back as the same number. */
void ptl_factor_value_text(const ptl_factor *factor, const ptl_factor_value *value, char *text,
                           size_t size);

#endif
