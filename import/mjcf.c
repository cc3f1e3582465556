/* mjcf.c: MJCF, the models of MuJoCo: bodies, joints and ties. Source: MuJoCo's documentation, "XML
 * Reference". */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats.h"
#include "mjcf_geom.h"

enum { SITE = 1 };

static const double pi = 3.14159265358979323846;

/* ------------------------------------------------------------------ settings */

static int is_word(const char *text, const char *word) {
  return text != NULL && strcmp(text, word) == 0;
}

static void read_compiler(ptl_mjcf *m, const ptl_element *element) {
  const char *angle = ptl_xml_get(element, "angle"), *euler = ptl_xml_get(element, "eulerseq");
  const char *limits = ptl_xml_get(element, "autolimits");
  const char *inertia = ptl_xml_get(element, "inertiafromgeom");
  static const char *const unread[] = {"settotalmass", "boundmass", "boundinertia",
                                       "balanceinertia", "inertiagrouprange"};
  if (angle != NULL) m->angle_unit = is_word(angle, "radian") ? 1 : pi / 180;
  if (euler != NULL) m->euler = euler;
  if (limits != NULL) m->automatic_limits = !is_word(limits, "false");
  if (inertia != NULL)
    m->inertia = is_word(inertia, "true")    ? PTL_MJCF_OF_GEOMS
                 : is_word(inertia, "false") ? PTL_MJCF_GIVEN
                                             : PTL_MJCF_AUTO;
  for (size_t i = 0; i < sizeof unread / sizeof *unread; i++)
    if (ptl_xml_get(element, unread[i]) != NULL)
      ptl_import_tell(m->import, element->line, "<compiler %s>: masses are taken as they stand",
                      unread[i]);
}

static ptl_status read_option(ptl_mjcf *m, const ptl_element *element) {
  double g[3], value;
  int n;
  ptl_status status = ptl_mjcf_numbers(m, element, -1, "gravity", 3, 3, g, &n);
  if (n > 0) m->s->gravity = ptl_vec_of(g);
  static const char *const media[] = {"density", "viscosity"};
  for (int i = 0; i < 2 && status == PTL_OK; i++) {
    value = 0;
    status = ptl_mjcf_number(m, element, -1, media[i], &value);
    if (value != 0)
      ptl_import_tell(m->import, element->line, "<option %s>: the medium's drag is not taken",
                      media[i]);
  }
  const ptl_element *flag = ptl_xml_find(element, NULL, "flag");
  if (flag != NULL && is_word(ptl_xml_get(flag, "gravity"), "disable"))
    m->s->gravity = (ptl_vec){0, 0, 0};
  return status;
}

static ptl_status read_settings(ptl_mjcf *m, const ptl_element *root) {
  m->angle_unit = pi / 180;
  m->euler = "xyz";
  m->automatic_limits = 1;
  m->s->gravity = (ptl_vec){0, 0, -9.81};
  for (const ptl_element *at = NULL; (at = ptl_xml_find(root, at, "compiler")) != NULL;)
    read_compiler(m, at);
  for (const ptl_element *at = NULL; (at = ptl_xml_find(root, at, "option")) != NULL;) {
    const ptl_status status = read_option(m, at);
    if (status != PTL_OK) return status;
  }
  return ptl_mjcf_read_classes(m, root);
}

/* ------------------------------------------------------------------ joints */

static ptl_status read_kind(const ptl_mjcf *m, const ptl_element *element, int class,
                            ptl_spatial_kind *kind) {
  static const char *const words[] = {"hinge", "slide", "ball", "free"};
  const char *type = ptl_mjcf_get(m, element, class, "type");
  *kind = ptl_xml_is(element, "freejoint") ? PTL_SPATIAL_FREE : PTL_SPATIAL_HINGE;
  if (type == NULL || ptl_xml_is(element, "freejoint")) return PTL_OK;
  for (int i = 0; i < 4; i++) {
    *kind = (ptl_spatial_kind)i;
    if (strcmp(type, words[i]) == 0) return PTL_OK;
  }
  return ptl_import_fail(m->import, element->line, PTL_E(0151) "there is no joint type '%.40s'",
                         type);
}

