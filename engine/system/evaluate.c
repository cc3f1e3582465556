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

void ptl_play_gaps(const ptl_sys_play *play, const ptl_pose *pose, ptl_gap *out) {
  play->type->gaps(play->c, pose, out);
  for (int i = 0; i < play->n_gaps; i++)
    if (play->gap[i] != i) out[i] = out[play->gap[i]];
}

void ptl_eval_gaps(const ptl_work *work, int play, const double *q, const double *v,
                   ptl_gap_eval *out) {
  const ptl_sys_play *p = &work->system->plays[play];
  ptl_pair_state state;
  ptl_gap gaps[PTL_MAX_GAPS];
  ptl_pair_place(&p->pair, q, work->rotations, &state);
  ptl_pair_move(&p->pair, v, &state);
  ptl_play_gaps(p, &state.pose, gaps);
  for (int i = 0; i < p->n_gaps; i++) gap_motion(&gaps[i], &state, &out[i]);
}

/* Until a touch has been located the
 * present approach speed stands for the touch speed, which is right to first order at onset. */
int ptl_eval_contact_law(ptl_work *work, int gap, double depth, double rate, ptl_contact_out *out) {
  const ptl_sys_gap *g = &work->system->gaps[gap];
  double speed = work->gaps[gap].touch_speed;
  if (speed == 0.0) speed = fmax(rate, g->touch_speed_floor);
  if (depth > g->law.max_depth) {
    work->outside = gap;
    work->misplaced = 0;
    return 1;
  }
  ptl_law_force(&g->law, depth, rate, speed, work->memory + g->memory, out, NULL);
  return isfinite(out->force) ? 0 : 1;
}

void ptl_eval_contacts(ptl_work *work, int play, const double *q, const double *v,
                       ptl_gap_eval *out) {
  const ptl_sys_play *p = &work->system->plays[play];
  ptl_pair_state state;
  ptl_gap gaps[PTL_MAX_GAPS];
  ptl_pair_place(&p->pair, q, work->rotations, &state);
  ptl_pair_move(&p->pair, v, &state);
  ptl_play_gaps(p, &state.pose, gaps);
  for (int i = 0; i < p->n_gaps; i++) {
    gap_motion(&gaps[i], &state, &out[i]);
    if (out[i].depth <= 0.0) continue;
    ptl_contact_out law;
    if (ptl_eval_contact_law(work, p->first_gap + i, out[i].depth, out[i].rate, &law)) continue;
    out[i].force = law.force;
    out[i].elastic_energy = law.energy;
    double fx = law.force * gaps[i].nx, fy = law.force * gaps[i].ny;
    int friction = work->system->gaps[p->first_gap + i].friction;
    if (friction >= 0 && !ptl_eval_friction(work, friction, out[i].slip, fmax(law.force, 0.0))) {
      out[i].friction = work->frictions[friction].force;
      fx += out[i].friction * gaps[i].ny; /* against the tangent (-ny, nx) */
      fy -= out[i].friction * gaps[i].nx;
    }
    out[i].fx = state.c * fx - state.s * fy;
    out[i].fy = state.s * fx + state.c * fy;
    out[i].moment = (gaps[i].bx - state.pose.x) * fy - (gaps[i].by - state.pose.y) * fx;
  }
}

