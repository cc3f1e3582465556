#include "lens.h"

#include <math.h>
#include <stdio.h>

#include "format.h"

int ptl_lens_shows(const ptl_scene *scene, int joint) {
  return joint >= 0 && joint < scene->sketch->n_joints &&
         scene->sketch->joints[joint].clearance > 0 && scene->binding->joints[joint].ex >= 0 &&
         scene->binding->joints[joint].ey >= 0;
}

double ptl_lens_exaggeration(const ptl_scene *scene, int joint) {
  double deepest = scene->geometry->extent.deepest[joint], k = 1;
  while (deepest > 0 && k < 1024 &&
         2 * k * deepest < 0.7 * scene->sketch->joints[joint].clearance) {
    k *= 2;
  }
  return k;
}

void ptl_lens_covers(const ptl_lens *lens, double box[4]) {
  box[0] = lens->x - 4;
  box[1] = lens->y;
  box[2] = lens->joint >= 0 ? lens->size + 8 : 0;
  box[3] = lens->size;
}

/* What the drawing functions share. Screen vectors have y down. */
typedef struct inset {
  const ptl_scene *scene;
  const ptl_snapshot *snapshot;
  const ptl_lens *lens;
  const ptl_sketch_joint *joint;
  ptl_shapes *out;
  double cx, cy;         /* middle of the inset */
  double pin, clearance; /* drawn radius of the pin, drawn clearance [points] */
  double magnify;        /* points to a metre of clearance */
  double angle;          /* of the hollow part in the ground's frame */
  int slot;
  double ux, uy;     /* slot: towards the outer wall; along the slot is (-uy, ux) */
  double film;       /* largest pressure of the film now [Pa], NAN where there is none */
  double beyond_end; /* slot: from the nearer end outwards [m], negative within */
  double end_sign;   /* slot: +1 if the nearer end lies along (-uy, ux) */
} inset;

/* A displacement from the middle [m] whose part beyond the clearance, the depth, is exaggerated. */
static double exaggerate(const inset *in, double displacement) {
  double clearance = in->joint->clearance, depth = fabs(displacement) - clearance;
  if (!(depth > 0)) return displacement;
  return copysign(clearance + in->lens->exaggeration * depth, displacement);
}

/* A displacement in the hollow part's frame [m] as an offset on the screen. */
static ptl_point offset(const inset *in, double ex, double ey) {
  double c = cos(in->angle), s = sin(in->angle), e = hypot(ex, ey);
  double k = e > 0 ? in->magnify * (exaggerate(in, e) / e) : in->magnify;
  return (ptl_point){k * (c * ex - s * ey), -k * (s * ex + c * ey)};
}

/* Position of the pin in a slot. */
typedef struct slot_position {
  double nx, ny;        /* in the slot's frame: towards the outer wall; along is (-ny, nx) */
  double along, length; /* from the middle of the centre line; of the whole [m] */
  double angle;         /* of the slot's frame in the ground's */
} slot_position;

/* On a free-form slot: the nearest of its short pieces. */
static void find_on_path(const ptl_sketch_joint *joint, double x, double y,
                         slot_position *position) {
  double nearest = INFINITY, start = 0;
  for (int i = 0; i + 1 < joint->n_path; i++) {
    const double *p = &joint->path[2 * i], *q = p + 2;
    double lx = q[0] - p[0], ly = q[1] - p[1], length = hypot(lx, ly);
    double along = length > 0 ? ((x - p[0]) * lx + (y - p[1]) * ly) / length : 0;
    double to_piece = fmin(fmax(along, 0), length);
    double away = length > 0
                      ? hypot(x - p[0] - to_piece * lx / length, y - p[1] - to_piece * ly / length)
                      : INFINITY;
    int is_end = (i == 0 && along < 0) || (i + 2 == joint->n_path && along > length);
    if (away < nearest) {
      nearest = away;
      position->nx = ly / length;
      position->ny = -lx / length;
      position->along = start + (is_end ? along : to_piece);
    }
    start += length;
  }
  position->length = start;
  position->along -= 0.5 * start;
}

