#include "sketch_build.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sketch_curve.h"
#include "sketch_face.h"
#include "sketch_form.h"

static void copy_name(char *to, size_t size, const char *from) {
  snprintf(to, size, "%s", from != NULL ? from : "");
}

static ptl_marker marker_of(const ptl_sketch *sketch, const ptl_part_def *part) {
  return (ptl_marker){ptl_sketch_find_body(sketch, part->body), part->x, part->y, part->angle};
}

/* First number of a parameter, NAN when the type has none of that name. */
static double joint_value(const ptl_mechanism *m, int joint, const char *name) {
  double value[2];
  return ptl_mechanism_get_joint_value(m, joint, name, value) ? value[0] : NAN;
}

static int joint_point(const ptl_mechanism *m, int joint, const char *name, double *x, double *y) {
  double value[2];
  if (!ptl_mechanism_get_joint_value(m, joint, name, value) || isnan(value[0])) return 0;
  *x = value[0];
  *y = value[1];
  return 1;
}

static ptl_sketch_kind kind_of(const char *type) {
  static const struct {
    const char *type;
    ptl_sketch_kind kind;
  } kinds[] = {{"revolute", PTL_SKETCH_REVOLUTE},    {"translational", PTL_SKETCH_SLIDER},
               {"fixed", PTL_SKETCH_WELD},           {"pin_in_slot", PTL_SKETCH_SLOT},
               {"distance", PTL_SKETCH_ROD},         {"circle_circle", PTL_SKETCH_SURFACES},
               {"circle_line", PTL_SKETCH_SURFACES}, {"circle_curve", PTL_SKETCH_SURFACES},
               {"gear", PTL_SKETCH_TEETH},           {"rack_and_pinion", PTL_SKETCH_TEETH},
               {"strand", PTL_SKETCH_STRAND},        {"brake", PTL_SKETCH_BRAKE}};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (strcmp(type, kinds[i].type) == 0) return kinds[i].kind;
  }
  return PTL_SKETCH_OTHER;
}

/* A free-form slot: its middle line in short pieces; the first point is repeated where it is
 * closed. */
static int read_path(const ptl_mechanism *m, int index, ptl_sketch_joint *joint) {
  const double *points;
  int n = ptl_mechanism_get_joint_points(m, index, "slot.curve.points", &points);
  int closed = joint_value(m, index, "slot.curve.closed") > 0;
  if (n < 2) return 0;
  joint->n_path = ptl_sketch_curve(points, n, closed, &joint->path);
  if (joint->path == NULL) return 1;
  joint->x0 = points[0];
  joint->y0 = points[1];
  if (closed) {
    double *grown = realloc(joint->path, 2 * ((size_t)joint->n_path + 1) * sizeof *grown);
    if (grown == NULL) return 1;
    joint->path = grown;
    memcpy(&grown[2 * joint->n_path++], points, 2 * sizeof *grown);
  }
  return 0;
}

static int read_slot(const ptl_mechanism *m, int index, ptl_sketch_joint *joint) {
  joint->radius = joint_value(m, index, "pin.radius");
  double half_width = joint_value(m, index, "slot.half_width");
  if (isnan(joint->clearance) && !isnan(half_width)) joint->clearance = half_width - joint->radius;
  joint->arc_radius = joint_value(m, index, "slot.arc.radius");
  joint->arc = !isnan(joint->arc_radius);
  double mouth = joint_value(m, index, "slot.mouth"); /* none, from, to, both */
  joint->mouth = mouth > 0 ? (int)mouth : 0;
  if (read_path(m, index, joint)) return 1;
  if (joint->path != NULL) return 0;
  if (joint->arc) {
    joint_point(m, index, "slot.arc.center", &joint->x0, &joint->y0);
    joint->arc_from = joint_value(m, index, "slot.arc.from");
    joint->arc_to = joint_value(m, index, "slot.arc.to");
  } else if (!joint_point(m, index, "slot.line.from", &joint->x0, &joint->y0) ||
             !joint_point(m, index, "slot.line.to", &joint->x1, &joint->y1)) {
    joint->kind = PTL_SKETCH_OTHER; /* a line without ends */
  }
  return 0;
}

