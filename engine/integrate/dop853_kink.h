/* dop853_kink.h: steps of the explicit stepper where a force has a kink in reactions. Internal.
 *
 * The normal force of an ideal joint and the force of a mesh along its line of centres are convex
 * functions of reactions, with kinks where these change sides or a slider comes to bear on its
 * edges. A step that leads over one may see no more of it than its error estimate overlooks: it
 * ends there. */
#ifndef PTL_DOP853_KINK_H
#define PTL_DOP853_KINK_H

#include "dop853_step_size.h"

/* By how much an attempt is to be shortened so that it ends at the first kink that matters in it;
 * 1: there is none. After the rates at its end. */
double ptl_kink_factor(const ptl_dop853_contact *s);
/* Notes the reactions of the last sample (dop853_slip.h), and of the end of a step, where the rates
 * have just been found. */
void ptl_kink_note_sample(ptl_dop853_contact *s);
void ptl_kink_note(ptl_dop853_contact *s);

#endif
