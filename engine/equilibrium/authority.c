/* authority.c: see authority.h. */
#include "authority.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "elimination.h"
#include "inverse_mass.h"
#include "kkt.h"
#include "servo.h"

typedef struct problem {
  ptl_data *data;
  ptl_kkt *kkt;
  int n, k;               /* coordinates; servos that have not let go */
  int *servos;            /* k */
  int *column;            /* k: of the pivot that a row of the matrix has given */
  double *inverse_roots;  /* n */
  char *skipped;          /* per row */
  double *moved, *pushed; /* k rows of n: G, B, one after the other */
  double *gives;          /* 2 k rows of n: how the mechanism gives way to forces along them */
  double *matrix;         /* k by k */
  void *arrays;
} problem;

static ptl_status create(ptl_data *data, problem *p) {
  const ptl_system *s = data->system;
  const size_t n = (size_t)s->n_coordinates, m = (size_t)s->n_rows, k = (size_t)s->n_servos;
  *p = (problem){.data = data, .n = s->n_coordinates};
  const ptl_block blocks[] = {PTL_BLOCK(p->servos, k),        PTL_BLOCK(p->column, k),
                              PTL_BLOCK(p->inverse_roots, n), PTL_BLOCK(p->skipped, m),
                              PTL_BLOCK(p->moved, 2 * k * n), PTL_BLOCK(p->gives, 2 * k * n),
                              PTL_BLOCK(p->matrix, k * k)};
  p->arrays = ptl_arena_create(data->context, blocks, sizeof blocks / sizeof *blocks);
  ptl_status status = p->arrays != NULL ? ptl_kkt_create(data, -1, &p->kkt) : PTL_ERR_MEMORY;
  if (status != PTL_OK) return status;
  for (int i = 0; i < p->n; i++) p->inverse_roots[i] = sqrt(s->inverse_mass[i]);
  for (int i = 0; i < s->n_servos; i++) {
    p->skipped[ptl_servo_row(s, i)->row] = 1;
    if (!data->released[s->motions[s->servos[i].motion].constraint]) p->servos[p->k++] = i;
  }
  p->pushed = p->moved + p->n * p->k;
  const ptl_kkt_measure measure = {.inverse_roots = p->inverse_roots, .skipped = p->skipped};
  ptl_kkt_set_measure(p->kkt, &measure);
  return PTL_OK;
}

static void destroy(problem *p) {
  ptl_kkt_destroy(p->kkt);
  ptl_free(p->data->context, p->arrays);
}

/* Directions of the servos: `side` of each into its row. */
static void set_directions(const problem *p, int side, const double *q, double *rows) {
  for (int i = 0; i < p->k; i++) {
    ptl_pair_state state;
    ptl_scalar x;
    double row[6];
    ptl_eval_servo(p->data, p->servos[i], side, q, &state, &x);
    ptl_pair_gradient(&state, x.d, row);
    ptl_pair_subtract(ptl_servo_pair(p->data->system, p->servos[i], side), row, -1.0,
                      rows + p->n * i);
  }
}

static double product(const double *a, const double *b, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* The scaled matrix; a row or column that the other constraints hold is 0. */
static void fill(problem *p) {
  static const double rounding = 1e-12; /* of the inverse mass without constraints */
  const ptl_system *s = p->data->system;
  const int n = p->n, k = p->k;
  const double *by_moved = p->gives, *by_pushed = p->gives + n * k;
  for (int j = 0; j < k; j++) {
    const double scale = ptl_inverse_mass_along(s, p->pushed + n * j, by_pushed + n * j, rounding);
    for (int i = 0; i < k; i++)
      p->matrix[k * i + j] =
          scale > 0.0 ? product(p->moved + n * i, by_pushed + n * j, n) / sqrt(scale) : 0.0;
  }
  for (int i = 0; i < k; i++) {
    const double own = ptl_inverse_mass_along(s, p->moved + n * i, by_moved + n * i, rounding);
    for (int j = 0; j < k; j++) p->matrix[k * i + j] *= own > 0.0 ? 1.0 / sqrt(own) : 0.0;
  }
}

/* Whether a permutation is odd. */
static int is_odd(const int *columns, int n) {
  int inversions = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) inversions += columns[j] > columns[i];
  return inversions % 2;
}

/* Gaussian elimination by the largest pivots; the last is that of the servo to which the others
 * leave least. */
static void eliminate(problem *p, ptl_authority *out) {
  const int k = p->k;
  double *a = p->matrix;
  int negative = 0;
  for (int i = 0; i < k; i++) p->column[i] = -1;
  for (int step = 0; step < k; step++) {
    int row = -1, column = 0;
    for (int e = 0; e < k * k; e++)
      if (p->column[e / k] < 0 && (row < 0 || fabs(a[e]) > fabs(a[k * row + column]))) {
        row = e / k;
        column = e % k;
      }
    const double pivot = a[k * row + column];
    p->column[row] = column;
    out->value = fabs(pivot);
    out->servo = p->servos[row];
    if (pivot == 0.0) return;
    negative += pivot < 0.0;
    for (int i = 0; i < k; i++) {
      const double factor = p->column[i] < 0 ? a[k * i + column] / pivot : 0.0;
      for (int j = 0; j < k; j++) a[k * i + j] -= factor * a[k * row + j];
    }
  }
  out->is_turned = (negative + is_odd(p->column, k)) % 2;
}

