/* argument_rule.c: see argument_rule.h. */
#include "argument_rule.h"

#include <string.h>

/* ------------------------------------------------------------------ dimensions */

int ptl_same_dimension(const ptl_reading *r, const ptl_dimension *a, const ptl_dimension *b) {
  return !r->checked || a->zero || b->zero || ptl_unit_fits(a->power, b->power);
}

ptl_status ptl_fail_mixed(const ptl_reading *r, const char *at, const char *what,
                          const ptl_dimension *a, const ptl_dimension *b) {
  char left[96], right[96];
  ptl_unit_write(a->power, left, sizeof left);
  ptl_unit_write(b->power, right, sizeof right);
  return ptl_reading_fail(r, at, PTL_E(0103) "%s needs both sides in one dimension, not %s and %s",
                          what, left, right);
}

ptl_status ptl_want_number(const ptl_reading *r, const char *at, const char *what,
                           const ptl_dimension *d) {
  char unit[96];
  if (!r->checked || !ptl_has_dimension(d)) return PTL_OK;
  ptl_unit_write(d->power, unit, sizeof unit);
  return ptl_reading_fail(r, at, PTL_E(0103) "%s needs a number without dimension, not %s", what,
                          unit);
}

void ptl_make_number(ptl_dimension *d) {
  memset(d->power, 0, sizeof d->power);
  d->zero = 0;
}

/* ------------------------------------------------------------------ functions */

/* Of a table: its points are pairs in the dimensions of the first argument and of the value. */
static ptl_status apply_table_rule(const ptl_reading *r, const char *at, const ptl_function *f,
                                   const ptl_dimension *argument, int index, ptl_dimension *x,
                                   ptl_dimension *y) {
  ptl_dimension *pair = index % 2 == 1 ? x : y;
  if (index == 0) {
    *x = *argument;
    y->zero = 1;
    y->plain = y->constant = 1;
  } else if (!ptl_same_dimension(r, pair, argument)) {
    return ptl_fail_mixed(r, at, f->name, pair, argument);
  } else {
    if (pair->zero) memcpy(pair->power, argument->power, sizeof pair->power);
    pair->zero = pair->zero && argument->zero;
  }
  y->plain = y->plain && argument->plain;
  y->constant = y->constant && argument->constant;
  return PTL_OK;
}

/* Of a table of two variables. */
static ptl_status apply_grid_rule(const ptl_reading *r, const char *at, const ptl_function *f,
                                  const ptl_dimension *argument, int index, ptl_call *call,
                                  ptl_dimension *value) {
  const double *counts = call->numbers.values;
  if (index < 2) {
    *(index == 0 ? &call->x : &call->y) = *argument;
    value->zero = 1;
    value->plain = value->constant = 1;
  } else if (index < 4) {
    return ptl_want_number(r, at, f->name, argument);
  } else {
    const double line = index - 4;
    ptl_dimension *of = line < counts[0]               ? &call->x
                        : line < counts[0] + counts[1] ? &call->y
                                                       : value;
    if (!ptl_same_dimension(r, of, argument)) return ptl_fail_mixed(r, at, f->name, of, argument);
    if (of->zero) memcpy(of->power, argument->power, sizeof of->power);
    of->zero = of->zero && argument->zero;
  }
  value->plain = value->plain && argument->plain;
  value->constant = value->constant && argument->constant;
  return PTL_OK;
}

static ptl_status apply_plain_rule(const ptl_reading *r, const char *at, const ptl_function *f,
                                   const ptl_dimension *argument, int index, ptl_dimension *d) {
  d->constant = index == 0 ? argument->constant : d->constant && argument->constant;
  if (f->rule == RULE_PURE) return ptl_want_number(r, at, f->name, argument);
  if (index > 0) {
    if (!ptl_same_dimension(r, d, argument)) return ptl_fail_mixed(r, at, f->name, d, argument);
    if (d->zero) memcpy(d->power, argument->power, sizeof d->power);
    d->zero = d->zero && argument->zero;
    d->plain = d->plain && argument->plain;
  } else {
    memcpy(d->power, argument->power, sizeof d->power);
    d->plain = argument->plain;
    d->zero = argument->zero && f->rule == RULE_SAME;
  }
  return PTL_OK;
}

ptl_status ptl_apply_rule(const ptl_reading *r, const char *at, const ptl_function *f,
                          const ptl_dimension *argument, int index, ptl_call *call,
                          ptl_dimension *d) {
  if (f->rule == RULE_TABLE) return apply_table_rule(r, at, f, argument, index, &call->x, d);
  if (f->rule == RULE_GRID) return apply_grid_rule(r, at, f, argument, index, call, d);
  return apply_plain_rule(r, at, f, argument, index, d);
}

void ptl_finish_rule(const ptl_function *f, ptl_dimension *d) {
  if (f->rule == RULE_ROOT)
    for (int i = 0; i < PTL_N_BASE; i++) d->power[i] /= 2;
  if (f->rule == RULE_PURE || f->rule == RULE_SIGN || f->rule == RULE_RATIO) ptl_make_number(d);
  if (f->rule == RULE_PURE) d->plain = 1;
}
