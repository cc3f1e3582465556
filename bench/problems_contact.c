/* problems_contact.c: the two mechanisms with clearance, and the programs by hand beside them.
 *
 * References: tests/data/scotch_yoke_contacts.csv, slider_crank_hc.csv and
 * slider_crank_ln_onsets.csv, made with minimal coordinates and DOP853 at rtol 1e-13. Those of the
 * slider-crank use a rod of 2.5e-5 kg m^2. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"

enum { IMPACTS = 8 };

static const double until = 0.024; /* of the slider-crank, two turns [s] */

static ptl_status load(ptl_context *context, const char *name, const ptl_setting *settings, int n,
                       ptl_mechanism **out) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s.yaml", PINTLE_MODELS, name);
  return ptl_mechanism_load(context, path, settings, n, out);
}

ptl_status ptl_bench_build_file(ptl_context *context, const ptl_bench_problem *problem,
                                ptl_mechanism **out) {
  return load(context, problem->variant, NULL, 0, out);
}

/* ---------------------------------------------------------------- scotch yoke */

ptl_status ptl_bench_build_scotch_yoke(ptl_context *context, const ptl_bench_problem *problem,
                                       ptl_mechanism **out) {
  const ptl_setting settings[] = {{"joints.slot.contact", problem->variant}};
  return load(context, "scotch_yoke", settings, 1, out);
}

/* Peak forces [N] as the reference lists them, 0 where the listing cuts a contact off. */
static int reference_peaks(const char *law, double peaks[PTL_BENCH_CONTACTS]) {
  FILE *file = ptl_bench_data("scotch_yoke_contacts.csv");
  char line[256], name[32], wall[8];
  int n = 0;
  while (n < PTL_BENCH_CONTACTS && fgets(line, sizeof line, file) != NULL) {
    double begin, end;
    peaks[n] = 0.0;
    int read = sscanf(line, "%31[^,],%7[^,],%lf,%lf,%lf", name, wall, &begin, &end, &peaks[n]);
    if (read >= 4 && strcmp(name, law) == 0) n++;
  }
  fclose(file);
  return n;
}

/* A contact too many or too few is an error of 1. */
double ptl_bench_scotch_yoke_error(const ptl_bench_problem *problem,
                                   const ptl_bench_record *record) {
  double peaks[PTL_BENCH_CONTACTS], worst = 0.0;
  int n = reference_peaks(problem->variant, peaks);
  if (n != record->n_contacts) return 1.0;
  for (int i = 0; i < n; i++)
    if (peaks[i] > 0.0 && !isnan(record->contacts[i].end)) /* over before the run's end */
      worst = fmax(worst, fabs(record->contacts[i].force / peaks[i] - 1.0));
  return worst;
}

/* Table 11 of the model's source: K [N/mm^n] and n of both walls. */
int ptl_bench_scotch_yoke_by_hand(const ptl_bench_problem *problem, ptl_bench_method method,
                                  double rtol, ptl_bench_record *record, ptl_bench_counts *counts) {
  static const struct {
    const char *law;
    double inner, outer, exponent;
  } laws[] = {{"johnson", 4.914e4, 4.907e4, 1.10},
              {"lankarani", 1.220e5, 1.424e5, 1.50},
              {"radzimovsky", 4.321e4, 4.315e4, 1.09},
              {"goldsmith", 1.717e4, 1.743e4, 1.04},
              {"esdu", 1.300e4, 1.254e4, 1.09}};
  int i = 0;
  while (strcmp(laws[i].law, problem->variant) != 0) i++;
  double per_metre = pow(1000.0, laws[i].exponent);
  ptl_bench_wall inner = {laws[i].inner * per_metre, laws[i].exponent};
  ptl_bench_wall outer = {laws[i].outer * per_metre, laws[i].exponent};
  const ptl_bench_task task = {.method = method, .rtol = rtol};
  return ptl_bench_scotch_yoke(&inner, &outer, &task, record, counts);
}

/* ---------------------------------------------------------------- slider-crank */

ptl_status ptl_bench_build_slider_crank(ptl_context *context, const ptl_bench_problem *problem,
                                        ptl_mechanism **out) {
  const ptl_setting settings[] = {{"joints.wrist.contact", problem->variant},
                                  {"bodies.rod.inertia", "2.5e-5"}};
  return load(context, "slider_crank_clearance", settings, 2, out);
}

int ptl_bench_slider_crank_by_hand(const ptl_bench_problem *problem, ptl_bench_method method,
                                   double rtol, ptl_bench_record *record,
                                   ptl_bench_counts *counts) {
  int hunt_crossley = strcmp(problem->variant, "hunt_crossley") == 0;
  ptl_bench_pin pin = {.beta = hunt_crossley ? 0.1425 : 0.0, .restitution = 0.9};
  const ptl_bench_task task = {method, rtol, until};
  return ptl_bench_slider_crank(&pin, &task, record, counts);
}

double ptl_bench_slider_crank_error(const ptl_bench_problem *problem,
                                    const ptl_bench_record *record) {
  FILE *file = ptl_bench_data("slider_crank_hc.csv");
  double time, position, velocity, force, worst = 0.0, largest = 0.0;
  while (fscanf(file, "%lf,%lf,%lf,%lf\n", &time, &position, &velocity, &force) == 4) {
    long row = lround(time / problem->every);
    double own = row < record->n_rows ? record->rows[row] : NAN;
    largest = fmax(largest, fabs(velocity));
    if (!(fabs(own - velocity) <= worst)) worst = fabs(own - velocity);
  }
  fclose(file);
  return worst / largest;
}

double ptl_bench_impacts_error(const ptl_bench_problem *problem, const ptl_bench_record *record) {
  FILE *file = ptl_bench_data("slider_crank_ln_onsets.csv");
  double time, speed, worst = 0.0;
  int n;
  (void)problem;
  for (int i = 0; i < IMPACTS; i++) {
    if (fscanf(file, "%d,%lf,%lf\n", &n, &time, &speed) != 3 || i >= record->n_contacts) {
      worst = 1.0;
      break;
    }
    worst = fmax(worst, fabs(record->contacts[i].speed / speed - 1.0));
  }
  fclose(file);
  return worst;
}
