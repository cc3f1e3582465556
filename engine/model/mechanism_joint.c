/* mechanism_joint.c: the joints of a description. */
#include <math.h>
#include <string.h>

#include "instance.h"
#include "joint_form.h"
#include "mechanism_lists.h"

/* ------------------------------------------------------------------ the contacts of a joint */

static int find_gap(const ptl_joint_type *type, const char *gap) {
  for (int i = 0; i < ptl_joint_n_gaps(type); i++)
    if (strcmp(type->gap_names[i], gap) == 0) return i;
  return -1;
}

static ptl_status fail_gap(const ptl_mechanism *m, ptl_label label, const ptl_joint_type *type,
                           const char *gap) {
  char list[400], hint[96];
  ptl_list_names(type->gap_names, ptl_joint_n_gaps(type), list, sizeof list);
  ptl_hint(gap, type->gap_names, ptl_joint_n_gaps(type), hint, sizeof hint);
  return ptl_fail_element(m, label, PTL_E(0206) "a %s has no gap '%s'%s; it has %s", type->name,
                          gap, hint, list);
}

/* The contacts that a joint names: one for each gap, NULL where none is given, and one for all. */
typedef struct gap_contacts {
  const char *of_gap[PTL_MAX_GAPS], *of_all;
} gap_contacts;

static ptl_status resolve_contacts(const ptl_mechanism *m, ptl_label label,
                                   const ptl_joint_type *type, const ptl_joint_def *def,
                                   gap_contacts *out) {
  for (int i = 0; i < def->n_contacts; i++) {
    const ptl_gap_contact *entry = &def->contacts[i];
    const char **contact = &out->of_all;
    if (type->gap_names == NULL)
      return ptl_fail_element(m, label, PTL_E(0206) "a %s has no gaps and takes no contact",
                              type->name);
    if (entry->contact == NULL || ptl_find_contact(m, entry->contact) < 0) {
      return ptl_fail_unknown(m, label, PTL_ELEMENT_CONTACT,
                              entry->contact != NULL ? entry->contact : "");
    }
    if (entry->gap != NULL) {
      const int gap = find_gap(type, entry->gap);
      if (gap < 0) return fail_gap(m, label, type, entry->gap);
      contact = &out->of_gap[gap];
    }
    if (*contact != NULL) {
      return ptl_fail_element(m, label, PTL_E(0206) "gap '%s' has two contacts, '%s' and '%s'",
                              entry->gap != NULL ? entry->gap : "(all)", *contact, entry->contact);
    }
    *contact = entry->contact;
  }
  return PTL_OK;
}

/* The contact for all is that of the gaps the joint has; if it has none now, of any it might have.
 */
static void spread_contact(const ptl_joint_type *type, const ptl_joint_form *form,
                           gap_contacts *contacts) {
  for (int i = 0; i < form->n_gaps; i++) {
    const char **contact = &contacts->of_gap[form->gaps[i]];
    if (*contact == NULL) *contact = contacts->of_all;
  }
  for (int i = 0; form->n_gaps == 0 && i < ptl_joint_n_gaps(type); i++)
    if (contacts->of_gap[i] == NULL) contacts->of_gap[i] = contacts->of_all;
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
                          PTL_E(0206) "contact '%s' of gap '%s' needs radii of curvature, which a %s does not "
                          "have there: give 'radii' in the contact",
                          contact, type->gap_names[gap], type->name);
}

/* Every gap that the joint has needs a contact. */
static ptl_status check_gaps(const ptl_mechanism *m, ptl_label label, const ptl_mech_joint *joint,
                             const gap_contacts *contacts) {
  const ptl_joint_type *type = joint->use.type;
  ptl_status status = PTL_OK;
  for (int i = 0; i < joint->form.n_gaps && status == PTL_OK; i++) {
    const int gap = joint->form.gaps[i];
    const char *contact = contacts->of_gap[gap];
    if (contact == NULL) {
      status = ptl_fail_element(
          m, label, PTL_E(0206) "its parts can touch, so gap '%s' needs a contact: give 'contact'",
          type->gap_names[gap]);
    } else {
      status = check_radii(m, label, type, joint->use.c, gap, contact);
    }
  }
  return status;
}

/* ------------------------------------------------------------------ friction */