static ptl_status read_axis(const ptl_mjcf *m, const ptl_element *element, int class,
                            ptl_frame frame, ptl_spatial_joint *joint) {
  double axis[3] = {0, 0, 1}, at[3] = {0};
  int n;
  ptl_status status = ptl_mjcf_numbers(m, element, class, "axis", 3, 3, axis, &n);
  if (status == PTL_OK) status = ptl_mjcf_numbers(m, element, class, "pos", 3, 3, at, &n);
  if (status != PTL_OK) return status;
  ptl_vec along;
  if (!ptl_vec_direction(ptl_vec_of(axis), &along))
    return ptl_import_fail(m->import, element->line, PTL_E(0151) "axis of length 0");
  joint->axis = ptl_rot_turn(frame.r, along);
  joint->anchor = ptl_frame_point(frame, ptl_vec_of(at));
  return PTL_OK;
}

static ptl_status read_numbers(const ptl_mjcf *m, const ptl_element *element, int class,
                               ptl_spatial_joint *joint) {
  const double unit = joint->kind == PTL_SPATIAL_SLIDE ? 1 : m->angle_unit;
  double range[2] = {0, 0}, slack = 0;
  int n = 0;
  const struct {
    const char *name;
    double *to;
  } numbers[] = {{"stiffness", &joint->stiffness},
                 {"damping", &joint->damping},
                 {"springref", &slack},
                 {"ref", &joint->reference},
                 {"armature", &joint->armature},
                 {"frictionloss", &joint->friction}};
  ptl_status status = PTL_OK;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers && status == PTL_OK; i++)
    status = ptl_mjcf_number(m, element, class, numbers[i].name, numbers[i].to);
  if (status == PTL_OK) status = ptl_mjcf_numbers(m, element, class, "range", 2, 2, range, &n);
  const char *limited = ptl_mjcf_get(m, element, class, "limited");
  joint->limited =
      n > 0 && (is_word(limited, "true") || (!is_word(limited, "false") && m->automatic_limits));
  joint->low = range[0] * unit;
  joint->high = range[1] * unit;
  joint->reference *= unit;
  joint->slack = slack * unit - joint->reference;
  return status;
}

static ptl_status read_joint(ptl_mjcf *m, const ptl_element *element, const ptl_mjcf_place *place) {
  ptl_spatial_joint joint = {
      .name = ptl_xml_get(element, "name"), .line = element->line, .body = place->body};
  int class = place->class;
  ptl_status status = ptl_mjcf_find_class(m, element, ptl_xml_get(element, "class"), &class);
  if (status == PTL_OK) status = read_kind(m, element, class, &joint.kind);
  if (status == PTL_OK) status = read_axis(m, element, class, place->frame, &joint);
  if (status == PTL_OK && joint.kind != PTL_SPATIAL_FREE)
    status = read_numbers(m, element, class, &joint);
  return status == PTL_OK ? ptl_spatial_add_joint(m->s, &joint) : status;
}

/* ------------------------------------------------------------------ bodies */

static ptl_status read_inertial(ptl_mjcf *m, const ptl_element *element,
                                const ptl_mjcf_place *place) {
  ptl_spatial_mass mass = {.body = place->body, .line = element->line, .mass = NAN};
  int n;
  ptl_status status = ptl_mjcf_frame(m, element, -1, place->frame, &mass.frame);
  if (status == PTL_OK) status = ptl_mjcf_number(m, element, -1, "mass", &mass.mass);
  if (status == PTL_OK) status = ptl_mjcf_tensor(m, element, &mass.tensor, &n);
  if (status == PTL_OK && (!(mass.mass >= 0) || n == 0))
    status = ptl_import_fail(m->import, element->line,
                             PTL_E(0151) "<inertial> needs a mass and moments of inertia");
  return status == PTL_OK ? ptl_spatial_add_mass(m->s, &mass) : status;
}

