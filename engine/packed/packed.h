/* packed.h: a description as a block of bytes. Internal.
 *
 * The block holds the tree of the model file with all settings in it, and what the units in it mean
 * that are no common ones. Reading it gives the description that reading the file gives, to the
 * bit, without YAML and UDUNITS.
 *
 * Layout, numbers in the byte order of the machine that wrote it, which is checked: "ptlpack" and a
 * zero byte; format, order of bytes (2 x uint32); hash of the model file, hash of what follows (2 x
 * uint64); name of the file; number of units, each a name and 3 + PTL_N_BASE doubles; the tree. A
 * text is its length (uint32) and its bytes; NULL has the length 2^32 - 1. A node is kind, line,
 * column, line and column of its key, number of entries (6 x int32), its text, tag and key, and its
 * entries. */
#ifndef PTL_PACKED_H
#define PTL_PACKED_H

#include "mechanism.h"

/* The block, released by ptl_text_release. Types of plug-ins are named in it and not held. */
ptl_status ptl_pack(const ptl_mechanism *m, void **bytes, size_t *size);
/* PTL_ERR_INPUT tells why a block cannot be used; `name` stands for it in the message. */
ptl_status ptl_unpack(ptl_context *context, const char *name, const void *bytes, size_t size,
                      ptl_mechanism **out);

#endif
