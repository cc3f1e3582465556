/* assemble.c: compiles a description into a system and finds its start. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "assemble.h"
#include "compile.h"
#include "compile_mesh.h"
#include "contacts.h"
#include "joint_form.h"
#include "layout.h"
#include "mesh.h"
#include "pattern.h"
#include "scales.h"
#include "start.h"

/* Positions and velocities of the centres of mass, as the model places them. */
static void place_bodies(const ptl_mechanism *m, double *q, double *v) {
  for (int i = 0; i < m->n_bodies; i++) {
    const ptl_body_def *def = &m->bodies[i].def;
    double c = cos(def->angle), s = sin(def->angle);
    double rx = c * def->com_x - s * def->com_y, ry = s * def->com_x + c * def->com_y;
    q[3 * i] = def->x + rx;
    q[3 * i + 1] = def->y + ry;
    q[3 * i + 2] = def->angle;
    v[3 * i] = def->vx - def->omega * ry;
    v[3 * i + 1] = def->vy + def->omega * rx;
    v[3 * i + 2] = def->omega;
  }
}

/* Arrays whose sizes the description gives. */
static ptl_status allocate(ptl_system *s) {
  const ptl_mechanism *m = s->mechanism;
  size_t n = (size_t)s->n_coordinates, joints = (size_t)m->n_joints, gaps = 0;
  size_t terms = 3 * (size_t)m->n_couplings + 2 * (size_t)m->n_starts + (size_t)m->n_motions;
  for (int i = 0; i < m->n_joints; i++) gaps += (size_t)m->joints[i].form.n_gaps;
  const ptl_block blocks[] = {PTL_BLOCK(s->mass, n),
                              PTL_BLOCK(s->inverse_mass, n),
                              PTL_BLOCK(s->massless, n),
                              PTL_BLOCK(s->weight, n),
                              PTL_BLOCK(s->q0, n),
                              PTL_BLOCK(s->v0, n),
                              PTL_BLOCK(s->a0, n),
                              PTL_BLOCK(s->constraints, joints + terms),
                              PTL_BLOCK(s->bushings, joints),
                              PTL_BLOCK(s->films, joints),
                              PTL_BLOCK(s->gap_sets, joints),
                              PTL_BLOCK(s->gaps, gaps),
                              PTL_BLOCK(s->wears, gaps),
                              PTL_BLOCK(s->frictions, joints + gaps + (size_t)m->n_couplings),
                              PTL_BLOCK(s->pressed, joints),
                              PTL_BLOCK(s->motions, m->n_motions),
                              PTL_BLOCK(s->servos, m->n_motions),
                              PTL_BLOCK(s->meshes, m->n_couplings),
                              PTL_BLOCK(s->forces, m->n_forces),
                              PTL_BLOCK(s->loads, m->n_loads),
                              PTL_BLOCK(s->signals, m->n_signals),
                              PTL_BLOCK(s->initial, m->n_bodies),
                              PTL_BLOCK(s->coordinates, m->n_joints + m->n_motions + m->n_forces)};
  s->arrays = ptl_arena_create(s->context, blocks, sizeof blocks / sizeof *blocks);
  return s->arrays != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

/* The start of the multipliers and inner states, once the elements are known. */
static ptl_status allocate_start(ptl_system *s) {
  const ptl_block blocks[] = {PTL_BLOCK(s->lambda0, s->n_rows), PTL_BLOCK(s->z0, s->n_states),
                              PTL_BLOCK(s->row_compliance, s->n_rows)};
  s->start_arrays = ptl_arena_create(s->context, blocks, sizeof blocks / sizeof *blocks);
  return s->start_arrays != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

/* Weights in place of masses that are 0: the mean mass of the bodies, at a part of the
 * characteristic length for turning. */
static ptl_status weigh_massless(ptl_system *s) {
  static const double radius = 0.3;
  const double mean = ptl_system_mass(s) / s->n_bodies;
  if (s->n_massless > 0 && mean == 0.0)
    return ptl_fail_at(
        s->mechanism, ptl_where_of(s->mechanism, "bodies", NULL), PTL_ERR_INPUT,
        PTL_E(0244) "no body has a mass, so that no force could be told from an acceleration");
  for (int i = 0; i < s->n_massless; i++) {
    const double lever = s->massless[i] % 3 == 2 ? radius * s->length : 1.0;
    s->inverse_mass[s->massless[i]] = 1.0 / (mean * lever * lever);
  }
  return PTL_OK;
}

/* A system with the bodies as the model places them; all_ideal and with_starts as in
 * ptl_compile_elements. */
static ptl_status build(const ptl_mechanism *m, int all_ideal, int with_starts, ptl_system **out) {
  ptl_context *context = m->context;
  ptl_system *s = ptl_alloc(context, 1, sizeof *s);
  if (s == NULL) return PTL_ERR_MEMORY;
  *out = s;
  s->context = context;
  s->mechanism = m;
  s->run = m->run;
  s->n_bodies = m->n_bodies;
  s->n_coordinates = 3 * m->n_bodies;
  s->gravity[0] = m->gx;
  s->gravity[1] = m->gy;
  if (m->n_bodies == 0)
    return ptl_fail_at(m, ptl_where_of(m, "bodies", NULL), PTL_ERR_INPUT,
                       PTL_E(0205) "the model has no bodies, so nothing can move");
  ptl_status status = allocate(s);
  if (status != PTL_OK) return status;
  for (int i = 0; i < s->n_bodies; i++) {
    const ptl_body_def *def = &m->bodies[i].def;
    for (int c = 0; c < 3; c++) {
      s->mass[3 * i + c] = c < 2 ? def->mass : def->inertia;
      if (s->mass[3 * i + c] == 0.0) s->massless[s->n_massless++] = 3 * i + c;
      s->inverse_mass[3 * i + c] = 1.0 / s->mass[3 * i + c];
      s->weight[3 * i + c] = c < 2 ? s->mass[3 * i + c] * s->gravity[c] : 0.0;
    }
  }
  place_bodies(m, s->q0, s->v0);
  ptl_rotation *rotations = ptl_alloc(context, (size_t)s->n_bodies, sizeof *rotations);
  if (rotations == NULL) return PTL_ERR_MEMORY;
  for (int i = 0; i < s->n_bodies; i++)
    rotations[i] = (ptl_rotation){cos(s->q0[3 * i + 2]), sin(s->q0[3 * i + 2])};
  status = ptl_compile_elements(s, all_ideal, with_starts, rotations);
  if (status == PTL_OK) status = allocate_start(s);
  ptl_free(context, rotations);
  s->length = m->run.length;
  s->speed = m->run.speed;
  if (status == PTL_OK && isnan(m->run.length)) status = ptl_scale_length(s);
  if (status == PTL_OK) status = ptl_compile_meshes(s);
  if (status == PTL_OK && s->n_meshes > 0 && isnan(m->run.length)) status = ptl_scale_length(s);
  if (status == PTL_OK) status = weigh_massless(s);
  if (status == PTL_OK && isnan(s->speed)) status = ptl_scale_speed_before_start(s);
  return status;
}

static void release_uses(ptl_context *context, ptl_sys_uses *uses) {
  ptl_free(context, uses->bodies);
  ptl_free(context, uses->signals);
  ptl_free(context, uses->slots_of_bodies);
  ptl_free(context, uses->slots_of_signals);
}

/* All but the description. */
static void release(ptl_system *s) {
  if (s == NULL) return;
  ptl_context *context = s->context;
  for (int i = 0; i < s->n_gaps; i++) ptl_law_release(context, &s->gaps[i].law);
  for (int i = 0; i < s->n_motions; i++) {
    ptl_free(context, s->motions[i].shape);
    release_uses(context, &s->motions[i].on_position);
    release_uses(context, &s->motions[i].on_velocity);
  }
  for (int i = 0; i < s->n_loads; i++) release_uses(context, &s->loads[i].uses);
  for (int i = 0; i < s->n_signals; i++) release_uses(context, &s->signals[i].uses);
  for (int i = 0; i < s->n_pressed; i++) {
    release_uses(context, &s->pressed[i].on[0]);
    release_uses(context, &s->pressed[i].on[1]);
    release_uses(context, &s->pressed[i].on_states);
  }
  ptl_pattern_release(context, s);
  ptl_layout_destroy(context, s->layout);
  ptl_free(context, (void *)s->assembly.redundant);
  ptl_system_forget_loops(s);
  for (int i = 0; i < s->n_notices; i++) ptl_free(context, s->notices[i]);
  ptl_free(context, s->notices);
  ptl_free(context, s->start_arrays);
  ptl_free(context, s->arrays);
  ptl_free(context, s);
}

static void record_initial(ptl_system *s) {
  for (int i = 0; i < s->n_bodies; i++) {
    const ptl_body_def *def = &s->mechanism->bodies[i].def;
    double frame[9];
    ptl_body_motion(def, s->q0 + 3 * i, s->v0 + 3 * i, s->a0 + 3 * i, frame);
    s->initial[i] = (ptl_initial){def->name, frame[0], frame[1], frame[2], frame[3],
                                  frame[4],  frame[5], frame[6], frame[7], frame[8]};
  }
}

/* Moves the bodies of s towards a consistent start that keeps what the model gives. */
static ptl_status keep_given(const ptl_mechanism *m, int all_ideal, ptl_system *s) {
  if (m->n_starts == 0) return ptl_start_keep_given(s->context, s, s->q0, s->v0);
  ptl_system *with_starts = NULL;
  ptl_status status = build(m, all_ideal, 1, &with_starts);
  if (status == PTL_OK) status = ptl_start_keep_given(s->context, with_starts, s->q0, s->v0);
  release(with_starts);
  return status;
}

/* Whether the start is searched from joints without clearance. */
static int is_from_ideal(const ptl_mechanism *m) {
  return m->run.start != PTL_START_GIVEN;
}

/* The start of the mechanism without clearances, and its degrees of freedom. */
static ptl_status start_ideal(const ptl_mechanism *m, ptl_system *s, const double *q,
                              const double *v) {
  ptl_system *ideal = NULL;
  ptl_status status = build(m, 1, 0, &ideal);
  if (status == PTL_OK && is_from_ideal(m)) {
    status = keep_given(m, 1, ideal);
    if (status == PTL_OK) status = ptl_start_begin_motions(ideal, ideal->q0);
  }
  if (status == PTL_OK) status = ptl_start_find(m->context, ideal, q, v);
  if (status == PTL_OK) {
    s->assembly.ideal_degrees_of_freedom = ideal->assembly.degrees_of_freedom;
    if (is_from_ideal(m)) {
      memcpy(s->q0, ideal->q0, sizeof(double) * (size_t)s->n_coordinates);
      memcpy(s->v0, ideal->v0, sizeof(double) * (size_t)s->n_coordinates);
    }
  }
  release(ideal);
  return status;
}

/* What the ideal mechanism cannot do the one with clearances and bushings may. */
static ptl_status tell_remedy(ptl_context *context, ptl_status status) {
  char reason[1024];
  snprintf(reason, sizeof reason, "%s", ptl_context_message(context));
  return ptl_fail_again(context, status,
                        PTL_E_SAME
                        "%s; this start takes joints with clearance and bushings for ideal ones, "
                        "run: {start: given} does not",
                        reason);
}

static int is_at_rest(const ptl_mechanism *m) {
  return m->run.start == PTL_START_EQUILIBRIUM || m->run.start == PTL_START_TOUCHING;
}

/* From the consistent start to the one that rests, or touches, with what depends on where it is
 * found anew. */
static ptl_status move_to_rest(ptl_system *s, const double *given) {
  ptl_status status = ptl_start_rest(s);
  if (status == PTL_OK) status = ptl_start_begin_motions(s, s->q0);
  for (int i = 0; i < s->n_gaps; i++) ptl_law_release(s->context, &s->gaps[i].law);
  s->n_memory = 0;
  if (status == PTL_OK) status = ptl_contacts_prepare(s);
  ptl_free(s->context, (void *)s->assembly.redundant);
  s->assembly = (ptl_assembly){.ideal_degrees_of_freedom = s->assembly.ideal_degrees_of_freedom};
  return status == PTL_OK ? ptl_start_find(s->context, s, given, given + s->n_coordinates) : status;
}

static ptl_status find_start(const ptl_mechanism *m, int all_ideal, ptl_system *s) {
  size_t n = (size_t)s->n_coordinates;
  double *given = ptl_alloc(s->context, 2 * n, sizeof(double));
  if (given == NULL) return PTL_ERR_MEMORY;
  memcpy(given, s->q0, sizeof(double) * n);
  memcpy(given + n, s->v0, sizeof(double) * n);
  ptl_status status = PTL_OK;
  int ideal_known = s->n_gap_sets > 0 || s->n_bushings > 0 || s->n_films > 0;
  if (ideal_known) status = start_ideal(m, s, given, given + n);
  if (status == PTL_ERR_UNFIT && m->run.start == PTL_START_GIVEN) { /* it is not asked for */
    ideal_known = 0;
    status = PTL_OK;
  } else if (status == PTL_ERR_UNFIT && ideal_known) {
    status = tell_remedy(s->context, status);
  }
  if (status == PTL_OK && !(ideal_known && is_from_ideal(m))) status = keep_given(m, all_ideal, s);
  if (status == PTL_OK) status = ptl_start_begin_motions(s, s->q0);
  if (status == PTL_OK) status = ptl_contacts_prepare(s);
  if (status == PTL_OK) status = ptl_start_find(s->context, s, given, given + n);
  if (status == PTL_OK && is_at_rest(m)) status = move_to_rest(s, given);
  if (status == PTL_OK) status = ptl_scale_speed(s);
  if (status == PTL_OK && ptl_system_reactions_act(s)) { /* with the compliances known */
    ptl_free(s->context, (void *)s->assembly.redundant);
    s->assembly.redundant = NULL;
    status = ptl_start_find(s->context, s, given, given + n);
  }
  if (status == PTL_OK) status = ptl_scale_signals(s);
  if (status == PTL_OK) status = ptl_contacts_record_start(s);
  ptl_free(s->context, given);
  if (status != PTL_OK) return status;
  ptl_assembly *a = &s->assembly;
  if (!ideal_known) a->ideal_degrees_of_freedom = a->degrees_of_freedom;
  a->n_bodies = s->n_bodies;
  a->n_constraints = s->n_rows;
  a->n_gaps = s->n_gaps;
  record_initial(s);
  return ptl_start_report(s);
}

/* Takes `m` over. */
static ptl_status assemble(ptl_mechanism *m, int all_ideal, ptl_system **out) {
  *out = NULL;
  ptl_system *s = NULL;
  ptl_status status = build(m, all_ideal, 0, &s);
  if (s == NULL) {
    ptl_mechanism_destroy(m);
    return status;
  }
  if (status == PTL_OK) status = ptl_pattern_build(m->context, s);
  if (status == PTL_OK) status = find_start(m, all_ideal, s);
  if (status == PTL_OK) status = ptl_layout_build(m->context, s);
  if (status != PTL_OK) {
    ptl_place_failure(s->context, s->mechanism);
    ptl_system_destroy(s);
    return status;
  }
  *out = s;
  return PTL_OK;
}

ptl_status ptl_assemble_own(ptl_mechanism *m, ptl_system **out) {
  return assemble(m, 0, out);
}

ptl_status ptl_assemble_ideal(ptl_context *context, const ptl_mechanism *m, ptl_system **out) {
  *out = NULL;
  ptl_mechanism *copy = NULL;
  const ptl_status copied = ptl_mechanism_copy(context, m, &copy);
  if (copied != PTL_OK) return copied;
  for (int i = 0; i < copy->n_joints; i++) { /* which columns there are follows from these */
    ptl_mech_joint *joint = &copy->joints[i];
    joint->form = ptl_joint_form_ideal(joint->use.type, joint->use.c);
    joint->friction.type = NULL;
    ptl_free_text(copy, joint->def.pressed);
    joint->def.pressed = NULL;
  }
  for (int i = 0; i < copy->n_couplings; i++) copy->couplings[i].friction.type = NULL;
  return assemble(copy, 1, out);
}

ptl_status ptl_assemble_in(ptl_context *context, const ptl_mechanism *m, ptl_system **out) {
  *out = NULL;
  ptl_mechanism *copy = NULL;
  const ptl_status status = ptl_mechanism_copy(context, m, &copy);
  return status == PTL_OK ? ptl_assemble_own(copy, out) : status;
}

ptl_status ptl_assemble(const ptl_mechanism *m, ptl_system **out) {
  return ptl_assemble_in(m->context, m, out);
}

void ptl_system_destroy(ptl_system *s) {
  if (s == NULL) return;
  ptl_mechanism *description = (ptl_mechanism *)s->mechanism;
  release(s);
  ptl_mechanism_destroy(description);
}
