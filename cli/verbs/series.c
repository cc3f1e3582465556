/* series.c: a trace as pieces between events, and its values at any time. */
#include "series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

/* Two runs find the same event at slightly different times. A row that lies beyond its piece by
 * less than this part of the shorter piece still belongs to it. */
static const double event_slack = 1e-3;
/* The ends of two runs may differ by rounding: part of the whole duration. */
static const double end_slack = 1e-9;
/* A neighbour joins the interpolation from this part of the interval on: closer ones, as rows
 * beside an event are, would magnify rounding errors. */
static const double least_spacing = 0.2;

/* ------------------------------------------------------------------ opening */

static int find_time(ptl_context *context, const char *path, ptl_series *s) {
  const int column = ptl_trace_find(s->trace, "time");
  if (column < 0) {
    ptl_cli_say("%s has no column `time [s]`", path);
    return 1;
  }
  double factor;
  if (ptl_unit_convert(context, s->columns[column].unit, "s", &factor) != PTL_OK) {
    ptl_cli_say("%s: the unit of the column time is %s, not a time", path, s->columns[column].unit);
    return 1;
  }
  const double *given = ptl_trace_get_column(s->trace, column);
  s->time = ptl_cli_alloc((size_t)s->n_rows, sizeof *s->time);
  for (int64_t i = 0; i < s->n_rows; i++) {
    s->time[i] = given[i] * factor;
    if (isfinite(s->time[i]) && (i == 0 || s->time[i] >= s->time[i - 1])) continue;
    ptl_cli_say("%s: time %g s in row %lld does not follow the row before it", path, s->time[i],
                (long long)i + 1);
    return 1;
  }
  return 0;
}

/* A piece begins with a row just after an event, or at the time of the row before it. */
static int begins_piece(const ptl_series *s, int64_t row) {
  if (row == 0) return 1;
  return (s->event != NULL && s->event[row] == 2) || s->time[row] == s->time[row - 1];
}

static void find_pieces(ptl_series *s) {
  int64_t n = 0;
  for (int64_t i = 0; i < s->n_rows; i++) n += begins_piece(s, i);
  s->pieces = ptl_cli_alloc((size_t)n, sizeof *s->pieces);
  for (int64_t i = 0; i < s->n_rows; i++) {
    if (begins_piece(s, i)) s->pieces[s->n_pieces++].first = i;
    s->pieces[s->n_pieces - 1].last = i;
  }
}

int ptl_cli_series_open(ptl_context *context, const char *path, ptl_series *out) {
  memset(out, 0, sizeof *out);
  if (ptl_trace_load(context, path, &out->trace) != PTL_OK) {
    ptl_cli_say_failure(context);
    return 1;
  }
  out->n_rows = ptl_trace_get_rows(out->trace);
  out->n_columns = ptl_trace_get_columns(out->trace, &out->columns);
  if (out->n_rows == 0) {
    ptl_cli_say("%s holds no rows", path);
    return 1;
  }
  if (find_time(context, path, out)) return 1;
  int event = ptl_trace_find(out->trace, "event");
  if (event >= 0) out->event = ptl_trace_get_column(out->trace, event);
  find_pieces(out);
  return 0;
}

void ptl_cli_series_close(ptl_series *series) {
  ptl_trace_destroy(series->trace);
  free(series->time);
  free(series->pieces);
}

/* ------------------------------------------------------------------ which piece */

static double begin(const ptl_series *s, int64_t piece) {
  return s->time[s->pieces[piece].first];
}
static double end(const ptl_series *s, int64_t piece) {
  return s->time[s->pieces[piece].last];
}

static double overlap(const ptl_series *a, int64_t pa, const ptl_series *b, int64_t pb) {
  return fmin(end(a, pa), end(b, pb)) - fmax(begin(a, pa), begin(b, pb));
}

/* Between two events at one time. */
static int is_instant(const ptl_series *s, int64_t piece, double t) {
  return piece >= 0 && piece < s->n_pieces && begin(s, piece) == t && end(s, piece) == t;
}

/* The instant of `from`, from `piece` on, that comes in the same turn; -1: none. */
static int64_t same_instant(const ptl_series *from, int64_t piece, const ptl_series *at,
                            int64_t piece_at) {
  const double t = begin(at, piece_at);
  int64_t turn = 0;
  while (is_instant(at, piece_at - turn - 1, t)) turn++;
  while (piece < from->n_pieces && begin(from, piece) < t) piece++;
  return is_instant(at, piece_at, t) && is_instant(from, piece + turn, t) ? piece + turn : -1;
}

/* From `piece` on, the piece of `from` that shares most time with a piece of `at`. */
static int64_t best_piece(const ptl_series *from, int64_t piece, const ptl_series *at,
                          int64_t piece_at) {
  int64_t best = same_instant(from, piece, at, piece_at);
  if (best >= 0) return best;
  best = piece;
  for (int64_t k = piece; k < from->n_pieces && begin(from, k) <= end(at, piece_at); k++)
    if (overlap(from, k, at, piece_at) > overlap(from, best, at, piece_at)) best = k;
  return best;
}

