/* run_friction.c: when surfaces with friction begin to stick and to slip.
 *
 * Located on the dense output like contacts, but nothing jumps there, so that the events are only
 * reported. Surfaces stick once their slip rate falls below the law's stick speed and slip once it
 * has risen to three times that. They keep what they did while they are apart, so that impacts
 * which die out into sticking report it once. */
#include "run_friction.h"

#include <float.h>
#include <math.h>

#include "contact.h"
#include "friction.h"
#include "gap.h"
#include "kinematics.h"
#include "roots.h"

static const double slip_over_stick = 3.0;

static int touches(const ptl_run *run, int friction) {
  int gap = run->system->frictions[friction].gap_index;
  return gap < 0 || run->data->gaps[gap].touching;
}

int ptl_friction_is_sticking(const ptl_run *run, int friction) {
  return run->sticking[friction] && touches(run, friction);
}

void ptl_friction_start(ptl_run *run) {
  for (int i = 0; i < run->system->n_frictions; i++) {
    double limit = run->system->frictions[i].stick_speed;
    run->sticking[i] = touches(run, i) && fabs(run->before.slips[i]) < limit;
    run->summary->frictions[i].sticks = run->sticking[i];
  }
}

void ptl_friction_hand_over(ptl_run *run, int from, int to, double t) {
  const ptl_sys_friction *frictions = run->system->frictions;
  if (from < 0 || to < 0) return;
  run->sticking[to] = run->sticking[from];
  if (frictions[from].law != frictions[to].law || frictions[to].law->n_states == 0) return;
  run->passed = (ptl_passed_states){1, t, from, to};
  run->interpolated_time = NAN;
}

/* ---------------------------------------------------------------- zones of bristles */

/* Where in a zone a step that is cut off ends, over half of its width. */
static const double inside = 0.9;

static int is_bristled(const ptl_run *run, int friction) {
  return run->system->frictions[friction].law->flags & PTL_FRICTION_DAMPED &&
         touches(run, friction);
}

double ptl_friction_safe_step(ptl_run *run) {
  const double passed = run->t - run->slips_time;
  double safe = INFINITY;
  for (int i = 0; i < run->system->n_frictions; i++) {
    const double slip = run->before.slips[i], edge = ptl_friction_zone(run->system, i);
    const double rate = passed > 0.0 ? (slip - run->slips[i]) / passed : 0.0;
    run->slips[i] = slip;
    if (!is_bristled(run, i) || !(fabs(rate) > 0.0)) continue;
    if (fabs(slip) <= edge)
      safe = fmin(safe, edge / fabs(rate));
    else if (slip * rate < 0.0)
      safe = fmin(safe, (fabs(slip) - inside * edge) / fabs(rate));
  }
  run->slips_time = run->t;
  return fmax(safe, 8.0 * DBL_EPSILON * fabs(run->t)); /* time has to move */
}

int ptl_friction_overlooked(ptl_run *run, double *longest) {
  static const double outside =
      3.0; /* how far out of the zone a step from inside may lead, over half of its width */
  const ptl_system *s = run->system;
  int is_overlooked = 0;
  for (int i = 0; i < s->n_frictions; i++) {
    const double edge = ptl_friction_zone(s, i), before = fabs(run->slips[i]);
    if (!(edge > 0.0) || !is_bristled(run, i)) continue;
    ptl_run_interpolate(run, run->step.end);
    const double slip =
        ptl_eval_slip(run->data, i, ptl_run_q(run), ptl_run_v(run), ptl_run_lambda(run));
    const double after = copysign(1.0, run->slips[i]) * slip;
    const int is_outside = before > edge;
    if (!(after < (is_outside ? -edge : -outside * edge))) continue;
    is_overlooked = 1;
    const double way = is_outside ? before - inside * edge : before + inside * edge;
    *longest = fmin(*longest, (run->step.end - run->t) * way / (before - after));
  }
  return is_overlooked;
}

