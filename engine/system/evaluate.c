/* evaluate.c: forces and contacts of a system at one state, and the residual
 *   q' - v - M^-1 Phi_q^T mu = 0,      M v' - Q + Phi_q^T lambda = 0,
 *   Phi + e2 mu = 0,                   Phi_q v + Phi_t - e1 lambda = 0,
 *   z' - rate = 0 for the inner states of friction
 * (Gear, Gupta, Leimkuhler 1985, mass-weighted, with the two small terms that make redundant and
 * singular constraints harmless). */
#include <math.h>
#include <string.h>

#include "system.h"

/* Kinematics of one gap from the geometry that the joint wrote. */
static void gap_motion(const ptl_gap *gap, const ptl_pair_state *state, ptl_gap_eval *out) {
  double d[3];
  ptl_gap_gradient(gap, &state->pose, d);
  double rx = gap->bx - state->pose.x, ry = gap->by - state->pose.y;
  memset(out, 0, sizeof *out);
  out->depth = gap->depth;
  out->rate = ptl_pair_rate(d, state);
  out->slip = -gap->ny * state->twist[0] + gap->nx * state->twist[1] +
              (gap->nx * rx + gap->ny * ry) * state->twist[2];
  double across = out->slip + (isinf(gap->radius_b) ? 0.0 : gap->radius_b * state->twist[2]);
  out->speed = fabs(out->rate) + fabs(across);
  out->turn = fabs(state->twist[2]);
  out->reach = fabs(gap->radius_a + gap->radius_b - gap->depth);
  if (isinf(gap->radius_a) && gap->radius_b > 0.0) /* a flat has ends, not known here */
    out->reach = fmax(-gap->depth, gap->radius_b);
}

void ptl_gap_set_eval(const ptl_sys_gap_set *gap_set, const ptl_pose *pose, ptl_gap *out) {
  gap_set->type->gaps(gap_set->c, pose, out);
  for (int i = 0; i < gap_set->n_gaps; i++)
    if (gap_set->gap[i] != i) out[i] = out[gap_set->gap[i]];
}

void ptl_eval_gaps(const ptl_data *data, int gap_set, const double *q, const double *v,
                   ptl_gap_eval *out) {
  const ptl_sys_gap_set *p = &data->system->gap_sets[gap_set];
  ptl_pair_state state;
  ptl_gap gaps[PTL_MAX_GAPS];
  ptl_pair_place(&p->pair, q, data->rotations, &state);
  ptl_pair_move(&p->pair, v, &state);
  ptl_gap_set_eval(p, &state.pose, gaps);
  for (int i = 0; i < p->n_gaps; i++) gap_motion(&gaps[i], &state, &out[i]);
}

/* Until a touch has been located the
 * present approach speed stands for the touch speed, which is right to first order at onset. */
