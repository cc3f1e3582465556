/* page_shapes.h: lists of shapes as JSON, which the page's script paints on a canvas.
 *
 * A list is an array of shapes. A path is [0, fill, stroke, width, alpha, dash, steps], a text [1,
 * ink, size, align, bold, halo ink, halo width, alpha, x, y, text], a clip [2, steps], its end [3].
 * Inks, alignments and kinds of steps are the numbers of shape.h. Steps stand one after the other:
 * 0 x y, 1 x y, 2 x y radius from to, 3 as 2, 4.
 */
#ifndef PTL_PAGE_SHAPES_H
#define PTL_PAGE_SHAPES_H

#include <stdio.h>

#include "shape.h"

/* Points of a curve nearer than a third of a point to the one before them are left out. */
void ptl_page_shapes(FILE *out, const ptl_shapes *shapes);
/* One shape, whole. */
void ptl_page_shape(FILE *out, const ptl_shapes *shapes, const ptl_shape *shape);
/* "themes": the colours of all inks, [[light ...], [dark ...]], and "ink": the numbers of those
 * that the page itself uses. */
void ptl_page_themes(FILE *out);

#endif
