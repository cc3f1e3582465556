/* model_write_mesh.h: gears, belts and racks in a model file. Internal. */
#ifndef PTL_MODEL_WRITE_MESH_H
#define PTL_MODEL_WRITE_MESH_H

#include <stdio.h>

#include "pintle_drive.h"

/* The keys of the coupling, which is no plain one. */
void ptl_write_mesh(const ptl_coupling_def *def, FILE *file);

#endif
