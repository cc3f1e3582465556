/* model_keys.c: the keys of every mapping of a model file. The readers refuse others, and `pintle
 * schema` prints them. */
#include <stddef.h>

#include "model_words.h"

const ptl_key ptl_keys_model[] = {
    PTL_KEY("pintle", PTL_KEY_FORMAT, NULL, "version of the format"),
    PTL_KEY("title", PTL_KEY_TEXT, NULL, "title of the model"),
    PTL_KEY("source", PTL_KEY_TEXT, NULL, "where the model is from"),
    PTL_KEY("parameters", PTL_KEY_EACH, "quantity", "numbers with units that expressions may use"),
    PTL_KEY("gravity", PTL_KEY_PAIR, "m/s^2", "acceleration of gravity"),
    PTL_KEY("tables", PTL_KEY_EACH, "table", "functions of one or two variables through points"),
    PTL_KEY("signals", PTL_KEY_EACH, "signal_or_expression", "named expressions and states"),
    PTL_KEY("inputs", PTL_KEY_EACH, "input", "numbers that are set from outside during a run"),
    PTL_KEY("bodies", PTL_KEY_EACH, "body", "rigid bodies by name"),
    PTL_KEY("contacts", PTL_KEY_EACH, "contact_or_group",
            "contact laws by name, or groups of them"),
    PTL_KEY("joints", PTL_KEY_EACH, "joint_or_drive", "joints, motions and couplings by name"),
    PTL_KEY("forces", PTL_KEY_EACH, "force", "springs, dampers and motors by name"),
    PTL_KEY("loads", PTL_KEY_EACH, "load", "forces and torques on bodies by name"),
    PTL_KEY("run", PTL_KEY_OF, "run", "how the model is simulated"),
    PTL_KEY("output", PTL_KEY_OF, "output", "what the trace holds"),
    PTL_KEY("start", PTL_KEY_START, NULL, "coordinates of joints and points at the start"),
    PTL_KEYS_END};

const ptl_key ptl_keys_body[] = {
    PTL_KEY_NEEDED("mass", PTL_KEY_NUMBER, "kg", "mass"),
    PTL_KEY_NEEDED("inertia", PTL_KEY_NUMBER, "kg m^2",
                   "moment of inertia about the centre of mass"),
    PTL_KEY("position", PTL_KEY_PAIR, "m", "of the body's frame, at the start"),
    PTL_KEY("angle", PTL_KEY_NUMBER, "rad", "of the body's frame, at the start"),
    PTL_KEY("velocity", PTL_KEY_PAIR, "m/s", "of the body's frame, at the start"),
    PTL_KEY("rate", PTL_KEY_NUMBER, "rad/s", "angular velocity at the start"),
    PTL_KEY("com", PTL_KEY_PAIR, "m", "centre of mass in the body's frame"),
    PTL_KEY("shape", PTL_KEY_LIST, "shape", "outlines for pictures"),
    PTL_KEYS_END};

const ptl_key ptl_keys_shape[] = {
    PTL_KEY("polygon", PTL_KEY_PAIRS, "m", "corners"),
    PTL_KEY("circle", PTL_KEY_OF, "circle", "a disc"),
    PTL_KEY("rectangle", PTL_KEY_OF, "rectangle", "a rectangle"),
    PTL_KEY("link", PTL_KEY_OF, "link", "a bar with round ends"),
    PTL_KEY("holes", PTL_KEY_LIST, "hole", "what is cut out"),
    PTL_KEY("color", PTL_KEY_TEXT, NULL, "one of the colours of pictures"),
    PTL_KEYS_END};

const ptl_key ptl_keys_hole[] = {PTL_KEY("polygon", PTL_KEY_PAIRS, "m", "corners"),
                                 PTL_KEY("circle", PTL_KEY_OF, "circle", "a disc"),
                                 PTL_KEY("rectangle", PTL_KEY_OF, "rectangle", "a rectangle"),
                                 PTL_KEY("link", PTL_KEY_OF, "link", "a bar with round ends"),
                                 PTL_KEYS_END};

