#include "scene_marks.h"

#include <math.h>

#include "format.h"

/* An arrow at a point; one that would leave the picture ends at the point instead. */
static void add_vector(ptl_shapes *out, const ptl_viewport *view, ptl_ink ink, double width,
                       ptl_point at, double dx, double dy) {
  ptl_point tip = {at.x + dx, at.y + dy}, tail = {at.x - dx, at.y - dy};
  if (ptl_viewport_is_outside(view, tip) && !ptl_viewport_is_outside(view, tail)) {
    tip = at;
    at = tail;
  }
  ptl_add_arrow(out, ink, width, at.x, at.y, tip.x, tip.y);
}

static void draw_forces(const ptl_scene *scene, const ptl_snapshot *snapshot,
                        const ptl_viewport *view, double scale, ptl_shapes *out) {
  double longest = 0.25 * fmin(view->w, view->h) * scale;
  if (!(scene->geometry->extent.largest_force > 0)) return;
  double k = longest / scene->geometry->extent.largest_force;
  for (int i = 0; i < scene->sketch->n_joints; i++) {
    const ptl_joint_state *state = &snapshot->joints[i];
    if (!isfinite(state->fx) || !isfinite(state->fy)) continue;
    ptl_point at = ptl_scene_joint_point(scene, snapshot, view, i);
    ptl_shapes_tag(out, PTL_TAG_FORCE, i);
    add_vector(out, view, PTL_INK_FORCE, 2, at, k * state->fx, -k * state->fy);
  }
  for (int i = 0; i < scene->sketch->n_loads; i++) { /* a load pushes: its tip is where it acts */
    const ptl_marker *mark = &scene->sketch->loads[i].at;
    const ptl_point force = snapshot->loads[i];
    if (!isfinite(force.x) || !isfinite(force.y)) continue;
    const ptl_point tip =
        ptl_viewport_point(view, ptl_snapshot_point(snapshot, mark->body, mark->x, mark->y));
    ptl_shapes_tag(out, PTL_TAG_LOAD, i);
    ptl_add_arrow(out, PTL_INK_LOAD, 2, tip.x - k * force.x, tip.y + k * force.y, tip.x, tip.y);
  }
}

static void draw_velocity(const ptl_snapshot *snapshot, const ptl_viewport *view, int body,
                          double x, double y, double k, ptl_shapes *out) {
  ptl_point p = ptl_snapshot_point(snapshot, body, x, y),
            v = ptl_snapshot_velocity(snapshot, body, x, y);
  if (!isfinite(v.x) || !isfinite(v.y)) return;
  ptl_point at = ptl_viewport_point(view, p);
  add_vector(out, view, PTL_INK_VELOCITY, 1.8, at, k * v.x, -k * v.y);
}

/* Of the centres of mass and of the pins. */
static void draw_velocities(const ptl_scene *scene, const ptl_snapshot *snapshot,
                            const ptl_viewport *view, double scale, ptl_shapes *out) {
  double longest = 0.2 * fmin(view->w, view->h) * scale;
  if (!(scene->geometry->extent.largest_speed > 0)) return;
  double k = longest / scene->geometry->extent.largest_speed;
  for (int i = 0; i < scene->sketch->n_bodies; i++) {
    const ptl_sketch_body *body = &scene->sketch->bodies[i];
    ptl_shapes_tag(out, PTL_TAG_VELOCITY, i);
    draw_velocity(snapshot, view, i, body->com_x, body->com_y, k, out);
  }
  for (int i = 0; i < scene->sketch->n_joints; i++) {
    const ptl_marker *pin = &scene->sketch->joints[i].b;
    if (scene->sketch->joints[i].kind == PTL_SKETCH_SURFACES) continue;
    ptl_shapes_tag(out, PTL_TAG_VELOCITY, scene->sketch->n_bodies + i);
    if (pin->body != PTL_GROUND) draw_velocity(snapshot, view, pin->body, pin->x, pin->y, k, out);
  }
}

