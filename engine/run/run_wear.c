/* run_wear.c: integrals of F |ds| and F^2 |ds| over the contacts of a run, by sectors of both
 * surfaces.
 *
 * Each interval is cut into parts in which the contact moves over less than a sector; where the
 * slip changes its sign there is a cut, too. The work of a part is the sum over four Gauss-Legendre
 * points on the dense output, and is spread evenly over the way from the place at its beginning to
 * that at its end: a sector has the same work however the steps lie. On a round surface what a
 * point of that way has is shared by the two sectors between whose middles it lies. The sectors of
 * a flat one are multiples of a width, which doubles as often as the places reached need it. */
#include "run_wear.h"

#include <math.h>
#include <string.h>

#include "wear_contact.h"

enum { POINTS = 4, MOST_PARTS = 64 };

static const double points[POINTS] = {0.06943184420297371, 0.33000947820757187, 0.66999052179242813,
                                      0.93056815579702629};
static const double weights[POINTS] = {0.17392742256872693, 0.32607257743127307,
                                       0.32607257743127307, 0.17392742256872693};

static const double turn = 6.283185307179586;
static const double least_width = 1e-9; /* of the sectors of a flat surface [m] */

/* ---------------------------------------------------------------- sectors */

typedef struct ledger { /* of one surface */
  int n;
  double *works, *force_works;
  double *width,
      *lowest; /* of a flat one: of its sectors [m], and the multiple of it that the first is */
} ledger;

static ledger ledger_of(const ptl_sys_worn *surface, double *values) {
  double *at = values + surface->first_value;
  const int n = surface->n_sectors;
  const int is_flat = surface->shape == PTL_WEAR_FLAT;
  return (ledger){n, at, at + n, is_flat ? at + 2 * n : NULL, is_flat ? at + 2 * n + 1 : NULL};
}

typedef struct work { /* F |ds| and F^2 |ds| */
  double once, twice;
} work;

static void add_to(const ledger *l, int sector, work w, double share) {
  l->works[sector] += share * w.once;
  l->force_works[sector] += share * w.twice;
}

/* To the sector of a round surface, counted on around it. */
static void add_around(const ledger *l, double sector, work w, double share) {
  add_to(l, (int)(sector - floor(sector / l->n) * l->n), w, share);
}

/* Over the way between two directions, the shorter one. */
static void add_round(const ledger *l, double from, double to, work w) {
  static const double no_way = 1e-9; /* of a sector */
  const double begin = from / turn * l->n, way = remainder(to - from, turn) / turn * l->n;
  const double low = fmin(begin, begin + way), high = fmax(begin, begin + way);
  if (high - low < no_way) {
    const double below = floor(low);
    add_around(l, below, w, 1.0 - (low - below));
    add_around(l, below + 1.0, w, low - below);
    return;
  }
  for (double below = floor(low); below < high; below += 1.0) {
    const double first = fmax(low - below, 0.0), last = fmin(high - below, 1.0);
    const double to_next = 0.5 * (last - first) * (last + first);
    add_around(l, below, w, (last - first - to_next) / (high - low));
    add_around(l, below + 1.0, w, to_next / (high - low));
  }
}

/* Sectors become twice as wide: each is the two that were at its multiples. */
static void widen(const ledger *l) {
  const double lowest = floor(0.5 * *l->lowest);
  double *const lists[] = {l->works, l->force_works};
  const int odd = *l->lowest != 2.0 * lowest;
  for (int k = 0; k < 2; k++) {
    double *list = lists[k];
    for (int i = 0; i < l->n;
         i++) { /* the sources are never behind the goal, unless it is the first */
      const int from = 2 * i - odd;
      const double sum =
          (from >= 0 && from < l->n ? list[from] : 0.0) + (from + 1 < l->n ? list[from + 1] : 0.0);
      list[i] = sum;
    }
  }
  *l->lowest = lowest;
  *l->width *= 2.0;
}

static int is_empty(const ledger *l, int from, int to) {
  for (int i = from; i < to; i++)
    if (l->works[i] != 0.0) return 0;
  return 1;
}

/* Moves the sectors by `n` multiples down (n > 0) where those that fall out are empty; returns
 * whether it did. */
static int shift(const ledger *l, double multiples) {
  const int n = fabs(multiples) < l->n ? (int)multiples : l->n;
  double *const lists[] = {l->works, l->force_works};
  const int down = n > 0, by = n < 0 ? -n : n;
  if (!is_empty(l, down ? l->n - by : 0, down ? l->n : by)) return 0;
  for (int k = 0; k < 2; k++) {
    const size_t kept = sizeof(double) * (size_t)(l->n - by), gone = sizeof(double) * (size_t)by;
    if (down) {
      memmove(lists[k] + by, lists[k], kept);
      memset(lists[k], 0, gone);
    } else {
      memmove(lists[k], lists[k] + by, kept);
      memset(lists[k] + (l->n - by), 0, gone);
    }
  }
  *l->lowest -= multiples;
  return 1;
}

