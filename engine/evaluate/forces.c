/* forces.c: loads, forces between parts, bushings, films, and the sum of all applied forces. */
#include "forces.h"

#include <math.h>
#include <string.h>

#include "film.h"
#include "state_signal.h"

/* What the parts of a load make about the centre of mass, in ground axes. */
static void add_up_load(const ptl_data *data, int load, const double part[PTL_LOAD_PARTS],
                        double out[3]) {
  const ptl_sys_load *l = &data->system->loads[load];
  ptl_rotation r = data->rotations[l->at.body];
  double fx = part[PTL_LOAD_FX], fy = part[PTL_LOAD_FY];
  out[0] = l->follows ? r.c * fx - r.s * fy : fx;
  out[1] = l->follows ? r.s * fx + r.c * fy : fy;
  double px = r.c * l->at.x - r.s * l->at.y, py = r.s * l->at.x + r.c * l->at.y;
  out[2] = part[PTL_LOAD_TORQUE] + px * out[1] - py * out[0];
}

void ptl_eval_load(const ptl_data *data, int load, double out[3]) {
  double part[PTL_LOAD_PARTS];
  for (int i = 0; i < PTL_LOAD_PARTS; i++) {
    const ptl_expr *expr = data->load_expr[PTL_LOAD_PARTS * load + i];
    part[i] = expr == NULL ? 0.0 : ptl_expr_eval(expr);
  }
  add_up_load(data, load, part, out);
}

int ptl_eval_load_derivative(const ptl_data *data, int load, int variable, double out[3]) {
  double part[PTL_LOAD_PARTS] = {0.0}, unused;
  int depends = 0;
  for (int i = 0; i < PTL_LOAD_PARTS; i++) {
    const ptl_expr *expr = data->load_expr[PTL_LOAD_PARTS * load + i];
    if (expr == NULL || !ptl_expr_uses(expr, variable)) continue;
    ptl_expr_derive(expr, variable, &part[i], &unused);
    depends = 1;
  }
  if (depends) add_up_load(data, load, part, out);
  return depends;
}

void ptl_eval_spring(const ptl_data *data, int force, const double *q, const double *v,
                     ptl_spring_eval *out) {
  const ptl_sys_force *k = &data->system->forces[force];
  ptl_pair_set_pose(&k->pair, q, data->rotations, &out->state);
  ptl_pair_set_twist(&k->pair, v, &out->state);
  k->type->coordinate(k->c, &out->state.pose, &out->x);
  out->rate = ptl_pair_rate(out->x.d, &out->state);
  k->type->force(k->c, out->x.value, out->rate, &out->out);
}

int ptl_eval_bushing(const ptl_data *data, int bushing, const double *q, const double *v,
                     ptl_pair_state *state, ptl_bushing_part *out) {
  const ptl_sys_bushing *b = &data->system->bushings[bushing];
  ptl_pair_set_pose(&b->pair, q, data->rotations, state);
  ptl_pair_set_twist(&b->pair, v, state);
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

static int add_film_forces(ptl_data *data, const double *q, const double *v) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_films; i++) {
    ptl_film_eval film;
    double row[6];
    ptl_eval_film(data, i, q, v, 0, &film);
    if (!isfinite(film.dissipation)) return 1;
    data->absorbed += film.dissipation;
    ptl_pair_gradient(&film.state, film.force, row);
    ptl_pair_subtract(&s->films[i].pair, row, -1.0, data->force);
  }
  return 0;
}

/* Whether the targets of all motions at the present time are. */
static int are_finite(const ptl_data *data) {
  double sum = 0.0; /* NAN if one is not */
  for (int i = 0; i < data->system->n_motions; i++) {
    const double *target = data->targets[i];
    sum += 0.0 * target[0] + 0.0 * target[1] + 0.0 * target[2];
  }
  return sum == 0.0;
}

int ptl_eval_forces(ptl_data *data, const double *q, const double *v,
                    const ptl_contact_mode *mode) {
  const ptl_system *s = data->system;
  memcpy(data->force, s->weight, sizeof(double) * (size_t)s->n_coordinates);
  data->supplied = data->absorbed = 0.0;
  if (!are_finite(data) || (s->n_signals > 0 && ptl_eval_signals(data))) return 1;
  for (int i = 0; i < s->n_loads; i++) {
    double load[3];
    int body = s->loads[i].at.body;
    ptl_eval_load(data, i, load);
    for (int c = 0; c < 3; c++) {
      if (!isfinite(load[c])) return 1;
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
  if (add_bushing_forces(data, q, v) || add_film_forces(data, q, v)) return 1;
  return ptl_add_contact_forces(data, q, v, mode);
}
