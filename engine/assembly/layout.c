/* layout.c: the columns of a trace and the values of a row.
 *
 * Every column that the system has is computed, in the fixed order of docs/trace.md; the model's
 * `output:` then chooses among them and adds expressions over them. */
#include "layout.h"

#include <fnmatch.h>
#include <math.h>
#include <string.h>

#include "constraint.h"
#include "contact.h"
#include "forces.h"
#include "friction.h"

/* A point moves as the frame of a body that is displaced by it. */
typedef struct place {
  int body; /* -1: the ground, where it stays at x, y */
  ptl_body_def def;
  double x, y;
} place;

struct ptl_layout {
  ptl_symbol_list all; /* computed ones, then expressions */
  int n_computed;
  ptl_column *kept;
  int *kept_index;
  int n_kept;
  place *points;
  int n_points;
};

/* ---------------------------------------------------------------- building */

static int is_kept(const ptl_mechanism *m, const ptl_layout *y, int column) {
  if (m->n_patterns == 0 || column < 2 || column >= y->n_computed) return 1;
  for (int i = 0; i < m->n_patterns; i++)
    if (fnmatch(m->patterns[i], y->all.items[column].name, 0) == 0) return 1;
  return 0;
}

/* A pattern that fits no column is a slip of the pen, not a wish. */
static ptl_status check_patterns(ptl_context *context, const ptl_mechanism *m,
                                 const ptl_layout *y) {
  for (int i = 0; i < m->n_patterns; i++) {
    int hits = 0;
    for (int c = 0; c < y->all.n; c++)
      hits += fnmatch(m->patterns[i], y->all.items[c].name, 0) == 0;
    if (hits == 0)
      return ptl_fail(context, PTL_ERR_INPUT, "%s%soutput: no column of this model matches '%s'",
                      m->file != NULL ? m->file : "", m->file != NULL ? ": " : "", m->patterns[i]);
  }
  return PTL_OK;
}

static place place_of(const ptl_mechanism *m, const ptl_part_def *at) {
  place p = {.body = ptl_find_body(m, at->body), .x = at->x, .y = at->y};
  if (p.body < 0) return p;
  p.def = m->bodies[p.body].def;
  p.def.com_x -= at->x;
  p.def.com_y -= at->y;
  return p;
}

ptl_status ptl_layout_build(ptl_context *context, ptl_system *s) {
  const ptl_mechanism *m = s->mechanism;
  ptl_layout *y = ptl_alloc(context, 1, sizeof *y);
  if (y == NULL) return PTL_ERR_MEMORY;
  s->layout = y;
  ptl_status status = ptl_mechanism_columns(m, &y->all);
  if (status == PTL_OK && m->n_columns > 0) status = ptl_symbols_index(context, &y->all);
  if (status != PTL_OK) return status;
  y->n_computed = y->all.n - m->n_columns;
  y->kept = ptl_alloc(context, (size_t)y->all.n, sizeof *y->kept);
  y->kept_index = ptl_alloc(context, (size_t)y->all.n, sizeof *y->kept_index);
  y->points = ptl_alloc(context, (size_t)m->n_points, sizeof *y->points);
  if (y->kept == NULL || y->kept_index == NULL || y->points == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < m->n_points; i++)
    y->points[y->n_points++] = place_of(m, &m->points[i].def.at);
  for (int i = 0; i < y->all.n; i++) {
    if (!is_kept(m, y, i)) continue;
    y->kept_index[y->n_kept] = i;
    y->kept[y->n_kept++] = (ptl_column){y->all.items[i].name, y->all.items[i].unit};
  }
  return check_patterns(context, m, y);
}

void ptl_layout_destroy(ptl_context *context, ptl_layout *y) {
  if (y == NULL) return;
  ptl_symbols_release(context, &y->all);
  ptl_free(context, y->kept);
  ptl_free(context, y->kept_index);
  ptl_free(context, y->points);
  ptl_free(context, y);
}

int ptl_system_get_columns(const ptl_system *s, const ptl_column **columns) {
  *columns = s->layout->kept;
  return s->layout->n_kept;
}

/* ---------------------------------------------------------------- expressions over columns */

ptl_status ptl_layout_compile(ptl_context *context, const ptl_system *s, double *values,
                              ptl_expr **out) {
  const ptl_layout *y = s->layout;
  ptl_symbol_list known = y->all;
  ptl_status status = PTL_OK;
  for (int i = y->n_computed; i < y->all.n && status == PTL_OK; i++) {
    const ptl_column_def *def = &s->mechanism->columns[i - y->n_computed].def;
    known.n = i; /* earlier ones may be used */
    status = ptl_expr_create(context, def->expression, &known, values, &out[i - y->n_computed]);
  }
  return status;
}

int ptl_layout_width(const ptl_system *s) {
  return s->layout->all.n;
}

/* ---------------------------------------------------------------- values */

/* Friction of an ideal joint, as a force along the slip or a moment; its share of the reaction goes to
 * `reaction` (in ground axes, the moment about part B's frame) and to M a. */
static double write_joint_friction(ptl_data *data, const ptl_sys_constraint *k,
                                   const ptl_pair_state *state, const double *lambda,
                                   double reaction[3]) {
  ptl_sliding sliding;
  double row[6];
  if (ptl_eval_joint_friction(data, k->friction, state, lambda + k->row, &sliding)) return NAN;
  double force = data->frictions[k->friction].force;
  ptl_pair_gradient(state, sliding.d, row);
  ptl_pair_subtract(&k->pair, row, force, data->force);
  reaction[0] -= force * row[3];
  reaction[1] -= force * row[4];
  reaction[2] -= force * sliding.d[2];
  return sliding.d[0] == 0.0 && sliding.d[1] == 0.0 ? force * sliding.d[2] : force;
}

