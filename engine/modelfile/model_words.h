/* model_words.h: words of a model file, in the order of the enumerations that they stand for.
 * Internal. */
#ifndef PTL_MODEL_WORDS_H
#define PTL_MODEL_WORDS_H

#define PTL_WORDS_START "given|ideal"                                 /* ptl_start */
#define PTL_WORDS_INTEGRATOR "auto|ida|dop853"                        /* ptl_integrator */
#define PTL_WORDS_ALONG "x|y|angle|distance"                          /* ptl_measured_coordinate */
#define PTL_WORDS_RISE_LAW "cycloidal|polynomial_345|polynomial_4567" /* ptl_rise_law */
#define PTL_WORDS_INTERPOLATION "spline|monotone"                     /* ptl_motion_def.monotone */
#define PTL_WORDS_CURVE "linear|monotone|cubic"                       /* of a table */
#define PTL_WORDS_FRAME "ground|body"                                 /* ptl_load_def.follows */
#define PTL_WORDS_CONTACT_ROWS "all|peaks|ends"                       /* ptl_contact_rows */
#define PTL_WORDS_ANGLE_UNIT "rad|deg|turn"                           /* ptl_angle_unit */
#define PTL_WORDS_RATE_UNIT "rad/s|deg/s|rpm"                         /* ptl_rate_unit */
#define PTL_WORDS_YES_NO "false|true"

#endif
