/* word_list.c: see word_list.h. */
#include "word_list.h"

#include <ctype.h>
#include <string.h>

const char *ptl_word_at(const char *list, int index, size_t *length) {
  if (list == NULL || index < 0) return NULL;
  for (; index > 0; index--) {
    list = strchr(list, '|');
    if (list == NULL) return NULL;
    list++;
  }
  *length = strcspn(list, "|");
  return list;
}

int ptl_word_index(const char *list, const char *word) {
  const size_t wanted = strlen(word);
  size_t length;
  const char *found;
  for (int i = 0; (found = ptl_word_at(list, i, &length)) != NULL; i++)
    if (length == wanted && memcmp(found, word, length) == 0) return i;
  return -1;
}

int ptl_word_is_alike(const char *a, const char *b) {
  for (; *a && *b; a++, b++)
    if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) return 0;
  return *a == *b;
}

const char *ptl_part_end(const char *text, const char *ends) {
  int depth = 0;
  for (; *text != '\0'; text++) {
    if (depth == 0 && strchr(ends, *text) != NULL) break;
    if (*text == '(') depth++;
    if (*text == ')' && depth > 0) depth--;
  }
  return text;
}
