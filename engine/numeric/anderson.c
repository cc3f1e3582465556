/* anderson.c: see anderson.h. */
#include "anderson.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "largest.h"

enum { MAX_SECANTS = 6 };

struct ptl_anderson {
  ptl_context *context;
  int n;
  double *last, *last_missing; /* the iterate before, and its h */
  double size;                 /* the largest of it; INFINITY: there is none */
  /* Changes of f and of h between two iterates, the latter of length 1, and their scalar products;
   * a ring of n_secants. */
  double *changes[MAX_SECANTS], *missing_changes[MAX_SECANTS];
  double products[MAX_SECANTS][MAX_SECANTS];
  int n_secants, next_secant;
  void *arrays; /* memory of the above */
};

void ptl_anderson_destroy(ptl_anderson *s) {
  if (s == NULL) return;
  ptl_free(s->context, s->arrays);
  ptl_free(s->context, s);
}

ptl_status ptl_anderson_create(ptl_context *context, int n, ptl_anderson **out) {
  *out = NULL;
  ptl_anderson *s = ptl_alloc(context, 1, sizeof *s);
  if (s == NULL) return PTL_ERR_MEMORY;
  *s = (ptl_anderson){.context = context, .n = n, .size = INFINITY};
  size_t k = (size_t)n;
  double *secants;
  const ptl_block blocks[] = {PTL_BLOCK(s->last, k), PTL_BLOCK(s->last_missing, k),
                              PTL_BLOCK(secants, 2 * MAX_SECANTS * k)};
  s->arrays = ptl_arena_create(context, blocks, sizeof blocks / sizeof *blocks);
  if (s->arrays == NULL) {
    ptl_anderson_destroy(s);
    return PTL_ERR_MEMORY;
  }
  for (int i = 0; i < MAX_SECANTS; i++, secants += 2 * k) {
    s->changes[i] = secants;
    s->missing_changes[i] = secants + k;
  }
  *out = s;
  return PTL_OK;
}

void ptl_anderson_begin(ptl_anderson *s) {
  s->size = INFINITY;
}

void ptl_anderson_forget(ptl_anderson *s) {
  s->n_secants = 0;
}

static double dot(const double *a, const double *b, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* What the last step has changed. */
static void note_secant(ptl_anderson *s, const double *missing, const double *f) {
  int n = s->n, own = s->next_secant;
  double *df = s->changes[own], *dh = s->missing_changes[own];
  for (int i = 0; i < n; i++) {
    df[i] = f[i] - s->last[i];
    dh[i] = missing[i] - s->last_missing[i];
  }
  double length = sqrt(dot(dh, dh, n));
  if (!(length > 0.0)) return;
  double inverse = 1.0 / length;
  for (int i = 0; i < n; i++) {
    df[i] *= inverse;
    dh[i] *= inverse;
  }
  s->next_secant = (own + 1) % MAX_SECANTS;
  if (s->n_secants < MAX_SECANTS) s->n_secants++;
  for (int i = 0; i < s->n_secants; i++) { /* the latest ones */
    int other = (own - i + MAX_SECANTS) % MAX_SECANTS;
    s->products[own][other] = s->products[other][own] = dot(dh, s->missing_changes[other], n);
  }
}

/* The part of h that the secants span, by least squares from Cholesky's factors of their scalar
 * products, the latest first. Returns how many are used: used[j] has the share share[j] in it. */
static int span(const ptl_anderson *s, const double *missing, int used[MAX_SECANTS],
                double share[MAX_SECANTS]) {
  static const double least_new = 1e-2; /* of a secant, in directions that later ones do not have */
  int n = 0, limit = s->n < MAX_SECANTS ? s->n : MAX_SECANTS;
  double factor[MAX_SECANTS][MAX_SECANTS];
  for (int i = 0; i < s->n_secants && n < limit; i++) {
    int own = (s->next_secant - 1 - i + MAX_SECANTS) % MAX_SECANTS;
    double *row = factor[n], rest = s->products[own][own];
    for (int j = 0; j < n; j++) {
      double sum = s->products[own][used[j]];
      for (int k = 0; k < j; k++) sum -= row[k] * factor[j][k];
      row[j] = sum / factor[j][j];
      rest -= row[j] * row[j];
    }
    if (rest < least_new * least_new) continue;
    row[n] = sqrt(rest);
    share[n] = dot(missing, s->missing_changes[own], s->n);
    for (int j = 0; j < n; j++) share[n] -= row[j] * share[j];
    share[n] /= row[n];
    used[n++] = own;
  }
  for (int j = n - 1; j >= 0; j--) {
    for (int k = j + 1; k < n; k++) share[j] -= factor[k][j] * share[k];
    share[j] /= factor[j][j];
  }
  return n;
}

void ptl_anderson_step(ptl_anderson *s, const double *missing, double *f) {
  int n = s->n, is_first = isinf(s->size), used[MAX_SECANTS];
  double size = ptl_largest(missing, n), share[MAX_SECANTS];
  if (!is_first) note_secant(s, missing, f);
  if (size > s->size) s->n_secants = 1; /* those of other problems lead astray */
  s->size = size;
  memcpy(s->last, f, sizeof(double) * (size_t)n);
  memcpy(s->last_missing, missing, sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++) f[i] += missing[i];
  int count = span(s, missing, used, share);
  for (int j = 0; j < count; j++) {
    const double *df = s->changes[used[j]], *dh = s->missing_changes[used[j]];
    for (int i = 0; i < n; i++) f[i] -= share[j] * (df[i] + dh[i]);
  }
}
