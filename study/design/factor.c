/* factor.c: what a study varies. */
#include "factor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expression.h"
#include "number.h"
#include "points_file.h"
#include "word_list.h"

enum { MOST_LEVELS = 100000000 };

typedef struct reading {
  ptl_context *context;
  const char *folder;
  ptl_factor *out;
} reading;

static ptl_status fail(const reading *r, const char *why) {
  return ptl_fail(r->context, PTL_ERR_INPUT, PTL_E(0803) "the values of %s, '%s': %s", r->out->path,
                  r->out->text, why);
}

/* Puts the message of a failed call behind the name of the factor. */
static ptl_status fail_value(const reading *r, ptl_status status) {
  if (status == PTL_ERR_INPUT)
    ptl_prefix_message(r->context, "the values of %s, '%s': ", r->out->path, r->out->text);
  return status;
}

/* ------------------------------------------------------------------ pieces of a text */

/* The text from p to `end` without blanks at its ends. */
static char *copy_trimmed(ptl_context *context, const char *p, const char *end) {
  while (p < end && (*p == ' ' || *p == '\t')) p++;
  while (end > p && (end[-1] == ' ' || end[-1] == '\t')) end--;
  char *copy = ptl_alloc(context, (size_t)(end - p) + 1, 1);
  if (copy != NULL) memcpy(copy, p, (size_t)(end - p));
  return copy;
}

/* Cuts the text at the separator, brackets left whole, into *words. */
static ptl_status cut(const reading *r, const char *text, char separator, char ***words, int *n) {
  const char ends[] = {separator, '\0'};
  for (const char *from = text;;) {
    const char *end = ptl_part_end(from, ends);
    char **grown = ptl_grow(r->context, *words, (size_t)*n, sizeof *grown);
    if (grown == NULL) return PTL_ERR_MEMORY;
    *words = grown;
    grown[*n] = copy_trimmed(r->context, from, end);
    if (grown[*n] == NULL) return PTL_ERR_MEMORY;
    ++*n;
    if (grown[*n - 1][0] == '\0') return fail(r, "a value is missing");
    if (*end == '\0') return PTL_OK;
    from = end + 1;
  }
}

static void free_words(ptl_context *context, char **words, int n) {
  for (int i = 0; i < n; i++) ptl_free(context, words[i]);
  ptl_free(context, words);
}

/* A number with its unit; all numbers of a factor must be of one dimension. */
static ptl_status read_number(const reading *r, const char *text, int first, double *out) {
  char unit[sizeof r->out->unit];
  ptl_status status = ptl_quantity_infer(r->context, text, NULL, 0, out, unit, sizeof unit);
  if (status != PTL_OK) return fail_value(r, status);
  if (first) memcpy(r->out->unit, unit, sizeof unit);
  if (strcmp(unit, r->out->unit) != 0)
    return fail(r, "the values must be of one dimension; give each its unit");
  return isfinite(*out) ? PTL_OK : fail(r, "a value is not finite");
}

/* ------------------------------------------------------------------ lists */

/* Makes a list of texts that now belong to the factor: numbers if all are, else words. */
static ptl_status take_list(const reading *r, char **words, int n) {
  ptl_factor *f = r->out;
  f->is_list = 1;
  f->words = words;
  f->n_levels = n;
  f->values = ptl_alloc(r->context, (size_t)n, sizeof *f->values);
  if (f->values == NULL) return PTL_ERR_MEMORY;
  int numbers = 0, fits = 1;
  for (int i = 0; i < n; i++) {
    char unit[sizeof f->unit];
    ptl_status status =
        ptl_quantity_infer(r->context, words[i], NULL, 0, &f->values[i], unit, sizeof unit);
    if (status == PTL_ERR_MEMORY) return status;
    if (status != PTL_OK) continue;
    if (numbers++ == 0) memcpy(f->unit, unit, sizeof unit);
    fits &= strcmp(unit, f->unit) == 0;
  }
  if (numbers == n && !fits)
    return fail(r, "the values must be of one dimension; give each its unit");
  if (numbers == n) return PTL_OK;
  f->unit[0] = '\0';
  for (int i = 0; i < n; i++) f->values[i] = NAN;
  return PTL_OK;
}

static ptl_status read_list(const reading *r, const char *text) {
  char **words = NULL;
  int n = 0;
  ptl_status status = cut(r, text, ',', &words, &n);
  if (status == PTL_OK) return take_list(r, words, n);
  free_words(r->context, words, n);
  return status;
}

