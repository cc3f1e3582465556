/* study_read.c: reads a study file. The format is documented in docs/studies.md. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file_read.h"
#include "model_read_yaml.h"
#include "study.h"
#include "study_keys.h"

enum { LARGEST_FILE = 16 << 20, FORMAT = 1 };

typedef struct reader {
  ptl_context *context;
  ptl_mechanism *m; /* empty; it has the file's name for messages */
  ptl_study *out;
  char *folder; /* of the file, "" for this one */
} reader;

/* Puts the place in front of the message that is there. */
static ptl_status place(const reader *r, ptl_where where, ptl_status status) {
  if (status != PTL_ERR_INPUT) return status;
  char *message = ptl_copy_text(r->context, ptl_context_message(r->context));
  if (message == NULL) return PTL_ERR_MEMORY;
  ptl_fail_at(r->m, where, status, PTL_E_SAME "%s", message);
  ptl_free(r->context, message);
  return status;
}

static ptl_status want(const reader *r, const ptl_node *node, ptl_node_kind kind, const char *what,
                       const char *expected) {
  if (node->kind == kind) return PTL_OK;
  return ptl_fail_at(r->m, node->where, PTL_ERR_INPUT, PTL_E(0801) "%s must be %s, not %s", what,
                     expected, ptl_node_word(node));
}

static ptl_status want_text(const reader *r, const ptl_node *node, const char *what) {
  return want(r, node, PTL_NODE_TEXT, what, "text");
}

static ptl_status read_whole(const reader *r, const ptl_node *node, const char *what, double least,
                             double *out) {
  ptl_status status = want_text(r, node, what);
  if (status != PTL_OK) return status;
  char *end;
  *out = strtod(node->text, &end);
  const int is_in_range = *out >= least && *out <= 9e15; /* and has no fraction that is not seen */
  if (end == node->text || *end != '\0' || !is_in_range || *out != floor(*out))
    return ptl_fail_at(r->m, node->where, PTL_ERR_INPUT,
                       PTL_E(0801) "%s must be a whole number from %.0f to 9e15, not '%s'", what,
                       least, node->text);
  return PTL_OK;
}

/* ------------------------------------------------------------------ factors */

/* A list of texts as one text with commas. */
static char *join_list(const reader *r, const ptl_node *list) {
  size_t size = 1;
  for (const ptl_node *n = list->first; n != NULL; n = n->next)
    size += (n->kind == PTL_NODE_TEXT ? strlen(n->text) : 0) + 2;
  char *text = ptl_alloc(r->context, size, 1);
  for (const ptl_node *n = list->first; n != NULL && text != NULL; n = n->next) {
    if (n != list->first) strcat(text, ", ");
    if (n->kind == PTL_NODE_TEXT) strcat(text, n->text);
  }
  return text;
}

static ptl_status read_factor(reader *r, const ptl_node *node) {
  ptl_factor factor;
  const int is_list = node->kind == PTL_NODE_LIST;
  if (!is_list) {
    ptl_status status = want(r, node, PTL_NODE_TEXT, node->key, "text or a list of texts");
    if (status != PTL_OK) return status;
  }
  char *text = is_list ? join_list(r, node) : ptl_copy_text(r->context, node->text);
  if (text == NULL) return PTL_ERR_MEMORY;
  ptl_status status = ptl_factor_read(r->context, node->key, text, r->folder, &factor);
  if (status == PTL_OK) status = ptl_design_add(r->context, &r->out->design, &factor);
  if (status != PTL_OK) ptl_factor_release(r->context, &factor);
  ptl_free(r->context, text);
  return place(r, node->where, status);
}

static ptl_status read_each(reader *r, const ptl_node *node, const char *what,
                            ptl_status (*read)(reader *, const ptl_node *)) {
  ptl_status status = want(r, node, PTL_NODE_MAPPING, what, "a mapping");
  for (const ptl_node *n = node->first; n != NULL && status == PTL_OK; n = n->next)
    status = read(r, n);
  return status;
}

static ptl_status read_setting(reader *r, const ptl_node *node) {
  ptl_status status = want_text(r, node, node->key);
  return status == PTL_OK ? ptl_study_set(r->context, r->out, node->key, node->text) : status;
}

/* ------------------------------------------------------------------ measures and sections */

