/* random_expression.h: expressions of `time` and `x` by chance, from a seed. */
#ifndef RANDOM_EXPRESSION_H
#define RANDOM_EXPRESSION_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct chance {
  uint64_t state;
} chance;

/* Knuth's linear congruential generator MMIX: the upper bits. */
static unsigned draw(chance *c, unsigned n) {
  c->state = c->state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(c->state >> 33) % n;
}

static double draw_between(chance *c, double a, double b) {
  return a + (b - a) * draw(c, 1u << 30) / (double)(1u << 30);
}

typedef struct random_text {
  chance *c;
  char text[1500];
  int with_x;
} random_text;

static void put(random_text *r, const char *what) {
  size_t n = strlen(r->text);
  snprintf(r->text + n, sizeof r->text - n, "%s", what);
}

static void put_sum(random_text *r, int depth);

static void put_call(random_text *r, const char *name, int n, int depth) {
  put(r, name);
  for (int i = 0; i < n; i++) {
    put(r, i == 0 ? "(" : ", ");
    put_sum(r, depth);
  }
  put(r, ")");
}

static void put_operand(random_text *r, int depth) {
  static const char *const numbers[] = {"0", "1", "2", "0.5", "3", "7.25", "0.1", "pi"};
  static const char *const one[] = {"sin",  "cos",  "tan",   "exp",   "ln",   "sqrt",  "atan",
                                    "asin", "tanh", "cosh",  "asinh", "abs",  "sign",  "floor",
                                    "ceil", "rint", "round", "log2",  "acos", "atanh", "acosh"};
  static const char *const two[] = {"min", "max", "atan2", "fmod", "avg"};
  static const char *const tables[] = {"step(time, 0.5, 1, 2, -3)",
                                       "step5(time - 0.5, -1, 0, 1, 2)",
                                       "linear(time, -1, 2, 0.25, 1, 3, 5)",
                                       "monotone(2*time, -1, 0, 1, 1, 2, 1, 5, 3)",
                                       "cubic(time, -1, 0, 1, 4, 2, 1, 5, 3)",
                                       "periodic_cubic(time, 0, 0, 1, 4, 2, 1, 2.5, 0)",
                                       "periodic_linear(time*time, 0, 1, 0.5, 3, 1.25, 1)",
                                       "periodic_monotone(time, 1, 0, 2, 3, 3, 0)"};
  unsigned kind = draw(r->c, depth > 0 ? 12 : 4);
  if (kind == 0)
    put(r, numbers[draw(r->c, 8)]);
  else if (kind <= 3)
    put(r, r->with_x && draw(r->c, 3) == 0 ? "x" : "time");
  else if (kind <= 6)
    put_call(r, one[draw(r->c, 21)], 1, depth - 1);
  else if (kind == 7)
    put_call(r, two[draw(r->c, 5)], 2, depth - 2);
  else if (kind <= 9)
    put_call(r, "", 1, depth - 1);
  else if (kind == 10)
    put_call(r, "mod", 2, depth - 2);
  else
    put(r, tables[draw(r->c, 8)]);
  if (draw(r->c, 8) == 0) put(r, draw(r->c, 2) ? "^2" : "^-1.5");
}

static void put_sum(random_text *r, int depth) {
  static const char *const operators[] = {" + ", " - ", "*", "/", "*", " + ", " % ", " < ", " >= "};
  if (draw(r->c, 8) == 0) put(r, "-");
  put_operand(r, depth);
  for (unsigned i = draw(r->c, 3); i > 0; i--) {
    put(r, operators[draw(r->c, 9)]);
    put_operand(r, depth - 1);
  }
  if (depth > 1 && draw(r->c, 8) == 0) {
    put(r, " ? ");
    put_sum(r, depth - 2);
    put(r, " : ");
    put_sum(r, depth - 2);
  }
}

/* The next expression, of `time` alone or with x. */
static const char *random_expression(random_text *r) {
  r->text[0] = '\0';
  put_sum(r, 4);
  return r->text;
}

#endif
