/* mechanism_start.c: what a description says of the start beside the placement of its bodies. */
#include <math.h>
#include <string.h>

#include "element.h"
#include "mechanism_lists.h"

ptl_start_def ptl_start_default(void) {
  return (ptl_start_def){.position = {NAN, NAN}, .rate = {NAN, NAN}};
}

/* Both numbers of a pair, or none. */
static ptl_status check_pair(const ptl_mechanism *m, ptl_label label, const char *what,
                             const double pair[2]) {
  if (isnan(pair[0]) && isnan(pair[1])) return PTL_OK;
  if (isfinite(pair[0]) && isfinite(pair[1])) return PTL_OK;
  return ptl_fail_element(m, label, "its %s must be finite, not (%.12g, %.12g)", what, pair[0],
                          pair[1]);
}

static ptl_status check_point(const ptl_mechanism *m, const ptl_start_def *def) {
  const ptl_label label = {"start of point", def->name != NULL ? def->name : ""};
  if (!ptl_name_is_valid(label.name))
    return ptl_fail_element(m, label, "a name is a letter or _, then letters, digits and _");
  ptl_status status = ptl_check_part(m, label, &def->at);
  if (status == PTL_OK && ptl_find_body(m, def->at.body) < 0)
    status = ptl_fail_element(m, label, "it is a point of the ground, which stands still");
  if (status == PTL_OK) status = check_pair(m, label, "position", def->position);
  if (status == PTL_OK) status = check_pair(m, label, "velocity", def->rate);
  if (status == PTL_OK && isnan(def->position[0]) && isnan(def->rate[0]))
    status = ptl_fail_element(m, label, "it needs a position or a velocity");
  return status;
}

static ptl_status check_joint(const ptl_mechanism *m, const ptl_start_def *def) {
  const ptl_label label = {"start of joint", def->joint};
  ptl_status status = ptl_check_coordinate(m, label, def->joint);
  if (status != PTL_OK) return status;
  for (int i = 0; i < m->n_starts; i++)
    if (m->starts[i].def.joint != NULL && strcmp(m->starts[i].def.joint, def->joint) == 0)
      return ptl_fail_element(m, label, "the joint has a start already");
  const double x = def->position[0], rate = def->rate[0];
  if (isinf(x) || isinf(rate))
    return ptl_fail_element(m, label, "its numbers must be finite, not %.12g and %.12g", x, rate);
  if (isnan(x) && isnan(rate)) return ptl_fail_element(m, label, "it needs a coordinate or a rate");
  return PTL_OK;
}

static int own_start(ptl_mechanism *m, ptl_start_def *def) {
  if (def->joint != NULL) def->name = def->at.body = NULL;
  return ptl_own_text(m, &def->joint) & ptl_own_text(m, &def->name) &
         ptl_own_text(m, &def->at.body);
}

static void release_start(ptl_mechanism *m, ptl_start_def *def) {
  ptl_free_text(m, def->joint);
  ptl_free_text(m, def->name);
  ptl_free_text(m, def->at.body);
}

ptl_status ptl_mechanism_add_start(ptl_mechanism *m, const ptl_start_def *def) {
  const ptl_status status = def->joint != NULL ? check_joint(m, def) : check_point(m, def);
  if (status != PTL_OK) return status;
  ptl_mech_start *grown = ptl_grow(m->context, m->starts, (size_t)m->n_starts, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->starts = grown;
  ptl_mech_start made = {*def, m->location};
  if (!own_start(m, &made.def)) {
    release_start(m, &made.def);
    return PTL_ERR_MEMORY;
  }
  grown[m->n_starts++] = made;
  return PTL_OK;
}

int ptl_mechanism_get_start(const ptl_mechanism *m, int index, ptl_start_def *out) {
  if (index < 0 || index >= m->n_starts) return 0;
  *out = m->starts[index].def;
  return 1;
}

ptl_status ptl_copy_starts(ptl_mechanism *to, const ptl_mechanism *from) {
  to->starts = ptl_alloc(to->context, (size_t)from->n_starts, sizeof *to->starts);
  if (to->starts == NULL) return PTL_ERR_MEMORY;
  while (to->n_starts < from->n_starts) {
    ptl_mech_start *start = &to->starts[to->n_starts];
    *start = from->starts[to->n_starts++];
    if (!own_start(to, &start->def)) return PTL_ERR_MEMORY;
  }
  return PTL_OK;
}

void ptl_release_starts(ptl_mechanism *m) {
  for (int i = 0; i < m->n_starts; i++) release_start(m, &m->starts[i].def);
  ptl_free(m->context, m->starts);
}
