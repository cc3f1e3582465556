/* viewer.h: what the program's verbs `view` and `render` call. */
#ifndef PTL_VIEWER_H
#define PTL_VIEWER_H

#include <stddef.h>

#include "source.h"

typedef struct ptl_view_options {
  int dark;
  double width, height; /* of the window [points] */
  double scale;         /* pixels to a point; 0: from the display */
  const char *lens;     /* joint, "" for the first with clearance, NULL for none */
  int beside;           /* the reference beside the run, not in grey behind it */
  int measure;          /* draw so many frames as fast as possible, print their times, leave */
} ptl_view_options;
ptl_view_options ptl_view_options_default(void);

/* Said when no font is installed; the letters are then cairo's own. */
#define PTL_NO_FONT \
  "no font is found (the package fonts-liberation has one); letters are plain strokes"

/* Opens the window and returns when it is closed. `source` NULL begins empty; `reference` may be
 * NULL. 0, or non-zero with the reason. */
int ptl_view_window(const ptl_source *source, const ptl_source *reference,
                    const ptl_view_options *options, char *why, size_t size);

typedef struct ptl_render_options {
  const char *output;   /* .png, .svg, .pdf; .mp4, .gif */
  double width, height; /* [points] */
  double scale;         /* pixels to a point */
  int dark;
  double time;              /* of a picture [s]; NAN: the middle of the run */
  int sheet;                /* number of frames side by side, 0 for a single picture */
  double from, to;          /* of a sheet or film [s]; NAN: the whole run */
  double fps, seconds;      /* of a film; seconds: its length, NAN: from the run */
  int slow;                 /* film: slow down at impacts */
  const char *lens;         /* joint, "" for the first with clearance, NULL for none */
  const char *const *plots; /* columns under the scene */
  int n_plots;
  int beside;                           /* the reference beside the run, not in grey behind it */
  int window;                           /* all of the viewer's window */
  int forces, velocities, labels, grid; /* 1 shown, 0 not */
  const char *trail;                    /* a joint whose pin leaves a trail, or NULL */
} ptl_render_options;
ptl_render_options ptl_render_options_default(void);

/* Whether a file of that name is a film. */
int ptl_render_makes_film(const char *output);
/* 0 done, perhaps with a remark in `why`, else ""; 1 the mechanism cannot be assembled, 2 the input
 * is wrong or the file cannot be written, 3 the simulation failed or memory is out, with the reason
 * and its code, or NULL. */
int ptl_render(const ptl_source *source, const ptl_source *reference,
               const ptl_render_options *options, char *why, size_t size, const char **code);

#endif
