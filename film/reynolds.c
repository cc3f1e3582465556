/* reynolds.c: see reynolds.h. The unknowns are ordered along the width, so that the matrix is block
 * tridiagonal and periodic with blocks of n_z. The film begins and ends within one turn: the
 * periodic line is cut in the widest gap of the cavity, where p = 0 (a film without a cavity does
 * not occur: the mean of the right-hand side is 0). */
#include "reynolds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979324;
enum { FEW = 40 }; /* volumes around that need no guess */

struct ptl_reynolds {
  int n, m;             /* around, across */
  double *p, *rhs;      /* n m */
  double *east, *north; /* conductances around, n per width, and across, n per across[] */
  double *width,
      *across; /* m: of a volume; 1/distance to the next towards the end, at last to the end */
  double *cosine, *sine; /* n: integrals over a volume */
  double *band;          /* n m rows of 2 m + 1 */
  char *wet, *tries;     /* how often a volume has been wetted */
  ptl_reynolds *coarse;  /* half as many volumes, which guess the film; NULL: few enough */
  double scale;          /* of the film solved last: film_scale() */
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
  r->width = calloc((size_t)n_z, sizeof *r->width);
  r->across = calloc((size_t)n_z, sizeof *r->across);
  r->cosine = calloc(n, sizeof *r->cosine);
  r->sine = calloc(n, sizeof *r->sine);
  r->band = calloc(all * (size_t)(n_z + 1), sizeof *r->band);
  r->wet = calloc(all, 1);
  r->tries = calloc(all, 1);
  if (r->p != NULL && r->rhs != NULL && r->east != NULL && r->north != NULL && r->band != NULL &&
      r->width != NULL && r->across != NULL && r->cosine != NULL && r->sine != NULL &&
      r->wet != NULL && r->tries != NULL) {
    const int is_few = n_theta < 2 * FEW || n_theta % 2 != 0 || n_z % 2 != 0;
    if (!is_few) r->coarse = ptl_reynolds_create(n_theta / 2, n_z / 2);
    if (is_few || r->coarse != NULL) return r;
  }
  ptl_reynolds_destroy(r);
  return NULL;
}

void ptl_reynolds_destroy(ptl_reynolds *r) {
  if (r == NULL) return;
  ptl_reynolds_destroy(r->coarse);
  free(r->p);
  free(r->rhs);
  free(r->east);
  free(r->north);
  free(r->width);
  free(r->across);
  free(r->cosine);
  free(r->sine);
  free(r->band);
  free(r->wet);
  free(r->tries);
  free(r);
}

/* Row i of the symmetric band matrix: band[i][k] stands for column i - m + k, k <= m (k = m the
 * diagonal). Solves by Cholesky in place; rows that are dry are unit rows. first: where the line is
 * cut. */
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
      b[m] = (r->east[i] + r->east[west]) * r->width[j] +
             r->north[i] * ((j > 0 ? r->across[j - 1] : 0.0) + r->across[j]);
      if (a > 0 && r->wet[west * m + j]) b[0] = -r->east[west] * r->width[j];
      if (j > 0 && r->wet[at - 1]) b[m - 1] += -r->north[i] * r->across[j - 1];
      r->p[row] = -r->rhs[at];
    }
  }
  for (int i = 0; i < all; i++) {
    double *b = r->band + (size_t)i * (size_t)w;
    if (!r->wet[(first * m + i) % all]) continue;
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
    if (!r->wet[(first * m + i) % all]) continue;
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
  double flow = r->width[j] *
                (r->east[i] * (r->p[east * m + j] - p) + r->east[west] * (r->p[west * m + j] - p));
  if (j > 0) flow += r->north[i] * r->across[j - 1] * (r->p[at - 1] - p);
  flow += r->north[i] * r->across[j] * ((j < m - 1 ? r->p[at + 1] : 0.0) - p);
  return flow - r->rhs[at];
}

/* The length over which the film changes [rad]: by that of the gap at the narrowest place that the
 * film reaches, which is half a turn or less about the direction against the film velocity. */
static double film_scale(double ratio, double squeeze, double slide) {
  const double parting = fmax(0.0, -squeeze / hypot(squeeze, slide));
  return fmin(1.0, sqrt(2.0 * (1.0 - ratio) + 0.25 * parting * parting));
}

