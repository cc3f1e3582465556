/* energy.h: energies and powers of a system at one state. Internal. */
#ifndef PTL_ENERGY_H
#define PTL_ENERGY_H

#include "contact.h"

/* Of the whole system. */
typedef struct ptl_energy_terms {
  double kinetic, potential, elastic; /* [J] */
  double supplied;                    /* power of drivers and loads [W] */
  double absorbed; /* power against springs, dampers, contacts and friction [W] */
} ptl_energy_terms;

/* Power of the drivers [W]. */
double ptl_eval_driver_power(const ptl_data *data, const double *q, const double *v,
                             const double *lambda);
/* Kinetic, potential and elastic energy, but for that of contacts; the rest is 0. After
 * ptl_data_set_unknowns; y holds all unknowns. */
void ptl_eval_energies(ptl_data *data, const double *y, ptl_energy_terms *out);
/* The same with that of contacts; gaps: what they are there, all of them. */
void ptl_eval_stored_energies(ptl_data *data, ptl_contact_rule rule, const double *y,
                              ptl_energy_terms *out, ptl_gap_eval *gaps);
/* After ptl_data_set_unknowns; y holds all unknowns. contacts: normal force [N] of every gap, then
 * the power [W] against each, then force and power of every friction. */
void ptl_eval_energy_terms(ptl_data *data, ptl_contact_rule rule, const double *y,
                           ptl_energy_terms *out, double *contacts);

#endif
