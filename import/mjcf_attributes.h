/* mjcf_attributes.h: attributes of MJCF with their defaults, frames, and what the files that read
 * it share. Internal. Attributes and defaults as in MuJoCo's documentation, "XML Reference". */
#ifndef PTL_IMPORT_MJCF_ATTRIBUTES_H
#define PTL_IMPORT_MJCF_ATTRIBUTES_H

#include "spatial.h"
#include "xml_read.h"

typedef struct ptl_mjcf_class { /* of defaults */
  const ptl_element *element;
  int parent; /* -1: none */
} ptl_mjcf_class;

typedef struct ptl_mjcf_site {
  int body;
  ptl_vec at;
} ptl_mjcf_site;

typedef enum ptl_mjcf_inertia { PTL_MJCF_AUTO, PTL_MJCF_OF_GEOMS, PTL_MJCF_GIVEN } ptl_mjcf_inertia;

typedef struct ptl_mjcf {
  ptl_import *import;
  ptl_spatial *s;
  double angle_unit; /* [rad] */
  const char *euler; /* sequence of axes */
  int automatic_limits;
  ptl_mjcf_inertia inertia;
  ptl_mjcf_class *classes; /* the first is that of all elements */
  int n_classes;
  ptl_mjcf_site *sites;
  int n_sites;
  ptl_name_table names; /* of classes and sites */
} ptl_mjcf;

/* Where an element stands: its body, the frame around it, the class of defaults. */
typedef struct ptl_mjcf_place {
  int body, class;
  ptl_frame frame;
} ptl_mjcf_place;

/* Reads the sections `default`. */
ptl_status ptl_mjcf_read_classes(ptl_mjcf *m, const ptl_element *root);
/* Number of a class by its name; none of that name is an error. */
ptl_status ptl_mjcf_find_class(const ptl_mjcf *m, const ptl_element *element, const char *name,
                               int *out);
/* An attribute of the element or of its defaults, or NULL. */
const char *ptl_mjcf_get(const ptl_mjcf *m, const ptl_element *element, int class,
                         const char *name);
/* Its numbers, at most 10; *n is 0, and `out` stays, where it is not there. */
ptl_status ptl_mjcf_numbers(const ptl_mjcf *m, const ptl_element *element, int class,
                            const char *name, int least, int most, double *out, int *n);
ptl_status ptl_mjcf_number(const ptl_mjcf *m, const ptl_element *element, int class,
                           const char *name, double *out);
/* `pos` and the orientation of an element, put into the frame around it. */
ptl_status ptl_mjcf_frame(const ptl_mjcf *m, const ptl_element *element, int class,
                          ptl_frame around, ptl_frame *out);
/* A tensor from "diaginertia" or "fullinertia"; *n is 0 where there is none. */
ptl_status ptl_mjcf_tensor(const ptl_mjcf *m, const ptl_element *element, ptl_tensor *out, int *n);

#endif
