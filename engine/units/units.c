/* units.c: unit texts. See units.h. */
#include "units.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "pintle_trace.h"
#include "udunits.h"

int ptl_is_letter(char c) {
  return isalpha((unsigned char)c) || c == '_' || (unsigned char)c > 127;
}

/* ------------------------------------------------------------------ common units */

typedef struct ptl_common {
  const char *name;
  double mul, div;
  signed char m, kg, s;
  signed char prefixes; /* 1: takes k, m, ... */
} ptl_common;

/* Reading UDUNITS' database takes 7 ms, as long as a simulation; with these it is rarely read. The
 * first group is of angles, which have no dimension. */
#define PI 3.14159265358979323846
static const ptl_common common[] = {
    {"rad", 1, 1, 0, 0, 0, 1},
    {"radian", 1, 1, 0, 0, 0, 0},
    {"radians", 1, 1, 0, 0, 0, 0},
    {"deg", PI, 180, 0, 0, 0, 0},
    {"degree", PI, 180, 0, 0, 0, 0},
    {"degrees", PI, 180, 0, 0, 0, 0},
    {"\xc2\xb0", PI, 180, 0, 0, 0, 0},
    {"turn", 2 * PI, 1, 0, 0, 0, 0},
    {"turns", 2 * PI, 1, 0, 0, 0, 0},
    {"rev", 2 * PI, 1, 0, 0, 0, 0},
    {"revs", 2 * PI, 1, 0, 0, 0, 0},
    {"revolution", 2 * PI, 1, 0, 0, 0, 0},
    {"revolutions", 2 * PI, 1, 0, 0, 0, 0},
    {"percent", 1, 100, 0, 0, 0, 0},
    {"rpm", 2 * PI, 60, 0, 0, -1, 0},
    {"rps", 2 * PI, 1, 0, 0, -1, 0},
    {"Hz", 1, 1, 0, 0, -1, 1},
    {"s", 1, 1, 0, 0, 1, 1},
    {"min", 60, 1, 0, 0, 1, 0},
    {"h", 3600, 1, 0, 0, 1, 0},
    {"m", 1, 1, 1, 0, 0, 1},
    {"in", 254, 10000, 1, 0, 0, 0},
    {"inch", 254, 10000, 1, 0, 0, 0},
    {"ft", 3048, 10000, 1, 0, 0, 0},
    {"mph", 44704, 100000, 1, 0, -1, 0},
    {"g", 1, 1000, 0, 1, 0, 1},
    {"t", 1000, 1, 0, 1, 0, 0},
    {"lb", 45359237, 1e8, 0, 1, 0, 0},
    {"N", 1, 1, 1, 1, -2, 1},
    {"kgf", 980665, 1e5, 1, 1, -2, 0},
    {"Pa", 1, 1, -1, 1, -2, 1},
    {"bar", 1e5, 1, -1, 1, -2, 1},
    {"cP", 1, 1000, -1, 1, -1, 0},
    {"J", 1, 1, 2, 1, -2, 1},
    {"W", 1, 1, 2, 1, -3, 1},
};
enum { N_COMMON = sizeof common / sizeof *common };

typedef struct ptl_prefix {
  const char *name;
  double mul, div;
} ptl_prefix;

static const ptl_prefix prefixes[] = {{"k", 1e3, 1}, {"M", 1e6, 1},        {"G", 1e9, 1},
                                      {"m", 1, 1e3}, {"c", 1, 1e2},        {"d", 1, 1e1},
                                      {"h", 1e2, 1}, {"\xc2\xb5", 1, 1e6}, {"\xce\xbc", 1, 1e6},
                                      {"u", 1, 1e6}, {"n", 1, 1e9},        {"p", 1, 1e12}};
enum { N_PREFIXES = sizeof prefixes / sizeof *prefixes };

static void from_common(const ptl_common *row, ptl_unit *out) {
  memset(out, 0, sizeof *out);
  out->mul = row->mul;
  out->div = row->div;
  out->power[0] = row->m;
  out->power[1] = row->kg;
  out->power[2] = row->s;
}

static const ptl_common *find_common(const char *name) {
  for (int i = 0; i < N_COMMON; i++)
    if (strcmp(common[i].name, name) == 0) return &common[i];
  return NULL;
}

static int find_with_prefix(const char *name, ptl_unit *out) {
  for (int i = 0; i < N_PREFIXES; i++) {
    const size_t n = strlen(prefixes[i].name);
    if (strncmp(prefixes[i].name, name, n) != 0) continue;
    const ptl_common *row = find_common(name + n);
    if (row == NULL || !row->prefixes) continue;
    from_common(row, out);
    out->mul *= prefixes[i].mul;
    out->div *= prefixes[i].div;
    return 1;
  }
  return 0;
}

