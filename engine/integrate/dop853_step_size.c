/* dop853_step_size.c: the variable and the length of the next step of dop853_contact.c. */
#include "dop853_step_size.h"

#include <string.h>

#include "data.h"
#include "friction.h"

static const double safety = 0.85, max_growth = 2.0, min_growth = 0.2;
static const double max_growth_with_slips = 6.0; /* out of the zones in which they turn round */
static const double usual_error = 0.05; /* of a step in s: with which the next is as long */
static const double negligible = 0.01;  /* part of a depth */
static const double deep_part =
    0.3; /* of a contact's largest depth: where s becomes proportional to time */
static const double first_part = 1e-3; /* of the horizon: the first step */

double ptl_step_size_first(const ptl_dop853_contact *s) {
  return first_part * s->horizon;
}

/* ---------------------------------------------------------------- choice of a step */

/* Depth up to which a gap counts as just touching: well above the tolerance of a position. */
static double shallow_depth(const ptl_dop853_contact *s) {
  return 30.0 * s->given[0];
}

int ptl_step_size_shallowest_gap(const ptl_dop853_contact *s) {
  const ptl_data *data = s->data;
  int best = -1;
  for (int g = 0; g < data->system->n_gaps; g++)
    if (data->gaps[g].touching && (best < 0 || s->gaps[g].depth < s->gaps[best].depth)) best = g;
  if (best < 0) return -1;
  int rests = s->gaps[best].depth < shallow_depth(s) &&
              fabs(s->gaps[best].rate) * s->time_step < shallow_depth(s);
  return rests ? -1 : best;
}

double ptl_step_size_for_time(const ptl_dop853_contact *s, double w, double rate, double time) {
  double square = w * w + rate * time;
  if (!(square > 0.0)) return INFINITY;
  double end = sqrt(square);
  return time / (w + end) * 0.5 * (ptl_time_scale(s, w) + ptl_time_scale(s, end));
}

double ptl_step_size_to_parting(double w, double rate, double curvature) {
  double root = rate * rate - 2.0 * curvature * w;
  return rate < 0.0 && root > 0.0 ? 2.0 * w / (sqrt(root) - rate) : INFINITY;
}

/* The first step in which this gap leads. A contact of stiffness K d^p has a depth ~ v^(2/(p + 1))
 * and a duration ~ v^((1 - p)/(p + 1)), where v is its touch speed; a step in s goes like the root
 * of the duration over v. The powers here are those between p = 1 and p = 1.5. */
static void begin_gap_scaling(ptl_dop853_contact *s, double w, double rate, double max_time) {
  const ptl_contact_history *last = &s->history[s->gap];
  s->is_first_of_contact = w * w <= shallow_depth(s);
  s->root_curvature = 0.0;
  s->current_contact = (ptl_contact_history){.touch_speed = rate};
  s->w_deep = last->deepest > 0.0 ? sqrt(deep_part * last->deepest) : INFINITY;
  if (s->is_first_of_contact && last->first_step > 0.0) {
    double faster = fmax(0.01, fmin(100.0, rate / last->touch_speed));
    s->w_deep *= pow(faster, 0.45);
    s->scaled_step = last->first_step * pow(faster, -0.55);
  } else {
    s->scaled_step = ptl_step_size_for_time(s, w, rate, fmin(s->time_step, max_time));
  }
}

/* The leading gap has passed its largest depth, which now says what is deep in this contact. */
static void rescale_past_maximum(ptl_dop853_contact *s, double w) {
  double before = ptl_time_scale(s, w);
  s->w_deep = sqrt(deep_part) * fmax(sqrt(fmax(s->depth, 0.0)), w);
  double longer = ptl_time_scale(s, w) / before;
  s->scaled_step *= longer;
  s->root_curvature /= longer * longer;
}

/* A step with that gap leading, in which not more than max_time passes; 0 where it should be taken
 * in time, since the depth hardly changes. */
