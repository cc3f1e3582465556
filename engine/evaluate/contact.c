/* contact.c: contact forces and friction at the gaps. */
#include "contact.h"

#include <math.h>

#include "friction.h"

/* Until a touch has been located the present approach speed stands for the touch speed, which is right to
 * first order at onset. */
int ptl_eval_contact_law(ptl_data *data, int gap, double depth, double rate, ptl_contact_out *out) {
  const ptl_sys_gap *g = &data->system->gaps[gap];
  double speed = data->gaps[gap].touch_speed;
  if (speed == 0.0) speed = fmax(rate, g->touch_speed_floor);
  if (depth > g->law.max_depth) {
    data->outside_domain_gap = gap;
    data->inside_solid = 0;
    return 1;
  }
  ptl_law_force(&g->law, depth, rate, speed, data->memory + g->memory, out, NULL);
  return isfinite(out->force) ? 0 : 1;
}

void ptl_eval_contacts(ptl_data *data, int gap_set, const double *q, const double *v,
                       ptl_gap_eval *out) {
  const ptl_sys_gap_set *p = &data->system->gap_sets[gap_set];
  ptl_pair_state state;
  ptl_gap gaps[PTL_MAX_GAPS];
  ptl_pair_set_pose(&p->pair, q, data->rotations, &state);
  ptl_pair_set_twist(&p->pair, v, &state);
  ptl_gap_set_eval(p, &state.pose, gaps);
  for (int i = 0; i < p->n_gaps; i++) {
    ptl_gap_kinematics(&gaps[i], &state, &out[i]);
    if (out[i].depth <= 0.0) continue;
    ptl_contact_out law;
    if (ptl_eval_contact_law(data, p->first_gap + i, out[i].depth, out[i].rate, &law)) continue;
    out[i].force = law.force;
    out[i].elastic_energy = law.energy;
    double fx = law.force * gaps[i].nx, fy = law.force * gaps[i].ny;
    int friction = data->system->gaps[p->first_gap + i].friction;
    if (friction >= 0 && !ptl_eval_friction(data, friction, out[i].slip, fmax(law.force, 0.0))) {
      out[i].friction = data->frictions[friction].force;
      fx += out[i].friction * gaps[i].ny; /* against the tangent (-ny, nx) */
      fy -= out[i].friction * gaps[i].nx;
    }
    out[i].fx = state.c * fx - state.s * fy;
    out[i].fy = state.s * fx + state.c * fy;
    out[i].moment = (gaps[i].bx - state.pose.x) * fy - (gaps[i].by - state.pose.y) * fx;
  }
}

/* With depth d and rate v of the gap the change is |F_d| |d_q dq| + |F_v| |d_q dv|. */
double ptl_eval_force_error(ptl_data *data, int gap, const double *y, const double *errors) {
  const ptl_sys_gap_set *p = &data->system->gap_sets[data->system->gaps[gap].gap_set];
  int n = data->system->n_coordinates;
  ptl_pair_state state;
  ptl_gap gaps[PTL_MAX_GAPS];
  const ptl_gap *geometry = &gaps[gap - p->first_gap];
  ptl_contact_out law;
  double d[3], row[6], depth = 0.0, rate = 0.0;
  ptl_pair_set_pose(&p->pair, y, data->rotations, &state);
  ptl_pair_set_twist(&p->pair, y + n, &state);
  ptl_gap_set_eval(p, &state.pose, gaps);
  ptl_gap_gradient(geometry, &state.pose, d);
  if (geometry->depth <= 0.0 ||
      ptl_eval_contact_law(data, gap, geometry->depth, ptl_pair_rate(d, &state), &law))
    return 0.0;
  ptl_pair_gradient(&state, d, row);
  for (int c = 0; c < 6; c++) {
    int coordinate = ptl_pair_coordinate(&p->pair, c);
    if (coordinate < 0) continue;
    depth += row[c] * errors[coordinate];
    rate += row[c] * errors[n + coordinate];
  }
  return fabs(law.d_depth * depth) + fabs(law.d_rate * rate);
}

