/* reactions_many.h: the forces of reactions.h where there are many of them. Internal. */
#ifndef PTL_REACTIONS_MANY_H
#define PTL_REACTIONS_MANY_H

#include "reactions_state.h"

/* At the state of ptl_reactions_set_state, with r->free_lambda: the solutions, that from guess
 * first; guess NULL: there is none. The rows of the forces are those of the last iterate.
 * Amplification and the strongest force are reported. */
ptl_status ptl_reactions_find_many(ptl_reactions *r, const double *guess,
                                   ptl_reaction_report *report);

#endif
