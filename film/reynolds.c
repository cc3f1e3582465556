/* reynolds.c: see reynolds.h. The unknowns are ordered along the width, so that the matrix is block tridiagonal and
 * periodic with blocks of n_z. The film begins and ends within one turn: the periodic line is cut in the widest gap
 * of the cavity, where p = 0 (a film without a cavity does not occur: the mean of the right-hand side is 0). */
#include "reynolds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979324;

struct ptl_reynolds {
  int n, m;              /* around, across */
  double *p, *rhs;       /* n m */
  double *east, *north;  /* conductances n: to the next volume around, across per volume */
  double *cosine, *sine; /* n: integrals over a volume */
  double *band;          /* n m rows of 2 m + 1 */
  char *wet, *tries;     /* how often a volume has been wetted */
  double ratio;          /* of the film solved last */
};

ptl_reynolds *ptl_reynolds_create(int n_theta, int n_z) {
  ptl_reynolds *r = calloc(1, sizeof *r);
  if (r == NULL) return NULL;
  const size_t n = (size_t)n_theta, all = n * (size_t)n_z;
  r->n = n_theta;
  r->m = n_z;
  r->p = calloc(all, sizeof *r->p);
  r->rhs = calloc(all, sizeof *r->rhs);
  r->east = calloc(n, sizeof *r->east);
  r->north = calloc(n, sizeof *r->north);
  r->cosine = calloc(n, sizeof *r->cosine);
  r->sine = calloc(n, sizeof *r->sine);
  r->band = calloc(all * (size_t)(n_z + 1), sizeof *r->band);
  r->wet = calloc(all, 1);
  r->tries = calloc(all, 1);
  if (r->p != NULL && r->rhs != NULL && r->east != NULL && r->north != NULL && r->band != NULL &&
      r->cosine != NULL && r->sine != NULL && r->wet != NULL && r->tries != NULL)
    return r;
  ptl_reynolds_destroy(r);
  return NULL;
}

void ptl_reynolds_destroy(ptl_reynolds *r) {
  if (r == NULL) return;
  free(r->p);
  free(r->rhs);
  free(r->east);
  free(r->north);
  free(r->cosine);
  free(r->sine);
  free(r->band);
  free(r->wet);
  free(r->tries);
  free(r);
}

/* Row i of the symmetric band matrix: band[i][k] stands for column i - m + k, k <= m (k = m the diagonal). Solves
 * by Cholesky in place; rows that are dry are unit rows. first: where the line is cut. */
static void solve(ptl_reynolds *r, int first) {
  const int n = r->n, m = r->m, all = n * m, w = m + 1;
  memset(r->band, 0, sizeof(double) * (size_t)all * (size_t)w);
  for (int a = 0; a < n; a++) {
    const int i = (first + a) % n, west = (i + n - 1) % n;
    for (int j = 0; j < m; j++) {
      const int row = a * m + j, at = i * m + j;
      double *b = r->band + (size_t)row * (size_t)w;
      if (!r->wet[at]) {
        b[m] = 1.0;
        r->p[row] = 0.0;
        continue;
      }
      b[m] = r->east[i] + r->east[west] + (j > 0 ? r->north[i] : 0.0) +
             (j < m - 1 ? r->north[i] : 2.0 * r->north[i]);
      if (a > 0 && r->wet[west * m + j]) b[0] = -r->east[west];
      if (j > 0 && r->wet[at - 1]) b[m - 1] += -r->north[i];
      r->p[row] = -r->rhs[at];
    }
  }
  for (int i = 0; i < all; i++) {
    double *b = r->band + (size_t)i * (size_t)w;
    for (int k = 0; k < m; k++) {
      const int j = i - m + k;
      if (j < 0) continue;
      const double *o = r->band + (size_t)j * (size_t)w;
      double sum = b[k];
      for (int l = 0; l < k; l++) sum -= b[l] * o[l - k + m];
      b[k] = sum / o[m];
    }
    double d = b[m];
    for (int k = 0; k < m; k++) d -= b[k] * b[k];
    b[m] = sqrt(d);
    for (int k = 0; k < m; k++)
      if (i - m + k >= 0) r->p[i] -= b[k] * r->p[i - m + k];
    r->p[i] /= b[m];
  }
  for (int i = all - 1; i >= 0; i--) {
    const double *b = r->band + (size_t)i * (size_t)w;
    r->p[i] /= b[m];
    for (int k = 0; k < m; k++)
      if (i - m + k >= 0) r->p[i - m + k] -= b[k] * r->p[i];
  }
}

/* The pressures of a solution back to their places around. */
static void unroll(ptl_reynolds *r, int first) {
  const int n = r->n, m = r->m;
  double *line = r->band; /* free again */
  memcpy(line, r->p, sizeof(double) * (size_t)(n * m));
  for (int a = 0; a < n; a++)
    memcpy(r->p + (size_t)((first + a) % n) * (size_t)m, line + (size_t)(a * m),
           sizeof(double) * (size_t)m);
}

