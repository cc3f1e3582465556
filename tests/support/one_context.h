/* one_context.h: the context that all tests of a program share. */
#ifndef PTL_TEST_ONE_CONTEXT_H
#define PTL_TEST_ONE_CONTEXT_H

#include "support.h"

static ptl_context *context;

static inline int set_up(void **state) {
  (void)state;
  context = ptl_context_create(NULL);
  return context == NULL;
}

static inline int tear_down(void **state) {
  (void)state;
  ptl_context_destroy(context);
  return 0;
}

#endif
