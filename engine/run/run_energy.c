/* run_energy.c: works over an interval and the largest contact forces inside it.
 *
 * A stepper may give the works as integrals over its step. Otherwise powers and forces are taken at
 * the four Gauss-Lobatto points of the interval on the dense output: their weighted sum is the
 * work; the cubic through them gives the largest force and, integrated, the work up to any time
 * between. */
#include "run_energy.h"

#include <math.h>
#include <string.h>

#include "contact.h"
#include "energy.h"
#include "friction.h"
#include "lobatto.h"
#include "mesh.h"
#include "reactions.h"
#include "run_friction.h"
#include "run_gaps.h"
#include "state.h"

enum { POINTS = PTL_LOBATTO_POINTS };

static int has_integrals(const ptl_run *run) {
  return ptl_stepper_has_integrals(ptl_switch_stepper(run->integrator));
}

/* ---------------------------------------------------------------- by quadrature */

double ptl_energy_scale(const ptl_run *run) {
  const ptl_system *s = run->system;
  double least = 0.01 * 0.5 * ptl_system_mass(s) * s->speed * s->speed;
  return fmax(run->summary->largest_energy, least);
}

enum { MAX_INTERVALS = 64 };
/* Steps shorter than this part of length/speed are limited by accuracy, and so are their works. */
static const double short_step = 0.05;

/* Steps shorter than this follow something faster than drivers, and so do their reactions. */
static const double fast_step = 5e-4;

static int is_longer(const ptl_run *run, double length, double part) {
  return length * run->system->speed >= part * run->system->length;
}

/* Whether friction in ideal joints may have reactions that no error test has seen: drivers
 * prescribe the motion, and it does not follow from them. */
static int has_rough_friction(const ptl_run *run, double length) {
  return run->energy.has_rough_joints && run->system->n_motions > 0 &&
         is_longer(run, length, fast_step);
}

/* The state at t. In long steps the multipliers of the dense output are as rough as predictions:
 * there the powers of drivers, and of friction in ideal joints, take those that follow from the
 * state. */
static void interpolate_with_reactions(ptl_run *run, double t, int is_long) {
  ptl_run_interpolate(run, t);
  if (is_long && run->system->n_motions > 0) ptl_run_find_reactions(run);
}

/* Whether the multipliers of the step that ends at `end` may be too rough for the work of the
 * drivers: those are not in the error test, and where drivers prescribe the motion nothing else
 * keeps the step short. */
static int has_rough_drivers(ptl_run *run, double end, double length) {
  static const double of_long = 0.01, of_fast = 1.0; /* of the tolerance of all works, one step's */
  const ptl_system *s = run->system;
  const double share = is_longer(run, length, fast_step) ? of_long : of_fast;
  if (s->n_motions == 0) return 0;
  ptl_stepper_local_error(ptl_switch_stepper(run->integrator), run->local_error);
  ptl_run_interpolate(run, end);
  ptl_data_set_unknowns(run->data, end, run->interpolated);
  const double *error = run->local_error + s->first_state - s->n_rows;
  double work = length * ptl_eval_driver_power(run->data, run->interpolated,
                                               run->interpolated + s->n_coordinates, error);
  return !(fabs(work) < share * run->rtol * ptl_energy_scale(run));
}

/* Powers of drivers and loads, and against springs, dampers and contacts, at t. */
static void powers_at(ptl_run *run, double t, int is_long, double power[2]) {
  ptl_energy_terms rates;
  interpolate_with_reactions(run, t, is_long);
  ptl_eval_energy_terms(run->data, PTL_CONTACT_BY_STATE, run->interpolated, &rates,
                        run->energy.forces_now);
  power[0] = rates.supplied;
  power[1] = rates.absorbed;
}

