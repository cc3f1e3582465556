/* mechanism_contact.c: the contacts of a description: pairs of laws, friction, and what the laws
 * need of their surroundings. */
#include <math.h>

#include "instance.h"
#include "mechanism_lists.h"
#include "pintle_law.h"
#include "word_list.h"

/* ------------------------------------------------------------------ which laws go together */

/* NULL accepts every law. */
static int accepts(const char *partners, const char *name) {
  return partners == NULL || ptl_word_index(partners, name) >= 0;
}

ptl_status ptl_contact_match(ptl_context *context, const ptl_elastic_law *elastic,
                             const ptl_damping_law *damping) {
  const char *name = damping != NULL ? damping->name : "none";
  if (damping != NULL && !accepts(damping->partners, elastic->name))
    return ptl_fail(
        context, PTL_ERR_INPUT,
        PTL_E(0210) "damping law '%s' does not go with elastic law '%s'; it goes with: %s", name,
        elastic->name, damping->partners);
  if (!accepts(elastic->partners, name))
    return ptl_fail(
        context, PTL_ERR_INPUT,
        PTL_E(0210) "elastic law '%s' does not go with damping law '%s'; it goes with: %s",
        elastic->name, name, elastic->partners);
  return PTL_OK;
}

/* ------------------------------------------------------------------ checks */

void ptl_contact_default_sized(ptl_contact_def *out, size_t size) {
  ptl_contact_def contact = {.name = NULL,
                             .elastic = {NULL, NULL, 0},
                             .damping = {NULL, NULL, 0},
                             .friction = {NULL, NULL, 0},
                             .touch_speed_floor = 1e-3,
                             .rolling_resistance = 0,
                             .rolling_speed = NAN,
                             .young_a = NAN,
                             .young_b = NAN,
                             .poisson_a = NAN,
                             .poisson_b = NAN,
                             .radius_a = NAN,
                             .radius_b = NAN,
                             .length = NAN,
                             .effective_mass = NAN};
  ptl_give_def(out, size, &contact, sizeof contact);
}

static ptl_status check_given(const ptl_mechanism *m, ptl_label label, const char *what,
                              double value) {
  return isnan(value) ? PTL_OK : ptl_check_number(m, label, what, value, PTL_BOUND_OPEN);
}

static ptl_status check_poisson(const ptl_mechanism *m, ptl_label label, double value) {
  if (isnan(value) || (value > -1 && value <= 0.5)) return PTL_OK;
  return ptl_fail_element(m, label,
                          PTL_E(0204) "Poisson's ratio must be > -1 and <= 0.5, not %.12g", value);
}

static ptl_status check_radius(const ptl_mechanism *m, ptl_label label, double value) {
  if (value != 0) return PTL_OK; /* absent, concave, convex or flat */
  return ptl_fail_element(m, label, PTL_E(0204) "a radius of curvature must not be 0");
}

static ptl_status check_rolling(const ptl_mechanism *m, ptl_label label,
                                const ptl_contact_def *def) {
  ptl_status status =
      ptl_check_number(m, label, "rolling_resistance [m]", def->rolling_resistance, PTL_BOUND_ZERO);
  if (status == PTL_OK) status = check_given(m, label, "rolling_speed [rad/s]", def->rolling_speed);
  if (status == PTL_OK && def->rolling_resistance == 0 && !isnan(def->rolling_speed))
    status =
        ptl_fail_element(m, label, PTL_E(0206) "rolling_speed goes with rolling_resistance > 0");
  return status;
}

static ptl_status check_surroundings(const ptl_mechanism *m, ptl_label label,
                                     const ptl_contact_def *def) {
  ptl_status status =
      ptl_check_number(m, label, "touch_speed_floor [m/s]", def->touch_speed_floor, PTL_BOUND_ZERO);
  if (status == PTL_OK) status = check_rolling(m, label, def);
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
    return ptl_fail_element(m, label, PTL_E(0206) "its law '%s' needs the 'length' of the contact",
                            law);
  if ((needs & PTL_NEEDS_MATERIALS) && (isnan(def->young_a) || isnan(def->young_b) ||
                                        isnan(def->poisson_a) || isnan(def->poisson_b))) {
    return ptl_fail_element(m, label,
                            PTL_E(0205) "its law '%s' needs 'materials': Young's modulus and Poisson's ratio "
                            "of both sides",
                            law);
  }
  return PTL_OK;
}

