/* reel_motion.c: which tracks move together as a rigid body. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reel_tracks.h"

static const double tolerance = 0.08; /* of a point on the screen [points] */

enum { N_STYLE = 2 }; /* values before the coordinates: alpha and width */

static const double *values_at(const ptl_track *track, int frame) {
  return track->values + (size_t)frame * track->n_values;
}

static int has_frame(const ptl_track *track, int frame) {
  return !isnan(values_at(track, frame)[0]);
}

/* ------------------------------------------------------------------ the points of a shape */

typedef struct points { /* runs over the coordinates of one frame */
  const ptl_track *track;
  int step, value; /* the next ones */
} points;

static const ptl_shape *shape_of(const ptl_track *track) {
  return &track->list.items[0];
}

/* The place of the next point's values, -1 after the last; *is_arc tells whether radius and angles
 * follow. */
static int next_point(points *p, int *is_arc) {
  const ptl_shape *shape = shape_of(p->track);
  if (shape->kind == PTL_SHAPE_TEXT) {
    *is_arc = 0;
    return p->step++ == 0 ? N_STYLE : -1;
  }
  for (; p->step < shape->n; p->step++) {
    const ptl_step_kind kind = p->track->list.steps[p->step].kind;
    if (kind == PTL_CLOSE) continue;
    const int at = p->value;
    *is_arc = kind == PTL_ARC || kind == PTL_ARC_NEGATIVE;
    p->value += *is_arc ? 5 : 2;
    p->step++;
    return at;
  }
  return -1;
}

static points points_of(const ptl_track *track) {
  return (points){track, 0, N_STYLE};
}

/* ------------------------------------------------------------------ motions */

static void move(const ptl_motion *m, double cx, double cy, double *x, double *y) {
  const double c = cos(m->angle), s = sin(m->angle), dx = *x - cx, dy = *y - cy;
  *x = cx + c * dx - s * dy + m->x;
  *y = cy + s * dx + c * dy + m->y;
}

static void move_back(const ptl_motion *m, double cx, double cy, double *x, double *y) {
  const double c = cos(m->angle), s = sin(m->angle), dx = *x - cx - m->x, dy = *y - cy - m->y;
  *x = cx + c * dx + s * dy;
  *y = cy - s * dx + c * dy;
}

static int is_full(double from, double to) {
  return fabs(to - from) > 2 * M_PI - 1e-6;
}

/* Whether the motion takes the values `from` to the values `to`. */
static int fits(const ptl_track *track, const double *from, const double *to, const ptl_motion *m,
                double cx, double cy) {
  int at, is_arc;
  for (int i = 0; i < N_STYLE; i++)
    if (fabs(from[i] - to[i]) > 0.005) return 0;
  if (shape_of(track)->kind == PTL_SHAPE_TEXT && m->angle != 0) return 0;
  for (points p = points_of(track); (at = next_point(&p, &is_arc)) >= 0;) {
    double x = from[at], y = from[at + 1];
    move(m, cx, cy, &x, &y);
    if (hypot(x - to[at], y - to[at + 1]) > tolerance) return 0;
    if (!is_arc) continue;
    const double r = from[at + 2];
    if (fabs(r - to[at + 2]) > tolerance) return 0;
    if (is_full(from[at + 3], from[at + 4]) && is_full(to[at + 3], to[at + 4])) continue;
    for (int k = 3; k < 5; k++)
      if (r * fabs(remainder(from[at + k] + m->angle - to[at + k], 2 * M_PI)) > tolerance) return 0;
  }
  return 1;
}

static void middle(const ptl_track *track, const double *values, double *cx, double *cy) {
  int n = 0, at, is_arc;
  *cx = *cy = 0;
  for (points p = points_of(track); (at = next_point(&p, &is_arc)) >= 0; n++) {
    *cx += values[at];
    *cy += values[at + 1];
  }
  if (n == 0) return;
  *cx /= n;
  *cy /= n;
}

/* The rigid motion between two frames of a track, from its middle and the directions of all points
 * from there. */
static ptl_motion estimate(const ptl_track *track, const double *from, const double *to) {
  double fx, fy, tx, ty, cross = 0, dot = 0;
  int at, is_arc;
  middle(track, from, &fx, &fy);
  middle(track, to, &tx, &ty);
  for (points p = points_of(track); (at = next_point(&p, &is_arc)) >= 0;) {
    const double ax = from[at] - fx, ay = from[at + 1] - fy, bx = to[at] - tx, by = to[at + 1] - ty;
    cross += ax * by - ay * bx;
    dot += ax * bx + ay * by;
    if (!is_arc || is_full(from[at + 3], from[at + 4])) continue;
    const double turn = to[at + 3] - from[at + 3], weight = from[at + 2] * from[at + 2];
    cross += weight * sin(turn);
    dot += weight * cos(turn);
  }
  const double size = hypot(cross, dot);
  return (ptl_motion){size > 1e-6 ? atan2(cross, dot) : 0, tx - fx, ty - fy};
}

