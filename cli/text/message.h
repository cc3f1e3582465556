/* message.h: what goes to stderr, and the exit statuses that belong to it. */
#ifndef PTL_CLI_MESSAGE_H
#define PTL_CLI_MESSAGE_H

#include "codes.h"
#include "pintle.h"
#include "verb.h"

/* A failure on stderr, "pintle: ... [E0951]": the format begins with its code, PTL_E(0951). */
void ptl_cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* "pintle: ..." on stderr of what is no failure. */
void ptl_cli_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A message on stderr, with "pintle: " unless it begins with a place in a file, and the code of the
 * failure, or NULL, at the end of its first line. */
void ptl_cli_say_text(const char *message, const char *code);
/* The context's last message and its code on stderr. */
void ptl_cli_say_failure(const ptl_context *context);
/* Whether one of these messages was of memory that is not to be had: by the context's error, or
 * errno. */
int ptl_cli_memory_is_out(void);
/* ptl_cli_say_failure, and the exit status that belongs to `status`. */
int ptl_cli_exit_status(const ptl_context *context, ptl_status status);
/* The same of a verb that answers a question about a model: PTL_EXIT_NO where the parts do not fit,
 * or there is no such state. */
int ptl_cli_answer_status(const ptl_context *context, ptl_status status);
/* ", did you mean 'run'?" for the nearest candidate, or "" in `text`. */
void ptl_cli_hint(char *text, size_t size, const char *word, const char *const *candidates, int n);

/* Ends the program after a message: files that are being written are removed. */
_Noreturn void ptl_cli_give_up(void);
/* Zeroed memory; ends the program with a message when there is none. */
void *ptl_cli_alloc(size_t n, size_t size);
char *ptl_cli_copy_text(const char *text);

/* A context with these plug-ins, or NULL after a message. */
ptl_context *ptl_cli_open_context(const char *const *plugins, int n_plugins);

#endif
