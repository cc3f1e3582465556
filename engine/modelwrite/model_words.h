/* model_words.h: the keys of a model file's mappings, and its words in the order of the
 * enumerations that they stand for. Internal. */
#ifndef PTL_MODEL_WORDS_H
#define PTL_MODEL_WORDS_H

#define PTL_WORDS_START "given|ideal|equilibrium|touching" /* ptl_start */
#define PTL_WORDS_INTEGRATOR "auto|ida|dop853"             /* ptl_integrator */
#define PTL_WORDS_ALONG "x|y|angle|distance"               /* ptl_measured_coordinate */
#define PTL_WORDS_RISE_LAW \
  "cycloidal|polynomial_345|polynomial_4567|trapezoidal|jerk_limited" /* ptl_rise_law */
#define PTL_WORDS_INTERPOLATION "spline|monotone"                     /* ptl_motion_def.monotone */
#define PTL_WORDS_CURVE "linear|monotone|cubic"                       /* of a table */
#define PTL_WORDS_FRAME "ground|body"                                 /* ptl_load_def.follows */
#define PTL_WORDS_CONTACT_ROWS "all|peaks|ends"                       /* ptl_contact_rows */
#define PTL_WORDS_ANGLE_UNIT "rad|deg|turn"                           /* ptl_angle_unit */
#define PTL_WORDS_RATE_UNIT "rad/s|deg/s|rpm"                         /* ptl_rate_unit */
#define PTL_WORDS_ZERO "placement|bodies"                             /* of a coordinate */
#define PTL_WORDS_SIDE "left|right"                                   /* of a strand */
#define PTL_WORDS_YES_NO "false|true"

/* What the value of a key is; `detail` in brackets. */
typedef enum ptl_key_form {
  PTL_KEY_FORMAT,    /* the number of the format */
  PTL_KEY_TEXT,      /* a text */
  PTL_KEY_NUMBER,    /* a number with a unit, or an expression [unit] */
  PTL_KEY_WORD,      /* one of some words [first|second] */
  PTL_KEY_PAIR,      /* two numbers [unit] */
  PTL_KEY_PAIRS,     /* a list of pairs [unit] */
  PTL_KEY_NUMBERS,   /* a list of numbers [unit] */
  PTL_KEY_ROWS,      /* a list of such lists [unit] */
  PTL_KEY_PLACES,    /* a pair, or two pairs [unit] */
  PTL_KEY_NAMES,     /* two names */
  PTL_KEY_TEXTS,     /* a list of texts */
  PTL_KEY_OF,        /* a mapping [of what] */
  PTL_KEY_LIST,      /* a list of mappings [of what] */
  PTL_KEY_EACH,      /* a mapping from names to what stands under the key [of what] */
  PTL_KEY_LAW,       /* a mapping with the name of a law and its parameters [kind of law] */
  PTL_KEY_RADII,     /* two numbers, words or nothing [unit] */
  PTL_KEY_MATERIALS, /* a material, or two */
  PTL_KEY_FIELDS,    /* a mapping with the fields of a structure [of what] */
  PTL_KEY_GAPS,      /* the name of a contact, or a mapping from gaps to names */
  PTL_KEY_SIDE,      /* the name of a joint, or a mapping [of what] */
  PTL_KEY_START      /* a mapping from joints to their coordinates, and `points` */
} ptl_key_form;

enum { PTL_KEY_REQUIRED = 1, PTL_MOST_KEYS = 32 };

typedef struct ptl_key {
  const char *name; /* NULL ends a list of keys */
  ptl_key_form form;
  const char *detail, *doc;
  unsigned flags;
} ptl_key;

/* Entries of a list of keys: one that may be left out, one that may not, the end. */
#define PTL_KEY(name, form, detail, doc) \
  { name, form, detail, doc, 0 }
#define PTL_KEY_NEEDED(name, form, detail, doc) \
  { name, form, detail, doc, PTL_KEY_REQUIRED }
#define PTL_KEYS_END \
  { NULL, PTL_KEY_TEXT, NULL, NULL, 0 }

typedef struct ptl_key_table {
  const char *name; /* NULL ends a list of tables */
  const ptl_key *keys;
} ptl_key_table;

extern const ptl_key ptl_keys_model[], ptl_keys_body[], ptl_keys_shape[], ptl_keys_hole[],
    ptl_keys_circle[], ptl_keys_rectangle[], ptl_keys_link[], ptl_keys_contact[],
    ptl_keys_material[], ptl_keys_part[], ptl_keys_joint[], ptl_keys_force[], ptl_keys_side[],
    ptl_keys_springs[], ptl_keys_wheel[], ptl_keys_release[], ptl_keys_rise[], ptl_keys_load[],
    ptl_keys_input[], ptl_keys_run[], ptl_keys_output[], ptl_keys_point[], ptl_keys_column[],
    ptl_keys_stop[], ptl_keys_statistic[], ptl_keys_table[], ptl_keys_limits[], ptl_keys_units[],
    ptl_keys_start_turning[], ptl_keys_start_sliding[], ptl_keys_start_point[];

/* Of signals that are mappings, by the key that tells their kind. */
enum {
  PTL_SIGNAL_EXPRESSION,
  PTL_SIGNAL_RATE,
  PTL_SIGNAL_NEXT,
  PTL_SIGNAL_FILTER,
  PTL_SIGNAL_DELAY,
  PTL_SIGNAL_PID,
  PTL_SIGNAL_SWITCH,
  PTL_N_SIGNALS
};
extern const ptl_key_table ptl_signal_tables[PTL_N_SIGNALS + 1];

/* Of motions and couplings, which are entries of `joints:`, by their type. */
enum {
  PTL_DRIVE_MOTION,
  PTL_DRIVE_COUPLING,
  PTL_DRIVE_GEAR,
  PTL_DRIVE_BELT,
  PTL_DRIVE_RACK,
  PTL_DRIVE_ROPE,
  PTL_N_DRIVES
};
extern const ptl_key_table ptl_drive_tables[PTL_N_DRIVES + 1];
/* All that keys name in their `detail`. */
extern const ptl_key_table ptl_key_tables[];

/* The names of the keys, with NULL behind them; room for PTL_MOST_KEYS. Returns how many. */
int ptl_key_names(const ptl_key *keys, const char **names);

#endif
