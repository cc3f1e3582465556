#include "lens.h"

#include <math.h>
#include <stdio.h>

int ptl_lens_shows(const ptl_scene *scene, int joint) {
  return joint >= 0 && joint < scene->sketch->n_joints && scene->sketch->joints[joint].play > 0 &&
         scene->binding->joints[joint].ex >= 0 && scene->binding->joints[joint].ey >= 0;
}

double ptl_lens_exaggeration(const ptl_scene *scene, int joint) {
  double deepest = scene->plan->deepest[joint], k = 1;
  while (deepest > 0 && k < 1024 && 2 * k * deepest < 0.7 * scene->sketch->joints[joint].play) {
    k *= 2;
  }
  return k;
}

/* What the drawing functions share. Screen vectors have y down. */
typedef struct glass {
  const ptl_scene *scene;
  const ptl_frame *frame;
  const ptl_lens *lens;
  const ptl_sketch_joint *joint;
  ptl_shapes *out;
  double cx, cy;    /* middle of the inset */
  double pin, play; /* drawn radius of the pin, drawn play [points] */
  double magnify;   /* points to a metre of play */
  double turn;      /* of the hollow part in the ground's frame */
  int slot;
  double ux, uy;   /* slot: towards the outer wall; along the slot is (-uy, ux) */
  double past;     /* slot: beyond the nearer end [m], negative within */
  double end_sign; /* slot: +1 if the nearer end lies along (-uy, ux) */
} glass;

/* A displacement in the hollow part's frame [m] as an offset on the screen. */
static ptl_point offset(const glass *g, double ex, double ey) {
  double c = cos(g->turn), s = sin(g->turn), e = hypot(ex, ey), play = g->joint->play;
  double k = g->magnify;
  if (e > play) k *= (play + g->lens->exaggeration * (e - play)) / e;
  return (ptl_point){k * (c * ex - s * ey), -k * (s * ex + c * ey)};
}

/* Where the pin is in a slot. */
typedef struct slot_place {
  double nx, ny;        /* in the slot's frame: towards the outer wall; along is (-ny, nx) */
  double along, length; /* from the middle of the centre line; of the whole [m] */
  double turn;          /* of the slot's frame in the ground's */
} slot_place;

/* On a free-form slot: the nearest of its short pieces. */
static void place_on_path(const ptl_sketch_joint *joint, double x, double y, slot_place *place) {
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
      place->nx = ly / length;
      place->ny = -lx / length;
      place->along = start + (is_end ? along : to_piece);
    }
    start += length;
  }
  place->length = start;
  place->along -= 0.5 * start;
}

static slot_place place_in_slot(const ptl_sketch_joint *joint, const ptl_frame *frame) {
  ptl_place hollow = ptl_frame_place(frame, &joint->a);
  ptl_point pin = ptl_frame_point(frame, joint->b.body, joint->b.x, joint->b.y);
  double c = cos(hollow.angle), s = sin(hollow.angle);
  double dx = pin.x - hollow.x, dy = pin.y - hollow.y;
  double px = c * dx + s * dy - joint->x0, py = -s * dx + c * dy - joint->y0;
  slot_place place = {.turn = hollow.angle};
  if (joint->path != NULL) {
    place_on_path(joint, px + joint->x0, py + joint->y0, &place);
  } else if (joint->arc) {
    double r = hypot(px, py), middle = 0.5 * (joint->arc_from + joint->arc_to);
    place.nx = px / r;
    place.ny = py / r;
    place.along = joint->arc_radius * remainder(atan2(py, px) - middle, 2 * M_PI);
    place.length = joint->arc_radius * (joint->arc_to - joint->arc_from);
  } else {
    double lx = joint->x1 - joint->x0, ly = joint->y1 - joint->y0;
    place.length = hypot(lx, ly);
    place.nx = ly / place.length; /* so that (-ny, nx) points along the line, as along the arc */
    place.ny = -lx / place.length;
    place.along = (px * lx + py * ly) / place.length - 0.5 * place.length;
  }
  return place;
}

