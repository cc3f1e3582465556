/* xml_read.c: XML through expat. */
#include "xml_read.h"

#include <expat.h>
#include <math.h>
#include <string.h>

#include "number.h"

enum { MOST_DEPTH = 200, PIECE = 1 << 16 };

typedef struct reading {
  ptl_import *import;
  XML_Parser parser;
  ptl_element *root, *at;
  ptl_status status;
} reading;

static void stop(reading *r, ptl_status status) {
  r->status = status;
  XML_StopParser(r->parser, XML_FALSE);
}

static int line_of(const reading *r) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9 /* which has the other deprecated */
  return (int)XML_GetCurrentLineNumber64(r->parser);
#else
  return (int)XML_GetCurrentLineNumber(r->parser);
#endif
}

static const char *copy(reading *r, const char *text) {
  return ptl_import_copy(r->import, text, strlen(text));
}

static int copy_attributes(reading *r, ptl_element *element, const char **given) {
  size_t n = 0;
  while (given[n] != NULL) n++;
  element->attributes = ptl_import_alloc(r->import, n + 1, sizeof *element->attributes);
  if (element->attributes == NULL) return 0;
  for (size_t i = 0; i < n; i++)
    if ((element->attributes[i] = copy(r, given[i])) == NULL) return 0;
  return 1;
}

static void append(reading *r, ptl_element *element) {
  element->parent = r->at;
  if (r->at == NULL)
    r->root = element;
  else if (r->at->first == NULL)
    r->at->first = r->at->last = element;
  else
    r->at->last = r->at->last->next = element;
  r->at = element;
}

static void begin(void *user, const char *name, const char **attributes) {
  reading *r = user;
  if (r->status != PTL_OK) return;
  const int depth = r->at != NULL ? r->at->depth + 1 : 0;
  if (depth > MOST_DEPTH) {
    stop(r, ptl_import_fail(r->import, line_of(r),
                            PTL_E(0150) "elements are nested more than %d deep", MOST_DEPTH));
    return;
  }
  ptl_element *element = ptl_import_alloc(r->import, 1, sizeof *element);
  if (element == NULL || (element->name = copy(r, name)) == NULL ||
      !copy_attributes(r, element, attributes)) {
    stop(r, PTL_ERR_MEMORY);
    return;
  }
  element->line = line_of(r);
  element->depth = depth;
  append(r, element);
}

static void end(void *user, const char *name) {
  reading *r = user;
  (void)name;
  if (r->status == PTL_OK) r->at = r->at->parent;
}

static void refuse_type(void *user, const char *name, const char *system_id, const char *public_id,
                        int has_subset) {
  reading *r = user;
  (void)name, (void)system_id, (void)public_id, (void)has_subset;
  if (r->status == PTL_OK)
    stop(r, ptl_import_fail(r->import, line_of(r),
                            PTL_E(0150) "a document with a DOCTYPE is not read: it could define "
                                        "entities and name other files; take the line out"));
}

static ptl_status fail_parse(const reading *r) {
  const enum XML_Error error = XML_GetErrorCode(r->parser);
  if (r->status != PTL_OK) return r->status;
  if (error == XML_ERROR_NO_MEMORY)
    return ptl_fail(r->import->context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory");
  return ptl_import_fail(r->import, line_of(r), PTL_E(0150) "no well-formed XML: %s",
                         XML_ErrorString(error));
}

static ptl_status parse(reading *r, const char *text, size_t size) {
  for (size_t done = 0; done < size || done == 0;) {
    const size_t n = size - done < PIECE ? size - done : PIECE;
    const int last = done + n == size;
    if (XML_Parse(r->parser, text + done, (int)n, last) != XML_STATUS_OK) return fail_parse(r);
    done += n;
    if (last) break;
  }
  return r->status;
}

ptl_status ptl_xml_read(ptl_import *import, const char *text, size_t size, ptl_element **root) {
  reading r = {.import = import, .parser = XML_ParserCreate(NULL)};
  if (r.parser == NULL)
    return ptl_fail(import->context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory");
  XML_SetUserData(r.parser, &r);
  XML_SetElementHandler(r.parser, begin, end);
  XML_SetStartDoctypeDeclHandler(r.parser, refuse_type);
  const ptl_status status = parse(&r, text, size);
  XML_ParserFree(r.parser);
  *root = r.root;
  return status;
}

const char *ptl_xml_get(const ptl_element *element, const char *name) {
  for (const char **at = element->attributes; *at != NULL; at += 2)
    if (strcmp(at[0], name) == 0) return at[1];
  return NULL;
}

int ptl_xml_is(const ptl_element *element, const char *name) {
  return strcmp(element->name, name) == 0;
}

const ptl_element *ptl_xml_find(const ptl_element *parent, const ptl_element *after,
                                const char *name) {
  const ptl_element *at = after != NULL ? after->next : parent != NULL ? parent->first : NULL;
  while (at != NULL && !ptl_xml_is(at, name)) at = at->next;
  return at;
}

ptl_status ptl_xml_numbers(const ptl_import *import, const ptl_element *element, const char *name,
                           const char *text, int least, int most, double *out, int *n) {
  static const char *blanks = " \t\r\n";
  const char *at = text + strspn(text, blanks);
  for (*n = 0; *at != '\0'; (*n)++) {
    char *behind;
    const double value = ptl_number_read(at, &behind);
    if (behind == at || (*behind != '\0' && strchr(blanks, *behind) == NULL) || !isfinite(value))
      return ptl_import_fail(import, element->line, PTL_E(0151) "<%s %s=\"%.40s\">: no numbers",
                             element->name, name, text);
    if (*n == most) break;
    out[*n] = value;
    at = behind + strspn(behind, blanks);
  }
  if (*n >= least && *at == '\0') return PTL_OK;
  return ptl_import_fail(import, element->line, PTL_E(0151) "<%s %s=\"%.40s\"> needs %d number%s",
                         element->name, name, text, least, least == 1 ? "" : "s");
}
