/* scene_marks.c: what is drawn over and under the bodies: grid, springs, arrows, trails, flashes.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene.h"

double ptl_nice(double x) {
  if (!(x > 0) || !isfinite(x)) return 1;
  double power = pow(10, floor(log10(x)));
  double digit = x / power;
  return (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10) * power;
}

int ptl_ticks(double low, double high, double step, double *first) {
  enum { MOST = 400 };
  *first = ceil(low / step) * step;
  double more = (high - *first) / step;
  return more >= 0 && more < MOST ? (int)more + 1 : 0;
}

void ptl_format_si(double value, const char *unit, char *text, size_t size) {
  static const struct {
    double factor;
    const char *prefix;
  } prefixes[] = {{1e9, "G"},  {1e6, "M"},  {1e3, "k"}, {1, ""},
                  {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}};
  double magnitude = fabs(value);
  if (!isfinite(value)) {
    snprintf(text, size, "–");
    return;
  }
  if (unit[0] == 0 || strcmp(unit, "1") == 0 || strpbrk(unit, "^2") != NULL ||
      strcmp(unit, "rad") == 0 || magnitude == 0) {
    snprintf(text, size, "%.4g%s%s", value, strcmp(unit, "1") == 0 || unit[0] == 0 ? "" : " ",
             strcmp(unit, "1") == 0 ? "" : unit);
    return;
  }
  for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
    if (magnitude >= 0.9995 * prefixes[i].factor) {
      snprintf(text, size, "%.3g %s%s", value / prefixes[i].factor, prefixes[i].prefix, unit);
      return;
    }
  }
  snprintf(text, size, "0 %s", unit); /* less than any of these is a rounding error */
}

/* ------------------------------------------------------------------ grid */

void ptl_scene_grid(const ptl_view *view, ptl_shapes *out) {
  double step = ptl_nice(90 / view->scale);
  ptl_point low = ptl_view_world(view, (ptl_point){view->x, view->y + view->h});
  ptl_point high = ptl_view_world(view, (ptl_point){view->x + view->w, view->y});
  double first;
  int n = ptl_ticks(low.x, high.x, step, &first);
  ptl_path_begin(out, ptl_stroked(PTL_INK_GRID, 1));
  for (int i = 0; i < n; i++) {
    double at = floor(ptl_view_point(view, (ptl_point){first + i * step, 0}).x) + 0.5;
    ptl_path_move(out, at, view->y);
    ptl_path_line(out, at, view->y + view->h);
  }
  n = ptl_ticks(low.y, high.y, step, &first);
  for (int i = 0; i < n; i++) {
    double at = floor(ptl_view_point(view, (ptl_point){0, first + i * step}).y) + 0.5;
    ptl_path_move(out, view->x, at);
    ptl_path_line(out, view->x + view->w, at);
  }
  char text[32];
  double x = view->x + 18, y = view->y + view->h - 16, length = step * view->scale;
  ptl_format_si(step, "m", text, sizeof text);
  ptl_path_begin(out, ptl_stroked(PTL_INK_DIM, 1.4));
  ptl_path_move(out, x, y - 4);
  ptl_path_line(out, x, y);
  ptl_path_line(out, x + length, y);
  ptl_path_line(out, x + length, y - 4);
  ptl_add_text(out, PTL_INK_DIM, 11, PTL_CENTER, x + length / 2, y - 5, "%s", text);
}

/* ------------------------------------------------------------------ springs */

static void draw_coil(ptl_shapes *out, ptl_point a, ptl_point b, double width) {
  enum { TURNS = 9 };
  double length = hypot(b.x - a.x, b.y - a.y);
  if (length < 1) return;
  double ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;
  double lead = fmin(0.16 * length, 1.5 * width), step = (length - 2 * lead) / (2 * TURNS);
  ptl_path_begin(out, ptl_stroked(PTL_INK_SPRING, 1.8));
  ptl_path_move(out, a.x, a.y);
  ptl_path_line(out, a.x + lead * ux, a.y + lead * uy);
  for (int i = 0; i < 2 * TURNS; i++) {
    double along = lead + (i + 0.5) * step, side = i % 2 ? width : -width;
    ptl_path_line(out, a.x + along * ux - side * uy, a.y + along * uy + side * ux);
  }
  ptl_path_line(out, b.x - lead * ux, b.y - lead * uy);
  ptl_path_line(out, b.x, b.y);
  ptl_add_circle(out, ptl_outlined(PTL_INK_PIN, PTL_INK_SPRING, 1.4), a.x, a.y, 0.35 * width + 1);
  ptl_add_circle(out, ptl_outlined(PTL_INK_PIN, PTL_INK_SPRING, 1.4), b.x, b.y, 0.35 * width + 1);
}

