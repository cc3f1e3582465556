/* word_list.h: words, lists of them as types write them, "first|second|third", and parts of a text.
 * Internal. */
#ifndef PTL_WORD_LIST_H
#define PTL_WORD_LIST_H

#include <stddef.h>

/* Where word number `index` begins, and its length; NULL when the list has fewer words. */
const char *ptl_word_at(const char *list, int index, size_t *length);
/* The number of `word` in the list, -1 when it is not there. */
int ptl_word_index(const char *list, const char *word);
/* Whether both are the same but for capitals. */
int ptl_word_is_alike(const char *a, const char *b);
/* The first of the characters `ends` in the text that stands in no round brackets, or the end of
 * the text. */
const char *ptl_part_end(const char *text, const char *ends);

#endif
