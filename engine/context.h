/* context.h: memory, messages and the registry of types. Internal. */
#ifndef PTL_CONTEXT_H
#define PTL_CONTEXT_H

#include <stdarg.h>

#include "pintle.h"
#include "pintle_extend.h"

typedef struct ptl_registered {
  const void *type; /* ptl_elastic_law, ptl_damping_law, ptl_joint_type ... */
  const char *origin;
} ptl_registered;

enum { PTL_N_KINDS = 5 };

struct ptl_context {
  ptl_allocator allocator;
  char message[2048];
  ptl_registered *types[PTL_N_KINDS];
  int n_types[PTL_N_KINDS];
  void **libraries; /* open plug-ins */
  char **origins;   /* their names and versions */
  int n_libraries;
  void *units;  /* opened on first use by units.c */
  void *parser; /* of constants, opened on first use by expression_run.c */
};

/* Zeroed memory for n elements of `size` bytes; NULL sets the message. n = 0 gives non-NULL. */
void *ptl_alloc(ptl_context *context, size_t n, size_t size);
/* Room for one more element in a growing array of `n`; NULL sets the message, keeps `old`. */
void *ptl_grow(ptl_context *context, void *old, size_t n, size_t size);
void ptl_free(ptl_context *context, void *memory);
char *ptl_copy_text(ptl_context *context, const char *text); /* NULL stays NULL */

/* Sets the message and returns `status`: `return ptl_fail(c, PTL_ERR_INPUT, "...")`. */
ptl_status ptl_fail(ptl_context *context, ptl_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Puts text in front of the message that is there. */
void ptl_prefix_message(ptl_context *context, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The type of that name, or NULL. */
const void *ptl_find_type(const ptl_context *context, ptl_kind kind, const char *name);
/* Fields that all the structs share. */
const char *ptl_type_name(ptl_kind kind, const void *type);
const ptl_param *ptl_type_params(ptl_kind kind, const void *type);
int ptl_type_n_derived(ptl_kind kind, const void *type);
int ptl_type_n_derived_per_point(ptl_kind kind, const void *type);
/* Whether a prepared joint is held by its constraints, and whether it has gap number `gap`. */
int ptl_joint_is_ideal(const ptl_joint_type *type, const double *c);
int ptl_joint_has_gap(const ptl_joint_type *type, const double *c, int gap);

/* builtin.c */
extern const ptl_elastic_law *const ptl_builtin_elastic[];
extern const ptl_damping_law *const ptl_builtin_damping[];
extern const ptl_joint_type *const ptl_builtin_joints[];
extern const ptl_force_type *const ptl_builtin_forces[];
extern const ptl_friction_law *const ptl_builtin_frictions[];

#endif
