/* law_read.c: one contact from words, read as a model's is. */
#include <string.h>

#include "expression.h"
#include "law.h"
#include "model_read_yaml.h"
#include "model_reader.h"
#include "model_set.h"

ptl_status ptl_quantity_read(ptl_context *context, const char *text, const char *unit,
                             double *out) {
  return ptl_quantity_eval(context, text, unit, NULL, 0, out);
}

/* The only contact of `m`, from a tree to which every setting has been applied. */
static ptl_status read_contact(ptl_mechanism *m, int n_settings) {
  static const char empty[] = "{elastic: {}, damping: {}}";
  ptl_reader reader = {.context = m->context, .m = m};
  ptl_node *root = NULL;
  ptl_status status = ptl_tree_read(m, empty, strlen(empty), -1, &root);
  for (int i = 0; i < n_settings && status == PTL_OK; i++) status = ptl_tree_set(m, root, i);
  if (status == PTL_OK) status = ptl_read_contact(&reader, root, "law");
  ptl_read_release(&reader);
  ptl_node_destroy(m->context, root);
  return status;
}

ptl_status ptl_law_read(ptl_context *context, const char *elastic, const char *damping,
                        const ptl_setting *settings, int n_settings, ptl_law **out) {
  ptl_mechanism *m = ptl_mechanism_create(context);
  ptl_setting *all = m != NULL ? ptl_alloc(context, (size_t)n_settings + 2, sizeof *all) : NULL;
  ptl_status status = PTL_ERR_MEMORY;
  *out = NULL;
  if (all != NULL) {
    all[0] = (ptl_setting){"elastic.law", elastic};
    all[1] = (ptl_setting){"damping.law", damping != NULL ? damping : "none"};
    if (n_settings > 0) memcpy(all + 2, settings, (size_t)n_settings * sizeof *all);
    m->settings = all;
    status = read_contact(m, n_settings + 2);
    m->settings = NULL;
    m->location = (ptl_where){0, 0};
  }
  if (status == PTL_OK) status = ptl_law_from_contact(m, 0, out);
  ptl_free(context, all);
  ptl_mechanism_destroy(m);
  return status;
}
