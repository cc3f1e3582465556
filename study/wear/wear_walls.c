/* wear_walls.c: which stretch of a wall is divided, and what a run has counted on it.
 *
 * The sectors of a run's ledger follow the way that is reached, with a width that doubles as often
 * as that needs (engine/run/run_wear.c). A wall here has sectors of such a width, or of twice as
 * many times it, at its multiples, so that those of any ledger lie within them. */
#include <math.h>

#include "wear_parts.h"

static const double turn = 6.283185307179586;
enum { MARGIN = 3 }; /* sectors beside those reached */

/* ---------------------------------------------------------------- places of a ledger */

typedef struct stretch {
  double from, to; /* [m] along the wall */
} stretch;

/* Where a sector of the ledger lies. A straight wall's places count against its tangent
 * (wear_contact.c), an arc's are directions from its centre. */
static stretch stretch_of(const ptl_worn_surface *wall, const ptl_wear_surface *from, int sector) {
  const double middle = from->first + sector * from->width, half = 0.5 * from->width;
  if (wall->curvature == 0.0) {
    const double start = wall->tx * wall->x + wall->ty * wall->y;
    return (stretch){-(middle + half) - start, -(middle - half) - start};
  }
  const double r = 1.0 / wall->curvature;
  const double first = atan2(-r * wall->tx, r * wall->ty); /* direction of the wall's beginning */
  double angle = remainder(middle - first, turn);
  if (r > 0.0 && angle < -half) angle += turn; /* the wall goes on from there by less than a turn */
  if (r < 0.0 && angle > half) angle -= turn;
  return (stretch){angle * r - half * fabs(r), angle * r + half * fabs(r)};
}

/* ---------------------------------------------------------------- the sectors of a wall */

static void widen(stretch *all, const ptl_wear_side *s, const ptl_wear_surface *from) {
  for (int i = 0; i < from->n_sectors; i++) {
    if (!(from->works[i] > 0.0)) continue;
    const stretch at = stretch_of(&s->shape, from, i);
    all->from = fmin(all->from, at.from);
    all->to = fmax(all->to, at.to);
  }
}

/* Sectors at multiples of a width, counted from where ledgers begin to count, so many that they
 * reach beyond what a groove of the depth of the clearance needs, and as narrow as may be. */
static ptl_status divide(const ptl_wear *w, const ptl_wear_bearing *b, ptl_wear_side *s,
                         const stretch *reached, double width, double curvature) {
  const ptl_worn_surface *wall = &s->shape;
  const double start = wall->curvature == 0.0 ? wall->tx * wall->x + wall->ty * wall->y : 0.0;
  const double half = sqrt(2.0 * b->clearance / curvature); /* of such a groove */
  for (double step = width;; step *= 2.0) {
    double low = floor((reached->from - half + start) / step) - MARGIN;
    double high = ceil((reached->to + half + start) / step) + MARGIN;
    if (!isinf(wall->length)) {
      low = fmax(low, ceil(start / step));
      high = fmin(high, floor((start + wall->length) / step));
    }
    const double n = high - low;
    if (n > b->n_sectors) continue;
    s->step = step;
    s->n = (int)fmax(n, 0.0);
    s->first = (low + 0.5) * step - start;
    const double kept = 2.0 * step; /* the outermost two sectors keep their shape */
    if (n >= PTL_WEAR_FEWEST_SECTORS && reached->from >= low * step - start + kept - 1e-9 * step &&
        reached->to <= high * step - start - kept + 1e-9 * step)
      return PTL_OK;
    if (n < PTL_WEAR_FEWEST_SECTORS)
      return ptl_wear_refuse(w, b, PTL_ERR_INPUT,
                             "the way on its %s is of %.3g sectors: give its wear more 'sectors'",
                             s->name, n);
    return ptl_wear_refuse(
        w, b, PTL_ERR_INPUT,
        "the pin comes too near to the end of its %s, whose rounding keeps its shape: from "
        "%.5g m to %.5g m of %.5g m, in sectors of %.3g m",
        s->name, reached->from, reached->to, wall->length, step);
  }
}