int ptl_eval_contact_law(ptl_data *data, int gap, double depth, double rate, ptl_contact_out *out) {
  const ptl_sys_gap *g = &data->system->gaps[gap];
  double speed = data->gaps[gap].touch_speed;
  if (speed == 0.0) speed = fmax(rate, g->touch_speed_floor);
  if (depth > g->law.max_depth) {
    data->outside = gap;
    data->misplaced = 0;
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
  ptl_pair_place(&p->pair, q, data->rotations, &state);
  ptl_pair_move(&p->pair, v, &state);
  ptl_gap_set_eval(p, &state.pose, gaps);
  for (int i = 0; i < p->n_gaps; i++) {
    gap_motion(&gaps[i], &state, &out[i]);
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

double ptl_eval_force_error(ptl_data *data, int gap, const double *y, const double *errors) {
  const ptl_sys_gap_set *p = &data->system->gap_sets[data->system->gaps[gap].gap_set];
  int n = data->system->n_coordinates;
  ptl_pair_state state;
  ptl_gap gaps[PTL_MAX_GAPS];
  const ptl_gap *own = &gaps[gap - p->first_gap];
  ptl_contact_out law;
  double d[3], row[6], depth = 0.0, rate = 0.0;
  ptl_pair_place(&p->pair, y, data->rotations, &state);
  ptl_pair_move(&p->pair, y + n, &state);
  ptl_gap_set_eval(p, &state.pose, gaps);
  ptl_gap_gradient(own, &state.pose, d);
  if (own->depth <= 0.0 ||
      ptl_eval_contact_law(data, gap, own->depth, ptl_pair_rate(d, &state), &law))
    return 0.0;
  ptl_pair_gradient(&state, d, row);
  for (int c = 0; c < 6; c++) {
    int place = ptl_pair_coordinate(&p->pair, c);
    if (place < 0) continue;
    depth += row[c] * errors[place];
    rate += row[c] * errors[n + place];
  }
  return fabs(law.d_depth * depth) + fabs(law.d_rate * rate);
}

void ptl_eval_load(const ptl_data *data, int load, double out[3]) {
  const ptl_sys_load *l = &data->system->loads[load];
  double value[PTL_LOAD_PARTS];
  for (int i = 0; i < PTL_LOAD_PARTS; i++) {
    const ptl_expr *expr = data->load_expr[PTL_LOAD_PARTS * load + i];
    value[i] = expr == NULL ? 0.0 : ptl_expr_eval(expr);
  }
  ptl_rotation r = data->rotations[l->at.body];
  double fx = value[PTL_LOAD_FX], fy = value[PTL_LOAD_FY];
  out[0] = l->follows ? r.c * fx - r.s * fy : fx;
  out[1] = l->follows ? r.s * fx + r.c * fy : fy;
  double px = r.c * l->at.x - r.s * l->at.y, py = r.s * l->at.x + r.c * l->at.y;
  out[2] = value[PTL_LOAD_TORQUE] + px * out[1] - py * out[0];
}

void ptl_eval_spring(const ptl_data *data, int force, const double *q, const double *v,
                     ptl_spring_eval *out) {
  const ptl_sys_force *k = &data->system->forces[force];
  ptl_pair_place(&k->pair, q, data->rotations, &out->state);
  ptl_pair_move(&k->pair, v, &out->state);
  k->type->coordinate(k->c, &out->state.pose, &out->x);
  out->rate = ptl_pair_rate(out->x.d, &out->state);
  k->type->force(k->c, out->x.value, out->rate, &out->out);
}

int ptl_eval_bushing(const ptl_data *data, int bushing, const double *q, const double *v,
                     ptl_pair_state *state, ptl_bushing_part *out) {
  const ptl_sys_bushing *b = &data->system->bushings[bushing];
  ptl_pair_place(&b->pair, q, data->rotations, state);
  ptl_pair_move(&b->pair, v, state);
  return ptl_bushing_eval(b->type, b->c, &b->rest, &b->def, state, out);
}

static int add_bushing_forces(ptl_data *data, const double *q, const double *v) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_bushings; i++) {
    ptl_pair_state state;
    ptl_bushing_part parts[PTL_BUSHING_PARTS];
    int n = ptl_eval_bushing(data, i, q, v, &state, parts);
    for (int j = 0; j < n; j++) {
      double row[6];
      if (!isfinite(parts[j].force)) return 1;
      data->absorbed += parts[j].force * parts[j].rate;
      ptl_pair_gradient(&state, parts[j].x.d, row);
      ptl_pair_subtract(&s->bushings[i].pair, row, parts[j].force, data->force);
    }
  }
  return 0;
}

/* Friction at a gap's touching point; it also moves the inner states of surfaces that are apart. */
static int add_gap_friction(ptl_data *data, int friction, const ptl_pair *pair, const ptl_gap *gap,
                            const ptl_pair_state *state, double normal) {
  double d[3], dd[3][3], row[6];
  ptl_gap_slip(gap, &state->pose, d, dd);
  double slip = d[0] * state->twist[0] + d[1] * state->twist[1] + d[2] * state->twist[2];
  if (ptl_eval_friction(data, friction, slip, fmax(normal, 0.0))) return 1;
  if (!(normal > 0.0)) return 0;
  ptl_pair_gradient(state, d, row);
  ptl_pair_subtract(pair, row, data->frictions[friction].force, data->force);
  return 0;
}

/* Whether the gap exerts no force: by its depth or, between located events, by its state. */
static int is_open(const ptl_data *data, const ptl_contact_mode *mode, int gap, double depth) {
  if (!mode->by_contact_state || isnan(depth)) return !(depth > 0.0);
  return !data->gaps[gap].touching || !(depth > 0.0 || gap == mode->gap);
}

static int add_contact_forces(ptl_data *data, const double *q, const double *v,
                              const ptl_contact_mode *mode) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_gap_sets; i++) {
    const ptl_sys_gap_set *p = &s->gap_sets[i];
    ptl_pair_state state;
    ptl_gap gaps[PTL_MAX_GAPS];
    ptl_pair_place(&p->pair, q, data->rotations, &state);
    ptl_gap_set_eval(p, &state.pose, gaps);
    int moved = 0;
    for (int j = 0; j < p->n_gaps; j++) {
      int friction = s->gaps[p->first_gap + j].friction;
      int rubs = friction >= 0 && s->frictions[friction].law->n_states > 0;
      ptl_gap_now *now = &data->now[p->first_gap + j];
      now->force = 0.0;
      if (is_open(data, mode, p->first_gap + j, gaps[j].depth)) {
        if (isnan(gaps[j].depth)) {
          data->outside = p->first_gap + j;
          data->misplaced = 1;
          return 1;
        }
        if (!rubs) continue;
        if (!moved) ptl_pair_move(&p->pair, v, &state);
        moved = 1;
        if (add_gap_friction(data, friction, &p->pair, &gaps[j], &state, 0.0)) return 1;
        continue;
      }
      if (!moved) ptl_pair_move(&p->pair, v, &state);
      moved = 1;
      ptl_contact_out law;
      double d[3], row[6];
      ptl_gap_gradient(&gaps[j], &state.pose, d);
      now->depth = gaps[j].depth;
      now->rate = ptl_pair_rate(d, &state);
      double depth = p->first_gap + j == mode->gap ? mode->depth : now->depth;
      if (ptl_eval_contact_law(data, p->first_gap + j, depth, now->rate, &law)) return 1;
      ptl_pair_gradient(&state, d, row);
      ptl_pair_subtract(&p->pair, row, law.force, data->force);
      now->force = law.force;
      data->absorbed += law.force * now->rate;
      if (friction >= 0 && add_gap_friction(data, friction, &p->pair, &gaps[j], &state, law.force))
        return 1;
    }
  }
  return 0;
}

