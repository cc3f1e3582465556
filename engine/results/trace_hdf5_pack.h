/* trace_hdf5_pack.h: a chunk of numbers as HDF5's filters shuffle and deflate leave it.
 * Internal. */
#ifndef PTL_TRACE_HDF5_PACK_H
#define PTL_TRACE_HDF5_PACK_H

#include "context.h"

typedef struct ptl_chunk_packer ptl_chunk_packer;

/* For chunks of n numbers; NULL when memory is out. */
ptl_chunk_packer *ptl_chunk_packer_create(ptl_context *context, int n);
void ptl_chunk_packer_destroy(ptl_chunk_packer *packer);
/* The packed chunk, valid until the next call. Where there are only `filled` numbers, the rest is
 * 0. */
const void *ptl_chunk_pack(ptl_chunk_packer *packer, const double *values, int filled,
                           size_t *size);

/* The bytes of a deflated chunk of `size` bytes to `out`. PTL_ERR_MEMORY, or, without a message,
 * PTL_ERR_INPUT where they are not `whole` bytes. */
ptl_status ptl_chunk_inflate(ptl_context *context, const void *packed, size_t size, void *out,
                             size_t whole);

#endif
