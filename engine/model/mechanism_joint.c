/* mechanism_joint.c: contacts and joints of a description. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bushing_def.h"
#include "mechanism_add.h"
#include "pintle_law.h"
#include "registry.h"

int ptl_find_joint(const ptl_mechanism *m, const char *name) {
  return ptl_find_element(m, PTL_ELEMENT_JOINT, name);
}

int ptl_find_contact(const ptl_mechanism *m, const char *name) {
  return ptl_find_element(m, PTL_ELEMENT_CONTACT, name);
}

/* ------------------------------------------------------------------ release */

static void release_contact(ptl_mechanism *m, ptl_mech_contact *contact) {
  ptl_drop_text(m, contact->def.name);
  ptl_drop_text(m, contact->def.elastic.type);
  ptl_drop_text(m, contact->def.damping.type);
  ptl_drop_text(m, contact->def.friction.type);
  ptl_instance_release(m, &contact->elastic);
  ptl_instance_release(m, &contact->damping);
  ptl_instance_release(m, &contact->friction);
}

static void release_joint(ptl_mechanism *m, ptl_mech_joint *joint) {
  for (int i = 0; i < joint->def.n_contacts; i++) {
    ptl_drop_text(m, joint->def.contacts[i].gap);
    ptl_drop_text(m, joint->def.contacts[i].contact);
  }
  ptl_free(m->context, (void *)joint->def.contacts);
  ptl_free(m->context, (void *)joint->def.bushing);
  ptl_drop_text(m, joint->def.name);
  ptl_drop_text(m, joint->def.use.type);
  ptl_drop_text(m, joint->def.a.body);
  ptl_drop_text(m, joint->def.b.body);
  ptl_drop_text(m, joint->def.friction.type);
  ptl_instance_release(m, &joint->use);
  ptl_instance_release(m, &joint->friction);
}

void ptl_release_joints(ptl_mechanism *m) {
  for (int i = 0; i < m->n_contacts; i++) release_contact(m, &m->contacts[i]);
  for (int i = 0; i < m->n_joints; i++) release_joint(m, &m->joints[i]);
  ptl_free(m->context, m->contacts);
  ptl_free(m->context, m->joints);
}

/* ------------------------------------------------------------------ friction */

/* Leaves `out` as it is, without a type, when there is none. */
static ptl_status make_friction(ptl_mechanism *m, ptl_label label, const ptl_type_use *use,
                                ptl_instance *out) {
  ptl_reason why = {""};
  if (use->type == NULL) return PTL_OK;
  ptl_status status = ptl_instance_create(m, label, PTL_FRICTION, use, out);
  if (status != PTL_OK) return status;
  const ptl_friction_law *law = out->type;
  double *c = ptl_instance_copy(m->context, out);
  if (c == NULL) return PTL_ERR_MEMORY;
  if (law->prepare != NULL && law->prepare(c, &why) != 0)
    status = ptl_fail_element(m, label, "%s (friction law %s)", why.text, law->name);
  ptl_free(m->context, c);
  return status;
}

static ptl_status check_rub(const ptl_mechanism *m, ptl_label label, const ptl_joint_type *type,
                            const double *c) {
  static const double unloaded[PTL_MAX_CONSTRAINTS] = {0};
  const ptl_pose pose = {0, 0, 0};
  ptl_sliding sliding = {.normal = 0};
  if (type->sliding == NULL)
    return ptl_fail_element(m, label, "an ideal %s takes no friction", type->name);
  type->sliding(c, &pose, unloaded, &sliding);
  if (sliding.lacks == NULL) return PTL_OK;
  return ptl_fail_element(m, label, "friction in an ideal %s needs '%s'", type->name,
                          sliding.lacks);
}

/* ------------------------------------------------------------------ contacts */

