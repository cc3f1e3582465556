/* svg.c: shapes as SVG 1.1. */
#include <math.h>
#include <string.h>

#include "picture.h"
#include "xml.h"

static const char fonts[] = "Liberation Sans,Arial,Helvetica,sans-serif";

/* A hundredth of a point is less than can be seen; most numbers need no decimals or one. */
static void put_number(FILE *out, double value) {
  char text[32];
  if (!isfinite(value)) value = 0;
  int n = snprintf(text, sizeof text, "%.2f", fmin(fmax(value, -1e6), 1e6));
  while (text[n - 1] == '0') n--;
  if (text[n - 1] == '.') n--;
  text[n] = '\0';
  fputs(strcmp(text, "-0") == 0 ? "0" : text, out);
}

static void put_point(FILE *out, char letter, double x, double y) {
  fputc(letter, out);
  put_number(out, x);
  fputc(' ', out);
  put_number(out, y);
}

static void put_color(FILE *out, const char *name, ptl_theme theme, ptl_ink ink, double alpha) {
  if (ink == PTL_INK_NONE) {
    fprintf(out, " %s=\"none\"", name);
    return;
  }
  const ptl_color c = ptl_theme_color(theme, ink);
  fprintf(out, " %s=\"#%02x%02x%02x\"", name, (unsigned)lround(255 * c.r),
          (unsigned)lround(255 * c.g), (unsigned)lround(255 * c.b));
  if (c.a * alpha < 1) fprintf(out, " %s-opacity=\"%.3g\"", name, c.a * alpha);
}

/* From the angle `from` to `to`, in parts of less than half a turn each. */
static void put_arc(FILE *out, const ptl_step *step, int has_point) {
  const double turn = step->to - step->from;
  const int parts = 1 + (int)(fabs(turn) / 3);
  put_point(out, has_point ? 'L' : 'M', step->x + step->radius * cos(step->from),
            step->y + step->radius * sin(step->from));
  for (int i = 1; i <= parts; i++) {
    const double angle = step->from + turn * i / parts;
    fputc('A', out);
    put_number(out, step->radius);
    fputc(' ', out);
    put_number(out, step->radius);
    fprintf(out, " 0 0 %d ", turn > 0);
    put_number(out, step->x + step->radius * cos(angle));
    fputc(' ', out);
    put_number(out, step->y + step->radius * sin(angle));
  }
}

static void put_path(FILE *out, const ptl_shapes *s, const ptl_shape *shape) {
  int has_point = 0;
  fputs("<path d=\"", out);
  for (int i = 0; i < shape->n; i++) {
    const ptl_step *step = &s->steps[shape->first + i];
    if (step->kind == PTL_CLOSE)
      fputc('Z', out);
    else if (step->kind == PTL_MOVE || step->kind == PTL_LINE)
      put_point(out, step->kind == PTL_MOVE ? 'M' : 'L', step->x, step->y);
    else
      put_arc(out, step, has_point);
    has_point = step->kind != PTL_CLOSE;
  }
  fputc('"', out);
}

static void put_stroke(FILE *out, const ptl_style *style, ptl_theme theme) {
  put_color(out, "stroke", theme, style->stroke, style->alpha);
  fputs(" stroke-width=\"", out);
  put_number(out, style->width);
  fputc('"', out);
  if (style->dash <= 0) return;
  fputs(" stroke-dasharray=\"", out);
  put_number(out, style->dash);
  fputc('"', out);
}

static void put_shape(FILE *out, const ptl_shapes *s, const ptl_shape *shape, ptl_theme theme) {
  const ptl_style *style = &shape->style;
  if (shape->n == 0) return;
  put_path(out, s, shape);
  put_color(out, "fill", theme, style->fill, style->alpha);
  if (style->stroke != PTL_INK_NONE && style->width > 0) put_stroke(out, style, theme);
  fputs("/>\n", out);
}

static void put_label(FILE *out, const ptl_shapes *s, const ptl_shape *shape, ptl_theme theme) {
  static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
  fputs("<text x=\"", out);
  put_number(out, shape->x);
  fputs("\" y=\"", out);
  put_number(out, shape->y);
  fputs("\" font-size=\"", out);
  put_number(out, shape->size);
  fprintf(out, "\"%s%s", anchors[shape->align], shape->bold ? " font-weight=\"bold\"" : "");
  put_color(out, "fill", theme, shape->style.fill, shape->style.alpha);
  if (shape->style.width > 0) {
    put_stroke(out, &shape->style, theme);
    fputs(" paint-order=\"stroke\"", out);
  }
  fputc('>', out);
  ptl_xml_put(out, s->text + shape->text);
  fputs("</text>\n", out);
}

static void put_list(FILE *out, const ptl_shapes *s, ptl_theme theme, int *n_clips) {
  int open = 0;
  for (int i = 0; i < s->n; i++) {
    const ptl_shape *shape = &s->items[i];
    switch (shape->kind) {
      case PTL_SHAPE_PATH:
        put_shape(out, s, shape, theme);
        break;
      case PTL_SHAPE_TEXT:
        put_label(out, s, shape, theme);
        break;
      case PTL_SHAPE_CLIP:
        fprintf(out, "<clipPath id=\"clip%d\">", ++*n_clips);
        put_path(out, s, shape);
        fprintf(out, "/></clipPath>\n<g clip-path=\"url(#clip%d)\">\n", *n_clips);
        open++;
        break;
      case PTL_SHAPE_UNCLIP:
        if (open-- > 0) fputs("</g>\n", out);
        break;
    }
  }
  while (open-- > 0) fputs("</g>\n", out);
}

int ptl_picture_write_svg(FILE *file, const char *path, const ptl_picture *p, char *why,
                          size_t size) {
  int n_clips = 0;
  fprintf(file,
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 0 %g "
          "%g\" font-family=\"%s\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n",
          p->width, p->height, p->width, p->height, fonts);
  for (int i = 0; i < p->n; i++) put_list(file, p->lists[i], p->theme, &n_clips);
  fputs("</svg>\n", file);
  if (!ferror(file)) return 0;
  snprintf(why, size, "cannot write %s", path);
  return 1;
}
