#include "scene_draw.h"

#include <math.h>

#include "format.h"
#include "scene_bodies.h"
#include "scene_gears.h"
#include "scene_labels.h"
#include "scene_marks.h"
#include "scene_springs.h"

/* Lines at round distances, and the length of one as a scale, bottom left. */
static void draw_grid(const ptl_viewport *view, ptl_shapes *out) {
  double step = ptl_round_number(90 / view->scale);
  ptl_point low = ptl_viewport_world(view, (ptl_point){view->x, view->y + view->h});
  ptl_point high = ptl_viewport_world(view, (ptl_point){view->x + view->w, view->y});
  double first;
  int n = ptl_ticks(low.x, high.x, step, &first);
  ptl_path_begin(out, ptl_stroked(PTL_INK_GRID, 1));
  for (int i = 0; i < n; i++) {
    double at = floor(ptl_viewport_point(view, (ptl_point){first + i * step, 0}).x) + 0.5;
    ptl_path_move(out, at, view->y);
    ptl_path_line(out, at, view->y + view->h);
  }
  n = ptl_ticks(low.y, high.y, step, &first);
  for (int i = 0; i < n; i++) {
    double at = floor(ptl_viewport_point(view, (ptl_point){0, first + i * step}).y) + 0.5;
    ptl_path_move(out, view->x, at);
    ptl_path_line(out, view->x + view->w, at);
  }
  char text[32];
  double x = view->x + 18, y = view->y + view->h - 16, length = step * view->scale;
  ptl_format_si(step, "m", text, sizeof text);
  ptl_path_begin(out, ptl_stroked(PTL_INK_DIM, 1.4));
  ptl_path_move(out, x, y - 4);
  ptl_path_line(out, x, y);
  ptl_path_line(out, x + length, y);
  ptl_path_line(out, x + length, y - 4);
  ptl_add_text(out, PTL_INK_DIM, 11, PTL_CENTER, x + length / 2, y - 5, "%s", text);
}

void ptl_scene_draw(const ptl_scene *scene, const ptl_snapshot *snapshot, const ptl_viewport *view,
                    const ptl_appearance *appearance, ptl_shapes *out) {
  ptl_shapes_tag(out, PTL_TAG_NONE, 0);
  ptl_add_clip(out, view->x, view->y, view->w, view->h, 0);
  ptl_add_rect(out, ptl_filled(PTL_INK_PAPER), view->x, view->y, view->w, view->h, 0);
  if (appearance->grid) draw_grid(view, out);
  if (appearance->other != NULL)
    ptl_scene_ghost(appearance->other, appearance->other_snapshot, view, out);
  ptl_scene_ground(scene, snapshot, view, out);
  ptl_scene_gears(scene, snapshot, view, out);
  ptl_scene_springs(scene, snapshot, view, out);
  ptl_scene_bodies(scene, snapshot, view, out);
  ptl_scene_front_supports(scene, snapshot, view, out);
  ptl_scene_joints(scene, snapshot, view, appearance, out);
  ptl_scene_marks(scene, snapshot, view, appearance, out);
  ptl_scene_points(scene, snapshot, view, out);
  if (appearance->labels) ptl_scene_labels(scene, snapshot, view, appearance, out);
  ptl_scene_legend(scene, view, appearance, out);
  ptl_shapes_tag(out, PTL_TAG_NONE, 0);
  ptl_add_unclip(out);
}
