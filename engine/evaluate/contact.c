/* contact.c: contact forces and friction at the gaps. */
#include "contact.h"

#include <math.h>
#include <string.h>

#include "friction.h"

/* Whether the gap exerts no force. */
static int is_open(const ptl_data *data, const ptl_contact_mode *mode, int gap, double depth) {
  if (mode->rule == PTL_CONTACT_BY_DEPTH) return !(depth > 0.0);
  if (!data->gaps[gap].touching || isnan(depth)) return 1;
  return mode->rule == PTL_CONTACT_IN_STEP && !(depth > 0.0 || gap == mode->gap);
}

/* ---------------------------------------------------------------- law */

int ptl_contact_owner(const ptl_data *data, int gap) {
  const ptl_sys_gap *g = &data->system->gaps[gap];
  if (g->adjoining == 0 || data->gaps[gap].touching) return gap;
  int first = data->system->gap_sets[g->gap_set].first_gap;
  for (int i = 0; g->adjoining >> i != 0; i++)
    if ((g->adjoining >> i & 1u) != 0 && data->gaps[first + i].touching) return first + i;
  return gap;
}

/* Until a touch has been located the present approach speed stands for that at the touch, which is
 * right to first order at onset. */
static double reference_speed(const ptl_sys_gap *g, const ptl_gap_state *state,
                              ptl_contact_rule rule, double rate) {
  if (state->reference_speed == 0.0) return fmax(rate, g->touch_speed_floor);
  double asked = ptl_reference_of_rate(state, rate);
  if (rule != PTL_CONTACT_IN_STEP) return fmax(state->reference_speed, asked);
  return state->is_raised ? fmax(state->touch_speed, asked) : state->reference_speed;
}

/* Derivative of the force by the rate, with which the reference speed goes. */
static double slope_by_rate(const ptl_sys_gap *g, const ptl_gap_state *state, ptl_contact_rule rule,
                            double depth, double rate, const double *memory) {
  static const double part = 6e-6; /* balances truncation and rounding */
  double force[2], h = part * fabs(rate);
  for (int i = 0; i < 2; i++) {
    double at = i == 0 ? rate - h : rate + h;
    ptl_contact_out out;
    ptl_law_force(&g->law, depth, at, reference_speed(g, state, rule, at), memory, &out, NULL);
    force[i] = out.force;
  }
  return (force[1] - force[0]) / (2.0 * h);
}

/* What the law of a gap is asked with. */
typedef struct asked {
  const ptl_gap_state *state;
  const double *memory;
  double depth, speed;
} asked;

/* The state and the memory of a gap from whose neighbour the contact has come. */
static void take_owner(const ptl_data *data, int gap, asked *of) {
  const ptl_sys_gap *gaps = data->system->gaps;
  const int owner = ptl_contact_owner(data, gap);
  of->state = &data->gaps[owner];
  if (owner != gap && strcmp(gaps[owner].contact, gaps[gap].contact) == 0)
    of->memory = data->memory + gaps[owner].memory;
}

/* 1, or 0 where there is no force; -1 where the law is not defined. */
static inline int ask(ptl_data *data, ptl_contact_rule rule, int gap, double depth, double rate,
                      asked *of) {
  const ptl_sys_gap *g = &data->system->gaps[gap];
  *of = (asked){&data->gaps[gap], data->memory + g->memory, depth, 0.0};
  if (!of->state->touching && g->adjoining != 0) take_owner(data, gap, of);
  if (!(depth > 0.0)) {
    if (!g->law.jumps) return 0;
    of->depth = PTL_TOUCH_DEPTH;
  }
  if (of->depth > g->law.max_depth) {
    data->outside_domain_gap = gap;
    data->inside_solid = 0;
    return -1;
  }
  of->speed = reference_speed(g, of->state, rule, rate);
  return 1;
}

