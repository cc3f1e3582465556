/* run_parts.h: the parts of a report's data, each a JSON value. Internal to this folder. */
#ifndef PTL_RUN_PARTS_H
#define PTL_RUN_PARTS_H

#include <stdio.h>

#include "result.h"

/* All return 0, or non-zero when memory is out. */

/* {"times": [...], "w": width, "h": height, "scene": reel, "lenses": [{"joint": name, "size":
 * points, "reel": ...}]} */
int ptl_run_page_motion(const ptl_result *result, FILE *out);
/* {"time": [...], "columns": [{"name", "unit", "values"}], "plots": [[name, ...], ...]}: in so many
 * points as can be seen, of each part of the run the lowest and the highest value */
int ptl_run_page_columns(const ptl_result *result, FILE *out);
/* [{"title": ..., "w": width, "h": height, "shapes": ...}]: force over depth of each gap, orbits of
 * the pins */
int ptl_run_page_figures(const ptl_result *result, FILE *out);
/* {"gaps": [name, ...], "left_out": n, "list": [[time, gap, kind, depth, force], ...]} */
int ptl_run_page_events(const ptl_result *result, FILE *out);

#endif
