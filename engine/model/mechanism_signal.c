/* mechanism_signal.c: signals with a state, which expressions read beside time, inputs and the
 * states of bodies. */
#include <math.h>
#include <string.h>

#include "element.h"
#include "mechanism_lists.h"
#include "units.h"

void ptl_signal_default_sized(ptl_signal_def *out, size_t size) {
  const ptl_signal_def def = {.scale = NAN};
  ptl_give_def(out, size, &def, sizeof def);
}

static void release_signal(ptl_mechanism *m, ptl_signal_def *def) {
  ptl_free_text(m, def->name);
  ptl_free_text(m, def->unit);
  ptl_free_text(m, def->rate);
  ptl_free_text(m, def->next);
  ptl_free_text(m, def->start);
}

static int own_expressions(ptl_mechanism *m, ptl_signal_def *def) {
  return ptl_own_text(m, &def->rate) & ptl_own_text(m, &def->next) & ptl_own_text(m, &def->start);
}

/* ------------------------------------------------------------------ checks */

static ptl_status check_unit(const ptl_mechanism *m, ptl_label label, const char *text) {
  ptl_unit unit;
  if (text == NULL) return ptl_fail_element(m, label, PTL_E(0205) "it has no unit");
  if (ptl_unit_parse(m->context, text, &unit) != PTL_OK)
    return ptl_fail_with_reason(m, label, "its unit");
  if (unit.mul == 1.0 && unit.div == 1.0 && unit.offset == 0.0) return PTL_OK;
  return ptl_fail_element(m, label, PTL_E(0204) "its unit must be one of SI, which '%s' is not",
                          text);
}

static ptl_status check_name(const ptl_mechanism *m, ptl_label label) {
  static const ptl_element with_column[] = {PTL_ELEMENT_COLUMN, PTL_ELEMENT_INPUT};
  const char *name = label.name;
  ptl_status status = ptl_check_name(m, PTL_ELEMENT_SIGNAL, name);
  if (status != PTL_OK) return status;
  if (ptl_name_is_function(name) || strcmp(name, "time") == 0)
    return ptl_fail_element(m, label, PTL_E(0214) "expressions know that name already");
  for (int i = 0; i < m->n_parameters; i++)
    if (strcmp(m->parameters[i].name, name) == 0)
      return ptl_fail_element(m, label, PTL_E(0202) "a parameter has that name");
  int is_taken = strcmp(name, "event") == 0;
  for (int i = 0; i < 2; i++) is_taken |= ptl_find_element(m, with_column[i], name) >= 0;
  return is_taken
             ? ptl_fail_element(m, label, PTL_E(0214) "the trace has a column of that name already")
             : PTL_OK;
}

/* The start may read what is known before the signal itself. */
static ptl_status check_start(const ptl_mechanism *m, ptl_label label, const char *text,
                              const ptl_symbol_list *variables, int signal) {
  ptl_expr *expr = NULL;
  if (text == NULL) return PTL_OK;
  ptl_status status = ptl_expr_create(m->context, text, variables, NULL, &expr);
  if (status != PTL_OK) return ptl_fail_with_reason(m, label, "its start");
  for (int i = signal; i < m->n_signals && status == PTL_OK; i++)
    if (ptl_expr_uses(expr, ptl_variable_of_signal(m, i)))
      status =
          ptl_fail_element(m, label, PTL_E(0214) "its start reads '%s', whose start is found later",
                           m->signals[i].def.name);
  ptl_expr_destroy(expr);
  return status;
}

static ptl_status check_expressions(ptl_mechanism *m, ptl_label label, const ptl_signal_def *def,
                                    int signal) {
  ptl_symbol_list variables;
  if (def->rate != NULL && def->next != NULL)
    return ptl_fail_element(m, label,
                            PTL_E(0214) "it needs a rate or what comes next, and only one of them");
  ptl_status status = ptl_mechanism_variables(m, m->n_bodies, &variables);
  if (status == PTL_OK) status = ptl_check_expression(m, label, "rate: ", def->rate, &variables);
  if (status == PTL_OK) status = ptl_check_expression(m, label, "next: ", def->next, &variables);
  return status == PTL_OK ? check_start(m, label, def->start, &variables, signal) : status;
}

/* ------------------------------------------------------------------ adding */

ptl_status ptl_complete_signal(ptl_mechanism *m, const ptl_signal_def *def) {
  const ptl_label label = {"signal", def->name};
  const int index = ptl_find_element(m, PTL_ELEMENT_SIGNAL, def->name);
  if (index < 0) return ptl_fail_unknown(m, label, PTL_ELEMENT_SIGNAL, def->name);
  ptl_signal_def *own = &m->signals[index].def;
  if (own->rate != NULL || own->next != NULL)
    return ptl_fail_element(m, label, PTL_E(0214) "it has its expressions already");
  ptl_signal_def made = {.rate = def->rate, .next = def->next, .start = def->start};
  ptl_status status = check_expressions(m, label, &made, index);
  if (status != PTL_OK) return status;
  if (!own_expressions(m, &made)) {
    release_signal(m, &made);
    return PTL_ERR_MEMORY;
  }
  own->rate = made.rate;
  own->next = made.next;
  ptl_free_text(m, own->start);
  own->start = made.start;
  ptl_mechanism_change(m);
  return PTL_OK;
}

ptl_status ptl_add_signal(ptl_mechanism *m, const ptl_signal_def *def) {
  const ptl_label label = {"signal", def->name};
  ptl_status status = check_name(m, label);
  if (status == PTL_OK) status = check_unit(m, label, def->unit);
  if (status == PTL_OK && !isnan(def->scale))
    status = ptl_check_number(m, label, "its scale", def->scale, PTL_BOUND_OPEN);
  if (status != PTL_OK) return status;
  ptl_mech_signal *grown = ptl_grow(m->context, m->signals, (size_t)m->n_signals, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->signals = grown;
  ptl_mech_signal made = {{.name = def->name, .unit = def->unit, .scale = def->scale}, m->location};
  if (!(ptl_own_text(m, &made.def.name) & ptl_own_text(m, &made.def.unit)) ||
      ptl_enter_name(m, PTL_ELEMENT_SIGNAL, made.def.name, m->n_signals) != PTL_OK) {
    release_signal(m, &made.def);
    return PTL_ERR_MEMORY;
  }
  ptl_symbol_list variables;
  grown[m->n_signals++] = made;
  status = ptl_mechanism_variables(m, m->n_bodies, &variables);
  if (status != PTL_OK || (def->rate == NULL && def->next == NULL && def->start == NULL))
    return status;
  return ptl_complete_signal(m, def);
}

/* ------------------------------------------------------------------ lists */

ptl_status ptl_copy_signals(ptl_mechanism *to, const ptl_mechanism *from) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < from->n_signals && status == PTL_OK; i++) {
    const ptl_signal_def *def = &from->signals[i].def;
    const ptl_signal_def declared = {.name = def->name, .unit = def->unit, .scale = def->scale};
    to->location = from->signals[i].where;
    status = ptl_add_signal(to, &declared);
  }
  for (int i = 0; i < from->n_signals && status == PTL_OK; i++)
    status = ptl_complete_signal(to, &from->signals[i].def);
  to->location = (ptl_where){0};
  return status;
}

void ptl_release_signals(ptl_mechanism *m) {
  for (int i = 0; i < m->n_signals; i++) release_signal(m, &m->signals[i].def);
  ptl_free(m->context, m->signals);
}
