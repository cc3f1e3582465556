/* compile.c: elements of the system from those of the description. */
#include "compile.h"

#include <math.h>
#include <string.h>

#include "joint_form.h"
#include "motion.h"
#include "structure.h"

static ptl_part part_of(const ptl_mechanism *m, const ptl_part_def *def) {
  ptl_part part = {ptl_find_body(m, def->body), def->x, def->y, def->angle};
  if (part.body >= 0) {
    part.x -= m->bodies[part.body].def.com_x;
    part.y -= m->bodies[part.body].def.com_y;
  }
  return part;
}

ptl_pair ptl_compile_pair(const ptl_mechanism *m, const ptl_part_def *a, const ptl_part_def *b) {
  ptl_pair pair = ptl_pair_make(part_of(m, a), part_of(m, b));
  if (pair.a.body >= 0) pair.placed = m->bodies[pair.a.body].def.angle;
  return pair;
}

/* ---------------------------------------------------------------- guides */

/* The smallest box around the centres of mass, and the largest radius of gyration. */
static double size_of_bodies(const ptl_system *s) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, gyration = 0.0;
  for (int i = 0; i < s->n_bodies; i++) {
    for (int c = 0; c < 2; c++) {
      low[c] = fmin(low[c], s->q0[3 * i + c]);
      high[c] = fmax(high[c], s->q0[3 * i + c]);
    }
    if (s->mass[3 * i] > 0.0) gyration = fmax(gyration, s->mass[3 * i + 2] / s->mass[3 * i]);
  }
  return hypot(high[0] - low[0], high[1] - low[1]) + sqrt(gyration);
}

/* Whether the parts keep their angle, so that another place of the joint would do as well: where
 * nothing depends on the moment about it, and it holds for the whole run. */
static int is_guide(const ptl_mech_joint *joint) {
  const ptl_joint_type *type = joint->use.type;
  if (joint->form.hold != PTL_HELD_BY_CONSTRAINTS || joint->friction.type != NULL ||
      (type->flags & PTL_JOINT_PRESSED) != 0 || joint->def.release != NULL)
    return 0;
  for (int i = 0; i < type->n_constraints; i++)
    if (type->kinds[i] == PTL_CONSTRAINT_ANGLE) return 1;
  return 0;
}

static void turn(double angle, double x, double y, double out[2]) {
  out[0] = cos(angle) * x - sin(angle) * y;
  out[1] = sin(angle) * x + cos(angle) * y;
}

/* The place of a part's body; the ground's is 0. */
static void place_of(const ptl_system *s, const ptl_part *part, double place[3]) {
  for (int c = 0; c < 3; c++) place[c] = part->body < 0 ? 0.0 : s->q0[3 * part->body + c];
}

static void move_part(const ptl_system *s, ptl_part *part, const double way[2]) {
  double place[3], own[2];
  place_of(s, part, place);
  turn(-place[2], way[0], way[1], own);
  part->x += own[0];
  part->y += own[1];
}

/* The pair of a joint. Where a guide is placed far from what it guides, both frames are moved by
 * the same way to a centre of mass: the constraints stay what they are, without lever arms that
 * leave rounding alone of them. moved: the way in part A's axes. */
static ptl_pair pair_of_joint(const ptl_system *s, const ptl_mech_joint *joint, double moved[2]) {
  static const double far = 1000.0;
  ptl_pair pair = ptl_compile_pair(s->mechanism, &joint->def.a, &joint->def.b);
  ptl_part *a = &pair.a, *b = &pair.b;
  double of_a[3], of_b[3], arm[2];
  moved[0] = moved[1] = 0.0;
  if (!is_guide(joint)) return pair;
  place_of(s, a, of_a);
  place_of(s, b, of_b);
  turn(of_b[2], b->x, b->y, arm);
  const double *centre = b->body >= 0 ? of_b : of_a;
  const double way[2] = {centre[0] - of_b[0] - arm[0], centre[1] - of_b[1] - arm[1]};
  if (!(hypot(way[0], way[1]) > far * size_of_bodies(s))) return pair;
  move_part(s, a, way);
  move_part(s, b, way);
  turn(-of_a[2] - a->angle, way[0], way[1], moved);
  return pair;
}

