/* locals.c: see locals.h. */
#include "locals.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How deep definitions that are used once are read within one another. */
enum { DEEPEST_INSIDE = 8, SHORT = 80 };

int ptl_locals_number(const char **p) {
  const char *at = *p + 1;
  int number = 0;
  for (; isdigit((unsigned char)*at) && number < 100000; at++) number = 10 * number + (*at - '0');
  if (at > *p + 1) *p = at;
  return number;
}

/* Behind the = of "$K =" at p, or NULL. */
static const char *behind_equals(const char *p, int *number) {
  p += strspn(p, " \t\r\n");
  if (*p != '$') return NULL;
  *number = ptl_locals_number(&p);
  p += strspn(p, " \t\r\n");
  return p[0] == '=' && p[1] != '=' ? p + 1 : NULL;
}

int ptl_locals_begin(const char *text) {
  int number;
  return behind_equals(text, &number) != NULL;
}

static int count_head(const char *text, const char **body) {
  int n = 0, number;
  const char *p = text;
  for (const char *begin; (begin = behind_equals(p, &number)) != NULL && strchr(begin, ';') != NULL;
       n++)
    p = strchr(begin, ';') + 1;
  *body = p;
  return n;
}

/* What is used once and not too deep inside others is read where it is used. */
static void choose_kept(ptl_local *locals, int n, int *levels) {
  for (int i = 0; i < n; i++) {
    const char *end = strchr(locals[i].text, ';');
    for (const char *p = locals[i].text; (p = strchr(p, '$')) != NULL && p < end;) {
      const int k = ptl_locals_number(&p) - 1;
      if (k >= 0 && k < i && !locals[k].is_kept && levels[k] >= levels[i])
        levels[i] = levels[k] + 1;
      p += *p == '$';
    }
    locals[i].is_kept = locals[i].uses > 1 || levels[i] >= DEEPEST_INSIDE;
  }
}

ptl_status ptl_locals_split(const ptl_reading *r, const char *text, ptl_local **out, int *n,
                            const char **body) {
  const int count = count_head(text, body);
  *n = count;
  *out = ptl_alloc(r->context, (size_t)count, sizeof **out);
  int *levels = ptl_alloc(r->context, (size_t)count, sizeof *levels);
  ptl_status status = *out != NULL && levels != NULL ? PTL_OK : PTL_ERR_MEMORY;
  const char *p = text;
  for (int i = 0; i < count && status == PTL_OK; i++) {
    int number = 0;
    (*out)[i].text = behind_equals(p, &number);
    if (number != i + 1)
      status = ptl_reading_fail(r, p, PTL_E(0103) "'$%d' is not the next number", number);
    p = strchr((*out)[i].text, ';') + 1;
  }
  for (p = text; status == PTL_OK && (p = strchr(p, '$')) != NULL;) {
    int number;
    const int is_definition = behind_equals(p, &number) != NULL;
    const char *before = p;
    number = ptl_locals_number(&p);
    if (number >= 1 && number <= count && !(is_definition && before < *body))
      (*out)[number - 1].uses++;
    if (p == before) p++;
  }
  if (status == PTL_OK) choose_kept(*out, count, levels);
  ptl_free(r->context, levels);
  return status;
}

int ptl_locals_are_spared(const char *text) {
  if (strlen(text) > SHORT || strpbrk(text, "$?") != NULL) return 0;
  for (const char *p = text; (p = strchr(p, '(')) != NULL; p++)
    if (p > text && (isalnum((unsigned char)p[-1]) || p[-1] == '_')) return 0; /* a function */
  return 1;
}

/* ------------------------------------------------------------------ the text that is written */

ptl_status ptl_locals_add(ptl_reading *r, char *text, int *number) {
  const int known = ptl_name_find(&r->block_numbers, 0, text, strlen(text));
  if (known >= 0) {
    ptl_free(r->context, text);
    *number = known;
    return PTL_OK;
  }
  char **grown = ptl_grow(r->context, r->block, (size_t)r->n_block, sizeof *grown);
  if (grown == NULL) {
    ptl_free(r->context, text);
    return PTL_ERR_MEMORY;
  }
  r->block = grown;
  grown[r->n_block++] = text;
  r->block_length += strlen(text) + 16;
  *number = r->n_block;
  return ptl_name_enter(r->context, &r->block_numbers, 0, text, *number);
}

ptl_status ptl_locals_join(ptl_reading *r) {
  if (r->n_block == 0) return PTL_OK;
  char *body = r->out;
  r->out = NULL;
  r->length = r->room = 0;
  ptl_status status = PTL_OK;
  for (int i = 0; i < r->n_block && status == PTL_OK; i++) {
    char head[24];
    snprintf(head, sizeof head, "$%d = ", i + 1);
    status = ptl_reading_emit_text(r, head);
    if (status == PTL_OK) status = ptl_reading_emit_text(r, r->block[i]);
    if (status == PTL_OK) status = ptl_reading_emit_text(r, "; ");
  }
  if (status == PTL_OK) status = ptl_reading_emit_text(r, body);
  ptl_free(r->context, body);
  return status;
}

void ptl_locals_release(ptl_reading *r) {
  for (int i = 0; i < r->n_block; i++) ptl_free(r->context, r->block[i]);
  ptl_free(r->context, r->block);
  ptl_name_release(r->context, &r->block_numbers);
  r->block = NULL;
  r->n_block = 0;
}
