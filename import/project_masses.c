/* project_masses.c: masses and outlines of bodies in space, in the plane. */
#include "project_masses.h"

#include <math.h>

static void add_moments(const ptl_projection *p, const ptl_spatial_mass *mass,
                        ptl_linkage_body *body) {
  const double x = ptl_plane_x(p, mass->frame.p), y = ptl_plane_y(p, mass->frame.p);
  body->com_x += mass->mass * x; /* sums until all masses are there */
  body->com_y += mass->mass * y;
  body->mass += mass->mass;
}

/* Steiner, about the centre of mass of all. */
static void add_inertia(const ptl_projection *p, const ptl_spatial_mass *mass,
                        ptl_linkage_body *body) {
  const double x = ptl_plane_x(p, mass->frame.p) - body->com_x;
  const double y = ptl_plane_y(p, mass->frame.p) - body->com_y;
  body->inertia +=
      ptl_tensor_about(mass->tensor, mass->frame.r, p->plane.z) + mass->mass * (x * x + y * y);
}

ptl_status ptl_project_masses(const ptl_projection *p) {
  const ptl_spatial *s = p->s;
  ptl_linkage_body *bodies = p->l->bodies;
  for (int i = 0; i < s->n_masses; i++)
    add_moments(p, &s->masses[i], &bodies[p->groups[s->masses[i].body]]);
  for (int i = 1; i < p->l->n_bodies; i++) {
    bodies[i].com_x /= bodies[i].mass;
    bodies[i].com_y /= bodies[i].mass;
  }
  for (int i = 0; i < s->n_masses; i++)
    if (p->groups[s->masses[i].body] > 0)
      add_inertia(p, &s->masses[i], &bodies[p->groups[s->masses[i].body]]);
  for (int i = 1; i < p->l->n_bodies; i++)
    if (!(bodies[i].mass > 0 && bodies[i].inertia > 0))
      return ptl_import_fail(s->import, bodies[i].line,
                             PTL_E(0152) "body '%.60s' moves and has no mass, or no moment of "
                                         "inertia in the plane; give it both",
                             bodies[i].name);
  return PTL_OK;
}

/* ------------------------------------------------------------------ outlines */

static int is_across(const ptl_projection *p, ptl_vec axis) {
  return fabs(ptl_vec_dot(axis, p->plane.z)) > 1 - 1e-6;
}

static int is_along(const ptl_projection *p, ptl_vec axis) {
  return fabs(ptl_vec_dot(axis, p->plane.z)) < 1e-6;
}

static double direction(const ptl_projection *p, ptl_vec axis) {
  return atan2(ptl_plane_y(p, axis), ptl_plane_x(p, axis));
}

/* What a solid is, seen across the plane; 0 where that is no outline that can be drawn. */
static int see(const ptl_projection *p, const ptl_solid *solid, ptl_outline *out) {
  const ptl_frame *f = &solid->frame;
  const double *size = solid->size;
  out->x = ptl_plane_x(p, f->p);
  out->y = ptl_plane_y(p, f->p);
  out->radius = size[0];
  out->kind = PTL_OUTLINE_CIRCLE;
  if (solid->kind == PTL_SOLID_BALL) return 1;
  if (solid->kind == PTL_SOLID_BOX) {
    const ptl_vec axes[] = {f->r.x, f->r.y, f->r.z};
    out->kind = PTL_OUTLINE_RECTANGLE;
    for (int i = 0; i < 3; i++) {
      if (!is_across(p, axes[i])) continue;
      out->length = 2 * size[(i + 1) % 3];
      out->width = 2 * size[(i + 2) % 3];
      out->angle = direction(p, axes[(i + 1) % 3]);
      return 1;
    }
    return 0;
  }
  if (is_across(p, f->r.z)) return 1;
  if (solid->kind == PTL_SOLID_ROD) {
    out->kind = PTL_OUTLINE_RECTANGLE;
    out->length = 2 * size[1];
    out->width = 2 * size[0];
    out->angle = direction(p, f->r.z);
    return is_along(p, f->r.z);
  }
  const ptl_vec from = ptl_vec_sum(f->p, -size[1], f->r.z), to = ptl_vec_sum(f->p, size[1], f->r.z);
  out->kind = PTL_OUTLINE_LINK;
  out->x = ptl_plane_x(p, from);
  out->y = ptl_plane_y(p, from);
  out->to_x = ptl_plane_x(p, to);
  out->to_y = ptl_plane_y(p, to);
  return 1;
}

ptl_status ptl_project_solids(const ptl_projection *p) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < p->s->n_solids && status == PTL_OK; i++) {
    ptl_outline outline = {.body = p->groups[p->s->solids[i].body]};
    if (outline.body > 0 && see(p, &p->s->solids[i], &outline))
      status = ptl_linkage_add_outline(p->l, &outline);
  }
  return status;
}
