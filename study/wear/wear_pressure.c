/* wear_pressure.c: the implicit loss of a surface; see wear_pressure.h. */
#include "wear_pressure.h"

#include <math.h>
#include <string.h>

#include "arena.h"
#include "context.h"

static const double turn = 6.283185307179586;

double ptl_wear_foundation(double clearance, double radius, double length, double depth,
                           double force) {
  const double e = clearance + depth, half = acos(clearance / e);
  const double overlap = e * (half + sin(half) * cos(half)) - 2.0 * clearance * sin(half);
  return force / (radius * length * overlap);
}

double ptl_wear_wall_foundation(double curvature, double length, double depth, double force) {
  return force / (length * 4.0 / 3.0 * depth * sqrt(2.0 * depth / curvature));
}

/* ---------------------------------------------------------------- one load */

/* In a sector a load's overlap is e times the first less the second and less the loss. */
typedef struct sector_part {
  double cosine, apart;
} sector_part;

static sector_part part_of(const ptl_wear_ring *ring, int sector, double direction,
                           double curvature) {
  if (ring->step > 0.0) {
    const double x = sector * ring->step - direction;
    return (sector_part){1.0, 0.5 * curvature * x * x};
  }
  return (sector_part){cos(turn * sector / ring->n - direction),
                       ring->clearance + curvature * ring->radius * ring->radius};
}

typedef struct press { /* all loads on one surface */
  const ptl_wear_ring *ring;
  const ptl_wear_load *loads;
  int n;
  void *memory;       /* of the arrays below */
  sector_part *parts; /* of sector and load: ring->n times n */
  double *e, *step;   /* per load [m] */
  double *residual;   /* of each load's force times its slid distance */
  double *matrix;     /* of residuals by e, n square */
  double *worn;       /* per sector: loss in this step [m] */
  double *tried;      /* e before a step */
  double *column;     /* scratch: n */
} press;

/* Force per overlap of a sector [N/m]. */
static double sector_stiffness(const ptl_wear_ring *ring) {
  const double width = ring->step > 0.0 ? ring->step : ring->radius * turn / ring->n;
  return ring->foundation * ring->length * width;
}

static double lost_at(const ptl_wear_ring *ring, const double *worn, int sector) {
  return ring->loss[sector] + (worn != NULL ? worn[sector] : 0.0);
}

/* Where a load would be that touches one sector alone with its whole force: an upper bound of its
 * place. */
static double bound_of(const ptl_wear_ring *ring, const double *worn, const ptl_wear_load *load) {
  double touch = INFINITY, cosine = 1.0;
  for (int i = 0; i < ring->n; i++) {
    const sector_part p = part_of(ring, i, load->direction, load->curvature);
    const double gap = p.apart + lost_at(ring, worn, i);
    if (!(p.cosine > 0.05) || !(gap / p.cosine < touch)) continue;
    touch = gap / p.cosine;
    cosine = p.cosine;
  }
  return touch + load->force / (sector_stiffness(ring) * cosine * cosine);
}

/* e of one load on the surface as it is: the force is a convex function of it, so that Newton's
 * iteration descends to it from above. */
static double place_of(const ptl_wear_ring *ring, const ptl_wear_load *load) {
  enum { MOST = 200 };
  const double unit = sector_stiffness(ring);
  double e = bound_of(ring, NULL, load);
  for (int k = 0; k < MOST; k++) {
    double sum = 0.0, slope = 0.0;
    for (int i = 0; i < ring->n; i++) {
      const sector_part p = part_of(ring, i, load->direction, load->curvature);
      const double d = e * p.cosine - p.apart - ring->loss[i];
      if (!(p.cosine > 0.0 && d > 0.0)) continue;
      sum += unit * p.cosine * d;
      slope += unit * p.cosine * p.cosine;
    }
    const double move = (sum - load->force) / slope;
    if (!(move > 1e-15 * e)) return e;
    e -= move;
  }
  return e;
}

/* ---------------------------------------------------------------- all loads */

/* Loss w of a sector: w = sum of g_j (a_j - w) over the loads that overlap, g_j = k K s_j. The
 * right side falls with w in straight pieces and is convex, so that Newton's iteration rises to the
 * root; *weight: sum of those g_j. */
static double sector_loss(const press *p, int sector, double *weight) {
  const ptl_wear_ring *ring = p->ring;
  const sector_part *parts = p->parts + (size_t)sector * (size_t)p->n;
  const double lost = ring->loss[sector], rate = ring->coefficient * ring->foundation;
  double w = 0.0;
  for (;;) {
    double sum = 0.0;
    *weight = 0.0;
    for (int j = 0; j < p->n; j++) {
      const double overlap = p->e[j] * parts[j].cosine - parts[j].apart - lost;
      if (!(parts[j].cosine > 0.0 && overlap > w)) continue;
      const double g = rate * p->loads[j].slid;
      sum += g * overlap;
      *weight += g;
    }
    const double next = sum / (1.0 + *weight);
    if (!(next > w * (1.0 + 1e-14))) return w;
    w = next;
  }
}

/* Residuals, their derivatives and the loss at p->e; returns the largest residual as part of its
 * force. Rows are multiplied by the distances slid, which makes the matrix symmetric. */
