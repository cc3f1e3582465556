/* number.c: the shortest text that reads back as the same double.
 *
 * Method: R. Giulietti, "The Schubfach way to render doubles", 2020. A double v = c 2^q owns the
 * interval of numbers that round to it. With k such that 10^k is at most the width of that
 * interval, one or two multiples of 10^k lie inside, and at most one multiple of 10^(k+1). Scaled
 * by 4 10^-k, v and both ends become integers whose last bit remembers whether anything was cut
 * off, so that every comparison is exact.                                                      */
#include <ctype.h>
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "expression.h"
#include "number_powers.h"

/* floor(log10(2^e)), floor(log10(3/4 2^e)), floor(log2(10^e)), right for every double. */
static int log10_of_power2(int e) {
  return (e * 1262611) >> 22;
}
static int log10_of_three_quarters(int e) {
  return (e * 1262611 - 524031) >> 22;
}
static int log2_of_power10(int e) {
  return (e * 1741647) >> 19;
}

/* High and low half of a b. */
static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *low) {
#ifdef __SIZEOF_INT128__
  __extension__ const unsigned __int128 product = (unsigned __int128)a * b;
  *low = (uint64_t)product;
  return (uint64_t)(product >> 64);
#else
  const uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  const uint64_t p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
  const uint64_t middle = (p00 >> 32) + (p01 & 0xffffffffu) + (p10 & 0xffffffffu);
  *low = (middle << 32) | (p00 & 0xffffffffu);
  return p11 + (p01 >> 32) + (p10 >> 32) + (middle >> 32);
#endif
}

/* n g / 2^128 cut to an integer; its last bit is set when something was cut off. */
static uint64_t scale(const ptl_power *g, uint64_t n) {
  uint64_t low_low, high_low;
  const uint64_t low_high = multiply(g->low, n, &low_low);
  uint64_t high = multiply(g->high, n, &high_low);

  high_low += low_high;
  high += high_low < low_high;
  return high | (high_low > 1);
}

/* v = *digits 10^(returned exponent), digits as few as possible and as near to v as possible. */
static int shortest(uint64_t fraction, int biased, uint64_t *digits) {
  const uint64_t c = biased > 0 ? fraction | (UINT64_C(1) << 52) : fraction;
  const int q = biased > 0 ? biased - 1075 : -1074;
  const int lower_is_nearer = fraction == 0 && biased > 1;
  const int k = lower_is_nearer ? log10_of_three_quarters(q) : log10_of_power2(q);
  const int h = q + log2_of_power10(-k) + 1;
  const ptl_power *g = &ptl_powers[-k - PTL_POWER_FIRST];
  const uint64_t odd = c & 1; /* an even c owns the ends of its interval */
  const uint64_t value = scale(g, (4 * c) << h);
  const uint64_t low = scale(g, (4 * c - 2 + (uint64_t)lower_is_nearer) << h) + odd;
  const uint64_t high = scale(g, (4 * c + 2) << h) - odd;
  const uint64_t s = value / 4;
  int up_fits, down_fits;

  if (s >= 10) { /* a multiple of 10^(k+1)? */
    const uint64_t t = s / 10;
    down_fits = low <= 40 * t;
    up_fits = 40 * t + 40 <= high;
    if (down_fits != up_fits) {
      *digits = t + (uint64_t)up_fits;
      return k + 1;
    }
  }
  down_fits = low <= 4 * s;
  up_fits = 4 * s + 4 <= high;
  if (down_fits != up_fits) {
    *digits = s + (uint64_t)up_fits;
  } else { /* both: the nearer one, the even one when they are equally near */
    const uint64_t middle = 4 * s + 2;
    *digits = s + (value > middle || (value == middle && (s & 1)));
  }
  return k;
}

/* Writes n in decimal, right-aligned before `end`; returns where it starts. */
static char *write_digits(uint64_t n, char *end) {
  static const char pairs[201] =
      "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445"
      "46474849505152535455565758596061626364656667686970717273747576777879808182838485868788899091"
      "9293949596979899";

  while (n >= 100) {
    end -= 2;
    memcpy(end, pairs + 2 * (n % 100), 2);
    n /= 100;
  }
  if (n >= 10) {
    end -= 2;
    memcpy(end, pairs + 2 * n, 2);
  } else {
    *--end = (char)('0' + n);
  }
  return end;
}

