/* study_analysis.h: what is done at each point of a study: a run, or another analysis of the model.
 * Internal.
 *
 * Every analysis gives rows of columns over an abscissa, of which measures are made: a run and
 * kinematics over time, an equilibrium a single row, modes a row for each, wear a row for each
 * block of cycles. */
#ifndef PTL_STUDY_ANALYSIS_H
#define PTL_STUDY_ANALYSIS_H

#include <stdio.h>

#include "measure.h"

typedef enum ptl_analysis_kind {
  PTL_ANALYSIS_RUN,
  PTL_ANALYSIS_STATIC,
  PTL_ANALYSIS_KINEMATICS,
  PTL_ANALYSIS_MODES,
  PTL_ANALYSIS_WEAR
} ptl_analysis_kind;

enum { PTL_ANALYSIS_MOST_OPTIONS = 8 };

typedef struct ptl_analysis {
  ptl_analysis_kind kind;
  /* of the options in the order of its table, as they were given; NULL: left out */
  char *texts[PTL_ANALYSIS_MOST_OPTIONS];
  /* of those with a unit, SI; NAN: left out. Of words: which one */
  double numbers[PTL_ANALYSIS_MOST_OPTIONS];
} ptl_analysis;

typedef struct ptl_analysis_option {
  const char *name;  /* NULL ends a list; the name of the verb's option, with _ for - */
  const char *unit;  /* NULL: a text, or a word */
  const char *words; /* "first|second": one of these, the first where it is left out; NULL: none */
  int is_needed;
} ptl_analysis_option;

typedef struct ptl_analysis_type {
  ptl_abscissa abscissa;
  const ptl_analysis_option *options;
} ptl_analysis_type;

/* Numbers of options in the tables. */
enum { PTL_STATIC_AT };
enum { PTL_KINEMATICS_JOINT, PTL_KINEMATICS_DRIVER };
enum { PTL_MODES_ABOUT, PTL_MODES_FRAME };
enum {
  PTL_WEAR_CYCLES,
  PTL_WEAR_CYCLE,
  PTL_WEAR_SETTLE,
  PTL_WEAR_MEASURED,
  PTL_WEAR_ACCURACY,
  PTL_WEAR_UNTIL_CLEARANCE
};

const ptl_analysis_type *ptl_analysis_type_of(ptl_analysis_kind kind);
/* The analysis of that name, without options. PTL_ERR_INPUT with a suggestion. */
ptl_status ptl_analysis_begin(ptl_context *context, const char *name, ptl_analysis *out);
/* PTL_ERR_INPUT also for a text with a comma outside brackets, which ptl_analysis_write could not
 * tell from the next option. */
ptl_status ptl_analysis_set(ptl_context *context, ptl_analysis *analysis, const char *option,
                            const char *text);
/* Whether all is given that is needed. */
ptl_status ptl_analysis_check(ptl_context *context, const ptl_analysis *analysis);
/* "wear,cycles=20000,cycle=20 ms", as the option --analysis has it. */
ptl_status ptl_analysis_read(ptl_context *context, const char *text, ptl_analysis *out);
/* As ptl_analysis_read takes it. */
void ptl_analysis_write(const ptl_analysis *analysis, FILE *out);
void ptl_analysis_release(ptl_context *context, ptl_analysis *analysis);

#endif
