/* law.h: one contact's elastic law and damping law, ready for evaluation. Internal; evaluating is
 * public. */
#ifndef PTL_LAW_H
#define PTL_LAW_H

#include "mechanism.h"
#include "pintle_law.h"

/* Depth at which a law is asked for its force just after a touch [m]. */
#define PTL_TOUCH_DEPTH 1e-120

/* Immutable once prepared; evaluating allocates nothing and looks nothing up. */
struct ptl_law {
  const ptl_elastic_law *elastic;
  const ptl_damping_law *damping;
  double *elastic_c, *damping_c; /* instances after prepare(); one block */
  double max_depth;              /* infinite when the elastic law has no end */
  int n_memory;                  /* doubles of history: the elastic law's, then the damping's */
  int pulls;                     /* the force may be negative */
  int jumps;                     /* it is not zero just after a touch */
  int uses_reference_speed;      /* the force depends on it */
};

/* Both laws at one state with depth > 0, before clamping; in->memory is as before. */
static inline void ptl_law_combine(const ptl_law *law, ptl_contact_in *in, ptl_elastic_out *elastic,
                                   ptl_contact_out *out) {
  const double *memory = in->memory;
  law->elastic->force(law->elastic_c, in, elastic);
  if (memory != NULL) in->memory = memory + law->elastic->n_memory;
  law->damping->force(law->damping_c, in, elastic, out);
  in->memory = memory;
}

/* The force alone of ptl_law_force at a depth > 0: derivatives that a law does not give are not
 * differenced. */
static inline double ptl_law_force_alone(const ptl_law *law, double depth, double rate,
                                         double reference_speed, const double *memory) {
  ptl_contact_in in = {depth, rate, reference_speed, memory};
  ptl_elastic_out elastic = {0};
  ptl_contact_out out = {0};
  ptl_law_combine(law, &in, &elastic, &out);
  return out.force < 0.0 && !law->pulls ? 0.0 : out.force;
}

/* Copies both instances (damping NULL is "none"), checks that the surroundings have what the
 * laws need and lets them derive their constants. PTL_ERR_INPUT with the law's reason. */
ptl_status ptl_law_prepare(ptl_context *context, const ptl_instance *elastic,
                           const ptl_instance *damping, const ptl_contact_env *env, ptl_law *out);
void ptl_law_release(ptl_context *context, ptl_law *law);
/* The law of a contact of the description, for ptl_law_destroy; radii and mass as given there. */
ptl_status ptl_law_from_contact(const ptl_mechanism *m, int index, ptl_law **out);

#endif
