/* assemble.c: compiles a description into a system. */
#include <math.h>
#include <string.h>

#include "joint_form.h"
#include "system.h"

static ptl_part part_of(const ptl_mechanism *m, const ptl_part_def *def) {
  ptl_part part = {ptl_find_body(m, def->body), def->x, def->y, def->angle};
  if (part.body >= 0) {
    part.x -= m->bodies[part.body].def.com_x;
    part.y -= m->bodies[part.body].def.com_y;
  }
  return part;
}

static ptl_pair pair_of(const ptl_mechanism *m, const ptl_part_def *a, const ptl_part_def *b) {
  return ptl_pair_make(part_of(m, a), part_of(m, b));
}

/* Positions and velocities of the centres of mass, as the model places them. */
static void place_bodies(const ptl_mechanism *m, double *q, double *v) {
  for (int i = 0; i < m->n_bodies; i++) {
    const ptl_body_def *def = &m->bodies[i].def;
    double c = cos(def->angle), s = sin(def->angle);
    double rx = c * def->com_x - s * def->com_y, ry = s * def->com_x + c * def->com_y;
    q[3 * i] = def->x + rx;
    q[3 * i + 1] = def->y + ry;
    q[3 * i + 2] = def->angle;
    v[3 * i] = def->vx - def->omega * ry;
    v[3 * i + 1] = def->vy + def->omega * rx;
    v[3 * i + 2] = def->omega;
  }
}

static ptl_pose pose_at(const ptl_system *s, const ptl_pair *pair, const ptl_rotation *rotations) {
  ptl_pair_state state;
  ptl_pair_place(pair, s->q0, rotations, &state);
  return state.pose;
}

static double effective_mass(const ptl_system *s, const ptl_pair *pair) {
  double a = pair->a.body < 0 ? 0.0 : s->inverse_mass[3 * pair->a.body];
  double b = pair->b.body < 0 ? 0.0 : s->inverse_mass[3 * pair->b.body];
  return 1.0 / (a + b);
}

static ptl_contact_env surroundings(const ptl_system *s, const ptl_sys_gap_set *p, int gap,
                                    const ptl_contact_def *def) {
  ptl_contact_env env = {.length = def->length,
                         .young_a = def->young_a,
                         .young_b = def->young_b,
                         .poisson_a = def->poisson_a,
                         .poisson_b = def->poisson_b};
  p->type->radii(p->c, p->gap[gap], &env.radius_a, &env.radius_b);
  if (!isnan(def->radius_a)) env.radius_a = def->radius_a;
  if (!isnan(def->radius_b)) env.radius_b = def->radius_b;
  env.effective_mass =
      isnan(def->effective_mass) ? effective_mass(s, &p->pair) : def->effective_mass;
  return env;
}

static const char *contact_name(const ptl_joint_def *def, const char *gap) {
  for (int i = 0; i < def->n_contacts; i++)
    if (strcmp(def->contacts[i].gap, gap) == 0) return def->contacts[i].contact;
  return NULL;
}

/* Surfaces that rub, of a gap or of an ideal joint; returns their index, -1 for none. */
static int add_friction(ptl_system *s, const ptl_instance *use, ptl_sys_friction friction) {
  if (use->type == NULL) return -1;
  ptl_sys_friction *k = &s->frictions[s->n_frictions];
  *k = friction;
  k->law = use->type;
  k->c = use->c;
  k->state = s->n_states;
  k->stick_speed = k->law->stick_speed(k->c);
  if (k->law->n_states > 0) k->law->steady(k->c, 1e3 * k->stick_speed, k->steady);
  s->n_states += k->law->n_states;
  return s->n_frictions++;
}

