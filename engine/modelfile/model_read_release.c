/* model_read_release.c: `release:` of joints and motions, which let go by a signal. */
#include <math.h>

#include "model_reader.h"

/* The condition as text, of one that stands for itself: its signal. */
static ptl_status read_condition(ptl_reader *r, const ptl_node *node, const char *name,
                                 const char **condition, const char **signal) {
  const ptl_node *at = ptl_node_find(node, "at"), *when = ptl_node_find(node, "when");
  const ptl_node *given = ptl_node_find(node, "signal");
  ptl_symbol_list variables;
  double time = 0.0;
  *condition = NULL;
  if ((at != NULL) + (when != NULL) + (given != NULL) != 1)
    return ptl_read_fail(
        r, node->key_where,
        PTL_E(0242) "'release' of '%s' needs one of at: TIME, when: CONDITION and signal: NAME",
        name);
  if (given != NULL) return ptl_read_text(r, given, "signal", signal);
  if (at != NULL) {
    const ptl_status status = ptl_read_quantity(r, at, "at", "s", &time);
    if (status != PTL_OK) return status;
    *condition = ptl_read_print(r, "time >= %.17g", time);
    return *condition != NULL ? PTL_OK : PTL_ERR_MEMORY;
  }
  const ptl_status status = ptl_mechanism_variables(r->m, r->m->n_bodies, &variables);
  return status == PTL_OK ? ptl_read_expression(r, when, "when", "1", &variables, condition)
                          : status;
}

/* NAME_released: 0 until the condition holds, and 1 from then on. */
static ptl_status add_latch(ptl_reader *r, const ptl_node *node, const char *condition,
                            const char *signal) {
  const ptl_signal_def declared = {.name = signal, .unit = "1", .scale = NAN};
  r->m->location = node->where;
  ptl_status status = ptl_mechanism_add_signal(r->m, &declared);
  if (status != PTL_OK) return status;
  const char *next = ptl_read_print(r, "(%s) || %s > 0.5 ? 1 : 0", condition, signal);
  const ptl_signal_def latch = {.name = signal, .next = next, .start = "0"};
  return next != NULL ? ptl_complete_signal(r->m, &latch) : PTL_ERR_MEMORY;
}

static ptl_status read_release(ptl_reader *r, const ptl_node *entry, const ptl_node *node) {
  const int joint = ptl_find_joint(r->m, entry->key);
  const int motion = ptl_find_element(r->m, PTL_ELEMENT_MOTION, entry->key);
  const char *condition, *signal = ptl_read_print(r, "%s_released", entry->key);
  if (signal == NULL) return PTL_ERR_MEMORY;
  ptl_status status = ptl_read_known(r, node, "release", ptl_keys_release);
  if (status == PTL_OK) status = read_condition(r, node, entry->key, &condition, &signal);
  if (status == PTL_OK && condition != NULL) status = add_latch(r, node, condition, signal);
  r->m->location = node->where;
  return status == PTL_OK ? ptl_set_release(r->m, joint, motion, signal) : status;
}

ptl_status ptl_read_releases(ptl_reader *r, const ptl_node *joints) {
  ptl_status status = PTL_OK;
  for (const ptl_node *entry = joints != NULL ? joints->first : NULL;
       entry != NULL && status == PTL_OK; entry = entry->next) {
    const ptl_node *node = ptl_node_find(entry, "release");
    if (node != NULL) status = read_release(r, entry, node);
  }
  return status;
}
