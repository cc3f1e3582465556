/* utf8.h: characters of UTF-8 text (RFC 3629). Internal. */
#ifndef PTL_UTF8_H
#define PTL_UTF8_H

#include <stddef.h>

/* Bytes of the character that begins at `text`, of which `size` bytes may be read: 1 to 4, or 0
 * when no well-formed character begins there (stray or missing continuation bytes, overlong forms,
 * surrogates, beyond U+10FFFF). A terminating zero ends a character as well as `size` does. */
size_t ptl_utf8_length(const char *text, size_t size);
/* Its code point; U+FFFD, the replacement character, when no well-formed character begins there or
 * the text ends. */
unsigned ptl_utf8_code(const char *text, size_t size);

#endif
