/* motion.h: targets of the drivers. Internal. */
#ifndef PTL_MOTION_H
#define PTL_MOTION_H

#include "data.h"

/* What is derived of a table, into motion->shape. PTL_ERR_INPUT where a spline swings far beyond
 * the values. */
ptl_status ptl_motion_prepare(ptl_context *context, ptl_sys_motion *motion);
/* Target of a driver at t [s] and its two derivatives by time. */
void ptl_eval_motion(const ptl_data *data, int motion, double t, double value[3]);
/* About how far rounding puts the target and its rate from what they are at t [s]. */
void ptl_motion_rounding(const ptl_data *data, int motion, double t, double *target, double *rate);
/* Of a motion that follows signals: the derivatives of its target and of the target's rate by a
 * variable of expressions. */
void ptl_motion_slopes(const ptl_data *data, int motion, int variable, double *target,
                       double *rate);
/* The name of the first such motion, or NULL. */
const char *ptl_motion_first_following(const ptl_system *system);
/* Whether it is given by what it does from its start on, not by where it is. */
static inline int ptl_motion_begins_anywhere(const ptl_motion_def *def) {
  return def->position == NULL && def->table == NULL;
}
/* The first time after t at which a rise begins, goes over to its next piece or ends, or a table
 * has a point; INFINITY if none. */
double ptl_motion_next_kink(const ptl_system *system, double t);
/* The same of an acceleration that jumps, at a point of a table, in a rise, or where the course of
 * an input bends. */
double ptl_motion_next_jump(const ptl_data *data, double t);
/* An input that motions follow is about to be set at t: what they have travelled by it is kept. */
void ptl_motion_pass_inputs(ptl_data *data, double t);

#endif
