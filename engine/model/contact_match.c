/* contact_match.c: which elastic and damping laws go together. */
#include <string.h>

#include "context.h"
#include "pintle_law.h"

/* 1 if `name` is one of the words in "a|b|c", or the list is NULL. */
static int listed(const char *list, const char *name) {
  if (list == NULL) return 1;
  const size_t length = strlen(name);
  for (const char *word = list; word != NULL; word = strchr(word, '|')) {
    if (*word == '|') ++word;
    if (strncmp(word, name, length) == 0 && (word[length] == '|' || word[length] == 0)) return 1;
  }
  return 0;
}

ptl_status ptl_contact_match(ptl_context *context, const ptl_elastic_law *elastic,
                             const ptl_damping_law *damping) {
  const char *name = damping != NULL ? damping->name : "none";
  if (damping != NULL && !listed(damping->partners, elastic->name))
    return ptl_fail(context, PTL_ERR_INPUT,
                    "damping law '%s' does not go with elastic law '%s'; it goes with: %s", name,
                    elastic->name, damping->partners);
  if (!listed(elastic->partners, name))
    return ptl_fail(context, PTL_ERR_INPUT,
                    "elastic law '%s' does not go with damping law '%s'; it goes with: %s",
                    elastic->name, name, elastic->partners);
  return PTL_OK;
}
