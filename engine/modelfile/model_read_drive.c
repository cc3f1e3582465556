/* model_read_drive.c: the section `joints:`, and its entries that drive or couple coordinates. */
#include <stddef.h>
#include <string.h>

#include "model_reader.h"

/* ------------------------------------------------------------------ values */

static ptl_status read_flag(const ptl_reader *r, const ptl_node *mapping, const char *key,
                            int *out) {
  int index = 1;
  const ptl_status status = ptl_read_word_entry(r, mapping, key, "true|false", &index);
  *out = index == 0;
  return status;
}

static ptl_status read_joint_name(const ptl_reader *r, const ptl_node *node, ptl_label label,
                                  ptl_measure_def *out) {
  const ptl_status status = ptl_read_text(r, node, "the name of a joint", &out->joint);
  if (status != PTL_OK) return status;
  r->m->location = node->where;
  return ptl_check_coordinate(r->m, label, out->joint);
}

static ptl_status read_along(const ptl_reader *r, const ptl_node *mapping, const char *what,
                             ptl_measured_coordinate *out) {
  const ptl_node *node = ptl_node_find(mapping, "along");
  if (node == NULL)
    return ptl_read_fail(r, mapping->key_where,
                         PTL_E(0205) "%s needs 'along' beside its bodies: x, y, angle or distance",
                         what);
  int along;
  const ptl_status status = ptl_read_word(r, node, "along", PTL_WORDS_ALONG, &along);
  if (status == PTL_OK) *out = (ptl_measured_coordinate)along;
  return status;
}

/* joint: NAME, or two parts and what is measured between them */
static ptl_status read_measure(const ptl_reader *r, const ptl_node *mapping, ptl_label label,
                               const char *what, ptl_measure_def *out) {
  static const char *const parts[] = {"a", "b"};
  static const char *const others[] = {"bodies", "at", "axis", "along", "zero", "a", "b"};
  const ptl_node *joint = ptl_node_find(mapping, "joint");
  if (joint == NULL && ptl_node_find(mapping, "along") == NULL &&
      ptl_node_find(mapping, "bodies") == NULL)
    return ptl_read_fail(
        r, mapping->key_where,
        PTL_E(0205) "%s needs 'joint', or bodies: [A, B] and along: x, y, angle or distance", what);
  for (size_t i = 0; joint != NULL && i < sizeof others / sizeof *others; i++) {
    const ptl_node *node = ptl_node_find(mapping, others[i]);
    if (node == NULL) continue;
    return ptl_read_fail(r, node->key_where, PTL_E(0106) "'%s' and 'joint' exclude each other",
                         others[i]);
  }
  if (joint != NULL) return read_joint_name(r, joint, label, out);
  ptl_status status = ptl_read_parts(r, mapping, label, parts, &out->a, &out->b);
  if (status == PTL_OK) status = read_along(r, mapping, what, &out->coordinate);
  if (status == PTL_OK && out->coordinate == PTL_MEASURED_DISTANCE)
    status = ptl_read_want_points(r, mapping, what);
  return status == PTL_OK ? ptl_read_zero(r, mapping, label, out->coordinate, &out->a, &out->b)
                          : status;
}

/* ------------------------------------------------------------------ couplings */

static const double default_pressure_angle = 0.34906585039886592; /* 20 degrees */

static ptl_status read_list_of_two(const ptl_reader *r, const ptl_node *mapping, const char *key,
                                   const char *what, const ptl_node **out) {
  *out = ptl_node_find(mapping, key);
  if (*out != NULL && (*out)->kind == PTL_NODE_LIST && (*out)->n == 2) return PTL_OK;
  return ptl_read_fail(r, *out != NULL ? (*out)->where : mapping->key_where,
                       PTL_E(0205) "%s needs %s, a list of two", what, key);
}

