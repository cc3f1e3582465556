/* family.c: families of types. */
#include "family.h"

#include <string.h>

#include "pintle_extend.h"

int ptl_cli_is_family(const ptl_type_info *info, const char *family) {
  const char *own = info->doc->family;
  return own == NULL || family == NULL ? own == family : strcmp(own, family) == 0;
}

int ptl_cli_families(const ptl_context *context, ptl_kind kind, const char **families, int room) {
  ptl_type_info info;
  int n = 0;
  for (int i = 0; n < room && ptl_context_get_type(context, kind, i, &info); i++) {
    int k = 0;
    while (k < n && !ptl_cli_is_family(&info, families[k])) k++;
    if (k == n) families[n++] = info.doc->family;
  }
  return n;
}
