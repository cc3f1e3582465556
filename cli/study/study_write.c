/* study_write.c: results of a study as text. */
#include "study_write.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "options.h"
#include "output.h"
#include "quantity.h"

static void write_number(FILE *out, double value) {
  char text[PTL_CLI_NUMBER_ROOM];
  if (isnan(value)) return;
  ptl_cli_number_text(value, text);
  fputs(text, out);
}

static void write_header(FILE *out, const ptl_study_table *table) {
  fputs("index,status", out);
  for (int i = 0; i < table->n_columns; i++) {
    char text[1024];
    const ptl_table_column *c = &table->columns[i];
    snprintf(text, sizeof text, "%s%s%s%s", c->name, *c->unit ? " [" : "", c->unit,
             *c->unit ? "]" : "");
    putc(',', out);
    ptl_cli_put_cell(out, text);
  }
  fputs(",message\n", out);
}

void ptl_cli_study_csv(FILE *out, const ptl_study_table *table, const int64_t *rows, int64_t n) {
  write_header(out, table);
  for (int64_t k = 0; k < n; k++) {
    const int64_t row = rows != NULL ? rows[k] : k;
    fprintf(out, "%" PRId64 ",%s", table->index[row], table->statuses[row]);
    for (int i = 0; i < table->n_columns; i++) {
      putc(',', out);
      if (table->columns[i].words != NULL)
        ptl_cli_put_cell(out, table->columns[i].words[row]);
      else
        write_number(out, table->columns[i].values[row]);
    }
    putc(',', out);
    if (table->messages[row] != NULL) ptl_cli_put_cell(out, table->messages[row]);
    putc('\n', out);
  }
}

int ptl_cli_study_csv_file(const char *path, const ptl_study_table *table) {
  ptl_new_file file;
  if (ptl_cli_file_open(&file, path)) return PTL_EXIT_USAGE;
  ptl_cli_study_csv(file.stream, table, NULL, table->n);
  if (ptl_cli_file_close(&file, path, 1)) return PTL_EXIT_USAGE;
  return PTL_GO_ON;
}

void ptl_cli_study_setting(const ptl_table_column *c, int64_t row, char *text, size_t size) {
  char number[PTL_CLI_NUMBER_ROOM];
  const int plain = strcmp(c->unit, "1") == 0;
  if (c->words != NULL) {
    snprintf(text, size, "%s", c->words[row]);
    return;
  }
  ptl_cli_number_text(c->values[row], number);
  snprintf(text, size, "%s%s%s", number, plain ? "" : " ", plain ? "" : c->unit);
}