/* The angles of two bodies against a third: the carrier, by default the ground. */
static ptl_status read_wheels(const ptl_reader *r, const ptl_node *node, const char *key,
                              ptl_label label, const char *what, ptl_coupling_def *def) {
  const ptl_node *wheels, *carrier = ptl_node_find(node, "carrier");
  const char *name = "ground";
  ptl_status status = read_list_of_two(r, node, key, what, &wheels);
  if (status == PTL_OK && carrier != NULL) status = ptl_read_body_name(r, carrier, label, &name);
  if (status != PTL_OK) return status;
  def->first = (ptl_measure_def){.a.body = name, .coordinate = PTL_MEASURED_ANGLE};
  def->second = def->first;
  status = ptl_read_body_name(r, wheels->first, label, &def->first.b.body);
  return status == PTL_OK ? ptl_read_body_name(r, wheels->last, label, &def->second.b.body)
                          : status;
}

/* teeth: [z1, z2] or radii: [r1, r2], of gears also both; the ratio is the second number over the
 * first. */
static ptl_status read_sizes(const ptl_reader *r, const ptl_node *node, const char *what,
                             ptl_coupling_def *def) {
  const ptl_node *teeth = ptl_node_find(node, "teeth"), *radii = ptl_node_find(node, "radii");
  const ptl_node *sizes = teeth != NULL ? teeth : radii;
  double size[2];
  if (sizes == NULL || (teeth != NULL && radii != NULL && def->kind == PTL_COUPLING_BELT))
    return ptl_read_fail(r, node->key_where, PTL_E(0205) "%s needs one of 'teeth' and 'radii'",
                         what);
  ptl_status status = ptl_read_pair(r, sizes, sizes->key, teeth != NULL ? "1" : "m", size);
  if (status != PTL_OK) return status;
  if (!(size[0] > 0) || !(size[1] > 0))
    return ptl_read_fail(r, sizes->where, PTL_E(0204) "%s of %s must be > 0", sizes->key, what);
  def->ratio = size[1] / size[0];
  return radii != NULL ? ptl_read_pair(r, radii, "radii", "m", def->radii) : PTL_OK;
}

/* at: [[x1, y1], [x2, y2]], the centres of both wheels */
static ptl_status read_centres(const ptl_reader *r, const ptl_node *node, const char *what,
                               ptl_coupling_def *def) {
  const ptl_node *points;
  if (ptl_node_find(node, "at") == NULL) return PTL_OK;
  ptl_status status = read_list_of_two(r, node, "at", what, &points);
  if (status == PTL_OK) status = ptl_read_pair(r, points->first, "at", "m", def->points[0]);
  if (status == PTL_OK) status = ptl_read_pair(r, points->last, "at", "m", def->points[1]);
  def->has_points = 1;
  return status;
}

/* efficiency: 0.98, or friction: {law} of the teeth; `teeth` gives the number of the first wheel,
 * or of a pinion. */
static ptl_status read_loss(ptl_reader *r, const ptl_node *node, const char *what,
                            ptl_coupling_def *def) {
  const ptl_node *teeth = ptl_node_find(node, "teeth"), *own = teeth;
  ptl_status status = PTL_OK;
  if (teeth != NULL && teeth->kind == PTL_NODE_LIST) own = teeth->first;
  if (own != NULL) status = ptl_read_quantity(r, own, "teeth", "1", &def->teeth);
  if (status == PTL_OK) status = ptl_read_entry(r, node, "efficiency", "1", &def->efficiency);
  return status == PTL_OK ? ptl_read_law(r, node, "friction", what, PTL_FRICTION, &def->friction)
                          : status;
}

static ptl_status read_pressure_angle(const ptl_reader *r, const ptl_node *node,
                                      ptl_coupling_def *def) {
  def->pressure_angle = default_pressure_angle;
  return ptl_read_entry(r, node, "pressure_angle", "rad", &def->pressure_angle);
}

/* Pitch circles roll on each other: z1 a1 = -z2 a2 seen from the carrier; + inside a ring. */
static ptl_status read_gear(ptl_reader *r, const ptl_node *node, ptl_label label, const char *what,
                            ptl_coupling_def *def) {
  int internal;
  def->kind = PTL_COUPLING_GEAR;
  ptl_status status = ptl_read_known(r, node, what, ptl_drive_tables[PTL_DRIVE_GEAR].keys);
  if (status == PTL_OK) status = read_wheels(r, node, "gears", label, what, def);
  if (status == PTL_OK) status = read_centres(r, node, what, def);
  if (status == PTL_OK) status = read_sizes(r, node, what, def);
  if (status == PTL_OK) status = read_pressure_angle(r, node, def);
  if (status == PTL_OK) status = read_loss(r, node, what, def);
  if (status == PTL_OK) status = read_flag(r, node, "internal", &internal);
  if (status == PTL_OK && !internal) def->ratio = -def->ratio;
  return status;
}