int ptl_eval_contact_law(ptl_data *data, ptl_contact_rule rule, int gap, double depth, double rate,
                         ptl_contact_out *out) {
  const ptl_sys_gap *g = &data->system->gaps[gap];
  asked of;
  const int answer = ask(data, rule, gap, depth, rate, &of);
  *out = (ptl_contact_out){0};
  if (answer <= 0) return answer < 0;
  ptl_law_force(&g->law, of.depth, rate, of.speed, of.memory, out, NULL);
  if (of.state->reference_speed != 0.0 && of.speed > of.state->reference_speed &&
      g->law.uses_reference_speed)
    out->d_rate = slope_by_rate(g, of.state, rule, of.depth, rate, of.memory);
  return !isfinite(out->force);
}

static inline int eval_force(ptl_data *data, ptl_contact_rule rule, int gap, double depth,
                             double rate, double *force) {
  asked of;
  const int answer = ask(data, rule, gap, depth, rate, &of);
  *force = 0.0;
  if (answer <= 0) return answer < 0;
  *force = ptl_law_force_alone(&data->system->gaps[gap].law, of.depth, rate, of.speed, of.memory);
  return !isfinite(*force);
}

int ptl_eval_contact_force(ptl_data *data, ptl_contact_rule rule, int gap, double depth,
                           double rate, double *force) {
  return eval_force(data, rule, gap, depth, rate, force);
}

/* e N tanh(w/w_r) */
ptl_rolling ptl_eval_rolling(const ptl_sys_gap *gap, double normal, double rate) {
  if (gap->rolling_resistance == 0.0 || !(normal > 0.0)) return (ptl_rolling){0.0, 0.0, 0.0};
  const double step = tanh(rate / gap->rolling_speed), arm = gap->rolling_resistance;
  return (ptl_rolling){arm * normal * step, arm * step,
                       arm * normal * (1.0 - step * step) / gap->rolling_speed};
}

void ptl_eval_contacts(ptl_data *data, ptl_contact_rule rule, int gap_set, const double *q,
                       const double *v, ptl_gap_eval *out) {
  const ptl_sys_gap_set *p = &data->system->gap_sets[gap_set];
  const ptl_contact_mode mode = {.rule = rule, .gap = -1};
  ptl_pair_state state;
  ptl_gap gaps[PTL_MAX_GAPS];
  ptl_pair_set_pose(&p->pair, q, data->rotations, &state);
  ptl_pair_set_twist(&p->pair, v, &state);
  ptl_gap_set_eval(p, &state.pose, gaps);
  if (rule != PTL_CONTACT_BY_DEPTH) ptl_gap_set_follow(data, p, gaps, NULL);
  for (int i = 0; i < p->n_gaps; i++) {
    int gap = p->first_gap + i;
    ptl_gap_kinematics(&gaps[i], &state, &out[i]);
    ptl_contact_out law;
    if (is_open(data, &mode, gap, out[i].depth) ||
        ptl_eval_contact_law(data, rule, gap, out[i].depth, out[i].rate, &law))
      continue;
    out[i].force = law.force;
    out[i].elastic_energy = law.energy;
    double fx = law.force * gaps[i].nx, fy = law.force * gaps[i].ny;
    int friction = data->system->gaps[gap].friction;
    if (friction >= 0 && !ptl_eval_friction(data, friction, out[i].slip, fmax(law.force, 0.0))) {
      out[i].friction = data->frictions[friction].force;
      fx += out[i].friction * gaps[i].ny; /* against the tangent (-ny, nx) */
      fy -= out[i].friction * gaps[i].nx;
    }
    out[i].fx = state.c * fx - state.s * fy;
    out[i].fy = state.s * fx + state.c * fy;
    const double torque =
        ptl_eval_rolling(&data->system->gaps[gap], law.force, state.twist[2]).torque;
    out[i].rolling_power = torque * state.twist[2];
    out[i].moment = (gaps[i].bx - state.pose.x) * fy - (gaps[i].by - state.pose.y) * fx - torque;
  }
}

