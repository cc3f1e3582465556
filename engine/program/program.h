/* program.h: an expression as a postfix program of a stack machine. Internal.
 *
 * Every instruction takes its operands from the top of a stack and leaves its value there. A choice
 * `a ? b : c` is  a TEST b ELSE c END:  TEST takes a and, if it is 0, goes on behind ELSE; ELSE
 * goes on at END. KEEP takes a value away into a place of its own, from which RECALL pushes it any
 * number of times. Constants are folded while the program is built, by the same arithmetic. */
#ifndef PTL_PROGRAM_H
#define PTL_PROGRAM_H

#include "context.h"

typedef enum ptl_op {
  OP_NUMBER,   /* pushes `number` */
  OP_VARIABLE, /* pushes variable `index` */
  OP_TEST,     /* `index`: behind ELSE */
  OP_ELSE,     /* `index`: of END */
  OP_END,
  OP_KEEP,   /* takes the value away into place `index` */
  OP_RECALL, /* pushes what is in place `index` */
  /* of one operand */
  OP_NEGATE,
  OP_TRUTH, /* 1 when it is not 0, else 0 */
  OP_SIN,
  OP_COS,
  OP_TAN,
  OP_ASIN,
  OP_ACOS,
  OP_ATAN,
  OP_SINH,
  OP_COSH,
  OP_TANH,
  OP_ASINH,
  OP_ACOSH,
  OP_ATANH,
  OP_EXP,
  OP_LOG,
  OP_LOG2,
  OP_LOG10,
  OP_SQRT,
  OP_SQUARE, /* by multiplication, as the next two */
  OP_CUBE,
  OP_FOURTH,
  OP_ABS,
  OP_SIGN,
  OP_FLOOR,
  OP_CEIL,
  OP_ROUND, /* halves away from 0 */
  OP_RINT,  /* halves upwards */
  /* of two operands */
  OP_ADD,
  OP_SUBTRACT,
  OP_MULTIPLY,
  OP_DIVIDE,
  OP_POWER,
  OP_MOD, /* a - b trunc(a/b), exactly */
  OP_ATAN2,
  OP_MIN,
  OP_MAX,
  OP_LESS,
  OP_GREATER,
  OP_LESS_EQUAL,
  OP_GREATER_EQUAL,
  OP_EQUAL,
  OP_UNEQUAL,
  OP_AND,
  OP_OR
} ptl_op;

enum { PTL_PROGRAM_DEEPEST = 500, PTL_PROGRAM_PLACES = 400 }; /* of the stack; of kept values */

typedef struct ptl_instruction {
  short op;
  short condition; /* its number among the conditions, -1 for none */
  int index;
  double number;
} ptl_instruction;

typedef struct ptl_program {
  ptl_instruction *code;
  int n;
  int depth, deepest; /* of the stack, at the end and at most */
  int n_kept, places; /* kept values, at the end and at most */
  int n_conditions;
} ptl_program;

/* ---- building; PTL_ERR_MEMORY, or PTL_ERR_INPUT when the stack would be too deep ---- */

ptl_status ptl_program_number(ptl_context *context, ptl_program *p, double value);
ptl_status ptl_program_variable(ptl_context *context, ptl_program *p, int index);
/* An operator or function over what has been put last. */
ptl_status ptl_program_apply(ptl_context *context, ptl_program *p, ptl_op op);
/* What has been put last becomes 0 or 1, if it is not so by its nature. */
ptl_status ptl_program_truth(ptl_context *context, ptl_program *p);
/* Behind a, b and c of a ? b : c. `mark` goes from one to the next. */
ptl_status ptl_program_test(ptl_context *context, ptl_program *p, int *mark);
ptl_status ptl_program_else(ptl_context *context, ptl_program *p, int *mark);
ptl_status ptl_program_end(ptl_context *context, ptl_program *p, int mark);
/* Keeps what has been put last in a new place; pushes what is kept; gives up the newest places but
 * n. */
ptl_status ptl_program_keep(ptl_context *context, ptl_program *p, int *place);
ptl_status ptl_program_recall(ptl_context *context, ptl_program *p, int place);
static inline void ptl_program_forget(ptl_program *p, int n) {
  p->n_kept = n;
}
/* What has been put last is a number: takes it back out of the program. 0: it is none. */
int ptl_program_take_number(ptl_program *p, double *number);
void ptl_program_release(ptl_context *context, ptl_program *p);

/* ---- use ---- */

/* Number of operands: 0 (a push, or part of a choice), 1 or 2. */
int ptl_op_operands(int op);
/* Whether the value or a derivative of the operator jumps where its operands pass a surface. */
int ptl_op_is_condition(int op);
/* Of these, the ones that are true or false. */
int ptl_op_is_comparison(int op);
/* Value of an operator of one or two operands. */
double ptl_op_apply(int op, double a, double b);
/* Of an operator that is a condition: a number that stays the same as long as no such surface is
 * passed (true or false, the sign, the quotient of a remainder), and a function that passes 0
 * there. */
double ptl_op_branch(int op, double a, double b);
double ptl_op_switch(int op, double a, double b);

/* Value of such an operator continued beyond the surface as on the side that has this branch; that
 * of atan2 is not continued. */
double ptl_op_continue(int op, double branch, double a, double b);

/* Value of the instructions from `from` on, which must be a whole operand. held: NULL, or per
 * condition the branch on which it is kept, NAN for one that is free. */
double ptl_program_value(const ptl_program *p, int from, const double *variables,
                         const double *held);
/* For every condition its branch and its switching function, NAN where it stands in the part of a
 * choice that is not taken; both parts go by the held branches as in ptl_program_value. */
void ptl_program_conditions(const ptl_program *p, const double *variables, const double *held,
                            double *branch, double *switching);

#endif
