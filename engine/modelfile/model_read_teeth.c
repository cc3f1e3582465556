/* model_read_teeth.c: gears and racks with backlash, or whose teeth give way: joints with gaps,
 * which the couplings' keys place. */
#include <math.h>
#include <string.h>

#include "model_reader.h"
#include "wheels.h"

/* ------------------------------------------------------------- what makes a joint of a coupling */

int ptl_has_parts(const ptl_node *node, int drive) {
  const ptl_node *rack = ptl_node_find(node, "rack");
  if (ptl_node_find(node, "bodies") != NULL) return 1;
  return drive == PTL_DRIVE_GEAR
             ? ptl_node_find(node, "a") != NULL || ptl_node_find(node, "b") != NULL
             : rack != NULL && rack->kind == PTL_NODE_MAPPING;
}

/* A contact named after the joint that gives way, of a spring and a damper that push alone. */
ptl_status ptl_read_spring_contact(ptl_reader *r, const ptl_node *node, double stiffness,
                                   double damping, ptl_joint_def *def) {
  ptl_gap_contact *entry = ptl_read_scratch(r, 1, sizeof *entry);
  const char *name = ptl_read_print(r, "bushing_of.%s", def->name);
  if (entry == NULL || name == NULL) return PTL_ERR_MEMORY;
  const ptl_given spring[] = {{.name = "stiffness", .value = {stiffness}},
                              {.name = "exponent", .value = {1.0}}};
  const ptl_given damper = {.name = "coefficient", .value = {damping}};
  ptl_contact_def contact = ptl_contact_default();
  contact.name = name;
  contact.elastic = (ptl_type_use){"power", spring, 2};
  if (damping > 0.0) contact.damping = (ptl_type_use){"kelvin_voigt_clamped", &damper, 1};
  *entry = (ptl_gap_contact){NULL, name};
  def->contacts = entry;
  def->n_contacts = 1;
  r->m->location = node->where;
  return ptl_mechanism_add_contact(r->m, &contact);
}

/* bushing: {stiffness, damping} of what pushes or pulls one way. */
ptl_status ptl_read_springs(ptl_reader *r, const ptl_node *node, double *stiffness,
                            double *damping) {
  *stiffness = *damping = 0.0;
  ptl_status status = ptl_read_known(r, node, "bushing", ptl_keys_springs);
  if (status == PTL_OK) status = ptl_read_entry(r, node, "stiffness", "N/m", stiffness);
  if (status == PTL_OK) status = ptl_read_entry(r, node, "damping", "N s/m", damping);
  if (status != PTL_OK) return status;
  if (!(*stiffness > 0.0) || !(*damping >= 0.0))
    return ptl_read_fail(r, node->where,
                         PTL_E(0206) "its bushing needs 'stiffness' > 0, and no 'damping' below 0");
  return PTL_OK;
}

ptl_status ptl_read_flanks(ptl_reader *r, const ptl_node *node, ptl_joint_def *def,
                           int *gives_way) {
  const ptl_node *play = ptl_node_find(node, "clearance");
  const ptl_node *bushing = ptl_node_find(node, "bushing"),
                 *contact = ptl_node_find(node, "contact");
  const ptl_joint_type *type = ptl_find_type(r->context, PTL_JOINT, def->use.type);
  double clearance = 0.0, stiffness, damping;
  if (bushing != NULL && contact != NULL)
    return ptl_read_fail(
        r, contact->key_where,
        PTL_E(0106) "'contact' and 'bushing' both say how its flanks give way: keep one");
  ptl_status status = ptl_read_entry(r, node, "clearance", "m", &clearance);
  if (status == PTL_OK && contact != NULL) status = ptl_read_contact_of(r, node, type, def);
  if (status != PTL_OK) return status;
  *gives_way = bushing != NULL || (play != NULL && clearance != 0.0);
  const ptl_node *loss = ptl_node_find(node, "efficiency");
  if (loss == NULL) loss = ptl_node_find(node, "friction");
  if (*gives_way && loss != NULL)
    return ptl_read_fail(r, loss->key_where,
                         PTL_E(0240) "teeth that give way take no '%s', which would jump from one to the "
                         "next; give what is lost as a damper of a shaft",
                         loss->key);
  if (bushing == NULL) return PTL_OK;
  status = ptl_read_springs(r, bushing, &stiffness, &damping);
  return status == PTL_OK ? ptl_read_spring_contact(r, bushing, stiffness, damping, def) : status;
}

