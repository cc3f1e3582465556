/* quantity.h: numbers as text. */
#ifndef PTL_CLI_QUANTITY_H
#define PTL_CLI_QUANTITY_H

#include <stddef.h>

/* Scale and prefix ("m", "k", "\302\265", "") that bring `largest` of `unit` between 1 and 1000;
 * the scale is 1 for units that take no prefix. */
double ptl_cli_prefix(double largest, const char *unit, const char **prefix);
/* Number and unit with a prefix, `digits` significant: "3.1919 kN". */
void ptl_cli_quantity(char *text, size_t size, double value, const char *unit, int digits);
/* Decimals that show `largest` with `digits` significant digits. */
int ptl_cli_decimals(double largest, int digits);
/* The shortest text of at least 15 digits that reads back as the same number. */
enum { PTL_CLI_NUMBER_ROOM = 32 };
void ptl_cli_number_text(double value, char text[PTL_CLI_NUMBER_ROOM]);
/* "1 gap", "2 gaps". */
void ptl_cli_count_text(char *text, size_t size, long long n, const char *one, const char *many);

#endif
