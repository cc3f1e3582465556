/* declaration.c: declared properties of joint and force types, and their verification. */
#include "declaration.h"

#include <math.h>
#include <string.h>

static const ptl_pose poses[] = {
    {0.03, 0.02, 0.3, 0.0}, {-0.07, 0.05, -2.0, 0.0}, {0.01, -0.06, 4.0, 0.0}};
enum { N_POSES = sizeof poses / sizeof *poses };

ptl_constraint_kind ptl_joint_constraint_kind(const ptl_joint_type *type, const double *c,
                                              int constraint) {
  ptl_constraint_kind kind = type->kinds[constraint];
  int straight = kind == PTL_CONSTRAINT_POINT && type->is_straight != NULL && type->is_straight(c);
  return straight ? PTL_CONSTRAINT_LINE : kind;
}

int ptl_constraint_kind_has_curvature(ptl_constraint_kind kind) {
  return kind == PTL_CONSTRAINT_GENERAL || kind == PTL_CONSTRAINT_POINT;
}

/* ------------------------------------------------------------------ the declaration alone */

static const char *kinds_fault(const ptl_joint_type *type) {
  int points = 0;
  for (int i = 0; i < PTL_MAX_CONSTRAINTS; i++) {
    ptl_constraint_kind kind = type->kinds[i];
    if ((int)kind < PTL_CONSTRAINT_GENERAL || (int)kind > PTL_CONSTRAINT_ANGLE)
      return "the kind of a constraint is not known";
    if (i >= type->n_constraints && kind != PTL_CONSTRAINT_GENERAL)
      return "it declares the kinds of more constraints than it has";
    if (kind == PTL_CONSTRAINT_ANGLE && type->coordinate == PTL_COORDINATE_ANGLE)
      return "a constraint holds the angle, which cannot be its coordinate then";
    points += kind == PTL_CONSTRAINT_POINT;
  }
  if (type->is_straight != NULL && points == 0)
    return "is_straight() belongs to a type with a constraint of kind PTL_CONSTRAINT_POINT";
  return NULL;
}

static int has_param(const ptl_joint_type *type, const char *name) {
  for (const ptl_param *row = type->params; row != NULL && row->name != NULL; row++)
    if (strcmp(row->name, name) == 0)
      return (row->flags & PTL_OPTIONAL) && (row->kind == PTL_NUMBER || row->kind == PTL_POINT);
  return 0;
}

const char *ptl_joint_declaration_fault(const ptl_joint_type *type) {
  const unsigned known = PTL_JOINT_POINT_PAIR | PTL_JOINT_FRICTION_MOMENT |
                         PTL_JOINT_FRICTIONLESS_GAPS | PTL_JOINT_PRESSED | PTL_JOINT_PULLS |
                         PTL_JOINT_APART | PTL_JOINT_GAPS_EVERYWHERE;
  if (type->flags & ~known) return "it has a flag that is not known";
  if ((type->flags & PTL_JOINT_POINT_PAIR) &&
      (type->n_constraints != 2 || type->kinds[0] != PTL_CONSTRAINT_LINE ||
       type->kinds[1] != PTL_CONSTRAINT_LINE))
    return "PTL_JOINT_POINT_PAIR is for two constraints of kind PTL_CONSTRAINT_LINE";
  if ((type->flags & PTL_JOINT_FRICTION_MOMENT) && type->sliding == NULL)
    return "PTL_JOINT_FRICTION_MOMENT is for a type with sliding()";
  if ((type->flags & PTL_JOINT_PRESSED) &&
      (type->sliding == NULL || type->n_constraints > 0 || type->gap_names != NULL))
    return "PTL_JOINT_PRESSED is for a type with sliding() and without constraints and gaps";
  if ((type->flags & PTL_JOINT_GAPS_EVERYWHERE) && type->gaps == NULL)
    return "PTL_JOINT_GAPS_EVERYWHERE is for a type with gaps";
  if ((type->flags & PTL_JOINT_PULLS) && type->n_constraints != 1)
    return "PTL_JOINT_PULLS is for a type with one constraint";
  if (type->friction_needs != NULL && type->sliding == NULL)
    return "friction_needs is for a type with sliding()";
  if (type->friction_needs != NULL && !has_param(type, type->friction_needs))
    return "friction_needs names no optional parameter of its table";
  return kinds_fault(type);
}

const char *ptl_force_declaration_fault(const ptl_force_type *type) {
  return type->flags & ~(unsigned)(PTL_FORCE_DRIVES | PTL_FORCE_ROTATIONAL)
             ? "it has a flag that is not known"
             : NULL;
}