static void draw_spiral(ptl_shapes *out, ptl_point at, double radius, double from, double to) {
  enum { POINTS = 72 };
  ptl_path_begin(out, ptl_stroked(PTL_INK_SPRING, 1.6));
  for (int i = 0; i <= POINTS; i++) {
    double s = (double)i / POINTS, angle = from + s * (to - from + 5 * M_PI);
    double r = radius * (0.35 + 0.65 * s);
    double x = at.x + r * cos(angle), y = at.y - r * sin(angle);
    if (i == 0) {
      ptl_path_move(out, x, y);
    } else {
      ptl_path_line(out, x, y);
    }
  }
}

void ptl_scene_springs(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                       ptl_shapes *out) {
  double u = scene->plan->unit * view->scale;
  for (int i = 0; i < scene->sketch->n_springs; i++) {
    const ptl_sketch_spring *spring = &scene->sketch->springs[i];
    ptl_place a = ptl_frame_place(frame, &spring->a), b = ptl_frame_place(frame, &spring->b);
    ptl_point from = ptl_view_point(view, (ptl_point){a.x, a.y});
    ptl_point to = ptl_view_point(view, (ptl_point){b.x, b.y});
    ptl_shapes_tag(out, PTL_TAG_SPRING, i);
    if (spring->turns) {
      draw_spiral(out, from, 1.9 * u, a.angle, b.angle);
    } else {
      draw_coil(out, from, to, 0.6 * u);
    }
  }
}

/* ------------------------------------------------------------------ arrows */

static int is_outside(const ptl_view *view, ptl_point p) {
  return p.x < view->x || p.y < view->y || p.x > view->x + view->w || p.y > view->y + view->h;
}

/* An arrow at a point; one that would leave the picture ends at the point instead. */
static void add_vector(ptl_shapes *out, const ptl_view *view, ptl_ink ink, double width,
                       ptl_point at, double dx, double dy) {
  ptl_point tip = {at.x + dx, at.y + dy}, tail = {at.x - dx, at.y - dy};
  if (is_outside(view, tip) && !is_outside(view, tail)) {
    tip = at;
    at = tail;
  }
  ptl_add_arrow(out, ink, width, at.x, at.y, tip.x, tip.y);
}

static void draw_forces(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                        double scale, ptl_shapes *out) {
  double longest = 0.25 * fmin(view->w, view->h) * scale;
  if (!(scene->plan->largest_force > 0)) return;
  double k = longest / scene->plan->largest_force;
  for (int i = 0; i < scene->sketch->n_joints; i++) {
    const ptl_frame_joint *state = &frame->joints[i];
    if (!isfinite(state->fx) || !isfinite(state->fy)) continue;
    ptl_point at = ptl_scene_joint_point(scene, frame, view, i);
    ptl_shapes_tag(out, PTL_TAG_FORCE, i);
    add_vector(out, view, PTL_INK_FORCE, 2, at, k * state->fx, -k * state->fy);
  }
}

static void draw_velocity(const ptl_frame *frame, const ptl_view *view, int body, double x,
                          double y, double k, ptl_shapes *out) {
  ptl_point p = ptl_frame_point(frame, body, x, y), v = ptl_frame_velocity(frame, body, x, y);
  if (!isfinite(v.x) || !isfinite(v.y)) return;
  ptl_point at = ptl_view_point(view, p);
  add_vector(out, view, PTL_INK_VELOCITY, 1.8, at, k * v.x, -k * v.y);
}

/* Of the centres of mass and of the pins. */
static void draw_velocities(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                            double scale, ptl_shapes *out) {
  double longest = 0.2 * fmin(view->w, view->h) * scale;
  if (!(scene->plan->largest_speed > 0)) return;
  double k = longest / scene->plan->largest_speed;
  for (int i = 0; i < scene->sketch->n_bodies; i++) {
    const ptl_sketch_body *body = &scene->sketch->bodies[i];
    ptl_shapes_tag(out, PTL_TAG_VELOCITY, i);
    draw_velocity(frame, view, i, body->com_x, body->com_y, k, out);
  }
  for (int i = 0; i < scene->sketch->n_joints; i++) {
    const ptl_place *pin = &scene->sketch->joints[i].b;
    if (scene->sketch->joints[i].kind == PTL_SKETCH_TOUCH) continue;
    ptl_shapes_tag(out, PTL_TAG_VELOCITY, scene->sketch->n_bodies + i);
    if (pin->body != PTL_GROUND) draw_velocity(frame, view, pin->body, pin->x, pin->y, k, out);
  }
}

