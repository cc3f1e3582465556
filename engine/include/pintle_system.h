/* pintle_system.h: a description compiled for simulation: assembling it, and what assembling found.
 * Part of pintle.h. A system never changes: any number of threads may read and run it at once. */
#ifndef PINTLE_SYSTEM_H
#define PINTLE_SYSTEM_H

#include "pintle_base.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ptl_setting; /* pintle.h */

typedef struct ptl_redundancy { /* a constraint that the others already enforce */
  char name[96];                /* "JOINT, equation K" */
} ptl_redundancy;

/* Whether the start is a position in which constraints that are independent elsewhere (nearly)
 * depend on one another. */
typedef enum ptl_singularity { PTL_REGULAR, PTL_NEARLY_SINGULAR, PTL_SINGULAR } ptl_singularity;

/* What assembling found; strings and arrays belong to the system. */
typedef struct ptl_assembly {
  int n_bodies, n_constraints, n_gaps;
  int rank;                     /* independent constraints at the assembled position */
  int degrees_of_freedom;       /* 3 n_bodies - rank */
  int ideal_degrees_of_freedom; /* with every clearance joint taken as ideal */
  const ptl_redundancy *redundant;
  int n_redundant;
  double moved, turned;     /* largest change by the projection [m], [rad] */
  double moved_velocity;    /* largest change of a velocity [m/s] */
  double position_residual; /* largest violation left [m or rad] */
  double velocity_residual; /*                        [m/s or rad/s] */
  ptl_singularity singularity;
  char singular_constraint[96]; /* the equation that the others (nearly) imply there, or "" */
  double independence; /* sine of the angle between it and what the others span; 1: of no concern */
} ptl_assembly;

/* Compiles the description and finds a consistent start. PTL_ERR_UNFIT names what cannot be
 * assembled and by how much. The system keeps its own copy of the description: what is added to `m`
 * later, or destroying `m`, changes nothing in it. The context of `m` must outlive the system. */
PTL_API ptl_status ptl_assemble(const ptl_mechanism *m, ptl_system **out);
/* The same with the memory and the messages of another context, which must outlive the system, as
 * must the plug-ins of the context of `m`. `m` is only read: threads with a context each may
 * assemble the same description at once, as long as none of them changes it. */
PTL_API ptl_status ptl_assemble_in(ptl_context *context, const ptl_mechanism *m, ptl_system **out);
/* The same mechanism without clearances, bushings and friction, to be compared with: joints with
 * clearance are taken as ideal ones. */
PTL_API ptl_status ptl_assemble_ideal(ptl_context *context, const ptl_mechanism *m,
                                      ptl_system **out);
/* Another system with the values that settings replace in the description of `system`: the same to
 * the bit as reading, setting and assembling anew. `system` and its runs stay as they are, and
 * threads with a context each may vary it at once; the start is found anew. ptl_run_set_system lets
 * a run go on with it. */
PTL_API ptl_status ptl_system_vary(ptl_context *context, const ptl_system *system,
                                   const struct ptl_setting *settings, int n_settings,
                                   ptl_system **out);
PTL_API void ptl_system_destroy(ptl_system *system);
PTL_API const ptl_assembly *ptl_system_get_assembly(const ptl_system *system);
/* The joints and drivers that enforce redundant constraint `index` of the assembly together, "'a',
 * 'b' and 'c'"; valid as long as the system. NULL where there is none of that index, or beyond the
 * first 32. */
PTL_API const char *ptl_system_get_redundant_loop(const ptl_system *system, int index);

typedef struct ptl_column {
  const char *name, *unit;
} ptl_column;

/* Columns of a row, in order: time, event, then those of docs/trace.md that the model keeps. */
PTL_API int ptl_system_get_columns(const ptl_system *system, const ptl_column **columns);

typedef struct ptl_initial { /* consistent start of one body */
  const char *body;
  double x, y, angle, vx, vy, omega, ax, ay, alpha;
} ptl_initial;
PTL_API int ptl_system_get_initial(const ptl_system *system, const ptl_initial **initial);

/* A coordinate at the start, as drivers, springs and stops count it: of every joint that has one,
 * of every motion between two bodies, and of every force between two parts. */
typedef struct ptl_initial_coordinate {
  const char *name; /* of the joint, motion or force */
  const char *kind; /* "joint", "motion", "force" */
  const char *unit; /* "rad" or "m" */
  double value;     /* [rad] or [m] */
  double rate;      /* [rad/s] or [m/s] */
} ptl_initial_coordinate;
PTL_API int ptl_system_get_initial_coordinates(const ptl_system *system,
                                               const ptl_initial_coordinate **list);

/* What a reader of results should know of the start, a sentence each: what of it was moved and how
 * far, gaps that are closed, a (nearly) singular position. */
PTL_API int ptl_system_get_notices(const ptl_system *system, const char *const **notices);

/* Names of gap `gap` (0 to n_gaps - 1): its joint, its own, the contact it uses. Any pointer may
 * be NULL. PTL_ERR_USAGE when there is no such gap. */
PTL_API ptl_status ptl_system_get_gap(const ptl_system *system, int gap, const char **joint,
                                      const char **name, const char **contact);
/* One gap at the start. The effective mass of its contact is 1/(n^T M^-1 n) along the normal n,
 * with the inverse mass matrix that the ideal joints, couplings and drivers leave; infinite where
 * they hold both parts. Where the surfaces are concentric at the start, so that they have no
 * normal, or nothing gives way along it, it is the inverse of the mean of 1/m over all directions,
 * between the least and the largest. */
typedef struct ptl_gap_start {
  double depth, energy;  /* > 0: closed [m]; stored in the contact then [J] */
  double rate;           /* > 0: approaching [m/s] */
  double effective_mass; /* as the laws take it [kg] */
  double least_effective_mass, largest_effective_mass; /* over the directions in question [kg] */
  int mass_is_given; /* 1: effective_mass is the contact's own setting */
} ptl_gap_start;
/* PTL_ERR_USAGE when there is no such gap. */
PTL_API ptl_status ptl_system_get_gap_start(const ptl_system *system, int gap, ptl_gap_start *out);
/* The same for pair `friction` of sliding surfaces: its joint, its gap (NULL: the joint is ideal),
 * its law. */
PTL_API ptl_status ptl_system_get_friction(const ptl_system *system, int friction,
                                           const char **joint, const char **gap, const char **law);

#ifdef __cplusplus
}
#endif

#endif