static slot_position find_in_slot(const ptl_sketch_joint *joint, const ptl_snapshot *snapshot) {
  const ptl_marker hollow = ptl_snapshot_true_marker(snapshot, &joint->a);
  const ptl_marker pin = ptl_snapshot_true_marker(snapshot, &joint->b);
  double c = cos(hollow.angle), s = sin(hollow.angle);
  double dx = pin.x - hollow.x, dy = pin.y - hollow.y;
  double px = c * dx + s * dy - joint->x0, py = -s * dx + c * dy - joint->y0;
  slot_position position = {.angle = hollow.angle};
  if (joint->path != NULL) {
    find_on_path(joint, px + joint->x0, py + joint->y0, &position);
  } else if (joint->arc) {
    double r = hypot(px, py), middle = 0.5 * (joint->arc_from + joint->arc_to);
    position.nx = px / r;
    position.ny = py / r;
    position.along = joint->arc_radius * remainder(atan2(py, px) - middle, 2 * M_PI);
    position.length = joint->arc_radius * (joint->arc_to - joint->arc_from);
  } else {
    double lx = joint->x1 - joint->x0, ly = joint->y1 - joint->y0;
    position.length = hypot(lx, ly);
    position.nx =
        ly / position.length; /* so that (-ny, nx) points along the line, as along the arc */
    position.ny = -lx / position.length;
    position.along = (px * lx + py * ly) / position.length - 0.5 * position.length;
  }
  return position;
}

/* Direction across the slot at the pin, and how far the pin is beyond the slot's end. */
static void find_slot(inset *in) {
  slot_position p = find_in_slot(in->joint, in->snapshot);
  double c = cos(p.angle), s = sin(p.angle);
  in->ux = c * p.nx - s * p.ny;
  in->uy = -(s * p.nx + c * p.ny);
  in->beyond_end = fabs(p.along) - 0.5 * p.length;
  in->end_sign = p.along < 0 ? -1 : 1;
}

/* ------------------------------------------------------------------ a block in a guide */

/* Corners of a slider on the screen: its displacement across the guide and that of its ends by the
 * tilt are drawn to the scale of the clearance, its length and width are shrunk to fit. */
static void block_corners(const inset *in, ptl_point out[4]) {
  const ptl_marker guide = ptl_snapshot_true_marker(in->snapshot, &in->joint->a);
  const ptl_marker block = ptl_snapshot_true_marker(in->snapshot, &in->joint->b);
  double c = cos(guide.angle), s = sin(guide.angle);
  double across = -s * (block.x - guide.x) + c * (block.y - guide.y);
  double tilt = sin(block.angle - guide.angle), length = in->joint->block_length;
  double half = 0.5 * (length > 0 ? length : 0), along = 0.3 * in->lens->size;
  for (int i = 0; i < 4; i++) { /* counter-clockwise in the guide's frame, from the lower left */
    double end = i == 0 || i == 3 ? -1 : 1, displacement = across + end * half * tilt;
    double x = end * along;
    double y = (i < 2 ? -in->pin : in->pin) + in->magnify * exaggerate(in, displacement);
    out[i] = (ptl_point){in->cx + c * x - s * y, in->cy - s * x - c * y};
  }
}

static ptl_point block_centre(const inset *in) {
  ptl_point corners[4];
  block_corners(in, corners);
  return (ptl_point){0.5 * (corners[0].x + corners[2].x) - in->cx,
                     0.5 * (corners[0].y + corners[2].y) - in->cy};
}

