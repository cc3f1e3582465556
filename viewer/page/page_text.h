/* page_text.h: text and numbers within a page: as HTML, and as JSON that may stand in a <script>
 * element. */
#ifndef PTL_PAGE_TEXT_H
#define PTL_PAGE_TEXT_H

#include <stdio.h>

/* Text with < > & " ' as entities; bytes that are not UTF-8 and control characters become
 * U+FFFD. */
void ptl_page_html(FILE *out, const char *text);
/* A JSON string; also < > & and the line separators of JavaScript are escaped, so that no text can
 * end the element. */
void ptl_page_string(FILE *out, const char *text);
/* A number with so many significant digits; null where it is not finite. */
void ptl_page_number(FILE *out, double value, int digits);

#endif
