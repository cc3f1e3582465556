#include "guide.h"

#include <math.h>

/* --------------------------------------------------------------- what else holds the two bodies */

static double angle_of(const ptl_sketch *sketch, int body) {
  return body == PTL_GROUND ? 0 : sketch->bodies[body].angle;
}

double ptl_guide_axis_on_slider(const ptl_sketch *sketch, const ptl_sketch_joint *joint) {
  return angle_of(sketch, joint->a.body) + joint->a.angle - angle_of(sketch, joint->b.body);
}

/* A point of a body from a marker on it, along and across a direction. */
static ptl_point seen_from(const ptl_marker *marker, double direction, double x, double y) {
  const double c = cos(direction), s = sin(direction), dx = x - marker->x, dy = y - marker->y;
  return (ptl_point){c * dx + s * dy, c * dy - s * dx};
}

/* Along the axis from the marker of one side of a slider's joint to the farthest pin on that body
 * which lies on the axis; 0 when there is none. */
static int farthest_pin(const ptl_sketch *sketch, int index, const ptl_marker *marker,
                        double direction, double half_width, double *along) {
  int found = 0;
  for (int i = 0; i < sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &sketch->joints[i];
    const int is_pin = joint->kind == PTL_SKETCH_REVOLUTE || joint->kind == PTL_SKETCH_ROD;
    if (i == index || !is_pin) continue;
    for (int side = 0; side < 2; side++) {
      const ptl_marker *pin = side ? &joint->b : &joint->a;
      if (pin->body != marker->body) continue;
      const ptl_point at = seen_from(marker, direction, pin->x, pin->y);
      if (fabs(at.y) > half_width || (found && fabs(at.x) <= fabs(*along))) continue;
      *along = at.x;
      found = 1;
    }
  }
  return found;
}

/* ------------------------------------------------------------------ racks */

/* Where the pinion of a rack is as the model places it: 1 left of the axis, -1 right. */
static int rack_side(const ptl_sketch *sketch, const ptl_sketch_gear *gear) {
  const ptl_marker rack = ptl_sketch_placed(sketch, &gear->first);
  const ptl_marker pinion = ptl_sketch_placed(sketch, &gear->second);
  const double across =
      cos(rack.angle) * (pinion.y - rack.y) - sin(rack.angle) * (pinion.x - rack.x);
  return across > 0 ? 1 : -1;
}

double ptl_tooth_height(double base, double radius, int teeth) {
  if (teeth > 0) return 2 * radius / teeth; /* the module */
  return fmin(0.35 * base, 0.25 * radius);
}

int ptl_guide_is_of_rack(const ptl_sketch *sketch, int joint) {
  for (int i = 0; i < sketch->n_gears; i++) {
    if (sketch->gears[i].guide == joint) return 1;
  }
  return 0;
}

/* ------------------------------------------------------------------ barrels */

double ptl_guide_wall(double base) {
  return 0.45 * base;
}

/* Which way a rod leads from the piston to the pin on which the slider's point lies, 1 along the
 * axis or -1: where the slider's centre of mass lies away from the pin, it is on the rod; a driven
 * slider has a rod away from the guide's pin. 0: the slider is but a block on its pin. */
static int rod_side(const ptl_sketch *sketch, int index, const ptl_guide *guide, double direction) {
  const ptl_sketch_joint *joint = &sketch->joints[index];
  const ptl_sketch_body *slider = &sketch->bodies[joint->b.body];
  const ptl_point com = seen_from(&joint->b, direction, slider->com_x, slider->com_y);
  double from_pin;
  if (fabs(com.y) < guide->half_width && fabs(com.x) > guide->half_length)
    return com.x > 0 ? -1 : 1;
  if (!joint->driven ||
      !farthest_pin(sketch, index, &joint->a, joint->a.angle, guide->half_width, &from_pin))
    return 0;
  return guide->from + guide->to > 2 * from_pin ? 1 : -1;
}

/* A guide that moves is a barrel where a rod leads the slider: to a pin outside of its block, or to
 * the one it sits on. */
