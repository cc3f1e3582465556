/* page.h: a page of its own: one HTML file with its styles, scripts and data inside, that asks for
 * nothing else. */
#ifndef PTL_PAGE_H
#define PTL_PAGE_H

#include <stdio.h>

/* Writes the page's data, one JSON object, by the functions of page_text.h and page_shapes.h.
 * Returns 0, or non-zero when memory is out. */
typedef int ptl_page_data(FILE *out, void *user);

/* Writes PATH, whole or not at all. Returns 0, or non-zero with the reason in `why`. */
int ptl_page_write(const char *path, const char *title, ptl_page_data *data, void *user, char *why,
                   size_t size);

#endif