/* Difference of Simpson's rule over n panels and over 2 n, the larger of the two works'. */
static double simpson_error(double (*power)[2], int n, double length) {
  double largest = 0.0;
  for (int j = 0; j < 2; j++) {
    double coarse = power[0][j] + power[4 * n][j], fine = coarse;
    for (int i = 1; i < 2 * n; i++) coarse += (i % 2 ? 4.0 : 2.0) * power[2 * i][j];
    for (int i = 1; i < 4 * n; i++) fine += (i % 2 ? 4.0 : 2.0) * power[i][j];
    largest = fmax(largest, fabs(length * (coarse / (6.0 * n) - fine / (12.0 * n))));
  }
  return largest;
}

/* The same of parabolas and Simpson's rule for the first half of each panel: what rows inside it
 * would be off by. */
static double half_panel_error(double (*power)[2], int n, double length) {
  double largest = 0.0;
  for (int j = 0; j < 2; j++)
    for (int i = 0; i < 4 * n; i += 4) {
      double first = power[i][j], quarter = power[i + 1][j], middle = power[i + 2][j];
      double coarse = (5.0 * first + 8.0 * middle - power[i + 4][j]) / 24.0;
      double fine = (first + 4.0 * quarter + middle) / 12.0;
      largest = fmax(largest, fabs(length / n * (coarse - fine)));
    }
  return largest;
}

/* By the errors of the works of the whole and of the first halves of its parts. */
static int are_small(const ptl_run *run, double whole, double half) {
  static const double share = 1e-2; /* of the energy limit, for a row */
  double scale = ptl_energy_scale(run), in_rows = fmax(run->rtol, share * run->energy_limit);
  return whole <= run->rtol * scale && half <= in_rows * scale;
}

static void evaluate_point(ptl_run *run, int point, double t, int is_long) {
  interpolate_with_reactions(run, t, is_long);
  ptl_eval_energy_terms(run->data, PTL_CONTACT_BY_STATE, run->interpolated,
                        &run->energy.rates[point], run->energy.forces[point]);
}

/* The last point of an interval is the first of the next, as long as it is valid. */
static void evaluate_points(ptl_run *run, double a, double b) {
  ptl_run_energy *e = &run->energy;
  int last = POINTS - 1, first = 0;
  if (e->valid_from == a && e->valid_until == b) return;
  if (e->valid_until == a) {
    double *swap = e->forces[0];
    e->forces[0] = e->forces[last];
    e->forces[last] = swap;
    e->rates[0] = e->rates[last];
    first = 1;
  }
  const double end = run->step.end, step = end - run->t;
  e->takes_reactions = has_rough_friction(run, step) || is_longer(run, step, short_step) ||
                       has_rough_drivers(run, end, step);
  for (int k = first; k < POINTS; k++)
    evaluate_point(run, k, k < last ? a + ptl_lobatto_points[k] * (b - a) : b, e->takes_reactions);
  e->valid_from = a;
  e->valid_until = b;
}

/* The cubics through the powers supplied and absorbed. */
static void power_cubics(const ptl_run *run, double c[2][4]) {
  double supplied[POINTS], absorbed[POINTS];
  for (int k = 0; k < POINTS; k++) {
    supplied[k] = run->energy.rates[k].supplied;
    absorbed[k] = run->energy.rates[k].absorbed;
  }
  ptl_lobatto_cubic(supplied, c[0]);
  ptl_lobatto_cubic(absorbed, c[1]);
}

/* What a kink of a power inside [a, b] may make of its work: a step of its slope changes the
 * curvature of the cubic, or how that goes on from the interval before. */
static double work_of_kink(ptl_run *run, double a, double b) {
  static const double most = 1.6e-2; /* of the sum of both, wherever the kink is */
  ptl_run_energy *e = &run->energy;
  const int goes_on = e->valid_until == a;
  const double length = b - a, square = length * length;
  double c[2][4], largest = 0.0;
  evaluate_points(run, a, b);
  power_cubics(run, c);
  for (int i = 0; i < 2; i++) {
    const double jump = goes_on ? c[i][2] - 0.5 * square * e->curvature[i] : 0.0;
    largest = fmax(largest, fabs(c[i][3]) + fabs(jump));
    e->curvature[i] = (2.0 * c[i][2] + 6.0 * c[i][3]) / square;
  }
  return most * length * largest;
}

