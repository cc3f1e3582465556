/* file_read.h: whole files. Internal. */
#ifndef PTL_FILE_READ_H
#define PTL_FILE_READ_H

#include "context.h"

/* The bytes of a file, with a 0 behind them: memory of the context, to be freed in every case.
 * `what` names such a file in messages, "model". PTL_ERR_IO where it cannot be read, PTL_ERR_INPUT
 * where it is larger than `largest` bytes. */
ptl_status ptl_file_read(ptl_context *context, const char *path, const char *what, size_t largest,
                         char **bytes, size_t *size);
/* The same of FOLDER/NAME, which a program has written there: a pipe or a device in its place,
 * which may have no end or let wait for ever, is refused. */
ptl_status ptl_folder_file_read(ptl_context *context, const char *folder, const char *name,
                                size_t largest, char **bytes, size_t *size);

#endif