static void block_path(const inset *in, ptl_style style) {
  ptl_point corners[4];
  block_corners(in, corners);
  ptl_path_begin(in->out, style);
  for (int i = 0; i < 4; i++) {
    if (i == 0) {
      ptl_path_move(in->out, corners[i].x, corners[i].y);
    } else {
      ptl_path_line(in->out, corners[i].x, corners[i].y);
    }
  }
  ptl_path_close(in->out);
}

/* Two walls that leave the inset at both ends. */
static void guide_path(const inset *in) {
  double c = cos(in->angle), s = sin(in->angle), outside = 2 * in->lens->size,
         half = in->pin + in->clearance;
  const double corners[4][2] = {
      {-outside, -half}, {outside, -half}, {outside, half}, {-outside, half}};
  for (int i = 0; i < 4; i++) {
    double x = in->cx + c * corners[i][0] - s * corners[i][1];
    double y = in->cy - s * corners[i][0] - c * corners[i][1];
    if (i == 0) {
      ptl_path_move(in->out, x, y);
    } else {
      ptl_path_line(in->out, x, y);
    }
  }
  ptl_path_close(in->out);
}

/* ------------------------------------------------------------------ the hollow */

/* The outline of the hollow; on the screen the slot runs along (uy, -ux). */
static void hollow_path(const inset *in) {
  double r = in->pin + in->clearance, outside = 2 * in->lens->size;
  if (in->joint->kind == PTL_SKETCH_SLIDER) {
    guide_path(in);
    return;
  }
  if (!in->slot) {
    ptl_path_arc(in->out, in->cx, in->cy, r, 0, 2 * M_PI);
    ptl_path_close(in->out);
    return;
  }
  double tx = in->uy * in->end_sign, ty = -in->ux * in->end_sign; /* towards the nearer end */
  double to_end = fmin(fmax(-in->beyond_end, 0) * in->magnify, outside);
  double ex = in->cx + to_end * tx, ey = in->cy + to_end * ty, across = atan2(in->uy, in->ux);
  double sx = r * in->ux, sy = r * in->uy;
  ptl_path_move(in->out, in->cx - outside * tx + sx, in->cy - outside * ty + sy);
  ptl_path_line(in->out, ex + sx, ey + sy);
  ptl_path_arc(in->out, ex, ey, r, across, in->end_sign > 0 ? across - M_PI : across + M_PI);
  ptl_path_line(in->out, in->cx - outside * tx - sx, in->cy - outside * ty - sy);
  ptl_path_close(in->out);
}

/* ------------------------------------------------------------------ path, pin, force */

/* One point of the orbit, from the middle of the inset. */
typedef ptl_point (*orbit_point)(const inset *in, int64_t row, ptl_snapshot *past,
                                 double along_now);

static ptl_point bearing_point(const inset *in, int64_t row, ptl_snapshot *past, double along_now) {
  const ptl_record *record = in->scene->record;
  const ptl_joint_columns *columns = &in->scene->binding->joints[in->lens->joint];
  (void)past;
  (void)along_now;
  return offset(in, record->first[columns->ex][row], record->first[columns->ey][row]);
}

/* In a slot the path is drawn along a straight line: across the slot to the scale of the clearance,
 * along it so that the whole slot is a little longer than the inset. */
static ptl_point slot_point(const inset *in, int64_t row, ptl_snapshot *past, double along_now) {
  const ptl_scene *scene = in->scene;
  const ptl_joint_columns *columns = &scene->binding->joints[in->lens->joint];
  double time = scene->record->first[0][row];
  if (ptl_snapshot_eval(scene->sketch, scene->record, scene->binding, time, past)) {
    return (ptl_point){NAN, NAN};
  }
  slot_position p = find_in_slot(in->joint, past);
  double ex = scene->record->first[columns->ex][row], ey = scene->record->first[columns->ey][row];
  double across = exaggerate(in, ex * p.nx + ey * p.ny);
  double along = 1.2 * in->lens->size * (p.along - along_now) / p.length;
  across *= in->magnify;
  return (ptl_point){across * in->ux + along * in->uy, across * in->uy - along * in->ux};
}

