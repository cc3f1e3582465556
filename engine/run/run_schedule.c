/* run_schedule.c: spans of a run: times, or travels of a joint. */
#include "run_schedule.h"

#include <math.h>
#include <string.h>

#include "kinematics.h"

ptl_status ptl_schedule_resolve(const ptl_run *run, const ptl_span *span, ptl_schedule *out) {
  const ptl_system *s = run->system;
  const ptl_mechanism *m = s->mechanism;
  memset(out, 0, sizeof *out);
  out->amount = isnan(span->amount) ? 0.0 : span->amount;
  if (span->joint == NULL || out->amount == 0.0) return PTL_OK;
  for (int i = 0; i < s->n_motions; i++) {
    const ptl_motion_def *motion = &s->motions[i].def;
    if (motion->of.joint == NULL || strcmp(motion->of.joint, span->joint) != 0) continue;
    if (isnan(motion->rate)) continue;
    if (motion->rate == 0.0)
      return ptl_fail_at(
          m, ptl_where_of(m, "joints", motion->name), PTL_ERR_INPUT,
          PTL_E(0516) "run: a span of joint '%s' never passes, its driver '%s' stands still",
          span->joint, motion->name);
    out->amount = span->amount / fabs(motion->rate);
    return PTL_OK;
  }
  const ptl_mech_joint *joint = &m->joints[ptl_find_joint(m, span->joint)];
  const ptl_joint_type *type = joint->use.type;
  for (int i = 0; i < s->n_constraints; i++)
    if (strcmp(s->constraints[i].name, span->joint) == 0) out->pair = s->constraints[i].pair;
  for (int i = 0; i < s->n_bushings; i++)
    if (strcmp(s->bushings[i].name, span->joint) == 0) out->pair = s->bushings[i].pair;
  for (int i = 0; i < s->n_films; i++)
    if (strcmp(s->films[i].name, span->joint) == 0) out->pair = s->films[i].pair;
  for (int i = 0; i < s->n_gap_sets; i++)
    if (strcmp(s->gap_sets[i].name, span->joint) == 0) out->pair = s->gap_sets[i].pair;
  out->is_of_travel = 1;
  out->coordinate = type->coordinate;
  return PTL_OK;
}

double ptl_schedule_coordinate(const ptl_run *run, const ptl_schedule *schedule, const double *q) {
  ptl_pair_state state;
  ptl_pair_set_pose(&schedule->pair, q, run->data->rotations, &state);
  const double pose[3] = {state.pose.x, state.pose.y, state.pose.angle};
  return pose[schedule->coordinate];
}

double ptl_schedule_rate(const ptl_run *run, const ptl_schedule *schedule, const double *q,
                         const double *v) {
  ptl_pair_state state;
  ptl_pair_set_pose(&schedule->pair, q, run->data->rotations, &state);
  ptl_pair_set_twist(&schedule->pair, v, &state);
  return state.twist[schedule->coordinate];
}