static int read_joint(const ptl_sketch *sketch, const ptl_mechanism *m, int index,
                      const ptl_joint_def *def, ptl_sketch_joint *joint) {
  copy_name(joint->name, sizeof joint->name, def->name);
  copy_name(joint->type, sizeof joint->type, def->use.type);
  joint->kind = kind_of(def->use.type);
  joint->a = marker_of(sketch, &def->a);
  joint->b = marker_of(sketch, &def->b);
  joint->clearance = joint_value(m, index, "clearance");
  joint->radius = joint_value(m, index, "radius");
  if (joint->kind == PTL_SKETCH_SURFACES)
    joint->radius = joint_value(
        m, index, strcmp(def->use.type, "circle_circle") == 0 ? "b.radius" : "circle.radius");
  if (joint->kind == PTL_SKETCH_TEETH) {
    joint->radius = joint_value(m, index, "b.radius");
    if (joint_value(m, index, "internal") > 0 && joint->radius < joint_value(m, index, "a.radius"))
      joint->radius = -joint->radius;
  }
  if (joint->kind == PTL_SKETCH_STRAND) {
    joint->wheels[0] =
        copysign(joint_value(m, index, "a.radius"), joint_value(m, index, "a.side") - 0.5);
    joint->wheels[1] =
        copysign(joint_value(m, index, "b.radius"), joint_value(m, index, "b.side") - 0.5);
  }
  joint->block_length = joint_value(m, index, "slider.length");
  joint->block_width = joint_value(m, index, "slider.width");
  joint->limits[0] = joint_value(m, index, "limits.from");
  joint->limits[1] = joint_value(m, index, "limits.to");
  joint->arm_radius = joint_value(m, index, "limits.radius");
  joint->arm = 0;
  double arm[2];
  if (joint_point(m, index, "limits.arm", &arm[0], &arm[1])) joint->arm = atan2(arm[1], arm[0]);
  if (joint->kind == PTL_SKETCH_SLOT && read_slot(m, index, joint)) return 1;
  if (isnan(joint->clearance)) joint->clearance = 0;
  if (joint->kind == PTL_SKETCH_REVOLUTE) joint->radius -= joint->clearance; /* of the journal */
  return 0;
}

static int build_joints(const ptl_mechanism *m, ptl_sketch *out) {
  ptl_joint_def def;
  while (ptl_mechanism_get_joint(m, out->n_joints, &def)) out->n_joints++;
  out->joints = calloc((size_t)out->n_joints + 1, sizeof *out->joints);
  if (out->joints == NULL) return 1;
  for (int i = 0; ptl_mechanism_get_joint(m, i, &def); i++) {
    if (read_joint(out, m, i, &def, &out->joints[i])) return 1;
  }
  ptl_motion_def motion;
  for (int i = 0; ptl_mechanism_get_motion(m, i, &motion); i++) {
    int joint = motion.of.joint != NULL ? ptl_sketch_find_joint(out, motion.of.joint) : -1;
    if (joint >= 0) out->joints[joint].driven = 1;
  }
  return 0;
}

static int build_bodies(const ptl_mechanism *m, ptl_sketch *out) {
  ptl_body_def def;
  while (ptl_mechanism_get_body(m, out->n_bodies, &def)) out->n_bodies++;
  out->bodies = calloc((size_t)out->n_bodies + 1, sizeof *out->bodies);
  if (out->bodies == NULL) return 1;
  for (int i = 0; ptl_mechanism_get_body(m, i, &def); i++) {
    ptl_sketch_body *body = &out->bodies[i];
    *body = (ptl_sketch_body){.mass = def.mass,
                              .com_x = def.com_x,
                              .com_y = def.com_y,
                              .x = def.x,
                              .y = def.y,
                              .angle = def.angle};
    copy_name(body->name, sizeof body->name, def.name);
  }
  return 0;
}

/* First number of a parameter, NAN when the type has none of that name. */
static double force_value(const ptl_mechanism *m, int force, const char *name) {
  double value[2];
  return ptl_mechanism_get_force_value(m, force, name, value) ? value[0] : NAN;
}

static ptl_spring_kind spring_kind(const ptl_mechanism *m, int force, const char *type) {
  enum { TENSION };
  if (strstr(type, "drag") != NULL) return PTL_SPRING_DAMPER;
  if (strcmp(type, "gas_spring") == 0) return PTL_SPRING_CYLINDER;
  if (strcmp(type, "motor") == 0) return PTL_SPRING_MOTOR;
  if (strcmp(type, "one_way_spring") == 0 && force_value(m, force, "direction") == TENSION)
    return PTL_SPRING_ROPE;
  const int has_stiffness = force_value(m, force, "stiffness") != 0;
  return strstr(type, "spring_damper") != NULL && !has_stiffness ? PTL_SPRING_DAMPER
                                                                 : PTL_SPRING_COIL;
}

/* What acts between two angles acts anywhere: it is drawn at the pin of the two bodies where they
 * have one. */
