/* table.h: wrapped text and aligned columns. */
#ifndef PTL_CLI_TABLE_H
#define PTL_CLI_TABLE_H

#include <stdio.h>

/* Prints text in lines of `width` columns; the first continues at column `at`, the others are
 * indented by `indent`. Ends with a line end. */
void ptl_cli_print_wrapped(FILE *out, const char *text, int at, int indent, int width);

/* Columns of text, aligned when printed. `align` has one letter per column: l or r. */
typedef struct ptl_table ptl_table;
ptl_table *ptl_cli_table_create(const char *align);
void ptl_cli_table_cell(ptl_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints with `indent` blanks before every line, two between columns; frees. */
void ptl_cli_table_print(ptl_table *table, FILE *out, int indent);

#endif