static double evaluate(press *p) {
  const double unit = sector_stiffness(p->ring), rate = p->ring->coefficient * p->ring->foundation;
  const int n = p->n;
  double largest = 0.0;
  memset(p->matrix, 0, sizeof(double) * (size_t)n * (size_t)n);
  for (int j = 0; j < n; j++) p->residual[j] = -p->loads[j].force * p->loads[j].slid;
  for (int i = 0; i < p->ring->n; i++) {
    const sector_part *parts = p->parts + (size_t)i * (size_t)n;
    double weight;
    p->worn[i] = sector_loss(p, i, &weight);
    const double lost = lost_at(p->ring, p->worn, i);
    for (int j = 0; j < n; j++) {
      const double overlap = p->e[j] * parts[j].cosine - parts[j].apart - lost;
      p->column[j] = 0.0;
      if (!(parts[j].cosine > 0.0 && overlap > 0.0)) continue;
      p->column[j] = p->loads[j].slid * parts[j].cosine;
      p->residual[j] += unit * p->column[j] * overlap;
      p->matrix[j * n + j] += unit * p->column[j] * parts[j].cosine;
    }
    for (int j = 0; j < n; j++) {
      if (p->column[j] == 0.0) continue;
      const double factor = unit * rate * p->column[j] / (1.0 + weight);
      for (int k = 0; k <= j; k++) p->matrix[j * n + k] -= factor * p->column[k];
    }
  }
  for (int j = 0; j < n; j++)
    largest = fmax(largest, fabs(p->residual[j]) / (p->loads[j].force * p->loads[j].slid));
  return largest;
}

/* Cholesky's factors of the lower triangle in place; solves for -residual into p->step. Returns
 * non-zero where the matrix is not positive definite. */
static int solve(press *p) {
  const int n = p->n;
  double *a = p->matrix;
  for (int j = 0; j < n; j++) {
    double d = a[j * n + j];
    for (int k = 0; k < j; k++) d -= a[j * n + k] * a[j * n + k];
    if (!(d > 1e-13 * a[j * n + j])) return 1;
    a[j * n + j] = sqrt(d);
    for (int i = j + 1; i < n; i++) {
      double sum = a[i * n + j];
      for (int k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = sum / a[j * n + j];
    }
  }
  for (int i = 0; i < n; i++) {
    double sum = -p->residual[i];
    for (int k = 0; k < i; k++) sum -= a[i * n + k] * p->step[k];
    p->step[i] = sum / a[i * n + i];
  }
  for (int i = n - 1; i >= 0; i--) {
    double sum = p->step[i];
    for (int k = i + 1; k < n; k++) sum -= a[k * n + i] * p->step[k];
    p->step[i] = sum / a[i * n + i];
  }
  return 0;
}

/* Loads that the loss of the others leaves without contact are moved to where they touch. */
static int lift(press *p) {
  int lifted = 0;
  for (int j = 0; j < p->n; j++) {
    if (p->residual[j] > -(1.0 - 1e-12) * p->loads[j].force * p->loads[j].slid) continue;
    p->e[j] = bound_of(p->ring, p->worn, &p->loads[j]);
    lifted = 1;
  }
  return lifted;
}

static ptl_status iterate(ptl_context *context, press *p) {
  enum { MOST = 300, HALVES = 12 };
  static const double enough = 1e-9; /* of the force */
  double error = evaluate(p);
  for (int k = 0; k < MOST && error > enough; k++) {
    if (lift(p)) {
      error = evaluate(p);
      continue;
    }
    if (solve(p)) break;
    memcpy(p->tried, p->e, sizeof(double) * (size_t)p->n);
    double part = 1.0, now = INFINITY;
    for (int half = 0; half < HALVES; half++, part *= 0.5) {
      for (int j = 0; j < p->n; j++) p->e[j] = p->tried[j] + part * p->step[j];
      now = evaluate(p);
      if (now < error) break;
    }
    error = now;
  }
  if (error <= 1e-6) return PTL_OK;
  return ptl_fail(context, PTL_ERR_SIMULATION,
                  PTL_E(0808) "the pressure between worn surfaces of radius %g m was not found (%.2g of a load "
                  "is missing)",
                  p->ring->radius, error);
}

ptl_status ptl_wear_press(ptl_context *context, ptl_wear_ring *ring, const ptl_wear_load *loads,
                          int n) {
  press p = {.ring = ring, .loads = loads, .n = n};
  const int sectors = ring->n;
  if (n == 0 || ring->coefficient == 0.0) return PTL_OK;
  const ptl_block blocks[] = {
      PTL_BLOCK(p.parts, sectors * n), PTL_BLOCK(p.e, n),          PTL_BLOCK(p.step, n),
      PTL_BLOCK(p.residual, n),        PTL_BLOCK(p.matrix, n * n), PTL_BLOCK(p.worn, sectors),
      PTL_BLOCK(p.tried, n),           PTL_BLOCK(p.column, n)};
  p.memory = ptl_arena_create(context, blocks, sizeof blocks / sizeof *blocks);
  if (p.memory == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < sectors; i++)
    for (int j = 0; j < n; j++)
      p.parts[i * n + j] = part_of(ring, i, loads[j].direction, loads[j].curvature);
  for (int j = 0; j < n; j++) p.e[j] = place_of(ring, &loads[j]);
  const ptl_status status = iterate(context, &p);
  for (int i = 0; i < sectors && status == PTL_OK; i++) ring->loss[i] += p.worn[i];
  ptl_free(context, p.memory);
  return status;
}
