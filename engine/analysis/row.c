/* row.c: rows of the trace at states that are not of a run. */
#include "row.h"

#include <math.h>

#include "arena.h"
#include "energy.h"
#include "forces.h"
#include "layout.h"
#include "layout_row.h"
#include "state.h"

ptl_status ptl_row_maker_create(ptl_data *data, ptl_row_maker *r) {
  const ptl_system *s = data->system;
  *r = (ptl_row_maker){.data = data};
  const ptl_block blocks[] = {PTL_BLOCK(r->all, ptl_layout_width(s)), PTL_BLOCK(r->gaps, s->n_gaps),
                              PTL_BLOCK(r->expressions, s->mechanism->n_columns)};
  r->memory = ptl_arena_create(data->context, blocks, sizeof blocks / sizeof *blocks);
  if (r->memory == NULL) return PTL_ERR_MEMORY;
  return ptl_layout_compile(data->context, s, r->all, r->expressions);
}

void ptl_row_maker_release(ptl_row_maker *r) {
  if (r->memory == NULL) return;
  for (int i = 0; i < r->data->system->mechanism->n_columns; i++)
    ptl_expr_destroy(r->expressions[i]);
  ptl_free(r->data->context, r->memory);
}

static void set_signals(const ptl_system *s, double *y, int are_known) {
  double *states = y + s->first_state;
  for (int i = 0; i < s->n_signals; i++) {
    const int state = s->signals[i].state;
    states[state] = are_known ? s->z0[state] : NAN;
  }
}

ptl_status ptl_row_make(ptl_row_maker *r, double t, double *y, const ptl_contact_mode *mode,
                        double *row) {
  const ptl_system *s = r->data->system;
  const double *q = y, *v = y + s->n_coordinates;
  ptl_energy_terms terms;
  ptl_data_set_unknowns(r->data, t, y);
  ptl_eval_stored_energies(r->data, mode->rule, y, &terms, r->gaps);
  const double summed = r->without_history ? NAN : 0.0;
  const ptl_energy energy = {.kinetic = terms.kinetic,
                             .potential = terms.potential,
                             .elastic = terms.elastic,
                             .dissipated = summed,
                             .supplied = summed,
                             .balance = summed};
  if (ptl_eval_forces(r->data, q, v, mode))
    return ptl_fail(r->data->context, PTL_ERR_UNFIT,
                    PTL_E(0502) "at t = %.9g s a force is not finite", t);
  ptl_eval_all_contacts(r->data, PTL_CONTACT_BY_STATE, q, v, r->gaps);
  if (r->without_history) set_signals(s, y, 0);
  ptl_layout_row(r->data, t, 0, y, r->gaps, &energy, r->expressions, r->all, row);
  if (r->without_history) set_signals(s, y, 1);
  return PTL_OK;
}
