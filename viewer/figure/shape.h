/* shape.h: a picture as a list of shapes. No window system, no drawing library.
 *
 * Coordinates are points (logical pixels) with x to the right and y down; angles grow clockwise
 * on the screen, as in cairo. Colours are named by what they are for (an ink); the theme says what
 * they look like. Every shape carries a tag that says what it depicts, for picking and for tests.
 */
#ifndef PTL_SHAPE_H
#define PTL_SHAPE_H

#include <stddef.h>

typedef enum ptl_ink {
  PTL_INK_NONE,
  PTL_INK_PAPER, /* background of the scene */
  PTL_INK_GRID,
  PTL_INK_PANEL, /* background of plots, panels and bars */
  PTL_INK_FIELD, /* background of buttons and tracks */
  PTL_INK_LINE,  /* thin separators */
  PTL_INK_TEXT,
  PTL_INK_DIM,  /* less important text and marks */
  PTL_INK_EDGE, /* outlines of bodies */
  PTL_INK_GROUND,
  PTL_INK_HATCH,
  PTL_INK_PIN,
  PTL_INK_SPRING,
  PTL_INK_ACCENT,
  PTL_INK_FREE, /* state of a contact */
  PTL_INK_TOUCH,
  PTL_INK_DEEP,
  PTL_INK_FORCE, /* of a joint */
  PTL_INK_LOAD,
  PTL_INK_VELOCITY,
  PTL_INK_GHOST, /* an earlier or a second run */
  PTL_INK_ERROR,
  PTL_INK_BODY,                      /* PTL_N_BODY_INKS fills for bodies */
  PTL_INK_SERIES = PTL_INK_BODY + 8, /* and lines of plots */
  PTL_N_INKS = PTL_INK_SERIES + 8
} ptl_ink;

enum { PTL_N_BODY_INKS = 8, PTL_N_SERIES_INKS = 8 };

/* What a shape depicts; index counts bodies, joints, plots ... as the owner of the list does. */
typedef enum ptl_tag_kind {
  PTL_TAG_NONE,
  PTL_TAG_GROUND,
  PTL_TAG_BODY,
  PTL_TAG_JOINT,
  PTL_TAG_SPRING,
  PTL_TAG_GEAR, /* `index` counts the couplings */
  PTL_TAG_POINT,
  PTL_TAG_PIN,  /* the pin or journal of joint `index` */
  PTL_TAG_SLOT, /* the slot or bearing of joint `index` */
  PTL_TAG_FORCE,
  PTL_TAG_LOAD,
  PTL_TAG_STOP, /* of joint `index` */
  PTL_TAG_VELOCITY,
  PTL_TAG_FLASH,
  PTL_TAG_TRAIL,
  PTL_TAG_GHOST,
  PTL_TAG_LENS,
  PTL_TAG_ORBIT,
  PTL_TAG_INDENT,
  PTL_TAG_FILM, /* pressure in joint `index` */
  PTL_TAG_PLOT,
  PTL_TAG_CURVE, /* `index` counts the series of the plot */
  PTL_TAG_CURSOR,
  PTL_TAG_SCRUB,
  PTL_TAG_EVENT,
  PTL_TAG_WIDGET,
  PTL_TAG_MESSAGE
} ptl_tag_kind;

typedef struct ptl_tag {
  ptl_tag_kind kind;
  int index;
} ptl_tag;

typedef enum ptl_align { PTL_LEFT, PTL_CENTER, PTL_RIGHT } ptl_align;

typedef enum ptl_shape_kind {
  PTL_SHAPE_PATH,
  PTL_SHAPE_TEXT,
  PTL_SHAPE_CLIP,
  PTL_SHAPE_UNCLIP
} ptl_shape_kind;

typedef struct ptl_style {
  ptl_ink fill, stroke;
  double width; /* of the stroke, in points */
  double alpha; /* 0 clear ... 1 opaque, multiplies the ink's own */
  double dash;  /* length of a dash, 0 for a full line */
} ptl_style;