/* Reactions of the ideal joints into `out`; turns work->force, Q, into M a = Q - Phi_q^T lambda. */
static double *write_reactions(ptl_data *data, const double *y, double *out) {
  const ptl_system *s = data->system;
  int n = s->n_coordinates;
  const double *q = y, *v = y + n, *lambda = y + 2 * n + s->n_rows;
  double *ma = data->force;
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    ptl_constraint_eval element;
    double(*rows)[6] = element.rows, reaction[3] = {0.0, 0.0, 0.0}, friction = 0.0;
    ptl_eval_constraint(data, i, q, v, &element);
    for (int j = 0; j < k->n_rows; j++) {
      double x = lambda[k->row + j];
      reaction[0] -= x * rows[j][3];
      reaction[1] -= x * rows[j][4];
      reaction[2] -= x * element.by_angle[j];
      for (int c = 0; c < 3; c++) {
        if (k->pair.a.body >= 0) ma[3 * k->pair.a.body + c] -= x * rows[j][c];
        if (k->pair.b.body >= 0) ma[3 * k->pair.b.body + c] -= x * rows[j][3 + c];
      }
    }
    if (k->adds_to_previous) continue;
    if (k->type == NULL) {
      *out++ = -lambda[k->row];
      continue;
    }
    if (k->friction >= 0)
      friction = write_joint_friction(data, k, &element.state, lambda, reaction);
    for (int c = 0; c < 3; c++) *out++ = reaction[c];
    if (k->friction >= 0) *out++ = friction;
  }
  return out;
}

/* Force and moment on part B, as those of an ideal joint. */
static double *write_bushings(ptl_data *data, const double *q, const double *v, double *out) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_bushings; i++) {
    const ptl_sys_bushing *b = &s->bushings[i];
    ptl_pair_state state;
    ptl_bushing_part parts[PTL_BUSHING_PARTS];
    double row[6];
    int n = ptl_eval_bushing(data, i, q, v, &state, parts);
    ptl_bushing_deflection(b->type, b->c, &b->rest, &state.pose, out);
    out += 3;
    out[0] = out[1] = out[2] = 0.0;
    for (int j = 0; j < n; j++) {
      ptl_pair_gradient(&state, parts[j].x.d, row);
      out[0] -= parts[j].force * row[3];
      out[1] -= parts[j].force * row[4];
      out[2] -= parts[j].force * parts[j].x.d[2];
    }
    out += 3;
  }
  return out;
}

static double *write_plays(ptl_data *data, const double *q, const double *v, double *out) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_gap_sets; i++) {
    const ptl_sys_gap_set *p = &s->gap_sets[i];
    ptl_gap_eval gaps[PTL_MAX_GAPS];
    ptl_pair_state state;
    double fx = 0.0, fy = 0.0;
    ptl_eval_contacts(data, i, q, v, gaps);
    for (int g = 0; g < p->n_gaps; g++) {
      *out++ = gaps[g].depth;
      *out++ = gaps[g].rate;
      *out++ = gaps[g].force;
      *out++ = gaps[g].slip;
      *out++ = gaps[g].friction;
      fx += gaps[g].fx;
      fy += gaps[g].fy;
    }
    if (p->are_stops) continue;
    if (p->type->eccentricity != NULL) {
      ptl_pair_set_pose(&p->pair, q, data->rotations, &state);
      p->type->eccentricity(p->c, &state.pose, out, out + 1);
      out += 2;
    }
    *out++ = fx;
    *out++ = fy;
  }
  return out;
}

static double *write_points(const ptl_system *s, const double *q, const double *v, double *out) {
  static const double still[3] = {0.0, 0.0, 0.0};
  for (int i = 0; i < s->layout->n_points; i++) {
    const place *p = &s->layout->points[i];
    double motion[9] = {p->x, p->y};
    if (p->body >= 0) ptl_body_motion(&p->def, q + 3 * p->body, v + 3 * p->body, still, motion);
    *out++ = motion[0];
    *out++ = motion[1];
    *out++ = motion[3];
    *out++ = motion[4];
  }
  return out;
}

int ptl_layout_row(ptl_data *data, double t, int event, const double *y, const ptl_energy *energy,
                   ptl_expr *const *expressions, double *all, double *row) {
  const ptl_system *s = data->system;
  const ptl_layout *layout = s->layout;
  int n = s->n_coordinates;
  const double *q = y, *v = y + n;
  all[0] = t;
  all[1] = event;
  double *out = write_reactions(data, y, all + 2 + 9 * s->n_bodies);
  for (int i = 0; i < s->n_bodies; i++) {
    double a[3];
    for (int c = 0; c < 3; c++) a[c] = data->force[3 * i + c] * s->inverse_mass[3 * i + c];
    ptl_body_motion(&s->mechanism->bodies[i].def, q + 3 * i, v + 3 * i, a, all + 2 + 9 * i);
  }
  out = write_bushings(data, q, v, out);
  out = write_plays(data, q, v, out);
  for (int i = 0; i < s->n_forces; i++) {
    ptl_spring_eval spring;
    ptl_eval_spring(data, i, q, v, &spring);
    *out++ = spring.x.value;
    *out++ = spring.out.force;
  }
  out = write_points(s, q, v, out);
  const double energies[6] = {energy->kinetic,    energy->potential, energy->elastic,
                              energy->dissipated, energy->supplied,  energy->balance};
  memcpy(out, energies, sizeof energies);
  for (int i = layout->n_computed; i < layout->all.n; i++)
    all[i] = ptl_expr_eval(expressions[i - layout->n_computed]);
  for (int i = 0; i < layout->n_kept; i++) row[i] = all[layout->kept_index[i]];
  return layout->n_kept;
}
