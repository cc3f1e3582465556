/* importer.h: a small importer of functional mock-up units, for tests: the unit is written by the
 * program, unpacked, and its shared object opened. */
#ifndef PTL_TEST_IMPORTER_H
#define PTL_TEST_IMPORTER_H

#include <dlfcn.h>
#include <unistd.h>

#include "model_run.h"

typedef struct unit_file {
  char folder[200]; /* into which it is unpacked */
  char *description;
  char token[64];
  void *object;
} unit_file;

static char log_text[4000]; /* what units have told */

static inline char *read_text(const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char *text = calloc(1, 1 << 20);
  assert_non_null(text);
  assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
  fclose(file);
  return text;
}

/* The value of the first attribute `name="..."` at or behind `text`. */
static inline void take_attribute(const char *text, const char *name, char *out, size_t size) {
  char key[80];
  snprintf(key, sizeof key, " %s=\"", name);
  const char *at = strstr(text, key);
  assert_non_null(at);
  at += strlen(key);
  snprintf(out, size, "%.*s", (int)strcspn(at, "\""), at);
}

/* `options`: of `pintle fmu`, as a shell reads them. */
static inline unit_file import_unit(const char *model, const char *options) {
  unit_file unit = {0};
  char command[2000], path[500], name[100];
  snprintf(unit.folder, sizeof unit.folder, "/tmp/pintle-fmu-XXXXXX");
  assert_non_null(mkdtemp(unit.folder));
  snprintf(command, sizeof command,
           PINTLE_PROGRAM
           " fmu %s -o %s/unit.fmu %s >/dev/null && cd %s && python3 -m zipfile -e unit.fmu .",
           model, unit.folder, options, unit.folder);
  assert_int_equal(system(command), 0);
  snprintf(path, sizeof path, "%s/modelDescription.xml", unit.folder);
  unit.description = read_text(path);
  const int is_3 = strstr(unit.description, "fmiVersion=\"3.0\"") != NULL;
  take_attribute(unit.description, is_3 ? "instantiationToken" : "guid", unit.token,
                 sizeof unit.token);
  take_attribute(unit.description, "modelIdentifier", name, sizeof name);
  snprintf(path, sizeof path, "%s/binaries/%s/%s.so", unit.folder,
           is_3 ? "x86_64-linux" : "linux64", name);
  unit.object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  assert_non_null(unit.object);
  return unit;
}

static inline void release_unit(unit_file *unit) {
  char command[300];
  dlclose(unit->object);
  free(unit->description);
  snprintf(command, sizeof command, "rm -rf %s", unit->folder);
  assert_int_equal(system(command), 0);
}

/* The value reference of a variable. */
static inline unsigned reference_of(const unit_file *unit, const char *name) {
  char key[200], number[20];
  snprintf(key, sizeof key, " name=\"%s\" valueReference", name);
  const char *at = strstr(unit->description, key);
  assert_non_null(at);
  take_attribute(at, "valueReference", number, sizeof number);
  return (unsigned)atoi(number);
}

/* A function of the shared object into a pointer to it. */
static inline void take_symbol(void *target, const unit_file *unit, const char *name) {
  void *symbol = dlsym(unit->object, name);
  assert_non_null(symbol);
  memcpy(target, &symbol, sizeof symbol);
}

static inline int logged(const char *what) {
  return strstr(log_text, what) != NULL;
}

#endif
