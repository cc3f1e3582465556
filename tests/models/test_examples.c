/* The mechanisms of examples/mechanisms: each has a column `error`, what is off from the closed
 * form that its comment tells. Expected: rounding. */
#include <dirent.h>

#include "model_run.h"

static void every_example_keeps_its_closed_form(void **state) {
  static const char *const integrators[] = {"auto", "ida"};
  (void)state;
  DIR *dir = opendir(PINTLE_MODELS "/../examples/mechanisms");
  int n = 0;
  assert_non_null(dir);
  for (const struct dirent *d = readdir(dir); d != NULL; d = readdir(dir)) {
    const char *dot = strrchr(d->d_name, '.');
    char name[300];
    if (dot == NULL || strcmp(dot, ".yaml") != 0) continue;
    snprintf(name, sizeof name, "../examples/mechanisms/%.*s", (int)(dot - d->d_name), d->d_name);
    for (int i = 0; i < 2; i++) {
      const ptl_setting settings[] = {{"run.integrator", integrators[i]}, {"run.rtol", "1e-9"}};
      result r = run_model(name, settings, 2);
      double most = 0.0;
      for (int row = 0; row < r.trace.n; row++) most = fmax(most, fabs(value(&r, row, "error")));
      if (!(most < 1e-6)) fail_msg("%s, %s: off by %g", name, integrators[i], most);
      drop(&r);
    }
    n++;
  }
  closedir(dir);
  assert_true(n >= 15);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_example_keeps_its_closed_form)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
