/* packed.c: see packed.h. */
#include "packed.h"

#include <string.h>

#include "hash.h"
#include "model_read_yaml.h"
#include "model_reader.h"
#include "model_write.h"
#include "units.h"

enum { FORMAT = 1, ORDER = 0x01020304, DEEPEST = 64, SMALLEST_NODE = 36 };
static const char magic[8] = "ptlpack";
static const uint32_t no_text = UINT32_MAX;

typedef struct header {
  char magic[8];
  uint32_t format, order;
  uint64_t model, sum; /* of the model file, of what follows */
} header;

/* ---------------------------------------------------------------- writing */

/* Counts the bytes while `at` is NULL. */
typedef struct writer {
  unsigned char *at;
  size_t n;
} writer;

static void put(writer *w, const void *value, size_t size) {
  if (w->at != NULL && size > 0) memcpy(w->at + w->n, value, size);
  w->n += size;
}

static void put_text(writer *w, const char *text) {
  const uint32_t n = text != NULL ? (uint32_t)strlen(text) : no_text;
  put(w, &n, sizeof n);
  if (text != NULL) put(w, text, n);
}

static void put_unit(writer *w, const ptl_named_unit *named) {
  const ptl_unit *unit = &named->unit;
  put_text(w, named->name);
  put(w, &unit->mul, sizeof unit->mul);
  put(w, &unit->div, sizeof unit->div);
  put(w, &unit->offset, sizeof unit->offset);
  put(w, unit->power, sizeof unit->power);
}

/* Locations of what settings made are of no use where the settings are not at hand. */
static void put_node(writer *w, const ptl_node *node) {
  const int own = node->where.line >= 0, key = node->key_where.line >= 0;
  const int32_t numbers[] = {node->kind,
                             own ? node->where.line : 0,
                             own ? node->where.column : 0,
                             key ? node->key_where.line : 0,
                             key ? node->key_where.column : 0,
                             node->n};
  put(w, numbers, sizeof numbers);
  put_text(w, node->text);
  put_text(w, node->tag);
  put_text(w, node->key);
  for (const ptl_node *child = node->first; child != NULL; child = child->next) put_node(w, child);
}

static void put_all(writer *w, const ptl_mechanism *m, const ptl_node *tree) {
  const char *slash = m->file != NULL ? strrchr(m->file, '/') : NULL;
  int32_t n = 0;
  while (ptl_unit_remembered(m->context, n) != NULL) n++;
  put_text(w, slash != NULL ? slash + 1 : m->file);
  put(w, &n, sizeof n);
  for (int i = 0; i < n; i++) put_unit(w, ptl_unit_remembered(m->context, i));
  put_node(w, tree);
}

static ptl_status write_tree(const ptl_mechanism *m, const ptl_node *tree, void **bytes,
                             size_t *size) {
  header h = {.format = FORMAT, .order = ORDER, .model = m->hash};
  writer counted = {0};
  put_all(&counted, m, tree);
  unsigned char *all = ptl_alloc(m->context, sizeof h + counted.n, 1);
  if (all == NULL) return PTL_ERR_MEMORY;
  writer w = {all + sizeof h, 0};
  put_all(&w, m, tree);
  memcpy(h.magic, magic, sizeof magic);
  h.sum = ptl_hash(PTL_HASH_START, w.at, w.n);
  memcpy(all, &h, sizeof h);
  *bytes = all;
  *size = sizeof h + w.n;
  return PTL_OK;
}

ptl_status ptl_pack(const ptl_mechanism *m, void **bytes, size_t *size) {
  *bytes = NULL;
  if (m->read_from.tree != NULL) return write_tree(m, m->read_from.tree, bytes, size);
  ptl_mechanism *copy;
  const ptl_status status = ptl_mechanism_vary(m->context, m, NULL, 0, &copy);
  if (status != PTL_OK) return status;
  const ptl_status written = write_tree(copy, copy->read_from.tree, bytes, size);
  ptl_mechanism_destroy(copy);
  return written;
}

/* ---------------------------------------------------------------- reading */

typedef struct reader {
  ptl_context *context;
  const char *name;
  const unsigned char *at;
  size_t left;
} reader;

static ptl_status fail(const reader *r, const char *why) {
  return ptl_fail(r->context, PTL_ERR_INPUT, PTL_E(0901) "%s: error: %s", r->name, why);
}

static ptl_status take(reader *r, void *value, size_t size) {
  if (size > r->left) return fail(r, "the packed model ends too early");
  memcpy(value, r->at, size);
  r->at += size;
  r->left -= size;
  return PTL_OK;
}

/* *out is NULL or memory of the context. */
static ptl_status take_text(reader *r, char **out) {
  uint32_t n = 0;
  *out = NULL;
  const ptl_status status = take(r, &n, sizeof n);
  if (status != PTL_OK || n == no_text) return status;
  if (n > r->left) return fail(r, "the packed model ends within a text");
  *out = ptl_alloc(r->context, (size_t)n + 1, 1);
  return *out != NULL ? take(r, *out, n) : PTL_ERR_MEMORY;
}

