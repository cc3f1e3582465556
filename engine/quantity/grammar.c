/* grammar.c: reads expressions with units, infers their dimension, and makes of them a program and,
 * where it is wanted, plain text of SI numbers.
 *
 *   expression = sum-like operators over unary, with ?: last
 *   unary      = [sign] power
 *   power      = primary ['^' [sign] power] [unit]
 *   primary    = number | name | name '(' expression {',' expression} ')' | '(' expression ')'
 *
 * The text is read from left to right once; every function leaves what it read in the program and
 * the output, and its dimension in a ptl_dimension. */
#include "grammar.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "locals.h"
#include "number.h"
#include "unit_read.h"

enum { DEEPEST = 60, LONGEST_TEXT = 200000 };

static const ptl_dimension nothing;

static ptl_status read_expression(ptl_reading *r, ptl_dimension *d);

/* ------------------------------------------------------------------ operands */

static ptl_status read_number(ptl_reading *r, ptl_dimension *d) {
  char *end;
  const char *start = r->p;
  const double value = ptl_number_read(start, &end);
  if (!isfinite(value)) return ptl_reading_fail(r, start, PTL_E(0103) "the number is too large");
  if (*end == '.') return ptl_reading_fail(r, end, PTL_E(0103) "the number has two points");
  r->p = end;
  d->plain = 1;
  d->zero = value == 0;
  d->constant = 1;
  ptl_status status = ptl_program_number(r->context, &r->program, value);
  return status == PTL_OK ? ptl_reading_emit(r, start, (size_t)(end - start)) : status;
}

/* `variable`: its index, or -1 for a parameter. */
static ptl_status read_symbol(ptl_reading *r, const ptl_symbol *symbol, size_t length, int variable,
                              ptl_dimension *d) {
  ptl_unit unit = {.mul = 1, .div = 1};
  ptl_status status = r->checked ? ptl_unit_parse(r->context, symbol->unit, &unit) : PTL_OK;
  if (status != PTL_OK) return status;
  memcpy(d->power, unit.power, sizeof d->power);
  if (variable < 0 && symbol->uses != NULL) ++*symbol->uses;
  d->plain = strcmp(symbol->unit, "1") == 0;
  d->constant = variable < 0;
  r->p += length;
  if (variable >= 0) {
    status = ptl_program_variable(r->context, &r->program, variable);
    return status == PTL_OK ? ptl_reading_emit_text(r, symbol->name) : status;
  }
  if (symbol->value >= 0) return ptl_emit_value(r, symbol->value);
  status = ptl_reading_emit_text(r, "(");
  if (status == PTL_OK) status = ptl_emit_value(r, symbol->value);
  return status == PTL_OK ? ptl_reading_emit_text(r, ")") : status;
}

/* A function of one argument is applied; an average is of as many as were added. */
static ptl_status finish_call(ptl_reading *r, const ptl_function *f, const char *at, int n,
                              const ptl_numbers *numbers) {
  if (f->op > OP_OR) return ptl_composite_finish(r, f, at, numbers);
  if (f->most == 1) return ptl_emit_op(r, (ptl_op)f->op);
  if (n == 1 || strcmp(f->name, "avg") != 0) return PTL_OK;
  ptl_status status = ptl_program_number(r->context, &r->program, n);
  return status == PTL_OK ? ptl_emit_op(r, OP_DIVIDE) : status;
}

/* Argument number n, from 1 on. */
static ptl_status read_argument(ptl_reading *r, const ptl_function *f, const char *at, int n,
                                ptl_call *call, ptl_dimension *d) {
  ptl_dimension argument = nothing;
  ptl_status status = read_expression(r, &argument);
  if (status == PTL_OK) status = ptl_apply_rule(r, at, f, &argument, n - 1, call, d);
  if (status != PTL_OK) return status;
  if (f->op > OP_OR) return ptl_composite_argument(r, f, at, n, &call->numbers);
  return n > 1 ? ptl_emit_op(r, (ptl_op)f->op) : PTL_OK;
}

static ptl_status set_unit(ptl_reading *r, const char *unit, ptl_dimension *d) {
  ptl_unit parsed;
  const ptl_status status = ptl_unit_parse(r->context, unit, &parsed);
  if (status != PTL_OK) return status;
  memcpy(d->power, parsed.power, sizeof d->power);
  d->plain = strcmp(unit, "1") == 0;
  d->zero = d->constant = 0;
  return PTL_OK;
}