static double choose_gap_step(ptl_dop853_contact *s, int gap, double max_time) {
  const ptl_gap_result *now = &s->gaps[gap];
  double w = sqrt(fmax(now->depth, 0.0));
  if (fabs(now->rate) * s->time_step < negligible * now->depth) return 0.0;
  int goes_on = gap == s->gap && s->scaled_step != 0.0;
  s->gap = gap;
  if (!goes_on)
    begin_gap_scaling(s, w, now->rate, max_time);
  else if (s->rate > 0.0 && now->rate < 0.0)
    rescale_past_maximum(s, w);
  double h = s->scaled_step, scale = ptl_time_scale(s, w);
  double to_parting = ptl_step_size_to_parting(w, now->rate / scale, s->root_curvature);
  double along = fmin(h, to_parting) / scale;
  if (!(along * (2.0 * w + now->rate * along) <= max_time)) {
    if (fabs(now->rate) * max_time < 0.5 * w * w) return 0.0;
    h = fmin(h, 0.9 * ptl_step_size_for_time(s, w, now->rate, max_time));
  }
  s->variable = to_parting <= h ? PTL_GAP_ROOT : PTL_GAP_SCALED;
  if (s->variable == PTL_GAP_SCALED && to_parting < 2.0 * h) h = 0.5 * to_parting;
  s->depth = now->depth;
  s->rate = now->rate;
  *ptl_w_of(s, s->method->x0) = w;
  return s->variable == PTL_GAP_SCALED ? h : -w;
}

double ptl_step_size_choose(ptl_dop853_contact *s, double max_time) {
  double h = 0.0;
  int gap = ptl_step_size_shallowest_gap(s);
  if (gap >= 0) h = choose_gap_step(s, gap, max_time);
  if (h != 0.0) return h;
  s->variable = PTL_TIME;
  s->gap = -1;
  s->scaled_step = 0.0;
  *ptl_w_of(s, s->method->x0) = 0.0;
  return fmin(fmin(s->time_step, s->horizon), max_time);
}

/* ---------------------------------------------------------------- after a step */

/* Whether a contact is less deep than the tolerance where the step begins. */
static int is_shallow(const ptl_dop853_contact *s) {
  for (int g = 0; g < s->data->system->n_gaps; g++)
    if (s->data->gaps[g].touching && s->gaps[g].depth < s->given[0]) return 1;
  return 0;
}

static double growth(double error, double most) {
  return fmax(min_growth, fmin(most, safety * pow(fmax(error, 1e-10), -0.125)));
}

double ptl_step_size_growth(double error) {
  return growth(error, max_growth);
}

/* In a contact the error rises and falls with the depth, so that it is followed slowly: where a
 * step was made as long as the last error allowed, every fifth failed. */
static double scaled_growth(double error) {
  return fmax(min_growth, fmin(max_growth, pow(usual_error / fmax(error, 1e-10), 0.05)));
}

/* In a step in time over a contact, as of a part that comes to rest within much less than the
 * tolerance of positions, the estimates may be small by chance. The combined one takes errors to
 * fall with the order: where a velocity has an error of order 3 that is not far below what the
 * rates of the step could change it by, its error of order 5 counts alone. And no estimate sees
 * the stages 1 to 3, which have no weight: where their rates are far off the line through those
 * before and behind them, that counts as an error. */
double ptl_step_size_unresolved_error(const ptl_dop853_contact *s) {
  enum { FIRST_OF_WEIGHT = 6 }; /* behind them */
  static const double far_below = 0.1, far_off = 0.3;
  static const double place[] = {0.0, 0.21, 0.316, 0.473}; /* from stage 0 to that */
  const ptl_dop853 *m = s->method;
  double worst = 0.0;
  if (s->variable != PTL_TIME || !is_shallow(s)) return 0.0;
  for (int i = s->n; i < 2 * s->n; i++) {
    const double start = m->k[0][i], behind = m->k[FIRST_OF_WEIGHT][i];
    double least = start, most = start, off = 0.0;
    for (int k = 1; k < PTL_DOP853_END; k++) {
      least = fmin(least, m->k[k][i]);
      most = fmax(most, m->k[k][i]);
      if (k <= 3) off = fmax(off, fabs(m->k[k][i] - start - place[k] * (behind - start)));
    }
    if (fabs(m->end_error[i]) > far_below * fabs(m->h) * fmax(-least, most))
      worst = fmax(worst, fabs(m->error[i]) / s->tolerance[i]);
    if (off > far_off * (most - least)) worst = fmax(worst, fabs(m->h) * off / s->tolerance[i]);
  }
  return worst;
}