void ptl_eval_all_contacts(ptl_data *data, ptl_contact_rule rule, const double *q, const double *v,
                           ptl_gap_eval *out) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_gap_sets; i++)
    ptl_eval_contacts(data, rule, i, q, v, out + s->gap_sets[i].first_gap);
}

/* With depth d and rate v of the gap the change is |F_d| |d_q dq| + |F_v| |d_q dv|. */
double ptl_eval_force_error(const ptl_data *data, int gap, const ptl_contact_out *law,
                            const double gradient[3], const double *y, const double *errors) {
  const ptl_pair *pair = &data->system->gap_sets[data->system->gaps[gap].gap_set].pair;
  int n = data->system->n_coordinates;
  ptl_pair_state state;
  double row[6], depth_error = 0.0, rate_error = 0.0;
  ptl_pair_set_pose(pair, y, data->rotations, &state);
  ptl_pair_gradient(&state, gradient, row);
  for (int c = 0; c < 6; c++) {
    int coordinate = ptl_pair_coordinate(pair, c);
    if (coordinate < 0) continue;
    depth_error += row[c] * errors[coordinate];
    rate_error += row[c] * errors[n + coordinate];
  }
  return fabs(law->d_depth * depth_error) + fabs(law->d_rate * rate_error);
}

/* ---------------------------------------------------------------- forces */

/* Friction at the touching point under a normal force. Inner states of the law go on moving with
 * the slip while the surfaces are apart. */
static int add_gap_friction(ptl_data *data, int friction, const ptl_pair *pair, const ptl_gap *gap,
                            const ptl_pair_state *state, double normal) {
  double d[3], dd[3][3], row[6];
  ptl_gap_slip(gap, &state->pose, d, dd);
  double slip = ptl_pair_rate(d, state);
  if (ptl_eval_friction(data, friction, slip, fmax(normal, 0.0))) return 1;
  if (!(normal > 0.0)) return 0;
  double force = data->frictions[friction].force;
  ptl_pair_gradient(state, d, row);
  ptl_pair_subtract(pair, row, force, data->force);
  data->friction_results[friction] = (ptl_friction_result){slip, force};
  data->absorbed += force * slip;
  return 0;
}

/* Rolling resistance of a gap that touches. */
static void add_rolling(ptl_data *data, const ptl_sys_gap *gap, const ptl_pair *pair,
                        const ptl_pair_state *state, double normal) {
  static const double about[3] = {0.0, 0.0, 1.0};
  const double torque = ptl_eval_rolling(gap, normal, state->twist[2]).torque;
  double row[6];
  if (torque == 0.0) return;
  ptl_pair_gradient(state, about, row);
  ptl_pair_subtract(pair, row, torque, data->force);
  data->absorbed += torque * state->twist[2];
}

/* A gap that touches, with the pair's twist set. */
static int add_touching_gap(ptl_data *data, const ptl_contact_mode *mode, int gap,
                            const ptl_pair *pair, const ptl_gap *geometry,
                            const ptl_pair_state *state) {
  ptl_gap_result *result = &data->gap_results[gap];
  double d[3], row[6], force;
  ptl_gap_gradient(geometry, &state->pose, d);
  result->depth = geometry->depth;
  result->rate = ptl_pair_rate(d, state);
  double depth = gap == mode->gap ? mode->depth : result->depth;
  if (eval_force(data, mode->rule, gap, depth, result->rate, &force)) return 1;
  ptl_pair_gradient(state, d, row);
  ptl_pair_subtract(pair, row, force, data->force);
  result->force = force;
  data->absorbed += force * result->rate;
  add_rolling(data, &data->system->gaps[gap], pair, state, force);
  int friction = data->system->gaps[gap].friction;
  return friction >= 0 && add_gap_friction(data, friction, pair, geometry, state, force);
}