typedef enum ptl_step_kind {
  PTL_MOVE,
  PTL_LINE,
  PTL_ARC,
  PTL_ARC_NEGATIVE,
  PTL_CLOSE
} ptl_step_kind;

typedef struct ptl_step {
  ptl_step_kind kind;
  double x, y; /* end point, or centre of an arc */
  double radius, from, to;
} ptl_step;

typedef struct ptl_shape {
  ptl_shape_kind kind;
  ptl_tag tag;
  ptl_style style;
  int first, n;      /* steps of a path; a clip is a path, too */
  int text;          /* PTL_SHAPE_TEXT: offset in the list's text */
  double x, y, size; /* PTL_SHAPE_TEXT: anchor on the base line, size in points */
  ptl_align align;
  int bold;
} ptl_shape;

typedef struct ptl_shapes {
  ptl_shape *items;
  int n, capacity;
  ptl_step *steps;
  int n_steps, steps_capacity;
  char *text;
  int n_text, text_capacity;
  ptl_tag tag; /* given to every shape that is added */
  int failed;  /* memory ran out; shapes are missing */
} ptl_shapes;

/* A list starts as {0}. Clearing keeps its memory. */
void ptl_shapes_clear(ptl_shapes *s);
void ptl_shapes_release(ptl_shapes *s);
/* Moves all that is in the list. */
void ptl_shapes_move(ptl_shapes *s, double x, double y);
void ptl_shapes_tag(ptl_shapes *s, ptl_tag_kind kind, int index);

ptl_style ptl_filled(ptl_ink fill);
ptl_style ptl_stroked(ptl_ink stroke, double width);
ptl_style ptl_outlined(ptl_ink fill, ptl_ink stroke, double width);
ptl_style ptl_faded(ptl_style style, double alpha);

/* A path: begin, then steps; it ends with the next shape. */
void ptl_path_begin(ptl_shapes *s, ptl_style style);
void ptl_path_move(ptl_shapes *s, double x, double y);
void ptl_path_line(ptl_shapes *s, double x, double y);
/* From angle `from` to `to`, the way round that their order says. */
void ptl_path_arc(ptl_shapes *s, double x, double y, double radius, double from, double to);
void ptl_path_close(ptl_shapes *s);

void ptl_add_circle(ptl_shapes *s, ptl_style style, double x, double y, double radius);
void ptl_add_line(ptl_shapes *s, ptl_style style, double x0, double y0, double x1, double y1);
void ptl_add_rect(ptl_shapes *s, ptl_style style, double x, double y, double w, double h,
                  double corner);
/* From the tail to the tip; the head shrinks with a short arrow. */
void ptl_add_arrow(ptl_shapes *s, ptl_ink ink, double width, double x0, double y0, double x1,
                   double y1);
void ptl_add_text(ptl_shapes *s, ptl_ink ink, double size, ptl_align align, double x, double y,
                  const char *format, ...) __attribute__((format(printf, 7, 8)));
void ptl_add_title(ptl_shapes *s, ptl_ink ink, double size, ptl_align align, double x, double y,
                   const char *format, ...) __attribute__((format(printf, 7, 8))); /* bold */
void ptl_add_clip(ptl_shapes *s, double x, double y, double w, double h, double corner);
void ptl_clip_begin(ptl_shapes *s); /* a path follows; what comes then is cut off at it */
void ptl_add_unclip(ptl_shapes *s);

/* Gives the text that was added last an outline of the given ink, so that it reads on anything. */
void ptl_halo(ptl_shapes *s, ptl_ink ink, double width);

/* Box around a path's steps (not its line width), or around a text's anchor. */
void ptl_shape_box(const ptl_shapes *s, const ptl_shape *shape, double box[4]);

/* Width that a text will take, estimated from mean character widths [points]. */
double ptl_text_width(const char *text, double size);

#endif
