/* tools.c: time, statistics, memory, and an integrator for references. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

extern char **environ;

double ptl_bench_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double ptl_bench_wall_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double ptl_bench_median(double *values, int n) {
  qsort(values, (size_t)n, sizeof *values, compare);
  return 0.5 * (values[(n - 1) / 2] + values[n / 2]);
}

void ptl_bench_fail(const char *format, ...) {
  va_list list;
  va_start(list, format);
  fputs("bench: ", stderr);
  vfprintf(stderr, format, list);
  fputc('\n', stderr);
  va_end(list);
  exit(1);
}

void *ptl_bench_alloc(size_t n, size_t size) {
  void *memory = calloc(n > 0 ? n : 1, size);
  if (memory == NULL) ptl_bench_fail("out of memory");
  return memory;
}

void *ptl_bench_data(const char *name) {
  char path[512], header[256];
  snprintf(path, sizeof path, "%s/%s", PINTLE_DATA, name);
  FILE *file = fopen(path, "r");
  if (file == NULL || fgets(header, sizeof header, file) == NULL)
    ptl_bench_fail("cannot read %s", path);
  return file;
}

int ptl_bench_repeats(double seconds, int max) {
  int n = seconds > 0.0 ? (int)(3.0 / seconds) : max;
  return n < 1 ? 1 : n > max ? max : n;
}

/* ---------------------------------------------------------------- the program */

enum { MOST_ARGUMENTS = 16, MOST_RUNS = 64 };

static ptl_bench_cost run(char *const *arguments) {
  posix_spawn_file_actions_t actions;
  pid_t child;
  int state;
  struct rusage used;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  const double start = ptl_bench_wall_time();
  if (posix_spawn(&child, PINTLE_PROGRAM, &actions, NULL, arguments, environ) != 0)
    ptl_bench_fail("cannot start %s; build the target pintle", PINTLE_PROGRAM);
  posix_spawn_file_actions_destroy(&actions);
  while (wait4(child, &state, 0, &used) < 0 && errno == EINTR) continue;
  if (!WIFEXITED(state) || WEXITSTATUS(state) != 0)
    ptl_bench_fail("pintle %s %s failed", arguments[1], arguments[2]);
  const double cpu = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                     1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  return (ptl_bench_cost){ptl_bench_wall_time() - start, cpu, (double)used.ru_maxrss / 1024};
}

/* The words of `command`, divided in place, behind the program's name. */
static void split(char *command, char **arguments) {
  int n = 0;
  arguments[n++] = PINTLE_PROGRAM;
  for (char *word = strtok(command, " "); word != NULL; word = strtok(NULL, " ")) {
    if (n + 1 == MOST_ARGUMENTS) ptl_bench_fail("too many arguments");
    arguments[n++] = word;
  }
  arguments[n] = NULL;
}

ptl_bench_cost ptl_bench_program(const char *command, int repeats) {
  char words[1024], *arguments[MOST_ARGUMENTS];
  double wall[MOST_RUNS], cpu[MOST_RUNS], megabytes = 0;
  if (repeats > MOST_RUNS) repeats = MOST_RUNS;
  snprintf(words, sizeof words, "%s", command);
  split(words, arguments);
  for (int i = 0; i < repeats; i++) {
    const ptl_bench_cost c = run(arguments);
    wall[i] = c.wall;
    cpu[i] = c.cpu;
    megabytes = fmax(megabytes, c.megabytes);
  }
  return (ptl_bench_cost){ptl_bench_median(wall, repeats), ptl_bench_median(cpu, repeats),
                          megabytes};
}

/* ---------------------------------------------------------------- temporary files */

void ptl_bench_temporary(char path[512]) {
  const char *parent = getenv("TMPDIR");
  snprintf(path, 512, "%s/pintle_bench_XXXXXX", parent != NULL ? parent : "/tmp");
  if (mkdtemp(path) == NULL) ptl_bench_fail("cannot create a folder like %s", path);
}

void ptl_bench_enter(char folder[512], char back[4096]) {
  ptl_bench_temporary(folder);
  if (getcwd(back, 4096) == NULL || chdir(folder) != 0) ptl_bench_fail("cannot go to %s", folder);
}

void ptl_bench_leave(const char *folder, const char *back) {
  if (chdir(back) != 0) ptl_bench_fail("cannot go back to %s", back);
  rmdir(folder);
}

void ptl_bench_remove_run(const char *path) {
  static const char *const files[] = {"trace.csv",    "trace.h5",   "events.csv",
                                      "summary.json", "model.yaml", "verify.csv"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char file[600];
    snprintf(file, sizeof file, "%s/%s", path, files[i]);
    unlink(file);
  }
  rmdir(path);
}

/* ---------------------------------------------------------------- references */

enum { COLUMNS = 8 };

typedef struct scratch {
  double *rate, *before, *now, *next; /* n each */
  double *table;                      /* COLUMNS rows of n */
} scratch;

/* Gragg's modified midpoint rule with k steps, smoothed at the end. */
static void midpoint(int n, void (*f)(void *, double, const double *, double *), void *user,
                     double t, double h, int k, const double *y, const scratch *s, double *out) {
  double step = h / k;
  memcpy(s->before, y, sizeof(double) * (size_t)n);
  f(user, t, y, s->rate);
  for (int i = 0; i < n; i++) s->now[i] = y[i] + step * s->rate[i];
  for (int j = 1; j < k; j++) {
    f(user, t + j * step, s->now, s->rate);
    for (int i = 0; i < n; i++) {
      double next = s->before[i] + 2.0 * step * s->rate[i];
      s->before[i] = s->now[i];
      s->now[i] = next;
    }
  }
  f(user, t + h, s->now, s->rate);
  for (int i = 0; i < n; i++) out[i] = 0.5 * (s->now[i] + s->before[i] + step * s->rate[i]);
}

/* Aitken and Neville's scheme in the square of the inner step. */
void ptl_bench_reference(int n, void (*f)(void *user, double t, const double *y, double *rates),
                         void *user, double t0, double t1, int steps, double *y) {
  double h = (t1 - t0) / steps,
         *memory = ptl_bench_alloc((4 + COLUMNS) * (size_t)n, sizeof(double));
  scratch s = {memory, memory + n, memory + 2 * n, memory + 3 * n, memory + 4 * n};
  for (int step = 0; step < steps; step++) {
    for (int j = 0; j < COLUMNS; j++) {
      midpoint(n, f, user, t0 + step * h, h, 2 * (j + 1), y, &s, s.table + j * n);
      for (int k = j - 1; k >= 0; k--) {
        double ratio = (j + 1.0) / (k + 1.0), weight = 1.0 / (ratio * ratio - 1.0);
        double *low = s.table + k * n, *high = low + n;
        for (int i = 0; i < n; i++) low[i] = high[i] + weight * (high[i] - low[i]);
      }
    }
    memcpy(y, s.table, sizeof(double) * (size_t)n);
  }
  free(memory);
}
