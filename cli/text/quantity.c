/* quantity.c: numbers as text. */
#include "quantity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int takes_prefix(const char *unit) {
  static const char *const units[] = {"m", "s", "N", "J", "W", "Pa", "Hz", "N s", "N m", "m/s"};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strcmp(unit, units[i]) == 0) return 1;
  return 0;
}

double ptl_cli_prefix(double largest, const char *unit, const char **prefix) {
  static const struct {
    double from, scale;
    const char *name;
  } rows[] = {{1e9, 1e-9, "G"}, {1e6, 1e-6, "M"},        {1e3, 1e-3, "k"}, {1, 1, ""},
              {1e-3, 1e3, "m"}, {1e-6, 1e6, "\xC2\xB5"}, {1e-9, 1e9, "n"}};
  *prefix = "";
  largest = fabs(largest);
  if (!takes_prefix(unit) || !(largest > 0) || largest > 1e12) return 1;
  const int time_or_length =
      strcmp(unit, "s") == 0 || strcmp(unit, "m") == 0 || strcmp(unit, "m/s") == 0;
  if (time_or_length && largest >= 1) return 1; /* nobody reads ks or km/s here */
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (largest < rows[i].from * (1 - 1e-12)) continue;
    *prefix = rows[i].name;
    return rows[i].scale;
  }
  return 1;
}

int ptl_cli_decimals(double largest, int digits) {
  const double size = fabs(largest);
  if (!(size > 0) || isinf(size)) return 0;
  int decimals = digits - 1 - (int)floor(log10(size));
  return decimals < 0 ? 0 : decimals > 12 ? 12 : decimals;
}

void ptl_cli_quantity(char *text, size_t size, double value, const char *unit, int digits) {
  const char *prefix;
  const double scale = ptl_cli_prefix(value, unit, &prefix);
  const char *shown = strcmp(unit, "1") == 0 ? "" : unit;
  snprintf(text, size, "%.*g%s%s%s", digits, value * scale, *shown ? " " : "", prefix, shown);
}

void ptl_cli_number_text(double value, char text[PTL_CLI_NUMBER_ROOM]) {
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, PTL_CLI_NUMBER_ROOM, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
}

void ptl_cli_count_text(char *text, size_t size, long long n, const char *one, const char *many) {
  snprintf(text, size, "%lld %s", n, n == 1 ? one : many);
}
