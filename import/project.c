/* project.c: bodies and joints of a mechanism in space, in the plane in which it moves. */
#include "project.h"

#include <math.h>

#include "project_masses.h"

/* Directions within this angle of one another are the same [rad]: files say 1.57 for a right
 * angle. */
static const double angle_limit = 5e-3;

static double angle_between(ptl_vec a, ptl_vec b) {
  return atan2(ptl_vec_size(ptl_vec_cross(a, b)), ptl_vec_dot(a, b));
}

/* ------------------------------------------------------------------ the plane */

static int find_normal(const ptl_spatial *s, ptl_vec *normal) {
  const ptl_spatial_joint *slide = NULL;
  for (int i = 0; i < s->n_joints; i++) {
    *normal = s->joints[i].axis;
    if (s->joints[i].kind == PTL_SPATIAL_HINGE && !s->joints[i].held) return 1;
  }
  for (int i = 0; i < s->n_joints; i++) {
    if (s->joints[i].kind != PTL_SPATIAL_SLIDE || s->joints[i].held) continue;
    if (slide == NULL) slide = &s->joints[i];
    *normal = ptl_vec_cross(slide->axis, s->joints[i].axis);
    if (ptl_vec_size(*normal) > angle_limit) return 1;
  }
  if (slide == NULL) return 0;
  const ptl_vec candidates[] = {{0, -1, 0}, {0, 0, 1}};
  *normal = fabs(slide->axis.y) < 0.5 ? candidates[0] : candidates[1];
  *normal = ptl_vec_sum(*normal, -ptl_vec_dot(*normal, slide->axis), slide->axis);
  return 1;
}

static void choose_plane(ptl_projection *p) {
  ptl_vec n;
  if (!find_normal(p->s, &n)) n = (ptl_vec){0, -1, 0};
  n = ptl_vec_scale(1 / ptl_vec_size(n), n);
  const double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
  const double sign = z >= x && z >= y ? n.z : y >= x ? -n.y : n.x;
  if (sign < 0) n = ptl_vec_scale(-1, n);
  const ptl_vec up = z > 0.99 ? (ptl_vec){0, 1, 0} : (ptl_vec){0, 0, 1};
  const ptl_vec along = ptl_vec_sum(up, -ptl_vec_dot(up, n), n);
  p->plane.z = n;
  p->plane.y = ptl_vec_scale(1 / ptl_vec_size(along), along);
  p->plane.x = ptl_vec_cross(p->plane.y, n);
}

static ptl_status check_joint(const ptl_projection *p, const ptl_spatial_joint *joint) {
  ptl_import *import = p->s->import;
  const char *name = joint->name != NULL ? joint->name : "";
  const int is_slide = joint->kind == PTL_SPATIAL_SLIDE;
  if (joint->kind == PTL_SPATIAL_FREE || joint->kind == PTL_SPATIAL_BALL) {
    ptl_import_tell(import, joint->line, "joint '%.60s': its motion out of the plane is not taken",
                    name);
    return PTL_OK;
  }
  const double off = is_slide ? fabs(angle_between(joint->axis, p->plane.z) - acos(0))
                              : fmin(angle_between(joint->axis, p->plane.z),
                                     angle_between(joint->axis, ptl_vec_scale(-1, p->plane.z)));
  if (!(off <= angle_limit))
    return ptl_import_fail(
        import, joint->line,
        PTL_E(0152) "joint '%.60s' %s [%.3g, %.3g, %.3g], %.3g deg off the plane across [%.3g, "
                    "%.3g, %.3g] that the first hinge gives; --hold NAME takes a joint for rigid",
        name, is_slide ? "slides along" : "turns about", joint->axis.x, joint->axis.y,
        joint->axis.z, off * 180 / acos(-1), p->plane.z.x, p->plane.z.y, p->plane.z.z);
  if (off > 1e-6)
    ptl_import_tell(import, joint->line, "joint '%.60s' is %.2g rad off the plane, taken as in it",
                    name, off);
  return PTL_OK;
}

/* ------------------------------------------------------------------ bodies */

/* Angle by which the body's frame is turned in the plane; 0 where it is turned out of it. */
static double frame_angle(const ptl_projection *p, ptl_rot r) {
  if (!(angle_between(ptl_rot_turn(r, p->plane.z), p->plane.z) < 1e-9)) return 0;
  const ptl_vec x = ptl_rot_turn(r, p->plane.x);
  return atan2(ptl_plane_y(p, x), ptl_plane_x(p, x));
}

