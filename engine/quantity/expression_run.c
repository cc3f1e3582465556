/* expression_run.c: compiled expressions, and derivatives by extrapolated differences. The only
 * file that knows muParser. */
#include <float.h>
#include <math.h>
#include <muParserDLL.h>
#include <pthread.h>
#include <string.h>

#include "expression.h"
#include "expression_parts.h"
#include "number.h"

struct ptl_expr {
  ptl_context *context;
  muParserHandle_t parser;
};

static const char name_characters[] =
    "0123456789_.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/* muParser hands out messages and names in buffers that all its parsers share. */
static pthread_mutex_t buffer_lock = PTHREAD_MUTEX_INITIALIZER;

static muParserHandle_t create_parser(ptl_context *context) {
  muParserHandle_t parser = mupCreate(muBASETYPE_FLOAT);

  if (!parser) {
    ptl_fail(context, PTL_ERR_MEMORY, "out of memory: muParser cannot be started");
    return NULL;
  }
  mupDefineNameChars(parser, name_characters);
  mupDefineConst(parser, "pi", 3.14159265358979323846); /* its own _pi has 12 digits */
  return parser;
}

static ptl_status check_parser(ptl_context *context, muParserHandle_t parser, const char *text) {
  if (!mupError(parser)) return PTL_OK;
  pthread_mutex_lock(&buffer_lock);
  ptl_fail(context, PTL_ERR_INPUT, "'%.200s': %s", text, mupGetErrorMsg(parser));
  pthread_mutex_unlock(&buffer_lock);
  return PTL_ERR_INPUT;
}

/* ------------------------------------------------------------------ constants */

static void close_parser(ptl_context *context, void *parser) {
  (void)context;
  mupRelease(parser);
}

ptl_status ptl_constant_eval(ptl_context *context, const char *text, double *out) {
  char *end;

  *out = ptl_number_read(text, &end);
  if (end != text && *end == '\0') return PTL_OK;
  ptl_context_slot *slot = &context->slots[PTL_SLOT_CONSTANTS];
  if (slot->data == NULL) *slot = (ptl_context_slot){create_parser(context), close_parser};
  if (slot->data == NULL) return PTL_ERR_MEMORY;
  mupErrorReset(slot->data);
  mupSetExpr(slot->data, text);
  *out = mupEval(slot->data);
  return check_parser(context, slot->data, text);
}

/* ------------------------------------------------------------------ expressions */

static ptl_status compile(ptl_expr *expr, const char *text, const ptl_symbol_list *variables,
                          double *values) {
  const char *name;
  size_t length;

  for (name = text; (name = ptl_next_name(name, &length)) != NULL; name += length) {
    const int i = ptl_symbols_find(variables, name, length);
    if (i < 0) continue;
    mupDefineVar(expr->parser, variables->items[i].name,
                 values ? &values[i] : &variables->items[i].value);
  }
  mupSetExpr(expr->parser, text);
  mupEval(expr->parser);
  return check_parser(expr->context, expr->parser, text);
}

/* The text goes through the grammar of expression.c, which refuses what only muParser knows
 * (assignments, strings). */
ptl_status ptl_expr_create(ptl_context *context, const char *resolved,
                           const ptl_symbol_list *variables, double *values, ptl_expr **out) {
  char *text;
  ptl_expr *expr;
  ptl_status status = ptl_expr_resolve(context, resolved, NULL, NULL, 0, variables, &text);

  if (status != PTL_OK) return status;
  expr = ptl_alloc(context, 1, sizeof *expr);
  if (expr) {
    expr->context = context;
    expr->parser = create_parser(context);
  }
  if (expr == NULL || !expr->parser) {
    ptl_free(context, expr);
    ptl_free(context, text);
    return PTL_ERR_MEMORY;
  }
  status = compile(expr, text, variables, values);
  ptl_free(context, text);
  if (status != PTL_OK) {
    ptl_expr_destroy(expr);
  } else {
    *out = expr;
  }
  return status;
}

void ptl_expr_destroy(ptl_expr *expr) {
  if (expr == NULL) return;
  mupRelease(expr->parser);
  ptl_free(expr->context, expr);
}

double ptl_expr_eval(const ptl_expr *expr) {
  const double value = mupEval(expr->parser);
  return mupError(expr->parser) ? NAN : value;
}

int ptl_expr_uses(const ptl_expr *expr, const char *variable) {
  const int n = mupGetExprVarNum(expr->parser);
  int i, found = 0;

  pthread_mutex_lock(&buffer_lock);
  for (i = 0; i < n && !found; i++) {
    const muChar_t *name = NULL;
    muFloat_t *value = NULL;
    mupGetExprVar(expr->parser, (unsigned)i, &name, &value);
    found = name && strcmp(name, variable) == 0;
  }
  pthread_mutex_unlock(&buffer_lock);
  return found;
}

/* ------------------------------------------------------------------ derivatives */

enum { MOST_ROWS = 24, WIDTH = 9 };

/* Central differences at steps h, h/2, h/4 ..., extrapolated to h = 0: their errors are even powers
 * of h, which Neville's scheme removes one by one. */
typedef struct ptl_extrapolation {
  double row[WIDTH]; /* of the last step: [k] has an error of order h^(2k + 2) */
  int n;             /* entries of the row */
  double best, error;
  int done;
} ptl_extrapolation;

/* `noise` is what rounding can do to this difference; below that a smaller step only hurts. */
static void extrapolate(ptl_extrapolation *e, double difference, double noise) {
  double now[WIDTH];
  double factor = 1;
  const int n = e->n < WIDTH ? e->n + 1 : WIDTH;
  int k;

  if (e->done) return;
  now[0] = difference;
  for (k = 1; k < n; k++) {
    double error;
    factor *= 4;
    now[k] = now[k - 1] + (now[k - 1] - e->row[k - 1]) / (factor - 1);
    error = fmax(fabs(now[k] - now[k - 1]), fabs(now[k] - e->row[k - 1]));
    if (error <= e->error) {
      e->error = error;
      e->best = now[k];
    }
  }
  memcpy(e->row, now, (size_t)n * sizeof *now);
  e->n = isfinite(difference) ? n : 0;
  e->done = n >= 4 && e->error <= noise;
}

void ptl_expr_derive(const ptl_expr *expr, double *x, double step, double *first, double *second) {
  const double x0 = *x;
  const double middle = ptl_expr_eval(expr);
  ptl_extrapolation d1 = {{0}, 0, NAN, INFINITY, 0}, d2 = {{0}, 0, NAN, INFINITY, 0};
  double h = 0.7390851332151607 * step; /* no simple part of a period */
  int i;

  for (i = 0; i < MOST_ROWS && !(d1.done && d2.done); i++, h /= 2) {
    double right, left, width, noise;
    *x = x0 + h;
    width = *x - x0; /* the step that x0 can bear */
    if (!(width > 0)) break;
    right = ptl_expr_eval(expr);
    *x = x0 - width;
    left = ptl_expr_eval(expr);
    noise = DBL_EPSILON * fmax(fabs(middle), fmax(fabs(right), fabs(left))) / width;
    extrapolate(&d1, (right - left) / (2 * width), noise);
    extrapolate(&d2, (right - 2 * middle + left) / (width * width), 4 * noise / width);
  }
  *x = x0;
  *first = d1.best;
  *second = d2.best;
}
