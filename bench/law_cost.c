/* law_cost.c: CPU time of one evaluation of every law: elastic laws, damping laws with the power
 * law, and friction laws, each beside the power law alone.
 *
 * The exact logarithmic laws may cost at most twice the power law (they replace fits to it). Times
 * are minima over repetitions of 1000 scattered states; the ratio is what counts. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pintle_law.h"

enum { STATES = 1000, REPEATS = 200, BLOCKS = 20, MOST_SETTINGS = 24, MOST_PLACES = 64 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double depths[STATES], rates[STATES], sink, power;

/* ------------------------------------------------------------------ contact laws */

/* Nanoseconds of one evaluation. */
static double cost(const ptl_law *law) {
  double memory[8] = {0}, best = INFINITY;
  for (int block = 0; block < BLOCKS; block++) {
    const double start = now();
    for (int k = 0; k < REPEATS; k++) {
      for (int i = 0; i < STATES; i++) {
        ptl_contact_out out;
        ptl_law_force(law, depths[i], rates[i], 1, memory, &out, NULL);
        sink += out.force;
      }
    }
    best = fmin(best, (now() - start) / (REPEATS * STATES));
  }
  return 1e9 * best;
}

/* Values for the parameters that a law requires, and for one of several ways to set it. */
static const struct {
  const char *name, *value;
} known[] = {{"stiffness", "1e8"},
             {"exponent", "1.1"},
             {"frequency", "1e4"},
             {"max_stiffness_ratio", "3"},
             {"plasticity_depth", "0.01"},
             {"thickness", "1e-3"},
             {"young", "3e9"},
             {"poisson", "0.35"},
             {"pressure", "1.5e9"},
             {"restitution", "0.6"},
             {"energetic_restitution", "0.6"},
             {"factor", "0.5"},
             {"width", "1e-5"},
             {"depth", "1e-5"},
             {"reference_speed", "1"}};

static int is_needed(const ptl_param *row) {
  static const char *const chosen[] = {"restitution", "stiffness", "reference_speed"};
  if (row->flags & PTL_REQUIRED) return 1;
  for (int i = 0; i < 3; i++)
    if ((row->flags & PTL_OPTIONAL) && strcmp(row->name, chosen[i]) == 0) return 1;
  return 0;
}

/* Settings of a law's parameters behind `prefix`; returns their number. */
static int settings_of(const ptl_param *table, const char *prefix, char paths[][64],
                       ptl_setting *out) {
  int n = 0;
  for (const ptl_param *row = table; row->name != NULL; row++) {
    const char *value = "100"; /* a damping coefficient */
    if (!is_needed(row)) continue;
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
      if (strcmp(row->name, known[k].name) == 0) value = known[k].value;
    snprintf(paths[n], 64, "%s.%s", prefix, row->name);
    out[n] = (ptl_setting){paths[n], value};
    n++;
  }
  return n;
}

static int print_cost(ptl_context *context, const ptl_type_info *elastic,
                      const ptl_type_info *damping) {
  static const ptl_setting surroundings[] = {{"materials", "steel"},
                                             {"radii", "[-50 mm, 49 mm]"},
                                             {"length", "50 mm"},
                                             {"effective_mass", "1 kg"}};
  ptl_setting settings[MOST_SETTINGS];
  char paths[MOST_SETTINGS][64];
  const char *name = damping != NULL ? damping->name : elastic->name;
  ptl_law *law;
  int n = 4;
  memcpy(settings, surroundings, sizeof surroundings);
  n += settings_of(elastic->params, "elastic", paths, settings + n);
  if (damping != NULL) n += settings_of(damping->params, "damping", paths + n, settings + n);
  if (damping != NULL && ptl_contact_match(context, elastic->type, damping->type) != PTL_OK)
    return 0;
  if (ptl_law_read(context, elastic->name, damping != NULL ? damping->name : NULL, settings, n,
                   &law) != PTL_OK) {
    fprintf(stderr, "%s: %s\n", name, ptl_context_message(context));
    return 1;
  }
  const double ns = cost(law);
  if (damping == NULL && strcmp(elastic->name, "power") == 0) power = ns;
  printf("%-26s %8.1f %8.2f\n", name, ns, ns / power);
  ptl_law_destroy(context, law);
  return 0;
}

/* ------------------------------------------------------------------ friction laws */

static int print_friction(const ptl_friction_law *law) {
  static const double points[] = {0, 0.2, 0.1, 0.15, 0.3, 0.12, 1, 0.1};
  enum { N_POINTS = 4 };
  double c[MOST_PLACES], state[PTL_MAX_FRICTION_STATES] = {0}, best = INFINITY;
  ptl_reason why;
  int n = 0, list = -1;
  for (const ptl_param *row = law->params; row->name != NULL; row++) {
    if (row->kind == PTL_POINTS) list = n++;
    c[n++] = strcmp(row->name, "stiffness") == 0 ? 1e5
             : strcmp(row->name, "static") == 0  ? 0.3
             : row->flags & PTL_REQUIRED         ? 0.2
             : row->flags & PTL_OPTIONAL         ? NAN
                                                 : row->fallback;
  }
  if (list >= 0) {
    c[list] = N_POINTS;
    c[list + 1] = n + law->n_derived;
    memcpy(c + n + law->n_derived, points, sizeof points);
  }
  if (law->prepare != NULL && law->prepare(c, &why)) {
    fprintf(stderr, "%s: %s\n", law->name, why.text);
    return 1;
  }
  if (law->steady != NULL) law->steady(c, 1, state);
  for (int block = 0; block < BLOCKS; block++) {
    const double start = now();
    for (int k = 0; k < REPEATS; k++)
      for (int i = 0; i < STATES; i++) {
        const ptl_friction_in in = {rates[i], 100, state};
        ptl_friction_out out;
        memset(&out, 0, sizeof out);
        law->force(c, &in, &out);
        sink += out.force;
      }
    best = fmin(best, (now() - start) / (REPEATS * STATES));
  }
  printf("%-26s %8.1f %8.2f\n", law->name, 1e9 * best, 1e9 * best / power);
  return 0;
}

int main(void) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_type_info info, first;
  int failed = 0;
  for (int i = 0; i < STATES; i++) {
    depths[i] = 1e-4 * (rand() + 1.0) / (RAND_MAX + 1.0);
    rates[i] = 2.0 * rand() / (RAND_MAX + 1.0) - 1;
  }
  printf("%-26s %8s %8s\n", "elastic law", "ns", "/ power");
  for (int i = 0; ptl_context_get_type(context, PTL_ELASTIC, i, &info); i++)
    failed |= print_cost(context, &info, NULL);
  printf("\n%-26s\n", "damping law with power");
  ptl_context_get_type(context, PTL_ELASTIC, 0, &first);
  for (int i = 0; ptl_context_get_type(context, PTL_DAMPING, i, &info); i++)
    failed |= print_cost(context, &first, &info);
  printf("\n%-26s\n", "friction law");
  for (int i = 0; ptl_context_get_type(context, PTL_FRICTION, i, &info); i++)
    failed |= print_friction(info.type);
  ptl_context_destroy(context);
  return failed || sink == 0.5;
}
