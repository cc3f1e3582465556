/* scene.h: a frame of a mechanism as a list of shapes. No window system. */
#ifndef PTL_SCENE_H
#define PTL_SCENE_H

#include "outline.h"
#include "shape.h"

/* From the ground's frame [m] to points on the screen. */
typedef struct ptl_view {
  double cx, cy;     /* what is in the middle [m] */
  double scale;      /* points to a metre */
  double x, y, w, h; /* the area on the screen */
} ptl_view;

ptl_point ptl_view_point(const ptl_view *view, ptl_point world);
ptl_point ptl_view_world(const ptl_view *view, ptl_point screen);
/* Shows the whole box [m], with a margin. */
void ptl_view_fit(ptl_view *view, const double box[4]);

/* All that a scene is made of. */
typedef struct ptl_scene {
  const ptl_sketch *sketch;
  const ptl_record *record;
  const ptl_binding *binding;
  const ptl_plan *plan;
} ptl_scene;

enum { PTL_MAX_TRAILS = 16 };

typedef struct ptl_look {
  const ptl_scene *other; /* another run, drawn in grey behind this one, or NULL */
  const ptl_frame *other_frame;
  int grid, labels, forces, velocities, flashes;
  double force_scale, velocity_scale; /* 1: the largest arrow takes a quarter of the view */
  double flash_span;                  /* how long a touch glows [s of the run] */
  ptl_place trails[PTL_MAX_TRAILS];
  int n_trails;
  double trail_span; /* [s of the run] */
  int selected;      /* joint, or -1 */
  double cover[4];   /* x, y, width, height of what will lie on the scene: no names there */
} ptl_look;

ptl_look ptl_look_default(void);

void ptl_scene_draw(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                    const ptl_look *look, ptl_shapes *out);

/* The joint whose pin is nearest to the point on the screen, within `reach` points; or -1. */
int ptl_scene_pick_joint(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                         ptl_point at, double reach);
/* The body under the point, or PTL_GROUND. */
int ptl_scene_pick_body(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                        ptl_point at);

/* On the screen: the pin of a joint, or where its surfaces touch. */
ptl_point ptl_scene_joint_point(const ptl_scene *scene, const ptl_frame *frame,
                                const ptl_view *view, int joint);

/* A round number near x: 1, 2 or 5 times a power of ten. */
double ptl_nice(double x);
/* Multiples of `step` in [low, high]: how many, and the first; none where there would be too many.
 */
int ptl_ticks(double low, double high, double step, double *first);
/* A value with three digits and a prefix: "0.25 mm", "3.2 kN". */
void ptl_format_si(double value, const char *unit, char *text, size_t size);

/* The parts of ptl_scene_draw that stand in scene_gears.c and scene_marks.c. */
void ptl_scene_grid(const ptl_view *view, ptl_shapes *out);
void ptl_scene_gears(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                     ptl_shapes *out);
void ptl_scene_springs(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                       ptl_shapes *out);
void ptl_scene_marks(const ptl_scene *scene, const ptl_frame *frame, const ptl_view *view,
                     const ptl_look *look, ptl_shapes *out);

#endif
