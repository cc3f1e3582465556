/* law_cost.c: CPU time of one evaluation of every elastic law, beside the power law's.
 *
 * The exact logarithmic laws may cost at most twice the power law (they replace fits to it). Times
 * are minima over repetitions of 1000 scattered depths; the ratio is what counts. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pintle_law.h"

enum { DEPTHS = 1000, REPEATS = 200, BLOCKS = 20 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double sink;

/* Nanoseconds of one evaluation. */
static double cost(const ptl_law *law, const double *depths) {
  double memory[8] = {0}, best = INFINITY;
  for (int block = 0; block < BLOCKS; block++) {
    const double start = now();
    for (int k = 0; k < REPEATS; k++) {
      for (int i = 0; i < DEPTHS; i++) {
        ptl_contact_out out;
        ptl_law_force(law, depths[i], 0, 1, memory, &out, NULL);
        sink += out.force;
      }
    }
    best = fmin(best, (now() - start) / (REPEATS * DEPTHS));
  }
  return 1e9 * best;
}

int main(void) {
  static const ptl_setting surroundings[] = {{"materials", "steel"},
                                             {"radii", "[-50 mm, 49 mm]"},
                                             {"length", "50 mm"},
                                             {"effective_mass", "1 kg"}};
  static const struct {
    const char *name, *value;
  } known[] = {{"stiffness", "1e8"},
               {"exponent", "1.1"},
               {"frequency", "1e4"},
               {"max_stiffness_ratio", "3"},
               {"plasticity_depth", "0.01"}};
  ptl_context *context = ptl_context_create(NULL);
  ptl_type_info info;
  double depths[DEPTHS], power = NAN;
  for (int i = 0; i < DEPTHS; i++) depths[i] = 1e-4 * (rand() + 1.0) / (RAND_MAX + 1.0);
  printf("%-24s %8s %8s\n", "elastic law", "ns", "/ power");
  for (int i = 0; ptl_context_get_type(context, PTL_ELASTIC, i, &info); i++) {
    ptl_setting settings[16];
    char paths[16][64];
    int n = 4;
    ptl_law *law;
    memcpy(settings, surroundings, sizeof surroundings);
    for (const ptl_param *row = info.params; row->name != NULL; row++) {
      for (size_t k = 0; k < sizeof known / sizeof known[0] && n < 16; k++) {
        if (strcmp(row->name, known[k].name) != 0) continue;
        snprintf(paths[n], sizeof paths[n], "elastic.%s", row->name);
        settings[n] = (ptl_setting){paths[n], known[k].value};
        n++;
      }
    }
    if (ptl_law_read(context, info.name, NULL, settings, n, &law) != PTL_OK) {
      fprintf(stderr, "%s: %s\n", info.name, ptl_context_message(context));
      return 1;
    }
    const double ns = cost(law, depths);
    if (strcmp(info.name, "power") == 0) power = ns;
    printf("%-24s %8.1f %8.2f\n", info.name, ns, ns / power);
    ptl_law_destroy(context, law);
  }
  ptl_context_destroy(context);
  return sink == 0.5;
}
