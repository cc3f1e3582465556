/* mjcf_attributes.c: attributes of MJCF with their defaults by classes, and frames. */
#include "mjcf_attributes.h"

#include <string.h>

enum { CLASS };

/* ------------------------------------------------------------------ classes */

static ptl_status add_class(ptl_mjcf *m, const ptl_element *element, int parent) {
  const char *name = ptl_xml_get(element, "class");
  const int number = m->n_classes;
  void *grown = ptl_import_grow(m->import, m->classes, m->n_classes, sizeof *m->classes);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->classes = grown;
  m->classes[m->n_classes++] = (ptl_mjcf_class){element, parent};
  if (name == NULL && parent >= 0)
    return ptl_import_fail(m->import, element->line, PTL_E(0151) "<default> has no class");
  if (name != NULL) {
    if (ptl_name_find(&m->names, CLASS, name, strlen(name)) >= 0)
      return ptl_import_fail(m->import, element->line, PTL_E(0151) "class '%.60s' is there twice",
                             name);
    const ptl_status status = ptl_name_enter(m->import->context, &m->names, CLASS, name, number);
    if (status != PTL_OK) return status;
  }
  for (const ptl_element *at = NULL; (at = ptl_xml_find(element, at, "default")) != NULL;) {
    const ptl_status status = add_class(m, at, number);
    if (status != PTL_OK) return status;
  }
  return PTL_OK;
}

ptl_status ptl_mjcf_read_classes(ptl_mjcf *m, const ptl_element *root) {
  for (const ptl_element *at = NULL; (at = ptl_xml_find(root, at, "default")) != NULL;) {
    const ptl_status status = add_class(m, at, -1);
    if (status != PTL_OK) return status;
  }
  return PTL_OK;
}

ptl_status ptl_mjcf_find_class(const ptl_mjcf *m, const ptl_element *element, const char *name,
                               int *out) {
  if (name == NULL) return PTL_OK;
  *out = ptl_name_find(&m->names, CLASS, name, strlen(name));
  if (*out >= 0) return PTL_OK;
  return ptl_import_fail(m->import, element->line, PTL_E(0151) "there is no class '%.60s'", name);
}

const char *ptl_mjcf_get(const ptl_mjcf *m, const ptl_element *element, int class,
                         const char *name) {
  const char *own = ptl_xml_get(element, name), *given = ptl_xml_get(element, "class");
  if (own != NULL) return own;
  if (given != NULL) {
    class = ptl_name_find(&m->names, CLASS, given, strlen(given));
    if (class < 0) return NULL; /* ptl_mjcf_numbers and others have told it */
  }
  const char *tag = ptl_xml_is(element, "freejoint") ? "joint" : element->name;
  for (; class >= 0 && class < m->n_classes; class = m->classes[class].parent) {
    const ptl_element *defaults = ptl_xml_find(m->classes[class].element, NULL, tag);
    const char *value = defaults != NULL ? ptl_xml_get(defaults, name) : NULL;
    if (value != NULL) return value;
  }
  return NULL;
}

/* ------------------------------------------------------------------ numbers */

ptl_status ptl_mjcf_numbers(const ptl_mjcf *m, const ptl_element *element, int class,
                            const char *name, int least, int most, double *out, int *n) {
  const char *text = ptl_mjcf_get(m, element, class, name);
  *n = 0;
  return text == NULL ? PTL_OK
                      : ptl_xml_numbers(m->import, element, name, text, least, most, out, n);
}

ptl_status ptl_mjcf_number(const ptl_mjcf *m, const ptl_element *element, int class,
                           const char *name, double *out) {
  int n;
  return ptl_mjcf_numbers(m, element, class, name, 1, 1, out, &n);
}

ptl_status ptl_mjcf_tensor(const ptl_mjcf *m, const ptl_element *element, ptl_tensor *out, int *n) {
  double v[6] = {0};
  ptl_status status = ptl_mjcf_numbers(m, element, -1, "diaginertia", 3, 3, v, n);
  if (status == PTL_OK && *n == 0)
    status = ptl_mjcf_numbers(m, element, -1, "fullinertia", 6, 6, v, n);
  *out = (ptl_tensor){v[0], v[1], v[2], v[3], v[4], v[5]};
  return status;
}

/* ------------------------------------------------------------------ frames */

static ptl_status fail_direction(const ptl_mjcf *m, const ptl_element *element) {
  return ptl_import_fail(m->import, element->line, PTL_E(0151) "<%s>: no direction", element->name);
}