/* ---------------------------------------------------------------- joints */

static ptl_pose pose_at(const ptl_system *s, const ptl_pair *pair, const ptl_rotation *rotations) {
  ptl_pair_state state;
  ptl_pair_set_pose(pair, s->q0, rotations, &state);
  return state.pose;
}

static const char *contact_name(const ptl_joint_def *def, const char *gap) {
  for (int i = 0; i < def->n_contacts; i++)
    if (strcmp(def->contacts[i].gap, gap) == 0) return def->contacts[i].contact;
  return NULL;
}

/* Friction of a gap or of an ideal joint; returns its index, -1 for none. */
static int add_friction(ptl_system *s, const ptl_instance *use, ptl_sys_friction friction) {
  if (use->type == NULL) return -1;
  ptl_sys_friction *k = &s->frictions[s->n_frictions];
  *k = friction;
  k->law = use->type;
  k->c = use->c;
  k->state = s->n_states;
  k->pressed = -1;
  k->stick_speed = k->law->stick_speed(k->c);
  if (k->law->n_states > 0) k->law->steady(k->c, 1e3 * k->stick_speed, k->steady);
  s->n_states += k->law->n_states;
  return s->n_frictions++;
}

/* The type's adjoining gaps, of those that the joint has. */
static void set_adjoining(ptl_system *s, ptl_sys_gap_set *p) {
  for (int i = 0; p->type->adjoining != NULL && i < p->n_gaps; i++)
    for (int k = 0; k < p->n_gaps; k++) {
      if ((p->type->adjoining[p->gap[i]] >> p->gap[k] & 1u) == 0) continue;
      s->gaps[p->first_gap + i].adjoining |= 1u << k;
      p->has_adjoining = 1;
    }
}

static void set_idle_apart(const ptl_system *s, ptl_sys_gap_set *p) {
  p->is_idle_apart = (p->type->flags & PTL_JOINT_GAPS_EVERYWHERE) != 0;
  for (int i = 0; i < p->n_gaps; i++) {
    const int friction = s->gaps[p->first_gap + i].friction;
    if (friction < 0) continue;
    p->has_friction = 1;
    if (s->frictions[friction].law->n_states > 0) p->is_idle_apart = 0;
  }
}

/* Its radius is one of those that the joint type gives: signed, 0 at a corner, NAN where it
 * varies. */
static ptl_sys_worn worn_surface(ptl_system *s, const ptl_mech_joint *joint, int gap, int side,
                                 double radius) {
  const ptl_joint_type *type = joint->use.type;
  const int sectors = (int)joint->def.wear->sectors;
  ptl_worn_surface wall = {.points = NULL};
  const ptl_wear_shape shape = isnan(radius) || radius == 0.0 ? PTL_WEAR_WHOLE
                               : isinf(radius)                ? PTL_WEAR_FLAT
                                                              : PTL_WEAR_ROUND;
  const ptl_sys_worn out = {.shape = shape,
                            .n_sectors = shape == PTL_WEAR_WHOLE ? 1 : sectors,
                            .radius = radius,
                            .first_value = s->n_wear_values,
                            .is_wall = type->worn != NULL &&
                                       type->worn(joint->use.c, gap, side, &wall) &&
                                       wall.radius == 0.0,
                            .wall = wall};
  s->n_wear_values += 2 * out.n_sectors + (shape == PTL_WEAR_FLAT ? 2 : 0);
  return out;
}

/* Of the gap that is added next. */
static void add_wear(ptl_system *s, const ptl_mech_joint *joint, int gap) {
  const ptl_wear_def *def = joint->def.wear;
  double radii[2];
  ((const ptl_joint_type *)joint->use.type)->radii(joint->use.c, gap, &radii[0], &radii[1]);
  ptl_sys_wear *wear = &s->wears[s->n_wears++];
  *wear = (ptl_sys_wear){.def = def, .gap = s->n_gaps};
  for (int i = 0; i < 2; i++) wear->surfaces[i] = worn_surface(s, joint, gap, i, radii[i]);
}

