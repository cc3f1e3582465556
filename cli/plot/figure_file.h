/* figure_file.h: figures as picture files, and films of them. */
#ifndef PTL_CLI_FIGURE_FILE_H
#define PTL_CLI_FIGURE_FILE_H

#include "figure.h"
#include "picture.h"

/* PTL_GO_ON when the file's name ends in a kind of picture that can be drawn, else the exit status
 * after a message. */
int ptl_cli_figure_check(const char *file);
/* Writes a page of shapes, of this size in points; the exit status, after a message when that
 * fails. */
int ptl_cli_shapes_write(const ptl_shapes *shapes, double width, double height, int dark,
                         const char *file);
/* Draws the figure; the exit status, after a message when that fails. */
int ptl_cli_figure_write(const ptl_figure *figure, int dark, const char *file);
/* Writes a film; the exit status, after a message when that fails. */
int ptl_cli_film_write(const ptl_picture_film *film, const char *file);

#endif
