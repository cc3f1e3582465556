#include "study_keys.h"

#include <stddef.h>

const ptl_key ptl_keys_study[] = {
    {"study", PTL_KEY_FORMAT, NULL, "version of the format", PTL_KEY_REQUIRED},
    PTL_KEY("title", PTL_KEY_TEXT, NULL, "title of the study"),
    PTL_KEY_NEEDED("model", PTL_KEY_TEXT, NULL, "model file, from where the study file is"),
    PTL_KEY("set", PTL_KEY_EACH, "text", "values of the model that hold at every point"),
    PTL_KEY("vary", PTL_KEY_EACH, "values", "paths of the model and what they take"),
    PTL_KEY("design", PTL_KEY_TEXT, NULL, "which points: grid, one_at_a_time, random, ..."),
    PTL_KEY("points", PTL_KEY_NUMBER, "1", "number of points of a random design"),
    PTL_KEY("seed", PTL_KEY_NUMBER, "1", "seed of a random design"),
    PTL_KEY("table", PTL_KEY_TEXT, NULL, "CSV file whose rows are the points"),
    PTL_KEY("analysis", PTL_KEY_OF, "analysis", "what is done at each point; default run"),
    PTL_KEY("measures", PTL_KEY_OF, "measures", "what is kept of each run"),
    PTL_KEY("keep", PTL_KEY_TEXT, NULL, "of which runs the folders are kept"),
    PTL_KEY("sections", PTL_KEY_EACH, "section", "values at passages"),
    PTL_KEY("events", PTL_KEY_TEXTS, NULL,
            "kinds of events that are kept of each run: touch, deepest, part, ..."),
    PTL_KEY("stop_after", PTL_KEY_NUMBER, "1", "failed runs after which the study ends"),
    PTL_KEY("replicates", PTL_KEY_NUMBER, "1", "runs of each point"),
    PTL_KEY("perturbation", PTL_KEY_NUMBER, "1", "by which the numbers of replicates are moved"),
    PTL_KEY("continuation", PTL_KEY_TEXT, NULL, "start each run where the one before it ended"),
    PTL_KEYS_END};

const ptl_key ptl_keys_analysis[] = {
    PTL_KEY_NEEDED("type", PTL_KEY_WORD, "run|static|kinematics|modes|wear", "which analysis"),
    PTL_KEY("at", PTL_KEY_TEXT, NULL,
            "static: time of drivers and loads; modes: equilibrium or start"),
    PTL_KEY("joint", PTL_KEY_TEXT, NULL, "kinematics: the joint whose coordinate is the output"),
    PTL_KEY("driver", PTL_KEY_TEXT, NULL, "kinematics: the motion that drives"),
    PTL_KEY("frame", PTL_KEY_WORD, "ground|bodies", "modes: along which axes"),
    PTL_KEY("cycles", PTL_KEY_NUMBER, "1", "wear: cycles at the end"),
    PTL_KEY("cycle", PTL_KEY_TEXT, NULL, "wear: what a cycle is, 1 turn of shaft"),
    PTL_KEY("settle", PTL_KEY_NUMBER, "1", "wear: cycles before those that count"),
    PTL_KEY("measured", PTL_KEY_NUMBER, "1", "wear: cycles that count"),
    PTL_KEY("accuracy", PTL_KEY_NUMBER, "1", "wear: error of a block, of the clearance"),
    PTL_KEY("until_clearance", PTL_KEY_NUMBER, "m", "wear: largest clearance at the end"),
    PTL_KEYS_END};

const ptl_key ptl_keys_measure[] = {PTL_KEY_NEEDED("value", PTL_KEY_TEXT, NULL, "expression"),
                                    PTL_KEY("unit", PTL_KEY_TEXT, NULL, "in which it is shown"),
                                    PTL_KEYS_END};

const ptl_key ptl_keys_section[] = {
    PTL_KEY_NEEDED("every", PTL_KEY_TEXT, NULL, "a time or a travel of a joint"),
    PTL_KEY_NEEDED("values", PTL_KEY_TEXTS, NULL, "expressions"),
    PTL_KEY("phase", PTL_KEY_TEXT, NULL, "where in the interval"),
    PTL_KEY("skip", PTL_KEY_NUMBER, "1", "passages that are left out at the start"), PTL_KEYS_END};
