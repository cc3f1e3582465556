/* materials.h: materials by name. Internal; the struct itself is public. */
#ifndef PTL_MATERIALS_H
#define PTL_MATERIALS_H

#include "context.h"

/* The material of that name, upper and lower case alike, or NULL. */
const ptl_material *ptl_material_find(const char *name);
/* The name nearest to `name`, or NULL when none is near. */
const char *ptl_material_suggest(const char *name);

#endif
