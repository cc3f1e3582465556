/* reactions_state.h: one state of which the reactions are sought, its linear problem, and the
 * solutions found. Internal. */
#ifndef PTL_REACTIONS_STATE_H
#define PTL_REACTIONS_STATE_H

#include "accelerations.h"
#include "anderson.h"
#include "kkt.h"
#include "reaction_force.h"

typedef struct ptl_reactions ptl_reactions;

/* Relative pivot below which a position counts as near a singular one: the multipliers of the
 * sparse factorisation are then less exact than the square root of rounding. */
#define PTL_NEAR_SINGULAR 1e-4

typedef struct ptl_reaction_report {
  int n_solutions; /* found; 0: none, the mechanism jams */
  /* where there is none or are several: the joint whose friction, or the mesh, that is most so */
  const char *to_blame;
  const char *strongest; /* the one whose force changes its own cause most; NULL without such */
  /* By how much friction multiplies the reactions that cause it; grows without bound on the way to
   * a jam. */
  double amplification;
  /* of the equations, as ptl_accelerations_least_pivot; 0 where it is not known */
  double least_pivot;
} ptl_reaction_report;

/* With more forces their derivatives by each other, whose number is the square, are not
 * computed. */
enum { PTL_FEW_REACTION_FORCES = 24 };
enum { PTL_MAX_SOLUTIONS = 8 };

/* Rank tolerance of the equations scaled by masses, by singular values, for positions in which a
 * direction is lost. */
#define PTL_LOST_TOLERANCE 1e-6

struct ptl_reactions {
  ptl_data *data;
  ptl_accelerations *accelerations; /* NULL: not to be used */
  ptl_kkt *kkt;                     /* NULL until it is needed */
  int uses_kkt;                     /* at the state in hand */
  int is_near;                      /* 1: to a singular position */
  double weakest;                   /* rank tolerance there that leaves the weakest direction out */
  double noise; /* what rounding may make of a multiplier in the weakest direction there [N] */
  int *order;   /* m: rows, dependent ones last */
  int n, m, n_forces; /* coordinates, rows, forces that depend on reactions */
  ptl_reaction_force *forces;
  double *gamma;          /* m */
  double *base;           /* n: forces without friction of ideal joints */
  double *a, *spare;      /* n: scratch */
  double *free_lambda;    /* m: multipliers without friction */
  double *lambda;         /* m: of the iterate */
  double *guess;          /* m */
  ptl_anderson *anderson; /* of many forces; NULL of few, whose method needs what comes next */
  double *response;       /* m per friction: multipliers by a unit of its force */
  double (*rows)[6];      /* per friction: d_k, for which the response was found */
  int has_lanes;          /* 1: all responses of a regular state are found at once, into */
  double *lanes_force, *lanes_a,
      *lanes_lambda;    /* n, n and m times the lanes; the first is scratch */
  double *force;        /* per friction: the unknowns f */
  double *missing;      /* per friction: h */
  double *trial, *step; /* per friction */
  double *shift;     /* per friction: how F_k changes from lambda to free_lambda, to first order */
  double *matrix;    /* of h by f */
  double *solutions; /* MAX_SOLUTIONS times n_forces */
  int n_solutions;
  double *violation; /* max(n, m) */
  void *arrays;      /* memory of the above */
};

/* The state in r->kkt: for solving, and for what comes next. */
ptl_status ptl_reactions_set_kkt(ptl_reactions *r, double t, const double *q, const double *v);
/* How independent the equations of the state in r->kkt are, redundant ones apart, whatever the
 * masses: about a sine. *row: the weakest. */
double ptl_reactions_measure_independence(ptl_reactions *r, int *row);
/* See ptl_reactions_weakness, at the state in r->kkt. */
double ptl_reactions_measure_weakness(ptl_reactions *r, double *pattern);
/* Factors at the state, with data->force and gamma there. */
ptl_status ptl_reactions_set_state(ptl_reactions *r, double t, const double *q, const double *v,
                                   const ptl_contact_mode *mode, ptl_reaction_report *report);
/* a and lambda for the forces in data->force. Near a singular position the multipliers in its
 * direction are taken for rounding, and left out, unless they are clearly more than that. */
ptl_status ptl_reactions_solve(ptl_reactions *r, double *a, double *lambda);
/* data->force without the forces that depend on reactions. */
void ptl_reactions_restore_force(ptl_reactions *r);
/* Adds r->force to the solutions unless it is among them. */
void ptl_reactions_note(ptl_reactions *r);

#endif