/* ------------------------------------------------------------------ gears */

static double placed_angle(const ptl_reader *r, const char *body) {
  const ptl_part_def origin = {.body = body};
  return ptl_placed_part(r->m, &origin).angle;
}

/* Both parts with their x axes from A's centre to B's, of a ring from B's to A's. */
static ptl_status place_gears(const ptl_reader *r, const ptl_node *node, const char *what,
                              const ptl_coupling_def *of, double radii[2], ptl_joint_def *def) {
  ptl_wheel wheels[2];
  ptl_pose centres[2];
  ptl_find_wheels(r->m, of, wheels);
  for (int i = 0; i < 2; i++)
    centres[i] =
        ptl_placed_part(r->m, wheels[i].bearing != NULL ? wheels[i].bearing : &wheels[i].at);
  const double dx = centres[1].x - centres[0].x, dy = centres[1].y - centres[0].y;
  const double d = hypot(dx, dy), side = of->ratio > 0.0 ? -1.0 : 1.0;
  if (!(d > 0.0) || of->ratio == 1.0)
    return ptl_read_fail(r, node->key_where, PTL_E(0209) "%s: %s", what,
                         of->ratio == 1.0 ? "a ring and a gear of one size do not mesh"
                                          : "its gears have one centre where the model places "
                                            "them; place the bodies, or say by 'at' where their "
                                            "centres are");
  radii[0] = of->radii[0] > 0.0 ? of->radii[0] : d / fabs(1.0 - of->ratio);
  radii[1] = fabs(of->ratio) * radii[0];
  const double direction = atan2(side * dy, side * dx);
  ptl_part_def *parts[2] = {&def->a, &def->b};
  for (int i = 0; i < 2; i++) {
    *parts[i] = wheels[i].at;
    parts[i]->angle = direction - placed_angle(r, wheels[i].at.body);
  }
  return PTL_OK;
}

ptl_status ptl_read_gear_teeth(ptl_reader *r, const ptl_node *node, const char *what,
                               const ptl_coupling_def *of, ptl_joint_def *def) {
  const ptl_node *teeth = ptl_node_find(node, "teeth");
  double numbers[2], radii[2] = {0.0, 0.0};
  if (teeth == NULL)
    return ptl_read_fail(r, node->key_where,
                         PTL_E(0205) "%s needs 'teeth' beside 'clearance' or 'bushing': their play "
                         "returns with every one of them",
                         what);
  ptl_status status = ptl_read_pair(r, teeth, "teeth", "1", numbers);
  if (status == PTL_OK) status = place_gears(r, node, what, of, radii, def);
  if (status != PTL_OK) return status;
  double clearance = 0.0;
  status = ptl_read_entry(r, node, "clearance", "m", &clearance);
  const ptl_given given[] = {{.name = "a.radius", .value = {radii[0]}},
                             {.name = "b.radius", .value = {radii[1]}},
                             {.name = "teeth", .value = {numbers[0]}},
                             {.name = "internal", .word = of->ratio > 0.0 ? "true" : "false"},
                             {.name = "clearance", .value = {clearance}},
                             {.name = "pressure_angle", .value = {of->pressure_angle}}};
  def->use.given = given;
  def->use.n_given = sizeof given / sizeof *given;
  r->m->location = node->key_where;
  return status == PTL_OK ? ptl_mechanism_add_joint(r->m, def) : status;
}

