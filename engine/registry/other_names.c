/* other_names.c: the table of other names, and suggestions from it. Spellings need no entries of
 * their own: case, hyphens and single letters are free (ptl_nearest). */
#include "other_names.h"

#include <stdio.h>
#include <string.h>

#include "registry.h"

static const ptl_other_name others[] = {
    {PTL_ELASTIC, "linear", "power", "with exponent: 1"},
    {PTL_ELASTIC, "linear_spring", "power", "with exponent: 1"},
    {PTL_ELASTIC, "spring", "power", "with exponent: 1"},
    {PTL_ELASTIC, "hooke", "power", "with exponent: 1"},
    {PTL_ELASTIC, "hookean", "power", "with exponent: 1"},
    {PTL_ELASTIC, "penalty", "power", NULL},
    {PTL_ELASTIC, "nonlinear", "power", NULL},
    {PTL_ELASTIC, "hertzian", "hertz", NULL},
    {PTL_ELASTIC, "lankarani", "lankarani_nikravesh", NULL},
    {PTL_ELASTIC, "esdu", "esdu_78035", NULL},
    {PTL_ELASTIC, "winkler", "layer", NULL},
    {PTL_ELASTIC, "elastic_foundation", "layer", NULL},
    {PTL_ELASTIC, "hysteresis", "luding", NULL},
    {PTL_ELASTIC, "walton_braun", "luding", NULL},
    {PTL_ELASTIC, "elastoplastic", "thornton", NULL},
    {PTL_ELASTIC, "greenwood_williamson", "greenwood_tripp", NULL},
    {PTL_ELASTIC, "asperities", "greenwood_tripp", NULL},
    {PTL_ELASTIC, "rigid", NULL,
     "contacts here give way: 'power' with the stiffness of the surfaces"},

    {PTL_DAMPING, "linear", "kelvin_voigt", NULL},
    {PTL_DAMPING, "viscous", "kelvin_voigt", NULL},
    {PTL_DAMPING, "dashpot", "kelvin_voigt", NULL},
    {PTL_DAMPING, "damper", "kelvin_voigt", NULL},
    {PTL_DAMPING, "spring_damper", "kelvin_voigt", NULL},
    {PTL_DAMPING, "spring_dashpot", "kelvin_voigt", NULL},
    {PTL_DAMPING, "kelvin", "kelvin_voigt", NULL},
    {PTL_DAMPING, "hunt", "hunt_crossley", NULL},
    {PTL_DAMPING, "lankarani", "lankarani_nikravesh", NULL},
    {PTL_DAMPING, "restitution", "exact", NULL},
    {PTL_DAMPING, "coefficient_of_restitution", "exact", NULL},
    {PTL_DAMPING, "newton", "exact", NULL},
    {PTL_DAMPING, "poisson", "exact", NULL},
    {PTL_DAMPING, "adams", "impact", NULL},
    {PTL_DAMPING, "simscape", "simscape_contact", NULL},
    {PTL_DAMPING, "elastogap", "limited_damper", NULL},
    {PTL_DAMPING, "viscoelastic", "kuwabara_kono", NULL},
    {PTL_DAMPING, "off", "none", NULL},
    {PTL_DAMPING, "undamped", "none", NULL},
    {PTL_DAMPING, "elastic", "none", NULL},

    {PTL_FRICTION, "dry", "coulomb", NULL},
    {PTL_FRICTION, "amontons", "coulomb", NULL},
    {PTL_FRICTION, "constant", "coulomb", NULL},
    {PTL_FRICTION, "kinetic", "coulomb", NULL},
    {PTL_FRICTION, "dynamic", "coulomb", NULL},
    {PTL_FRICTION, "static", "stick_slip", NULL},
    {PTL_FRICTION, "stiction", "stick_slip", NULL},
    {PTL_FRICTION, "karnopp", "stick_slip", NULL},
    {PTL_FRICTION, "dupont", "stick_slip", NULL},
    {PTL_FRICTION, "dahl", "lugre", "with static equal to kinetic"},
    {PTL_FRICTION, "bristle", "lugre", NULL},
    {PTL_FRICTION, "iwan", "maxwell_slip", NULL},
    {PTL_FRICTION, "mindlin", "tangential_spring", NULL},
    {PTL_FRICTION, "cundall_strack", "tangential_spring", NULL},
    {PTL_FRICTION, "adams", "adams_friction", NULL},
    {PTL_FRICTION, "simscape", "simscape_friction", NULL},
    {PTL_FRICTION, "opensim", "hollars", NULL},
    {PTL_FRICTION, "simbody", "hollars", NULL},
    {PTL_FRICTION, "curve", "table", NULL},
    {PTL_FRICTION, "freewheel", "one_way", NULL},
    {PTL_FRICTION, "one_way_clutch", "one_way", NULL},
    {PTL_FRICTION, "overrunning_clutch", "one_way", NULL},
    {PTL_FRICTION, "sprag", "one_way", NULL},
    {PTL_FRICTION, "ratchet", "one_way", NULL},
    {PTL_FRICTION, "viscous", NULL,
     "viscous friction is the damping of a force: 'spring_damper' or 'rotational_spring_damper'"},

    {PTL_FILM, "reynolds", "finite", NULL},
    {PTL_FILM, "ocvirk", "short", NULL},
    {PTL_FILM, "dubois_ocvirk", "short", NULL},
    {PTL_FILM, "mobility", "moes", NULL},
    {PTL_FILM, "long", "pinkus_sternlicht", NULL},
    {PTL_FILM, "sommerfeld", "pinkus_sternlicht", NULL},

    {PTL_JOINT, "hinge", "revolute", NULL},
    {PTL_JOINT, "pin", "revolute", NULL},
    {PTL_JOINT, "pin_joint", "revolute", NULL},
    {PTL_JOINT, "pivot", "revolute", NULL},
    {PTL_JOINT, "bearing", "revolute", NULL},
    {PTL_JOINT, "rotary", "revolute", NULL},
    {PTL_JOINT, "rotational", "revolute", NULL},
    {PTL_JOINT, "turning", "revolute", NULL},
    {PTL_JOINT, "slider", "translational", NULL},
    {PTL_JOINT, "slide", "translational", NULL},
    {PTL_JOINT, "sliding", "translational", NULL},
    {PTL_JOINT, "prismatic", "translational", NULL},
    {PTL_JOINT, "prism", "translational", NULL},
    {PTL_JOINT, "linear", "translational", NULL},
    {PTL_JOINT, "guide", "translational", NULL},
    {PTL_JOINT, "rail", "translational", NULL},
    {PTL_JOINT, "piston", "translational", NULL},
    {PTL_JOINT, "weld", "fixed", NULL},
    {PTL_JOINT, "rigid", "fixed", NULL},
    {PTL_JOINT, "lock", "fixed", NULL},
    {PTL_JOINT, "slot", "pin_in_slot", NULL},
    {PTL_JOINT, "groove", "pin_in_slot", NULL},
    {PTL_JOINT, "track", "pin_in_slot", NULL},
    {PTL_JOINT, "point_on_line", "pin_in_slot", NULL},
    {PTL_JOINT, "inline", "pin_in_slot", NULL},
    {PTL_JOINT, "yoke", "pin_in_slot", NULL},
    {PTL_JOINT, "rod", "distance", NULL},
    {PTL_JOINT, "link", "distance", NULL},
    {PTL_JOINT, "cylinder", "distance", "with limits: {from, to}"},
    {PTL_JOINT, "tether", "distance", "with limits: {to}"},
    {PTL_JOINT, "cam", "circle_curve", NULL},
    {PTL_JOINT, "cam_follower", "circle_curve", NULL},
    {PTL_JOINT, "roller", "circle_curve", NULL},
    {PTL_JOINT, "point_on_curve", "circle_curve", "with permanent: true and circle.radius: 0"},
    {PTL_JOINT, "floor", "circle_line", NULL},
    {PTL_JOINT, "ball", "circle_circle", NULL},
    {PTL_JOINT, "rack", "rack_and_pinion", NULL},
    {PTL_JOINT, "clutch", "brake", NULL},
    {PTL_JOINT, "friction_clutch", "brake", NULL},
    {PTL_JOINT, "freewheel", "brake", "with friction: {law: one_way}"},
    {PTL_JOINT, "one_way_clutch", "brake", "with friction: {law: one_way}"},
    {PTL_JOINT, "overrunning_clutch", "brake", "with friction: {law: one_way}"},
    {PTL_JOINT, "sprag", "brake", "with friction: {law: one_way}"},
    {PTL_JOINT, "ratchet", "brake", "with friction: {law: one_way}"},
    {PTL_JOINT, "driver", NULL, "what moves a joint is type: motion"},
    {PTL_JOINT, "drive", NULL, "what moves a joint is type: motion"},
    {PTL_JOINT, "actuator", NULL,
     "what moves a joint is type: motion; a given force stands under 'loads'"},
    {PTL_JOINT, "servo", NULL, "what moves a joint is type: motion"},
    {PTL_JOINT, "crank", NULL, "a crank is a body on a 'revolute', moved by type: motion"},
    {PTL_JOINT, "pulley", NULL, "pulleys are bodies that type: belt or type: rope joins"},
    {PTL_JOINT, "chain", NULL, "a chain on two sprockets is type: belt"},
    {PTL_JOINT, "cable", NULL,
     "a cable over pulleys is type: rope, between two points a 'distance'"},
    {PTL_JOINT, "contact", NULL,
     "parts that only touch are circle_circle, circle_line or circle_curve"},

    {PTL_FORCE, "spring", "spring_damper", NULL},
    {PTL_FORCE, "damper", "spring_damper", NULL},
    {PTL_FORCE, "dashpot", "spring_damper", NULL},
    {PTL_FORCE, "shock_absorber", "spring_damper", NULL},
    {PTL_FORCE, "linear_spring", "spring_damper", NULL},
    {PTL_FORCE, "compression_spring", "spring_damper", NULL},
    {PTL_FORCE, "tension_spring", "spring_damper", NULL},
    {PTL_FORCE, "extension_spring", "spring_damper", NULL},
    {PTL_FORCE, "tsda", "spring_damper", NULL},
    {PTL_FORCE, "torsion_spring", "rotational_spring_damper", NULL},
    {PTL_FORCE, "torsional_spring", "rotational_spring_damper", NULL},
    {PTL_FORCE, "rotational_spring", "rotational_spring_damper", NULL},
    {PTL_FORCE, "rotary_spring", "rotational_spring_damper", NULL},
    {PTL_FORCE, "rotational_damper", "rotational_spring_damper", NULL},
    {PTL_FORCE, "rsda", "rotational_spring_damper", NULL},
    {PTL_FORCE, "nonlinear_spring", "power_spring_damper", NULL},
    {PTL_FORCE, "progressive_spring", "power_spring_damper", NULL},
    {PTL_FORCE, "rope", "one_way_spring", NULL},
    {PTL_FORCE, "cable", "one_way_spring", NULL},
    {PTL_FORCE, "buffer", "one_way_spring", "with direction: compression"},
    {PTL_FORCE, "bumper", "one_way_spring", "with direction: compression"},
    {PTL_FORCE, "bump_stop", "one_way_spring", "with direction: compression"},
    {PTL_FORCE, "gas", "gas_spring", NULL},
    {PTL_FORCE, "air_spring", "gas_spring", NULL},
    {PTL_FORCE, "fan", "rotational_drag", NULL},
    {PTL_FORCE, "air_resistance", "drag", NULL},
    {PTL_FORCE, "force", NULL, "a given force stands under 'loads'"},
    {PTL_FORCE, "load", NULL, "a given force stands under 'loads'"},
    {PTL_FORCE, "torque", NULL, "a given torque stands under 'loads'"},
    {PTL_FORCE, "moment", NULL, "a given torque stands under 'loads'"},
    {PTL_FORCE, "actuator", NULL,
     "a given force stands under 'loads', a given movement is type: motion under 'joints'"},
    {PTL_FORCE, "bushing", NULL, "'bushing' is a key of joints"},
    {PTL_FORCE, "friction", NULL, "'friction' is a key of joints and of contacts"},
    {PTL_FORCE, "contact", NULL,
     "parts that touch are circle_circle, circle_line or circle_curve under 'joints'"}};
