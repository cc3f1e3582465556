/* xml.h: text in XML. Internal. */
#ifndef PTL_XML_H
#define PTL_XML_H

#include <stdint.h>
#include <stdio.h>

#include "utf8.h"

/* The text as the content of an element or of an attribute in double quotes. What XML 1.0 cannot
 * hold becomes U+FFFD, the replacement character, control characters are left out. */
static inline void ptl_xml_put(FILE *out, const char *text) {
  for (size_t n; *text != '\0'; text += n > 0 ? n : 1) {
    const char *known = *text == '<'   ? "&lt;"
                        : *text == '>' ? "&gt;"
                        : *text == '&' ? "&amp;"
                        : *text == '"' ? "&quot;"
                                       : NULL;
    n = ptl_utf8_length(text, SIZE_MAX);
    const unsigned code = ptl_utf8_code(text, SIZE_MAX);
    if (known != NULL)
      fputs(known, out);
    else if (n == 0 || code == 0xFFFE || code == 0xFFFF)
      fputs("\xEF\xBF\xBD", out);
    else if (code >= ' ' && !(code >= 0x7F && code < 0xA0))
      fwrite(text, 1, n, out);
  }
}

#endif