/* The scale of the arrows, bottom right. */
static void draw_legend(const ptl_scene *scene, const ptl_view *view, const ptl_look *look,
                        ptl_shapes *out) {
  const struct {
    int shown;
    double largest, share;
    ptl_ink ink;
    const char *unit;
  } rows[] = {
      {look->velocities, scene->plan->largest_speed, 0.2 * look->velocity_scale, PTL_INK_VELOCITY,
       "m/s"},
      {look->forces, scene->plan->largest_force, 0.25 * look->force_scale, PTL_INK_FORCE, "N"}};
  double y = view->y + view->h - 18;
  ptl_shapes_tag(out, PTL_TAG_NONE, 0);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (!rows[i].shown || !(rows[i].largest > 0)) continue;
    double k = rows[i].share * fmin(view->w, view->h) / rows[i].largest;
    double value = ptl_nice(55 / k), length = value * k, x = view->x + view->w - 18;
    char text[32];
    ptl_format_si(value, rows[i].unit, text, sizeof text);
    ptl_add_arrow(out, rows[i].ink, 2, x - length, y, x, y);
    ptl_add_text(out, PTL_INK_DIM, 11, PTL_RIGHT, x - length - 8, y + 4, "%s", text);
    y -= 18;
  }
}

/* ------------------------------------------------------------------ trails, flashes, names */

static void draw_trails(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                        const ptl_look *look, ptl_shapes *out) {
  enum { POINTS = 300 };
  ptl_frame past = {0};
  for (int k = 0; k < look->n_trails; k++) {
    const ptl_place *at = &look->trails[k];
    double start = fmax(frame->time - look->trail_span, ptl_record_start(scene->record));
    int drawn = 0;
    ptl_shapes_tag(out, PTL_TAG_TRAIL, k);
    ptl_path_begin(out, ptl_faded(ptl_stroked(PTL_INK_SERIES + k % PTL_N_SERIES_INKS, 1.8), 0.9));
    for (int i = 0; i <= POINTS; i++) {
      double time = start + (frame->time - start) * i / POINTS;
      if (ptl_frame_calc(scene->sketch, scene->record, scene->binding, time, &past)) return;
      ptl_point p = ptl_view_point(view, ptl_frame_point(&past, at->body, at->x, at->y));
      if (drawn++ == 0) {
        ptl_path_move(out, p.x, p.y);
      } else {
        ptl_path_line(out, p.x, p.y);
      }
    }
  }
  ptl_frame_release(&past);
}

static void draw_flashes(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                         double span, ptl_shapes *out) {
  const ptl_record *record = scene->record;
  for (int i = ptl_record_first_event(record, frame->time - span); i < record->n_events; i++) {
    const ptl_record_event *event = &record->events[i];
    if (event->time > frame->time) break;
    double age = (frame->time - event->time) / span;
    if (age < 0 || age > 1 || event->kind != PTL_EVENT_TOUCH) continue;
    int joint = ptl_sketch_find_joint(scene->sketch, record->gaps[event->gap].joint);
    if (joint < 0) continue;
    ptl_point at = ptl_scene_joint_point(scene, frame, view, joint);
    double r = ptl_plan_pin(scene->plan, &scene->sketch->joints[joint]) * view->scale;
    ptl_shapes_tag(out, PTL_TAG_FLASH, joint);
    ptl_add_circle(out, ptl_faded(ptl_stroked(PTL_INK_TOUCH, 3.5 * (1 - age) + 0.5), 1 - age), at.x,
                   at.y, r + 4 + 26 * sqrt(age));
  }
}

static void draw_points(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                        ptl_shapes *out) {
  for (int i = 0; i < scene->sketch->n_points; i++) {
    const ptl_sketch_point *point = &scene->sketch->points[i];
    ptl_point at =
        ptl_view_point(view, ptl_frame_point(frame, point->at.body, point->at.x, point->at.y));
    ptl_shapes_tag(out, PTL_TAG_POINT, i);
    ptl_path_begin(out, ptl_stroked(PTL_INK_ACCENT, 1.5));
    ptl_path_move(out, at.x - 4, at.y);
    ptl_path_line(out, at.x + 4, at.y);
    ptl_path_move(out, at.x, at.y - 4);
    ptl_path_line(out, at.x, at.y + 4);
    ptl_add_text(out, PTL_INK_DIM, 11, PTL_LEFT, at.x + 7, at.y - 6, "%s", point->name);
    ptl_halo(out, PTL_INK_PAPER, 3);
  }
}

enum { MAX_NAMES = 96, PLACES = 8 };

typedef struct names { /* boxes that are taken already */
  double box[MAX_NAMES][4];
  int n;
} names;

