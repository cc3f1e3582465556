/* layout.c: the columns of a trace.
 *
 * Every column that the system has is computed, in the fixed order of docs/trace.md; the model's
 * `output:` then chooses among them and adds expressions over them. Names and values come from one
 * list (columns.h): columns that follow each other and show the same element are a block, and an
 * element writes its values through the sources of its block (layout_row.c). */
#include <fnmatch.h>
#include <string.h>

#include "compile.h"
#include "layout.h"
#include "layout_row.h"
#include "word_list.h"

#define PI 3.14159265358979323846

/* ---------------------------------------------------------------- blocks */

static ptl_layout_owner owner_of(ptl_column_kind kind) {
  static const ptl_layout_owner owners[] = {[PTL_COLUMN_RUN] = PTL_OWNER_RUN,
                                            [PTL_COLUMN_INPUT] = PTL_OWNER_INPUT,
                                            [PTL_COLUMN_SIGNAL] = PTL_OWNER_SIGNAL,
                                            [PTL_COLUMN_BODY] = PTL_OWNER_BODY,
                                            [PTL_COLUMN_COORDINATE] = PTL_OWNER_COORDINATE,
                                            [PTL_COLUMN_DRIVEN] = PTL_OWNER_DRIVEN,
                                            [PTL_COLUMN_REACTION] = PTL_OWNER_CONSTRAINT,
                                            [PTL_COLUMN_COUPLING] = PTL_OWNER_CONSTRAINT,
                                            [PTL_COLUMN_MOTION] = PTL_OWNER_CONSTRAINT,
                                            [PTL_COLUMN_BUSHING] = PTL_OWNER_BUSHING,
                                            [PTL_COLUMN_FILM] = PTL_OWNER_FILM,
                                            [PTL_COLUMN_GAP] = PTL_OWNER_GAP,
                                            [PTL_COLUMN_CLEARANCE] = PTL_OWNER_GAP_SET,
                                            [PTL_COLUMN_FORCE] = PTL_OWNER_FORCE,
                                            [PTL_COLUMN_LOAD] = PTL_OWNER_LOAD,
                                            [PTL_COLUMN_POINT] = PTL_OWNER_POINT,
                                            [PTL_COLUMN_ENERGY] = PTL_OWNER_ENERGY};
  return owners[kind];
}