static ptl_status fail_table(const ptl_reading *r, const char *at, const ptl_definition *table) {
  return ptl_reading_fail(r, at, PTL_E(0103) "the table %s takes %s in brackets", table->name,
                          table->second != NULL ? "two arguments" : "one argument");
}

static ptl_status check_argument(ptl_reading *r, const char *at, const ptl_definition *table,
                                 const char *unit, const ptl_dimension *argument) {
  ptl_dimension wanted = nothing;
  const ptl_status status = set_unit(r, unit, &wanted);
  if (status != PTL_OK || ptl_same_dimension(r, argument, &wanted)) return status;
  return ptl_fail_mixed(r, at, table->name, argument, &wanted);
}

/* The arguments of a table by its name have been read: its points are read next. */
static ptl_status enter_table(ptl_reading *r, const char *at, ptl_call *call) {
  const ptl_definition *table = call->table;
  ptl_reading_skip(r);
  if (*r->p != ')') return fail_table(r, at, table);
  ptl_status status = check_argument(r, at, table, table->argument, &call->x);
  if (status == PTL_OK && table->second != NULL)
    status = check_argument(r, at, table, table->second, &call->y);
  if (status != PTL_OK) return status;
  call->behind = r->p + 1;
  r->checked = 0;
  r->p = table->text;
  return PTL_OK;
}

/* The arguments, from the bracket on. */
static ptl_status read_arguments(ptl_reading *r, const ptl_function *f, const char *at,
                                 ptl_call *call, ptl_dimension *d) {
  int n = 0;
  ptl_status status = PTL_OK;
  do {
    status = ptl_reading_emit_text(r, n == 0 ? "(" : ",");
    r->p++;
    if (status == PTL_OK && n == f->most) return ptl_reading_fail_arguments(r, f, at, n + 1);
    if (status == PTL_OK) status = read_argument(r, f, at, ++n, call, d);
    if (status == PTL_OK && call->table != NULL && n == (call->table->second != NULL ? 2 : 1))
      status = enter_table(r, at, call);
    if (status != PTL_OK) return status;
    ptl_reading_skip(r);
  } while (*r->p == ',');
  if (call->table != NULL && call->behind == NULL) return fail_table(r, at, call->table);
  if (*r->p != ')')
    return ptl_reading_fail(r, r->p, PTL_E(0103) "the bracket of %s is not closed%s", f->name,
                            *r->p == '\0'
                                ? " (with a comma in it the expression needs quotes inside "
                                  "{ } and [ ])"
                                : "");
  r->p++;
  if (n < f->fewest) return ptl_reading_fail_arguments(r, f, at, n);
  ptl_finish_rule(f, d);
  status = ptl_reading_emit_text(r, ")");
  return status == PTL_OK ? finish_call(r, f, at, n, &call->numbers) : status;
}

static ptl_status read_call(ptl_reading *r, const ptl_function *f, ptl_dimension *d) {
  const char *at = r->p;
  ptl_call call = {.x = nothing, .y = nothing};
  ptl_status status = ptl_reading_emit_text(r, f->name);
  r->p += strlen(f->name);
  ptl_reading_skip(r);
  if (*r->p != '(')
    return ptl_reading_fail(r, r->p, PTL_E(0103) "the function %s needs its argument in brackets",
                            f->name);
  if (status == PTL_OK) status = read_arguments(r, f, at, &call, d);
  ptl_free(r->context, call.numbers.values);
  return status;
}

static ptl_status read_table(ptl_reading *r, const ptl_definition *table, size_t length,
                             ptl_dimension *d) {
  const char *at = r->p;
  const int checked = r->checked;
  ptl_call call = {.x = nothing, .y = nothing, .table = table};
  ptl_status status = ptl_reading_emit_text(r, table->function);
  r->p += length;
  ptl_reading_skip(r);
  if (*r->p != '(') return fail_table(r, at, table);
  const ptl_function *f = ptl_find_function(table->function, strlen(table->function));
  if (status == PTL_OK) status = read_arguments(r, f, at, &call, d);
  r->checked = checked;
  if (call.behind != NULL) r->p = call.behind;
  ptl_free(r->context, call.numbers.values);
  return status == PTL_OK ? set_unit(r, table->unit, d) : status;
}

/* ------------------------------------------------------------ definitions at the head of a text */

static ptl_status fail_character(const ptl_reading *r) {
  return ptl_reading_fail(r, r->p, PTL_E(0103) "'%.1s' does not belong here", r->p);
}