static void take(names *taken, double x, double y, double w, double h) {
  if (taken->n == MAX_NAMES || !(w > 0)) return;
  const double box[4] = {x, y, x + w, y + h};
  memcpy(taken->box[taken->n++], box, sizeof box);
}

static int is_free(const names *taken, const double box[4]) {
  for (int i = 0; i < taken->n; i++) {
    const double *other = taken->box[i];
    if (box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]) return 0;
  }
  return 1;
}

/* Beside the point, in the first of eight places that is free; not at all where none is. */
static void add_name(names *taken, const ptl_view *view, ptl_shapes *out, ptl_ink ink, double size,
                     ptl_point at, double away, const char *text) {
  double width = ptl_text_width(text, size), diagonal = 0.8 * away;
  const double places[PLACES][2] = {{diagonal, -diagonal},
                                    {away, 0.35 * size},
                                    {diagonal, diagonal + 0.7 * size},
                                    {-diagonal - width, -diagonal},
                                    {-away - width, 0.35 * size},
                                    {-diagonal - width, diagonal + 0.7 * size},
                                    {-0.5 * width, -away - 2},
                                    {-0.5 * width, away + size}};
  for (int i = 0; i < PLACES; i++) {
    double x = at.x + places[i][0], y = at.y + places[i][1];
    double box[4] = {x - 2, y - size, x + width + 2, y + 3};
    if (!is_free(taken, box) || is_outside(view, (ptl_point){box[0], box[1]}) ||
        is_outside(view, (ptl_point){box[2], box[3]})) {
      continue;
    }
    take(taken, box[0], box[1], width + 4, size + 3);
    ptl_add_text(out, ink, size, PTL_LEFT, x, y, "%s", text);
    ptl_halo(out, PTL_INK_PAPER, 3);
    return;
  }
}

/* What names keep away from: the scales, the lens, pins and centres of mass. */
static void take_marks(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                       const ptl_look *look, names *taken) {
  double foot = view->y + view->h;
  take(taken, look->cover[0], look->cover[1], look->cover[2], look->cover[3]);
  if (look->grid) take(taken, view->x, foot - 32, 160, 32);
  if (look->forces || look->velocities) take(taken, view->x + view->w - 130, foot - 48, 130, 48);
  for (int i = 0; i < scene->sketch->n_joints; i++) {
    const ptl_sketch_joint *joint = &scene->sketch->joints[i];
    if (joint->kind != PTL_SKETCH_REVOLUTE && joint->kind != PTL_SKETCH_SLOT) continue;
    ptl_point at = ptl_scene_joint_point(scene, frame, view, i);
    double r = 0.7 * ptl_plan_pin(scene->plan, joint) * view->scale;
    take(taken, at.x - r, at.y - r, 2 * r, 2 * r);
  }
}

static void draw_names(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                       const ptl_look *look, ptl_shapes *out) {
  names taken = {.n = 0};
  double u = scene->plan->unit * view->scale;
  take_marks(scene, frame, view, look, &taken);
  for (int i = 0; i < scene->sketch->n_bodies; i++) {
    const ptl_sketch_body *body = &scene->sketch->bodies[i];
    ptl_point at = ptl_view_point(view, ptl_frame_point(frame, i, body->com_x, body->com_y));
    ptl_shapes_tag(out, PTL_TAG_BODY, i);
    add_name(&taken, view, out, PTL_INK_TEXT, 13, at, 1.1 * u + 3, body->name);
  }
  for (int i = 0; i < scene->sketch->n_joints; i++) {
    ptl_point at = ptl_scene_joint_point(scene, frame, view, i);
    const ptl_sketch_joint *joint = &scene->sketch->joints[i];
    double away = fmax(1.3 * u, ptl_plan_pin(scene->plan, joint) * view->scale) + 5;
    ptl_shapes_tag(out, PTL_TAG_JOINT, i);
    add_name(&taken, view, out, PTL_INK_DIM, 11, at, away, joint->name);
  }
}

void ptl_scene_marks(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                     const ptl_look *look, ptl_shapes *out) {
  if (look->n_trails > 0) draw_trails(scene, frame, view, look, out);
  if (look->flashes && look->flash_span > 0) {
    draw_flashes(scene, frame, view, look->flash_span, out);
  }
  if (look->velocities) draw_velocities(scene, frame, view, look->velocity_scale, out);
  if (look->forces) draw_forces(scene, frame, view, look->force_scale, out);
  draw_points(scene, frame, view, out);
  if (look->labels) draw_names(scene, frame, view, look, out);
  draw_legend(scene, view, look, out);
}
