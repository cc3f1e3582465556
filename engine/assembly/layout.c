/* layout.c: the columns of a trace and the values of a row.
 *
 * Every column that the system has is computed, in the fixed order of docs/trace.md; the model's
 * `output:` then chooses among them and adds expressions over them. Names and values come from one
 * list (columns.h): columns that follow each other and show the same element are a block, and an
 * element writes its values through the sources of its block. */
#include "layout.h"

#include <fnmatch.h>
#include <math.h>

#include "columns.h"
#include "constraint.h"
#include "contact.h"
#include "forces.h"
#include "friction.h"
#include "mesh.h"

/* What has blocks: the elements of the system, in the arrays where they stand there. */
typedef enum owner {
  OWNER_RUN, /* one */
  OWNER_INPUT,
  OWNER_BODY,
  OWNER_CONSTRAINT,
  OWNER_BUSHING,
  OWNER_GAP,
  OWNER_GAP_SET,
  OWNER_FORCE,
  OWNER_POINT,
  OWNER_ENERGY, /* one */
  N_OWNERS
} owner;

typedef struct block {
  int first, n; /* columns */
} block;

/* A point has the motion of a body frame displaced by it. */
typedef struct traced_point {
  int body; /* -1: the ground, where it stays at x, y */
  ptl_body_def def;
  double x, y;
} traced_point;

struct ptl_layout {
  ptl_columns columns; /* computed ones, then expressions */
  int n_computed;
  block *blocks[N_OWNERS]; /* per element; n is 0 of one without columns */
  ptl_column *kept;
  int *kept_index;
  int n_kept;
  traced_point *points;
  int n_points;
};

/* ---------------------------------------------------------------- blocks */

static owner owner_of(ptl_column_kind kind) {
  static const owner owners[] = {[PTL_COLUMN_RUN] = OWNER_RUN,
                                 [PTL_COLUMN_INPUT] = OWNER_INPUT,
                                 [PTL_COLUMN_BODY] = OWNER_BODY,
                                 [PTL_COLUMN_REACTION] = OWNER_CONSTRAINT,
                                 [PTL_COLUMN_COUPLING] = OWNER_CONSTRAINT,
                                 [PTL_COLUMN_MOTION] = OWNER_CONSTRAINT,
                                 [PTL_COLUMN_BUSHING] = OWNER_BUSHING,
                                 [PTL_COLUMN_GAP] = OWNER_GAP,
                                 [PTL_COLUMN_CLEARANCE] = OWNER_GAP_SET,
                                 [PTL_COLUMN_FORCE] = OWNER_FORCE,
                                 [PTL_COLUMN_POINT] = OWNER_POINT,
                                 [PTL_COLUMN_ENERGY] = OWNER_ENERGY};
  return owners[kind];
}

static int n_elements(const ptl_system *s, owner o) {
  const int counts[N_OWNERS] = {[OWNER_RUN] = 1,
                                [OWNER_INPUT] = s->mechanism->n_inputs,
                                [OWNER_BODY] = s->n_bodies,
                                [OWNER_CONSTRAINT] = s->n_constraints,
                                [OWNER_BUSHING] = s->n_bushings,
                                [OWNER_GAP] = s->n_gaps,
                                [OWNER_GAP_SET] = s->n_gap_sets,
                                [OWNER_FORCE] = s->n_forces,
                                [OWNER_POINT] = s->mechanism->n_points,
                                [OWNER_ENERGY] = 1};
  return counts[o];
}

/* Whether the element has columns: the second side of a coupling and the stops of a joint that is
 * held add to those of another. */
static int has_columns(const ptl_system *s, owner o, int element) {
  if (o == OWNER_CONSTRAINT) return !s->constraints[element].adds_to_previous;
  if (o == OWNER_GAP_SET) return !s->gap_sets[element].are_stops;
  return 1;
}

/* Elements of the system have the names of the description's, not only equal ones. */
static int find_constraint(const ptl_system *s, const char *name) {
  int i = 0;
  while (i < s->n_constraints && s->constraints[i].name != name) i++;
  return i < s->n_constraints ? i : -1;
}

static int find_bushing(const ptl_system *s, const char *name) {
  int i = 0;
  while (i < s->n_bushings && s->bushings[i].name != name) i++;
  return i < s->n_bushings ? i : -1;
}

