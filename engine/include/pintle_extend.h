/* pintle_extend.h: extend Pintle with a contact law, a friction law, a film law, a joint type, a
 * force type or a plug-in.
 *
 * A type is one const struct of functions and tables in one file. The struct carries its own
 * documentation and parameter table; reading, range checks, `pintle list`, the manual and the
 * conformance tests are all driven by them. Built-in types are named once more in
 * engine/registry/builtin.c; a plug-in returns its types from ptl_plugin_types().
 *
 * All numbers are SI. Functions here are pure: they read their arguments and write their result,
 * keep no state, allocate nothing, and may be called from several threads at once. Each gets the
 * instance `c`, with which ptl_user() finds the `user` of its type; what that points to is shared
 * by all threads and must outlive the context. */
#ifndef PINTLE_EXTEND_H
#define PINTLE_EXTEND_H

#include "pintle_film.h"
#include "pintle_joint_type.h"
#include "pintle_monotone.h"
#include "pintle_type.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PTL_EXTEND_ABI 7

/* ------------------------------------------------------------------ contact laws */

/* What a law may ask of its surroundings; the engine refuses the model if it is not there. */
enum {
  PTL_NEEDS_RADII = 1,     /* env.radius_a, env.radius_b */
  PTL_NEEDS_LENGTH = 2,    /* env.length */
  PTL_NEEDS_MATERIALS = 4, /* env.young_*, env.poisson_* */
  PTL_NEEDS_MASS = 8       /* env.effective_mass */
};

/* What a law says of its force; read by the engine and by the conformance tests. */
enum {
  PTL_LAW_PULLS = 1, /* may be negative while touching (adhesion): not clamped */
  PTL_LAW_JUMPS = 2  /* not zero at zero depth when approaching (linear damping) */
};

/* The surroundings of one gap, constant through a run. NAN where the model gives nothing. */
typedef struct ptl_contact_env {
  double radius_a, radius_b;   /* signed, < 0 concave, infinite for flat  [m] */
  double length;               /* axial length of the contact             [m] */
  double young_a, young_b;     /* Young's modulus                         [Pa] */
  double poisson_a, poisson_b; /* Poisson's ratio                         [1] */
  double effective_mass;       /* of both parts along the normal, with the
                                  joints and drivers that hold them; NAN
                                  where they are immovable                [kg] */
} ptl_contact_env;

/* The state of one gap that is being evaluated; depth > 0. */
typedef struct ptl_contact_in {
  double depth;           /* overlap                                        [m] */
  double depth_rate;      /* > 0 while approaching                          [m/s] */
  double reference_speed; /* approach speed at the touch or what has exceeded it
                             since, never below the contact's floor       [m/s] */
  const double *memory;   /* this law's own n_memory doubles, or NULL */
} ptl_contact_in;

typedef struct ptl_elastic_out {
  double force;     /* [N] */
  double stiffness; /* d force / d depth                                  [N/m] */
  double energy;    /* what unloading from here would give back           [J] */
} ptl_elastic_out;

typedef struct ptl_contact_out {
  double force;   /* normal force, > 0 pushes apart                       [N] */
  double d_depth; /* d force / d depth; NAN asks the engine to difference [N/m] */
  double d_rate;  /* d force / d depth_rate; NAN likewise                 [Ns/m] */
  double energy;  /* recoverable energy                                   [J] */
} ptl_contact_out;

/* When update() is called. Between these calls the memory does not change. */
typedef enum ptl_contact_event {
  PTL_TOUCH,   /* the gap has just closed: depth 0, > 0 where a run begins with it closed */
  PTL_DEEPEST, /* a maximum of the depth; also after a touch with depth > 0 that does not deepen */
  PTL_STEP,    /* an accepted integration step ends here, still touching */
  PTL_PART     /* the gap has just opened: depth 0; memory is zeroed after it */
} ptl_contact_event;

/* An elastic law: force from depth (and from its own history, if it keeps any).
 *
 * `c` is the instance: the parameters in table order, then n_derived doubles that prepare()
 * computes once from them and from the surroundings, then the lists of points. */
typedef struct ptl_elastic_law {
  const char *name;
  ptl_doc doc;
  const ptl_param *params; /* ends with {0} */
  unsigned needs;          /* PTL_NEEDS_* */
  unsigned flags;          /* PTL_LAW_* */
  const char *partners;    /* damping laws it accepts, "a|b"; NULL accepts every one */
  int n_derived;
  int n_derived_per_point;
  int n_memory;
  /* Returns 0, or non-zero with the reason. NULL if there is nothing to derive or check. */
  int (*prepare)(double *c, const ptl_contact_env *env, ptl_reason *why);
  void (*force)(const double *c, const ptl_contact_in *in, ptl_elastic_out *out);
  /* Largest depth the law is defined for [m]; NULL when there is none. Beyond it the run
   * stops with an error that names the gap, the time and both depths. */
  double (*max_depth)(const double *c);
  /* NULL if n_memory is 0. */
  void (*update)(const double *c, const ptl_contact_in *in, ptl_contact_event event,
                 double *memory);
  void *user; /* for ptl_user(), or NULL */
} ptl_elastic_law;