/* Path of the pin's centre over the last orbit_span seconds; older parts are paler. */
static void draw_orbit(const inset *in) {
  enum { PIECES = 5, MAX_POINTS = 1800 };
  const ptl_record *record = in->scene->record;
  ptl_snapshot past = {0};
  orbit_point point = in->slot ? slot_point : bearing_point;
  double along = in->slot ? find_in_slot(in->joint, in->snapshot).along : 0;
  int64_t last = ptl_record_bracket(record, in->snapshot->time).i;
  int64_t first = ptl_record_bracket(record, in->snapshot->time - in->lens->orbit_span).i;
  int64_t step = (last - first) / MAX_POINTS + 1;
  ptl_shapes_tag(in->out, PTL_TAG_ORBIT, in->lens->joint);
  for (int piece = 0; piece < PIECES; piece++) {
    int64_t from = first + (last - first) * piece / PIECES;
    int64_t to = first + (last - first) * (piece + 1) / PIECES;
    int pen = 0;
    ptl_path_begin(in->out,
                   ptl_faded(ptl_stroked(PTL_INK_ACCENT, 1.2), 0.2 + 0.7 * (piece + 1) / PIECES));
    for (int64_t i = from; i <= to; i += step) {
      ptl_point p = point(in, i, &past, along);
      if (!isfinite(p.x) || !isfinite(p.y)) continue;
      if (pen) {
        ptl_path_line(in->out, in->cx + p.x, in->cy + p.y);
      } else {
        ptl_path_move(in->out, in->cx + p.x, in->cy + p.y);
      }
      pen = 1;
    }
  }
  ptl_snapshot_release(&past);
}

static void draw_pin(const inset *in, ptl_point e) {
  const ptl_sketch_joint *joint = in->joint;
  double x = in->cx + e.x, y = in->cy + e.y;
  double angle = joint->b.body == PTL_GROUND ? 0 : -in->snapshot->bodies[joint->b.body].angle;
  ptl_shapes_tag(in->out, PTL_TAG_PIN, in->lens->joint);
  ptl_ink ink = ptl_body_ink(joint->b.body);
  if (joint->kind == PTL_SKETCH_SLIDER) {
    block_path(in, ptl_outlined(ink, PTL_INK_EDGE, 1.4));
    return;
  }
  ptl_add_circle(in->out, ptl_outlined(ink, PTL_INK_EDGE, 1.4), x, y, in->pin);
  ptl_path_begin(in->out, ptl_faded(ptl_stroked(PTL_INK_EDGE, 1),
                                    0.5)); /* a cross that rotates with the pin */
  for (int k = 0; k < 4; k++) {
    double a = angle + k * M_PI / 2;
    ptl_path_move(in->out, x + 0.55 * in->pin * cos(a), y + 0.55 * in->pin * sin(a));
    ptl_path_line(in->out, x + 0.92 * in->pin * cos(a), y + 0.92 * in->pin * sin(a));
  }
  ptl_add_circle(in->out, ptl_filled(PTL_INK_ACCENT), x, y, 2.4);
}

/* The film's pressure as a hump on the wall it presses: to one scale over the run. Returns the
 * largest [Pa], NAN where there is none. */