/* The surfaces of an ideal joint, if it has any and they are described. */
static ptl_status check_surfaces(const ptl_mechanism *m, ptl_label label,
                                 const ptl_joint_type *type, const double *c) {
  const ptl_param *row;
  if (type->sliding == NULL)
    return ptl_fail_element(m, label, PTL_E(0206) "an ideal %s takes no friction", type->name);
  if (type->friction_needs == NULL ||
      !isnan(c[ptl_param_find(type->params, type->friction_needs, &row)]))
    return PTL_OK;
  return ptl_fail_element(m, label, PTL_E(0206) "friction in an ideal %s needs '%s'", type->name,
                          type->friction_needs);
}

/* With clearance the friction is that of the gaps. */
static ptl_status check_friction(const ptl_mechanism *m, ptl_label label,
                                 const ptl_mech_joint *joint, const gap_contacts *contacts) {
  const ptl_joint_type *type = joint->use.type;
  int rubs = joint->friction.type != NULL;
  for (int i = 0; i < ptl_joint_n_gaps(type); i++)
    if (contacts->of_gap[i] != NULL)
      rubs |= m->contacts[ptl_find_contact(m, contacts->of_gap[i])].friction.type != NULL;
  if (rubs && (type->flags & PTL_JOINT_FRICTIONLESS_GAPS) != 0)
    return ptl_fail_element(m, label,
                            PTL_E(0206) "a %s takes no friction at its gaps; give its "
                            "contact none, and what is lost as a damper of a shaft",
                            type->name);
  if (joint->friction.type == NULL && (type->flags & PTL_JOINT_PRESSED) != 0)
    return ptl_fail_element(m, label, PTL_E(0205) "a %s needs 'friction'", type->name);
  if (joint->friction.type == NULL || joint->form.has_clearance) return PTL_OK;
  if (joint->form.hold == PTL_HELD_BY_BUSHING)
    return ptl_fail_element(
        m, label, PTL_E(0206) "a bushing has no surfaces that rub: keep 'bushing' or 'friction'");
  return check_surfaces(m, label, joint->use.type, joint->use.c);
}

/* ------------------------------------------------------------------ film */

/* Film laws are for surfaces that are not worn. */
static ptl_status check_unworn(ptl_mechanism *m, ptl_label label, const ptl_mech_joint *made) {
  const ptl_joint_type *type = made->use.type;
  for (int i = 0; type->worn != NULL && i < 2 * made->form.n_gaps; i++) {
    ptl_worn_surface surface;
    const ptl_param *row;
    if (!type->worn(made->use.c, made->form.gaps[i / 2], i % 2, &surface)) continue;
    const int index = ptl_param_find(type->params, surface.points, &row);
    if (index >= 0 && made->use.c[index] > 0.0)
      return ptl_fail_element(
          m, label, PTL_E(0206) "film laws are for surfaces that are not worn: keep '%s' or 'film'",
          surface.points);
  }
  return PTL_OK;
}

/* A film that faces squeeze lies beside the contacts of their gaps. */
static ptl_status make_face_film(ptl_mechanism *m, ptl_label label, const ptl_joint_def *def,
                                 ptl_mech_joint *made) {
  const ptl_joint_type *type = made->use.type;
  const double *c = made->use.c, clearance = type->clearance(c);
  ptl_film_face face;
  if (!type->film_face(c, NULL, 0, &face))
    return ptl_fail_element(m, label,
                            PTL_E(0206) "its film needs the sizes of its surfaces, a slot along a line or an arc and no mouth");
  const ptl_status status =
      ptl_make_film(m, label, &def->film, &(ptl_film_env){face.size, clearance, 0.0}, &made->film);
  if (status != PTL_OK) return status;
  const ptl_film_law *law = made->film.type;
  const ptl_film_kind kind = face.gaps[1] >= 0 ? PTL_FILM_PLANE : PTL_FILM_ARC;
  made->form.has_film = 1;
  if (law->kind == kind) return PTL_OK;
  return ptl_fail_element(m, label, PTL_E(0211) "the film law '%s' is not for a %s, whose is '%s'",
                          law->name, type->name,
                          kind == PTL_FILM_PLANE ? "squeeze_plane" : "squeeze_arc");
}

