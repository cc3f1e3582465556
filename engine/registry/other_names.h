/* other_names.h: what joints, forces, laws and keys are called elsewhere, for messages about names
 * that are not known. Internal. */
#ifndef PTL_OTHER_NAMES_H
#define PTL_OTHER_NAMES_H

#include "context.h"

enum { PTL_HINT_ROOM = 192 }; /* for every hint of both tables */

typedef struct ptl_other_name {
  ptl_kind kind;
  const char *other;
  /* of the type here; NULL where something else takes its place, which `note` tells */
  const char *name;
  const char *note; /* what it needs to be the same, as a clause behind its name, or NULL */
} ptl_other_name;

/* Entry `index` of the table; NULL past the last. */
const ptl_other_name *ptl_other_name_at(int index);

/* Writes what a name that is not known may mean, " (did you mean 'power', with exponent: 1?)": a
 * type of the kind or one of `more` (n_more words), by its name or by one that it has elsewhere,
 * else a type of another kind; "" when nothing is near. */
void ptl_type_hint(const ptl_context *context, ptl_kind kind, const char *name,
                   const char *const *more, int n_more, char *text, size_t size);

/* A key of model files, or a parameter of a type. */
typedef struct ptl_other_key {
  const char *other;
  const char *key;  /* it counts where this one may stand */
  const char *note; /* in place of a suggestion, where the value is another, or NULL */
} ptl_other_key;

/* Entry `index` of the table; NULL past the last. */
const ptl_other_key *ptl_other_key_at(int index);

/* The same hint for a key, of the n names that may stand there. */
void ptl_key_hint(const char *key, const char *const *names, int n, char *text, size_t size);

#endif