static double draw_film(const inset *in) {
  enum { N = 72 };
  const ptl_scene *scene = in->scene;
  const double most = scene->geometry->extent.pressure[in->lens->joint];
  const double wall = in->pin + in->clearance, height = 0.1 * in->lens->size;
  double pressure[N], from, largest = 0;
  if (!(most > 0) || !ptl_snapshot_film(in->snapshot, scene->sketch, scene->mechanism,
                                        in->lens->joint, N, pressure, &from))
    return NAN;
  ptl_shapes_tag(in->out, PTL_TAG_FILM, in->lens->joint);
  ptl_path_begin(in->out, ptl_outlined(PTL_INK_ACCENT, PTL_INK_EDGE, 0.8));
  for (int i = 0; i < N; i++) {
    const double angle = from + 2 * M_PI * i / N;
    const double r = wall + height * fmin(pressure[i] / most, 1.3);
    largest = fmax(largest, pressure[i]);
    if (i == 0) {
      ptl_path_move(in->out, in->cx + r * cos(angle), in->cy - r * sin(angle));
    } else {
      ptl_path_line(in->out, in->cx + r * cos(angle), in->cy - r * sin(angle));
    }
  }
  ptl_path_close(in->out);
  return largest > 1e-9 * most ? largest : 0; /* less is rounding */
}

/* The force on the pin, its tip where the pin is touched. */
static void draw_force(const inset *in, ptl_point e) {
  const ptl_joint_state *state = &in->snapshot->joints[in->lens->joint];
  double force = hypot(state->fx, state->fy);
  if (!(force > 0) || !(in->scene->geometry->extent.largest_force > 0)) return;
  double ux = state->fx / force, uy = -state->fy / force;
  double length = 0.08 * in->lens->size +
                  0.3 * in->lens->size * force / in->scene->geometry->extent.largest_force;
  double x = in->cx + e.x - in->pin * ux, y = in->cy + e.y - in->pin * uy;
  ptl_shapes_tag(in->out, PTL_TAG_FORCE, in->lens->joint);
  ptl_add_arrow(in->out, PTL_INK_FORCE, 3, x - length * ux, y - length * uy, x, y);
}

static void draw_texts(const inset *in) {
  const ptl_joint_state *state = &in->snapshot->joints[in->lens->joint];
  const ptl_joint_columns *columns = &in->scene->binding->joints[in->lens->joint];
  double x = in->lens->x, y = in->lens->y, size = in->lens->size;
  char depth[32], force[32], clearance[32];
  const double gap = isfinite(state->depth)
                         ? state->depth
                         : in->joint->clearance - hypot(state->ex, state->ey); /* of a film alone */
  ptl_format_si(fabs(gap), "m", depth, sizeof depth);
  ptl_format_si(hypot(state->fx, state->fy), "N", force, sizeof force);
  ptl_format_si(in->joint->clearance, "m", clearance, sizeof clearance);
  ptl_shapes_tag(in->out, PTL_TAG_LENS, in->lens->joint);
  ptl_add_rect(in->out, ptl_faded(ptl_filled(PTL_INK_PANEL), 0.88), x, y, size, 26, 0);
  ptl_add_rect(in->out, ptl_faded(ptl_filled(PTL_INK_PANEL), 0.88), x, y + size - 26, size, 26, 0);
  ptl_add_title(in->out, PTL_INK_TEXT, 13, PTL_LEFT, x + 11, y + 18, "%s", in->joint->name);
  ptl_add_text(in->out, PTL_INK_DIM, 11.5, PTL_RIGHT, x + size - 11, y + 18, "play %s", clearance);
  if (state->touching && state->gap >= 0) {
    ptl_add_text(in->out, PTL_INK_DEEP, 12.5, PTL_LEFT, x + 11, y + size - 9, "%s  %s%s",
                 size > 190 ? columns->gap[state->gap] : "", depth, size > 230 ? " deep" : "");
    ptl_add_text(in->out, PTL_INK_FORCE, 12.5, PTL_RIGHT, x + size - 11, y + size - 9, "%s", force);
  } else if (ptl_joint_has_film(in->scene->mechanism, in->lens->joint)) {
    ptl_add_text(in->out, PTL_INK_DIM, 12.5, PTL_LEFT, x + 11, y + size - 9, "film  %s", depth);
    if (isfinite(in->film)) {
      ptl_format_si(in->film, "Pa", force, sizeof force);
      ptl_add_text(in->out, PTL_INK_ACCENT, 12.5, PTL_RIGHT, x + size - 11, y + size - 9, "%s%s",
                   size > 230 ? "up to " : "", force);
    } else if (size > 190) { /* the law has none */
      ptl_add_text(in->out, PTL_INK_DIM, 12.5, PTL_RIGHT, x + size - 11, y + size - 9,
                   "force alone, no pressure");
    }
  } else {
    ptl_add_text(in->out, PTL_INK_DIM, 12.5, PTL_LEFT, x + 11, y + size - 9, "free  gap %s", depth);
  }
  if (in->lens->exaggeration != 1) {
    ptl_add_text(in->out, PTL_INK_DIM, 10.5, PTL_RIGHT, x + size - 11, y + 40, "depth × %g",
                 in->lens->exaggeration);
    ptl_halo(in->out, PTL_INK_PANEL, 2.5);
  }
}