/* A film fills the clearance between a journal and its bearing, gap 0 of the joint. Without a
 * contact there that gap is none: the film alone keeps the surfaces apart. */
static ptl_status make_film(ptl_mechanism *m, ptl_label label, const ptl_joint_def *def,
                            const gap_contacts *contacts, ptl_mech_joint *made) {
  const ptl_joint_type *type = made->use.type;
  const double *c = made->use.c;
  if (def->film.type == NULL) return PTL_OK;
  const int is_journal = (type->flags & PTL_JOINT_POINT_PAIR) != 0 && type->gaps != NULL;
  if (!is_journal && type->film_face == NULL)
    return ptl_fail_element(
        m, label, PTL_E(0206) "a %s has no journal in a bearing and no faces; it takes no film",
        type->name);
  if (def->bushing != NULL)
    return ptl_fail_element(m, label,
                            PTL_E(0206) "a bushing leaves no film: keep 'bushing' or 'film'");
  if (!made->form.has_clearance)
    return ptl_fail_element(m, label, PTL_E(0206) "a film needs 'clearance'");
  const ptl_status unworn = check_unworn(m, label, made);
  if (unworn != PTL_OK) return unworn;
  if (!is_journal) return make_face_film(m, label, def, made);
  double bearing, journal;
  type->radii(c, 0, &bearing, &journal);
  if (!(journal > 0.0)) return ptl_fail_element(m, label, PTL_E(0206) "a film needs 'radius'");
  made->form.has_film = 1;
  if (contacts->of_gap[0] == NULL) {
    if (def->friction.type != NULL)
      return ptl_fail_element(
          m, label,
          PTL_E(
              0206) "'friction' acts where the surfaces touch, beside the film: give 'contact' "
                    "too");
    made->form.n_gaps--; /* the bearing's is the first */
    memmove(made->form.gaps, made->form.gaps + 1, sizeof(int) * (size_t)made->form.n_gaps);
  }
  const ptl_status status = ptl_make_film(
      m, label, &def->film, &(ptl_film_env){journal, type->clearance(c), 0.0}, &made->film);
  const ptl_film_law *law = made->film.type;
  if (status != PTL_OK || law->kind == PTL_FILM_JOURNAL) return status;
  return ptl_fail_element(
      m, label, PTL_E(0211) "the film law '%s' is for %s, not for a journal in a bearing",
      law->name, law->kind == PTL_FILM_PLANE ? "plane faces" : "a pin in a slot");
}

/* ------------------------------------------------------------------ joints */

/* Texts and lists become the description's own; those of `def` are the caller's before. */
static int own_joint(ptl_mechanism *m, ptl_joint_def *def) {
  int ok = ptl_own_text(m, &def->name) & ptl_own_text(m, &def->use.type) &
           ptl_own_text(m, &def->a.body) & ptl_own_text(m, &def->b.body) &
           ptl_own_text(m, &def->friction.type) & ptl_own_text(m, &def->film.type) &
           ptl_own_text(m, &def->pressed) & ptl_own_text(m, &def->release);
  def->bushing = ptl_own_list(m, def->bushing, 1, sizeof *def->bushing, &ok);
  def->wear = ptl_own_list(m, def->wear, 1, sizeof *def->wear, &ok);
  ptl_gap_contact *contacts = (ptl_gap_contact *)ptl_own_list(m, def->contacts, def->n_contacts,
                                                              sizeof *def->contacts, &ok);
  def->contacts = contacts;
  if (contacts == NULL) def->n_contacts = 0;
  for (int i = 0; i < def->n_contacts; i++)
    ok &= ptl_own_text(m, &contacts[i].gap) & ptl_own_text(m, &contacts[i].contact);
  return ok;
}

static void release_numbers(ptl_mechanism *m, ptl_mech_joint *joint) {
  ptl_instance_release(m, &joint->use);
  ptl_instance_release(m, &joint->friction);
  ptl_instance_release(m, &joint->film);
}

