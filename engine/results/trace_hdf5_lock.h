/* trace_hdf5_lock.h: one thread at a time in the HDF5 library, and what it says went wrong.
 * Internal. */
#ifndef PTL_TRACE_HDF5_LOCK_H
#define PTL_TRACE_HDF5_LOCK_H

#include <hdf5.h>

typedef struct ptl_hdf5_guard { /* what HDF5 prints errors with, meanwhile nothing */
  H5E_auto2_t print;
  void *data;
} ptl_hdf5_guard;

/* Around every use of the library. */
void ptl_hdf5_enter(ptl_hdf5_guard *guard);
void ptl_hdf5_leave(const ptl_hdf5_guard *guard);

typedef struct ptl_hdf5_reason {
  char text[256];
  int from_system; /* text is the system's own message, the best there is */
  int no_memory;   /* an allocation has failed */
} ptl_hdf5_reason;

/* Of the call that failed; before any other call, which would forget it. */
void ptl_hdf5_find_reason(ptl_hdf5_reason *out);

#endif