/* Conductance residual: inflow by pressure less the right-hand side; > 0 wants pressure. */
static double want(const ptl_reynolds *r, int i, int j) {
  const int n = r->n, m = r->m, at = i * m + j, west = (i + n - 1) % n, east = (i + 1) % n;
  const double p = r->p[at];
  double flow = r->east[i] * (r->p[east * m + j] - p) + r->east[west] * (r->p[west * m + j] - p);
  if (j > 0) flow += r->north[i] * (r->p[at - 1] - p);
  flow += j < m - 1 ? r->north[i] * (r->p[at + 1] - p) : -2.0 * r->north[i] * p;
  return flow - r->rhs[at];
}

/* Where the edge at the part u of the turn lies: closer together at the narrowest gap. */
static double edge(double ratio, double u) {
  const double grade = sqrt(sqrt((1.0 - ratio) / (1.0 + ratio)));
  const double turned = pi * (2.0 * u - 1.0);
  return pi + 2.0 * atan2(grade * sin(0.5 * turned), cos(0.5 * turned));
}

/* Conductances and right-hand sides, the first guess of the film, and where the line is cut; returns the largest
 * right-hand side. */
static double discretise(ptl_reynolds *r, double slenderness, double ratio, double squeeze,
                         double slide, int *first) {
  const int n = r->n, m = r->m;
  const double dz = 1.0 / m, aspect = 1.0 / (slenderness * slenderness);
  double most = -INFINITY;
  for (int i = 0; i < n; i++) {
    const double west = edge(ratio, (double)i / n), east = edge(ratio, (i + 1.0) / n);
    const double here = edge(ratio, (i + 0.5) / n), next = edge(ratio, (i + 1.5) / n);
    const double span = next - here;
    const double h = 1.0 + ratio * cos(here), he = 1.0 + ratio * cos(east);
    r->cosine[i] = sin(east) - sin(west);
    r->sine[i] = cos(west) - cos(east);
    const double source = 12.0 * (squeeze * r->cosine[i] + slide * r->sine[i]) * dz;
    r->east[i] = he * he * he * dz / span;
    r->north[i] = aspect * h * h * h * (east - west) / dz;
    if (source > most) {
      most = source;
      *first = i;
    }
    for (int j = 0; j < m; j++) {
      r->rhs[i * m + j] = source;
      r->wet[i * m + j] = source < 0.0;
      r->tries[i * m + j] = 0;
    }
  }
  return most;
}

/* Dries what has a negative pressure, or else wets what wants pressure; returns how many. */
static int change_film(ptl_reynolds *r, double negligible) {
  enum { MOST_TRIES = 4 }; /* the border would swing between two volumes for ever */
  const int n = r->n, m = r->m;
  int changes = 0;
  for (int at = 0; at < n * m; at++) {
    if (!r->wet[at] || !(r->p[at] < 0.0)) continue;
    r->wet[at] = 0;
    r->p[at] = 0.0;
    changes++;
  }
  for (int at = 0; at < n * m && changes == 0; at++)
    if (!r->wet[at] && r->tries[at] < MOST_TRIES && want(r, at / m, at % m) > negligible) {
      r->wet[at] = 2;
      r->tries[at]++;
    }
  for (int at = 0; at < n * m; at++) {
    changes += r->wet[at] == 2;
    r->wet[at] = r->wet[at] != 0;
  }
  return changes;
}

int ptl_reynolds_force(ptl_reynolds *r, double slenderness, double ratio, double squeeze,
                       double slide, double force[2]) {
  enum { MOST_PASSES = 500 };
  const int n = r->n, m = r->m;
  int first = 0, pass = 0;
  r->ratio = ratio;
  const double most = discretise(r, slenderness, ratio, squeeze, slide, &first);
  do {
    solve(r, first);
    unroll(r, first);
  } while (change_film(r, 1e-10 * most) > 0 && ++pass < MOST_PASSES);
  force[0] = force[1] = 0.0;
  for (int i = 0; i < n; i++) {
    double sum = 0.0;
    for (int j = 0; j < m; j++) sum += r->p[i * m + j] / m;
    force[0] += sum * r->cosine[i];
    force[1] += sum * r->sine[i];
  }
  return pass < MOST_PASSES;
}

/* The part of the turn at which an edge lies at this angle: the inverse of edge(). */
static double part_of_turn(double ratio, double theta) {
  const double grade = sqrt(sqrt((1.0 - ratio) / (1.0 + ratio)));
  const double half = 0.5 * remainder(theta - pi, 2.0 * pi);
  return 0.5 + atan2(sin(half), grade * cos(half)) / pi;
}

static double mean(const ptl_reynolds *r, int i) {
  double sum = 0.0;
  for (int j = 0; j < r->m; j++) sum += r->p[((i + r->n) % r->n) * r->m + j];
  return sum / r->m;
}

double ptl_reynolds_pressure(const ptl_reynolds *r, double theta) {
  const double at = part_of_turn(r->ratio, theta) * r->n - 0.5, below = floor(at);
  const int i = (int)below;
  return mean(r, i) + (at - below) * (mean(r, i + 1) - mean(r, i));
}