static void release_joint(ptl_mechanism *m, ptl_mech_joint *joint) {
  for (int i = 0; i < joint->def.n_contacts; i++) {
    ptl_free_text(m, joint->def.contacts[i].gap);
    ptl_free_text(m, joint->def.contacts[i].contact);
  }
  ptl_free(m->context, (void *)joint->def.contacts);
  ptl_free(m->context, (void *)joint->def.bushing);
  ptl_free(m->context, (void *)joint->def.wear);
  ptl_free_text(m, joint->def.name);
  ptl_free_text(m, joint->def.use.type);
  ptl_free_text(m, joint->def.a.body);
  ptl_free_text(m, joint->def.b.body);
  ptl_free_text(m, joint->def.friction.type);
  ptl_free_text(m, joint->def.film.type);
  ptl_free_text(m, joint->def.pressed);
  ptl_free_text(m, joint->def.release);
  release_numbers(m, joint);
}

/* The joint's numbers, its form and the contact of each gap (into a list of PTL_MAX_GAPS). */
static ptl_status make_joint(ptl_mechanism *m, ptl_label label, const ptl_joint_def *def,
                             ptl_mech_joint *made, ptl_gap_contact *list) {
  gap_contacts contacts = {.of_all = NULL};
  ptl_status status = ptl_instance_create(m, label, PTL_JOINT, &def->use, &made->use);
  if (status == PTL_OK) status = ptl_make_friction(m, label, &def->friction, &made->friction);
  if (status != PTL_OK) return status;
  const ptl_joint_type *type = made->use.type;
  status = resolve_contacts(m, label, type, def, &contacts);
  if (status == PTL_OK) status = ptl_instance_prepare(m, label, PTL_JOINT, &made->use);
  if (status != PTL_OK) return status;
  made->form = ptl_joint_form_of(type, made->use.c, def->bushing != NULL);
  spread_contact(type, &made->form, &contacts);
  status = make_film(m, label, def, &contacts, made);
  if (status != PTL_OK) return status;
  status = check_gaps(m, label, made, &contacts);
  if (status == PTL_OK && def->bushing != NULL)
    status = ptl_bushing_check(m, label, type, made->use.c, def->bushing);
  if (status == PTL_OK) status = check_friction(m, label, made, &contacts);
  if (status == PTL_OK && def->wear != NULL) status = ptl_wear_check(m, label, made, def->wear);
  made->def.use = (ptl_type_use){def->use.type, NULL, 0};
  made->def.friction = (ptl_type_use){def->friction.type, NULL, 0};
  made->def.film = (ptl_type_use){def->film.type, NULL, 0};
  made->def.contacts = list;
  made->def.n_contacts = 0;
  for (int i = 0; i < ptl_joint_n_gaps(type); i++)
    if (contacts.of_gap[i] != NULL)
      list[made->def.n_contacts++] = (ptl_gap_contact){type->gap_names[i], contacts.of_gap[i]};
  return status;
}

/* What is held by constraints can let go. */
static ptl_status check_release(const ptl_mechanism *m, const ptl_mech_joint *joint,
                                const char *signal) {
  const ptl_label label = {"joint", joint->def.name};
  if (signal == NULL || joint->form.hold == PTL_HELD_BY_CONSTRAINTS) return PTL_OK;
  return ptl_fail_element(m, label,
                          PTL_E(0242) "'release' belongs to an ideal joint or to a motion: this one holds "
                          "nothing by constraints");
}

static ptl_status check_pressed(ptl_mechanism *m, const ptl_mech_joint *joint, const char *text) {
  const ptl_label label = {"joint", joint->def.name};
  ptl_symbol_list variables;
  if (text == NULL) return PTL_OK;
  if (joint->friction.type == NULL || joint->form.has_clearance)
    return ptl_fail_element(
        m, label, PTL_E(0241) "'pressed' belongs to the friction of an ideal joint or of a brake");
  const ptl_status status = ptl_mechanism_variables(m, m->n_bodies, &variables);
  return status == PTL_OK ? ptl_check_expression(m, label, "pressed: ", text, &variables) : status;
}

ptl_status ptl_set_pressed(ptl_mechanism *m, int joint, const char *expression) {
  ptl_mech_joint *own = &m->joints[joint];
  const ptl_status status = check_pressed(m, own, expression);
  if (status != PTL_OK) return status;
  ptl_free_text(m, own->def.pressed);
  own->def.pressed = expression;
  return ptl_own_text(m, &own->def.pressed) ? PTL_OK : PTL_ERR_MEMORY;
}

