/* law_tools.h: contact and friction parameters of other programs, and what they are here. */
#ifndef PTL_CLI_LAW_TOOLS_H
#define PTL_CLI_LAW_TOOLS_H

/* One parameter of a program; a table ends with a row whose name is NULL. */
typedef struct ptl_tool_key {
  const char *name, *alias; /* as in its formulas, and in its dialogs; the alias may be NULL */
  const char *unit;         /* what is wanted, in SI: "N/m^e" takes the value of the key e */
  const char *own_unit;     /* what a number without a unit is in there: "N/mm^e" */
  const char *words;        /* "a|b": one of these in place of a number, else NULL */
  int is_required;
  const char *doc;
} ptl_tool_key;

enum { PTL_TOOL_KEYS = 16, PTL_TOOL_LINES = 24, PTL_TOOL_NOTES = 4 };

/* Settings of a contact, "elastic.law" = "power", "elastic.stiffness" = "1e8 N/m^1.5", in groups
 * that belong together, and remarks. */
typedef struct ptl_converted {
  char path[PTL_TOOL_LINES][48], value[PTL_TOOL_LINES][80];
  int n;
  const char *notes[PTL_TOOL_NOTES];
  int n_notes;
  char why[200]; /* the reason when it cannot be converted */
} ptl_converted;

typedef struct ptl_tool {
  const char *name, *title;
  const ptl_tool_key *keys;
  const char *refusal; /* why nothing of it can be converted; else NULL */
  /* `v` has the values in the order of the keys, in SI, NAN where they are not given. Returns 0, or
   * 1 with the reason. */
  int (*convert)(const double *v, ptl_converted *out);
} ptl_tool;

/* The tools; ends with one whose name is NULL. */
extern const ptl_tool ptl_cli_law_tools[];

#endif
