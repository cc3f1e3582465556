/* scales.c: characteristic length and speed of a mechanism. */
#include "scales.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "constraint.h"
#include "energy.h"
#include "forces.h"
#include "gap.h"
#include "motion.h"
#include "state.h"
#include "units.h"

enum { SAMPLES = 256, MAX_DOUBLINGS = 60 };

/* A scale that comes from a computed number must stand above its rounding: this part of what could
 * be instead. */
static const double rounding = 1e-9;
/* A lever arm below this part of the mechanism's size is an accident of where points were
 * placed. */
static const double least_arm = 1e-2;

/* ---------------------------------------------------------------- length */

typedef struct extent { /* of points in the plane */
  double sum_x, sum_y;
  int n;
  double radius;   /* about the mean, in a second pass */
  double farthest; /* from the origin */
  /* 1: of gaps on the ground where they touch, not the origin of what describes them */
  int is_of_surfaces;
} extent;

static void visit_point(extent *e, int pass, double x, double y) {
  if (pass == 0) {
    e->sum_x += x;
    e->sum_y += y;
    e->n++;
    e->farthest = fmax(e->farthest, hypot(x, y));
  } else {
    e->radius = fmax(e->radius, hypot(x - e->sum_x / e->n, y - e->sum_y / e->n));
  }
}

static void visit_part(const ptl_data *data, extent *e, int pass, const ptl_part *part,
                       double arm_x, double arm_y) {
  const double *q = data->system->q0;
  if (part->body < 0)
    visit_point(e, pass, part->x, part->y);
  else
    visit_point(e, pass, q[3 * part->body] + arm_x, q[3 * part->body + 1] + arm_y);
}

/* The points that a pair joins; its lever arms to the centres of mass. */
static void visit_pair(const ptl_data *data, const ptl_pair *pair, extent *e, int pass,
                       double *arm) {
  ptl_pair_state state;
  ptl_pair_set_pose(pair, data->system->q0, data->rotations, &state);
  if (pair->a.body >= 0) *arm = fmax(*arm, hypot(state.ax, state.ay));
  if (pair->b.body >= 0) *arm = fmax(*arm, hypot(state.bx, state.by));
  visit_part(data, e, pass, &pair->a, state.ax, state.ay);
  visit_part(data, e, pass, &pair->b, state.bx, state.by);
}

/* The nearest points of surfaces on the ground. */
static void visit_surfaces(const ptl_data *data, const ptl_sys_gap_set *set, extent *e, int pass,
                           double *arm) {
  const ptl_part *a = &set->pair.a;
  ptl_pair_state state;
  ptl_gap gaps[PTL_MAX_GAPS];
  ptl_pair_set_pose(&set->pair, data->system->q0, data->rotations, &state);
  ptl_gap_set_eval(set, &state.pose, gaps);
  if (set->pair.b.body >= 0) *arm = fmax(*arm, hypot(state.bx, state.by));
  visit_part(data, e, pass, &set->pair.b, state.bx, state.by);
  for (int g = 0; g < set->n_gaps; g++) {
    const double x = gaps[g].bx + gaps[g].depth * gaps[g].nx,
                 y = gaps[g].by + gaps[g].depth * gaps[g].ny;
    if (isfinite(x) && isfinite(y))
      visit_point(e, pass, a->x + state.c * x - state.s * y, a->y + state.s * x + state.c * y);
  }
}

static void visit_all(const ptl_data *data, extent *e, int pass, double *arm) {
  const ptl_system *s = data->system;
  for (int i = 0; i < s->n_constraints; i++)
    visit_pair(data, &s->constraints[i].pair, e, pass, arm);
  for (int i = 0; i < s->n_bushings; i++) visit_pair(data, &s->bushings[i].pair, e, pass, arm);
  for (int i = 0; i < s->n_films; i++) visit_pair(data, &s->films[i].pair, e, pass, arm);
  for (int i = 0; i < s->n_gap_sets; i++)
    if (e->is_of_surfaces && s->gap_sets[i].pair.a.body < 0)
      visit_surfaces(data, &s->gap_sets[i], e, pass, arm);
    else
      visit_pair(data, &s->gap_sets[i].pair, e, pass, arm);
  for (int i = 0; i < s->n_forces; i++) visit_pair(data, &s->forces[i].pair, e, pass, arm);
}

