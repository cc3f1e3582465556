/* mechanism_lists.h: what each file mechanism_KIND.c does for its lists of elements when a
 * description is copied or destroyed. Internal.
 *
 * Copying fills the empty lists of `to`, names included; PTL_ERR_MEMORY leaves in it what can be
 * released. */
#ifndef PTL_MECHANISM_LISTS_H
#define PTL_MECHANISM_LISTS_H

#include "mechanism.h"

/* mechanism_body.c: bodies, forces, loads, points, columns, stops. */
ptl_status ptl_copy_bodies(ptl_mechanism *to, const ptl_mechanism *from);
void ptl_release_bodies(ptl_mechanism *m);
/* A stop that has been checked. */
ptl_status ptl_append_stop(ptl_mechanism *m, const ptl_stop_def *def);
/* mechanism_contact.c */
ptl_status ptl_copy_contacts(ptl_mechanism *to, const ptl_mechanism *from);
void ptl_release_contacts(ptl_mechanism *m);
/* mechanism_joint.c */
ptl_status ptl_copy_joints(ptl_mechanism *to, const ptl_mechanism *from);
void ptl_release_joints(ptl_mechanism *m);
/* mechanism_motion.c: couplings, motions and starts. */
ptl_status ptl_copy_motions(ptl_mechanism *to, const ptl_mechanism *from);
void ptl_release_motions(ptl_mechanism *m);
/* mechanism_shape.c */
ptl_status ptl_copy_shapes(ptl_mechanism *to, const ptl_mechanism *from);
void ptl_release_shapes(ptl_mechanism *m);
/* mechanism_signal.c, behind all bodies. */
ptl_status ptl_copy_signals(ptl_mechanism *to, const ptl_mechanism *from);
void ptl_release_signals(ptl_mechanism *m);
/* mechanism_statistic.c */
ptl_status ptl_copy_statistics(ptl_mechanism *to, const ptl_mechanism *from);
void ptl_release_statistics(ptl_mechanism *m);

#endif
