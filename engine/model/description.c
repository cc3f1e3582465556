/* description.c: a description read back, element by element. */
#include "mechanism.h"

static int get_points(const ptl_param *params, const double *c, const char *name,
                      const double **points) {
  const ptl_param *param;
  int offset = ptl_param_find(params, name, &param), n = 0;
  *points = NULL;
  if (offset >= 0 && param->kind == PTL_POINTS) *points = ptl_points(c, offset, &n);
  return n;
}

static int get_value(const ptl_param *params, const double *c, const char *name, double value[2]) {
  const ptl_param *param;
  int offset = ptl_param_find(params, name, &param);
  if (offset < 0) return 0;
  value[0] = c[offset];
  value[1] = param->kind == PTL_POINT ? c[offset + 1] : 0;
  return 1;
}

int ptl_mechanism_get_joint_value(const ptl_mechanism *m, int joint, const char *name,
                                  double value[2]) {
  if (joint < 0 || joint >= m->n_joints) return 0;
  const ptl_instance *use = &m->joints[joint].use;
  return get_value(ptl_type_params(PTL_JOINT, use->type), use->c, name, value);
}

int ptl_mechanism_get_force_value(const ptl_mechanism *m, int force, const char *name,
                                  double value[2]) {
  if (force < 0 || force >= m->n_forces) return 0;
  const ptl_instance *use = &m->forces[force].use;
  return get_value(ptl_type_params(PTL_FORCE, use->type), use->c, name, value);
}

int ptl_mechanism_get_joint_points(const ptl_mechanism *m, int joint, const char *name,
                                   const double **points) {
  *points = NULL;
  if (joint < 0 || joint >= m->n_joints) return 0;
  const ptl_instance *use = &m->joints[joint].use;
  return get_points(ptl_type_params(PTL_JOINT, use->type), use->c, name, points);
}

int ptl_mechanism_get_force_points(const ptl_mechanism *m, int force, const char *name,
                                   const double **points) {
  *points = NULL;
  if (force < 0 || force >= m->n_forces) return 0;
  const ptl_instance *use = &m->forces[force].use;
  return get_points(ptl_type_params(PTL_FORCE, use->type), use->c, name, points);
}
