/* model_vary.c: a description with other values than one that is there. */
#include <string.h>

#include "model_read_yaml.h"
#include "model_reader.h"
#include "model_set.h"
#include "model_write.h"

/* What `base` was read from; of one that a program made or changed, what it would be written as. */
static ptl_status take_tree(ptl_mechanism *m, const ptl_mechanism *base, ptl_node **out) {
  char *text;
  if (base->read_from.tree != NULL) {
    *out = ptl_node_copy(m->context, base->read_from.tree);
    return *out != NULL ? PTL_OK : PTL_ERR_MEMORY;
  }
  ptl_status status = ptl_model_text(m->context, base, &text);
  if (status != PTL_OK) return status;
  status = ptl_tree_read(m, text, strlen(text), -1, out);
  ptl_free(m->context, text);
  return status;
}

static ptl_status set_all(ptl_mechanism *m, ptl_node *root, int first) {
  ptl_status status = PTL_OK;
  m->settings = m->read_from.settings;
  for (int i = first; i < m->read_from.n_settings && status == PTL_OK; i++)
    status = ptl_tree_set(m, root, i);
  return status;
}

static ptl_status vary(ptl_mechanism *m, const ptl_mechanism *base, const ptl_setting *settings,
                       int n_settings) {
  ptl_node *root = NULL;
  if (base->file != NULL && (m->file = ptl_copy_text(m->context, base->file)) == NULL)
    return PTL_ERR_MEMORY;
  m->hash = ptl_read_hash_settings(base->hash, settings, n_settings);
  const int n_before = base->read_from.n_settings;
  ptl_status status = ptl_add_settings(m, base->read_from.settings, n_before);
  if (status == PTL_OK) status = ptl_add_settings(m, settings, n_settings);
  if (status == PTL_OK) status = take_tree(m, base, &root);
  if (status == PTL_OK) status = set_all(m, root, n_before);
  if (status == PTL_OK) return ptl_read_description(m, root);
  ptl_node_destroy(m->context, root);
  return status;
}

ptl_status ptl_mechanism_vary(ptl_context *context, const ptl_mechanism *base,
                              const ptl_setting *settings, int n_settings, ptl_mechanism **out) {
  *out = NULL;
  ptl_mechanism *m = ptl_mechanism_create(context);
  if (m == NULL) return PTL_ERR_MEMORY;
  const ptl_status status = vary(m, base, settings, n_settings);
  if (status == PTL_OK)
    *out = m;
  else
    ptl_mechanism_destroy(m);
  return status;
}