/* One gap; its law is prepared when the start is known. */
static ptl_status add_gap(ptl_system *s, const ptl_mech_joint *joint, ptl_sys_gap_set *p, int gap) {
  const ptl_mechanism *m = s->mechanism;
  const char *name = p->type->gap_names[gap], *contact = contact_name(&joint->def, name);
  const int index = contact == NULL ? -1 : ptl_find_contact(m, contact);
  if (index < 0)
    return ptl_fail_at(m, joint->where, PTL_ERR_INPUT,
                       PTL_E(0206) "joint '%s': gap '%s' has no contact", joint->def.name, name);
  const ptl_mech_contact *c = &m->contacts[index];
  p->gap[p->n_gaps] = gap;
  ptl_sys_gap *g = &s->gaps[s->n_gaps];
  *g = (ptl_sys_gap){
      .joint = joint->def.name,
      .name = name,
      .contact = c->def.name,
      .gap_set = s->n_gap_sets,
      .max_depth = p->type->max_depth == NULL ? INFINITY : p->type->max_depth(p->c, gap),
      .touch_speed_floor = c->def.touch_speed_floor,
      .rolling_resistance = c->def.rolling_resistance,
      .rolling_speed = isnan(c->def.rolling_speed) ? PTL_ROLLING_SPEED : c->def.rolling_speed,
      .contact_index = index,
      .where = joint->where};
  /* the friction of an ideal joint is not that of its stops */
  const int use_contact = c->friction.type != NULL || !joint->form.has_clearance;
  g->friction = add_friction(
      s, use_contact ? &c->friction : &joint->friction,
      (ptl_sys_friction){
          .joint = g->joint, .gap = g->name, .gap_index = s->n_gaps, .constraint = -1});
  if (joint->def.wear != NULL) add_wear(s, joint, gap);
  s->n_gaps++;
  p->n_gaps++;
  return PTL_OK;
}

/* Surfaces that slide without a constraint: an element without rows. */
static void add_pressed_pair(ptl_system *s, const ptl_mech_joint *joint, const ptl_pair *pair,
                             const ptl_pose *rest) {
  ptl_sys_constraint *k = &s->constraints[s->n_constraints];
  *k = (ptl_sys_constraint){.name = joint->def.name,
                            .type = joint->use.type,
                            .c = joint->use.c,
                            .rest = *rest,
                            .motion = -1,
                            .pair = *pair,
                            .row = s->n_rows};
  k->friction =
      add_friction(s, &joint->friction,
                   (ptl_sys_friction){
                       .joint = joint->def.name, .gap_index = -1, .constraint = s->n_constraints});
  s->n_constraints++;
}

/* The film in the clearance of a joint, before its gaps. */
static void add_film(ptl_system *s, const ptl_mech_joint *joint, const ptl_pair *pair) {
  const ptl_joint_type *type = joint->use.type;
  const ptl_film_law *law = joint->film.type;
  const double *c = joint->film.c, clearance = type->clearance(joint->use.c);
  double bearing, radius;
  type->radii(joint->use.c, 0, &bearing, &radius);
  const int has_gap = joint->form.n_gaps > 0 && joint->form.gaps[0] == 0;
  s->films[s->n_films++] =
      (ptl_sys_film){.name = joint->def.name,
                     .law = law,
                     .c = c,
                     .pair = *pair,
                     .clearance = clearance,
                     .factor = c[PTL_FILM_VISCOSITY] * c[PTL_FILM_LENGTH] * radius * radius *
                               radius / (clearance * clearance),
                     .gap_set = has_gap ? s->n_gap_sets : -1,
                     .gap = has_gap ? s->n_gaps : -1,
                     .has_faces = law->kind != PTL_FILM_JOURNAL};
}

