/* mjcf_geom.c: geoms of MJCF: what they weigh, and how they look. Masses and moments of inertia of
 * solids: elementary. */
#include "mjcf_geom.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
static const double default_density = 1000; /* MuJoCo's [kg/m^3] */

typedef struct form { /* a geom's type: what stands in `size` */
  const char *name;
  int n, n_by_ends; /* numbers, without and with `fromto` */
  double (*volume)(const double size[3]);
  /* of unit density; diagonal */
  ptl_tensor (*tensor)(const double size[3]);
  int solid; /* ptl_solid_kind, -1: it is not drawn */
} form;

static double ball_volume(const double s[3]) {
  return 4.0 / 3 * pi * s[0] * s[0] * s[0];
}
static ptl_tensor ball_tensor(const double s[3]) {
  const double i = 0.4 * ball_volume(s) * s[0] * s[0];
  return (ptl_tensor){i, i, i, 0, 0, 0};
}
static double rod_volume(const double s[3]) {
  return 2 * pi * s[0] * s[0] * s[1];
}
static ptl_tensor rod_tensor(const double s[3]) {
  const double m = rod_volume(s), across = m * (s[0] * s[0] / 4 + s[1] * s[1] / 3);
  return (ptl_tensor){across, across, m * s[0] * s[0] / 2, 0, 0, 0};
}
static double capsule_volume(const double s[3]) {
  return rod_volume(s) + ball_volume(s);
}
/* The rod and two halves of a ball, whose centre of mass is 3/8 r from their flat sides. */
static ptl_tensor capsule_tensor(const double s[3]) {
  const double m = ball_volume(s), own = 0.4 * m * s[0] * s[0];
  ptl_tensor t = rod_tensor(s);
  t.xx += own + m * (s[1] * s[1] + 0.75 * s[0] * s[1]);
  t.yy = t.xx;
  t.zz += own;
  return t;
}
static double box_volume(const double s[3]) {
  return 8 * s[0] * s[1] * s[2];
}
static ptl_tensor box_tensor(const double s[3]) {
  const double m = box_volume(s) / 3;
  return (ptl_tensor){m * (s[1] * s[1] + s[2] * s[2]),
                      m * (s[0] * s[0] + s[2] * s[2]),
                      m * (s[0] * s[0] + s[1] * s[1]),
                      0,
                      0,
                      0};
}
static double ellipsoid_volume(const double s[3]) {
  return 4.0 / 3 * pi * s[0] * s[1] * s[2];
}
static ptl_tensor ellipsoid_tensor(const double s[3]) {
  const double m = ellipsoid_volume(s) / 5;
  return (ptl_tensor){m * (s[1] * s[1] + s[2] * s[2]),
                      m * (s[0] * s[0] + s[2] * s[2]),
                      m * (s[0] * s[0] + s[1] * s[1]),
                      0,
                      0,
                      0};
}

static const form forms[] = {
    {"sphere", 1, 0, ball_volume, ball_tensor, PTL_SOLID_BALL},
    {"capsule", 2, 1, capsule_volume, capsule_tensor, PTL_SOLID_CAPSULE},
    {"cylinder", 2, 1, rod_volume, rod_tensor, PTL_SOLID_ROD},
    {"box", 3, 1, box_volume, box_tensor, PTL_SOLID_BOX},
    {"ellipsoid", 3, 1, ellipsoid_volume, ellipsoid_tensor, -1},
};

static const form *find_form(const char *name) {
  if (name == NULL) return &forms[0];
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (strcmp(forms[i].name, name) == 0) return &forms[i];
  return NULL;
}

/* `fromto` gives the middle, the direction of z and half the length. */
static void place_between(const double ends[6], ptl_frame around, int is_rod, ptl_frame *frame,
                          double size[3]) {
  const ptl_vec from = ptl_vec_of(ends), along = ptl_vec_sum(ptl_vec_of(ends + 3), -1, from);
  frame->p = ptl_frame_point(around, ptl_vec_sum(from, 0.5, along));
  frame->r = ptl_rot_product(around.r, ptl_rot_to(along));
  if (!is_rod) size[1] = size[0]; /* box, ellipsoid: as wide as deep */
  size[is_rod ? 1 : 2] = ptl_vec_size(along) / 2;
}

