/* run_ledger.c: work done over an interval and the peaks of the contact forces inside it.
 *
 * The explicit integrator brings the works along as sums. Otherwise powers and forces are taken at
 * the four Gauss-Lobatto points of the interval on the dense output: their weighted sum is the
 * work, the cubic through them gives the force's peak and, integrated, the work up to any time
 * between. */
#include <math.h>
#include <string.h>

#include "run.h"

/* Points on [0, 1]: (1 -+ 1/sqrt 5)/2 inside; weights 1/12, 5/12, 5/12, 1/12. */
#define INNER 0.27639320225002106
static const double nodes[PTL_NODES] = {0.0, INNER, 1.0 - INNER, 1.0};
static const double weights[PTL_NODES] = {1.0 / 12.0, 5.0 / 12.0, 5.0 / 12.0, 1.0 / 12.0};

/* Coefficients of the cubic f(x) = c0 + c1 x + c2 x^2 + c3 x^3 through the four points. */
static void cubic(const double f[PTL_NODES], double c[4]) {
  double p = f[1] - f[0], q = f[2] - f[0], r = f[3] - f[0];
  /* Newton's divided differences */
  double d1 = p / nodes[1];
  double d12 = (q - p) / (nodes[2] - nodes[1]), d23 = (r - q) / (1.0 - nodes[2]);
  double d2 = (d12 - d1) / nodes[2], d3 = (d23 - d12) / (1.0 - nodes[1]);
  double e = d3 - d2;
  c[0] = f[0];
  c[3] = e;
  c[2] = d2 - e * (nodes[1] + nodes[2]);
  c[1] = d1 - d2 * nodes[1] + e * nodes[1] * nodes[2];
}

static double cubic_integral(const double c[4], double x) {
  return x * (c[0] + x * (c[1] / 2.0 + x * (c[2] / 3.0 + x * c[3] / 4.0)));
}

/* Largest value on [0, 1] and its place. */
static double cubic_peak(const double f[PTL_NODES], double *where) {
  double c[4], best = f[0];
  *where = 0.0;
  cubic(f, c);
  if (f[3] > best) {
    best = f[3];
    *where = 1.0;
  }
  double half = -c[2], root = c[2] * c[2] - 3.0 * c[1] * c[3];
  if (root < 0.0) return best;
  /* the maximum is the root of the derivative where the curvature is negative */
  double denominator = half + sqrt(root);
  double x = half > 0.0 && c[3] != 0.0 ? (half - sqrt(root)) / (3.0 * c[3])
                                       : (denominator != 0.0 ? c[1] / denominator : -1.0);
  for (int pass = 0; pass < 2; pass++) {
    if (x > 0.0 && x < 1.0) {
      double value = c[0] + x * (c[1] + x * (c[2] + x * c[3]));
      if (value > best) {
        best = value;
        *where = x;
      }
    }
    x = c[3] != 0.0 ? (half + sqrt(root)) / (3.0 * c[3]) : -1.0;
  }
  return best;
}

static void evaluate_node(ptl_run *run, int node, double t) {
  ptl_run_look(run, t);
  ptl_eval_account(run->data, run->scratch, &run->account[node], run->node[node]);
}

/* The end of one interval is the start of the next, unless a law has been given another touch speed
 * or memory in between. */
static void evaluate_nodes(ptl_run *run, double a, double length) {
  int last = PTL_NODES - 1, first = 0;
  if (run->accounted == a) {
    double *swap = run->node[0];
    run->node[0] = run->node[last];
    run->node[last] = swap;
    run->account[0] = run->account[last];
    first = 1;
  }
  for (int k = first; k < PTL_NODES; k++) evaluate_node(run, k, a + nodes[k] * length);
  run->accounted = a + length;
}

/* What the gap did over an interval. */
static void account_gap(ptl_run *run, int gap, double impulse, double work, double peak,
                        double when) {
  ptl_gap_summary *sum = &run->summary->gaps[gap];
  if (peak > sum->peak_force) {
    sum->peak_force = peak;
    sum->peak_force_time = when;
  }
  run->episodes[gap].peak = fmax(run->episodes[gap].peak, peak);
  run->episodes[gap].impulse += impulse;
  run->episodes[gap].lost += work;
  sum->impulse += impulse;
  sum->energy_lost += work;
}

static void account_nodes(ptl_run *run, int gap, double a, double length) {
  double force[PTL_NODES], impulse = 0.0, work = 0.0, where;
  for (int k = 0; k < PTL_NODES; k++) {
    force[k] = run->node[k][gap];
    impulse += weights[k] * length * force[k];
    work += weights[k] * length * run->node[k][run->system->n_gaps + gap];
  }
  double peak = cubic_peak(force, &where);
  account_gap(run, gap, impulse, work, peak, a + where * length);
}

/* Friction changes within a step when it breaks away, where a cubic would overshoot. */
static void account_friction(ptl_run *run, int friction, double length) {
  const ptl_system *s = run->system;
  ptl_friction_summary *sum = &run->summary->frictions[friction];
  for (int k = 0; k < PTL_NODES; k++) {
    const double *node = run->node[k] + 2 * s->n_gaps;
    sum->peak_force = fmax(sum->peak_force, fabs(node[friction]));
    sum->work += weights[k] * length * node[s->n_frictions + friction];
  }
  if (ptl_friction_is_sticking(run, friction)) sum->stuck_time += length;
}

static void by_nodes(ptl_run *run, double a, double b) {
  const ptl_system *s = run->system;
  double length = b - a;
  evaluate_nodes(run, a, length);
  for (int k = 0; k < PTL_NODES; k++) {
    run->supplied += weights[k] * length * run->account[k].supplied;
    run->absorbed += weights[k] * length * run->account[k].absorbed;
  }
  for (int g = 0; g < s->n_gaps; g++)
    if (run->data->gaps[g].touching) account_nodes(run, g, a, length);
  for (int i = 0; i < s->n_frictions; i++) account_friction(run, i, length);
}

