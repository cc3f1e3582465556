/* pattern.c: which entries of the Jacobian can be different from zero, and where each element's
 * blocks stand among the values of its compressed columns. Done once per system. */
#include <stdlib.h>
#include <string.h>

#include "structure.h"
#include "system.h"

/* One entry that some element writes; the same place may be wanted by several. */
typedef struct entry {
  int row, column;
  int *slot;
} entry;

typedef struct builder {
  ptl_context *context;
  entry *entries;
  size_t count, room;
  int failed;
} builder;

static void want(builder *b, int row, int column, int *slot) {
  *slot = -1;
  if (b->failed) return;
  if (b->count == b->room) {
    size_t room = b->room == 0 ? 1024 : 2 * b->room;
    entry *bigger = ptl_alloc(b->context, room, sizeof *bigger);
    if (bigger == NULL) {
      b->failed = 1;
      return;
    }
    for (size_t i = 0; i < b->count; i++) bigger[i] = b->entries[i];
    ptl_free(b->context, b->entries);
    b->entries = bigger;
    b->room = room;
  }
  b->entries[b->count++] = (entry){row, column, slot};
}

static int compare_entries(const void *left, const void *right) {
  const entry *a = left, *b = right;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  if (a->row != b->row) return a->row < b->row ? -1 : 1;
  return 0;
}

/* `may` marks the entries that can be different from zero; NULL: all. */
static void want_block66(builder *b, const ptl_pair *pair, int first_row, int first_column,
                         const char *may, ptl_block66 *block) {
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      int row = ptl_pair_coordinate(pair, i), column = ptl_pair_coordinate(pair, j);
      int *slot = &block->slot[6 * i + j];
      *slot = -1;
      if (row < 0 || column < 0 || (may != NULL && !may[6 * i + j])) continue;
      want(b, first_row + row, first_column + column, slot);
    }
}

static void want_row(builder *b, const ptl_pair *pair, int row, int first_column, const char *may,
                     ptl_block6 *block) {
  for (int k = 0; k < 6; k++) {
    int column = ptl_pair_coordinate(pair, k);
    block->slot[k] = -1;
    if (column >= 0 && may[k]) want(b, row, first_column + column, &block->slot[k]);
  }
}

static void want_column(builder *b, const ptl_pair *pair, int first_row, int column,
                        const char *may, ptl_block6 *block) {
  for (int k = 0; k < 6; k++) {
    int row = ptl_pair_coordinate(pair, k);
    block->slot[k] = -1;
    if (row >= 0 && may[k]) want(b, first_row + row, column, &block->slot[k]);
  }
}

static void want_constraints(builder *b, ptl_system *s) {
  int n = s->n_coordinates, m = s->n_rows;
  int mu = 2 * n, lambda = mu + m; /* also the rows of position and velocity */
  for (int i = 0; i < s->n_constraints; i++) {
    ptl_sys_constraint *k = &s->constraints[i];
    ptl_constraint_structure may;
    ptl_constraint_structure_find(k, &may);
    want_block66(b, &k->pair, n, 0, may.second, &k->stiffness);
    for (int j = 0; j < k->n_rows; j++) {
      int row = k->row + j;
      ptl_sys_row *r = &k->places[j];
      want_row(b, &k->pair, mu + row, 0, may.row[j], &r->position);
      want_row(b, &k->pair, lambda + row, n, may.row[j], &r->velocity);
      want_row(b, &k->pair, lambda + row, 0, may.rate[j], &r->velocity_by_q);
      want_column(b, &k->pair, 0, mu + row, may.row[j], &r->correction);
      want_column(b, &k->pair, n, lambda + row, may.row[j], &r->force);
      want(b, mu + row, mu + row, &r->position_compliance);
      want(b, lambda + row, lambda + row, &r->velocity_compliance);
    }
  }
}

static void want_loads(builder *b, ptl_system *s) {
  int n = s->n_coordinates;
  for (int i = 0; i < s->n_loads; i++) {
    ptl_sys_load *l = &s->loads[i];
    int own = 3 * l->at.body;
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++) want(b, n + own + r, own + c, &l->own[3 * r + c]);
    for (int u = 0; u < l->n_uses; u++)
      for (int r = 0; r < 3; r++)
        for (int c = 0; c < 6; c++)
          want(b, n + own + r, (c < 3 ? 0 : n) + 3 * l->uses[u] + c % 3,
               &l->slots[18 * u + 6 * r + c]);
  }
}

static const char all[6] = {1, 1, 1, 1, 1, 1};

