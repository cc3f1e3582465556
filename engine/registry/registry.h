/* registry.h: the types a context knows, built in and from plug-ins. Internal. */
#ifndef PTL_REGISTRY_H
#define PTL_REGISTRY_H

#include "context.h"
#include "pintle_extend.h"

enum { PTL_N_KINDS = 6 };

typedef struct ptl_registered {
  const void *type; /* ptl_elastic_law, ptl_damping_law, ptl_joint_type ... */
  const char *origin;
} ptl_registered;

typedef struct ptl_registry {
  ptl_registered *types[PTL_N_KINDS];
  int n_types[PTL_N_KINDS];
  void **libraries; /* open plug-ins */
  char **origins;   /* their names and versions */
  int n_libraries;
} ptl_registry;

/* That of the context. */
ptl_registry *ptl_registry_of(const ptl_context *context);

/* The type of that name, or NULL. */
const void *ptl_find_type(const ptl_context *context, ptl_kind kind, const char *name);
/* Fields that all the structs share. */
const char *ptl_type_name(ptl_kind kind, const void *type);
const ptl_param *ptl_type_params(ptl_kind kind, const void *type);
int ptl_type_n_derived(ptl_kind kind, const void *type);
int ptl_type_n_derived_per_point(ptl_kind kind, const void *type);
void *ptl_type_user(ptl_kind kind, const void *type);
/* The number of gaps that the type names. */
int ptl_joint_n_gaps(const ptl_joint_type *type);
/* Whether a prepared joint has clearance, and whether it has gap number `gap`. */
int ptl_joint_has_clearance(const ptl_joint_type *type, const double *c);
int ptl_joint_has_gap(const ptl_joint_type *type, const double *c, int gap);

/* Gives the context a registry without types. */
ptl_status ptl_registry_open(ptl_context *context);
/* Adds one type; `origin` must outlive the context. A name that exists already is
 * PTL_ERR_INPUT. The type's tables are not checked. */
ptl_status ptl_registry_add(ptl_context *context, ptl_kind kind, const void *type,
                            const char *origin);
/* Checks what a type says of itself: names, tables, ranges, functions that belong together. The
 * message names the type and the row. Built-in types pass through this in the tests, those of
 * plug-ins when they are loaded. */
ptl_status ptl_registry_check(ptl_context *context, ptl_kind kind, const void *type);

/* "elastic law", "damping law", "joint type", "force type", "friction law", "film law" */
const char *ptl_kind_word(ptl_kind kind);
/* 1 if the text is a name: a letter or _, then letters, digits and _; at most 63 of them. */
int ptl_name_is_valid(const char *name);
/* 1 if the text is one name or several joined by dots. */
int ptl_dotted_name_is_valid(const char *name);

#endif
