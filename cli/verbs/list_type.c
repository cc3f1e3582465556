/* list_type.c: one type in full, as text, Markdown or JSON. */
#include <math.h>
#include <string.h>

#include "list_parts.h"
#include "pintle_extend.h"
#include "table.h"

enum { WIDTH = 96, LABEL = 11 };

const char *ptl_cli_kind_label(ptl_kind kind) {
  switch (kind) {
    case PTL_ELASTIC:
      return "elastic law";
    case PTL_DAMPING:
      return "damping law";
    case PTL_JOINT:
      return "joint";
    case PTL_FRICTION:
      return "friction law";
    case PTL_FILM:
      return "film law";
    default:
      return "force";
  }
}

static const char *or_empty(const char *text) {
  return text != NULL ? text : "";
}

const char *ptl_cli_doc_title(const ptl_type_info *info) {
  return or_empty(info->doc->title);
}

/* ------------------------------------------------------------------ one parameter */

static void number_text(char *text, size_t size, double value) {
  if (isinf(value))
    snprintf(text, size, "%sinfinity", value < 0 ? "-" : "");
  else
    snprintf(text, size, "%g", value);
}

static void range_text(char *text, size_t size, const ptl_param *row) {
  const int open_min = (row->flags & PTL_OPEN_MIN) != 0,
            open_max = (row->flags & PTL_OPEN_MAX) != 0;
  char min[32], max[32];
  number_text(min, sizeof min, row->min);
  number_text(max, sizeof max, row->max);
  if (row->kind == PTL_CHOICE)
    snprintf(text, size, "%s", row->choices);
  else if (isinf(row->min) && isinf(row->max))
    snprintf(text, size, "any");
  else if (isinf(row->max))
    snprintf(text, size, "%s %s", open_min ? ">" : ">=", min);
  else if (isinf(row->min))
    snprintf(text, size, "%s %s", open_max ? "<" : "<=", max);
  else
    snprintf(text, size, "%c%s, %s%c", open_min ? '(' : '[', min, max, open_max ? ')' : ']');
}

/* "m", "m (x, y)", "m (list of x, y)", "m, N (list of x, y)" */
static void unit_text(char *text, size_t size, const ptl_param *row) {
  const char *bar = row->kind == PTL_POINTS ? strchr(row->unit, '|') : NULL;
  const char *shape = row->kind == PTL_POINT    ? " (x, y)"
                      : row->kind == PTL_POINTS ? " (list of x, y)"
                                                : "";
  if (bar != NULL)
    snprintf(text, size, "%.*s, %s%s", (int)(bar - row->unit), row->unit, bar + 1, shape);
  else
    snprintf(text, size, "%s%s", row->unit, shape);
}

/* The word for a choice's default. */
static void choice_text(char *text, size_t size, const char *choices, int index) {
  for (; index > 0 && strchr(choices, '|') != NULL; index--) choices = strchr(choices, '|') + 1;
  snprintf(text, size, "%.*s", (int)strcspn(choices, "|"), choices);
}

static void default_text(char *text, size_t size, const ptl_param *row) {
  if (row->flags & PTL_REQUIRED)
    snprintf(text, size, "required");
  else if (row->flags & PTL_OPTIONAL)
    snprintf(text, size, "optional");
  else if (row->kind == PTL_CHOICE)
    choice_text(text, size, row->choices, (int)row->fallback);
  else
    number_text(text, size, row->fallback);
}

/* ------------------------------------------------------------------ text */

static void print_field(const char *name, const char *text) {
  if (text == NULL || !*text) return;
  printf("  %-*s", LABEL, name);
  ptl_cli_print_wrapped(stdout, text, LABEL + 2, LABEL + 2, WIDTH);
}

static void print_params(const ptl_param *params) {
  ptl_table *table = ptl_cli_table_create("lllll");
  ptl_cli_table_cell(table, "parameter");
  ptl_cli_table_cell(table, "unit");
  ptl_cli_table_cell(table, "default");
  ptl_cli_table_cell(table, "range");
  ptl_cli_table_cell(table, "%s", "");
  for (const ptl_param *row = params; row->name != NULL; row++) {
    char unit[96], range[128], fallback[64];
    range_text(range, sizeof range, row);
    default_text(fallback, sizeof fallback, row);
    ptl_cli_table_cell(table, "%s", row->name);
    unit_text(unit, sizeof unit, row);
    ptl_cli_table_cell(table, "%s", unit);
    ptl_cli_table_cell(table, "%s", fallback);
    ptl_cli_table_cell(table, "%s", range);
    ptl_cli_table_cell(table, "%s", or_empty(row->doc));
  }
  printf("\n");
  ptl_cli_table_print(table, stdout, 2);
}

