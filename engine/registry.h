/* registry.h: the types a context knows, built in and from plug-ins. Internal. */
#ifndef PTL_REGISTRY_H
#define PTL_REGISTRY_H

#include "context.h"

/* Registers the built-in types. */
ptl_status ptl_registry_fill(ptl_context *context);
/* Forgets every type and closes the plug-ins. */
void ptl_registry_release(ptl_context *context);

/* Adds one type; `origin` must outlive the context. A name that exists already is
 * PTL_ERR_INPUT. The type's tables are not checked. */
ptl_status ptl_registry_add(ptl_context *context, ptl_kind kind, const void *type,
                            const char *origin);
/* Checks what a type says of itself: names, tables, ranges, functions that belong together. The
 * message names the type and the row. Built-in types pass through this in the tests, those of
 * plug-ins when they are loaded. */
ptl_status ptl_registry_check(ptl_context *context, ptl_kind kind, const void *type);

/* "elastic law", "damping law", "joint type", "force type", "friction law" */
const char *ptl_kind_word(ptl_kind kind);
/* 1 if the text is a name: a letter or _, then letters, digits and _; at most 63 of them. */
int ptl_name_is_valid(const char *name);
/* 1 if the text is one name or several joined by dots. */
int ptl_dotted_name_is_valid(const char *name);

#endif
