/* series.c: a trace as pieces between events, and how to have its values at any time. */
#include "series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

/* Two runs find the same event at slightly different times. A row that lies beyond its piece by
 * less than this part of the shorter piece still belongs to it. */
static const double event_slack = PTL_SERIES_REACH;
/* The ends of two runs may differ by rounding: part of the whole duration. */
static const double end_slack = 1e-9;
/* A neighbour joins the interpolation from this part of the interval on: closer ones, as rows
 * beside an event are, would magnify rounding errors. */
static const double least_spacing = 0.2;

/* ------------------------------------------------------------------ opening */

static int find_time(ptl_context *context, const char *path, ptl_series *s) {
  s->time_column = ptl_trace_reader_find(s->reader, "time");
  if (s->time_column < 0) {
    ptl_cli_say(PTL_E(0704) "%s has no column `time [s]`", path);
    return 1;
  }
  const char *unit = s->columns[s->time_column].unit;
  if (ptl_unit_convert(context, unit, "s", &s->to_seconds) == PTL_OK) return 0;
  ptl_cli_say(PTL_E(0704) "%s: the unit of the column time is %s, not a time", path, unit);
  return 1;
}

/* Reads rows until there is one; 0 when there is none. */
static int has_rows(ptl_trace_reader *reader, ptl_status *status) {
  ptl_trace_block block = {0, NULL};
  *status = ptl_trace_reader_select(reader, NULL, 0, -1, 0, 0);
  if (*status == PTL_OK) *status = ptl_trace_reader_next(reader, &block);
  return block.n_rows > 0;
}

int ptl_cli_series_open(ptl_context *context, const char *path, ptl_series *out) {
  memset(out, 0, sizeof *out);
  ptl_status status = ptl_trace_reader_open(context, path, &out->reader);
  if (status == PTL_OK) {
    out->n_columns = ptl_trace_reader_get_columns(out->reader, &out->columns);
    if (!has_rows(out->reader, &status) && status == PTL_OK) {
      ptl_cli_say(PTL_E(0704) "%s holds no rows", path);
      return 1;
    }
  }
  if (status == PTL_OK) {
    if (find_time(context, path, out)) return 1;
    status = ptl_trace_reader_get_ends(out->reader, out->time_column, &out->first, &out->last);
    out->first *= out->to_seconds;
    out->last *= out->to_seconds;
  }
  if (status == PTL_OK) return 0;
  ptl_cli_say_failure(context);
  return 1;
}

static void forget_times(ptl_series *s) {
  free(s->time);
  free(s->event);
  free(s->pieces);
  s->time = NULL;
  s->event = NULL;
  s->pieces = NULL;
  s->n_rows = s->capacity = s->n_pieces = 0;
}

void ptl_cli_series_close(ptl_series *series) {
  ptl_trace_reader_close(series->reader);
  forget_times(series);
}

/* ------------------------------------------------------------------ times */

static void *enlarged(void *old, int64_t n, int64_t capacity, size_t size) {
  void *larger = ptl_cli_alloc((size_t)capacity, size);
  if (n > 0) memcpy(larger, old, (size_t)n * size);
  free(old);
  return larger;
}

/* Room for n rows more. */
static void make_room(ptl_series *s, int n, int has_event) {
  if (s->n_rows + n <= s->capacity) return;
  s->capacity = s->n_rows + n + s->n_rows / 2;
  s->time = enlarged(s->time, s->n_rows, s->capacity, sizeof *s->time);
  if (has_event) s->event = enlarged(s->event, s->n_rows, s->capacity, sizeof *s->event);
}

static int fail_order(const char *path, const ptl_series *s, int64_t row, int from_start) {
  if (from_start)
    ptl_cli_say(PTL_E(0704) "%s: time %g s in row %lld does not follow the row before it", path,
                s->time[row], (long long)row + 1);
  else
    ptl_cli_say(PTL_E(0704) "%s: time %g s does not follow the row before it, at %g s", path,
                s->time[row], row > 0 ? s->time[row - 1] : s->first);
  return 1;
}

static int take_block(const char *path, const ptl_trace_block *block, int has_event, int from_start,
                      ptl_series *s) {
  make_room(s, block->n_rows, has_event);
  for (int i = 0; i < block->n_rows; i++, s->n_rows++) {
    const int64_t row = s->n_rows;
    s->time[row] = block->columns[0][i] * s->to_seconds;
    if (has_event) {
      const double event = block->columns[1][i];
      s->event[row] = event == 1 ? 1 : event == 2 ? 2 : 0;
    }
    if (!isfinite(s->time[row]) || (row > 0 && s->time[row] < s->time[row - 1]))
      return fail_order(path, s, row, from_start);
  }
  return 0;
}

