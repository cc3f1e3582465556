/* digits.h: digits that are asked of a verified run, `--digits NAME=N`. */
#ifndef PTL_CLI_DIGITS_H
#define PTL_CLI_DIGITS_H

#include "options.h"
#include "pintle_verify.h"

/* Whether a wish is NAME=N with N from 1 to PTL_VERIFY_MOST_DIGITS; says what is wrong with it. */
int ptl_cli_digits_are_well_formed(const char *wish);
/* NAME is that of a figure or of a column, its ending after a dot, or a pattern of either; figures
 * come first. Exit status: done, PTL_EXIT_FAILED where the runs agree in fewer digits than a wish
 * asks for, usage where it names nothing. */
int ptl_cli_digits_check(const ptl_texts *wishes, const ptl_verification *verification);

#endif
