/* model_keys.c: the keys of every mapping of a model file. The readers refuse others, and `pintle schema` prints them. */
#include <stddef.h>

#include "model_words.h"

#define KEY(name, form, detail, doc) \
  { name, form, detail, doc, 0 }
#define NEED(name, form, detail, doc) \
  { name, form, detail, doc, PTL_KEY_REQUIRED }
#define KEYS_END \
  { NULL, PTL_KEY_TEXT, NULL, NULL, 0 }

const ptl_key ptl_keys_model[] = {
    KEY("pintle", PTL_KEY_FORMAT, NULL, "version of the format"),
    KEY("title", PTL_KEY_TEXT, NULL, "title of the model"),
    KEY("source", PTL_KEY_TEXT, NULL, "where the model is from"),
    KEY("parameters", PTL_KEY_EACH, "quantity", "numbers with units that expressions may use"),
    KEY("gravity", PTL_KEY_PAIR, "m/s^2", "acceleration of gravity"),
    KEY("tables", PTL_KEY_EACH, "table", "functions of one variable through points"),
    KEY("signals", PTL_KEY_EACH, "column_or_expression", "named expressions"),
    KEY("inputs", PTL_KEY_EACH, "input", "numbers that are set from outside during a run"),
    KEY("bodies", PTL_KEY_EACH, "body", "rigid bodies by name"),
    KEY("contacts", PTL_KEY_EACH, "contact_or_group", "contact laws by name, or groups of them"),
    KEY("joints", PTL_KEY_EACH, "joint_or_drive", "joints, motions and couplings by name"),
    KEY("forces", PTL_KEY_EACH, "force", "springs, dampers and motors by name"),
    KEY("loads", PTL_KEY_EACH, "load", "forces and torques on bodies by name"),
    KEY("run", PTL_KEY_OF, "run", "how the model is simulated"),
    KEY("output", PTL_KEY_OF, "output", "what the trace holds"),
    KEY("start", PTL_KEY_START, NULL, "coordinates of joints and points at the start"),
    KEYS_END};

const ptl_key ptl_keys_body[] = {
    NEED("mass", PTL_KEY_NUMBER, "kg", "mass"),
    NEED("inertia", PTL_KEY_NUMBER, "kg m^2", "moment of inertia about the centre of mass"),
    KEY("position", PTL_KEY_PAIR, "m", "of the body's frame, at the start"),
    KEY("angle", PTL_KEY_NUMBER, "rad", "of the body's frame, at the start"),
    KEY("velocity", PTL_KEY_PAIR, "m/s", "of the body's frame, at the start"),
    KEY("rate", PTL_KEY_NUMBER, "rad/s", "angular velocity at the start"),
    KEY("com", PTL_KEY_PAIR, "m", "centre of mass in the body's frame"),
    KEY("shape", PTL_KEY_LIST, "shape", "outlines for pictures"),
    KEYS_END};

const ptl_key ptl_keys_shape[] = {
    KEY("polygon", PTL_KEY_PAIRS, "m", "corners"),
    KEY("circle", PTL_KEY_OF, "circle", "a disc"),
    KEY("rectangle", PTL_KEY_OF, "rectangle", "a rectangle"),
    KEY("link", PTL_KEY_OF, "link", "a bar with round ends"),
    KEY("holes", PTL_KEY_LIST, "hole", "what is cut out"),
    KEY("color", PTL_KEY_TEXT, NULL, "one of the colours of pictures"),
    KEYS_END};

const ptl_key ptl_keys_hole[] = {
    KEY("polygon", PTL_KEY_PAIRS, "m", "corners"), KEY("circle", PTL_KEY_OF, "circle", "a disc"),
    KEY("rectangle", PTL_KEY_OF, "rectangle", "a rectangle"),
    KEY("link", PTL_KEY_OF, "link", "a bar with round ends"), KEYS_END};

const ptl_key ptl_keys_circle[] = {KEY("center", PTL_KEY_PAIR, "m", "middle"),
                                   NEED("radius", PTL_KEY_NUMBER, "m", "radius"), KEYS_END};