/* Where the part u of the turn lies, from -1/2 to 1/2 and on beyond: even about the narrowest gap
 * within the scale, and wider with the distance. */
static double edge(double scale, double u) {
  const double turns = floor(u + 0.5);
  return pi + 2.0 * pi * turns + scale * sinh(2.0 * asinh(pi / scale) * (u - turns));
}

/* How far from the end the part u of half the width lies, over that half: the film falls to 0 at
 * the end within the scale. */
static double from_end(double scale, double u) {
  return scale * sinh(asinh(1.0 / scale) * u);
}

/* Widths of the volumes and their distances across. */
static void discretise_width(ptl_reynolds *r, double scale) {
  const int m = r->m;
  for (int j = 0; j < m; j++) {
    const double here = from_end(scale, (m - j - 0.5) / m);
    const double next = j < m - 1 ? from_end(scale, (m - j - 1.5) / m) : 0.0;
    r->width[j] = from_end(scale, (double)(m - j) / m) - from_end(scale, (m - j - 1.0) / m);
    r->across[j] = 1.0 / (here - next);
  }
}

/* Conductances and right-hand sides, the first guess of the film, and where the line is cut;
 * returns the largest right-hand side. */
static double discretise(ptl_reynolds *r, double slenderness, double ratio, double squeeze,
                         double slide, int *first) {
  enum { MOST_SCALE = 1000 }; /* even */
  const int n = r->n, m = r->m;
  const double aspect = 1.0 / (slenderness * slenderness);
  const double scale = r->scale = film_scale(ratio, squeeze, slide);
  double most = -INFINITY, steepest = -INFINITY;
  discretise_width(r, fmin(MOST_SCALE, scale / slenderness));
  for (int i = 0; i < n; i++) {
    const double west = edge(scale, (double)i / n - 0.5);
    const double here = edge(scale, (i + 0.5) / n - 0.5);
    const double east = edge(scale, (i + 1.0) / n - 0.5);
    const double next = edge(scale, (i + 1.5) / n - 0.5);
    const double h = 1.0 + ratio * cos(here), he = 1.0 + ratio * cos(east);
    r->cosine[i] = sin(east) - sin(west);
    r->sine[i] = cos(west) - cos(east);
    const double source = 12.0 * (squeeze * r->cosine[i] + slide * r->sine[i]);
    r->east[i] = he * he * he / (next - here);
    r->north[i] = aspect * h * h * h * (east - west);
    if (source > most) most = source;
    if (source / (east - west) > steepest) {
      steepest = source / (east - west);
      *first = i;
    }
    for (int j = 0; j < m; j++) {
      r->rhs[i * m + j] = source * r->width[j];
      r->wet[i * m + j] =
          r->coarse == NULL ? source < 0.0 : r->coarse->wet[i / 2 * (m / 2) + j / 2];
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
  if (r->coarse != NULL &&
      !ptl_reynolds_force(r->coarse, slenderness, ratio, squeeze, slide, force))
    return 0;
  const double most = discretise(r, slenderness, ratio, squeeze, slide, &first);
  do {
    solve(r, first);
    unroll(r, first);
  } while (change_film(r, 1e-10 * most) > 0 && ++pass < MOST_PASSES);
  force[0] = force[1] = 0.0;
  for (int i = 0; i < n; i++) {
    double sum = 0.0;
    for (int j = 0; j < m; j++) sum += r->p[i * m + j] * r->width[j];
    force[0] += sum * r->cosine[i];
    force[1] += sum * r->sine[i];
  }
  return pass < MOST_PASSES;
}

static double mean(const ptl_reynolds *r, int i) {
  double sum = 0.0;
  for (int j = 0; j < r->m; j++) sum += r->width[j] * r->p[((i + r->n) % r->n) * r->m + j];
  return sum;
}

double ptl_reynolds_pressure(const ptl_reynolds *r, double theta) {
  /* edge() the other way round */
  const double u = 0.5 * asinh(remainder(theta - pi, 2.0 * pi) / r->scale) / asinh(pi / r->scale);
  const double at = (u + 0.5) * r->n - 0.5, below = floor(at);
  const int i = (int)below;
  return mean(r, i) + (at - below) * (mean(r, i + 1) - mean(r, i));
}