static void put_on_pin(const ptl_sketch *sketch, ptl_marker *a, ptl_marker *b) {
  for (int i = 0; i < sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &sketch->joints[i];
    if (joint->kind != PTL_SKETCH_REVOLUTE) continue;
    for (int swapped = 0; swapped < 2; swapped++) {
      const ptl_marker *first = swapped ? &joint->b : &joint->a;
      const ptl_marker *second = swapped ? &joint->a : &joint->b;
      if (first->body != a->body || second->body != b->body) continue;
      a->x = first->x;
      a->y = first->y;
      b->x = second->x;
      b->y = second->y;
      return;
    }
  }
}

static int build_springs(const ptl_mechanism *m, ptl_sketch *out) {
  ptl_force_def def;
  while (ptl_mechanism_get_force(m, out->n_springs, &def)) out->n_springs++;
  out->springs = calloc((size_t)out->n_springs + 1, sizeof *out->springs);
  if (out->springs == NULL) return 1;
  for (int i = 0; ptl_mechanism_get_force(m, i, &def); i++) {
    ptl_sketch_spring *spring = &out->springs[i];
    copy_name(spring->name, sizeof spring->name, def.name);
    spring->is_rotational = strncmp(def.use.type, "rotational", 10) == 0;
    spring->kind = spring_kind(m, i, def.use.type);
    spring->free_length = force_value(m, i, "free_length");
    spring->a = marker_of(out, &def.a);
    spring->b = marker_of(out, &def.b);
    if (spring->is_rotational || spring->kind == PTL_SPRING_MOTOR)
      put_on_pin(out, &spring->a, &spring->b);
  }
  return 0;
}

static int build_loads(const ptl_mechanism *m, ptl_sketch *out) {
  ptl_load_def def;
  while (ptl_mechanism_get_load(m, out->n_loads, &def)) out->n_loads++;
  out->loads = calloc((size_t)out->n_loads + 1, sizeof *out->loads);
  if (out->loads == NULL) return 1;
  for (int i = 0; ptl_mechanism_get_load(m, i, &def); i++) {
    copy_name(out->loads[i].name, sizeof out->loads[i].name, def.name);
    out->loads[i].at = marker_of(out, &def.at);
  }
  return 0;
}

static int build_points(const ptl_mechanism *m, ptl_sketch *out) {
  ptl_point_def def;
  while (ptl_mechanism_get_point(m, out->n_points, &def)) out->n_points++;
  out->points = calloc((size_t)out->n_points + 1, sizeof *out->points);
  if (out->points == NULL) return 1;
  for (int i = 0; ptl_mechanism_get_point(m, i, &def); i++) {
    copy_name(out->points[i].name, sizeof out->points[i].name, def.name);
    out->points[i].at = marker_of(out, &def.at);
  }
  return 0;
}

/* Centre of the wheel whose angle is measured: the pin that joins the body to its carrier, else its
 * only pin, else the origin of the body. Returns 0 for what is not the angle of a body. */
static int find_wheel(const ptl_sketch *sketch, const ptl_measure_def *of, ptl_marker *centre,
                      int *carrier) {
  if (of->joint != NULL) {
    int index = ptl_sketch_find_joint(sketch, of->joint);
    if (index < 0 || sketch->joints[index].kind != PTL_SKETCH_REVOLUTE) return 0;
    const ptl_sketch_joint *joint = &sketch->joints[index];
    int on_b = joint->b.body != PTL_GROUND;
    *centre = on_b ? joint->b : joint->a;
    *carrier = on_b ? joint->a.body : joint->b.body;
    return 1;
  }
  if (of->coordinate != PTL_MEASURED_ANGLE) return 0;
  *centre = marker_of(sketch, &of->b);
  *carrier = ptl_sketch_find_body(sketch, of->a.body);
  const ptl_marker *only = NULL;
  int n = 0;
  for (int i = 0; i < sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &sketch->joints[i];
    const ptl_marker *on_wheel = joint->b.body == centre->body ? &joint->b : &joint->a;
    const ptl_marker *other = on_wheel == &joint->b ? &joint->a : &joint->b;
    if (joint->kind != PTL_SKETCH_REVOLUTE || on_wheel->body != centre->body) continue;
    only = on_wheel;
    n++;
    if (other->body != *carrier) continue;
    *centre = *on_wheel;
    return 1;
  }
  if (n == 1) *centre = *only;
  return 1;
}

/* The centre that the model gives. */
static void place_wheel(const ptl_coupling_def *def, int wheel, ptl_marker *centre) {
  if (!def->has_points) return;
  centre->x = def->points[wheel][0];
  centre->y = def->points[wheel][1];
}

/* A rack slides on what carries the pinion: the part of its joint that is on another body, along
 * the guide's axis. */
