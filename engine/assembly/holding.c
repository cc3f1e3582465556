/* holding.c: see holding.h. */
#include "holding.h"

#include <math.h>

#include "arena.h"
#include "inverse_mass.h"
#include "kkt.h"

ptl_status ptl_holding_create(ptl_data *data, const double *q, int but, ptl_holding *h) {
  const ptl_system *s = data->system;
  *h = (ptl_holding){.system = s};
  const ptl_block blocks[] = {PTL_BLOCK(h->force, s->n_coordinates),
                              PTL_BLOCK(h->x, s->n_coordinates),
                              PTL_BLOCK(h->inverse_roots, s->n_coordinates),
                              PTL_BLOCK(h->zero, s->n_rows), PTL_BLOCK(h->skipped, s->n_rows)};
  h->memory = ptl_arena_create(data->context, blocks, sizeof blocks / sizeof *blocks);
  ptl_status status = h->memory != NULL ? ptl_kkt_create(data, -1, &h->kkt) : PTL_ERR_MEMORY;
  if (status != PTL_OK) return status;
  for (int i = 0; i < s->n_coordinates; i++) h->inverse_roots[i] = sqrt(s->inverse_mass[i]);
  for (int i = 0; i < s->n_constraints; i++)
    if (but == PTL_HELD_BY_JOINTS ? s->constraints[i].type == NULL : i == but)
      h->skipped[s->constraints[i].row] = 1;
  const ptl_kkt_measure measure = {.inverse_roots = h->inverse_roots, .skipped = h->skipped};
  ptl_kkt_set_measure(h->kkt, &measure);
  return ptl_kkt_set(h->kkt, 0.0, q, s->v0);
}

void ptl_holding_destroy(ptl_holding *h) {
  ptl_kkt_destroy(h->kkt);
  if (h->system != NULL) ptl_free(h->system->context, h->memory);
}

void ptl_holding_add(ptl_holding *h, const ptl_pair *pair, const ptl_pair_state *state,
                     const double *d) {
  double row[6];
  ptl_pair_gradient(state, d, row);
  ptl_pair_subtract(pair, row, -1.0, h->force);
}

ptl_status ptl_holding_holds(ptl_holding *h, int *held) {
  static const double rounding = 1e-9; /* of the inverse mass without constraints */
  double inverse;
  ptl_status status =
      ptl_inverse_mass(h->kkt, h->system, h->force, h->x, h->zero, rounding, &inverse);
  *held = *held && inverse == 0.0;
  return status;
}
