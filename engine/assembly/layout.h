/* layout.h: the columns of a system's trace, and the values of a row. Internal. */
#ifndef PTL_LAYOUT_H
#define PTL_LAYOUT_H

#include "data.h"

ptl_status ptl_layout_build(ptl_context *context, ptl_system *system);
void ptl_layout_destroy(ptl_context *context, ptl_layout *layout);
/* All columns before the model's choice: room for `all` below. */
int ptl_layout_width(const ptl_system *system);
/* Compiles the model's expressions over the columns; they read `all`. One element of out per
 * expression. */
ptl_status ptl_layout_compile(ptl_context *context, const ptl_system *system, double *all,
                              ptl_expr **out);
#endif