static int n_free_joints(const ptl_spatial *s, int body) {
  int n = 0;
  for (int i = 0; i < s->bodies[body].n_joints; i++)
    n += !s->joints[s->bodies[body].first_joint + i].held;
  return n;
}

static ptl_status add_bodies(ptl_projection *p) {
  for (int i = 0; i < p->s->n_bodies; i++) {
    const ptl_spatial_body *body = &p->s->bodies[i];
    if (i > 0 && n_free_joints(p->s, i) == 0) {
      p->groups[i] = p->groups[body->parent];
      continue;
    }
    const ptl_linkage_body made = {.name = body->name,
                                   .line = body->line,
                                   .x = i == 0 ? 0 : ptl_plane_x(p, body->frame.p),
                                   .y = i == 0 ? 0 : ptl_plane_y(p, body->frame.p),
                                   .angle = i == 0 ? 0 : frame_angle(p, body->frame.r)};
    p->groups[i] = p->l->n_bodies;
    const ptl_status status = ptl_linkage_add_body(p->l, &made);
    if (status != PTL_OK) return status;
  }
  return PTL_OK;
}

/* ------------------------------------------------------------------ joints */

/* Joints of one body by their kinds, in the order in which they follow one another. */
typedef struct chain {
  const ptl_spatial_joint *slides[2], *hinge;
  int n_slides, n_hinges, n_free, hinge_first;
} chain;

static chain look_at(const ptl_spatial *s, int body) {
  chain c = {.n_slides = 0};
  for (int i = 0; i < s->bodies[body].n_joints; i++) {
    const ptl_spatial_joint *joint = &s->joints[s->bodies[body].first_joint + i];
    if (joint->held) continue;
    if (joint->kind == PTL_SPATIAL_FREE) {
      c.n_free++;
    } else if (joint->kind == PTL_SPATIAL_SLIDE) {
      if (c.n_slides < 2) c.slides[c.n_slides] = joint;
      c.n_slides++;
    } else {
      c.hinge = joint;
      c.n_hinges++;
      c.hinge_first = c.n_slides == 0;
    }
  }
  return c;
}

static ptl_linkage_joint make_joint(const ptl_projection *p, const ptl_spatial_joint *joint,
                                    ptl_linkage_kind kind) {
  const int body = joint->body;
  const double x = ptl_plane_x(p, joint->anchor), y = ptl_plane_y(p, joint->anchor);
  return (ptl_linkage_joint){.name = joint->name,
                             .kind = kind,
                             .a = p->groups[p->s->bodies[body].parent],
                             .b = p->groups[body],
                             .ax = x,
                             .ay = y,
                             .bx = x,
                             .by = y};
}

static void take_limits(const ptl_spatial_joint *joint, ptl_linkage_joint *made) {
  made->limited = joint->limited;
  made->low = joint->low - joint->reference;
  made->high = joint->high - joint->reference;
}

static void exchange(ptl_linkage_joint *joint) {
  const int a = joint->a;
  joint->a = joint->b;
  joint->b = a;
}

static void direct(const ptl_projection *p, ptl_vec axis, ptl_linkage_joint *joint) {
  const double x = ptl_plane_x(p, axis), y = ptl_plane_y(p, axis), size = hypot(x, y);
  joint->dx = x / size;
  joint->dy = y / size;
}

static ptl_status add_pin(ptl_projection *p, const ptl_spatial_joint *hinge) {
  ptl_linkage_joint made = make_joint(p, hinge, PTL_LINKAGE_PIN);
  take_limits(hinge, &made);
  /* the coordinate counts as in the file: that of B seen from A */
  if (hinge->kind == PTL_SPATIAL_HINGE && ptl_vec_dot(hinge->axis, p->plane.z) < 0) exchange(&made);
  p->joints[hinge - p->s->joints] = p->l->n_joints;
  return ptl_linkage_add_joint(p->l, &made);
}

static ptl_status add_slide(ptl_projection *p, const ptl_spatial_joint *slide) {
  ptl_linkage_joint made = make_joint(p, slide, PTL_LINKAGE_SLIDE);
  take_limits(slide, &made);
  direct(p, slide->axis, &made);
  p->joints[slide - p->s->joints] = p->l->n_joints;
  return ptl_linkage_add_joint(p->l, &made);
}

/* The hinge's point goes along a line of the body that carries it, or, if the hinge comes first, of
 * its own body. */
static ptl_status add_line(ptl_projection *p, const chain *c) {
  ptl_linkage_joint made = make_joint(p, c->hinge, PTL_LINKAGE_LINE);
  direct(p, c->slides[0]->axis, &made);
  if (c->hinge_first) exchange(&made);
  return ptl_linkage_add_joint(p->l, &made);
}

