/* wear_block.c: one block of cycles after the other; see wear.h. */
#include <math.h>
#include <string.h>

#include "context.h"
#include "wear_parts.h"
#include "wear_pressure.h"

enum { PARTS = 8, MOST_LOADS = 90 }; /* steps of a block; directions from which loads come */

static const double turn = 6.283185307179586;
static const double most_loss = 0.1;        /* of the clearance, in a block */
static const double first_loss = 0.01;      /* in the first */
static const double negligible_load = 1e-9; /* of the largest */

/* ---------------------------------------------------------------- the losses of a block */

/* Loads of neighbouring sectors count as one where there are many. Returns how many there are. */
static int find_loads(const ptl_wear_side *s, double cycles, ptl_wear_load *out) {
  const int n = s->n, group = (n + MOST_LOADS - 1) / MOST_LOADS;
  const double step = s->shape.radius != 0.0 ? turn / n : s->step;
  int count = 0;
  double largest = 0.0;
  for (int i = 0; i < n; i++) largest = fmax(largest, s->works[i]);
  for (int i = 0; i < n; i += group) {
    double work = 0.0, force_work = 0.0, place = 0.0, bend = 0.0;
    for (int k = i; k < n && k < i + group; k++) {
      work += s->works[k];
      force_work += s->force_works[k];
      place += s->works[k] * k;
      bend += s->bends[k];
    }
    if (!(work > negligible_load * largest) || !(force_work > 0.0)) continue;
    const double force = force_work / work;
    out[count++] = (ptl_wear_load){step * place / work, force, cycles * work / force, bend / work};
  }
  return count;
}

static double mean_loss(const ptl_wear_side *s) {
  double sum = 0.0;
  for (int i = 0; i < s->n; i++) sum += s->loss[i];
  return sum / s->n;
}

/* The clearance of a circle within another one, with what that has lost in the mean; 0 of what
 * walls are touched by. */
static double ring_clearance(const ptl_wear_bearing *b, int side) {
  const ptl_wear_contact *c = &b->contacts[0];
  if (c->curvature > 0.0) return 0.0;
  return b->clearance + mean_loss(&b->sides[c->sides[side == c->sides[0]]]);
}

/* Surfaces lose in turn; to each the other is a circle of its mean loss, or as it was. */
static int reaches_end(const ptl_wear_side *s) {
  if (s->shape.radius != 0.0 || s->n == 0) return 0;
  return fmax(s->loss[0], s->loss[1]) > 0.0 || fmax(s->loss[s->n - 1], s->loss[s->n - 2]) > 0.0;
}

static ptl_status wear_bearing(ptl_wear *w, ptl_wear_bearing *b, double cycles) {
  ptl_status status = PTL_OK;
  ptl_wear_load loads[MOST_LOADS];
  for (int part = 0; part < PARTS && status == PTL_OK; part++)
    for (int side = 0; side < b->n_sides && status == PTL_OK; side++) {
      ptl_wear_side *s = &b->sides[side];
      const int n = find_loads(s, cycles / PARTS, loads);
      ptl_wear_ring ring = {.n = s->n,
                            .step = s->step,
                            .loss = s->loss,
                            .clearance = ring_clearance(b, side),
                            .radius = s->radius,
                            .length = b->length,
                            .foundation = b->foundation,
                            .coefficient = s->coefficient};
      status = ptl_wear_press(w->context, &ring, loads, n);
    }
  if (status != PTL_OK) ptl_prefix_message(w->context, "joint '%s': ", b->joint);
  for (int side = 0; side < b->n_sides && status == PTL_OK; side++)
    if (reaches_end(&b->sides[side]))
      status = ptl_wear_refuse(w, b, PTL_ERR_SIMULATION,
                               "the groove in its %s has come to the end of what was divided there "
                               "by the way of the first cycle",
                               b->sides[side].name);
  return status;
}

static ptl_status wear_all(ptl_wear *w, double cycles) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < w->n_bearings && status == PTL_OK; i++)
    status = wear_bearing(w, &w->bearings[i], cycles);
  return status;
}

/* ---------------------------------------------------------------- values before a block */

static double *values_of(ptl_wear *w) {
  return w->bearings[0].sides[0].loss; /* the arrays of all bearings follow one another */
}

static void copy_losses(ptl_wear *w, const double *from) {
  for (int i = 0; i < w->n_bearings; i++)
    for (int side = 0; side < w->bearings[i].n_sides; side++) {
      double *loss = w->bearings[i].sides[side].loss;
      memcpy(loss, from + (loss - values_of(w)), sizeof(double) * (size_t)w->bearings[i].n_sectors);
    }
}

/* Largest difference of the losses from those of another block of values, of the clearance. */
static double largest_change(ptl_wear *w, const double *from) {
  double largest = 0.0;
  for (int i = 0; i < w->n_bearings; i++)
    for (int side = 0; side < w->bearings[i].n_sides; side++) {
      const double *loss = w->bearings[i].sides[side].loss, *other = from + (loss - values_of(w));
      for (int k = 0; k < w->bearings[i].n_sectors; k++)
        largest = fmax(largest, fabs(loss[k] - other[k]) / w->bearings[i].clearance);
    }
  return largest;
}