/* A dissipation law: turns the elastic force into the force of the contact. The engine
 * clamps the result at zero unless the law (or its elastic partner) has PTL_LAW_PULLS. */
typedef struct ptl_damping_law {
  const char *name;
  ptl_doc doc;
  const ptl_param *params;
  unsigned needs;
  unsigned flags;
  const char *partners; /* elastic laws it accepts, "a|b"; NULL accepts every one */
  int n_derived;
  int n_derived_per_point;
  int n_memory;
  int (*prepare)(double *c, const ptl_contact_env *env, ptl_reason *why);
  void (*force)(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                ptl_contact_out *out);
  void (*update)(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                 ptl_contact_event event, double *memory);
  void *user; /* for ptl_user(), or NULL */
} ptl_damping_law;

/* ------------------------------------------------------------------ friction laws */

enum { PTL_MAX_FRICTION_STATES = 4 };

enum {
  /* The force is normal_force times d_normal, and neither that nor the rates of the inner states
   * depend on normal_force: the engine asks once per slip rate. */
  PTL_FRICTION_PROPORTIONAL = 1,
  /* Of a law with inner states: it resists slip by a damping that acts within ten stick speeds
   * only. Steps then end within that zone, where they might go through it unseen. */
  PTL_FRICTION_DAMPED = 2
};

/* Two surfaces that slide on each other. */
typedef struct ptl_friction_in {
  double slip_rate;    /* tangential velocity of B's surface against A's  [m/s] */
  double normal_force; /* >= 0                                            [N] */
  const double *state; /* the law's n_states inner states, or NULL */
} ptl_friction_in;

typedef struct ptl_friction_out {
  double force;    /* > 0 opposes a slip_rate > 0                         [N] */
  double d_slip;   /* d force / d slip_rate; NAN asks the engine to difference
                      this and every other derivative here                [Ns/m] */
  double d_normal; /* d force / d normal_force                            [1] */
  double d_state[PTL_MAX_FRICTION_STATES];
  double rate[PTL_MAX_FRICTION_STATES]; /* time derivative of each inner state */
  double rate_d_slip[PTL_MAX_FRICTION_STATES];
  double rate_d_normal[PTL_MAX_FRICTION_STATES];
  double rate_d_state[PTL_MAX_FRICTION_STATES][PTL_MAX_FRICTION_STATES]; /* [rate][state] */
} ptl_friction_out;

/* A friction law: tangential force from slip rate and normal force, whatever made that. It may
 * have inner states, such as the deflection of bristles, which the engine integrates with the
 * motion; they go on being integrated while the surfaces are apart (normal_force 0).
 *
 * `c` is the instance: the parameters in table order, then n_derived doubles from prepare(). */
typedef struct ptl_friction_law {
  const char *name;
  ptl_doc doc;
  const ptl_param *params; /* ends with {0} */
  unsigned flags;          /* PTL_FRICTION_* */
  int n_derived, n_derived_per_point;
  int n_states;
  /* Returns 0, or non-zero with the reason. NULL if there is nothing to derive or check. */
  int (*prepare)(double *c, ptl_reason *why);
  /* Writes into `out`, which is all zero before. */
  void (*force)(const double *c, const ptl_friction_in *in, ptl_friction_out *out);
  /* Slip rate below which the surfaces count as sticking: what the law is regularised with, or
   * what tells the events apart where it needs no regularisation                [m/s] */
  double (*stick_speed)(const double *c);
  /* Inner states of steady sliding at this slip rate: what a run begins with. At high slip rates
   * their size is the scale of their tolerances. NULL if n_states is 0. */
  void (*steady)(const double *c, double slip_rate, double *state);
  void *user; /* for ptl_user(), or NULL */
} ptl_friction_law;

/* ------------------------------------------------------------------ plug-ins */

/* What a plug-in's only exported function, `const ptl_plugin *ptl_plugin_types(void)`, returns.
 * Lists end with NULL and may be NULL. The host compares abi and sizes before it reads on. */
typedef struct ptl_plugin {
  int abi; /* PTL_EXTEND_ABI */
  size_t size_elastic, size_damping, size_joint, size_force, size_friction, size_film; /* of the
                                                                                          structs */
  const char *name, *version;
  const ptl_elastic_law *const *elastic;
  const ptl_damping_law *const *damping;
  const ptl_joint_type *const *joints;
  const ptl_force_type *const *forces;
  const ptl_friction_law *const *frictions;
  const ptl_film_law *const *films;
} ptl_plugin;

#define PTL_PLUGIN_HEADER                                                                   \
  PTL_EXTEND_ABI, sizeof(ptl_elastic_law), sizeof(ptl_damping_law), sizeof(ptl_joint_type), \
      sizeof(ptl_force_type), sizeof(ptl_friction_law), sizeof(ptl_film_law)

typedef const ptl_plugin *(*ptl_plugin_function)(void);

#ifdef __cplusplus
}
#endif
#endif
