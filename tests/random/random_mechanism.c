/* random_mechanism.c: bodies and joints. Joints are given by points in ground coordinates, so that
 * closed loops are closed exactly; rods end at origins of bodies, gears fit their centres. */
#include "random_mechanism.h"

#include <math.h>
#include <string.h>

#include "random_parts.h"
#include "random_source.h"

static void make_scales(random_source *r, random_mechanism *m) {
  static const double weights[] = {0.0, 9.81, 9.81, 1.62, 3.7};
  double down[2] = {0.0, -1.0};
  m->length = random_decades(r, 1e-3, 10.0);
  double g = weights[random_below(r, 5)];
  if (random_chance(r, 0.3)) random_direction(r, down);
  m->gravity[0] = six_digits(g * down[0] + 0.0);
  m->gravity[1] = six_digits(g * down[1] + 0.0);
  double speed = random_decades(r, 0.1, 10.0);
  m->time = six_digits(g > 0.0 && random_chance(r, 0.5) ? sqrt(m->length / g) : m->length / speed);
  m->until = six_digits(m->time * random_between(r, 0.5, 4.0));
}

static void make_bodies(random_source *r, random_mechanism *m) {
  double mass = random_decades(r, 1e-3, 300.0);
  m->n_bodies = 1 + random_below(r, MOST_BODIES);
  for (int i = 0; i < m->n_bodies; i++) {
    random_body *b = &m->body[i];
    double size = m->length * random_between(r, 0.1, 0.5);
    b->mass = six_digits(mass * random_between(r, 0.3, 3.0));
    b->inertia = six_digits(b->mass * size * size);
    b->x = random_between(r, -m->length, m->length);
    b->y = random_between(r, -m->length, m->length);
    b->angle = random_between(r, -3.0, 3.0);
    for (int k = 0; k < 2 && random_chance(r, 0.6); k++)
      b->com[k] = random_between(r, -0.3 * m->length, 0.3 * m->length);
  }
}

static const int constraints_of[] = {
    [REVOLUTE] = 2, [TRANSLATIONAL] = 2, [SLOT] = 1, [FIXED] = 3, [DISTANCE] = 1};

static random_joint_kind any_kind(random_source *r) {
  double u = random_unit(r);
  return u < 0.55   ? REVOLUTE
         : u < 0.72 ? TRANSLATIONAL
         : u < 0.82 ? SLOT
         : u < 0.87 ? FIXED
                    : DISTANCE;
}

static random_joint *add_joint(random_source *r, random_mechanism *m, random_joint_kind kind, int a,
                               int b) {
  random_joint *j = &m->joint[m->n_joints++];
  const random_body *body = &m->body[b];
  *j = (random_joint){.kind = kind, .a = a, .b = b};
  j->at[0] = random_between(r, -m->length, m->length);
  j->at[1] = random_between(r, -m->length, m->length);
  if (random_chance(r, 0.4)) { /* at the origin of body B */
    j->at[0] = body->x;
    j->at[1] = body->y;
  }
  random_direction(r, j->axis);
  j->axis[0] = six_digits(j->axis[0]);
  j->axis[1] = six_digits(j->axis[1]);
  if (kind != DISTANCE) return j;
  j->far[0] = body->x;
  j->far[1] = body->y;
  if (a != GROUND) {
    j->at[0] = m->body[a].x;
    j->at[1] = m->body[a].y;
  }
  if (hypot(j->at[0] - j->far[0], j->at[1] - j->far[1]) < 0.05 * m->length) j->kind = REVOLUTE;
  return j;
}

static int freedoms(const random_mechanism *m) {
  int n = 3 * m->n_bodies - m->n_drives - m->n_couplings;
  for (int i = 0; i < m->n_joints; i++)
    if (!m->joint[i].gives_way) n -= constraints_of[m->joint[i].kind];
  return n;
}