void ptl_friction_forget_slips(ptl_run *run) {
  run->slips_time = INFINITY;
}

/* ---------------------------------------------------------------- events */

typedef struct threshold { /* of the slip rate in the direction `sign` */
  ptl_run *run;
  int friction;
  double sign, limit;
} threshold;

static double above_threshold(void *user, double t) {
  const threshold *at = user;
  ptl_run *run = at->run;
  ptl_run_interpolate(run, t);
  return at->sign * ptl_eval_slip(run->data, at->friction, ptl_run_q(run), ptl_run_v(run),
                                  ptl_run_lambda(run)) -
         at->limit;
}

double ptl_friction_next(ptl_run *run, int friction, double a, double b) {
  static const double near = 1e-12; /* of the interval: nothing but the report depends on it */
  const int sticking = run->sticking[friction];
  const double limit =
      run->system->frictions[friction].stick_speed * (sticking ? slip_over_stick : 1.0);
  const double before = run->before.slips[friction], after = run->after.slips[friction];
  if (!touches(run, friction) || (sticking && fabs(after) <= limit)) return INFINITY;
  if (sticking ? fabs(before) > limit : fabs(before) < limit) return a;
  /* Where it turns round inside it sticks for a moment. */
  const threshold at = {run, friction, copysign(1.0, sticking ? after : before), limit};
  const double at_a = at.sign * before - limit, at_b = at.sign * after - limit;
  if (!sticking && !(at_b < 0.0)) return INFINITY;
  return ptl_root(above_threshold, (void *)&at, a, at_a, b, at_b, near * (b - a));
}

double ptl_friction_force(ptl_run *run, int friction) {
  const ptl_system *s = run->system;
  const ptl_sys_friction *k = &s->frictions[friction];
  if (k->gap_index >= 0) {
    int gap_set = s->gaps[k->gap_index].gap_set;
    ptl_gap_eval gaps[PTL_MAX_GAPS];
    ptl_eval_contacts(run->data, PTL_CONTACT_BY_STATE, gap_set, ptl_run_q(run), ptl_run_v(run),
                      gaps);
    return gaps[k->gap_index - s->gap_sets[gap_set].first_gap].friction;
  }
  const ptl_sys_constraint *joint = &s->constraints[k->constraint];
  ptl_pair_state state;
  ptl_sliding sliding;
  ptl_pair_set_pose(&joint->pair, ptl_run_q(run), run->data->rotations, &state);
  ptl_pair_set_twist(&joint->pair, ptl_run_v(run), &state);
  ptl_eval_joint_friction(run->data, friction, &state, ptl_run_lambda(run) + joint->row, &sliding);
  return run->data->frictions[friction].force;
}

ptl_event ptl_friction_change(ptl_run *run, int friction, double t) {
  ptl_friction_summary *sum = &run->summary->frictions[friction];
  int gap = run->system->frictions[friction].gap_index;
  if (gap < 0 && t < run->step.end) ptl_run_find_reactions(run);
  run->sticking[friction] = !run->sticking[friction];
  sum->sticks += run->sticking[friction];
  ptl_event event = {.time = t,
                     .gap = gap,
                     .friction = friction,
                     .count = sum->sticks,
                     .kind = run->sticking[friction] ? PTL_EVENT_STICK : PTL_EVENT_SLIP,
                     .force = ptl_friction_force(run, friction)};
  if (gap >= 0) {
    event.depth = run->before.gaps[gap].depth;
    event.rate = run->before.gaps[gap].rate;
  }
  return event;
}

void ptl_friction_count_failures(ptl_run *run) {
  const ptl_system *s = run->system;
  int64_t failures = run->step.newton_failures;
  if (failures == 0) return;
  for (int g = 0; g < s->n_gaps; g++)
    if (run->data->gaps[g].touching) run->summary->gaps[g].newton_failures += failures;
  for (int i = 0; i < s->n_frictions; i++)
    if (touches(run, i)) run->summary->frictions[i].newton_failures += failures;
}