const ptl_key ptl_keys_circle[] = {PTL_KEY("center", PTL_KEY_PAIR, "m", "middle"),
                                   PTL_KEY_NEEDED("radius", PTL_KEY_NUMBER, "m", "radius"),
                                   PTL_KEYS_END};

const ptl_key ptl_keys_rectangle[] = {PTL_KEY("center", PTL_KEY_PAIR, "m", "middle"),
                                      PTL_KEY_NEEDED("size", PTL_KEY_PAIR, "m", "width and height"),
                                      PTL_KEY("angle", PTL_KEY_NUMBER, "rad", "rotation"),
                                      PTL_KEYS_END};

const ptl_key ptl_keys_link[] = {PTL_KEY_NEEDED("from", PTL_KEY_PAIR, "m", "first end"),
                                 PTL_KEY_NEEDED("to", PTL_KEY_PAIR, "m", "last end"),
                                 PTL_KEY_NEEDED("width", PTL_KEY_NUMBER, "m", "width"),
                                 PTL_KEYS_END};

const ptl_key ptl_keys_contact[] = {
    PTL_KEY_NEEDED("elastic", PTL_KEY_LAW, "elastic", "law of the elastic force"),
    PTL_KEY("damping", PTL_KEY_LAW, "damping", "law of the dissipation"),
    PTL_KEY("friction", PTL_KEY_LAW, "friction", "law of the friction"),
    PTL_KEY("touch_speed_floor", PTL_KEY_NUMBER, "m/s", "least speed of touch that laws see"),
    PTL_KEY("rolling_resistance", PTL_KEY_NUMBER, "m", "lever of the rolling resistance"),
    PTL_KEY("rolling_speed", PTL_KEY_NUMBER, "rad/s", "rate at which it is fully there"),
    PTL_KEY("radii", PTL_KEY_RADII, "m", "of the sides A and B, < 0 for a hollow one, or flat"),
    PTL_KEY("materials", PTL_KEY_MATERIALS, NULL, "of both sides, or of A and B"),
    PTL_KEY("length", PTL_KEY_NUMBER, "m", "of a line contact"),
    PTL_KEY("effective_mass", PTL_KEY_NUMBER, "kg", "that laws with a restitution see"),
    PTL_KEYS_END};

const ptl_key ptl_keys_material[] = {PTL_KEY("young", PTL_KEY_NUMBER, "Pa", "Young's modulus"),
                                     PTL_KEY("poisson", PTL_KEY_NUMBER, "1", "Poisson's ratio"),
                                     PTL_KEYS_END};

const ptl_key ptl_keys_part[] = {PTL_KEY("body", PTL_KEY_TEXT, NULL, "name of a body, or ground"),
                                 PTL_KEY("at", PTL_KEY_PAIR, "m", "point in the body's frame"),
                                 PTL_KEY("angle", PTL_KEY_NUMBER, "rad", "of the part on the body"),
                                 PTL_KEYS_END};

/* Of a joint and of a force beside the parameters of its type and its two parts; the last is for
 * joints with gaps alone. */