/* Direction across the slot at the pin, and how far the pin is beyond the slot's end. */
static void find_slot(glass *g) {
  slot_place p = place_in_slot(g->joint, g->frame);
  double c = cos(p.turn), s = sin(p.turn);
  g->ux = c * p.nx - s * p.ny;
  g->uy = -(s * p.nx + c * p.ny);
  g->past = fabs(p.along) - 0.5 * p.length;
  g->end_sign = p.along < 0 ? -1 : 1;
}

/* ------------------------------------------------------------------ a block in a guide */

/* Corners of a slider on the screen: the play and the tilt have the scale of the play, its length
 * and width are shrunk to fit. */
static void block_corners(const glass *g, ptl_point out[4]) {
  ptl_place guide = ptl_frame_place(g->frame, &g->joint->a);
  ptl_place block = ptl_frame_place(g->frame, &g->joint->b);
  double c = cos(guide.angle), s = sin(guide.angle), play = g->joint->play;
  double across = -s * (block.x - guide.x) + c * (block.y - guide.y);
  double tilt = sin(block.angle - guide.angle), length = g->joint->block_length;
  double half = 0.5 * (length > 0 ? length : 0), along = 0.3 * g->lens->size;
  for (int i = 0; i < 4; i++) { /* counter-clockwise in the guide's frame, from the lower left */
    double end = i == 0 || i == 3 ? -1 : 1, off = across + end * half * tilt;
    if (fabs(off) > play) {
      off = copysign(play + g->lens->exaggeration * (fabs(off) - play), off);
    }
    double x = end * along, y = (i < 2 ? -g->pin : g->pin) + g->magnify * off;
    out[i] = (ptl_point){g->cx + c * x - s * y, g->cy - s * x - c * y};
  }
}

static ptl_point block_centre(const glass *g) {
  ptl_point corners[4];
  block_corners(g, corners);
  return (ptl_point){0.5 * (corners[0].x + corners[2].x) - g->cx,
                     0.5 * (corners[0].y + corners[2].y) - g->cy};
}

static void block_path(const glass *g, ptl_style style) {
  ptl_point corners[4];
  block_corners(g, corners);
  ptl_path_begin(g->out, style);
  for (int i = 0; i < 4; i++) {
    if (i == 0) {
      ptl_path_move(g->out, corners[i].x, corners[i].y);
    } else {
      ptl_path_line(g->out, corners[i].x, corners[i].y);
    }
  }
  ptl_path_close(g->out);
}

/* Two walls without end. */
static void guide_path(const glass *g) {
  double c = cos(g->turn), s = sin(g->turn), far = 2 * g->lens->size, half = g->pin + g->play;
  const double corners[4][2] = {{-far, -half}, {far, -half}, {far, half}, {-far, half}};
  for (int i = 0; i < 4; i++) {
    double x = g->cx + c * corners[i][0] - s * corners[i][1];
    double y = g->cy - s * corners[i][0] - c * corners[i][1];
    if (i == 0) {
      ptl_path_move(g->out, x, y);
    } else {
      ptl_path_line(g->out, x, y);
    }
  }
  ptl_path_close(g->out);
}

/* ------------------------------------------------------------------ the hollow */

