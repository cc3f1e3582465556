/* model.c: reading and assembling a model. */
#include "model.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"

/* Splits "PATH=VALUE" in a copy that `path` points to. */
static int split_setting(const char *text, ptl_setting *out) {
  if (strchr(text, '=') == NULL || *text == '=') {
    ptl_cli_say(PTL_E(0951) "--set %s: expected PATH=VALUE, as in --set run.until=20ms", text);
    return PTL_EXIT_USAGE;
  }
  char *copy = ptl_cli_copy_text(text);
  char *equals = strchr(copy, '=');
  *equals = '\0';
  out->path = copy;
  out->value = equals + 1;
  return PTL_GO_ON;
}

static int load(const char *path, const ptl_setting *settings, int n, ptl_loaded *out) {
  const ptl_status status = ptl_mechanism_load(out->context, path, settings, n, &out->mechanism);
  return status == PTL_OK ? PTL_GO_ON : ptl_cli_exit_status(out->context, status);
}

int ptl_cli_model_load(const char *path, const ptl_texts *plugins, const ptl_texts *settings,
                       ptl_loaded *out) {
  ptl_setting *list = ptl_cli_alloc((size_t)settings->n, sizeof *list);
  memset(out, 0, sizeof *out);
  int n, status = PTL_GO_ON;
  for (n = 0; n < settings->n && status == PTL_GO_ON; n++)
    status = split_setting(settings->items[n], &list[n]);
  if (status == PTL_GO_ON) {
    out->context = ptl_cli_open_context(plugins->items, plugins->n);
    status = out->context != NULL ? load(path, list, n, out) : PTL_EXIT_USAGE;
  }
  for (int i = 0; i < n; i++) free((char *)list[i].path);
  free(list);
  return status;
}

ptl_status ptl_cli_model_assemble(ptl_loaded *model) {
  return ptl_assemble(model->mechanism, &model->system);
}

void ptl_cli_model_release(ptl_loaded *model) {
  ptl_system_destroy(model->system);
  ptl_mechanism_destroy(model->mechanism);
  if (model->context != NULL) ptl_context_destroy(model->context);
}

int ptl_cli_with_model(ptl_model_arguments *a, int status,
                       int (*answer)(const void *given, ptl_loaded *model), const void *given) {
  if (status == PTL_GO_ON) {
    ptl_loaded model;
    status = ptl_cli_model_load(a->path, &a->plugins, &a->settings, &model);
    if (status == PTL_GO_ON) status = answer(given, &model);
    ptl_cli_model_release(&model);
  }
  free(a->settings.items);
  free(a->plugins.items);
  return status;
}
