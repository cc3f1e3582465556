/* number.c: the shortest text that reads back as the same double.
 *
 * Method: R. Giulietti, "The Schubfach way to render doubles", 2020. A double v = c 2^q owns the
 * interval of numbers that round to it. With k such that 10^k is at most the width of that
 * interval, one or two multiples of 10^k lie inside, and at most one multiple of 10^(k+1). Scaled
 * by 4 10^-k, v and both ends become integers whose last bit remembers whether anything was cut
 * off, so that every comparison is exact. */
#include <ctype.h>
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
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

/* n g / 2^128: its integer and 64 bits of the rest. */
static uint64_t multiply_power(const ptl_power *g, uint64_t n, uint64_t *rest) {
  uint64_t unused;
  const uint64_t low = multiply(g->low, n, &unused), high = multiply(g->high, n, rest);
  *rest += low;
  return high + (*rest < low);
}

/* The integer; its last bit is set when something was cut off. */
static uint64_t scale(const ptl_power *g, uint64_t n) {
  uint64_t rest;
  const uint64_t whole = multiply_power(g, n, &rest);
  return whole | (rest > 1);
}

/* a if `first` is 1, b if it is 0, without a branch. */
static uint64_t choose(int first, uint64_t a, uint64_t b) {
  return b ^ ((a ^ b) & (0 - (uint64_t)first));
}

/* v = *digits 10^(returned exponent), digits as few as possible and as near to v as possible. */
static int shortest_exactly(uint64_t fraction, int biased, uint64_t *digits) {
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
  const uint64_t s = value / 4, t = s / 10;
  const int t_fits = low <= 40 * t, next_t_fits = 40 * t + 40 <= high; /* at most one of them */
  uint64_t nearest = s + (value + (s & 1) > 4 * s + 2); /* the even one of equally near ones */
  nearest += low > 4 * nearest; /* where the lower end is nearer than that */
  *digits = t_fits || next_t_fits ? 10 * (t + (uint64_t)next_t_fits) : nearest;
  return k;
}

/* The same from one product instead of three, unless a comparison is so close that what the product
 * lacks could decide it. No branch depends on the last digits, which would take it at random.
 * Takes 1 from *n when the last digit is 0. */
static int shortest(uint64_t fraction, int biased, uint64_t *digits, int *n) {
  const uint64_t c = fraction | (UINT64_C(1) << 52);
  const int q = biased - 1075, k = log10_of_power2(q);
  const int h = q + log2_of_power10(-k) + 1;
  const ptl_power *g = &ptl_powers[-k - PTL_POWER_FIRST];
  uint64_t rest;
  if (fraction == 0 || biased == 0) return shortest_exactly(fraction, biased, digits);
  uint64_t value = multiply_power(g, (4 * c) << h, &rest);
  uint64_t s = value / 4;
  uint64_t t = s / 10;
  uint64_t below = (value - 40 * t) << 57 | rest >> 7; /* 2^57 (v - 40 t), each less than 2 off */
  uint64_t above = (UINT64_C(40) << 57) - below;       /* 2^57 (40 t + 40 - v) */
  uint64_t half = g->high >> (6 - h);                  /* 2^57 (half the interval) */
  if (below - half + 2 <= 4 || above - half + 2 <= 4)
    return shortest_exactly(fraction, biased, digits);
  int t_fits = below < half;
  int next_t_fits = above < half;
  uint64_t nearest = s + ((value | (rest > 1)) + (s & 1) > 4 * s + 2);
  *digits = choose(t_fits | next_t_fits, 10 * (t + (uint64_t)next_t_fits), nearest);
  *n -= t_fits | next_t_fits;
  return k;
}

/* ------------------------------------------------------------------ writing */

enum { DIGITS = 17 };
static const uint64_t ten16 = UINT64_C(10000000000000000);

/* "000001002...999" */
#define ONES(h) h "0" h "1" h "2" h "3" h "4" h "5" h "6" h "7" h "8" h "9"
#define TENS(h) \
  ONES(h "0")   \
  ONES(h "1")   \
  ONES(h "2") ONES(h "3") ONES(h "4") ONES(h "5") ONES(h "6") ONES(h "7") ONES(h "8") ONES(h "9")
static const char triples[] = TENS("0") TENS("1") TENS("2") TENS("3") TENS("4") TENS("5") TENS("6")
    TENS("7") TENS("8") TENS("9");