void ptl_scene_legend(const ptl_scene *scene, const ptl_viewport *view,
                      const ptl_appearance *appearance, ptl_shapes *out) {
  const struct {
    int shown;
    double largest, share;
    ptl_ink ink;
    const char *unit, *suffix;
  } rows[] = {{appearance->velocities, scene->geometry->extent.largest_speed,
               0.2 * appearance->velocity_scale, PTL_INK_VELOCITY, "m/s", ""},
              {appearance->forces, scene->geometry->extent.largest_force,
               0.25 * appearance->force_scale, PTL_INK_FORCE, "N", ""},
              {appearance->forces && scene->geometry->extent.largest_load > 0,
               scene->geometry->extent.largest_force, 0.25 * appearance->force_scale, PTL_INK_LOAD,
               "N", " load"}};
  double y = view->y + view->h - 18;
  ptl_shapes_tag(out, PTL_TAG_NONE, 0);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (!rows[i].shown || !(rows[i].largest > 0)) continue;
    double k = rows[i].share * fmin(view->w, view->h) / rows[i].largest;
    double value = ptl_round_number(55 / k), length = value * k, x = view->x + view->w - 18;
    char text[32];
    ptl_format_si(value, rows[i].unit, text, sizeof text);
    ptl_add_arrow(out, rows[i].ink, 2, x - length, y, x, y);
    ptl_add_text(out, PTL_INK_DIM, 11, PTL_RIGHT, x - length - 8, y + 4, "%s%s", text,
                 rows[i].suffix);
    y -= 18;
  }
}

/* ------------------------------------------------------------------ trails, new contacts */

static void draw_trails(const ptl_scene *scene, const ptl_snapshot *snapshot,
                        const ptl_viewport *view, const ptl_appearance *appearance,
                        ptl_shapes *out) {
  enum { POINTS = 300 };
  ptl_snapshot past = {0};
  for (int k = 0; k < appearance->n_trails; k++) {
    const ptl_marker *at = &appearance->trails[k];
    double start = fmax(snapshot->time - appearance->trail_span, ptl_record_start(scene->record));
    int drawn = 0;
    ptl_shapes_tag(out, PTL_TAG_TRAIL, k);
    ptl_path_begin(out, ptl_faded(ptl_stroked(PTL_INK_SERIES + k % PTL_N_SERIES_INKS, 1.8), 0.9));
    for (int i = 0; i <= POINTS; i++) {
      double time = start + (snapshot->time - start) * i / POINTS;
      if (ptl_snapshot_eval(scene->sketch, scene->record, scene->binding, time, &past)) return;
      ptl_point p = ptl_viewport_point(view, ptl_snapshot_point(&past, at->body, at->x, at->y));
      if (drawn++ == 0) {
        ptl_path_move(out, p.x, p.y);
      } else {
        ptl_path_line(out, p.x, p.y);
      }
    }
  }
  ptl_snapshot_release(&past);
}

/* A ring from the pin of each new contact; of many at once the newest ones, which are told
 * apart. */
static void draw_flashes(const ptl_scene *scene, const ptl_snapshot *snapshot,
                         const ptl_viewport *view, double span, ptl_shapes *out) {
  enum { MOST = 16 };
  const ptl_record *record = scene->record;
  int left = MOST;
  for (int i = ptl_record_first_event(record, nextafter(snapshot->time, INFINITY)) - 1;
       i >= 0 && left > 0; i--) {
    const ptl_record_event *event = &record->events[i];
    double age = (snapshot->time - event->time) / span;
    if (age > 1) break;
    if (event->kind != PTL_EVENT_TOUCH) continue;
    int joint = ptl_sketch_find_joint(scene->sketch, record->gaps[event->gap].joint);
    if (joint < 0) continue;
    left--;
    ptl_point at = ptl_scene_joint_point(scene, snapshot, view, joint);
    double r =
        ptl_geometry_pin_radius(scene->geometry, &scene->sketch->joints[joint]) * view->scale;
    ptl_shapes_tag(out, PTL_TAG_FLASH, joint);
    ptl_add_circle(out, ptl_faded(ptl_stroked(PTL_INK_TOUCH, 3.5 * (1 - age) + 0.5), 1 - age), at.x,
                   at.y, r + 4 + 26 * sqrt(age));
  }
}

void ptl_scene_marks(const ptl_scene *scene, const ptl_snapshot *snapshot, const ptl_viewport *view,
                     const ptl_appearance *appearance, ptl_shapes *out) {
  if (appearance->n_trails > 0) draw_trails(scene, snapshot, view, appearance, out);
  if (appearance->flashes && appearance->flash_span > 0) {
    draw_flashes(scene, snapshot, view, appearance->flash_span, out);
  }
  if (appearance->velocities)
    draw_velocities(scene, snapshot, view, appearance->velocity_scale, out);
  if (appearance->forces) draw_forces(scene, snapshot, view, appearance->force_scale, out);
}
