/* gnuplot.c: writes a script beside the picture and runs it. */
#include "gnuplot.h"

#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "message.h"
#include "options.h"

enum { N_COLOURS = 8, WIDTH = 1100 };

extern char **environ;

/* ------------------------------------------------------------------ pieces of a script */

const char *ptl_cli_gnuplot_colour(int curve) {
  static const char *const colours[N_COLOURS] = {"#0b66a8", "#d1470c", "#1b8a5a", "#8b4fa8",
                                                 "#b8860b", "#3aa0c8", "#c0307a", "#555555"};
  return colours[curve % N_COLOURS];
}

int ptl_cli_gnuplot_dash(int curve) {
  return 1 + curve / N_COLOURS;
}

void ptl_cli_gnuplot_string(FILE *out, const char *text) {
  fputc('\'', out);
  for (; *text; text++) {
    if (*text == '\'') fputc('\'', out);
    fputc(*text == '\n' ? ' ' : *text, out);
  }
  fputc('\'', out);
}

const char *ptl_cli_gnuplot_kind(const char *file) {
  const char *dot = strrchr(file, '.');
  return dot != NULL && strchr(dot, '/') == NULL ? dot + 1 : "";
}

void ptl_cli_gnuplot_terminal(const char *file, int height, FILE *out) {
  const char *kind = ptl_cli_gnuplot_kind(file);
  if (strcmp(kind, "svg") == 0)
    fprintf(out,
            "set terminal svg size %d,%d noenhanced font 'DejaVu Sans,14' background '#ffffff'\n",
            WIDTH, height);
  else if (strcmp(kind, "png") == 0)
    fprintf(out, "set terminal pngcairo size %d,%d noenhanced font 'DejaVu Sans,21' linewidth 2\n",
            2 * WIDTH, 2 * height);
  else
    fprintf(out, "set terminal pdfcairo size %.2fin,%.2fin noenhanced font 'DejaVu Sans,11'\n",
            WIDTH / 96.0, height / 96.0);
}

int ptl_cli_gnuplot_check(const char *file) {
  const char *kind = ptl_cli_gnuplot_kind(file);
  if (strcmp(kind, "svg") == 0 || strcmp(kind, "png") == 0 || strcmp(kind, "pdf") == 0)
    return PTL_GO_ON;
  ptl_cli_say("%s: pictures are .svg, .png or .pdf", file);
  return PTL_EXIT_USAGE;
}

/* ------------------------------------------------------------------ drawing */

int ptl_cli_absolute(const char *path, const char *name, char *out) {
  char joined[PATH_MAX];
  if (snprintf(joined, sizeof joined, "%s%s%s", path, name != NULL ? "/" : "",
               name != NULL ? name : "") >= (int)sizeof joined)
    return 1;
  return realpath(joined, out) == NULL;
}

/* The picture's name with .gp. */
static char *script_file(const char *picture) {
  char *file = ptl_cli_copy_text(picture);
  strcpy(strrchr(file, '.'), ".gp"); /* all picture endings are longer */
  return file;
}

static int run_gnuplot(const char *script) {
  char *const argv[] = {"gnuplot", (char *)script, NULL};
  setenv("LC_ALL", "C.UTF-8", 1); /* without a locale it warns of its degree sign */
  pid_t child;
  int error = posix_spawnp(&child, "gnuplot", NULL, NULL, argv, environ);
  if (error != 0) {
    ptl_cli_say(
        "cannot start gnuplot: %s. Install it (Debian: gnuplot-nox); the script is kept in %s",
        strerror(error), script);
    return PTL_EXIT_USAGE;
  }
  int state;
  while (waitpid(child, &state, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(state) && WEXITSTATUS(state) == 0) return PTL_EXIT_DONE;
  ptl_cli_say("gnuplot failed; the script is kept in %s", script);
  return PTL_EXIT_USAGE;
}

static int write_script(const char *script, const char *full,
                        void (*write)(const void *what, const char *full, FILE *out),
                        const void *what) {
  FILE *out = fopen(script, "w");
  if (out == NULL) {
    ptl_cli_say("cannot create %s: %s", script, strerror(errno));
    return 1;
  }
  write(what, full, out);
  int failed = ferror(out) != 0;
  failed |= fclose(out) != 0;
  if (failed) ptl_cli_say("cannot write %s: %s", script, strerror(errno));
  return failed;
}

/* gnuplot's own error about an output it cannot open is hard to read, so it is tried first; an
 * absolute name lets the script be run from everywhere. */
static int open_picture(const char *file, char *out) {
  FILE *f = fopen(file, "ab");
  if (f == NULL || fclose(f) != 0 || ptl_cli_absolute(file, NULL, out)) {
    ptl_cli_say("cannot create %s: %s", file, strerror(errno));
    return 1;
  }
  return 0;
}

int ptl_cli_gnuplot_draw(const char *file,
                         void (*write)(const void *what, const char *full, FILE *out),
                         const void *what) {
  char full[PATH_MAX];
  char *script = script_file(file);
  int status = PTL_EXIT_USAGE;
  if (!open_picture(file, full)) {
    if (!write_script(script, full, write, what)) status = run_gnuplot(script);
    if (status != PTL_EXIT_DONE) unlink(full);
  }
  free(script);
  return status;
}