ptl_contact_def ptl_contact_default(void) {
  ptl_contact_def contact = {.name = NULL,
                             .elastic = {NULL, NULL, 0},
                             .damping = {NULL, NULL, 0},
                             .friction = {NULL, NULL, 0},
                             .touch_speed_floor = 1e-3,
                             .young_a = NAN,
                             .young_b = NAN,
                             .poisson_a = NAN,
                             .poisson_b = NAN,
                             .radius_a = NAN,
                             .radius_b = NAN,
                             .length = NAN,
                             .effective_mass = NAN};
  return contact;
}

static ptl_status check_given(const ptl_mechanism *m, ptl_label label, const char *what,
                              double value) {
  return isnan(value) ? PTL_OK : ptl_check_number(m, label, what, value, PTL_BOUND_OPEN);
}

static ptl_status check_poisson(const ptl_mechanism *m, ptl_label label, double value) {
  if (isnan(value) || (value > -1 && value <= 0.5)) return PTL_OK;
  return ptl_fail_element(m, label, "Poisson's ratio must be > -1 and <= 0.5, not %.12g", value);
}

static ptl_status check_radius(const ptl_mechanism *m, ptl_label label, double value) {
  if (value != 0) return PTL_OK; /* absent, concave, convex or flat */
  return ptl_fail_element(m, label, "a radius of curvature must not be 0");
}

static ptl_status check_surroundings(const ptl_mechanism *m, ptl_label label,
                                     const ptl_contact_def *def) {
  ptl_status status =
      ptl_check_number(m, label, "touch_speed_floor [m/s]", def->touch_speed_floor, PTL_BOUND_ZERO);
  if (status == PTL_OK) status = check_given(m, label, "Young's modulus [Pa]", def->young_a);
  if (status == PTL_OK) status = check_given(m, label, "Young's modulus [Pa]", def->young_b);
  if (status == PTL_OK) status = check_poisson(m, label, def->poisson_a);
  if (status == PTL_OK) status = check_poisson(m, label, def->poisson_b);
  if (status == PTL_OK) status = check_radius(m, label, def->radius_a);
  if (status == PTL_OK) status = check_radius(m, label, def->radius_b);
  if (status == PTL_OK) status = check_given(m, label, "length [m]", def->length);
  if (status == PTL_OK) status = check_given(m, label, "effective_mass [kg]", def->effective_mass);
  return status;
}

/* What the law needs and the contact itself must give; radii may still come from a joint. */
static ptl_status check_needs(const ptl_mechanism *m, ptl_label label, const ptl_contact_def *def,
                              const char *law, unsigned needs) {
  if ((needs & PTL_NEEDS_LENGTH) && isnan(def->length))
    return ptl_fail_element(m, label, "its law '%s' needs the 'length' of the contact", law);
  if ((needs & PTL_NEEDS_MATERIALS) && (isnan(def->young_a) || isnan(def->young_b) ||
                                        isnan(def->poisson_a) || isnan(def->poisson_b))) {
    return ptl_fail_element(m, label,
                            "its law '%s' needs 'materials': Young's modulus and Poisson's ratio "
                            "of both sides",
                            law);
  }
  return PTL_OK;
}

static ptl_status check_laws(const ptl_mechanism *m, ptl_label label, const ptl_contact_def *def,
                             const ptl_elastic_law *elastic, const ptl_damping_law *damping) {
  if (ptl_contact_match(m->context, elastic, damping) != PTL_OK) {
    char reason[sizeof m->context->message];
    snprintf(reason, sizeof reason, "%s", m->context->message);
    return ptl_fail_element(m, label, "%s", reason);
  }
  ptl_status status = check_needs(m, label, def, elastic->name, elastic->needs);
  return status == PTL_OK ? check_needs(m, label, def, damping->name, damping->needs) : status;
}

