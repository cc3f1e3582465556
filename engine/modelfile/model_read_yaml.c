/* model_read_yaml.c: YAML text to a tree of nodes. The only file that knows libfyaml.
 *
 * The parser's events are used, not its documents: they carry the location of every node, nothing
 * is built that an alias could blow up, and the tree's memory is the context's. */
#include "model_read_yaml.h"

#include <errno.h>
#include <libfyaml.h>
#include <stdio.h>
#include <string.h>

#include "utf8.h"

enum { DEEPEST = 40 };

typedef struct ptl_yaml {
  ptl_mechanism *m;
  int setting; /* -1: the file */
  struct fy_parser *parser;
  struct fy_diag *diag;
  struct fy_event *event;
  ptl_where location;  /* of the last event that has one */
  ptl_name_table keys; /* of the mappings, which are numbered */
  int n_mappings;
} ptl_yaml;

static ptl_status read_node(ptl_yaml *y, int depth, ptl_node **out);

/* ------------------------------------------------------------------ events */

static struct fy_token *token_of(const struct fy_event *event) {
  switch (event->type) {
    case FYET_SCALAR:
      return event->scalar.value;
    case FYET_MAPPING_START:
      return event->mapping_start.mapping_start;
    case FYET_SEQUENCE_START:
      return event->sequence_start.sequence_start;
    case FYET_ALIAS:
      return event->alias.anchor;
    case FYET_DOCUMENT_START:
      return event->document_start.document_start;
    default:
      return NULL;
  }
}

static struct fy_token *tag_of(const struct fy_event *event) {
  if (event->type == FYET_SCALAR) return event->scalar.tag;
  if (event->type == FYET_MAPPING_START) return event->mapping_start.tag;
  return event->type == FYET_SEQUENCE_START ? event->sequence_start.tag : NULL;
}

static struct fy_token *anchor_of(const struct fy_event *event) {
  if (event->type == FYET_SCALAR) return event->scalar.anchor;
  if (event->type == FYET_MAPPING_START) return event->mapping_start.anchor;
  return event->type == FYET_SEQUENCE_START ? event->sequence_start.anchor : NULL;
}

static int is_quoted(const ptl_yaml *y, struct fy_token *token) {
  return y->event->type == FYET_SCALAR && (fy_token_scalar_style(token) == FYSS_SINGLE_QUOTED ||
                                           fy_token_scalar_style(token) == FYSS_DOUBLE_QUOTED);
}

/* What is left out is where its key is; libfyaml 0.8 and later has a token for it, behind the
 * colon. */
static int is_left_out(const ptl_yaml *y, struct fy_token *token) {
  return y->event->type == FYET_SCALAR && !is_quoted(y, token) &&
         fy_token_get_text_length(token) == 0;
}

/* Marks count from 0, and stand behind an opening quote. */
static void note_location(ptl_yaml *y) {
  struct fy_token *token = token_of(y->event);
  if (token != NULL && is_left_out(y, token)) token = NULL;
  const struct fy_mark *mark = token != NULL ? fy_token_start_mark(token) : NULL;
  if (y->setting >= 0)
    y->location = ptl_setting_where(y->setting);
  else if (mark != NULL)
    y->location = (ptl_where){mark->line + 1, mark->column + 1 - is_quoted(y, token)};
}

/* What a message of the parser mostly means. */
static const char *hint_of(const char *message) {
  static const char *const hints[][2] = {
      {"comma in flow", " (an expression with , ? : or brackets needs quotes inside { } and [ ])"},
      {"in flow mode",
       " (inside { } and [ ] every line, that of the closing bracket too, begins further right "
       "than "
       "the key above it)"},
      {"nested block mapping on the same line", " (a text with ': ' in it needs quotes)"},
      {"double-quoted scalar", " (is a closing quote missing?)"},
      {"single-quoted scalar", " (is a closing quote missing?)"}};
  for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
    if (strstr(message, hints[i][0]) != NULL) return hints[i][1];
  return "";
}

