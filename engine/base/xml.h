/* xml.h: text in XML. Internal. */
#ifndef PTL_XML_H
#define PTL_XML_H

#include <stdio.h>

/* The text as the content of an element or of an attribute in double quotes. Characters that XML cannot hold are left
 * out. */
static inline void ptl_xml_put(FILE *out, const char *text) {
  for (; *text != '\0'; text++) {
    const char *known = *text == '<'   ? "&lt;"
                        : *text == '>' ? "&gt;"
                        : *text == '&' ? "&amp;"
                        : *text == '"' ? "&quot;"
                                       : NULL;
    if (known != NULL)
      fputs(known, out);
    else if ((unsigned char)*text >= ' ')
      fputc(*text, out);
  }
}

#endif