/* The joint as its form says: constraints or a bushing, and gaps (clearance, stops or both). */
static ptl_status add_joint(ptl_system *s, const ptl_mech_joint *joint, int all_ideal,
                            const ptl_rotation *rotations) {
  const ptl_joint_type *type = joint->use.type;
  const double *c = joint->use.c;
  const ptl_joint_form form = all_ideal ? ptl_joint_form_ideal(type, c) : joint->form;
  const ptl_pair pair = ptl_compile_pair(s->mechanism, &joint->def.a, &joint->def.b);
  const ptl_pose rest = pose_at(s, &pair, rotations);
  if (form.hold == PTL_HELD_BY_BUSHING)
    s->bushings[s->n_bushings++] = (ptl_sys_bushing){.name = joint->def.name,
                                                     .type = type,
                                                     .c = c,
                                                     .def = *joint->def.bushing,
                                                     .pair = pair,
                                                     .rest = rest};
  if (form.hold == PTL_HELD_BY_CONSTRAINTS) {
    ptl_sys_constraint *k = &s->constraints[s->n_constraints];
    *k = (ptl_sys_constraint){.name = joint->def.name,
                              .type = type,
                              .c = c,
                              .motion = -1,
                              .row = s->n_rows,
                              .n_rows = type->n_constraints,
                              .friction = -1};
    k->pair = pair_of_joint(s, joint, k->moved);
    k->rest = pose_at(s, &k->pair, rotations);
    s->n_rows += type->n_constraints;
    if (!all_ideal)
      k->friction = add_friction(
          s, &joint->friction,
          (ptl_sys_friction){
              .joint = joint->def.name, .gap_index = -1, .constraint = s->n_constraints});
    s->n_constraints++;
  }
  if ((type->flags & PTL_JOINT_PRESSED) != 0 && !all_ideal)
    add_pressed_pair(s, joint, &pair, &rest);
  if (form.has_film) add_film(s, joint, &pair);
  if (form.n_gaps == 0) return PTL_OK;
  ptl_sys_gap_set *p = &s->gap_sets[s->n_gap_sets];
  *p = (ptl_sys_gap_set){.name = joint->def.name,
                         .type = type,
                         .c = c,
                         .pair = pair,
                         .rest = rest,
                         .first_gap = s->n_gaps,
                         .are_stops = form.hold != PTL_HELD_BY_NOTHING};
  ptl_status status = PTL_OK;
  for (int i = 0; i < form.n_gaps && status == PTL_OK; i++)
    status = add_gap(s, joint, p, form.gaps[i]);
  set_adjoining(s, p);
  set_idle_apart(s, p);
  s->n_gap_sets++;
  return status;
}

static ptl_pair pair_of_measure(const ptl_system *s, const ptl_measure_def *of) {
  const ptl_mechanism *m = s->mechanism;
  double unused[2];
  return of->joint != NULL ? pair_of_joint(s, &m->joints[ptl_find_joint(m, of->joint)], unused)
                           : ptl_compile_pair(m, &of->a, &of->b);
}

/* A new element factor (x - origin), and x as the model places it. */
static ptl_sys_constraint *add_term(ptl_system *s, const char *name, const ptl_measure_def *of,
                                    double *as_placed, const ptl_rotation *rotations) {
  const ptl_mechanism *m = s->mechanism;
  ptl_sys_constraint *k = &s->constraints[s->n_constraints++];
  ptl_scalar x;
  *k = (ptl_sys_constraint){
      .name = name, .motion = -1, .row = s->n_rows, .n_rows = 1, .factor = 1.0, .friction = -1};
  k->pair = pair_of_measure(s, of);
  k->measured = ptl_measured_coordinate_of(m, of);
  k->rest = pose_at(s, &k->pair, rotations);
  ptl_measured_coordinate_eval(k->measured, &k->rest, &x);
  *as_placed = x.value;
  return k;
}

/* The same as a side of a mesh, its centres not placed yet. */
static void make_side(ptl_sys_constraint *k) {
  k->is_of_mesh = 1;
  k->weight[k->measured == PTL_MEASURED_ANGLE ? 2 : k->measured] = k->factor;
}

/* The teeth of a mesh: an element of the same row that adds nothing to it, whose friction the
 * multiplier presses. */
static void add_teeth(ptl_system *s, const ptl_mech_coupling *coupling, ptl_sys_mesh *mesh) {
  if (coupling->friction.type == NULL) return;
  const int index = s->n_constraints++;
  ptl_sys_constraint *k = &s->constraints[index];
  *k = s->constraints[index - 1];
  memset(k->weight, 0, sizeof k->weight);
  k->friction = add_friction(
      s, &coupling->friction,
      (ptl_sys_friction){.joint = coupling->def.name, .gap_index = -1, .constraint = index});
  mesh->rubs = index;
}

