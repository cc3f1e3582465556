/* presolve.c: see presolve.h. */
#include "presolve.h"

#include <math.h>

#include "arena.h"

static const double least_pivot = 0.1;

enum { ACTIVE, PIVOT, EMPTY }; /* of a row */

/* The matrix while pivots are looked for. */
typedef struct search {
  int n_rows, n_entries;
  const ptl_presolve_entry *entries;
  int *first, *next;   /* the entries of a row as a chain, ascending; -1 ends it */
  char *state;         /* per row */
  char *is_eliminated; /* per column */
  int *leader;         /* per column: the one that it follows; itself */
  char *leads;         /* per column: others follow it */
} search;

static void chain_rows(search *s) {
  for (int row = 0; row < s->n_rows; row++) s->first[row] = -1;
  for (int e = s->n_entries - 1; e >= 0; e--) {
    s->next[e] = s->first[s->entries[e].row];
    s->first[s->entries[e].row] = e;
  }
}

/* The pivot of a singleton row, or -1; *count comes back as the number of entries in columns that
 * are not eliminated. */
static int pivot_of(const search *s, int row, int *count) {
  int only = -1;
  *count = 0;
  for (int e = s->first[row]; e >= 0; e = s->next[e]) {
    if (s->is_eliminated[s->entries[e].column]) continue;
    only = e;
    ++*count;
  }
  return *count == 1 && fabs(s->entries[only].value) >= least_pivot ? only : -1;
}

static void add_pivot(const search *s, int e, int leader, ptl_presolve *out) {
  const ptl_presolve_entry *entry = &s->entries[e];
  ptl_presolve_pivot *pivot = &out->pivots[out->n_pivots];
  int n_terms = out->n_pivots > 0 ? pivot[-1].end : 0;
  *pivot = (ptl_presolve_pivot){
      .row = entry->row, .column = entry->column, .entry = e, .leader = leader, .first = n_terms};
  for (int other = s->first[entry->row]; other >= 0; other = s->next[other])
    if (other != e) out->pivot_terms[n_terms++] = other;
  pivot->end = n_terms;
  out->n_pivots++;
}

/* Goes over the rows until none is a singleton any more. */
static void find_pivots(search *s, ptl_presolve *out) {
  for (int found = 1; found;) {
    found = 0;
    for (int row = 0; row < s->n_rows; row++) {
      if (s->state[row] != ACTIVE) continue;
      int count, e = pivot_of(s, row, &count);
      if (e >= 0) {
        add_pivot(s, e, -1, out);
        s->is_eliminated[s->entries[e].column] = 1;
        s->state[row] = PIVOT;
        found = 1;
      } else if (count == 0) {
        s->state[row] = EMPTY;
      }
    }
  }
}

/* Whether column, in a row of these two unknowns, may follow the other one: once in the row, and by
 * an entry that is constant. */
static int may_follow(const search *s, int e) {
  const int column = s->entries[e].column;
  if (s->leads[column] || !(fabs(s->entries[e].value) >= least_pivot)) return 0;
  for (int other = s->first[s->entries[e].row]; other >= 0; other = s->next[other]) {
    const int its = s->entries[other].column;
    if (other != e && (its == column || s->leader[its] == column)) return 0;
  }
  return 1;
}

/* The entry of a doubleton row whose column may follow the other, *leader; -1. */
static int follower_of(const search *s, int row, int *leader) {
  int unknown[2], n = 0;
  for (int e = s->first[row]; e >= 0; e = s->next[e]) {
    const int column = s->leader[s->entries[e].column];
    if (s->is_eliminated[column] || (n > 0 && column == unknown[0]) ||
        (n > 1 && column == unknown[1]))
      continue;
    if (n == 2) return -1;
    unknown[n++] = column;
  }
  for (int e = s->first[row]; e >= 0 && n == 2; e = s->next[e]) {
    const int column = s->entries[e].column;
    if (column != unknown[0] && column != unknown[1]) continue;
    *leader = column == unknown[0] ? unknown[1] : unknown[0];
    if (may_follow(s, e)) return e;
  }
  return -1;
}

/* Goes over the rows until none has a follower any more. */
static void find_followers(search *s, ptl_presolve *out) {
  for (int found = 1; found;) {
    found = 0;
    for (int row = 0; row < s->n_rows; row++) {
      int leader, e = s->state[row] == ACTIVE ? follower_of(s, row, &leader) : -1;
      if (e < 0) continue;
      add_pivot(s, e, leader, out);
      s->leader[s->entries[e].column] = leader;
      s->leads[leader] = 1;
      s->state[row] = PIVOT;
      found = 1;
    }
  }
  for (int i = 0; i < out->n_pivots; i++) s->is_eliminated[out->pivots[i].column] = 1;
}

static void list_remaining(const search *s, ptl_presolve *out) {
  for (int row = 0; row < s->n_rows; row++) {
    out->remaining_index[row] = s->state[row] == ACTIVE ? out->n_remaining : -1;
    if (s->state[row] == ACTIVE) out->remaining[out->n_remaining++] = row;
    if (s->state[row] == EMPTY) out->empty[out->n_empty++] = row;
  }
  for (int e = 0; e < s->n_entries; e++) {
    if (out->remaining_index[s->entries[e].row] < 0) continue;
    if (s->is_eliminated[s->entries[e].column])
      out->solved_terms[out->n_solved_terms++] = e;
    else
      out->unknown_terms[out->n_unknown_terms++] = e;
  }
}

ptl_status ptl_presolve_create(ptl_context *context, int n_rows, int n_columns,
                               const ptl_presolve_entry *entries, int n_entries, int has_followers,
                               ptl_presolve *out) {
  *out = (ptl_presolve){.n_pivots = 0};
  search s = {.n_rows = n_rows, .n_entries = n_entries, .entries = entries};
  const ptl_block results[] = {
      PTL_BLOCK(out->pivots, n_rows),          PTL_BLOCK(out->pivot_terms, n_entries),
      PTL_BLOCK(out->empty, n_rows),           PTL_BLOCK(out->remaining, n_rows),
      PTL_BLOCK(out->remaining_index, n_rows), PTL_BLOCK(out->solved_terms, n_entries),
      PTL_BLOCK(out->unknown_terms, n_entries)};
  const ptl_block scratch[] = {
      PTL_BLOCK(s.first, n_rows),     PTL_BLOCK(s.next, n_entries),
      PTL_BLOCK(s.state, n_rows),     PTL_BLOCK(s.is_eliminated, n_columns),
      PTL_BLOCK(s.leader, n_columns), PTL_BLOCK(s.leads, n_columns)};
  out->arrays = ptl_arena_create(context, results, sizeof results / sizeof *results);
  void *memory = ptl_arena_create(context, scratch, sizeof scratch / sizeof *scratch);
  ptl_status status = out->arrays != NULL && memory != NULL ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK) {
    chain_rows(&s);
    find_pivots(&s, out);
    for (int c = 0; c < n_columns; c++) s.leader[c] = c;
    if (has_followers) find_followers(&s, out);
    list_remaining(&s, out);
  } else {
    ptl_presolve_release(context, out);
  }
  ptl_free(context, memory);
  return status;
}

void ptl_presolve_release(ptl_context *context, ptl_presolve *presolve) {
  ptl_free(context, presolve->arrays);
  *presolve = (ptl_presolve){.n_pivots = 0};
}
