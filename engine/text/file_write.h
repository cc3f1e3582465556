/* file_write.h: files that stand under their name as a whole or not at all. Internal. */
#ifndef PTL_FILE_WRITE_H
#define PTL_FILE_WRITE_H

#include <stdio.h>

/* A file that is being written beside the place where it shall stand. */
typedef struct ptl_new_file {
  FILE *stream;
  char *path; /* where it shall stand; of a symbolic link, where that leads */
  /* where it stands until it is whole; NULL: `path` is no file (a pipe, a terminal) and is written
   * itself */
  char *part;
} ptl_new_file;

/* Returns 0, or -1 with errno. A part of the name is the process, so that two programs do not write
 * into one another's. */
int ptl_new_file_open(ptl_new_file *file, const char *path);
/* Forces what was written onto the disk, beside the place where it shall stand: what is left to
 * ptl_new_file_close is the name. Returns 0, or -1 with errno. */
int ptl_new_file_finish(ptl_new_file *file);
/* Forces what was written onto the disk and gives it its name in place of an older file; whole = 0,
 * a failed write or a full disk: removes it, and the older file stays. Returns 0 when it stands
 * there, or -1 with errno, which is 0 for whole = 0. */
int ptl_new_file_close(ptl_new_file *file, int whole);

/* Removes what stands beside the places of all files that are being written; for the handler of a
 * signal that ends the program. */
void ptl_new_files_remove(void);

/* fsync of an open file or folder where there is a disk behind it. Returns 0, or -1 with errno. */
int ptl_file_force(int descriptor);
/* The folder in which the path stands, onto the disk: after loss of power the new name is there, or
 * what had it before. */
void ptl_file_force_parent(const char *path);

#endif