static ptl_status make_contact(ptl_mechanism *m, const ptl_contact_def *def,
                               ptl_mech_contact *made) {
  const ptl_label label = {"contact", def->name};
  ptl_type_use damping = def->damping;
  ptl_status status = ptl_instance_create(m, label, PTL_ELASTIC, &def->elastic, &made->elastic);
  if (damping.type == NULL) damping.type = "none";
  if (status == PTL_OK)
    status = ptl_instance_create(m, label, PTL_DAMPING, &damping, &made->damping);
  if (status == PTL_OK) status = check_laws(m, label, def, made->elastic.type, made->damping.type);
  if (status == PTL_OK) status = make_friction(m, label, &def->friction, &made->friction);
  made->def = *def;
  made->def.elastic = (ptl_type_use){def->elastic.type, NULL, 0};
  made->def.damping = (ptl_type_use){damping.type, NULL, 0};
  made->def.friction = (ptl_type_use){def->friction.type, NULL, 0};
  if (!(ptl_take_text(m, &made->def.name) & ptl_take_text(m, &made->def.elastic.type) &
        ptl_take_text(m, &made->def.damping.type) & ptl_take_text(m, &made->def.friction.type)))
    status = PTL_ERR_MEMORY;
  return status;
}

ptl_status ptl_mechanism_add_contact(ptl_mechanism *m, const ptl_contact_def *def) {
  const ptl_label label = {"contact", def->name};
  ptl_mech_contact made = {.def = *def, .where = m->here};
  ptl_status status = ptl_check_name(m, PTL_ELEMENT_CONTACT, def->name);
  if (status == PTL_OK) status = check_surroundings(m, label, def);
  if (status != PTL_OK) return status;
  ptl_mech_contact *grown = ptl_grow(m->context, m->contacts, (size_t)m->n_contacts, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->contacts = grown;
  status = make_contact(m, def, &made);
  if (status == PTL_OK)
    status = ptl_enter_name(m, PTL_ELEMENT_CONTACT, made.def.name, m->n_contacts);
  if (status != PTL_OK) {
    release_contact(m, &made);
    return status;
  }
  grown[m->n_contacts++] = made;
  return PTL_OK;
}

/* ------------------------------------------------------------------ the contacts of a joint */

static int n_gaps(const ptl_joint_type *type) {
  int n = 0;
  while (type->gap_names != NULL && type->gap_names[n] != NULL) n++;
  return n;
}

static int find_gap(const ptl_joint_type *type, const char *gap) {
  for (int i = 0; i < n_gaps(type); i++)
    if (strcmp(type->gap_names[i], gap) == 0) return i;
  return -1;
}

static ptl_status fail_gap(const ptl_mechanism *m, ptl_label label, const ptl_joint_type *type,
                           const char *gap) {
  char list[400], hint[96];
  ptl_list_names(type->gap_names, n_gaps(type), list, sizeof list);
  ptl_hint(gap, type->gap_names, n_gaps(type), hint, sizeof hint);
  return ptl_fail_element(m, label, "a %s has no gap '%s'%s; it has %s", type->name, gap, hint,
                          list);
}

/* Writes to contact_of[] the contact that is given for each gap, NULL where there is none, and to
 * *of_all the one given for all of them. */
static ptl_status resolve_contacts(const ptl_mechanism *m, ptl_label label,
                                   const ptl_joint_type *type, const ptl_joint_def *def,
                                   const char **contact_of, const char **of_all) {
  for (int i = 0; i < def->n_contacts; i++) {
    const ptl_gap_contact *entry = &def->contacts[i];
    const char **place = of_all;
    if (type->gap_names == NULL)
      return ptl_fail_element(m, label, "a %s has no gaps and takes no contact", type->name);
    if (entry->contact == NULL || ptl_find_contact(m, entry->contact) < 0) {
      return ptl_fail_unknown(m, label, PTL_ELEMENT_CONTACT,
                              entry->contact != NULL ? entry->contact : "");
    }
    if (entry->gap != NULL) {
      const int gap = find_gap(type, entry->gap);
      if (gap < 0) return fail_gap(m, label, type, entry->gap);
      place = &contact_of[gap];
    }
    if (*place != NULL) {
      return ptl_fail_element(m, label, "gap '%s' has two contacts, '%s' and '%s'",
                              entry->gap != NULL ? entry->gap : "(all)", *place, entry->contact);
    }
    *place = entry->contact;
  }
  return PTL_OK;
}

/* The contact for all is that of the gaps the joint has; if it has none now, of any it might have. */
static void spread_contact(const ptl_joint_type *type, const double *c, const char *of_all,
                           const char **contact_of) {
  int n = 0;
  for (int i = 0; i < n_gaps(type); i++) n += ptl_joint_has_gap(type, c, i);
  for (int i = 0; i < n_gaps(type); i++)
    if (contact_of[i] == NULL && (n == 0 || ptl_joint_has_gap(type, c, i))) contact_of[i] = of_all;
}

/* A law that needs radii finds them in the contact or at the joint's touching points. */
static ptl_status check_radii(const ptl_mechanism *m, ptl_label label, const ptl_joint_type *type,
                              const double *c, int gap, const char *contact) {
  const ptl_mech_contact *entry = &m->contacts[ptl_find_contact(m, contact)];
  const ptl_elastic_law *elastic = entry->elastic.type;
  const ptl_damping_law *damping = entry->damping.type;
  double a, b;
  type->radii(c, gap, &a, &b);
  if (!isnan(entry->def.radius_a)) a = entry->def.radius_a;
  if (!isnan(entry->def.radius_b)) b = entry->def.radius_b;
  if (!((elastic->needs | damping->needs) & PTL_NEEDS_RADII)) return PTL_OK;
  if (a != 0 && b != 0 && !isnan(a) && !isnan(b)) return PTL_OK;
  return ptl_fail_element(m, label,
                          "contact '%s' of gap '%s' needs radii of curvature, which a %s does not "
                          "have there: give 'radii' in the contact",
                          contact, type->gap_names[gap], type->name);
}

static ptl_status check_gaps(const ptl_mechanism *m, ptl_label label, const ptl_joint_type *type,
                             const double *c, const char *const *contact_of) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < n_gaps(type) && status == PTL_OK; i++) {
    const char *name = type->gap_names[i];
    if (!ptl_joint_has_gap(type, c, i)) continue;
    if (contact_of[i] == NULL) {
      status = ptl_fail_element(
          m, label, "its parts can touch, so gap '%s' needs a contact: give 'contact'", name);
    } else {
      status = check_radii(m, label, type, c, i, contact_of[i]);
    }
  }
  return status;
}

