/* table.c: wrapped text and aligned columns. */
#include "table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

/* ------------------------------------------------------------------ wrapped text */

/* Columns that UTF-8 text takes: bytes that do not continue a character. */
static int text_width(const char *text, size_t bytes) {
  int width = 0;
  for (size_t i = 0; i < bytes; i++) width += ((unsigned char)text[i] & 0xC0) != 0x80;
  return width;
}

void ptl_cli_print_wrapped(FILE *out, const char *text, int at, int indent, int width) {
  int at_start = 1;
  while (*text) {
    const size_t length = strcspn(text, " \n");
    const int columns = text_width(text, length);
    if (!at_start && at + 1 + columns > width) {
      fprintf(out, "\n%*s", indent, "");
      at = indent;
      at_start = 1;
    }
    if (length > 0) {
      fprintf(out, "%s%.*s", at_start ? "" : " ", (int)length, text);
      at += columns + !at_start;
      at_start = 0;
    }
    text += length;
    if (*text == '\n') {
      fprintf(out, "\n%*s", text[1] ? indent : 0, "");
      at = indent;
      at_start = 1;
    }
    if (*text) text++;
  }
  fputc('\n', out);
}

/* ------------------------------------------------------------------ tables */

struct ptl_table {
  const char *align;
  int n_columns, n_cells, capacity;
  char **cells;
};

ptl_table *ptl_cli_table_create(const char *align) {
  ptl_table *table = ptl_cli_alloc(1, sizeof *table);
  table->align = align;
  table->n_columns = (int)strlen(align);
  return table;
}

void ptl_cli_table_cell(ptl_table *table, const char *format, ...) {
  char text[1024];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  if (table->n_cells == table->capacity) {
    table->capacity = table->capacity ? 2 * table->capacity : 64;
    char **larger = ptl_cli_alloc((size_t)table->capacity, sizeof *larger);
    if (table->n_cells > 0) memcpy(larger, table->cells, (size_t)table->n_cells * sizeof *larger);
    free(table->cells);
    table->cells = larger;
  }
  table->cells[table->n_cells++] = ptl_cli_copy_text(text);
}

static int column_width(const ptl_table *table, int column) {
  int width = 0;
  for (int i = column; i < table->n_cells; i += table->n_columns) {
    const int w = text_width(table->cells[i], strlen(table->cells[i]));
    if (w > width) width = w;
  }
  return width;
}

/* Blanks at the end of a line are not printed. */
static void print_row(const ptl_table *table, const int *widths, int row, FILE *out, int indent) {
  char *const *cells = table->cells + (size_t)row * (size_t)table->n_columns;
  int gap = indent;
  for (int i = 0; i < table->n_columns; i++) {
    const int width = text_width(cells[i], strlen(cells[i]));
    const int blanks = widths[i] - width;
    const int right = table->align[i] == 'r';
    if (width > 0) {
      fprintf(out, "%*s%s", gap + (right ? blanks : 0), "", cells[i]);
      gap = right ? 0 : blanks;
    } else {
      gap += blanks;
    }
    gap += 2;
  }
  fputc('\n', out);
}

void ptl_cli_table_print(ptl_table *table, FILE *out, int indent) {
  int *widths = ptl_cli_alloc((size_t)table->n_columns, sizeof *widths);
  while (table->n_cells % table->n_columns != 0) ptl_cli_table_cell(table, "%s", "");
  for (int i = 0; i < table->n_columns; i++) widths[i] = column_width(table, i);
  for (int i = 0; i < table->n_cells / table->n_columns; i++)
    print_row(table, widths, i, out, indent);
  for (int i = 0; i < table->n_cells; i++) free(table->cells[i]);
  free(table->cells);
  free(table);
  free(widths);
}
