/* window.h: which part of a run counts. Internal. */
#ifndef PTL_WINDOW_H
#define PTL_WINDOW_H

#include "context.h"

/* `20 ms`, or a travel: `2 turns of shaft`. */
typedef struct ptl_span_text {
  double amount;  /* [s], or of the joint's angle [rad] */
  char joint[64]; /* "": a time */
} ptl_span_text;

typedef enum ptl_window_kind {
  PTL_WINDOW_ALL,
  PTL_WINDOW_LAST,
  PTL_WINDOW_BETWEEN
} ptl_window_kind;

typedef struct ptl_window {
  ptl_window_kind kind;
  ptl_span_text last;
  double from, to; /* BETWEEN, of the abscissa */
} ptl_window;

/* PTL_ERR_INPUT for a text that is none. */
ptl_status ptl_span_text_read(ptl_context *context, const char *text, ptl_span_text *out);
/* Whether a text begins like a window: with `last` or `from`. */
int ptl_is_window(const char *text);
/* `last SPAN`, `from TIME`, `from TIME to TIME`; `unit` is that of the abscissa, "s". */
ptl_status ptl_window_read(ptl_context *context, const char *text, const char *unit,
                           ptl_window *out);

#endif
