/* columns.h: the columns that a trace can have. Internal.
 *
 * One list gives both, the header of a trace and the values of its rows: a column says of which
 * element it is and which of the element's values it shows, and its name and unit follow from that.
 */
#ifndef PTL_COLUMNS_H
#define PTL_COLUMNS_H

#include "mechanism.h"

/* What has columns: `element` of a source is an index into the list of the description that stands
 * here. */
typedef enum ptl_column_kind {
  PTL_COLUMN_RUN,        /* no element: time and event */
  PTL_COLUMN_INPUT,      /* inputs: the value */
  PTL_COLUMN_SIGNAL,     /* signals with a state: the value */
  PTL_COLUMN_BODY,       /* bodies: the values of ptl_body_variables */
  PTL_COLUMN_COORDINATE, /* joints with a coordinate */
  PTL_COLUMN_DRIVEN,     /* motions between bodies: the values of a coordinate */
  PTL_COLUMN_REACTION,   /* joints held by constraints */
  PTL_COLUMN_COUPLING,   /* couplings */
  PTL_COLUMN_MOTION,     /* motions */
  PTL_COLUMN_BUSHING,    /* joints with a bushing */
  PTL_COLUMN_FILM,       /* joints with a film */
  PTL_COLUMN_GAP,        /* joints, and a gap of each */
  PTL_COLUMN_CLEARANCE,  /* joints that their gaps alone limit */
  PTL_COLUMN_FORCE,      /* forces */
  PTL_COLUMN_LOAD,       /* loads */
  PTL_COLUMN_POINT,      /* points */
  PTL_COLUMN_ENERGY,     /* no element */
  PTL_COLUMN_EXPRESSION  /* columns of the model */
} ptl_column_kind;

/* The values of an element of each kind. */
enum { PTL_RUN_TIME, PTL_RUN_EVENT };
enum { /* of what turns, then of what moves along a line */
       PTL_COORDINATE_ANGLE_VALUE,
       PTL_COORDINATE_ANGLE_RATE,
       PTL_COORDINATE_ANGLE_ACCELERATION,
       PTL_COORDINATE_POSITION,
       PTL_COORDINATE_SPEED,
       PTL_COORDINATE_ACCELERATION
};
enum {
  PTL_REACTION_FX,
  PTL_REACTION_FY,
  PTL_REACTION_MOMENT,
  PTL_REACTION_FRICTION, /* along the slip, of surfaces that slide */
  PTL_REACTION_SLIP_RATE,
  PTL_REACTION_FRICTION_MOMENT, /* of surfaces that only turn against each other */
  PTL_REACTION_TURN_RATE,
  PTL_REACTION_FRICTION_POWER,
  PTL_REACTION_PRESSED /* force that presses the surfaces beside the reaction */
};
enum {
  PTL_DRIVE_FORCE,  /* of couplings and motions: along x, y, a distance */
  PTL_DRIVE_MOMENT, /* of an angle */
  PTL_DRIVE_TANGENTIAL_FORCE,
  PTL_DRIVE_RADIAL_FORCE,
  PTL_DRIVE_LEFT_TENSION,
  PTL_DRIVE_RIGHT_TENSION,
  PTL_DRIVE_FRICTION, /* of teeth */
  PTL_DRIVE_POWER
};
enum {
  PTL_BUSHING_EX,
  PTL_BUSHING_EY,
  PTL_BUSHING_TWIST,
  PTL_BUSHING_FX,
  PTL_BUSHING_FY,
  PTL_BUSHING_MOMENT,
  PTL_BUSHING_POWER,
  PTL_BUSHING_DISSIPATION
};
enum {
  PTL_FILM_EX, /* where no gap of the joint has them */
  PTL_FILM_EY,
  PTL_FILM_RATIO,
  PTL_FILM_ATTITUDE,
  PTL_FILM_THICKNESS,
  PTL_FILM_FX,
  PTL_FILM_FY,
  PTL_FILM_MOMENT,
  PTL_FILM_DRY_SHARE,
  PTL_FILM_DISSIPATION
};
enum {
  PTL_GAP_DEPTH,
  PTL_GAP_DEPTH_RATE,
  PTL_GAP_NORMAL_FORCE,
  PTL_GAP_SLIP_RATE,
  PTL_GAP_FRICTION_FORCE,
  PTL_GAP_POWER,
  PTL_GAP_FRICTION_POWER,
  PTL_GAP_ELASTIC_ENERGY,
  PTL_GAP_EFFECTIVE_MASS,
  PTL_GAP_REFERENCE_SPEED
};
enum { PTL_CLEARANCE_EX, PTL_CLEARANCE_EY, PTL_CLEARANCE_FX, PTL_CLEARANCE_FY };
enum {
  PTL_FORCE_LENGTH,
  PTL_FORCE_FORCE,
  PTL_FORCE_ANGLE,
  PTL_FORCE_MOMENT,
  PTL_FORCE_POWER,
  PTL_FORCE_DISSIPATION
};
enum { PTL_APPLIED_FX, PTL_APPLIED_FY, PTL_APPLIED_MOMENT, PTL_APPLIED_POWER };
enum { PTL_POINT_X, PTL_POINT_Y, PTL_POINT_VX, PTL_POINT_VY, PTL_POINT_AX, PTL_POINT_AY };
enum {
  PTL_ENERGY_KINETIC,
  PTL_ENERGY_POTENTIAL,
  PTL_ENERGY_ELASTIC,
  PTL_ENERGY_DISSIPATED,
  PTL_ENERGY_SUPPLIED,
  PTL_ENERGY_BALANCE
};
enum { PTL_MAX_COLUMN_VALUES = 10 }; /* of one element */

typedef struct ptl_column_source {
  ptl_column_kind kind;
  int element;
  int gap; /* of PTL_COLUMN_GAP: its number among the type's */
  int value;
} ptl_column_source;

/* What a trace has only when asked for is in a group other than the default one: output.columns
 * names them. */
typedef enum ptl_column_group {
  PTL_GROUP_DEFAULT,
  PTL_GROUP_POWERS,
  PTL_GROUP_CONTACTS
} ptl_column_group;
#define PTL_WORDS_COLUMN_GROUP "default|powers|contacts" /* ptl_column_group */

ptl_column_group ptl_column_group_of(const ptl_column_source *source);

typedef struct ptl_columns {
  ptl_symbol_list list;       /* names and units, as expressions read them */
  ptl_column_source *sources; /* of as many */
} ptl_columns;

/* All columns in the order of docs/trace.md: those of the mechanism, then the model's own
 * expressions. Units of the latter are the description's. */
ptl_status ptl_columns_create(ptl_context *context, const ptl_mechanism *m, ptl_columns *out);
void ptl_columns_release(ptl_context *context, ptl_columns *columns);
/* Whether the text is an expression over all columns; *n_conditions: of how many conditions it is
 * made. */
ptl_status ptl_columns_check(const ptl_mechanism *m, const char *text, int *n_conditions);

#endif
