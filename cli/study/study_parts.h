/* study_parts.h: the parts of `pintle study`, one file each; argc, argv and result as those of a
 * verb. */
#ifndef PTL_CLI_STUDY_PARTS_H
#define PTL_CLI_STUDY_PARTS_H

int ptl_cli_study_run(int argc, char **argv);
int ptl_cli_study_show(int argc, char **argv);
int ptl_cli_study_sensitivity(int argc, char **argv);
int ptl_cli_study_merge(int argc, char **argv);
int ptl_cli_study_plot(int argc, char **argv);

#endif
