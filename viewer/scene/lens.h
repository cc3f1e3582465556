/* lens.h: a joint's clearance magnified until it fills an inset.
 *
 * The radii of pin and hollow are shrunk to fit while the clearance between them, the pin's
 * displacement and the path of its centre are drawn to one scale; so the pin touches in the picture
 * exactly when it touches in the run. The depth of a contact is drawn `exaggeration` times larger
 * still.
 */
#ifndef PTL_LENS_H
#define PTL_LENS_H

#include "scene.h"

typedef struct ptl_lens {
  int joint;
  double x, y, size;   /* of the square inset on the screen */
  double exaggeration; /* of the depth; 1 draws it to the scale of the clearance */
  double orbit_span;   /* length of the path that is shown [s] */
} ptl_lens;

/* 1 if the joint has clearance that a lens can show. */
int ptl_lens_shows(const ptl_scene *scene, int joint);
/* The largest power of two with which the largest depth of the run still fits the inset. */
double ptl_lens_exaggeration(const ptl_scene *scene, int joint);
/* x, y, width, height of what an open lens covers; of no width for a closed one. */
void ptl_lens_covers(const ptl_lens *lens, double box[4]);
void ptl_lens_draw(const ptl_scene *scene, const ptl_snapshot *snapshot, const ptl_lens *lens,
                   ptl_shapes *out);

#endif
