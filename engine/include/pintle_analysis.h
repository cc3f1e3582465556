/* pintle_analysis.h: what can be said of a mechanism without a run: where it rests, how it
 * vibrates, how it moves when it is driven. Part of pintle.h's library. */
#ifndef PINTLE_ANALYSIS_H
#define PINTLE_ANALYSIS_H

#include "pintle.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ equilibrium */

/* The equilibrium is where a mechanism stays that is left alone: velocities are 0, drivers stay
 * where they are at the time, loads, springs, bushings and gravity are balanced by reactions,
 * contacts and friction. A damper and a lubricant film exert no force at rest. Surfaces that touch,
 * and brakes that are pressed, stick to where they are or touch first, and carry up to the force of
 * their law in slow sliding; what would have to carry more slides up to where it rests with that
 * force. Where friction sticks there are other equilibria beside the one that is found, which is
 * that reached from the start. Signals with a state stay at their start, which must be at rest
 * where forces depend on them. A contact exerts the force of its law at the rate 0, one that begins
 * there. */
typedef struct ptl_static_options {
  double time;     /* at which drivers and loads are taken [s] */
  const double *q; /* n_coordinates, where the search begins; NULL: the system's start */
  /* 1: Newton's method to the nearest equilibrium, of whatever stability; 0: downhill to a stable
   * one, unless the search begins at an equilibrium */
  int nearest;
  double tolerance; /* of the force left over, relative to the largest one that balances */
} ptl_static_options;
/* 0, NULL, 0, 1e-12 */
PTL_DEF_DEFAULT(ptl_static_options_default, ptl_static_options)

typedef enum ptl_stability { /* of the symmetric part of the stiffness in the free directions */
                             PTL_STABLE,   /* positive in all of them */
                             PTL_NEUTRAL,  /* none in some, positive in the others */
                             PTL_UNSTABLE, /* negative in some */
                             PTL_HELD      /* there are none: the constraints hold all */
} ptl_stability;

typedef struct ptl_rest_body {
  const char *name;
  double x, y, angle; /* of the body's frame [m], [rad] */
} ptl_rest_body;

typedef struct ptl_rest_friction {
  const char *joint, *gap; /* gap NULL: of an ideal joint or a brake */
  int sticks;              /* 0: it slides, at its largest force, or nothing presses it */
  double force, largest;   /* against the slip > 0, and the most that it can be that way [N] */
} ptl_rest_friction;

typedef struct ptl_equilibrium {
  double time; /* [s] */
  int n_bodies, n_coordinates, n_gaps, n_columns;
  const ptl_rest_body *bodies;
  const ptl_initial_coordinate *coordinates; /* of joints, motions and forces; rates are 0 */
  const ptl_gap_now *gaps;                   /* depth < 0: open by so much */
  const double *columns; /* a row of the trace: reactions, forces and what else the model writes */
  const double *q;       /* n_bodies times 3, as in pintle_state.h */
  ptl_stability stability;
  int freedom, n_unstable, n_neutral; /* free directions, those of negative and of no stiffness */
  /* The least eigenvalue of the stiffness there, angles counting as lengths at `length`; NAN
   * without freedom [N/m]. */
  double least_stiffness, length;
  const char *weakest; /* the body that moves most in its direction; NULL without freedom */
  double left, scale;  /* force left over, and the largest that balances [N] */
  int newton_steps;
  int n_frictions;
  const ptl_rest_friction *frictions;
  /* Of the forces of what sticks, how many do not follow from the balance: they can be traded for
   * one another or for reactions, and those of least size are told. */
  int n_tied;
} ptl_equilibrium;

/* options NULL: the defaults. *out is released by ptl_equilibrium_release, before the system.
 * PTL_ERR_UNFIT where there is no equilibrium, with the body that is not held and the force left
 * over on it; *out is NULL then. */
PTL_API ptl_status ptl_static_sized(ptl_context *context, const ptl_system *system,
                                    const ptl_static_options *options, size_t size,
                                    ptl_equilibrium **out);
static inline ptl_status ptl_static(ptl_context *c, const ptl_system *system,
                                    const ptl_static_options *options, ptl_equilibrium **out) {
  return ptl_static_sized(c, system, options, sizeof *options, out);
}
PTL_API void ptl_equilibrium_release(ptl_context *context, ptl_equilibrium *equilibrium);