/* The largest finite radius that surfaces of a gap have, of the smaller one of each two. */
static double largest_radius(const ptl_data *data) {
  const ptl_system *s = data->system;
  double largest = 0.0;
  for (int i = 0; i < s->n_gap_sets; i++) {
    const ptl_sys_gap_set *set = &s->gap_sets[i];
    ptl_pair_state state;
    ptl_gap gaps[PTL_MAX_GAPS];
    ptl_pair_set_pose(&set->pair, s->q0, data->rotations, &state);
    ptl_gap_set_eval(set, &state.pose, gaps);
    for (int g = 0; g < set->n_gaps; g++) {
      double radius = fmin(fabs(gaps[g].radius_a), fabs(gaps[g].radius_b));
      if (isfinite(radius)) largest = fmax(largest, radius);
    }
  }
  return largest;
}

static double largest_gyration_radius(const ptl_system *s) {
  double largest = 0.0;
  for (int i = 0; i < s->n_bodies; i++)
    if (s->mass[3 * i] > 0.0) largest = fmax(largest, sqrt(s->mass[3 * i + 2] / s->mass[3 * i]));
  return largest;
}

/* ---------------------------------------------------------------- drivers */

static int is_rotational(const ptl_system *s, int motion) {
  return s->constraints[s->motions[motion].constraint].measured == PTL_MEASURED_ANGLE;
}

/* End of the run [s], as far as drivers tell: when the travel that ends it is made; INFINITY if
 * that is not known. */
static double end_of_run(const ptl_data *data) {
  const ptl_system *s = data->system;
  const ptl_span *until = &s->run.until;
  if (until->joint == NULL) return until->amount > 0.0 ? until->amount : INFINITY;
  for (int i = 0; i < s->n_motions; i++) {
    if (s->motions[i].def.of.joint == NULL || strcmp(s->motions[i].def.of.joint, until->joint) != 0)
      continue;
    double value[3], start[3], t = ldexp(1.0, -30);
    ptl_eval_motion(data, i, 0.0, start);
    for (int k = 0; k < MAX_DOUBLINGS; k++, t *= 2.0) {
      ptl_eval_motion(data, i, t, value);
      if (fabs(value[0] - start[0]) >= until->amount) return t;
    }
  }
  return INFINITY;
}

/* The largest value of an expression where it stands clearly above what samples have of it. */
static double above_samples(double largest, double sampled) {
  return largest > 1.5 * sampled ? largest : sampled;
}

/* Largest speed that drivers ask for over the run, a rotation's at the characteristic length [m/s];
 * the largest linear stroke from the start into *stroke [m]. */
static double driven_speed(const ptl_data *data, double end, double *stroke) {
  const ptl_system *s = data->system;
  double speed = 0.0;
  *stroke = 0.0;
  for (int i = 0; i < s->n_motions; i++) {
    const ptl_motion_def *def = &s->motions[i].def;
    double value[3], start[3], own = isnan(def->rate) ? 0.0 : fabs(def->rate);
    int rotates = is_rotational(s, i);
    for (int j = 0; j < def->n_rises; j++) {
      own = fmax(own, fabs(def->rises[j].rise) / def->rises[j].duration);
      if (!rotates) *stroke = fmax(*stroke, fabs(def->rises[j].rise));
    }
    for (int j = 1; j < def->n_table; j++) {
      const double *p = def->table + 2 * (j - 1);
      own = fmax(own, fabs((p[3] - p[1]) / (p[2] - p[0])));
      if (!rotates) *stroke = fmax(*stroke, fabs(p[3] - def->table[1]));
    }
    if (data->motion_expr[i] != NULL && isfinite(end)) {
      int is_rate = data->rate_integrals[i] != NULL;
      ptl_eval_motion(data, i, 0.0, start);
      for (int j = 0; j <= SAMPLES; j++) {
        ptl_eval_motion(data, i, end * j / SAMPLES, value);
        if (isfinite(value[1])) own = fmax(own, fabs(value[1]));
        if (!rotates && isfinite(value[0])) *stroke = fmax(*stroke, fabs(value[0] - start[0]));
      }
      own = above_samples(ptl_expr_largest(data->motion_expr[i], 0.0, end, !is_rate, own), own);
    }
    speed = fmax(speed, rotates ? own * s->length : own);
  }
  return speed;
}

/* Of the mechanism's sizes that parts without a size of their own may be deep in each other. */
static const double depth_in_sizes = 3.0;

typedef struct measures {
  double arm, size; /* [m] */
} measures;

