/* study_write.h: results of a study as text. */
#ifndef PTL_CLI_STUDY_WRITE_H
#define PTL_CLI_STUDY_WRITE_H

#include <stdio.h>

#include "study_table.h"

/* These rows (NULL: all) as CSV with headers `name [unit]`. */
void ptl_cli_study_csv(FILE *out, const ptl_study_table *table, const int64_t *rows, int64_t n);
/* The same into a file; an exit status or PTL_GO_ON. */
int ptl_cli_study_csv_file(const char *path, const ptl_study_table *table);
/* The text of a factor's value, as a setting of the model. */
void ptl_cli_study_setting(const ptl_table_column *column, int64_t row, char *text, size_t size);

#endif