/* Reads what ends at `end` for its text alone, which becomes a definition of the text that is
 * written. The program is as before. */
static ptl_status define(ptl_reading *r, ptl_status (*read)(ptl_reading *r, ptl_dimension *d),
                         char end, ptl_dimension *d, int *number) {
  const ptl_reading before = *r;
  r->out = NULL;
  r->length = r->room = 0;
  ptl_status status = read(r, d);
  if (status == PTL_OK) ptl_reading_skip(r);
  if (status == PTL_OK && *r->p != end) status = fail_character(r);
  char *text = r->out;
  r->out = before.out;
  r->length = before.length;
  r->room = before.room;
  r->program.n = before.program.n;
  r->program.depth = before.program.depth;
  r->program.n_kept = before.program.n_kept;
  if (status != PTL_OK) {
    ptl_free(r->context, text);
    return status;
  }
  status = ptl_locals_add(r, text, number);
  if (status == PTL_OK && r->block_length > LONGEST_TEXT)
    status = ptl_reading_fail(
        r, r->p, PTL_E(0103) "with its signals it has more than %d characters", LONGEST_TEXT);
  return status;
}

/* The use of a definition in the text that is written; what stands for its value in the program,
 * which is not run. */
static ptl_status emit_use(ptl_reading *r, int number) {
  char text[16];
  snprintf(text, sizeof text, "$%d", number);
  const ptl_status status = ptl_reading_emit_text(r, text);
  return status == PTL_OK ? ptl_program_variable(r->context, &r->program, 0) : status;
}

static ptl_status keep_local(ptl_reading *r, ptl_local *local) {
  ptl_dimension d = nothing;
  local->place = -1;
  ptl_status status = read_expression(r, &d);
  if (status == PTL_OK) ptl_reading_skip(r);
  if (status == PTL_OK && *r->p != ';') status = fail_character(r);
  if (status != PTL_OK || ptl_program_take_number(&r->program, &local->number)) return status;
  return ptl_program_keep(r->context, &r->program, &local->place);
}

static ptl_status read_head(ptl_reading *r) {
  const char *body;
  int n;
  ptl_status status = ptl_locals_split(r, r->p, &r->locals, &n, &body);
  for (r->n_locals = 0; r->n_locals < n && status == PTL_OK; r->n_locals++) {
    ptl_local *local = &r->locals[r->n_locals];
    ptl_dimension d = nothing;
    r->p = local->text;
    if (r->written)
      status = define(r, read_expression, ';', &d, &local->written);
    else if (local->is_kept)
      status = keep_local(r, local);
  }
  r->p = body;
  return status;
}

static ptl_status read_local(ptl_reading *r, ptl_dimension *d) {
  const char *behind = r->p;
  const int number = ptl_locals_number(&behind);
  if (number < 1 || number > r->n_locals) return fail_character(r);
  const ptl_local *local = &r->locals[number - 1];
  r->p = behind;
  if (r->written) return emit_use(r, local->written);
  if (local->is_kept)
    return local->place >= 0 ? ptl_program_recall(r->context, &r->program, local->place)
                             : ptl_program_number(r->context, &r->program, local->number);
  const int depth = r->depth;
  r->depth = 0;
  r->p = local->text;
  const ptl_status status = read_expression(r, d);
  r->depth = depth;
  r->p = behind;
  return status;
}

/* A text, or what stands in brackets, with the definitions at its head. */
static ptl_status read_whole(ptl_reading *r, ptl_dimension *d) {
  const ptl_reading before = *r;
  ptl_reading_skip(r);
  if (*r->p != '$' || r->checked || !ptl_locals_begin(r->p)) return read_expression(r, d);
  ptl_status status = read_head(r);
  if (status == PTL_OK) status = read_expression(r, d);
  ptl_free(r->context, r->locals);
  r->locals = before.locals;
  r->n_locals = before.n_locals;
  ptl_program_forget(&r->program, before.program.n_kept);
  return status;
}

/* ------------------------------------------------------------------ signals, brackets, names */

/* In brackets what is short, else a definition of the text that is written. */
static ptl_status read_meaning(ptl_reading *r, const char *text, ptl_dimension *d) {
  int number;
  if (!ptl_locals_are_spared(text)) {
    const ptl_status status = define(r, read_whole, '\0', d, &number);
    return status == PTL_OK ? emit_use(r, number) : status;
  }
  ptl_status status = ptl_reading_emit_text(r, "(");
  if (status == PTL_OK) status = read_whole(r, d);
  return status == PTL_OK ? ptl_reading_emit_text(r, ")") : status;
}

