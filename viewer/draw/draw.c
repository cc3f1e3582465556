#include "draw.h"

#include <cairo-pdf.h>
#include <cairo.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char font[] = "Liberation Sans";

static void set_ink(cairo_t *cr, ptl_theme theme, ptl_ink ink, double alpha) {
  ptl_color c = ptl_theme_color(theme, ink);
  cairo_set_source_rgba(cr, c.r, c.g, c.b, c.a * alpha);
}

static void trace_path(cairo_t *cr, const ptl_shapes *s, const ptl_shape *shape) {
  cairo_new_path(cr);
  for (int i = 0; i < shape->n; i++) {
    const ptl_step *step = &s->steps[shape->first + i];
    switch (step->kind) {
      case PTL_MOVE:
        cairo_move_to(cr, step->x, step->y);
        break;
      case PTL_LINE:
        cairo_line_to(cr, step->x, step->y);
        break;
      case PTL_ARC:
        cairo_arc(cr, step->x, step->y, step->radius, step->from, step->to);
        break;
      case PTL_ARC_NEGATIVE:
        cairo_arc_negative(cr, step->x, step->y, step->radius, step->from, step->to);
        break;
      case PTL_CLOSE:
        cairo_close_path(cr);
        break;
    }
  }
}

static void draw_path(cairo_t *cr, const ptl_shapes *s, const ptl_shape *shape, ptl_theme theme) {
  const ptl_style *style = &shape->style;
  trace_path(cr, s, shape);
  if (style->fill != PTL_INK_NONE) {
    set_ink(cr, theme, style->fill, style->alpha);
    cairo_fill_preserve(cr);
  }
  if (style->stroke != PTL_INK_NONE && style->width > 0) {
    set_ink(cr, theme, style->stroke, style->alpha);
    cairo_set_line_width(cr, style->width);
    if (style->dash > 0) cairo_set_dash(cr, (double[]){style->dash, style->dash}, 2, 0);
    cairo_stroke(cr);
    if (style->dash > 0) cairo_set_dash(cr, NULL, 0, 0);
  }
}

static void draw_text(cairo_t *cr, const ptl_shapes *s, const ptl_shape *shape, ptl_theme theme) {
  const char *text = s->text + shape->text;
  cairo_select_font_face(cr, font, CAIRO_FONT_SLANT_NORMAL,
                         shape->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cr, shape->size);
  double x = shape->x;
  if (shape->align != PTL_LEFT) {
    cairo_text_extents_t extents;
    cairo_text_extents(cr, text, &extents);
    x -= shape->align == PTL_CENTER ? extents.x_advance / 2 : extents.x_advance;
  }
  cairo_new_path(cr); /* the halo is of the letters alone */
  cairo_move_to(cr, x, shape->y);
  if (shape->style.width > 0) {
    cairo_text_path(cr, text);
    set_ink(cr, theme, shape->style.stroke, shape->style.alpha);
    cairo_set_line_width(cr, shape->style.width);
    cairo_stroke(cr);
    cairo_move_to(cr, x, shape->y);
  }
  set_ink(cr, theme, shape->style.fill, shape->style.alpha);
  cairo_show_text(cr, text);
}

static void draw_shapes(cairo_t *cr, const ptl_shapes *s, ptl_theme theme) {
  cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
  for (int i = 0; i < s->n; i++) {
    const ptl_shape *shape = &s->items[i];
    switch (shape->kind) {
      case PTL_SHAPE_PATH:
        draw_path(cr, s, shape, theme);
        break;
      case PTL_SHAPE_TEXT:
        draw_text(cr, s, shape, theme);
        break;
      case PTL_SHAPE_CLIP:
        cairo_save(cr);
        trace_path(cr, s, shape);
        cairo_clip(cr);
        break;
      case PTL_SHAPE_UNCLIP:
        cairo_restore(cr);
        break;
    }
  }
}

int ptl_draw_has_font(void) {
  cairo_matrix_t size, plain;
  cairo_matrix_init_scale(&size, 12, 12);
  cairo_matrix_init_identity(&plain);
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_face_t *face =
      cairo_toy_font_face_create(font, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_scaled_font_t *scaled = cairo_scaled_font_create(face, &size, &plain, options);
  int found = cairo_scaled_font_get_type(scaled) != CAIRO_FONT_TYPE_USER;
  cairo_scaled_font_destroy(scaled);
  cairo_font_face_destroy(face);
  cairo_font_options_destroy(options);
  return found;
}

int ptl_pixels_create(ptl_pixels *pixels, int width, int height) {
  *pixels = (ptl_pixels){calloc((size_t)width * (size_t)height, 4), width, height, 4 * width};
  return pixels->data == NULL;
}

int ptl_draw_pixels(const ptl_pixels *pixels, const ptl_shapes *shapes, ptl_theme theme,
                    double scale) {
  cairo_surface_t *surface = cairo_image_surface_create_for_data(
      pixels->data, CAIRO_FORMAT_RGB24, pixels->width, pixels->height, pixels->stride);
  cairo_t *cr = cairo_create(surface);
  cairo_scale(cr, scale, scale);
  draw_shapes(cr, shapes, theme);
  cairo_status_t status = cairo_status(cr);
  cairo_destroy(cr);
  cairo_surface_finish(surface);
  cairo_surface_destroy(surface);
  return status != CAIRO_STATUS_SUCCESS;
}

static cairo_status_t write_bytes(void *file, const unsigned char *data, unsigned n) {
  return fwrite(data, 1, n, file) == n ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_status_t draw_to(FILE *file, int pdf, const ptl_picture *p) {
  cairo_surface_t *surface =
      pdf ? cairo_pdf_surface_create_for_stream(write_bytes, file, p->width, p->height)
          : cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)lround(p->width * p->scale),
                                       (int)lround(p->height * p->scale));
  cairo_t *cr = cairo_create(surface);
  if (!pdf) cairo_scale(cr, p->scale, p->scale);
  for (int i = 0; i < p->n; i++) draw_shapes(cr, p->lists[i], p->theme);
  cairo_status_t status = cairo_status(cr);
  cairo_destroy(cr);
  if (status == CAIRO_STATUS_SUCCESS && !pdf)
    status = cairo_surface_write_to_png_stream(surface, write_bytes, file);
  cairo_surface_finish(surface);
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(surface);
  cairo_surface_destroy(surface);
  return status;
}

int ptl_draw_write(FILE *file, const char *path, const ptl_picture *picture, char *why,
                   size_t size) {
  const char *kind = ptl_picture_kind(path);
  if (kind != NULL && strcmp(kind, ".svg") == 0)
    return ptl_picture_write_svg(file, path, picture, why, size);
  const cairo_status_t status = draw_to(file, kind != NULL && strcmp(kind, ".pdf") == 0, picture);
  if (status == CAIRO_STATUS_SUCCESS) return 0;
  snprintf(why, size, "%s: cannot write the picture: %s", path, cairo_status_to_string(status));
  if (status == CAIRO_STATUS_NO_MEMORY) errno = ENOMEM;
  return 1;
}

int ptl_draw_file(const char *path, const ptl_picture *picture, char *why, size_t size) {
  return ptl_picture_write(path, picture, ptl_draw_write, why, size);
}
