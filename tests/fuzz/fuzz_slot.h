/* fuzz_slot.h: the mechanism of the seeds of `pintle wear`: a pin that is drawn to and fro in a
 * slot, both of which wear, and the cycle. */
#ifndef PTL_FUZZ_SLOT_H
#define PTL_FUZZ_SLOT_H

#include "wear.h"

static const char fuzz_slot[] =
    "pintle: 1\n"
    "bodies: {block: {mass: 1, inertia: 1e-3, position: [0.03, -0.0001]}}\n"
    "joints:\n"
    "  way: {type: pin_in_slot, slot: {body: ground, line: {from: [0, 0], to: [0.06, 0]}},\n"
    "    pin: {body: block, at: [0, 0], radius: 0.005}, clearance: 0.0001, contact: dry,\n"
    "    wear: {coefficient: 2e-14, coefficient_b: 1e-15, length: 0.02, sectors: 36}}\n"
    "  draw: {type: motion, bodies: [ground, block], along: x, rate: 0.3 m/s*cos(62.83*time/(1 "
    "s))}\n"
    "  hold: {type: motion, bodies: [ground, block], along: angle, rate: 0}\n"
    "loads: {weight: {body: block, force: [0, -100]}}\n"
    "contacts: {dry: {elastic: {law: power, stiffness: 1e7, exponent: 1},\n"
    "                 damping: {law: hunt_crossley, alpha: 100}}}\n"
    "run: {until: 0.1, every: 0.001, start: given, rtol: 1e-6}\n";

static inline ptl_wear_options fuzz_wear_options(const char *folder, int resume) {
  ptl_wear_options options = ptl_wear_options_default();
  options.cycle = "0.1 s";
  options.cycles = 1e4;
  options.folder = folder;
  options.resume = resume;
  return options;
}

#endif
