/* wear_files.c: the tables of a folder: wear.csv, a row per block; profiles.csv, a row per sector
 * and block; worn.yaml. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "context.h"
#include "file_read.h"
#include "file_write.h"
#include "folder_lock.h"
#include "number.h"
#include "wear_parts.h"

enum { LARGEST = 1 << 30 }; /* of a table [bytes] */

static ptl_status fail_to_write(const ptl_wear *w, const char *path) {
  return ptl_fail(w->context, ptl_errno_status(), PTL_E(0702) "cannot write %s: %s", path,
                  strerror(errno));
}

/* ---------------------------------------------------------------- the folder */

ptl_status ptl_wear_take_folder(ptl_wear *w) {
  const char *folder = w->options.folder;
  char path[1024];
  struct stat info;
  if (w->is_taken) return PTL_OK;
  w->is_made = !w->options.resume && mkdir(folder, 0777) == 0;
  if (!w->options.resume && !w->is_made && errno != EEXIST) return fail_to_write(w, folder);
  w->lock = ptl_folder_lock(folder);
  if (w->lock < 0 && errno == EWOULDBLOCK)
    return ptl_fail(w->context, PTL_ERR_USAGE,
                    PTL_E(0903) "%s: another program is still writing its wear into it", folder);
  if (w->lock < 0 && errno == ENOTDIR) return fail_to_write(w, folder);
  snprintf(path, sizeof path, "%s/" PTL_FILE_WEAR_CHECKPOINT, folder);
  w->is_taken = w->options.resume || stat(path, &info) != 0;
  if (w->is_taken) return PTL_OK;
  return ptl_fail(
      w->context, PTL_ERR_USAGE,
      PTL_E(0903) "%s holds results: go on with them by --resume, or name another folder by -o",
      folder);
}

void ptl_wear_leave_folder(ptl_wear *w) {
  if (w->is_made) rmdir(w->options.folder); /* fails where there is something in it */
  if (w->lock >= 0) close(w->lock);
  w->is_made = w->is_taken = 0;
  w->lock = -1;
}

/* ---------------------------------------------------------------- tables */

/* A table that takes its place whole, to which rows are added; it begins with those that stand
 * there. */
static ptl_status open_table(const ptl_wear *w, const char *name, int is_new, ptl_new_file *out) {
  char path[1024], *text = NULL;
  size_t size = 0;
  snprintf(path, sizeof path, "%s/%s", w->options.folder, name);
  const ptl_status status =
      is_new ? PTL_OK
             : ptl_folder_file_read(w->context, w->options.folder, name, LARGEST, &text, &size);
  const int failed = status == PTL_OK && ptl_new_file_open(out, path) != 0;
  if (status == PTL_OK && !failed && size > 0) fwrite(text, 1, size, out->stream);
  ptl_free(w->context, text);
  return failed ? fail_to_write(w, path) : status;
}

static ptl_status close_table(const ptl_wear *w, const char *name, ptl_new_file *file) {
  return ptl_new_file_close(file, 1) == 0 ? PTL_OK : fail_to_write(w, name);
}

static void put(FILE *file, double value) {
  char text[PTL_NUMBER_ROOM + 1];
  text[ptl_number_write(value, text)] = '\0';
  fprintf(file, ",%s", text);
}

/* ---------------------------------------------------------------- columns */

enum { OF_ALL = 3, OF_JOINT = 2, OF_SIDE = 3 };

int ptl_wear_count_columns(const ptl_wear *w) {
  int columns = OF_ALL;
  for (int i = 0; i < w->n_bearings; i++) columns += OF_JOINT + OF_SIDE * w->bearings[i].n_sides;
  return columns;
}

void ptl_wear_column(const ptl_wear *w, int i, char name[PTL_WEAR_NAME], const char **unit) {
  static const char *const of_all[OF_ALL] = {"cycles", "block_cycles", "error"};
  static const char *const of_joint[OF_JOINT][2] = {{"clearance", "m"}, {"peak_force", "N"}};
  static const char *const of_side[OF_SIDE][2] = {
      {"depth", "m"}, {"volume", "m^3"}, {"work_per_cycle", "J"}};
  *unit = "1";
  if (i < OF_ALL) {
    snprintf(name, PTL_WEAR_NAME, "%s", of_all[i]);
    return;
  }
  const ptl_wear_bearing *b = w->bearings;
  for (i -= OF_ALL; i >= OF_JOINT + OF_SIDE * b->n_sides; b++) i -= OF_JOINT + OF_SIDE * b->n_sides;
  const int k = i - OF_JOINT;
  const char *const *column = k < 0 ? of_joint[i] : of_side[k % OF_SIDE];
  snprintf(name, PTL_WEAR_NAME, k < 0 ? "%s.%s%s" : "%s.%s.%s", b->joint,
           k < 0 ? "" : b->sides[k / OF_SIDE].name, column[0]);
  *unit = column[1];
}

void ptl_wear_row(const ptl_wear *w, double *values) {
  *values++ = w->cycles;
  *values++ = w->last;
  *values++ = w->error;
  for (int i = 0; i < w->n_bearings; i++) {
    const ptl_wear_bearing *b = &w->bearings[i];
    *values++ = b->largest_clearance;
    *values++ = b->peak_force;
    for (int side = 0; side < b->n_sides; side++) {
      double work = 0.0;
      for (int k = 0; k < b->sides[side].n; k++) work += b->sides[side].works[k];
      *values++ = b->sides[side].depth;
      *values++ = b->sides[side].volume;
      *values++ = work;
    }
  }
}

/* ---------------------------------------------------------------- writing */