static double extent(const ptl_track *track) {
  double cx, cy, largest = 0;
  int at, is_arc;
  const double *values = values_at(track, track->first);
  middle(track, values, &cx, &cy);
  for (points p = points_of(track); (at = next_point(&p, &is_arc)) >= 0;)
    largest = fmax(largest, hypot(values[at] - cx, values[at + 1] - cy));
  return largest;
}

/* ------------------------------------------------------------------ groups */

static int joins(const ptl_track *track, int n_frames, const ptl_motion_group *group,
                 double *start) {
  const ptl_motion *first = &group->frames[track->first];
  int at, is_arc;
  if (isnan(first->angle)) return 0;
  memcpy(start, values_at(track, track->first), (size_t)track->n_values * sizeof *start);
  for (points p = points_of(track); (at = next_point(&p, &is_arc)) >= 0;) {
    move_back(first, group->cx, group->cy, &start[at], &start[at + 1]);
    if (!is_arc) continue;
    start[at + 3] -= first->angle;
    start[at + 4] -= first->angle;
  }
  for (int f = 0; f < n_frames; f++) {
    if (!has_frame(track, f)) continue;
    if (isnan(group->frames[f].angle)) return 0;
    if (!fits(track, start, values_at(track, f), &group->frames[f], group->cx, group->cy)) return 0;
  }
  return 1;
}

static void put_start(ptl_track *track, const double *start) {
  ptl_shape *shape = &track->list.items[0];
  int at = N_STYLE;
  if (shape->kind == PTL_SHAPE_TEXT) {
    shape->x = start[at];
    shape->y = start[at + 1];
    return;
  }
  for (int i = 0; i < shape->n; i++) {
    ptl_step *step = &track->list.steps[i];
    if (step->kind == PTL_CLOSE) continue;
    step->x = start[at++];
    step->y = start[at++];
    if (step->kind == PTL_MOVE || step->kind == PTL_LINE) continue;
    step->radius = start[at++];
    step->from = start[at++];
    step->to = start[at++];
  }
}

/* A group with the motion of this track; 1 when it moves as a rigid body, -1 when memory is out. */
static int found_group(const ptl_track *track, int n_frames, ptl_motion_groups *groups) {
  const double *start = values_at(track, track->first);
  ptl_motion_group group = {0};
  if (groups->n == groups->capacity) {
    const int capacity = 2 * groups->capacity + 8;
    ptl_motion_group *items = realloc(groups->items, (size_t)capacity * sizeof *items);
    if (items == NULL) return -1;
    groups->items = items;
    groups->capacity = capacity;
  }
  group.frames = malloc((size_t)n_frames * sizeof *group.frames);
  if (group.frames == NULL) return -1;
  middle(track, start, &group.cx, &group.cy);
  double before = 0;
  for (int f = 0; f < n_frames; f++) {
    group.frames[f] = (ptl_motion){NAN, 0, 0};
    if (!has_frame(track, f)) continue;
    ptl_motion m = estimate(track, start, values_at(track, f));
    if (shape_of(track)->kind == PTL_SHAPE_TEXT) m.angle = 0;
    if (!fits(track, start, values_at(track, f), &m, group.cx, group.cy)) {
      free(group.frames);
      return 0;
    }
    m.angle = before + remainder(m.angle - before, 2 * M_PI);
    before = m.angle;
    group.frames[f] = m;
  }
  groups->items[groups->n++] = group;
  return 1;
}

typedef struct ranked {
  double extent;
  int track;
} ranked;

static int larger_first(const void *a, const void *b) {
  const ranked *p = a, *q = b;
  if (p->extent != q->extent) return p->extent < q->extent ? 1 : -1;
  return p->track - q->track;
}

static int place(ptl_track *track, int n_frames, ptl_motion_groups *groups) {
  double *start = malloc(((size_t)track->n_values + 1) * sizeof *start);
  if (start == NULL) return -1;
  int g = 0;
  track->group = -1;
  while (g < groups->n && !joins(track, n_frames, &groups->items[g], start)) g++;
  int status = 0;
  if (g < groups->n) {
    track->group = g;
    put_start(track, start);
  } else {
    status = found_group(track, n_frames, groups);
    if (status == 1) track->group = groups->n - 1;
  }
  free(start);
  return status < 0;
}

int ptl_motion_groups_find(ptl_track *tracks, int n, int n_frames, ptl_motion_groups *out) {
  ranked *order = malloc(((size_t)n + 1) * sizeof *order);
  int failed = order == NULL;
  for (int i = 0; i < n && !failed; i++) order[i] = (ranked){extent(&tracks[i]), i};
  if (!failed) qsort(order, (size_t)n, sizeof *order, larger_first); /* long levers first */
  for (int i = 0; i < n && !failed; i++) failed = place(&tracks[order[i].track], n_frames, out);
  free(order);
  return failed;
}

void ptl_motion_groups_release(ptl_motion_groups *groups) {
  for (int i = 0; i < groups->n; i++) free(groups->items[i].frames);
  free(groups->items);
  *groups = (ptl_motion_groups){0};
}
