/* urdf.c: URDF, the robots of ROS. Source: the specification at wiki.ros.org/urdf/XML. */
#include <math.h>
#include <string.h>

#include "formats.h"

typedef struct urdf {
  ptl_import *import;
  ptl_spatial *s;
  const ptl_element *root;
  const ptl_element **links, **joints; /* in the order of the file */
  int *parents;                        /* of a link: the joint that carries it, -1: none */
  int *numbers;                        /* of a link among the bodies of s, -1: not there yet */
  int *first, *next;                   /* joints that a link carries, as lists of joints */
  int n_links, n_joints;
  ptl_name_table names;
} urdf;

static const char *child_attribute(const ptl_element *element, const char *child,
                                   const char *attribute) {
  const ptl_element *found = ptl_xml_find(element, NULL, child);
  return found != NULL ? ptl_xml_get(found, attribute) : NULL;
}

/* Numbers of an attribute of an element inside; `out` stays where it is not there. */
static ptl_status numbers(const urdf *u, const ptl_element *element, const char *child,
                          const char *attribute, int count, double *out) {
  const ptl_element *found = ptl_xml_find(element, NULL, child);
  const char *text = found != NULL ? ptl_xml_get(found, attribute) : NULL;
  int n;
  if (text == NULL) return PTL_OK;
  return ptl_xml_numbers(u->import, found, attribute, text, count, count, out, &n);
}

/* <origin xyz rpy> of the element: roll, pitch, yaw about fixed axes. */
static ptl_status read_origin(const urdf *u, const ptl_element *element, ptl_frame around,
                              ptl_frame *out) {
  double at[3] = {0}, rpy[3] = {0};
  ptl_status status = numbers(u, element, "origin", "xyz", 3, at);
  if (status == PTL_OK) status = numbers(u, element, "origin", "rpy", 3, rpy);
  const ptl_rot roll = ptl_rot_axis((ptl_vec){1, 0, 0}, rpy[0]);
  const ptl_rot pitch = ptl_rot_axis((ptl_vec){0, 1, 0}, rpy[1]);
  const ptl_rot yaw = ptl_rot_axis((ptl_vec){0, 0, 1}, rpy[2]);
  const ptl_frame own = {ptl_rot_product(yaw, ptl_rot_product(pitch, roll)), ptl_vec_of(at)};
  *out = ptl_frame_product(around, own);
  return status;
}

/* ------------------------------------------------------------------ links */

static ptl_status add_mass(urdf *u, const ptl_element *link, int body) {
  const ptl_element *inertial = ptl_xml_find(link, NULL, "inertial");
  static const char *const names[] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  ptl_spatial_mass mass = {.body = body};
  double t[6] = {0};
  if (inertial == NULL) return PTL_OK;
  mass.line = inertial->line;
  ptl_status status = read_origin(u, inertial, u->s->bodies[body].frame, &mass.frame);
  if (status == PTL_OK) status = numbers(u, inertial, "mass", "value", 1, &mass.mass);
  for (int i = 0; i < 6 && status == PTL_OK; i++)
    status = numbers(u, inertial, "inertia", names[i], 1, &t[i]);
  if (status != PTL_OK) return status;
  mass.tensor = (ptl_tensor){t[0], t[1], t[2], t[3], t[4], t[5]};
  if (mass.mass < 0)
    return ptl_import_fail(u->import, inertial->line, PTL_E(0151) "<inertial>: mass below 0");
  return ptl_spatial_add_mass(u->s, &mass);
}

static ptl_status add_solid(urdf *u, const ptl_element *visual, int body) {
  const ptl_element *geometry = ptl_xml_find(visual, NULL, "geometry");
  ptl_solid solid = {.body = body};
  double size[3] = {0}, length = 0;
  ptl_status status = read_origin(u, visual, u->s->bodies[body].frame, &solid.frame);
  if (status != PTL_OK || geometry == NULL) return status;
  if (ptl_xml_find(geometry, NULL, "box") != NULL) {
    solid.kind = PTL_SOLID_BOX;
    status = numbers(u, geometry, "box", "size", 3, size);
    for (int i = 0; i < 3; i++) solid.size[i] = size[i] / 2;
  } else if (ptl_xml_find(geometry, NULL, "sphere") != NULL) {
    solid.kind = PTL_SOLID_BALL;
    status = numbers(u, geometry, "sphere", "radius", 1, solid.size);
  } else if (ptl_xml_find(geometry, NULL, "cylinder") != NULL) {
    solid.kind = PTL_SOLID_ROD;
    status = numbers(u, geometry, "cylinder", "radius", 1, solid.size);
    if (status == PTL_OK) status = numbers(u, geometry, "cylinder", "length", 1, &length);
    solid.size[1] = length / 2;
  } else {
    return PTL_OK;
  }
  return status == PTL_OK && solid.size[0] > 0 ? ptl_spatial_add_solid(u->s, &solid) : status;
}