static int find_gap_set(const ptl_system *s, const char *name) {
  int i = 0;
  while (i < s->n_gap_sets && s->gap_sets[i].name != name) i++;
  return i < s->n_gap_sets ? i : -1;
}

static int find_gap(const ptl_system *s, const char *joint, int gap) {
  const int set = find_gap_set(s, joint);
  for (int i = 0; set >= 0 && i < s->gap_sets[set].n_gaps; i++)
    if (s->gap_sets[set].gap[i] == gap) return s->gap_sets[set].first_gap + i;
  return -1;
}

/* The element of the system that the column shows, -1 if there is none. */
static int find_element(const ptl_system *s, const ptl_column_source *source) {
  const ptl_mechanism *m = s->mechanism;
  const int i = source->element;
  switch (source->kind) {
    case PTL_COLUMN_REACTION:
      return find_constraint(s, m->joints[i].def.name);
    case PTL_COLUMN_COUPLING:
      return find_constraint(s, m->couplings[i].def.name);
    case PTL_COLUMN_MOTION:
      return find_constraint(s, m->motions[i].def.name);
    case PTL_COLUMN_BUSHING:
      return find_bushing(s, m->joints[i].def.name);
    case PTL_COLUMN_GAP:
      return find_gap(s, m->joints[i].def.name, source->gap);
    case PTL_COLUMN_CLEARANCE:
      return find_gap_set(s, m->joints[i].def.name);
    default:
      return i;
  }
}

static int is_same_element(const ptl_column_source *a, const ptl_column_source *b) {
  return a->kind == b->kind && a->element == b->element && a->gap == b->gap;
}

/* Gives every column to the element that it shows. Fails when a column has no element or an element
 * no columns, which would be a fault of the program: the description and the system do not agree
 * then. */
static ptl_status build_blocks(ptl_context *context, const ptl_system *s, ptl_layout *y) {
  const ptl_column_source *sources = y->columns.sources;
  for (int o = 0; o < N_OWNERS; o++) {
    y->blocks[o] = ptl_alloc(context, (size_t)n_elements(s, o), sizeof *y->blocks[o]);
    if (y->blocks[o] == NULL) return PTL_ERR_MEMORY;
  }
  int n;
  for (int first = 0; first < y->n_computed; first += n) {
    for (n = 1; first + n < y->n_computed; n++)
      if (!is_same_element(&sources[first], &sources[first + n])) break;
    const owner o = owner_of(sources[first].kind);
    const int element = find_element(s, &sources[first]);
    if (element < 0 || !has_columns(s, o, element) || y->blocks[o][element].n > 0)
      return ptl_fail(context, PTL_ERR_USAGE, "column '%s' belongs to no element of the system",
                      y->columns.list.items[first].name);
    y->blocks[o][element] = (block){first, n};
  }
  for (int o = 0; o < N_OWNERS; o++)
    for (int i = 0; i < n_elements(s, o); i++)
      if (has_columns(s, o, i) && y->blocks[o][i].n == 0)
        return ptl_fail(context, PTL_ERR_USAGE, "element %d of kind %d has no columns", i, o);
  return PTL_OK;
}

/* ---------------------------------------------------------------- building */

static int is_kept(const ptl_mechanism *m, const ptl_layout *y, int column) {
  if (m->n_patterns == 0 || column < 2 || column >= y->n_computed) return 1;
  for (int i = 0; i < m->n_patterns; i++)
    if (fnmatch(m->patterns[i], y->columns.list.items[column].name, 0) == 0) return 1;
  return 0;
}

/* A pattern that fits no column is taken for a mistake. */
static ptl_status check_patterns(ptl_context *context, const ptl_mechanism *m,
                                 const ptl_layout *y) {
  for (int i = 0; i < m->n_patterns; i++) {
    int hits = 0;
    for (int c = 0; c < y->columns.list.n; c++)
      hits += fnmatch(m->patterns[i], y->columns.list.items[c].name, 0) == 0;
    if (hits == 0)
      return ptl_fail(context, PTL_ERR_INPUT, "%s%soutput: no column of this model matches '%s'",
                      m->file != NULL ? m->file : "", m->file != NULL ? ": " : "", m->patterns[i]);
  }
  return PTL_OK;
}

