/* law_options.h: laws and values from the command line. */
#ifndef PTL_CLI_LAW_OPTIONS_H
#define PTL_CLI_LAW_OPTIONS_H

#include "options.h"
#include "pintle_law.h"

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

/* The law with this damping (NULL: none) and further settings. A setting without a dot that is no
 * surrounding goes to the law that has a parameter of that name. The status and the context's
 * message tell what is wrong. */
ptl_status ptl_cli_law_read(ptl_context *context, const ptl_law_options *law, const char *damping,
                            const ptl_setting *more, int n_more, ptl_law **out);
/* The same for a verb: PTL_GO_ON, or the exit status after a message. */
int ptl_cli_law_open(ptl_context *context, const ptl_law_options *law, const char *damping,
                     ptl_law **out);

/* As ptl_cli_option_quantity, for an option that must be given, with a value > 0. */
int ptl_cli_law_positive(ptl_context *context, const char *option, const char *text,
                         const char *unit, double *out);
/* Of --mass and --mass-b: the mass that hits a wall, m_a m_b/(m_a + m_b) where a second is
 * given. */
int ptl_cli_law_mass(ptl_context *context, const char *mass, const char *mass_b, double *out);
/* "A..B", where a unit behind B goes for a bare A, too; or "B", which is 0..B. */
int ptl_cli_law_range(ptl_context *context, const char *option, const char *text, const char *unit,
                      double *from, double *to);
int ptl_cli_law_count(const char *option, const char *text, int least, int *out);

#endif