static measures measure(const ptl_data *data, double stroke, int is_of_surfaces) {
  extent e = {.is_of_surfaces = is_of_surfaces};
  double arm = 0.0;
  for (int pass = 0; pass < 2; pass++) visit_all(data, &e, pass, &arm);
  /* Points that coincide but for the rounding of their coordinates are in one place. */
  const double least = 64.0 * DBL_EPSILON * e.farthest;
  if (!(e.radius > least)) e.radius = 0.0;
  if (!(arm > least)) arm = 0.0;
  return (measures){arm, fmax(fmax(2.0 * e.radius, stroke), largest_radius(data))};
}

/* Surfaces on the ground may be described from an origin that is far from them. */
static measures measure_near(const ptl_data *data) {
  static const double out_of_proportion = 10.0;
  double stroke;
  driven_speed(data, end_of_run(data), &stroke);
  const measures all = measure(data, stroke, 0), near = measure(data, stroke, 1);
  return near.size > 0.0 && all.size > out_of_proportion * near.size ? near : all;
}

ptl_status ptl_scale_length(ptl_system *s) {
  ptl_data *data;
  ptl_status status = ptl_data_create(s->context, s, &data);
  if (status != PTL_OK) return status;
  ptl_data_set_state(data, 0.0, s->q0, s->v0);
  const measures found = measure_near(data);
  const double size = found.size;
  s->length = found.arm > least_arm * size ? found.arm : size;
  if (!(s->length > 0.0)) s->length = largest_gyration_radius(s);
  if (!(s->length > 0.0)) s->length = 1.0; /* points alone: a metre is as good as any */
  for (int g = 0; g < s->n_gaps; g++)
    if (isnan(s->gaps[g].max_depth)) s->gaps[g].max_depth = depth_in_sizes * fmax(size, s->length);
  ptl_data_destroy(data);
  return PTL_OK;
}

/* ---------------------------------------------------------------- speed */

static double gravity(const ptl_system *s) {
  return hypot(s->gravity[0], s->gravity[1]);
}

/* What an acceleration makes of the characteristic length. */
static double speed_by(const ptl_system *s, double acceleration) {
  return sqrt(acceleration * s->length);
}

/* Of a body, its terms taken as they come: forces, moments at the lever of the characteristic
 * length [m/s^2]. */
static double acceleration_of(const ptl_system *s, int body, const double force[3]) {
  const double *w = s->inverse_mass + 3 * body;
  return hypot(force[0] * w[0], force[1] * w[1]) + s->length * fabs(force[2] * w[2]);
}

/* With the largest values of its expressions, wherever they are narrow. */
static double loaded_at_most(const ptl_data *data, int load, double end) {
  double part[PTL_LOAD_PARTS] = {0.0};
  for (int k = 0; k < PTL_LOAD_PARTS; k++) {
    const ptl_expr *expr = data->load_expr[PTL_LOAD_PARTS * load + k];
    if (expr == NULL) continue;
    double now = fabs(ptl_expr_eval(expr));
    part[k] = isfinite(now) ? now : 0.0;
    if (ptl_expr_uses(expr, 0)) part[k] = ptl_expr_largest(expr, 0.0, end, 0, part[k]);
  }
  return acceleration_of(data->system, data->system->loads[load].at.body, part);
}

static int compare_sizes(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Largest acceleration that loads can give a body over the run; where one has a pole, up to a
 * multiple of what loads mostly give while they act: while they are not so small that they would
 * not move anything in the whole run. */
static double loaded_acceleration(ptl_data *data, double end) {
  static const double beyond_median = 1e3;
  const ptl_system *s = data->system;
  const double least = isfinite(end) ? rounding * s->length / (end * end) : 0.0;
  double sizes[SAMPLES + 1];
  int n = 0;
  for (int j = 0; j <= SAMPLES; j++) {
    double t = isfinite(end) ? end * j / SAMPLES : 0.0, largest = 0.0;
    if (j > 0 && !isfinite(end)) break;
    data->variables[0] = t;
    for (int i = 0; i < s->n_loads; i++) {
      double load[3];
      ptl_eval_load(data, i, load);
      double a = acceleration_of(s, s->loads[i].at.body, load);
      if (isfinite(a)) largest = fmax(largest, a);
    }
    if (largest > least) sizes[n++] = largest;
  }
  data->variables[0] = 0.0;
  qsort(sizes, (size_t)n, sizeof *sizes, compare_sizes);
  double largest = n > 0 ? sizes[n - 1] : 0.0;
  for (int i = 0; i < s->n_loads && isfinite(end); i++)
    largest = above_samples(loaded_at_most(data, i, end), largest);
  return n > 0 ? fmin(largest, beyond_median * sizes[n / 2]) : largest;
}

/* Sizes of the terms that an acceleration at the start is the sum of: applied forces, reactions,
 * curvature. */
static double largest_term(ptl_data *data) {
  const ptl_system *s = data->system;
  double largest = 0.0;
  for (int i = 0; i < s->n_bodies; i++)
    largest = fmax(largest, acceleration_of(s, i, data->force + 3 * i));
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    ptl_constraint_eval e;
    ptl_eval_constraint(data, i, s->q0, s->v0, &e);
    for (int j = 0; j < k->n_rows; j++) {
      double lambda = s->lambda0[k->row + j];
      for (int c = 0; c < 6; c++) {
        int coordinate = ptl_pair_coordinate(&k->pair, c);
        if (coordinate < 0) continue;
        double lever = ptl_system_lever(s, c);
        largest = fmax(largest, lever * fabs(e.rows[j][c] * lambda * s->inverse_mass[coordinate]));
      }
    }
  }
  return largest;
}

