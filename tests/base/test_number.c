/* test_number.c: shortest numbers. Expected values come from the C library: strtod must give back
 * the same bits, and no shorter %.{p}e may; the table of powers is computed again by exact
 * integer arithmetic. */
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_bits),     cmocka_unit_test(test_fewest_digits),
      cmocka_unit_test(test_powers_and_ends), cmocka_unit_test(test_forms),
      cmocka_unit_test(test_table),           cmocka_unit_test(test_read)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