/* Whether the cubic through the powers is too rough for the works in the step [a, b]: in a long one
 * and after one in which it was, and where normal forces have kinks. */
static int may_be_rough(ptl_run *run, double a, double b) {
  const ptl_run_energy *e = &run->energy;
  if (e->is_rough || is_longer(run, b - a, short_step)) return 1;
  if (!has_rough_friction(run, b - a)) return 0;
  return !(work_of_kink(run, a, b) <= run->rtol * ptl_energy_scale(run));
}

/* Whether the step [a, b] is one interval, by cubic and parabola through its ends and middle. */
static int is_one_enough(ptl_run *run, double a, double b) {
  double length = b - a, middle[2], c[2][4], whole = 0.0, half = 0.0;
  evaluate_points(run, a, b);
  powers_at(run, a + 0.5 * length, run->energy.takes_reactions, middle);
  power_cubics(run, c);
  for (int j = 0; j < 2; j++) {
    const double first = c[j][0], last = first + c[j][1] + c[j][2] + c[j][3];
    const double of_whole = (first + 4.0 * middle[j] + last) / 6.0;
    const double of_half = (5.0 * first + 8.0 * middle[j] - last) / 24.0;
    whole = fmax(whole, length * fabs(of_whole - ptl_lobatto_integral(c[j], 1.0)));
    half = fmax(half, length * fabs(of_half - ptl_lobatto_integral(c[j], 0.5)));
  }
  return are_small(run, whole, half);
}

int ptl_energy_intervals(ptl_run *run, double a, double b) {
  double power[4 * MAX_INTERVALS + 1][2];
  if (has_integrals(run) || !run->energy.has_powers || !may_be_rough(run, a, b) ||
      is_one_enough(run, a, b))
    return 1;
  int n = 1;
  for (int i = 0; i <= 4; i++) powers_at(run, a + (b - a) * i / 4.0, 1, power[i]);
  while (n < MAX_INTERVALS &&
         !are_small(run, simpson_error(power, n, b - a), half_panel_error(power, n, b - a))) {
    n *= 2;
    for (int i = 2 * n; i > 0; i--) memcpy(power[2 * i], power[i], sizeof power[i]);
    for (int i = 1; i < 4 * n; i += 2) powers_at(run, a + (b - a) * i / (4.0 * n), 1, power[i]);
  }
  return n;
}

/* What the gap did over an interval. */
static void add_gap(ptl_run *run, int gap, double impulse, double work, double peak, double when) {
  ptl_gap_summary *sum = &run->summary->gaps[gap];
  if (peak > sum->peak_force) {
    sum->peak_force = peak;
    sum->peak_force_time = when;
  }
  if (peak > run->episodes[gap].peak) {
    run->episodes[gap].peak = peak;
    run->episodes[gap].peak_time = when;
    run->episodes[gap].peak_needs_row = 1;
  }
  if (peak > run->taken[gap].peak) {
    run->taken[gap].peak = peak;
    run->taken[gap].peak_time = when;
  }
  run->episodes[gap].impulse += impulse;
  run->episodes[gap].lost += work;
  sum->impulse += impulse;
  sum->energy_lost += work;
}

static double force_of(ptl_run *run, int gap, ptl_gap_sample w) {
  return ptl_gaps_force(run, gap, w.depth, w.rate);
}

/* A largest value near *when, of which `best` is the force there, inside [a, a + length]: vertices
 * of parabolas through three neighbouring times, ever closer. */
static double refine_peak(ptl_run *run, int gap, double best, double a, double length,
                          double *when) {
  enum { PASSES = 3 };
  double h = 0.05 * length;
  for (int i = 0; i < PASSES; i++, h *= 0.1) {
    double t = *when;
    if (t - h < a || t + h > a + length) continue;
    double before = force_of(run, gap, ptl_gaps_at(run, gap, t - h));
    double after = force_of(run, gap, ptl_gaps_at(run, gap, t + h));
    double curvature = before - 2.0 * best + after, move = 0.5 * h * (before - after) / curvature;
    if (!(curvature < 0.0) || !(fabs(move) <= h)) continue;
    double force = force_of(run, gap, ptl_gaps_at(run, gap, t + move));
    if (force <= best) continue;
    best = force;
    *when = t + move;
  }
  return best;
}