const ptl_key ptl_keys_rectangle[] = {KEY("center", PTL_KEY_PAIR, "m", "middle"),
                                      NEED("size", PTL_KEY_PAIR, "m", "width and height"),
                                      KEY("angle", PTL_KEY_NUMBER, "rad", "rotation"), KEYS_END};

const ptl_key ptl_keys_link[] = {NEED("from", PTL_KEY_PAIR, "m", "first end"),
                                 NEED("to", PTL_KEY_PAIR, "m", "last end"),
                                 NEED("width", PTL_KEY_NUMBER, "m", "width"), KEYS_END};

const ptl_key ptl_keys_contact[] = {
    NEED("elastic", PTL_KEY_LAW, "elastic", "law of the elastic force"),
    KEY("damping", PTL_KEY_LAW, "damping", "law of the dissipation"),
    KEY("friction", PTL_KEY_LAW, "friction", "law of the friction"),
    KEY("touch_speed_floor", PTL_KEY_NUMBER, "m/s", "least speed of touch that laws see"),
    KEY("rolling_resistance", PTL_KEY_NUMBER, "m", "lever of the rolling resistance"),
    KEY("rolling_speed", PTL_KEY_NUMBER, "rad/s", "rate at which it is fully there"),
    KEY("radii", PTL_KEY_RADII, "m", "of the sides A and B, < 0 for a hollow one, or flat"),
    KEY("materials", PTL_KEY_MATERIALS, NULL, "of both sides, or of A and B"),
    KEY("length", PTL_KEY_NUMBER, "m", "of a line contact"),
    KEY("effective_mass", PTL_KEY_NUMBER, "kg", "that laws with a restitution see"),
    KEYS_END};

const ptl_key ptl_keys_material[] = {KEY("young", PTL_KEY_NUMBER, "Pa", "Young's modulus"),
                                     KEY("poisson", PTL_KEY_NUMBER, "1", "Poisson's ratio"),
                                     KEYS_END};

const ptl_key ptl_keys_part[] = {KEY("body", PTL_KEY_TEXT, NULL, "name of a body, or ground"),
                                 KEY("at", PTL_KEY_PAIR, "m", "point in the body's frame"),
                                 KEY("angle", PTL_KEY_NUMBER, "rad", "of the part on the body"),
                                 KEYS_END};

/* Of a joint and of a force beside the parameters of its type and its two parts; the last is for joints with gaps alone. */
const ptl_key ptl_keys_joint[] = {
    NEED("type", PTL_KEY_TEXT, NULL, "type of the joint"),
    KEY("bodies", PTL_KEY_NAMES, NULL, "the two bodies"),
    KEY("at", PTL_KEY_PLACES, "m", "point on the ground at the start, or one in each body's frame"),
    KEY("axis", PTL_KEY_PLACES, "1",
        "direction on the ground at the start, or one in each body's frame"),
    KEY("bushing", PTL_KEY_BUSHING, NULL, "stiffness and damping instead of rigid constraints"),
    KEY("friction", PTL_KEY_LAW, "friction", "law of the friction"),
    KEY("film", PTL_KEY_LAW, "film", "law of the lubricant film"),
    KEY("contact", PTL_KEY_GAPS, NULL, "contact of all gaps, or of each by name"),
    KEYS_END};

const ptl_key ptl_keys_force[] = {
    NEED("type", PTL_KEY_TEXT, NULL, "type of the force"),
    KEY("bodies", PTL_KEY_NAMES, NULL, "the two bodies"),
    KEY("at", PTL_KEY_PLACES, "m", "point on the ground at the start, or one in each body's frame"),
    KEY("axis", PTL_KEY_PLACES, "1",
        "direction on the ground at the start, or one in each body's frame"),
    KEYS_END};