static traced_point trace_point(const ptl_mechanism *m, const ptl_part_def *at) {
  traced_point p = {.body = ptl_find_body(m, at->body), .x = at->x, .y = at->y};
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
  ptl_symbol_list *list = &y->columns.list;
  ptl_status status = ptl_columns_create(context, m, &y->columns);
  if (status == PTL_OK && m->n_columns > 0) status = ptl_symbols_index(context, list);
  if (status != PTL_OK) return status;
  y->n_computed = list->n - m->n_columns;
  status = build_blocks(context, s, y);
  if (status != PTL_OK) return status;
  y->kept = ptl_alloc(context, (size_t)list->n, sizeof *y->kept);
  y->kept_index = ptl_alloc(context, (size_t)list->n, sizeof *y->kept_index);
  y->points = ptl_alloc(context, (size_t)m->n_points, sizeof *y->points);
  if (y->kept == NULL || y->kept_index == NULL || y->points == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < m->n_points; i++)
    y->points[y->n_points++] = trace_point(m, &m->points[i].def.at);
  for (int i = 0; i < list->n; i++) {
    if (!is_kept(m, y, i)) continue;
    y->kept_index[y->n_kept] = i;
    y->kept[y->n_kept++] = (ptl_column){list->items[i].name, list->items[i].unit};
  }
  return check_patterns(context, m, y);
}

void ptl_layout_destroy(ptl_context *context, ptl_layout *y) {
  if (y == NULL) return;
  ptl_columns_release(context, &y->columns);
  for (int o = 0; o < N_OWNERS; o++) ptl_free(context, y->blocks[o]);
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
  ptl_symbol_list known = y->columns.list;
  ptl_status status = PTL_OK;
  for (int i = y->n_computed; i < y->columns.list.n && status == PTL_OK; i++) {
    const ptl_column_def *def = &s->mechanism->columns[i - y->n_computed].def;
    known.n = i; /* earlier ones may be used */
    status = ptl_expr_create(context, def->expression, &known, values, &out[i - y->n_computed]);
  }
  return status;
}

int ptl_layout_width(const ptl_system *s) {
  return s->layout->columns.list.n;
}

/* ---------------------------------------------------------------- values */

/* The values of an element, as its kind numbers them, to the columns that show them. */
static void put(const ptl_layout *y, owner o, int element, const double *values, double *all) {
  const block *b = &y->blocks[o][element];
  for (int i = b->first; i < b->first + b->n; i++) all[i] = values[y->columns.sources[i].value];
}

/* Friction of an ideal joint; its share of the reaction goes to values[FX], [FY] and [MOMENT] (in
 * ground axes, the moment about part B's frame) and to M a. */
static void add_joint_friction(ptl_data *data, const ptl_sys_constraint *k,
                               const ptl_pair_state *state, const double *lambda, double *values) {
  ptl_sliding sliding;
  double row[6];
  if (ptl_eval_joint_friction(data, k->friction, state, lambda + k->row, &sliding)) {
    values[PTL_REACTION_FRICTION] = values[PTL_REACTION_FRICTION_MOMENT] = NAN;
    return;
  }
  const double force = data->frictions[k->friction].force;
  ptl_pair_gradient(state, sliding.d, row);
  ptl_pair_subtract(&k->pair, row, force, data->force);
  values[PTL_REACTION_FX] -= force * row[3];
  values[PTL_REACTION_FY] -= force * row[4];
  values[PTL_REACTION_MOMENT] -= force * sliding.d[2];
  values[PTL_REACTION_FRICTION] = force;
  values[PTL_REACTION_FRICTION_MOMENT] = force * sliding.d[2];
}

/* Forces of the teeth, or of a belt's strands: left of the line from the first pulley to the second, and right. */
static void find_drive_values(const ptl_data *data, const ptl_sys_constraint *k, const double *q,
                              const double *v, const double *lambda, double *values) {
  const ptl_system *s = data->system;
  const double force = -lambda[k->row];
  values[PTL_DRIVE_FORCE] = values[PTL_DRIVE_MOMENT] = force;
  for (int i = 0; i < s->n_meshes; i++) {
    const ptl_sys_mesh *mesh = &s->meshes[i];
    if (&s->constraints[mesh->constraint] != k) continue;
    ptl_mesh_eval eval;
    ptl_eval_mesh(data, i, q, v, lambda, &eval);
    const double both = fmax(fabs(force), mesh->least) / mesh->radius;
    values[PTL_DRIVE_TANGENTIAL_FORCE] = force / mesh->radius;
    values[PTL_DRIVE_RADIAL_FORCE] = fabs(eval.force);
    values[PTL_DRIVE_LEFT_TENSION] = 0.5 * (both - force / mesh->radius);
    values[PTL_DRIVE_RIGHT_TENSION] = 0.5 * (both + force / mesh->radius);
  }
}