/* Makes the sectors reach the place. */
static void include(const ledger *l, double place) {
  if (*l->width == 0.0) {
    *l->width = least_width;
    *l->lowest = floor(place / least_width) - floor(0.5 * l->n);
  }
  for (;;) {
    const double sector = floor(place / *l->width) - *l->lowest;
    const double beyond = sector < 0.0 ? sector : sector >= l->n ? sector - (l->n - 1) : 0.0;
    if (beyond == 0.0) return;
    if (!shift(l, -beyond)) widen(l);
  }
}

/* Makes them reach both places: what the second moves is empty, and may be where the first is. */
static void include_both(const ledger *l, double from, double to) {
  for (;;) {
    include(l, from);
    include(l, to);
    const double sector = floor(from / *l->width) - *l->lowest;
    if (!(sector < 0.0 || sector >= l->n)) return;
    widen(l);
  }
}

/* Over the way between two places. */
static void add_flat(const ledger *l, double from, double to, work w) {
  include_both(l, from, to);
  const double low = fmin(from, to) / *l->width - *l->lowest,
               high = fmax(from, to) / *l->width - *l->lowest;
  const int first = (int)low, last = (int)fmin(high, l->n - 1);
  if (first >= last) {
    add_to(l, first, w, 1.0);
    return;
  }
  for (int i = first; i <= last; i++)
    add_to(l, i, w, (fmin(high, i + 1.0) - fmax(low, i)) / (high - low));
}

static void add_work(ptl_run *run, const ptl_sys_wear *wear, const ptl_wear_eval *begins,
                     const ptl_wear_eval *ends, work w) {
  if (!(w.once > 0.0)) return;
  for (int side = 0; side < 2; side++) {
    const ptl_sys_worn *surface = &wear->surfaces[side];
    const ledger l = ledger_of(surface, run->wear);
    if (surface->shape == PTL_WEAR_ROUND)
      add_round(&l, begins->place[side], ends->place[side], w);
    else if (surface->shape == PTL_WEAR_FLAT)
      add_flat(&l, begins->place[side], ends->place[side], w);
    else
      add_to(&l, 0, w, 1.0);
  }
}

/* ---------------------------------------------------------------- intervals */

static ptl_wear_eval eval_at(ptl_run *run, int i, double t) {
  ptl_wear_eval out;
  ptl_run_interpolate(run, t);
  ptl_eval_wear(run->data, i, ptl_run_q(run), ptl_run_v(run), &out);
  return out;
}

/* By how many sectors the contact moves on a surface in that time. Of a round one, which may turn
 * by more than half a turn, the distance slid counts, too. */
static double sectors_between(ptl_run *run, const ptl_sys_worn *surface, int side,
                              const ptl_wear_eval *a, const ptl_wear_eval *b, double time) {
  const double from = a->place[side], to = b->place[side];
  if (surface->shape == PTL_WEAR_ROUND) {
    const double slid = fmax(fabs(a->slip), fabs(b->slip)) * time / fabs(surface->radius);
    return fmax(fabs(remainder(to - from, turn)), slid) / turn * surface->n_sectors;
  }
  if (surface->shape != PTL_WEAR_FLAT) return 0.0;
  const ledger l = ledger_of(surface, run->wear);
  include_both(&l, from, to);
  return fabs(to - from) / *l.width;
}

static void add_parts(ptl_run *run, int i, double a, double b) {
  const ptl_sys_wear *wear = &run->system->wears[i];
  ptl_wear_eval begins = eval_at(run, i, a), ends = eval_at(run, i, b);
  double sectors = 0.0;
  for (int side = 0; side < 2; side++)
    sectors =
        fmax(sectors, sectors_between(run, &wear->surfaces[side], side, &begins, &ends, b - a));
  const int n = (int)fmin(1.0 + sectors, MOST_PARTS);
  const double length = (b - a) / n;
  for (int part = 0; part < n; part++) {
    work w = {0.0, 0.0};
    for (int k = 0; k < POINTS; k++) {
      const ptl_wear_eval at = eval_at(run, i, a + (part + points[k]) * length);
      const double once = at.force * fabs(at.slip) * weights[k] * length;
      w.once += once;
      w.twice += once * at.force;
    }
    ends = eval_at(run, i, part < n - 1 ? a + (part + 1) * length : b);
    add_work(run, wear, &begins, &ends, w);
    begins = ends;
  }
}