static ptl_status check_keys(const reader *r, const ptl_node *node, const ptl_key *known_keys) {
  const char *keys[PTL_MOST_KEYS];
  const int n_keys = ptl_key_names(known_keys, keys);
  for (const ptl_node *n = node->first; n != NULL; n = n->next) {
    int known = 0;
    for (int i = 0; i < n_keys; i++) known |= strcmp(keys[i], n->key) == 0;
    if (known) continue;
    const char *near = ptl_nearest(n->key, keys, n_keys);
    return ptl_fail_at(r->m, n->key_where, PTL_ERR_INPUT, PTL_E(0801) "there is no key '%s'%s%s%s",
                       n->key, near != NULL ? ", did you mean '" : "", near != NULL ? near : "",
                       near != NULL ? "'?" : "");
  }
  return PTL_OK;
}

/* NAME, or {type: NAME, OPTION: VALUE} */
static ptl_status read_analysis(reader *r, const ptl_node *node) {
  ptl_analysis analysis = {.kind = PTL_ANALYSIS_RUN};
  const int is_mapping = node->kind == PTL_NODE_MAPPING;
  const ptl_node *type = is_mapping ? ptl_node_find(node, "type") : node;
  if (type == NULL)
    return ptl_fail_at(r->m, node->where, PTL_ERR_INPUT,
                       PTL_E(0801) "an analysis has a type, as in {type: wear, cycles: 20000}");
  ptl_status status = want_text(r, type, "an analysis");
  if (status == PTL_OK)
    status = place(r, type->where, ptl_analysis_begin(r->context, type->text, &analysis));
  for (const ptl_node *n = is_mapping ? node->first : NULL; n != NULL && status == PTL_OK;
       n = n->next) {
    if (n == type) continue;
    status = want_text(r, n, n->key);
    if (status == PTL_OK)
      status = place(r, n->where, ptl_analysis_set(r->context, &analysis, n->key, n->text));
  }
  if (status == PTL_OK) status = place(r, node->where, ptl_analysis_check(r->context, &analysis));
  if (status == PTL_OK) status = ptl_study_analysis(r->context, r->out, &analysis);
  ptl_analysis_release(r->context, &analysis);
  return status;
}

/* NAME: EXPRESSION, or NAME: {value: EXPRESSION, unit: N} */
static ptl_status read_measure(reader *r, const ptl_node *node) {
  const char *unit = NULL;
  const ptl_node *value = node;
  if (node->kind == PTL_NODE_MAPPING) {
    ptl_status status = check_keys(r, node, ptl_keys_measure);
    if (status != PTL_OK) return status;
    value = ptl_node_find(node, "value");
    const ptl_node *wanted = ptl_node_find(node, "unit");
    if (value == NULL)
      return ptl_fail_at(r->m, node->where, PTL_ERR_INPUT,
                         PTL_E(0801) "the measure '%s' has no value", node->key);
    if (wanted != NULL) status = want_text(r, wanted, "unit");
    if (status != PTL_OK) return status;
    if (wanted != NULL) unit = wanted->text;
  }
  ptl_status status = want_text(r, value, "a measure");
  if (status != PTL_OK) return status;
  status = ptl_measures_add(r->context, &r->out->measures, node->key, value->text, unit);
  return place(r, value->where, status);
}

static ptl_status read_measures(reader *r, const ptl_node *node) {
  if (node->kind != PTL_NODE_LIST) return read_each(r, node, "measures", read_measure);
  ptl_status status = PTL_OK;
  for (const ptl_node *n = node->first; n != NULL && status == PTL_OK; n = n->next) {
    status = want_text(r, n, "a measure");
    if (status == PTL_OK)
      status =
          place(r, n->where, ptl_measures_add(r->context, &r->out->measures, NULL, n->text, NULL));
  }
  return status;
}

