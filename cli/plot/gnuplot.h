/* gnuplot.h: pictures through gnuplot; its script stays beside the picture. */
#ifndef PTL_CLI_GNUPLOT_H
#define PTL_CLI_GNUPLOT_H

#include <stdio.h>

/* PTL_GO_ON when the file's name ends in a kind of picture that can be drawn, else the exit status
 * after a message. */
int ptl_cli_gnuplot_check(const char *file);
/* Lets `write` write the script for the picture `full` (an absolute path) and runs it. Returns the
 * exit status; a picture that could not be drawn is taken away. */
int ptl_cli_gnuplot_draw(const char *file,
                         void (*write)(const void *what, const char *full, FILE *out),
                         const void *what);

/* Pieces of a script: the terminal for a picture that is `height` high where it is 1100 wide, a
 * text in quotes, a colour. */
void ptl_cli_gnuplot_terminal(const char *file, int height, FILE *out);
void ptl_cli_gnuplot_string(FILE *out, const char *text);
const char *ptl_cli_gnuplot_colour(int curve);
/* Dash pattern where the colours have run out: 1, 2, ... */
int ptl_cli_gnuplot_dash(int curve);
/* "svg", "png", "pdf" */
const char *ptl_cli_gnuplot_kind(const char *file);

/* The absolute path of `path`, or of `name` in it; 0, or 1 when there is none. */
int ptl_cli_absolute(const char *path, const char *name, char *out);

#endif