static void make_joints(random_source *r, random_mechanism *m) {
  for (int i = 0; i < m->n_bodies; i++) {
    int parent = i == 0 || random_chance(r, 0.35) ? GROUND : random_below(r, i);
    if (random_chance(r, 0.06)) continue; /* a free body */
    random_joint *j = add_joint(r, m, any_kind(r), parent, i);
    j->gives_way = j->kind == REVOLUTE && random_chance(r, 0.15);
  }
  for (int k = 0; k < 2 && random_chance(r, 0.45) && m->n_joints < MOST_JOINTS; k++) { /* loops */
    int b = random_below(r, m->n_bodies), a = random_below(r, m->n_bodies + 1) - 1;
    if (a == b) continue;
    random_joint *j = add_joint(r, m, random_chance(r, 0.7) ? REVOLUTE : any_kind(r), a, b);
    j->gives_way = j->kind == REVOLUTE && random_chance(r, 0.2);
    if (freedoms(m) < 0) m->n_joints--;
  }
}

/* A joint that can be driven or coupled: ideal, to the ground, and not in use. */
static int free_joint(random_source *r, const random_mechanism *m, random_joint_kind kind,
                      int grounded) {
  int start = random_below(r, m->n_joints > 0 ? m->n_joints : 1);
  for (int k = 0; k < m->n_joints; k++) {
    int i = (start + k) % m->n_joints;
    const random_joint *j = &m->joint[i];
    int used = j->gives_way || j->kind != kind || (grounded && j->a != GROUND);
    for (int n = 0; n < m->n_drives; n++) used = used || m->drive[n].joint == i;
    for (int n = 0; n < m->n_couplings; n++)
      used = used || m->coupling[n].first == i || m->coupling[n].second == i;
    if (!used) return i;
  }
  return -1;
}

/* Moves the guide so that the rack's pitch line touches the pinion, which is on its left. */
static void put_rack(random_source *r, random_mechanism *m) {
  random_coupling *c = &m->coupling[0];
  random_joint *rack = &m->joint[c->first];
  const random_joint *pinion = &m->joint[c->second];
  double size = sqrt(rack->axis[0] * rack->axis[0] + rack->axis[1] * rack->axis[1]);
  c->radius = random_between(r, 0.05 * m->length, 0.3 * m->length);
  rack->at[0] = pinion->at[0] + c->radius * rack->axis[1] / size;
  rack->at[1] = pinion->at[1] - c->radius * rack->axis[0] / size;
}

/* Whether the two joints to the ground lead two bodies, each by this pin alone: where a wheel has
 * its centre is then plain. */
static int lead_two_bodies(const random_mechanism *m, int first, int second) {
  const int joints[] = {first, second};
  int pins = 0;
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < m->n_joints; i++)
      pins += m->joint[i].kind == REVOLUTE && m->joint[i].a == GROUND &&
              m->joint[i].b == m->joint[joints[k]].b && i != joints[k];
  return pins == 0 && m->joint[first].b != m->joint[second].b;
}

static void make_couplings(random_source *r, random_mechanism *m) {
  if (!random_chance(r, 0.4) || freedoms(m) < 1) return;
  int first = free_joint(r, m, random_chance(r, 0.6) ? REVOLUTE : TRANSLATIONAL, 1);
  if (first < 0) return;
  m->coupling[0] = (random_coupling){.first = first, .second = first};
  m->n_couplings = 1;
  int second = free_joint(r, m, REVOLUTE, 1);
  m->n_couplings = 0;
  if (second < 0 || !lead_two_bodies(m, first, second)) return;
  m->coupling[m->n_couplings++] = (random_coupling){.first = first, .second = second};
  if (m->joint[first].kind == TRANSLATIONAL && random_chance(r, 0.6)) put_rack(r, m);
}

static void make_drives(random_source *r, random_mechanism *m) {
  for (int k = 0; k < MOST_DRIVES && random_chance(r, k == 0 ? 0.6 : 0.15); k++) {
    int joint = free_joint(r, m, random_chance(r, 0.75) ? REVOLUTE : TRANSLATIONAL, 0);
    if (joint < 0 || freedoms(m) < 1) continue;
    m->drive[m->n_drives++].joint = joint;
  }
}

int random_mechanism_make(uint64_t seed, random_mechanism *m) {
  random_source r = random_source_of(seed);
  memset(m, 0, sizeof *m);
  make_scales(&r, m);
  make_bodies(&r, m);
  make_joints(&r, m);
  make_couplings(&r, m);
  make_drives(&r, m);
  return random_parts_write(&r, seed, m);
}
