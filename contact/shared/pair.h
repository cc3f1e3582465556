/* pair.h: what elastic laws derive from the two bodies in contact. Shared by contact/ only. */
#ifndef PTL_PAIR_H
#define PTL_PAIR_H

#include "pintle_extend.h"

#define PTL_PI 3.14159265358979323846

/* Contact modulus E* [Pa]: 1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b. Returns 0, or 1 with the
 * reason when both bodies are rigid or a constant is out of range. */
int ptl_pair_modulus(const ptl_contact_env *env, double *modulus, ptl_reason *why);

/* Effective radius R [m]: 1/R = 1/r_a + 1/r_b, concave radii negative, flat infinite. Refuses a
 * hole that is not larger than its pin, a corner, and two flats. */
int ptl_pair_radius(const ptl_contact_env *env, double *radius, ptl_reason *why);

/* |r_a + r_b| [m]: the radial clearance of a pin in a hole, the centre distance of two discs.
 * Refuses what ptl_pair_radius refuses, and a flat. */
int ptl_pair_difference(const ptl_contact_env *env, double *difference, ptl_reason *why);

#endif