/* What the kinds of joints cannot say. */
static void tell_rest(const ptl_projection *p, const ptl_spatial_joint *joint, int is_single) {
  ptl_import *import = p->s->import;
  const char *name = joint->name != NULL ? joint->name : "";
  if (joint->friction != 0)
    ptl_import_tell(import, joint->line,
                    "joint '%.60s': its friction is not taken; here it is a law of the reaction "
                    "(friction:)",
                    name);
  if (joint->limited && is_single)
    ptl_import_tell(import, joint->line,
                    "joint '%.60s': its limits stand in a comment; a stop needs a contact", name);
  if (joint->limited && !is_single)
    ptl_import_tell(import, joint->line, "joint '%.60s': its limits are not taken", name);
}

/* Whether the coordinate of a slide is the displacement of one point along one direction. */
static int is_straight(const chain *c) {
  if (c->n_slides == 1) return 1;
  const int is_between = c->hinge != NULL && (c->hinge < c->slides[0]) != (c->hinge < c->slides[1]);
  return !is_between && fabs(ptl_vec_dot(c->slides[0]->axis, c->slides[1]->axis)) < 1e-9;
}

static ptl_status add_spring(ptl_projection *p, const ptl_spatial_joint *joint, const chain *c) {
  const int is_slide = joint->kind == PTL_SPATIAL_SLIDE;
  const int carrier = p->groups[p->s->bodies[joint->body].parent], own = p->groups[joint->body];
  if (joint->stiffness == 0 && joint->damping == 0) return PTL_OK;
  if (joint->stiffness < 0 || joint->damping < 0)
    return ptl_import_fail(p->s->import, joint->line, PTL_E(0151) "stiffness or damping below 0");
  if (joint->kind == PTL_SPATIAL_BALL || (is_slide && !is_straight(c))) {
    ptl_import_tell(p->s->import, joint->line, "joint '%.60s': its spring and damper are not taken",
                    joint->name != NULL ? joint->name : "");
    return PTL_OK;
  }
  ptl_linkage_spring made = {.name = joint->name,
                             .rotational = !is_slide,
                             .a = carrier,
                             .b = own,
                             .stiffness = joint->stiffness,
                             .damping = joint->damping,
                             .slack = joint->slack};
  int turned = !is_slide && ptl_vec_dot(joint->axis, p->plane.z) < 0;
  if (is_slide) {
    /* the hinge's point is where turning does not count; behind it the line turns with its own
     * body, from which the other goes back */
    const ptl_vec at = c->hinge != NULL ? c->hinge->anchor : joint->anchor;
    turned = c->hinge != NULL && c->hinge < joint;
    made.x = ptl_plane_x(p, at);
    made.y = ptl_plane_y(p, at);
    made.angle = atan2(ptl_plane_y(p, joint->axis), ptl_plane_x(p, joint->axis));
    if (turned) made.angle += acos(-1);
  }
  if (turned) {
    made.a = own;
    made.b = carrier;
  }
  return ptl_linkage_add_spring(p->l, &made);
}

/* A rotor's inertia counts in its joint only; it is the body's own where nothing else moves the
 * body. */
static ptl_status add_armature(ptl_projection *p, const ptl_spatial_joint *joint, int is_single) {
  if (joint->armature == 0) return PTL_OK;
  if (joint->kind == PTL_SPATIAL_HINGE && is_single &&
      p->groups[p->s->bodies[joint->body].parent] == 0 && joint->armature > 0) {
    const ptl_spatial_mass mass = {
        .body = joint->body,
        .line = joint->line,
        .frame = {ptl_rot_none(), joint->anchor},
        .tensor = {joint->armature, joint->armature, joint->armature, 0, 0, 0}};
    return ptl_spatial_add_mass(p->s, &mass);
  }
  ptl_import_tell(p->s->import, joint->line,
                  "joint '%.60s': its armature is not taken; only of a hinge on the ground is it "
                  "inertia of the body",
                  joint->name != NULL ? joint->name : "");
  return PTL_OK;
}