/* One gap with the law of its contact. */
static ptl_status add_gap(ptl_system *s, const ptl_mech_joint *joint, ptl_sys_gap_set *p, int gap) {
  const ptl_mechanism *m = s->mechanism;
  const char *name = p->type->gap_names[gap], *contact = contact_name(&joint->def, name);
  const int index = contact == NULL ? -1 : ptl_find_contact(m, contact);
  if (index < 0)
    return ptl_fail_at(m, joint->where, PTL_ERR_INPUT, "joint '%s': gap '%s' has no contact",
                       joint->def.name, name);
  const ptl_mech_contact *c = &m->contacts[index];
  p->gap[p->n_gaps] = gap;
  const ptl_contact_env env = surroundings(s, p, p->n_gaps, &c->def);
  ptl_sys_gap *g = &s->gaps[s->n_gaps];
  *g = (ptl_sys_gap){.joint = joint->def.name,
                     .name = name,
                     .contact = c->def.name,
                     .gap_set = s->n_gap_sets,
                     .touch_speed_floor = c->def.touch_speed_floor,
                     .memory = s->n_memory};
  const ptl_status status = ptl_law_prepare(s->context, &c->elastic, &c->damping, &env, &g->law);
  if (status == PTL_ERR_INPUT) {
    char reason[sizeof s->context->message];
    memcpy(reason, s->context->message, sizeof reason);
    return ptl_fail_at(m, joint->where, status, "joint '%s', gap '%s', contact '%s': %.1800s",
                       g->joint, g->name, g->contact, reason);
  }
  if (status != PTL_OK) return status;
  /* the friction of an ideal joint is not that of its stops */
  const int use_contact = c->friction.type != NULL || !joint->form.has_clearance;
  g->friction = add_friction(
      s, use_contact ? &c->friction : &joint->friction,
      (ptl_sys_friction){
          .joint = g->joint, .gap = g->name, .gap_index = s->n_gaps, .constraint = -1});
  s->n_memory += g->law.n_memory;
  s->n_gaps++;
  p->n_gaps++;
  return PTL_OK;
}

/* The joint as its form says: constraints or a bushing, and gaps (clearance, stops or both). */
static ptl_status add_joint(ptl_system *s, const ptl_mech_joint *joint, int all_ideal,
                            const ptl_rotation *rotations) {
  const ptl_joint_type *type = joint->use.type;
  const double *c = joint->use.c;
  const ptl_joint_form form = all_ideal ? ptl_joint_form_ideal(type, c) : joint->form;
  const ptl_pair pair = pair_of(s->mechanism, &joint->def.a, &joint->def.b);
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
                              .rest = rest,
                              .motion = -1,
                              .pair = pair,
                              .row = s->n_rows,
                              .n_rows = type->n_constraints,
                              .friction = -1};
    s->n_rows += type->n_constraints;
    if (!all_ideal)
      k->friction = add_friction(
          s, &joint->friction,
          (ptl_sys_friction){
              .joint = joint->def.name, .gap_index = -1, .constraint = s->n_constraints});
    s->n_constraints++;
  }
  if (form.n_gaps == 0) return PTL_OK;
  ptl_sys_gap_set *p = &s->gap_sets[s->n_gap_sets];
  *p = (ptl_sys_gap_set){.name = joint->def.name,
                         .type = type,
                         .c = c,
                         .pair = pair,
                         .rest = rest,
                         .first_gap = s->n_gaps,
                         .held = form.hold != PTL_HELD_BY_NOTHING};
  ptl_status status = PTL_OK;
  for (int i = 0; i < form.n_gaps && status == PTL_OK; i++)
    status = add_gap(s, joint, p, form.gaps[i]);
  s->n_gap_sets++;
  return status;
}

/* A new element factor (x - origin), and x as the model places it. */
static ptl_sys_constraint *add_term(ptl_system *s, const char *name, const ptl_measure_def *of,
                                    double *placed, const ptl_rotation *rotations) {
  const ptl_mechanism *m = s->mechanism;
  const ptl_joint_def *joint = of->joint ? &m->joints[ptl_find_joint(m, of->joint)].def : NULL;
  ptl_sys_constraint *k = &s->constraints[s->n_constraints++];
  ptl_scalar x;
  *k = (ptl_sys_constraint){
      .name = name, .motion = -1, .row = s->n_rows, .n_rows = 1, .factor = 1.0, .friction = -1};
  k->pair = joint ? pair_of(m, &joint->a, &joint->b) : pair_of(m, &of->a, &of->b);
  k->along = ptl_measure_along(m, of);
  k->rest = pose_at(s, &k->pair, rotations);
  ptl_eval_along(k->along, &k->rest, &x);
  *placed = x.value;
  return k;
}

static void add_coupling(ptl_system *s, const ptl_coupling_def *def,
                         const ptl_rotation *rotations) {
  double placed;
  ptl_sys_constraint *k = add_term(s, def->name, &def->first, &placed, rotations);
  k->origin = placed;
  k = add_term(s, def->name, &def->second, &placed, rotations);
  k->origin = placed;
  k->factor = -def->ratio;
  k->adds = 1;
  s->n_rows++;
}