/* ------------------------------------------------------------------ against the functions */

static int vanish(const double *x, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] != 0.0) return 0;
  return 1;
}

static int is_finite(const ptl_scalar *f) {
  int finite = isfinite(f->value) != 0;
  for (int i = 0; i < 3; i++) finite = finite && isfinite(f->d[i]);
  for (int i = 0; i < 6; i++) finite = finite && isfinite(f->dd[i]);
  return finite;
}

/* `before`: the function at another pose. */
static const char *kind_fault(ptl_constraint_kind kind, const ptl_scalar *f,
                              const ptl_scalar *before) {
  switch (kind) {
    case PTL_CONSTRAINT_ANGLE:
      if (!vanish(f->d, 2) || f->d[2] != 1.0 || !vanish(f->dd, 6))
        return "PTL_CONSTRAINT_ANGLE, but is not the angle less a constant";
      break;
    case PTL_CONSTRAINT_LINE:
      if (f->d[2] != 0.0) return "PTL_CONSTRAINT_LINE, but depends on the angle";
      if (!vanish(f->dd, 6) || f->d[0] != before->d[0] || f->d[1] != before->d[1])
        return "PTL_CONSTRAINT_LINE, but its gradient is not constant";
      break;
    case PTL_CONSTRAINT_POINT:
      if (f->d[2] != 0.0 || !vanish(f->dd + 3, 3))
        return "PTL_CONSTRAINT_POINT, but depends on the angle";
      break;
    case PTL_CONSTRAINT_GENERAL:
      break;
  }
  return NULL;
}

static int verify_constraints(const ptl_joint_type *type, const double *c, ptl_reason *why) {
  ptl_scalar f[N_POSES][PTL_MAX_CONSTRAINTS];
  memset(f, 0, sizeof f);
  for (int k = 0; k < N_POSES; k++) type->constraints(c, &poses[0], &poses[k], f[k]);
  for (int i = 0; i < type->n_constraints; i++) {
    ptl_constraint_kind kind = ptl_joint_constraint_kind(type, c, i);
    for (int k = 0; k < N_POSES; k++) {
      const ptl_scalar *now = &f[k][i], *before = &f[k > 0 ? k - 1 : 0][i];
      if (!is_finite(now) || !is_finite(before)) continue;
      const char *fault = kind_fault(kind, now, before);
      if (fault != NULL) return ptl_refuse(why, "constraint %d is declared %s", i + 1, fault);
      double held = i == 0 ? poses[k].x : poses[k].y;
      if ((type->flags & PTL_JOINT_POINT_PAIR) && (now->value != held || now->d[i] != 1.0))
        return ptl_refuse(why, "it is declared PTL_JOINT_POINT_PAIR, but constraint %d is not %s",
                          i + 1, i == 0 ? "x" : "y");
    }
  }
  return 0;
}

static int verify_friction(const ptl_joint_type *type, const double *c, ptl_reason *why) {
  static const double unloaded[PTL_MAX_CONSTRAINTS] = {0};
  for (int k = 0; k < N_POSES; k++) {
    ptl_sliding sliding = {.normal = 0.0};
    type->sliding(c, &poses[k], unloaded, &sliding);
    int moment = vanish(sliding.d, 2), declared = (type->flags & PTL_JOINT_FRICTION_MOMENT) != 0;
    if (moment != declared)
      return ptl_refuse(why, "its friction is %s, but is %sdeclared PTL_JOINT_FRICTION_MOMENT",
                        moment ? "a moment" : "a force", declared ? "" : "not ");
  }
  return 0;
}

int ptl_joint_verify(const ptl_joint_type *type, const double *c, ptl_reason *why) {
  if (type->n_constraints > 0 && verify_constraints(type, c, why)) return 1;
  return type->sliding != NULL ? verify_friction(type, c, why) : 0;
}

int ptl_force_verify(const ptl_force_type *type, const double *c, ptl_reason *why) {
  for (int k = 0; k < N_POSES; k++) {
    ptl_scalar s = {.value = 0.0};
    type->coordinate(c, &poses[k], &s);
    if (!is_finite(&s)) continue;
    int moment = vanish(s.d, 2), declared = (type->flags & PTL_FORCE_ROTATIONAL) != 0;
    if (moment != declared)
      return ptl_refuse(why, "its coordinate is %s, but is %sdeclared PTL_FORCE_ROTATIONAL",
                        moment ? "an angle" : "a displacement", declared ? "" : "not ");
  }
  return 0;
}
