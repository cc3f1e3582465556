/* collector.h: the calls of measures, prepared for one run. Internal to this room. */
#ifndef PTL_COLLECTOR_H
#define PTL_COLLECTOR_H

#include "contact_time.h"
#include "ideal_run.h"
#include "measure.h"
#include "measure_table.h"
#include "section_watch.h"

/* A call for one run. */
typedef struct ptl_bound {
  const ptl_call *call;
  const char *unit;
  char inferred[64];    /* where `unit` stands when it is that of an expression */
  ptl_expr *expr;       /* of the columns, NULL: no rows */
  ptl_expr *coordinate; /* of its window, NULL: time */
  ptl_reduce reduce;
  unsigned char *gaps;   /* 1 for each gap of the system that is meant */
  int statistic, offset; /* STATISTIC: which one, and where its number stands */
  int64_t count;         /* of events */
  ptl_contact_time contact;
  double value;
} ptl_bound;

struct ptl_collector {
  ptl_context *context;
  const ptl_measures *measures;
  const ptl_system *system;
  const ptl_mechanism *mechanism;
  int n_gaps;
  ptl_symbol_list columns; /* of a row */
  double *row;             /* their values */
  int n_columns;           /* of the system; those of the ideal mechanism stand behind them */
  ptl_ideal_run ideal;     /* without a system where nothing asks for it */
  ptl_bound *bounds;       /* of measures->calls */
  ptl_symbol_list names;   /* value1, ..., then the measures' */
  double *values;          /* theirs */
  char (*units)[64];       /* of the measures */
  ptl_expr **expressions;  /* of the measures */
  ptl_section_watch *sections;
  ptl_section_row on_section;
  void *section_user;
  ptl_status status; /* of what failed in the sink */
  char message[1024];
};

/* Prepares the calls; measure_bind.c. */
ptl_status ptl_collector_bind(ptl_collector *c);
/* An expression of columns; its unit goes to `unit`. `what` is for messages. */
ptl_status ptl_collector_expression(ptl_collector *c, const char *text, const char *what,
                                    char *unit, size_t size, ptl_expr **out);
/* The coordinate of a span's joint as an expression of columns; NULL for a time. */
ptl_status ptl_collector_coordinate(ptl_collector *c, const ptl_span_text *span, ptl_expr **out);

#endif