static void add_coupling(ptl_system *s, int coupling, int all_ideal,
                         const ptl_rotation *rotations) {
  const ptl_coupling_def *def = &s->mechanism->couplings[coupling].def;
  double as_placed;
  ptl_sys_constraint *k = add_term(s, def->name, &def->first, &as_placed, rotations);
  k->origin = as_placed;
  k = add_term(s, def->name, &def->second, &as_placed, rotations);
  k->origin = as_placed;
  k->factor = -def->ratio;
  k->adds_to_previous = 1;
  s->n_rows++;
  if (def->kind == PTL_COUPLING_PLAIN) return;
  make_side(k - 1);
  make_side(k);
  ptl_sys_mesh *mesh = &s->meshes[s->n_meshes++];
  *mesh = (ptl_sys_mesh){
      .name = def->name, .coupling = coupling, .constraint = s->n_constraints - 2, .rubs = -1};
  if (!all_ideal) add_teeth(s, &s->mechanism->couplings[coupling], mesh);
}

static void add_servo(ptl_system *s, const ptl_motion_def *def, int motion) {
  s->servos[s->n_servos++] =
      (ptl_sys_servo){.motion = motion,
                      .pair = pair_of_measure(s, &def->by),
                      .measured = ptl_measured_coordinate_of(s->mechanism, &def->by)};
}

static ptl_status add_motion(ptl_system *s, const ptl_motion_def *def,
                             const ptl_rotation *rotations) {
  double as_placed;
  ptl_sys_constraint *k = add_term(s, def->name, &def->of, &as_placed, rotations);
  k->motion = s->n_motions;
  s->n_rows++;
  if (ptl_motion_is_servo(def)) add_servo(s, def, k->motion);
  ptl_sys_motion *out = &s->motions[s->n_motions++];
  *out = (ptl_sys_motion){.def = *def, .constraint = s->n_constraints - 1, .start = as_placed};
  return ptl_motion_prepare(s->context, out);
}

static void add_start(ptl_system *s, const ptl_start_def *def, const ptl_rotation *rotations) {
  ptl_measure_def of = {.joint = def->joint, .a = {.body = "ground"}, .b = def->at};
  double as_placed;
  for (int i = 0; i < (def->joint != NULL ? 1 : 2); i++) {
    of.coordinate = i == 0 ? PTL_MEASURED_X : PTL_MEASURED_Y;
    add_term(s, def->joint != NULL ? def->joint : def->name, &of, &as_placed, rotations);
    s->n_rows++;
    s->n_start_rows++;
  }
}

static void add_force(ptl_system *s, const ptl_mech_force *force) {
  s->forces[s->n_forces++] =
      (ptl_sys_force){.name = force->def.name,
                      .type = force->use.type,
                      .c = force->use.c,
                      .pair = ptl_compile_pair(s->mechanism, &force->def.a, &force->def.b)};
}

/* Whether `text` has a next name, and which body's state or which signal it is, -1 for none; *text
 * moves on. */
static int next_use(const ptl_mechanism *m, const char **text, int *body, int *signal) {
  size_t length;
  const char *name = *text == NULL ? NULL : ptl_next_name(*text, &length);
  if (name == NULL) return 0;
  const int variable = ptl_symbols_find(&m->variables, name, length);
  const int first = ptl_variable_of_body(m, 0); /* before it the time and the inputs */
  *text = name + length;
  *signal = variable - ptl_variable_of_signal(m, 0);
  *body = variable < first || *signal >= 0 ? -1 : (variable - first) / PTL_BODY_VARIABLES;
  return 1;
}

/* Inserts the body into an ascending list, once. */
static void insert(int *list, int *n, int body) {
  int i = *n;
  while (i > 0 && list[i - 1] > body) i--;
  if (i > 0 && list[i - 1] == body) return;
  memmove(list + i + 1, list + i, sizeof(int) * (size_t)(*n - i));
  list[i] = body;
  ++*n;
}