/* ---------------------------------------------------------------- forces */

/* Whether the gap exerts no force: by its depth or, between located events, by its state. */
static int is_open(const ptl_data *data, const ptl_contact_mode *mode, int gap, double depth) {
  if (!mode->by_contact_state || isnan(depth)) return !(depth > 0.0);
  return !data->gaps[gap].touching || !(depth > 0.0 || gap == mode->gap);
}

/* Friction at the touching point under a normal force. Inner states of the law go on moving with the slip
 * while the surfaces are apart. */
static int add_gap_friction(ptl_data *data, int friction, const ptl_pair *pair, const ptl_gap *gap,
                            const ptl_pair_state *state, double normal) {
  double d[3], dd[3][3], row[6];
  ptl_gap_slip(gap, &state->pose, d, dd);
  if (ptl_eval_friction(data, friction, ptl_pair_rate(d, state), fmax(normal, 0.0))) return 1;
  if (!(normal > 0.0)) return 0;
  ptl_pair_gradient(state, d, row);
  ptl_pair_subtract(pair, row, data->frictions[friction].force, data->force);
  return 0;
}

/* A gap that touches, with the pair's twist set. */
static int add_touching_gap(ptl_data *data, const ptl_contact_mode *mode, int gap,
                            const ptl_pair *pair, const ptl_gap *geometry,
                            const ptl_pair_state *state) {
  ptl_gap_result *result = &data->gap_results[gap];
  ptl_contact_out law;
  double d[3], row[6];
  ptl_gap_gradient(geometry, &state->pose, d);
  result->depth = geometry->depth;
  result->rate = ptl_pair_rate(d, state);
  double depth = gap == mode->gap ? mode->depth : result->depth;
  if (ptl_eval_contact_law(data, gap, depth, result->rate, &law)) return 1;
  ptl_pair_gradient(state, d, row);
  ptl_pair_subtract(pair, row, law.force, data->force);
  result->force = law.force;
  data->absorbed += law.force * result->rate;
  int friction = data->system->gaps[gap].friction;
  return friction >= 0 && add_gap_friction(data, friction, pair, geometry, state, law.force);
}

/* Whether anything of the gap depends on velocities: its force, or inner states of its friction. */
static int needs_twist(const ptl_system *s, int gap, int open) {
  int friction = s->gaps[gap].friction;
  return !open || (friction >= 0 && s->frictions[friction].law->n_states > 0);
}

static int add_gap_set(ptl_data *data, const ptl_contact_mode *mode, const ptl_sys_gap_set *p,
                       const double *q, const double *v) {
  const ptl_system *s = data->system;
  ptl_pair_state state;
  ptl_gap gaps[PTL_MAX_GAPS];
  int has_twist = 0;
  ptl_pair_set_pose(&p->pair, q, data->rotations, &state);
  ptl_gap_set_eval(p, &state.pose, gaps);
  for (int j = 0; j < p->n_gaps; j++) {
    int gap = p->first_gap + j, open = is_open(data, mode, gap, gaps[j].depth);
    data->gap_results[gap].force = 0.0;
    if (isnan(gaps[j].depth)) {
      data->outside_domain_gap = gap;
      data->inside_solid = 1;
      return 1;
    }
    if (!needs_twist(s, gap, open)) continue;
    if (!has_twist) ptl_pair_set_twist(&p->pair, v, &state);
    has_twist = 1;
    int failed =
        open ? add_gap_friction(data, s->gaps[gap].friction, &p->pair, &gaps[j], &state, 0.0)
             : add_touching_gap(data, mode, gap, &p->pair, &gaps[j], &state);
    if (failed) return 1;
  }
  return 0;
}

int ptl_add_contact_forces(ptl_data *data, const double *q, const double *v,
                           const ptl_contact_mode *mode) {
  static const ptl_contact_mode by_depth = {.gap = -1};
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_gap_sets; i++)
    if (add_gap_set(data, mode != NULL ? mode : &by_depth, &s->gap_sets[i], q, v)) return 1;
  return 0;
}