/* The outline of the hollow; on the screen the slot runs along (uy, -ux). */
static void hollow_path(const glass *g) {
  double r = g->pin + g->play, far = 2 * g->lens->size;
  if (g->joint->kind == PTL_SKETCH_SLIDER) {
    guide_path(g);
    return;
  }
  if (!g->slot) {
    ptl_path_arc(g->out, g->cx, g->cy, r, 0, 2 * M_PI);
    ptl_path_close(g->out);
    return;
  }
  double tx = g->uy * g->end_sign, ty = -g->ux * g->end_sign; /* towards the nearer end */
  double to_end = fmin(fmax(-g->past, 0) * g->magnify, far);
  double ex = g->cx + to_end * tx, ey = g->cy + to_end * ty, across = atan2(g->uy, g->ux);
  double sx = r * g->ux, sy = r * g->uy;
  ptl_path_move(g->out, g->cx - far * tx + sx, g->cy - far * ty + sy);
  ptl_path_line(g->out, ex + sx, ey + sy);
  ptl_path_arc(g->out, ex, ey, r, across, g->end_sign > 0 ? across - M_PI : across + M_PI);
  ptl_path_line(g->out, g->cx - far * tx - sx, g->cy - far * ty - sy);
  ptl_path_close(g->out);
}

/* ------------------------------------------------------------------ path, pin, force */

/* One point of the orbit, from the middle of the inset. */
typedef ptl_point (*orbit_point)(const glass *g, int64_t row, ptl_frame *past, double along_now);

static ptl_point bearing_point(const glass *g, int64_t row, ptl_frame *past, double along_now) {
  const ptl_record *record = g->scene->record;
  const ptl_joint_columns *columns = &g->scene->binding->joints[g->lens->joint];
  (void)past;
  (void)along_now;
  return offset(g, record->first[columns->ex][row], record->first[columns->ey][row]);
}

/* In a slot the path is unrolled: across the slot to the scale of the play, along it so that the
 * whole slot is a little longer than the inset. */
static ptl_point slot_point(const glass *g, int64_t row, ptl_frame *past, double along_now) {
  const ptl_scene *scene = g->scene;
  const ptl_joint_columns *columns = &scene->binding->joints[g->lens->joint];
  double time = scene->record->first[0][row];
  if (ptl_frame_calc(scene->sketch, scene->record, scene->binding, time, past)) {
    return (ptl_point){NAN, NAN};
  }
  slot_place p = place_in_slot(g->joint, past);
  double ex = scene->record->first[columns->ex][row], ey = scene->record->first[columns->ey][row];
  double across = ex * p.nx + ey * p.ny, play = g->joint->play, size = fabs(across);
  if (size > play) across *= (play + g->lens->exaggeration * (size - play)) / size;
  double along = 1.2 * g->lens->size * (p.along - along_now) / p.length;
  across *= g->magnify;
  return (ptl_point){across * g->ux + along * g->uy, across * g->uy - along * g->ux};
}

/* Path of the pin's centre through the rows of the last span; older parts are paler. */
static void draw_orbit(const glass *g) {
  enum { PIECES = 5, MOST = 1800 };
  const ptl_record *record = g->scene->record;
  ptl_frame past = {0};
  orbit_point point = g->slot ? slot_point : bearing_point;
  double along = g->slot ? place_in_slot(g->joint, g->frame).along : 0;
  int64_t last = ptl_record_moment(record, g->frame->time).i;
  int64_t first = ptl_record_moment(record, g->frame->time - g->lens->orbit_span).i;
  int64_t step = (last - first) / MOST + 1;
  ptl_shapes_tag(g->out, PTL_TAG_ORBIT, g->lens->joint);
  for (int piece = 0; piece < PIECES; piece++) {
    int64_t from = first + (last - first) * piece / PIECES;
    int64_t to = first + (last - first) * (piece + 1) / PIECES;
    int pen = 0;
    ptl_path_begin(g->out,
                   ptl_faded(ptl_stroked(PTL_INK_ACCENT, 1.2), 0.2 + 0.7 * (piece + 1) / PIECES));
    for (int64_t i = from; i <= to; i += step) {
      ptl_point p = point(g, i, &past, along);
      if (!isfinite(p.x) || !isfinite(p.y)) continue;
      if (pen) {
        ptl_path_line(g->out, g->cx + p.x, g->cy + p.y);
      } else {
        ptl_path_move(g->out, g->cx + p.x, g->cy + p.y);
      }
      pen = 1;
    }
  }
  ptl_frame_release(&past);
}

