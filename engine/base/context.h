/* context.h: memory, messages, and what higher rooms keep for the length of a context. Internal. */
#ifndef PTL_CONTEXT_H
#define PTL_CONTEXT_H

#include "codes.h"
#include "pintle.h"

/* What a higher room keeps in a context: made on first use, closed with the context. */
typedef struct ptl_context_slot {
  void *data;
  void (*close)(ptl_context *context, void *data);
} ptl_context_slot;

/* Closed in this order. */
enum { PTL_SLOT_UNITS, PTL_SLOT_UDUNITS, PTL_SLOT_REGISTRY, PTL_N_SLOTS };

/* The failure that has been told. Kept as a whole and put back by what goes on and may fail in
 * other ways of which nothing is told: the strings of `error` stay those of the context. */
typedef struct ptl_told {
  char message[2048];
  ptl_error error; /* of that message; its strings stand below */
  char file[512], setting[256], element[32], name[128];
} ptl_told;

struct ptl_context {
  ptl_allocator allocator;
  ptl_told told;
  ptl_context_slot slots[PTL_N_SLOTS];
};

/* A context without types; allocator NULL: malloc and its kin. NULL when there is no memory. */
ptl_context *ptl_context_create_empty(const ptl_allocator *allocator);

/* Zeroed memory for n elements of `size` bytes; NULL sets the message. n = 0 gives non-NULL. */
void *ptl_alloc(ptl_context *context, size_t n, size_t size);
/* Room for one more element in a growing array of `n`; NULL sets the message, keeps `old`. */
void *ptl_grow(ptl_context *context, void *old, size_t n, size_t size);
void ptl_free(ptl_context *context, void *memory);
char *ptl_copy_text(ptl_context *context, const char *text); /* NULL stays NULL */

/* The class of what the C library has failed with: of memory, or of files. */
ptl_status ptl_errno_status(void);

/* Sets the message and returns `status`: `return ptl_fail(c, PTL_ERR_INPUT, PTL_E(0204) "...")`. */
ptl_status ptl_fail(ptl_context *context, ptl_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same of a message that was told before, by another context or before other failures: the
 * lines below it stay. `code` is PTL_E(...) or PTL_E_SAME. */
ptl_status ptl_fail_told(ptl_context *context, ptl_status status, const char *code,
                         const char *message);
/* Adds lines below the message that is there, which is one line: what a file has there. */
void ptl_show_below(ptl_context *context, const char *lines);
/* Parts of the failure that has just been told (ptl_fail has begun it without any): where it is in
 * a file, line 0: not known, or which setting; which element; at what time of a run. NULL stays
 * unknown. */
void ptl_error_place(ptl_context *context, const char *file, int line, int column,
                     const char *setting);
void ptl_error_element(ptl_context *context, const char *element, const char *name);
/* A structure of the program, of `size` bytes, as this library has it (pintle_base.h); `name` is
 * for the message. */
ptl_status ptl_take_def(ptl_context *context, void *own, size_t own_size, const void *given,
                        size_t size, const char *name);
/* The other way round. */
void ptl_give_def(void *out, size_t size, const void *own, size_t own_size);
/* ptl_fail with these parts kept: the message is told in other words. */
ptl_status ptl_fail_again(ptl_context *context, ptl_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Puts text in front of the message that is there, behind the place in a file that it begins
 * with. */
void ptl_prefix_message(ptl_context *context, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
