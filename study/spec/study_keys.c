#include "study_keys.h"

#include <stddef.h>

#define KEY(name, form, detail, doc) \
  { name, form, detail, doc, 0 }
#define NEED(name, form, detail, doc) \
  { name, form, detail, doc, PTL_KEY_REQUIRED }
#define KEYS_END \
  { NULL, PTL_KEY_TEXT, NULL, NULL, 0 }

const ptl_key ptl_keys_study[] = {
    {"study", PTL_KEY_FORMAT, NULL, "version of the format", PTL_KEY_REQUIRED},
    KEY("title", PTL_KEY_TEXT, NULL, "title of the study"),
    NEED("model", PTL_KEY_TEXT, NULL, "model file, from where the study file is"),
    KEY("set", PTL_KEY_EACH, "text", "values of the model that hold at every point"),
    KEY("vary", PTL_KEY_EACH, "values", "paths of the model and what they take"),
    KEY("design", PTL_KEY_TEXT, NULL, "which points: grid, one_at_a_time, random, ..."),
    KEY("points", PTL_KEY_NUMBER, "1", "number of points of a random design"),
    KEY("seed", PTL_KEY_NUMBER, "1", "seed of a random design"),
    KEY("table", PTL_KEY_TEXT, NULL, "CSV file whose rows are the points"),
    KEY("measures", PTL_KEY_OF, "measures", "what is kept of each run"),
    KEY("keep", PTL_KEY_TEXT, NULL, "of which runs the folders are kept"),
    KEY("sections", PTL_KEY_EACH, "section", "values at passages"),
    KEY("events", PTL_KEY_TEXTS, NULL,
        "kinds of events that are kept of each run: touch, deepest, part, ..."),
    KEY("stop_after", PTL_KEY_NUMBER, "1", "failed runs after which the study ends"),
    KEY("replicates", PTL_KEY_NUMBER, "1", "runs of each point"),
    KEY("perturbation", PTL_KEY_NUMBER, "1", "by which the numbers of replicates are moved"),
    KEY("continuation", PTL_KEY_TEXT, NULL, "start each run where the one before it ended"),
    KEYS_END};

const ptl_key ptl_keys_measure[] = {NEED("value", PTL_KEY_TEXT, NULL, "expression"),
                                    KEY("unit", PTL_KEY_TEXT, NULL, "in which it is shown"),
                                    KEYS_END};

const ptl_key ptl_keys_section[] = {
    NEED("every", PTL_KEY_TEXT, NULL, "a time or a travel of a joint"),
    NEED("values", PTL_KEY_TEXTS, NULL, "expressions"),
    KEY("phase", PTL_KEY_TEXT, NULL, "where in the interval"),
    KEY("skip", PTL_KEY_NUMBER, "1", "passages that are left out at the start"), KEYS_END};
