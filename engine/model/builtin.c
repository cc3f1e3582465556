/* builtin.c: the built-in types. A new one is a line here and a line in its folder's CMakeLists. */
#include "registry.h"

#define ELASTIC(X)         \
  X(power)                 \
  X(hertz)                 \
  X(lankarani_nikravesh)   \
  X(johnson)               \
  X(radzimovsky)           \
  X(goldsmith)             \
  X(dubowsky_freudenstein) \
  X(esdu_78035)            \
  X(pereira_2011)          \
  X(pereira_2014)          \
  X(steuermann)            \
  X(liu)                   \
  X(wang_gao)              \
  X(ramaswamy_humbert)     \
  X(luding)

#define DAMPING(X)            \
  X(none)                     \
  X(hunt_crossley)            \
  X(herbert_mcwhannell)       \
  X(lee_wang_1)               \
  X(lee_wang_2)               \
  X(khulief_shabana)          \
  X(lankarani_nikravesh)      \
  X(lankarani_nikravesh_1994) \
  X(tsuji)                    \
  X(tsuji_clamped)            \
  X(marhefka_orin)            \
  X(marhefka_orin_simplified) \
  X(gonthier_approximate)     \
  X(zhiying_qishao)           \
  X(flores)                   \
  X(gharib_hurmuzlu_1)        \
  X(gharib_hurmuzlu_2)        \
  X(hu_guo)                   \
  X(zhang)                    \
  X(ramaswamy_humbert)        \
  X(wang_gao)                 \
  X(exact)                    \
  X(kelvin_voigt)             \
  X(kelvin_voigt_clamped)     \
  X(unloading_factor)         \
  X(luding_viscous)

#define JOINTS(X)  \
  X(fixed)         \
  X(revolute)      \
  X(translational) \
  X(pin_in_slot)   \
  X(distance)      \
  X(circle_circle) \
  X(circle_line)   \
  X(circle_curve)

#define FORCES(X)                   \
  X(spring_damper)                  \
  X(rotational_spring_damper)       \
  X(power_spring_damper)            \
  X(rotational_power_spring_damper) \
  X(one_way_spring)                 \
  X(rotational_one_way_spring)      \
  X(gas_spring)                     \
  X(table_spring_damper)            \
  X(rotational_table_spring_damper) \
  X(motor)                          \
  X(drag)                           \
  X(rotational_drag)

#define FRICTIONS(X) \
  X(coulomb)         \
  X(threlfall)       \
  X(bengisu_akay)    \
  X(ambrosio)        \
  X(stribeck)        \
  X(lugre)           \
  X(stick_slip)

#define DECLARE_ELASTIC(name) extern const ptl_elastic_law ptl_elastic_##name;
#define DECLARE_DAMPING(name) extern const ptl_damping_law ptl_damping_##name;
#define DECLARE_JOINT(name) extern const ptl_joint_type ptl_joint_##name;
#define DECLARE_FORCE(name) extern const ptl_force_type ptl_force_##name;
#define DECLARE_FRICTION(name) extern const ptl_friction_law ptl_friction_##name;
ELASTIC(DECLARE_ELASTIC)
DAMPING(DECLARE_DAMPING)
JOINTS(DECLARE_JOINT)
FORCES(DECLARE_FORCE)
FRICTIONS(DECLARE_FRICTION)

#define LIST_ELASTIC(name) &ptl_elastic_##name,
#define LIST_DAMPING(name) &ptl_damping_##name,
#define LIST_JOINT(name) &ptl_joint_##name,
#define LIST_FORCE(name) &ptl_force_##name,
#define LIST_FRICTION(name) &ptl_friction_##name,
const ptl_elastic_law *const ptl_builtin_elastic[] = {ELASTIC(LIST_ELASTIC) NULL};
const ptl_damping_law *const ptl_builtin_damping[] = {DAMPING(LIST_DAMPING) NULL};
const ptl_joint_type *const ptl_builtin_joints[] = {JOINTS(LIST_JOINT) NULL};
const ptl_force_type *const ptl_builtin_forces[] = {FORCES(LIST_FORCE) NULL};
const ptl_friction_law *const ptl_builtin_frictions[] = {FRICTIONS(LIST_FRICTION) NULL};