/* Lets the type look at its numbers; a joint with gaps then needs its contacts. */
static ptl_status check_geometry(const ptl_mechanism *m, ptl_label label, const ptl_instance *use,
                                 const ptl_bushing_def *bushing, int rubs, const char *of_all,
                                 const char **contact_of) {
  const ptl_joint_type *type = use->type;
  ptl_reason why = {""};
  ptl_status status = PTL_OK;
  double *c = ptl_instance_copy(m->context, use);
  if (c == NULL) return PTL_ERR_MEMORY;
  if (type->prepare != NULL && type->prepare(c, &why) != 0) {
    status = ptl_fail_element(m, label, "%s (%s)", why.text, type->name);
  } else {
    spread_contact(type, c, of_all, contact_of);
    status = check_gaps(m, label, type, c, contact_of);
    if (status == PTL_OK && bushing != NULL) status = ptl_bushing_check(m, label, type, c, bushing);
    if (status == PTL_OK && rubs && ptl_joint_is_ideal(type, c))
      status = bushing != NULL ? ptl_fail_element(m, label,
                                                  "a bushing has no surfaces that rub: keep "
                                                  "'bushing' or 'friction'")
                               : check_rub(m, label, type, c);
  }
  ptl_free(m->context, c);
  return status;
}

ptl_status ptl_check_force(const ptl_mechanism *m, ptl_label label, const ptl_instance *use) {
  const ptl_force_type *type = use->type;
  ptl_reason why = {""};
  ptl_status status = PTL_OK;
  double *c = ptl_instance_copy(m->context, use);
  if (c == NULL) return PTL_ERR_MEMORY;
  if (type->prepare != NULL && type->prepare(c, &why) != 0)
    status = ptl_fail_element(m, label, "%s (%s)", why.text, type->name);
  ptl_free(m->context, c);
  return status;
}

