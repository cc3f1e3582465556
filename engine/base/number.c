/* number.c: the shortest text that reads back as the same double, and the double nearest to a text.
 *
 * Method of writing: R. Giulietti, "The Schubfach way to render doubles", 2020. A double v = c 2^q
 * owns the interval of numbers that round to it. With k such that 10^k is at most the width of that
 * interval, one or two multiples of 10^k lie inside, and at most one multiple of 10^(k+1). Scaled
 * by 4 10^-k, v and both ends become integers whose last bit remembers whether anything was cut
 * off, so that every comparison is exact. */
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

enum { FRACTION_BITS = 52, BIAS = 1023 };
static const uint64_t ten18 = UINT64_C(1000000000000000000); /* one digit more fits behind less */

/* The digits of a decimal number: [-] digits 10^exponent, and less than one unit more where some
 * are left out. */
typedef struct decimal {
  uint64_t digits;
  int64_t exponent;
  int negative, cut;
} decimal;

#if defined __GNUC__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/* The number of eight digits 0 ... 9, the first in the lowest byte: pairs, then fours, then all. */
static uint64_t value_of_eight(uint64_t bytes) {
  const uint64_t every_fourth = UINT64_C(0x000000ff000000ff);
  bytes = bytes * 10 + (bytes >> 8);
  return ((bytes & every_fourth) * UINT64_C(0x000f424000000064) +
          ((bytes >> 16) & every_fourth) * UINT64_C(0x0000271000000001)) >>
         32;
}

