/* losses_read.c: the entry `wear` of summary.json. A text in JSON is one in YAML as well. */
#include "losses_read.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file_read.h"
#include "model_read_yaml.h"
#include "node_tree.h"
#include "trace.h"

enum { LARGEST_FILE = 64 << 20 };

static const ptl_node *member(const ptl_node *node, const char *key) {
  return node != NULL && node->kind == PTL_NODE_MAPPING ? ptl_node_find(node, key) : NULL;
}

static const ptl_node *first_of(const ptl_node *list) {
  return list != NULL && list->kind == PTL_NODE_LIST ? list->first : NULL;
}

static double number_of(const ptl_node *node) {
  char *end = NULL;
  const double value = node != NULL && node->kind == PTL_NODE_TEXT ? strtod(node->text, &end) : NAN;
  return end != NULL && *end == '\0' ? value : NAN;
}

static const char *text_of(const ptl_node *node) {
  return node != NULL && node->kind == PTL_NODE_TEXT ? node->text : "";
}

static char *join_names(ptl_context *context, const char *joint, const char *gap,
                        const char *part) {
  const size_t size = strlen(joint) + strlen(gap) + strlen(part) + 3;
  char *name = ptl_alloc(context, size, 1);
  if (name != NULL) snprintf(name, size, "%s.%s.%s", joint, gap, part);
  return name;
}

/* The depths of its sectors: k W over the sector's area. */
static ptl_status read_sectors(ptl_context *context, const ptl_node *gap, const ptl_node *from,
                               ptl_surface_loss *out) {
  const double k = number_of(member(from, "coefficient")), width = number_of(member(from, "width"));
  const double first = number_of(member(from, "first"));
  const double radius = out->is_round ? number_of(member(from, "radius")) : 1.0;
  const double area = number_of(member(gap, "length")) * width * radius;
  const ptl_node *works = member(from, "works");
  const size_t room = works != NULL ? (size_t)works->n : 0;
  out->places = ptl_alloc(context, room, sizeof *out->places);
  out->depths = ptl_alloc(context, room, sizeof *out->depths);
  if (out->places == NULL || out->depths == NULL) return PTL_ERR_MEMORY;
  for (const ptl_node *w = first_of(works); w != NULL; w = w->next, out->n++) {
    const double work = number_of(w);
    out->places[out->n] = first + out->n * width;
    out->depths[out->n] = work > 0.0 ? k * work / area : 0.0;
  }
  return PTL_OK;
}

/* One that does not wear, or has no sectors, is passed over. */
static ptl_status read_surface(ptl_context *context, const ptl_node *gap, const ptl_node *from,
                               ptl_losses *out) {
  const char *shape = text_of(member(from, "shape"));
  if (!(number_of(member(from, "coefficient")) > 0.0) || strcmp(shape, "whole") == 0) return PTL_OK;
  ptl_surface_loss *grown = ptl_grow(context, out->surfaces, (size_t)out->n, sizeof *out->surfaces);
  if (grown == NULL) return PTL_ERR_MEMORY;
  out->surfaces = grown;
  ptl_surface_loss *surface = &grown[out->n++];
  *surface = (ptl_surface_loss){.is_round = strcmp(shape, "round") == 0,
                                .is_inward = from != first_of(member(gap, "surfaces"))};
  surface->name = join_names(context, text_of(member(gap, "joint")), text_of(member(gap, "gap")),
                             text_of(member(from, "part")));
  return surface->name != NULL ? read_sectors(context, gap, from, surface) : PTL_ERR_MEMORY;
}

static ptl_status read_tree(ptl_context *context, const char *run, const char *text, size_t size,
                            ptl_node **out) {
  ptl_mechanism *m = ptl_mechanism_create(context); /* empty; has the file's name for messages */
  const size_t room = strlen(run) + sizeof "/" PTL_FILE_SUMMARY;
  if (m != NULL) m->file = ptl_alloc(context, room, 1);
  ptl_status status = m != NULL && m->file != NULL ? PTL_OK : PTL_ERR_MEMORY;
  if (status == PTL_OK) snprintf(m->file, room, "%s/" PTL_FILE_SUMMARY, run);
  if (status == PTL_OK) status = ptl_tree_read(m, text, size, -1, out);
  ptl_mechanism_destroy(m);
  return status;
}

ptl_status ptl_losses_read(ptl_context *context, const char *run, ptl_losses *out) {
  char *text = NULL;
  size_t size = 0;
  ptl_node *root = NULL;
  *out = (ptl_losses){0};
  ptl_status status =
      ptl_folder_file_read(context, run, PTL_FILE_SUMMARY, LARGEST_FILE, &text, &size);
  if (status == PTL_OK) status = read_tree(context, run, text, size, &root);
  ptl_free(context, text);
  for (const ptl_node *gap = first_of(member(root, "wear")); gap != NULL; gap = gap->next)
    for (const ptl_node *s = first_of(member(gap, "surfaces")); s != NULL; s = s->next)
      if (status == PTL_OK) status = read_surface(context, gap, s, out);
  ptl_node_destroy(context, root);
  return status;
}

void ptl_losses_release(ptl_context *context, ptl_losses *losses) {
  for (int i = 0; i < losses->n; i++) {
    ptl_free(context, losses->surfaces[i].name);
    ptl_free(context, losses->surfaces[i].places);
    ptl_free(context, losses->surfaces[i].depths);
  }
  ptl_free(context, losses->surfaces);
  *losses = (ptl_losses){0};
}
