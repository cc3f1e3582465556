/* layout_row.c: the values of a row of the trace. */
#include "layout_row.h"

#include <math.h>

#include "constraint.h"
#include "contact.h"
#include "film.h"
#include "forces.h"
#include "friction.h"
#include "mesh.h"
#include "servo.h"

/* Whether the element has columns: the second side of a coupling and the stops of a joint that is
 * held add to those of another. */
int ptl_layout_has_columns(const ptl_system *s, ptl_layout_owner o, int element) {
  if (o == PTL_OWNER_COORDINATE) {
    const ptl_joint_type *type = s->mechanism->joints[element].use.type;
    return type->coordinate != PTL_COORDINATE_NONE;
  }
  if (o == PTL_OWNER_DRIVEN) return s->mechanism->motions[element].def.of.joint == NULL;
  if (o == PTL_OWNER_CONSTRAINT) return !s->constraints[element].adds_to_previous;
  if (o == PTL_OWNER_GAP_SET) return !s->gap_sets[element].are_stops;
  return 1;
}

/* The values of an element, as its kind numbers them, to the columns that show them. */
static void put(const ptl_layout *y, ptl_layout_owner o, int element, const double *values,
                double *all) {
  const ptl_column_block *b = &y->blocks[o][element];
  for (int i = b->first; i < b->first + b->n; i++) all[i] = values[y->columns.sources[i].value];
}

/* Friction of an ideal joint; its share of the reaction goes to values[FX], [FY] and [MOMENT] (in
 * ground axes, the moment about part B's frame) and to M a. */
static void add_joint_friction(ptl_data *data, const ptl_sys_constraint *k,
                               const ptl_pair_state *state, const double *lambda, double *values) {
  ptl_sliding sliding;
  double row[6];
  if (ptl_eval_joint_friction(data, k->friction, state, lambda + k->row, &sliding)) {
    values[PTL_REACTION_FRICTION] = values[PTL_REACTION_FRICTION_MOMENT] = NAN;
    values[PTL_REACTION_FRICTION_POWER] = NAN;
    return;
  }
  const double force = data->frictions[k->friction].force;
  ptl_pair_gradient(state, sliding.d, row);
  ptl_pair_subtract(&k->pair, row, force, data->force);
  values[PTL_REACTION_FX] -= force * row[3];
  values[PTL_REACTION_FY] -= force * row[4];
  values[PTL_REACTION_MOMENT] -= force * sliding.d[2];
  values[PTL_REACTION_FRICTION] = force;
  values[PTL_REACTION_FRICTION_MOMENT] = force * sliding.d[2];
  values[PTL_REACTION_SLIP_RATE] = ptl_pair_rate(sliding.d, state);
  values[PTL_REACTION_TURN_RATE] = state->twist[2];
  values[PTL_REACTION_FRICTION_POWER] = -force * values[PTL_REACTION_SLIP_RATE];
  values[PTL_REACTION_PRESSED] = ptl_eval_pressed(data, k->friction);
}

/* Moment of the friction of teeth, which the second wheel feels against its turning on the
 * first. */
static double teeth_friction(ptl_data *data, int element, const double *q, const double *v,
                             const double *lambda) {
  const ptl_sys_constraint *k = &data->system->constraints[element];
  ptl_pair_state state;
  ptl_sliding sliding;
  ptl_pair_set_pose(&k->pair, q, data->rotations, &state);
  ptl_pair_set_twist(&k->pair, v, &state);
  if (ptl_eval_joint_friction(data, k->friction, &state, lambda + k->row, &sliding)) return NAN;
  return data->frictions[k->friction].force * sliding.d[2];
}

/* Forces of the teeth, or of a belt's strands: left of the line from the first pulley to the
 * second, and right. */
