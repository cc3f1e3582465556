/* trace_hdf5_lock.c: one thread at a time in the HDF5 library, and what it says went wrong. */
#include "trace_hdf5_lock.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* HDF5 keeps its state in the process: one thread at a time. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void ptl_hdf5_enter(ptl_hdf5_guard *g) {
  pthread_mutex_lock(&lock);
  H5open();
  H5Eget_auto2(H5E_DEFAULT, &g->print, &g->data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

void ptl_hdf5_leave(const ptl_hdf5_guard *g) {
  H5Eset_auto2(H5E_DEFAULT, g->print, g->data);
  pthread_mutex_unlock(&lock);
}

/* HDF5 puts the system's error into the innermost message: "..., error message = 'No space ...',
 * ...". */
static herr_t keep_reason(unsigned n, const H5E_error2_t *error, void *user) {
  static const char mark[] = "error message = '";
  ptl_hdf5_reason *out = user;
  const char *begin = error->desc != NULL ? strstr(error->desc, mark) : NULL;
  const char *end = begin != NULL ? strchr(begin + sizeof mark - 1, '\'') : NULL;
  (void)n;
  if (error->maj_num == H5E_RESOURCE && error->min_num == H5E_NOSPACE) out->no_memory = 1;
  if (out->from_system || error->desc == NULL) return 0;
  out->from_system = end != NULL;
  if (end != NULL) {
    snprintf(out->text, sizeof out->text, "%.*s", (int)(end - begin) - (int)sizeof mark + 1,
             begin + sizeof mark - 1);
  } else if (out->text[0] == '\0') {
    snprintf(out->text, sizeof out->text, "%s", error->desc);
  }
  return 0;
}

void ptl_hdf5_find_reason(ptl_hdf5_reason *out) {
  memset(out, 0, sizeof *out);
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_reason, out);
}
