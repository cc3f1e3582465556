/* family.h: types of one kind by the families they belong to. */
#ifndef PTL_CLI_FAMILY_H
#define PTL_CLI_FAMILY_H

#include "pintle.h"

/* The families of a kind's types in the order in which they first come, NULL for types without one;
 * at most `room`. Returns their number. */
int ptl_cli_families(const ptl_context *context, ptl_kind kind, const char **families, int room);
int ptl_cli_is_family(const ptl_type_info *info, const char *family);

#endif