enum { N_OTHERS = sizeof others / sizeof *others };

/* Where types of a kind stand in a model file. */
static const char *const keys[PTL_N_KINDS] = {
    [PTL_ELASTIC] = "elastic", [PTL_DAMPING] = "damping", [PTL_FRICTION] = "friction",
    [PTL_JOINT] = "joints",    [PTL_FORCE] = "forces",    [PTL_FILM] = "film"};

const ptl_other_name *ptl_other_name_at(int index) {
  return index >= 0 && index < N_OTHERS ? &others[index] : NULL;
}

/* The one of both that is nearer to the word; the first where they are equally near, NULL where
 * neither is near. */
static const char *nearer(const char *word, const char *first, const char *second) {
  const char *const both[] = {second, first};
  return first == NULL ? ptl_nearest(word, both, 1)
                       : ptl_nearest(word, (const char *const[]){first, second}, 2);
}

/* The nearest of the names and other names of a kind and of `more`. *entry: whose it is, NULL if it
 * is a name. */
static const char *nearest_of(const ptl_context *context, ptl_kind kind, const char *word,
                              const char *const *more, int n_more, const ptl_other_name **entry) {
  const char *best = NULL;
  ptl_type_info info;
  *entry = NULL;
  for (int i = 0; ptl_context_get_type(context, kind, i, &info); i++)
    best = nearer(word, best, info.name);
  for (int i = 0; i < n_more; i++) best = nearer(word, best, more[i]);
  for (int i = 0; i < N_OTHERS; i++) {
    if (others[i].kind != kind) continue;
    const char *now = nearer(word, best, others[i].other);
    if (now != best) *entry = &others[i];
    best = now;
  }
  return best;
}