void ptl_step_size_update(ptl_dop853_contact *s, double h, double error) {
  double factor =
      s->variable == PTL_GAP_SCALED ? scaled_growth(error) : ptl_step_size_growth(error);
  if (s->variable == PTL_TIME && s->has_slip_zones && s->stiff_steps == 0)
    factor = growth(error, max_growth_with_slips);
  double next = (s->end - s->start) * factor;
  if (s->variable == PTL_TIME) {
    s->time_step =
        h < s->time_step ? fmax(s->time_step, next) : next; /* it may have been limited */
    if (ptl_step_size_shallowest_gap(s) < 0) s->free_step = s->time_step;
    return;
  }
  double w = *ptl_w_of(s, s->method->x1);
  s->current_contact.deepest = fmax(s->current_contact.deepest, fmax(s->depth, w * w));
  if (s->variable == PTL_GAP_ROOT) {
    if (s->current_contact.first_step > 0.0) s->history[s->gap] = s->current_contact;
    s->time_step = s->free_step;
    s->scaled_step = 0.0;
    return;
  }
  s->time_step = next;
  next = h * factor;
  if (s->is_first_of_contact) s->current_contact.first_step = next;
  s->scaled_step = h < s->scaled_step ? fmax(next, s->scaled_step) : next;
  double slope = s->gaps[s->gap].rate / ptl_time_scale(s, w);
  s->root_curvature = (slope - s->rate / ptl_time_scale(s, *ptl_w_of(s, s->method->x0))) / h;
  s->is_first_of_contact = 0;
}

/* ---------------------------------------------------------------- tolerances */

/* Part of the tolerances of q and v that a step may use up. Where there are no gaps it is one with
 * which smooth motions come out about as exact as with IDA; where there are, steps between contacts
 * are shorter anyway. */
static double share_of_tolerance(const ptl_system *system) {
  return system->n_gaps > 0 ? 1.0 : 0.3;
}

void ptl_step_size_tolerate_works(const ptl_dop853_contact *s, double *tolerance) {
  const ptl_system *system = s->data->system;
  /* of what m v dv makes: less where friction depends on reactions, which no other test sees */
  const double share = ptl_system_has_joint_friction(system) ? 0.5 : 2.0;
  double *works = tolerance + s->n_states + 2;
  works[PTL_INTEGRAL_SUPPLIED] = works[PTL_INTEGRAL_ABSORBED] =
      s->n > 0 ? share * ptl_system_mass(system) * system->speed * tolerance[s->n] : 1.0;
}

/* Time by the time that a tolerable way takes at the mechanism's speed, w not at all. */
void ptl_step_size_tolerances(ptl_dop853_contact *s) {
  const ptl_system *system = s->data->system;
  int n = s->n;
  double *out = s->tolerance, share = share_of_tolerance(system);
  for (int i = 0; i < 2 * n; i++) out[i] = share * s->given[i];
  for (int i = 2 * n; i < s->n_states; i++) out[i] = s->given[system->first_state + i - 2 * n];
  double *others = out + s->n_states;
  others[0] = n > 0 ? out[0] / system->speed : 1.0;
  others[1] = INFINITY;
  ptl_step_size_tolerate_works(s, out);
  memcpy(s->raised, out, sizeof(double) * (size_t)(s->n_states + 2 + PTL_INTEGRAL_GAPS));
}

void ptl_step_size_follow_signals(ptl_dop853_contact *s) {
  const ptl_system *system = s->data->system;
  for (int i = 0; i < system->n_signals; i++) {
    const ptl_sys_signal *k = &system->signals[i];
    const int index = 2 * s->n + k->state;
    const double grown = 1.0 + fabs(s->method->x0[index]) / k->scale;
    s->tolerance[index] = s->raised[index] = grown * s->given[system->first_state + k->state];
  }
}
