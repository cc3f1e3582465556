/* output.h: stdout and stderr of the program, and the files that it writes. */
#ifndef PTL_CLI_OUTPUT_H
#define PTL_CLI_OUTPUT_H

#include "file_write.h"

/* From here on all that is printed to stdout and stderr, by whatever function, passes
 * ptl_printable_length: titles, names and messages of files cannot steer a terminal. Both keep
 * their descriptors. What ends the program by a signal (Ctrl-C, a request to end, a terminal that
 * is closed) removes the files that are being written. Called once, before anything is printed. */
void ptl_cli_guard_output(void);
/* The signals by which a program is asked to end: Ctrl-C, a request, a terminal that is closed. */
enum { PTL_N_END_SIGNALS = 3 };
extern const int ptl_end_signals[PTL_N_END_SIGNALS];
/* The exit status of a verb: results that cannot be written (a full disk behind a redirection) must
 * not look like success, and a program without memory ends with PTL_EXIT_FAILED. */
int ptl_cli_finish_output(int status);
/* A progress bar, with control characters of its own; it goes to the terminal behind stderr at
 * once. */
void ptl_cli_draw_bar(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A file of text that stands under its name only when it is whole; path NULL: stdout. 0, or 1 after
 * a message. */
int ptl_cli_file_open(ptl_new_file *file, const char *path);
int ptl_cli_file_close(ptl_new_file *file, const char *path, int whole);
/* The name of what is made of a file where none is given: "models/yoke.yaml" and ".run" give
 * "yoke.run", in the current folder. To be freed. */
char *ptl_cli_default_name(const char *path, const char *ending);
/* A cell of CSV (RFC 4180): in quotes where it has a comma, a quote or a line end. */
void ptl_cli_put_cell(FILE *out, const char *text);
/* A word of a command as a shell reads it: in quotes where it has anything but letters, digits and
 * "_-+.,/:=%@". */
void ptl_cli_put_word(FILE *out, const char *text);

#endif