const char *ptl_context_suggest(const ptl_context *context, ptl_kind kind, const char *name) {
  const ptl_other_name *entry;
  if ((int)kind < 0 || (int)kind >= PTL_N_KINDS) return NULL;
  const char *found = nearest_of(context, kind, name, NULL, 0, &entry);
  return entry != NULL ? entry->name : found;
}

/* A type of that name among the other kinds, else one that is near. */
static void hint_elsewhere(const ptl_context *context, ptl_kind kind, const char *name, char *text,
                           size_t size) {
  for (int pass = 0; pass < 2; pass++)
    for (int other = 0; other < PTL_N_KINDS; other++) {
      const ptl_kind k = (ptl_kind)other;
      const char *found = ptl_find_type(context, k, name) != NULL ? name : NULL;
      if (pass == 1) found = ptl_context_suggest(context, k, name);
      if (k == kind || found == NULL) continue;
      snprintf(text, size, " (did you mean the %s '%s', which stands under '%s'?)",
               ptl_kind_word(k), found, keys[k]);
      return;
    }
}

void ptl_type_hint(const ptl_context *context, ptl_kind kind, const char *name,
                   const char *const *more, int n_more, char *text, size_t size) {
  const ptl_other_name *entry;
  const char *found = nearest_of(context, kind, name, more, n_more, &entry);
  text[0] = '\0';
  if (entry != NULL && entry->name == NULL) {
    snprintf(text, size, " (%s)", entry->note);
  } else if (found != NULL) {
    snprintf(text, size, " (did you mean '%s'%s%s?)", entry != NULL ? entry->name : found,
             entry != NULL && entry->note != NULL ? ", " : "",
             entry != NULL && entry->note != NULL ? entry->note : "");
  }
  if (found == NULL) hint_elsewhere(context, kind, name, text, size);
}
