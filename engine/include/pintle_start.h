/* pintle_start.h: what is known of the start beside the placement of the bodies. Part of
 * pintle.h. */
#ifndef PINTLE_START_H
#define PINTLE_START_H

#include "pintle_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers of a body that are not known: the assembly moves them before it moves what is given. */
enum {
  PTL_FREE_POSITION = 1, /* x, y */
  PTL_FREE_ANGLE = 2,
  PTL_FREE_VELOCITY = 4, /* vx, vy */
  PTL_FREE_RATE = 8      /* omega */
};

/* The coordinate of a joint at the start and its rate, or where a point of a body is in the ground
 * and how it moves. NAN: not known; what is known is kept, and the rest of the mechanism
 * follows. */
typedef struct ptl_start_def {
  const char *joint;  /* NULL: the point `at` */
  const char *name;   /* of the point, in messages */
  ptl_part_def at;    /* its angle is not used */
  double position[2]; /* of a joint only the first [rad] or [m]; of a point x, y [m] */
  double rate[2];     /* [rad/s] or [m/s]; [m/s] */
} ptl_start_def;

/* Every number NAN. */
PTL_DEF_DEFAULT(ptl_start_default, ptl_start_def)
PTL_DEF_ADD(ptl_mechanism_add_start, ptl_start_def)
/* Reading back, as in pintle.h. */
PTL_DEF_GET(ptl_mechanism_get_start, ptl_start_def)

/* Runs begin where another run was at the time `at` [s], NAN: at its end, and at that time: with
 * its bodies, contacts, latched speeds, inner states and inputs, put onto the constraints of this
 * description, whose structure must be the same (ptl_run_set_system). `folder` is a run folder,
 * whose model.yaml is run again up to there; NULL: nothing of the kind. */
PTL_API ptl_status ptl_mechanism_set_start_from(ptl_mechanism *m, const char *folder, double at);
/* The folder, or NULL. */
PTL_API const char *ptl_mechanism_get_start_from(const ptl_mechanism *m, double *at);

#ifdef __cplusplus
}
#endif
#endif
