/* theme.h: the colours of the inks. */
#ifndef PTL_THEME_H
#define PTL_THEME_H

#include "shape.h"

typedef struct ptl_color {
  double r, g, b, a;
} ptl_color;

typedef enum ptl_theme { PTL_THEME_LIGHT, PTL_THEME_DARK, PTL_N_THEMES } ptl_theme;

ptl_color ptl_theme_color(ptl_theme theme, ptl_ink ink);

#endif
