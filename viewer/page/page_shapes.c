#include "page_shapes.h"

#include <math.h>

#include "page_text.h"
#include "theme.h"

/* To a hundredth of a point. */
static void put(FILE *out, double value) {
  const double rounded = isfinite(value) ? round(100 * fmin(fmax(value, -1e6), 1e6)) / 100 : 0;
  fprintf(out, "%.9g", rounded == 0 ? 0.0 : rounded);
}

static void put_angle(FILE *out, double value) {
  fprintf(out, ",%.5g", value);
}

static void put_step(FILE *out, const ptl_step *step, int is_first) {
  fprintf(out, is_first ? "%d" : ",%d", (int)step->kind);
  if (step->kind == PTL_CLOSE) return;
  fputc(',', out);
  put(out, step->x);
  fputc(',', out);
  put(out, step->y);
  if (step->kind == PTL_MOVE || step->kind == PTL_LINE) return;
  fputc(',', out);
  put(out, step->radius);
  put_angle(out, step->from);
  put_angle(out, step->to);
}

/* A line's end that can be left out: near the last point kept, and followed by another line. */
static int is_near(const ptl_step *kept, const ptl_step *step, const ptl_step *next) {
  const double least = 1.0 / 3;
  return kept != NULL && step->kind == PTL_LINE && next->kind == PTL_LINE &&
         hypot(step->x - kept->x, step->y - kept->y) < least;
}

static void put_steps(FILE *out, const ptl_step *steps, int n, int thinned) {
  const ptl_step *kept = NULL;
  fputc('[', out);
  for (int i = 0; i < n; i++) {
    if (thinned && i + 1 < n && is_near(kept, &steps[i], &steps[i + 1])) continue;
    put_step(out, &steps[i], i == 0);
    kept = steps[i].kind == PTL_MOVE || steps[i].kind == PTL_LINE ? &steps[i] : NULL;
  }
  fputc(']', out);
}

static void put_shape(FILE *out, const ptl_shapes *shapes, const ptl_shape *shape, int thinned) {
  const ptl_style *style = &shape->style;
  switch (shape->kind) {
    case PTL_SHAPE_PATH:
      fprintf(out, "[0,%d,%d,", (int)style->fill, (int)style->stroke);
      put(out, style->width);
      fprintf(out, ",%.3g,", style->alpha);
      put(out, style->dash);
      fputc(',', out);
      put_steps(out, shapes->steps + shape->first, shape->n, thinned);
      break;
    case PTL_SHAPE_TEXT:
      fprintf(out, "[1,%d,%.4g,%d,%d,%d,%.3g,%.3g,", (int)style->fill, shape->size,
              (int)shape->align, shape->bold, (int)style->stroke, style->width, style->alpha);
      put(out, shape->x);
      fputc(',', out);
      put(out, shape->y);
      fputc(',', out);
      ptl_page_string(out, shapes->text + shape->text);
      break;
    case PTL_SHAPE_CLIP:
      fputs("[2,", out);
      put_steps(out, shapes->steps + shape->first, shape->n, thinned);
      break;
    case PTL_SHAPE_UNCLIP:
      fputs("[3", out);
      break;
  }
  fputc(']', out);
}

void ptl_page_shape(FILE *out, const ptl_shapes *shapes, const ptl_shape *shape) {
  put_shape(out, shapes, shape, 0);
}

void ptl_page_shapes(FILE *out, const ptl_shapes *shapes) {
  fputc('[', out);
  for (int i = 0; i < shapes->n; i++) {
    if (i > 0) fputs(",\n", out);
    put_shape(out, shapes, &shapes->items[i], 1);
  }
  fputc(']', out);
}

void ptl_page_themes(FILE *out) {
  fputs("\"themes\":", out);
  for (int theme = 0; theme < PTL_N_THEMES; theme++) {
    fputs(theme == 0 ? "[[" : "],[", out);
    for (int ink = 0; ink < PTL_N_INKS; ink++) {
      const ptl_color c = ptl_theme_color((ptl_theme)theme, (ptl_ink)ink);
      fprintf(out, "%s\"#%02x%02x%02x\"", ink > 0 ? "," : "", (unsigned)lround(255 * c.r),
              (unsigned)lround(255 * c.g), (unsigned)lround(255 * c.b));
    }
  }
  fprintf(out,
          "]],\"ink\":{\"line\":%d,\"text\":%d,\"accent\":%d,\"touch\":%d,\"series\":%d,"
          "\"n_series\":%d}",
          PTL_INK_LINE, PTL_INK_TEXT, PTL_INK_ACCENT, PTL_INK_TOUCH, PTL_INK_SERIES,
          PTL_N_SERIES_INKS);
}
