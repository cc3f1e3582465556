/* scene.h: what of a run is drawn, how, and where its joints are on the screen. The pictures are
 * made by scene_draw.h (the whole mechanism) and lens.h (the clearance of one joint).
 */
#ifndef PTL_SCENE_H
#define PTL_SCENE_H

#include "geometry.h"
#include "shape.h"
#include "viewport.h"

typedef struct ptl_scene { /* a mechanism and its run; owned by others */
  const ptl_sketch *sketch;
  const ptl_record *record;
  const ptl_binding *binding;
  const ptl_geometry *geometry;
  const ptl_mechanism *mechanism; /* whose films are asked for their pressure, or NULL */
} ptl_scene;

enum { PTL_MAX_TRAILS = 16 };

typedef struct ptl_appearance {
  const ptl_scene *other; /* another run, drawn in grey behind this one, or NULL */
  const ptl_snapshot *other_snapshot;
  int grid, labels, forces, velocities, flashes; /* 1 shown, 0 not */
  double force_scale, velocity_scale; /* 1: the longest arrow is a fourth, a fifth of the view */
  double flash_span;                  /* how long a new contact is marked [s of the run] */
  ptl_marker trails[PTL_MAX_TRAILS];  /* points whose path is drawn */
  int n_trails;
  double trail_span; /* [s of the run] */
  int selected;      /* joint, or -1 */
  double covered[4]; /* x, y, width, height of what will lie on the scene: no names there */
} ptl_appearance;
ptl_appearance ptl_appearance_default(void);

/* On the screen: the pin of a joint, or where its surfaces or its pitch circles touch. */
ptl_point ptl_scene_joint_point(const ptl_scene *scene, const ptl_snapshot *snapshot,
                                const ptl_viewport *view, int joint);

/* A round arrow: something turns what is at this place. */
void ptl_add_turn_arrow(ptl_shapes *out, ptl_point at, double radius);

/* Fill of a body; PTL_GROUND has its own. */
ptl_ink ptl_body_ink(int body);

#endif