/* The radii of toothed pulleys, whose pitch circles have the pitch for each tooth. */
static ptl_status read_pitch(const ptl_reader *r, const ptl_node *node, const char *what,
                             ptl_coupling_def *def) {
  static const double whole_turn = 6.2831853071795865;
  const ptl_node *teeth = ptl_node_find(node, "teeth"), *key = ptl_node_find(node, "pitch");
  double pitch = 0.0;
  if (teeth == NULL && key != NULL)
    return ptl_read_fail(r, key->key_where,
                         PTL_E(0106) "'pitch' belongs to 'teeth', not to 'radii'");
  if (teeth == NULL) return PTL_OK;
  if (key == NULL)
    return ptl_read_fail(
        r, node->key_where,
        PTL_E(0205) "%s needs 'pitch' beside 'teeth', the belt's length from tooth to tooth, or "
        "'radii': its pull depends on them",
        what);
  ptl_status status = ptl_read_entry(r, node, "pitch", "m", &pitch);
  if (status == PTL_OK) status = ptl_read_pair(r, teeth, "teeth", "1", def->radii);
  for (int i = 0; i < 2; i++) def->radii[i] *= pitch / whole_turn;
  return status;
}

/* The same length of belt passes both: r1 a1 = r2 a2; crossed, -r2 a2. */
static ptl_status read_belt(ptl_reader *r, const ptl_node *node, ptl_label label, const char *what,
                            ptl_coupling_def *def) {
  int crossed;
  def->kind = PTL_COUPLING_BELT;
  ptl_status status = ptl_read_known(r, node, what, ptl_drive_tables[PTL_DRIVE_BELT].keys);
  if (status == PTL_OK) status = read_wheels(r, node, "pulleys", label, what, def);
  if (status == PTL_OK) status = read_centres(r, node, what, def);
  if (status == PTL_OK) status = read_sizes(r, node, what, def);
  if (status == PTL_OK) status = read_pitch(r, node, what, def);
  if (status == PTL_OK) status = ptl_read_entry(r, node, "pretension", "N", &def->pretension);
  if (status == PTL_OK) status = read_flag(r, node, "crossed", &crossed);
  if (status == PTL_OK && crossed) def->ratio = -def->ratio;
  return status;
}

static ptl_status want_joint(const ptl_reader *r, const ptl_node *node, const char *key,
                             ptl_label label, int is_angle, ptl_measure_def *out) {
  const ptl_node *joint = ptl_node_find(node, key);
  if (joint == NULL)
    return ptl_read_fail(r, node->key_where, PTL_E(0205) "%s '%s' needs '%s': a joint that %s",
                         label.word, label.name, key, is_angle ? "turns" : "slides");
  ptl_status status = read_joint_name(r, joint, label, out);
  if (status != PTL_OK || (ptl_measured_coordinate_of(r->m, out) == PTL_MEASURED_ANGLE) == is_angle)
    return status;
  return ptl_read_fail(r, joint->where, PTL_E(0204) "%s must be a joint that %s, and '%s' does not",
                       key, is_angle ? "turns" : "slides", out->joint);
}

/* x = radius a: the rack moves as the pinion's pitch circle does. */
static ptl_status read_rack(ptl_reader *r, const ptl_node *node, ptl_label label, const char *what,
                            ptl_coupling_def *def) {
  const ptl_node *at = ptl_node_find(node, "at");
  def->kind = PTL_COUPLING_RACK;
  def->has_points = at != NULL;
  ptl_status status = ptl_read_known(r, node, what, ptl_drive_tables[PTL_DRIVE_RACK].keys);
  if (status == PTL_OK) status = want_joint(r, node, "rack", label, 0, &def->first);
  if (status == PTL_OK) status = want_joint(r, node, "pinion", label, 1, &def->second);
  if (status == PTL_OK && ptl_node_find(node, "radius") == NULL)
    status = ptl_read_fail(r, node->key_where,
                           PTL_E(0205) "%s needs 'radius': the pinion's pitch radius", what);
  if (status == PTL_OK && at != NULL) status = ptl_read_pair(r, at, "at", "m", def->points[0]);
  if (status == PTL_OK) status = read_pressure_angle(r, node, def);
  if (status == PTL_OK) status = read_loss(r, node, what, def);
  return status == PTL_OK ? ptl_read_entry(r, node, "radius", "m", &def->ratio) : status;
}

