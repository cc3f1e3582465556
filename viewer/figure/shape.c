#include "shape.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ptl_shapes_clear(ptl_shapes *s) {
  s->n = s->n_steps = s->n_text = 0;
  s->tag = (ptl_tag){PTL_TAG_NONE, 0};
  s->failed = 0;
}

void ptl_shapes_release(ptl_shapes *s) {
  free(s->items);
  free(s->steps);
  free(s->text);
  *s = (ptl_shapes){0};
}

void ptl_shapes_move(ptl_shapes *s, double x, double y) {
  for (int i = 0; i < s->n_steps; i++) {
    s->steps[i].x += x;
    s->steps[i].y += y;
  }
  for (int i = 0; i < s->n; i++) {
    s->items[i].x += x;
    s->items[i].y += y;
  }
}

void ptl_shapes_tag(ptl_shapes *s, ptl_tag_kind kind, int index) {
  s->tag = (ptl_tag){kind, index};
}

ptl_style ptl_filled(ptl_ink fill) {
  return (ptl_style){.fill = fill, .alpha = 1};
}

ptl_style ptl_stroked(ptl_ink stroke, double width) {
  return (ptl_style){.stroke = stroke, .width = width, .alpha = 1};
}

ptl_style ptl_outlined(ptl_ink fill, ptl_ink stroke, double width) {
  return (ptl_style){.fill = fill, .stroke = stroke, .width = width, .alpha = 1};
}

ptl_style ptl_faded(ptl_style style, double alpha) {
  style.alpha *= alpha;
  return style;
}

/* Room for `more` elements behind `n`; 0 when memory is out. */
static int make_room(void **items, int n, int *capacity, int more, size_t size) {
  if (n + more <= *capacity) return 1;
  int wanted = *capacity * 2 > n + more ? *capacity * 2 : n + more + 64;
  void *grown = realloc(*items, (size_t)wanted * size);
  if (grown == NULL) return 0;
  *items = grown;
  *capacity = wanted;
  return 1;
}

static ptl_shape *add_shape(ptl_shapes *s, ptl_shape_kind kind) {
  if (s->failed || !make_room((void **)&s->items, s->n, &s->capacity, 1, sizeof *s->items)) {
    s->failed = 1;
    return NULL;
  }
  ptl_shape *shape = &s->items[s->n++];
  *shape = (ptl_shape){.kind = kind, .tag = s->tag, .first = s->n_steps};
  return shape;
}

static void add_step(ptl_shapes *s, ptl_step step) {
  if (s->failed ||
      !make_room((void **)&s->steps, s->n_steps, &s->steps_capacity, 1, sizeof *s->steps)) {
    s->failed = 1;
    return;
  }
  s->steps[s->n_steps++] = step;
  s->items[s->n - 1].n++;
}

void ptl_path_begin(ptl_shapes *s, ptl_style style) {
  ptl_shape *shape = add_shape(s, PTL_SHAPE_PATH);
  if (shape != NULL) shape->style = style;
}

void ptl_path_move(ptl_shapes *s, double x, double y) {
  add_step(s, (ptl_step){.kind = PTL_MOVE, .x = x, .y = y});
}

void ptl_path_line(ptl_shapes *s, double x, double y) {
  add_step(s, (ptl_step){.kind = PTL_LINE, .x = x, .y = y});
}

void ptl_path_arc(ptl_shapes *s, double x, double y, double radius, double from, double to) {
  add_step(s, (ptl_step){.kind = to >= from ? PTL_ARC : PTL_ARC_NEGATIVE,
                         .x = x,
                         .y = y,
                         .radius = radius,
                         .from = from,
                         .to = to});
}

void ptl_path_close(ptl_shapes *s) {
  add_step(s, (ptl_step){.kind = PTL_CLOSE});
}

void ptl_add_circle(ptl_shapes *s, ptl_style style, double x, double y, double radius) {
  ptl_path_begin(s, style);
  ptl_path_arc(s, x, y, radius, 0, 2 * M_PI);
  ptl_path_close(s);
}

void ptl_add_line(ptl_shapes *s, ptl_style style, double x0, double y0, double x1, double y1) {
  ptl_path_begin(s, style);
  ptl_path_move(s, x0, y0);
  ptl_path_line(s, x1, y1);
}

static void rect_steps(ptl_shapes *s, double x, double y, double w, double h, double corner) {
  double r = fmin(corner, fmin(w, h) / 2);
  if (r <= 0) {
    ptl_path_move(s, x, y);
    ptl_path_line(s, x + w, y);
    ptl_path_line(s, x + w, y + h);
    ptl_path_line(s, x, y + h);
  } else {
    ptl_path_arc(s, x + w - r, y + r, r, -M_PI / 2, 0);
    ptl_path_arc(s, x + w - r, y + h - r, r, 0, M_PI / 2);
    ptl_path_arc(s, x + r, y + h - r, r, M_PI / 2, M_PI);
    ptl_path_arc(s, x + r, y + r, r, M_PI, 3 * M_PI / 2);
  }
  ptl_path_close(s);
}