static ptl_status read_site(ptl_mjcf *m, const ptl_element *element, const ptl_mjcf_place *place) {
  const char *name = ptl_xml_get(element, "name");
  ptl_frame frame;
  ptl_status status = ptl_mjcf_frame(m, element, place->class, place->frame, &frame);
  if (status != PTL_OK || name == NULL) return status;
  if (ptl_name_find(&m->names, SITE, name, strlen(name)) >= 0)
    return ptl_import_fail(m->import, element->line, PTL_E(0151) "site '%.60s' is there twice",
                           name);
  void *grown = ptl_import_grow(m->import, m->sites, m->n_sites, sizeof *m->sites);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->sites = grown;
  m->sites[m->n_sites] = (ptl_mjcf_site){place->body, frame.p};
  return ptl_name_enter(m->import->context, &m->names, SITE, name, m->n_sites++);
}

/* A body, or a frame that only places what is in it. */
static ptl_status enter_place(ptl_mjcf *m, const ptl_element *element, const ptl_mjcf_place *around,
                              ptl_mjcf_place *place) {
  *place = *around;
  ptl_status status =
      ptl_mjcf_find_class(m, element, ptl_xml_get(element, "childclass"), &place->class);
  if (status == PTL_OK) status = ptl_mjcf_frame(m, element, -1, around->frame, &place->frame);
  if (status != PTL_OK || !ptl_xml_is(element, "body")) return status;
  if (is_word(ptl_xml_get(element, "mocap"), "true"))
    ptl_import_tell(m->import, element->line,
                    "a body that is moved from outside (mocap) stands still");
  if (ptl_xml_get(element, "gravcomp") != NULL)
    ptl_import_tell(m->import, element->line, "gravcomp is not taken");
  const ptl_spatial_body body = {.name = ptl_xml_get(element, "name"),
                                 .line = element->line,
                                 .parent = around->body,
                                 .frame = place->frame};
  place->body = m->s->n_bodies;
  return ptl_spatial_add_body(m->s, &body);
}

static ptl_status read_inside(ptl_mjcf *m, const ptl_element *element, const ptl_mjcf_place *place,
                              int of_geoms);

static ptl_status read_place(ptl_mjcf *m, const ptl_element *element, const ptl_mjcf_place *around,
                             int of_geoms) {
  ptl_mjcf_place place;
  ptl_status status = enter_place(m, element, around, &place);
  if (ptl_xml_is(element, "body"))
    of_geoms = m->inertia == PTL_MJCF_OF_GEOMS ||
               (m->inertia == PTL_MJCF_AUTO && ptl_xml_find(element, NULL, "inertial") == NULL);
  return status == PTL_OK ? read_inside(m, element, &place, of_geoms) : status;
}

static ptl_status read_entry(ptl_mjcf *m, const ptl_element *at, const ptl_mjcf_place *place,
                             int of_geoms) {
  if (ptl_xml_is(at, "joint") || ptl_xml_is(at, "freejoint")) {
    if (place->body > 0) return read_joint(m, at, place);
    return ptl_import_fail(m->import, at->line, PTL_E(0151) "the world has no joints");
  }
  if (ptl_xml_is(at, "geom")) return ptl_mjcf_read_geom(m, at, place, of_geoms);
  if (ptl_xml_is(at, "site")) return read_site(m, at, place);
  if (ptl_xml_is(at, "inertial"))
    return of_geoms || place->body == 0 ? PTL_OK : read_inertial(m, at, place);
  if (ptl_xml_is(at, "body") || ptl_xml_is(at, "camera") || ptl_xml_is(at, "light") ||
      ptl_xml_is(at, "frame"))
    return PTL_OK;
  return ptl_import_fail(m->import, at->line,
                         PTL_E(0152) "<%.40s> is not read; save the model with it resolved "
                                     "(mj_saveLastXML)",
                         at->name);
}