const ptl_key ptl_keys_joint[] = {
    PTL_KEY_NEEDED("type", PTL_KEY_TEXT, NULL, "type of the joint"),
    PTL_KEY("bodies", PTL_KEY_NAMES, NULL, "the two bodies"),
    PTL_KEY("at", PTL_KEY_PLACES, "m",
            "point on the ground at the start, or one in each body's frame"),
    PTL_KEY("axis", PTL_KEY_PLACES, "1",
            "direction on the ground at the start, or one in each body's frame"),
    PTL_KEY("zero", PTL_KEY_WORD, PTL_WORDS_ZERO, "from where the coordinate counts"),
    PTL_KEY("bushing", PTL_KEY_FIELDS, "bushing",
            "stiffness and damping instead of rigid constraints"),
    PTL_KEY("friction", PTL_KEY_LAW, "friction", "law of the friction"),
    PTL_KEY("pressed", PTL_KEY_NUMBER, "N",
            "force that presses the sliding surfaces together, a number or an expression"),
    PTL_KEY("release", PTL_KEY_OF, "release", "when it lets go"),
    PTL_KEY("film", PTL_KEY_LAW, "film", "law of the lubricant film"),
    PTL_KEY("wear", PTL_KEY_FIELDS, "wear", "how the surfaces wear"),
    PTL_KEY("contact", PTL_KEY_GAPS, NULL, "contact of all gaps, or of each by name"),
    PTL_KEYS_END};

const ptl_key ptl_keys_force[] = {
    PTL_KEY_NEEDED("type", PTL_KEY_TEXT, NULL, "type of the force"),
    PTL_KEY("bodies", PTL_KEY_NAMES, NULL, "the two bodies"),
    PTL_KEY("at", PTL_KEY_PLACES, "m",
            "point on the ground at the start, or one in each body's frame"),
    PTL_KEY("axis", PTL_KEY_PLACES, "1",
            "direction on the ground at the start, or one in each body's frame"),
    PTL_KEY("zero", PTL_KEY_WORD, PTL_WORDS_ZERO, "from where the coordinate counts"),
    PTL_KEYS_END};

#define KEYS_MEASURE                                                                          \
  PTL_KEY("joint", PTL_KEY_TEXT, NULL, "joint whose coordinate it is"),                       \
      PTL_KEY("bodies", PTL_KEY_NAMES, NULL, "the two bodies, without a joint"),              \
      PTL_KEY("at", PTL_KEY_PLACES, "m", "point on the ground, or one in each body's frame"), \
      PTL_KEY("axis", PTL_KEY_PLACES, "1",                                                    \
              "direction on the ground, or one in each body's frame"),                        \
      PTL_KEY("zero", PTL_KEY_WORD, PTL_WORDS_ZERO, "from where the coordinate counts"),      \
      PTL_KEY("along", PTL_KEY_WORD, PTL_WORDS_ALONG, "what is measured between the bodies"), \
      PTL_KEY("a", PTL_KEY_OF, "part", "the first part"),                                     \
      PTL_KEY("b", PTL_KEY_OF, "part", "the second part")

const ptl_key ptl_keys_side[] = {KEYS_MEASURE, PTL_KEYS_END};

static const ptl_key keys_motion[] = {
    PTL_KEY_NEEDED("type", PTL_KEY_TEXT, NULL, "motion"),
    KEYS_MEASURE,
    PTL_KEY("rate", PTL_KEY_NUMBER, "rad/s or m/s", "rate, a number or an expression of time"),
    PTL_KEY("angle", PTL_KEY_NUMBER, "rad", "angle as an expression of time"),
    PTL_KEY("rises", PTL_KEY_LIST, "rise", "rises one after the other"),
    PTL_KEY("position", PTL_KEY_NUMBER, "m", "position as an expression of time"),
    PTL_KEY("table", PTL_KEY_PAIRS, "s, and rad or m", "times and values"),
    PTL_KEY("period", PTL_KEY_NUMBER, "s", "with which the table repeats"),
    PTL_KEY("at_rest", PTL_KEY_WORD, PTL_WORDS_YES_NO, "the table begins and ends at rest"),
    PTL_KEY("interpolation", PTL_KEY_WORD, PTL_WORDS_INTERPOLATION,
            "between the points of the table"),
    PTL_KEY("by", PTL_KEY_SIDE, "side",
            "of a servo: joint, or bodies, along whose coordinate its force acts"),
    PTL_KEY("release", PTL_KEY_OF, "release", "when it lets go"),
    PTL_KEYS_END};

