/* cell.h: what a program can give while one of its variables goes over an interval. Internal. */
#ifndef PTL_CELL_H
#define PTL_CELL_H

#include "jet.h"
#include "program.h"

typedef struct ptl_cell {
  int variable; /* goes over [from, to]; -1 for none */
  double from, to;
  const double *lo, *hi; /* bounds of the others; NULL: they stand at `values` */
  const double *values;  /* with `free` they may be anything instead */
  int free;
  int settled; /* 1: conditions of the variable alone stay as they are in the middle */
  int order;   /* of the coefficients, up to PTL_JET_ORDER */
  /* NULL, or per condition: it has this branch if it is `decided` here */
  const struct ptl_mark *known;
} ptl_cell;

/* What is found of a condition that depends on nothing free. */
typedef struct ptl_mark {
  int reached;           /* 0: it stands in a part of a choice that is not taken, or is free */
  int decided;           /* it has one and the same branch in the whole cell */
  double branch;         /* in the middle, by plain arithmetic */
  ptl_interval value[3]; /* coefficients of its switching function, as far as the order goes */
} ptl_mark;

/* Leaves the result in stack[0]; the stack has p->deepest + p->places places. marks, one per
 * condition, may be NULL. */
void ptl_program_enclose(const ptl_program *p, const ptl_cell *cell, ptl_jet *stack,
                         ptl_mark *marks);

#endif
