/* wear_refuse.c: failures of a joint's wear. */
#include <stdarg.h>
#include <stdio.h>

#include "context.h"
#include "wear_parts.h"

ptl_status ptl_wear_refuse(const ptl_wear *w, const ptl_wear_bearing *b, ptl_status status,
                           const char *format, ...) {
  char why[400];
  va_list values;
  va_start(values, format);
  vsnprintf(why, sizeof why, format, values);
  va_end(values);
  return ptl_fail(w->context, status, PTL_E(0808) "joint '%s': %s", b->joint, why);
}