/* NAME: {every: 1 turn of shaft, values: [...], phase: 90 deg, skip: 20} */
static ptl_status read_section(reader *r, const ptl_node *node) {
  ptl_status status = want(r, node, PTL_NODE_MAPPING, "a section", "a mapping");
  if (status == PTL_OK) status = check_keys(r, node, ptl_keys_section);
  if (status != PTL_OK) return status;
  const ptl_node *every = ptl_node_find(node, "every"), *values = ptl_node_find(node, "values"),
                 *phase = ptl_node_find(node, "phase"), *skip = ptl_node_find(node, "skip");
  if (every == NULL || values == NULL)
    return ptl_fail_at(r->m, node->where, PTL_ERR_INPUT,
                       PTL_E(0801) "the section '%s' needs every and values", node->key);
  double n_skip = 0;
  status = want_text(r, every, "every");
  if (status == PTL_OK) status = want(r, values, PTL_NODE_LIST, "values", "a list");
  if (status == PTL_OK && phase != NULL) status = want_text(r, phase, "phase");
  if (status == PTL_OK && skip != NULL) status = read_whole(r, skip, "skip", 0, &n_skip);
  if (status != PTL_OK) return status;
  const char **texts = ptl_alloc(r->context, (size_t)values->n, sizeof *texts);
  if (texts == NULL) return PTL_ERR_MEMORY;
  int n = 0;
  for (const ptl_node *v = values->first; v != NULL && status == PTL_OK; v = v->next) {
    status = want_text(r, v, "a value");
    texts[n++] = v->text;
  }
  if (status == PTL_OK)
    status = place(
        r, node->where,
        ptl_measures_add_section(r->context, &r->out->measures, node->key, texts, n, every->text,
                                 phase != NULL ? phase->text : NULL, (int64_t)n_skip));
  ptl_free(r->context, texts);
  return status;
}

/* ------------------------------------------------------------------ the file */

/* A path that is relative to the study file, from here. */
static char *path_from_here(const reader *r, const char *path) {
  const int joined = path[0] != '/' && *r->folder != '\0';
  const size_t size = strlen(r->folder) + strlen(path) + 2;
  char *out = ptl_alloc(r->context, size, 1);
  if (out != NULL) snprintf(out, size, "%s%s%s", joined ? r->folder : "", joined ? "/" : "", path);
  return out;
}