/* ------------------------------------------------------------------ joints */

static ptl_status copy_contacts(ptl_mechanism *m, const ptl_joint_type *type,
                                const char *const *contact_of, ptl_joint_def *def) {
  ptl_gap_contact *list = ptl_alloc(m->context, (size_t)n_gaps(type), sizeof *list);
  def->contacts = list;
  def->n_contacts = 0;
  if (list == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < n_gaps(type); i++) {
    ptl_gap_contact entry = {type->gap_names[i], contact_of[i]};
    if (contact_of[i] == NULL) continue;
    if (!(ptl_take_text(m, &entry.gap) & ptl_take_text(m, &entry.contact))) {
      ptl_drop_text(m, entry.gap);
      ptl_drop_text(m, entry.contact);
      return PTL_ERR_MEMORY;
    }
    list[def->n_contacts++] = entry;
  }
  return PTL_OK;
}

static ptl_status copy_bushing(ptl_mechanism *m, const ptl_bushing_def *bushing,
                               ptl_joint_def *def) {
  ptl_bushing_def *copy;
  if (bushing == NULL) return PTL_OK;
  def->bushing = copy = ptl_alloc(m->context, 1, sizeof *copy);
  if (copy == NULL) return PTL_ERR_MEMORY;
  *copy = *bushing;
  return PTL_OK;
}

static ptl_status make_joint(ptl_mechanism *m, const ptl_joint_def *def, ptl_mech_joint *made) {
  const ptl_label label = {"joint", def->name};
  const char *contact_of[PTL_MAX_GAPS] = {NULL}, *of_all = NULL;
  ptl_status status = ptl_instance_create(m, label, PTL_JOINT, &def->use, &made->use);
  made->def.use = (ptl_type_use){def->use.type, NULL, 0};
  made->def.friction = (ptl_type_use){def->friction.type, NULL, 0};
  made->def.contacts = NULL;
  made->def.n_contacts = 0;
  made->def.bushing = NULL;
  if (!(ptl_take_text(m, &made->def.name) & ptl_take_text(m, &made->def.use.type) &
        ptl_take_text(m, &made->def.a.body) & ptl_take_text(m, &made->def.b.body) &
        ptl_take_text(m, &made->def.friction.type)))
    status = PTL_ERR_MEMORY;
  if (status == PTL_OK) status = make_friction(m, label, &def->friction, &made->friction);
  if (status != PTL_OK) return status;
  const ptl_joint_type *type = made->use.type;
  status = resolve_contacts(m, label, type, def, contact_of, &of_all);
  if (status == PTL_OK)
    status = check_geometry(m, label, &made->use, def->bushing, made->friction.type != NULL, of_all,
                            contact_of);
  if (status == PTL_OK) status = copy_bushing(m, def->bushing, &made->def);
  return status == PTL_OK ? copy_contacts(m, type, contact_of, &made->def) : status;
}

ptl_status ptl_mechanism_add_joint(ptl_mechanism *m, const ptl_joint_def *def) {
  const ptl_label label = {"joint", def->name};
  ptl_mech_joint made = {.def = *def, .where = m->here};
  ptl_status status = ptl_check_connection_name(m, def->name);
  if (status == PTL_OK) status = ptl_check_parts(m, label, &def->a, &def->b);
  if (status != PTL_OK) return status;
  ptl_mech_joint *grown = ptl_grow(m->context, m->joints, (size_t)m->n_joints, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->joints = grown;
  status = make_joint(m, def, &made);
  if (status == PTL_OK) status = ptl_enter_name(m, PTL_ELEMENT_JOINT, made.def.name, m->n_joints);
  if (status != PTL_OK) {
    release_joint(m, &made);
    return status;
  }
  grown[m->n_joints++] = made;
  return PTL_OK;
}