/* A mapping that says what is measured. */
static ptl_status read_side(const ptl_reader *r, const ptl_node *side, ptl_label label,
                            const char *what, ptl_measure_def *out) {
  ptl_status status = ptl_read_known(r, side, side->key, ptl_keys_side);
  return status == PTL_OK ? read_measure(r, side, label, what, out) : status;
}

static ptl_status read_coupled(const ptl_reader *r, const ptl_node *node, const char *key,
                               ptl_label label, const char *what, ptl_measure_def *out) {
  const ptl_node *side = ptl_node_find(node, key);
  if (side == NULL)
    return ptl_read_fail(r, node->key_where,
                         PTL_E(0205) "%s needs joints: [A, B], or 'first' and 'second'", what);
  return read_side(r, side, label, what, out);
}

static ptl_status read_ratio(const ptl_reader *r, const ptl_node *node, const char *what,
                             ptl_coupling_def *def) {
  const int first_is_angle = ptl_measured_coordinate_of(r->m, &def->first) == PTL_MEASURED_ANGLE;
  const int second_is_angle = ptl_measured_coordinate_of(r->m, &def->second) == PTL_MEASURED_ANGLE;
  const char *unit = first_is_angle == second_is_angle ? "1" : first_is_angle ? "rad/m" : "m/rad";
  if (ptl_node_find(node, "ratio") == NULL)
    return ptl_read_fail(
        r, node->key_where,
        PTL_E(0205) "%s needs 'ratio': the first coordinate moves by ratio times the second", what);
  return ptl_read_entry(r, node, "ratio", unit, &def->ratio);
}

static ptl_status read_coupling(ptl_reader *r, const ptl_node *node, ptl_label label,
                                const char *what, ptl_coupling_def *def) {
  const ptl_node *joints;
  ptl_status status = ptl_read_known(r, node, what, ptl_drive_tables[PTL_DRIVE_COUPLING].keys);
  if (status == PTL_OK && ptl_node_find(node, "joints") != NULL) {
    status = read_list_of_two(r, node, "joints", what, &joints);
    if (status == PTL_OK) status = read_joint_name(r, joints->first, label, &def->first);
    if (status == PTL_OK) status = read_joint_name(r, joints->last, label, &def->second);
  } else {
    if (status == PTL_OK) status = read_coupled(r, node, "first", label, what, &def->first);
    if (status == PTL_OK) status = read_coupled(r, node, "second", label, what, &def->second);
  }
  return status == PTL_OK ? read_ratio(r, node, what, def) : status;
}

/* ------------------------------------------------------------------ motions */

/* Whether an expression reads the time, an input, a signal or a table. */
static int reads_time(const ptl_reader *r, const char *text) {
  size_t length;
  for (const char *p = ptl_next_name(text, &length); p != NULL;
       p = ptl_next_name(p + length, &length)) {
    if (length == 4 && memcmp(p, "time", 4) == 0) return 1;
    for (int i = 0; i < r->m->n_inputs; i++) {
      const char *input = r->m->inputs[i].def.name;
      if (strlen(input) == length && memcmp(p, input, length) == 0) return 1;
    }
    if (ptl_definitions_find(&r->definitions, p, length) != NULL) return 1;
  }
  return 0;
}

/* Of time and inputs or, once they are known, also of signals with states. */
static ptl_status read_of_time(ptl_reader *r, const ptl_node *node, const char *unit,
                               const char **out) {
  ptl_symbol_list variables;
  const ptl_status status = ptl_mechanism_motion_variables(r->m, &variables);
  return status == PTL_OK ? ptl_read_expression(r, node, node->key, unit, &variables, out) : status;
}