static ptl_status turn_euler(const ptl_mjcf *m, const ptl_element *element, const double angles[3],
                             ptl_rot *out) {
  *out = ptl_rot_none();
  for (int i = 0; i < 3; i++) {
    const char letter = m->euler[i];
    const ptl_vec axis = letter == 'x' || letter == 'X'   ? (ptl_vec){1, 0, 0}
                         : letter == 'y' || letter == 'Y' ? (ptl_vec){0, 1, 0}
                                                          : (ptl_vec){0, 0, 1};
    if (strchr("xyzXYZ", letter) == NULL || letter == '\0')
      return ptl_import_fail(m->import, element->line, PTL_E(0151) "eulerseq=\"%.10s\": three of "
                                                                   "x, y, z and X, Y, Z",
                             m->euler);
    const ptl_rot turn = ptl_rot_axis(axis, angles[i] * m->angle_unit);
    *out = letter >= 'x' ? ptl_rot_product(*out, turn) : ptl_rot_product(turn, *out);
  }
  return PTL_OK;
}

static ptl_status turn_axes(const ptl_mjcf *m, const ptl_element *element, const double v[6],
                            ptl_rot *out) {
  static const double parallel = 1e-9; /* sine of the angle between them */
  const ptl_vec x = ptl_vec_of(v);
  ptl_vec given = ptl_vec_of(v + 3);
  if (!ptl_vec_direction(x, &out->x) || !ptl_vec_direction(given, &given))
    return fail_direction(m, element);
  const ptl_vec y = ptl_vec_sum(given, -ptl_vec_dot(given, out->x), out->x);
  if (!(ptl_vec_dot(y, y) > parallel * parallel) || !ptl_vec_direction(y, &out->y))
    return fail_direction(m, element);
  out->z = ptl_vec_cross(out->x, out->y);
  return PTL_OK;
}

static ptl_status turn(const ptl_mjcf *m, const ptl_element *element, int class, ptl_rot *out) {
  static const struct {
    const char *name;
    int n, n_directions; /* groups of three that must not be 0 */
  } ways[] = {
      {"quat", 4, 0}, {"axisangle", 4, 1}, {"euler", 3, 0}, {"xyaxes", 6, 2}, {"zaxis", 3, 1}};
  int found = -1, n;
  double v[6] = {0};
  *out = ptl_rot_none();
  for (int i = 0; i < (int)(sizeof ways / sizeof *ways); i++) {
    double given[6];
    const ptl_status status =
        ptl_mjcf_numbers(m, element, class, ways[i].name, ways[i].n, ways[i].n, given, &n);
    if (status != PTL_OK) return status;
    if (n == 0) continue;
    if (found >= 0)
      return ptl_import_fail(m->import, element->line, PTL_E(0151) "<%s> has both %s and %s",
                             element->name, ways[found].name, ways[i].name);
    found = i;
    memcpy(v, given, sizeof v);
  }
  if (found < 0) return PTL_OK;
  for (int i = 0; i < ways[found].n_directions; i++) {
    ptl_vec along;
    if (!ptl_vec_direction(ptl_vec_of(v + 3 * i), &along)) return fail_direction(m, element);
  }
  switch (found) {
    case 0:
      if (!isnormal(ptl_quaternion_size(v))) return fail_direction(m, element);
      *out = ptl_rot_quaternion(v);
      return PTL_OK;
    case 1:
      *out = ptl_rot_axis(ptl_vec_of(v), v[3] * m->angle_unit);
      return PTL_OK;
    case 2:
      return turn_euler(m, element, v, out);
    case 3:
      return turn_axes(m, element, v, out);
    default:
      *out = ptl_rot_to(ptl_vec_of(v));
      return PTL_OK;
  }
}

ptl_status ptl_mjcf_frame(const ptl_mjcf *m, const ptl_element *element, int class,
                          ptl_frame around, ptl_frame *out) {
  ptl_frame own = ptl_frame_none();
  double position[3] = {0};
  int n;
  const char *given = ptl_xml_get(element, "class");
  ptl_status status = ptl_mjcf_find_class(m, element, given, &class);
  if (status == PTL_OK) status = ptl_mjcf_numbers(m, element, class, "pos", 3, 3, position, &n);
  if (status == PTL_OK) status = turn(m, element, class, &own.r);
  own.p = ptl_vec_of(position);
  *out = ptl_frame_product(around, own);
  return status;
}
