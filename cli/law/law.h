/* law.h: what the verbs `pintle law ...` share. */
#ifndef PTL_CLI_LAW_H
#define PTL_CLI_LAW_H

#include <stdio.h>

#include "options.h"
#include "pintle_law.h"
#include "verb.h"

extern const ptl_verb ptl_cli_verb_law;

/* A contact as the command line gives it. */
typedef struct ptl_law_options {
  const char *elastic;
  ptl_texts settings, plugins;
} ptl_law_options;

/* Rows of the option table for them. */
#define PTL_LAW_OPTIONS(law)                                                                     \
  {0, "elastic", "LAW", "elastic law (pintle list laws shows them)", PTL_TEXT, &(law).elastic},  \
      {0,                                                                                        \
       "set",                                                                                    \
       "NAME=VALUE",                                                                             \
       "parameter of a law (stiffness='1.4e8 N/m^1.5', damping.restitution=0.9) or surrounding " \
       "of "                                                                                     \
       "the contact: materials=steel, radii='[-68 mm, 7.9 mm]' (hollow < 0), length='10 mm', "   \
       "effective_mass='1 kg'; may be repeated",                                                 \
       PTL_LIST,                                                                                 \
       &(law).settings},                                                                         \
  {                                                                                              \
    0, "plugin", "LIB", "shared library with further laws; may be repeated", PTL_LIST,           \
        &(law).plugins                                                                           \
  }

int ptl_cli_law_eval(int argc, char **argv);
int ptl_cli_law_fit(int argc, char **argv);
int ptl_cli_law_impact(int argc, char **argv);
int ptl_cli_law_calibrate(int argc, char **argv);

/* ------------------------------------------------------------------ law_options.c: reading */

/* The law with this damping (NULL: none) and further settings. A setting without a dot that is no
 * surrounding goes to the law that has a parameter of that name. The status and the context's
 * message tell what is wrong. */
ptl_status ptl_cli_law_read(ptl_context *context, const ptl_law_options *law, const char *damping,
                            const ptl_setting *more, int n_more, ptl_law **out);
/* The same for a verb: PTL_GO_ON, or the exit status after a message. */
int ptl_cli_law_open(ptl_context *context, const ptl_law_options *law, const char *damping,
                     ptl_law **out);

/* Values of options: PTL_GO_ON, or the exit status after a message that names the option. A text of
 * NULL leaves the value as it is. */
int ptl_cli_law_quantity(ptl_context *context, const char *option, const char *text,
                         const char *unit, double *out);
/* The same for an option that must be given, with a value > 0. */
int ptl_cli_law_positive(ptl_context *context, const char *option, const char *text,
                         const char *unit, double *out);
/* Of --mass and --mass-b: the mass that hits a wall, m_a m_b/(m_a + m_b) where a second is given. */
int ptl_cli_law_mass(ptl_context *context, const char *mass, const char *mass_b, double *out);
/* "A..B", where a unit behind B goes for a bare A, too; or "B", which is 0..B. */
int ptl_cli_law_range(ptl_context *context, const char *option, const char *text, const char *unit,
                      double *from, double *to);
int ptl_cli_law_count(const char *option, const char *text, int least, int *out);

/* ------------------------------------------------------------------ law_output.c: files, pictures
 */

/* Opens FILE for writing, or the standard output for NULL; NULL after a message. */
FILE *ptl_cli_law_open_csv(const char *file);
/* Ends the writing; the exit status. A file that could not be written is taken away. */
int ptl_cli_law_close_csv(FILE *out, const char *file);
/* The number as the shortest text of at least 15 digits that reads back. */
void ptl_cli_law_put(FILE *out, double value);

typedef struct ptl_chart_curve {
  char title[64];
  double *x, *y;
  int n, capacity;
} ptl_chart_curve;

typedef struct ptl_chart {
  const char *title, *x_label, *y_label;
  ptl_chart_curve *curves;
  int n_curves;
  int diagonal; /* with the line y = x */
} ptl_chart;

ptl_chart_curve *ptl_cli_chart_add(ptl_chart *chart, const char *title);
void ptl_cli_chart_point(ptl_chart_curve *curve, double x, double y);
/* The exit status. */
int ptl_cli_chart_draw(const ptl_chart *chart, const char *file);
void ptl_cli_chart_release(ptl_chart *chart);

#endif
