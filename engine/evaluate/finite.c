/* finite.c: which element of a system gives a number that is not finite. */
#include "finite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "contact.h"
#include "film.h"
#include "forces.h"
#include "friction.h"
#include "gap.h"
#include "state.h"

typedef struct finding {
  const ptl_mechanism *m;
  ptl_not_finite *out;
} finding;

static int tell(const finding *f, const char *word, const char *kind, const char *name,
                const char *what, double value) {
  char *key = f->out->name;
  snprintf(key, sizeof f->out->name, "%.*s", (int)strcspn(name, "."), name);
  f->out->element = word;
  snprintf(f->out->text, sizeof f->out->text, "%s '%s'%s is %s", kind, name, what,
           isnan(value) ? "not a number" : "infinite");
  return 1;
}

static int find_motion(const ptl_data *data, const finding *f) {
  static const char *const whats[] = {": its position", ": its rate",
                                      ": the derivative of its rate"};
  for (int i = 0; i < data->system->n_motions; i++)
    for (int k = 0; k < 3; k++)
      if (!isfinite(data->targets[i][k]))
        return tell(f, "motion", "driver", data->system->motions[i].def.name, whats[k],
                    data->targets[i][k]);
  return 0;
}

static int find_load(const ptl_data *data, const finding *f) {
  for (int i = 0; i < data->system->n_loads; i++) {
    double load[3];
    ptl_eval_load(data, i, load);
    for (int k = 0; k < 3; k++)
      if (!isfinite(load[k]))
        return tell(f, "load", "load", data->system->loads[i].name, "", load[k]);
  }
  return 0;
}

static int find_force(const ptl_data *data, const double *q, const double *v, const finding *f) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_forces; i++) {
    ptl_spring_eval spring;
    ptl_eval_spring(data, i, q, v, &spring);
    if (!isfinite(spring.out.force))
      return tell(f, "force", "force", s->forces[i].name, "", spring.out.force);
    if (!isfinite(spring.out.energy))
      return tell(f, "force", "force", s->forces[i].name, ": its energy", spring.out.energy);
  }
  for (int i = 0; i < s->n_bushings; i++) {
    ptl_pair_state state;
    ptl_bushing_part parts[PTL_BUSHING_PARTS];
    int n = ptl_eval_bushing(data, i, q, v, &state, parts);
    for (int j = 0; j < n; j++)
      if (!isfinite(parts[j].force))
        return tell(f, "joint", "bushing", s->bushings[i].name, "", parts[j].force);
  }
  for (int i = 0; i < s->n_films; i++) {
    ptl_film_eval film;
    ptl_eval_film(data, i, q, v, 0, &film);
    if (!isfinite(film.dissipation))
      return tell(f, "joint", "joint", s->films[i].name, ": its film", film.dissipation);
  }
  return 0;
}

/* Law 'x' of a gap, at the depth that it has; the law is asked as ptl_eval_contact_law asks it. */
static int find_gap(ptl_data *data, const double *q, const double *v, const finding *f) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_gap_sets; i++) {
    ptl_gap_eval gaps[PTL_MAX_GAPS];
    ptl_eval_gaps(data, i, q, v, gaps);
    for (int j = 0; j < s->gap_sets[i].n_gaps; j++) {
      int gap = s->gap_sets[i].first_gap + j;
      const ptl_sys_gap *g = &s->gaps[gap];
      ptl_contact_out law = {.force = 0.0};
      char name[160];
      if (!(gaps[j].depth > 0.0) || gaps[j].depth > g->law.max_depth) continue;
      ptl_eval_contact_law(data, PTL_CONTACT_BY_DEPTH, gap, gaps[j].depth, gaps[j].rate, &law);
      snprintf(name, sizeof name, "%s.%s", g->joint, g->name);
      char what[160];
      snprintf(what, sizeof what,
               ": the %s of its laws %s and %s (contact '%s') at a depth of %.6g m",
               isfinite(law.force) ? "energy" : "force", g->law.elastic->name, g->law.damping->name,
               g->contact, gaps[j].depth);
      if (!isfinite(law.force)) return tell(f, "joint", "gap", name, what, law.force);
      if (!isfinite(law.energy)) return tell(f, "joint", "gap", name, what, law.energy);
      if (g->friction >= 0 &&
          ptl_eval_friction(data, g->friction, gaps[j].slip, fmax(law.force, 0.0)))
        return tell(f, "joint", "gap", name, ": its friction", data->frictions[g->friction].force);
    }
  }
  return 0;
}

static int find_joint_friction(ptl_data *data, const double *q, const double *v,
                               const double *lambda, const finding *f) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    ptl_pair_state state;
    ptl_sliding sliding;
    if (k->friction < 0) continue;
    ptl_pair_set_pose(&k->pair, q, data->rotations, &state);
    ptl_pair_set_twist(&k->pair, v, &state);
    if (ptl_eval_joint_friction(data, k->friction, &state, lambda + k->row, &sliding))
      return tell(f, "joint", "joint", k->name, ": its friction",
                  data->frictions[k->friction].force);
  }
  return 0;
}

int ptl_find_not_finite(ptl_data *data, double t, const double *q, const double *v,
                        const double *lambda, ptl_not_finite *out) {
  const finding f = {data->system->mechanism, out};
  ptl_data_set_state(data, t, q, v);
  return find_motion(data, &f) || find_load(data, &f) || find_force(data, q, v, &f) ||
         find_gap(data, q, v, &f) ||
         (lambda != NULL && find_joint_friction(data, q, v, lambda, &f));
}