void ptl_add_rect(ptl_shapes *s, ptl_style style, double x, double y, double w, double h,
                  double corner) {
  ptl_path_begin(s, style);
  rect_steps(s, x, y, w, h, corner);
}

void ptl_add_arrow(ptl_shapes *s, ptl_ink ink, double width, double x0, double y0, double x1,
                   double y1) {
  double dx = x1 - x0, dy = y1 - y0, length = hypot(dx, dy);
  if (!(length > 0.5)) return;
  double ux = dx / length, uy = dy / length;
  double head = fmin(4.5 * width, 0.6 * length), half = 0.38 * head;
  ptl_add_line(s, ptl_stroked(ink, width), x0, y0, x1 - 0.8 * head * ux, y1 - 0.8 * head * uy);
  ptl_path_begin(s, ptl_filled(ink));
  ptl_path_move(s, x1, y1);
  ptl_path_line(s, x1 - head * ux + half * uy, y1 - head * uy - half * ux);
  ptl_path_line(s, x1 - head * ux - half * uy, y1 - head * uy + half * ux);
  ptl_path_close(s);
}

static void add_text(ptl_shapes *s, ptl_ink ink, double size, ptl_align align, double x, double y,
                     int bold, const char *format, va_list args) {
  char text[512];
  int length = vsnprintf(text, sizeof text, format, args);
  if (length < 0) return;
  if ((size_t)length >= sizeof text) length = (int)sizeof text - 1;
  ptl_shape *shape = add_shape(s, PTL_SHAPE_TEXT);
  if (shape == NULL) return;
  if (!make_room((void **)&s->text, s->n_text, &s->text_capacity, length + 1, 1)) {
    s->failed = 1;
    s->n--;
    return;
  }
  shape->style = ptl_filled(ink);
  shape->text = s->n_text;
  shape->x = x;
  shape->y = y;
  shape->size = size;
  shape->align = align;
  shape->bold = bold;
  memcpy(s->text + s->n_text, text, (size_t)length + 1);
  s->n_text += length + 1;
}

void ptl_add_text(ptl_shapes *s, ptl_ink ink, double size, ptl_align align, double x, double y,
                  const char *format, ...) {
  va_list args;
  va_start(args, format);
  add_text(s, ink, size, align, x, y, 0, format, args);
  va_end(args);
}

void ptl_add_title(ptl_shapes *s, ptl_ink ink, double size, ptl_align align, double x, double y,
                   const char *format, ...) {
  va_list args;
  va_start(args, format);
  add_text(s, ink, size, align, x, y, 1, format, args);
  va_end(args);
}

void ptl_add_clip(ptl_shapes *s, double x, double y, double w, double h, double corner) {
  if (add_shape(s, PTL_SHAPE_CLIP) != NULL) rect_steps(s, x, y, w, h, corner);
}

void ptl_clip_begin(ptl_shapes *s) {
  add_shape(s, PTL_SHAPE_CLIP);
}

void ptl_halo(ptl_shapes *s, ptl_ink ink, double width) {
  if (s->n == 0 || s->items[s->n - 1].kind != PTL_SHAPE_TEXT) return;
  s->items[s->n - 1].style.stroke = ink;
  s->items[s->n - 1].style.width = width;
}

void ptl_add_unclip(ptl_shapes *s) {
  add_shape(s, PTL_SHAPE_UNCLIP);
}

static void stretch(double box[4], double x, double y, double margin) {
  box[0] = fmin(box[0], x - margin);
  box[1] = fmin(box[1], y - margin);
  box[2] = fmax(box[2], x + margin);
  box[3] = fmax(box[3], y + margin);
}

void ptl_shape_box(const ptl_shapes *s, const ptl_shape *shape, double box[4]) {
  box[0] = box[1] = INFINITY;
  box[2] = box[3] = -INFINITY;
  if (shape->kind == PTL_SHAPE_TEXT) stretch(box, shape->x, shape->y, 0);
  for (int i = 0; i < shape->n; i++) {
    const ptl_step *step = &s->steps[shape->first + i];
    if (step->kind != PTL_CLOSE) stretch(box, step->x, step->y, step->radius);
  }
}

double ptl_text_width(const char *text, double size) {
  double width = 0;
  for (const unsigned char *c = (const unsigned char *)text; *c != 0; c++) {
    if ((*c & 0xC0) == 0x80) continue; /* inside a UTF-8 character */
    if (strchr("iljtfrI.,:;'|()[] ", *c) != NULL) {
      width += 0.32;
    } else if (strchr("mwMW@", *c) != NULL) {
      width += 0.85;
    } else {
      width += *c >= 'A' && *c <= 'Z' ? 0.68 : 0.55;
    }
  }
  return width * size;
}
