/* other_keys.c: words that keys of model files and parameters of types are looked for under.
 * Spellings need no entries: ptl_nearest. */
#include <stdio.h>
#include <string.h>

#include "other_names.h"
#include "word_list.h"

#define A_MOTION "a motion stands among the joints: {type: motion, joint: NAME, rate: ...}"
#define A_BUSHING "stiffness and damping of a joint stand in its 'bushing'"
#define A_LAW "stiffness is part of a law: elastic: {law: power, stiffness, exponent}"
#define A_ROW "rows are written 'every' so often; steps follow from 'rtol', at most 'max_step'"
#define A_PATH "a rope leads along path: [{body, at}, {body, radius, side}, ...]"
#define A_LINE "the ends of a slot stand in line: {from, to}, or in an arc"
#define A_MOMENT "its moment is radius times the friction that 'pressed' makes"
#define AN_END "its ends are limits: {from, to}"
#define A_POINT \
  "the place of a point is bodies: [ground, BODY], at: [[0, 0], [x, y]], along: x or y"
#define A_SUM \
  "it drives one coordinate, not an expression: docs/model_file.md, Servo, has sums of them"
#define A_COURSE \
  "a motion is a given course: a torque stands under 'loads', a torque curve is a force 'motor'"
#define A_LOSS "restitution is part of a law: damping: {law: exact, restitution}"