static ptl_status read_rate(ptl_reader *r, const ptl_node *node, int is_angle,
                            ptl_motion_def *def) {
  const char *unit = is_angle ? "rad/s" : "m/s";
  if (node->kind == PTL_NODE_TEXT && (node->tag != NULL || reads_time(r, node->text)))
    return read_of_time(r, node, unit, &def->rate_of_time);
  return ptl_read_quantity(r, node, "rate", unit, &def->rate);
}

static ptl_status read_position(ptl_reader *r, const ptl_node *node, int is_angle,
                                ptl_motion_def *def) {
  const int of_angle = strcmp(node->key, "angle") == 0;
  if (is_angle == of_angle) return read_of_time(r, node, is_angle ? "rad" : "m", &def->position);
  return ptl_read_fail(r, node->key_where, PTL_E(0106) "%s '%s' %s: the key is '%s'",
                       def->of.joint != NULL ? "joint" : "motion",
                       def->of.joint != NULL ? def->of.joint : def->name,
                       is_angle ? "turns" : "slides", is_angle ? "angle" : "position");
}

/* {law: cycloidal, start: 0.1 s, duration: 0.2 s, rise: 20 mm} */
static ptl_status read_rise(const ptl_reader *r, const ptl_node *node, const char *unit,
                            ptl_rise_def *rise) {
  static const ptl_number_field times[] = {{"start", "s", offsetof(ptl_rise_def, start)},
                                           {"duration", "s", offsetof(ptl_rise_def, duration)},
                                           {NULL, NULL, 0}};
  int law = PTL_RISE_CYCLOIDAL;
  ptl_status status = ptl_read_known(r, node, "a rise", ptl_keys_rise);
  if (status == PTL_OK &&
      (ptl_node_find(node, "rise") == NULL || ptl_node_find(node, "duration") == NULL))
    status = ptl_read_fail(r, node->where, PTL_E(0205) "a rise needs 'rise' and 'duration'");
  if (status == PTL_OK) status = ptl_read_entries(r, node, times, rise);
  if (status == PTL_OK) status = ptl_read_entry(r, node, "rise", unit, &rise->rise);
  if (status == PTL_OK) status = ptl_read_word_entry(r, node, "law", PTL_WORDS_RISE_LAW, &law);
  if (status == PTL_OK) rise->law = (ptl_rise_law)law;
  return status;
}

/* rises: one, or a list of them */
static ptl_status read_rises(ptl_reader *r, const ptl_node *node, int is_angle,
                             ptl_motion_def *def) {
  const char *unit = is_angle ? "rad" : "m";
  const int n = node->kind == PTL_NODE_LIST ? node->n : 1;
  ptl_rise_def *rises = ptl_read_scratch(r, (size_t)n, sizeof *rises);
  const ptl_node *entry = node->kind == PTL_NODE_LIST ? node->first : node;
  ptl_status status = rises != NULL ? PTL_OK : PTL_ERR_MEMORY;
  for (int i = 0; i < n && status == PTL_OK; i++, entry = entry->next)
    status = read_rise(r, entry, unit, &rises[i]);
  def->rises = rises;
  def->n_rises = n;
  return status;
}

/* table: [[t, x], ...] */
static ptl_status read_table(ptl_reader *r, const ptl_node *node, int is_angle,
                             ptl_motion_def *def) {
  ptl_status status = ptl_read_want(r, node, PTL_NODE_LIST, "table");
  if (status != PTL_OK) return status;
  double *p = ptl_read_scratch(r, (size_t)node->n, 2 * sizeof *p);
  if (p == NULL) return PTL_ERR_MEMORY;
  def->table = p;
  def->n_table = node->n;
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK;
       entry = entry->next, p += 2) {
    if (entry->kind != PTL_NODE_LIST || entry->n != 2)
      return ptl_read_fail(r, entry->where,
                           PTL_E(0106) "a point of a table is a list of two: [time, value]");
    status = ptl_read_quantity(r, entry->first, "time", "s", &p[0]);
    if (status == PTL_OK)
      status = ptl_read_quantity(r, entry->last, "table", is_angle ? "rad" : "m", &p[1]);
  }
  return status;
}

typedef ptl_status (*course_reader)(ptl_reader *r, const ptl_node *node, int is_angle,
                                    ptl_motion_def *def);