static int n_elements(const ptl_system *s, ptl_layout_owner o) {
  const int counts[PTL_N_OWNERS] = {[PTL_OWNER_RUN] = 1,
                                    [PTL_OWNER_INPUT] = s->mechanism->n_inputs,
                                    [PTL_OWNER_SIGNAL] = s->n_signals,
                                    [PTL_OWNER_BODY] = s->n_bodies,
                                    [PTL_OWNER_COORDINATE] = s->mechanism->n_joints,
                                    [PTL_OWNER_DRIVEN] = s->mechanism->n_motions,
                                    [PTL_OWNER_CONSTRAINT] = s->n_constraints,
                                    [PTL_OWNER_BUSHING] = s->n_bushings,
                                    [PTL_OWNER_FILM] = s->n_films,
                                    [PTL_OWNER_GAP] = s->n_gaps,
                                    [PTL_OWNER_GAP_SET] = s->n_gap_sets,
                                    [PTL_OWNER_FORCE] = s->n_forces,
                                    [PTL_OWNER_LOAD] = s->n_loads,
                                    [PTL_OWNER_POINT] = s->mechanism->n_points,
                                    [PTL_OWNER_ENERGY] = 1};
  return counts[o];
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

static int find_film(const ptl_system *s, const char *name) {
  int i = 0;
  while (i < s->n_films && s->films[i].name != name) i++;
  return i < s->n_films ? i : -1;
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
    case PTL_COLUMN_FILM:
      return find_film(s, m->joints[i].def.name);
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
  for (int o = 0; o < PTL_N_OWNERS; o++) {
    y->blocks[o] = ptl_alloc(context, (size_t)n_elements(s, o), sizeof *y->blocks[o]);
    if (y->blocks[o] == NULL) return PTL_ERR_MEMORY;
  }
  int n;
  for (int first = 0; first < y->n_computed; first += n) {
    for (n = 1; first + n < y->n_computed; n++)
      if (!is_same_element(&sources[first], &sources[first + n])) break;
    const ptl_layout_owner o = owner_of(sources[first].kind);
    const int element = find_element(s, &sources[first]);
    if (element < 0 || !ptl_layout_has_columns(s, o, element) || y->blocks[o][element].n > 0)
      return ptl_fail(context, PTL_ERR_USAGE,
                      PTL_E(0004) "column '%s' belongs to no element of the system",
                      y->columns.list.items[first].name);
    y->blocks[o][element] = (ptl_column_block){first, n};
  }
  for (int o = 0; o < PTL_N_OWNERS; o++)
    for (int i = 0; i < n_elements(s, o); i++)
      if (ptl_layout_has_columns(s, o, i) && y->blocks[o][i].n == 0)
        return ptl_fail(context, PTL_ERR_USAGE, PTL_E(0004) "element %d of kind %d has no columns",
                        i, o);
  return PTL_OK;
}

/* ---------------------------------------------------------------- building */

/* Whether an entry of output.columns, the name of a group or a pattern, means the column. */
static int fits(const ptl_layout *y, const char *entry, int column) {
  const int group = ptl_word_index(PTL_WORDS_COLUMN_GROUP, entry);
  if (group < 0) return fnmatch(entry, y->columns.list.items[column].name, 0) == 0;
  return column < y->n_computed &&
         ptl_column_group_of(&y->columns.sources[column]) == (ptl_column_group)group;
}

static int is_kept(const ptl_mechanism *m, const ptl_layout *y, int column) {
  if (column < 2 || column >= y->n_computed) return 1;
  for (int i = 0; i < m->n_patterns; i++)
    if (fits(y, m->patterns[i].text, column)) return 1;
  return m->n_patterns == 0 &&
         ptl_column_group_of(&y->columns.sources[column]) == PTL_GROUP_DEFAULT;
}

/* A pattern that fits no column is taken for a mistake. */
static ptl_status check_patterns(const ptl_mechanism *m, const ptl_layout *y) {
  for (int i = 0; i < m->n_patterns; i++) {
    int hits = 0;
    const char *pattern = m->patterns[i].text;
    for (int c = 0; c < y->columns.list.n; c++) hits += fits(y, pattern, c);
    if (hits == 0 && ptl_word_index(PTL_WORDS_COLUMN_GROUP, pattern) < 0)
      return ptl_fail_at(m, m->patterns[i].where, PTL_ERR_INPUT,
                         PTL_E(0307) "output: no column of this model matches '%s'", pattern);
  }
  return PTL_OK;
}

static ptl_traced_point trace_point(const ptl_mechanism *m, const ptl_part_def *at) {
  ptl_traced_point p = {.body = ptl_find_body(m, at->body), .x = at->x, .y = at->y};
  if (p.body < 0) return p;
  p.def = m->bodies[p.body].def;
  p.def.com_x -= at->x;
  p.def.com_y -= at->y;
  return p;
}

static ptl_traced_coordinate trace_coordinate(const ptl_mechanism *m, int joint) {
  const ptl_joint_def *def = &m->joints[joint].def;
  const ptl_measure_def of = {.joint = def->name};
  const ptl_joint_type *type = m->joints[joint].use.type;
  if (type->coordinate == PTL_COORDINATE_NONE)
    return (ptl_traced_coordinate){.measured = PTL_MEASURED_ANGLE};
  return (ptl_traced_coordinate){ptl_compile_pair(m, &def->a, &def->b),
                                 ptl_measured_coordinate_of(m, &of)};
}

static ptl_traced_coordinate trace_motion(const ptl_mechanism *m, int motion) {
  const ptl_measure_def *of = &m->motions[motion].def.of;
  if (of->joint != NULL) return (ptl_traced_coordinate){.measured = PTL_MEASURED_ANGLE};
  return (ptl_traced_coordinate){ptl_compile_pair(m, &of->a, &of->b),
                                 ptl_measured_coordinate_of(m, of)};
}

/* Column i of the list joins those of the trace, in the units that output: asks for. */
static void keep(const ptl_mechanism *m, ptl_layout *y, int i) {
  static const struct {
    const char *angle, *acceleration;
    double per_rad;
  } angles[] = {
      {"rad", "rad/s^2", 1.0}, {"deg", "deg/s^2", 180.0 / PI}, {"turn", "turn/s^2", 0.5 / PI}};
  static const struct {
    const char *rate;
    double per_rad;
  } rates[] = {{"rad/s", 1.0}, {"deg/s", 180.0 / PI}, {"rpm", 30.0 / PI}};
  const ptl_output_def *output = &m->output;
  const ptl_symbol *symbol = &y->columns.list.items[i];
  ptl_kept_column *how = &y->how_kept[y->n_kept];
  ptl_column *column = &y->kept[y->n_kept++];
  *column = (ptl_column){symbol->name, symbol->unit};
  *how = (ptl_kept_column){i, 1.0, 0};
  if (i >= y->n_computed) return; /* a unit of the model's own */
  how->is_angle = strcmp(symbol->unit, "rad") == 0;
  if (how->is_angle) {
    column->unit = angles[output->angle].angle;
    how->factor = angles[output->angle].per_rad;
  } else if (strcmp(symbol->unit, "rad/s") == 0) {
    column->unit = rates[output->rate].rate;
    how->factor = rates[output->rate].per_rad;
  } else if (strcmp(symbol->unit, "rad/s^2") == 0) {
    column->unit = angles[output->angle].acceleration;
    how->factor = angles[output->angle].per_rad;
  }
}

ptl_status ptl_layout_build(ptl_context *context, ptl_system *s) {
  const ptl_mechanism *m = s->mechanism;
  ptl_layout *y = ptl_alloc(context, 1, sizeof *y);
  if (y == NULL) return PTL_ERR_MEMORY;
  s->layout = y;
  ptl_symbol_list *list = &y->columns.list;
  ptl_status status = ptl_columns_create(context, m, &y->columns);
  if (status == PTL_OK && m->n_columns + m->n_stops + m->n_statistics > 0)
    status = ptl_symbols_index(context, list);
  if (status != PTL_OK) return status;
  y->n_computed = list->n - m->n_columns;
  status = build_blocks(context, s, y);
  if (status != PTL_OK) return status;
  y->kept = ptl_alloc(context, (size_t)list->n, sizeof *y->kept);
  y->how_kept = ptl_alloc(context, (size_t)list->n, sizeof *y->how_kept);
  y->coordinates = ptl_alloc(context, (size_t)(m->n_joints + m->n_motions), sizeof *y->coordinates);
  y->wrap_angles = m->output.wrap_angles;
  y->points = ptl_alloc(context, (size_t)m->n_points, sizeof *y->points);
  if (y->kept == NULL || y->how_kept == NULL || y->points == NULL || y->coordinates == NULL)
    return PTL_ERR_MEMORY;
  for (int i = 0; i < m->n_joints; i++) y->coordinates[i] = trace_coordinate(m, i);
  for (int i = 0; i < m->n_motions; i++) y->coordinates[m->n_joints + i] = trace_motion(m, i);
  for (int i = 0; i < m->n_points; i++)
    y->points[y->n_points++] = trace_point(m, &m->points[i].def.at);
  for (int i = 0; i < list->n; i++) {
    if (is_kept(m, y, i)) keep(m, y, i);
  }
  return check_patterns(m, y);
}

void ptl_layout_destroy(ptl_context *context, ptl_layout *y) {
  if (y == NULL) return;
  ptl_columns_release(context, &y->columns);
  for (int o = 0; o < PTL_N_OWNERS; o++) ptl_free(context, y->blocks[o]);
  ptl_free(context, y->kept);
  ptl_free(context, y->how_kept);
  ptl_free(context, y->coordinates);
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
