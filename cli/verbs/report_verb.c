/* report_verb.c: `pintle report`: one page in HTML of a run, a model or a study. A model is run
 * first, into a folder that is deleted again; the page is made by the program `pintle-viewer`. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "message.h"
#include "options.h"
#include "verbs.h"

typedef struct arguments {
  const char *path, *output, *until, *rtol, *every;
  ptl_texts settings, plugins;
  int verify, quiet;
} arguments;

static const ptl_usage usage = {
    "report", "RUN|MODEL|STUDY.db",
    "Writes one page in HTML that any browser shows without a network: the mechanism in motion, "
    "the "
    "magnified clearances, plots, contacts, events and the numbers of a run, or the charts of a "
    "study. A model is run first.",
    1, 1};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {'o', "output", "FILE",
       "page to write (default: the run's, model's or study's name with .html)", PTL_TEXT,
       &a->output},
      {0, "set", "PATH=VALUE", "replace a value of the model file; may be repeated", PTL_LIST,
       &a->settings},
      {0, "until", "T", "end of the run: a time or a travel", PTL_TEXT, &a->until},
      {0, "rtol", "R", "relative tolerance of the integration", PTL_TEXT, &a->rtol},
      {0, "every", "DT", "interval of the rows: a time or a travel", PTL_TEXT, &a->every},
      {0, "verify", NULL,
       "solve the model also by other means, and say in how many digits they agree", PTL_FLAG,
       &a->verify},
      {0, "plugin", "LIB", "shared library with further laws, joints or forces; may be repeated",
       PTL_LIST, &a->plugins},
      {0, "quiet", NULL, "print neither progress nor the name of the page", PTL_FLAG, &a->quiet},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, &a->path);
}

static int ends_with(const char *text, const char *ending) {
  const size_t n = strlen(text), m = strlen(ending);
  return n > m && strcmp(text + n - m, ending) == 0;
}

static int is_folder(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* ------------------------------------------------------------------ arguments of other verbs */

typedef struct words {
  char **items;
  int n;
} words;

static words words_for(const arguments *a) {
  const int room = 24 + 2 * (a->settings.n + a->plugins.n);
  return (words){ptl_cli_alloc((size_t)room, sizeof(char *)), 0};
}

static void add(words *w, const char *text) {
  w->items[w->n++] = ptl_cli_copy_text(text);
}

static void add_option(words *w, const char *option, const char *text) {
  if (text == NULL) return;
  add(w, option);
  add(w, text);
}

static void add_list(words *w, const char *option, const ptl_texts *list) {
  for (int i = 0; i < list->n; i++) add_option(w, option, list->items[i]);
}

static void release(words *w) {
  for (int i = 0; i < w->n; i++) free(w->items[i]);
  free(w->items);
}

/* ------------------------------------------------------------------ run */

static int run_model(const arguments *a, const char *dir) {
  words w = words_for(a);
  add(&w, "run");
  add(&w, a->path);
  add_option(&w, "--output", dir);
  add_list(&w, "--set", &a->settings);
  add_list(&w, "--plugin", &a->plugins);
  add_option(&w, "--until", a->until);
  add_option(&w, "--rtol", a->rtol);
  add_option(&w, "--every", a->every);
  if (a->verify) add(&w, "--verify");
  add(&w, "--quiet");
  char **list = ptl_cli_alloc((size_t)w.n + 1, sizeof *list); /* the parser may put them in order */
  memcpy(list, w.items, (size_t)w.n * sizeof *list);
  const int status = ptl_cli_verb_run.run(w.n, list);
  free(list);
  release(&w);
  return status;
}

static void delete_folder(const char *dir) {
  DIR *folder = opendir(dir);
  const struct dirent *entry;
  while (folder != NULL && (entry = readdir(folder)) != NULL)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      unlinkat(dirfd(folder), entry->d_name, 0);
  if (folder != NULL) closedir(folder);
  rmdir(dir);
}