/* ------------------------------------------------------------------ modes */

/* The equations linearised about a state, in the directions that the constraints leave, drivers
 * going on as they do. The state of the linear system is (x, x', z): x weighs the columns of
 * `basis`, z are the inner states of friction and signals. A contact that is closed acts with the
 * slopes of its law, as one that has begun at its present speed, or at touch_speed_floor; one that
 * is open does not act. */
typedef enum ptl_modes_at {
  PTL_MODES_EQUILIBRIUM, /* ptl_static at the time, from q (NULL: the start) */
  PTL_MODES_START,       /* the system's start; time 0 */
  PTL_MODES_STATE        /* q, v at the time, put onto the constraints */
} ptl_modes_at;

/* Along which axes x counts, where bodies turn: what is steady along them has constant
 * coefficients. At rest they are the same. */
typedef enum ptl_modes_frame {
  PTL_FRAME_GROUND, /* of the ground: a rotor in supports that do not turn */
  PTL_FRAME_BODIES  /* of each body: parts that go round with others */
} ptl_modes_frame;

typedef struct ptl_modes_options {
  ptl_modes_at at;
  double time;         /* [s] */
  const double *q, *v; /* as in pintle_state.h */
  ptl_modes_frame frame;
} ptl_modes_options;
/* EQUILIBRIUM, 0, NULL, NULL, GROUND */
PTL_DEF_DEFAULT(ptl_modes_options_default, ptl_modes_options)

/* One eigenvalue of A, of a complex pair that with the positive imaginary part. */
typedef struct ptl_mode {
  double real, imaginary; /* [1/s], [rad/s]; real > 0: it grows */
  double frequency;       /* |imaginary|/(2 pi), of the vibration; 0: none [Hz] */
  double natural;         /* |eigenvalue|/(2 pi) [Hz] */
  double damping;         /* -real/|eigenvalue|; NAN of an eigenvalue that is zero */
  /* How bodies move: n_coordinates, complex; of centres of mass [m] and angles [rad]; the largest
   * is 1, angles counting as lengths. */
  const double *shape_real, *shape_imaginary;
  int most; /* coordinate that is 1 */
  /* of the body that moves most: 1 its centre circles counter-clockwise, -1 clockwise, 0 to and
   * fro */
  double whirl;
} ptl_mode;

typedef struct ptl_modes {
  double time;                                   /* [s] */
  const double *q, *v;                           /* n_coordinates: the state */
  int n_coordinates, freedom, n_inner, n_states; /* n_states = 2 freedom + n_inner */
  int n_inputs, n_columns, n_modes,
      n_growing;         /* n_growing: modes whose real part is > 0 beyond rounding */
  double length;         /* at which angles count [m] */
  double rounding;       /* eigenvalues smaller than this are not told from zero [1/s] */
  const ptl_mode *modes; /* by natural frequency */
  const double *basis;   /* n_coordinates x freedom, by rows: [m], [rad] per x [m] */
  /* By rows: d(x, x', z)/dt = A (x, x', z) + B u, and the columns of the trace y = C (x, x', z) + D
   * u, without their values at the state; u are the inputs. Columns of B and D are 0 where an input
   * moves a driver (input_moves), which is held. */
  const double *a, *b, *c, *d;
  const int *input_moves;
} ptl_modes;

/* options NULL: the defaults. *out is released by ptl_modes_release, before the system.
 * PTL_ERR_UNFIT where there is no equilibrium, or the state cannot be put onto the constraints. */
PTL_API ptl_status ptl_modes_find_sized(ptl_context *context, const ptl_system *system,
                                        const ptl_modes_options *options, size_t size,
                                        ptl_modes **out);
static inline ptl_status ptl_modes_find(ptl_context *c, const ptl_system *system,
                                        const ptl_modes_options *options, ptl_modes **out) {
  return ptl_modes_find_sized(c, system, options, sizeof *options, out);
}
PTL_API void ptl_modes_release(ptl_context *context, ptl_modes *modes);
/* How mode number `mode` moves, as n_rows >= 2 rows of the system's columns over one period of its
 * natural frequency (1 s where that is 0), time from 0 on: about the state, with drivers held, to
 * and fro by Re(shape e^(i phase)) amplitude, neither growing nor decaying; positions are put onto
 * the constraints. Columns that do not follow from positions and velocities of bodies are NAN.
 * `amplitude` is the largest displacement, angles counting as lengths [m]. PTL_ERR_UNFIT where the
 * constraints cannot be met so far away. */
