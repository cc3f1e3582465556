/* pattern.c: which entries of the Jacobian can be different from zero, and where each element's
 * blocks stand among the values of its compressed columns. Done once per system. */
#include "pattern.h"

#include <stdlib.h>

#include "arena.h"
#include "servo.h"
#include "structure.h"

/* One entry that some element writes; several may share a row and column. */
typedef struct entry {
  int row, column;
  int *slot;
} entry;

typedef struct builder {
  ptl_context *context;
  entry *entries;
  size_t count;
  int failed;
} builder;

static void request(builder *b, int row, int column, int *slot) {
  *slot = -1;
  if (b->failed) return;
  entry *grown = ptl_grow(b->context, b->entries, b->count, sizeof *grown);
  if (grown == NULL) {
    b->failed = 1;
    return;
  }
  b->entries = grown;
  b->entries[b->count++] = (entry){row, column, slot};
}

static int compare_entries(const void *left, const void *right) {
  const entry *a = left, *b = right;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  if (a->row != b->row) return a->row < b->row ? -1 : 1;
  return 0;
}

/* `nonzero` marks the entries that can be different from zero; NULL: all. */
static void request_block66(builder *b, const ptl_pair *pair, int first_row, int first_column,
                            const char *nonzero, ptl_slots_66 *block) {
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      int row = ptl_pair_coordinate(pair, i), column = ptl_pair_coordinate(pair, j);
      int *slot = &block->slot[6 * i + j];
      *slot = -1;
      if (row < 0 || column < 0 || (nonzero != NULL && !nonzero[6 * i + j])) continue;
      request(b, first_row + row, first_column + column, slot);
    }
}

static void request_row(builder *b, const ptl_pair *pair, int row, int first_column,
                        const char *nonzero, ptl_slots_6 *block) {
  for (int k = 0; k < 6; k++) {
    int column = ptl_pair_coordinate(pair, k);
    block->slot[k] = -1;
    if (column >= 0 && nonzero[k]) request(b, row, first_column + column, &block->slot[k]);
  }
}

static void request_column(builder *b, const ptl_pair *pair, int first_row, int column,
                           const char *nonzero, ptl_slots_6 *block) {
  for (int k = 0; k < 6; k++) {
    int row = ptl_pair_coordinate(pair, k);
    block->slot[k] = -1;
    if (row >= 0 && nonzero[k]) request(b, first_row + row, column, &block->slot[k]);
  }
}

static void request_constraints(builder *b, ptl_system *s) {
  int n = s->n_coordinates, m = s->n_rows;
  int mu = 2 * n, lambda = mu + m; /* also the rows of position and velocity */
  for (int i = 0; i < s->n_constraints; i++) {
    ptl_sys_constraint *k = &s->constraints[i];
    ptl_constraint_structure structure;
    ptl_constraint_structure_find(k, &structure);
    request_block66(b, &k->pair, n, 0, structure.second, &k->stiffness);
    for (int j = 0; j < k->n_rows; j++) {
      int row = k->row + j;
      ptl_constraint_slots *r = &k->slots[j];
      request_row(b, &k->pair, mu + row, 0, structure.row[j], &r->position);
      request_row(b, &k->pair, lambda + row, n, structure.row[j], &r->velocity);
      request_row(b, &k->pair, lambda + row, 0, structure.rate[j], &r->velocity_by_q);
      request_column(b, &k->pair, 0, mu + row, structure.row[j], &r->correction);
      request_column(b, &k->pair, n, lambda + row, structure.row[j], &r->force);
      request(b, mu + row, mu + row, &r->position_compliance);
      request(b, lambda + row, lambda + row, &r->velocity_compliance);
    }
  }
}

/* Of the rows from first_row on. */
static void request_uses(builder *b, const ptl_system *s, ptl_sys_uses *uses, int first_row) {
  const int n = s->n_coordinates;
  for (int u = 0; u < uses->n_bodies; u++)
    for (int r = 0; r < uses->n_rows; r++)
      for (int c = 0; c < 6; c++)
        request(b, first_row + r, (c < 3 ? 0 : n) + 3 * uses->bodies[u] + c % 3,
                &uses->slots_of_bodies[6 * (uses->n_rows * u + r) + c]);
  for (int u = 0; u < uses->n_signals; u++)
    for (int r = 0; r < uses->n_rows; r++)
      request(b, first_row + r, s->first_state + s->signals[uses->signals[u]].state,
              &uses->slots_of_signals[uses->n_rows * u + r]);
}

