/* jacobian.c: values of the sparse Jacobian J = dF/dy + cj dF/dy' of the residual in evaluate.c.
 *
 * Exact but for the term (M^-1 Phi_q^T mu)_q, which vanishes with mu.                          */
#include <math.h>
#include <string.h>

#include "system.h"

static void add(double *values, int slot, double amount) {
  if (slot >= 0) values[slot] += amount;
}

static void add_constraints(const ptl_work *work, double t, const double *q, const double *v,
                            const double *lambda, double *values) {
  const ptl_system *s = work->system;
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    ptl_pair_state state;
    ptl_scalar f[PTL_MAX_CONSTRAINTS];
    double rows[PTL_MAX_CONSTRAINTS][6], hessian[36], hv[6];
    ptl_eval_constraint(work, i, t, q, v, &state, f, rows);
    for (int j = 0; j < k->n_rows; j++) {
      const ptl_sys_row *r = &k->places[j];
      if (k->bends) {
        ptl_pair_hessian(&state, &f[j], hessian);
        ptl_pair_hessian_times(&k->pair, hessian, v, hv);
        for (int e = 0; e < 36; e++)
          add(values, k->stiffness.slot[e], lambda[k->row + j] * hessian[e]);
        for (int c = 0; c < 6; c++) add(values, r->velocity_by_q.slot[c], hv[c]);
      }
      for (int c = 0; c < 6; c++) {
        if (r->position.slot[c] < 0) continue;
        int body = c < 3 ? k->pair.a.body : k->pair.b.body;
        values[r->position.slot[c]] += rows[j][c];
        values[r->velocity.slot[c]] += rows[j][c];
        values[r->force.slot[c]] += rows[j][c];
        values[r->correction.slot[c]] -= rows[j][c] * s->inverse_mass[3 * body + c % 3];
      }
      if (k->adds) continue;
      values[r->stabiliser] += work->stabiliser;
      values[r->softness] -= work->softness;
    }
  }
}

/* A force f(x, x') against the scalar coordinate x of a pair: with g = dx/dq and H its second
 * derivatives, -Q_q = g (f_x g + f_x' H v)^T + f H and -Q_v = f_x' g g^T.                      */
static void add_scalar_force(const ptl_pair *pair, const ptl_pair_state *state, const ptl_scalar *x,
                             const double *v, double force, double by_x, double by_rate,
                             const ptl_block66 *stiffness, const ptl_block66 *damping,
                             double *values) {
  double g[6], hessian[36], hv[6];
  ptl_pair_gradient(state, x->d, g);
  ptl_pair_hessian(state, x, hessian);
  ptl_pair_hessian_times(pair, hessian, v, hv);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      int e = 6 * i + j;
      add(values, stiffness->slot[e], g[i] * (by_x * g[j] + by_rate * hv[j]) + force * hessian[e]);
      add(values, damping->slot[e], by_rate * g[i] * g[j]);
    }
}

static double rate_of(const ptl_scalar *f, const ptl_pair_state *state) {
  return f->d[0] * state->twist[0] + f->d[1] * state->twist[1] + f->d[2] * state->twist[2];
}

static int add_contacts(ptl_work *work, const double *q, const double *v, double *values) {
  const ptl_system *s = work->system;
  for (int i = 0; i < s->n_plays; i++) {
    const ptl_sys_play *p = &s->plays[i];
    ptl_pair_state state;
    ptl_gap gaps[PTL_MAX_GAPS];
    ptl_pair_place(&p->pair, q, work->rotations, &state);
    ptl_pair_move(&p->pair, v, &state);
    ptl_play_gaps(p, &state.pose, gaps);
    for (int j = 0; j < p->n_gaps; j++) {
      if (!(gaps[j].depth > 0.0)) continue;
      ptl_scalar f;
      ptl_contact_out law;
      ptl_gap_scalar(&gaps[j], &state.pose, &f);
      if (ptl_eval_contact_law(work, p->first_gap + j, f.value, rate_of(&f, &state), &law)) return 1;
      add_scalar_force(&p->pair, &state, &f, v, law.force, law.d_depth, law.d_rate, &p->stiffness,
                       &p->damping, values);
    }
  }
  return 0;
}

