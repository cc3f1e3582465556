/* law_samples.h: contacts that the tests of the laws are made of. */
#ifndef LAW_SAMPLES_H
#define LAW_SAMPLES_H

#include <math.h>
#include <string.h>

#include "pintle_law.h"

/* A steel ball of 50 mm in a socket of 50.5 mm, 10 mm long where a law is of cylinders, 1 kg. */
static inline ptl_contact_def sample_surroundings(void) {
  ptl_contact_def def = ptl_contact_default();
  def.name = "sample";
  def.young_a = def.young_b = 2.068e11;
  def.poisson_a = def.poisson_b = 0.29;
  def.radius_a = -0.0505;
  def.radius_b = 0.05;
  def.length = 0.01;
  def.effective_mass = 1;
  return def;
}

/* Values by the parameters' names; a law with other names gets the middle of its range. */
static inline double sample_value(const ptl_param *row) {
  static const struct {
    const char *name;
    double value;
  } known[] = {{"stiffness", 2e8},
               {"exponent", 1.3},
               {"restitution", 0.6},
               {"frequency", 2e4},
               {"width", 1e-6},
               {"factor", 0.6},
               {"max_stiffness_ratio", 3},
               {"plasticity_depth", 1e-3},
               {"coefficient", 300},
               {"depth", 5e-6},
               {"thickness", 2e-3},
               {"young", 3e9},
               {"poisson", 0.4},
               {"pressure", 1.5e9},
               {"roughness", 1e-4},
               {"density", 5e5},
               {"asperity_radius", 1e-3}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (strcmp(row->name, known[i].name) == 0) return known[i].value;
  return isinf(row->max) ? row->min + 1 : (row->min + row->max) / 2;
}

/* The required parameters of a table, and `restitution` (with its `reference_speed`) and
 * `stiffness` where they are one of several ways to give a law its numbers. Returns their number,
 * at most 16. */
static inline int sample_given(const ptl_param *table, ptl_given *given) {
  int n = 0;
  for (const ptl_param *row = table; row->name; row++) {
    const int chosen = (row->flags & PTL_OPTIONAL) && (strcmp(row->name, "restitution") == 0 ||
                                                       strcmp(row->name, "stiffness") == 0 ||
                                                       strcmp(row->name, "reference_speed") == 0);
    if (!(row->flags & PTL_REQUIRED) && !chosen) continue;
    given[n++] = (ptl_given){.name = row->name, .value = {sample_value(row)}};
  }
  return n;
}

/* "a|b" contains the word; NULL contains every word. */
static inline int sample_listed(const char *list, const char *word) {
  if (!list) return 1;
  const size_t length = strlen(word);
  for (const char *at = list; at; at = strchr(at, '|')) {
    if (*at == '|') at++;
    if (strncmp(at, word, length) == 0 && (at[length] == '|' || at[length] == '\0')) return 1;
  }
  return 0;
}

static inline int sample_allowed(const ptl_elastic_law *elastic, const ptl_damping_law *damping) {
  return sample_listed(damping->partners, elastic->name) &&
         sample_listed(elastic->partners, damping->name);
}

/* Depth at which the elastic force of the law has taken in `energy` [J]. */
static inline double sample_depth(const ptl_law *law, double energy, double touch_speed) {
  double memory[16] = {0}, low = 0, high = fmin(1e-2, ptl_law_get_max_depth(law));
  for (int i = 0; i < 200; i++) {
    const double mid = (low + high) / 2;
    ptl_contact_out out;
    double elastic;
    ptl_law_force(law, mid, 0, touch_speed, memory, &out, &elastic);
    if (elastic * mid < 2 * energy)
      low = mid;
    else
      high = mid;
  }
  return low;
}

#endif