/* What rounding of the positions does to the accelerations by applied forces, which stiff ones make
 * of it: the largest change of a body's when every coordinate moves by some roundings. Leaves data
 * at other positions. */
static ptl_status acceleration_noise(ptl_data *data, double *noise) {
  static const double roundings = 64.0 * DBL_EPSILON;
  const ptl_system *s = data->system;
  const int n = s->n_coordinates;
  double *before = ptl_alloc(s->context, 2 * (size_t)n, sizeof *before);
  if (before == NULL) return PTL_ERR_MEMORY;
  double *q = before + n;
  memcpy(before, data->force, sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++) {
    double size = fmax(fabs(s->q0[i]), s->length / ptl_system_lever(s, i));
    q[i] = s->q0[i] + ((i % 4 < 2) == (i % 7 < 3) ? roundings : -roundings) * size;
  }
  *noise = 0.0;
  ptl_data_set_state(data, 0.0, q, s->v0);
  if (ptl_eval_forces(data, q, s->v0, NULL) == 0)
    for (int i = 0; i < s->n_bodies; i++) {
      double change[3];
      for (int c = 0; c < 3; c++) change[c] = data->force[3 * i + c] - before[3 * i + c];
      *noise = fmax(*noise, acceleration_of(s, i, change));
    }
  ptl_free(s->context, before);
  return PTL_OK;
}

/* Speed that the stored energy of springs and contacts could give to all of the mass. */
static double stored_speed(double elastic, const ptl_system *s) {
  return sqrt(2.0 * fmax(elastic, 0.0) / ptl_system_mass(s));
}

static ptl_status elastic_energy(ptl_data *data, double *elastic) {
  const ptl_system *s = data->system;
  ptl_energy_terms terms;
  double *y = ptl_alloc(s->context, (size_t)(s->first_state + s->n_states), sizeof(double));
  double *contacts =
      ptl_alloc(s->context, 2 * (size_t)(s->n_gaps + s->n_frictions), sizeof(double));
  if (y != NULL && contacts != NULL) {
    memcpy(y, s->q0, sizeof(double) * (size_t)s->n_coordinates);
    ptl_eval_energy_terms(data, PTL_CONTACT_BY_DEPTH, y, &terms, contacts);
    *elastic = terms.elastic;
  }
  ptl_status status = y != NULL && contacts != NULL ? PTL_OK : PTL_ERR_MEMORY;
  ptl_free(s->context, y);
  ptl_free(s->context, contacts);
  return status;
}

/* What the run will ask for. */
typedef struct course {
  double end;    /* [s]; INFINITY if that is not known */
  double loaded; /* largest acceleration that loads can give a body [m/s^2] */
} course;

static course course_of_run(ptl_data *data) {
  double end = end_of_run(data);
  return (course){end, loaded_acceleration(data, end)};
}

/* The largest of what moves the mechanism; where nothing does, what could: weight, stored energy,
 * and last a way of its own length in the course of the run. moved: by what is known of the
 * start. */
