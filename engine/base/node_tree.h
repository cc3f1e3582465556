/* node_tree.h: a model file as a tree of nodes with their locations. Internal.
 *
 * The tree is all that the rest of the reader knows of YAML. */
#ifndef PTL_NODE_TREE_H
#define PTL_NODE_TREE_H

#include "context.h"

/* A place in a model file; line 0 of what was made by a program, -1 - k of what setting number k
 * made. */
typedef struct ptl_where {
  int line, column;
} ptl_where;

typedef enum ptl_node_kind {
  PTL_NODE_NOTHING, /* a key without value, or null */
  PTL_NODE_TEXT,
  PTL_NODE_LIST,
  PTL_NODE_MAPPING
} ptl_node_kind;

typedef struct ptl_node ptl_node;
struct ptl_node {
  ptl_node_kind kind;
  ptl_where where; /* line < 0: made by setting number -line - 1 */
  char *text;      /* of PTL_NODE_TEXT */
  char *tag;       /* "!si", or NULL */
  char *key;       /* of a mapping's entry */
  ptl_where key_where;
  ptl_node *first, *last, *next; /* entries in the order of the file */
  int n;
};

ptl_node *ptl_node_create(ptl_context *context, ptl_node_kind kind, ptl_where where);
/* A copy of it with all below it; NULL when memory is out. */
ptl_node *ptl_node_copy(ptl_context *context, const ptl_node *node);
void ptl_node_destroy(ptl_context *context, ptl_node *node);
/* Takes away its entries, its text and its tag; the key stays. */
void ptl_node_empty(ptl_context *context, ptl_node *node);
void ptl_node_append(ptl_node *parent, ptl_node *child);
/* Entry of a mapping, or NULL. */
ptl_node *ptl_node_find(const ptl_node *mapping, const char *key);
/* "a mapping", "a list", "text", "nothing" */
const char *ptl_node_word(const ptl_node *node);

#endif