#define ROOM(n, left) \
  { (uint64_t)1e##n, (uint64_t)1e##left }
/* Digits at p as long as eight bytes can be read at once; 1 when they have ended. */
static inline int read_by_eight(const char **p, const char *limit, uint64_t *digits) {
  static const struct {
    uint64_t ten_to, room; /* 10^n; n digits more fit behind a number below 10^19/10^n */
  } rows[] = {{1, 0},      ROOM(1, 18), ROOM(2, 17), ROOM(3, 16), ROOM(4, 15),
              ROOM(5, 14), ROOM(6, 13), ROOM(7, 12), ROOM(8, 11)};
  while (limit - *p >= 8) {
    uint64_t bytes;
    memcpy(&bytes, *p, sizeof bytes);
    bytes ^= UINT64_C(0x3030303030303030); /* digits are 0 ... 9 now */
    const uint64_t others =
        ((bytes + UINT64_C(0x7676767676767676)) | bytes) & UINT64_C(0x8080808080808080);
    const int n = others != 0 ? __builtin_ctzll(others) / 8 : 8;
    if (n == 0) return 1;
    if (*digits >= rows[n].room) return 0;
    *digits = *digits * rows[n].ten_to + value_of_eight(bytes << (64 - 8 * n));
    *p += n;
    if (n < 8) return 1;
  }
  return 0;
}
#else
static int read_by_eight(const char **p, const char *limit, uint64_t *digits) {
  (void)p, (void)limit, (void)digits;
  return 0;
}
#endif

/* As many digits at p as fit into `digits`; returns where they end. */
static inline const char *read_digits(const char *p, const char *limit, uint64_t *digits) {
  if (read_by_eight(&p, limit, digits)) return p;
  for (; *p >= '0' && *p <= '9' && *digits < ten18; p++)
    *digits = *digits * 10 + (uint64_t)(*p - '0');
  return p;
}

/* Digits beyond those that count. */
static const char *skip_digits(const char *p, decimal *d) {
  for (; *p >= '0' && *p <= '9'; p++) d->cut |= *p != '0';
  return p;
}

/* [sign] digits [. digits] [e [sign] digits] at `text`; its end, or `text` when there is no
 * digit. */
static inline const char *read_decimal(const char *text, const char *limit, decimal *d) {
  enum { LARGEST_EXPONENT = 100000 };
  const char *p = text;
  *d = (decimal){.negative = *p == '-'};
  p += *p == '-' || *p == '+';
  const char *begin = p;
  if (*p >= '0' && *p <= '9' && p[1] == '.') /* as most numbers begin */
    d->digits = (uint64_t)(*p++ - '0');
  else
    p = read_digits(p, limit, &d->digits);
  const char *counted = p;
  p = skip_digits(p, d);
  d->exponent = p - counted;
  int64_t n = p - begin;
  if (*p == '.') {
    begin = ++p;
    p = read_digits(p, limit, &d->digits);
    d->exponent -= p - begin;
    p = skip_digits(p, d);
    n += p - begin;
  }
  if (n == 0) return text;
  if ((*p | 0x20) != 'e') return p;
  const char *e = p + 1;
  const int negative = *e == '-';
  e += *e == '-' || *e == '+';
  if (*e < '0' || *e > '9') return p; /* an e that begins a name */
  int64_t exponent = 0;
  for (; *e >= '0' && *e <= '9'; e++)
    if (exponent < LARGEST_EXPONENT) exponent = 10 * exponent + (*e - '0');
  d->exponent += negative ? -exponent : exponent;
  return e;
}

/* Position of the highest bit that is set, of n > 0. */
static int highest_bit(uint64_t n) {
#ifdef __GNUC__
  return 63 - __builtin_clzll(n);
#else
  int bit = 0;
  while (n >>= 1) bit++;
  return bit;
#endif
}

/* The bits of the double nearest to digits 10^exponent; 0 when this way cannot tell.
 *
 * g = floor(t) + 1, t = 10^exponent 2^(127 - log2), so that t lies in [g - 1, g); with w < 2^64, w
 * t lies in [w g - 2^64, w g). Cut off below 2^64, w g is an integer m with w t / 2^64 in (m - 1, m
 * + 1). Where m is not within 2 of half a unit of the last bit, both ends of that interval round to
 * the same double, and so does the number. Numbers below the normal ones and above the largest are
 * not decided here. */
static inline uint64_t nearest_bits(uint64_t digits, int exponent) {
  const uint64_t half = UINT64_C(1) << 10; /* of the 11 bits of `high` beyond a double's 53 */
  const ptl_power *g = &ptl_powers[exponent - PTL_POWER_FIRST];
  const int bit = highest_bit(digits);
  uint64_t low, high = multiply_power(g, digits << (63 - bit), &low);
  const int carry = (int)(high >> 63), shift = 1 - carry; /* no branch: it would go at random */
  high = high << shift | (low >> 63 & (uint64_t)shift);
  low <<= shift;
  const int biased = log2_of_power10(exponent) + bit + carry + BIAS;
  if (biased <= 0 || biased >= 2 * BIAS) return 0;
  const uint64_t rest = high & (2 * half - 1);
  if ((rest == half && low <= 2) || (rest == half - 1 && low >= UINT64_MAX - 2)) return 0;
  /* A fraction that rounds up to 2 carries into the exponent, as it should. */
  return ((uint64_t)biased << FRACTION_BITS) +
         ((high >> 11 & ((UINT64_C(1) << FRACTION_BITS) - 1)) + (rest >= half));
}

/* 1 and the value where this is provably the nearest double. */
static inline int nearest(const decimal *d, double *out) {
  uint64_t bits = 0;
  if (d->exponent < PTL_POWER_FIRST || d->exponent > PTL_POWER_LAST) return 0;
  if (d->digits != 0) {
    bits = nearest_bits(d->digits, (int)d->exponent);
    if (bits == 0 || (d->cut && nearest_bits(d->digits + 1, (int)d->exponent) != bits)) return 0;
  }
  bits |= (uint64_t)d->negative << 63;
  memcpy(out, &bits, sizeof bits);
  return 1;
}

double ptl_number_read_within(const char *text, const char *limit, char **end) {
  decimal d;
  double value;
  *end = (char *)read_decimal(text, limit, &d);
  if (*end == text) return 0;
  if (nearest(&d, &value)) return value;
  locale_t plain =
      newlocale(LC_ALL_MASK, "C", (locale_t)0); /* costs nothing: this one is built in */
  value = strtod_l(text, NULL, plain);
  freelocale(plain);
  return value;
}

double ptl_number_read(const char *text, char **end) {
  return ptl_number_read_within(text, text, end);
}