/* ------------------------------------------------------------------ page */

/* The name with .html in the current folder, where none is given. */
static void output_name(const arguments *a, char *text, size_t size) {
  static const char *const endings[] = {".run", ".yaml", ".yml", ".db", ".csv"};
  if (a->output != NULL) {
    snprintf(text, size, "%s", a->output);
    return;
  }
  size_t n = strlen(a->path);
  while (n > 1 && a->path[n - 1] == '/') n--;
  size_t from = n;
  while (from > 0 && a->path[from - 1] != '/') from--;
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    const size_t m = strlen(endings[i]);
    if (n - from <= m || strncmp(a->path + n - m, endings[i], m) != 0) continue;
    n -= m;
    break;
  }
  snprintf(text, size, "%.*s.html", (int)(n - from), a->path + from);
}

/* The page of a folder or a file, by `pintle-viewer`, which this process becomes unless it has to
 * clean up. */
static int write_page(const arguments *a, const char *from) {
  char output[4096];
  words w = words_for(a);
  output_name(a, output, sizeof output);
  add(&w, "report-page");
  add(&w, from);
  add_option(&w, "--output", output);
  add_option(&w, "--origin", a->path);
  if (from != a->path) add_option(&w, "--model", a->path);
  add_list(&w, "--plugin", &a->plugins);
  if (a->quiet) add(&w, "--quiet");
  const pid_t child = fork();
  int status = PTL_EXIT_USAGE, how = 0;
  if (child == 0) {
    status = ptl_cli_forward_view.run(w.n, w.items);
    _exit(status);
  }
  if (child < 0 || waitpid(child, &how, 0) != child)
    ptl_cli_say(PTL_E(0903) "cannot start the viewer: %s", strerror(errno));
  else
    status = WIFEXITED(how) ? WEXITSTATUS(how) : PTL_EXIT_FAILED;
  release(&w);
  return status;
}

static int report_model(const arguments *a) {
  const char *place = getenv("TMPDIR");
  char dir[4096], run[4200];
  snprintf(dir, sizeof dir, "%.4000s/pintle-report-XXXXXX",
           place != NULL && *place != '\0' ? place : "/tmp");
  if (mkdtemp(dir) == NULL) {
    ptl_cli_say(PTL_E(0702) "cannot create a folder for the run, %s: %s", dir, strerror(errno));
    return PTL_EXIT_USAGE;
  }
  snprintf(run, sizeof run, "%s/model.run", dir);
  const int status = run_model(a, run);
  const int page = is_folder(run) ? write_page(a, run) : status; /* of a failed run, too */
  delete_folder(run);
  rmdir(dir);
  return status != PTL_EXIT_DONE ? status : page;
}

static int is_run_option_given(const arguments *a) {
  return a->settings.n > 0 || a->until != NULL || a->rtol != NULL || a->every != NULL || a->verify;
}

static int report(const arguments *a) {
  if (access(a->path, R_OK) != 0) {
    ptl_cli_say(
        PTL_E(0701) "cannot read %s: there is no such file or folder, or it may not be read",
        a->path);
    return PTL_EXIT_USAGE;
  }
  const int is_result =
      is_folder(a->path) || ends_with(a->path, ".csv") || ends_with(a->path, ".db");
  if (!is_result) return report_model(a);
  if (!is_run_option_given(a)) return write_page(a, a->path);
  ptl_cli_say(
      PTL_E(0950) "%s holds results; --set, --until, --rtol, --every and --verify are for models",
      a->path);
  return PTL_EXIT_USAGE;
}

static int run(int argc, char **argv) {
  arguments a = {0};
  int status = parse(argc, argv, &a);
  if (status == PTL_GO_ON) status = report(&a);
  free(a.settings.items);
  free(a.plugins.items);
  return status;
}

const ptl_verb ptl_cli_verb_report = {"report", "write a page in HTML of a run, a model or a study",
                                      run};
