/* wear_support.h: folders of `pintle wear` in tests. */
#ifndef PTL_TEST_WEAR_SUPPORT_H
#define PTL_TEST_WEAR_SUPPORT_H

#include "support.h"
#include "wear.h"

static inline void remove_folder(const char *folder) {
  static const char *const files[] = {"wear.csv", "profiles.csv", "worn.yaml", "checkpoint.txt"};
  char path[1000];
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, files[i]);
    remove(path);
  }
  rmdir(folder);
}

static inline ptl_wear *begin_cycle(ptl_context *context, const ptl_mechanism *m, const char *cycle,
                                    double cycles, double accuracy, const char *folder,
                                    int resume) {
  ptl_wear_options options = ptl_wear_options_default();
  ptl_wear *w;
  options.cycle = cycle;
  options.cycles = cycles;
  options.accuracy = accuracy;
  options.folder = folder;
  options.resume = resume;
  must(context, ptl_wear_create(context, m, &options, &w));
  return w;
}

static inline ptl_wear *begin(ptl_context *context, const ptl_mechanism *m, double cycles,
                              double accuracy, const char *folder, int resume) {
  return begin_cycle(context, m, NULL, cycles, accuracy, folder, resume);
}

#endif
