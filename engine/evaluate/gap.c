/* gap.c: kinematics of the gaps at one state. */
#include "gap.h"

#include <math.h>
#include <string.h>

void ptl_gap_kinematics(const ptl_gap *gap, const ptl_pair_state *state, ptl_gap_eval *out) {
  double rx = gap->bx - state->pose.x, ry = gap->by - state->pose.y;
  memset(out, 0, sizeof *out);
  out->depth = gap->depth;
  ptl_gap_gradient(gap, &state->pose, out->gradient);
  out->rate = ptl_pair_rate(out->gradient, state);
  out->slip = -gap->ny * state->twist[0] + gap->nx * state->twist[1] +
              (gap->nx * rx + gap->ny * ry) * state->twist[2];
  double across = out->slip + (isinf(gap->radius_b) ? 0.0 : gap->radius_b * state->twist[2]);
  out->speed = fabs(out->rate) + fabs(across);
  out->angular_speed = fabs(state->twist[2]);
  out->curvature_range = fabs(gap->radius_a + gap->radius_b - gap->depth);
  if (isinf(gap->radius_a) && gap->radius_b > 0.0) /* a flat has ends, not known here */
    out->curvature_range = fmax(-gap->depth, gap->radius_b);
}

void ptl_gap_exchange(const ptl_data *data, const ptl_sys_gap_set *p, ptl_gap *gaps, int from,
                      int *passed_to) {
  const ptl_gap_state *states = data->gaps + p->first_gap;
  const unsigned adjoining = data->system->gaps[p->first_gap + from].adjoining;
  for (int k = 0; k < p->n_gaps; k++) {
    if ((adjoining >> k & 1u) == 0 || states[k].touching || !(gaps[k].depth > 0.0)) continue;
    ptl_gap other = gaps[k];
    gaps[k] = gaps[from];
    gaps[from] = other;
    if (passed_to != NULL) passed_to[from] = k;
    return;
  }
}

void ptl_gap_set_follow(const ptl_data *data, const ptl_sys_gap_set *p, ptl_gap *gaps,
                        int *passed_to) {
  for (int i = 0; passed_to != NULL && i < p->n_gaps; i++) passed_to[i] = -1;
  for (int i = 0; p->has_adjoining && i < p->n_gaps; i++)
    ptl_gap_follow(data, p, gaps, i, passed_to);
}

void ptl_eval_gap_of_pair(const ptl_data *data, int gap, const ptl_pair_state *state,
                          ptl_gap_eval *out) {
  const ptl_sys_gap_set *p = &data->system->gap_sets[data->system->gaps[gap].gap_set];
  const int i = gap - p->first_gap;
  ptl_gap gaps[PTL_MAX_GAPS];
  int passed_to[PTL_MAX_GAPS];
  ptl_gap_set_eval(p, &state->pose, gaps);
  ptl_gap_set_follow(data, p, gaps, passed_to);
  ptl_gap_kinematics(&gaps[i], state, out);
  out->passed_to = passed_to[i] < 0 ? -1 : p->first_gap + passed_to[i];
}

void ptl_eval_gaps(const ptl_data *data, int gap_set, const double *q, const double *v,
                   ptl_gap_eval *out) {
  const ptl_sys_gap_set *p = &data->system->gap_sets[gap_set];
  ptl_pair_state state;
  ptl_gap gaps[PTL_MAX_GAPS];
  int passed_to[PTL_MAX_GAPS];
  ptl_pair_set_pose(&p->pair, q, data->rotations, &state);
  ptl_pair_set_twist(&p->pair, v, &state);
  ptl_gap_set_eval(p, &state.pose, gaps);
  ptl_gap_set_follow(data, p, gaps, passed_to);
  for (int i = 0; i < p->n_gaps; i++) {
    ptl_gap_kinematics(&gaps[i], &state, &out[i]);
    out[i].passed_to = passed_to[i] < 0 ? -1 : p->first_gap + passed_to[i];
  }
}