static ptl_status place_wall(ptl_wear *w, ptl_wear_bearing *b, int side,
                             const ptl_summary *summary) {
  ptl_wear_side *s = &b->sides[side];
  stretch reached = {INFINITY, -INFINITY};
  double width = 0.0, curvature = INFINITY;
  for (int i = 0; i < b->n_contacts; i++) {
    const ptl_wear_contact *c = &b->contacts[i];
    const ptl_wear_surface *from = &summary->wears[c->wear].surfaces[0];
    if (c->sides[0] != side) continue;
    widen(&reached, s, from);
    const double size = s->shape.curvature == 0.0 ? 1.0 : 1.0 / fabs(s->shape.curvature);
    width = fmax(width, from->width * size);
    curvature = fmin(curvature, c->curvature);
  }
  return reached.from < reached.to ? divide(w, b, s, &reached, width, curvature) : PTL_OK;
}

/* Whether all that a joint's surfaces do is on those that may change. */
static ptl_status check_rest(const ptl_wear *w, const ptl_wear_bearing *b,
                             const ptl_summary *summary) {
  for (int i = 0; i < b->n_contacts; i++)
    if (b->contacts[i].sides[0] < 0 && summary->wears[b->contacts[i].wear].surfaces[0].work > 0.0)
      return ptl_wear_refuse(w, b, PTL_ERR_INPUT,
                             "its %s is touched, whose shape `pintle wear` does not change",
                             b->contacts[i].gap);
  return PTL_OK;
}

ptl_status ptl_wear_place_walls(ptl_wear *w, const ptl_summary *summary) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < w->n_bearings && status == PTL_OK; i++) {
    ptl_wear_bearing *b = &w->bearings[i];
    status = check_rest(w, b, summary);
    for (int side = 0; side < b->n_sides && status == PTL_OK; side++)
      if (b->sides[side].shape.radius == 0.0 && b->sides[side].n == 0)
        status = place_wall(w, b, side, summary);
  }
  return status;
}

/* ---------------------------------------------------------------- loads */

static void add_to(ptl_wear_side *s, int sector, double work, double force_work, double curvature) {
  s->works[sector] += work;
  s->force_works[sector] += force_work;
  s->bends[sector] += work * curvature;
}

/* What a sector of the ledger has, shared by the sectors that it covers; returns the part that lies
 * beyond those that may wear. */
static double share_out(ptl_wear_side *s, const stretch *at, double work, double force_work,
                        double curvature) {
  const double begin = s->first - 0.5 * s->step, length = at->to - at->from;
  double left = 1.0;
  for (int k = 2; k < s->n - 2; k++) {
    const double from = fmax(at->from, begin + k * s->step);
    const double share = (fmin(at->to, begin + (k + 1) * s->step) - from) / length;
    if (!(share > 0.0)) continue;
    add_to(s, k, share * work, share * force_work, curvature);
    left -= share;
  }
  return left;
}

ptl_status ptl_wear_add_loads(const ptl_wear *w, ptl_wear_bearing *b,
                              const ptl_wear_contact *contact, int part,
                              const ptl_wear_surface *from, double factor) {
  static const double negligible = 1e-6; /* of the work */
  if (contact->sides[part] < 0) return PTL_OK;
  ptl_wear_side *s = &b->sides[contact->sides[part]];
  double beyond = 0.0;
  for (int i = 0; i < from->n_sectors; i++) {
    const double work = factor * from->works[i], force_work = factor * from->force_works[i];
    if (from->works[i] == 0.0) continue;
    if (s->shape.radius != 0.0) {
      add_to(s, i, work, force_work, contact->curvature);
      continue;
    }
    const stretch at = stretch_of(&s->shape, from, i);
    beyond += from->works[i] * share_out(s, &at, work, force_work, contact->curvature);
  }
  if (beyond <= negligible * from->work) return PTL_OK;
  return ptl_wear_refuse(w, b, PTL_ERR_SIMULATION,
                         "its %s is touched beyond what the first cycle reached, from %.5g m to "
                         "%.5g m: begin with more cycles, by --settle or --measured",
                         s->name, s->first + 1.5 * s->step, s->first + (s->n - 2.5) * s->step);
}