static void request_loads(builder *b, ptl_system *s) {
  int n = s->n_coordinates;
  for (int i = 0; i < s->n_loads; i++) {
    ptl_sys_load *l = &s->loads[i];
    int body = 3 * l->at.body;
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++) request(b, n + body + r, body + c, &l->slots_of_body[3 * r + c]);
    request_uses(b, s, &l->uses, n + body);
  }
}

/* The rows of motions that follow signals. */
static void request_motions(builder *b, ptl_system *s) {
  for (int i = 0; i < s->n_motions; i++) {
    ptl_sys_motion *k = &s->motions[i];
    const int row = 2 * s->n_coordinates + s->constraints[k->constraint].row;
    request_uses(b, s, &k->on_position, row);
    request_uses(b, s, &k->on_velocity, row + s->n_rows);
  }
}

static void request_signals(builder *b, ptl_system *s) {
  for (int i = 0; i < s->n_signals; i++) {
    ptl_sys_signal *k = &s->signals[i];
    const int row = s->first_state + k->state;
    request(b, row, row, &k->slot);
    request_uses(b, s, &k->uses, row);
  }
}

static const char all[6] = {1, 1, 1, 1, 1, 1};

static void request_inner_state(builder *b, ptl_system *s, ptl_sys_friction *k,
                                const ptl_pair *pair, int i) {
  int n = s->n_coordinates, index = s->first_state + k->state + i;
  request_column(b, pair, n, index, all, &k->inner[i].force);
  request_row(b, pair, index, 0, all, &k->inner[i].by_q);
  request_row(b, pair, index, n, all, &k->inner[i].by_v);
  for (int j = 0; j < k->law->n_states; j++)
    request(b, index, s->first_state + k->state + j, &k->inner[i].by_state[j]);
  if (k->constraint < 0) return;
  const ptl_sys_constraint *joint = &s->constraints[k->constraint];
  for (int j = 0; j < joint->n_rows; j++)
    request(b, index, 2 * n + s->n_rows + joint->row + j, &k->inner[i].by_reaction[j]);
}

static void request_frictions(builder *b, ptl_system *s) {
  int n = s->n_coordinates;
  for (int i = 0; i < s->n_frictions; i++) {
    ptl_sys_friction *k = &s->frictions[i];
    const ptl_pair *pair = k->constraint >= 0 ? &s->constraints[k->constraint].pair
                                              : &s->gap_sets[s->gaps[k->gap_index].gap_set].pair;
    request_block66(b, pair, n, 0, NULL, &k->stiffness);
    request_block66(b, pair, n, n, NULL, &k->damping);
    if (k->constraint >= 0) {
      const ptl_sys_constraint *joint = &s->constraints[k->constraint];
      for (int j = 0; j < joint->n_rows; j++)
        request_column(b, pair, n, 2 * n + s->n_rows + joint->row + j, all, &k->by_reaction[j]);
    }
    for (int j = 0; j < k->law->n_states; j++) request_inner_state(b, s, k, pair, j);
    if (k->pressed < 0) continue;
    ptl_sys_pressed *pressed = &s->pressed[k->pressed];
    request_uses(b, s, &pressed->on[0], n + 3 * pair->a.body);
    request_uses(b, s, &pressed->on[1], n + 3 * pair->b.body);
    request_uses(b, s, &pressed->on_states, s->first_state + k->state);
  }
}