static ptl_status add_chain(ptl_projection *p, int body) {
  const chain c = look_at(p->s, body);
  const int n = c.n_slides + c.n_hinges + c.n_free;
  const int is_plane =
      c.n_slides == 2 && c.n_hinges == 1 && c.n_free == 0 &&
      ptl_vec_size(ptl_vec_cross(c.slides[0]->axis, c.slides[1]->axis)) > angle_limit;
  ptl_status status = PTL_OK;
  if (n == 1 && c.n_hinges == 1)
    status = add_pin(p, c.hinge);
  else if (n == 1 && c.n_slides == 1)
    status = add_slide(p, c.slides[0]);
  else if (n == 2 && c.n_slides == 1 && c.n_hinges == 1)
    status = add_line(p, &c);
  else if (!is_plane && !(n == 1 && c.n_free == 1))
    return ptl_import_fail(p->s->import, p->s->bodies[body].line,
                           PTL_E(0152) "a body with %d hinge(s), %d slide(s) and %d free joint(s) has no "
                                       "counterpart; put a light body between them",
                           c.n_hinges, c.n_slides, c.n_free);
  for (int i = 0; i < p->s->bodies[body].n_joints && status == PTL_OK; i++) {
    const ptl_spatial_joint *joint = &p->s->joints[p->s->bodies[body].first_joint + i];
    if (joint->held) continue;
    tell_rest(p, joint, n == 1);
    status = add_spring(p, joint, &c);
    if (status == PTL_OK) status = add_armature(p, joint, n == 1);
  }
  return status;
}

/* ------------------------------------------------------------------ ties */

static ptl_status add_tie(ptl_projection *p, const ptl_spatial_tie *tie) {
  const ptl_linkage_joint made = {.name = tie->name,
                                  .kind = tie->welded ? PTL_LINKAGE_FIXED : PTL_LINKAGE_PIN,
                                  .a = p->groups[tie->a],
                                  .b = p->groups[tie->b],
                                  .ax = ptl_plane_x(p, tie->at_a),
                                  .ay = ptl_plane_y(p, tie->at_a),
                                  .bx = ptl_plane_x(p, tie->at_b),
                                  .by = ptl_plane_y(p, tie->at_b)};
  if (made.a != made.b) return ptl_linkage_add_joint(p->l, &made);
  ptl_import_tell(p->s->import, tie->line, "a tie of a body with itself: not taken");
  return PTL_OK;
}

static ptl_status add_ratio(ptl_projection *p, const ptl_spatial_ratio *ratio) {
  const ptl_linkage_ratio made = {ratio->name, p->joints[ratio->a], p->joints[ratio->b],
                                  ratio->ratio};
  if (made.a >= 0 && made.b >= 0 && made.a != made.b) return ptl_linkage_add_ratio(p->l, &made);
  return ptl_import_fail(
      p->s->import, ratio->line,
      PTL_E(0152) "a ratio of joints that have no coordinates of their own here");
}

static void take_gravity(ptl_projection *p) {
  const double across = ptl_vec_dot(p->s->gravity, p->plane.z);
  p->l->gravity[0] = ptl_plane_x(p, p->s->gravity);
  p->l->gravity[1] = ptl_plane_y(p, p->s->gravity);
  if (fabs(across) > 1e-9 * ptl_vec_size(p->s->gravity))
    ptl_import_tell(p->s->import, 0, "gravity has %.4g m/s^2 across the plane: not taken", across);
}

ptl_status ptl_project(ptl_spatial *s, ptl_linkage *l) {
  ptl_projection p = {.s = s, .l = l};
  ptl_status status = PTL_OK;
  p.groups = ptl_import_alloc(s->import, (size_t)s->n_bodies, sizeof *p.groups);
  p.joints = ptl_import_alloc(s->import, (size_t)s->n_joints, sizeof *p.joints);
  if (p.groups == NULL || p.joints == NULL) return PTL_ERR_MEMORY;
  l->title = s->title;
  l->format = s->format;
  choose_plane(&p);
  take_gravity(&p);
  for (int i = 0; i < s->n_joints && status == PTL_OK; i++) {
    p.joints[i] = -1;
    if (!s->joints[i].held) status = check_joint(&p, &s->joints[i]);
  }
  if (status == PTL_OK) status = add_bodies(&p);
  if (status == PTL_OK && l->n_bodies == 1)
    status = ptl_import_fail(s->import, 0,
                             PTL_E(0152) "nothing moves: there is no joint that is not held");
  for (int i = 1; i < s->n_bodies && status == PTL_OK; i++)
    if (n_free_joints(s, i) > 0) status = add_chain(&p, i);
  for (int i = 0; i < s->n_ties && status == PTL_OK; i++) status = add_tie(&p, &s->ties[i]);
  for (int i = 0; i < s->n_ratios && status == PTL_OK; i++) status = add_ratio(&p, &s->ratios[i]);
  if (status == PTL_OK) status = ptl_project_masses(&p);
  return status == PTL_OK ? ptl_project_solids(&p) : status;
}