static ptl_status add_motion(ptl_system *s, const ptl_motion_def *def,
                             const ptl_rotation *rotations) {
  double placed;
  ptl_sys_constraint *k = add_term(s, def->name, &def->of, &placed, rotations);
  k->motion = s->n_motions;
  s->n_rows++;
  ptl_sys_motion *out = &s->motions[s->n_motions++];
  *out = (ptl_sys_motion){.def = *def, .constraint = s->n_constraints - 1, .start = placed};
  return ptl_motion_prepare(s->context, out);
}

static void add_force(ptl_system *s, const ptl_mech_force *force) {
  s->forces[s->n_forces++] =
      (ptl_sys_force){.name = force->def.name,
                      .type = force->use.type,
                      .c = force->use.c,
                      .pair = pair_of(s->mechanism, &force->def.a, &force->def.b)};
}

/* Whether `text` has a next name, and which body's state it is, -1 for none; *text moves on. */
static int next_body(const ptl_mechanism *m, const char **text, int *body) {
  size_t length;
  const char *name = *text == NULL ? NULL : ptl_next_name(*text, &length);
  if (name == NULL) return 0;
  int variable = ptl_symbols_find(&m->variables, name, length); /* 0 is the time */
  *text = name + length;
  *body = variable < 1 ? -1 : (variable - 1) / PTL_BODY_VARIABLES;
  return 1;
}

/* Puts the body in its place in an ascending list, once. */
static void insert(int *list, int *n, int body) {
  int i = *n;
  while (i > 0 && list[i - 1] > body) i--;
  if (i > 0 && list[i - 1] == body) return;
  memmove(list + i + 1, list + i, sizeof(int) * (size_t)(*n - i));
  list[i] = body;
  ++*n;
}

/* Bodies whose states the expressions read. */
static ptl_status find_uses(ptl_system *s, ptl_sys_load *load) {
  int n_names = 0, body;
  for (int e = 0; e < PTL_LOAD_PARTS; e++)
    for (const char *text = load->expression[e]; next_body(s->mechanism, &text, &body);) n_names++;
  load->uses = ptl_alloc(s->context, (size_t)n_names, sizeof(int));
  if (load->uses == NULL) return PTL_ERR_MEMORY;
  for (int e = 0; e < PTL_LOAD_PARTS; e++)
    for (const char *text = load->expression[e]; next_body(s->mechanism, &text, &body);)
      if (body >= 0) insert(load->uses, &load->n_uses, body);
  load->slots = ptl_alloc(s->context, 18 * (size_t)load->n_uses, sizeof(int));
  return load->slots == NULL ? PTL_ERR_MEMORY : PTL_OK;
}

static ptl_status add_load(ptl_system *s, const ptl_load_def *def) {
  ptl_sys_load *out = &s->loads[s->n_loads++];
  *out = (ptl_sys_load){.name = def->name,
                        .at = part_of(s->mechanism, &def->at),
                        .follows = def->follows,
                        .expression = {def->fx, def->fy, def->torque}};
  return find_uses(s, out);
}

static ptl_status allocate(ptl_system *s) {
  const ptl_mechanism *m = s->mechanism;
  ptl_context *context = s->context;
  size_t n = (size_t)s->n_coordinates, joints = (size_t)m->n_joints, gaps = 0;
  size_t terms = 2 * (size_t)m->n_couplings + (size_t)m->n_motions;
  for (int i = 0; i < m->n_joints; i++) gaps += (size_t)m->joints[i].form.n_gaps;
  s->mass = ptl_alloc(context, n, sizeof(double));
  s->inverse_mass = ptl_alloc(context, n, sizeof(double));
  s->weight = ptl_alloc(context, n, sizeof(double));
  s->q0 = ptl_alloc(context, n, sizeof(double));
  s->v0 = ptl_alloc(context, n, sizeof(double));
  s->a0 = ptl_alloc(context, n, sizeof(double));
  s->constraints = ptl_alloc(context, joints + terms, sizeof *s->constraints);
  s->bushings = ptl_alloc(context, joints, sizeof *s->bushings);
  s->gap_sets = ptl_alloc(context, joints, sizeof *s->gap_sets);
  s->gaps = ptl_alloc(context, gaps, sizeof *s->gaps);
  s->frictions = ptl_alloc(context, joints + gaps, sizeof *s->frictions);
  s->motions = ptl_alloc(context, (size_t)m->n_motions, sizeof *s->motions);
  s->forces = ptl_alloc(context, (size_t)m->n_forces, sizeof *s->forces);
  s->loads = ptl_alloc(context, (size_t)m->n_loads, sizeof *s->loads);
  int whole = s->mass && s->inverse_mass && s->weight && s->q0 && s->v0 && s->a0 &&
              s->constraints && s->bushings && s->gap_sets && s->gaps && s->frictions &&
              s->motions && s->forces && s->loads;
  return whole ? PTL_OK : PTL_ERR_MEMORY;
}

