/* builtin.c: the built-in types, and a context that knows them. A new type is a line here and a
 * line in its folder's CMakeLists. */
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
  X(luding)                \
  X(conformal)             \
  X(layer)                 \
  X(thornton)              \
  X(greenwood_tripp)

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
  X(luding_viscous)           \
  X(carvalho_martins)         \
  X(impact)                   \
  X(limited_damper)           \
  X(simscape_contact)         \
  X(kuwabara_kono)

#define JOINTS(X)    \
  X(fixed)           \
  X(revolute)        \
  X(translational)   \
  X(pin_in_slot)     \
  X(distance)        \
  X(circle_circle)   \
  X(circle_line)     \
  X(circle_curve)    \
  X(gear)            \
  X(rack_and_pinion) \
  X(strand)          \
  X(brake)           \
  X(rail_brake)

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

#define FRICTIONS(X)   \
  X(coulomb)           \
  X(threlfall)         \
  X(bengisu_akay)      \
  X(ambrosio)          \
  X(stribeck)          \
  X(lugre)             \
  X(stick_slip)        \
  X(brown_mcphee)      \
  X(adams_friction)    \
  X(simscape_friction) \
  X(hollars)           \
  X(table)             \
  X(maxwell_slip)      \
  X(tangential_spring) \
  X(one_way)

#define FILMS(X)       \
  X(short)             \
  X(finite)            \
  X(moes)              \
  X(pinkus_sternlicht) \
  X(butenschoen)       \
  X(squeeze_plane)     \
  X(squeeze_arc)

#define DECLARE_ELASTIC(name) extern const ptl_elastic_law ptl_elastic_##name;
#define DECLARE_DAMPING(name) extern const ptl_damping_law ptl_damping_##name;
#define DECLARE_JOINT(name) extern const ptl_joint_type ptl_joint_##name;
#define DECLARE_FORCE(name) extern const ptl_force_type ptl_force_##name;
#define DECLARE_FRICTION(name) extern const ptl_friction_law ptl_friction_##name;
#define DECLARE_FILM(name) extern const ptl_film_law ptl_film_##name;
ELASTIC(DECLARE_ELASTIC)
DAMPING(DECLARE_DAMPING)
JOINTS(DECLARE_JOINT)
FORCES(DECLARE_FORCE)
FRICTIONS(DECLARE_FRICTION)
FILMS(DECLARE_FILM)

#define LIST_ELASTIC(name) &ptl_elastic_##name,
#define LIST_DAMPING(name) &ptl_damping_##name,
#define LIST_JOINT(name) &ptl_joint_##name,
#define LIST_FORCE(name) &ptl_force_##name,
#define LIST_FRICTION(name) &ptl_friction_##name,
#define LIST_FILM(name) &ptl_film_##name,
static const void *const elastic_laws[] = {ELASTIC(LIST_ELASTIC) NULL};
static const void *const damping_laws[] = {DAMPING(LIST_DAMPING) NULL};
static const void *const joint_types[] = {JOINTS(LIST_JOINT) NULL};
static const void *const force_types[] = {FORCES(LIST_FORCE) NULL};
static const void *const friction_laws[] = {FRICTIONS(LIST_FRICTION) NULL};
static const void *const film_laws[] = {FILMS(LIST_FILM) NULL};

static ptl_status add_types(ptl_context *context) {
  static const void *const *const lists[PTL_N_KINDS] = {
      [PTL_ELASTIC] = elastic_laws, [PTL_DAMPING] = damping_laws,   [PTL_JOINT] = joint_types,
      [PTL_FORCE] = force_types,    [PTL_FRICTION] = friction_laws, [PTL_FILM] = film_laws};
  ptl_status status = PTL_OK;
  for (int kind = 0; kind < PTL_N_KINDS; kind++)
    for (int i = 0; lists[kind][i] != NULL && status == PTL_OK; i++)
      status = ptl_registry_add(context, (ptl_kind)kind, lists[kind][i], "built in");
  return status;
}

ptl_context *ptl_context_create(const ptl_allocator *allocator) {
  ptl_context *context = ptl_context_create_empty(allocator);
  if (context == NULL) return NULL;
  ptl_status status = ptl_registry_open(context);
  if (status == PTL_OK) status = add_types(context);
  if (status == PTL_OK) return context;
  ptl_context_destroy(context);
  return NULL;
}