/* file(TABLE.csv, COLUMN) */
static ptl_status read_table(const reading *r, char **words, int n) {
  if (n != 2) return fail(r, "file() takes a file and the name of a column");
  char path[4096];
  const int is_relative = words[0][0] != '/' && *r->folder != '\0';
  snprintf(path, sizeof path, "%s%s%s", is_relative ? r->folder : "", is_relative ? "/" : "",
           words[0]);
  ptl_points points;
  ptl_status status = ptl_points_load(r->context, path, &points);
  const int column = status == PTL_OK ? ptl_points_find(&points, words[1]) : -1;
  if (status == PTL_OK && column < 0) status = fail(r, "the file has no column of that name");
  if (status == PTL_OK && points.n_rows > MOST_LEVELS)
    status = fail(r, "the file has too many rows");
  char **cells = NULL;
  if (status == PTL_OK) {
    cells = ptl_alloc(r->context, (size_t)points.n_rows, sizeof *cells);
    if (cells == NULL) status = PTL_ERR_MEMORY;
  }
  for (int64_t i = 0; status == PTL_OK && i < points.n_rows; i++) {
    cells[i] = ptl_points_text(r->context, &points, i, column);
    if (cells[i] == NULL) status = PTL_ERR_MEMORY;
  }
  if (status == PTL_OK)
    status = take_list(r, cells, (int)points.n_rows);
  else if (cells != NULL)
    free_words(r->context, cells, (int)points.n_rows);
  ptl_points_release(r->context, &points);
  return status;
}

ptl_status ptl_factor_list(ptl_context *context, const char *path, char *const *words, int n,
                           ptl_factor *out) {
  *out = (ptl_factor){.path = ptl_copy_text(context, path), .text = ptl_copy_text(context, "")};
  const reading r = {context, "", out};
  char **copies = ptl_alloc(context, (size_t)n, sizeof *copies);
  if (out->path == NULL || out->text == NULL || copies == NULL) {
    ptl_free(context, copies);
    return PTL_ERR_MEMORY;
  }
  for (int i = 0; i < n; i++) {
    copies[i] = ptl_copy_text(context, words[i]);
    if (copies[i] != NULL) continue;
    free_words(context, copies, i);
    return PTL_ERR_MEMORY;
  }
  return take_list(&r, copies, n);
}

/* ------------------------------------------------------------------ ranges and distributions */

static ptl_status check_distribution(const reading *r) {
  const char *fault = ptl_distribution_fault(&r->out->distribution);
  return fault == NULL ? PTL_OK : fail(r, fault);
}

/* FIRST : LAST [: NUMBER], already cut. */
static ptl_status read_range(const reading *r, char **words, int n, int logarithmic) {
  ptl_factor *f = r->out;
  f->distribution.kind = logarithmic ? PTL_LOG_UNIFORM : PTL_UNIFORM;
  if (n > 3) return fail(r, "a range is FIRST : LAST : NUMBER OF VALUES");
  ptl_status status = read_number(r, words[0], 1, &f->distribution.p[0]);
  if (status == PTL_OK) status = read_number(r, words[1], 0, &f->distribution.p[1]);
  if (status == PTL_OK && n == 3) {
    char *end;
    const double levels = strtod(words[2], &end);
    if (*end != '\0' || levels != floor(levels) || levels < 2 || levels > MOST_LEVELS)
      return fail(r, "the number of values must be a whole number from 2 to 1e8");
    f->n_levels = (int)levels;
  }
  return status == PTL_OK ? check_distribution(r) : status;
}

/* The text without a last word " log". */
static char *without_log(ptl_context *context, const char *text, int *logarithmic) {
  const char *end = text + strlen(text);
  while (end > text && end[-1] == ' ') end--;
  *logarithmic = end - text > 4 && strncmp(end - 4, " log", 4) == 0;
  return copy_trimmed(context, text, *logarithmic ? end - 4 : end);
}

static const struct {
  const char *name;
  ptl_distribution_kind kind;
  int fewest, most;
} named[] = {{"uniform", PTL_UNIFORM, 2, 2},
             {"loguniform", PTL_LOG_UNIFORM, 2, 2},
             {"normal", PTL_NORMAL, 2, 4},
             {"triangular", PTL_TRIANGULAR, 3, 3}};
enum { N_NAMED = sizeof named / sizeof *named };

