#include "depth.h"

#include <math.h>
#include <stdlib.h>

#include "extent.h"

enum { SAMPLES = 100 };

typedef struct depths {
  const ptl_sketch *sketch;
  int *body;         /* depth of each */
  double *positions; /* of a slider on its guide, joint by joint [m] */
} depths;

/* ------------------------------------------------------------------ sliders on one line */

static int is_grounded_slider(const ptl_sketch_joint *joint) {
  return joint->kind == PTL_SKETCH_SLIDER && joint->a.body == PTL_GROUND &&
         joint->b.body != PTL_GROUND;
}

/* Where the origin of the second guide is on the first one's axis, along `sign` of which it points;
 * 0 when they are not on one line. */
static int on_one_line(const ptl_marker *a, const ptl_marker *b, double size, double *origin,
                       int *sign) {
  const double c = cos(a->angle), s = sin(a->angle), dx = b->x - a->x, dy = b->y - a->y;
  *origin = c * dx + s * dy;
  *sign = cos(b->angle - a->angle) > 0 ? 1 : -1;
  return fabs(sin(b->angle - a->angle)) < 1e-6 && fabs(c * dy - s * dx) < 1e-6 * size;
}

/* Whether two sliders are at one place at some time: they cannot be in one plane. */
static int go_through(const depths *d, int i, int k, double size) {
  const ptl_sketch_joint *first = &d->sketch->joints[i], *second = &d->sketch->joints[k];
  double origin, least = INFINITY, most = -INFINITY;
  int sign;
  if (first->b.body == second->b.body || !on_one_line(&first->a, &second->a, size, &origin, &sign))
    return 0;
  for (int n = 0; n <= SAMPLES; n++) {
    const double ahead =
        origin + sign * d->positions[k * (SAMPLES + 1) + n] - d->positions[i * (SAMPLES + 1) + n];
    least = fmin(least, ahead);
    most = fmax(most, ahead);
  }
  return least <= 1e-6 * size && most >= -1e-6 * size;
}

/* The least depth at which no slider before this one is in its way. */
static int free_depth(const depths *d, int joint, double size) {
  int depth = 0;
  for (int i = 0; i < joint; i++) {
    const ptl_sketch_joint *other = &d->sketch->joints[i];
    if (!is_grounded_slider(other) || d->body[other->b.body] != depth ||
        !go_through(d, i, joint, size))
      continue;
    depth++;
    i = -1; /* from the first one on */
  }
  return depth;
}

/* ------------------------------------------------------------------ what leads to them */

/* The depth of what a body is joined to, where that is one besides 0 and the ground is not among
 * it; else 0. */
static int depth_of_neighbours(const depths *d, int body) {
  int depth = 0;
  for (int i = 0; i < d->sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &d->sketch->joints[i];
    if (joint->a.body != body && joint->b.body != body) continue;
    const int other = joint->a.body == body ? joint->b.body : joint->a.body;
    if (other == PTL_GROUND) return 0;
    const int its = d->body[other];
    if (its == 0) continue;
    if (depth != 0 && its != depth) return 0;
    depth = its;
  }
  return depth;
}

static void follow_joints(depths *d) {
  for (int changed = 1; changed;) {
    changed = 0;
    for (int b = 0; b < d->sketch->n_bodies; b++) {
      const int depth = d->body[b] == 0 ? depth_of_neighbours(d, b) : 0;
      if (depth == 0) continue;
      d->body[b] = depth;
      changed = 1;
    }
  }
}

/* ------------------------------------------------------------------ all of it */

static int sample(depths *d, const ptl_record *record, const ptl_binding *binding, double *size) {
  const double start = ptl_record_start(record), end = ptl_record_end(record);
  ptl_snapshot snapshot = {0};
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (int n = 0; n <= SAMPLES; n++) {
    const double time = start + (end - start) * n / SAMPLES;
    if (ptl_snapshot_eval(d->sketch, record, binding, time, &snapshot)) return 1;
    for (int i = 0; i < d->sketch->n_joints; i++) {
      const ptl_sketch_joint *joint = &d->sketch->joints[i];
      const ptl_point at = ptl_snapshot_point(&snapshot, joint->b.body, joint->b.x, joint->b.y);
      low[0] = fmin(low[0], at.x);
      low[1] = fmin(low[1], at.y);
      high[0] = fmax(high[0], at.x);
      high[1] = fmax(high[1], at.y);
      if (is_grounded_slider(joint))
        d->positions[i * (SAMPLES + 1) + n] = ptl_slider_position(&snapshot, joint);
    }
  }
  ptl_snapshot_release(&snapshot);
  *size = hypot(high[0] - low[0], high[1] - low[1]);
  return 0;
}

/* Sets the depths; returns the largest. */
static int set_depths(depths *d, double size) {
  int deepest = 0;
  for (int i = 0; i < d->sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &d->sketch->joints[i];
    if (!is_grounded_slider(joint)) continue;
    const int depth = free_depth(d, i, size);
    d->body[joint->b.body] = depth;
    if (depth > deepest) deepest = depth;
  }
  if (deepest > 0) follow_joints(d);
  return deepest;
}

int ptl_depth_find(const ptl_sketch *sketch, const ptl_record *record, ptl_binding *binding) {
  static const double step[2] = {0.055, 0.035}; /* to the right and up, of the mechanism's size */
  depths d = {sketch, calloc((size_t)sketch->n_bodies + 1, sizeof(int)),
              calloc(((size_t)sketch->n_joints + 1) * (SAMPLES + 1), sizeof(double))};
  double size = 0;
  int failed = d.body == NULL || d.positions == NULL || sample(&d, record, binding, &size);
  if (!failed && set_depths(&d, size) > 0) {
    for (int b = 0; b < sketch->n_bodies; b++) {
      binding->shifts[b] = (ptl_point){step[0] * size * d.body[b], step[1] * size * d.body[b]};
    }
  }
  free(d.body);
  free(d.positions);
  return failed;
}
