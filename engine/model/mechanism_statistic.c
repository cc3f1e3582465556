/* mechanism_statistic.c: statistics of a run that the model asks for. */
#include <math.h>
#include <string.h>

#include "columns.h"
#include "element.h"
#include "mechanism_lists.h"

void ptl_statistic_default_sized(ptl_statistic_def *out, size_t size) {
  const ptl_statistic_def def = {.from = NAN, .until = NAN};
  ptl_give_def(out, size, &def, sizeof def);
}

static int own(ptl_mechanism *m, ptl_statistic_def *def) {
  return ptl_own_text(m, &def->name) & ptl_own_text(m, &def->expression) &
         ptl_own_text(m, &def->unit) & ptl_own_text(m, &def->cycle.joint);
}

static void release(ptl_mechanism *m, ptl_statistic_def *def) {
  ptl_free_text(m, def->name);
  ptl_free_text(m, def->expression);
  ptl_free_text(m, def->unit);
  ptl_free_text(m, def->cycle.joint);
}

static ptl_status check(ptl_mechanism *m, const ptl_statistic_def *def) {
  if (def->name == NULL || !ptl_name_is_valid(def->name))
    return ptl_fail_at(m, m->location, PTL_ERR_INPUT,
                       PTL_E(0201) "statistic '%.80s': a name is a letter or _, then letters, digits and _, at "
                       "most 63 in all",
                       def->name != NULL ? def->name : "");
  const ptl_label label = {"statistic", def->name};
  for (int i = 0; i < m->n_statistics; i++)
    if (strcmp(m->statistics[i].def.name, def->name) == 0)
      return ptl_fail_element(m, label, PTL_E(0202) "there are two of that name");
  if (def->expression == NULL || def->unit == NULL)
    return ptl_fail_element(m, label, PTL_E(0205) "it needs an expression of columns and its unit");
  if (isinf(def->from) || isinf(def->until) || def->until <= def->from)
    return ptl_fail_element(m, label, PTL_E(0206) "it ends before it begins");
  if (!(def->cycle.amount >= 0.0) || isinf(def->cycle.amount))
    return ptl_fail_element(m, label, PTL_E(0206) "a cycle must be longer than 0");
  if (def->cycle.joint != NULL) {
    const ptl_status status = ptl_check_coordinate(m, label, def->cycle.joint);
    if (status != PTL_OK) return status;
  }
  int n_conditions;
  return ptl_columns_check(m, def->expression, &n_conditions);
}

ptl_status ptl_add_statistic(ptl_mechanism *m, const ptl_statistic_def *def) {
  const ptl_status status = check(m, def);
  if (status != PTL_OK) return status;
  ptl_mech_statistic *grown =
      ptl_grow(m->context, m->statistics, (size_t)m->n_statistics, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->statistics = grown;
  ptl_mech_statistic made = {*def};
  if (!own(m, &made.def)) {
    release(m, &made.def);
    return PTL_ERR_MEMORY;
  }
  ptl_mechanism_change(m);
  grown[m->n_statistics++] = made;
  return PTL_OK;
}

ptl_status ptl_copy_statistics(ptl_mechanism *to, const ptl_mechanism *from) {
  to->statistics = ptl_alloc(to->context, (size_t)from->n_statistics, sizeof *to->statistics);
  if (to->statistics == NULL) return PTL_ERR_MEMORY;
  while (to->n_statistics < from->n_statistics) {
    ptl_mech_statistic *made = &to->statistics[to->n_statistics];
    *made = from->statistics[to->n_statistics++];
    if (!own(to, &made->def)) return PTL_ERR_MEMORY;
  }
  return PTL_OK;
}

void ptl_release_statistics(ptl_mechanism *m) {
  for (int i = 0; i < m->n_statistics; i++) release(m, &m->statistics[i].def);
  ptl_free(m->context, m->statistics);
}
