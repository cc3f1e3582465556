/* wear_draw.h: what a folder of `pintle wear` holds, as shapes. */
#ifndef PTL_CLI_WEAR_DRAW_H
#define PTL_CLI_WEAR_DRAW_H

#include "shape.h"
#include "wear.h"

enum { PTL_WEAR_MOST_MOMENTS = 6 };

/* Profiles are drawn after these numbers of cycles, the first first, each as strong as it says (0
 * to 1). */
typedef struct ptl_wear_moments {
  double cycles[PTL_WEAR_MOST_MOMENTS], strength[PTL_WEAR_MOST_MOMENTS];
  int n;
} ptl_wear_moments;

/* Each draws a page of this width [points] and returns its height, 0 where there is nothing of the
 * kind. Clearance, peak force and volume over the cycles, of a joint or of all (-1), from wear.csv,
 * with a mark at `mark` cycles (NAN: none); the losses of the round surfaces of a joint, and of its
 * walls, from profiles.csv, between two blocks by the straight line. */
double ptl_wear_draw_course(const ptl_wear *wear, const ptl_wear_table *course, int bearing,
                            double mark, double width, ptl_shapes *out);
double ptl_wear_draw_rings(const ptl_wear *wear, const ptl_wear_table *profiles, int bearing,
                           const ptl_wear_moments *moments, double width, ptl_shapes *out);
double ptl_wear_draw_walls(const ptl_wear *wear, const ptl_wear_table *profiles, int bearing,
                           const ptl_wear_moments *moments, double width, ptl_shapes *out);

/* The cycles after a block, from profiles.csv; 0 without it. */
double ptl_wear_cycles_of_block(const ptl_wear_table *profiles, int block);

#endif