static void want_inner_state(builder *b, ptl_system *s, ptl_sys_friction *k, const ptl_pair *pair,
                             int i) {
  int n = s->n_coordinates, place = s->first_state + k->state + i;
  want_column(b, pair, n, place, all, &k->inner[i].force);
  want_row(b, pair, place, 0, all, &k->inner[i].by_q);
  want_row(b, pair, place, n, all, &k->inner[i].by_v);
  for (int j = 0; j < k->law->n_states; j++)
    want(b, place, s->first_state + k->state + j, &k->inner[i].by_state[j]);
  if (k->constraint < 0) return;
  const ptl_sys_constraint *joint = &s->constraints[k->constraint];
  for (int j = 0; j < joint->n_rows; j++)
    want(b, place, 2 * n + s->n_rows + joint->row + j, &k->inner[i].by_reaction[j]);
}

static void want_frictions(builder *b, ptl_system *s) {
  int n = s->n_coordinates;
  for (int i = 0; i < s->n_frictions; i++) {
    ptl_sys_friction *k = &s->frictions[i];
    const ptl_pair *pair = k->constraint >= 0 ? &s->constraints[k->constraint].pair
                                              : &s->gap_sets[s->gaps[k->gap_index].gap_set].pair;
    want_block66(b, pair, n, 0, NULL, &k->stiffness);
    want_block66(b, pair, n, n, NULL, &k->damping);
    if (k->constraint >= 0) {
      const ptl_sys_constraint *joint = &s->constraints[k->constraint];
      for (int j = 0; j < joint->n_rows; j++)
        want_column(b, pair, n, 2 * n + s->n_rows + joint->row + j, all, &k->by_reaction[j]);
    }
    for (int j = 0; j < k->law->n_states; j++) want_inner_state(b, s, k, pair, j);
  }
}

static void want_everything(builder *b, ptl_system *s) {
  int n = s->n_coordinates;
  for (int i = 0; i < n; i++) {
    want(b, i, i, &s->pattern.kinematic_q[i]);
    want(b, i, n + i, &s->pattern.kinematic_v[i]);
    want(b, n + i, n + i, &s->pattern.mass[i]);
  }
  want_constraints(b, s);
  for (int i = 0; i < s->n_bushings; i++) {
    want_block66(b, &s->bushings[i].pair, n, 0, NULL, &s->bushings[i].stiffness);
    want_block66(b, &s->bushings[i].pair, n, n, NULL, &s->bushings[i].damping);
  }
  for (int i = 0; i < s->n_gap_sets; i++) {
    want_block66(b, &s->gap_sets[i].pair, n, 0, NULL, &s->gap_sets[i].stiffness);
    want_block66(b, &s->gap_sets[i].pair, n, n, NULL, &s->gap_sets[i].damping);
  }
  for (int i = 0; i < s->n_forces; i++) {
    want_block66(b, &s->forces[i].pair, n, 0, NULL, &s->forces[i].stiffness);
    want_block66(b, &s->forces[i].pair, n, n, NULL, &s->forces[i].damping);
  }
  want_loads(b, s);
  want_frictions(b, s);
}

/* Numbers the sorted entries, equal places once, and writes the compressed columns. */
static ptl_status compress(builder *b, ptl_system *s) {
  ptl_sys_pattern *p = &s->pattern;
  qsort(b->entries, b->count, sizeof *b->entries, compare_entries);
  p->column_start = ptl_alloc(b->context, (size_t)p->n + 1, sizeof *p->column_start);
  p->row_index = ptl_alloc(b->context, b->count, sizeof *p->row_index);
  if (p->column_start == NULL || p->row_index == NULL) return PTL_ERR_MEMORY;
  int slot = -1;
  for (size_t i = 0; i < b->count; i++) {
    const entry *e = &b->entries[i];
    if (i == 0 || compare_entries(e, e - 1) != 0) {
      p->row_index[++slot] = e->row;
      p->column_start[e->column + 1]++;
    }
    *e->slot = slot;
  }
  p->nonzeros = slot + 1;
  for (int c = 0; c < p->n; c++) p->column_start[c + 1] += p->column_start[c];
  return PTL_OK;
}

ptl_status ptl_pattern_build(ptl_context *context, ptl_system *s) {
  ptl_sys_pattern *p = &s->pattern;
  size_t n = (size_t)s->n_coordinates;
  p->n = s->first_state + s->n_states;
  p->kinematic_q = ptl_alloc(context, n, sizeof(int));
  p->kinematic_v = ptl_alloc(context, n, sizeof(int));
  p->mass = ptl_alloc(context, n, sizeof(int));
  if (p->kinematic_q == NULL || p->kinematic_v == NULL || p->mass == NULL) return PTL_ERR_MEMORY;

  builder b = {.context = context};
  want_everything(&b, s);
  ptl_status status = b.failed ? PTL_ERR_MEMORY : compress(&b, s);
  ptl_free(context, b.entries);
  return status;
}
