/* accuracy.c: tolerances and regularisation of IDA, and how they follow what a run comes to. */
#include "accuracy.h"

#include <math.h>

#include "film.h"
#include "mesh.h"
#include "state.h"

/* Absolute tolerance of unknowns that do not decide about a step. */
static const double untested = 1e12;
/* The rtol in effect below which tolerances of positions and velocities would be rounding. */
static const double finest = 1e-11;

/* Relative to the size of an inner state: an error of it is one of the friction force and, where
 * surfaces stick, of the place, which need not be as small as one of the motion; but what sticks
 * without damping swings on with it. */
static double inner_tolerance(double rtol) {
  return fmin(10.0 * rtol, 1e-2);
}

/* Where reactions make friction they are kept in the Newton test, though not in the error test:
 * relative to the forces that such masses need at such speeds. */
static const double reaction_tolerance = 1e-6;

static double position_tolerance(const ptl_accuracy *a) {
  return a->now.fineness * a->rtol * PTL_POSITION_TOLERANCE * a->data->system->length;
}

static double velocity_tolerance(const ptl_accuracy *a) {
  return a->now.fineness * a->rtol * 0.025 * a->data->system->speed;
}

/* Whether forces follow from the reactions of this constraint; of redundant ones from all. */
static int acts(const ptl_accuracy *a, int constraint) {
  const ptl_system *s = a->data->system;
  const ptl_sys_constraint *k = &s->constraints[constraint];
  return s->assembly.n_redundant > 0 || k->friction >= 0 || k->is_of_mesh ||
         (k->motion >= 0 && s->n_servos > 0);
}

/* Absolute tolerances in the mechanism's own scales, so that neither a growing angle nor the place
 * of the origin changes the accuracy; those of positions `loosened` times as large. */
static void set_tolerances(ptl_accuracy *a, double loosened) {
  const ptl_system *s = a->data->system;
  int n = s->n_coordinates;
  const double position = fmax(position_tolerance(a) * loosened, a->now.raised.position);
  const double velocity = fmax(velocity_tolerance(a), a->now.raised.velocity);
  for (int i = 0; i < n; i++) {
    double lever = ptl_system_lever(s, i);
    a->tolerance[i] = position / lever;
    a->tolerance[n + i] = velocity / lever;
  }
  for (int i = 2 * n; i < s->pattern.n; i++) a->tolerance[i] = untested;
  const double of_reactions = reaction_tolerance * ptl_system_force_scale(s);
  for (int i = 0; i < s->n_constraints && ptl_system_reactions_act(s); i++)
    for (int row = 0; row < s->constraints[i].n_rows && acts(a, i); row++)
      a->tolerance[s->first_state - s->n_rows + s->constraints[i].row + row] = of_reactions;
  for (int i = 0; i < s->n_frictions; i++)
    for (int j = 0; j < s->frictions[i].law->n_states; j++) {
      double size = fabs(s->frictions[i].steady[j]);
      a->tolerance[s->first_state + s->frictions[i].state + j] =
          inner_tolerance(a->rtol) * (size > 0.0 ? size : 1.0);
    }
  for (int i = 0; i < s->n_signals; i++)
    if (!s->signals[i].is_discrete)
      a->tolerance[s->first_state + s->signals[i].state] = a->rtol * 0.025 * s->signals[i].scale;
}

/* Forces follow from how dependent rows share a load. */
static int shares_act(const ptl_accuracy *a) {
  return a->data->n_redundant > 0 && ptl_system_reactions_act(a->data->system);
}

/* Of the regularisation, for ptl_data_set_compliance: its errors fall with rtol; below what
 * rounding leaves of a dependent row it would regularise nothing. Where dependent rows share a load
 * by it, and friction follows their shares, these are rounding of the velocities over the
 * compliance: one that is small turns it into noise of the friction, which steps as short as it is
 * large would have to follow; and the error of a larger one is still far below rtol. */
static double relative_compliance(const ptl_accuracy *a) {
  const int is_shared = shares_act(a);
  const double wanted = is_shared ? 1e3 * a->rtol : a->rtol, least = is_shared ? 1e-7 : 1e-11,
               largest = is_shared ? 1e-6 : 1e-7;
  return fmin(largest, fmax(wanted, least));
}

