/* law.h: one contact's elastic law and damping law, ready for evaluation. Internal. */
#ifndef PTL_LAW_H
#define PTL_LAW_H

#include "mechanism.h"

/* Immutable once prepared; evaluating allocates nothing and looks nothing up. */
typedef struct ptl_law {
  const ptl_elastic_law *elastic;
  const ptl_damping_law *damping;
  double *elastic_c, *damping_c; /* instances after prepare(); one block                      */
  double max_depth;              /* infinite when the elastic law has no end                  */
  int n_memory;                  /* doubles of history: the elastic law's, then the damping's */
  int pulls;                     /* the force may be negative                                 */
} ptl_law;

/* Whether the two laws accept each other; PTL_ERR_INPUT says which refuses and what it accepts.
 * damping NULL is "none".                                                                    */
ptl_status ptl_law_match(ptl_context *context, const ptl_elastic_law *elastic,
                         const ptl_damping_law *damping);

/* Copies both instances (damping NULL is "none"), checks that the surroundings have what the
 * laws need and lets them derive their constants. PTL_ERR_INPUT with the law's reason.        */
ptl_status ptl_law_prepare(ptl_context *context, const ptl_instance *elastic,
                           const ptl_instance *damping, const ptl_contact_env *env, ptl_law *out);
void ptl_law_release(ptl_context *context, ptl_law *law);

/* Force, partial derivatives and recoverable energy; zero for depth <= 0, and clamped at zero
 * unless a law pulls. Derivatives a law leaves to the engine are differenced. `memory` has
 * n_memory doubles (ignored when 0). `elastic_force`, if not NULL, is the elastic law's alone. */
void ptl_law_force(const ptl_law *law, double depth, double rate, double touch_speed,
                   const double *memory, ptl_contact_out *out, double *elastic_force);

/* Lets the laws remember; zeroes the memory after PTL_PART. */
void ptl_law_update(const ptl_law *law, double depth, double rate, double touch_speed,
                    ptl_contact_event event, double *memory);

#endif
