/* import.c: see import.h. */
#include "import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file_read.h"
#include "formats.h"
#include "project.h"
#include "text_stream.h"

enum { LARGEST = 16 << 20 };

static ptl_status hold(ptl_spatial *s, const ptl_import_options *options) {
  for (int i = 0; i < options->n_held; i++) {
    const int joint = ptl_spatial_find(s, PTL_SPATIAL_JOINT, options->held[i]);
    if (joint < 0)
      return ptl_import_fail(s->import, 0, PTL_E(0151) "there is no joint '%.60s' to hold",
                             options->held[i]);
    s->joints[joint].held = 1;
    ptl_import_tell(s->import, s->joints[joint].line, "joint '%.60s' is held as it is placed",
                    options->held[i]);
  }
  return PTL_OK;
}

static ptl_status read_xml(ptl_linkage *l, const char *text, size_t size,
                           const ptl_import_options *options) {
  ptl_spatial s = {.import = l->import};
  ptl_element *root = NULL;
  ptl_status status = ptl_xml_read(l->import, text, size, &root);
  if (status != PTL_OK) return status;
  if (ptl_xml_is(root, "mujoco"))
    status = ptl_mjcf_read(&s, root);
  else if (ptl_xml_is(root, "robot"))
    status = ptl_urdf_read(&s, root);
  else
    status = ptl_import_fail(l->import, root->line,
                             PTL_E(0151) "<%.40s>: neither MJCF (<mujoco>) nor URDF (<robot>)",
                             root->name);
  if (status == PTL_OK) status = hold(&s, options);
  if (status == PTL_OK) status = ptl_project(&s, l);
  ptl_name_release(l->import->context, &s.names);
  return status;
}

static ptl_status refuse_held(const ptl_linkage *l, const ptl_import_options *options) {
  return options->n_held == 0
             ? PTL_OK
             : ptl_import_fail(l->import, 0, PTL_E(0151) "joints are held of MJCF and URDF only");
}

static ptl_status read(ptl_linkage *l, char *text, size_t size, const ptl_import_options *options) {
  const char *first = text + strspn(text, " \t\r\n\xEF\xBB\xBF");
  if (*first == '<') return read_xml(l, text, size, options);
  if (strlen(text) != size)
    return ptl_import_fail(l->import, 1, PTL_E(0150) "a zero character: this is no text");
  const ptl_status status = refuse_held(l, options);
  return status == PTL_OK ? ptl_points_read(l, text) : status;
}

/* The text that `print` writes, as memory of the context. */
static ptl_status print(const ptl_linkage *l, int report, char **out) {
  ptl_text_stream file;
  if (ptl_text_stream_open(&file) != 0)
    return ptl_fail(l->import->context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory");
  ptl_status status = PTL_OK;
  for (const ptl_import_note *note = l->import->first_note; report && note != NULL;
       note = note->next) {
    if (note->line > 0)
      fprintf(file.stream, "%s:%d: %s\n", l->import->path, note->line, note->text);
    else
      fprintf(file.stream, "%s: %s\n", l->import->path, note->text);
  }
  if (!report) status = ptl_linkage_print(l, file.stream);
  const int failed = ptl_text_stream_close(&file) != 0;
  *out = status == PTL_OK && !failed ? ptl_copy_text(l->import->context, file.text) : NULL;
  free(file.text);
  if (*out != NULL) return PTL_OK;
  return ptl_fail(l->import->context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory");
}

/* What is written must be a model. */
static ptl_status check(ptl_context *context, const char *path, const char *text) {
  ptl_mechanism *m = NULL;
  const ptl_status status = ptl_mechanism_parse(context, text, strlen(text), path, NULL, 0, &m);
  ptl_mechanism_destroy(m);
  if (status == PTL_ERR_INPUT) {
    char why[1024];
    snprintf(why, sizeof why, "%s", ptl_context_message(context));
    return ptl_fail(context, status, PTL_E(0152) "%s: error: what it describes is no model: %s",
                    path, why);
  }
  return status;
}

ptl_status ptl_import_file(ptl_context *context, const char *path,
                           const ptl_import_options *options, ptl_import_result *out) {
  ptl_import import = {.context = context, .path = path};
  ptl_linkage linkage = {.import = &import};
  char *bytes = NULL;
  size_t size;
  *out = (ptl_import_result){NULL, NULL};
  ptl_status status = ptl_file_read(context, path, "description", LARGEST, &bytes, &size);
  if (status == PTL_OK) status = read(&linkage, bytes, size, options);
  if (status == PTL_OK && import.has_lost_notes)
    status = ptl_fail(context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory");
  if (status == PTL_OK) status = print(&linkage, 0, &out->model);
  if (status == PTL_OK) status = print(&linkage, 1, &out->report);
  if (status == PTL_OK) status = check(context, path, out->model);
  if (status != PTL_OK) ptl_import_free(context, out);
  ptl_name_release(context, &linkage.names);
  ptl_free(context, bytes);
  ptl_import_release(&import);
  return status;
}

void ptl_import_free(ptl_context *context, ptl_import_result *result) {
  ptl_free(context, result->model);
  ptl_free(context, result->report);
  *result = (ptl_import_result){NULL, NULL};
}