void ptl_lens_draw(const ptl_scene *scene, const ptl_snapshot *snapshot, const ptl_lens *lens,
                   ptl_shapes *out) {
  if (!ptl_lens_shows(scene, lens->joint)) return;
  const ptl_sketch_joint *joint = &scene->sketch->joints[lens->joint];
  int is_block = joint->kind == PTL_SKETCH_SLIDER;
  inset in = {scene,
              snapshot,
              lens,
              joint,
              out,
              .cx = lens->x + lens->size / 2,
              .cy = lens->y + lens->size / 2,
              .pin = is_block ? 0.15 * lens->size : 0.2 * lens->size,
              .clearance = is_block ? 0.13 * lens->size : 0.15 * lens->size,
              .slot = joint->kind == PTL_SKETCH_SLOT};
  in.magnify = in.clearance / joint->clearance;
  in.angle =
      joint->a.angle + (joint->a.body == PTL_GROUND ? 0 : snapshot->bodies[joint->a.body].angle);
  if (in.slot) find_slot(&in);
  const ptl_joint_state *state = &snapshot->joints[lens->joint];
  ptl_point e = offset(&in, state->ex, state->ey);
  if (!isfinite(e.x) || !isfinite(e.y)) e = (ptl_point){0, 0};
  if (is_block) e = block_centre(&in);
  ptl_ink material = ptl_body_ink(joint->a.body);

  ptl_shapes_tag(out, PTL_TAG_LENS, lens->joint);
  ptl_add_rect(out, ptl_faded(ptl_filled(PTL_INK_EDGE), 0.16), lens->x - 1, lens->y + 3,
               lens->size + 2, lens->size + 2, 12);
  ptl_add_clip(out, lens->x, lens->y, lens->size, lens->size, 10);
  ptl_add_rect(out, ptl_filled(material), lens->x, lens->y, lens->size, lens->size, 0);
  in.film = draw_film(&in);
  ptl_shapes_tag(out, PTL_TAG_INDENT, lens->joint); /* the part of the pin inside the material */
  if (is_block) {
    block_path(&in, ptl_filled(PTL_INK_DEEP));
  } else {
    ptl_add_circle(out, ptl_filled(PTL_INK_DEEP), in.cx + e.x, in.cy + e.y, in.pin);
  }
  ptl_shapes_tag(out, PTL_TAG_SLOT, lens->joint);
  ptl_clip_begin(out);
  hollow_path(&in);
  ptl_add_rect(out, ptl_filled(PTL_INK_PAPER), lens->x, lens->y, lens->size, lens->size, 0);
  draw_pin(&in, e);
  ptl_add_unclip(out);
  ptl_path_begin(out, ptl_stroked(PTL_INK_EDGE, 1.6));
  hollow_path(&in);
  if (!is_block) draw_orbit(&in);
  draw_force(&in, e);
  draw_texts(&in);
  ptl_add_unclip(out);
  ptl_add_rect(out, ptl_stroked(PTL_INK_LINE, 1.4), lens->x, lens->y, lens->size, lens->size, 10);
}
