/* study_keys.h: the keys of a study file, for its reader and its schema. Internal. */
#ifndef PTL_STUDY_KEYS_H
#define PTL_STUDY_KEYS_H

#include "model_words.h"

extern const ptl_key ptl_keys_study[], ptl_keys_analysis[], ptl_keys_measure[], ptl_keys_section[];

#endif