static void add_bushings(const ptl_work *work, const double *q, const double *v, double *values) {
  const ptl_system *s = work->system;
  for (int i = 0; i < s->n_bushings; i++) {
    const ptl_sys_bushing *b = &s->bushings[i];
    ptl_pair_state state;
    ptl_bushing_part parts[PTL_BUSHING_PARTS];
    int n = ptl_eval_bushing(work, i, q, v, &state, parts);
    for (int j = 0; j < n; j++)
      add_scalar_force(&b->pair, &state, &parts[j].x, v, parts[j].force, parts[j].by_x,
                       parts[j].by_rate, &b->stiffness, &b->damping, values);
  }
}

static int add_forces(const ptl_work *work, const double *q, const double *v, double *values) {
  const ptl_system *s = work->system;
  for (int i = 0; i < s->n_forces; i++) {
    const ptl_sys_force *k = &s->forces[i];
    ptl_pair_state state;
    ptl_scalar f;
    ptl_force_out out;
    ptl_pair_place(&k->pair, q, work->rotations, &state);
    ptl_pair_move(&k->pair, v, &state);
    k->type->coordinate(k->c, &state.pose, &f);
    k->type->force(k->c, f.value, rate_of(&f, &state), &out);
    if (!isfinite(out.force)) return 1;
    add_scalar_force(&k->pair, &state, &f, v, out.force, out.d_s, out.d_rate, &k->stiffness,
                     &k->damping, values);
  }
  return 0;
}

/* Derivatives of a load by the variables that its expressions read, by central differences. */
static void add_load_uses(ptl_work *work, int load, double *values) {
  const ptl_sys_load *l = &work->system->loads[load];
  for (int u = 0; u < l->n_uses; u++)
    for (int c = 0; c < 6; c++) {
      double *x = work->variables + 6 * l->uses[u] + c, kept = *x;
      double step = 6e-6 * fmax(fabs(kept), 1e-3), up[3], down[3];
      *x = kept + step;
      ptl_eval_load(work, load, up);
      *x = kept - step;
      ptl_eval_load(work, load, down);
      *x = kept;
      for (int r = 0; r < 3; r++)
        add(values, l->slots[18 * u + 6 * r + c], -(up[r] - down[r]) / (2.0 * step));
    }
}

static void add_loads(ptl_work *work, double *values) {
  const ptl_system *s = work->system;
  for (int i = 0; i < s->n_loads; i++) {
    const ptl_sys_load *l = &s->loads[i];
    ptl_rotation r = work->rotations[l->at.body];
    double px = r.c * l->at.x - r.s * l->at.y, py = r.s * l->at.x + r.c * l->at.y, load[3];
    ptl_eval_load(work, i, load);
    if (l->follows) { /* the force turns with the body, its moment does not change */
      add(values, l->own[2], load[1]);
      add(values, l->own[5], -load[0]);
    } else {
      add(values, l->own[8], py * load[1] + px * load[0]);
    }
    add_load_uses(work, i, values);
  }
}

int ptl_eval_jacobian(ptl_work *work, double t, double cj, const double *y, double *values) {
  const ptl_system *s = work->system;
  int n = s->n_coordinates;
  const double *q = y, *v = y + n, *lambda = y + 2 * n + s->n_rows;
  memset(values, 0, sizeof(double) * (size_t)s->pattern.nonzeros);
  ptl_work_place(work, t, q, v);
  for (int i = 0; i < n; i++) {
    values[s->pattern.kinematic_q[i]] += cj;
    values[s->pattern.kinematic_v[i]] -= 1.0;
    values[s->pattern.mass[i]] += cj * s->mass[i];
  }
  add_constraints(work, t, q, v, lambda, values);
  add_loads(work, values);
  add_bushings(work, q, v, values);
  if (add_forces(work, q, v, values)) return 1;
  return add_contacts(work, q, v, values);
}