/* Seventeen digits, the first to `out`, the others to `rest`. The last 15 of them are a fraction of
 * 10^15, in units of 2^-64 and rounded up; times 1000, three more stand before its point.
 * Copies of four are faster than of three; the next one puts right what is too much. */
static void put_digits(uint64_t digits, char *out, char *rest) {
  const uint64_t factor = UINT64_C(10384593717069655258); /* 2^113/10^15, rounded up */
  const uint64_t two = digits / (ten16 / 10), others = digits % (ten16 / 10);
  uint64_t low, fraction = multiply(others, factor, &low);
  fraction = (fraction << 15 | low >> 49) + 1;
  *out = triples[3 * two + 1];
  rest[0] = triples[3 * two + 2];
  for (int i = 0; i < 5; i++)
    memcpy(rest + 1 + 3 * i, triples + 3 * multiply(fraction, 1000, &fraction), 4);
}

/* 1.5 becomes 1.5e-07. */
static int put_exponent(int exponent, char *out, int length) {
  const int size = exponent < 0 ? -exponent : exponent;
  memcpy(out + length, exponent < 0 ? "e-" : "e+", 2);
  length += 2;
  if (size >= 100) out[length++] = (char)('0' + size / 100);
  memcpy(out + length, triples + 3 * (size % 100) + 1, 2);
  return length + 2;
}

/* 1.5 becomes 15 or 150; n digits count. */
static int move_point(int exponent, char *out, int n) {
  int i;
  for (i = 1; i <= exponent; i++) out[i] = out[i + 1];
  out[i] = '.';
  return n > i ? n + 1 : i;
}

static int write_finite(uint64_t fraction, int biased, char *out) {
  uint64_t digits;
  int n = DIGITS, zeros = 0;
  int exponent = shortest(fraction, biased, &digits, &n) + DIGITS - 1; /* d.ddd 10^exponent */
  char *rest = out + 2;
  for (; digits < ten16; digits *= 10, n--) exponent--; /* at most once as a rule */
  memcpy(out, "0.000000", 8);
  if (exponent < 0 && exponent >= -5) {
    zeros = 1 - exponent;
    rest = out + zeros + 1;
  }
  put_digits(digits, out + zeros, rest);
  while (n > 1 && rest[n - 2] == '0') n--;
  if (zeros > 0) return zeros + n;
  if (exponent > 0 && exponent < DIGITS) return move_point(exponent, out, n);
  return exponent == 0 ? n + (n > 1) : put_exponent(exponent, out, n + (n > 1));
}

int ptl_number_write(double value, char *text) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
  int biased = (int)(bits >> 52) & 0x7ff;
  int sign = (int)(bits >> 63);
  if (biased == 0x7ff && fraction) {
    memcpy(text, "nan", 3);
    return 3;
  }
  *text = '-';
  text += sign;
  if (biased == 0x7ff) {
    memcpy(text, "inf", 3);
    return sign + 3;
  }
  if (biased == 0 && fraction == 0) {
    *text = '0';
    return sign + 1;
  }
  return sign + write_finite(fraction, biased, text);
}

/* ------------------------------------------------------------------ reading */

/* Length of [sign] digits [. digits] [e [sign] digits] at `text`; 0 if there is no digit. */
static size_t number_length(const char *text) {
  size_t n = 0, digits = 0;
  if (text[n] == '+' || text[n] == '-') n++;
  for (; isdigit((unsigned char)text[n]); n++) digits++;
  if (text[n] == '.') n++;
  for (; isdigit((unsigned char)text[n]); n++) digits++;
  if (digits == 0) return 0;
  if (text[n] != 'e' && text[n] != 'E') return n;
  size_t mark = n + 1;
  if (text[mark] == '+' || text[mark] == '-') mark++;
  if (!isdigit((unsigned char)text[mark])) return n; /* an e that begins a name */
  while (isdigit((unsigned char)text[mark])) mark++;
  return mark;
}

double ptl_number_read(const char *text, char **end) {
  const size_t n = number_length(text);
  char *stop;
  *end = (char *)text;
  if (n == 0) return 0;
  locale_t plain =
      newlocale(LC_ALL_MASK, "C", (locale_t)0); /* costs nothing: this one is built in */
  double value = strtod_l(text, &stop, plain);
  freelocale(plain);
  *end = (char *)text + n;
  return stop == *end ? value : 0; /* strtod goes on where 0x begins a hexadecimal number */
}