static void find_drive_values(ptl_data *data, const ptl_sys_constraint *k, const double *q,
                              const double *v, const double *lambda, double *values) {
  const ptl_system *s = data->system;
  const double force = -lambda[k->row];
  values[PTL_DRIVE_FORCE] = values[PTL_DRIVE_MOMENT] = force;
  for (int i = 0; i < s->n_motions; i++)
    if (&s->constraints[s->motions[i].constraint] == k)
      values[PTL_DRIVE_POWER] = force * ptl_eval_driver_rate(data, i, q, v);
  for (int i = 0; i < s->n_meshes; i++) {
    const ptl_sys_mesh *mesh = &s->meshes[i];
    if (&s->constraints[mesh->constraint] != k) continue;
    ptl_mesh_eval eval;
    ptl_eval_mesh(data, i, q, v, lambda, &eval);
    const double both = fmax(fabs(force), mesh->least) / mesh->radius;
    values[PTL_DRIVE_TANGENTIAL_FORCE] = force / mesh->radius;
    values[PTL_DRIVE_RADIAL_FORCE] = fabs(eval.force);
    values[PTL_DRIVE_LEFT_TENSION] = 0.5 * (both - force / mesh->radius);
    values[PTL_DRIVE_RIGHT_TENSION] = 0.5 * (both + force / mesh->radius);
    if (mesh->rubs >= 0)
      values[PTL_DRIVE_FRICTION] = teeth_friction(data, mesh->rubs, q, v, lambda);
  }
}

/* What the reaction's force makes of the way by which the frames of a guide have been moved: of a
 * moment about where they are the one about where the model has them. */
static double moment_of_way(const ptl_sys_constraint *k, const ptl_pair_state *state,
                            const double *values) {
  if (k->moved[0] == 0.0 && k->moved[1] == 0.0) return 0.0; /* pairs of points have no state */
  const double x = state->c * k->moved[0] - state->s * k->moved[1],
               y = state->s * k->moved[0] + state->c * k->moved[1];
  return x * values[PTL_REACTION_FY] - y * values[PTL_REACTION_FX];
}

/* Reactions of the ideal joints, couplings and motions; turns data->force, Q, into M a = Q -
 * Phi_q^T lambda, of coordinates without mass into their weight times a. */
static void write_reactions(ptl_data *data, const double *y, double *all) {
  const ptl_system *s = data->system;
  const int n = s->n_coordinates;
  const double *q = y, *v = y + n, *lambda = y + 2 * n + s->n_rows;
  double *ma = data->force;
  ptl_add_carried_forces(data, q, v, lambda);
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    ptl_constraint_eval element;
    double(*rows)[6] = element.rows, values[PTL_MAX_COLUMN_VALUES] = {0.0};
    ptl_eval_constraint(data, i, q, v, &element);
    for (int j = 0; j < k->n_rows; j++) {
      double x = lambda[k->row + j];
      values[PTL_REACTION_FX] -= x * rows[j][3];
      values[PTL_REACTION_FY] -= x * rows[j][4];
      values[PTL_REACTION_MOMENT] -= x * element.by_angle[j];
      for (int c = 0; c < 3; c++) {
        if (k->pair.a.body >= 0) ma[3 * k->pair.a.body + c] -= x * rows[j][c];
        if (k->pair.b.body >= 0) ma[3 * k->pair.b.body + c] -= x * rows[j][3 + c];
      }
    }
    values[PTL_REACTION_MOMENT] += moment_of_way(k, &element.state, values);
    if (k->type == NULL) find_drive_values(data, k, q, v, lambda, values);
    if (k->friction >= 0) add_joint_friction(data, k, &element.state, lambda, values);
    put(s->layout, PTL_OWNER_CONSTRAINT, i, values, all);
  }
  for (int i = 0; i < s->n_massless; i++)
    ma[s->massless[i]] = data->massless_rates[i] / s->inverse_mass[s->massless[i]];
}

/* Acceleration of a body's centre of mass and of its angle, from M a in data->force; 0 of the
 * ground. */
static void accelerate(const ptl_data *data, int body, double a[3]) {
  for (int c = 0; c < 3; c++)
    a[c] = body < 0 ? 0.0 : data->force[3 * body + c] * data->system->inverse_mass[3 * body + c];
}

/* A coordinate with its rate and its second derivative by time. */
static void write_coordinate(const ptl_data *data, ptl_layout_owner o, int element,
                             const ptl_traced_coordinate *k, const double *q, const double *v,
                             double *all) {
  const ptl_system *s = data->system;
  if (!ptl_layout_has_columns(s, o, element)) return;
  double row[6], convective[2], a[6], acceleration;
  ptl_pair_state state;
  ptl_scalar x;
  ptl_pair_set_pose(&k->pair, q, data->rotations, &state);
  ptl_pair_set_twist(&k->pair, v, &state);
  ptl_measured_coordinate_eval(k->measured, &state.pose, &x);
  ptl_pair_gradient(&state, x.d, row);
  ptl_pair_convective(&k->pair, &state, v, convective);
  accelerate(data, k->pair.a.body, a);
  accelerate(data, k->pair.b.body, a + 3);
  acceleration = ptl_pair_quadratic(&x, &state, convective, 1);
  for (int c = 0; c < 6; c++) acceleration += row[c] * a[c];
  const double rate = ptl_pair_rate(x.d, &state);
  const double values[] = {[PTL_COORDINATE_ANGLE_VALUE] = x.value,
                           [PTL_COORDINATE_ANGLE_RATE] = rate,
                           [PTL_COORDINATE_ANGLE_ACCELERATION] = acceleration,
                           [PTL_COORDINATE_POSITION] = x.value,
                           [PTL_COORDINATE_SPEED] = rate,
                           [PTL_COORDINATE_ACCELERATION] = acceleration};
  put(s->layout, o, element, values, all);
}