static const ptl_key keys_coupling[] = {
    PTL_KEY_NEEDED("type", PTL_KEY_TEXT, NULL, "coupling"),
    PTL_KEY("joints", PTL_KEY_NAMES, NULL, "the two joints"),
    PTL_KEY("first", PTL_KEY_OF, "side", "what the first coordinate is"),
    PTL_KEY("second", PTL_KEY_OF, "side", "what the second coordinate is"),
    PTL_KEY_NEEDED("ratio", PTL_KEY_NUMBER, "1, rad/m or m/rad",
                   "the first moves by ratio times the second"),
    PTL_KEYS_END};

#define KEYS_FLANKS                                                                               \
  PTL_KEY("efficiency", PTL_KEY_NUMBER, "1", "power that comes through the teeth"),               \
      PTL_KEY("friction", PTL_KEY_LAW, "friction", "law of the friction of the teeth"),           \
      PTL_KEY("clearance", PTL_KEY_NUMBER, "m", "backlash along the pitch line, with a contact"), \
      PTL_KEY("contact", PTL_KEY_GAPS, NULL, "contact of both flanks, or of left and right"),     \
      PTL_KEY("bushing", PTL_KEY_OF, "springs", "stiffness and damping of the flanks")

static const ptl_key keys_gear[] = {
    PTL_KEY_NEEDED("type", PTL_KEY_TEXT, NULL, "gear"),
    PTL_KEY_NEEDED("gears", PTL_KEY_NAMES, NULL, "joints of the two wheels, or their bodies"),
    PTL_KEY("at", PTL_KEY_PLACES, "m", "centres"),
    PTL_KEY("carrier", PTL_KEY_TEXT, NULL, "body that carries both wheels"),
    PTL_KEY("teeth", PTL_KEY_PAIR, "1", "numbers of teeth"),
    PTL_KEY("radii", PTL_KEY_PAIR, "m", "pitch radii"),
    PTL_KEY("internal", PTL_KEY_WORD, PTL_WORDS_YES_NO, "one wheel within the other"),
    PTL_KEY("pressure_angle", PTL_KEY_NUMBER, "rad", "of the teeth"),
    KEYS_FLANKS,
    PTL_KEYS_END};

static const ptl_key keys_belt[] = {
    PTL_KEY_NEEDED("type", PTL_KEY_TEXT, NULL, "belt"),
    PTL_KEY_NEEDED("pulleys", PTL_KEY_NAMES, NULL, "joints of the two pulleys, or their bodies"),
    PTL_KEY("at", PTL_KEY_PLACES, "m", "centres"),
    PTL_KEY("carrier", PTL_KEY_TEXT, NULL, "body that carries both pulleys"),
    PTL_KEY("teeth", PTL_KEY_PAIR, "1", "numbers of teeth"),
    PTL_KEY("pitch", PTL_KEY_NUMBER, "m", "length of the belt from tooth to tooth"),
    PTL_KEY("radii", PTL_KEY_PAIR, "m", "radii"),
    PTL_KEY("crossed", PTL_KEY_WORD, PTL_WORDS_YES_NO, "the belt crosses itself"),
    PTL_KEY("pretension", PTL_KEY_NUMBER, "N", "pull without load"),
    PTL_KEY("bushing", PTL_KEY_OF, "springs", "stiffness and damping of each strand"),
    PTL_KEYS_END};

static const ptl_key keys_rope[] = {
    PTL_KEY_NEEDED("type", PTL_KEY_TEXT, NULL, "rope"),
    PTL_KEY_NEEDED("path", PTL_KEY_LIST, "wheel", "its ends and the wheels between them"),
    PTL_KEY("bushing", PTL_KEY_OF, "springs", "stiffness and damping of the whole rope"),
    PTL_KEY("pretension", PTL_KEY_NUMBER, "N", "pull where the model places the bodies"),
    PTL_KEY("slack", PTL_KEY_NUMBER, "m", "by which it is longer than its way there"),
    PTL_KEYS_END};

