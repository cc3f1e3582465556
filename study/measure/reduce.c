/* reduce.c: a series of values made into one number. */
#include "reduce.h"

#include <math.h>
#include <string.h>

void ptl_reduce_begin(ptl_context *context, ptl_reduce *r, ptl_reduction kind,
                      const ptl_window *window, double number) {
  *r = (ptl_reduce){.context = context,
                    .kind = kind,
                    .window = window,
                    .number = number,
                    .least = INFINITY,
                    .largest = -INFINITY,
                    .before = {.time = NAN},
                    .found = NAN};
}

void ptl_reduce_release(ptl_reduce *r) {
  ptl_free(r->context, r->kept);
  r->kept = NULL;
}

static ptl_reduce_point between(ptl_reduce_point a, ptl_reduce_point b, double share) {
  return (ptl_reduce_point){a.time + share * (b.time - a.time),
                            a.coordinate + share * (b.coordinate - a.coordinate),
                            a.value + share * (b.value - a.value)};
}

/* ------------------------------------------------------------------ what counts */

/* The straight line from the point before. */
static void add_line(ptl_reduce *r, ptl_reduce_point a, ptl_reduce_point b) {
  const double length = b.time - a.time, turn = b.coordinate - a.coordinate;
  r->integral += 0.5 * length * (a.value + b.value);
  r->squares += length * (a.value * a.value + a.value * b.value + b.value * b.value) / 3;
  if (r->kind == PTL_REDUCE_AT && isnan(r->found) && a.time <= r->number && r->number <= b.time)
    r->found = length > 0 ? between(a, b, (r->number - a.time) / length).value : b.value;
  if (r->kind == PTL_REDUCE_CROSSING && isnan(r->found) && (a.value < 0) != (b.value < 0))
    r->found = between(a, b, a.value / (a.value - b.value)).time;
  if (r->kind != PTL_REDUCE_HARMONIC) return;
  r->cosine += 0.5 * turn *
               (a.value * cos(r->number * a.coordinate) + b.value * cos(r->number * b.coordinate));
  r->sine += 0.5 * turn *
             (a.value * sin(r->number * a.coordinate) + b.value * sin(r->number * b.coordinate));
  r->turned += turn;
}

static void count(ptl_reduce *r, ptl_reduce_point p) {
  if (r->n > 0)
    add_line(r, r->last, p);
  else
    r->begin = p.time;
  r->least = fmin(r->least, p.value);
  r->largest = fmax(r->largest, p.value);
  if (r->kind == PTL_REDUCE_FIRST_TIME && isnan(r->found) && p.value != 0) r->found = p.time;
  if (r->kind == PTL_REDUCE_CROSSING && isnan(r->found) && p.value == 0) r->found = p.time;
  if (r->kind == PTL_REDUCE_AT && p.time == r->number) r->found = p.value;
  r->last = p;
  r->n++;
}

/* ------------------------------------------------------------------ windows */

/* From one time to another: the ends of the lines that stick out are cut off. */
static void count_between(ptl_reduce *r, ptl_reduce_point p) {
  const double from = r->window->from, to = r->window->to;
  const ptl_reduce_point before = r->before;
  const int first = isnan(before.time);
  if (!first && before.time < from && p.time > from)
    count(r, between(before, p, (from - before.time) / (p.time - before.time)));
  if (p.time >= from && p.time <= to) count(r, p);
  if (!first && before.time < to && before.time >= from && p.time > to)
    count(r, between(before, p, (to - before.time) / (p.time - before.time)));
  r->before = p;
}

/* Points that lie outside of the window whatever comes are dropped, all but the last of them, with
 * which the line into the window begins. */
static void drop(ptl_reduce *r, double coordinate) {
  while (r->end - r->first > 2 &&
         fabs(coordinate - r->kept[r->first + 1].coordinate) > r->window->last.amount)
    r->first++;
}

static ptl_status keep(ptl_reduce *r, ptl_reduce_point p) {
  if (r->end == r->room) {
    if (r->first > r->room / 2) {
      memmove(r->kept, r->kept + r->first, (r->end - r->first) * sizeof *r->kept);
      r->end -= r->first;
      r->first = 0;
    } else {
      const size_t room = r->room > 0 ? 2 * r->room : 256;
      ptl_reduce_point *larger = ptl_alloc(r->context, room, sizeof *larger);
      if (larger == NULL) return PTL_ERR_MEMORY;
      if (r->end > 0) memcpy(larger, r->kept, r->end * sizeof *larger);
      ptl_free(r->context, r->kept);
      r->kept = larger;
      r->room = room;
    }
  }
  r->kept[r->end++] = p;
  drop(r, p.coordinate);
  return PTL_OK;
}

static void count_kept(ptl_reduce *r) {
  if (r->end == r->first) return;
  const double end = r->kept[r->end - 1].coordinate, width = r->window->last.amount;
  for (size_t i = r->first; i < r->end; i++) {
    const ptl_reduce_point p = r->kept[i];
    const double distance = fabs(end - p.coordinate);
    if (distance > width) continue;
    if (i > r->first && r->n == 0) {
      const ptl_reduce_point before = r->kept[i - 1];
      const double outside = fabs(end - before.coordinate);
      if (outside > width) count(r, between(before, p, (outside - width) / (outside - distance)));
    }
    count(r, p);
  }
}

ptl_status ptl_reduce_add(ptl_reduce *r, ptl_reduce_point point) {
  switch (r->window->kind) {
    case PTL_WINDOW_ALL:
      count(r, point);
      return PTL_OK;
    case PTL_WINDOW_BETWEEN:
      count_between(r, point);
      return PTL_OK;
    case PTL_WINDOW_LAST:
      break;
  }
  return keep(r, point);
}

/* ------------------------------------------------------------------ the number */

static double harmonic(const ptl_reduce *r) {
  const double half = 0.5 * fabs(r->turned);
  return hypot(r->cosine, r->sine) / (r->number == 0 ? 2 * half : half);
}

double ptl_reduce_end(ptl_reduce *r) {
  if (r->window->kind == PTL_WINDOW_LAST) count_kept(r);
  if (r->n == 0) return NAN;
  const double length = r->last.time - r->begin;
  switch (r->kind) {
    case PTL_REDUCE_MAX:
      return r->largest;
    case PTL_REDUCE_MIN:
      return r->least;
    case PTL_REDUCE_MEAN:
      return length > 0 ? r->integral / length : r->last.value;
    case PTL_REDUCE_RMS:
      return length > 0 ? sqrt(r->squares / length) : fabs(r->last.value);
    case PTL_REDUCE_INTEGRAL:
      return r->integral;
    case PTL_REDUCE_PEAK_TO_PEAK:
      return r->largest - r->least;
    case PTL_REDUCE_FINAL:
      return r->last.value;
    case PTL_REDUCE_AT:
    case PTL_REDUCE_FIRST_TIME:
    case PTL_REDUCE_CROSSING:
      return r->found;
    case PTL_REDUCE_HARMONIC:
      return harmonic(r);
  }
  return NAN;
}
