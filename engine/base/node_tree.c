/* node_tree.c: see node_tree.h. */
#include "node_tree.h"

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

static int copy_text(ptl_context *context, const char *from, char **to) {
  if (from == NULL) return 1;
  *to = ptl_copy_text(context, from);
  return *to != NULL;
}

ptl_node *ptl_node_copy(ptl_context *context, const ptl_node *node) {
  ptl_node *copy = ptl_node_create(context, node->kind, node->where);
  if (copy == NULL) return NULL;
  copy->key_where = node->key_where;
  int is_whole = copy_text(context, node->text, &copy->text) &&
                 copy_text(context, node->tag, &copy->tag) &&
                 copy_text(context, node->key, &copy->key);
  for (const ptl_node *child = node->first; child != NULL && is_whole; child = child->next) {
    ptl_node *entry = ptl_node_copy(context, child);
    is_whole = entry != NULL;
    if (is_whole) ptl_node_append(copy, entry);
  }
  if (is_whole) return copy;
  ptl_node_destroy(context, copy);
  return NULL;
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
