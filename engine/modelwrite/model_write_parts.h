/* model_write_parts.h: parts of a model file that have a file of their own. Internal. */
#ifndef PTL_MODEL_WRITE_PARTS_H
#define PTL_MODEL_WRITE_PARTS_H

#include <stdio.h>

#include "mechanism.h"

/* The value of a parameter in the unit of the model file, as far as that has the same value again,
 * to the bit; else in base units. */
void ptl_write_parameter(ptl_context *context, const ptl_parameter_def *def, FILE *file);
/* The keys of a coupling that is no plain one: gears, belts and racks. */
void ptl_write_mesh(const ptl_coupling_def *def, FILE *file);
/* The key `rises:` of a motion with their period, and `release:` of a motion or a joint; nothing
 * where there are none. */
void ptl_write_rises(const ptl_motion_def *def, FILE *file);
void ptl_write_release(const char *signal, FILE *file);
/* The section `signals:` of those with a state; nothing where there are none. */
void ptl_write_signals(const ptl_mechanism *m, FILE *file);
/* The key `shape:` of a body with its list; nothing for a body that has none. */
void ptl_write_shapes(const ptl_mechanism *m, const ptl_mech_body *body, FILE *file);
/* The keys `touching:` and `limits:` of a run. */
void ptl_write_touching(const ptl_mechanism *m, FILE *file);
void ptl_write_limits(const ptl_run_limits *limits, FILE *file);
/* `statistics:` of the output. */
void ptl_write_statistics(const ptl_mechanism *m, FILE *file);
/* "2 rad of shaft", "0.5". */
void ptl_write_span(const ptl_mechanism *m, const ptl_span *span, FILE *file);

#endif
