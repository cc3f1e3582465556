/* socket.h: a ball in a socket with the stiffness of Steuermann's profile, F = k a(d) d, where the
 * contact radius a(d) comes from the geometry of the overlap. Shared by contact/ only. */
#ifndef PTL_SOCKET_H
#define PTL_SOCKET_H

#include "pintle_extend.h"

/* Which contact radius: of the two undeformed circles that overlap, or of Liu's right triangle. */
typedef enum ptl_socket_form { PTL_SOCKET_OVERLAP, PTL_SOCKET_LIU } ptl_socket_form;

enum { PTL_N_SOCKET = 4 }; /* doubles that such a law derives */

/* Parameter row of the profile's index n. */
#define PTL_SOCKET_INDEX_ROW                                                \
  {                                                                         \
    .name = "index", .unit = "1", .fallback = 2, .min = 1, .max = INFINITY, \
    .doc = "Index n of the profile; 2 agrees best with finite elements."    \
  }

/* k = 4n/(2n + 1) E* and the radii, into the instance's places at `derived`. */
int ptl_socket_derive(double *derived, double index, const ptl_contact_env *env, ptl_reason *why);
void ptl_socket_force(const double *derived, ptl_socket_form form, double depth,
                      ptl_elastic_out *out);
double ptl_socket_deepest(const double *derived); /* half the ball's radius                   [m] */

/* Radii of socket and ball and their difference; refuses two convex surfaces. */
int ptl_socket_radii(const ptl_contact_env *env, double *socket, double *ball, double *clearance,
                     ptl_reason *why);
/* a(d) of the overlapping circles [m]. */
double ptl_socket_overlap(double socket, double ball, double clearance, double depth);

#endif
