/* gas_spring.c: gas shut in between two points, which it pushes apart.
 *
 *   V = V0 + A (s - s0),   p = p0 (V0/V)^n,   F = (p_a - p) A + d s'
 *
 * n = 1 is slow (isothermal), the ratio of specific heats fast (adiabatic). Stored from s0 on:
 *   E = p_a (V - V0) - p0 V0/(n - 1) (1 - (V0/V)^(n-1)),   its limit p_a (V - V0) - p0 V0
 * ln(V/V0) */
#include "coordinate.h"

enum { AREA, PRESSURE, VOLUME, LENGTH, EXPONENT, AMBIENT, DAMPING, ALONG };

static const ptl_param params[] = {
    {.name = "area",
     .unit = "m^2",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Area A of the piston, or of the rod that enters."},
    {.name = "pressure",
     .unit = "Pa",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Absolute pressure p0 at the length s0."},
    {.name = "volume",
     .unit = "m^3",
     .min = 0.0,
     .max = INFINITY,
     .flags = PTL_REQUIRED | PTL_OPEN_MIN,
     .doc = "Volume V0 of the gas at the length s0."},
    {.name = "length",
     .unit = "m",
     .min = -INFINITY,
     .max = INFINITY,
     .flags = PTL_REQUIRED,
     .doc = "Length s0 at which pressure and volume are given."},
    {.name = "exponent",
     .unit = "1",
     .fallback = 1.4,
     .min = 1.0,
     .max = 2.0,
     .doc = "Exponent n of the change of state: 1 isothermal, 1.4 adiabatic."},
    {.name = "ambient_pressure",
     .unit = "Pa",
     .fallback = 101325.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "Absolute pressure p_a outside."},
    {.name = "damping",
     .unit = "N s/m",
     .fallback = 0.0,
     .min = 0.0,
     .max = INFINITY,
     .doc = "Damping d."},
    PTL_DISPLACEMENT_ROW,
    {0},
};

static void coordinate(const double *c, const ptl_pose *pose, ptl_scalar *out) {
  ptl_force_displacement(c[ALONG], pose, out);
}

/* Without volume there is no pressure: NAN asks for a smaller step. */
static void force(const double *c, double s, double rate, ptl_force_out *out) {
  double volume = c[VOLUME] + c[AREA] * (s - c[LENGTH]), ratio = c[VOLUME] / volume;
  double n = c[EXPONENT], power = volume > 0.0 ? pow(ratio, n) : NAN, p = c[PRESSURE] * power;
  double work = n > 1.0 ? (1.0 - pow(ratio, n - 1.0)) / (n - 1.0) : -log(ratio);
  out->force = (c[AMBIENT] - p) * c[AREA] + c[DAMPING] * rate;
  out->d_s = n * p * c[AREA] * c[AREA] / volume;
  out->d_rate = c[DAMPING];
  out->energy = c[AMBIENT] * (volume - c[VOLUME]) - c[PRESSURE] * c[VOLUME] * work;
}

const ptl_force_type ptl_force_gas_spring = {
    .name = "gas_spring",
    .doc = {.title = "Gas spring",
            .formula = "F = (p_a - p0 (V0/V)^n) A + d s', V = V0 + A (s - s0); F < 0 pushes",
            .source = "polytropic change of state of an ideal gas",
            .validity = "a run ends with an error where the volume is used up"},
    .params = params,
    .coordinate = coordinate,
    .force = force};