static void request_meshes(builder *b, ptl_system *s) {
  int n = s->n_coordinates;
  for (int i = 0; i < s->n_meshes; i++) {
    ptl_sys_mesh *k = &s->meshes[i];
    int lambda = 2 * n + s->n_rows + s->constraints[k->constraint].row;
    request_block66(b, &k->pair, n, 0, NULL, &k->stiffness);
    request_column(b, &k->pair, n, lambda, all, &k->by_reaction);
    for (int side = 0; side < 2 && k->is_held; side++) {
      const ptl_pair *pair = &s->constraints[k->constraint + side].pair;
      request_block66(b, pair, n, 0, NULL, &k->stiffness_across[side]);
      request_column(b, pair, n, lambda, all, &k->across_by_reaction[side]);
    }
  }
}

static void request_servos(builder *b, ptl_system *s) {
  const int n = s->n_coordinates;
  for (int i = 0; i < s->n_servos; i++)
    for (int side = 0; side < PTL_SERVO_SIDES; side++) {
      const ptl_pair *pair = ptl_servo_pair(s, i, side);
      request_block66(b, pair, n, 0, NULL, &s->servos[i].stiffness[side]);
      request_column(b, pair, n, 2 * n + s->n_rows + ptl_servo_row(s, i)->row, all,
                     &s->servos[i].by_reaction[side]);
    }
}

static void request_all(builder *b, ptl_system *s) {
  int n = s->n_coordinates;
  for (int i = 0; i < n; i++) {
    request(b, i, i, &s->pattern.kinematic_q[i]);
    request(b, i, n + i, &s->pattern.kinematic_v[i]);
    request(b, n + i, n + i, &s->pattern.mass[i]);
  }
  request_constraints(b, s);
  for (int i = 0; i < s->n_bushings; i++) {
    request_block66(b, &s->bushings[i].pair, n, 0, NULL, &s->bushings[i].stiffness);
    request_block66(b, &s->bushings[i].pair, n, n, NULL, &s->bushings[i].damping);
  }
  for (int i = 0; i < s->n_films; i++) {
    request_block66(b, &s->films[i].pair, n, 0, NULL, &s->films[i].stiffness);
    request_block66(b, &s->films[i].pair, n, n, NULL, &s->films[i].damping);
  }
  for (int i = 0; i < s->n_gap_sets; i++) {
    request_block66(b, &s->gap_sets[i].pair, n, 0, NULL, &s->gap_sets[i].stiffness);
    request_block66(b, &s->gap_sets[i].pair, n, n, NULL, &s->gap_sets[i].damping);
  }
  for (int i = 0; i < s->n_forces; i++) {
    request_block66(b, &s->forces[i].pair, n, 0, NULL, &s->forces[i].stiffness);
    request_block66(b, &s->forces[i].pair, n, n, NULL, &s->forces[i].damping);
  }
  request_loads(b, s);
  request_signals(b, s);
  request_motions(b, s);
  request_meshes(b, s);
  request_servos(b, s);
  request_frictions(b, s);
}

/* Numbers the sorted entries, equal ones once, and writes the compressed columns. */
static ptl_status compress(builder *b, ptl_system *s) {
  ptl_pattern *p = &s->pattern;
  qsort(b->entries, b->count, sizeof *b->entries, compare_entries);
  p->row_index = ptl_alloc(b->context, b->count, sizeof *p->row_index);
  if (p->row_index == NULL) return PTL_ERR_MEMORY;
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
  ptl_pattern *p = &s->pattern;
  p->n = s->first_state + s->n_states;
  const ptl_block blocks[] = {
      PTL_BLOCK(p->kinematic_q, s->n_coordinates), PTL_BLOCK(p->kinematic_v, s->n_coordinates),
      PTL_BLOCK(p->mass, s->n_coordinates), PTL_BLOCK(p->column_start, p->n + 1)};
  p->arrays = ptl_arena_create(context, blocks, sizeof blocks / sizeof *blocks);
  if (p->arrays == NULL) return PTL_ERR_MEMORY;

  builder b = {.context = context};
  request_all(&b, s);
  ptl_status status = b.failed ? PTL_ERR_MEMORY : compress(&b, s);
  ptl_free(context, b.entries);
  return status;
}

void ptl_pattern_release(ptl_context *context, ptl_system *s) {
  ptl_free(context, s->pattern.arrays);
  ptl_free(context, s->pattern.row_index);
}