static void put_heads(const ptl_wear *w, FILE *file) {
  char name[PTL_WEAR_NAME];
  const char *unit;
  fprintf(file, "block");
  for (int i = 0; i < ptl_wear_count_columns(w); i++) {
    ptl_wear_column(w, i, name, &unit);
    fprintf(file, ",%s [%s]", name, unit);
  }
  fprintf(file, "\n");
}

static ptl_status put_row(const ptl_wear *w, FILE *file) {
  const int n = ptl_wear_count_columns(w);
  double *values = ptl_alloc(w->context, (size_t)n, sizeof *values);
  if (values == NULL) return PTL_ERR_MEMORY;
  ptl_wear_row(w, values);
  fprintf(file, "%d", w->n_blocks);
  for (int i = 0; i < n; i++) put(file, values[i]);
  fprintf(file, "\n");
  ptl_free(w->context, values);
  return PTL_OK;
}

static void put_profiles(const ptl_wear *w, FILE *file) {
  for (int i = 0; i < w->n_bearings; i++)
    for (int side = 0; side < w->bearings[i].n_sides; side++) {
      const ptl_wear_side *s = &w->bearings[i].sides[side];
      for (int k = 0; k < s->n; k++) {
        fprintf(file, "%d", w->n_blocks);
        put(file, w->cycles);
        fprintf(file, ",%s,%s", w->bearings[i].joint, s->name);
        if (s->shape.radius != 0.0)
          put(file, 6.283185307179586 * k / s->n);
        else
          fprintf(file, ",");
        if (s->shape.radius == 0.0)
          put(file, s->first + k * s->step);
        else
          fprintf(file, ",");
        put(file, s->loss[k]);
        fprintf(file, "\n");
      }
    }
}

static ptl_status write_worn(const ptl_wear *w) {
  char path[1024];
  ptl_mechanism *worn = NULL;
  ptl_status status = ptl_wear_worn_model(w, &worn);
  snprintf(path, sizeof path, "%s/" PTL_FILE_WORN, w->options.folder);
  if (status == PTL_OK) status = ptl_mechanism_save(worn, path);
  ptl_mechanism_destroy(worn);
  return status;
}

static ptl_status write_rows(ptl_wear *w) {
  const int is_new = w->n_blocks == 0;
  ptl_new_file file;
  ptl_status status = open_table(w, PTL_FILE_WEAR, is_new, &file);
  if (status != PTL_OK) return status;
  if (is_new) put_heads(w, file.stream);
  status = put_row(w, file.stream);
  const ptl_status closed = close_table(w, PTL_FILE_WEAR, &file);
  if (status == PTL_OK) status = closed;
  if (status == PTL_OK) status = open_table(w, PTL_FILE_PROFILES, is_new, &file);
  if (status != PTL_OK) return status;
  if (is_new)
    fprintf(file.stream, "block,cycles [1],joint,part,direction [rad],place [m],loss [m]\n");
  put_profiles(w, file.stream);
  status = close_table(w, PTL_FILE_PROFILES, &file);
  return status == PTL_OK ? write_worn(w) : status;
}

ptl_status ptl_wear_write(ptl_wear *w) {
  if (w->options.folder == NULL) return PTL_OK;
  ptl_status status = ptl_wear_take_folder(w);
  if (status == PTL_OK) status = write_rows(w);
  return status == PTL_OK ? ptl_wear_write_checkpoint(w) : status;
}

/* ---------------------------------------------------------------- reading */

/* As put_heads and put_profiles write them. */
static int columns_of(const ptl_wear *w, const char *name) {
  return strcmp(name, PTL_FILE_PROFILES) == 0 ? 7 : 1 + ptl_wear_count_columns(w);
}

static void read_line(const char *line, double *out, int columns) {
  for (int k = 0; k < columns; k++) {
    char *end;
    out[k] = ptl_number_read(line, &end);
    line += strcspn(line, ",\n");
    if (*line == ',') line++;
  }
}

static ptl_status read_lines(const ptl_wear *w, const char *path, const char *text, int columns,
                             ptl_wear_table *out) {
  out->columns = 1;
  for (const char *c = text; *c != '\n' && *c != '\0'; c++) out->columns += *c == ',';
  if (out->columns != columns)
    return ptl_fail(w->context, PTL_ERR_INPUT,
                    PTL_E(0808) "%s: it has %d columns, and a table of this wear has %d", path,
                    out->columns, columns);
  out->rows = -1; /* without the heads */
  for (const char *c = text; *c != '\0'; c++) out->rows += *c == '\n';
  if (out->rows < 0) out->rows = 0;
  out->values = ptl_alloc(w->context, (size_t)out->rows * (size_t)out->columns, sizeof(double));
  if (out->values == NULL) return PTL_ERR_MEMORY;
  const char *line = text;
  for (int i = 0; i < out->rows; i++) {
    line += strcspn(line, "\n") + 1;
    read_line(line, out->values + (size_t)i * (size_t)out->columns, out->columns);
  }
  return PTL_OK;
}

ptl_status ptl_wear_read_table(const ptl_wear *w, const char *name, ptl_wear_table *out) {
  char path[1024], *text = NULL;
  size_t size;
  *out = (ptl_wear_table){NULL, 0, 0};
  snprintf(path, sizeof path, "%s/%s", w->options.folder, name);
  ptl_status status =
      ptl_folder_file_read(w->context, w->options.folder, name, LARGEST, &text, &size);
  if (status == PTL_OK) status = read_lines(w, path, text, columns_of(w, name), out);
  ptl_free(w->context, text);
  return status;
}

void ptl_wear_table_release(const ptl_wear *w, ptl_wear_table *table) {
  ptl_free(w->context, table->values);
  *table = (ptl_wear_table){NULL, 0, 0};
}