static const ptl_key keys_rack[] = {
    PTL_KEY_NEEDED("type", PTL_KEY_TEXT, NULL, "rack_and_pinion"),
    PTL_KEY_NEEDED("rack", PTL_KEY_TEXT, NULL, "joint that slides"),
    PTL_KEY_NEEDED("pinion", PTL_KEY_TEXT, NULL, "joint that turns"),
    PTL_KEY_NEEDED("radius", PTL_KEY_NUMBER, "m", "pitch radius of the pinion"),
    PTL_KEY("at", PTL_KEY_PAIR, "m", "where they mesh"),
    PTL_KEY("pressure_angle", PTL_KEY_NUMBER, "rad", "of the teeth"),
    PTL_KEY("teeth", PTL_KEY_NUMBER, "1", "number of teeth of the pinion"),
    KEYS_FLANKS,
    PTL_KEYS_END};

const ptl_key_table ptl_drive_tables[PTL_N_DRIVES + 1] = {
    [PTL_DRIVE_MOTION] = {"motion", keys_motion},
    [PTL_DRIVE_COUPLING] = {"coupling", keys_coupling},
    [PTL_DRIVE_GEAR] = {"gear", keys_gear},
    [PTL_DRIVE_BELT] = {"belt", keys_belt},
    [PTL_DRIVE_RACK] = {"rack_and_pinion", keys_rack},
    [PTL_DRIVE_ROPE] = {"rope", keys_rope}};

const ptl_key ptl_keys_wheel[] = {
    PTL_KEY_NEEDED("body", PTL_KEY_TEXT, NULL, "name of a body, or of an end ground"),
    PTL_KEY("at", PTL_KEY_PAIR, "m", "point of an end, centre of a wheel, in the body's frame"),
    PTL_KEY("radius", PTL_KEY_NUMBER, "m", "of a wheel"),
    PTL_KEY("side", PTL_KEY_WORD, PTL_WORDS_SIDE, "of the rope on which the wheel is"),
    PTL_KEYS_END};

const ptl_key ptl_keys_springs[] = {
    PTL_KEY_NEEDED("stiffness", PTL_KEY_NUMBER, "N/m", "of a spring that acts one way"),
    PTL_KEY("damping", PTL_KEY_NUMBER, "N s/m", "of a damper beside it"), PTL_KEYS_END};

const ptl_key ptl_keys_release[] = {
    PTL_KEY("at", PTL_KEY_NUMBER, "s", "time"),
    PTL_KEY("when", PTL_KEY_NUMBER, "1", "condition, located as other events"),
    PTL_KEY("signal", PTL_KEY_TEXT, NULL, "signal with a state that is then 1"), PTL_KEYS_END};

const ptl_key ptl_keys_rise[] = {
    PTL_KEY("law", PTL_KEY_WORD, PTL_WORDS_RISE_LAW, "form of the rise"),
    PTL_KEY("start", PTL_KEY_NUMBER, "s", "when it begins"),
    PTL_KEY("duration", PTL_KEY_NUMBER, "s", "how long it takes"),
    PTL_KEY("rise", PTL_KEY_NUMBER, "rad or m", "how far it goes"), PTL_KEYS_END};

const ptl_key ptl_keys_load[] = {
    PTL_KEY_NEEDED("body", PTL_KEY_TEXT, NULL, "body it acts on"),
    PTL_KEY("at", PTL_KEY_PAIR, "m", "point in the body's frame"),
    PTL_KEY("force", PTL_KEY_PAIR, "N", "components, numbers or expressions"),
    PTL_KEY("torque", PTL_KEY_NUMBER, "N m", "a number or an expression"),
    PTL_KEY("frame", PTL_KEY_WORD, PTL_WORDS_FRAME, "in which the force is given"),
    PTL_KEYS_END};

