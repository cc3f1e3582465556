/* run_life.h: runs that are not at their start. Internal. */
#ifndef PTL_RUN_LIFE_H
#define PTL_RUN_LIFE_H

#include "run_state.h"

/* A run at the system's start whose integration has not begun. *out is to be destroyed also after a
 * failure; it may be NULL then. */
ptl_status ptl_run_prepare(ptl_context *context, const ptl_system *system,
                           const ptl_run_options *options, const ptl_sink *sink, ptl_run **out);
/* All values of a run become those of one that has just been prepared for a system of the same
 * structure; what `to` wants of rows, its end and its integrator stay. */
ptl_status ptl_run_copy_values(ptl_run *from, ptl_run *to);
/* A run that has been prepared begins where `from` is, at its time:
 * ptl_mechanism_set_start_from. */
ptl_status ptl_run_continue_from(ptl_run *from, ptl_run *run);
/* What a program hands over, as this library has it; the defaults in place of NULL. */
typedef struct ptl_run_given {
  ptl_run_options options;
  ptl_sink sink;
} ptl_run_given;
ptl_status ptl_run_take_given(ptl_context *context, const ptl_run_options *options,
                              size_t size_options, const ptl_sink *sink, size_t size_sink,
                              ptl_run_given *out);
/* The two halves of ptl_run_prepare: a run with what it was given, and all that it is made of. */
ptl_status ptl_run_make(ptl_context *context, const ptl_system *system,
                        const ptl_run_options *options, const ptl_sink *sink, ptl_run **out);
ptl_status ptl_run_prepare_made(ptl_run *run);
/* Lists of gaps and frictions. */
ptl_status ptl_run_allocate_summary(const ptl_run *run, ptl_summary *sum);
/* The figures of a run at its start. */
ptl_status ptl_run_begin_summary(ptl_run *run);
/* Both change places; what points to a part of a run points to its own. */
void ptl_run_swap(ptl_run *a, ptl_run *b);

#endif