static ptl_status read_text(reader *r, const ptl_node *node, char **out) {
  ptl_status status = want_text(r, node, node->key);
  if (status != PTL_OK) return status;
  *out = ptl_copy_text(r->context, node->text);
  return *out != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

static ptl_status read_format(const reader *r, const ptl_node *node) {
  double format;
  ptl_status status = read_whole(r, node, "study", 1, &format);
  if (status == PTL_OK && format != FORMAT)
    status = ptl_fail_at(r->m, node->where, PTL_ERR_INPUT,
                         PTL_E(0801) "this is a study of format %.0f; this program reads format %d",
                         format, FORMAT);
  return status;
}

static ptl_status read_table(reader *r, const ptl_node *node) {
  ptl_status status = want_text(r, node, "table");
  if (status != PTL_OK) return status;
  char *path = path_from_here(r, node->text);
  if (path == NULL) return PTL_ERR_MEMORY;
  r->out->design.kind = PTL_DESIGN_POINTS;
  status = ptl_design_add_points(r->context, &r->out->design, path);
  ptl_free(r->context, path);
  return place(r, node->where, status);
}

/* One kind of event, or several in a text. */
static ptl_status read_event(reader *r, const ptl_node *node) {
  ptl_status status = want_text(r, node, "events");
  return status == PTL_OK ? place(r, node->where, ptl_study_events(r->context, r->out, node->text))
                          : status;
}

static ptl_status read_events(reader *r, const ptl_node *node) {
  ptl_status status = PTL_OK;
  if (node->kind != PTL_NODE_LIST) return read_event(r, node);
  for (const ptl_node *n = node->first; n != NULL && status == PTL_OK; n = n->next)
    status = read_event(r, n);
  return status;
}

static ptl_status read_key(reader *r, const ptl_node *node) {
  ptl_study *s = r->out;
  double number;
  ptl_status status = PTL_OK;
  const char *key = node->key;
  if (strcmp(key, "study") == 0) return read_format(r, node);
  if (strcmp(key, "analysis") == 0) return PTL_OK; /* is read before all */
  if (strcmp(key, "title") == 0) return read_text(r, node, &s->title);
  if (strcmp(key, "set") == 0) return read_each(r, node, "set", read_setting);
  if (strcmp(key, "vary") == 0) return read_each(r, node, "vary", read_factor);
  if (strcmp(key, "table") == 0) return read_table(r, node);
  if (strcmp(key, "measures") == 0) return read_measures(r, node);
  if (strcmp(key, "sections") == 0) return read_each(r, node, "sections", read_section);
  if (strcmp(key, "events") == 0) return read_events(r, node);
  if (strcmp(key, "points") == 0) {
    status = read_whole(r, node, key, 1, &number);
    if (status == PTL_OK) s->design.n = (int64_t)number;
    return status;
  }
  if (strcmp(key, "seed") == 0) {
    status = read_whole(r, node, key, 0, &number);
    if (status == PTL_OK) s->design.seed = (uint64_t)number;
    return status;
  }
  if (strcmp(key, "replicates") == 0) {
    status = read_whole(r, node, key, 1, &number);
    if (status == PTL_OK) s->design.replicates = (int64_t)number;
    return status;
  }
  if (strcmp(key, "stop_after") == 0) {
    status = read_whole(r, node, key, 0, &number);
    if (status == PTL_OK) s->stop_after = (int64_t)number;
    return status;
  }
  status = want_text(r, node, key);
  if (status != PTL_OK) return status;
  if (strcmp(key, "model") == 0) {
    s->model = path_from_here(r, node->text);
    return s->model != NULL ? PTL_OK : PTL_ERR_MEMORY;
  }
  if (strcmp(key, "continuation") == 0)
    return place(r, node->where, ptl_study_continuation(r->context, s, node->text));
  if (strcmp(key, "perturbation") == 0)
    return place(r, node->where,
                 ptl_quantity_eval(r->context, node->text, "1", NULL, 0, &s->design.perturbation));
  if (strcmp(key, "keep") == 0)
    return place(r, node->where, ptl_study_keep(r->context, s, node->text));
  return place(r, node->where, ptl_study_design(r->context, s, node->text));
}

static ptl_status read_study(reader *r, const ptl_node *root) {
  if (root->kind != PTL_NODE_MAPPING || ptl_node_find(root, "study") == NULL)
    return ptl_fail_at(r->m, (ptl_where){0, 0}, PTL_ERR_INPUT,
                       PTL_E(0801) "this is no study file: one begins with 'study: %d' and has model, vary and "
                       "measures",
                       FORMAT);
  ptl_status status = check_keys(r, root, ptl_keys_study);
  const ptl_node *analysis = ptl_node_find(root, "analysis"); /* measures depend on it */
  if (status == PTL_OK && analysis != NULL) status = read_analysis(r, analysis);
  for (const ptl_node *n = root->first; n != NULL && status == PTL_OK; n = n->next)
    status = read_key(r, n);
  if (status == PTL_OK && r->out->model == NULL)
    status =
        ptl_fail_at(r->m, (ptl_where){0, 0}, PTL_ERR_INPUT, PTL_E(0801) "the study has no model");
  if (status == PTL_OK) status = place(r, (ptl_where){0, 0}, ptl_study_prepare(r->context, r->out));
  return status;
}

static char *folder_of(ptl_context *context, const char *path) {
  const char *slash = strrchr(path, '/');
  char *folder = ptl_copy_text(context, path);
  if (folder != NULL) folder[slash != NULL ? slash - path : 0] = '\0';
  return folder;
}

ptl_status ptl_study_load(ptl_context *context, const char *path, ptl_study *out) {
  char *text = NULL;
  size_t size = 0;
  ptl_node *root = NULL;
  *out = ptl_study_default();
  reader r = {.context = context, .out = out};
  ptl_status status = ptl_file_read(context, path, "study", LARGEST_FILE, &text, &size);
  if (status == PTL_OK) {
    r.m = ptl_mechanism_create(context);
    r.folder = folder_of(context, path);
    if (r.m != NULL) r.m->file = ptl_copy_text(context, path);
    if (r.m == NULL || r.m->file == NULL || r.folder == NULL) status = PTL_ERR_MEMORY;
  }
  if (status == PTL_OK) status = ptl_tree_read(r.m, text, size, -1, &root);
  if (status == PTL_OK) status = read_study(&r, root);
  if (root != NULL) ptl_node_destroy(context, root);
  ptl_free(context, r.folder);
  ptl_mechanism_destroy(r.m);
  ptl_free(context, text);
  return status;
}