ptl_status ptl_set_release(ptl_mechanism *m, int joint, int motion, const char *signal) {
  const char **own = joint >= 0 ? &m->joints[joint].def.release : &m->motions[motion].def.release;
  const ptl_status status = joint >= 0 ? check_release(m, &m->joints[joint], signal) : PTL_OK;
  if (status != PTL_OK) return status;
  ptl_free_text(m, *own);
  *own = signal;
  return ptl_own_text(m, own) ? PTL_OK : PTL_ERR_MEMORY;
}

ptl_status ptl_mechanism_add_touching(ptl_mechanism *m, const char *joint, const char *gap) {
  static const ptl_label run = {"run", "touching"};
  const int index = joint != NULL ? ptl_find_joint(m, joint) : -1;
  if (index < 0) return ptl_fail_unknown(m, run, PTL_ELEMENT_JOINT, joint != NULL ? joint : "");
  ptl_mech_joint *own = &m->joints[index];
  const ptl_joint_type *type = own->use.type;
  const ptl_label label = {"joint", joint};
  const int number = gap != NULL             ? find_gap(type, gap)
                     : own->form.n_gaps == 1 ? own->form.gaps[0]
                                             : -1;
  if (gap != NULL && number < 0) return fail_gap(m, label, type, gap);
  int has = 0;
  for (int i = 0; i < own->form.n_gaps; i++) has |= own->form.gaps[i] == number;
  if (!has)
    return ptl_fail_element(
        m, label,
        PTL_E(0231) "run 'touching' names it, which %s; give JOINT.GAP of a gap that `pintle check` lists",
        own->form.n_gaps == 0 ? "is ideal and has no gaps"
        : gap == NULL         ? "has several gaps"
                              : "does not have this gap");
  ptl_mechanism_change(m);
  own->touching |= 1u << number;
  return PTL_OK;
}

ptl_status ptl_add_joint(ptl_mechanism *m, const ptl_joint_def *def) {
  const ptl_label label = {"joint", def->name};
  ptl_status status = ptl_check_connection_name(m, def->name);
  if (status == PTL_OK) status = ptl_check_parts(m, label, &def->a, &def->b);
  if (status != PTL_OK) return status;
  ptl_mech_joint *grown = ptl_grow(m->context, m->joints, (size_t)m->n_joints, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  m->joints = grown;
  ptl_mech_joint made = {.def = *def, .where = m->location};
  ptl_gap_contact contacts[PTL_MAX_GAPS];
  status = make_joint(m, label, def, &made, contacts);
  if (status == PTL_OK) status = check_pressed(m, &made, def->pressed);
  if (status == PTL_OK) status = check_release(m, &made, def->release);
  if (status != PTL_OK) {
    release_numbers(m, &made);
    return status;
  }
  if (!own_joint(m, &made.def) ||
      ptl_enter_name(m, PTL_ELEMENT_JOINT, made.def.name, m->n_joints) != PTL_OK) {
    release_joint(m, &made);
    return PTL_ERR_MEMORY;
  }
  grown[m->n_joints++] = made;
  return PTL_OK;
}

/* ------------------------------------------------------------------ copy and release */

ptl_status ptl_copy_joints(ptl_mechanism *to, const ptl_mechanism *from) {
  to->joints = ptl_alloc(to->context, (size_t)from->n_joints, sizeof *to->joints);
  if (to->joints == NULL) return PTL_ERR_MEMORY;
  while (to->n_joints < from->n_joints) {
    ptl_mech_joint *joint = &to->joints[to->n_joints];
    *joint = from->joints[to->n_joints++];
    if (!(own_joint(to, &joint->def) & ptl_instance_own(to, &joint->use) &
          ptl_instance_own(to, &joint->friction) & ptl_instance_own(to, &joint->film)) ||
        ptl_enter_name(to, PTL_ELEMENT_JOINT, joint->def.name, to->n_joints - 1) != PTL_OK)
      return PTL_ERR_MEMORY;
  }
  return PTL_OK;
}

void ptl_release_joints(ptl_mechanism *m) {
  for (int i = 0; i < m->n_joints; i++) release_joint(m, &m->joints[i]);
  ptl_free(m->context, m->joints);
}
