/* json_check.h: says whether a text is one well-formed JSON value (RFC 8259). For tests. */
#ifndef PTL_TEST_JSON_CHECK_H
#define PTL_TEST_JSON_CHECK_H

#include <ctype.h>
#include <string.h>

static inline const char *json_value(const char *p);

static inline const char *json_blanks(const char *p) {
  return p ? p + strspn(p, " \t\r\n") : NULL;
}

static inline const char *json_expect(const char *p, const char *word) {
  return p && strncmp(p, word, strlen(word)) == 0 ? p + strlen(word) : NULL;
}

static inline const char *json_string(const char *p) {
  if (!p || *p++ != '"') return NULL;
  for (; *p != '"'; p++) {
    if ((unsigned char)*p < 0x20) return NULL; /* the final zero too */
    if (*p != '\\') continue;
    p++;
    if (*p == 'u') {
      for (int i = 1; i <= 4; i++)
        if (!isxdigit((unsigned char)p[i])) return NULL;
      p += 4;
    } else if (!*p || strchr("\"\\/bfnrt", *p) == NULL) {
      return NULL;
    }
  }
  return p + 1;
}

static inline const char *json_digits(const char *p) {
  if (!p || !isdigit((unsigned char)*p)) return NULL;
  while (isdigit((unsigned char)*p)) p++;
  return p;
}

static inline const char *json_number(const char *p) {
  if (*p == '-') p++;
  if (*p == '0' && isdigit((unsigned char)p[1])) return NULL;
  p = json_digits(p);
  if (p && *p == '.') p = json_digits(p + 1);
  if (p && (*p == 'e' || *p == 'E')) p = json_digits(p + 1 + (p[1] == '+' || p[1] == '-'));
  return p;
}

/* The inside of an object or a list, from behind its opening bracket. */
static inline const char *json_members(const char *p, char end, int with_keys) {
  p = json_blanks(p);
  if (*p == end) return p + 1;
  for (;;) {
    if (with_keys) p = json_expect(json_blanks(json_string(json_blanks(p))), ":");
    p = json_blanks(json_value(json_blanks(p)));
    if (!p) return NULL;
    if (*p == end) return p + 1;
    if (*p++ != ',') return NULL;
  }
}

static inline const char *json_value(const char *p) {
  if (!p) return NULL;
  switch (*p) {
    case '{':
      return json_members(p + 1, '}', 1);
    case '[':
      return json_members(p + 1, ']', 0);
    case '"':
      return json_string(p);
    case 't':
      return json_expect(p, "true");
    case 'f':
      return json_expect(p, "false");
    case 'n':
      return json_expect(p, "null");
    default:
      return json_number(p);
  }
}

static inline int json_is_well_formed(const char *text) {
  const char *end = json_blanks(json_value(json_blanks(text)));
  return end && *end == '\0';
}

#endif