static void draw_pin(const glass *g, ptl_point e) {
  const ptl_sketch_joint *joint = g->joint;
  double x = g->cx + e.x, y = g->cy + e.y;
  double turn = joint->b.body == PTL_GROUND ? 0 : -g->frame->bodies[joint->b.body].angle;
  ptl_shapes_tag(g->out, PTL_TAG_PIN, g->lens->joint);
  ptl_ink ink =
      joint->b.body == PTL_GROUND ? PTL_INK_FIELD : PTL_INK_BODY + joint->b.body % PTL_N_BODY_INKS;
  if (joint->kind == PTL_SKETCH_SLIDER) {
    block_path(g, ptl_outlined(ink, PTL_INK_EDGE, 1.4));
    return;
  }
  ptl_add_circle(g->out, ptl_outlined(ink, PTL_INK_EDGE, 1.4), x, y, g->pin);
  ptl_path_begin(
      g->out, ptl_faded(ptl_stroked(PTL_INK_EDGE, 1), 0.5)); /* a cross that turns with the pin */
  for (int k = 0; k < 4; k++) {
    double a = turn + k * M_PI / 2;
    ptl_path_move(g->out, x + 0.55 * g->pin * cos(a), y + 0.55 * g->pin * sin(a));
    ptl_path_line(g->out, x + 0.92 * g->pin * cos(a), y + 0.92 * g->pin * sin(a));
  }
  ptl_add_circle(g->out, ptl_filled(PTL_INK_ACCENT), x, y, 2.4);
}

/* The force on the pin, its tip where the pin is touched. */
static void draw_force(const glass *g, ptl_point e) {
  const ptl_frame_joint *state = &g->frame->joints[g->lens->joint];
  double force = hypot(state->fx, state->fy);
  if (!(force > 0) || !(g->scene->plan->largest_force > 0)) return;
  double ux = state->fx / force, uy = -state->fy / force;
  double length =
      0.08 * g->lens->size + 0.3 * g->lens->size * force / g->scene->plan->largest_force;
  double x = g->cx + e.x - g->pin * ux, y = g->cy + e.y - g->pin * uy;
  ptl_shapes_tag(g->out, PTL_TAG_FORCE, g->lens->joint);
  ptl_add_arrow(g->out, PTL_INK_FORCE, 3, x - length * ux, y - length * uy, x, y);
}

static void draw_words(const glass *g) {
  const ptl_frame_joint *state = &g->frame->joints[g->lens->joint];
  const ptl_joint_columns *columns = &g->scene->binding->joints[g->lens->joint];
  double x = g->lens->x, y = g->lens->y, size = g->lens->size;
  char depth[32], force[32], play[32];
  ptl_format_si(fabs(state->depth), "m", depth, sizeof depth);
  ptl_format_si(hypot(state->fx, state->fy), "N", force, sizeof force);
  ptl_format_si(g->joint->play, "m", play, sizeof play);
  ptl_shapes_tag(g->out, PTL_TAG_LENS, g->lens->joint);
  ptl_add_rect(g->out, ptl_faded(ptl_filled(PTL_INK_PANEL), 0.88), x, y, size, 26, 0);
  ptl_add_rect(g->out, ptl_faded(ptl_filled(PTL_INK_PANEL), 0.88), x, y + size - 26, size, 26, 0);
  ptl_add_title(g->out, PTL_INK_TEXT, 13, PTL_LEFT, x + 11, y + 18, "%s", g->joint->name);
  ptl_add_text(g->out, PTL_INK_DIM, 11.5, PTL_RIGHT, x + size - 11, y + 18, "play %s", play);
  if (state->touching && state->gap >= 0) {
    ptl_add_text(g->out, PTL_INK_DEEP, 12.5, PTL_LEFT, x + 11, y + size - 9, "%s  %s%s",
                 size > 190 ? columns->gap[state->gap] : "", depth, size > 230 ? " deep" : "");
    ptl_add_text(g->out, PTL_INK_FORCE, 12.5, PTL_RIGHT, x + size - 11, y + size - 9, "%s", force);
  } else {
    ptl_add_text(g->out, PTL_INK_DIM, 12.5, PTL_LEFT, x + 11, y + size - 9, "free  gap %s", depth);
  }
  if (g->lens->exaggeration != 1) {
    ptl_add_text(g->out, PTL_INK_DIM, 10.5, PTL_RIGHT, x + size - 11, y + 40, "depth × %g",
                 g->lens->exaggeration);
    ptl_halo(g->out, PTL_INK_PANEL, 2.5);
  }
}

