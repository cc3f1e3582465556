/* pintle_law.h: contact laws by themselves: evaluate one, and let it stop one impact.
 *
 * A law here is what a contact of a model is: an elastic law and a damping law with their
 * parameters and surroundings. All numbers are SI. Any number of threads may evaluate a law at
 * once, each with a memory of its own.
 */
#ifndef PINTLE_LAW_H
#define PINTLE_LAW_H

#include "pintle.h"
#include "pintle_extend.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ptl_law ptl_law;

/* Checks and prepares the contact that `def` describes; its name and touch_speed_floor may be
 * left out. PTL_ERR_INPUT with a message that names the parameter, its unit and its range. */
PTL_API ptl_status ptl_law_create_sized(ptl_context *context, const ptl_contact_def *def,
                                        size_t size, ptl_law **out);
static inline ptl_status ptl_law_create(ptl_context *c, const ptl_contact_def *def, ptl_law **out) {
  return ptl_law_create_sized(c, def, sizeof *def, out);
}
/* The same from words, as a model's `contacts:` has them: the laws' names (damping NULL is "none")
 * and settings of the contact, "elastic.stiffness" = "1.4e8 N/m^1.5", "damping.restitution",
 * "materials" = "steel", "radii" = "[-68 mm, 7.9 mm]", "length", "effective_mass". */
PTL_API ptl_status ptl_law_read(ptl_context *context, const char *elastic, const char *damping,
                                const ptl_setting *settings, int n_settings, ptl_law **out);
PTL_API void ptl_law_destroy(ptl_context *context, ptl_law *law);

/* Whether the two laws accept each other (damping NULL is "none"); PTL_ERR_INPUT with a message
 * that says which refuses and what it accepts. */
PTL_API ptl_status ptl_contact_match(ptl_context *context, const ptl_elastic_law *elastic,
                                     const ptl_damping_law *damping);

/* Value in SI of a text such as "207 GPa" or "pi/4 rad" where `unit` is wanted; a plain number is
 * in SI. PTL_ERR_INPUT when the dimension does not fit. */
PTL_API ptl_status ptl_quantity_read(ptl_context *context, const char *text, const char *unit,
                                     double *out);

/* Largest depth the law is defined for [m], infinite when there is none. */
PTL_API double ptl_law_get_max_depth(const ptl_law *law);
/* Doubles of history that the caller keeps for the law, zeroed before first touch. */
PTL_API int ptl_law_get_n_memory(const ptl_law *law);

/* Force, partial derivatives and recoverable energy at one state; all zero for depth <= 0, and the
 * force clamped at zero unless a law pulls. `rate` > 0 approaches; `reference_speed` > 0 is what a
 * law that is set by a restitution relates the rate to. `memory` may be NULL if the law has none.
 * `elastic_force`, if not NULL, is the elastic law's share. Evaluating allocates nothing. */
PTL_API void ptl_law_force(const ptl_law *law, double depth, double rate, double reference_speed,
                           const double *memory, ptl_contact_out *out, double *elastic_force);
/* Lets the law remember; zeroes the memory after PTL_PART. */
PTL_API void ptl_law_update(const ptl_law *law, double depth, double rate, double reference_speed,
                            ptl_contact_event event, double *memory);

/* ------------------------------------------------------------------ one impact */

typedef struct ptl_impact_def {
  double mass;      /* of the body, or m_a m_b/(m_a + m_b) of two               [kg] */
  double speed;     /* of approach                                              [m/s] */
  double push;      /* constant force towards the contact, such as a weight     [N] */
  double tolerance; /* relative, of every step; 1e-12 is the default */
} ptl_impact_def;
PTL_DEF_DEFAULT(ptl_impact_default, ptl_impact_def)

typedef struct ptl_impact_point {
  double time, depth, rate, force, energy;
} ptl_impact_point;

typedef struct ptl_impact {
  int parted;                   /* 0: still touching when the motion had died down */
  double rebound, restitution;  /* speed after the impact [m/s], over `speed` */
  double duration;              /* from touch to parting                      [s] */
  double push_duration;         /* from touch until the force is zero for good [s] */
  double peak_force, peak_time; /* [N], [s] */
  double deepest, deepest_time; /* [m], [s] */
  double energy_lost;           /* [J] */
} ptl_impact;

/* Follows m d'' = push - F from depth 0 until the gap opens. `point`, if not NULL, receives every
 * accepted step, the deepest points and the end; a non-zero return stops with
 * PTL_ERR_INTERRUPTED. PTL_ERR_SIMULATION when the law's largest depth is exceeded. */
PTL_API ptl_status ptl_law_impact_sized(ptl_context *context, const ptl_law *law,
                                        const ptl_impact_def *def, size_t size,
                                        int (*point)(void *user, const ptl_impact_point *point),
                                        void *user, ptl_impact *out);
static inline ptl_status ptl_law_impact(ptl_context *c, const ptl_law *law,
                                        const ptl_impact_def *def,
                                        int (*point)(void *user, const ptl_impact_point *point),
                                        void *user, ptl_impact *out) {
  return ptl_law_impact_sized(c, law, def, sizeof *def, point, user, out);
}

#ifdef __cplusplus
}
#endif
#endif