/* The one key that says how the coordinate moves. */
static ptl_status read_course(ptl_reader *r, const ptl_node *node, const char *what, int is_angle,
                              ptl_motion_def *def) {
  static const struct {
    const char *key;
    course_reader read;
  } ways[] = {{"rate", read_rate},
              {"angle", read_position},
              {"position", read_position},
              {"rises", read_rises},
              {"table", read_table}};
  const ptl_node *found = NULL, *entry;
  size_t way = 0;
  int n = 0;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    entry = ptl_node_find(node, ways[i].key);
    if (entry == NULL) continue;
    found = entry;
    way = i;
    n++;
  }
  if (n == 1) return ways[way].read(r, found, is_angle, def);
  return ptl_read_fail(r, node->key_where,
                       PTL_E(0205) "%s needs one of 'rate', '%s', 'rises' and 'table'", what,
                       is_angle ? "angle" : "position");
}

/* Keys that belong to one way only. */
static ptl_status read_options(const ptl_reader *r, const ptl_node *node, ptl_motion_def *def) {
  const ptl_node *period = ptl_node_find(node, "period");
  const ptl_node *rests = ptl_node_find(node, "at_rest");
  const ptl_node *interpolation = ptl_node_find(node, "interpolation");
  if (period != NULL && def->rises == NULL)
    return ptl_read_fail(r, period->key_where, PTL_E(0106) "'period' belongs to 'rises'");
  if (rests != NULL && def->table == NULL)
    return ptl_read_fail(r, rests->key_where, PTL_E(0106) "'at_rest' belongs to 'table'");
  if (interpolation != NULL && def->table == NULL)
    return ptl_read_fail(r, interpolation->key_where,
                         PTL_E(0106) "'interpolation' belongs to 'table'");
  if (period != NULL) return ptl_read_quantity(r, period, "period", "s", &def->period);
  ptl_status status =
      ptl_read_word_entry(r, node, "interpolation", PTL_WORDS_INTERPOLATION, &def->monotone);
  return status == PTL_OK ? read_flag(r, node, "at_rest", &def->rests) : status;
}

/* by: NAME of a joint, or what is measured between two parts */
static ptl_status read_by(const ptl_reader *r, const ptl_node *node, ptl_label label,
                          const char *what, ptl_measure_def *out) {
  const ptl_node *by = ptl_node_find(node, "by");
  if (by == NULL) return PTL_OK;
  return by->kind == PTL_NODE_MAPPING ? read_side(r, by, label, what, out)
                                      : read_joint_name(r, by, label, out);
}

static ptl_status read_motion(ptl_reader *r, const ptl_node *node, ptl_label label,
                              const char *what) {
  ptl_motion_def def = ptl_motion_default();
  ptl_status status = ptl_read_known(r, node, what, ptl_drive_tables[PTL_DRIVE_MOTION].keys);
  def.name = label.name;
  if (status == PTL_OK) status = read_measure(r, node, label, what, &def.of);
  if (status == PTL_OK) status = read_by(r, node, label, what, &def.by);
  if (status != PTL_OK) return status;
  status = read_course(r, node, what,
                       ptl_measured_coordinate_of(r->m, &def.of) == PTL_MEASURED_ANGLE, &def);
  if (status == PTL_OK) status = read_options(r, node, &def);
  if (status != PTL_OK) return status;
  r->m->location = node->key_where;
  return ptl_mechanism_add_motion(r->m, &def);
}

/* ------------------------------------------------------------------ the whole */

typedef ptl_status (*coupling_reader)(ptl_reader *r, const ptl_node *node, ptl_label label,
                                      const char *what, ptl_coupling_def *def);

static const coupling_reader readers[PTL_N_DRIVES] = {[PTL_DRIVE_COUPLING] = read_coupling,
                                                      [PTL_DRIVE_GEAR] = read_gear,
                                                      [PTL_DRIVE_BELT] = read_belt,
                                                      [PTL_DRIVE_RACK] = read_rack};

typedef ptl_status (*joint_reader)(ptl_reader *r, const ptl_node *node, const char *what,
                                   const ptl_coupling_def *of, ptl_joint_def *def);

