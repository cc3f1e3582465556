/* wear.h: the surfaces of joints over many cycles. Internal.
 *
 * A block is a number of cycles that all wear off what one cycle does, by the mean of a cycle
 * before and one after it: the geometry after the block is predicted by the loads before it, a
 * cycle is simulated with it, and the block is taken again with the mean of both. The difference of
 * the two is the block's error, by which the next one is made shorter or longer. */
#ifndef PTL_WEAR_H
#define PTL_WEAR_H

#include "pintle.h"
#include "pintle_extend.h"

typedef struct ptl_wear_options {
  /* "1 turn of shaft", "20 ms"; NULL: one turn of the joint by which the model's run ends */
  const char *cycle;
  double settle, measured;  /* cycles simulated before those that count, and those */
  double cycles;            /* at the end */
  double accuracy;          /* of a block, of the clearance */
  double largest_clearance; /* at which it ends; INFINITY: at none [m] */
  const char *folder;       /* new, or one to go on with; NULL: nothing is written */
  int resume;
  /* After every step of every simulation, with the part of the cycles that is done; non-zero ends
   * it with PTL_ERR_INTERRUPTED, as it was after the last block. NULL: never. */
  int (*progress)(void *user, double fraction);
  void *user;
} ptl_wear_options;
ptl_wear_options ptl_wear_options_default(void);

enum { PTL_WEAR_MOST_SIDES = 6, PTL_WEAR_MOST_CONTACTS = 4 }; /* of a joint: a slider's */

typedef struct ptl_wear_side { /* one surface of a joint */
  const char *name;            /* "bearing", "inner", "lower_left" */
  int part;                    /* 0: of part A, 1: of part B */
  ptl_worn_surface shape;
  int n; /* sectors: around a circle, or of a stretch of a wall that the first cycle chose */
  double first, step; /* of a wall: middle of the first sector, and from one to the next [m] */
  double radius, coefficient;  /* radius of a circle, else 0 [m] */
  double *loss;                /* per sector [m] */
  double *works, *force_works; /* of one cycle: pintle_wear.h */
  /* work times the curvature of both surfaces against each other, but of two circles [J/m] */
  double *bends;
  double depth, volume; /* largest loss [m]; lost [m^3] */
} ptl_wear_side;

typedef struct ptl_wear_contact { /* a gap that is touched */
  const char *gap;
  int wear, gap_index;     /* among the wears of a summary; of the system */
  int sides[2];            /* of part A and of part B; -1: one that keeps its shape */
  double curvature;        /* of both surfaces against each other; 0 of two circles [1/m] */
  double work, force_work; /* of one cycle */
} ptl_wear_contact;

typedef struct ptl_wear_bearing { /* a joint */
  const char *joint;
  int joint_index;                      /* in the description */
  int n_sectors;                        /* the most of a surface */
  double clearance, length, foundation; /* [m], [m], [Pa/m] */
  double largest_clearance;             /* with the losses [m] */
  double peak_force, peak_before; /* in the cycles that counted, now and before the block [N] */
  int n_sides, n_contacts;
  ptl_wear_side sides[PTL_WEAR_MOST_SIDES];
  ptl_wear_contact contacts[PTL_WEAR_MOST_CONTACTS];
} ptl_wear_bearing;

typedef struct ptl_wear {
  ptl_context *context;
  const ptl_mechanism *model;
  ptl_system *system; /* of the model, without losses */
  ptl_wear_options options;
  ptl_span cycle;
  ptl_wear_bearing *bearings;
  int n_bearings;
  void *memory;  /* of the arrays of the bearings */
  double *spare; /* losses and loads before a block, and its loads' mean: n_values each */
  int n_values;  /* of all arrays of the bearings */
  int n_blocks;
  double cycles;     /* done */
  double last, next; /* lengths of the last block and of the next [cycles] */
  double error;      /* of the last block, of the clearance */
  int64_t simulations;
  int is_limited; /* it ended at the largest clearance */
  int lock;       /* held by a folder that is written, or -1 */
  int is_taken;   /* nobody else is to write into the folder */
  int is_made;    /* it was not there before */
} ptl_wear;

/* Of a model in which joints have `wear`: revolutes, pins in slots along lines and arcs, sliders.
 * The model must outlive it. */
ptl_status ptl_wear_create(ptl_context *context, const ptl_mechanism *model,
                           const ptl_wear_options *options, ptl_wear **out);
/* The same without the first cycle, which ptl_wear_start does then: columns and joints are
 * known. */
ptl_status ptl_wear_prepare(ptl_context *context, const ptl_mechanism *model,
                            const ptl_wear_options *options, ptl_wear **out);
ptl_status ptl_wear_start(ptl_wear *wear);
void ptl_wear_destroy(ptl_wear *wear);
/* One block more, its rows written and the checkpoint set; where a simulation fails or is stopped
 * all is as it was before. */
ptl_status ptl_wear_advance(ptl_wear *wear);
int ptl_wear_is_done(const ptl_wear *wear);
/* The model with the surfaces as they are, for ptl_mechanism_destroy. */
ptl_status ptl_wear_worn_model(const ptl_wear *wear, ptl_mechanism **out);

enum { PTL_WEAR_NAME = 160 }; /* bytes of the name of a column */

/* The columns of wear.csv but for the block's number: cycles, block_cycles, error, and per joint
 * clearance, peak_force and what its surfaces have lost. Returns how many there are. */
int ptl_wear_count_columns(const ptl_wear *wear);
/* Column i. */
void ptl_wear_column(const ptl_wear *wear, int i, char name[PTL_WEAR_NAME], const char **unit);
/* Their values after the last block, SI. */
void ptl_wear_row(const ptl_wear *wear, double *values);

typedef struct ptl_wear_table { /* numbers of a CSV file, row by row; words are 0 */
  double *values;
  int rows, columns;
} ptl_wear_table;

/* "wear.csv" or "profiles.csv" of the folder; PTL_ERR_INPUT where it has not the columns of this
 * wear. */
ptl_status ptl_wear_read_table(const ptl_wear *wear, const char *name, ptl_wear_table *out);
void ptl_wear_table_release(const ptl_wear *wear, ptl_wear_table *table);

#endif
