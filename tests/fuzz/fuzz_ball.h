/* fuzz_ball.h: the mechanism of the seeds: a ball that bounces. */
#ifndef PTL_FUZZ_BALL_H
#define PTL_FUZZ_BALL_H

#include <stdlib.h>
#include <string.h>

#include "pintle.h"

static const char fuzz_ball[] =
    "pintle: 1\n"
    "gravity: [0, -9.8 m/s^2]\n"
    "bodies: {ball: {mass: 1, inertia: 1.6e-4, position: [0, 0.021], velocity: [0, -1]}}\n"
    "joints:\n"
    "  floor: {type: circle_line, line: {body: ground, from: [-1, 0], to: [1, 0]},\n"
    "          circle: {body: ball, radius: 0.02}, contact: floor}\n"
    "contacts:\n"
    "  floor:\n"
    "    elastic: {law: power, stiffness: 1.4e8, exponent: 1.5}\n"
    "    damping: {law: zhang, restitution: 0.9}\n"
    "run: {until: 4 ms, every: 0.5 ms}\n";

static inline ptl_system *fuzz_ball_system(ptl_context *context, ptl_mechanism **m) {
  ptl_system *system;
  if (ptl_mechanism_parse(context, fuzz_ball, strlen(fuzz_ball), "ball.yaml", NULL, 0, m) !=
          PTL_OK ||
      ptl_assemble(*m, &system) != PTL_OK)
    abort();
  return system;
}

#endif
