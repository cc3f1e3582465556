/* test_number.c: shortest numbers. Expected values come from the C library: strtod must give back
 * the same bits, and no shorter %.{p}e may; strtod says what a text reads as; the table of powers
 * is computed again by exact integer arithmetic. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "number.h"
#include "number_powers.h"

static uint64_t random_state = UINT64_C(88172645463325252);

static uint64_t next_random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

static double from_bits(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static void write(double value, char *text) {
  const int n = ptl_number_write(value, text);
  assert_in_range(n, 1, 25);
  text[n] = '\0';
}

static void check_round_trip(double value) {
  char text[PTL_NUMBER_ROOM];
  write(value, text);
  double back = strtod(text, NULL);
  if (memcmp(&back, &value, sizeof value) != 0) fail_msg("%a was written as %s", value, text);
}

static int fewest_digits(double value) {
  char text[PTL_NUMBER_ROOM];
  int p;
  for (p = 1; p < 17; p++) {
    snprintf(text, sizeof text, "%.*e", p - 1, value);
    if (strtod(text, NULL) == value) break;
  }
  return p;
}

static void test_random_bits(void **state) {
  (void)state;
  for (int i = 0; i < 1000000; i++) {
    const double value = from_bits(next_random());
    if (isfinite(value)) check_round_trip(value);
  }
}

/* The digits of a number without point, exponent and zeros at the ends. */
static void get_digits(const char *text, char *digits) {
  int n = 0, last = 0;
  for (; *text && *text != 'e'; text++) {
    if (*text < '0' || *text > '9' || (n == 0 && *text == '0')) continue;
    digits[n++] = *text;
    if (*text != '0') last = n;
  }
  digits[last] = '\0';
}

/* Of all numbers with so few digits that read back as `value`, printf gives the nearest. */
static void check_nearest(double value, const char *text, int n) {
  char nearest[32], digits[32], expected[32];
  snprintf(nearest, sizeof nearest, "%.*e", n - 1, value);
  get_digits(nearest, expected);
  get_digits(text, digits);
  if (strcmp(digits, expected) != 0) fail_msg("%.17g was written as %s", value, text);
}

static void test_fewest_digits(void **state) {
  char text[PTL_NUMBER_ROOM];
  (void)state;
  for (int i = 0; i < 20000; i++) {
    double value = from_bits(next_random());
    if (i % 2) value = (double)(next_random() % 1000000) / 1e4;
    if (!isfinite(value) || value == 0) continue;
    write(value, text);
    check_nearest(value, text, fewest_digits(value));
  }
}

static void test_powers_and_ends(void **state) {
  (void)state;
  for (int e = -1074; e <= 1023; e++) { /* where the gap below is half the gap above */
    const double value = ldexp(1, e);
    check_round_trip(value);
    check_round_trip(nextafter(value, 0));
    check_round_trip(nextafter(value, INFINITY));
    check_round_trip(-value);
  }
  check_round_trip(from_bits(UINT64_C(0x7fefffffffffffff)));
  check_round_trip(from_bits(UINT64_C(0x000fffffffffffff)));
  for (int e = -323; e <= 308; e++) check_round_trip(pow(10, e));
}

static void check_text(double value, const char *expected) {
  char text[PTL_NUMBER_ROOM];
  write(value, text);
  assert_string_equal(text, expected);
}

static void test_forms(void **state) {
  (void)state;
  check_text(0, "0");
  check_text(-0.0, "-0");
  check_text(1, "1");
  check_text(-150, "-150");
  check_text(0.1, "0.1");
  check_text(2.5e-4, "0.00025");
  check_text(2.5e-5, "0.000025");
  check_text(2.5e-6, "2.5e-06");
  check_text(1e16, "10000000000000000");
  check_text(1e17, "1e+17");
  check_text(5e-324, "5e-324");
  check_text(1.7976931348623157e308, "1.7976931348623157e+308");
  check_text(9007199254740993.0, "9007199254740992");
  check_text(2.0 / 3.0, "0.6666666666666666");
  check_text(NAN, "nan");
  check_text(INFINITY, "inf");
  check_text(-INFINITY, "-inf");
}

/* ------------------------------------------------------------------ the table */

enum { LIMBS = 40 }; /* 1280 bits hold 10^324 and 2^(127 + 970) */

