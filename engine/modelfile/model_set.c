/* model_set.c: settings that change the tree of a model file. */
#include "model_set.h"

#include <stdlib.h>
#include <string.h>

#include "model_read_yaml.h"

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

/* Replaces the contents of `to` by those of `from`; `from` is used up. */
static void replace_contents(ptl_context *context, ptl_node *to, ptl_node *from) {
  ptl_node_empty(context, to);
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
    return ptl_fail_at(
        m, where, PTL_ERR_INPUT,
        PTL_E(0109) "the path leads to a list of %d, which has no entry '%s'; they count from 0",
        node->n, part);
  }
  if (node->kind == PTL_NODE_TEXT) {
    return ptl_fail_at(
        m, where, PTL_ERR_INPUT,
        PTL_E(0109) "the path goes on with '%s' behind '%s', which is no mapping but a value", part,
        node->key != NULL ? node->key : "");
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
      return ptl_fail_at(m, where, PTL_ERR_INPUT,
                         PTL_E(0109) "the path has an empty part; it is KEY.KEY...");
    *parent = node;
    status = step(m, node, path, where, &node);
    path = rest;
  }
  *out = node;
  return status;
}

ptl_status ptl_tree_set(ptl_mechanism *m, ptl_node *root, int setting) {
  const ptl_where where = ptl_setting_where(setting);
  const char *value = m->settings[setting].value;
  ptl_node *fresh = NULL, *parent = root, *old = root;
  char *path = ptl_copy_text(m->context, m->settings[setting].path);
  ptl_status status =
      path != NULL ? ptl_tree_read(m, value, strlen(value), setting, &fresh) : PTL_ERR_MEMORY;
  if (status == PTL_OK) status = follow(m, root, path, where, &parent, &old);
  ptl_free(m->context, path);
  if (status != PTL_OK) {
    ptl_node_destroy(m->context, fresh);
  } else if (fresh->kind == PTL_NODE_NOTHING && old->key != NULL &&
             old->key_where.line == where.line) {
    ptl_node_destroy(m->context, fresh); /* `old` has only been made for the path */
    status =
        ptl_fail_at(m, where, PTL_ERR_INPUT, PTL_E(0203) "there is no '%s' to take away", old->key);
  } else if (fresh->kind == PTL_NODE_NOTHING) {
    ptl_node_destroy(m->context, fresh);
    remove_child(m->context, parent, old);
  } else {
    replace_contents(m->context, old, fresh);
  }
  return status;
}
