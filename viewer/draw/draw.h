/* draw.h: draws shape lists with cairo, into memory or into a file. */
#ifndef PTL_DRAW_H
#define PTL_DRAW_H

#include "theme.h"

/* Pixels in memory, 32 bits each: blue, green, red, unused in increasing significance. */
typedef struct ptl_pixels {
  unsigned char *data;
  int width, height, stride;
} ptl_pixels;
/* Memory for a picture, freed by free(pixels->data). Returns 0, or non-zero when there is none. */
int ptl_pixels_create(ptl_pixels *pixels, int width, int height);

/* Draws over what is there; `scale` pixels to a point. 0 when done, else memory is out. */
int ptl_draw_pixels(const ptl_pixels *pixels, const ptl_shapes *shapes, ptl_theme theme,
                    double scale);

/* 1 if the letters come from a font; 0 if there is none and cairo draws its own. */
int ptl_draw_has_font(void);

/* A picture file by the ending of its name, .png, .svg or .pdf, of lists from back to front.
 * `width` and `height` in points. Returns 0, or non-zero with the reason; then there is no file. */
typedef struct ptl_picture {
  const ptl_shapes *const *lists;
  int n;
  ptl_theme theme;
  double width, height, scale;
} ptl_picture;
int ptl_draw_file(const char *path, const ptl_picture *picture, char *why, size_t size);
/* 1 if ptl_draw_file knows the ending. */
int ptl_draw_knows(const char *path);

#endif