static ptl_status take_unit(reader *r) {
  ptl_unit unit;
  char *name;
  ptl_status status = take_text(r, &name);
  if (status == PTL_OK) status = take(r, &unit.mul, sizeof unit.mul);
  if (status == PTL_OK) status = take(r, &unit.div, sizeof unit.div);
  if (status == PTL_OK) status = take(r, &unit.offset, sizeof unit.offset);
  if (status == PTL_OK) status = take(r, unit.power, sizeof unit.power);
  if (status == PTL_OK && (name == NULL || strlen(name) > PTL_LONGEST_UNIT))
    status = fail(r, "the packed model has a unit without a name");
  if (status == PTL_OK) status = ptl_unit_remember(r->context, name, &unit);
  ptl_free(r->context, name);
  return status;
}

static ptl_status take_units(reader *r) {
  int32_t n = 0;
  ptl_status status = take(r, &n, sizeof n);
  for (int32_t i = 0; i < n && status == PTL_OK; i++) status = take_unit(r);
  return status;
}

static int keys_are_right(const ptl_node *node) {
  for (const ptl_node *child = node->first; child != NULL; child = child->next)
    if ((child->key != NULL) != (node->kind == PTL_NODE_MAPPING)) return 0;
  return 1;
}

static ptl_status take_node(reader *r, int depth, ptl_node **out);

static ptl_status take_entries(reader *r, int depth, int32_t n, ptl_node *node) {
  for (int32_t i = 0; i < n; i++) {
    ptl_node *child = NULL;
    const ptl_status status = take_node(r, depth + 1, &child);
    if (child != NULL) ptl_node_append(node, child);
    if (status != PTL_OK) return status;
  }
  return keys_are_right(node) ? PTL_OK : fail(r, "the packed model has a key out of place");
}

/* *out is to be destroyed even where reading it fails. */
static ptl_status take_node(reader *r, int depth, ptl_node **out) {
  int32_t numbers[6];
  ptl_status status = take(r, numbers, sizeof numbers);
  if (status != PTL_OK) return status;
  const int32_t kind = numbers[0], n = numbers[5];
  const int has_entries = kind == PTL_NODE_LIST || kind == PTL_NODE_MAPPING;
  if (kind < PTL_NODE_NOTHING || kind > PTL_NODE_MAPPING || depth > DEEPEST || n < 0 ||
      (n > 0 && !has_entries) || (size_t)n > r->left / SMALLEST_NODE)
    return fail(r, "the packed model has a node that cannot be");
  ptl_node *node =
      ptl_node_create(r->context, (ptl_node_kind)kind, (ptl_where){numbers[1], numbers[2]});
  if (node == NULL) return PTL_ERR_MEMORY;
  *out = node;
  node->key_where = (ptl_where){numbers[3], numbers[4]};
  if (node->where.line < 0 || node->key_where.line < 0)
    return fail(r, "the packed model has a line that cannot be");
  status = take_text(r, &node->text);
  if (status == PTL_OK) status = take_text(r, &node->tag);
  if (status == PTL_OK) status = take_text(r, &node->key);
  if (status == PTL_OK && (node->text != NULL) != (kind == PTL_NODE_TEXT))
    status = fail(r, "the packed model has a text out of place");
  return status == PTL_OK ? take_entries(r, depth, n, node) : status;
}

static ptl_status take_header(reader *r, header *h) {
  const ptl_status status = take(r, h, sizeof *h);
  if (status != PTL_OK) return status;
  if (memcmp(h->magic, magic, sizeof magic) != 0) return fail(r, "this is no packed model");
  if (h->order != ORDER)
    return fail(r, "the packed model is from a machine with another order of bytes");
  if (h->format != FORMAT) return fail(r, "the packed model is of another version of Pintle");
  if (h->sum != ptl_hash(PTL_HASH_START, r->at, r->left))
    return fail(r, "the packed model has been damaged");
  return PTL_OK;
}

static ptl_status take_tree(reader *r, ptl_node **out) {
  ptl_node *root = NULL;
  ptl_status status = take_node(r, 0, &root);
  if (status == PTL_OK && (r->left > 0 || root->kind != PTL_NODE_MAPPING || root->key != NULL))
    status = fail(r, "the packed model goes on behind its end");
  if (status == PTL_OK)
    *out = root;
  else
    ptl_node_destroy(r->context, root);
  return status;
}

static ptl_status read_all(reader *r, ptl_mechanism *m) {
  header h;
  ptl_node *root = NULL;
  ptl_status status = take_header(r, &h);
  if (status == PTL_OK) status = take_text(r, &m->file);
  if (status == PTL_OK) status = take_units(r);
  if (status == PTL_OK) status = take_tree(r, &root);
  if (status != PTL_OK) return status;
  m->hash = h.model;
  return ptl_read_description(m, root);
}

ptl_status ptl_unpack(ptl_context *context, const char *name, const void *bytes, size_t size,
                      ptl_mechanism **out) {
  reader r = {context, name, bytes, size};
  *out = NULL;
  ptl_mechanism *m = ptl_mechanism_create(context);
  if (m == NULL) return PTL_ERR_MEMORY;
  const ptl_status status = read_all(&r, m);
  if (status == PTL_OK)
    *out = m;
  else
    ptl_mechanism_destroy(m);
  return status;
}