/* The root of the slip in an interval in which it changes its sign: secants kept between bounds. */
static double find_turn(ptl_run *run, int i, double a, double slip_a, double b, double slip_b) {
  enum { STEPS = 6 };
  double t = a;
  for (int step = 0; step < STEPS; step++) {
    t = a + (b - a) * slip_a / (slip_a - slip_b);
    const double slip = eval_at(run, i, t).slip;
    if (slip == 0.0) return t;
    if ((slip > 0.0) == (slip_a > 0.0)) {
      a = t;
      slip_a = slip;
      slip_b *= 0.5;
    } else {
      b = t;
      slip_b = slip;
      slip_a *= 0.5;
    }
  }
  return t;
}

static void integrate(ptl_run *run, int i, double a, double b) {
  const double first = eval_at(run, i, a).slip, last = eval_at(run, i, b).slip;
  if (first * last >= 0.0) {
    add_parts(run, i, a, b);
    return;
  }
  const double middle = find_turn(run, i, a, first, b, last);
  add_parts(run, i, a, middle);
  add_parts(run, i, middle, b);
}

void ptl_wear_integrate(ptl_run *run, double a, double b) {
  const ptl_system *s = run->system;
  if (!(b > a)) return;
  for (int i = 0; i < s->n_wears; i++)
    if (run->data->gaps[s->wears[i].gap].touching) integrate(run, i, a, b);
}

/* ---------------------------------------------------------------- summary */

double ptl_wear_sector_depth(const ptl_wear_summary *gap, int surface, int sector) {
  const ptl_wear_surface *s = &gap->surfaces[surface];
  const double width = s->shape == PTL_WEAR_ROUND ? s->radius * s->width : s->width;
  return s->shape == PTL_WEAR_WHOLE ? NAN
         : s->works[sector] == 0.0  ? 0.0
                                    : s->coefficient * s->works[sector] / (width * gap->length);
}

static void tell_surface(const ptl_system *s, ptl_wear_summary *gap, int side,
                         const ptl_sys_wear *wear, double *values) {
  const ptl_sys_worn *worn = &wear->surfaces[side];
  const ptl_joint_type *type = s->gap_sets[s->gaps[wear->gap].gap_set].type;
  const ledger l = ledger_of(worn, values);
  ptl_wear_surface *out = &gap->surfaces[side];
  *out = (ptl_wear_surface){
      .part = side == 0 ? type->part_a : type->part_b,
      .shape = worn->shape,
      .n_sectors = l.n,
      .radius = worn->shape == PTL_WEAR_ROUND ? fabs(worn->radius) : NAN,
      .first = worn->shape == PTL_WEAR_FLAT ? (*l.lowest + 0.5) * *l.width : 0.0,
      .width = worn->shape == PTL_WEAR_FLAT ? *l.width : turn / l.n,
      .coefficient = side == 0 ? wear->def->coefficient : wear->def->coefficient_b,
      .works = l.works,
      .force_works = l.force_works};
  for (int i = 0; i < l.n; i++) out->work += l.works[i];
  out->volume = out->coefficient * out->work;
  for (int i = 0; i < l.n; i++) {
    const double depth = ptl_wear_sector_depth(gap, side, i);
    out->depth = i == 0 || depth > out->depth ? depth : out->depth;
  }
}

/* One block of memory: the gaps, and behind them what was counted. */
ptl_status ptl_wear_summarise(const ptl_run *run, ptl_summary *out) {
  const ptl_system *s = run->system;
  out->wears = NULL;
  out->n_wears = 0;
  if (s->n_wears == 0) return PTL_OK;
  const size_t gaps = sizeof *out->wears * (size_t)s->n_wears,
               values = sizeof(double) * (size_t)s->n_wear_values;
  _Static_assert(sizeof *out->wears % sizeof(double) == 0, "the doubles behind them are aligned");
  out->wears = ptl_alloc(run->context, 1, gaps + values);
  if (out->wears == NULL) return PTL_ERR_MEMORY;
  out->n_wears = s->n_wears;
  double *copy = (double *)(void *)((char *)out->wears + gaps);
  memcpy(copy, run->wear, values);
  for (int i = 0; i < s->n_wears; i++) {
    const ptl_sys_wear *wear = &s->wears[i];
    out->wears[i] = (ptl_wear_summary){.joint = s->gaps[wear->gap].joint,
                                       .gap = s->gaps[wear->gap].name,
                                       .length = wear->def->length};
    for (int side = 0; side < 2; side++) tell_surface(s, &out->wears[i], side, wear, copy);
  }
  return PTL_OK;
}
