/* wear_pictures.h: pictures of a folder of `pintle wear`. */
#ifndef PTL_CLI_WEAR_PICTURES_H
#define PTL_CLI_WEAR_PICTURES_H

#include "wear.h"

/* wear.svg and profile_JOINT.svg of what the folder's tables hold. Returns the exit status, after a
 * message when they cannot be made. */
int ptl_cli_wear_pictures(const ptl_wear *wear, int dark);
/* wear_JOINT.mp4 of every joint: its profiles and its course as they go on with the cycles. */
int ptl_cli_wear_films(const ptl_wear *wear, int dark);

#endif