/* What a signal stands for. */
static ptl_status read_signal(ptl_reading *r, const ptl_definition *signal, size_t length,
                              ptl_dimension *d) {
  const ptl_reading before = *r;
  if (signal->text == NULL) return ptl_reading_fail_signal(r, signal);
  r->text = r->p = signal->text;
  r->checked = 0;
  r->n_parameters = 0;
  r->locals = NULL;
  r->n_locals = 0;
  const ptl_status status = read_meaning(r, signal->text, d);
  r->text = before.text;
  r->p = before.p;
  r->checked = before.checked;
  r->n_parameters = before.n_parameters;
  r->locals = before.locals;
  r->n_locals = before.n_locals;
  if (status == PTL_ERR_INPUT) return ptl_reading_fail_signal(r, signal);
  r->p += length;
  return status == PTL_OK ? set_unit(r, signal->unit, d) : status;
}

static ptl_status read_bracket(ptl_reading *r, ptl_dimension *d) {
  const char *at = r->p++;
  const size_t start = r->length;
  ptl_status status = ptl_reading_emit_text(r, "(");
  if (status == PTL_OK) status = read_whole(r, d);
  d->start = start;
  if (status != PTL_OK) return status;
  ptl_reading_skip(r);
  if (*r->p != ')') return ptl_reading_fail(r, at, PTL_E(0103) "the bracket is not closed");
  r->p++;
  return ptl_reading_emit_text(r, ")");
}

static ptl_status read_name(ptl_reading *r, ptl_dimension *d) {
  const size_t n = ptl_name_length(r->p);
  const ptl_function *function = ptl_find_function(r->p, n);
  size_t length;
  int variable;
  const ptl_symbol *symbol = ptl_symbol_at(r, r->p, &length, &variable);
  if (symbol != NULL) return read_symbol(r, symbol, length, variable, d);
  const ptl_definition *definition = ptl_definition_at(r, r->p, &length);
  if (definition != NULL && definition->uses != NULL) ++*definition->uses;
  if (definition != NULL)
    return definition->function != NULL ? read_table(r, definition, length, d)
                                        : read_signal(r, definition, length, d);
  if (function != NULL) return read_call(r, function, d);
  if (!ptl_is_pi(r->p, n)) return ptl_reading_fail_name(r, 0);
  r->p += n;
  d->plain = 1;
  d->constant = 1;
  ptl_status status = ptl_program_number(r->context, &r->program, 3.14159265358979323846);
  return status == PTL_OK ? ptl_reading_emit_text(r, "pi") : status;
}

static ptl_status read_primary(ptl_reading *r, ptl_dimension *d, int *is_literal) {
  *d = (ptl_dimension){{0}, 0, 0, 0, r->length};
  ptl_reading_skip(r);
  *is_literal = isdigit((unsigned char)r->p[*r->p == '.']) != 0;
  if (*is_literal) return read_number(r, d);
  if (*r->p == '(') return read_bracket(r, d);
  if (*r->p == '$') return read_local(r, d);
  if (ptl_is_letter(*r->p)) return read_name(r, d);
  if (*r->p == '\0')
    return ptl_reading_fail(r, r->p, PTL_E(0103) "something is missing at the end");
  return fail_character(r);
}

/* ------------------------------------------------------------------ powers and signs */

/* d becomes d^e; the value of e, whose program begins at `from`, counts when d has a dimension. */
static ptl_status raise_dimension(ptl_reading *r, const char *at, int from, ptl_dimension *d,
                                  const ptl_dimension *e) {
  ptl_status status = ptl_want_number(r, at, "an exponent", e);
  if (status != PTL_OK) return status;
  d->plain = d->plain && e->plain;
  d->zero = 0;
  if (ptl_has_dimension(d) && r->checked) {
    if (!e->constant)
      return ptl_reading_fail(r, at,
                              PTL_E(0103) "a quantity with a dimension needs a constant exponent");
    const double n = ptl_program_value(&r->program, from, NULL, NULL);
    for (int i = 0; i < PTL_N_BASE; i++) d->power[i] *= n;
  }
  d->constant = d->constant && e->constant;
  return PTL_OK;
}

static ptl_status read_sign(ptl_reading *r, int *negative) {
  const char sign = *r->p;
  *negative = sign == '-';
  if (sign != '-' && sign != '+') return PTL_OK;
  r->p++;
  ptl_reading_skip(r);
  if (*r->p == '-' || *r->p == '+')
    return ptl_reading_fail(r, r->p, PTL_E(0103) "two signs follow each other");
  return *negative ? ptl_reading_emit_text(r, "-") : PTL_OK;
}