static ptl_status choose_speed(ptl_data *data, const course *run, double moved, double *out) {
  const ptl_system *s = data->system;
  double stroke, elastic = 0.0;
  double slow = isfinite(run->end) ? s->length / run->end : 0.0;
  double driven = driven_speed(data, run->end, &stroke);
  double loaded = speed_by(s, run->loaded);
  double weight = speed_by(s, gravity(s));
  ptl_status status = elastic_energy(data, &elastic);
  double stored = isfinite(elastic) ? stored_speed(elastic, s) : 0.0;
  double possible = fmax(fmax(weight, stored), fmax(driven, fmax(loaded, slow)));
  *out = moved > rounding * possible ? fmax(moved, driven) : fmax(driven, loaded);
  if (!(*out > rounding * possible)) *out = fmax(weight, stored);
  if (!(*out > rounding * possible)) *out = slow > 0.0 ? slow : s->length;
  return status;
}

ptl_status ptl_scale_speed_before_start(ptl_system *s) {
  ptl_data *data;
  ptl_status status = ptl_data_create(s->context, s, &data);
  if (status != PTL_OK) return status;
  ptl_data_set_state(data, 0.0, s->q0, s->v0);
  const course run = course_of_run(data);
  status = choose_speed(data, &run, ptl_system_speed_of(s, s->v0), &s->speed);
  ptl_data_destroy(data);
  return status;
}

/* Forces that the mechanism's mass meets: its own inertia, weight and loads. The masses that one
 * row joins would not do: a light body may carry the load of heavy ones. */
static double force_scale(const ptl_system *s, const course *run) {
  double inertia = s->speed * s->speed / s->length;
  return ptl_system_mass(s) * fmax(inertia, fmax(gravity(s), run->loaded));
}

/* Of a row: the square of its gradient by the pose, times the speed over the force. What has let go
 * at the start counts as held: it may hold later. */
static void find_compliances(ptl_data *data, const course *run) {
  ptl_system *s = (ptl_system *)data->system;
  memset(data->released, 0, (size_t)s->n_constraints);
  const double unit = s->speed / force_scale(s, run);
  for (int i = 0; i < s->n_rows; i++) s->row_compliance[i] = 0.0;
  for (int i = 0; i < s->n_constraints; i++) {
    const ptl_sys_constraint *k = &s->constraints[i];
    ptl_constraint_eval e;
    ptl_eval_constraint(data, i, s->q0, s->v0, &e);
    for (int j = 0; j < k->n_rows; j++)
      s->row_compliance[k->row + j] += unit * ptl_constraint_square(s, k, &e, j);
  }
  for (int i = 0; i < s->n_meshes; i++) { /* one that carries nothing has the row 0 = 0 */
    double *of_mesh = &s->row_compliance[s->constraints[s->meshes[i].constraint].row];
    if (!(*of_mesh > 0.0)) *of_mesh = unit;
  }
}

ptl_status ptl_scale_speed(ptl_system *s) {
  ptl_data *data;
  ptl_status status = ptl_data_create(s->context, s, &data);
  if (status != PTL_OK) return status;
  ptl_data_set_state(data, 0.0, s->q0, s->v0);
  const course run = course_of_run(data);
  if (isnan(s->run.speed) && ptl_eval_forces(data, s->q0, s->v0, NULL) == 0) {
    double acceleration = 0.0, v = ptl_system_speed_of(s, s->v0);
    for (int i = 0; i < s->n_bodies; i++) {
      const double *a = s->a0 + 3 * i;
      acceleration = fmax(acceleration, hypot(a[0], a[1]) + s->length * fabs(a[2]));
    }
    double possible = fmax(largest_term(data), fmax(gravity(s), run.loaded)),
           noise = rounding * possible, of_positions = 0.0;
    status = acceleration_noise(data, &of_positions);
    double moved =
        acceleration > fmax(noise, of_positions) ? fmax(v, speed_by(s, acceleration)) : v;
    ptl_data_set_state(data, 0.0, s->q0, s->v0);
    if (status == PTL_OK) status = choose_speed(data, &run, moved, &s->speed);
  }
  if (status == PTL_OK) find_compliances(data, &run);
  ptl_data_destroy(data);
  return status;
}

/* ---------------------------------------------------------------- signals */

ptl_status ptl_scale_signals(ptl_system *s) {
  const double base[] = {s->length, ptl_system_mass(s), s->length / s->speed}; /* m, kg, s */
  for (int i = 0; i < s->n_signals; i++) {
    const ptl_signal_def *def = &s->mechanism->signals[i].def;
    ptl_unit unit;
    if (!isnan(def->scale)) continue;
    ptl_status status = ptl_unit_parse(s->context, def->unit, &unit);
    if (status != PTL_OK) return status;
    s->signals[i].scale = 1.0;
    for (int k = 0; k < 3; k++) s->signals[i].scale *= pow(base[k], unit.power[k]);
  }
  return PTL_OK;
}
