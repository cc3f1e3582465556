/* bushing.c: springs and dampers in place of a joint's constraints.
 *
 * With f the constraint functions that are displacements, e = sqrt(sum f^2), and a the angle from
 * rest: against each f:  k f + d f'          against e:  K e^n against a:       k_r a + K_r
 * |a|^(n-1) a + d_r a' along the coordinate x of a joint that slides:  k_a (x - x at rest) + d_a x'
 * The linear part is the same in every direction because sum f^2 is.
 * (Ambrosio, Pombo: A unified formulation for mechanical joints with and without
 * clearances/bushings and/or stops, Multibody Syst. Dyn. 2018, 42, 317.) */
#include "bushing.h"

#include <math.h>

/* ------------------------------------------------------------------ functions of the pose */

/* e = sqrt(f0^2 + f1^2); without derivatives where it vanishes, as its force does. */
static void radius(const ptl_scalar *f, ptl_scalar *e) {
  static const int first[6] = {0, 0, 1, 0, 1, 2}, second[6] = {0, 1, 1, 2, 2, 2};
  *e = (ptl_scalar){.value = hypot(f[0].value, f[1].value)};
  if (e->value == 0.0) return;
  for (int i = 0; i < 3; i++)
    e->d[i] = (f[0].value * f[0].d[i] + f[1].value * f[1].d[i]) / e->value;
  for (int k = 0; k < 6; k++) {
    int i = first[k], j = second[k];
    double sum = -e->d[i] * e->d[j];
    for (int n = 0; n < 2; n++) sum += f[n].d[i] * f[n].d[j] + f[n].value * f[n].dd[k];
    e->dd[k] = sum / e->value;
  }
}

static void coordinate(int which, const ptl_pose *rest, const ptl_pose *pose, ptl_scalar *out) {
  const double now[3] = {pose->x, pose->y, pose->angle}, then[3] = {rest->x, rest->y, rest->angle};
  *out = (ptl_scalar){.value = now[which] - then[which]};
  out->d[which] = 1.0;
}

/* ------------------------------------------------------------------ forces */

/* k x + K |x|^(n-1) x + d x' */
static void spring_damper(const ptl_pair_state *state, const ptl_scalar *x, double k, double power,
                          double exponent, double damping, ptl_bushing_part *out) {
  const double *twist = state->twist, size = fabs(x->value);
  out->x = *x;
  out->rate = x->d[0] * twist[0] + x->d[1] * twist[1] + x->d[2] * twist[2];
  out->force = k * x->value + damping * out->rate;
  out->by_x = k;
  out->by_rate = damping;
  out->energy = 0.5 * k * x->value * x->value;
  if (power == 0.0 || size == 0.0) return;
  double slope = power * pow(size, exponent - 1.0);
  out->force += slope * x->value;
  out->by_x += exponent * slope;
  out->energy += slope * size * size / (exponent + 1.0);
}

int ptl_bushing_eval(const ptl_joint_type *type, const double *c, const ptl_pose *rest,
                     const ptl_bushing_def *def, const ptl_pair_state *state,
                     ptl_bushing_part *out) {
  ptl_scalar f[PTL_MAX_CONSTRAINTS], x;
  int parts = 0, n = ptl_bushing_displacements(type, c, rest, &state->pose, f);
  double power = n == 1 ? def->power_stiffness : 0.0;
  for (int i = 0; i < n; i++)
    spring_damper(state, &f[i], def->stiffness, power, def->exponent, def->damping, &out[parts++]);
  if (n == 2 && def->power_stiffness > 0.0) {
    radius(f, &x);
    spring_damper(state, &x, 0.0, def->power_stiffness, def->exponent, 0.0, &out[parts++]);
  }
  if (def->rotational_stiffness > 0.0 || def->rotational_power_stiffness > 0.0 ||
      def->rotational_damping > 0.0) {
    coordinate(PTL_COORDINATE_ANGLE, rest, &state->pose, &x);
    spring_damper(state, &x, def->rotational_stiffness, def->rotational_power_stiffness,
                  def->exponent, def->rotational_damping, &out[parts++]);
  }
  if (def->axial_stiffness > 0.0 || def->axial_damping > 0.0) {
    coordinate(type->coordinate, rest, &state->pose, &x);
    spring_damper(state, &x, def->axial_stiffness, 0.0, 1.0, def->axial_damping, &out[parts++]);
  }
  return parts;
}

void ptl_bushing_deflection(const ptl_joint_type *type, const double *c, const ptl_pose *rest,
                            const ptl_pose *pose, double out[3]) {
  ptl_scalar f[PTL_MAX_CONSTRAINTS];
  int n = ptl_bushing_displacements(type, c, rest, pose, f);
  out[0] = out[1] = 0.0;
  for (int i = 0; i < n; i++) {
    out[0] += f[i].value * f[i].d[0];
    out[1] += f[i].value * f[i].d[1];
  }
  out[2] = pose->angle - rest->angle;
}
