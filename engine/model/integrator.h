/* integrator.h: the words for the integrators of `run:`. Internal. */
#ifndef PTL_INTEGRATOR_H
#define PTL_INTEGRATOR_H

#include <string.h>

#include "pintle.h"

/* The words as a text for messages. */
#define PTL_INTEGRATOR_WORDS "auto, ida or dop853"

/* The word for it; NULL if there is no such integrator. */
static inline const char *ptl_integrator_word(ptl_integrator integrator) {
  switch (integrator) {
    case PTL_INTEGRATOR_AUTO:
      return "auto";
    case PTL_INTEGRATOR_IDA:
      return "ida";
    case PTL_INTEGRATOR_DOP853:
      return "dop853";
  }
  return NULL;
}

/* 1 and the integrator of that word, 0 if there is none. `bdf`, the formula of IDA, is another word for `ida`. */
static inline int ptl_integrator_find(const char *word, ptl_integrator *out) {
  static const ptl_integrator all[] = {PTL_INTEGRATOR_AUTO, PTL_INTEGRATOR_IDA,
                                       PTL_INTEGRATOR_DOP853};
  if (strcmp(word, "bdf") == 0) word = ptl_integrator_word(PTL_INTEGRATOR_IDA);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (strcmp(word, ptl_integrator_word(all[i])) != 0) continue;
    *out = all[i];
    return 1;
  }
  return 0;
}

#endif
