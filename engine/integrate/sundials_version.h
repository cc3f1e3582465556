/* sundials_version.h: what differs between the versions 6 and 7 of SUNDIALS. Internal. */
#ifndef PTL_SUNDIALS_VERSION_H
#define PTL_SUNDIALS_VERSION_H

#include <ida/ida.h>
#include <string.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_nonlinearsolver.h>

#if SUNDIALS_VERSION_MAJOR < 7
#define SUN_COMM_NULL NULL
#define SUN_SUCCESS 0
#endif

/* The last of what has gone wrong; it goes nowhere else. */
typedef struct ptl_sundials_message {
  char text[256];
} ptl_sundials_message;

/* ptl_sundials_keep_message: sends messages of IDA, and from version 7 on of all that belongs to
 * the context, to *message, which must stay where it is. Returns 0 on success. */
#if SUNDIALS_VERSION_MAJOR < 7
static void ptl_sundials_keep(int code, const char *module, const char *function, char *text,
                              void *message) {
  (void)code, (void)module, (void)function;
  strncpy(((ptl_sundials_message *)message)->text, text, sizeof(ptl_sundials_message) - 1);
}

static inline int ptl_sundials_keep_message(SUNContext context, void *ida,
                                            ptl_sundials_message *message) {
  (void)context;
  return IDASetErrHandlerFn(ida, ptl_sundials_keep, message);
}
#else
static void ptl_sundials_keep(int line, const char *function, const char *file, const char *text,
                              SUNErrCode code, void *message, SUNContext context) {
  (void)line, (void)function, (void)file, (void)code, (void)context;
  if (text != NULL)
    strncpy(((ptl_sundials_message *)message)->text, text, sizeof(ptl_sundials_message) - 1);
}

static inline int ptl_sundials_keep_message(SUNContext context, void *ida,
                                            ptl_sundials_message *message) {
  (void)ida;
  const int failed = SUNContext_ClearErrHandlers(context);
  return failed ? failed : SUNContext_PushErrHandler(context, ptl_sundials_keep, message);
}
#endif

#endif
