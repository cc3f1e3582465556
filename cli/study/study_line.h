/* study_line.h: a study from the options of the command line. */
#ifndef PTL_CLI_STUDY_LINE_H
#define PTL_CLI_STUDY_LINE_H

#include "options.h"
#include "study.h"

typedef struct ptl_study_line {
  ptl_texts vary, measures, sections, settings;
  const char *analysis, *design, *points, *seed, *table, *keep, *stop_after, *replicates,
      *continuation, *events;
} ptl_study_line;

/* Whether the options describe a study, so that the argument is a model and no study file. */
int ptl_cli_study_line_is_whole(const ptl_study_line *line);
/* PTL_GO_ON, or the exit status after a message. `study` is to be released in every case. */
int ptl_cli_study_line_read(ptl_context *context, const char *model, const ptl_study_line *line,
                            ptl_study *study);
/* Applies the options to a study that was read from a file: --set, --points, --seed, --keep,
 * --stop-after, --replicates. */
int ptl_cli_study_line_apply(ptl_context *context, const ptl_study_line *line, ptl_study *study);

#endif
