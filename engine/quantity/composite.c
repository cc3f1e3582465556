/* composite.c: see composite.h. */
#include "composite.h"

#include <math.h>

#include "pieces.h"

int ptl_is_table(const ptl_function *f) {
  return f->op >= MAKE_STEP;
}

static int is_periodic(const ptl_function *f) {
  return f->op >= MAKE_PERIODIC_LINEAR;
}

/* ------------------------------------------------------------------ arguments */

static ptl_status take_number(ptl_reading *r, const ptl_function *f, const char *at,
                              ptl_numbers *numbers) {
  double value;
  if (!ptl_program_take_number(&r->program, &value))
    return ptl_reading_fail(
        r, at, PTL_E(0103) "what follows the first argument of %s must be constant", f->name);
  double *grown = ptl_grow(r->context, numbers->values, (size_t)numbers->n, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  numbers->values = grown;
  grown[numbers->n++] = value;
  return PTL_OK;
}

/* So many lines of a table of two variables as its values are for. */
static ptl_status check_counts(const ptl_reading *r, const ptl_function *f, const char *at,
                               const ptl_numbers *numbers) {
  for (int i = 0; i < 2; i++) {
    const double n = numbers->values[i];
    if (!(n >= 2.0 && n <= PTL_TABLE_POINTS && n == floor(n)))
      return ptl_reading_fail(
          r, at, PTL_E(0103) "%s needs 2 lines of each variable or more, not %g", f->name, n);
  }
  return PTL_OK;
}

ptl_status ptl_composite_argument(ptl_reading *r, const ptl_function *f, const char *at, int n,
                                  ptl_numbers *numbers) {
  if (ptl_is_table(f)) {
    ptl_status status = n > (f->op == MAKE_GRID ? 2 : 1) ? take_number(r, f, at, numbers) : PTL_OK;
    if (status == PTL_OK && f->op == MAKE_GRID && n == 4) status = check_counts(r, f, at, numbers);
    return status;
  }
  if (f->op == MAKE_CLAMP && n > 1)
    return ptl_program_apply(r->context, &r->program, n == 2 ? OP_MAX : OP_MIN);
  return PTL_OK;
}

/* ------------------------------------------------------------------ instructions */

static ptl_status number(ptl_reading *r, double value) {
  return ptl_program_number(r->context, &r->program, value);
}

static ptl_status apply(ptl_reading *r, ptl_op op) {
  return ptl_program_apply(r->context, &r->program, op);
}

static ptl_status keep(ptl_reading *r, int *place) {
  return ptl_program_keep(r->context, &r->program, place);
}

static ptl_status recall(ptl_reading *r, int place) {
  return ptl_program_recall(r->context, &r->program, place);
}

/* a - b floor(a/b) of the two that have been put last. */
static ptl_status make_mod(ptl_reading *r) {
  ptl_program *p = &r->program;
  double b;
  const int before = p->n_kept;
  const int is_number = p->code[p->n - 1].op == OP_NUMBER && p->code[p->n - 2].op == OP_NUMBER;
  if (is_number) {
    ptl_program_take_number(p, &b);
    double *a = &p->code[p->n - 1].number;
    *a -= b * floor(*a / b);
    return PTL_OK;
  }
  int divisor, dividend;
  ptl_status status = keep(r, &divisor);
  if (status == PTL_OK) status = keep(r, &dividend);
  if (status == PTL_OK) status = recall(r, dividend);
  if (status == PTL_OK) status = recall(r, divisor);
  if (status == PTL_OK) status = recall(r, dividend);
  if (status == PTL_OK) status = recall(r, divisor);
  if (status == PTL_OK) status = apply(r, OP_DIVIDE);
  if (status == PTL_OK) status = apply(r, OP_FLOOR);
  if (status == PTL_OK) status = apply(r, OP_MULTIPLY);
  if (status == PTL_OK) status = apply(r, OP_SUBTRACT);
  ptl_program_forget(p, before);
  return status;
}

/* The polynomial of what is kept, by Horner's rule. */
static ptl_status make_polynomial(ptl_reading *r, const ptl_piece *piece, int place) {
  const int before = r->program.n_kept;
  int degree = PTL_PIECE_DEGREE, distance = 0;
  while (degree > 0 && piece->c[degree] == 0.0) degree--;
  if (degree == 0) return number(r, piece->c[0]);
  ptl_status status = recall(r, place);
  if (status == PTL_OK) status = number(r, piece->origin);
  if (status == PTL_OK) status = apply(r, OP_SUBTRACT);
  if (status == PTL_OK) status = keep(r, &distance);
  if (status == PTL_OK) status = number(r, piece->c[degree]);
  for (int k = degree - 1; k >= 0 && status == PTL_OK; k--) {
    status = recall(r, distance);
    if (status == PTL_OK) status = apply(r, OP_MULTIPLY);
    if (status == PTL_OK) status = number(r, piece->c[k]);
    if (status == PTL_OK) status = apply(r, OP_ADD);
  }
  ptl_program_forget(&r->program, before);
  return status;
}

/* Which of the pieces from first up to before last it is, by halving. */
static ptl_status make_choice(ptl_reading *r, const ptl_piece *pieces, int first, int last,
                              int place) {
  if (last - first == 1) return make_polynomial(r, &pieces[first], place);
  const int middle = first + (last - first) / 2;
  int mark = 0;
  ptl_status status = recall(r, place);
  if (status == PTL_OK) status = number(r, pieces[middle].origin);
  if (status == PTL_OK) status = apply(r, OP_LESS);
  if (status == PTL_OK) status = ptl_program_test(r->context, &r->program, &mark);
  if (status == PTL_OK) status = make_choice(r, pieces, first, middle, place);
  if (status == PTL_OK) status = ptl_program_else(r->context, &r->program, &mark);
  if (status == PTL_OK) status = make_choice(r, pieces, middle, last, place);
  return status == PTL_OK ? ptl_program_end(r->context, &r->program, mark) : status;
}

/* ------------------------------------------------------------------ tables */

/* x becomes x0 + mod(x - x0, period). */
static ptl_status wrap(ptl_reading *r, double first, double period) {
  ptl_status status = number(r, first);
  if (status == PTL_OK) status = apply(r, OP_SUBTRACT);
  if (status == PTL_OK) status = number(r, period);
  if (status == PTL_OK) status = make_mod(r);
  if (status == PTL_OK) status = number(r, first);
  return status == PTL_OK ? apply(r, OP_ADD) : status;
}

/* The pieces between n points, with one before and one behind them where the curve goes on
 * straight, a step level. */
static ptl_status fit(ptl_context *context, const ptl_function *f, const double *p, int n,
                      ptl_piece *pieces) {
  ptl_piece *inner = pieces + 1;
  double *work = ptl_alloc(context, 4 * (size_t)n, sizeof *work);
  if (work == NULL) return PTL_ERR_MEMORY;
  if (f->op == MAKE_STEP || f->op == MAKE_STEP5)
    ptl_piece_step(p, f->op == MAKE_STEP ? 3 : 5, inner);
  else if (f->op == MAKE_LINEAR || f->op == MAKE_PERIODIC_LINEAR)
    ptl_pieces_linear(p, n, inner);
  else if (f->op == MAKE_MONOTONE || f->op == MAKE_PERIODIC_MONOTONE)
    ptl_pieces_monotone(p, n, is_periodic(f), work, inner);
  else
    ptl_pieces_cubic(p, n, is_periodic(f), work, inner);
  ptl_free(context, work);
  double first[2], last[2];
  const int is_step = f->op == MAKE_STEP || f->op == MAKE_STEP5;
  ptl_piece_value(inner, p[0], first);
  ptl_piece_value(&inner[n - 2], p[2 * n - 2], last);
  pieces[0] = (ptl_piece){p[0], {p[1], is_step ? 0.0 : first[1]}};
  pieces[n] = (ptl_piece){p[2 * n - 2], {p[2 * n - 1], is_step ? 0.0 : last[1]}};
  return PTL_OK;
}

static ptl_status check_points(const ptl_reading *r, const ptl_function *f, const char *at,
                               const ptl_numbers *numbers) {
  const double *p = numbers->values;
  const int n = numbers->n / 2;
  if (numbers->n % 2 != 0)
    return ptl_reading_fail(r, at, PTL_E(0103) "%s takes pairs x, y behind its first argument",
                            f->name);
  for (int i = 1; i < n; i++)
    if (!(p[2 * i] > p[2 * i - 2]))
      return ptl_reading_fail(r, at, PTL_E(0103) "the points of %s must grow: %g follows %g",
                              f->name, p[2 * i], p[2 * i - 2]);
  if (is_periodic(f) && p[1] != p[2 * n - 1])
    return ptl_reading_fail(r, at,
                            PTL_E(0103) "%s must end with the value it begins with, %g and not %g",
                            f->name, p[1], p[2 * n - 1]);
  return PTL_OK;
}

static ptl_status make_table(ptl_reading *r, const ptl_function *f, const char *at,
                             const ptl_numbers *numbers) {
  const double *p = numbers->values;
  const int n = numbers->n / 2, before = r->program.n_kept, periodic = is_periodic(f);
  int place;
  ptl_status status = check_points(r, f, at, numbers);
  if (status != PTL_OK) return status;
  ptl_piece *pieces = ptl_alloc(r->context, (size_t)n + 1, sizeof *pieces);
  if (pieces == NULL) return PTL_ERR_MEMORY;
  status = fit(r->context, f, p, n, pieces);
  if (status == PTL_OK && periodic) status = wrap(r, p[0], p[2 * n - 2] - p[0]);
  if (status == PTL_OK) status = keep(r, &place);
  if (status == PTL_OK)
    status =
        periodic ? make_choice(r, pieces, 1, n, place) : make_choice(r, pieces, 0, n + 1, place);
  ptl_program_forget(&r->program, before);
  ptl_free(r->context, pieces);
  return status;
}

/* ------------------------------------------------------------------ tables of two variables */

/* Lines of x and of y, values by x, then y; places at which x and y are kept. */
typedef struct grid {
  const double *x, *y, *values;
  int nx, ny, at_x, at_y;
} grid;

/* place - origin */
static ptl_status put_distance(ptl_reading *r, int place, double origin) {
  ptl_status status = recall(r, place);
  if (status == PTL_OK) status = number(r, origin);
  return status == PTL_OK ? apply(r, OP_SUBTRACT) : status;
}

/* (a + b v) with v the distance in y. */
static ptl_status put_line(ptl_reading *r, const grid *g, int j, double a, double b) {
  ptl_status status = put_distance(r, g->at_y, g->y[j]);
  if (status == PTL_OK) status = number(r, b);
  if (status == PTL_OK) status = apply(r, OP_MULTIPLY);
  if (status == PTL_OK) status = number(r, a);
  return status == PTL_OK ? apply(r, OP_ADD) : status;
}

/* In the cell from line i of x and line j of y: (z00 + b v) + u (c + d v). */
static ptl_status make_cell(ptl_reading *r, const grid *g, int i, int j) {
  const double *z = g->values + i * g->ny + j, dx = g->x[i + 1] - g->x[i],
               dy = g->y[j + 1] - g->y[j];
  const double low = (z[1] - z[0]) / dy, high = (z[g->ny + 1] - z[g->ny]) / dy;
  ptl_status status = put_line(r, g, j, z[0], low);
  if (status == PTL_OK) status = put_distance(r, g->at_x, g->x[i]);
  if (status == PTL_OK) status = put_line(r, g, j, (z[g->ny] - z[0]) / dx, (high - low) / dx);
  if (status == PTL_OK) status = apply(r, OP_MULTIPLY);
  return status == PTL_OK ? apply(r, OP_ADD) : status;
}

/* Which cell it is, of those from line `first` up to before `last`: first by x, with column -1,
 * then by y in that column. */
static ptl_status choose_cell(ptl_reading *r, const grid *g, int column, int first, int last) {
  if (last - first == 1)
    return column >= 0 ? make_cell(r, g, column, first) : choose_cell(r, g, first, 0, g->ny - 1);
  const int middle = first + (last - first) / 2;
  int mark = 0;
  ptl_status status = recall(r, column < 0 ? g->at_x : g->at_y);
  if (status == PTL_OK) status = number(r, column < 0 ? g->x[middle] : g->y[middle]);
  if (status == PTL_OK) status = apply(r, OP_LESS);
  if (status == PTL_OK) status = ptl_program_test(r->context, &r->program, &mark);
  if (status == PTL_OK) status = choose_cell(r, g, column, first, middle);
  if (status == PTL_OK) status = ptl_program_else(r->context, &r->program, &mark);
  if (status == PTL_OK) status = choose_cell(r, g, column, middle, last);
  return status == PTL_OK ? ptl_program_end(r->context, &r->program, mark) : status;
}

static ptl_status check_lines(const ptl_reading *r, const ptl_function *f, const char *at,
                              const double *lines, int n) {
  for (int i = 1; i < n; i++)
    if (!(lines[i] > lines[i - 1]))
      return ptl_reading_fail(r, at, PTL_E(0103) "the lines of %s must grow: %g follows %g",
                              f->name, lines[i], lines[i - 1]);
  return PTL_OK;
}

/* Bilinear between four neighbours; beyond its edges the cells there go on. */
static ptl_status make_grid(ptl_reading *r, const ptl_function *f, const char *at,
                            const ptl_numbers *numbers) {
  const double *p = numbers->values;
  grid g = {.nx = (int)p[0], .ny = (int)p[1]};
  const int before = r->program.n_kept;
  if (numbers->n != 2 + g.nx + g.ny + g.nx * g.ny)
    return ptl_reading_fail(r, at, PTL_E(0103) "%s takes %d values for %d and %d lines, not %d",
                            f->name, g.nx * g.ny, g.nx, g.ny, numbers->n - 2 - g.nx - g.ny);
  g.x = p + 2;
  g.y = g.x + g.nx;
  g.values = g.y + g.ny;
  ptl_status status = check_lines(r, f, at, g.x, g.nx);
  if (status == PTL_OK) status = check_lines(r, f, at, g.y, g.ny);
  if (status == PTL_OK) status = keep(r, &g.at_y);
  if (status == PTL_OK) status = keep(r, &g.at_x);
  if (status == PTL_OK) status = choose_cell(r, &g, -1, 0, g.nx - 1);
  ptl_program_forget(&r->program, before);
  return status;
}

ptl_status ptl_composite_finish(ptl_reading *r, const ptl_function *f, const char *at,
                                const ptl_numbers *numbers) {
  if (f->op == MAKE_MOD) return make_mod(r);
  if (f->op == MAKE_GRID) return make_grid(r, f, at, numbers);
  return ptl_is_table(f) ? make_table(r, f, at, numbers) : PTL_OK;
}