/* 12345, 0.00012345, 1.2345: digits with the point `whole` digits from the left. */
static int write_plain(const char *digits, int n, int whole, char *out) {
  if (whole <= 0) {
    memcpy(out, "0.0000000000", (size_t)(2 - whole));
    memcpy(out + 2 - whole, digits, (size_t)n);
    return 2 - whole + n;
  }
  if (whole >= n) {
    memcpy(out, digits, (size_t)n);
    memset(out + n, '0', (size_t)(whole - n));
    return whole;
  }
  memcpy(out, digits, (size_t)whole);
  out[whole] = '.';
  memcpy(out + whole + 1, digits + whole, (size_t)(n - whole));
  return n + 1;
}

/* 1.2345e-07 */
static int write_scientific(const char *digits, int n, int exponent, char *out) {
  char text[8];
  char *end = text + sizeof text;
  const char *start;
  int length = 1;

  out[0] = digits[0];
  if (n > 1) {
    out[1] = '.';
    memcpy(out + 2, digits + 1, (size_t)(n - 1));
    length = n + 1;
  }
  out[length++] = 'e';
  out[length++] = exponent < 0 ? '-' : '+';
  start = write_digits((uint64_t)(exponent < 0 ? -exponent : exponent), end);
  if (end - start < 2) out[length++] = '0';
  memcpy(out + length, start, (size_t)(end - start));
  return length + (int)(end - start);
}

static int write_finite(uint64_t fraction, int biased, char *out) {
  enum { ROOM = 20 };
  char buffer[ROOM];
  char *end = buffer + ROOM;
  const char *start;
  uint64_t digits;
  int n, whole;
  int exponent = shortest(fraction, biased, &digits);

  start = write_digits(digits, end);
  n = (int)(end - start);
  whole = n + exponent;
  while (n > 1 && start[n - 1] == '0') n--;
  if (whole >= -4 && whole <= 17) return write_plain(start, n, whole, out);
  return write_scientific(start, n, whole - 1, out);
}

int ptl_number_write(double value, char *text) {
  uint64_t bits, fraction;
  int biased, length = 0;

  memcpy(&bits, &value, sizeof bits);
  fraction = bits & ((UINT64_C(1) << 52) - 1);
  biased = (int)(bits >> 52) & 0x7ff;
  if (biased == 0x7ff && fraction) {
    memcpy(text, "nan", 3);
    return 3;
  }
  if (bits >> 63) text[length++] = '-';
  if (biased == 0x7ff) {
    memcpy(text + length, "inf", 3);
    return length + 3;
  }
  if (biased == 0 && fraction == 0) {
    text[length++] = '0';
    return length;
  }
  return length + write_finite(fraction, biased, text + length);
}

/* ------------------------------------------------------------------ reading */

/* Length of [sign] digits [. digits] [e [sign] digits] at `text`; 0 if there is no digit. */
static size_t number_length(const char *text) {
  size_t n = 0, digits = 0, mark;

  if (text[n] == '+' || text[n] == '-') n++;
  for (; isdigit((unsigned char)text[n]); n++) digits++;
  if (text[n] == '.') n++;
  for (; isdigit((unsigned char)text[n]); n++) digits++;
  if (digits == 0) return 0;
  if (text[n] != 'e' && text[n] != 'E') return n;
  mark = n + 1;
  if (text[mark] == '+' || text[mark] == '-') mark++;
  if (!isdigit((unsigned char)text[mark])) return n; /* an e that begins a name */
  while (isdigit((unsigned char)text[mark])) mark++;
  return mark;
}

double ptl_number_read(const char *text, char **end) {
  const size_t n = number_length(text);
  char *stop;
  double value;
  locale_t plain;

  *end = (char *)text;
  if (n == 0) return 0;
  plain = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* costs nothing: this one is built in */
  value = strtod_l(text, &stop, plain);
  freelocale(plain);
  *end = (char *)text + n;
  return stop == *end ? value : 0; /* strtod goes on where 0x begins a hexadecimal number */
}
