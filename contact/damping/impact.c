/* The damping of the IMPACT function of Adams and of programs that have it from there. */
#include <math.h>

#include "pintle_extend.h"
#include "ramp.h"

enum { COEFFICIENT, DEPTH };

/* F = F_el + C s(d/p) d_rate, s(u) = 3u^2 - 2u^3 up to 1 */
static void force(const double *c, const ptl_contact_in *in, const ptl_elastic_out *elastic,
                  ptl_contact_out *out) {
  double slope;
  const double damping = c[COEFFICIENT] * ptl_ramp(in->depth / c[DEPTH], &slope);
  out->force = elastic->force + damping * in->depth_rate;
  out->d_depth = elastic->stiffness + c[COEFFICIENT] * slope / c[DEPTH] * in->depth_rate;
  out->d_rate = damping;
  out->energy = elastic->energy;
}

static const ptl_param params[] = {
    {.name = "coefficient",
     .unit = "N s/m",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Full damping C."},
    {.name = "depth",
     .unit = "m",
     .min = 0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Depth p from which the damping is full."},
    {0},
};

const ptl_damping_law ptl_damping_impact = {
    .name = "impact",
    .doc = {.family = "dashpot",
            .title = "Damping of Adams' IMPACT",
            .formula = "F = max(0, F_el + C s(d/p) d_rate), s(u) = 3u^2 - 2u^3 up to 1",
            .source = "documentation of the function IMPACT(x, x', x1, k, e, cmax, d) of Adams and "
                      "SolidWorks Motion; also in MotionSolve and RecurDyn",
            .validity =
                "With `power` it is the whole function. Knows no restitution: with p a tenth of "
                "the largest depth and C = 100 N s/m, a mass of 1 kg on 1e6 N/m^1.5 returns 0.929, "
                "0.530, 0.552 and 0.669 of 0.01, 0.1, 1 and 10 m/s, least in between. Numbers "
                "from Adams are mostly in N/mm^e, N s/mm and mm."},
    .params = params,
    .force = force,
};
