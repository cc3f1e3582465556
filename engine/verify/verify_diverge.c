/* verify_diverge.c: how nearby runs part: up to when they are comparable sample by sample, and how
 * fast they part.
 *
 * A run at another tolerance is a run from a start next to it. Their distance is the largest
 * difference of a position, of its range. It grows as a power of time in regular motion, at most by
 * a thousand over a decade of time; what grows by more grows exponentially, and its rate is the
 * slope of the distance's logarithm (the largest Lyapunov exponent of that time). */
#include <math.h>
#include <string.h>

#include "verify_parts.h"

static const double comparable = 1e-2; /* of a position's range */
static const double decade = 0.1;      /* of the time until the distance has its full size */
static const double exponential =
    1e4; /* growth over it, and of a distance that ends beyond comparable: */
static const double exponential_at_full = 1e3;
static const double least_distance = 1e3; /* times rtol, of a chaotic run */
static const double still = 1e-6;         /* of the length, or of a unit of angle */

int64_t ptl_verify_stride(const ptl_verify_runs *runs) {
  int64_t stride = 1;
  for (int r = 0; r < PTL_VERIFY_RUNS; r++)
    if (runs->succeeded[r] && runs->records[r].stride > stride) stride = runs->records[r].stride;
  return stride;
}

double ptl_verify_period(const ptl_system *system, const ptl_column *column) {
  static const double two_pi = 6.28318530717958648;
  if (!system->mechanism->output.wrap_angles) return 0.0;
  if (strcmp(column->unit, "rad") == 0) return two_pi;
  if (strcmp(column->unit, "deg") == 0) return 360.0;
  return strcmp(column->unit, "turn") == 0 ? 1.0 : 0.0;
}

static int is_position(const ptl_column *column) {
  static const char *const endings[] = {"x", "y", "ex", "ey", "angle", "position"};
  const char *dot = strrchr(column->name, '.');
  for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof *endings; i++)
    if (strcmp(dot + 1, endings[i]) == 0) return 1;
  return 0;
}

/* Per column its range in the run itself, 0 of those that are not positions or stand still. */
static void find_ranges(const ptl_verify_runs *runs, const ptl_column *columns, int n,
                        double *ranges) {
  const ptl_verify_record *self = &runs->records[PTL_VERIFY_SELF];
  for (int c = 0; c < n; c++) {
    double low = INFINITY, high = -INFINITY;
    ranges[c] = 0.0;
    if (!is_position(&columns[c]) || ptl_verify_period(runs->system, &columns[c]) > 0.0) continue;
    for (int64_t i = 0; i < self->n; i++) {
      const double x = ptl_verify_record_at(self, self->stride, i)[c];
      low = fmin(low, x);
      high = fmax(high, x);
    }
    const double size = strcmp(columns[c].unit, "m") == 0 ? runs->system->length : 1.0;
    if (high - low > still * size) ranges[c] = high - low;
  }
}

static double distance(const double *a, const double *b, const double *ranges, int n) {
  double largest = 0.0;
  for (int c = 0; c < n; c++)
    if (ranges[c] > 0.0) largest = fmax(largest, fabs(a[c] - b[c]) / ranges[c]);
  return largest;
}

/* Distances of a run from the run itself so far, row by row; returns how many rows both have. */
static int64_t find_distances(const ptl_verify_runs *runs, int run, int64_t stride,
                              const double *ranges, double *times, double *out) {
  const ptl_verify_record *self = &runs->records[PTL_VERIFY_SELF];
  double so_far = 0.0;
  int64_t k = 0;
  for (;; k++) {
    const double *a = ptl_verify_record_at(self, stride, k);
    const double *b = ptl_verify_record_at(&runs->records[run], stride, k);
    if (a == NULL || b == NULL) return k;
    so_far = fmax(so_far, distance(a, b, ranges, self->width));
    times[k] = a[0];
    out[k] = so_far;
  }
}

/* The first row at which the distance is that large, n if none is. */
static int64_t first_at(const double *distances, int64_t n, double value) {
  int64_t k = 0;
  while (k < n && distances[k] < value) k++;
  return k;
}

/* Slope of ln(distance) over time by least squares, of rows from ... until. */
static double slope(const double *times, const double *distances, int64_t from, int64_t until,
                    double floor_value) {
  double n = 0.0, t = 0.0, y = 0.0, tt = 0.0, ty = 0.0;
  for (int64_t k = from; k <= until; k++) {
    const double value = log(fmax(distances[k], floor_value)), x = times[k] - times[from];
    n += 1.0;
    t += x;
    y += value;
    tt += x * x;
    ty += x * value;
  }
  return (n * ty - t * y) / (n * tt - t * t);
}

static void judge_growth(const double *times, const double *distances, int64_t n, double rtol,
                         ptl_verification *out) {
  const double full = distances[n - 1], noise = 1e-2 * rtol;
  const int64_t end = first_at(distances, n, decade * full);
  const double span = times[end] - times[0];
  int64_t begin = 0;
  while (begin < end && times[begin] - times[0] < decade * span) begin++;
  const double growth = distances[end] / fmax(distances[begin], noise);
  const double enough = full > comparable ? exponential_at_full : exponential;
  if (!(full > least_distance * rtol && growth > enough && end > begin + 1)) return;
  out->is_chaotic = 1;
  out->lyapunov_time = 1.0 / slope(times, distances, begin, end, noise);
}

ptl_status ptl_verify_diverge(ptl_context *context, const ptl_verify_runs *runs,
                              ptl_verification *out) {
  const ptl_verify_record *self = &runs->records[PTL_VERIFY_SELF];
  const ptl_column *columns;
  const int n = ptl_system_get_columns(runs->system, &columns);
  const int64_t stride = ptl_verify_stride(runs);
  double *ranges = ptl_alloc(context, (size_t)n, sizeof *ranges);
  double *times = ptl_alloc(context, 2 * (size_t)self->n + 2, sizeof *times);
  out->comparable_until = out->lyapunov_time = NAN;
  out->statistics_from = runs->summaries[PTL_VERIFY_SELF].start_time;
  if (ranges == NULL || times == NULL) {
    ptl_free(context, ranges);
    ptl_free(context, times);
    return PTL_ERR_MEMORY;
  }
  find_ranges(runs, columns, n, ranges);
  int has_positions = 0;
  for (int c = 0; c < n; c++) has_positions |= ranges[c] > 0.0;
  double *distances = times + self->n + 1;
  for (int r = PTL_VERIFY_OTHER; has_positions && r < PTL_VERIFY_RUNS; r++) {
    if (!runs->succeeded[r]) continue;
    const int64_t rows = find_distances(runs, r, stride, ranges, times, distances);
    if (rows == 0) continue;
    const int64_t apart = first_at(distances, rows, comparable);
    const double until = apart < rows ? times[apart > 0 ? apart - 1 : 0] : times[rows - 1];
    out->comparable_until = fmin(out->comparable_until, until); /* fmin leaves out NAN */
    if (r == PTL_VERIFY_TIGHTER) judge_growth(times, distances, rows, out->runs[0].rtol, out);
  }
  if (out->is_chaotic) out->statistics_from = out->comparable_until;
  ptl_free(context, ranges);
  ptl_free(context, times);
  return PTL_OK;
}
