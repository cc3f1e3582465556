/* plugin.c: types from shared libraries, opened only when the user asks for one. */
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "registry.h"

static const char entry_point[] = "ptl_plugin_types";

/* To open a pipe may take for ever. */
static int is_file(const char *path) {
  struct stat info;
  return stat(path, &info) != 0 || S_ISREG(info.st_mode);
}

/* Whether a library's segments end beyond its file, as of one that was copied in part: dlopen()
 * would die of it. What is no library it refuses itself. */
static int is_cut_off(const char *path) {
  ElfW(Ehdr) head;
  ElfW(Phdr) segment;
  struct stat info;
  int is_cut = 0;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const int is_library =
      fstat(file, &info) == 0 && pread(file, &head, sizeof head, 0) == (ssize_t)sizeof head &&
      memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_phentsize == sizeof segment;
  const uint64_t size = is_library ? (uint64_t)info.st_size : 0;
  for (int i = 0; is_library && i < head.e_phnum && !is_cut; i++) {
    const uint64_t at = head.e_phoff + (uint64_t)i * sizeof segment;
    is_cut =
        at > size || pread(file, &segment, sizeof segment, (off_t)at) != (ssize_t)sizeof segment;
    if (!is_cut && segment.p_type == PT_LOAD)
      is_cut = segment.p_offset > size || segment.p_filesz > size - segment.p_offset;
  }
  close(file);
  return is_cut;
}

static ptl_status fail_open(ptl_context *context, const char *path, const char *why) {
  return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0401) "plug-in %s: cannot be opened: %s", path,
                  why != NULL ? why : "the system does not say why");
}

/* dlopen() looks for a bare name in the system's folders; a user means the file beside him. */
static ptl_status open_library(ptl_context *context, const char *path, void **library) {
  const size_t size = strlen(path) + 3;
  char *local = ptl_alloc(context, size, 1);
  if (local == NULL) return PTL_ERR_MEMORY;
  snprintf(local, size, "%s%s", strchr(path, '/') != NULL ? "" : "./", path);
  const char *wrong = !is_file(local)     ? "it is no file"
                      : is_cut_off(local) ? "it is cut off, a part of a library"
                                          : NULL;
  *library = wrong == NULL ? dlopen(local, RTLD_NOW | RTLD_LOCAL) : NULL;
  ptl_free(context, local);
  if (*library != NULL) return PTL_OK;
  return fail_open(context, path, wrong != NULL ? wrong : dlerror());
}

static ptl_status check_size(ptl_context *context, const char *what, size_t theirs, size_t ours) {
  if (theirs == ours) return PTL_OK;
  return ptl_fail(
      context, PTL_ERR_INPUT,
      PTL_E(0401) "its struct %s has %zu bytes, this Pintle's has %zu: rebuild the plug-in with the "
      "pintle_extend.h of Pintle " PTL_VERSION,
      what, theirs, ours);
}

/* Reads nothing behind `abi` before that is known to be right, nothing behind the sizes before
 * these are. */
static ptl_status check_plugin(ptl_context *context, const ptl_plugin *plugin) {
  if (plugin == NULL)
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0401) "%s() returned NULL", entry_point);
  if (plugin->abi != PTL_EXTEND_ABI) {
    return ptl_fail(
        context, PTL_ERR_INPUT,
        PTL_E(0401) "it was built for interface version %d, this Pintle (" PTL_VERSION
                    ") has version %d: rebuild the plug-in with this Pintle's pintle_extend.h",
        plugin->abi, PTL_EXTEND_ABI);
  }
  ptl_status status =
      check_size(context, "ptl_elastic_law", plugin->size_elastic, sizeof(ptl_elastic_law));
  if (status == PTL_OK)
    status = check_size(context, "ptl_damping_law", plugin->size_damping, sizeof(ptl_damping_law));
  if (status == PTL_OK)
    status = check_size(context, "ptl_joint_type", plugin->size_joint, sizeof(ptl_joint_type));
  if (status == PTL_OK)
    status = check_size(context, "ptl_force_type", plugin->size_force, sizeof(ptl_force_type));
  if (status == PTL_OK)
    status =
        check_size(context, "ptl_friction_law", plugin->size_friction, sizeof(ptl_friction_law));
  if (status == PTL_OK)
    status = check_size(context, "ptl_film_law", plugin->size_film, sizeof(ptl_film_law));
  if (status != PTL_OK) return status;
  if (plugin->name == NULL || !*plugin->name || plugin->version == NULL || !*plugin->version)
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0401) "it does not tell its name and version");
  return PTL_OK;
}