int ptl_eval_forces(ptl_data *data, const double *q, const double *v,
                    const ptl_contact_mode *mode) {
  static const ptl_contact_mode by_depth = {.gap = -1};
  const ptl_system *s = data->system;
  memcpy(data->force, s->weight, sizeof(double) * (size_t)s->n_coordinates);
  data->supplied = data->absorbed = 0.0;
  for (int i = 0; i < s->n_loads; i++) {
    double load[3];
    int body = s->loads[i].at.body;
    ptl_eval_load(data, i, load);
    for (int c = 0; c < 3; c++) {
      data->force[3 * body + c] += load[c];
      data->supplied += load[c] * v[3 * body + c];
    }
  }
  for (int i = 0; i < s->n_forces; i++) {
    const ptl_sys_force *k = &s->forces[i];
    ptl_spring_eval spring;
    double row[6];
    ptl_eval_spring(data, i, q, v, &spring);
    if (!isfinite(spring.out.force)) return 1;
    if (k->type->flags & PTL_FORCE_DRIVES)
      data->supplied -= spring.out.force * spring.rate;
    else
      data->absorbed += spring.out.force * spring.rate;
    ptl_pair_gradient(&spring.state, spring.x.d, row);
    ptl_pair_subtract(&k->pair, row, spring.out.force, data->force);
  }
  if (add_bushing_forces(data, q, v)) return 1;
  return add_contact_forces(data, q, v, mode != NULL ? mode : &by_depth);
}

int ptl_eval_residual(ptl_data *data, double t, const double *y, const double *yp, double *r) {
  const ptl_system *s = data->system;
  int n = s->n_coordinates, m = s->n_rows;
  const double *q = y, *v = y + n, *mu = y + 2 * n, *lambda = mu + m;
  double *kinematic = r, *dynamic = r + n, *position = r + 2 * n, *velocity = position + m;

  ptl_data_place_all(data, t, y);
  if (ptl_eval_forces(data, q, v, NULL)) return 1;
  memset(kinematic, 0, sizeof(double) * (size_t)n);
  memset(dynamic, 0, sizeof(double) * (size_t)n);
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    ptl_constraint_eval e;
    ptl_eval_constraint(data, i, q, v, &e);
    for (int j = 0; j < k->n_rows; j++) {
      int row = k->row + j;
      position[row] = e.value[j] + (k->adds ? position[row] : data->position_compliance * mu[row]);
      velocity[row] =
          e.rate[j] + (k->adds ? velocity[row] : -data->velocity_compliance * lambda[row]);
      ptl_pair_subtract(&k->pair, e.rows[j], mu[row], kinematic);
      ptl_pair_subtract(&k->pair, e.rows[j], -lambda[row], dynamic);
    }
    if (k->friction >= 0) {
      ptl_sliding sliding;
      double row[6];
      if (ptl_eval_joint_friction(data, k->friction, &e.state, lambda + k->row, &sliding)) return 1;
      ptl_pair_gradient(&e.state, sliding.d, row);
      ptl_pair_subtract(&k->pair, row, -data->frictions[k->friction].force, dynamic);
    }
  }
  const double *vp = yp + n;
  for (int i = 0; i < n; i++) {
    kinematic[i] = kinematic[i] * s->inverse_mass[i] + yp[i] - v[i];
    dynamic[i] += s->mass[i] * vp[i] - data->force[i];
  }
  for (int i = 0; i < s->n_frictions; i++)
    for (int j = 0; j < s->frictions[i].law->n_states; j++) {
      int place = s->first_state + s->frictions[i].state + j;
      r[place] = yp[place] - data->frictions[i].rate[j];
    }
  return isfinite(r[0]) && isfinite(r[n]) ? 0 : 1;
}
