/* memory.c: the largest memory of a process, each case in one of its own. */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "pintle_trace.h"

extern char **environ;

static void must(ptl_context *context, ptl_status status) {
  if (status != PTL_OK) ptl_bench_fail("%s", ptl_context_message(context));
}

static void simulate(const char *name) {
  ptl_bench_case *c = ptl_bench_open(ptl_bench_find(name), PTL_INTEGRATOR_AUTO);
  ptl_run_options options = ptl_run_options_default();
  ptl_summary summary;
  options.rtol = c->problem->rtol;
  options.no_output = 1;
  must(c->context, ptl_simulate(c->context, c->system, &options, NULL, &summary));
  ptl_summary_release(c->context, &summary);
  ptl_bench_close(c);
}

/* The pendulum, `turns` times 10 s, in rows of one angle to a run folder that is removed again. */
static void write_rows(double rows, double seconds) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_run_options options = ptl_run_options_default();
  ptl_mechanism *m;
  ptl_system *s;
  ptl_folder *folder;
  ptl_summary summary;
  char parent[512], dir[600];
  must(context, ptl_mechanism_load(context, PINTLE_MODELS "/pendulum.yaml", NULL, 0, &m));
  must(context, ptl_mechanism_keep_columns(m, "rod.angle"));
  must(context, ptl_assemble(m, &s));
  ptl_bench_temporary(parent);
  snprintf(dir, sizeof dir, "%s/run", parent);
  options.until_time = seconds;
  options.every_time = seconds / rows;
  must(context, ptl_folder_open(context, s, dir, &folder));
  ptl_sink sink = ptl_folder_sink(folder);
  must(context, ptl_simulate(context, s, &options, &sink, &summary));
  must(context, ptl_folder_close(folder, &summary, NULL));
  ptl_bench_remove_run(dir);
  rmdir(parent);
  ptl_system_destroy(s);
  ptl_mechanism_destroy(m);
  ptl_context_destroy(context);
}

static void write_few(void) {
  write_rows(1e4, 10.0);
}
static void write_many(void) {
  write_rows(1e7, 10.0);
}
static void run_long(void) {
  write_rows(1e4, 1000.0);
}
static void simulate_2560(void) {
  simulate("four-bars, N = 2560");
}
static void simulate_640(void) {
  simulate("four-bars, N = 640");
}

static const struct {
  const char *name, *says;
  void (*run)(void);
} tasks[] = {
    {"four_bars_640", "four-bars, N = 640, 1 s", simulate_640},
    {"four_bars_2560", "four-bars, N = 2560, 1 s", simulate_2560},
    {"rows_1e4", "pendulum, 10 s, 10^4 rows to a run folder", write_few},
    {"rows_1e7", "pendulum, 10 s, 10^7 rows to a run folder", write_many},
    {"long", "pendulum, 1000 s, 10^4 rows to a run folder", run_long},
};
enum { TASKS = sizeof tasks / sizeof *tasks };

int ptl_bench_child(const char *task) {
  for (int i = 0; i < TASKS; i++) {
    if (strcmp(tasks[i].name, task) != 0) continue;
    tasks[i].run();
    return 0;
  }
  return 2;
}

void ptl_bench_memory(const ptl_bench_options *options) {
  (void)options;
  puts("## Memory\n");
  puts("| process | largest memory MB | CPU s |");
  puts("|---|---|---|");
  for (int i = 0; i < TASKS; i++) {
    char own[] = "bench", flag[] = "--child", *argv[] = {own, flag, (char *)tasks[i].name, NULL};
    struct rusage used;
    pid_t child;
    int status = 1;
    if (posix_spawn(&child, "/proc/self/exe", NULL, NULL, argv, environ) != 0 ||
        wait4(child, &status, 0, &used) != child || status != 0)
      ptl_bench_fail("the process '%s' failed", tasks[i].name);
    double seconds = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                     1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    printf("| %s | %.1f | %.1f |\n", tasks[i].says, (double)used.ru_maxrss / 1024.0, seconds);
    fflush(stdout);
  }
  putchar('\n');
}