/* Those of joints, and of motions between bodies. */
static void write_coordinates(const ptl_data *data, const double *q, const double *v, double *all) {
  const ptl_mechanism *m = data->system->mechanism;
  const ptl_traced_coordinate *coordinates = data->system->layout->coordinates;
  for (int i = 0; i < m->n_joints; i++)
    write_coordinate(data, PTL_OWNER_COORDINATE, i, &coordinates[i], q, v, all);
  for (int i = 0; i < m->n_motions; i++)
    write_coordinate(data, PTL_OWNER_DRIVEN, i, &coordinates[m->n_joints + i], q, v, all);
}

/* Of the frames of the bodies, with the accelerations of M a in data->force. */
static void write_bodies(const ptl_data *data, const double *q, const double *v, double *all) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_bodies; i++) {
    double a[3], values[PTL_BODY_COLUMNS];
    accelerate(data, i, a);
    ptl_body_motion(&s->mechanism->bodies[i].def, q + 3 * i, v + 3 * i, a, values);
    put(s->layout, PTL_OWNER_BODY, i, values, all);
  }
}

/* Force and moment on part B, as those of an ideal joint. */
static void write_bushings(ptl_data *data, const double *q, const double *v, double *all) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_bushings; i++) {
    const ptl_sys_bushing *b = &s->bushings[i];
    ptl_pair_state state;
    ptl_bushing_part parts[PTL_BUSHING_PARTS];
    double row[6], values[PTL_MAX_COLUMN_VALUES] = {0.0};
    int n = ptl_eval_bushing(data, i, q, v, &state, parts);
    ptl_bushing_deflection(b->type, b->c, &b->rest, &state.pose, &values[PTL_BUSHING_EX]);
    for (int j = 0; j < n; j++) {
      ptl_pair_gradient(&state, parts[j].x.d, row);
      values[PTL_BUSHING_FX] -= parts[j].force * row[3];
      values[PTL_BUSHING_FY] -= parts[j].force * row[4];
      values[PTL_BUSHING_MOMENT] -= parts[j].force * parts[j].x.d[2];
      values[PTL_BUSHING_POWER] -= parts[j].force * parts[j].rate;
      values[PTL_BUSHING_DISSIPATION] += parts[j].by_rate * parts[j].rate * parts[j].rate;
    }
    put(s->layout, PTL_OWNER_BUSHING, i, values, all);
  }
}

/* The normal force of the contacts beneath a film. */
static double dry_force(const ptl_data *data, const ptl_sys_film *k, const ptl_gap_eval *gaps) {
  if (k->gap < 0) return 0.0;
  const ptl_sys_gap_set *set = &data->system->gap_sets[k->gap_set];
  if (!k->has_faces) return fabs(gaps[k->gap].force);
  double sum = 0.0;
  ptl_film_face face;
  for (int i = 0; set->type->film_face(set->c, NULL, i, &face); i++)
    for (int gap = 0; gap < set->n_gaps; gap++)
      if (set->gap[gap] == face.gaps[0] || set->gap[gap] == face.gaps[1])
        sum += fabs(gaps[set->first_gap + gap].force);
  return sum;
}

/* Force on part B of a film in ground axes, its moment about the journal's centre; the attitude is
 * from the load to the eccentricity, > 0 counter-clockwise, and 0 between faces. */
