/* print_json.c: JSON on the standard output. */
#include "print_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "message.h"
#include "pintle_trace.h"
#include "quantity.h"

void ptl_cli_json_number(ptl_json *json, const char *key, double value) {
  char text[PTL_CLI_NUMBER_ROOM] = "null";
  if (isfinite(value)) ptl_cli_number_text(value, text);
  ptl_json_literal(json, key, text);
}

void ptl_cli_json_print(ptl_json *json) {
  char *text;
  if (ptl_json_finish(json, &text) != PTL_OK) {
    ptl_cli_say_failure(json->context);
    ptl_cli_give_up();
  }
  puts(text);
  ptl_text_release(json->context, text);
}