static ptl_status read_power(ptl_reading *r, ptl_dimension *d, int *is_literal) {
  ptl_dimension exponent = nothing;
  ptl_status status = read_primary(r, d, is_literal);
  if (status != PTL_OK) return status;
  ptl_reading_skip(r);
  if (*r->p != '^') return PTL_OK;
  *is_literal = 0;
  r->p++;
  status = ptl_reading_emit_text(r, "^");
  ptl_reading_skip(r);
  const char *at = r->p;
  const int from = r->program.n;
  int literal, negative = 0;
  if (status == PTL_OK) status = read_sign(r, &negative);
  if (status == PTL_OK && ++r->depth > DEEPEST)
    status = ptl_reading_fail(r, at, PTL_E(0103) "it is nested too deeply");
  if (status == PTL_OK) status = read_power(r, &exponent, &literal);
  r->depth--;
  if (status == PTL_OK && negative) status = ptl_emit_op(r, OP_NEGATE);
  if (status == PTL_OK) status = raise_dimension(r, at, from, d, &exponent);
  return status == PTL_OK ? ptl_emit_op(r, OP_POWER) : status;
}

/* A sign is for the power, and for the unit behind it. */
static ptl_status read_unary(ptl_reading *r, ptl_dimension *d) {
  int is_literal, negative = 0;
  ptl_reading_skip(r);
  const size_t start = r->length;
  ptl_status status = read_sign(r, &negative);
  if (status == PTL_OK) status = read_power(r, d, &is_literal);
  if (status == PTL_OK && ptl_is_unit_here(r)) status = ptl_read_unit(r, is_literal, d);
  d->start = start;
  return status == PTL_OK && negative ? ptl_emit_op(r, OP_NEGATE) : status;
}

/* ------------------------------------------------------------------ operators */

typedef struct ptl_operator {
  const char *text, *emitted;
  int rank;
  ptl_op op;
} ptl_operator;

/* Longer texts first. */
static const ptl_operator operators[] = {
    {"||", " || ", 1, OP_OR},         {"&&", " && ", 2, OP_AND},
    {"<=", " <= ", 3, OP_LESS_EQUAL}, {">=", " >= ", 3, OP_GREATER_EQUAL},
    {"==", " == ", 3, OP_EQUAL},      {"!=", " != ", 3, OP_UNEQUAL},
    {"<", " < ", 3, OP_LESS},         {">", " > ", 3, OP_GREATER},
    {"+", " + ", 4, OP_ADD},          {"-", " - ", 4, OP_SUBTRACT},
    {"*", "*", 5, OP_MULTIPLY},       {"/", "/", 5, OP_DIVIDE},
    {"%", " % ", 5, OP_MOD}};

static const ptl_operator *operator_at(const char *p) {
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (strncmp(operators[i].text, p, strlen(operators[i].text)) == 0) return &operators[i];
  return NULL;
}

static ptl_status combine(const ptl_reading *r, const char *at, const ptl_operator *o,
                          ptl_dimension *a, const ptl_dimension *b) {
  ptl_status status = PTL_OK;
  if (o->rank == 5 && o->op != OP_MOD) {
    ptl_multiply_dimension(a, b->power, o->text[0] == '*' ? 1 : -1);
    a->zero = 0;
  } else if (o->rank <= 2) {
    status = ptl_want_number(r, at, o->text, a);
    if (status == PTL_OK) status = ptl_want_number(r, at, o->text, b);
  } else {
    if (!ptl_same_dimension(r, a, b)) return ptl_fail_mixed(r, at, o->text, a, b);
    if (a->zero) memcpy(a->power, b->power, sizeof a->power);
    a->zero = a->zero && b->zero;
  }
  a->plain = a->plain && b->plain;
  a->constant = a->constant && b->constant;
  if (o->rank == 3) {
    ptl_make_number(a);
    a->plain = 1;
  }
  return status;
}