/* Whether anything of the gap depends on velocities: its force, or inner states of its friction. */
static int needs_twist(const ptl_system *s, int friction, int open) {
  return !open || (friction >= 0 && s->frictions[friction].law->n_states > 0);
}

/* Whether forces depend on where the surfaces are: not while no gap touches, unless a stage where
 * they cannot be has to be refused. */
static int needs_pose(const ptl_data *data, const ptl_contact_mode *mode,
                      const ptl_sys_gap_set *p) {
  if (mode->rule == PTL_CONTACT_BY_DEPTH || !p->is_idle_apart) return 1;
  for (int j = 0; j < p->n_gaps; j++)
    if (data->gaps[p->first_gap + j].touching) return 1;
  return 0;
}

static void clear_frictions(ptl_data *data, const ptl_sys_gap_set *p) {
  for (int j = 0; j < p->n_gaps; j++) {
    const int friction = data->system->gaps[p->first_gap + j].friction;
    if (friction >= 0) data->friction_results[friction] = (ptl_friction_result){NAN, 0.0};
  }
}

/* Part B is inside part A at the gap. */
static int refuse_solid(ptl_data *data, int gap) {
  data->outside_domain_gap = gap;
  data->inside_solid = 1;
  return 1;
}

/* Gap j of a joint, which touches by its state or has a friction. */
static int add_gap(ptl_data *data, const ptl_contact_mode *mode, const ptl_sys_gap_set *p, int j,
                   ptl_gap *gaps, const double *v, ptl_pair_state *state, int *has_twist) {
  const int gap = p->first_gap + j, friction = data->system->gaps[gap].friction;
  if (mode->rule != PTL_CONTACT_BY_DEPTH) ptl_gap_follow(data, p, gaps, j, NULL);
  const int open = is_open(data, mode, gap, gaps[j].depth);
  if (!needs_twist(data->system, friction, open)) return 0;
  if (!*has_twist) ptl_pair_set_twist(&p->pair, v, state);
  *has_twist = 1;
  return open ? add_gap_friction(data, friction, &p->pair, &gaps[j], state, 0.0)
              : add_touching_gap(data, mode, gap, &p->pair, &gaps[j], state);
}

static int add_gap_set(ptl_data *data, const ptl_contact_mode *mode, const ptl_sys_gap_set *p,
                       const double *q, const double *v) {
  const ptl_gap_state *states = data->gaps + p->first_gap;
  ptl_gap_result *results = data->gap_results + p->first_gap;
  const int n = p->n_gaps, asks_all = mode->rule == PTL_CONTACT_BY_DEPTH || p->has_friction;
  ptl_pair_state state;
  ptl_gap gaps[PTL_MAX_GAPS];
  int has_twist = 0;
  for (int j = 0; j < n; j++) results[j].force = 0.0;
  if (p->has_friction) clear_frictions(data, p);
  if (!needs_pose(data, mode, p)) return 0;
  ptl_pair_set_pose(&p->pair, q, data->rotations, &state);
  ptl_gap_set_eval(p, &state.pose, gaps);
  /* inner states of frictions go on in open gaps: all contacts are where they have passed */
  if (mode->rule != PTL_CONTACT_BY_DEPTH && p->has_friction)
    ptl_gap_set_follow(data, p, gaps, NULL);
  for (int j = 0; j < n; j++) {
    if (isnan(gaps[j].depth)) return refuse_solid(data, p->first_gap + j);
    if (!asks_all && !states[j].touching) continue;
    if (add_gap(data, mode, p, j, gaps, v, &state, &has_twist)) return 1;
  }
  return 0;
}

int ptl_add_contact_forces(ptl_data *data, const double *q, const double *v,
                           const ptl_contact_mode *mode) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_gap_sets; i++)
    if (add_gap_set(data, mode != NULL ? mode : &ptl_contact_by_depth, &s->gap_sets[i], q, v))
      return 1;
  return 0;
}