/* Reactions of the ideal joints, couplings and motions; turns data->force, Q, into M a = Q -
 * Phi_q^T lambda. */
static void write_reactions(ptl_data *data, const double *y, double *all) {
  const ptl_system *s = data->system;
  const int n = s->n_coordinates;
  const double *q = y, *v = y + n, *lambda = y + 2 * n + s->n_rows;
  double *ma = data->force;
  ptl_add_mesh_forces(data, q, v, lambda);
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    ptl_constraint_eval element;
    double(*rows)[6] = element.rows, values[PTL_MAX_COLUMN_VALUES] = {0.0};
    ptl_eval_constraint(data, i, q, v, &element);
    for (int j = 0; j < k->n_rows; j++) {
      double x = lambda[k->row + j];
      values[PTL_REACTION_FX] -= x * rows[j][3];
      values[PTL_REACTION_FY] -= x * rows[j][4];
      values[PTL_REACTION_MOMENT] -= x * element.by_angle[j];
      for (int c = 0; c < 3; c++) {
        if (k->pair.a.body >= 0) ma[3 * k->pair.a.body + c] -= x * rows[j][c];
        if (k->pair.b.body >= 0) ma[3 * k->pair.b.body + c] -= x * rows[j][3 + c];
      }
    }
    if (k->type == NULL) find_drive_values(data, k, q, v, lambda, values);
    if (k->friction >= 0) add_joint_friction(data, k, &element.state, lambda, values);
    put(s->layout, OWNER_CONSTRAINT, i, values, all);
  }
}

/* Of the frames of the bodies, with the accelerations of M a in data->force. */
static void write_bodies(const ptl_data *data, const double *q, const double *v, double *all) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_bodies; i++) {
    double a[3], values[PTL_BODY_COLUMNS];
    for (int c = 0; c < 3; c++) a[c] = data->force[3 * i + c] * s->inverse_mass[3 * i + c];
    ptl_body_motion(&s->mechanism->bodies[i].def, q + 3 * i, v + 3 * i, a, values);
    put(s->layout, OWNER_BODY, i, values, all);
  }
}

/* Force and moment on part B, as those of an ideal joint. */
static void write_bushings(ptl_data *data, const double *q, const double *v, double *all) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_bushings; i++) {
    const ptl_sys_bushing *b = &s->bushings[i];
    ptl_pair_state state;
    ptl_bushing_part parts[PTL_BUSHING_PARTS];
    double row[6], values[PTL_MAX_COLUMN_VALUES] = {0.0};
    int n = ptl_eval_bushing(data, i, q, v, &state, parts);
    ptl_bushing_deflection(b->type, b->c, &b->rest, &state.pose, &values[PTL_BUSHING_EX]);
    for (int j = 0; j < n; j++) {
      ptl_pair_gradient(&state, parts[j].x.d, row);
      values[PTL_BUSHING_FX] -= parts[j].force * row[3];
      values[PTL_BUSHING_FY] -= parts[j].force * row[4];
      values[PTL_BUSHING_MOMENT] -= parts[j].force * parts[j].x.d[2];
    }
    put(s->layout, OWNER_BUSHING, i, values, all);
  }
}

static void write_gap(const ptl_layout *y, int gap, const ptl_gap_eval *g, double *all) {
  const double values[] = {[PTL_GAP_DEPTH] = g->depth,
                           [PTL_GAP_DEPTH_RATE] = g->rate,
                           [PTL_GAP_NORMAL_FORCE] = g->force,
                           [PTL_GAP_SLIP_RATE] = g->slip,
                           [PTL_GAP_FRICTION_FORCE] = g->friction};
  put(y, OWNER_GAP, gap, values, all);
}

