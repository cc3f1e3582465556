#include "limited_run.h"

#include <fcntl.h>
#include <ftw.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The sanitizers make a program about ten times slower and reserve terabytes of addresses. */
#ifdef PINTLE_TEST_SANITIZED
enum { SLOWNESS = 10, MEMORY_IS_LIMITED = 0 };
#else
enum { SLOWNESS = 1, MEMORY_IS_LIMITED = 1 };
#endif

static void limit(int resource, double amount, double more) {
  struct rlimit r = {.rlim_cur = (rlim_t)amount, .rlim_max = (rlim_t)(amount + more)};
  setrlimit((__rlimit_resource_t)resource, &r);
}

static void redirect(const char *folder, const char *name, int descriptor) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(126);
  close(file);
}

static double seconds(const struct rusage *u) {
  return (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) +
         1e-6 * (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec);
}

static void become(const char *const *arguments, const run_limits *limits, const char *folder) {
  double cpu = limits->cpu > 0.0 ? limits->cpu : 10.0;
  limit(RLIMIT_CPU, ceil(cpu * SLOWNESS), 2.0);
  limit(RLIMIT_FSIZE, limits->file > 0.0 ? limits->file : 3e8, 0.0);
  if (MEMORY_IS_LIMITED) limit(RLIMIT_AS, limits->memory > 0.0 ? limits->memory : 2e9, 0.0);
  limit(RLIMIT_CORE, 0.0, 0.0);
  signal(SIGXFSZ, SIG_IGN); /* a file that is too long is a write error */
  redirect(folder, "stdout.txt", STDOUT_FILENO);
  redirect(folder, "stderr.txt", STDERR_FILENO);
  execv(arguments[0], (char *const *)(uintptr_t)arguments);
  _exit(127);
}

char *file_text(const char *path) {
  FILE *file = fopen(path, "r");
  if (file == NULL) return NULL;
  struct stat info;
  size_t size = fstat(fileno(file), &info) == 0 ? (size_t)info.st_size : 0;
  char *text = malloc(size + 1);
  if (text != NULL) text[fread(text, 1, size, file)] = '\0';
  fclose(file);
  return text;
}

static char *text_of(const char *folder, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  char *text = file_text(path);
  return text != NULL ? text : calloc(1, 1);
}

int limited_run(const char *const *arguments, const run_limits *limits, const char *folder,
                run_outcome *outcome) {
  struct rusage usage;
  int state;
  memset(outcome, 0, sizeof *outcome);
  fflush(NULL);
  pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) become(arguments, limits, folder);
  if (wait4(child, &state, 0, &usage) < 0) return -1;
  outcome->status = WIFEXITED(state) ? WEXITSTATUS(state) : -1;
  outcome->signal = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
  outcome->cpu = seconds(&usage);
  /* Threads of the child count together, so that the sum may lie a little beyond the limit. */
  outcome->out_of_time = outcome->signal == SIGXCPU ||
                         (outcome->signal == SIGKILL &&
                          outcome->cpu >= (limits->cpu > 0.0 ? limits->cpu : 10.0) * SLOWNESS);
  outcome->out = text_of(folder, "stdout.txt");
  outcome->err = text_of(folder, "stderr.txt");
  return 0;
}

void run_outcome_release(run_outcome *outcome) {
  free(outcome->out);
  free(outcome->err);
  outcome->out = outcome->err = NULL;
}

/* ------------------------------------------------------------------ a folder to work in */

const char *make_work_folder(const char *name) {
  static char path[512];
  const char *parent = getenv("TMPDIR");
  snprintf(path, sizeof path, "%s/pintle-%s-XXXXXX", parent != NULL ? parent : "/tmp", name);
  return mkdtemp(path);
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *level) {
  (void)info, (void)kind, (void)level;
  return remove(path);
}

void remove_work_folder(const char *path) {
  nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