#define KEYS_MEASURE                                                                            \
  KEY("joint", PTL_KEY_TEXT, NULL, "joint whose coordinate it is"),                             \
      KEY("bodies", PTL_KEY_NAMES, NULL, "the two bodies, without a joint"),                    \
      KEY("at", PTL_KEY_PLACES, "m", "point on the ground, or one in each body's frame"),       \
      KEY("axis", PTL_KEY_PLACES, "1", "direction on the ground, or one in each body's frame"), \
      KEY("along", PTL_KEY_WORD, PTL_WORDS_ALONG, "what is measured between the bodies"),       \
      KEY("a", PTL_KEY_OF, "part", "the first part"),                                           \
      KEY("b", PTL_KEY_OF, "part", "the second part")

const ptl_key ptl_keys_side[] = {KEYS_MEASURE, KEYS_END};

static const ptl_key keys_motion[] = {
    NEED("type", PTL_KEY_TEXT, NULL, "motion"),
    KEYS_MEASURE,
    KEY("rate", PTL_KEY_NUMBER, "rad/s or m/s", "rate, a number or an expression of time"),
    KEY("angle", PTL_KEY_NUMBER, "rad", "angle as an expression of time"),
    KEY("rises", PTL_KEY_LIST, "rise", "rises one after the other"),
    KEY("position", PTL_KEY_NUMBER, "m", "position as an expression of time"),
    KEY("table", PTL_KEY_PAIRS, "s, and rad or m", "times and values"),
    KEY("period", PTL_KEY_NUMBER, "s", "with which the table repeats"),
    KEY("at_rest", PTL_KEY_WORD, PTL_WORDS_YES_NO, "the table begins and ends at rest"),
    KEY("interpolation", PTL_KEY_WORD, PTL_WORDS_INTERPOLATION, "between the points of the table"),
    KEYS_END};

static const ptl_key keys_coupling[] = {
    NEED("type", PTL_KEY_TEXT, NULL, "coupling"),
    KEY("joints", PTL_KEY_NAMES, NULL, "the two joints"),
    KEY("first", PTL_KEY_OF, "side", "what the first coordinate is"),
    KEY("second", PTL_KEY_OF, "side", "what the second coordinate is"),
    NEED("ratio", PTL_KEY_NUMBER, "1, rad/m or m/rad", "the first moves by ratio times the second"),
    KEYS_END};

static const ptl_key keys_gear[] = {
    NEED("type", PTL_KEY_TEXT, NULL, "gear"),
    NEED("gears", PTL_KEY_NAMES, NULL, "joints of the two wheels, or their bodies"),
    KEY("at", PTL_KEY_PLACES, "m", "centres"),
    KEY("carrier", PTL_KEY_TEXT, NULL, "body that carries both wheels"),
    KEY("teeth", PTL_KEY_PAIR, "1", "numbers of teeth"),
    KEY("radii", PTL_KEY_PAIR, "m", "pitch radii"),
    KEY("internal", PTL_KEY_WORD, PTL_WORDS_YES_NO, "one wheel within the other"),
    KEY("pressure_angle", PTL_KEY_NUMBER, "rad", "of the teeth"),
    KEYS_END};

static const ptl_key keys_belt[] = {
    NEED("type", PTL_KEY_TEXT, NULL, "belt"),
    NEED("pulleys", PTL_KEY_NAMES, NULL, "joints of the two pulleys, or their bodies"),
    KEY("at", PTL_KEY_PLACES, "m", "centres"),
    KEY("carrier", PTL_KEY_TEXT, NULL, "body that carries both pulleys"),
    KEY("teeth", PTL_KEY_PAIR, "1", "numbers of teeth"),
    KEY("pitch", PTL_KEY_NUMBER, "m", "length of the belt from tooth to tooth"),
    KEY("radii", PTL_KEY_PAIR, "m", "radii"),
    KEY("crossed", PTL_KEY_WORD, PTL_WORDS_YES_NO, "the belt crosses itself"),
    KEY("pretension", PTL_KEY_NUMBER, "N", "pull without load"),
    KEYS_END};