/* Of those that are joints, too: with play, or where they give way. */
static const struct {
  joint_reader read;
  const char *type;
} as_joint[PTL_N_DRIVES] = {[PTL_DRIVE_GEAR] = {ptl_read_gear_teeth, "gear"},
                            [PTL_DRIVE_BELT] = {ptl_read_belt_strands, "strand"},
                            [PTL_DRIVE_RACK] = {ptl_read_rack_teeth, "rack_and_pinion"}};

/* Index in ptl_drive_tables, PTL_N_DRIVES for a joint. */
static int find_drive(const ptl_node *node) {
  const ptl_node *type = ptl_node_find(node, "type");
  int i = 0;
  if (type == NULL || type->kind != PTL_NODE_TEXT) return PTL_N_DRIVES;
  while (i < PTL_N_DRIVES && strcmp(ptl_drive_tables[i].name, type->text) != 0) i++;
  return i;
}

static int is_drive(const ptl_node *node) {
  return find_drive(node) < PTL_N_DRIVES;
}

static ptl_status read_drive(ptl_reader *r, const ptl_node *node) {
  const int drive = find_drive(node);
  const ptl_label label = {ptl_drive_tables[drive].name, node->key};
  const char *what = ptl_read_print(r, "%s '%s'", label.word, label.name);
  ptl_coupling_def def = {.name = node->key};
  if (what == NULL) return PTL_ERR_MEMORY;
  if (drive == PTL_DRIVE_MOTION) return read_motion(r, node, label, what);
  if (drive == PTL_DRIVE_ROPE) return ptl_read_rope(r, node, label, what);
  const int is_type = as_joint[drive].read != NULL && strcmp(as_joint[drive].type, label.word) == 0;
  if (is_type && ptl_has_parts(node, drive)) return ptl_read_joint(r, node);
  ptl_status status = readers[drive](r, node, label, what, &def);
  if (status == PTL_OK && as_joint[drive].read != NULL) {
    ptl_joint_def joint = {.name = node->key, .use.type = as_joint[drive].type};
    int gives_way;
    status = ptl_read_flanks(r, node, &joint, &gives_way);
    if (status == PTL_OK && gives_way) return as_joint[drive].read(r, node, what, &def, &joint);
  }
  if (status != PTL_OK) return status;
  r->m->location = node->key_where;
  return ptl_mechanism_add_coupling(r->m, &def);
}

/* A motion whose course is of signals that are not known yet. */
static int is_late(const ptl_reader *r, const ptl_node *entry) {
  static const char *const courses[] = {"angle", "position", "rate"};
  for (size_t i = 0; find_drive(entry) == PTL_DRIVE_MOTION && i < sizeof courses / sizeof *courses;
       i++) {
    const ptl_node *course = ptl_node_find(entry, courses[i]);
    size_t length;
    if (course == NULL || course->kind != PTL_NODE_TEXT) continue;
    for (const char *p = ptl_next_name(course->text, &length); p != NULL;
         p = ptl_next_name(p + length, &length)) {
      const ptl_definition *signal = ptl_definitions_find(&r->definitions, p, length);
      if (signal != NULL && signal->text == NULL) return 1;
    }
  }
  return 0;
}

ptl_status ptl_read_late_motions(ptl_reader *r, const ptl_node *joints) {
  ptl_status status = PTL_OK;
  for (const ptl_node *entry = joints != NULL ? joints->first : NULL;
       entry != NULL && status == PTL_OK; entry = entry->next)
    if (find_drive(entry) == PTL_DRIVE_MOTION &&
        ptl_find_element(r->m, PTL_ELEMENT_MOTION, entry->key) < 0)
      status = read_drive(r, entry);
  return status;
}

ptl_status ptl_read_joints(ptl_reader *r, const ptl_node *node) {
  if (node == NULL) return PTL_OK;
  ptl_status status = ptl_read_want(r, node, PTL_NODE_MAPPING, "joints");
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK; entry = entry->next)
    if (!is_drive(entry)) status = ptl_read_joint(r, entry);
  for (const ptl_node *entry = node->first; entry != NULL && status == PTL_OK; entry = entry->next)
    if (is_drive(entry) && !is_late(r, entry)) status = read_drive(r, entry);
  return status;
}
