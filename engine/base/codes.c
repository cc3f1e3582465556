/* codes.c: what each code of a failure stands for. The codes stand where the messages are made
 * (PTL_E); those that begin with the same two digits belong together. */
#include <string.h>

#include "codes.h"
#include "pintle_base.h"

#define CODE(NUMBER, WORDS, EXPLANATION, REMEDY) \
  { "E" #NUMBER, WORDS, EXPLANATION, REMEDY }

static const ptl_code codes[] = {
    /* 00: memory, and calls of the library */
    CODE(0001, "out of memory", "Memory was asked for and not to be had.",
         "Ask for fewer rows (run.every, output.columns), a smaller mechanism, or close other "
         "programs."),
    CODE(0002, "stopped from outside", "The program's sink, or Ctrl-C, has stopped the work.",
         "Nothing is wrong. What was computed up to there is kept."),
    CODE(0003, "a structure of a later version",
         "A program that was compiled with a later pintle.h sets a member that this library does "
         "not have.",
         "Install the library that belongs to the header, or leave the member 0."),
    CODE(0004, "an index that is not there",
         "A call names a row, gap, column or input by a number that the system does not have.",
         "Find it by its name (ptl_system_find_...), or stay below ptl_system_get_sizes."),
    CODE(0005, "a call at the wrong time",
         "A run was advanced, saved or given values where that cannot be: within a function that "
         "is called in its steps, after its end "
         "or a failure, or back in time.",
         "Call it between two calls of ptl_run_advance, with times that grow, on a run that goes "
         "on."),
    CODE(0006, "a value of a call is wrong",
         "What was set in a run or an evaluation is not finite, out of range, or would ask for "
         "infinite forces.",
         "The message names the range; motions follow ptl_run_ramp_input and ptl_run_guide_input."),
    /* 01: reading text */
    CODE(0101, "a unit cannot be read",
         "The text of a unit is not one that Pintle or UDUNITS-2 knows, or its powers are not "
         "written as powers.",
         "Write units as in docs/model_file.md, Values: N/m^1.5, kg mm^2, rad/s."),
    CODE(0102, "a unit does not fit", "A value has another dimension than what is wanted there.",
         "Give a unit of the dimension that the message names, or check the factors of the "
         "expression."),
    CODE(0103, "an expression cannot be read",
         "The text is no expression of the names, functions and operators that may stand there.",
         "The message has the character; docs/model_file.md, Values, has the grammar. Names are "
         "parameters, inputs, or in loads and columns what the trace has."),
    CODE(0104, "the file is no YAML",
         "The text is not YAML 1.2 in UTF-8, is empty, or is too long.",
         "Look at the place that the message names: indentation, a missing bracket or quotation "
         "mark."),
    CODE(0105, "an unknown key", "A mapping has a key that nothing reads, most often misspelt.",
         "The message lists the keys and suggests the nearest; `pintle schema` lets an editor "
         "complete them."),
    CODE(0106, "a value has the wrong form",
         "A value is a list where a number is wanted, a word where a mapping is, or keys stand "
         "together that exclude each other.",
         "See the section of docs/model_file.md that belongs to the key."),
    CODE(0107, "parameters that depend on themselves",
         "A parameter uses one that stands below it, or its own value by way of others.",
         "Put it behind those that it uses; take one of the uses out."),
    CODE(0108, "another version of the format",
         "The file was written for a version of the model format that this Pintle does not read.",
         "Use the Pintle that the file was written for, or change `pintle:` after reading what has "
         "changed."),
    CODE(0109, "a path that leads nowhere",
         "The path of a --set, or of ptl_setting, does not lead to a value of the file.",
         "Write KEY.KEY..., list entries by their number from 0; `pintle check --resolved` shows "
         "the file's paths."),
    CODE(0110, "something that nothing uses",
         "A parameter or a contact is set, but nothing in the model reads it, so that it would "
         "have no effect.",
         "Set the one that is used, or use it."),
    CODE(
        0150, "a description that cannot be read",
        "The file to import is no well-formed XML or CSV, defines entities, or is nested too deep.",
        "Look at the line that the message names; take a DOCTYPE out."),
    CODE(0151, "a description with a mistake",
         "An element, attribute or row of the file to import is missing, misspelt or out of range.",
         "See docs/import.md for what is read, and the documentation of MJCF or URDF."),
    CODE(0152, "a description that has no counterpart",
         "What the file to import describes does not move in one plane, or needs what a model does "
         "not have.",
         "Take the element out, or hold the joint (pintle import --hold JOINT)."),
    /* 02: elements of a model */
    CODE(0201, "no name, or no valid one",
         "Elements have names: a letter or _, then letters, digits and _, at most 63.",
         "Give it such a name."),
    CODE(0202, "a name is taken", "Two elements, columns or keys would have the same name.",
         "Rename one of them."),
    CODE(0203, "a reference to nothing",
         "An element, a type or a column is named that does not exist.",
         "The message lists what there is and suggests the nearest."),
    CODE(0204, "a number out of range",
         "A value is not finite, or lies outside of what its quantity can be.",
         "The message gives the range; check the unit, too: numbers without one are SI."),
    CODE(0205, "something is missing",
         "An element lacks a value or a part that it cannot be without.",
         "Give what the message names; `pintle list TYPE` shows the parameters of a type."),
    CODE(0206, "parts that do not go together",
         "An element has settings, contacts, friction, film or bushing that its kind does not "
         "take, or that exclude each other.",
         "Leave out one of them; docs/joints.md says what each type takes."),
    CODE(0207, "a shape that cannot be drawn",
         "A shape of a body has too few points, no area, or an unknown colour or form.",
         "See `shape` in docs/model_file.md."),
    CODE(0208, "a motion that is not given in one way",
         "A motion needs exactly one of a rate, a position, rises or a table, and that complete "
         "and smooth enough.",
         "See motions in docs/model_file.md."),
    CODE(0209, "wheels that do not mesh",
         "The radii, ratio, centres or carriers of gears, a belt or a rack contradict one another.",
         "Place the wheels at the distance of their radii, or leave radii out, so that they follow "
         "from ratio and centres."),
    CODE(0210, "laws that do not go together",
         "A damping law is derived for certain elastic laws, or the other way round.",
         "Take one of the laws that the message lists; docs/laws_guide.md says which suits what."),
    CODE(0211, "a type refuses its parameters",
         "Each parameter is in its range, but together they make no sense for the law, joint or "
         "force.",
         "The message gives the type's reason; `pintle list TYPE` its formula and domain."),
    CODE(0213, "a parameter of a type is wrong",
         "A parameter of a law, joint or force is unknown, missing, given twice, or out of range.",
         "`pintle list TYPE` shows its parameters, their units and ranges."),
    CODE(0214, "a signal that is not complete",
         "A signal with a state, a table or a controller lacks what it needs, or is given what it "
         "does not take.",
         "See signals in docs/model_file.md."),
    CODE(0230, "no zero to count from",
         "`zero` is given where nothing turns or slides, or beside what places the axes already.",
         "Give `zero: bodies` of a joint or force that turns, without `axis`, or of one that "
         "slides."),
    CODE(
        0231, "a gap that cannot be closed",
        "`touching` names a joint that is ideal, or has several gaps, or belongs to another start.",
        "Give run: {start: touching, touching: [JOINT.GAP, ...]}; `pintle check` lists the gaps."),
    CODE(0240, "what teeth lose is not given in one way",
         "Friction or the efficiency of gears and racks is out of range, contradicts the other, "
         "lacks "
         "the number of teeth, or is given to what has no teeth that hold each other.",
         "Give 'efficiency' between 0 and 1, or 'friction' with 'teeth'."),
    CODE(0241, "surfaces that nothing presses",
         "A force is given that presses surfaces together, but the joint has none that slide; or a "
         "brake has no such force.",
         "Give 'friction' and 'pressed' of a brake, or of an ideal joint."),
    CODE(
        0242, "what cannot let go",
        "A release is given of what holds nothing by constraints, without a signal that jumps or a "
        "condition that says when, or with a condition that holds at the start already.",
        "Give 'release' of an ideal joint or a motion: {at: TIME} or {when: CONDITION}."),
    CODE(0243, "a servo on its own coordinate",
         "A motion's 'by' names the joint that it moves anyway.",
         "Leave 'by' out, or name the joint along which the force is to act."),
    CODE(0244, "nothing has a mass", "All bodies have the mass 0.",
         "Give one of them a mass, or lead the mechanism with `pintle kinematics`, for which any "
         "will do."),
    CODE(0245, "a motion follows what has no two derivatives",
         "A motion reads a signal that may jump, or whose rate may, or that needs accelerations "
         "for its "
         "second derivative; or it reads bodies.",
         "Let it follow a second-order filter of that signal."),
    /* 03: assembling */
    CODE(0301, "the parts cannot be put together",
         "No position near the given one fulfils all joints and drivers.",
         "Check lengths and positions around the constraint that the message names; `pintle check` "
         "shows how far bodies were moved."),
    CODE(0302, "drivers and joints contradict one another",
         "No velocities fit all drivers and joints at the start: there is a driver too many, or "
         "one against a joint.",
         "Take a driver out, or let one coordinate be driven by one motion."),
    CODE(0303, "friction that jams at the start",
         "No reactions agree with the friction that they cause, or constraints are redundant so "
         "that they cannot be told.",
         "Use smaller coefficients, another start, or joints without redundant constraints."),
    CODE(0304, "no finite value at the start",
         "A force, law or expression has no finite value in the position given.",
         "Start elsewhere, or change it so that it has a value there."),
    CODE(0305, "a start that contradicts itself",
         "What `start` gives is not what joints and drivers allow, is given twice, or is not "
         "complete.",
         "Give fewer coordinates; those that are left out follow."),
    CODE(0306, "equations that cannot be solved",
         "The matrix of the constraints cannot be factorised.",
         "Look for constraints that say nothing: massless loops, joints at one point, a distance "
         "of 0."),
    CODE(0307, "no such column", "A pattern or a name matches no column of the trace.",
         "`pintle check --columns` lists the columns."),
    CODE(0308, "no equilibrium was found",
         "No position near by is one in which the mechanism rests: something is not held, or the "
         "search ends at a bound.",
         "The message names the body or the constraint; start nearer, or give a spring or a stop."),
    CODE(0309, "an analysis that cannot be made",
         "The mechanism is not one that this analysis is for, or the state asked for does not "
         "exist.",
         "The message says what is lacking: a driver for every freedom, mass in every free "
         "direction, a branch that was found."),
    CODE(0343, "a servo without effect",
         "The force of a motion with 'by' does not accelerate the coordinate that the motion "
         "prescribes, as that of a trolley does not move a load that hangs from it at once.",
         "Let the force act by a joint that moves the coordinate, prescribe another one, or start "
         "where it acts."),
    CODE(0344, "a body without mass that nothing determines",
         "A body has no mass or no inertia, and ideal joints and motions leave it a freedom, in "
         "which "
         "forces would not be balanced by anything.",
         "Give it a mass or an inertia, or another joint."),
    /* 04: types of one's own */
    CODE(0401, "a plug-in cannot be used",
         "The shared library cannot be opened, is no plug-in, or was built for another version.",
         "Build it with the pintle_extend.h of this Pintle."),
    CODE(0402, "a type is wrongly made",
         "A law, joint or force of a plug-in or a program breaks a rule of pintle_extend.h.",
         "The message names the type, the row and the rule."),
    /* 05: running */
    CODE(0501, "the integration cannot go on",
         "Steps have become too short or the equations cannot be solved, and no cause was found.",
         "Use another rtol or run.integrator, look at the last rows, and at what touches or turns "
         "over there."),
    CODE(0502, "a force has no value",
         "A load, force, motion or law became infinite or undefined during the run.",
         "Change it so that it has a value there, or end the run before."),
    CODE(0503, "the mechanism locks",
         "A driver wants to move parts that are stretched or folded into a line, or held against "
         "one another.",
         "End the run before the dead point, turn the driver back, or change lengths."),
    CODE(0504, "a joint jams",
         "Friction of an ideal joint holds whatever the forces are: no reactions agree with it.",
         "Use a smaller coefficient of friction, or give the joint clearance."),
    CODE(0505, "a contact goes too deep",
         "The overlap is larger than what the contact's law is defined for.",
         "Use a stiffer law or one for larger depths; check speeds, masses and units."),
    CODE(0506, "a part is where it cannot be",
         "One part is inside the wall of the other: it has missed its place, or passed through.",
         "Check sizes and the start; use a stiffer contact or a smaller run.max_step."),
    CODE(0507, "constraints are violated",
         "The violation of a joint has become larger than run.drift_limit.", "Use a smaller rtol."),
    CODE(0508, "energy does not balance",
         "What was supplied, stored and dissipated differs by more than run.energy_limit.",
         "Use a smaller rtol; check that laws of your own give the energy that belongs to their "
         "force."),
    CODE(0509, "more steps, rows or events than allowed",
         "The run has reached a limit under run.limits: steps, rows or events.",
         "The message names what happens most often: soften it, end the run before, or raise the "
         "limit."),
    CODE(0510, "what happens is too fast",
         "A gap opens and closes, or an event repeats, faster than time can be told apart.",
         "Check the stiffness and mass of the parts at that gap, and how far they are from where "
         "they can be."),
    CODE(0511, "a motion jumps",
         "A motion given by a position or an input jumps, which would take infinite forces.",
         "Let it rise smoothly: ramps, rises, a table, or ptl_run_guide_input."),
    CODE(0512, "no reactions, or more than one set",
         "The equations of motion have no solution in this state, or friction lets several fit.",
         "Look for drivers and joints that contradict one another there, and for large friction in "
         "ideal joints."),
    CODE(0513, "a film is too thin", "The lubricant film is thinner than its law is for.",
         "Give the bearing a contact, which carries what the film does not, or change load and "
         "speed."),
    CODE(
        0514, "a law's energy is not that of its force",
        "The energy that a law of a plug-in or a program returns is not the integral of its force.",
        "Return the work that unloading would give back."),
    CODE(0515, "wheels have moved apart",
         "The centres of gears, pulleys or rack and pinion have left their distance by more than "
         "their teeth allow.",
         "Hold both by joints of the same carrier, without clearance, or use contacts for the "
         "teeth."),
    CODE(0516, "how long and how fine cannot be",
         "run.until, every or rtol say nothing possible: a travel that never passes, too many "
         "rows, a tolerance out of range.",
         "Change the setting that the message names."),
    CODE(0517, "a rate cannot be integrated",
         "A motion given by its rate has no position beyond some time.",
         "Change the rate, or end the run before."),
    CODE(0518, "an impact cannot be followed",
         "The law leaves its domain in the impact, or the impact does not end.",
         "Use a smaller speed or mass, or a law for larger depths."),
    CODE(0519, "tolerances finer than the numbers",
         "A coordinate is so large, far from the origin or after many turns, that double precision "
         "holds it less finely than "
         "rtol asks for.",
         "Use a larger rtol, place the mechanism nearer to the origin, or use run.integrator "
         "dop853."),
    CODE(0520, "what let go holds again elsewhere",
         "A joint or motion that a signal let go is to hold again where its parts are not, or "
         "while they "
         "move on one another.",
         "Let it hold where its parts have come to rest, or take a brake, stops or a contact."),
    CODE(0521, "a driver is rounded more coarsely than rtol",
         "What a driver asks for, a small difference of large numbers or a course at a late time, "
         "is rounded in double precision by more than rtol of the mechanism's scale.",
         "Use a larger rtol; write 2*sin(x/2)^2 for 1 - cos(x), and let the time begin near 0."),
    CODE(0522, "a body is far away",
         "A body has gone thousands of times the mechanism's size, and the run cannot go on or "
         "cannot be trusted there: tolerances and rounding follow that distance.",
         "End the run before, or give what carries the body a stop."),
    CODE(
        0530, "a rope pushes",
        "A rope that does not give way is taut, as an ideal joint; where it would have to push, it "
        "goes slack.",
        "Give the rope 'bushing', stiffness and damping, with which it goes slack and taut again, "
        "or "
        "let it go by 'release'."),
    CODE(0543, "a servo loses its effect",
         "The course leads to a position in which the force of a motion with 'by' does not "
         "accelerate the coordinate that it prescribes.",
         "End the run before, take another course, or let the force act elsewhere."),
    /* 06: going on from what was kept */
    CODE(0601, "a snapshot cannot be used",
         "The bytes are damaged, or of another model, tolerance or version.",
         "Restore it with the model, rtol and Pintle that it was saved with."),
    CODE(0602, "a system of another structure",
         "A run can go on with other values, not with other bodies, joints, gaps or columns.",
         "Begin a run of the new system; ptl_mechanism_set_start_from lets it start where the "
         "other was."),
    CODE(0603, "a start from a run that is not there",
         "The run folder of `start: {from: ...}` cannot be read, or ends too early.",
         "Check the path, and the end of that run."),
    /* 07: files of results */
    CODE(0701, "a file cannot be read",
         "The system does not let the file be read, or it is not what it should be.",
         "The message has the system's reason: a wrong name, permissions, a folder in place of a "
         "file."),
    CODE(0702, "a file cannot be written", "The system does not let the file be written.",
         "The message has the reason: permissions, a full disk, a folder that is missing."),
    CODE(0703, "no run folder",
         "The name is that of something other than a run folder, which is left as it is.",
         "Name a run folder, or for a result one that does not exist yet."),
    CODE(0704, "results that cannot be read",
         "A trace, events or summary is not in the form of docs/trace.md.",
         "The message has file, line and column; write it anew, or mend the place."),
    CODE(0705, "a run cannot be resumed",
         "There is no whole checkpoint for this run, or the run still goes on.",
         "Run with --checkpoint; wait for the other program, or begin anew."),
    CODE(0706, "built without HDF5", "This Pintle cannot read or write HDF5.",
         "Use CSV, or build with libhdf5-dev."),
    /* 08, 09: studies and what stands beside the engine */
    CODE(0801, "a study is wrong",
         "A study, its variations, measures or table cannot be as they are given.",
         "The message names the entry; docs/studies.md has the form."),
    CODE(0802, "a study's file cannot be used",
         "The database or table of a study cannot be read or written.",
         "Check the path, permissions and that no other program holds it."),
    CODE(0803, "a design that cannot be",
         "The values, ranges or number of points of a study do not fit its design.",
         "docs/studies.md lists the designs and what each needs."),
    CODE(0804, "a measure that cannot be",
         "The text of a measure, of its window or of a section cannot be read, or it has no value "
         "in these runs.",
         "docs/studies.md lists the measures; names are those of columns, joints and gaps."),
    CODE(0805, "a fit that cannot be",
         "A fit lacks factors, ranges, data or targets, its data cannot be read, or no set of "
         "numbers can be run.",
         "See fit in docs/studies.md; let the ranges hold values that can be run."),
    CODE(0806, "results that cannot be drawn",
         "The results of the study do not have what the picture needs.",
         "Draw columns with numbers, or another picture: docs/studies.md."),
    CODE(0807, "a worker of a study has failed",
         "A thread or process that runs the points of a study could not go on; the message has its "
         "reason.",
         "Mend what the message names; --isolate keeps a run that crashes from ending the others."),
    CODE(0808, "wear that cannot be followed",
         "The model has no surface that wears, or its run does not repeat, or the pressure between "
         "the worn surfaces was not found.",
         "docs/command_line.md, wear, says what a model needs: `wear` of a joint, and a run of "
         "whole turns."),
    CODE(0830, "values that have no spectrum",
         "The values are too few, not finite, or their times or angles turn back.",
         "Choose a range in which time or angle goes one way and that holds more rows."),
    CODE(0901, "a unit (FMU) cannot be used",
         "A model cannot be written as a unit, or its packed form cannot be read.",
         "See docs/fmu.md; write the unit anew with this version."),
    CODE(0903, "a command cannot be done",
         "The command was understood, but what it names is not there or does not fit.",
         "See `pintle --help` and docs/command_line.md."),
    CODE(0950, "a command that is not complete",
         "An option or argument is unknown, missing, given twice, or does not go with another.",
         "`pintle VERB --help` lists what the verb takes."),
    CODE(0951, "a value of an option is wrong",
         "What stands behind an option is no number, unit or word that it takes, or out of range.",
         "The message has an example or the range; `pintle VERB --help` tells more."),
    CODE(0952, "nothing of that name",
         "A law, model, column, key or code that the command names is not there.",
         "The message names the nearest, or the command that lists all."),
    CODE(0953, "fewer digits than asked for",
         "The runs of a verified model agree in fewer digits than --digits asks for.",
         "Tighten run.rtol, shorten the run, or ask for what can be known of a chaotic motion "
         "(docs/trust.md)."),
};

int ptl_code_get(int index, ptl_code *out) {
  if (index < 0 || index >= (int)(sizeof codes / sizeof *codes)) return 0;
  *out = codes[index];
  return 1;
}

/* The length of the code that begins there, with the marks at both ends, or 0. */
static size_t length_at(const char *at) {
  static const size_t digits = 4;
  if (at[0] != PTL_E_BEGIN || at[1] != 'E' || strspn(at + 2, "0123456789") != digits) return 0;
  return at[2 + digits] == PTL_E_END ? 3 + digits : 0;
}

const char *ptl_code_take(char *text) {
  const char *found = NULL;
  char *to = text;
  for (const char *at = text; *at != '\0';) {
    const size_t n = length_at(at);
    if (n == 0) *to++ = *at++;
    for (size_t i = 0; n > 0 && i < sizeof codes / sizeof *codes; i++)
      if (strncmp(codes[i].code, at + 1, n - 2) == 0) found = codes[i].code;
    at += n;
  }
  *to = '\0';
  return found;
}