const ptl_key ptl_keys_input[] = {
    PTL_KEY("unit", PTL_KEY_TEXT, NULL, "unit, one of SI"),
    PTL_KEY("default", PTL_KEY_NUMBER, "that unit", "value until it is set"), PTL_KEYS_END};

const ptl_key ptl_keys_run[] = {
    PTL_KEY("until", PTL_KEY_NUMBER, "s, or a travel: 2 turns of shaft", "end of the run"),
    PTL_KEY("every", PTL_KEY_NUMBER, "s, or a travel: 0.1 deg of shaft", "interval of the rows"),
    PTL_KEY("start", PTL_KEY_WORD, PTL_WORDS_START, "from where the start is searched"),
    PTL_KEY("touching", PTL_KEY_TEXTS, NULL, "gaps that start: touching closes, JOINT.GAP"),
    PTL_KEY("rtol", PTL_KEY_NUMBER, "1", "relative tolerance"),
    PTL_KEY("integrator", PTL_KEY_WORD, PTL_WORDS_INTEGRATOR "|bdf",
            "how the equations are solved"),
    PTL_KEY("length", PTL_KEY_NUMBER, "m", "typical length, for absolute tolerances"),
    PTL_KEY("speed", PTL_KEY_NUMBER, "m/s", "typical speed, for absolute tolerances"),
    PTL_KEY("max_step", PTL_KEY_NUMBER, "s", "largest step"),
    PTL_KEY("drift_limit", PTL_KEY_NUMBER, "m", "largest violation of the constraints"),
    PTL_KEY("energy_limit", PTL_KEY_NUMBER, "1",
            "largest imbalance of the energy, of its largest value"),
    PTL_KEY("limits", PTL_KEY_OF, "limits", "what the run may take"),
    PTL_KEY("stop", PTL_KEY_LIST, "stop", "conditions over columns that end the run"),
    PTL_KEYS_END};

const ptl_key ptl_keys_output[] = {
    PTL_KEY("contact_rows", PTL_KEY_WORD, PTL_WORDS_CONTACT_ROWS, "rows within contacts"),
    PTL_KEY("units", PTL_KEY_OF, "units", "units of angles"),
    PTL_KEY("wrap_angles", PTL_KEY_WORD, PTL_WORDS_YES_NO, "angles within one turn"),
    PTL_KEY("columns", PTL_KEY_TEXTS, NULL, "patterns of the columns that are kept"),
    PTL_KEY("points", PTL_KEY_EACH, "point", "points whose motion the trace has"),
    PTL_KEY("expressions", PTL_KEY_EACH, "column_or_expression", "further columns"),
    PTL_KEY("statistics", PTL_KEY_EACH, "statistic_or_expression",
            "means, extremes and the like in the summary"),
    PTL_KEYS_END};

const ptl_key ptl_keys_statistic[] = {
    PTL_KEY_NEEDED("of", PTL_KEY_TEXT, NULL, "expression of columns"),
    PTL_KEY("unit", PTL_KEY_TEXT, NULL, "its unit, one of SI, where it does not follow"),
    PTL_KEY("from", PTL_KEY_NUMBER, "s", "beginning"),
    PTL_KEY("until", PTL_KEY_NUMBER, "s", "end"),
    PTL_KEY("cycle", PTL_KEY_NUMBER, "s, or a travel: 1 turn of shaft",
            "only whole cycles of that length count"),
    PTL_KEYS_END};

const ptl_key ptl_keys_stop[] = {
    PTL_KEY_NEEDED("settled", PTL_KEY_TEXT, NULL,
                   "PART for TIME: so small a part of the largest energy, for so long"),
    PTL_KEYS_END};

const ptl_key ptl_keys_point[] = {PTL_KEY_NEEDED("body", PTL_KEY_TEXT, NULL, "body it belongs to"),
                                  PTL_KEY("at", PTL_KEY_PAIR, "m", "point in the body's frame"),
                                  PTL_KEYS_END};

