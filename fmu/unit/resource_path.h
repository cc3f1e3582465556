/* resource_path.h: where a unit's resources are. Internal. */
#ifndef PTL_FMU_RESOURCE_PATH_H
#define PTL_FMU_RESOURCE_PATH_H

/* The folder that a URI as FMI 2.0 gives it ("file:///units/my%20unit/resources"), or a plain path,
 * stands for; to be freed. NULL when it is neither, or memory is out. */
char *ptl_fmu_resource_folder(const char *uri);

#endif
