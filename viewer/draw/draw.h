/* draw.h: draws shape lists with cairo, into memory or into a file. */
#ifndef PTL_DRAW_H
#define PTL_DRAW_H

#include "picture.h"

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

/* Writes a picture of any kind. `pintle` finds it by this name in the library pintle-draw.so, which
 * is loaded when cairo is needed. */
__attribute__((visibility("default"))) ptl_picture_writer ptl_draw_write;
/* A picture file by the ending of its name. Returns 0, or non-zero with the reason; then there is
 * no file. */
int ptl_draw_file(const char *path, const ptl_picture *picture, char *why, size_t size);

#endif
