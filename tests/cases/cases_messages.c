/* cases_messages.c: mistakes in a model file are told so that they can be mended. */
#include <math.h>
#include <string.h>

#include "run_case.h"

#define YAML "what YAML makes of the text"

const run_case *message_cases(void) {
  static run_case cases[16];
  const run_case table[] = {
      {.name = "comma in a flow mapping",
       .model = "flow_comma",
       .status = 2,
       .source = YAML,
       .error = {"quote", "flow_comma.yaml:6"}},
      {.name = "question mark in a flow mapping",
       .model = "rate",
       .status = 2,
       .source = YAML,
       .settings = {"joints.spin={type: motion, joint: h, rate: time > 1 s ? 1 rad/s : 0 rad/s}"},
       .error = {"quote"}},
      {.name = "parameter named like a unit",
       .model = "param_s",
       .status = 2,
       .source = "a name that is a parameter is never read as a unit",
       .error = {"`s`|'s'", "parameter"}},
      {.name = "bracket in the column of its key",
       .model = "flow_bracket",
       .status = 2,
       .source = YAML,
       .error = {"indent|column", "flow_bracket.yaml:"}},
      {.name = "units with superscripts",
       .model = "units_superscript",
       .source = "2 N on 1 kg for 1 s",
       .checks = {END("b.vx", 2.0, 1e-6)}},
      {.name = "table that nearly repeats a time",
       .model = "table_near_duplicate",
       .status = REFUSED,
       .or_refused = 1,
       .source = "refused, or monotone",
       .settings = {"joints.d.table.2.0=0.5"},
       .error = {"0.5"}},
      {.name = NULL}};
  _Static_assert(sizeof table <= sizeof cases, "too many cases");
  memcpy(cases, table, sizeof table);
  return cases;
}