void ptl_lens_draw(const ptl_scene *scene, const ptl_frame *frame, const ptl_lens *lens,
                   ptl_shapes *out) {
  if (!ptl_lens_shows(scene, lens->joint)) return;
  const ptl_sketch_joint *joint = &scene->sketch->joints[lens->joint];
  int is_block = joint->kind == PTL_SKETCH_SLIDER;
  glass g = {scene,
             frame,
             lens,
             joint,
             out,
             .cx = lens->x + lens->size / 2,
             .cy = lens->y + lens->size / 2,
             .pin = is_block ? 0.15 * lens->size : 0.2 * lens->size,
             .play = is_block ? 0.13 * lens->size : 0.15 * lens->size,
             .slot = joint->kind == PTL_SKETCH_SLOT};
  g.magnify = g.play / joint->play;
  g.turn = joint->a.angle + (joint->a.body == PTL_GROUND ? 0 : frame->bodies[joint->a.body].angle);
  if (g.slot) find_slot(&g);
  const ptl_frame_joint *state = &frame->joints[lens->joint];
  ptl_point e = offset(&g, state->ex, state->ey);
  if (!isfinite(e.x) || !isfinite(e.y)) e = (ptl_point){0, 0};
  if (is_block) e = block_centre(&g);
  ptl_ink material =
      joint->a.body == PTL_GROUND ? PTL_INK_FIELD : PTL_INK_BODY + joint->a.body % PTL_N_BODY_INKS;

  ptl_shapes_tag(out, PTL_TAG_LENS, lens->joint);
  ptl_add_rect(out, ptl_faded(ptl_filled(PTL_INK_EDGE), 0.16), lens->x - 1, lens->y + 3,
               lens->size + 2, lens->size + 2, 12);
  ptl_add_clip(out, lens->x, lens->y, lens->size, lens->size, 10);
  ptl_add_rect(out, ptl_filled(material), lens->x, lens->y, lens->size, lens->size, 0);
  ptl_shapes_tag(out, PTL_TAG_INDENT, lens->joint); /* what of the pin is inside the material */
  if (is_block) {
    block_path(&g, ptl_filled(PTL_INK_DEEP));
  } else {
    ptl_add_circle(out, ptl_filled(PTL_INK_DEEP), g.cx + e.x, g.cy + e.y, g.pin);
  }
  ptl_shapes_tag(out, PTL_TAG_SLOT, lens->joint);
  ptl_clip_begin(out);
  hollow_path(&g);
  ptl_add_rect(out, ptl_filled(PTL_INK_PAPER), lens->x, lens->y, lens->size, lens->size, 0);
  draw_pin(&g, e);
  ptl_add_unclip(out);
  ptl_path_begin(out, ptl_stroked(PTL_INK_EDGE, 1.6));
  hollow_path(&g);
  if (!is_block) draw_orbit(&g);
  draw_force(&g, e);
  draw_words(&g);
  ptl_add_unclip(out);
  ptl_add_rect(out, ptl_stroked(PTL_INK_LINE, 1.4), lens->x, lens->y, lens->size, lens->size, 10);
}
