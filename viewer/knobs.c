/* knobs.c: what of a model can be turned in the viewer: its parameters, and the contact of each
 * joint that has one. */
#include "knobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_parameter(ptl_result *result, const ptl_parameter_def *def) {
  ptl_knob *knob = &result->knobs[result->n_knobs++];
  snprintf(knob->name, sizeof knob->name, "%s", def->name);
  snprintf(knob->unit, sizeof knob->unit, "%s", def->unit);
  snprintf(knob->path, sizeof knob->path, "parameters.%s", def->name);
  knob->value = knob->home = def->value;
}

/* Adds a word to the menu unless it is there; returns its index, -1 when memory is out. */
static int add_choice(ptl_knob *knob, const char *word, size_t length) {
  for (int i = 0; i < knob->n_choices; i++) {
    if (strlen(knob->choices[i]) == length && strncmp(knob->choices[i], word, length) == 0)
      return i;
  }
  char(*grown)[64] = realloc(knob->choices, ((size_t)knob->n_choices + 1) * sizeof *grown);
  if (grown == NULL) return -1;
  knob->choices = grown;
  snprintf(grown[knob->n_choices], sizeof *grown, "%.*s", (int)length, word);
  return knob->n_choices++;
}

/* A contact that belongs to a group is called GROUP.GAP; a joint may use the group as a whole. */
static size_t length_of_group(const char *contact) {
  return strcspn(contact, ".");
}

static void add_menu(ptl_result *result, const ptl_mechanism *mechanism,
                     const ptl_joint_def *joint) {
  ptl_knob *knob = &result->knobs[result->n_knobs];
  ptl_contact_def contact;
  for (int i = 0; ptl_mechanism_get_contact(mechanism, i, &contact); i++) {
    if (add_choice(knob, contact.name, length_of_group(contact.name)) < 0) return;
  }
  if (knob->n_choices < 2) {
    free(knob->choices);
    *knob = (ptl_knob){0};
    return;
  }
  const char *used = joint->contacts[0].contact;
  knob->chosen = add_choice(knob, used, length_of_group(used));
  for (int i = 1; i < joint->n_contacts; i++) { /* gaps that differ have no common word */
    const char *other = joint->contacts[i].contact;
    if (add_choice(knob, other, length_of_group(other)) != knob->chosen) knob->chosen = -1;
  }
  snprintf(knob->name, sizeof knob->name, "contact of %.50s", joint->name);
  snprintf(knob->path, sizeof knob->path, "joints.%.100s.contact", joint->name);
  result->n_knobs++;
}

int ptl_knobs_build(const ptl_mechanism *mechanism, ptl_result *result) {
  ptl_parameter_def parameter;
  ptl_joint_def joint;
  size_t most = 0;
  for (int i = 0; ptl_mechanism_get_parameter(mechanism, i, &parameter); i++) most++;
  for (int i = 0; ptl_mechanism_get_joint(mechanism, i, &joint); i++) most++;
  result->knobs = calloc(most + 1, sizeof *result->knobs);
  if (result->knobs == NULL) return 1;
  for (int i = 0; ptl_mechanism_get_joint(mechanism, i, &joint); i++) {
    if (joint.n_contacts > 0) add_menu(result, mechanism, &joint);
  }
  for (int i = 0; ptl_mechanism_get_parameter(mechanism, i, &parameter); i++) {
    add_parameter(result, &parameter);
  }
  return 0;
}

void ptl_knobs_release(ptl_result *result) {
  for (int i = 0; i < result->n_knobs; i++) free(result->knobs[i].choices);
  free(result->knobs);
  result->knobs = NULL;
  result->n_knobs = 0;
}