static ptl_status add_link(urdf *u, int link, int parent, ptl_frame frame) {
  const ptl_element *element = u->links[link];
  const ptl_spatial_body body = {ptl_xml_get(element, "name"), element->line, parent, frame, 0, 0};
  const int number = u->numbers[link] = u->s->n_bodies;
  ptl_status status = ptl_spatial_add_body(u->s, &body);
  if (status == PTL_OK && parent >= 0) status = add_mass(u, element, number);
  for (const ptl_element *at = NULL;
       parent >= 0 && status == PTL_OK && (at = ptl_xml_find(element, at, "visual")) != NULL;)
    status = add_solid(u, at, number);
  return status;
}

/* ------------------------------------------------------------------ joints */

static ptl_status read_axis(const urdf *u, const ptl_element *element, ptl_frame frame,
                            ptl_vec *out) {
  double axis[3] = {1, 0, 0};
  const ptl_status status = numbers(u, element, "axis", "xyz", 3, axis);
  ptl_vec along;
  if (status != PTL_OK) return status;
  if (!ptl_vec_direction(ptl_vec_of(axis), &along))
    return ptl_import_fail(u->import, element->line, PTL_E(0151) "<axis> of length 0");
  *out = ptl_rot_turn(frame.r, along);
  return PTL_OK;
}

/* `planar`: two slides across the axis and a hinge about it. */
static ptl_status add_plane(urdf *u, const ptl_spatial_joint *joint) {
  ptl_spatial_joint part = *joint;
  const ptl_rot axes = ptl_rot_to(joint->axis);
  part.name = NULL;
  part.kind = PTL_SPATIAL_SLIDE;
  part.axis = axes.x;
  ptl_status status = ptl_spatial_add_joint(u->s, &part);
  part.axis = axes.y;
  if (status == PTL_OK) status = ptl_spatial_add_joint(u->s, &part);
  part = *joint;
  part.kind = PTL_SPATIAL_HINGE;
  return status == PTL_OK ? ptl_spatial_add_joint(u->s, &part) : status;
}

static ptl_status read_limits(const urdf *u, const ptl_element *element, const char *type,
                              ptl_spatial_joint *joint) {
  ptl_status status = numbers(u, element, "dynamics", "damping", 1, &joint->damping);
  if (status == PTL_OK) status = numbers(u, element, "dynamics", "friction", 1, &joint->friction);
  joint->limited = strcmp(type, "continuous") != 0 && ptl_xml_find(element, NULL, "limit") != NULL;
  if (status == PTL_OK) status = numbers(u, element, "limit", "lower", 1, &joint->low);
  if (status == PTL_OK) status = numbers(u, element, "limit", "upper", 1, &joint->high);
  return status;
}

static ptl_status add_joint(urdf *u, const ptl_element *element, int body, ptl_frame frame) {
  const char *type = ptl_xml_get(element, "type");
  ptl_spatial_joint joint = {
      .name = ptl_xml_get(element, "name"), .line = element->line, .body = body, .anchor = frame.p};
  if (type == NULL)
    return ptl_import_fail(u->import, element->line, PTL_E(0151) "<joint> has no type");
  if (strcmp(type, "fixed") == 0) return PTL_OK;
  ptl_status status = read_axis(u, element, frame, &joint.axis);
  if (status == PTL_OK) status = read_limits(u, element, type, &joint);
  if (status != PTL_OK) return status;
  if (strcmp(type, "planar") == 0) return add_plane(u, &joint);
  if (strcmp(type, "prismatic") == 0)
    joint.kind = PTL_SPATIAL_SLIDE;
  else if (strcmp(type, "floating") == 0)
    joint.kind = PTL_SPATIAL_FREE;
  else if (strcmp(type, "revolute") != 0 && strcmp(type, "continuous") != 0)
    return ptl_import_fail(u->import, element->line, PTL_E(0151) "there is no joint type '%.40s'",
                           type);
  return ptl_spatial_add_joint(u->s, &joint);
}