/* ---------------------------------------------------------------- units that are no common ones */

typedef struct ptl_unit_list {
  ptl_named_unit *items;
  int n;
} ptl_unit_list;

static void close_list(ptl_context *context, void *data) {
  ptl_unit_list *list = data;
  ptl_free(context, list->items);
  ptl_free(context, list);
}

const ptl_named_unit *ptl_unit_remembered(const ptl_context *context, int index) {
  const ptl_unit_list *list = context->slots[PTL_SLOT_UNITS].data;
  return list != NULL && index >= 0 && index < list->n ? &list->items[index] : NULL;
}

ptl_status ptl_unit_remember(ptl_context *context, const char *name, const ptl_unit *unit) {
  ptl_context_slot *slot = &context->slots[PTL_SLOT_UNITS];
  if (slot->data == NULL)
    *slot = (ptl_context_slot){ptl_alloc(context, 1, sizeof(ptl_unit_list)), close_list};
  ptl_unit_list *list = slot->data;
  if (list == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < list->n; i++)
    if (strcmp(list->items[i].name, name) == 0) return PTL_OK;
  ptl_named_unit *items = ptl_grow(context, list->items, (size_t)list->n, sizeof *items);
  if (items == NULL) return PTL_ERR_MEMORY;
  list->items = items;
  items[list->n] = (ptl_named_unit){.unit = *unit};
  snprintf(items[list->n].name, sizeof items->name, "%s", name);
  list->n++;
  return PTL_OK;
}

/* 1 when the unit is known from before or to UDUNITS, 0 when it is not, -1 when memory is out. */
static int find_other(ptl_context *context, const char *name, ptl_unit *out) {
  const ptl_named_unit *known;
  for (int i = 0; (known = ptl_unit_remembered(context, i)) != NULL; i++) {
    if (strcmp(known->name, name) != 0) continue;
    *out = known->unit;
    return 1;
  }
  if (!ptl_udunits_find(context, name, out)) return 0;
  return ptl_unit_remember(context, name, out) == PTL_OK ? 1 : -1;
}

/* ------------------------------------------------------------------ names and powers */

const char *ptl_unit_name(int index) {
  return index >= 0 && index < N_COMMON ? common[index].name : NULL;
}

static ptl_status fail_unknown(ptl_context *context, const char *name) {
  const char *names[N_COMMON];
  for (int i = 0; i < N_COMMON; i++) names[i] = common[i].name;
  const char *near = ptl_nearest(name, names, N_COMMON);
  return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0101) "unknown unit '%s'%s%s%s", name,
                  near != NULL ? " (did you mean '" : "", near != NULL ? near : "",
                  near != NULL ? "'?)" : "");
}

static ptl_status find_unit(ptl_context *context, const char *name, ptl_unit *out) {
  const ptl_common *row = find_common(name);
  if (row != NULL) {
    from_common(row, out);
    return PTL_OK;
  }
  if (find_with_prefix(name, out)) return PTL_OK;
  const int found = find_other(context, name, out);
  if (found < 0) return PTL_ERR_MEMORY;
  return found ? PTL_OK : fail_unknown(context, name);
}

/* mul and div with what they share taken out, as far as that is exact. */
static void reduce(ptl_unit *u) {
  if (fmod(u->mul, u->div) == 0) {
    u->mul /= u->div;
    u->div = 1;
  } else if (fmod(u->div, u->mul) == 0) {
    u->div /= u->mul;
    u->mul = 1;
  }
}

/* x^n by multiplication, exact as long as the products are; pow() for fractions. */
static double raise(double x, double n) {
  double product = 1;
  if (n != floor(n) || n > 16) return pow(x, n);
  for (int i = 0; i < (int)n; i++) product *= x;
  return product;
}

static void raise_unit(ptl_unit *u, double n) {
  const double mul = raise(u->mul, fabs(n)), div = raise(u->div, fabs(n));
  u->mul = n < 0 ? div : mul;
  u->div = n < 0 ? mul : div;
  for (int i = 0; i < PTL_N_BASE; i++) u->power[i] *= n;
}

static void multiply_unit(ptl_unit *u, const ptl_unit *by, int sign) {
  u->mul *= sign > 0 ? by->mul : by->div;
  u->div *= sign > 0 ? by->div : by->mul;
  for (int i = 0; i < PTL_N_BASE; i++) u->power[i] += sign * by->power[i];
  reduce(u);
}

static const char *skip_spaces(const char *p) {
  while (*p == ' ' || *p == '\t') p++;
  return p;
}

/* ------------------------------------------------------------------ characters beyond ASCII */