/* Joints of a body stand together: what its frames hold comes before the bodies in it. */
static ptl_status read_inside(ptl_mjcf *m, const ptl_element *element, const ptl_mjcf_place *place,
                              int of_geoms) {
  ptl_status status = PTL_OK;
  for (const ptl_element *at = element->first; at != NULL && status == PTL_OK; at = at->next)
    status = read_entry(m, at, place, of_geoms);
  for (const ptl_element *at = element->first; at != NULL && status == PTL_OK; at = at->next)
    if (ptl_xml_is(at, "frame")) status = read_place(m, at, place, of_geoms);
  for (const ptl_element *at = element->first; at != NULL && status == PTL_OK; at = at->next)
    if (ptl_xml_is(at, "body")) status = read_place(m, at, place, of_geoms);
  return status;
}

/* ------------------------------------------------------------------ equality */

static ptl_status find_body(const ptl_mjcf *m, const ptl_element *element, const char *attribute,
                            int *out) {
  const char *name = ptl_xml_get(element, attribute);
  *out = name == NULL || strcmp(name, "world") == 0
             ? 0
             : ptl_spatial_find(m->s, PTL_SPATIAL_BODY, name);
  if (*out >= 0 && (name != NULL || strcmp(attribute, "body2") == 0)) return PTL_OK;
  return ptl_import_fail(m->import, element->line, PTL_E(0151) "<%s>: no body '%.60s'",
                         element->name, name != NULL ? name : attribute);
}

static ptl_status find_site(const ptl_mjcf *m, const ptl_element *element, const char *attribute,
                            int *body, ptl_vec *at) {
  const char *name = ptl_xml_get(element, attribute);
  const int found = name != NULL ? ptl_name_find(&m->names, SITE, name, strlen(name)) : -1;
  if (found < 0)
    return ptl_import_fail(m->import, element->line, PTL_E(0151) "<%s>: no site '%.60s'",
                           element->name, name != NULL ? name : attribute);
  *body = m->sites[found].body;
  *at = m->sites[found].at;
  return PTL_OK;
}

/* Where bodies are given the two are tied as they are placed. */
static ptl_status read_tie(ptl_mjcf *m, const ptl_element *element) {
  ptl_spatial_tie tie = {.name = ptl_xml_get(element, "name"),
                         .line = element->line,
                         .welded = ptl_xml_is(element, "weld")};
  ptl_status status;
  if (ptl_xml_get(element, "site1") != NULL) {
    if (tie.welded)
      return ptl_import_fail(m->import, element->line,
                             PTL_E(0152) "<weld> between sites is not read; give body1 and body2");
    status = find_site(m, element, "site1", &tie.a, &tie.at_a);
    if (status == PTL_OK) status = find_site(m, element, "site2", &tie.b, &tie.at_b);
    return status == PTL_OK ? ptl_spatial_add_tie(m->s, &tie) : status;
  }
  double anchor[3] = {0};
  int n;
  if (tie.welded && ptl_xml_get(element, "relpose") != NULL)
    ptl_import_tell(m->import, element->line,
                    "<weld relpose>: the bodies are tied as they are placed");
  status = find_body(m, element, "body1", &tie.a);
  if (status == PTL_OK) status = find_body(m, element, "body2", &tie.b);
  if (status == PTL_OK && !tie.welded)
    status = ptl_mjcf_numbers(m, element, -1, "anchor", 3, 3, anchor, &n);
  if (status != PTL_OK) return status;
  tie.at_a = tie.at_b = ptl_frame_point(m->s->bodies[tie.a].frame, ptl_vec_of(anchor));
  return ptl_spatial_add_tie(m->s, &tie);
}

