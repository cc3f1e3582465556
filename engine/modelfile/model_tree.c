/* model_tree.c: a model file as a tree of nodes. */
#include "model_tree.h"

#include <string.h>

ptl_node *ptl_node_create(ptl_context *context, ptl_node_kind kind, ptl_where where) {
  ptl_node *node = ptl_alloc(context, 1, sizeof *node);
  if (node == NULL) return NULL;
  node->kind = kind;
  node->where = where;
  return node;
}

void ptl_node_empty(ptl_context *context, ptl_node *node) {
  ptl_node *child = node->first;
  while (child != NULL) {
    ptl_node *next = child->next;
    ptl_node_destroy(context, child);
    child = next;
  }
  ptl_free(context, node->text);
  ptl_free(context, node->tag);
  node->first = node->last = NULL;
  node->text = node->tag = NULL;
  node->n = 0;
}

/* The reader bounds the depth of a tree, and with it this recursion. */
void ptl_node_destroy(ptl_context *context, ptl_node *node) {
  if (node == NULL) return;
  ptl_node_empty(context, node);
  ptl_free(context, node->key);
  ptl_free(context, node);
}

void ptl_node_append(ptl_node *parent, ptl_node *child) {
  if (parent->last != NULL) {
    parent->last->next = child;
  } else {
    parent->first = child;
  }
  parent->last = child;
  parent->n++;
}

ptl_node *ptl_node_find(const ptl_node *mapping, const char *key) {
  if (mapping == NULL || mapping->kind != PTL_NODE_MAPPING) return NULL;
  for (ptl_node *child = mapping->first; child != NULL; child = child->next)
    if (strcmp(child->key, key) == 0) return child;
  return NULL;
}

const char *ptl_node_word(const ptl_node *node) {
  static const char *const words[] = {"nothing", "text", "a list", "a mapping"};
  return words[node->kind];
}