static const char *const superscript_digits[] = {
    "\xe2\x81\xb0", "\xc2\xb9",     "\xc2\xb2",     "\xc2\xb3",     "\xe2\x81\xb4",
    "\xe2\x81\xb5", "\xe2\x81\xb6", "\xe2\x81\xb7", "\xe2\x81\xb8", "\xe2\x81\xb9"};
static const char superscript_minus[] = "\xe2\x81\xbb", superscript_plus[] = "\xe2\x81\xba";
static const char *const dots[] = {"\xc2\xb7", "\xe2\x8b\x85"}; /* middle dot, dot operator */

/* Bytes of `what` at p, 0 if it is not there. */
static size_t length_at(const char *p, const char *what) {
  size_t n = strlen(what);
  return strncmp(p, what, n) == 0 ? n : 0;
}

static size_t superscript_digit(const char *p, int *digit) {
  for (*digit = 0; *digit < 10; ++*digit) {
    size_t n = length_at(p, superscript_digits[*digit]);
    if (n > 0) return n;
  }
  return 0;
}

static size_t superscript_length(const char *p) {
  int digit;
  size_t n = superscript_digit(p, &digit);
  if (n == 0) n = length_at(p, superscript_minus);
  return n > 0 ? n : length_at(p, superscript_plus);
}

static size_t dot_length(const char *p) {
  size_t n = length_at(p, dots[0]);
  return n > 0 ? n : length_at(p, dots[1]);
}

/* Bytes of a unit's name at p: up to a superscript or a dot. */
static size_t unit_name_length(const char *p) {
  size_t n = 0;
  while (ptl_is_letter(p[n]) && superscript_length(p + n) == 0 && dot_length(p + n) == 0) n++;
  return n;
}

/* The whole number in superscripts at *text. */
static ptl_status scan_superscript(ptl_context *context, const char **text, double *power) {
  const char *p = *text;
  size_t minus = length_at(p, superscript_minus);
  int digit, digits = 0;
  p += minus > 0 ? minus : length_at(p, superscript_plus);
  *power = 0.0;
  for (size_t n; (n = superscript_digit(p, &digit)) > 0 && digits < 3; p += n, digits++)
    *power = 10.0 * *power + digit;
  if (minus > 0) *power = -*power;
  if (digits == 0 || fabs(*power) > 100.0 || superscript_length(p) > 0)
    return ptl_fail(
        context, PTL_ERR_INPUT,
        PTL_E(0101) "the power of a unit in superscripts must be a whole number up to 100");
  *text = p;
  return PTL_OK;
}

/* The number behind ^, or in superscripts, if one is there. */
static ptl_status scan_power(ptl_context *context, const char **text, double *power) {
  const char *p = skip_spaces(*text);
  char *end;
  if (superscript_length(*text) > 0) return scan_superscript(context, text, power);
  *power = 1;
  if (*p != '^') return PTL_OK;
  p = skip_spaces(p + 1);
  if (!(isdigit((unsigned char)*p) || *p == '-' || *p == '+' || *p == '.')) {
    *text = p;
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0101) "the power of a unit must be a number");
  }
  *power = ptl_number_read(p, &end);
  if (end == p || !(fabs(*power) <= 100)) {
    *text = p;
    return ptl_fail(context, PTL_ERR_INPUT,
                    PTL_E(0101) "the power of a unit must be a number up to 100");
  }
  *text = end;
  return PTL_OK;
}

ptl_status ptl_unit_scan_one(ptl_context *context, const char **text, ptl_unit *out) {
  char name[PTL_LONGEST_UNIT + 1];
  const char *p = *text;
  size_t n = unit_name_length(p);
  if (n == 0 || n > PTL_LONGEST_UNIT)
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0101) "a unit is missing");
  memcpy(name, p, n);
  name[n] = '\0';
  ptl_status status = find_unit(context, name, out);
  if (status != PTL_OK) return status;
  p += n;
  if (isdigit((unsigned char)*p)) {
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0101) "a power is written with ^: '%s^%.20s'",
                    name, p);
  }
  double power;
  status = scan_power(context, &p, &power);
  *text = p;
  if (status != PTL_OK) return status;
  if (out->offset != 0 && power != 1)
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0101) "'%s' has a shifted zero and no powers",
                    name);
  raise_unit(out, power);
  return PTL_OK;
}

/* ------------------------------------------------------------------ texts */

int ptl_unit_begins(const char *p, ptl_unit_taken taken, void *user) {
  const char *end = p;
  if (!ptl_is_letter(*p) || (taken != NULL && taken(user, p))) return 0;
  while (ptl_is_letter(*end) || isdigit((unsigned char)*end)) end++;
  return unit_name_length(p) > 0 && *skip_spaces(end) != '(';
}