/* The largest of the forces at the four points and about *when, where the cubic through them has
 * its largest value; *when comes back as the time of it. */
static double largest_force(ptl_run *run, int gap, const double force[POINTS], double a,
                            double length, double *when) {
  double best = force_of(run, gap, ptl_gaps_at(run, gap, *when));
  best = refine_peak(run, gap, best, a, length, when);
  for (int k = 0; k < POINTS; k++) {
    if (force[k] <= best) continue;
    best = force[k];
    *when = a + ptl_lobatto_points[k] * length;
  }
  return best;
}

static void add_gap_by_quadrature(ptl_run *run, int gap, double a, double length) {
  double force[POINTS], impulse = 0.0, work = 0.0, where;
  for (int k = 0; k < POINTS; k++) {
    const double *forces = run->energy.forces[k];
    force[k] = forces[gap];
    impulse += ptl_lobatto_weights[k] * length * force[k];
    work += ptl_lobatto_weights[k] * length * forces[run->system->n_gaps + gap];
  }
  double peak = ptl_lobatto_maximum(force, &where), when = a + where * length;
  if (where > 0.0 && where < 1.0 && peak > fmin(run->episodes[gap].peak, run->taken[gap].peak))
    peak = largest_force(run, gap, force, a, length, &when);
  add_gap(run, gap, impulse, work, peak, when);
}

static void add_friction_work(ptl_run *run, int friction, double work, double length) {
  run->summary->frictions[friction].work += work;
  if (ptl_friction_is_sticking(run, friction))
    run->summary->frictions[friction].stuck_time += length;
}

/* Friction changes within a step when it breaks away, where a cubic would overshoot. */
static void add_friction(ptl_run *run, int friction, double length) {
  const ptl_system *s = run->system;
  ptl_friction_summary *sum = &run->summary->frictions[friction];
  double work = 0.0;
  for (int k = 0; k < POINTS; k++) {
    const double *frictions = run->energy.forces[k] + 2 * s->n_gaps;
    sum->peak_force = fmax(sum->peak_force, fabs(frictions[friction]));
    work += ptl_lobatto_weights[k] * length * frictions[s->n_frictions + friction];
  }
  add_friction_work(run, friction, work, length);
}

/* Whether the powers change so much that in a step twice as long as this one terms beyond a cubic
 * may matter in rows: by the size of its last. */
static int is_rough(const ptl_run *run, double length) {
  static const double share = 3e-3; /* of the energy limit */
  static const double beyond =
      5e-3; /* largest integral of the next polynomial on the same points */
  const double longer = 2.0 * (run->step.end - run->t) / length;
  double c[2][4];
  power_cubics(run, c);
  const double work = beyond * length * fmax(fabs(c[0][3]), fabs(c[1][3])) * pow(longer, 4.0);
  return !(work < share * run->energy_limit * ptl_energy_scale(run));
}

static void integrate_by_quadrature(ptl_run *run, double a, double b) {
  const ptl_system *s = run->system;
  ptl_run_energy *e = &run->energy;
  double length = b - a;
  if (!e->has_powers) {
    evaluate_point(run, POINTS - 1, b, 0);
    return;
  }
  evaluate_points(run, a, b);
  for (int k = 0; k < POINTS; k++) {
    e->supplied += ptl_lobatto_weights[k] * length * e->rates[k].supplied;
    e->absorbed += ptl_lobatto_weights[k] * length * e->rates[k].absorbed;
  }
  e->is_rough = is_rough(run, length);
  for (int g = 0; g < s->n_gaps; g++)
    if (run->data->gaps[g].touching) add_gap_by_quadrature(run, g, a, length);
  for (int i = 0; i < s->n_frictions; i++) add_friction(run, i, length);
}

/* ---------------------------------------------------------------- by the stepper's integrals */

/* Whether the force may have its largest value inside the interval or near to it, and above those
 * that are known, as the cubic through depths and rates at both ends tells; force[0] and the last
 * are those there. */
