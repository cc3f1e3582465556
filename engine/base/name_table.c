/* name_table.c: names in groups, by hashing with open addressing. */
#include "name_table.h"

#include <string.h>

/* FNV-1a, 32 bits, begun with the group. */
static unsigned hash(int group, const char *name, size_t length) {
  unsigned h = 0x811c9dc5u ^ (unsigned)group * 0x9e3779b1u;
  for (size_t i = 0; i < length; i++) h = (h ^ (unsigned char)name[i]) * 0x01000193u;
  return h ^ h >> 15;
}

/* Where the name is or would be; at most half of the slots are taken, so the search ends. */
static int find_slot(const ptl_name_table *table, int group, const char *name, size_t length) {
  const unsigned mask = (unsigned)table->n_slots - 1;
  unsigned i = hash(group, name, length) & mask;
  for (; table->slots[i] > 0; i = (i + 1) & mask) {
    const ptl_name_entry *entry = &table->entries[table->slots[i] - 1];
    if (entry->group == group && strncmp(entry->name, name, length) == 0 && !entry->name[length])
      break;
  }
  return (int)i;
}

int ptl_name_find(const ptl_name_table *table, int group, const char *name, size_t length) {
  if (table->n == 0) return -1;
  int entry = table->slots[find_slot(table, group, name, length)] - 1;
  return entry < 0 ? -1 : table->entries[entry].number;
}

static void put(ptl_name_table *table, int entry) {
  const ptl_name_entry *e = &table->entries[entry];
  table->slots[find_slot(table, e->group, e->name, strlen(e->name))] = entry + 1;
}

static ptl_status enlarge(ptl_context *context, ptl_name_table *table) {
  const int n_slots = table->n_slots > 0 ? 2 * table->n_slots : 16;
  int *slots = ptl_alloc(context, (size_t)n_slots, sizeof *slots);
  if (slots == NULL) return PTL_ERR_MEMORY;
  ptl_free(context, table->slots);
  table->slots = slots;
  table->n_slots = n_slots;
  for (int i = 0; i < table->n; i++) put(table, i);
  return PTL_OK;
}

ptl_status ptl_name_enter(ptl_context *context, ptl_name_table *table, int group, const char *name,
                          int number) {
  ptl_name_entry *grown = ptl_grow(context, table->entries, (size_t)table->n, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  table->entries = grown;
  if (2 * (table->n + 1) > table->n_slots && enlarge(context, table) != PTL_OK)
    return PTL_ERR_MEMORY;
  grown[table->n] = (ptl_name_entry){name, group, number};
  put(table, table->n++);
  return PTL_OK;
}

void ptl_name_release(ptl_context *context, ptl_name_table *table) {
  ptl_free(context, table->entries);
  ptl_free(context, table->slots);
  *table = (ptl_name_table){NULL, 0, NULL, 0};
}
