/* printable.h: text that steers no terminal. Internal. */
#ifndef PTL_PRINTABLE_H
#define PTL_PRINTABLE_H

#include <stddef.h>

/* Bytes of the character that begins at `text`, of which `size` bytes may be read: 1 to 4, or 0
 * when it is not well-formed UTF-8 (utf8.h) or must not reach a terminal as it is: control
 * characters (C0 but for line feed and tab, DEL, C1) and marks of direction (Unicode TR 9: U+061C,
 * U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069). */
size_t ptl_printable_length(const char *text, size_t size);

/* Puts a question mark in the place of every byte sequence that must not be printed. */
void ptl_make_printable(char *text);
/* The same, and in the place of every line feed: a text that is one line, whatever it names. */
void ptl_make_one_line(char *text);

#endif