const ptl_key ptl_keys_column[] = {
    PTL_KEY("unit", PTL_KEY_TEXT, NULL, "unit, one of SI, where it does not follow"),
    PTL_KEY_NEEDED("expression", PTL_KEY_TEXT, NULL, "expression of other columns"), PTL_KEYS_END};

#define KEY_START \
  PTL_KEY("start", PTL_KEY_NUMBER, "that unit", "value at the start, or an expression")
#define KEY_SCALE \
  PTL_KEY("scale", PTL_KEY_NUMBER, "that unit", "size of its values, for its tolerance")

static const ptl_key keys_rate[] = {
    PTL_KEY("unit", PTL_KEY_TEXT, NULL, "unit, one of SI"),
    PTL_KEY_NEEDED("rate", PTL_KEY_NUMBER, "that unit per second", "expression of its derivative"),
    KEY_START, KEY_SCALE, PTL_KEYS_END};

static const ptl_key keys_next[] = {
    PTL_KEY("unit", PTL_KEY_TEXT, NULL, "unit, one of SI"),
    PTL_KEY_NEEDED("next", PTL_KEY_NUMBER, "that unit",
                   "what it becomes where a condition in this expression changes"),
    KEY_START, PTL_KEYS_END};

static const ptl_key keys_filter[] = {
    PTL_KEY_NEEDED("filter", PTL_KEY_NUMBER, "any", "expression that is filtered"),
    PTL_KEY_NEEDED("time", PTL_KEY_NUMBER, "s", "time constant"),
    PTL_KEY("damping", PTL_KEY_NUMBER, "1", "damping ratio, which makes it one of second order"),
    KEY_START,
    KEY_SCALE,
    PTL_KEYS_END};

static const ptl_key keys_delay[] = {
    PTL_KEY_NEEDED("delay", PTL_KEY_NUMBER, "any", "expression that is delayed"),
    PTL_KEY_NEEDED("time", PTL_KEY_NUMBER, "s", "by how much"),
    PTL_KEY("order", PTL_KEY_NUMBER, "1", "of the Pade approximation, 1 to 8"),
    KEY_START,
    KEY_SCALE,
    PTL_KEYS_END};

static const ptl_key keys_pid[] = {
    PTL_KEY_NEEDED("pid", PTL_KEY_NUMBER, "any", "expression of the error"),
    PTL_KEY_NEEDED("kp", PTL_KEY_NUMBER, "output per error", "proportional gain"),
    PTL_KEY("ki", PTL_KEY_NUMBER, "output per error and second", "integral gain"),
    PTL_KEY("kd", PTL_KEY_NUMBER, "output times second per error", "derivative gain"),
    PTL_KEY("derivative", PTL_KEY_NUMBER, "error per second", "expression of the error's rate"),
    PTL_KEY("filter_time", PTL_KEY_NUMBER, "s", "of the filter that finds the error's rate"),
    PTL_KEY("limits", PTL_KEY_PAIR, "output", "least and largest output"),
    PTL_KEY("tracking", PTL_KEY_NUMBER, "s", "in which the integral leaves a limit"),
    PTL_KEY("start", PTL_KEY_NUMBER, "output", "integral at the start"),
    PTL_KEYS_END};

static const ptl_key keys_switch[] = {
    PTL_KEY_NEEDED("switch", PTL_KEY_NUMBER, "any", "expression that switches"),
    PTL_KEY_NEEDED("on", PTL_KEY_NUMBER, "of that unit", "value from which it is 1"),
    PTL_KEY_NEEDED("off", PTL_KEY_NUMBER, "of that unit", "value from which it is 0"),
    PTL_KEY("start", PTL_KEY_WORD, "off|on", "where it begins between both"), PTL_KEYS_END};

