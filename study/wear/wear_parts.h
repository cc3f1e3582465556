/* wear_parts.h: what the files of this room have of each other. Internal. */
#ifndef PTL_WEAR_PARTS_H
#define PTL_WEAR_PARTS_H

#include "wear.h"

enum {
  PTL_WEAR_FEWEST_SECTORS = 12
}; /* of a wall that is divided: the points that a worn wall has */

/* The points of the worn surface of one side as a model file has them, "[[x, y], ...]"; to be
 * released by ptl_free. */
ptl_status ptl_wear_points(const ptl_wear *wear, int bearing, int side, char **out);
/* Chooses the stretches of walls that are divided, by what the first cycle reaches. */
ptl_status ptl_wear_place_walls(ptl_wear *wear, const ptl_summary *reached);
/* Adds `factor` times what a summary counts on the surface of a contact to the sectors of its side.
 * PTL_ERR_SIMULATION where that is beyond the stretch of a wall that is divided. */
ptl_status ptl_wear_add_loads(const ptl_wear *wear, ptl_wear_bearing *bearing,
                              const ptl_wear_contact *contact, int part,
                              const ptl_wear_surface *from, double factor);
/* A failure of a joint's wear. */
ptl_status ptl_wear_refuse(const ptl_wear *wear, const ptl_wear_bearing *bearing, ptl_status status,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Depth, volume and clearance that follow from the losses. */
void ptl_wear_measure(ptl_wear *wear);
/* Simulates cycles with the present losses: works, force_works and peak forces of all bearings. */
ptl_status ptl_wear_simulate(ptl_wear *wear);
/* Settings that make the model have the present losses, and one more for who adds one; released by
 * the second. */
ptl_status ptl_wear_settings(const ptl_wear *wear, ptl_setting **out, int *n);
void ptl_wear_settings_release(const ptl_wear *wear, ptl_setting *settings, int n);

/* Makes the folder, or takes the one to go on with, for this wear alone until
 * ptl_wear_leave_folder. PTL_ERR_USAGE where another program holds it, or where it has results and
 * is not to be gone on with. A folder that is there is taken at the start, a new one when the first
 * rows are written. */
ptl_status ptl_wear_take_folder(ptl_wear *wear);
/* Removes the folder when it was made and nothing has been written into it. */
void ptl_wear_leave_folder(ptl_wear *wear);
/* Rows of the present block in the folder's tables, its model and the checkpoint. Nothing without a
 * folder. */
ptl_status ptl_wear_write(ptl_wear *wear);
ptl_status ptl_wear_write_checkpoint(ptl_wear *wear);
ptl_status ptl_wear_read_checkpoint(ptl_wear *wear);

#define PTL_FILE_WEAR "wear.csv"
#define PTL_FILE_PROFILES "profiles.csv"
#define PTL_FILE_WORN "worn.yaml"
#define PTL_FILE_WEAR_CHECKPOINT "checkpoint.txt"

#endif