/* The gaps, and of a joint that they alone limit the eccentricity and the sum of their forces. */
static void write_gap_sets(ptl_data *data, const double *q, const double *v, double *all) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_gap_sets; i++) {
    const ptl_sys_gap_set *p = &s->gap_sets[i];
    ptl_gap_eval gaps[PTL_MAX_GAPS];
    ptl_pair_state state;
    double values[PTL_MAX_COLUMN_VALUES] = {0.0};
    ptl_eval_contacts(data, PTL_CONTACT_BY_STATE, i, q, v, gaps);
    for (int g = 0; g < p->n_gaps; g++) {
      write_gap(s->layout, p->first_gap + g, &gaps[g], all);
      values[PTL_CLEARANCE_FX] += gaps[g].fx;
      values[PTL_CLEARANCE_FY] += gaps[g].fy;
    }
    if (!p->are_stops && p->type->eccentricity != NULL) {
      ptl_pair_set_pose(&p->pair, q, data->rotations, &state);
      p->type->eccentricity(p->c, &state.pose, &values[PTL_CLEARANCE_EX],
                            &values[PTL_CLEARANCE_EY]);
    }
    put(s->layout, OWNER_GAP_SET, i, values, all);
  }
}

static void write_forces(ptl_data *data, const double *q, const double *v, double *all) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_forces; i++) {
    ptl_spring_eval spring;
    ptl_eval_spring(data, i, q, v, &spring);
    const double x = spring.x.value, force = spring.out.force;
    const double values[] = {[PTL_FORCE_LENGTH] = x,
                             [PTL_FORCE_FORCE] = force,
                             [PTL_FORCE_ANGLE] = x,
                             [PTL_FORCE_MOMENT] = force};
    put(s->layout, OWNER_FORCE, i, values, all);
  }
}

static void write_points(const ptl_system *s, const double *q, const double *v, double *all) {
  static const double no_acceleration[3] = {0.0, 0.0, 0.0};
  for (int i = 0; i < s->layout->n_points; i++) {
    const traced_point *p = &s->layout->points[i];
    double motion[9] = {p->x, p->y};
    if (p->body >= 0)
      ptl_body_motion(&p->def, q + 3 * p->body, v + 3 * p->body, no_acceleration, motion);
    const double values[] = {[PTL_POINT_X] = motion[0],
                             [PTL_POINT_Y] = motion[1],
                             [PTL_POINT_VX] = motion[3],
                             [PTL_POINT_VY] = motion[4]};
    put(s->layout, OWNER_POINT, i, values, all);
  }
}

static void write_energies(const ptl_layout *y, const ptl_energy *energy, double *all) {
  const double values[] = {
      [PTL_ENERGY_KINETIC] = energy->kinetic,   [PTL_ENERGY_POTENTIAL] = energy->potential,
      [PTL_ENERGY_ELASTIC] = energy->elastic,   [PTL_ENERGY_DISSIPATED] = energy->dissipated,
      [PTL_ENERGY_SUPPLIED] = energy->supplied, [PTL_ENERGY_BALANCE] = energy->balance};
  put(y, OWNER_ENERGY, 0, values, all);
}

int ptl_layout_row(ptl_data *data, double t, int event, const double *y, const ptl_energy *energy,
                   ptl_expr *const *expressions, double *all, double *row) {
  const ptl_system *s = data->system;
  const ptl_layout *layout = s->layout;
  const double *q = y, *v = y + s->n_coordinates;
  const double of_run[] = {[PTL_RUN_TIME] = t, [PTL_RUN_EVENT] = event};
  put(layout, OWNER_RUN, 0, of_run, all);
  for (int i = 0; i < s->mechanism->n_inputs; i++) {
    const double value = ptl_data_input(data, i, t);
    put(layout, OWNER_INPUT, i, &value, all);
  }
  write_reactions(data, y, all);
  write_bodies(data, q, v, all);
  write_bushings(data, q, v, all);
  write_gap_sets(data, q, v, all);
  write_forces(data, q, v, all);
  write_points(s, q, v, all);
  write_energies(layout, energy, all);
  for (int i = layout->n_computed; i < layout->columns.list.n; i++)
    all[i] = ptl_expr_eval(expressions[i - layout->n_computed]);
  for (int i = 0; i < layout->n_kept; i++) row[i] = all[layout->kept_index[i]];
  return layout->n_kept;
}
