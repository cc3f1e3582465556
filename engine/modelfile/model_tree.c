/* model_tree.c: nodes, and settings that change them. */
#include "model_tree.h"

#include <stdlib.h>
#include <string.h>

#include "registry.h"

ptl_node *ptl_node_create(ptl_context *context, ptl_node_kind kind, ptl_where where) {
  ptl_node *node = ptl_alloc(context, 1, sizeof *node);
  if (node == NULL) return NULL;
  node->kind = kind;
  node->where = where;
  return node;
}

static void destroy_entries(ptl_context *context, ptl_node *node) {
  ptl_node *child = node->first;
  while (child != NULL) {
    ptl_node *next = child->next;
    ptl_node_destroy(context, child);
    child = next;
  }
  node->first = node->last = NULL;
  node->n = 0;
}

/* The reader bounds the depth of a tree, and with it this recursion. */
void ptl_node_destroy(ptl_context *context, ptl_node *node) {
  if (node == NULL) return;
  destroy_entries(context, node);
  ptl_free(context, node->text);
  ptl_free(context, node->tag);
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

/* ------------------------------------------------------------------ settings */

static ptl_where setting_where(int setting) {
  return (ptl_where){-setting - 1, 0};
}

static void remove_child(ptl_context *context, ptl_node *parent, ptl_node *child) {
  ptl_node **link = &parent->first;
  ptl_node *before = NULL;
  while (*link != child) {
    before = *link;
    link = &before->next;
  }
  *link = child->next;
  if (parent->last == child) parent->last = before;
  parent->n--;
  ptl_node_destroy(context, child);
}

/* Puts the contents of `from` in the place of those of `to`; `from` is used up. */
static void replace_contents(ptl_context *context, ptl_node *to, ptl_node *from) {
  destroy_entries(context, to);
  ptl_free(context, to->text);
  ptl_free(context, to->tag);
  to->kind = from->kind;
  to->where = from->where;
  to->text = from->text;
  to->tag = from->tag;
  to->first = from->first;
  to->last = from->last;
  to->n = from->n;
  from->first = from->last = NULL;
  from->text = from->tag = NULL;
  ptl_node_destroy(context, from);
}

static ptl_status add_child(ptl_mechanism *m, ptl_node *parent, const char *key, ptl_where where,
                            ptl_node **out) {
  ptl_node *child = ptl_node_create(m->context, PTL_NODE_NOTHING, where);
  if (child == NULL) return PTL_ERR_MEMORY;
  child->key = ptl_copy_text(m->context, key);
  child->key_where = where;
  if (child->key == NULL) {
    ptl_node_destroy(m->context, child);
    return PTL_ERR_MEMORY;
  }
  ptl_node_append(parent, child);
  *out = child;
  return PTL_OK;
}

static ptl_node *list_entry(const ptl_node *list, const char *number) {
  char *end;
  const long index = strtol(number, &end, 10);
  ptl_node *child = list->first;
  if (end == number || *end || index < 0) return NULL;
  for (long i = 0; child != NULL && i < index; i++) child = child->next;
  return child;
}

/* One step down the path. A key that is not there is made, and found unknown later if it is. */
static ptl_status step(ptl_mechanism *m, ptl_node *node, const char *part, ptl_where where,
                       ptl_node **out) {
  if (node->kind == PTL_NODE_LIST) {
    *out = list_entry(node, part);
    if (*out != NULL) return PTL_OK;
    return ptl_fail_at(m, where, PTL_ERR_INPUT,
                       "the path leads to a list of %d, which has no entry '%s'; they count from 0",
                       node->n, part);
  }
  if (node->kind == PTL_NODE_TEXT) {
    return ptl_fail_at(m, where, PTL_ERR_INPUT,
                       "the path goes on with '%s' behind '%s', which is no mapping but a value",
                       part, node->key != NULL ? node->key : "");
  }
  node->kind = PTL_NODE_MAPPING;
  *out = ptl_node_find(node, part);
  return *out != NULL ? PTL_OK : add_child(m, node, part, where, out);
}

static ptl_status follow(ptl_mechanism *m, ptl_node *root, char *path, ptl_where where,
                         ptl_node **parent, ptl_node **out) {
  ptl_status status = PTL_OK;
  ptl_node *node = root;
  while (status == PTL_OK && path != NULL) {
    char *rest = strchr(path, '.');
    if (rest != NULL) *rest++ = '\0';
    if (!*path)
      return ptl_fail_at(m, where, PTL_ERR_INPUT, "the path has an empty part; it is KEY.KEY...");
    *parent = node;
    status = step(m, node, path, where, &node);
    path = rest;
  }
  *out = node;
  return status;
}

ptl_status ptl_tree_set(ptl_mechanism *m, ptl_node *root, int setting) {
  const ptl_where where = setting_where(setting);
  const char *value = m->settings[setting].value;
  ptl_node *fresh = NULL, *parent = root, *old = root;
  char *path = ptl_copy_text(m->context, m->settings[setting].path);
  ptl_status status =
      path != NULL ? ptl_tree_read(m, value, strlen(value), setting, &fresh) : PTL_ERR_MEMORY;
  if (status == PTL_OK) status = follow(m, root, path, where, &parent, &old);
  ptl_free(m->context, path);
  if (status != PTL_OK) {
    ptl_node_destroy(m->context, fresh);
  } else if (fresh->kind == PTL_NODE_NOTHING) {
    ptl_node_destroy(m->context, fresh);
    remove_child(m->context, parent, old);
  } else {
    replace_contents(m->context, old, fresh);
  }
  return status;
}