static const ptl_key keys_rack[] = {
    NEED("type", PTL_KEY_TEXT, NULL, "rack_and_pinion"),
    NEED("rack", PTL_KEY_TEXT, NULL, "joint that slides"),
    NEED("pinion", PTL_KEY_TEXT, NULL, "joint that turns"),
    NEED("radius", PTL_KEY_NUMBER, "m", "pitch radius of the pinion"),
    KEY("at", PTL_KEY_PAIR, "m", "where they mesh"),
    KEY("pressure_angle", PTL_KEY_NUMBER, "rad", "of the teeth"),
    KEYS_END};

const ptl_key_table ptl_drive_tables[PTL_N_DRIVES + 1] = {
    [PTL_DRIVE_MOTION] = {"motion", keys_motion},
    [PTL_DRIVE_COUPLING] = {"coupling", keys_coupling},
    [PTL_DRIVE_GEAR] = {"gear", keys_gear},
    [PTL_DRIVE_BELT] = {"belt", keys_belt},
    [PTL_DRIVE_RACK] = {"rack_and_pinion", keys_rack}};

const ptl_key ptl_keys_rise[] = {KEY("law", PTL_KEY_WORD, PTL_WORDS_RISE_LAW, "form of the rise"),
                                 KEY("start", PTL_KEY_NUMBER, "s", "when it begins"),
                                 KEY("duration", PTL_KEY_NUMBER, "s", "how long it takes"),
                                 KEY("rise", PTL_KEY_NUMBER, "rad or m", "how far it goes"),
                                 KEYS_END};

const ptl_key ptl_keys_load[] = {
    NEED("body", PTL_KEY_TEXT, NULL, "body it acts on"),
    KEY("at", PTL_KEY_PAIR, "m", "point in the body's frame"),
    KEY("force", PTL_KEY_PAIR, "N", "components, numbers or expressions"),
    KEY("torque", PTL_KEY_NUMBER, "N m", "a number or an expression"),
    KEY("frame", PTL_KEY_WORD, PTL_WORDS_FRAME, "in which the force is given"),
    KEYS_END};

const ptl_key ptl_keys_input[] = {
    KEY("unit", PTL_KEY_TEXT, NULL, "unit, one of SI"),
    KEY("default", PTL_KEY_NUMBER, "that unit", "value until it is set"), KEYS_END};

const ptl_key ptl_keys_run[] = {
    KEY("until", PTL_KEY_NUMBER, "s, or a travel: 2 turns of shaft", "end of the run"),
    KEY("every", PTL_KEY_NUMBER, "s, or a travel: 0.1 deg of shaft", "interval of the rows"),
    KEY("start", PTL_KEY_WORD, PTL_WORDS_START, "from where the start is searched"),
    KEY("rtol", PTL_KEY_NUMBER, "1", "relative tolerance"),
    KEY("integrator", PTL_KEY_WORD, PTL_WORDS_INTEGRATOR "|bdf", "how the equations are solved"),
    KEY("length", PTL_KEY_NUMBER, "m", "typical length, for absolute tolerances"),
    KEY("speed", PTL_KEY_NUMBER, "m/s", "typical speed, for absolute tolerances"),
    KEY("max_step", PTL_KEY_NUMBER, "s", "largest step"),
    KEY("drift_limit", PTL_KEY_NUMBER, "m", "largest violation of the constraints"),
    KEY("energy_limit", PTL_KEY_NUMBER, "1",
        "largest imbalance of the energy, of its largest value"),
    KEY("max_rows", PTL_KEY_NUMBER, "1", "largest number of rows"),
    KEY("max_steps", PTL_KEY_NUMBER, "1", "largest number of steps"),
    KEY("max_events", PTL_KEY_NUMBER, "1", "largest number of events"),
    KEY("stop", PTL_KEY_LIST, "stop", "conditions over columns that end the run"),
    KEYS_END};