static ptl_status add_ratios(urdf *u) {
  for (int i = 0; i < u->n_joints; i++) {
    const ptl_element *mimic = ptl_xml_find(u->joints[i], NULL, "mimic");
    double ratio = 1, offset = 0;
    if (mimic == NULL) continue;
    ptl_status status = numbers(u, u->joints[i], "mimic", "multiplier", 1, &ratio);
    if (status == PTL_OK) status = numbers(u, u->joints[i], "mimic", "offset", 1, &offset);
    if (status != PTL_OK) return status;
    const ptl_spatial_ratio made = {
        NULL, mimic->line,
        ptl_spatial_find(u->s, PTL_SPATIAL_JOINT, ptl_xml_get(u->joints[i], "name")),
        ptl_spatial_find(u->s, PTL_SPATIAL_JOINT, ptl_xml_get(mimic, "joint")), ratio};
    if (made.a < 0 || made.b < 0)
      return ptl_import_fail(u->import, mimic->line,
                             PTL_E(0151) "<mimic>: no such joint that moves");
    if (offset != 0 || ratio == 0)
      return ptl_import_fail(u->import, mimic->line,
                             PTL_E(0152) "<mimic> with an offset, or without a multiplier, does not "
                                         "fit the place in which the links are");
    status = ptl_spatial_add_ratio(u->s, &made);
    if (status != PTL_OK) return status;
  }
  return PTL_OK;
}

/* ------------------------------------------------------------------ the tree */

static ptl_status allocate(urdf *u) {
  for (const ptl_element *at = u->root->first; at != NULL; at = at->next) {
    u->n_links += ptl_xml_is(at, "link");
    u->n_joints += ptl_xml_is(at, "joint");
  }
  const size_t n = (size_t)u->n_links, m = (size_t)u->n_joints;
  u->links = ptl_import_alloc(u->import, n, sizeof *u->links);
  u->joints = ptl_import_alloc(u->import, m, sizeof *u->joints);
  u->parents = ptl_import_alloc(u->import, n, sizeof *u->parents);
  u->numbers = ptl_import_alloc(u->import, n, sizeof *u->numbers);
  u->first = ptl_import_alloc(u->import, n, sizeof *u->first);
  u->next = ptl_import_alloc(u->import, m, sizeof *u->next);
  return u->links != NULL && u->joints != NULL && u->parents != NULL && u->numbers != NULL &&
                 u->first != NULL && u->next != NULL
             ? PTL_OK
             : PTL_ERR_MEMORY;
}

static ptl_status collect(urdf *u) {
  int link = 0, joint = 0;
  for (const ptl_element *at = u->root->first; at != NULL; at = at->next) {
    if (ptl_xml_is(at, "joint")) u->joints[joint++] = at;
    if (!ptl_xml_is(at, "link")) continue;
    const char *name = ptl_xml_get(at, "name");
    if (name == NULL || ptl_name_find(&u->names, 0, name, strlen(name)) >= 0)
      return ptl_import_fail(u->import, at->line,
                             PTL_E(0151) "a <link> needs a name of its own: '%.60s'",
                             name != NULL ? name : "");
    u->parents[link] = u->numbers[link] = u->first[link] = -1;
    u->links[link] = at;
    const ptl_status status = ptl_name_enter(u->import->context, &u->names, 0, name, link++);
    if (status != PTL_OK) return status;
  }
  return PTL_OK;
}

static ptl_status find_link(const urdf *u, int joint, const char *end, int *out) {
  const char *name = child_attribute(u->joints[joint], end, "link");
  *out = name != NULL ? ptl_name_find(&u->names, 0, name, strlen(name)) : -1;
  if (*out >= 0) return PTL_OK;
  return ptl_import_fail(u->import, u->joints[joint]->line,
                         PTL_E(0151) "the <%s> of a joint is no link: '%.60s'", end,
                         name != NULL ? name : "");
}