static ptl_status read_ratio(ptl_mjcf *m, const ptl_element *element) {
  double p[5] = {0, 1, 0, 0, 0};
  int n;
  const ptl_status status = ptl_mjcf_numbers(m, element, -1, "polycoef", 0, 5, p, &n);
  if (status != PTL_OK) return status;
  const ptl_spatial_ratio ratio = {
      ptl_xml_get(element, "name"), element->line,
      ptl_spatial_find(m->s, PTL_SPATIAL_JOINT, ptl_xml_get(element, "joint1")),
      ptl_spatial_find(m->s, PTL_SPATIAL_JOINT, ptl_xml_get(element, "joint2")), p[1]};
  if (ratio.a < 0 || (ratio.b < 0 && ptl_xml_get(element, "joint2") != NULL))
    return ptl_import_fail(m->import, element->line, PTL_E(0151) "<joint>: no such joint");
  if (ratio.b < 0 || p[0] != 0 || p[2] != 0 || p[3] != 0 || p[4] != 0 || p[1] == 0) {
    ptl_import_tell(m->import, element->line,
                    "<equality><joint>: not taken; a coupling is one ratio of two joints");
    return PTL_OK;
  }
  return ptl_spatial_add_ratio(m->s, &ratio);
}

static ptl_status read_equality(ptl_mjcf *m, const ptl_element *section) {
  ptl_status status = PTL_OK;
  for (const ptl_element *at = section->first; at != NULL && status == PTL_OK; at = at->next) {
    if (is_word(ptl_xml_get(at, "active"), "false"))
      ptl_import_tell(m->import, at->line, "<%.40s active=\"false\">: not taken", at->name);
    else if (ptl_xml_is(at, "connect") || ptl_xml_is(at, "weld"))
      status = read_tie(m, at);
    else if (ptl_xml_is(at, "joint"))
      status = read_ratio(m, at);
    else
      ptl_import_tell(m->import, at->line, "<equality><%.40s>: not taken", at->name);
  }
  return status;
}

/* ------------------------------------------------------------------ the file */

static void tell_section(ptl_mjcf *m, const ptl_element *section) {
  static const char *const taken[] = {"compiler", "option", "default", "worldbody", "equality",
                                      "asset",    "visual", "size",    "statistic", "custom"};
  for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
    if (ptl_xml_is(section, taken[i])) return;
  int n = 0;
  for (const ptl_element *at = section->first; at != NULL; at = at->next) n++;
  if (n > 0)
    ptl_import_tell(m->import, section->line, "<%.40s>: not taken (%d entr%s)", section->name, n,
                    n == 1 ? "y" : "ies");
}

static ptl_status refuse_include(const ptl_mjcf *m, const ptl_element *root) {
  const ptl_element *at = root;
  while (at != NULL) {
    if (ptl_xml_is(at, "include"))
      return ptl_import_fail(m->import, at->line,
                             PTL_E(0152) "<include> is not followed; save the model as one file "
                                         "(mj_saveLastXML)");
    if (at->first != NULL) {
      at = at->first;
      continue;
    }
    while (at != NULL && at->next == NULL) at = at->parent;
    if (at != NULL) at = at->next;
  }
  return PTL_OK;
}

ptl_status ptl_mjcf_read(ptl_spatial *s, const ptl_element *root) {
  ptl_mjcf m = {.import = s->import, .s = s};
  const ptl_spatial_body world = {.name = NULL, .parent = -1, .frame = ptl_frame_none()};
  const ptl_mjcf_place place = {0, 0, ptl_frame_none()};
  s->format = "MJCF";
  s->title = ptl_xml_get(root, "model");
  ptl_status status = refuse_include(&m, root);
  if (status == PTL_OK) status = read_settings(&m, root);
  if (status == PTL_OK) status = ptl_spatial_add_body(s, &world);
  for (const ptl_element *at = root->first; at != NULL && status == PTL_OK; at = at->next) {
    tell_section(&m, at);
    if (ptl_xml_is(at, "worldbody")) status = read_inside(&m, at, &place, 0);
  }
  for (const ptl_element *at = root->first; at != NULL && status == PTL_OK; at = at->next)
    if (ptl_xml_is(at, "equality")) status = read_equality(&m, at);
  ptl_name_release(s->import->context, &m.names);
  return status;
}
