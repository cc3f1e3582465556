/* xml_read.h: an XML file as a tree of elements with their lines. Internal. Documents with a type
 * (DOCTYPE) are refused, and with it entities of their own; size and depth are bounded. */
#ifndef PTL_IMPORT_XML_READ_H
#define PTL_IMPORT_XML_READ_H

#include "notes.h"

typedef struct ptl_element ptl_element;
struct ptl_element {
  const char *name;
  int line, depth;
  const char **attributes; /* name, value, name, value, ..., NULL */
  ptl_element *parent, *first, *last, *next;
};

/* `text` of `size` bytes; *root is memory of the import. */
ptl_status ptl_xml_read(ptl_import *import, const char *text, size_t size, ptl_element **root);

/* Value of an attribute, or NULL. */
const char *ptl_xml_get(const ptl_element *element, const char *name);
int ptl_xml_is(const ptl_element *element, const char *name);
/* First element of that name inside, or the next one behind `after`; NULL when there is none. */
const ptl_element *ptl_xml_find(const ptl_element *parent, const ptl_element *after,
                                const char *name);

/* Reads `text`, at most `most` numbers apart by blanks; *n of them, at least `least`. `name` names
 * the attribute in messages. */
ptl_status ptl_xml_numbers(const ptl_import *import, const ptl_element *element, const char *name,
                           const char *text, int least, int most, double *out, int *n);

#endif
