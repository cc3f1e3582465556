/* gap.h: the gaps of a system at one state, without forces. Internal. */
#ifndef PTL_GAP_H
#define PTL_GAP_H

#include "data.h"

/* One gap at one state: kinematics, and what contact.h adds where it touches. */
typedef struct ptl_gap_eval {
  double depth, rate, slip;    /* slip: tangential velocity of B relative to A [m], [m/s], [m/s] */
  double gradient[3];          /* of the depth, by x, y [1] and angle [m] of the pose */
  double speed, angular_speed; /* of B's centre of curvature and of B against A [m/s], [rad/s] */
  double curvature_range;      /* displacement over which the radii of curvature may be taken as
                                   constant [m] */
  int passed_to; /* adjoining gap whose geometry this is, as its contact has passed there, or -1 */
  double force, elastic_energy; /* [N], [J]; 0 when open */
  double friction;              /* opposes the slip [N] */
  double rolling_power;         /* that rolling resistance takes [W] */
  double fx, fy, moment;        /* on B in ground axes [N]; moment about B's part [N m] */
} ptl_gap_eval;

/* The geometry of the gaps that the joint has, in their order: that of the type's, where it has all
 * up to the last. */
static inline void ptl_gap_set_eval(const ptl_sys_gap_set *gap_set, const ptl_pose *pose,
                                    ptl_gap *out) {
  const int *gap = gap_set->gap, n = gap_set->n_gaps;
  gap_set->type->gaps(gap_set->c, pose, out);
  for (int i = 0; gap[n - 1] != n - 1 && i < n; i++) out[i] = out[gap[i]];
}
/* The contact at gap `from` of the joint has gone: where it is at an adjoining gap that is open by
 * its state, exchanges the geometries of both. */
void ptl_gap_exchange(const ptl_data *data, const ptl_sys_gap_set *gap_set, ptl_gap *gaps, int from,
                      int *passed_to);
/* A contact that has passed from gap i of the joint to an adjoining one while the states still have
 * it where it was goes on there with the geometry of the other: exchanges both. passed_to, or NULL:
 * per gap the index of the other in the joint, or as it was. */
static inline void ptl_gap_follow(const ptl_data *data, const ptl_sys_gap_set *gap_set,
                                  ptl_gap *gaps, int i, int *passed_to) {
  if (gap_set->has_adjoining && data->gaps[gap_set->first_gap + i].touching &&
      !(gaps[i].depth > 0.0))
    ptl_gap_exchange(data, gap_set, gaps, i, passed_to);
}
/* The same for all gaps of the joint, and -1 where none has passed. */
void ptl_gap_set_follow(const ptl_data *data, const ptl_sys_gap_set *gap_set, ptl_gap *gaps,
                        int *passed_to);
/* Their kinematics where the pair is; no force. */
void ptl_gap_kinematics(const ptl_gap *gap, const ptl_pair_state *state, ptl_gap_eval *out);
/* All of this for one gap where the pair of its joint has this pose and twist. */
void ptl_eval_gap_of_pair(const ptl_data *data, int gap, const ptl_pair_state *state,
                          ptl_gap_eval *out);
/* The same for the gaps of a joint, after ptl_data_set_state at the same q and v. */
void ptl_eval_gaps(const ptl_data *data, int gap_set, const double *q, const double *v,
                   ptl_gap_eval *out);

#endif
