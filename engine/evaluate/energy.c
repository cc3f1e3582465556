/* energy.c: energies and powers of a system at one state. */
#include "energy.h"

#include "contact.h"
#include "film.h"
#include "forces.h"
#include "friction.h"
#include "mesh.h"
#include "servo.h"

/* A driver's row is x - f(t), so its reaction -lambda works on the coordinate's rate f', or on that
 * along which a servo pushes. */
double ptl_eval_driver_power(const ptl_data *data, const double *q, const double *v,
                             const double *lambda) {
  const ptl_system *s = data->system;
  double power = 0.0;
  for (int i = 0; i < s->n_motions; i++)
    power -=
        lambda[s->constraints[s->motions[i].constraint].row] * ptl_eval_driver_rate(data, i, q, v);
  return power;
}

/* Friction in ideal joints: force and power. */
static void add_joint_friction(ptl_data *data, const double *q, const double *v,
                               const double *lambda, ptl_energy_terms *out, double *frictions) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_frictions; i++) {
    const ptl_sys_friction *k = &s->frictions[i];
    if (k->constraint < 0) continue;
    const ptl_sys_constraint *joint = &s->constraints[k->constraint];
    ptl_pair_state state;
    ptl_sliding sliding;
    ptl_pair_set_pose(&joint->pair, q, data->rotations, &state);
    ptl_pair_set_twist(&joint->pair, v, &state);
    ptl_eval_joint_friction(data, i, &state, lambda + joint->row, &sliding);
    double slip = ptl_pair_rate(sliding.d, &state);
    frictions[i] = data->frictions[i].force;
    frictions[s->n_frictions + i] = frictions[i] * slip;
    out->absorbed += frictions[i] * slip;
  }
}

/* Kinetic and potential energy. */
static void eval_bodies(const ptl_system *s, const double *q, const double *v,
                        ptl_energy_terms *out) {
  *out = (ptl_energy_terms){0};
  for (int i = 0; i < s->n_coordinates; i++) out->kinetic += 0.5 * s->mass[i] * v[i] * v[i];
  for (int i = 0; i < s->n_bodies; i++)
    out->potential -= s->mass[3 * i] * (s->gravity[0] * q[3 * i] + s->gravity[1] * q[3 * i + 1]);
}

void ptl_eval_energies(ptl_data *data, const double *y, ptl_energy_terms *out) {
  const ptl_system *s = data->system;
  const double *q = y, *v = y + s->n_coordinates;
  eval_bodies(s, q, v, out);
  for (int i = 0; i < s->n_forces; i++) {
    ptl_spring_eval spring;
    ptl_eval_spring(data, i, q, v, &spring);
    out->elastic += spring.out.energy;
  }
  for (int i = 0; i < s->n_bushings; i++) {
    ptl_pair_state state;
    ptl_bushing_part parts[PTL_BUSHING_PARTS];
    const int n_parts = ptl_eval_bushing(data, i, q, v, &state, parts);
    for (int j = 0; j < n_parts; j++) out->elastic += parts[j].energy;
  }
}

void ptl_eval_stored_energies(ptl_data *data, ptl_contact_rule rule, const double *y,
                              ptl_energy_terms *out, ptl_gap_eval *gaps) {
  ptl_eval_energies(data, y, out);
  ptl_eval_all_contacts(data, rule, y, y + data->system->n_coordinates, gaps);
  for (int g = 0; g < data->system->n_gaps; g++) out->elastic += gaps[g].elastic_energy;
}

void ptl_eval_energy_terms(ptl_data *data, ptl_contact_rule rule, const double *y,
                           ptl_energy_terms *out, double *contacts) {
  const ptl_system *s = data->system;
  int n = s->n_coordinates;
  const double *q = y, *v = y + n, *lambda = y + 2 * n + s->n_rows;
  double *frictions = contacts + 2 * s->n_gaps;
  eval_bodies(s, q, v, out);
  out->supplied = ptl_eval_driver_power(data, q, v, lambda);
  for (int i = 0; i < s->n_loads; i++) {
    double load[3];
    ptl_eval_load(data, i, load);
    const double *w = v + 3 * s->loads[i].at.body;
    out->supplied += load[0] * w[0] + load[1] * w[1] + load[2] * w[2];
  }
  for (int i = 0; i < s->n_forces; i++) {
    ptl_spring_eval spring;
    ptl_eval_spring(data, i, q, v, &spring);
    out->elastic += spring.out.energy;
    if (s->forces[i].type->flags & PTL_FORCE_DRIVES)
      out->supplied -= spring.out.force * spring.rate;
    else
      out->absorbed += spring.out.force * spring.rate;
  }
  for (int i = 0; i < s->n_meshes; i++) {
    ptl_mesh_eval mesh;
    ptl_eval_mesh(data, i, q, v, lambda, &mesh);
    if (!s->meshes[i].is_held) out->absorbed += mesh.force * mesh.rate;
  }
  for (int i = 0; i < s->n_bushings; i++) {
    ptl_pair_state state;
    ptl_bushing_part parts[PTL_BUSHING_PARTS];
    int n_parts = ptl_eval_bushing(data, i, q, v, &state, parts);
    for (int j = 0; j < n_parts; j++) {
      out->elastic += parts[j].energy;
      out->absorbed += parts[j].force * parts[j].rate;
    }
  }
  for (int i = 0; i < s->n_films; i++) {
    ptl_film_eval film;
    ptl_eval_film(data, i, q, v, 0, &film);
    out->absorbed += film.dissipation;
  }
  for (int i = 0; i < s->n_gap_sets; i++) {
    const ptl_sys_gap_set *p = &s->gap_sets[i];
    ptl_gap_eval gaps[PTL_MAX_GAPS];
    ptl_eval_contacts(data, rule, i, q, v, gaps);
    for (int g = 0; g < p->n_gaps; g++) {
      double power = gaps[g].force * gaps[g].rate;
      contacts[p->first_gap + g] = gaps[g].force;
      contacts[s->n_gaps + p->first_gap + g] = power;
      out->elastic += gaps[g].elastic_energy;
      out->absorbed += power + gaps[g].rolling_power;
      int friction = s->gaps[p->first_gap + g].friction;
      if (friction < 0) continue;
      frictions[friction] = gaps[g].friction;
      frictions[s->n_frictions + friction] = gaps[g].friction * gaps[g].slip;
      out->absorbed += gaps[g].friction * gaps[g].slip;
    }
  }
  add_joint_friction(data, q, v, lambda, out, frictions);
}