static ptl_status check_laws(const ptl_mechanism *m, ptl_label label, const ptl_contact_def *def,
                             const ptl_elastic_law *elastic, const ptl_damping_law *damping) {
  if (ptl_contact_match(m->context, elastic, damping) != PTL_OK)
    return ptl_fail_with_reason(m, label, "");
  ptl_status status = check_needs(m, label, def, elastic->name, elastic->needs);
  return status == PTL_OK ? check_needs(m, label, def, damping->name, damping->needs) : status;
}

/* The laws with their numbers. A contact without damping has the law "none". */
static ptl_status make_laws(ptl_mechanism *m, ptl_label label, const ptl_contact_def *def,
                            ptl_mech_contact *made) {
  ptl_type_use damping = def->damping;
  if (damping.type == NULL) damping.type = "none";
  made->def.elastic = (ptl_type_use){def->elastic.type, NULL, 0};
  made->def.damping = (ptl_type_use){damping.type, NULL, 0};
  made->def.friction = (ptl_type_use){def->friction.type, NULL, 0};
  ptl_status status = ptl_instance_create(m, label, PTL_ELASTIC, &def->elastic, &made->elastic);
  if (status == PTL_OK)
    status = ptl_instance_create(m, label, PTL_DAMPING, &damping, &made->damping);
  if (status == PTL_OK) status = check_laws(m, label, def, made->elastic.type, made->damping.type);
  if (status == PTL_OK) status = ptl_make_friction(m, label, &def->friction, &made->friction);
  return status;
}

static int own_contact(ptl_mechanism *m, ptl_contact_def *def) {
  return ptl_own_text(m, &def->name) & ptl_own_text(m, &def->elastic.type) &
         ptl_own_text(m, &def->damping.type) & ptl_own_text(m, &def->friction.type);
}

static void release_laws(ptl_mechanism *m, ptl_mech_contact *contact) {
  ptl_instance_release(m, &contact->elastic);
  ptl_instance_release(m, &contact->damping);
  ptl_instance_release(m, &contact->friction);
}

static void release_contact(ptl_mechanism *m, ptl_mech_contact *contact) {
  ptl_free_text(m, contact->def.name);
  ptl_free_text(m, contact->def.elastic.type);
  ptl_free_text(m, contact->def.damping.type);
  ptl_free_text(m, contact->def.friction.type);
  release_laws(m, contact);
}

ptl_status ptl_add_contact(ptl_mechanism *m, const ptl_contact_def *def) {
  const ptl_label label = {"contact", def->name};
  ptl_status status = ptl_check_name(m, PTL_ELEMENT_CONTACT, def->name);
  if (status == PTL_OK) status = check_surroundings(m, label, def);
  if (status != PTL_OK) return status;
  ptl_mech_contact *grown = ptl_grow(m->context, m->contacts, (size_t)m->n_contacts, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->contacts = grown;
  ptl_mech_contact made = {.def = *def, .where = m->location};
  status = make_laws(m, label, def, &made);
  if (status != PTL_OK) {
    release_laws(m, &made);
    return status;
  }
  if (!own_contact(m, &made.def) ||
      ptl_enter_name(m, PTL_ELEMENT_CONTACT, made.def.name, m->n_contacts) != PTL_OK) {
    release_contact(m, &made);
    return PTL_ERR_MEMORY;
  }
  grown[m->n_contacts++] = made;
  return PTL_OK;
}

/* ------------------------------------------------------------------ copy and release */

ptl_status ptl_copy_contacts(ptl_mechanism *to, const ptl_mechanism *from) {
  to->contacts = ptl_alloc(to->context, (size_t)from->n_contacts, sizeof *to->contacts);
  if (to->contacts == NULL) return PTL_ERR_MEMORY;
  while (to->n_contacts < from->n_contacts) {
    ptl_mech_contact *contact = &to->contacts[to->n_contacts];
    *contact = from->contacts[to->n_contacts++];
    if (!(own_contact(to, &contact->def) & ptl_instance_own(to, &contact->elastic) &
          ptl_instance_own(to, &contact->damping) & ptl_instance_own(to, &contact->friction)) ||
        ptl_enter_name(to, PTL_ELEMENT_CONTACT, contact->def.name, to->n_contacts - 1) != PTL_OK)
      return PTL_ERR_MEMORY;
  }
  return PTL_OK;
}

void ptl_release_contacts(ptl_mechanism *m) {
  for (int i = 0; i < m->n_contacts; i++) release_contact(m, &m->contacts[i]);
  ptl_free(m->context, m->contacts);
}
