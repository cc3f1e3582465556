/* The built-in types, by name. Adding one is one line here and one in its folder's list of files.
 */
#include "context.h"

#define ELASTIC(X) \
  X(power)         \
  X(hertz)

#define DAMPING(X)       \
  X(none)                \
  X(hunt_crossley)       \
  X(lankarani_nikravesh) \
  X(exact)

#define JOINTS(X)  \
  X(fixed)         \
  X(revolute)      \
  X(translational) \
  X(pin_in_slot)

#define FORCES(X)  \
  X(spring_damper) \
  X(rotational_spring_damper)

#define DECLARE_ELASTIC(name) extern const ptl_elastic_law ptl_elastic_##name;
#define DECLARE_DAMPING(name) extern const ptl_damping_law ptl_damping_##name;
#define DECLARE_JOINT(name) extern const ptl_joint_type ptl_joint_##name;
#define DECLARE_FORCE(name) extern const ptl_force_type ptl_force_##name;
ELASTIC(DECLARE_ELASTIC)
DAMPING(DECLARE_DAMPING)
JOINTS(DECLARE_JOINT)
FORCES(DECLARE_FORCE)

#define LIST_ELASTIC(name) &ptl_elastic_##name,
#define LIST_DAMPING(name) &ptl_damping_##name,
#define LIST_JOINT(name) &ptl_joint_##name,
#define LIST_FORCE(name) &ptl_force_##name,
const ptl_elastic_law *const ptl_builtin_elastic[] = {ELASTIC(LIST_ELASTIC) NULL};
const ptl_damping_law *const ptl_builtin_damping[] = {DAMPING(LIST_DAMPING) NULL};
const ptl_joint_type *const ptl_builtin_joints[] = {JOINTS(LIST_JOINT) NULL};
const ptl_force_type *const ptl_builtin_forces[] = {FORCES(LIST_FORCE) NULL};
