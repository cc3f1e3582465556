/* main.c: bench [--repeats N] [--folder DIR] [SECTION...]
 *
 * Times are CPU times of this machine at this moment: what counts are the ratios of programs that
 * ran in turn, and the counts, which are exact. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

static const struct {
  const char *name, *does;
  void (*run)(const ptl_bench_options *options);
} sections[] = {
    {"cases", "counts, times and errors of every case, beside the programs by hand",
     ptl_bench_cases},
    {"targets", "time to an error, beside the programs by hand", ptl_bench_targets},
    {"work", "error against time, to performance_work.csv and .svg in the folder", ptl_bench_work},
    {"memory", "largest memory of big mechanisms and long runs", ptl_bench_memory},
    {"output", "what writing a trace costs", ptl_bench_output},
    {"traces", "the program on a trace of a million rows, and a process beside a call",
     ptl_bench_traces},
    {"threads", "many runs in one process", ptl_bench_threads},
    {"verify", "what a verified run costs, of every shipped model", ptl_bench_verify},
};
enum { SECTIONS = sizeof sections / sizeof *sections };

static int usage(void) {
  fputs("usage: bench [--repeats N] [--folder DIR] [SECTION...]\n", stderr);
  for (int i = 0; i < SECTIONS; i++)
    fprintf(stderr, "  %-8s %s\n", sections[i].name, sections[i].does);
  return 2;
}

static int run_section(const char *name, const ptl_bench_options *options) {
  for (int i = 0; i < SECTIONS; i++) {
    if (strcmp(name, sections[i].name) != 0) continue;
    sections[i].run(options);
    fflush(stdout);
    return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  ptl_bench_options options = {.repeats = 11, .folder = "."};
  int i = 1;
  if (argc == 3 && strcmp(argv[1], "--child") == 0) return ptl_bench_child(argv[2]);
  for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
    if (strcmp(argv[i], "--repeats") == 0) {
      options.repeats = atoi(argv[i + 1]);
    } else if (strcmp(argv[i], "--folder") == 0) {
      options.folder = argv[i + 1];
    } else {
      return usage();
    }
  }
  if (options.repeats < 1 || (i < argc && argv[i][0] == '-')) return usage();
  for (int k = i; k < argc; k++)
    if (!run_section(argv[k], &options)) return usage();
  for (int k = 0; i == argc && k < SECTIONS; k++) run_section(sections[k].name, &options);
  return 0;
}