/* The rows from `from` until `until` [s]. */
static int read_rows(ptl_context *context, const char *path, double from, double until,
                     ptl_series *s) {
  const int columns[] = {s->time_column, ptl_trace_reader_find(s->reader, "event")};
  const int has_event = columns[1] >= 0;
  ptl_trace_block block;
  forget_times(s);
  s->from = from / s->to_seconds;
  s->until = until / s->to_seconds;
  ptl_status status =
      ptl_trace_reader_select(s->reader, columns, 1 + has_event, s->time_column, s->from, s->until);
  do {
    if (status == PTL_OK) status = ptl_trace_reader_next(s->reader, &block);
    if (status != PTL_OK) {
      ptl_cli_say_failure(context);
      return 1;
    }
    if (take_block(path, &block, has_event, isinf(from), s)) return 1;
  } while (block.n_rows > 0);
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
  s->has_begin = n > 0 && s->time[0] == s->first;
  s->has_end = n > 0 && s->time[s->n_rows - 1] == s->last;
}

/* Leaves out what a piece cut off at the begin or the end of the rows has left. */
static void drop_cut_pieces(ptl_series *s) {
  if (!s->has_end) s->n_pieces--;
  if (s->has_begin) return;
  memmove(s->pieces, s->pieces + 1, (size_t)--s->n_pieces * sizeof *s->pieces);
}

/* Whether whole pieces reach beyond `from` or `until`, or the trace ends. */
static int reaches_before(const ptl_series *s, double from) {
  return s->has_begin || (s->n_pieces > 1 && s->time[s->pieces[1].first] < from);
}

static int reaches_behind(const ptl_series *s, double until) {
  return s->has_end || (s->n_pieces > 1 && s->time[s->pieces[s->n_pieces - 2].last] > until);
}

/* Whether the rows outside the window reach as far as a cubic through four rows may go. */
static int has_neighbours(const ptl_series *s, double from, double until) {
  double longest = 0;
  for (int64_t i = 1; i < s->n_rows; i++) longest = fmax(longest, s->time[i] - s->time[i - 1]);
  return (s->has_begin || from - s->time[0] >= 3 * longest) &&
         (s->has_end || s->time[s->n_rows - 1] - until >= 3 * longest);
}

int ptl_cli_series_read_quiet(ptl_context *context, const char *path, double from, double until,
                              double margin, ptl_series *s, int *quiet) {
  *quiet = 0;
  if (read_rows(context, path, from - margin, until + margin, s)) return 1;
  find_pieces(s);
  *quiet = s->n_pieces == 1 && has_neighbours(s, from, until);
  return 0;
}

int ptl_cli_series_read_times(ptl_context *context, const char *path, double from, double until,
                              ptl_series *s) {
  const double length = fmax(s->last - s->first, 0);
  double before = fmax(fmin(until, s->last) - fmax(from, s->first), length / 256);
  double behind = before;
  for (;;) {
    const double low = from - before, high = until + behind;
    if (read_rows(context, path, isnan(low) ? -INFINITY : low, isnan(high) ? INFINITY : high, s))
      return 1;
    find_pieces(s);
    const int first = reaches_before(s, from), last = reaches_behind(s, until);
    if (first && last) break;
    if (!first) before = 8 * before + fmax(from - s->last, 0);
    if (!last) behind = 8 * behind + fmax(s->first - until, 0);
  }
  drop_cut_pieces(s);
  return 0;
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
  const double slack = end_slack * (s->last - s->first);
  if (t < s->first - slack || t > s->last + slack) return -1;
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
    if (piece == 0 && from->has_begin) slack = fmin(slack, end_slack * (from->last - from->first));
    return begin(from, piece) - t <= slack;
  }
  if (piece == from->n_pieces - 1 && from->has_end)
    slack = fmin(slack, end_slack * (from->last - from->first));
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

double ptl_cli_stencil_value(const ptl_stencil *stencil, const double *values, int64_t first) {
  if (stencil->n == 1) return values[stencil->row[0] - first];
  double sum = 0;
  for (int i = 0; i < stencil->n; i++) sum += stencil->weight[i] * values[stencil->row[i] - first];
  return sum;
}
