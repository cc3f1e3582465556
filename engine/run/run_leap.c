/* run_leap.c: contacts that a step leaps over.
 *
 * Where nothing accelerates a step may become as long as the integrator likes, and two parts may
 * meet and leave each other within it. The ends of a step tell what happened in between only while
 * the parts move little against the sizes of their surfaces; a longer step is halved and looked at
 * again, and one that passes through a contact is cut off where the contact begins. */
#include <math.h>

#include "run.h"

enum { MOST_HALVINGS = 12, MOST_PARTS = 4 };

/* Parts of a radius of curvature, and of a radian, over which a surface counts as its osculating
 * circle. */
static const double small_part = 0.3;

/* Upper bounds, with some room for speeds that are larger inside, of the way and the turn of part
 * B. */
static double most_way(const ptl_watch *p, const ptl_watch *q, double length) {
  return 0.75 * length * (p->speed + q->speed);
}

static double most_turn(const ptl_watch *p, const ptl_watch *q, double length) {
  return 0.75 * length * (p->turn + q->turn);
}

/* Too far away to touch. */
static int is_clear(const ptl_watch *p, const ptl_watch *q, double length) {
  return most_way(p, q, length) < -(p->depth + q->depth);
}

/* Short enough for depths and rates at the ends to tell. */
static int is_short(const ptl_watch *p, const ptl_watch *q, double length) {
  return most_way(p, q, length) < small_part * fmin(p->reach, q->reach) &&
         most_turn(p, q, length) < small_part;
}

int ptl_contacts_parts(ptl_run *run, double a, double b) {
  int n_gaps = run->system->n_gaps, far = 1;
  if (!run->is_explicit || n_gaps == 0) return 1; /* the other method's steps are short */
  for (int g = 0; g < n_gaps; g++)
    if (run->data->gaps[g].touching) return 1; /* so are those that follow a contact */
  ptl_run_look(run, b);
  ptl_contacts_watch(run, run->scratch, run->after, run->slip_after);
  for (int g = 0; g < n_gaps && far; g++) far = is_clear(&run->before[g], &run->after[g], b - a);
  return far ? 1 : MOST_PARTS;
}

double ptl_contacts_foresight(const ptl_run *run) {
  double first = INFINITY;
  for (int g = 0; g < run->system->n_gaps; g++) {
    const ptl_watch *w = &run->before[g];
    if (run->data->gaps[g].touching || !(w->speed > 0.0 || w->turn > 0.0)) continue;
    double far = -w->depth / w->speed;
    double near = small_part * fmin(w->reach / w->speed, 1.0 / w->turn);
    first = fmin(first, 0.75 * fmax(far, near));
  }
  return first;
}

/* Last time before b, where the gap is closed, at which it is still open; it is at a. */
static double last_open(ptl_run *run, int gap, double a, double b) {
  for (;;) {
    double middle = 0.5 * (a + b);
    if (!(middle > a && middle < b)) return a;
    if (ptl_contact_look(run, gap, middle).depth < 0.0)
      a = middle;
    else
      b = middle;
  }
}

/* Where the gap closes in [a, b], or INFINITY; it is open at both ends. */
static double closing(ptl_run *run, int gap, double a, const ptl_watch *p, double b,
                      const ptl_watch *q, int halvings) {
  if (halvings == MOST_HALVINGS || is_clear(p, q, b - a)) return INFINITY;
  double middle = 0.5 * (a + b);
  int last = is_short(p, q, b - a);
  if (last) {
    if (!(p->rate > 0.0 && q->rate < 0.0)) return INFINITY;
    middle = ptl_contact_turn(run, gap, a, *p, b, *q);
  }
  ptl_watch w = ptl_contact_look(run, gap, middle);
  if (!(w.depth < 0.0)) return last_open(run, gap, a, middle);
  if (last) return INFINITY;
  double t = closing(run, gap, a, p, middle, &w, halvings + 1);
  return isfinite(t) ? t : closing(run, gap, middle, &w, b, q, halvings + 1);
}

double ptl_contacts_leap(ptl_run *run, double a, double b) {
  double first = INFINITY;
  for (int g = 0; g < run->system->n_gaps; g++) {
    const ptl_watch *p = &run->before[g], *q = &run->after[g];
    if (run->data->gaps[g].touching || !(p->depth < 0.0) || q->depth > 0.0) continue;
    double t = INFINITY;
    if (isnan(q->depth))
      t = last_open(run, g, a, b);
    else if (!is_clear(p, q, b - a) && !is_short(p, q, b - a))
      t = closing(run, g, a, p, b, q, 0);
    first = fmin(first, t);
  }
  return first;
}