/* What a law asks of the model beyond its parameters, "" when nothing. */
static void needs_text(char *text, size_t size, unsigned needs) {
  static const struct {
    unsigned flag;
    const char *name;
  } rows[] = {{PTL_NEEDS_RADII, "radii"},
              {PTL_NEEDS_LENGTH, "length"},
              {PTL_NEEDS_MATERIALS, "Young's moduli and Poisson's ratios"},
              {PTL_NEEDS_MASS, "effective mass"}};
  *text = '\0';
  size_t n = 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows && n < size; i++)
    if (needs & rows[i].flag)
      n += (size_t)snprintf(text + n, size - n, "%s%s", n > 0 ? ", " : "", rows[i].name);
}

static unsigned needs_of(const ptl_type_info *info, ptl_kind kind) {
  if (kind == PTL_ELASTIC) return ((const ptl_elastic_law *)info->type)->needs;
  if (kind == PTL_DAMPING) return ((const ptl_damping_law *)info->type)->needs;
  return 0;
}

/* Laws of the other kind that a law accepts, NULL for every one. */
static const char *partners_of(const ptl_type_info *info, ptl_kind kind) {
  if (kind == PTL_ELASTIC) return ((const ptl_elastic_law *)info->type)->partners;
  return kind == PTL_DAMPING ? ((const ptl_damping_law *)info->type)->partners : NULL;
}

/* What only a joint has: the keys of its two parts and its gaps. */
static void print_joint(const ptl_joint_type *joint) {
  if (joint->part_a != NULL && joint->part_b != NULL)
    printf("  %-*s%s, %s\n", LABEL, "parts", joint->part_a, joint->part_b);
  if (joint->gap_names == NULL) return;
  printf("  %-*s", LABEL, "gaps");
  for (const char *const *gap = joint->gap_names; *gap != NULL; gap++)
    printf("%s%s", gap == joint->gap_names ? "" : ", ", *gap);
  printf("\n");
}

static void print_as_text(const ptl_type_info *info, ptl_kind kind) {
  printf("%s: %s (%s, %s)\n", info->name, ptl_cli_doc_title(info), ptl_cli_kind_label(kind),
         info->origin);
  print_field("family", info->doc->family);
  print_field("formula", info->doc->formula);
  print_field("source", info->doc->source);
  print_field("valid", info->doc->validity);
  char needs[128];
  needs_text(needs, sizeof needs, needs_of(info, kind));
  print_field("needs", needs);
  print_field("partners", partners_of(info, kind));
  if (kind == PTL_JOINT) print_joint(info->type);
  if (info->params != NULL && info->params->name != NULL) print_params(info->params);
}

/* ------------------------------------------------------------------ Markdown */

static void print_escaped(const char *text) {
  for (; *text; text++) {
    if (*text == '|' || *text == '*' || *text == '_' || *text == '<') putchar('\\');
    putchar(*text);
  }
}

static void print_joint_as_markdown(const ptl_joint_type *joint) {
  printf("Parts: `%s` (A), `%s` (B).", joint->part_a, joint->part_b);
  for (const char *const *gap = joint->gap_names; gap != NULL && *gap != NULL; gap++)
    printf("%s`%s`", gap == joint->gap_names ? " Gaps: " : ", ", *gap);
  printf("%s\n\n", joint->gap_names != NULL ? "." : "");
}