/* The piece whose span holds t; at an event the later one when `after`. -1: none. */
static int64_t piece_around(const ptl_series *s, double t, int after) {
  const double slack = end_slack * (s->time[s->n_rows - 1] - s->time[0]);
  if (t < s->time[0] - slack || t > s->time[s->n_rows - 1] + slack) return -1;
  int64_t low = 0, high = s->n_pieces - 1;
  while (low < high) { /* the last piece that begins before t, or at t */
    const int64_t middle = low + (high - low + 1) / 2;
    if (begin(s, middle) < t || (after && begin(s, middle) == t))
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

static int is_within(const ptl_series *from, int64_t piece, const ptl_series *at, int64_t piece_at,
                     double t) {
  const double length =
      fmin(end(from, piece) - begin(from, piece), end(at, piece_at) - begin(at, piece_at));
  double slack = event_slack * length;
  if (t < begin(from, piece)) {
    if (piece == 0) slack = fmin(slack, end_slack * (from->time[from->n_rows - 1] - from->time[0]));
    return begin(from, piece) - t <= slack;
  }
  if (piece == from->n_pieces - 1)
    slack = fmin(slack, end_slack * (from->time[from->n_rows - 1] - from->time[0]));
  return t - end(from, piece) <= slack;
}

/* ------------------------------------------------------------------ weights */

static void set_single_row(ptl_stencil *out, int64_t row) {
  out->n = 1;
  out->row[0] = row;
  out->weight[0] = 1;
}

/* Lagrange's polynomial through the rows of the stencil, at t. */
static void set_weights(const ptl_series *s, double t, ptl_stencil *out) {
  for (int i = 0; i < out->n; i++) {
    const double ti = s->time[out->row[i]];
    out->weight[i] = 1;
    for (int k = 0; k < out->n; k++) {
      const double tk = s->time[out->row[k]];
      if (k != i) out->weight[i] *= (t - tk) / (ti - tk);
    }
  }
}

/* Beyond an end of the piece: the straight line through the last row and one at least as far from
 * it as t is, or the last row alone. */
static void extrapolate(const ptl_series *s, const ptl_piece *piece, double t, int step,
                        ptl_stencil *out) {
  const int64_t last = step < 0 ? piece->last : piece->first;
  const double distance = fabs(t - s->time[last]);
  int64_t row = last;
  set_single_row(out, last);
  while (row + step >= piece->first && row + step <= piece->last &&
         fabs(s->time[row] - s->time[last]) < distance)
    row += step;
  if (s->time[row] == s->time[last]) return;
  out->n = 2;
  out->row[1] = row;
  set_weights(s, t, out);
}

/* The last row of the piece that is not later than t. */
static int64_t row_before(const ptl_series *s, const ptl_piece *piece, double t) {
  int64_t low = piece->first, high = piece->last;
  while (low < high) {
    const int64_t middle = low + (high - low + 1) / 2;
    if (s->time[middle] <= t)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

/* The next row of the piece from `row` in direction `step` that is at least `spacing` away from it,
 * or -1. */
static int64_t neighbour(const ptl_series *s, const ptl_piece *piece, int64_t row, int step,
                         double spacing) {
  const double t = s->time[row];
  do {
    row += step;
    if (row < piece->first || row > piece->last) return -1;
  } while (fabs(s->time[row] - t) < spacing);
  return row;
}

/* Inside the piece: the two rows around t and two more, one from either side where there is one: a
 * cubic polynomial, or less where the piece is shorter. */
static void interpolate(const ptl_series *s, const ptl_piece *piece, double t, ptl_stencil *out) {
  const int64_t row = row_before(s, piece, t);
  int64_t left = row, right = row + 1;
  set_single_row(out, row);
  if (s->time[row] == t || row == piece->last) return;
  double spacing = least_spacing * (s->time[right] - s->time[left]);
  out->row[out->n++] = right;
  int from_left = 1; /* which side gives the next row */
  while (out->n < PTL_STENCIL && (left >= 0 || right >= 0)) {
    int64_t *side = (from_left && left >= 0) || right < 0 ? &left : &right;
    *side = neighbour(s, piece, *side, side == &left ? -1 : 1, spacing);
    if (*side >= 0) out->row[out->n++] = *side;
    from_left = !from_left;
  }
  set_weights(s, t, out);
}

/* Moves the cursor to the piece of `at` that holds the row. */
static void advance_cursor(const ptl_series *from, const ptl_series *at, int64_t row,
                           ptl_series_cursor *cursor) {
  if (cursor->known && row <= at->pieces[cursor->piece_at].last) return;
  while (row > at->pieces[cursor->piece_at].last) cursor->piece_at++;
  while (cursor->piece_from + 1 < from->n_pieces &&
         end(from, cursor->piece_from) < begin(at, cursor->piece_at))
    cursor->piece_from++;
  cursor->best = best_piece(from, cursor->piece_from, at, cursor->piece_at);
  cursor->known = 1;
}

void ptl_cli_series_stencil(const ptl_series *from, const ptl_series *at, int64_t row,
                            ptl_series_cursor *cursor, ptl_stencil *out) {
  const double t = at->time[row];
  advance_cursor(from, at, row, cursor);
  int64_t piece = cursor->best;
  if (!is_within(from, piece, at, cursor->piece_at, t))
    piece = piece_around(from, t, row == at->pieces[cursor->piece_at].first);
  out->n = 0;
  if (piece < 0) return;
  if (t < begin(from, piece))
    extrapolate(from, &from->pieces[piece], t, 1, out);
  else if (t > end(from, piece))
    extrapolate(from, &from->pieces[piece], t, -1, out);
  else
    interpolate(from, &from->pieces[piece], t, out);
}

double ptl_cli_stencil_value(const ptl_stencil *stencil, const double *values) {
  if (stencil->n == 1) return values[stencil->row[0]];
  double sum = 0;
  for (int i = 0; i < stencil->n; i++) sum += stencil->weight[i] * values[stencil->row[i]];
  return sum;
}