static ptl_status add_elements(ptl_system *s, int all_ideal, const ptl_rotation *rotations) {
  const ptl_mechanism *m = s->mechanism;
  ptl_status status = PTL_OK;
  for (int i = 0; i < m->n_joints && status == PTL_OK; i++)
    status = add_joint(s, &m->joints[i], all_ideal, rotations);
  for (int i = 0; i < m->n_couplings && status == PTL_OK; i++)
    add_coupling(s, &m->couplings[i].def, rotations);
  for (int i = 0; i < m->n_motions && status == PTL_OK; i++)
    status = add_motion(s, &m->motions[i].def, rotations);
  for (int i = 0; i < m->n_forces && status == PTL_OK; i++) add_force(s, &m->forces[i]);
  for (int i = 0; i < m->n_loads && status == PTL_OK; i++) status = add_load(s, &m->loads[i].def);
  if (status != PTL_OK) return status;
  for (int i = 0; i < s->n_constraints; i++) {
    s->constraints[i].first = s->n_element_rows;
    s->constraints[i].bends = s->constraints[i].curved = 1; /* until pattern.c knows better */
    s->constraints[i].pin = ptl_is_pin(s, &s->constraints[i]);
    s->n_element_rows += s->constraints[i].n_rows;
  }
  s->lambda0 = ptl_alloc(s->context, (size_t)s->n_rows, sizeof(double));
  s->z0 = ptl_alloc(s->context, (size_t)s->n_states, sizeof(double));
  s->first_state = 2 * (s->n_coordinates + s->n_rows);
  return s->lambda0 && s->z0 ? PTL_OK : PTL_ERR_MEMORY;
}

static void lengthen(const ptl_system *s, const ptl_pair *pair, const ptl_rotation *rotations,
                     double *longest) {
  ptl_pair_state state;
  ptl_pair_place(pair, s->q0, rotations, &state);
  if (pair->a.body >= 0) *longest = fmax(*longest, hypot(state.ax, state.ay));
  if (pair->b.body >= 0) *longest = fmax(*longest, hypot(state.bx, state.by));
}

/* Characteristic length: the longest lever arm from a centre of mass to a part. */
static double longest_arm(const ptl_system *s, const ptl_rotation *rotations) {
  double longest = 0.0;
  for (int i = 0; i < s->n_constraints; i++)
    lengthen(s, &s->constraints[i].pair, rotations, &longest);
  for (int i = 0; i < s->n_bushings; i++) lengthen(s, &s->bushings[i].pair, rotations, &longest);
  for (int i = 0; i < s->n_gap_sets; i++) lengthen(s, &s->gap_sets[i].pair, rotations, &longest);
  for (int i = 0; i < s->n_forces; i++) lengthen(s, &s->forces[i].pair, rotations, &longest);
  return longest > 0.0 ? longest : 1.0;
}

/* What the rises and tables of the drivers ask for, on average. */
static double driven_speed(const ptl_system *s) {
  double speed = 0.0;
  for (int i = 0; i < s->n_motions; i++) {
    const ptl_motion_def *def = &s->motions[i].def;
    double own = 0.0;
    for (int j = 0; j < def->n_rises; j++)
      own = fmax(own, fabs(def->rises[j].rise) / def->rises[j].duration);
    for (int j = 1; j < def->n_table; j++) {
      const double *p = def->table + 2 * (j - 1);
      own = fmax(own, fabs((p[3] - p[1]) / (p[2] - p[0])));
    }
    int turns = s->constraints[s->motions[i].constraint].along == PTL_ALONG_ANGLE;
    speed = fmax(speed, turns ? own * s->length : own);
  }
  return speed;
}

/* Characteristic speed at the start: of the bodies, or what their accelerations make of a length.
 * What rests, and starts as gently as rounding, goes by its drivers or is taken to cross a length in the
 * course of the run. */