/* ------------------------------------------------------------------ racks */

/* The rack's part at the pinion's foot on its pitch line, x along it with the pinion on the side of
 * y, and the pinion's. */
static ptl_status place_rack(const ptl_reader *r, const ptl_node *node, const char *what,
                             const ptl_coupling_def *of, ptl_joint_def *def) {
  const ptl_joint_def *guide = &r->m->joints[ptl_find_joint(r->m, of->first.joint)].def;
  const ptl_joint_def *shaft = &r->m->joints[ptl_find_joint(r->m, of->second.joint)].def;
  const char *carrier = ptl_common_body(guide, shaft);
  if (carrier == NULL)
    return ptl_read_fail(r, node->key_where,
                         PTL_E(0209) "%s: the joints of its rack and its pinion need one body in "
                         "common, which carries both",
                         what);
  const int rack_is_b = ptl_part_on(guide, carrier) == &guide->a;
  const int pinion_is_b = ptl_part_on(shaft, carrier) == &shaft->a;
  const double axis = ptl_placed_part(r->m, &guide->a).angle, c = cos(axis), s = sin(axis);
  const double radius = rack_is_b == pinion_is_b ? of->ratio : -of->ratio;
  ptl_part_def rack = *ptl_other_part(guide, carrier);
  ptl_pose line = ptl_placed_part(r->m, ptl_part_on(guide, carrier));
  if (of->has_points) {
    rack.x = of->points[0][0];
    rack.y = of->points[0][1];
    line = ptl_placed_part(r->m, &rack);
  }
  const ptl_pose pinion = ptl_placed_part(r->m, ptl_part_on(shaft, carrier));
  const ptl_pose placed = ptl_placed_part(r->m, &rack);
  const double y = c * (pinion.y - line.y) - s * (pinion.x - line.x);
  const double along = c * (pinion.x - placed.x) + s * (pinion.y - placed.y);
  if (!(y * radius > 0.0))
    return ptl_read_fail(r, node->key_where,
                         PTL_E(0209) "%s: its pinion lies on the other side of the rack than the "
                         "sign of its radius, %.6g m, says: the rack moves by radius times the "
                         "pinion's angle",
                         what, of->ratio);
  const double direction = y > 0.0 ? axis : axis + acos(-1.0);
  const double turned = axis - placed_angle(r, rack.body);
  rack.x += along * cos(turned);
  rack.y += along * sin(turned);
  rack.angle = direction - placed_angle(r, rack.body);
  def->a = rack;
  def->b = *ptl_other_part(shaft, carrier);
  def->b.angle = direction - placed_angle(r, def->b.body);
  return PTL_OK;
}

ptl_status ptl_read_rack_teeth(ptl_reader *r, const ptl_node *node, const char *what,
                               const ptl_coupling_def *of, ptl_joint_def *def) {
  double teeth = 0.0, clearance = 0.0;
  if (ptl_node_find(node, "teeth") == NULL)
    return ptl_read_fail(r, node->key_where,
                         PTL_E(0205) "%s needs 'teeth' of its pinion beside 'clearance' or "
                         "'bushing': their play returns with every one of them",
                         what);
  ptl_status status = ptl_read_entry(r, node, "teeth", "1", &teeth);
  if (status == PTL_OK) status = ptl_read_entry(r, node, "clearance", "m", &clearance);
  if (status == PTL_OK) status = place_rack(r, node, what, of, def);
  if (status != PTL_OK) return status;
  const ptl_given given[] = {{.name = "pinion.radius", .value = {fabs(of->ratio)}},
                             {.name = "teeth", .value = {teeth}},
                             {.name = "clearance", .value = {clearance}},
                             {.name = "pressure_angle", .value = {of->pressure_angle}}};
  def->use.given = given;
  def->use.n_given = sizeof given / sizeof *given;
  r->m->location = node->key_where;
  return ptl_mechanism_add_joint(r->m, def);
}
