/* plugin_good.c: adds the elastic law quadratic and the friction law root, without derivatives. */
#include "quadratic.h"

static const ptl_elastic_law quadratic = {.name = "quadratic",
                                          .doc = QUADRATIC_DOC,
                                          .params = quadratic_params,
                                          .force = quadratic_force};
static const ptl_param root_params[] = {
    {.name = "coefficient",
     .unit = "1",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "mu"},
    {.name = "regularisation_speed",
     .unit = "m/s",
     .fallback = 1e-2,
     .min = 0,
     .max = INFINITY,
     .flags = PTL_OPEN_MIN,
     .doc = "v_r"},
    {0},
};

static void root_force(const double *c, const ptl_friction_in *in, ptl_friction_out *out) {
  out->force = c[0] * in->normal_force * in->slip_rate / hypot(in->slip_rate, c[1]);
  out->d_slip = NAN;
}

static double root_stick_speed(const double *c) {
  return c[1];
}

static const ptl_friction_law root = {
    .name = "root",
    .doc = {"Smoothed Coulomb", "F = mu N v/sqrt(v^2 + v_r^2)", "made up for the tests", "none"},
    .params = root_params,
    .force = root_force,
    .stick_speed = root_stick_speed};
static const ptl_friction_law *const frictions[] = {&root, NULL};
static const ptl_elastic_law *const elastic[] = {&quadratic, NULL};
static const ptl_plugin plugin = {PTL_PLUGIN_HEADER, "good", "1.2", elastic, NULL, NULL, NULL,
                                  frictions,         NULL};

EXPORT const ptl_plugin *ptl_plugin_types(void);
EXPORT const ptl_plugin *ptl_plugin_types(void) {
  return &plugin;
}
