/* folder_lock.h: folders into which one program writes at a time. Internal. */
#ifndef PTL_FOLDER_LOCK_H
#define PTL_FOLDER_LOCK_H

/* A descriptor that holds the folder until it is closed or the program ends, in whatever way; -1
 * with errno: EWOULDBLOCK where another one holds it. */
int ptl_folder_lock(const char *path);

#endif
