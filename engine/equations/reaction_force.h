/* reaction_force.h: the forces that depend on reactions, one by one. Internal. */
#ifndef PTL_REACTION_FORCE_H
#define PTL_REACTION_FORCE_H

#include "accelerations.h"
#include "data.h"

/* A force that depends on reactions: the friction of an ideal joint, a mesh, or a side of a
 * servo. */
typedef struct ptl_reaction_force {
  int friction, mesh, servo; /* index in the system, or -1 */
  /* of a mesh: the wheel whose centre it pushes across the line of centres; -1: along it */
  int side;
  const ptl_pair *pair;
  const ptl_sys_constraint *joint; /* of a friction */
  const ptl_sys_friction *rubs;    /* the friction itself */
  ptl_pair_state state;            /* of a friction: where it was placed last */
  double d[3];         /* of a friction: its direction by the pose, of the evaluation before */
  double row[6];       /* its direction by the coordinates of the pair */
  int is_turned;       /* 1: the last evaluation has changed that */
  int is_proportional; /* 1: its law is, and by_normal is what it gives at this slip rate */
  double slip;         /* of a friction: its slip rate */
  double by_normal;    /* of a friction: its derivative by the normal force */
  const char *name;
  int first, n_rows;   /* the reactions on which it depends */
  double by_lambda[3]; /* its derivatives by them */
  double gain;         /* bound of their norm */
} ptl_reaction_force;

/* Whether it is proportional to its reaction. */
static inline int ptl_reaction_force_is_linear(const ptl_reaction_force *f) {
  return f->friction < 0 && f->side >= 0;
}

int ptl_reaction_forces_count(const ptl_system *system);
/* All of them, frictions first, into a list of that length. */
void ptl_reaction_forces_list(const ptl_system *system, ptl_reaction_force *list);
/* Places a list of them at a state, after ptl_data_set_state with the same q and v: what does not
 * depend on reactions. */
void ptl_reaction_forces_place(const ptl_data *data, ptl_reaction_force *list, int n,
                               const double *q, const double *v);
/* The forces of a list at the multipliers lambda into `force`; their directions and derivatives into
 * the list, after it has been placed. PTL_ERR_UNFIT where one is not a finite number. */
ptl_status ptl_reaction_forces_eval(ptl_data *data, ptl_reaction_force *list, int n,
                                    const double *lambda, double *force);

/* What a unit of each of the forces, PTL_LANES at most, makes at the state of
 * ptl_accelerations_solve, by ptl_accelerations_respond: a (n_coordinates) and lambda (n_rows), a
 * lane for each. unit: scratch as a. */
void ptl_reaction_forces_respond(ptl_accelerations *accelerations, const ptl_reaction_force *list,
                                 int n_forces, int n_coordinates, double *unit, double *a,
                                 double *lambda);

#endif
