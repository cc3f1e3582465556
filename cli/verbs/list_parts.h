/* list_parts.h: the parts of `pintle list`. Each adds to `json`, or prints text or Markdown where
 * that is NULL. */
#ifndef PTL_CLI_LIST_PARTS_H
#define PTL_CLI_LIST_PARTS_H

#include "pintle.h"
#include "print_json.h"

/* list_type.c: one type in full. */
void ptl_cli_list_type(const ptl_type_info *info, ptl_kind kind, ptl_json *json, int markdown);
const char *ptl_cli_kind_label(ptl_kind kind); /* "elastic law" */
const char *ptl_cli_doc_title(const ptl_type_info *info);

/* list_materials.c: every material, or that of the name; returns the exit status. */
int ptl_cli_list_materials(const ptl_context *context, const char *name, ptl_json *json,
                           int markdown);

/* list_models.c: the model files in ./models or where the program was installed to. */
void ptl_cli_list_models(ptl_context *context, ptl_json *json, int markdown);
/* One of them; returns the exit status. */
int ptl_cli_list_model(ptl_context *context, const char *name, ptl_json *json, int markdown);

#endif
