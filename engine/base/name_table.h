/* name_table.h: names in groups, each with a number, found in constant time. Internal. */
#ifndef PTL_NAME_TABLE_H
#define PTL_NAME_TABLE_H

#include "context.h"

typedef struct ptl_name_entry {
  const char *name; /* the owner's; it stays where it is as long as the table is used */
  int group, number;
} ptl_name_entry;

/* Begins as zeros. */
typedef struct ptl_name_table {
  ptl_name_entry *entries; /* in the order in which they came */
  int n;
  int *slots; /* entry + 1, 0 where free; the search goes on from slot to slot */
  int n_slots;
} ptl_name_table;

/* Number of the name, of which `length` characters count, in its group; -1 if it is not there. */
int ptl_name_find(const ptl_name_table *table, int group, const char *name, size_t length);
/* Enters a name that its group does not have. */
ptl_status ptl_name_enter(ptl_context *context, ptl_name_table *table, int group, const char *name,
                          int number);
void ptl_name_release(ptl_context *context, ptl_name_table *table);

#endif