static double largest_speed(const ptl_system *s) {
  double speed = 0.0, acceleration = 0.0;
  for (int i = 0; i < s->n_bodies; i++) {
    const double *v = s->v0 + 3 * i, *a = s->a0 + 3 * i;
    speed = fmax(speed, hypot(v[0], v[1]) + s->length * fabs(v[2]));
    acceleration = fmax(acceleration, hypot(a[0], a[1]) + s->length * fabs(a[2]));
  }
  speed = fmax(speed, sqrt(acceleration * s->length));
  double slow = s->run.until.joint == NULL ? s->length / s->run.until.amount : 1.0;
  if (speed > 1e-9 * slow) return speed;
  speed = driven_speed(s);
  return speed > 1e-9 * slow ? speed : slow;
}

/* The elements of a system, placed as the model says; `all_ideal` takes no account of clearances.
 */
static ptl_status build(const ptl_mechanism *m, int all_ideal, ptl_system **out) {
  ptl_context *context = m->context;
  ptl_system *s = ptl_alloc(context, 1, sizeof *s);
  if (s == NULL) return PTL_ERR_MEMORY;
  *out = s;
  s->context = context;
  s->mechanism = m;
  s->run = m->run;
  s->n_bodies = m->n_bodies;
  s->n_coordinates = 3 * m->n_bodies;
  s->gravity[0] = m->gx;
  s->gravity[1] = m->gy;
  s->velocity_compliance = 1e-11;
  s->position_compliance = 1e-10;
  if (m->n_bodies == 0)
    return ptl_fail(context, PTL_ERR_INPUT, "the model has no bodies, so nothing can move");
  ptl_status status = allocate(s);
  if (status != PTL_OK) return status;
  for (int i = 0; i < s->n_bodies; i++) {
    const ptl_body_def *def = &m->bodies[i].def;
    for (int c = 0; c < 3; c++) {
      s->mass[3 * i + c] = c < 2 ? def->mass : def->inertia;
      s->inverse_mass[3 * i + c] = 1.0 / s->mass[3 * i + c];
      s->weight[3 * i + c] = c < 2 ? s->mass[3 * i + c] * s->gravity[c] : 0.0;
    }
  }
  place_bodies(m, s->q0, s->v0);
  ptl_rotation *rotations = ptl_alloc(context, (size_t)s->n_bodies, sizeof *rotations);
  if (rotations == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < s->n_bodies; i++)
    rotations[i] = (ptl_rotation){cos(s->q0[3 * i + 2]), sin(s->q0[3 * i + 2])};
  status = add_elements(s, all_ideal, rotations);
  if (status == PTL_OK)
    s->length = isnan(m->run.length) ? longest_arm(s, rotations) : m->run.length;
  ptl_free(context, rotations);
  return status;
}

/* All but the description. */
static void release(ptl_system *s) {
  if (s == NULL) return;
  ptl_context *context = s->context;
  for (int i = 0; i < s->n_gaps; i++) ptl_law_release(context, &s->gaps[i].law);
  for (int i = 0; i < s->n_motions; i++) ptl_free(context, s->motions[i].bends);
  for (int i = 0; i < s->n_loads; i++) {
    ptl_free(context, s->loads[i].uses);
    ptl_free(context, s->loads[i].slots);
  }
  void *blocks[] = {s->mass,
                    s->inverse_mass,
                    s->weight,
                    s->constraints,
                    s->bushings,
                    s->gap_sets,
                    s->gaps,
                    s->motions,
                    s->forces,
                    s->loads,
                    s->pattern.column_start,
                    s->pattern.row_index,
                    s->pattern.kinematic_q,
                    s->pattern.kinematic_v,
                    s->pattern.mass,
                    s->q0,
                    s->v0,
                    s->a0,
                    s->lambda0,
                    s->z0,
                    s->frictions,
                    s->initial,
                    (void *)s->assembly.redundant};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) ptl_free(context, blocks[i]);
  ptl_layout_destroy(context, s->layout);
  ptl_free(context, s);
}

static ptl_status record_initial(ptl_system *s) {
  s->initial = ptl_alloc(s->context, (size_t)s->n_bodies, sizeof *s->initial);
  if (s->initial == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < s->n_bodies; i++) {
    const ptl_body_def *def = &s->mechanism->bodies[i].def;
    double frame[9];
    ptl_body_motion(def, s->q0 + 3 * i, s->v0 + 3 * i, s->a0 + 3 * i, frame);
    s->initial[i] = (ptl_initial){def->name, frame[0], frame[1], frame[2], frame[3],
                                  frame[4],  frame[5], frame[6], frame[7], frame[8]};
  }
  return PTL_OK;
}