static ptl_status read_place(const ptl_mjcf *m, const ptl_element *element,
                             const ptl_mjcf_place *place, int class, const form *f,
                             ptl_frame *frame, double size[3]) {
  double ends[6];
  int n_ends, n_sizes;
  ptl_status status = ptl_mjcf_frame(m, element, place->class, place->frame, frame);
  if (status == PTL_OK) status = ptl_mjcf_numbers(m, element, class, "fromto", 6, 6, ends, &n_ends);
  if (status != PTL_OK) return status;
  if (f->n_by_ends == 0) n_ends = 0;
  const int needed = n_ends > 0 ? f->n_by_ends : f->n;
  status = ptl_mjcf_numbers(m, element, class, "size", needed, 3, size, &n_sizes);
  if (status != PTL_OK) return status;
  int is_sized = n_sizes >= needed;
  for (int i = 0; i < needed; i++) is_sized &= size[i] > 0;
  if (n_ends > 0 && is_sized) {
    ptl_vec along = ptl_vec_sum(ptl_vec_of(ends + 3), -1, ptl_vec_of(ends));
    is_sized &= ptl_vec_direction(along, &along);
    if (is_sized) place_between(ends, place->frame, f->n == 2, frame, size);
  }
  return is_sized ? PTL_OK
                  : ptl_import_fail(m->import, element->line,
                                    PTL_E(0151) "<geom> of type %s needs its size", f->name);
}

static ptl_status add_mass(ptl_mjcf *m, const ptl_element *element, int body, int class,
                           const form *f, ptl_frame frame, const double size[3]) {
  double mass = NAN, density = default_density;
  ptl_status status = ptl_mjcf_number(m, element, class, "mass", &mass);
  if (status == PTL_OK) status = ptl_mjcf_number(m, element, class, "density", &density);
  if (status != PTL_OK) return status;
  if (mass < 0 || density < 0)
    return ptl_import_fail(m->import, element->line, PTL_E(0151) "<geom>: mass below 0");
  const double volume = f->volume(size);
  if (!isnan(mass)) density = mass / volume;
  ptl_spatial_mass made = {body, element->line, density * volume, frame, f->tensor(size)};
  made.tensor.xx *= density;
  made.tensor.yy *= density;
  made.tensor.zz *= density;
  return made.mass > 0 ? ptl_spatial_add_mass(m->s, &made) : PTL_OK;
}

/* Mass of a mesh needs its file, which is not read. */
static ptl_status refuse_weight(const ptl_mjcf *m, const ptl_element *element, int class,
                                const char *type) {
  double mass = NAN, density = default_density;
  ptl_status status = ptl_mjcf_number(m, element, class, "mass", &mass);
  if (status == PTL_OK) status = ptl_mjcf_number(m, element, class, "density", &density);
  if (status != PTL_OK || mass == 0 || (isnan(mass) && density == 0)) return status;
  return ptl_import_fail(m->import, element->line,
                         PTL_E(0152) "what a geom of type %s weighs is not known here; give its "
                                     "body an <inertial>",
                         type);
}

ptl_status ptl_mjcf_read_geom(ptl_mjcf *m, const ptl_element *element, const ptl_mjcf_place *place,
                              int with_mass) {
  int class = place->class;
  ptl_status status = ptl_mjcf_find_class(m, element, ptl_xml_get(element, "class"), &class);
  if (status != PTL_OK) return status;
  const char *type = ptl_mjcf_get(m, element, class, "type");
  if (type == NULL && ptl_mjcf_get(m, element, class, "mesh") != NULL) type = "mesh";
  if (type != NULL && (strcmp(type, "plane") == 0 || strcmp(type, "hfield") == 0)) return PTL_OK;
  const form *f = find_form(type);
  if (f == NULL)
    return with_mass && place->body > 0 ? refuse_weight(m, element, class, type) : PTL_OK;
  ptl_solid solid = {.body = place->body};
  status = read_place(m, element, place, class, f, &solid.frame, solid.size);
  if (status != PTL_OK) return status;
  if (f->solid >= 0 && place->body > 0) {
    solid.kind = (ptl_solid_kind)f->solid;
    status = ptl_spatial_add_solid(m->s, &solid);
  }
  if (status == PTL_OK && with_mass && place->body > 0)
    status = add_mass(m, element, place->body, class, f, solid.frame, solid.size);
  return status;
}
