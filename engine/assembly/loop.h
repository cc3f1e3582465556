/* loop.h: which joints and drivers depend on one another, and what a start that cannot be says of
 * them. Internal. */
#ifndef PTL_LOOP_H
#define PTL_LOOP_H

#include "data.h"
#include "kkt.h"

/* Moves q to where the sum of squares of Phi is least, which then tells what does not close; stays
 * where it is in a mechanism of very many bodies. */
ptl_status ptl_loop_approach(ptl_data *data, ptl_kkt *kkt, double t, double *q, const double *v);

/* `open`: for each row of Phi what is left of it where the start is nearest; a combination of rows
 * whose derivatives cancel. */

/* PTL_ERR_UNFIT of positions: names the loop that stays open, where, by how much if opened there,
 * and the line of the file. */
ptl_status ptl_loop_fail_open(const ptl_data *data, const double *open);
/* PTL_ERR_UNFIT of velocities: names which joint or driver of the loop is one too many. */
ptl_status ptl_loop_fail_velocities(const ptl_data *data, const double *open);
/* "'a', 'b' and 'c'": the joints and drivers of the combination, at most eight by name. */
void ptl_loop_names(const ptl_system *s, const double *open, char *text, size_t size);

#endif
