/* verification.h: a verification as the last entry of summary.json. Internal. */
#ifndef PTL_VERIFICATION_H
#define PTL_VERIFICATION_H

#include "json.h"
#include "pintle_verify.h"

void ptl_verification_write(ptl_json *json, const ptl_verification *verification);

#endif