static const ptl_other_key others[] = {
    /* sections */
    {"springs", "forces", NULL},
    {"dampers", "forces", NULL},
    {"parts", "bodies", NULL},
    {"links", "bodies", NULL},
    {"constraints", "joints", NULL},
    {"connections", "joints", NULL},
    {"motions", "joints", A_MOTION},
    {"drives", "joints", A_MOTION},
    {"drivers", "joints", A_MOTION},
    {"motors", "joints", A_MOTION},
    {"actuators", "joints", A_MOTION},
    {"gears", "joints", "gears stand among the joints: {type: gear, gears: [A, B], ...}"},
    {"couplings", "joints", "couplings stand among the joints"},
    {"variables", "parameters", NULL},
    {"constants", "parameters", NULL},
    {"simulation", "run", NULL},
    {"settings", "run", NULL},
    {"solver", "run", NULL},
    {"plots", "output", NULL},
    {"results", "output", NULL},
    {"description", "title", NULL},
    {"initial_conditions", "start", NULL},
    {"curves", "tables", NULL},
    {"functions", "signals", NULL},
    {"controllers", "signals", NULL},
    {"external_forces", "loads", NULL},
    {"torques", "loads", NULL},
    {"g", "gravity", NULL},
    /* bodies */
    {"m", "mass", NULL},
    {"J", "inertia", NULL},
    {"I", "inertia", NULL},
    {"Izz", "inertia", NULL},
    {"moment_of_inertia", "inertia", NULL},
    {"cg", "com", NULL},
    {"cog", "com", NULL},
    {"center_of_mass", "com", NULL},
    {"centre_of_mass", "com", NULL},
    {"length", "mass", "a body has no length: its joints say where its points are"},
    {"size", "mass",
     "a body has no size but that of its 'shape': its joints say where its points are"},
    {"geometry", "shape", NULL},
    {"origin", "position", NULL},
    {"location", "position", NULL},
    {"orientation", "angle", NULL},
    {"rotation", "angle", NULL},
    {"theta", "angle", NULL},
    {"phi", "angle", NULL},
    {"speed", "velocity", NULL},
    {"angular_velocity", "rate", NULL},
    {"omega", "rate", NULL},
    {"spin", "rate", NULL},
    /* parts of joints */
    {"parent", "bodies", NULL},
    {"child", "bodies", NULL},
    {"between", "bodies", NULL},
    {"body1", "bodies", NULL},
    {"body2", "bodies", NULL},
    {"position", "at", NULL},
    {"point", "at", NULL},
    {"points", "at", NULL},
    {"location", "at", NULL},
    {"anchor", "at", NULL},
    {"direction", "axis", NULL},
    {"diameter", "radius", "the half of it is 'radius'"},
    {"diameters", "radii", "the halves of them are 'radii'"},
    {"play", "clearance", NULL},
    {"backlash", "clearance", NULL},
    {"gap", "clearance", NULL},
    {"stops", "limits", NULL},
    {"range", "limits", NULL},
    {"min", "from", NULL},
    {"max", "to", NULL},
    {"min", "limits", AN_END},
    {"max", "limits", AN_END},
    {"from", "path", A_PATH},
    {"to", "path", A_PATH},
    {"from", "line", A_LINE},
    {"to", "line", A_LINE},
    {"torque", "pressed", A_MOMENT},
    {"moment", "pressed", A_MOMENT},
    {"normal_force", "pressed", NULL},
    {"ratio", "teeth", "the ratio is that of 'teeth' or 'radii'"},
    {"ratio", "radii", NULL},
    {"bodies", "pulleys", NULL},
    {"bodies", "path", A_PATH},
    {"pinion", "gears", NULL},
    {"wheels", "pulleys", NULL},
    /* motions */
    {"speed", "rate", NULL},
    {"velocity", "rate", NULL},
    {"rpm", "rate", NULL},
    {"torque", "rate", A_COURSE},
    {"force", "rate", A_COURSE},
    {"position", "angle", NULL},
    {"angle", "position", NULL},
    {"rate", "speed", NULL},
    {"displacement", "position", NULL},
    {"point", "along", A_POINT},
    {"signal", "along", A_SUM},
    {"of", "along", A_SUM},
    {"expression", "along", A_SUM},
    {"coordinate", "along", A_SUM},
    {"profile", "rises", NULL},
    {"stroke", "rises", "a stroke is one of rises: [{rise, duration}]"},
    /* laws and forces */
    {"law", "elastic", "each part of a contact is a law: elastic: {law: ...}, damping: {law: ...}"},
    {"joint", "body", "a load acts on one body; the reaction on another is a load of its own"},
    {"bodies", "body", "a load acts on one body; the reaction on another is a load of its own"},
    {"stiffness", "elastic", A_LAW},
    {"k", "elastic", A_LAW},
    {"restitution", "elastic", A_LOSS},
    {"restitution", "exponent", A_LOSS},
    {"stiffness", "bushing", A_BUSHING},
    {"damping", "bushing", A_BUSHING},
    {"k", "stiffness", NULL},
    {"spring_constant", "stiffness", NULL},
    {"spring_rate", "stiffness", NULL},
    {"rate", "stiffness", NULL},
    {"c", "damping", NULL},
    {"d", "damping", NULL},
    {"damping_coefficient", "damping", NULL},
    {"length", "free_length", NULL},
    {"length0", "free_length", NULL},
    {"rest_length", "free_length", NULL},
    {"natural_length", "free_length", NULL},
    {"unstretched_length", "free_length", NULL},
    {"angle", "free_angle", NULL},
    {"rest_angle", "free_angle", NULL},
    {"neutral_angle", "free_angle", NULL},
    {"pretension", "preload", NULL},
    {"prestress", "preload", NULL},
    {"preload", "pretension", NULL},
    {"tension", "pretension", NULL},
    {"torque", "stall_torque", NULL},
    {"max_torque", "stall_torque", NULL},
    {"speed", "no_load_speed", NULL},
    {"max_speed", "no_load_speed", NULL},
    {"mu", "coefficient", NULL},
    {"friction", "coefficient", NULL},
    {"mu_s", "static", NULL},
    {"mu_k", "kinetic", NULL},
    {"mu_d", "kinetic", NULL},
    {"dynamic", "kinetic", NULL},
    {"coefficient", "kinetic", NULL},
    {"moment", "torque", NULL},
    /* runs */
    {"time", "until", NULL},
    {"end", "until", NULL},
    {"end_time", "until", NULL},
    {"t_end", "until", NULL},
    {"duration", "until", NULL},
    {"dt", "every", A_ROW},
    {"step", "every", A_ROW},
    {"time_step", "every", A_ROW},
    {"step_size", "every", A_ROW},
    {"interval", "every", NULL},
    {"output_step", "every", NULL},
    {"tolerance", "rtol", NULL},
    {"accuracy", "rtol", NULL},
    {"method", "integrator", NULL},
    {"solver", "integrator", NULL}};
enum { N_OTHERS = sizeof others / sizeof *others };

const ptl_other_key *ptl_other_key_at(int index) {
  return index >= 0 && index < N_OTHERS ? &others[index] : NULL;
}

static int is_among(const char *key, const char *const *names, int n) {
  int i = 0;
  while (i < n && strcmp(names[i], key) != 0) i++;
  return i < n;
}

void ptl_key_hint(const char *key, const char *const *names, int n, char *text, size_t size) {
  const char *near = ptl_nearest(key, names, n), *note = NULL;
  for (int i = N_OTHERS - 1; i >= 0; i--) {
    if (!ptl_word_is_alike(others[i].other, key) || !is_among(others[i].key, names, n)) continue;
    near = others[i].key;
    note = others[i].note;
  }
  text[0] = '\0';
  if (note != NULL)
    snprintf(text, size, " (%s)", note);
  else if (near != NULL)
    snprintf(text, size, " (did you mean '%s'?)", near);
}