static ptl_status read_distribution(const reading *r, int which, char **words, int n) {
  ptl_distribution *d = &r->out->distribution;
  d->kind = named[which].kind;
  if (n != named[which].fewest && n != named[which].most)
    return fail(r, "the distribution takes another number of values");
  d->p[2] = -INFINITY;
  d->p[3] = INFINITY;
  for (int i = 0; i < n; i++) {
    ptl_status status = read_number(r, words[i], i == 0, &d->p[i]);
    if (status != PTL_OK) return status;
  }
  return check_distribution(r);
}

/* NAME(...): which distribution, N_NAMED for file, -1 for none; the arguments go to *arguments. */
static int find_call(ptl_context *context, const char *text, char **arguments) {
  text += strspn(text, " ");
  const char *close = strrchr(text, ')');
  if (close == NULL || close[1 + strspn(close + 1, " ")] != '\0') return -1;
  for (int i = 0; i <= N_NAMED; i++) {
    const char *name = i < N_NAMED ? named[i].name : "file";
    const size_t length = strlen(name);
    if (strncmp(text, name, length) != 0 || text[length] != '(') continue;
    *arguments = copy_trimmed(context, text + length + 1, close);
    return i;
  }
  return -1;
}

static ptl_status read_call(const reading *r, int which, const char *arguments) {
  char **words = NULL;
  int n = 0;
  if (arguments == NULL) return PTL_ERR_MEMORY;
  ptl_status status = cut(r, arguments, ',', &words, &n);
  if (status == PTL_OK)
    status = which == N_NAMED ? read_table(r, words, n) : read_distribution(r, which, words, n);
  free_words(r->context, words, n);
  return status;
}

static ptl_status read_range_or_list(const reading *r) {
  char **words = NULL;
  int n = 0, logarithmic;
  char *text = without_log(r->context, r->out->text, &logarithmic);
  ptl_status status = text != NULL ? cut(r, text, ':', &words, &n) : PTL_ERR_MEMORY;
  if (status == PTL_OK && n > 1)
    status = read_range(r, words, n, logarithmic);
  else if (status == PTL_OK)
    status = read_list(r, r->out->text);
  free_words(r->context, words, n);
  ptl_free(r->context, text);
  return status;
}

ptl_status ptl_factor_read(ptl_context *context, const char *path, const char *text,
                           const char *folder, ptl_factor *out) {
  *out = (ptl_factor){.path = ptl_copy_text(context, path), .text = ptl_copy_text(context, text)};
  const reading r = {context, folder, out};
  if (out->path == NULL || out->text == NULL) return PTL_ERR_MEMORY;
  char *arguments = NULL;
  const int which = find_call(context, text, &arguments);
  const ptl_status status = which >= 0 ? read_call(&r, which, arguments) : read_range_or_list(&r);
  ptl_free(context, arguments);
  return status;
}

void ptl_factor_release(ptl_context *context, ptl_factor *factor) {
  if (factor->words != NULL) free_words(context, factor->words, factor->n_levels);
  ptl_free(context, factor->values);
  ptl_free(context, factor->path);
  ptl_free(context, factor->text);
  *factor = (ptl_factor){0};
}

/* ------------------------------------------------------------------ values */

ptl_factor_value ptl_factor_level(const ptl_factor *factor, int level) {
  if (factor->is_list) return (ptl_factor_value){factor->values[level], factor->words[level], 1};
  const double *p = factor->distribution.p;
  if (level == factor->n_levels - 1) return (ptl_factor_value){p[1], NULL, 1};
  const double u = (double)level / (factor->n_levels - 1);
  return (ptl_factor_value){ptl_distribution_quantile(&factor->distribution, u), NULL, 1};
}

ptl_factor_value ptl_factor_quantile(const ptl_factor *factor, double u) {
  if (!factor->is_list)
    return (ptl_factor_value){ptl_distribution_quantile(&factor->distribution, u), NULL, 1};
  const int level = (int)floor(u * factor->n_levels);
  return ptl_factor_level(factor, level < factor->n_levels ? level : factor->n_levels - 1);
}

void ptl_factor_value_text(const ptl_factor *factor, const ptl_factor_value *value, char *text,
                           size_t size) {
  char number[PTL_NUMBER_ROOM];
  if (value->word != NULL) {
    snprintf(text, size, "%s", value->word);
    return;
  }
  number[ptl_number_write(value->number, number)] = '\0';
  const int plain = strcmp(factor->unit, "1") == 0;
  snprintf(text, size, "%s%s%s", number, plain ? "" : " ", plain ? "" : factor->unit);
}