/* ---------------------------------------------------------------- with sums of the integrator */

static double force_of(ptl_run *run, int gap, ptl_watch w) {
  return ptl_contact_at(run, gap, w).force;
}

/* Whether the force has its largest value inside the interval or near to it, as the cubic through
 * depths and rates at both ends tells; force[0] and the last are those there. */
static int may_peak_inside(ptl_run *run, int gap, ptl_watch p, ptl_watch q, double length,
                           const double *force) {
  static const double near = 0.15;
  double guess[PTL_NODES] = {force[0], 0.0, 0.0, force[PTL_NODES - 1]}, c[4];
  for (int k = 1; k < PTL_NODES - 1; k++)
    guess[k] = force_of(run, gap, ptl_watch_between(p, q, length, nodes[k]));
  cubic(guess, c);
  double before = c[1] - near * (2.0 * c[2] - 3.0 * near * c[3]), after = 1.0 + near;
  return before > 0.0 && c[1] + after * (2.0 * c[2] + 3.0 * after * c[3]) < 0.0;
}

/* Largest force in [a, b]: where the cubic through four points has it, taken there on the dense
 * output. */
static double find_peak(ptl_run *run, int gap, double a, ptl_watch p, double b, ptl_watch q,
                        double *when) {
  double force[PTL_NODES] = {force_of(run, gap, p), 0.0, 0.0, force_of(run, gap, q)}, where;
  double at[PTL_NODES] = {a, 0.0, 0.0, b};
  int last = PTL_NODES - 1, best = force[0] > force[last] ? 0 : last;
  *when = at[best];
  if (!may_peak_inside(run, gap, p, q, b - a, force)) return force[best];
  for (int k = 1; k < last; k++) {
    at[k] = a + nodes[k] * (b - a);
    force[k] = force_of(run, gap, ptl_contact_look(run, gap, at[k]));
    if (force[k] > force[best]) best = k;
  }
  cubic_peak(force, &where);
  double peak_time = a + where * (b - a);
  double peak = force_of(run, gap, ptl_contact_look(run, gap, peak_time));
  *when = peak > force[best] ? peak_time : at[best];
  return fmax(peak, force[best]);
}

static void by_sums(ptl_run *run, double a, double b) {
  int n_gaps = run->system->n_gaps;
  double *before = run->sums_before, *after = run->sums;
  ptl_rk_sums(run->rk, a, before);
  ptl_rk_sums(run->rk, b, after);
  run->supplied += after[PTL_SUM_SUPPLIED] - before[PTL_SUM_SUPPLIED];
  run->absorbed += after[PTL_SUM_ABSORBED] - before[PTL_SUM_ABSORBED];
  for (int g = 0; g < n_gaps; g++) {
    if (!run->data->gaps[g].touching) continue;
    ptl_watch q = b == ptl_rk_end(run->rk) ? run->after[g] : ptl_contact_look(run, g, b);
    double when, peak = find_peak(run, g, a, run->before[g], b, q, &when);
    int impulse = PTL_SUM_GAPS + g, work = impulse + n_gaps;
    account_gap(run, g, after[impulse] - before[impulse], after[work] - before[work], peak, when);
  }
}

/* ---------------------------------------------------------------- for the rest of the run */

void ptl_ledger_interval(ptl_run *run, double a, double b) {
  if (!(b > a)) return;
  if (run->is_explicit)
    by_sums(run, a, b);
  else
    by_nodes(run, a, b);
}

/* Work done after x in the last interval, of length 1 in the nodes' measure. */
static double work_after(const double power[PTL_NODES], double x) {
  double c[4];
  cubic(power, c);
  return cubic_integral(c, 1.0) - cubic_integral(c, x);
}

/* Takes back what was done between t and the interval's end b. */
static void take_back(ptl_run *run, double t, double a, double b, double *supplied,
                      double *absorbed) {
  if (run->is_explicit) {
    ptl_rk_sums(run->rk, t, run->sums_before);
    *supplied -= run->sums[PTL_SUM_SUPPLIED] - run->sums_before[PTL_SUM_SUPPLIED];
    *absorbed -= run->sums[PTL_SUM_ABSORBED] - run->sums_before[PTL_SUM_ABSORBED];
    return;
  }
  double x = (t - a) / (b - a), power[PTL_NODES];
  for (int k = 0; k < PTL_NODES; k++) power[k] = run->account[k].supplied;
  *supplied -= (b - a) * work_after(power, x);
  for (int k = 0; k < PTL_NODES; k++) power[k] = run->account[k].absorbed;
  *absorbed -= (b - a) * work_after(power, x);
}

/* The ledger stands at b. */
void ptl_ledger_at(ptl_run *run, double t, double a, double b, ptl_energy *out) {
  double supplied = run->supplied, absorbed = run->absorbed;
  ptl_account now = run->account[PTL_NODES - 1];
  if (t < b) take_back(run, t, a, b, &supplied, &absorbed);
  if (t < b || run->is_explicit) {
    ptl_run_look(run, t);
    ptl_eval_account(run->data, run->scratch, &now, run->at_row);
  }
  *out = (ptl_energy){.kinetic = now.kinetic,
                      .potential = now.potential,
                      .elastic = now.elastic,
                      .supplied = supplied};
  out->dissipated = absorbed - (now.elastic - run->start.elastic);
  out->balance = (now.kinetic - run->start.kinetic) + (now.potential - run->start.potential) +
                 absorbed - supplied;
}
