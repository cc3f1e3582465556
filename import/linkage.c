/* linkage.c: see linkage.h. */
#include "linkage.h"

#include <string.h>

enum { BODY, JOINT, SPRING, POINT, LONGEST_NAME = 48, NAME_ROOM = 64 };

/* Appends an element to an array of the linkage. */
#define APPEND(ARRAY, N, ELEMENT)                                            \
  do {                                                                       \
    void *grown = ptl_import_grow(l->import, (ARRAY), (N), sizeof *(ARRAY)); \
    if (grown == NULL) return PTL_ERR_MEMORY;                                \
    (ARRAY) = grown;                                                         \
    (ARRAY)[(N)++] = *(ELEMENT);                                             \
  } while (0)

static int is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Letters, digits and _ of the name, others as _. */
static void make_valid(const char *name, char out[NAME_ROOM]) {
  size_t n = 0;
  if (!is_letter(*name)) out[n++] = '_';
  for (; *name != '\0' && n < LONGEST_NAME; name++)
    out[n++] = is_letter(*name) || (*name >= '0' && *name <= '9') ? *name : '_';
  out[n] = '\0';
}

static int is_taken(const ptl_linkage *l, int group, const char *name) {
  if (group == BODY && strcmp(name, "ground") == 0) return 1;
  if (group == JOINT && strcmp(name, "points") == 0) return 1;
  return ptl_name_find(&l->names, group, name, strlen(name)) >= 0;
}

/* *name becomes one that may stand in a model file. */
static ptl_status settle(ptl_linkage *l, int group, const char **name, const char *fallback,
                         int number) {
  char made[NAME_ROOM], tried[NAME_ROOM + 16];
  make_valid(*name != NULL && **name != '\0' ? *name : fallback, made);
  snprintf(tried, sizeof tried, "%s", made);
  if (*name == NULL || is_taken(l, group, tried) || strcmp(tried, "null") == 0)
    snprintf(tried, sizeof tried, "%s_%d", made, number);
  for (int i = number + 1; is_taken(l, group, tried); i++)
    snprintf(tried, sizeof tried, "%s_%d", made, i);
  *name = ptl_import_copy(l->import, tried, strlen(tried));
  if (*name == NULL) return PTL_ERR_MEMORY;
  return ptl_name_enter(l->import->context, &l->names, group, *name, number);
}

ptl_status ptl_linkage_add_body(ptl_linkage *l, const ptl_linkage_body *body) {
  ptl_linkage_body own = *body;
  if (l->n_bodies == 0) {
    own.name = "ground";
  } else {
    const ptl_status status = settle(l, BODY, &own.name, "body", l->n_bodies);
    if (status != PTL_OK) return status;
  }
  APPEND(l->bodies, l->n_bodies, &own);
  return PTL_OK;
}

ptl_status ptl_linkage_add_joint(ptl_linkage *l, const ptl_linkage_joint *joint) {
  ptl_linkage_joint own = *joint;
  const ptl_status status = settle(l, JOINT, &own.name, "joint", l->n_joints + 1);
  if (status != PTL_OK) return status;
  APPEND(l->joints, l->n_joints, &own);
  return PTL_OK;
}

ptl_status ptl_linkage_add_spring(ptl_linkage *l, const ptl_linkage_spring *spring) {
  ptl_linkage_spring own = *spring;
  const ptl_status status = settle(l, SPRING, &own.name, "spring", l->n_springs + 1);
  if (status != PTL_OK) return status;
  APPEND(l->springs, l->n_springs, &own);
  return PTL_OK;
}

ptl_status ptl_linkage_add_ratio(ptl_linkage *l, const ptl_linkage_ratio *ratio) {
  ptl_linkage_ratio own = *ratio;
  const ptl_status status = settle(l, JOINT, &own.name, "coupling", l->n_ratios + 1);
  if (status != PTL_OK) return status;
  APPEND(l->ratios, l->n_ratios, &own);
  return PTL_OK;
}

ptl_status ptl_linkage_add_drive(ptl_linkage *l, const ptl_linkage_drive *drive) {
  ptl_linkage_drive own = *drive;
  const ptl_status status = settle(l, JOINT, &own.name, "drive", l->n_drives + 1);
  if (status != PTL_OK) return status;
  APPEND(l->drives, l->n_drives, &own);
  return PTL_OK;
}

ptl_status ptl_linkage_add_outline(ptl_linkage *l, const ptl_outline *outline) {
  APPEND(l->outlines, l->n_outlines, outline);
  return PTL_OK;
}

ptl_status ptl_linkage_add_point(ptl_linkage *l, const ptl_linkage_point *point) {
  ptl_linkage_point own = *point;
  const ptl_status status = settle(l, POINT, &own.name, "point", l->n_points + 1);
  if (status != PTL_OK) return status;
  APPEND(l->points, l->n_points, &own);
  return PTL_OK;
}