typedef struct big {
  uint32_t limb[LIMBS];
} big;

static void big_multiply(big *b, uint32_t by) {
  uint64_t carry = 0;
  for (int i = 0; i < LIMBS; i++) {
    carry += (uint64_t)b->limb[i] * by;
    b->limb[i] = (uint32_t)carry;
    carry >>= 32;
  }
  assert_true(carry == 0);
}

static int big_bits(const big *b) {
  for (int i = 32 * LIMBS - 1; i >= 0; i--)
    if (b->limb[i / 32] >> (i % 32) & 1) return i + 1;
  return 0;
}

static int big_bit(const big *b, int i) {
  return i < 0 ? 0 : (int)(b->limb[i / 32] >> (i % 32) & 1);
}

static int big_less(const big *a, const big *b) {
  for (int i = LIMBS - 1; i >= 0; i--)
    if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i];
  return 0;
}

static void big_subtract(big *a, const big *b) {
  int64_t borrow = 0;
  for (int i = 0; i < LIMBS; i++) {
    borrow += (int64_t)a->limb[i] - b->limb[i];
    a->limb[i] = (uint32_t)borrow;
    borrow >>= 32;
  }
}

static void shift_in(ptl_power *p, int bit) {
  p->high = p->high << 1 | p->low >> 63;
  p->low = p->low << 1 | (uint64_t)bit;
}

static void add_one(ptl_power *p) {
  p->low++;
  if (p->low == 0) p->high++;
}

/* The leading 128 bits of 10^e, by copying bits (e >= 0) or by long division of 1 by 10^-e. */
static ptl_power power_of_ten(int e) {
  ptl_power p = {0, 0};
  big ten = {{1}};
  for (int i = 0; i < abs(e); i++) big_multiply(&ten, 10);
  int n = big_bits(&ten);
  if (e >= 0) {
    for (int i = 1; i <= 128; i++) shift_in(&p, big_bit(&ten, n - i));
  } else {
    big rest = {{1}};
    while (p.high >> 63 == 0) {
      big_multiply(&rest, 2);
      int bit = !big_less(&rest, &ten);
      if (bit) big_subtract(&rest, &ten);
      shift_in(&p, bit);
    }
  }
  add_one(&p);
  return p;
}

static void test_table(void **state) {
  (void)state;
  for (int e = PTL_POWER_FIRST; e <= PTL_POWER_LAST; e++) {
    const ptl_power expected = power_of_ten(e);
    assert_int_equal(ptl_powers[e - PTL_POWER_FIRST].high, expected.high);
    assert_int_equal(ptl_powers[e - PTL_POWER_FIRST].low, expected.low);
  }
}

/* ------------------------------------------------------------------ reading */

static void check_read(const char *text, double expected, int length) {
  char *end;
  assert_true(ptl_number_read(text, &end) == expected);
  assert_int_equal(end - text, length);
}

static void test_read(void **state) {
  (void)state;
  check_read("1.5", 1.5, 3);
  check_read("-2e3 m", -2000, 4);
  check_read("2e", 2, 1); /* the e begins a name */
  check_read("2e+x", 2, 1);
  check_read(".5", 0.5, 2);
  check_read("5.", 5, 2);
  check_read("0x10", 0, 1);
  check_read("inf", 0, 0);
  check_read(".", 0, 0);
  check_read("", 0, 0);
}

/* Both ways to read give the bits of strtod, and end where it ends. */
static void check_as_strtod(const char *text) {
  char *end, *end_within, *expected_end;
  char room[1200]; /* within: what lies behind may be read, too */
  const size_t n = strlen(text);
  memset(room, '7', sizeof room);
  memcpy(room, text, n + 1);
  const double expected = strtod(text, &expected_end), got = ptl_number_read(text, &end);
  const double within = ptl_number_read_within(room, room + sizeof room, &end_within);
  if (memcmp(&got, &expected, sizeof got) != 0 || memcmp(&within, &expected, sizeof got) != 0)
    fail_msg("%s was read as %.17g and %.17g, not %.17g", text, got, within, expected);
  assert_int_equal(end - text, expected_end - text);
  assert_int_equal(end_within - room, expected_end - text);
}

