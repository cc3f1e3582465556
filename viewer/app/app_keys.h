/* app_keys.h: what each key does, and the lines of the help. */
#ifndef PTL_APP_KEYS_H
#define PTL_APP_KEYS_H

#include "app_state.h"

enum { PTL_KEYS_OF_LINE = 4 };

typedef struct ptl_key_line { /* one line of the help */
  int keys[PTL_KEYS_OF_LINE]; /* those that do it, 0 after the last; none: the mouse alone */
  const char *shown, *does;
  void (*press)(ptl_app *app, const ptl_input *input);
} ptl_key_line;

/* Line of the help, from 0 on; NULL past the last. */
const ptl_key_line *ptl_app_key_line(int index);

void ptl_app_press_key(ptl_app *app, const ptl_input *input);

#endif
