/* unit_read.c: see unit_read.h. */
#include "unit_read.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ program and text */

ptl_status ptl_emit_op(ptl_reading *r, ptl_op op) {
  return ptl_program_apply(r->context, &r->program, op);
}

/* Pushes a number, which the text gives as it stands. */
ptl_status ptl_emit_value(ptl_reading *r, double value) {
  ptl_status status = ptl_program_number(r->context, &r->program, value);
  return status == PTL_OK ? ptl_reading_emit_number(r, value) : status;
}

/* Multiplies or divides what was put last by a factor. */
static ptl_status emit_factor(ptl_reading *r, ptl_op op, double factor) {
  if (factor == 1) return PTL_OK;
  ptl_status status = ptl_reading_emit_text(r, op == OP_MULTIPLY ? "*" : "/");
  if (status == PTL_OK) status = ptl_emit_value(r, factor);
  return status == PTL_OK ? ptl_emit_op(r, op) : status;
}

/* ------------------------------------------------------------------ units */

void ptl_multiply_dimension(ptl_dimension *d, const double *power, double sign) {
  for (int i = 0; i < PTL_N_BASE; i++) d->power[i] += sign * power[i];
}

static ptl_status fail_unit(const ptl_reading *r) {
  char reason[300];
  if (strncmp(r->context->told.message, "unknown unit", 12) == 0)
    return ptl_reading_fail_name(r, 1);
  snprintf(reason, sizeof reason, "%.299s", r->context->told.message);
  return ptl_reading_fail(r, r->p, PTL_E(0103) "%s", reason);
}

int ptl_is_unit_here(ptl_reading *r) {
  ptl_reading_skip(r);
  return ptl_is_letter(*r->p) && !ptl_name_is_taken(r, r->p);
}

/* The unit behind an operand multiplies it: at once when the operand is a number, so that the
 * output stays readable. */
ptl_status ptl_read_unit(ptl_reading *r, int is_literal, ptl_dimension *d) {
  ptl_unit unit;
  ptl_status status = ptl_unit_scan(r->context, &r->p, ptl_name_is_taken, r, &unit);
  if (status == PTL_ERR_INPUT) return fail_unit(r);
  if (status != PTL_OK) return status;
  if (unit.offset != 0)
    return ptl_reading_fail(
        r, r->p, PTL_E(0103) "a temperature with a shifted zero cannot be used; give kelvin");
  ptl_multiply_dimension(d, unit.power, 1);
  d->plain = d->zero = 0;
  if (is_literal) {
    double *value = &r->program.code[r->program.n - 1].number;
    *value = *value * unit.mul / unit.div;
    r->length = d->start;
    return ptl_reading_emit_number(r, *value);
  }
  if (unit.mul == 1 && unit.div == 1) return PTL_OK;
  status = ptl_reading_emit_bracket(r, d->start);
  if (status == PTL_OK) status = emit_factor(r, OP_MULTIPLY, unit.mul);
  if (status == PTL_OK) status = emit_factor(r, OP_DIVIDE, unit.div);
  return status == PTL_OK ? ptl_reading_emit_text(r, ")") : status;
}

/* The unit by itself behind a division: 5/s, 120/min. */
ptl_status ptl_read_divisor_unit(ptl_reading *r, ptl_dimension *d) {
  ptl_unit unit;
  const ptl_status status = ptl_unit_scan_one(r->context, &r->p, &unit);
  if (status == PTL_ERR_INPUT) return fail_unit(r);
  if (status != PTL_OK) return status;
  if (unit.offset != 0)
    return ptl_reading_fail(
        r, r->p, PTL_E(0103) "a temperature with a shifted zero cannot be used; give kelvin");
  *d = (ptl_dimension){{0}, 0, 0, 1, r->length};
  ptl_multiply_dimension(d, unit.power, 1);
  return ptl_emit_value(r, unit.mul / unit.div);
}
