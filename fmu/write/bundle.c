/* bundle.c: see bundle.h. */
#include "bundle.h"

#include <ctype.h>
#include <errno.h>
#include <minizip/zip.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "description.h"
#include "file_read.h"
#include "file_write.h"
#include "mechanism.h"
#include "packed.h"
#include "resource.h"
#include "text_stream.h"
#include "units.h"

#if defined(__x86_64__)
#define FOLDER_2 "linux64"
#define FOLDER_3 "x86_64-linux"
#elif defined(__aarch64__)
#define FOLDER_2 "linux-aarch64"
#define FOLDER_3 "aarch64-linux"
#else
#define FOLDER_2 "linux"
#define FOLDER_3 "linux"
#endif

static ptl_status fail_io(ptl_context *context, const char *path) {
  return ptl_fail(context, ptl_errno_status(), PTL_E(0901) "%s: error: cannot be written: %s", path,
                  errno != 0 ? strerror(errno) : "the file system refuses");
}

/* ---------------------------------------------------------------- what goes into it */

typedef struct content {
  void *model, *description;
  char *object;
  size_t model_size, object_size, description_size;
  char token[PTL_FMU_TOKEN];
  char identifier[64];
} content;

/* The file's name as a name in C: letters, digits and _. */
static void make_identifier(const char *path, char *out, size_t size) {
  const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
  const size_t length = strcspn(name, ".");
  size_t n = 0;
  if (length == 0 || !isalpha((unsigned char)name[0])) n = (size_t)snprintf(out, size, "model_");
  for (size_t i = 0; i < length && n + 1 < size; i++)
    out[n++] = isalnum((unsigned char)name[i]) ? name[i] : '_';
  out[n] = '\0';
}

/* Types of plug-ins are shared objects of their own, which a unit cannot count on. */
static ptl_status refuse_plugins(ptl_context *context) {
  static const ptl_kind kinds[] = {PTL_ELASTIC, PTL_DAMPING,  PTL_JOINT,
                                   PTL_FORCE,   PTL_FRICTION, PTL_FILM};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    ptl_type_info info;
    for (int i = 0; ptl_context_get_type(context, kinds[k], i, &info); i++)
      if (strcmp(info.origin, "built in") != 0)
        return ptl_fail(context, PTL_ERR_USAGE,
                        PTL_E(0901) "'%s' is of the plug-in %s; a unit holds no plug-ins",
                        info.name, info.origin);
  }
  return PTL_OK;
}

/* Units that importers give parameters in are remembered in the packed model. */
static ptl_status remember_units(ptl_context *context, const ptl_fmu_variables *variables) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < variables->n && status == PTL_OK; i++) {
    ptl_unit unit;
    if (variables->items[i].kind == PTL_FMU_PARAMETER)
      status = ptl_unit_parse(context, variables->items[i].unit, &unit);
  }
  return status;
}

static ptl_status describe(ptl_context *context, ptl_fmu_description *d, content *c) {
  ptl_text_stream out;
  if (ptl_text_stream_open(&out) != 0)
    return ptl_fail(context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory");
  ptl_status status = ptl_fmu_describe(d, out.stream);
  if (ptl_text_stream_close(&out) != 0 && status == PTL_OK)
    status = ptl_fail(context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory");
  c->description = out.text;
  c->description_size = out.size;
  return status;
}

static ptl_status make_content(ptl_context *context, const ptl_mechanism *mechanism,
                               const ptl_system *system, const ptl_fmu_bundle *bundle, content *c) {
  ptl_fmu_variables variables = {0};
  ptl_status status = refuse_plugins(context);
  if (status == PTL_OK)
    status = ptl_fmu_variables_make(context, mechanism, system, bundle->is_exchange, &variables);
  if (status == PTL_OK) status = remember_units(context, &variables);
  if (status == PTL_OK) status = ptl_pack(mechanism, &c->model, &c->model_size);
  if (status == PTL_OK) {
    ptl_fmu_resource_token(c->model, c->model_size, c->token);
    make_identifier(bundle->path, c->identifier, sizeof c->identifier);
    ptl_fmu_description d = {context,         mechanism,           system,        &variables,
                             bundle->version, bundle->is_exchange, c->identifier, c->token};
    status = describe(context, &d, c);
  }
  if (status == PTL_OK)
    status = ptl_file_read(context, bundle->shared_object, "shared object", PTL_FMU_LARGEST_FILE,
                           &c->object, &c->object_size);
  ptl_fmu_variables_release(context, &variables);
  return status;
}

static void release_content(ptl_context *context, content *c) {
  ptl_free(context, c->model);
  ptl_free(context, c->object);
  free(c->description);
}

/* ---------------------------------------------------------------- the archive */

/* 1 when it fails. Dates are left out, so that the same model gives the same bytes. */
static int add(zipFile zip, const char *name, const void *bytes, size_t size) {
  const zip_fileinfo info = {.dosDate = 0x210000,
                             .external_fa = 0100644u << 16}; /* 1 January 1980 */
  if (zipOpenNewFileInZip(zip, name, &info, NULL, 0, NULL, 0, NULL, Z_DEFLATED, 9) != ZIP_OK)
    return 1;
  int failed = zipWriteInFileInZip(zip, bytes, (unsigned)size) != ZIP_OK;
  failed |= zipCloseFileInZip(zip) != ZIP_OK;
  return failed;
}

static void *take_stream(void *opaque, const void *path, int mode) {
  (void)path, (void)mode;
  return opaque;
}

static int leave_stream(void *opaque, void *stream) {
  (void)opaque;
  return ferror(stream);
}

/* Onto the stream, which remembers failed writes; minizip forgets some. */
static int write_archive(FILE *stream, const content *c, int version) {
  char object[160];
  zlib_filefunc64_def functions;
  fill_fopen64_filefunc(&functions);
  functions.zopen64_file = take_stream;
  functions.zclose_file = leave_stream;
  functions.opaque = stream;
  zipFile zip = zipOpen2_64("", APPEND_STATUS_CREATE, NULL, &functions);
  if (zip == NULL) return 1;
  snprintf(object, sizeof object, "binaries/%s/%s.so", version == 2 ? FOLDER_2 : FOLDER_3,
           c->identifier);
  int failed = add(zip, "modelDescription.xml", c->description, c->description_size) ||
               add(zip, "resources/" PTL_FMU_MODEL_FILE, c->model, c->model_size) ||
               add(zip, object, c->object, c->object_size);
  failed |= zipClose(zip, "Pintle " PTL_VERSION) != ZIP_OK;
  return failed;
}

ptl_status ptl_fmu_write(ptl_context *context, const ptl_mechanism *mechanism,
                         const ptl_system *system, const ptl_fmu_bundle *bundle) {
  content c = {0};
  ptl_new_file file;
  ptl_status status = make_content(context, mechanism, system, bundle, &c);
  if (status == PTL_OK && ptl_new_file_open(&file, bundle->path) != 0) {
    status = fail_io(context, bundle->path);
  } else if (status == PTL_OK) {
    errno = 0;
    const int written = write_archive(file.stream, &c, bundle->version) == 0, error = errno;
    const int placed = ptl_new_file_close(&file, written) == 0;
    if (!written) errno = error;
    if (!placed) status = fail_io(context, bundle->path);
  }
  release_content(context, &c);
  return status;
}