/* Bodies and signals whose states n expressions read, for so many rows. */
static ptl_status find_uses(const ptl_system *s, const char *const *expressions, int n, int n_rows,
                            ptl_sys_uses *out) {
  int n_names = 0, body, signal;
  for (int e = 0; e < n; e++)
    for (const char *text = expressions[e]; next_use(s->mechanism, &text, &body, &signal);)
      n_names++;
  out->n_rows = n_rows;
  out->bodies = ptl_alloc(s->context, (size_t)n_names, sizeof(int));
  out->signals = ptl_alloc(s->context, (size_t)n_names, sizeof(int));
  if (out->bodies == NULL || out->signals == NULL) return PTL_ERR_MEMORY;
  for (int e = 0; e < n; e++)
    for (const char *text = expressions[e]; next_use(s->mechanism, &text, &body, &signal);) {
      if (body >= 0) insert(out->bodies, &out->n_bodies, body);
      if (signal >= 0) insert(out->signals, &out->n_signals, signal);
    }
  out->slots_of_bodies =
      ptl_alloc(s->context, 6 * (size_t)n_rows * (size_t)out->n_bodies, sizeof(int));
  out->slots_of_signals =
      ptl_alloc(s->context, (size_t)n_rows * (size_t)out->n_signals, sizeof(int));
  return out->slots_of_bodies == NULL || out->slots_of_signals == NULL ? PTL_ERR_MEMORY : PTL_OK;
}

static ptl_status add_load(ptl_system *s, const ptl_load_def *def) {
  ptl_sys_load *out = &s->loads[s->n_loads++];
  *out = (ptl_sys_load){.name = def->name,
                        .at = part_of(s->mechanism, &def->at),
                        .follows = def->follows,
                        .expression = {def->fx, def->fy, def->torque}};
  return find_uses(s, out->expression, PTL_LOAD_PARTS, 3, &out->uses);
}

/* What presses the friction of an ideal joint or of a brake. */
static ptl_status add_pressed(ptl_system *s, int friction) {
  ptl_sys_friction *k = &s->frictions[friction];
  const int joint = k->constraint < 0 ? -1 : ptl_find_joint(s->mechanism, k->joint);
  if (joint < 0) return PTL_OK;
  const ptl_mech_joint *of = &s->mechanism->joints[joint];
  const int needs = (((const ptl_joint_type *)of->use.type)->flags & PTL_JOINT_PRESSED) != 0;
  if (of->def.pressed == NULL)
    return !needs ? PTL_OK
                  : ptl_fail_at(s->mechanism, of->where, PTL_ERR_INPUT,
                                PTL_E(0241) "joint '%s' needs 'pressed': the force that presses its "
                                "surfaces together",
                                k->joint);
  const ptl_pair *pair = &s->constraints[k->constraint].pair;
  ptl_sys_pressed *out = &s->pressed[s->n_pressed];
  *out = (ptl_sys_pressed){.name = k->joint, .expression = of->def.pressed, .friction = friction};
  k->pressed = s->n_pressed++;
  ptl_status status = find_uses(s, &out->expression, 1, pair->a.body >= 0 ? 3 : 0, &out->on[0]);
  if (status == PTL_OK)
    status = find_uses(s, &out->expression, 1, pair->b.body >= 0 ? 3 : 0, &out->on[1]);
  return status == PTL_OK ? find_uses(s, &out->expression, 1, k->law->n_states, &out->on_states)
                          : status;
}

static ptl_status add_signal(ptl_system *s, const ptl_mech_signal *signal) {
  const ptl_signal_def *def = &signal->def;
  ptl_sys_signal *out = &s->signals[s->n_signals];
  *out = (ptl_sys_signal){.name = def->name,
                          .expression = def->rate != NULL ? def->rate : def->next,
                          .is_discrete = def->rate == NULL,
                          .start = def->start,
                          .state = s->n_states,
                          .scale = def->scale};
  if (out->expression == NULL)
    return ptl_fail_at(s->mechanism, signal->where, PTL_ERR_INPUT,
                       PTL_E(0214) "signal '%s' has neither a rate nor what comes next", def->name);
  s->n_signals++;
  s->n_states++;
  return find_uses(s, &out->expression, out->is_discrete ? 0 : 1, 1, &out->uses);
}

