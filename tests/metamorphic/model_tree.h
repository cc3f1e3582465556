/* model_tree.h: the text of a resolved model file (as a run folder keeps it) as a tree of keys and
 * values, which can be changed and written again. It reads that layout only: two blanks a level,
 * one key or one `-` a line, lists of numbers in one line. */
#ifndef PTL_TEST_MODEL_TREE_H
#define PTL_TEST_MODEL_TREE_H

#include <stdio.h>

typedef struct node {
  char *key;   /* "-" for an entry of a list */
  char *value; /* NULL where there are children */
  struct node **children;
  int n;
} node;

/* NULL when the text has another layout. */
node *tree_read(const char *text);
void tree_write(const node *n, FILE *file);
void tree_free(node *n);

node *tree_child(const node *n, const char *key);        /* NULL: there is none */
node *tree_at(const node *n, const char *path);          /* keys joined by / */
const char *tree_value(const node *n, const char *path); /* "" when there is none */
int tree_is(const node *n, const char *path, const char *value);

void tree_set(node *n, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The child of that key, with that value where there was none. */
node *tree_need(node *n, const char *key, const char *value);
void tree_rename(node *n, const char *key);
void tree_remove(node *parent, const char *key);

/* Calls for every number of a value, with its place in the list (0, 1, 0, 1, ... for points), and
 * puts what comes back in its place. */
typedef double number_change(double value, int index, const void *with);
void tree_change_numbers(node *n, number_change *change, const void *with);

#endif