/* The start of the mechanism without clearances, and its degrees of freedom. */
static ptl_status start_ideal(const ptl_mechanism *m, ptl_system *s, const double *q,
                              const double *v) {
  ptl_system *ideal = NULL;
  ptl_status status = build(m, 1, &ideal);
  if (status == PTL_OK) status = ptl_start_find(m->context, ideal, q, v);
  if (status == PTL_OK) {
    s->assembly.ideal_degrees_of_freedom = ideal->assembly.degrees_of_freedom;
    if (m->run.start == PTL_START_IDEAL) {
      memcpy(s->q0, ideal->q0, sizeof(double) * (size_t)s->n_coordinates);
      memcpy(s->v0, ideal->v0, sizeof(double) * (size_t)s->n_coordinates);
    }
  }
  release(ideal);
  return status;
}

static ptl_status find_start(const ptl_mechanism *m, ptl_system *s) {
  size_t n = (size_t)s->n_coordinates;
  double *given = ptl_alloc(s->context, 2 * n, sizeof(double));
  if (given == NULL) return PTL_ERR_MEMORY;
  memcpy(given, s->q0, sizeof(double) * n);
  memcpy(given + n, s->v0, sizeof(double) * n);
  ptl_status status = PTL_OK;
  int ideal_known = s->n_gap_sets > 0 || s->n_bushings > 0;
  if (ideal_known) status = start_ideal(m, s, given, given + n);
  if (status == PTL_ERR_UNFIT && m->run.start == PTL_START_GIVEN) { /* it is not asked for */
    ideal_known = 0;
    status = PTL_OK;
  }
  if (status == PTL_OK) status = ptl_start_find(s->context, s, given, given + n);
  ptl_free(s->context, given);
  if (status != PTL_OK) return status;
  ptl_assembly *a = &s->assembly;
  if (!ideal_known) a->ideal_degrees_of_freedom = a->degrees_of_freedom;
  a->n_bodies = s->n_bodies;
  a->n_constraints = s->n_rows;
  a->n_gaps = s->n_gaps;
  s->speed = isnan(m->run.speed) ? largest_speed(s) : m->run.speed;
  return record_initial(s);
}

ptl_status ptl_assemble_in(ptl_context *context, const ptl_mechanism *m, ptl_system **out) {
  *out = NULL;
  ptl_mechanism *copy = NULL;
  ptl_system *s = NULL;
  ptl_status status = ptl_mechanism_copy(context, m, &copy);
  if (status == PTL_OK) status = build(copy, 0, &s);
  if (s == NULL) {
    ptl_mechanism_destroy(copy);
    return status;
  }
  if (status == PTL_OK) status = ptl_pattern_build(context, s);
  if (status == PTL_OK) status = find_start(copy, s);
  if (status == PTL_OK) status = ptl_layout_build(context, s);
  if (status != PTL_OK) {
    ptl_system_destroy(s);
    return status;
  }
  *out = s;
  return PTL_OK;
}

ptl_status ptl_assemble(const ptl_mechanism *m, ptl_system **out) {
  return ptl_assemble_in(m->context, m, out);
}

void ptl_system_destroy(ptl_system *s) {
  if (s == NULL) return;
  ptl_mechanism *description = (ptl_mechanism *)s->mechanism;
  release(s);
  ptl_mechanism_destroy(description);
}

const ptl_assembly *ptl_system_get_assembly(const ptl_system *s) {
  return &s->assembly;
}

int ptl_system_get_initial(const ptl_system *s, const ptl_initial **initial) {
  *initial = s->initial;
  return s->n_bodies;
}

ptl_status ptl_system_get_gap(const ptl_system *s, int gap, const char **joint, const char **name,
                              const char **contact) {
  if (gap < 0 || gap >= s->n_gaps)
    return ptl_fail(s->context, PTL_ERR_USAGE, "gap %d: the system has %d", gap, s->n_gaps);
  if (joint != NULL) *joint = s->gaps[gap].joint;
  if (name != NULL) *name = s->gaps[gap].name;
  if (contact != NULL) *contact = s->gaps[gap].contact;
  return PTL_OK;
}

ptl_status ptl_system_get_friction(const ptl_system *s, int friction, const char **joint,
                                   const char **gap, const char **law) {
  if (friction < 0 || friction >= s->n_frictions)
    return ptl_fail(s->context, PTL_ERR_USAGE, "friction %d: the system has %d", friction,
                    s->n_frictions);
  if (joint != NULL) *joint = s->frictions[friction].joint;
  if (gap != NULL) *gap = s->frictions[friction].gap;
  if (law != NULL) *law = s->frictions[friction].law->name;
  return PTL_OK;
}