/* ---------------------------------------------------------------- a block */

void ptl_wear_measure(ptl_wear *w) {
  for (int i = 0; i < w->n_bearings; i++) {
    ptl_wear_bearing *b = &w->bearings[i];
    b->largest_clearance = b->clearance;
    for (int side = 0; side < b->n_sides; side++) {
      ptl_wear_side *s = &b->sides[side];
      const double extent = s->shape.radius != 0.0 ? turn * s->radius : s->n * s->step;
      double largest = 0.0;
      for (int k = 0; k < s->n; k++) largest = fmax(largest, s->loss[k]);
      s->depth = largest;
      s->volume = s->n > 0 ? mean_loss(s) * extent * b->length : 0.0;
    }
    for (int k = 0; k < b->n_contacts; k++) {
      double clearance = b->clearance;
      for (int part = 0; part < 2; part++)
        if (b->contacts[k].sides[part] >= 0)
          clearance += b->sides[b->contacts[k].sides[part]].depth;
      b->largest_clearance = fmax(b->largest_clearance, clearance);
    }
  }
}

/* The losses predicted by the loads that there are, over as many cycles as keep them small. */
static ptl_status predict(ptl_wear *w, const double *before, double *cycles) {
  const double most = w->n_blocks == 0 ? first_loss : most_loss;
  for (;;) {
    const ptl_status status = wear_all(w, *cycles);
    if (status != PTL_OK) return status;
    const double change = largest_change(w, before);
    if (change <= most || *cycles <= 1.0) return PTL_OK;
    copy_losses(w, before);
    *cycles = fmax(*cycles * 0.8 * most / change, fmin(1.0, *cycles));
  }
}

/* Again with the mean of the loads before the block and those now, which stay; returns the
 * difference. */
static ptl_status correct(ptl_wear *w, const double *before, double *own, double cycles,
                          double *error) {
  const size_t size = sizeof(double) * (size_t)w->n_values;
  double *values = values_of(w);
  memcpy(own, values, size);
  for (int k = 0; k < w->n_values; k++) values[k] = 0.5 * (values[k] + before[k]);
  copy_losses(w, before);
  const ptl_status status = wear_all(w, cycles);
  if (status != PTL_OK) return status;
  *error = largest_change(w, own);
  for (int i = 0; i < w->n_bearings; i++)
    for (int side = 0; side < w->bearings[i].n_sides; side++) {
      ptl_wear_side *s = &w->bearings[i].sides[side];
      const size_t bytes = sizeof(double) * (size_t)w->bearings[i].n_sectors;
      memcpy(s->works, own + (s->works - values), bytes);
      memcpy(s->force_works, own + (s->force_works - values), bytes);
      memcpy(s->bends, own + (s->bends - values), bytes);
    }
  return PTL_OK;
}

static double next_length(const ptl_wear *w, double cycles, double error) {
  const double factor = error > 0.0 ? 0.9 * sqrt(w->options.accuracy / error) : 2.0;
  return cycles * fmax(0.3, fmin(factor, 2.0));
}

static void put_back(ptl_wear *w, const double *before, int64_t simulations) {
  w->simulations = simulations;
  memcpy(values_of(w), before, sizeof(double) * (size_t)w->n_values);
  for (int i = 0; i < w->n_bearings; i++) w->bearings[i].peak_force = w->bearings[i].peak_before;
  ptl_wear_measure(w);
}

ptl_status ptl_wear_advance(ptl_wear *w) {
  double *before = w->spare, *own = w->spare + w->n_values, error;
  const double left = w->options.cycles - w->cycles;
  const int64_t simulations = w->simulations;
  double cycles = w->n_blocks == 0 ? left : fmin(w->next, left);
  memcpy(before, values_of(w), sizeof(double) * (size_t)w->n_values);
  for (int i = 0; i < w->n_bearings; i++) w->bearings[i].peak_before = w->bearings[i].peak_force;
  for (;;) {
    ptl_status status = predict(w, before, &cycles);
    if (status == PTL_OK) status = ptl_wear_simulate(w);
    if (status == PTL_OK) status = correct(w, before, own, cycles, &error);
    if (status != PTL_OK) {
      put_back(w, before, simulations);
      return status;
    }
    if (error <= 4.0 * w->options.accuracy || cycles <= 1.0) break;
    memcpy(values_of(w), before, sizeof(double) * (size_t)w->n_values);
    cycles = fmax(next_length(w, cycles, error), fmin(1.0, cycles));
  }
  w->error = error;
  w->last = cycles;
  w->next = next_length(w, cycles, error);
  w->cycles = left - cycles > 1e-9 * w->options.cycles ? w->cycles + cycles : w->options.cycles;
  w->n_blocks++;
  ptl_wear_measure(w);
  for (int i = 0; i < w->n_bearings; i++)
    if (w->bearings[i].largest_clearance >= w->options.largest_clearance) w->is_limited = 1;
  return ptl_wear_write(w);
}

int ptl_wear_is_done(const ptl_wear *w) {
  return w->is_limited || w->cycles >= w->options.cycles;
}