void ptl_accuracy_set(ptl_accuracy *a, double loosened) {
  double compliance = loosened * a->now.lowering * relative_compliance(a);
  a->now.largest_compliance = fmax(a->now.largest_compliance, compliance);
  ptl_data_set_compliance(a->data, compliance);
  set_tolerances(a, loosened);
}

/* The power at which the regularisation takes energy: rows give way at e1 lambda. [W] */
static double power_of_compliance(const ptl_accuracy *a, const double *lambda) {
  double power = 0.0;
  for (int i = 0; i < a->data->system->n_rows; i++)
    power += a->data->velocity_compliance[i] * lambda[i] * lambda[i];
  return power;
}

/* Below it reactions within redundant rows are what the Newton test leaves, and where forces follow
 * them, as it is. */
static double least_lowering(const ptl_accuracy *a) {
  if (a->data->n_redundant == 0) return 1e-24 / relative_compliance(a);
  return shares_act(a) ? 1.0 : 1e-2 * a->rtol / relative_compliance(a);
}

int ptl_accuracy_follow_reactions(ptl_accuracy *a, double t, const double *y, int counts) {
  static const double wanted = 0.01; /* of rtol */
  const ptl_system *s = a->data->system;
  const double *lambda = y + s->first_state - s->n_rows;
  const double before = a->now.lowering, passed = fmax(0.0, t - a->now.followed_until);
  a->now.followed_until = t;
  if (!counts) return 0;
  const double energy = a->rtol * a->data->energy;
  a->now.taken += passed * power_of_compliance(a, lambda);
  if (!(a->now.taken > energy) || !isfinite(a->now.taken)) return 0;
  a->now.lowering = fmax(before * wanted * energy / a->now.taken, fmin(before, least_lowering(a)));
  a->now.taken = 0.0;
  return a->now.lowering < before;
}

void ptl_accuracy_pass(ptl_accuracy *a, double t, double strength) {
  static const double weak = 0.03;
  /* Friction that follows reactions becomes noise sooner, on the way to a jam. */
  const double least = ptl_system_reactions_act(a->data->system) ? 1.0 : weak;
  if (strength < least) a->now.followed_until = t;
}

/* Where films resist with far more than the masses need. Below the finest rounding takes over. */
static double fineness_at_start(const ptl_accuracy *a) {
  const ptl_system *s = a->data->system;
  if (s->n_films == 0) return 1.0;
  ptl_data_set_state(a->data, 0.0, s->q0, s->v0);
  const double needed = ptl_system_force_scale(s) / ptl_film_resistance(a->data);
  return fmin(1.0, fmax(needed, finest / a->rtol));
}

int ptl_accuracy_follow_balance(ptl_accuracy *a) {
  static const double most = 10.0, part = 1e-4; /* of rtol; of the energy, where rtol is less */
  static const double wanted = 0.1;             /* of that */
  const ptl_system *s = a->data->system;
  if (s->n_films + s->n_bushings == 0) return 0;
  const double energy = fmax(a->data->energy, 0.1 * 0.5 * ptl_system_mass(s) * s->speed * s->speed);
  const double limit = fmax(part, a->rtol) * a->data->energy;
  const double allowed = fmin(most * a->rtol * energy, limit);
  const double before = a->now.fineness, grown = a->data->imbalance - a->now.balanced_until;
  if (!(grown > allowed)) return 0;
  a->now.balanced_until = a->data->imbalance;
  a->now.fineness = fmin(before, fmax(before * wanted * allowed / grown, finest / a->rtol));
  return a->now.fineness < before;
}

/* The tolerance that is needed, with room to grow, where that is above the one in force. */
static int raise(double *raised, double tolerance, double rounding) {
  static const double margin = 4.0, room = 2.0;
  const double needed = margin * rounding;
  if (!(needed > fmax(tolerance, *raised))) return 0;
  *raised = room * needed;
  return 1;
}

int ptl_accuracy_follow_rounding(ptl_accuracy *a, const ptl_rounding *rounding) {
  const int of_positions =
      raise(&a->now.raised.position, position_tolerance(a), rounding->position);
  return raise(&a->now.raised.velocity, velocity_tolerance(a), rounding->velocity) || of_positions;
}

void ptl_accuracy_begin(ptl_accuracy *a, ptl_data *data, double rtol) {
  a->data = data;
  a->rtol = rtol;
  a->now = (ptl_accuracy_memory){.lowering = 1.0, .fineness = fineness_at_start(a)};
}