static void print_as_markdown(const ptl_type_info *info, ptl_kind kind) {
  printf("### `%s` (%s)\n\n", info->name, ptl_cli_kind_label(kind));
  print_escaped(ptl_cli_doc_title(info));
  printf(".\n\n");
  if (info->doc->formula != NULL && *info->doc->formula) printf("    %s\n\n", info->doc->formula);
  if (kind == PTL_JOINT) print_joint_as_markdown(info->type);
  if (info->params != NULL && info->params->name != NULL) {
    printf("| parameter | unit | default | range | |\n|---|---|---|---|---|\n");
    for (const ptl_param *row = info->params; row->name != NULL; row++) {
      char unit[96], range[128], fallback[64];
      range_text(range, sizeof range, row);
      default_text(fallback, sizeof fallback, row);
      printf("| `%s` | ", row->name);
      unit_text(unit, sizeof unit, row);
      print_escaped(unit);
      printf(" | %s | ", fallback);
      print_escaped(range);
      printf(" | ");
      print_escaped(or_empty(row->doc));
      printf(" |\n");
    }
    printf("\n");
  }
  char needs[128];
  needs_text(needs, sizeof needs, needs_of(info, kind));
  if (*needs) printf("Needs: %s.\n\n", needs);
  if (partners_of(info, kind) != NULL) printf("Goes with: `%s`.\n\n", partners_of(info, kind));
  if (info->doc->source != NULL && *info->doc->source) {
    printf("Source: ");
    print_escaped(info->doc->source);
    printf("\n\n");
  }
  if (info->doc->validity != NULL && *info->doc->validity) {
    printf("Validity: ");
    print_escaped(info->doc->validity);
    printf("\n\n");
  }
}

/* ------------------------------------------------------------------ JSON */

static void print_json_param(ptl_json *j, const ptl_param *row) {
  static const char *const kinds[] = {"number", "choice", "point", "points"};
  ptl_json_open(j, NULL, '{');
  ptl_json_text(j, "name", row->name);
  ptl_json_text(j, "kind", kinds[row->kind]);
  ptl_json_text(j, "unit", row->unit);
  ptl_json_bool(j, "required", (row->flags & PTL_REQUIRED) != 0);
  if (row->flags & (PTL_REQUIRED | PTL_OPTIONAL)) {
    ptl_json_text(j, "default", NULL);
  } else if (row->kind == PTL_CHOICE) {
    char fallback[64];
    choice_text(fallback, sizeof fallback, row->choices, (int)row->fallback);
    ptl_json_text(j, "default", fallback);
  } else {
    ptl_cli_json_number(j, "default", row->fallback);
  }
  ptl_cli_json_number(j, "min", row->min); /* null where there is no bound */
  ptl_cli_json_number(j, "max", row->max);
  ptl_json_bool(j, "min_allowed", !(row->flags & PTL_OPEN_MIN));
  ptl_json_bool(j, "max_allowed", !(row->flags & PTL_OPEN_MAX));
  if (row->kind == PTL_CHOICE) ptl_json_text(j, "choices", row->choices);
  ptl_json_text(j, "doc", row->doc);
  ptl_json_close(j, '}');
}

static void print_as_json(ptl_json *j, const ptl_type_info *info, ptl_kind kind) {
  ptl_json_open(j, NULL, '{');
  ptl_json_text(j, "name", info->name);
  ptl_json_text(j, "kind", ptl_cli_kind_label(kind));
  ptl_json_text(j, "origin", info->origin);
  ptl_json_text(j, "title", info->doc->title);
  ptl_json_text(j, "family", info->doc->family);
  ptl_json_text(j, "formula", info->doc->formula);
  ptl_json_text(j, "source", info->doc->source);
  ptl_json_text(j, "validity", info->doc->validity);
  char needs[128];
  needs_text(needs, sizeof needs, needs_of(info, kind));
  ptl_json_text(j, "needs", *needs ? needs : NULL);
  ptl_json_text(j, "partners", partners_of(info, kind));
  if (kind == PTL_JOINT) {
    const ptl_joint_type *joint = info->type;
    ptl_json_text(j, "part_a", joint->part_a);
    ptl_json_text(j, "part_b", joint->part_b);
    ptl_json_open(j, "gaps", '[');
    for (const char *const *gap = joint->gap_names; gap != NULL && *gap != NULL; gap++)
      ptl_json_text(j, NULL, *gap);
    ptl_json_close(j, ']');
  }
  ptl_json_open(j, "parameters", '[');
  for (const ptl_param *row = info->params; row != NULL && row->name != NULL; row++)
    print_json_param(j, row);
  ptl_json_close(j, ']');
  ptl_json_close(j, '}');
}

void ptl_cli_list_type(const ptl_type_info *info, ptl_kind kind, ptl_json *json, int markdown) {
  if (json != NULL)
    print_as_json(json, info, kind);
  else if (markdown)
    print_as_markdown(info, kind);
  else
    print_as_text(info, kind);
}