/* ---------------------------------------------------------------- forces that servos answer */

struct ptl_served {
  problem p;
  void *memory;
  double *answers; /* k: the servos' forces */
};

static ptl_status set_up(problem *p, double t, const double *q, const double *v) {
  ptl_status status = ptl_kkt_set(p->kkt, t, q, v);
  if (status != PTL_OK) return status;
  set_directions(p, PTL_SERVO_MOVES, q, p->moved);
  set_directions(p, PTL_SERVO_PUSHES, q, p->pushed);
  return ptl_kkt_solve_forces(p->kkt, 2 * p->k, p->moved, p->gives);
}

void ptl_served_destroy(ptl_served *served) {
  if (served == NULL) return;
  ptl_context *context = served->p.data->context;
  destroy(&served->p);
  ptl_free(context, served->memory);
  ptl_free(context, served);
}

ptl_status ptl_served_create(ptl_data *data, double t, const double *q, const double *v,
                             ptl_served **out) {
  ptl_served *served = *out = ptl_alloc(data->context, 1, sizeof *served);
  if (served == NULL) return PTL_ERR_MEMORY;
  ptl_status status = create(data, &served->p);
  const ptl_block blocks[] = {PTL_BLOCK(served->answers, (size_t)data->system->n_servos)};
  if (status == PTL_OK) {
    served->memory = ptl_arena_create(data->context, blocks, 1);
    status = served->memory != NULL ? set_up(&served->p, t, q, v) : PTL_ERR_MEMORY;
  }
  if (status == PTL_OK) return PTL_OK;
  ptl_served_destroy(served);
  *out = NULL;
  return status;
}

/* The servos' forces by which what they prescribe does not accelerate; none where they have no
 * authority. */
static void find_answers(ptl_served *served, const double *x) {
  const problem *p = &served->p;
  const int n = p->n, k = p->k;
  const double *by_pushed = p->gives + n * k;
  for (int i = 0; i < k; i++) {
    for (int j = 0; j < k; j++)
      p->matrix[k * i + j] = product(p->moved + n * i, by_pushed + n * j, n);
    served->answers[i] = -product(p->moved + n * i, x, n);
  }
  if (ptl_eliminate(p->matrix, k, served->answers) == 0.0)
    memset(served->answers, 0, sizeof(double) * (size_t)k);
}

ptl_status ptl_served_solve(ptl_served *served, const double *f, double *x) {
  const problem *p = &served->p;
  const double *by_pushed = p->gives + p->n * p->k;
  const ptl_status status = ptl_kkt_solve_forces(p->kkt, 1, f, x);
  if (status != PTL_OK) return status;
  find_answers(served, x);
  for (int j = 0; j < p->k; j++)
    for (int i = 0; i < p->n; i++) x[i] += served->answers[j] * by_pushed[p->n * j + i];
  return PTL_OK;
}

/* ---------------------------------------------------------------- what servos can do */

ptl_status ptl_authority_find(ptl_data *data, double t, const double *q, const double *v,
                              ptl_authority *out) {
  problem p;
  *out = (ptl_authority){.value = 1.0, .servo = -1};
  if (data->system->n_servos == 0) return PTL_OK;
  ptl_status status = create(data, &p);
  if (status == PTL_OK) status = set_up(&p, t, q, v);
  if (status == PTL_OK) {
    fill(&p);
    eliminate(&p, out);
  }
  destroy(&p);
  return status;
}

void ptl_authority_name(const ptl_system *s, int servo, char *text, size_t size) {
  const ptl_motion_def *def = &s->motions[s->servos[servo].motion].def;
  if (def->by.joint != NULL)
    snprintf(text, size, "motion '%.80s' by '%.80s'", def->name, def->by.joint);
  else
    snprintf(text, size, "motion '%.80s' by the coordinate that it names", def->name);
}

ptl_status ptl_authority_check(ptl_data *data, double t, const double *q, const double *v) {
  static const double least = 1e-6;
  ptl_authority authority;
  char name[200];
  const ptl_status status = ptl_authority_find(data, t, q, v, &authority);
  if (status != PTL_OK || authority.value > least) return status;
  ptl_authority_name(data->system, authority.servo, name, sizeof name);
  ptl_fail(data->context, PTL_ERR_UNFIT,
           PTL_E(0343) "%s: in this position the force does not accelerate the coordinate that it is to move "
           "(%.1g of what it would along it), so that only higher derivatives of the course show in "
           "it; let it act on what moves the coordinate at once, or start elsewhere",
           name, authority.value);
  ptl_error_element(data->context, "motion", ptl_servo_row(data->system, authority.servo)->name);
  return PTL_ERR_UNFIT;
}
