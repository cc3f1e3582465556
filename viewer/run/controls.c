#include "controls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *ptl_controls_unit(ptl_context *context, const ptl_parameter_def *def, double *size) {
  double offset;
  if (def->given_unit != NULL &&
      ptl_unit_to_si(context, def->given_unit, size, &offset) == PTL_OK && offset == 0)
    return def->given_unit;
  *size = 1;
  return def->unit;
}

static void add_parameter(ptl_context *context, ptl_result *result, const ptl_parameter_def *def) {
  ptl_control *control = &result->controls[result->n_controls++];
  double size = 1;
  const char *unit = ptl_controls_unit(context, def, &size);
  control->is_given = unit != def->unit && strlen(unit) < sizeof control->unit;
  snprintf(control->name, sizeof control->name, "%s", def->name);
  snprintf(control->unit, sizeof control->unit, "%s", control->is_given ? unit : def->unit);
  snprintf(control->path, sizeof control->path, "parameters.%s", def->name);
  control->value = control->initial = control->is_given ? def->value / size : def->value;
}

/* Adds a choice to the menu unless it is there; returns its index, -1 when memory is out. */
static int add_choice(ptl_control *control, const char *word, size_t length) {
  for (int i = 0; i < control->n_choices; i++) {
    if (strlen(control->choices[i]) == length && strncmp(control->choices[i], word, length) == 0)
      return i;
  }
  char(*grown)[64] = realloc(control->choices, ((size_t)control->n_choices + 1) * sizeof *grown);
  if (grown == NULL) return -1;
  control->choices = grown;
  snprintf(grown[control->n_choices], sizeof *grown, "%.*s", (int)length, word);
  return control->n_choices++;
}

/* A contact that belongs to a group is called GROUP.GAP; a joint may use the group as a whole. */
static size_t length_of_group(const char *contact) {
  return strcspn(contact, ".");
}

static void add_menu(ptl_result *result, const ptl_mechanism *mechanism,
                     const ptl_joint_def *joint) {
  ptl_control *control = &result->controls[result->n_controls];
  ptl_contact_def contact;
  for (int i = 0; ptl_mechanism_get_contact(mechanism, i, &contact); i++) {
    if (add_choice(control, contact.name, length_of_group(contact.name)) < 0) return;
  }
  if (control->n_choices < 2) {
    free(control->choices);
    *control = (ptl_control){0};
    return;
  }
  const char *used = joint->contacts[0].contact;
  control->chosen = add_choice(control, used, length_of_group(used));
  for (int i = 1; i < joint->n_contacts; i++) { /* gaps with different contacts: none is chosen */
    const char *other = joint->contacts[i].contact;
    if (add_choice(control, other, length_of_group(other)) != control->chosen) control->chosen = -1;
  }
  snprintf(control->name, sizeof control->name, "contact of %.50s", joint->name);
  snprintf(control->path, sizeof control->path, "joints.%.100s.contact", joint->name);
  result->n_controls++;
}

int ptl_controls_build(ptl_context *context, const ptl_mechanism *mechanism, ptl_result *result) {
  ptl_parameter_def parameter;
  ptl_joint_def joint;
  size_t max = 0;
  for (int i = 0; ptl_mechanism_get_parameter(mechanism, i, &parameter); i++) max++;
  for (int i = 0; ptl_mechanism_get_joint(mechanism, i, &joint); i++) max++;
  result->controls = calloc(max + 1, sizeof *result->controls);
  if (result->controls == NULL) return 1;
  for (int i = 0; ptl_mechanism_get_joint(mechanism, i, &joint); i++) {
    if (joint.n_contacts > 0) add_menu(result, mechanism, &joint);
  }
  for (int i = 0; ptl_mechanism_get_parameter(mechanism, i, &parameter); i++) {
    add_parameter(context, result, &parameter);
  }
  return 0;
}
