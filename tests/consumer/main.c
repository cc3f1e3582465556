/* What a program outside the project does first: it lists the joint types. */
#include <pintle.h>
#include <pintle_extend.h>
#include <pintle_trace.h>
#include <stdio.h>

int main(void) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_type_info info;
  int n = 0;
  while (context != NULL && ptl_context_get_type(context, PTL_JOINT, n, &info)) n++;
  printf("pintle %s knows %d joint types\n", PTL_VERSION, n);
  ptl_context_destroy(context);
  return n > 0 ? 0 : 1;
}
