/* trace_hdf5_file.h: the file under an HDF5 trace that is being written. Internal. */
#ifndef PTL_TRACE_HDF5_FILE_H
#define PTL_TRACE_HDF5_FILE_H

#include <hdf5.h>

/* File access properties for H5Fcreate with a driver of our own: a failed write is noted in *error
 * (its errno, 0 while all is well) and otherwise goes unnoticed by HDF5, which cannot close a file
 * that it cannot write and ends the program with a fault. *error must outlive the file. H5Pclose
 * them. One thread at a time. */
hid_t ptl_hdf5_file_access(int *error);

#endif
