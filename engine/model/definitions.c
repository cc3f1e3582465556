/* definitions.c: elements go into a description and come out of it, in structures of the program's
 * size. */
#include "mechanism.h"

#define TAKE(FUNCTION, DEF)                                                                    \
  ptl_status ptl_mechanism_##FUNCTION##_sized(ptl_mechanism *m, const DEF *def, size_t size) { \
    DEF own;                                                                                   \
    const ptl_status status = ptl_take_def(m->context, &own, sizeof own, def, size, #DEF);     \
    return status == PTL_OK ? ptl_##FUNCTION(m, &own) : status;                                \
  }
#define GIVE(ELEMENT, LIST, DEF)                                                       \
  int ptl_mechanism_get_##ELEMENT##_sized(const ptl_mechanism *m, int index, DEF *out, \
                                          size_t size) {                               \
    if (index < 0 || index >= m->n_##LIST) return 0;                                   \
    ptl_give_def(out, size, &m->LIST[index].def, sizeof(DEF));                         \
    return 1;                                                                          \
  }

TAKE(set_run, ptl_run_def)
TAKE(set_output, ptl_output_def)
TAKE(add_body, ptl_body_def)
TAKE(add_joint, ptl_joint_def)
TAKE(add_contact, ptl_contact_def)
TAKE(add_force, ptl_force_def)
TAKE(add_load, ptl_load_def)
TAKE(add_point, ptl_point_def)
TAKE(add_column, ptl_column_def)
TAKE(add_stop, ptl_stop_def)
TAKE(add_statistic, ptl_statistic_def)
TAKE(add_parameter, ptl_parameter_def)
TAKE(add_input, ptl_input_def)
TAKE(add_signal, ptl_signal_def)
TAKE(complete_signal, ptl_signal_def)
TAKE(add_coupling, ptl_coupling_def)
TAKE(add_motion, ptl_motion_def)
TAKE(add_start, ptl_start_def)
TAKE(add_shape, ptl_shape_def)

GIVE(body, bodies, ptl_body_def)
GIVE(joint, joints, ptl_joint_def)
GIVE(contact, contacts, ptl_contact_def)
GIVE(force, forces, ptl_force_def)
GIVE(load, loads, ptl_load_def)
GIVE(point, points, ptl_point_def)
GIVE(stop, stops, ptl_stop_def)
GIVE(statistic, statistics, ptl_statistic_def)
GIVE(input, inputs, ptl_input_def)
GIVE(coupling, couplings, ptl_coupling_def)
GIVE(motion, motions, ptl_motion_def)
GIVE(start, starts, ptl_start_def)
GIVE(shape, shapes, ptl_shape_def)

int ptl_mechanism_get_parameter_sized(const ptl_mechanism *m, int index, ptl_parameter_def *out,
                                      size_t size) {
  if (index < 0 || index >= m->n_parameters) return 0;
  ptl_give_def(out, size, &m->parameters[index], sizeof m->parameters[index]);
  return 1;
}