/* libfyaml does not tell what it has no memory for from what is wrong; malloc does. */
static ptl_status fail_memory(const ptl_yaml *y) {
  return ptl_fail(y->m->context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory while a model is read");
}

static ptl_status fail_syntax(ptl_yaml *y) {
  ptl_where where = y->location;
  void *state = NULL;

  const struct fy_diag_error *error = fy_diag_errors_iterate(y->diag, &state);
  if (error != NULL && y->setting < 0) where = (ptl_where){error->line, error->column};
  const char *message =
      error != NULL && error->msg != NULL ? error->msg : "it cannot be read from here on";
  return ptl_fail_at(y->m, where, PTL_ERR_INPUT, PTL_E(0104) "this is not YAML: %s%s", message,
                     hint_of(message));
}

static ptl_status next_event(ptl_yaml *y) {
  if (y->event != NULL) fy_parser_event_free(y->parser, y->event);
  errno = 0;
  y->event = fy_parser_parse(y->parser);
  if (errno == ENOMEM) return fail_memory(y);
  if (y->event == NULL) return fail_syntax(y);
  note_location(y);
  return PTL_OK;
}

static ptl_status fail_at_event(const ptl_yaml *y, const char *what) {
  return ptl_fail_at(y->m, y->location, PTL_ERR_INPUT, PTL_E(0104) "%s", what);
}

/* ------------------------------------------------------------------ nodes */

/* Text in memory of the context, which an escape (\0) must not cut short. */
static ptl_status copy_token(ptl_yaml *y, struct fy_token *token, char **out) {
  size_t length = 0;
  errno = 0;
  const char *text = fy_token_get_text(token, &length);
  if (errno == ENOMEM) return fail_memory(y);
  if (text != NULL && memchr(text, '\0', length) != NULL)
    return fail_at_event(y, "a character with the code 0 does not belong into text");
  *out = ptl_alloc(y->m->context, length + 1, 1);
  if (*out != NULL && text != NULL) memcpy(*out, text, length);
  return *out != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

/* A value that is left out, `~` or null. */
static int is_nothing(const struct fy_event *event) {
  struct fy_token *token = event->scalar.value;
  size_t length = 0;
  const char *text = token != NULL ? fy_token_get_text(token, &length) : NULL;
  if (text == NULL || fy_token_scalar_style(token) != FYSS_PLAIN) return text == NULL;
  return length == 0 || (length == 1 && text[0] == '~') ||
         (length == 4 && memcmp(text, "null", 4) == 0);
}

static ptl_status read_scalar(ptl_yaml *y, ptl_node *node) {
  errno = 0;
  const int nothing = is_nothing(y->event);
  if (errno == ENOMEM) return fail_memory(y);
  if (nothing) return PTL_OK;
  node->kind = PTL_NODE_TEXT;
  return copy_token(y, y->event->scalar.value, &node->text);
}

static ptl_status read_list(ptl_yaml *y, int depth, ptl_node *list) {
  for (;;) {
    ptl_node *child;
    ptl_status status = next_event(y);
    if (status != PTL_OK || y->event->type == FYET_SEQUENCE_END) return status;
    status = read_node(y, depth + 1, &child);
    if (status != PTL_OK) return status;
    ptl_node_append(list, child);
  }
}

static ptl_status enter_key(ptl_yaml *y, const ptl_node *mapping, int number, const char *key) {
  if (ptl_name_find(&y->keys, number, key, strlen(key)) < 0)
    return ptl_name_enter(y->m->context, &y->keys, number, key, mapping->n);
  return ptl_fail_at(y->m, y->location, PTL_ERR_INPUT,
                     PTL_E(0202) "the key '%s' stands twice in one mapping, first in line %d", key,
                     ptl_node_find(mapping, key)->key_where.line);
}

static ptl_status read_entry(ptl_yaml *y, int depth, ptl_node *mapping, int number) {
  const ptl_where where = y->location;
  ptl_node *child = NULL;
  if (y->event->type != FYET_SCALAR || y->event->scalar.value == NULL ||
      y->event->scalar.anchor != NULL || y->event->scalar.tag != NULL)
    return fail_at_event(y, "a key must be a plain name");
  char *key = NULL;
  ptl_status status = copy_token(y, y->event->scalar.value, &key);
  if (status != PTL_OK) return status;
  status = enter_key(y, mapping, number, key);
  if (status == PTL_OK) status = next_event(y);
  if (status == PTL_OK && y->event->type == FYET_SCALAR && y->event->scalar.value == NULL)
    y->location = where;
  if (status == PTL_OK) status = read_node(y, depth + 1, &child);
  if (status != PTL_OK) {
    ptl_free(y->m->context, key);
    return status;
  }
  child->key = key;
  child->key_where = where;
  ptl_node_append(mapping, child);
  return PTL_OK;
}

static ptl_status read_mapping(ptl_yaml *y, int depth, ptl_node *mapping) {
  const int number = y->n_mappings++;
  for (;;) {
    ptl_status status = next_event(y);
    if (status != PTL_OK || y->event->type == FYET_MAPPING_END) return status;
    status = read_entry(y, depth, mapping, number);
    if (status != PTL_OK) return status;
  }
}

static ptl_status fill_node(ptl_yaml *y, int depth, ptl_node *node) {
  struct fy_token *tag = tag_of(y->event);
  if (tag != NULL) {
    const ptl_status status = copy_token(y, tag, &node->tag);
    if (status != PTL_OK) return status;
  }
  switch (y->event->type) {
    case FYET_SCALAR:
      return read_scalar(y, node);
    case FYET_SEQUENCE_START:
      node->kind = PTL_NODE_LIST;
      return read_list(y, depth, node);
    case FYET_MAPPING_START:
      node->kind = PTL_NODE_MAPPING;
      return read_mapping(y, depth, node);
    default:
      return fail_at_event(y, "this cannot be read");
  }
}

/* The node that begins with the present event. */
static ptl_status read_node(ptl_yaml *y, int depth, ptl_node **out) {
  if (y->event->type == FYET_ALIAS || anchor_of(y->event) != NULL) {
    return fail_at_event(y,
                         "anchors (&) and aliases (*) are not used here: give a quantity a name "
                         "under 'parameters', a pair of laws one under 'contacts'");
  }
  if (depth > DEEPEST) return fail_at_event(y, "mappings and lists are nested too deeply");
  ptl_node *node = ptl_node_create(y->m->context, PTL_NODE_NOTHING, y->location);
  if (node == NULL) return PTL_ERR_MEMORY;
  ptl_status status = fill_node(y, depth, node);
  if (status != PTL_OK) {
    ptl_node_destroy(y->m->context, node);
    return status;
  }
  *out = node;
  return PTL_OK;
}

/* ------------------------------------------------------------------ bytes */

/* Bytes of the character at `text`, 0 if it is none, or a control character that has no use
 * here. */
static size_t character_length(const char *text, size_t size) {
  const size_t n = ptl_utf8_length(text, size);
  const int is_control = n == 1 && (unsigned char)*text < 0x20;
  const int is_blank = *text == '\n' || *text == '\r' || *text == '\t';
  return is_control && !is_blank ? 0 : n;
}

static ptl_where start_of(int setting) {
  return setting >= 0 ? ptl_setting_where(setting) : (ptl_where){1, 1};
}

/* libfyaml does not come to an end after some bytes that are no characters. */
static ptl_status check_characters(const ptl_mechanism *m, const char *text, size_t size,
                                   int setting) {
  ptl_where where = start_of(setting);
  size_t i = 0;
  while (i < size) {
    const size_t n = character_length(text + i, size - i);
    if (n == 0) {
      return ptl_fail_at(m, where, PTL_ERR_INPUT,
                         PTL_E(0104) "byte 0x%02x does not belong there: this is text in UTF-8",
                         (unsigned)(unsigned char)text[i]);
    }
    i += n;
    if (setting >= 0) continue;
    where.column++;
    if (text[i - n] == '\n') where = (ptl_where){where.line + 1, 1};
  }
  return PTL_OK;
}

/* ------------------------------------------------------------------ the stream */

static ptl_status read_stream(ptl_yaml *y, ptl_node **out) {
  ptl_status status = next_event(y);
  if (status == PTL_OK && y->event->type == FYET_STREAM_START) status = next_event(y);
  if (status != PTL_OK) return status;
  if (y->event->type == FYET_STREAM_END) {
    *out = ptl_node_create(y->m->context, PTL_NODE_NOTHING, y->location);
    return *out != NULL ? PTL_OK : PTL_ERR_MEMORY;
  }
  status = next_event(y); /* behind the document's start */
  if (status == PTL_OK) status = read_node(y, 0, out);
  if (status == PTL_OK) status = next_event(y); /* its end */
  if (status == PTL_OK) status = next_event(y);
  if (status == PTL_OK && y->event->type != FYET_STREAM_END)
    status = fail_at_event(y, "a second document (---) follows here; a model is one document");
  return status;
}

ptl_status ptl_tree_read(ptl_mechanism *m, const char *text, size_t size, int setting,
                         ptl_node **out) {
  ptl_yaml y = {.m = m, .setting = setting, .location = start_of(setting)};
  struct fy_parse_cfg config = {.flags = FYPCF_DEFAULT_VERSION_1_2 | FYPCF_ALLOW_DUPLICATE_KEYS |
                                         FYPCF_JSON_NONE};
  struct fy_diag_cfg diag_config;
  ptl_node *root = NULL;
  ptl_status status = check_characters(m, text, size, setting);
  if (status != PTL_OK) return status;
  fy_diag_cfg_default(&diag_config);
  diag_config.fp = NULL;
  y.diag = fy_diag_create(&diag_config);
  if (y.diag != NULL) fy_diag_set_collect_errors(y.diag, true);
  config.diag = y.diag;
  if (y.diag != NULL) y.parser = fy_parser_create(&config);
  if (y.parser == NULL || fy_parser_set_string(y.parser, text, size) != 0) {
    status = ptl_fail(m->context, PTL_ERR_MEMORY,
                      PTL_E(0001) "out of memory: libfyaml cannot be started");
  } else {
    status = read_stream(&y, &root);
  }
  ptl_name_release(m->context, &y.keys);
  if (y.event != NULL) fy_parser_event_free(y.parser, y.event);
  if (y.parser != NULL) fy_parser_destroy(y.parser);
  if (y.diag != NULL) fy_diag_destroy(y.diag);
  if (status == PTL_OK) {
    *out = root;
  } else {
    ptl_node_destroy(m->context, root);
  }
  return status;
}
