/* wear_contact.c: the contact of a gap as its surfaces see it. */
#include "wear_contact.h"

#include <math.h>

#include "contact.h"
#include "gap.h"

/* The touching point (x, y) and the normal that points away from the surface, in the part's frame.
 * A wall that is worn has other normals; its places are those of the unworn one. */
static double place_on(const ptl_sys_worn *surface, double x, double y, double nx, double ny) {
  const ptl_worn_surface *wall = &surface->wall;
  if (surface->is_wall && surface->shape == PTL_WEAR_FLAT) return -(wall->tx * x + wall->ty * y);
  if (surface->is_wall) {
    const double r =
        1.0 / wall->curvature; /* the centre lies on the left of the tangent, or on the right */
    return atan2(y - (wall->y + r * wall->tx), x - (wall->x - r * wall->ty));
  }
  const double side = surface->radius < 0.0 ? -1.0 : 1.0;
  if (surface->shape == PTL_WEAR_ROUND) return atan2(side * ny, side * nx);
  return surface->shape == PTL_WEAR_FLAT ? nx * y - ny * x : 0.0;
}

void ptl_eval_wear(ptl_data *data, int i, const double *q, const double *v, ptl_wear_eval *out) {
  const ptl_sys_wear *wear = &data->system->wears[i];
  const int set = data->system->gaps[wear->gap].gap_set;
  const ptl_sys_gap_set *p = &data->system->gap_sets[set];
  ptl_pair_state state;
  ptl_gap gaps[PTL_MAX_GAPS];
  ptl_gap_eval kinematics;
  ptl_contact_out law;
  ptl_pair_set_pose(&p->pair, q, data->rotations, &state);
  ptl_pair_set_twist(&p->pair, v, &state);
  ptl_gap_set_eval(p, &state.pose, gaps);
  ptl_gap_set_follow(data, p, gaps, NULL);
  const ptl_gap *gap = &gaps[wear->gap - p->first_gap];
  ptl_gap_kinematics(gap, &state, &kinematics);
  const int failed = ptl_eval_contact_law(data, PTL_CONTACT_BY_STATE, wear->gap, kinematics.depth,
                                          kinematics.rate, &law);
  out->force = failed ? 0.0 : fmax(law.force, 0.0);
  out->slip = kinematics.slip;
  out->place[0] = place_on(&wear->surfaces[0], gap->bx, gap->by, gap->nx, gap->ny);
  const double c = cos(state.pose.angle), s = sin(state.pose.angle);
  const double x = gap->bx - state.pose.x, y = gap->by - state.pose.y;
  out->place[1] = place_on(&wear->surfaces[1], c * x + s * y, -s * x + c * y,
                           -(c * gap->nx + s * gap->ny), s * gap->nx - c * gap->ny);
}