static ptl_status connect(urdf *u) {
  for (int i = u->n_joints - 1; i >= 0; i--) {
    int parent, child;
    ptl_status status = find_link(u, i, "parent", &parent);
    if (status == PTL_OK) status = find_link(u, i, "child", &child);
    if (status != PTL_OK) return status;
    if (u->parents[child] >= 0)
      return ptl_import_fail(u->import, u->joints[i]->line,
                             PTL_E(0151) "link '%.60s' is the child of two joints",
                             ptl_xml_get(u->links[child], "name"));
    u->parents[child] = i;
    u->next[i] = u->first[parent];
    u->first[parent] = i;
  }
  return PTL_OK;
}

/* Links in the order in which they are carried; `queue` has room for all. */
static ptl_status place_links(urdf *u, int root, int *queue) {
  int n = 0;
  ptl_status status = add_link(u, root, -1, ptl_frame_none());
  queue[n++] = root;
  for (int k = 0; k < n && status == PTL_OK; k++) {
    for (int i = u->first[queue[k]]; i >= 0 && status == PTL_OK; i = u->next[i]) {
      const int number = u->numbers[queue[k]];
      int child;
      ptl_frame frame;
      status = find_link(u, i, "child", &child);
      if (status == PTL_OK)
        status = read_origin(u, u->joints[i], u->s->bodies[number].frame, &frame);
      if (status == PTL_OK) status = add_link(u, child, number, frame);
      if (status == PTL_OK) status = add_joint(u, u->joints[i], u->numbers[child], frame);
      queue[n++] = child;
    }
  }
  if (status == PTL_OK && n < u->n_links)
    return ptl_import_fail(u->import, u->root->line,
                           PTL_E(0151) "%d of the links hang on no other, or on one another in a "
                                       "circle; one link carries all others",
                           u->n_links - n);
  return status;
}

static ptl_status read_tree(urdf *u) {
  int root = -1;
  ptl_status status = collect(u);
  if (status == PTL_OK) status = connect(u);
  for (int i = 0; i < u->n_links; i++)
    if (status == PTL_OK && u->parents[i] < 0 && root < 0) root = i;
  if (status != PTL_OK) return status;
  if (root < 0)
    return ptl_import_fail(u->import, u->root->line,
                           PTL_E(0151) "there is no link that carries all others");
  int *queue = ptl_import_alloc(u->import, (size_t)u->n_links, sizeof *queue);
  if (queue == NULL) return PTL_ERR_MEMORY;
  ptl_import_tell(u->import, u->links[root]->line, "link '%.60s' stands still: it is the ground",
                  ptl_xml_get(u->links[root], "name"));
  status = place_links(u, root, queue);
  return status == PTL_OK ? add_ratios(u) : status;
}

static ptl_status check_entries(const urdf *u) {
  int n_others = 0;
  for (const ptl_element *at = u->root->first; at != NULL; at = at->next) {
    if (strchr(at->name, ':') != NULL)
      return ptl_import_fail(u->import, at->line,
                             PTL_E(0152) "<%.40s> is Xacro; write the URDF first (xacro FILE)",
                             at->name);
    n_others += !ptl_xml_is(at, "link") && !ptl_xml_is(at, "joint") && !ptl_xml_is(at, "material");
  }
  if (n_others > 0)
    ptl_import_tell(u->import, 0, "%d entr%s beside links and joints: not taken", n_others,
                    n_others == 1 ? "y" : "ies");
  return PTL_OK;
}

ptl_status ptl_urdf_read(ptl_spatial *s, const ptl_element *root) {
  urdf u = {.import = s->import, .s = s, .root = root};
  s->format = "URDF";
  s->title = ptl_xml_get(root, "name");
  s->gravity = (ptl_vec){0, 0, -9.81};
  ptl_import_tell(s->import, 0, "URDF has no gravity: 9.81 m/s^2 against z is taken");
  ptl_status status = check_entries(&u);
  if (status == PTL_OK) status = allocate(&u);
  if (status == PTL_OK) status = read_tree(&u);
  ptl_name_release(s->import->context, &u.names);
  return status;
}