static int may_peak_inside(ptl_run *run, int gap, const ptl_gap_sample *p, const ptl_gap_sample *q,
                           double length, const double *force) {
  static const double near = 0.15, room = 1.05;
  double estimate[POINTS] = {force[0], 0.0, 0.0, force[POINTS - 1]}, c[4], where;
  for (int k = 1; k < POINTS - 1; k++)
    estimate[k] =
        ptl_gaps_force(run, gap, ptl_gaps_depth_between(p, q, length, ptl_lobatto_points[k]),
                       ptl_gaps_rate_between(p, q, length, ptl_lobatto_points[k]));
  const double known = fmin(run->episodes[gap].peak, run->taken[gap].peak);
  if (room * ptl_lobatto_maximum(estimate, &where) < known) return 0;
  ptl_lobatto_cubic(estimate, c);
  double before = c[1] - near * (2.0 * c[2] - 3.0 * near * c[3]), after = 1.0 + near;
  return before > 0.0 && c[1] + after * (2.0 * c[2] + 3.0 * after * c[3]) < 0.0;
}

/* Largest force in [a, b]: taken on the dense output where the cubic through four points has it. */
static double find_peak(ptl_run *run, int gap, double a, ptl_gap_sample p, double b,
                        ptl_gap_sample q, double *when) {
  double where, force[POINTS] = {ptl_gaps_contact(run, gap, p).force, 0.0, 0.0,
                                 ptl_gaps_contact(run, gap, q).force};
  double at[POINTS] = {a, 0.0, 0.0, b};
  int last = POINTS - 1, best = force[0] > force[last] ? 0 : last;
  *when = at[best];
  if (!may_peak_inside(run, gap, &p, &q, b - a, force)) return force[best];
  for (int k = 1; k < last; k++) {
    at[k] = a + ptl_lobatto_points[k] * (b - a);
    force[k] = force_of(run, gap, ptl_gaps_at(run, gap, at[k]));
    if (force[k] > force[best]) best = k;
  }
  ptl_lobatto_maximum(force, &where);
  *when = a + where * (b - a);
  return largest_force(run, gap, force, a, b - a, when);
}

/* The size of a friction force, also in the summary. */
static double note_friction_force(ptl_run *run, int friction, double t) {
  ptl_friction_summary *sum = &run->summary->frictions[friction];
  ptl_run_interpolate(run, t);
  if (t < run->step.end && run->system->frictions[friction].constraint >= 0)
    ptl_run_find_reactions(run);
  double force = fabs(ptl_friction_force(run, friction));
  sum->peak_force = fmax(sum->peak_force, force);
  return force;
}

/* In [a, b] of ideal joints: at its end, and within where the step has about its largest value
 * there and that is near the largest so far. All joints are looked at one time after the other,
 * since the reactions of a time are found once. With many joints each cubic's largest value counts
 * as it is. */
static void find_friction_peaks(ptl_run *run, const ptl_stepper *stepper, double a, double b) {
  enum { MANY = 24 };
  static const double near = 0.98;
  const ptl_system *s = run->system;
  ptl_run_energy *e = &run->energy;
  double *swap = e->forces[0], where;
  int last = POINTS - 1, first = 2 * s->n_gaps, n = 0;
  e->forces[0] = e->forces[last];
  e->forces[last] = swap;
  for (int i = 0; i < s->n_frictions; i++)
    if (s->frictions[i].constraint >= 0)
      e->forces[last][first + i] = note_friction_force(run, i, b);
  for (int i = 0; i < s->n_frictions; i++) {
    if (s->frictions[i].constraint < 0) continue;
    const double about = ptl_stepper_friction_peak(stepper, i, &where);
    if (where > a && where < b && about > near * run->summary->frictions[i].peak_force)
      e->friction_list[n++] = i;
  }
  for (int k = 1; k < last; k++)
    for (int j = 0; j < n; j++)
      e->forces[k][first + e->friction_list[j]] =
          note_friction_force(run, e->friction_list[j], a + ptl_lobatto_points[k] * (b - a));
  for (int j = 0; j < n; j++) {
    int i = e->friction_list[j];
    double force[POINTS];
    for (int k = 0; k < POINTS; k++) force[k] = e->forces[k][first + i];
    double largest = ptl_lobatto_maximum(force, &where),
           *peak = &run->summary->frictions[i].peak_force;
    if (largest <= *peak) continue;
    if (n > MANY)
      *peak = largest;
    else
      note_friction_force(run, i, a + where * (b - a));
  }
}