double ptl_eval_force_error(ptl_work *work, int gap, const double *y, const double *errors) {
  const ptl_sys_play *p = &work->system->plays[work->system->gaps[gap].play];
  int n = work->system->n_coordinates;
  ptl_pair_state state;
  ptl_gap gaps[PTL_MAX_GAPS];
  const ptl_gap *own = &gaps[gap - p->first_gap];
  ptl_contact_out law;
  double d[3], row[6], depth = 0.0, rate = 0.0;
  ptl_pair_place(&p->pair, y, work->rotations, &state);
  ptl_pair_move(&p->pair, y + n, &state);
  ptl_play_gaps(p, &state.pose, gaps);
  ptl_gap_gradient(own, &state.pose, d);
  if (own->depth <= 0.0 ||
      ptl_eval_contact_law(work, gap, own->depth, ptl_pair_rate(d, &state), &law))
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

void ptl_eval_load(const ptl_work *work, int load, double out[3]) {
  const ptl_sys_load *l = &work->system->loads[load];
  double value[PTL_LOAD_PARTS];
  for (int i = 0; i < PTL_LOAD_PARTS; i++) {
    const ptl_expr *expr = work->load_expr[PTL_LOAD_PARTS * load + i];
    value[i] = expr == NULL ? 0.0 : ptl_expr_eval(expr);
  }
  ptl_rotation r = work->rotations[l->at.body];
  double fx = value[PTL_LOAD_FX], fy = value[PTL_LOAD_FY];
  out[0] = l->follows ? r.c * fx - r.s * fy : fx;
  out[1] = l->follows ? r.s * fx + r.c * fy : fy;
  double px = r.c * l->at.x - r.s * l->at.y, py = r.s * l->at.x + r.c * l->at.y;
  out[2] = value[PTL_LOAD_TORQUE] + px * out[1] - py * out[0];
}

void ptl_eval_spring(const ptl_work *work, int force, const double *q, const double *v,
                     ptl_spring_eval *out) {
  const ptl_sys_force *k = &work->system->forces[force];
  ptl_pair_place(&k->pair, q, work->rotations, &out->state);
  ptl_pair_move(&k->pair, v, &out->state);
  k->type->coordinate(k->c, &out->state.pose, &out->x);
  out->rate = ptl_pair_rate(out->x.d, &out->state);
  k->type->force(k->c, out->x.value, out->rate, &out->out);
}

int ptl_eval_bushing(const ptl_work *work, int bushing, const double *q, const double *v,
                     ptl_pair_state *state, ptl_bushing_part *out) {
  const ptl_sys_bushing *b = &work->system->bushings[bushing];
  ptl_pair_place(&b->pair, q, work->rotations, state);
  ptl_pair_move(&b->pair, v, state);
  return ptl_bushing_eval(b->type, b->c, &b->rest, &b->def, state, out);
}

static int add_bushing_forces(ptl_work *work, const double *q, const double *v) {
  const ptl_system *s = work->system;
  for (int i = 0; i < s->n_bushings; i++) {
    ptl_pair_state state;
    ptl_bushing_part parts[PTL_BUSHING_PARTS];
    int n = ptl_eval_bushing(work, i, q, v, &state, parts);
    for (int j = 0; j < n; j++) {
      double row[6];
      if (!isfinite(parts[j].force)) return 1;
      work->absorbed += parts[j].force * parts[j].rate;
      ptl_pair_gradient(&state, parts[j].x.d, row);
      ptl_pair_subtract(&s->bushings[i].pair, row, parts[j].force, work->force);
    }
  }
  return 0;
}

/* Friction at a gap's touching point; it also moves the inner states of surfaces that are apart. */
static int add_gap_friction(ptl_work *work, int friction, const ptl_pair *pair, const ptl_gap *gap,
                            const ptl_pair_state *state, double normal) {
  double d[3], dd[3][3], row[6];
  ptl_gap_slip(gap, &state->pose, d, dd);
  double slip = d[0] * state->twist[0] + d[1] * state->twist[1] + d[2] * state->twist[2];
  if (ptl_eval_friction(work, friction, slip, fmax(normal, 0.0))) return 1;
  if (!(normal > 0.0)) return 0;
  ptl_pair_gradient(state, d, row);
  ptl_pair_subtract(pair, row, work->frictions[friction].force, work->force);
  return 0;
}

/* Whether the gap gives no force: by its depth or, between located events, by its state. */
static int is_open(const ptl_work *work, int gap, double depth) {
  if (!work->by_state || isnan(depth)) return !(depth > 0.0);
  return !work->gaps[gap].touching || !(depth > 0.0 || gap == work->led_gap);
}

static int add_contact_forces(ptl_work *work, const double *q, const double *v) {
  const ptl_system *s = work->system;
  for (int i = 0; i < s->n_plays; i++) {
    const ptl_sys_play *p = &s->plays[i];
    ptl_pair_state state;
    ptl_gap gaps[PTL_MAX_GAPS];
    ptl_pair_place(&p->pair, q, work->rotations, &state);
    ptl_play_gaps(p, &state.pose, gaps);
    int moved = 0;
    for (int j = 0; j < p->n_gaps; j++) {
      int friction = s->gaps[p->first_gap + j].friction;
      int rubs = friction >= 0 && s->frictions[friction].law->n_states > 0;
      ptl_gap_now *now = &work->now[p->first_gap + j];
      now->force = 0.0;
      if (is_open(work, p->first_gap + j, gaps[j].depth)) {
        if (isnan(gaps[j].depth)) {
          work->outside = p->first_gap + j;
          work->misplaced = 1;
          return 1;
        }
        if (!rubs) continue;
        if (!moved) ptl_pair_move(&p->pair, v, &state);
        moved = 1;
        if (add_gap_friction(work, friction, &p->pair, &gaps[j], &state, 0.0)) return 1;
        continue;
      }
      if (!moved) ptl_pair_move(&p->pair, v, &state);
      moved = 1;
      ptl_contact_out law;
      double d[3], row[6];
      ptl_gap_gradient(&gaps[j], &state.pose, d);
      now->depth = gaps[j].depth;
      now->rate = ptl_pair_rate(d, &state);
      double depth = p->first_gap + j == work->led_gap ? work->led_depth : now->depth;
      if (ptl_eval_contact_law(work, p->first_gap + j, depth, now->rate, &law)) return 1;
      ptl_pair_gradient(&state, d, row);
      ptl_pair_subtract(&p->pair, row, law.force, work->force);
      now->force = law.force;
      work->absorbed += law.force * now->rate;
      if (friction >= 0 && add_gap_friction(work, friction, &p->pair, &gaps[j], &state, law.force))
        return 1;
    }
  }
  return 0;
}

int ptl_eval_forces(ptl_work *work, const double *q, const double *v) {
  const ptl_system *s = work->system;
  memcpy(work->force, s->weight, sizeof(double) * (size_t)s->n_coordinates);
  work->supplied = work->absorbed = 0.0;
  for (int i = 0; i < s->n_loads; i++) {
    double load[3];
    int body = s->loads[i].at.body;
    ptl_eval_load(work, i, load);
    for (int c = 0; c < 3; c++) {
      work->force[3 * body + c] += load[c];
      work->supplied += load[c] * v[3 * body + c];
    }
  }
  for (int i = 0; i < s->n_forces; i++) {
    const ptl_sys_force *k = &s->forces[i];
    ptl_spring_eval spring;
    double row[6];
    ptl_eval_spring(work, i, q, v, &spring);
    if (!isfinite(spring.out.force)) return 1;
    if (k->type->flags & PTL_FORCE_DRIVES)
      work->supplied -= spring.out.force * spring.rate;
    else
      work->absorbed += spring.out.force * spring.rate;
    ptl_pair_gradient(&spring.state, spring.x.d, row);
    ptl_pair_subtract(&k->pair, row, spring.out.force, work->force);
  }
  if (add_bushing_forces(work, q, v)) return 1;
  return add_contact_forces(work, q, v);
}

int ptl_eval_residual(ptl_work *work, double t, const double *y, const double *yp, double *r) {
  const ptl_system *s = work->system;
  int n = s->n_coordinates, m = s->n_rows;
  const double *q = y, *v = y + n, *mu = y + 2 * n, *lambda = mu + m;
  double *kinematic = r, *dynamic = r + n, *position = r + 2 * n, *velocity = position + m;

  ptl_work_place_all(work, t, y);
  if (ptl_eval_forces(work, q, v)) return 1;
  memset(kinematic, 0, sizeof(double) * (size_t)n);
  memset(dynamic, 0, sizeof(double) * (size_t)n);
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    ptl_constraint_eval e;
    ptl_eval_constraint(work, i, q, v, &e);
    for (int j = 0; j < k->n_rows; j++) {
      int row = k->row + j;
      position[row] = e.value[j] + (k->adds ? position[row] : work->stabiliser * mu[row]);
      velocity[row] = e.rate[j] + (k->adds ? velocity[row] : -work->softness * lambda[row]);
      ptl_pair_subtract(&k->pair, e.rows[j], mu[row], kinematic);
      ptl_pair_subtract(&k->pair, e.rows[j], -lambda[row], dynamic);
    }
    if (k->friction >= 0) {
      ptl_rub rub;
      double row[6];
      if (ptl_eval_rub(work, k->friction, &e.state, lambda + k->row, &rub)) return 1;
      ptl_pair_gradient(&e.state, rub.d, row);
      ptl_pair_subtract(&k->pair, row, -work->frictions[k->friction].force, dynamic);
    }
  }
  const double *vp = yp + n;
  for (int i = 0; i < n; i++) {
    kinematic[i] = kinematic[i] * s->inverse_mass[i] + yp[i] - v[i];
    dynamic[i] += s->mass[i] * vp[i] - work->force[i];
  }
  for (int i = 0; i < s->n_frictions; i++)
    for (int j = 0; j < s->frictions[i].law->n_states; j++) {
      int place = s->first_state + s->frictions[i].state + j;
      r[place] = yp[place] - work->frictions[i].rate[j];
    }
  return isfinite(r[0]) && isfinite(r[n]) ? 0 : 1;
}
