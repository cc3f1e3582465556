/* print_json.h: JSON on the standard output, by the writer of the library (engine/base/json.h). */
#ifndef PTL_CLI_PRINT_JSON_H
#define PTL_CLI_PRINT_JSON_H

#include "json.h"

/* A number as ptl_cli_number_text has it; not finite becomes null. */
void ptl_cli_json_number(ptl_json *json, const char *key, double value);
/* Ends the text and prints it as a line; ends the program with a message when memory is out. */
void ptl_cli_json_print(ptl_json *json);

#endif
