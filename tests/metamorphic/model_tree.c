#include "model_tree.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static node *add_child(node *parent) {
  node *child = calloc(1, sizeof *child);
  parent->children = realloc(parent->children, sizeof *parent->children * (size_t)(parent->n + 1));
  if (child == NULL || parent->children == NULL) abort();
  parent->children[parent->n++] = child;
  return child;
}

/* "key: value", "key:", "- value" or "-" into a node; 0 when the line is none of them. */
static int read_line(node *n, const char *line) {
  if (strcmp(line, "-") == 0 || strncmp(line, "- ", 2) == 0) {
    n->key = strdup("-");
    if (line[1] == ' ') n->value = strdup(line + 2);
    return 1;
  }
  const char *colon = strchr(line, ':');
  if (colon == NULL) return 0;
  n->key = strndup(line, (size_t)(colon - line));
  if (colon[1] == ' ') n->value = strdup(colon + 2);
  return 1;
}

node *tree_read(const char *text) {
  enum { DEEPEST = 12 };
  node *root = calloc(1, sizeof *root), *open[DEEPEST + 1] = {root};
  char *copy = strdup(text);
  int ok = root != NULL && copy != NULL;
  for (char *line = ok ? strtok(copy, "\n") : NULL; line != NULL && ok; line = strtok(NULL, "\n")) {
    int depth = (int)strspn(line, " ") / 2;
    if (line[strspn(line, " ")] == '#') continue;
    ok = depth < DEEPEST && open[depth] != NULL;
    if (!ok) break;
    open[depth + 1] = add_child(open[depth]);
    ok = read_line(open[depth + 1], line + 2 * depth);
    for (int i = depth + 2; i <= DEEPEST; i++) open[i] = NULL;
  }
  free(copy);
  if (ok) return root;
  tree_free(root);
  return NULL;
}

static void write_level(const node *n, FILE *file, int depth) {
  for (int i = 0; i < n->n; i++) {
    const node *c = n->children[i];
    fprintf(file, "%*s%s", 2 * depth, "", c->key);
    if (strcmp(c->key, "-") != 0) fputc(':', file);
    if (c->value != NULL) fprintf(file, " %s", c->value);
    fputc('\n', file);
    write_level(c, file, depth + 1);
  }
}

void tree_write(const node *n, FILE *file) {
  write_level(n, file, 0);
}

void tree_free(node *n) {
  if (n == NULL) return;
  for (int i = 0; i < n->n; i++) tree_free(n->children[i]);
  free(n->children);
  free(n->key);
  free(n->value);
  free(n);
}

node *tree_child(const node *n, const char *key) {
  for (int i = 0; n != NULL && i < n->n; i++)
    if (strcmp(n->children[i]->key, key) == 0) return n->children[i];
  return NULL;
}

node *tree_at(const node *n, const char *path) {
  char key[128];
  node *at = NULL;
  while (n != NULL && *path != '\0') {
    size_t length = strcspn(path, "/");
    snprintf(key, sizeof key, "%.*s", (int)length, path);
    n = at = tree_child(n, key);
    path += length;
    if (*path == '/') path++;
  }
  return at;
}

const char *tree_value(const node *n, const char *path) {
  const node *at = tree_at(n, path);
  return at != NULL && at->value != NULL ? at->value : "";
}

int tree_is(const node *n, const char *path, const char *value) {
  return strcmp(tree_value(n, path), value) == 0;
}

void tree_set(node *n, const char *format, ...) {
  char text[65536];
  va_list list;
  if (n == NULL) return;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  free(n->value);
  n->value = strdup(text);
}

node *tree_need(node *n, const char *key, const char *value) {
  node *child = tree_child(n, key);
  if (child != NULL) return child;
  child = add_child(n);
  child->key = strdup(key);
  child->value = strdup(value);
  return child;
}

void tree_rename(node *n, const char *key) {
  if (n == NULL) return;
  free(n->key);
  n->key = strdup(key);
}

void tree_remove(node *parent, const char *key) {
  for (int i = 0; parent != NULL && i < parent->n; i++) {
    if (strcmp(parent->children[i]->key, key) != 0) continue;
    tree_free(parent->children[i]);
    memmove(&parent->children[i], &parent->children[i + 1],
            sizeof *parent->children * (size_t)(parent->n - i - 1));
    parent->n--;
    return;
  }
}

void tree_change_numbers(node *n, number_change *change, const void *with) {
  if (n == NULL || n->value == NULL) return;
  size_t room = 4 * strlen(n->value) + 64, length = 0;
  char *text = malloc(room), *end;
  int index = 0;
  if (text == NULL) abort();
  for (const char *at = n->value; *at != '\0';) {
    int starts = (isdigit((unsigned char)*at) || (*at == '-' && isdigit((unsigned char)at[1]))) &&
                 (at == n->value || !(isalnum((unsigned char)at[-1]) || at[-1] == '_'));
    if (!starts) {
      text[length++] = *at++;
      continue;
    }
    double value = strtod(at, &end);
    length +=
        (size_t)snprintf(text + length, room - length, "%.17g", change(value, index++ % 2, with));
    at = end;
  }
  text[length] = '\0';
  free(n->value);
  n->value = text;
}