const ptl_key_table ptl_signal_tables[PTL_N_SIGNALS + 1] = {
    [PTL_SIGNAL_EXPRESSION] = {"expression", ptl_keys_column},
    [PTL_SIGNAL_RATE] = {"rate", keys_rate},
    [PTL_SIGNAL_NEXT] = {"next", keys_next},
    [PTL_SIGNAL_FILTER] = {"filter", keys_filter},
    [PTL_SIGNAL_DELAY] = {"delay", keys_delay},
    [PTL_SIGNAL_PID] = {"pid", keys_pid},
    [PTL_SIGNAL_SWITCH] = {"switch", keys_switch}};

const ptl_key ptl_keys_table[] = {
    PTL_KEY("points", PTL_KEY_PAIRS, "any", "arguments and values"),
    PTL_KEY("interpolation", PTL_KEY_WORD, PTL_WORDS_CURVE, "between the points"),
    PTL_KEY("periodic", PTL_KEY_WORD, PTL_WORDS_YES_NO, "the points are one period"),
    PTL_KEY("x", PTL_KEY_NUMBERS, "any", "first arguments of a table of two variables"),
    PTL_KEY("y", PTL_KEY_NUMBERS, "any", "second arguments"),
    PTL_KEY("values", PTL_KEY_ROWS, "any",
            "a list for each first argument, of one value for each second"),
    PTL_KEYS_END};

const ptl_key ptl_keys_limits[] = {
    PTL_KEY("rows", PTL_KEY_NUMBER, "1", "largest number of rows"),
    PTL_KEY("steps", PTL_KEY_NUMBER, "1", "largest number of steps"),
    PTL_KEY("events", PTL_KEY_NUMBER, "1", "largest number of events"),
    PTL_KEY("size", PTL_KEY_NUMBER, "1", "largest size of the rows in bytes, 8 for each number"),
    PTL_KEY("memory", PTL_KEY_NUMBER, "1", "largest memory of the program in bytes; 0: any"),
    PTL_KEY("wall_time", PTL_KEY_NUMBER, "s", "longest time that the run may take; 0: any"),
    PTL_KEYS_END};

const ptl_key ptl_keys_units[] = {
    PTL_KEY("angle", PTL_KEY_WORD, PTL_WORDS_ANGLE_UNIT, "unit of angles"),
    PTL_KEY("rate", PTL_KEY_WORD, PTL_WORDS_RATE_UNIT, "unit of angular velocities"), PTL_KEYS_END};

const ptl_key ptl_keys_start_turning[] = {PTL_KEY("angle", PTL_KEY_NUMBER, "rad", "at the start"),
                                          PTL_KEY("rate", PTL_KEY_NUMBER, "rad/s", "at the start"),
                                          PTL_KEYS_END};

const ptl_key ptl_keys_start_sliding[] = {PTL_KEY("position", PTL_KEY_NUMBER, "m", "at the start"),
                                          PTL_KEY("speed", PTL_KEY_NUMBER, "m/s", "at the start"),
                                          PTL_KEYS_END};

const ptl_key ptl_keys_start_point[] = {
    PTL_KEY("body", PTL_KEY_TEXT, NULL, "body, unless the name is that of a point of the output"),
    PTL_KEY("at", PTL_KEY_PAIR, "m", "point in the body's frame"),
    PTL_KEY("position", PTL_KEY_PAIR, "m", "at the start"),
    PTL_KEY("velocity", PTL_KEY_PAIR, "m/s", "at the start"), PTL_KEYS_END};

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
                                        {"springs", ptl_keys_springs},
                                        {"wheel", ptl_keys_wheel},
                                        {"release", ptl_keys_release},
                                        {"rise", ptl_keys_rise},
                                        {"load", ptl_keys_load},
                                        {"input", ptl_keys_input},
                                        {"run", ptl_keys_run},
                                        {"output", ptl_keys_output},
                                        {"point", ptl_keys_point},
                                        {"column", ptl_keys_column},
                                        {"settled", ptl_keys_stop},
                                        {"statistic", ptl_keys_statistic},
                                        {"table", ptl_keys_table},
                                        {"limits", ptl_keys_limits},
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
