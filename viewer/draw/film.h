/* film.h: frames to a film, through the program ffmpeg. */
#ifndef PTL_FILM_H
#define PTL_FILM_H

#include "draw.h"

typedef struct ptl_film ptl_film;

/* 1 if the ending is that of a film. */
int ptl_film_knows(const char *path);
/* Starts a film; it appears at `path` when it is closed whole. NULL with the reason. */
ptl_film *ptl_film_open(const char *path, int width, int height, double fps, char *why,
                        size_t size);
/* 0, or non-zero when ffmpeg takes no more. */
int ptl_film_add(ptl_film *film, const ptl_pixels *frame);
/* Ends the film and frees; `whole` 0 throws it away. 0, or non-zero with the reason. */
int ptl_film_close(ptl_film *film, int whole, char *why, size_t size);
/* A film of pictures. `pintle` finds it by this name in the library pintle-draw.so. */
__attribute__((visibility("default"))) ptl_film_writer ptl_film_write;

#endif