static void integrate_by_stepper(ptl_run *run, double a, double b) {
  ptl_stepper *stepper = ptl_switch_stepper(run->integrator);
  ptl_run_energy *e = &run->energy;
  int n_gaps = run->system->n_gaps;
  double *before = e->integrals_before, *after = e->integrals;
  ptl_stepper_integrate(stepper, a, before);
  ptl_stepper_integrate(stepper, b, after);
  e->supplied += after[PTL_INTEGRAL_SUPPLIED] - before[PTL_INTEGRAL_SUPPLIED];
  e->absorbed += after[PTL_INTEGRAL_ABSORBED] - before[PTL_INTEGRAL_ABSORBED];
  for (int g = 0; g < n_gaps; g++) {
    if (!run->data->gaps[g].touching) continue;
    ptl_gap_sample q = b == run->step.end ? run->after.gaps[g] : ptl_gaps_at(run, g, b);
    double when, peak = find_peak(run, g, a, run->before.gaps[g], b, q, &when);
    int impulse = PTL_INTEGRAL_GAPS + g, work = impulse + n_gaps;
    add_gap(run, g, after[impulse] - before[impulse], after[work] - before[work], peak, when);
    int friction = run->system->gaps[g].friction;
    if (friction >= 0 && when > a && when < b) note_friction_force(run, friction, when);
  }
  for (int i = 0; i < run->system->n_frictions; i++) {
    int work = PTL_INTEGRAL_GAPS + 2 * n_gaps + i;
    add_friction_work(run, i, after[work] - before[work], b - a);
    if (run->system->frictions[i].gap_index >= 0) note_friction_force(run, i, b);
  }
  if (e->has_rough_joints) find_friction_peaks(run, stepper, a, b);
}

/* ---------------------------------------------------------------- for the rest of the run */

void ptl_energy_integrate(ptl_run *run, double a, double b) {
  if (!(b > a)) return;
  if (has_integrals(run)) {
    integrate_by_stepper(run, a, b);
    return;
  }
  integrate_by_quadrature(run, a, b);
  run->energy.rates_end = b;
}

void ptl_energy_forget_forces(ptl_run *run) {
  run->energy.valid_until = NAN;
}

static int has_powers(const ptl_system *s) {
  return s->n_motions + s->n_loads + s->n_forces + s->n_meshes + s->n_bushings + s->n_films +
             s->n_gaps + s->n_frictions >
         0;
}

void ptl_energy_start(ptl_run *run) {
  ptl_run_energy *e = &run->energy;
  ptl_eval_energy_terms(run->data, PTL_CONTACT_BY_STATE, run->y, &e->start, e->forces_now);
  e->rates[POINTS - 1] = e->start;
  e->rates_end = run->t;
  e->has_rough_joints = ptl_system_has_joint_friction(run->system);
  e->has_powers = has_powers(run->system);
  ptl_energy_forget_forces(run);
}

/* Adds sign times the energies at run->y to what was supplied and absorbed. */
static void count_state(ptl_run *run, double sign) {
  ptl_run_energy *e = &run->energy;
  ptl_energy_terms now;
  ptl_eval_energy_terms(run->data, PTL_CONTACT_BY_STATE, run->y, &now, e->forces_now);
  e->supplied += sign * (now.kinetic + now.potential + now.elastic);
  e->absorbed += sign * now.elastic;
  e->rates[POINTS - 1] = now;
  e->rates_end = run->t;
}

void ptl_energy_leave(ptl_run *run) {
  count_state(run, -1.0);
}