const ptl_key ptl_keys_output[] = {
    KEY("contact_rows", PTL_KEY_WORD, PTL_WORDS_CONTACT_ROWS, "rows within contacts"),
    KEY("units", PTL_KEY_OF, "units", "units of angles"),
    KEY("wrap_angles", PTL_KEY_WORD, PTL_WORDS_YES_NO, "angles within one turn"),
    KEY("columns", PTL_KEY_TEXTS, NULL, "patterns of the columns that are kept"),
    KEY("points", PTL_KEY_EACH, "point", "points whose motion the trace has"),
    KEY("expressions", PTL_KEY_EACH, "column_or_expression", "further columns"),
    KEYS_END};

const ptl_key ptl_keys_stop[] = {
    NEED("settled", PTL_KEY_TEXT, NULL,
         "PART for TIME: so small a part of the largest energy, for so long"),
    KEYS_END};

const ptl_key ptl_keys_point[] = {NEED("body", PTL_KEY_TEXT, NULL, "body it belongs to"),
                                  KEY("at", PTL_KEY_PAIR, "m", "point in the body's frame"),
                                  KEYS_END};

const ptl_key ptl_keys_column[] = {
    NEED("unit", PTL_KEY_TEXT, NULL, "unit, one of SI"),
    NEED("expression", PTL_KEY_TEXT, NULL, "expression of other columns"), KEYS_END};

const ptl_key ptl_keys_table[] = {
    NEED("points", PTL_KEY_PAIRS, "any", "arguments and values"),
    KEY("interpolation", PTL_KEY_WORD, PTL_WORDS_CURVE, "between the points"),
    KEY("periodic", PTL_KEY_WORD, PTL_WORDS_YES_NO, "the points are one period"), KEYS_END};

const ptl_key ptl_keys_units[] = {
    KEY("angle", PTL_KEY_WORD, PTL_WORDS_ANGLE_UNIT, "unit of angles"),
    KEY("rate", PTL_KEY_WORD, PTL_WORDS_RATE_UNIT, "unit of angular velocities"), KEYS_END};

const ptl_key ptl_keys_start_turning[] = {KEY("angle", PTL_KEY_NUMBER, "rad", "at the start"),
                                          KEY("rate", PTL_KEY_NUMBER, "rad/s", "at the start"),
                                          KEYS_END};

const ptl_key ptl_keys_start_sliding[] = {KEY("position", PTL_KEY_NUMBER, "m", "at the start"),
                                          KEY("speed", PTL_KEY_NUMBER, "m/s", "at the start"),
                                          KEYS_END};

const ptl_key ptl_keys_start_point[] = {
    KEY("body", PTL_KEY_TEXT, NULL, "body, unless the name is that of a point of the output"),
    KEY("at", PTL_KEY_PAIR, "m", "point in the body's frame"),
    KEY("position", PTL_KEY_PAIR, "m", "at the start"),
    KEY("velocity", PTL_KEY_PAIR, "m/s", "at the start"), KEYS_END};

const ptl_key_table ptl_key_tables[] = {{"body", ptl_keys_body},
                                        {"shape", ptl_keys_shape},
                                        {"hole", ptl_keys_hole},
                                        {"circle", ptl_keys_circle},
                                        {"rectangle", ptl_keys_rectangle},
                                        {"link", ptl_keys_link},
                                        {"contact", ptl_keys_contact},
                                        {"material", ptl_keys_material},
                                        {"part", ptl_keys_part},
                                        {"side", ptl_keys_side},
                                        {"rise", ptl_keys_rise},
                                        {"load", ptl_keys_load},
                                        {"input", ptl_keys_input},
                                        {"run", ptl_keys_run},
                                        {"output", ptl_keys_output},
                                        {"point", ptl_keys_point},
                                        {"column", ptl_keys_column},
                                        {"settled", ptl_keys_stop},
                                        {"table", ptl_keys_table},
                                        {"units", ptl_keys_units},
                                        {"start_turning", ptl_keys_start_turning},
                                        {"start_sliding", ptl_keys_start_sliding},
                                        {"start_point", ptl_keys_start_point},
                                        {NULL, NULL}};

int ptl_key_names(const ptl_key *keys, const char **names) {
  int n = 0;
  for (; keys[n].name != NULL; n++) names[n] = keys[n].name;
  names[n] = NULL;
  return n;
}