/* Multiplies and divides by what follows, as long as it is a unit. */
static ptl_status scan_rest(ptl_context *context, const char **text, ptl_unit_taken taken,
                            void *user, ptl_unit *out) {
  for (;;) {
    const char *p = skip_spaces(*text);
    const int sign = *p == '/' ? -1 : 1;
    const size_t dot = dot_length(p);
    if (*p == '/' || *p == '*' || *p == '.' || dot > 0) p = skip_spaces(p + (dot > 0 ? dot : 1));
    if (!ptl_unit_begins(p, taken, user)) return PTL_OK;
    *text = p;
    ptl_unit one;
    ptl_status status = ptl_unit_scan_one(context, text, &one);
    if (status != PTL_OK) return status;
    if (one.offset != 0 || out->offset != 0)
      return ptl_fail(context, PTL_ERR_INPUT,
                      PTL_E(0101) "a unit with a shifted zero must stand alone");
    multiply_unit(out, &one, sign);
  }
}

ptl_status ptl_unit_scan(ptl_context *context, const char **text, ptl_unit_taken taken, void *user,
                         ptl_unit *out) {
  const ptl_status status = ptl_unit_scan_one(context, text, out);
  return status == PTL_OK ? scan_rest(context, text, taken, user, out) : status;
}

ptl_status ptl_unit_parse(ptl_context *context, const char *text, ptl_unit *out) {
  const char *p = skip_spaces(text);
  ptl_status status;
  *out = (ptl_unit){1, 1, 0, {0}};
  if (*p == '1') {
    p++;
    status = scan_rest(context, &p, NULL, NULL, out);
  } else {
    status = ptl_unit_scan(context, &p, NULL, NULL, out);
  }
  if (status != PTL_OK) {
    ptl_prefix_message(context, "unit '%s': ", text);
  } else if (*skip_spaces(p) != '\0') {
    status = ptl_fail(context, PTL_ERR_INPUT, PTL_E(0101) "unit '%s': '%s' does not belong there",
                      text, p);
  }
  return status;
}

int ptl_unit_fits(const double *power_a, const double *power_b) {
  for (int i = 0; i < PTL_N_BASE; i++)
    if (!(fabs(power_a[i] - power_b[i]) < 1e-9)) return 0;
  return 1;
}

void ptl_unit_write(const double *power, char *text, size_t size) {
  static const char *const symbols[PTL_N_BASE] = {"m", "kg", "s", "A", "K", "mol", "cd"};
  static const int order[PTL_N_BASE] = {1, 0, 2, 3, 4, 5, 6}; /* kg m s^-2 */
  size_t used = 0;

  text[0] = '\0';
  for (int i = 0; i < PTL_N_BASE && used < size; i++) {
    const double n = power[order[i]];
    if (fabs(n) < 1e-9) continue;
    used +=
        (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? " " : "", symbols[order[i]]);
    if (n != 1 && used < size) used += (size_t)snprintf(text + used, size - used, "^%.12g", n);
  }
  if (used == 0) snprintf(text, size, "1");
}

void ptl_unit_rename(ptl_context *context, char *unit, size_t size) {
  static const char *const short_names[] = {"N",   "J",     "W",     "Pa",    "N s", "N/m",
                                            "m/s", "m/s^2", "N s/m", "rad/s", "m^2"};
  for (size_t i = 0; i < sizeof short_names / sizeof *short_names; i++) {
    ptl_unit u;
    char powers[64];
    if (ptl_unit_parse(context, short_names[i], &u) != PTL_OK) continue;
    ptl_unit_write(u.power, powers, sizeof powers);
    if (strcmp(powers, unit) == 0) {
      snprintf(unit, size, "%s", short_names[i]);
      return;
    }
  }
}

/* ------------------------------------------------------------------ public */

ptl_status ptl_unit_to_si(ptl_context *context, const char *unit, double *factor, double *offset) {
  ptl_unit u;
  const ptl_status status = ptl_unit_parse(context, unit, &u);
  if (status != PTL_OK) return status;
  *factor = u.mul / u.div;
  *offset = u.offset;
  return PTL_OK;
}

ptl_status ptl_unit_convert(ptl_context *context, const char *from, const char *to,
                            double *factor) {
  ptl_unit a, b;
  ptl_status status = ptl_unit_parse(context, from, &a);
  if (status == PTL_OK) status = ptl_unit_parse(context, to, &b);
  if (status != PTL_OK) return status;
  if (!ptl_unit_fits(a.power, b.power) || a.offset != 0 || b.offset != 0) {
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0102) "'%s' does not convert to '%s'", from, to);
  }
  multiply_unit(&a, &b, -1);
  *factor = a.mul / a.div;
  return PTL_OK;
}
