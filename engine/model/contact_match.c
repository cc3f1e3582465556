/* contact_match.c: which elastic and damping laws go together. */
#include "context.h"
#include "pintle_law.h"
#include "word_list.h"

/* NULL accepts every law. */
static int accepts(const char *partners, const char *name) {
  return partners == NULL || ptl_word_index(partners, name) >= 0;
}

ptl_status ptl_contact_match(ptl_context *context, const ptl_elastic_law *elastic,
                             const ptl_damping_law *damping) {
  const char *name = damping != NULL ? damping->name : "none";
  if (damping != NULL && !accepts(damping->partners, elastic->name))
    return ptl_fail(context, PTL_ERR_INPUT,
                    "damping law '%s' does not go with elastic law '%s'; it goes with: %s", name,
                    elastic->name, damping->partners);
  if (!accepts(elastic->partners, name))
    return ptl_fail(context, PTL_ERR_INPUT,
                    "elastic law '%s' does not go with damping law '%s'; it goes with: %s",
                    elastic->name, name, elastic->partners);
  return PTL_OK;
}
