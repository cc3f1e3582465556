/* stand_ins.c: what a unit has instead of YAML and of the database of units.
 *
 * A packed model needs neither. Values that the importer gives are numbers with a unit, which are
 * plain text in YAML too. */
#include "context.h"
#include "model_read_yaml.h"
#include "udunits.h"

ptl_status ptl_tree_read(ptl_mechanism *m, const char *text, size_t size, int setting,
                         ptl_node **out) {
  (void)size;
  ptl_node *node = ptl_node_create(m->context, PTL_NODE_TEXT, (ptl_where){-setting - 1, 0});
  *out = NULL;
  if (node == NULL) return PTL_ERR_MEMORY;
  node->text = ptl_copy_text(m->context, text);
  if (node->text == NULL) {
    ptl_node_destroy(m->context, node);
    return PTL_ERR_MEMORY;
  }
  *out = node;
  return PTL_OK;
}

int ptl_udunits_find(ptl_context *context, const char *name, ptl_unit *out) {
  (void)context, (void)name, (void)out;
  return 0;
}

/* What LAPACK calls on an argument out of range; its own needs the run-time library of Fortran. */
void xerbla_(const char *name, const int *argument, size_t length);
void xerbla_(const char *name, const int *argument, size_t length) {
  (void)name, (void)argument, (void)length;
}
