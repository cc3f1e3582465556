#include "random_parts.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct writer {
  random_source *r;
  random_mechanism *m;
  size_t length;
} writer;

/* Writes the numbers of a text with six digits where these say it all: 0.10000000000000001 as
 * 0.1. */
static void shorten(char *text) {
  char *to = text, *end, number[32];
  for (char *from = text; *from != '\0';) {
    int starts =
        isdigit((unsigned char)*from) && (from == text || !isalnum((unsigned char)from[-1]));
    if (!starts) {
      *to++ = *from++;
      continue;
    }
    double x = strtod(from, &end);
    snprintf(number, sizeof number, "%.6g", x);
    if (strtod(number, NULL) != x) snprintf(number, sizeof number, "%.17g", x);
    size_t n = strlen(number);
    if (n > (size_t)(end - from)) n = (size_t)(end - from), memcpy(number, from, n);
    memcpy(to, number, n);
    to += n;
    from = end;
  }
  *to = '\0';
}

static void put(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(writer *w, const char *format, ...) {
  va_list list;
  size_t room = sizeof w->m->text - w->length;
  va_start(list, format);
  int n = vsnprintf(w->m->text + w->length, room, format, list);
  va_end(list);
  if (n < 0 || (size_t)n >= room) {
    w->length = sizeof w->m->text - 1; /* full */
    return;
  }
  shorten(w->m->text + w->length);
  w->length += strlen(w->m->text + w->length);
}

static const char *body_name(int body) {
  static const char *const names[] = {"ground", "b0", "b1", "b2", "b3", "b4", "b5"};
  return names[body + 1];
}

static double mean_mass(const random_mechanism *m) {
  double sum = 0.0;
  for (int i = 0; i < m->n_bodies; i++) sum += m->body[i].mass;
  return sum / m->n_bodies;
}

/* ------------------------------------------------------------------ bodies */

static void put_bodies(writer *w) {
  const random_mechanism *m = w->m;
  put(w, "bodies:\n");
  for (int i = 0; i < m->n_bodies; i++) {
    const random_body *b = &m->body[i];
    put(w, "  b%d: {mass: %.17g, inertia: %.17g, position: [%.17g, %.17g], angle: %.17g", i,
        b->mass, b->inertia, b->x, b->y, b->angle);
    if (b->com[0] != 0.0 || b->com[1] != 0.0) put(w, ", com: [%.17g, %.17g]", b->com[0], b->com[1]);
    if (random_chance(w->r, 0.15)) {
      double v = m->length / m->time;
      put(w, ", velocity: [%.17g, %.17g], rate: %.17g", random_between(w->r, -v, v),
          random_between(w->r, -v, v), random_between(w->r, -1.0 / m->time, 1.0 / m->time));
    }
    put(w, "}\n");
  }
}

/* ------------------------------------------------------------------ laws */

static void put_friction(writer *w) {
  static const char *const one[] = {"coulomb", "threlfall", "ambrosio"};
  static const char *const two[] = {"bengisu_akay", "stribeck", "lugre", "stick_slip"};
  double mu = random_between(w->r, 0.02, 0.4);
  w->m->has_friction = 1;
  if (random_chance(w->r, 0.6))
    put(w, "{law: %s, coefficient: %.17g}", one[random_below(w->r, 3)], mu);
  else
    put(w, "{law: %s, kinetic: %.17g, static: %.17g}", two[random_below(w->r, 4)], mu,
        six_digits(mu * random_between(w->r, 1.0, 1.4)));
}

static void put_damping(writer *w) {
  static const char *const names[] = {"exact",
                                      "hunt_crossley",
                                      "herbert_mcwhannell",
                                      "lee_wang_1",
                                      "lankarani_nikravesh",
                                      "tsuji_clamped",
                                      "flores",
                                      "gonthier_approximate",
                                      "hu_guo",
                                      "zhang",
                                      "zhiying_qishao",
                                      "kelvin_voigt_clamped",
                                      "lankarani_nikravesh_1994",
                                      "gharib_hurmuzlu_1",
                                      "khulief_shabana",
                                      "marhefka_orin"};
  double u = random_unit(w->r);
  if (u < 0.15)
    put(w, "{law: none}");
  else if (u < 0.3)
    put(w, "{law: hunt_crossley, alpha: %.17g}",
        six_digits(random_between(w->r, 0.02, 0.5) * w->m->time / w->m->length));
  else
    put(w, "{law: %s, restitution: %.17g}", names[random_below(w->r, 16)],
        random_between(w->r, 0.4, 1.0));
}

/* A contact whose deepest indentation at the mechanism's speed is `depth` [m]; `curved`: the
 * surfaces have radii, so that any law fits. */
static void put_contact(writer *w, const char *name, double depth, int curved) {
  double v = w->m->length / w->m->time, energy = 0.5 * mean_mass(w->m) * v * v;
  double exponents[] = {1.0, 1.5, random_between(w->r, 1.0, 2.0)};
  double n = exponents[random_below(w->r, 3)];
  int law = curved ? random_below(w->r, 10) : 0;
  w->m->has_gaps = 1;
  put(w, "  %s: {elastic: ", name);
  if (law == 8) {
    put(w, "{law: hertz}, materials: steel");
  } else if (law == 9) {
    put(w, "{law: johnson}, materials: bronze, length: %.17g", six_digits(0.2 * w->m->length));
    w->m->has_limited_law = 1;
  } else {
    put(w, "{law: power, stiffness: %.6g, exponent: %.17g}",
        (n + 1.0) * energy / pow(depth, n + 1.0), n);
  }
  put(w, ", damping: ");
  put_damping(w);
  if (random_chance(w->r, 0.3)) {
    put(w, ", friction: ");
    put_friction(w);
  }
  put(w, "}\n");
}

static void put_contacts(writer *w, double clearance) {
  put(w, "contacts:\n");
  put_contact(w, "c", clearance * random_between(w->r, 0.02, 0.5), 1);
  put_contact(w, "stop", 0.01 * w->m->length * random_between(w->r, 0.05, 1.0), 0);
}

/* ------------------------------------------------------------------ joints */

static void put_gap(writer *w, random_joint *j, double clearance) {
  j->is_gap = random_chance(w->r, 0.6);
  if (j->is_gap) {
    put(w, ", clearance: %.17g, radius: %.17g, contact: c", clearance,
        six_digits(random_between(w->r, 0.02, 0.1) * w->m->length + 2.0 * clearance));
    if (random_chance(w->r, 0.2)) put(w, ", friction: "), put_friction(w);
  } else {
    double k = 100.0 * mean_mass(w->m) / (w->m->time * w->m->time);
    put(w, ", bushing: {stiffness: %.17g, damping: %.17g}",
        six_digits(k * random_between(w->r, 1.0, 100.0)),
        six_digits(0.1 * k * w->m->time * random_between(w->r, 0.0, 1.0)));
  }
}

static int is_used(const random_mechanism *m, int joint) {
  for (int i = 0; i < m->n_drives; i++)
    if (m->drive[i].joint == joint) return 1;
  for (int i = 0; i < m->n_couplings; i++)
    if (m->coupling[i].first == joint || m->coupling[i].second == joint) return 1;
  return 0;
}

static void put_ideal(writer *w, const random_joint *j, int used) {
  if (j->kind == SLOT)
    put(w, ", clearance: 0, slot: {line: {from: [%.17g, 0], to: [%.17g, 0]}}", -3.0 * w->m->length,
        3.0 * w->m->length);
  if ((j->kind == REVOLUTE || j->kind == TRANSLATIONAL || j->kind == SLOT) &&
      random_chance(w->r, 0.12)) {
    if (j->kind == REVOLUTE)
      put(w, ", radius: %.17g", six_digits(random_between(w->r, 0.01, 0.1) * w->m->length));
    put(w, ", friction: ");
    put_friction(w);
  }
  if (!used && j->kind == REVOLUTE && random_chance(w->r, 0.1))
    put(w, ", limits: {from: %.17g, to: %.17g, radius: %.17g}, contact: stop",
        random_between(w->r, -2.0, -0.2), random_between(w->r, 0.2, 2.0),
        six_digits(0.3 * w->m->length));
  if (!used && j->kind == TRANSLATIONAL && random_chance(w->r, 0.15))
    put(w, ", limits: {from: %.17g, to: %.17g}, contact: stop",
        six_digits(-w->m->length * random_between(w->r, 0.1, 1.0)),
        six_digits(w->m->length * random_between(w->r, 0.1, 1.0)));
}

static void put_joint(writer *w, int i, double clearance) {
  static const char *const names[] = {"revolute", "translational", "pin_in_slot", "fixed",
                                      "distance"};
  const random_joint *j = &w->m->joint[i];
  put(w, "  j%d: {type: %s, bodies: [%s, %s]", i, names[j->kind], body_name(j->a), body_name(j->b));
  if (j->kind == DISTANCE) {
    double dx = j->at[0] - j->far[0], dy = j->at[1] - j->far[1];
    put(w, ", at: [[%.17g, %.17g], [0, 0]], length: %.17g}\n", j->a == GROUND ? j->at[0] : 0.0,
        j->a == GROUND ? j->at[1] : 0.0, sqrt(dx * dx + dy * dy));
    return;
  }
  put(w, ", at: [%.17g, %.17g]", j->at[0], j->at[1]);
  if (j->kind == TRANSLATIONAL || j->kind == SLOT)
    put(w, ", axis: [%.17g, %.17g]", j->axis[0], j->axis[1]);
  if (j->gives_way)
    put_gap(w, &w->m->joint[i], clearance);
  else
    put_ideal(w, j, is_used(w->m, i));
  put(w, "}\n");
}

/* ------------------------------------------------------------------ couplings */

static void put_coupling(writer *w, random_coupling *c) {
  const random_joint *a = &w->m->joint[c->first], *b = &w->m->joint[c->second];
  double dx = a->at[0] - b->at[0], dy = a->at[1] - b->at[1], distance = sqrt(dx * dx + dy * dy);
  double part = random_between(w->r, 0.2, 0.8), turns = a->kind == REVOLUTE ? 1.0 : w->m->length;
  if (a->kind == REVOLUTE && distance > 0.1 * w->m->length && random_chance(w->r, 0.6)) {
    int belt = random_chance(w->r, 0.4);
    double ra = belt ? six_digits(0.4 * part * distance) : part * distance;
    double rb = belt ? six_digits(0.4 * (1.0 - part) * distance) : distance - ra;
    c->ratio = belt ? rb / ra : -rb / ra;
    put(w, "  k: {type: %s, %s: [%s, %s], radii: [%.17g, %.17g]}\n", belt ? "belt" : "gear",
        belt ? "pulleys" : "gears", body_name(a->b), body_name(b->b), ra, rb);
    return;
  }
  if (c->radius > 0.0) {
    c->ratio = c->radius;
    put(w, "  k: {type: rack_and_pinion, rack: j%d, pinion: j%d, radius: %.17g}\n", c->first,
        c->second, c->radius);
    return;
  }
  c->ratio = six_digits(turns * random_between(w->r, -2.0, 2.0) + 0.1 * turns);
  put(w, "  k: {type: coupling, joints: [j%d, j%d], ratio: %.17g}\n", c->first, c->second,
      c->ratio);
}

/* ------------------------------------------------------------------ drives */

/* Where an expression starts from: motions given as coordinates begin at 0. */
static void put_drive(writer *w, int k) {
  random_source *r = w->r;
  random_drive *d = &w->m->drive[k];
  int turns = w->m->joint[d->joint].kind == REVOLUTE;
  double size =
      turns ? random_between(r, 0.3, 3.0) : six_digits(w->m->length * random_between(r, 0.05, 0.5));
  double sign = random_chance(r, 0.5) ? -1.0 : 1.0, t = w->m->time, u = w->m->until;
  const char *coordinate = turns ? "angle" : "position";
  size *= sign;
  put(w, "  m%d: {type: motion, joint: j%d, ", k, d->joint);
  switch (random_below(r, 10)) {
    case 0:
    case 1:
      put(w, "rate: %.17g}\n", six_digits(size / t));
      break;
    case 2:
      put(w, "%s: !si '%.17g*sin(%.17g*time)'}\n", coordinate, six_digits(0.5 * size),
          six_digits(random_between(r, 0.5, 3.0) / t));
      break;
    case 3:
      put(w, "rises: [{rise: %.17g, start: %.17g, duration: %.17g}]}\n", size,
          six_digits(u * random_between(r, 0.1, 0.4)), six_digits(u * random_between(r, 0.1, 0.4)));
      break;
    case 4:
      put(w,
          "rises: [{law: polynomial_345, rise: %.17g, duration: %.17g}, {law: polynomial_4567, "
          "rise: %.17g, "
          "start: %.17g, duration: %.17g}], period: %.17g}\n",
          size, six_digits(0.1 * u), -size, six_digits(0.2 * u), six_digits(0.1 * u),
          six_digits(0.5 * u));
      break;
    case 5:
      put(w, "table: [[0, 0], [%.17g, %.17g], [%.17g, %.17g], [%.17g, 0]]%s}\n",
          six_digits(0.3 * u), size, six_digits(0.5 * u), six_digits(0.8 * size), u,
          random_chance(r, 0.6) ? ", at_rest: true" : "");
      break;
    case 6:
      put(w, "%s: !si '%.17g*exp(-((time - %.17g)/%.17g)^2)'}\n", coordinate, size,
          six_digits(u * random_between(r, 0.3, 0.7)),
          six_digits(u * random_between(r, 0.01, 0.05)));
      break;
    case 7:
      put(w, "rate: !si '%.17g*(1 - exp(-time/%.17g))'}\n", six_digits(size / t),
          six_digits(0.2 * t));
      break;
    case 8:
      put(w, "rate: !si '%.17g*min(1, max(0, (time - %.17g)/%.17g))'}\n", six_digits(size / t),
          six_digits(0.3 * u), six_digits(0.1 * u));
      break;
    default:
      d->jumps = random_chance(r, 0.3);
      if (d->jumps)
        put(w, "rate: !si 'time > %.17g ? %.17g : 0'}\n", six_digits(0.4 * u),
            six_digits(size / t));
      else
        put(w, "rate: !si '%.17g*exp(-((time - %.17g)/%.17g)^2)'}\n", six_digits(size / t),
            six_digits(0.5 * u), six_digits(u * random_between(r, 0.005, 0.05)));
  }
}

/* ------------------------------------------------------------------ parts that only touch */

static int put_floor(writer *w) {
  const random_mechanism *m = w->m;
  int body = random_below(w->r, m->n_bodies);
  const random_body *b = &m->body[body];
  if (!random_chance(w->r, 0.12)) return 0;
  double radius = six_digits(0.1 * m->length),
         below = six_digits(b->y - radius * random_between(w->r, 1.05, 3.0));
  put(w,
      "  floor: {type: circle_line, line: {body: ground, from: [%.17g, %.17g], to: [%.17g, "
      "%.17g]}, "
      "circle: {body: b%d, radius: %.17g}, contact: stop}\n",
      -10.0 * m->length, below, 10.0 * m->length, below, body, radius);
  return 1;
}

/* ------------------------------------------------------------------ forces and loads */

static void put_spring(writer *w, int k) {
  random_source *r = w->r;
  const random_mechanism *m = w->m;
  double stiffness = six_digits(mean_mass(m) / (m->time * m->time) * random_decades(r, 0.1, 100.0));
  double damping =
      random_chance(r, 0.5) ? 0.0 : six_digits(0.2 * stiffness * m->time * random_unit(r));
  double l = m->length;
  int b = random_below(r, m->n_bodies), a = random_below(r, m->n_bodies + 1) - 1;
  if (a == b) a = GROUND;
  put(w, "  f%d: {", k);
  switch (random_below(r, 8)) {
    case 0:
      put(w, "type: rotational_spring_damper, bodies: [%s, b%d], stiffness: %.17g, damping: %.17g",
          body_name(a), b, six_digits(stiffness * l * l), six_digits(damping * l * l));
      break;
    case 1:
      put(w,
          "type: one_way_spring, bodies: [%s, b%d], at: [[%.17g, %.17g], [%.17g, %.17g]], "
          "stiffness: %.17g, free_length: %.17g",
          body_name(a), b, random_between(r, -l, l), random_between(r, -l, l),
          random_between(r, -l, l), random_between(r, -l, l), stiffness,
          six_digits(l * random_between(r, 0.5, 2.0)));
      break;
    case 2:
      put(w, "type: rotational_drag, bodies: [%s, b%d], coefficient: %.17g", body_name(a), b,
          six_digits(0.1 * mean_mass(m) * l * l));
      break;
    case 3:
      put(w, "type: motor, bodies: [%s, b%d], stall_torque: %.17g, no_load_speed: %.17g",
          body_name(a), b, six_digits(stiffness * l * l * 0.1),
          six_digits(random_between(r, 1.0, 5.0) / m->time));
      break;
    default:
      put(w,
          "type: spring_damper, bodies: [%s, b%d], at: [[%.17g, %.17g], [%.17g, %.17g]], "
          "stiffness: %.17g, damping: %.17g, free_length: %.17g",
          body_name(a), b, random_between(r, -l, l), random_between(r, -l, l),
          random_between(r, -l, l), random_between(r, -l, l), stiffness, damping,
          six_digits(l * random_between(r, 0.2, 2.0)));
  }
  put(w, "}\n");
}

/* An expression of the size of `size` over the run. */
static void put_expression(writer *w, int body, double size) {
  random_source *r = w->r;
  double u = w->m->until, from = six_digits(u * random_between(r, 0.1, 0.8));
  switch (random_below(r, 7)) {
    case 0:
      put(w, "'time > %.17g && time < %.17g ? %.17g : 0'", from,
          six_digits(from + u * random_between(r, 0.001, 0.1)), six_digits(3.0 * size));
      break;
    case 1:
      put(w, "'%.17g*exp(-((time - %.17g)/%.17g)^2)'", six_digits(3.0 * size), from,
          six_digits(u * random_between(r, 0.003, 0.05)));
      break;
    case 2:
      put(w, "'%.17g*max(0, 1 - abs(time - %.17g)/%.17g)'", six_digits(3.0 * size), from,
          six_digits(u * random_between(r, 0.01, 0.1)));
      break;
    case 3:
      put(w, "'%.17g*b%d.omega'", six_digits(-size * w->m->time * random_unit(r)), body);
      break;
    case 4:
      put(w, "'b%d.omega > %.17g ? %.17g : %.17g'", body, six_digits(0.3 / w->m->time),
          six_digits(-0.3 * size), six_digits(0.5 * size));
      break;
    default:
      put(w, "'%.17g*sin(%.17g*time)'", six_digits(size),
          six_digits(random_between(r, 0.5, 20.0) / w->m->time));
  }
}

static void put_load(writer *w, int k) {
  const random_mechanism *m = w->m;
  int body = random_below(w->r, m->n_bodies);
  double force = m->body[body].mass * m->length / (m->time * m->time);
  put(w, "  l%d: {body: b%d, ", k, body);
  if (random_chance(w->r, 0.5)) {
    put(w, "torque: !si ");
    put_expression(w, body, 0.3 * force * m->length);
  } else {
    put(w, "force: [!si ");
    put_expression(w, body, force);
    put(w, ", 0]%s", random_chance(w->r, 0.3) ? ", frame: body" : "");
  }
  put(w, "}\n");
}

static int uses_contacts(const char *text) {
  return strstr(text, "contact: ") != NULL;
}

int random_parts_write(random_source *r, uint64_t seed, random_mechanism *m) {
  writer w = {r, m, 0};
  double clearance = six_digits(m->length * random_decades(r, 1e-4, 1e-2));
  int n_forces = random_chance(r, 0.5) ? 1 + random_below(r, 2) : 0,
      n_loads = random_chance(r, 0.4);
  put(&w, "pintle: 1\ntitle: random %llu\n", (unsigned long long)seed);
  put(&w, "gravity: [%.17g, %.17g]\n", m->gravity[0], m->gravity[1]);
  put_bodies(&w);
  size_t joints = w.length;
  put(&w, "joints:\n");
  for (int i = 0; i < m->n_joints; i++) put_joint(&w, i, clearance);
  for (int i = 0; i < m->n_couplings; i++) put_coupling(&w, &m->coupling[i]);
  for (int i = 0; i < m->n_drives; i++) put_drive(&w, i);
  if (put_floor(&w) == 0 && m->n_joints == 0) w.length = joints, m->text[joints] = '\0';
  if (uses_contacts(m->text)) put_contacts(&w, clearance);
  if (n_forces > 0) put(&w, "forces:\n");
  for (int i = 0; i < n_forces; i++) put_spring(&w, i);
  if (n_loads > 0) put(&w, "loads:\n");
  for (int i = 0; i < n_loads; i++) put_load(&w, i);
  put(&w, "run: {until: %.17g, every: %.17g}\n", m->until, six_digits(m->until / 100.0));
  return w.length < sizeof m->text - 1 ? 0 : -1;
}