PTL_API ptl_status ptl_modes_motion(ptl_context *context, const ptl_system *system,
                                    const ptl_modes *modes, int mode, double amplitude,
                                    int64_t n_rows, double *rows);

/* ------------------------------------------------------------------ kinematics */

/* Motion of a mechanism whose drivers leave no freedom: positions, velocities and accelerations
 * from the constraints alone, and from the masses and loads what drivers and joints bear (inverse
 * dynamics). Joints with clearance and bushings are for ptl_assemble_ideal. */
typedef struct ptl_kinematics_options {
  double from, until, every; /* [s]; until, every NAN: those of the model's run */
  const char *driver;        /* a motion; NULL: the only one */
  const char *output;        /* joint whose coordinate is the output; NULL: none */
  int branch;                /* of the assembly, ptl_kinematics.branches; 0: the model's own */
  /* 1: at a dead point the driver turns back, and the mechanism goes on along the branch that meets
   * its own there; times go on growing, velocities are those of that motion. 0: the rows end
   * there. */
  int beyond;
} ptl_kinematics_options;
/* 0, NAN, NAN, NULL, NULL, 0, 0 */
PTL_DEF_DEFAULT(ptl_kinematics_options_default, ptl_kinematics_options)

typedef enum ptl_limit_kind {
  /* the coordinate of a joint turns back while the driver goes on: a limit of its travel, a dead
   * point of it as output */
  PTL_LIMIT_TURN,
  PTL_LIMIT_DEAD /* the driver cannot go on: its dead point; the rows end here */
} ptl_limit_kind;

typedef struct ptl_limit {
  ptl_limit_kind kind;
  double time;      /* [s] */
  const char *name; /* of the joint; of PTL_LIMIT_DEAD the driver */
  double value;     /* of its coordinate [rad] or [m] */
  double driver;    /* the driver's [rad] or [m] */
} ptl_limit;

typedef struct ptl_kinematics {
  int n_columns, n_limits, n_branches;
  int64_t n_rows;
  const double *rows; /* n_rows times n_columns: as a run would have them */
  /* Per row, of the driver's coordinate x and the output's y: NAN without output. The mechanical
   * advantage is |dx/dy|. The transmission angle is that between the force that moves the output's
   * body, all bodies being massless, and what of the body's point it acts on is at right angles to
   * its velocity: a right angle is best [rad]. */
  const double *driver, *output, *ratio, *transmission; /* x, y, dy/dx, angle */
  const ptl_limit *limits;                              /* in order of time */
  /* n_branches times n_coordinates: positions that the drivers allow at `from`; the first is the
   * model's */
  const double *branches;
} ptl_kinematics;

/* options NULL: the defaults. *out is released by ptl_kinematics_release, before the system.
 * PTL_ERR_UNFIT where drivers leave freedom, PTL_ERR_USAGE where there is no such driver, output or
 * branch. */
PTL_API ptl_status ptl_kinematics_find_sized(ptl_context *context, const ptl_system *system,
                                             const ptl_kinematics_options *options, size_t size,
                                             ptl_kinematics **out);
static inline ptl_status ptl_kinematics_find(ptl_context *c, const ptl_system *system,
                                             const ptl_kinematics_options *options,
                                             ptl_kinematics **out) {
  return ptl_kinematics_find_sized(c, system, options, sizeof *options, out);
}
PTL_API void ptl_kinematics_release(ptl_context *context, ptl_kinematics *kinematics);

/* ------------------------------------------------------------------ films */

/* The pressure in the film of a revolute joint (`film:`), by its index, while the journal's centre
 * is at e [m] in the frame of part A and moves there with the twist x', y' [m/s] and the angular
 * speed of part B against A [rad/s]: at n equal steps of one turn from the direction `from` [rad]
 * in the frame of part A on, counter-clockwise, the mean over the length of the bearing [Pa]; 0 in
 * the cavity. Returns 1, or 0 where there is none: no joint or film of a journal, a film law that
 * has the force alone, no solution. */
PTL_API int ptl_film_pressure(const ptl_mechanism *mechanism, int joint, const double e[2],
                              const double twist[3], int n, double *pressure, double *from);

#ifdef __cplusplus
}
#endif
#endif
