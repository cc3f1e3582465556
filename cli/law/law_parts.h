/* law_parts.h: the parts of `pintle law`, one file each; argc, argv and result as those of a
 * verb. */
#ifndef PTL_CLI_LAW_PARTS_H
#define PTL_CLI_LAW_PARTS_H

int ptl_cli_law_eval(int argc, char **argv);
int ptl_cli_law_fit(int argc, char **argv);
int ptl_cli_law_impact(int argc, char **argv);
int ptl_cli_law_calibrate(int argc, char **argv);
int ptl_cli_law_convert(int argc, char **argv);

#endif
