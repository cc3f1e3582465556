/* contacts.h: the laws of the gaps, with what surrounds each. Internal. */
#ifndef PTL_CONTACTS_H
#define PTL_CONTACTS_H

#include "system.h"

/* Prepares them, with the effective masses [kg] at the consistent position next to system->q0.
 * PTL_ERR_INPUT names the gap and the reason. */
ptl_status ptl_contacts_prepare(ptl_system *system);
/* Depths [m] and stored energies [J] at the consistent start. */
ptl_status ptl_contacts_record_start(ptl_system *system);

#endif
