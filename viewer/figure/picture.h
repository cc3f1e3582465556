/* picture.h: picture files and films of shape lists; they appear whole or not at all. */
#ifndef PTL_PICTURE_H
#define PTL_PICTURE_H

#include <stdio.h>

#include "theme.h"

/* Lists from back to front; `width` and `height` in points, `scale` pixels to a point. */
typedef struct ptl_picture {
  const ptl_shapes *const *lists;
  int n;
  ptl_theme theme;
  double width, height, scale;
} ptl_picture;

/* Writes a picture to an open file of the kind that `path` ends with. 0, or non-zero with the
 * reason. */
typedef int ptl_picture_writer(FILE *file, const char *path, const ptl_picture *picture, char *why,
                               size_t size);

/* Pictures of one size, one after the other. */
typedef struct ptl_picture_film {
  int n;
  double fps;
  /* The picture of frame `i`, kept by the owner until the next one. */
  const ptl_picture *(*frame)(void *user, int i);
  void *user;
} ptl_picture_film;

/* Writes a film of the kind that `path` ends with. 0, or non-zero with the reason; then there is no
 * new file. */
typedef int ptl_film_writer(const char *path, const ptl_picture_film *film, char *why, size_t size);

/* ".svg", ".png", ".pdf" where the name ends in that, else NULL. */
const char *ptl_picture_kind(const char *path);
/* Lets `write` write beside `path` and puts that in its place. Returns 0, or non-zero with the
 * reason; then there is no new file. */
int ptl_picture_write(const char *path, const ptl_picture *picture, ptl_picture_writer *write,
                      char *why, size_t size);
/* The writer of SVG. Texts stay texts; it needs no library. */
ptl_picture_writer ptl_picture_write_svg;

#endif