static void write_films(ptl_data *data, const double *q, const double *v, const ptl_gap_eval *gaps,
                        double *all) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_films; i++) {
    const ptl_sys_film *k = &s->films[i];
    ptl_film_eval film;
    ptl_eval_film(data, i, q, v, 0, &film);
    const double *f = film.force, x = film.state.pose.x, y = film.state.pose.y;
    const double size = hypot(f[0], f[1]);
    const double dry = dry_force(data, k, gaps), load = x * f[0] + y * f[1];
    const double values[] = {
        [PTL_FILM_EX] = x,
        [PTL_FILM_EY] = y,
        [PTL_FILM_RATIO] = film.ratio,
        [PTL_FILM_ATTITUDE] = !k->has_faces ? atan2(x * f[1] - y * f[0], 0.0 - load) : 0.0,
        [PTL_FILM_THICKNESS] = film.thickness,
        [PTL_FILM_FX] = film.state.c * f[0] - film.state.s * f[1],
        [PTL_FILM_FY] = film.state.s * f[0] + film.state.c * f[1],
        [PTL_FILM_MOMENT] = f[2],
        [PTL_FILM_DRY_SHARE] = dry > 0.0 ? dry / (dry + size) : 0.0,
        [PTL_FILM_DISSIPATION] = film.dissipation};
    put(s->layout, PTL_OWNER_FILM, i, values, all);
  }
}

static void write_gap(const ptl_data *data, int gap, const ptl_gap_eval *g, double *all) {
  const ptl_gap_state *state = &data->gaps[gap];
  const double reference = fmax(state->reference_speed, ptl_reference_of_rate(state, g->rate));
  const double values[] = {[PTL_GAP_POWER] = -g->force * g->rate,
                           [PTL_GAP_FRICTION_POWER] = -g->friction * g->slip - g->rolling_power,
                           [PTL_GAP_ELASTIC_ENERGY] = g->elastic_energy,
                           [PTL_GAP_EFFECTIVE_MASS] = data->system->gaps[gap].start.effective_mass,
                           [PTL_GAP_REFERENCE_SPEED] = state->touching ? reference : 0.0,
                           [PTL_GAP_DEPTH] = g->depth,
                           [PTL_GAP_DEPTH_RATE] = g->rate,
                           [PTL_GAP_NORMAL_FORCE] = g->force,
                           [PTL_GAP_SLIP_RATE] = g->slip,
                           [PTL_GAP_FRICTION_FORCE] = g->friction};
  put(data->system->layout, PTL_OWNER_GAP, gap, values, all);
}

/* The gaps, and of a joint that they alone limit the eccentricity and the sum of their forces. */
static void write_gap_sets(const ptl_data *data, const double *q, const ptl_gap_eval *gaps,
                           double *all) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_gap_sets; i++) {
    const ptl_sys_gap_set *p = &s->gap_sets[i];
    ptl_pair_state state;
    double values[PTL_MAX_COLUMN_VALUES] = {0.0};
    for (int g = p->first_gap; g < p->first_gap + p->n_gaps; g++) {
      write_gap(data, g, &gaps[g], all);
      values[PTL_CLEARANCE_FX] += gaps[g].fx;
      values[PTL_CLEARANCE_FY] += gaps[g].fy;
    }
    if (!p->are_stops && p->type->eccentricity != NULL) {
      ptl_pair_set_pose(&p->pair, q, data->rotations, &state);
      p->type->eccentricity(p->c, &state.pose, &values[PTL_CLEARANCE_EX],
                            &values[PTL_CLEARANCE_EY]);
    }
    put(s->layout, PTL_OWNER_GAP_SET, i, values, all);
  }
}

static void write_forces(ptl_data *data, const double *q, const double *v, double *all) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_forces; i++) {
    ptl_spring_eval spring;
    ptl_eval_spring(data, i, q, v, &spring);
    const ptl_sys_force *k = &s->forces[i];
    ptl_force_out at_rest = {0};
    const double x = spring.x.value, force = spring.out.force;
    const int drives = (k->type->flags & PTL_FORCE_DRIVES) != 0;
    if (!drives) k->type->force(k->c, x, 0.0, &at_rest);
    const double lost = drives ? 0.0 : (force - at_rest.force) * spring.rate;
    const double values[] = {[PTL_FORCE_POWER] = -force * spring.rate,
                             [PTL_FORCE_DISSIPATION] = lost,
                             [PTL_FORCE_LENGTH] = x,
                             [PTL_FORCE_FORCE] = force,
                             [PTL_FORCE_ANGLE] = x,
                             [PTL_FORCE_MOMENT] = force};
    put(s->layout, PTL_OWNER_FORCE, i, values, all);
  }
}