static ptl_status read_binary(ptl_reading *r, int lowest, ptl_dimension *a) {
  ptl_status status = read_unary(r, a);
  while (status == PTL_OK) {
    ptl_dimension b = nothing;
    ptl_reading_skip(r);
    const char *at = r->p;
    const ptl_operator *o = operator_at(at);
    if (o == NULL || o->rank < lowest) break;
    r->p += strlen(o->text);
    status = ptl_reading_emit_text(r, o->emitted);
    if (status != PTL_OK) return status;
    if (o->rank <= 2) status = ptl_program_truth(r->context, &r->program);
    if (status != PTL_OK) return status;
    if (o->text[0] == '/' && ptl_is_unit_here(r)) {
      status = ptl_read_divisor_unit(r, &b);
    } else {
      status = read_binary(r, o->rank + 1, &b);
    }
    if (status == PTL_OK) status = combine(r, at, o, a, &b);
    if (status == PTL_OK && o->rank <= 2) status = ptl_program_truth(r->context, &r->program);
    if (status == PTL_OK) status = ptl_emit_op(r, o->op);
  }
  return status;
}

/* a ? b : c, where a was read already */
static ptl_status read_choice(ptl_reading *r, ptl_dimension *a) {
  const char *at = r->p++;
  ptl_dimension b = nothing, c = nothing;
  ptl_status status = ptl_want_number(r, at, "a condition", a);
  int mark;
  if (status == PTL_OK) status = ptl_program_test(r->context, &r->program, &mark);
  if (status == PTL_OK) status = ptl_reading_emit_text(r, " ? ");
  if (status == PTL_OK) status = read_expression(r, &b);
  if (status != PTL_OK) return status;
  ptl_reading_skip(r);
  if (*r->p != ':') return ptl_reading_fail(r, r->p, PTL_E(0103) "the ':' of '?' is missing");
  r->p++;
  status = ptl_reading_emit_text(r, " : ");
  if (status == PTL_OK) status = ptl_program_else(r->context, &r->program, &mark);
  if (status == PTL_OK) status = read_expression(r, &c);
  if (status == PTL_OK) status = ptl_program_end(r->context, &r->program, mark);
  if (status != PTL_OK) return status;
  if (!ptl_same_dimension(r, &b, &c)) return ptl_fail_mixed(r, at, "'?'", &b, &c);
  memcpy(a->power, b.zero ? c.power : b.power, sizeof a->power);
  a->zero = b.zero && c.zero;
  a->plain = b.plain && c.plain;
  a->constant = a->constant && b.constant && c.constant;
  return PTL_OK;
}

static ptl_status read_expression(ptl_reading *r, ptl_dimension *d) {
  if (++r->depth > DEEPEST) return ptl_reading_fail(r, r->p, PTL_E(0103) "it is nested too deeply");
  ptl_status status = read_binary(r, 1, d);
  if (status == PTL_OK) ptl_reading_skip(r);
  if (status == PTL_OK && *r->p == '?') status = read_choice(r, d);
  r->depth--;
  return status;
}

/* ------------------------------------------------------------------ the whole text */

static ptl_status fail_rest(ptl_reading *r) {
  if (ptl_is_letter(*r->p) && ptl_name_is_taken(r, r->p)) {
    return ptl_reading_fail(
        r, r->p, PTL_E(0103) "an operator is missing before '%.*s', which is a name of this model and so no unit",
        (int)ptl_name_length(r->p), r->p);
  }
  if (ptl_is_letter(*r->p) || isdigit((unsigned char)*r->p) || *r->p == '(')
    return ptl_reading_fail(r, r->p, PTL_E(0103) "an operator is missing before '%.20s'", r->p);
  if (*r->p == ')')
    return ptl_reading_fail(r, r->p, PTL_E(0103) "a bracket is closed that was never opened");
  const int is_decimal = *r->p == ',' && r->p > r->text && isdigit((unsigned char)r->p[-1]);
  return ptl_reading_fail(r, r->p, PTL_E(0103) "'%.1s' does not belong here%s", r->p,
                          is_decimal ? " (decimals are written with a point)" : "");
}

ptl_status ptl_reading_all(ptl_reading *r, ptl_dimension *d) {
  *d = nothing;
  r->p = r->text;
  if (strlen(r->text) > LONGEST_TEXT)
    return ptl_fail(r->context, PTL_ERR_INPUT,
                    PTL_E(0103) "an expression has more than %d characters", LONGEST_TEXT);
  ptl_status status = read_whole(r, d);
  if (status != PTL_OK) return status;
  ptl_reading_skip(r);
  if (*r->p != '\0') return fail_rest(r);
  return r->written ? ptl_locals_join(r) : PTL_OK;
}

void ptl_reading_release(ptl_reading *r) {
  ptl_program_release(r->context, &r->program);
  ptl_locals_release(r);
  ptl_free(r->context, r->out);
  r->out = NULL;
}