static void choose_barrel(const ptl_sketch *sketch, double base, int index, ptl_guide *guide) {
  const ptl_sketch_joint *joint = &sketch->joints[index];
  const double direction = ptl_guide_axis_on_slider(sketch, joint);
  double rod;
  if (joint->a.body == PTL_GROUND || joint->b.body == PTL_GROUND ||
      !farthest_pin(sketch, index, &joint->b, direction, guide->half_width, &rod))
    return;
  const double half_length = joint->block_length > 0 ? guide->half_length : 1.1 * base;
  if (fabs(rod) > half_length + base) {
    guide->barrel = rod > 0 ? 1 : -1;
  } else {
    /* the piston stays so far behind that the pin is never drawn in */
    guide->barrel = rod_side(sketch, index, guide, direction);
    guide->offset = -guide->barrel * (guide->to - guide->from + guide->half_length + 2.2 * base);
  }
  if (guide->barrel == 0) return;
  const double room = half_length + 0.5 * base;
  const double low = fmin(guide->from, joint->limits[0]) + guide->offset - room;
  const double high = fmax(guide->to, joint->limits[1]) + guide->offset + room;
  guide->half_length = half_length;
  guide->bore[0] = guide->barrel > 0 ? low : high;
  guide->bore[1] = guide->barrel > 0 ? high : low;
}

int ptl_guide_holds(const ptl_sketch *sketch, const ptl_guide *guides, int body, ptl_point at) {
  for (int i = 0; i < sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &sketch->joints[i];
    if (joint->kind != PTL_SKETCH_SLIDER || joint->a.body != body) continue;
    const ptl_guide *guide = &guides[i];
    if (guide->barrel == 0) continue;
    const ptl_point p = seen_from(&joint->a, joint->a.angle, at.x, at.y);
    if (p.x > fmin(guide->bore[0], guide->bore[1]) && p.x < fmax(guide->bore[0], guide->bore[1]) &&
        fabs(p.y) < guide->half_gap)
      return 1;
  }
  return 0;
}

/* ------------------------------------------------------------------ all of it */

/* Half sizes of the shapes that the model gives the slider, about its joint's point; 0 where there
 * are none. */
static void measure_forms(const ptl_sketch *sketch, const ptl_sketch_joint *joint, double *along,
                          double *across) {
  *along = *across = 0;
  for (int i = 0; i < sketch->n_forms; i++) {
    const ptl_sketch_form *form = &sketch->forms[i];
    if (form->body != joint->b.body) continue;
    for (int k = 0; k < form->n; k++) {
      const ptl_point at =
          seen_from(&joint->b, joint->b.angle, form->points[2 * k], form->points[2 * k + 1]);
      *along = fmax(*along, fabs(at.x));
      *across = fmax(*across, fabs(at.y));
    }
  }
}

/* A block whose size the model leaves open is large enough for the bosses of the pins in it. */
static void hold_pins(const ptl_sketch *sketch, const ptl_sketch_joint *joint, double base,
                      ptl_guide *guide) {
  for (int i = 0; i < sketch->n_joints; i++) {
    const ptl_sketch_joint *pin = &sketch->joints[i];
    const ptl_marker *at = pin->a.body == joint->b.body ? &pin->a : &pin->b;
    if (pin->kind != PTL_SKETCH_REVOLUTE || at->body != joint->b.body || !(pin->radius > 0))
      continue;
    const double axis = ptl_guide_axis_on_slider(sketch, joint);
    const ptl_point p = seen_from(&joint->b, axis, at->x, at->y);
    const double room = 1.6 * pin->radius + 0.2 * base;
    if (fabs(p.x) > guide->half_length || fabs(p.y) > guide->half_width) continue;
    if (!(joint->block_length > 0)) guide->half_length = fmax(guide->half_length, fabs(p.x) + room);
    if (!(joint->block_width > 0)) guide->half_width = fmax(guide->half_width, fabs(p.y) + room);
  }
}

void ptl_guide_size(const ptl_sketch *sketch, double base, int index, ptl_guide *guide) {
  const ptl_sketch_joint *joint = &sketch->joints[index];
  double along, across;
  guide->half_length = joint->block_length > 0 ? 0.5 * joint->block_length : 2.0 * base;
  guide->half_width = joint->block_width > 0 ? 0.5 * joint->block_width : 1.35 * base;
  hold_pins(sketch, joint, base, guide);
  measure_forms(sketch, joint, &along, &across);
  if (!(across > 0)) {
    if (!ptl_guide_is_of_rack(sketch, index)) choose_barrel(sketch, base, index, guide);
    along = guide->half_length;
    across = guide->half_width;
  }
  for (int i = 0; i < sketch->n_gears; i++) {
    const ptl_sketch_gear *gear = &sketch->gears[i];
    if (gear->guide != index) continue;
    across = PTL_RACK_DEPTH * ptl_tooth_height(base, gear->radii[1], gear->teeth);
    along = guide->to - guide->from;
    guide->free_side = rack_side(sketch, gear);
  }
  guide->overhang = along + base;
  guide->half_gap = across + (joint->clearance > 0 ? joint->clearance : 0.15 * base);
}