/* Numbers as traces hold them, of every size. */
static void test_read_written(void **state) {
  char text[PTL_NUMBER_ROOM];
  (void)state;
  for (int i = 0; i < 2000000; i++) {
    const double value =
        i % 2 ? from_bits(next_random()) : ldexp((double)next_random(), -70 - i % 40);
    if (!isfinite(value)) continue;
    write(value, text);
    check_as_strtod(text);
  }
}

/* Digits at random, up to 40 of them with the point anywhere, with any exponent. */
static void test_read_random_digits(void **state) {
  char text[80];
  (void)state;
  for (int i = 0; i < 2000000; i++) {
    const int n = 1 + (int)(next_random() % (i % 4 == 0 ? 40 : 20)),
              point = (int)(next_random() % 24);
    int length = 0;
    if (i % 3 == 0) text[length++] = '-';
    for (int k = 0; k < n; k++) {
      if (k == point) text[length++] = '.';
      const uint64_t random = next_random();
      text[length++] = (char)(i % 5 == 0 && k < 12 ? '0' : '0' + random % 10);
    }
    const int exponent = (int)(next_random() % (i % 2 ? 60 : 700)) - (i % 2 ? 30 : 350);
    sprintf(text + length, i % 7 == 0 ? "" : i % 7 == 1 ? "E%+04d" : "e%d", exponent);
    check_as_strtod(text);
  }
}

/* Half way between two doubles, exactly, and one unit of the last digit beside that: printf writes
 * every digit of the middle, which has one bit more than a double. */
static void test_read_halfway(void **state) {
  char text[1200];
  (void)state;
  for (int i = 0; i < 20000; i++) {
    const double value = fabs(from_bits(next_random()));
    if (!isfinite(value) || value > 1e300) continue;
    const long double middle = ((long double)value + (long double)nextafter(value, INFINITY)) / 2;
    const int n = snprintf(text, sizeof text, "%.*Le", i % 2 ? 800 : 30, middle);
    assert_true(n > 0 && n < (int)sizeof text);
    check_as_strtod(text);
    char *last = strchr(text, 'e') - 1;
    *last = *last == '9' ? '8' : (char)(*last + 1);
    check_as_strtod(text);
  }
  for (uint64_t odd = (UINT64_C(1) << 53) + 1; odd < UINT64_C(1) << 63;
       odd = 2 * odd - 1 + (odd & 2)) {
    sprintf(text, "%llu", (unsigned long long)odd);
    check_as_strtod(text);
    sprintf(text, "%llu000e-3", (unsigned long long)odd);
    check_as_strtod(text);
  }
}

/* The ends of what a double can be. */
static void test_read_limits(void **state) {
  static const char *const texts[] = {"0",
                                      "-0",
                                      "0e400",
                                      "0.000e-400",
                                      "-0.0",
                                      "4.9406564584124654e-324",
                                      "2.4703282292062327e-324",
                                      "2.4703282292062328e-324",
                                      "2.2250738585072011e-308",
                                      "2.2250738585072012e-308",
                                      "2.2250738585072014e-308",
                                      "2.2250738585072014e-400",
                                      "1.7976931348623157e308",
                                      "1.7976931348623158e308",
                                      "1.7976931348623159e308",
                                      "1e309",
                                      "-1e309",
                                      "1e999999999999",
                                      "1e-999999999999",
                                      "00000000000000000000000000000001",
                                      "0.00000000000000000000000000000001",
                                      "18446744073709551615",
                                      "18446744073709551616",
                                      "9999999999999999999",
                                      "99999999999999999999",
                                      "123456789012345678901234567890",
                                      "1e22",
                                      "1e23",
                                      "9007199254740993",
                                      "9007199254740992e22",
                                      "9007199254740993e-22",
                                      "0.1",
                                      "8.5e-05",
                                      "12345678",
                                      "123456789",
                                      "1.23456789012345678e-05",
                                      "0.00001234567890123456789",
                                      "00000000.00000000123456789012345678",
                                      "1e-292",
                                      "1e-293",
                                      "5e324"};
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) check_as_strtod(texts[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_bits),     cmocka_unit_test(test_fewest_digits),
      cmocka_unit_test(test_powers_and_ends), cmocka_unit_test(test_forms),
      cmocka_unit_test(test_table),           cmocka_unit_test(test_read),
      cmocka_unit_test(test_read_written),    cmocka_unit_test(test_read_random_digits),
      cmocka_unit_test(test_read_halfway),    cmocka_unit_test(test_read_limits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