static ptl_status add_type(ptl_context *context, ptl_kind kind, const void *type,
                           const char *origin) {
  const ptl_status status = ptl_registry_check(context, kind, type);
  return status == PTL_OK ? ptl_registry_add(context, kind, type, origin) : status;
}

static ptl_status add_types(ptl_context *context, const ptl_plugin *plugin, const char *origin) {
  ptl_status status = PTL_OK;
  for (int i = 0; status == PTL_OK && plugin->elastic != NULL && plugin->elastic[i] != NULL; i++)
    status = add_type(context, PTL_ELASTIC, plugin->elastic[i], origin);
  for (int i = 0; status == PTL_OK && plugin->damping != NULL && plugin->damping[i] != NULL; i++)
    status = add_type(context, PTL_DAMPING, plugin->damping[i], origin);
  for (int i = 0; status == PTL_OK && plugin->joints != NULL && plugin->joints[i] != NULL; i++)
    status = add_type(context, PTL_JOINT, plugin->joints[i], origin);
  for (int i = 0; status == PTL_OK && plugin->forces != NULL && plugin->forces[i] != NULL; i++)
    status = add_type(context, PTL_FORCE, plugin->forces[i], origin);
  for (int i = 0; status == PTL_OK && plugin->frictions != NULL && plugin->frictions[i] != NULL;
       i++)
    status = add_type(context, PTL_FRICTION, plugin->frictions[i], origin);
  for (int i = 0; status == PTL_OK && plugin->films != NULL && plugin->films[i] != NULL; i++)
    status = add_type(context, PTL_FILM, plugin->films[i], origin);
  return status;
}

static char *origin_text(ptl_context *context, const ptl_plugin *plugin) {
  const size_t size = strlen(plugin->name) + strlen(plugin->version) + 2;
  char *origin = ptl_alloc(context, size, 1);
  if (origin != NULL) snprintf(origin, size, "%s %s", plugin->name, plugin->version);
  return origin;
}

/* Room for one more library in the context's two lists. */
static ptl_status make_room(ptl_context *context) {
  ptl_registry *registry = ptl_registry_of(context);
  const size_t n = (size_t)registry->n_libraries;
  void *libraries = ptl_grow(context, registry->libraries, n, sizeof(void *));
  if (libraries == NULL) return PTL_ERR_MEMORY;
  registry->libraries = libraries;
  void *origins = ptl_grow(context, registry->origins, n, sizeof(char *));
  if (origins == NULL) return PTL_ERR_MEMORY;
  registry->origins = origins;
  return PTL_OK;
}

/* All of the plug-in's types or none. */
static ptl_status register_plugin(ptl_context *context, void *library, const ptl_plugin *plugin) {
  ptl_registry *registry = ptl_registry_of(context);
  int n_types[PTL_N_KINDS];
  ptl_status status = make_room(context);
  if (status != PTL_OK) return status;
  char *origin = origin_text(context, plugin);
  if (origin == NULL) return PTL_ERR_MEMORY;
  memcpy(n_types, registry->n_types, sizeof n_types);
  status = add_types(context, plugin, origin);
  if (status != PTL_OK) {
    memcpy(registry->n_types, n_types, sizeof n_types);
    ptl_free(context, origin);
    return status;
  }
  registry->libraries[registry->n_libraries] = library;
  registry->origins[registry->n_libraries++] = origin;
  return PTL_OK;
}

static ptl_status load_library(ptl_context *context, void *library) {
  ptl_plugin_function function = NULL;
  void *symbol = dlsym(library, entry_point);
  if (symbol == NULL) {
    return ptl_fail(context, PTL_ERR_INPUT,
                    PTL_E(0401) "it is no plug-in of Pintle: it does not export %s()", entry_point);
  }
  memcpy(&function, &symbol, sizeof function); /* ISO C has no cast from object to function */
  const ptl_plugin *plugin = function();
  ptl_status status = check_plugin(context, plugin);
  return status == PTL_OK ? register_plugin(context, library, plugin) : status;
}

ptl_status ptl_context_add_types(ptl_context *context, const ptl_plugin *types) {
  const ptl_status status = check_plugin(context, types);
  return status == PTL_OK ? register_plugin(context, NULL, types) : status;
}

ptl_status ptl_context_load_plugin(ptl_context *context, const char *path) {
  void *library = NULL;
  ptl_status status = open_library(context, path, &library);
  if (status != PTL_OK) return status;
  status = load_library(context, library);
  if (status != PTL_OK) {
    ptl_prefix_message(context, "plug-in %s: ", path);
    dlclose(library);
  }
  return status;
}
