#include "format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

double ptl_round_number(double x) {
  if (!(x > 0) || !isfinite(x)) return 1;
  double power = pow(10, floor(log10(x)));
  double digit = x / power;
  return (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10) * power;
}

int ptl_ticks(double low, double high, double step, double *first) {
  enum { MAX_TICKS = 400 };
  *first = ceil(low / step) * step;
  double count = (high - *first) / step;
  return count >= 0 && count < MAX_TICKS ? (int)count + 1 : 0;
}

void ptl_format_si(double value, const char *unit, char *text, size_t size) {
  static const struct {
    double factor;
    const char *prefix;
  } prefixes[] = {{1e9, "G"},  {1e6, "M"},  {1e3, "k"}, {1, ""},
                  {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}};
  double magnitude = fabs(value);
  if (!isfinite(value)) {
    snprintf(text, size, "–");
    return;
  }
  if (unit[0] == 0 || strcmp(unit, "1") == 0 || strpbrk(unit, "^2") != NULL ||
      strcmp(unit, "rad") == 0 || magnitude == 0) {
    snprintf(text, size, "%.4g%s%s", value, strcmp(unit, "1") == 0 || unit[0] == 0 ? "" : " ",
             strcmp(unit, "1") == 0 ? "" : unit);
    return;
  }
  for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
    if (magnitude >= 0.9995 * prefixes[i].factor) {
      snprintf(text, size, "%.3g %s%s", value / prefixes[i].factor, prefixes[i].prefix, unit);
      return;
    }
  }
  snprintf(text, size, "0 %s", unit); /* anything less is a rounding error */
}

void ptl_choose_prefix(double largest, const char *unit, double *scale, char *text, size_t size) {
  static const struct {
    double factor;
    const char *prefix;
  } prefixes[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "µ"}};
  *scale = 1;
  snprintf(text, size, "%s", strcmp(unit, "1") == 0 ? "" : unit);
  if (unit[0] == 0 || strcmp(unit, "1") == 0 || strchr(unit, '^') != NULL || !(largest > 0)) return;
  for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
    if (largest < 2 * prefixes[i].factor) continue;
    *scale = 1 / prefixes[i].factor;
    snprintf(text, size, "%s%s", prefixes[i].prefix, unit);
    return;
  }
  *scale = 1e6;
  snprintf(text, size, "µ%s", unit);
}

const char *ptl_pretty_unit(const char *unit) {
  static const char *const units[][2] = {
      {"m s^-1", "m/s"},   {"s^-1", "/s"},         {"m s^-2", "m/s²"},     {"kg m s^-2", "N"},
      {"kg s^-2", "N/m"},  {"kg m^-1 s^-2", "Pa"}, {"m^2 kg s^-2", "N m"}, {"kg m^2 s^-2", "N m"},
      {"kg m^2", "kg m²"}, {"m^2 kg", "kg m²"},    {"kg s^-1", "N s/m"},   {"m kg s^-2", "N"},
      {"m^-1 s", "s/m"},   {"m^-1 kg s^-2", "Pa"}};
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
    if (strcmp(unit, units[i][0]) == 0) return units[i][1];
  }
  return unit;
}