void ptl_energy_enter(ptl_run *run) {
  count_state(run, 1.0);
  ptl_energy_forget_forces(run);
}

void ptl_energy_restart(ptl_run *run) {
  count_state(run, 0.0);
  ptl_energy_forget_forces(run);
}

/* Work after x in the last interval, of length 1 in the measure of the points. */
static double work_after(const double power[POINTS], double x) {
  double c[4];
  ptl_lobatto_cubic(power, c);
  return ptl_lobatto_integral(c, 1.0) - ptl_lobatto_integral(c, x);
}

/* Takes back what was done between t and the interval's end b. */
static void take_back(ptl_run *run, double t, double a, double b, double *supplied,
                      double *absorbed) {
  ptl_run_energy *e = &run->energy;
  if (has_integrals(run)) {
    double *at_t = e->integrals_before;
    ptl_stepper_integrate(ptl_switch_stepper(run->integrator), t, at_t);
    *supplied -= e->integrals[PTL_INTEGRAL_SUPPLIED] - at_t[PTL_INTEGRAL_SUPPLIED];
    *absorbed -= e->integrals[PTL_INTEGRAL_ABSORBED] - at_t[PTL_INTEGRAL_ABSORBED];
    return;
  }
  double x = (t - a) / (b - a), power[POINTS];
  for (int k = 0; k < POINTS; k++) power[k] = e->rates[k].supplied;
  *supplied -= (b - a) * work_after(power, x);
  for (int k = 0; k < POINTS; k++) power[k] = e->rates[k].absorbed;
  *absorbed -= (b - a) * work_after(power, x);
}

/* What was supplied by t, and absorbed, as dissipated. */
static void count_works(ptl_run *run, double t, double a, double b, ptl_energy *out) {
  *out = (ptl_energy){.supplied = run->energy.supplied, .dissipated = run->energy.absorbed};
  if (t < b) take_back(run, t, a, b, &out->supplied, &out->dissipated);
}

/* The energies of a state, and from them what of the absorbed work is dissipated, and the
 * balance. */
static void put_energies(const ptl_run *run, const ptl_energy_terms *now, ptl_energy *out) {
  const ptl_energy_terms *start = &run->energy.start;
  out->kinetic = now->kinetic;
  out->potential = now->potential;
  out->elastic = now->elastic;
  out->balance = (now->kinetic - start->kinetic) + (now->potential - start->potential) +
                 out->dissipated - out->supplied;
  out->dissipated -= now->elastic - start->elastic;
}

void ptl_energy_at(ptl_run *run, double t, double a, double b, ptl_energy *out) {
  ptl_run_energy *e = &run->energy;
  ptl_energy_terms now = e->rates[POINTS - 1];
  count_works(run, t, a, b, out);
  if (t != e->rates_end || has_integrals(run)) {
    ptl_run_interpolate(run, t);
    ptl_eval_energy_terms(run->data, PTL_CONTACT_BY_STATE, run->interpolated, &now, e->forces_now);
  }
  put_energies(run, &now, out);
}

/* What a stepper has integrated needs no powers; the gaps are known. */
void ptl_energy_now(ptl_run *run, ptl_energy *out) {
  const double t = run->t;
  ptl_energy_terms now;
  if (!has_integrals(run)) {
    ptl_energy_at(run, t, t, t, out);
    return;
  }
  ptl_run_interpolate(run, t);
  ptl_eval_energies(run->data, run->interpolated, &now);
  for (int g = 0; g < run->system->n_gaps; g++)
    if (run->data->gaps[g].touching)
      now.elastic += ptl_gaps_contact(run, g, run->before.gaps[g]).energy;
  count_works(run, t, t, t, out);
  put_energies(run, &now, out);
}

void ptl_energy_of_row(ptl_run *run, double t, double a, double b, const double *state,
                       ptl_energy *out) {
  ptl_energy_terms now;
  count_works(run, t, a, b, out);
  ptl_data_set_unknowns(run->data, t, state);
  ptl_eval_stored_energies(run->data, PTL_CONTACT_BY_STATE, state, &now, run->row_gaps);
  put_energies(run, &now, out);
}