static int find_rack(const ptl_sketch *sketch, const ptl_coupling_def *def, ptl_sketch_gear *gear) {
  const int guide = def->first.joint != NULL ? ptl_sketch_find_joint(sketch, def->first.joint) : -1;
  if (guide < 0 || !find_wheel(sketch, &def->second, &gear->second, &gear->carrier)) return 0;
  const ptl_sketch_joint *joint = &sketch->joints[guide];
  const int on_a = joint->b.body == gear->carrier;
  gear->first = on_a ? joint->a : joint->b;
  if (!on_a) { /* the axis is that of part A */
    const double a = joint->a.body == PTL_GROUND ? 0 : sketch->bodies[joint->a.body].angle;
    gear->first.angle = joint->a.angle + a - sketch->bodies[joint->b.body].angle;
  }
  if (def->has_points) {
    gear->first.x = def->points[0][0];
    gear->first.y = def->points[0][1];
  }
  gear->guide = guide;
  gear->radii[1] = fabs(def->ratio);
  return 1;
}

static int find_wheels(const ptl_sketch *sketch, const ptl_coupling_def *def,
                       ptl_sketch_gear *gear) {
  int other;
  if (!find_wheel(sketch, &def->first, &gear->first, &gear->carrier) ||
      !find_wheel(sketch, &def->second, &gear->second, &other)) {
    return 0;
  }
  place_wheel(def, 0, &gear->first);
  place_wheel(def, 1, &gear->second);
  return 1;
}

/* The joint along which a body slides, or -1. */
static int find_guide(const ptl_sketch *sketch, int body) {
  for (int i = 0; i < sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &sketch->joints[i];
    if (joint->kind == PTL_SKETCH_SLIDER && (joint->a.body == body || joint->b.body == body))
      return i;
  }
  return -1;
}

/* Teeth with backlash: part A is a gear, or a rack with its pitch line along x. */
static int find_teeth(const ptl_sketch *sketch, const ptl_mechanism *m, int joint,
                      ptl_sketch_gear *gear) {
  const ptl_sketch_joint *of = &sketch->joints[joint];
  *gear = (ptl_sketch_gear){.first = of->a,
                            .second = of->b,
                            .carrier = PTL_GROUND,
                            .teeth = (int)joint_value(m, joint, "teeth"),
                            .guide = -1};
  if (strcmp(of->type, "gear") == 0) {
    gear->radii[0] = joint_value(m, joint, "a.radius");
    gear->radii[1] = joint_value(m, joint, "b.radius");
    gear->ratio = gear->radii[1] / gear->radii[0];
    gear->is_ring = joint_value(m, joint, "internal") > 0;
    if (!gear->is_ring) gear->ratio = -gear->ratio;
    return 1;
  }
  gear->radii[1] = gear->ratio = joint_value(m, joint, "pinion.radius");
  gear->guide = find_guide(sketch, of->a.body);
  return gear->guide >= 0;
}

/* Couplings of two angles, racks and teeth; other couplings are not drawn. */
static int build_gears(const ptl_mechanism *m, ptl_sketch *out) {
  ptl_coupling_def def;
  int n = 0;
  while (ptl_mechanism_get_coupling(m, n, &def)) n++;
  out->gears = calloc((size_t)n + (size_t)out->n_joints + 1, sizeof *out->gears);
  if (out->gears == NULL) return 1;
  for (int i = 0; ptl_mechanism_get_coupling(m, i, &def); i++) {
    ptl_sketch_gear gear = {.ratio = def.ratio,
                            .radii = {def.radii[0], def.radii[1]},
                            .is_belt = def.kind == PTL_COUPLING_BELT,
                            .is_ring = def.kind == PTL_COUPLING_GEAR && def.ratio > 0,
                            .guide = -1};
    const int found =
        def.kind == PTL_COUPLING_RACK ? find_rack(out, &def, &gear) : find_wheels(out, &def, &gear);
    if (found) out->gears[out->n_gears++] = gear;
  }
  for (int i = 0; i < out->n_joints; i++) {
    if (out->joints[i].kind == PTL_SKETCH_TEETH && find_teeth(out, m, i, &out->gears[out->n_gears]))
      out->n_gears++;
  }
  return 0;
}

int ptl_sketch_build(const ptl_mechanism *mechanism, ptl_sketch *out) {
  *out = (ptl_sketch){0};
  copy_name(out->title, sizeof out->title, ptl_mechanism_get_title(mechanism));
  if (build_bodies(mechanism, out) || build_joints(mechanism, out) ||
      build_springs(mechanism, out) || build_loads(mechanism, out) ||
      build_points(mechanism, out) || build_gears(mechanism, out) ||
      ptl_sketch_forms(mechanism, out) || ptl_sketch_faces(mechanism, out)) {
    ptl_sketch_release(out);
    return 1;
  }
  return 0;
}