/* Force and moment about the point where the load acts, in ground axes. */
static void write_loads(const ptl_data *data, const double *v, double *all) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_loads; i++) {
    const ptl_part *at = &s->loads[i].at;
    const ptl_rotation r = data->rotations[at->body];
    const double *w = v + 3 * at->body;
    double f[3];
    ptl_eval_load(data, i, f);
    const double px = r.c * at->x - r.s * at->y, py = r.s * at->x + r.c * at->y;
    const double values[] = {[PTL_APPLIED_FX] = f[0],
                             [PTL_APPLIED_FY] = f[1],
                             [PTL_APPLIED_MOMENT] = f[2] - (px * f[1] - py * f[0]),
                             [PTL_APPLIED_POWER] = f[0] * w[0] + f[1] * w[1] + f[2] * w[2]};
    put(s->layout, PTL_OWNER_LOAD, i, values, all);
  }
}

static void write_points(const ptl_data *data, const double *q, const double *v, double *all) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->layout->n_points; i++) {
    const ptl_traced_point *p = &s->layout->points[i];
    double motion[9] = {p->x, p->y}, a[3];
    accelerate(data, p->body, a);
    if (p->body >= 0) ptl_body_motion(&p->def, q + 3 * p->body, v + 3 * p->body, a, motion);
    const double values[] = {
        [PTL_POINT_X] = motion[0],  [PTL_POINT_Y] = motion[1],  [PTL_POINT_VX] = motion[3],
        [PTL_POINT_VY] = motion[4], [PTL_POINT_AX] = motion[6], [PTL_POINT_AY] = motion[7]};
    put(s->layout, PTL_OWNER_POINT, i, values, all);
  }
}

static void write_energies(const ptl_layout *y, const ptl_energy *energy, double *all) {
  const double values[] = {
      [PTL_ENERGY_KINETIC] = energy->kinetic,   [PTL_ENERGY_POTENTIAL] = energy->potential,
      [PTL_ENERGY_ELASTIC] = energy->elastic,   [PTL_ENERGY_DISSIPATED] = energy->dissipated,
      [PTL_ENERGY_SUPPLIED] = energy->supplied, [PTL_ENERGY_BALANCE] = energy->balance};
  put(y, PTL_OWNER_ENERGY, 0, values, all);
}

int ptl_layout_row(ptl_data *data, double t, int event, const double *y, const ptl_gap_eval *gaps,
                   const ptl_energy *energy, ptl_expr *const *expressions, double *all,
                   double *row) {
  const ptl_system *s = data->system;
  static const double two_pi = 6.28318530717958648;
  const ptl_layout *layout = s->layout;
  const double *q = y, *v = y + s->n_coordinates;
  const double of_run[] = {[PTL_RUN_TIME] = t, [PTL_RUN_EVENT] = event};
  put(layout, PTL_OWNER_RUN, 0, of_run, all);
  for (int i = 0; i < s->mechanism->n_inputs; i++) {
    const double value = ptl_data_input(data, i, t);
    put(layout, PTL_OWNER_INPUT, i, &value, all);
  }
  for (int i = 0; i < s->n_signals; i++)
    put(layout, PTL_OWNER_SIGNAL, i, &y[s->first_state + s->signals[i].state], all);
  write_reactions(data, y, all);
  write_bodies(data, q, v, all);
  write_coordinates(data, q, v, all);
  write_bushings(data, q, v, all);
  write_films(data, q, v, gaps, all);
  write_gap_sets(data, q, gaps, all);
  write_forces(data, q, v, all);
  write_loads(data, v, all);
  write_points(data, q, v, all);
  write_energies(layout, energy, all);
  for (int i = layout->n_computed; i < layout->columns.list.n; i++)
    all[i] = ptl_expr_eval(expressions[i - layout->n_computed]);
  for (int i = 0; i < layout->n_kept; i++) {
    const ptl_kept_column *how = &layout->how_kept[i];
    const double value = all[how->index];
    const int wraps = how->is_angle && layout->wrap_angles;
    row[i] = how->factor * (wraps ? remainder(value, two_pi) : value);
  }
  return layout->n_kept;
}

const char *ptl_layout_find_undefined(const ptl_system *s, const double *all) {
  const ptl_layout *layout = s->layout;
  for (int i = layout->n_computed; i < layout->columns.list.n; i++)
    if (!isfinite(all[i])) return layout->columns.list.items[i].name;
  return NULL;
}
