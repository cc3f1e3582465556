/* Models with long expressions in tests/data/rewritten, NAME.long.yaml, and with signals, tables
 * and rises in their place, NAME.yaml: both move alike, and what differs in the text is at most
 * half as long. docs/expressions.md has its lengths. */
#include "model_run.h"

static char *text_of(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) fail_msg("cannot read %s", path);
  char *text = calloc(1, 1 << 17);
  assert_non_null(text);
  assert_true(fread(text, 1, (1 << 17) - 1, file) < (1 << 17) - 1);
  fclose(file);
  return text;
}

/* Whether the line, which goes up to a line feed, stands in a text. */
static int has_line(const char *text, const char *line, size_t length) {
  for (const char *p = text; *p != '\0'; p += strcspn(p, "\n") + 1)
    if (strcspn(p, "\n") == length && memcmp(p, line, length) == 0) return 1;
  return 0;
}

/* Bytes of the lines that another text does not have. */
static int own_bytes(const char *text, const char *other) {
  int sum = 0;
  for (const char *p = text; *p != '\0'; p += strcspn(p, "\n") + 1) {
    const size_t length = strcspn(p, "\n");
    if (!has_line(other, p, length)) sum += (int)length + 1;
  }
  return sum;
}

static void check_lengths(const char *name, const char *page) {
  char path[512], row[256];
  snprintf(path, sizeof path, PINTLE_DATA "/rewritten/%s.long.yaml", name);
  char *before = text_of(path);
  snprintf(path, sizeof path, PINTLE_DATA "/rewritten/%s.yaml", name);
  char *after = text_of(path);
  const int n_before = own_bytes(before, after), n_after = own_bytes(after, before);
  if (2 * n_after > n_before) fail_msg("%s: %d of %d bytes", name, n_after, n_before);
  snprintf(row, sizeof row,
           "| `%s` | [%d](../tests/data/rewritten/%s.long.yaml) | "
           "[%d](../tests/data/rewritten/%s.yaml) |",
           name, n_before, name, n_after, name);
  if (strstr(page, row) == NULL) fail_msg("docs/expressions.md lacks %s", row);
  free(before);
  free(after);
}

/* Places and angles of all bodies, by the columns of the short form, which has those of its
 * signals, too. */
static void check_motion(const char *name) {
  static const ptl_setting settings[] = {{"run.rtol", "1e-9"}};
  char path[256];
  snprintf(path, sizeof path, "../tests/data/rewritten/%s.long", name);
  result before = run_model(path, settings, 1);
  snprintf(path, sizeof path, "../tests/data/rewritten/%s", name);
  result after = run_model(path, settings, 1);
  const ptl_column *columns;
  const int n = ptl_system_get_columns(after.system, &columns);
  int compared = 0;
  double moved = 0.0;
  for (int c = 0; c < n; c++) {
    const char *dot = strrchr(columns[c].name, '.');
    const int other = ptl_system_find_column(before.system, columns[c].name);
    if (dot == NULL || other < 0 ||
        (strcmp(dot, ".x") != 0 && strcmp(dot, ".y") != 0 && strcmp(dot, ".angle") != 0))
      continue;
    for (int k = 0; plain_row(&after, k) >= 0; k += 10) {
      const double x = rows_at(&after.trace, plain_row(&after, k), c);
      if (!(fabs(x - rows_at(&before.trace, plain_row(&before, k), other)) < 1e-8))
        fail_msg("%s: %s differs in row %d", name, columns[c].name, k);
      moved = fmax(moved, fabs(x - rows_at(&after.trace, 0, c)));
      compared++;
    }
  }
  assert_true(compared > 20 && moved > 1e-3);
  drop(&before);
  drop(&after);
}

static void long_expressions_become_short(void **state) {
  (void)state;
  DIR *dir = opendir(PINTLE_DATA "/rewritten");
  assert_non_null(dir);
  char *page = text_of(PINTLE_MODELS "/../docs/expressions.md");
  int n = 0;
  for (const struct dirent *d = readdir(dir); d != NULL; d = readdir(dir)) {
    const char *dot = strchr(d->d_name, '.');
    char name[64];
    if (dot == NULL || strcmp(dot, ".long.yaml") != 0) continue;
    snprintf(name, sizeof name, "%.*s", (int)(dot - d->d_name), d->d_name);
    check_lengths(name, page);
    check_motion(name);
    n++;
  }
  closedir(dir);
  free(page);
  assert_true(n >= 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(long_expressions_become_short)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
