/* folder_disk.h: run folders as the file system sees them: what is one, writing beside a name,
 * replacing. Internal. */
#ifndef PTL_FOLDER_DISK_H
#define PTL_FOLDER_DISK_H

#include "context.h"

/* The folder's real name: no slash at the end, links followed where it exists. NULL when memory is
 * out. */
char *ptl_folder_resolve(ptl_context *context, const char *dir);
/* PTL_OK when nothing stands at `dir`, or an empty folder or a run folder, which may be replaced.
 */
ptl_status ptl_folder_check_target(ptl_context *context, const char *dir);
/* Makes the folder `PARENT/.NAME.part<pid>.<k>` beside dir, where a run is written. */
ptl_status ptl_folder_make_part(ptl_context *context, const char *dir, char **out);
/* Puts the whole folder `part`, forced to the disk, at `dir`. At every moment either what was there
 * before or the new folder stands at `dir`, where the file system can exchange two names. What the
 * user keeps in an old run folder moves into the new one. A failure leaves `part` and says where it
 * is. */
ptl_status ptl_folder_replace(ptl_context *context, const char *part, const char *dir);
/* Removes the files of a run, and the folder if nothing else is in it. */
void ptl_folder_remove(const char *dir);

#endif