/* Signals that a motion follows, and what their rates read. */
static ptl_status find_motion_signals(ptl_system *s, ptl_sys_motion *motion) {
  int body, signal, n = 0;
  for (const char *text = motion->def.position; next_use(s->mechanism, &text, &body, &signal);)
    n += signal >= 0;
  motion->follows_signals = n > 0;
  if (n == 0) return PTL_OK;
  const char **rates = ptl_alloc(s->context, (size_t)n, sizeof *rates);
  if (rates == NULL) return PTL_ERR_MEMORY;
  n = 0;
  for (const char *text = motion->def.position; next_use(s->mechanism, &text, &body, &signal);)
    if (signal >= 0) rates[n++] = s->mechanism->signals[signal].def.rate;
  ptl_status status = find_uses(s, &motion->def.position, 1, 1, &motion->on_position);
  if (status == PTL_OK) status = find_uses(s, rates, n, 1, &motion->on_velocity);
  ptl_free(s->context, rates);
  return status;
}

/* The signals by which joints and motions let go. */
static ptl_status find_releases(ptl_system *s) {
  const ptl_mechanism *m = s->mechanism;
  for (int i = 0; i < s->n_constraints; i++) {
    ptl_sys_constraint *k = &s->constraints[i];
    const int joint = k->type != NULL ? ptl_find_joint(m, k->name) : -1;
    const char *signal = joint >= 0       ? m->joints[joint].def.release
                         : k->motion >= 0 ? s->motions[k->motion].def.release
                                          : NULL;
    if (signal == NULL) continue;
    k->release = 1 + ptl_find_element(m, PTL_ELEMENT_SIGNAL, signal);
    if (k->release == 0 || !s->signals[k->release - 1].is_discrete)
      return ptl_fail_at(
          m, joint >= 0 ? m->joints[joint].where : m->motions[k->motion].where, PTL_ERR_INPUT,
          k->release == 0
              ? PTL_E(0242) "%s '%s': there is no signal with a state '%s' by which it could let go"
              : PTL_E(0242) "%s '%s' cannot let go by signal '%s', which changes continuously; give the condition "
                "as 'when', or a signal with 'next' or 'switch'",
          joint >= 0 ? "joint" : "motion", k->name, signal);
    s->n_releases++;
  }
  return PTL_OK;
}

ptl_status ptl_compile_elements(ptl_system *s, int all_ideal, int with_starts,
                                const ptl_rotation *rotations) {
  const ptl_mechanism *m = s->mechanism;
  ptl_status status = PTL_OK;
  for (int i = 0; i < m->n_joints && status == PTL_OK; i++)
    status = add_joint(s, &m->joints[i], all_ideal, rotations);
  for (int i = 0; i < m->n_couplings && status == PTL_OK; i++)
    add_coupling(s, i, all_ideal, rotations);
  for (int i = 0; i < m->n_motions && status == PTL_OK; i++)
    status = add_motion(s, &m->motions[i].def, rotations);
  for (int i = 0; i < m->n_starts && with_starts && status == PTL_OK; i++)
    add_start(s, &m->starts[i].def, rotations);
  for (int i = 0; i < m->n_forces && status == PTL_OK; i++) add_force(s, &m->forces[i]);
  for (int i = 0; i < m->n_loads && status == PTL_OK; i++) status = add_load(s, &m->loads[i].def);
  for (int i = 0; i < m->n_signals && status == PTL_OK; i++) status = add_signal(s, &m->signals[i]);
  for (int i = 0; i < s->n_motions && status == PTL_OK; i++)
    status = find_motion_signals(s, &s->motions[i]);
  for (int i = 0; i < s->n_frictions && status == PTL_OK; i++) status = add_pressed(s, i);
  if (status == PTL_OK) status = find_releases(s);
  if (status != PTL_OK) return status;
  for (int i = 0; i < s->n_constraints; i++) {
    s->constraints[i].first_element_row = s->n_element_rows;
    s->n_element_rows += s->constraints[i].n_rows;
    ptl_constraint_classify(s, &s->constraints[i]);
  }
  s->first_state = 2 * (s->n_coordinates + s->n_rows);
  return PTL_OK;
}
