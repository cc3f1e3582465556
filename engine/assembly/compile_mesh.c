/* compile_mesh.c: see compile_mesh.h. */
#include "compile_mesh.h"

#include <math.h>
#include <string.h>

#include "compile.h"
#include "holding.h"
#include "mesh.h"
#include "start.h"
#include "state.h"
#include "structure.h"
#include "wheels.h"

/* Centres fit radii that differ from them by less than this part of the larger radius. */
static const double fit = 1e-3;
/* Teeth reach about this part of the smaller radius. */
static const double tooth = 0.1;

typedef struct placing {
  ptl_system *s;
  ptl_data *data;
  double *q; /* assembled */
} placing;

static const ptl_coupling_def *def_of(const placing *p, const ptl_sys_mesh *k) {
  return &p->s->mechanism->couplings[k->coupling].def;
}

/* Of part b in the frame of part a, at q. */
static ptl_pose pose_between(const placing *p, const ptl_part_def *a, const ptl_part_def *b,
                             const double *q) {
  const ptl_pair pair = ptl_compile_pair(p->s->mechanism, a, b);
  ptl_pair_state state;
  ptl_data_set_state(p->data, 0.0, q, p->s->v0);
  ptl_pair_set_pose(&pair, q, p->data->rotations, &state);
  return state.pose;
}

/* ---------------------------------------------------------------- rows */

/* Side `index` of the mesh: what its row weighs x, y and angle with, and which of it acts across
 * the line of centres. */
static ptl_sys_constraint *set_side(placing *p, ptl_sys_mesh *k, int index,
                                    const ptl_part_def *frame, const ptl_part_def *part,
                                    const double weight[3], const double across[2]) {
  ptl_sys_constraint *side = &p->s->constraints[k->constraint + index];
  memcpy(k->across[index], across, sizeof k->across[index]);
  side->pair = ptl_compile_pair(p->s->mechanism, frame, part);
  side->rest = pose_between(p, frame, part, p->s->q0);
  memcpy(side->weight, weight, sizeof side->weight);
  return side;
}

/* ---------------------------------------------------------------- gears and belts */

static ptl_status fail(const placing *p, const ptl_sys_mesh *k, const char *format, double a,
                       double b, double c, double d) {
  static const char *const kinds[] = {[PTL_COUPLING_GEAR] = "gear",
                                      [PTL_COUPLING_BELT] = "belt",
                                      [PTL_COUPLING_RACK] = "rack_and_pinion"};
  const ptl_mech_coupling *coupling = &p->s->mechanism->couplings[k->coupling];
  char text[256];
  snprintf(text, sizeof text, format, a, b, c, d);
  return ptl_fail_at(p->s->mechanism, coupling->where, PTL_ERR_INPUT, PTL_E(0209) "%s '%s': %s",
                     kinds[coupling->def.kind], k->name, text);
}

/* Pitch radii; those of gears by teeth fill the distance of the centres. */
static ptl_status find_radii(const placing *p, const ptl_sys_mesh *k, double d, double radii[2]) {
  const ptl_coupling_def *def = def_of(p, k);
  const double span = fabs(1.0 - def->ratio);
  memcpy(radii, def->radii, sizeof def->radii);
  if (radii[0] > 0.0) return PTL_OK;
  if (!(span > 0.0))
    return fail(p, k, "a ring and a gear of one size do not mesh", 0.0, 0.0, 0.0, 0.0);
  if (!(d > 1e-9 * p->s->length))
    return fail(p, k,
                "its wheels have one centre, %.3g m apart, so that teeth give no radii; place the "
                "bodies, or say by 'at' where their centres are",
                d, 0.0, 0.0, 0.0);
  radii[0] = d / span;
  radii[1] = fabs(def->ratio) * radii[0];
  return PTL_OK;
}

static ptl_status check_fit(const placing *p, const ptl_sys_mesh *k, double d,
                            const double radii[2]) {
  const ptl_coupling_def *def = def_of(p, k);
  const double sum = radii[0] + radii[1], difference = fabs(radii[0] - radii[1]);
  const double larger = fmax(radii[0], radii[1]);
  if (def->kind == PTL_COUPLING_BELT)
    return d > sum ? PTL_OK
                   : fail(p, k,
                          "the centres of its pulleys are %.6g m apart, but pulleys of %.6g m and "
                          "%.6g m need more than %.6g m",
                          d, radii[0], radii[1], sum);
  if (def->ratio < 0.0)
    return fabs(d - sum) <= fit * larger
               ? PTL_OK
               : fail(p, k,
                      "the centres of its gears are %.6g m apart, but its radii of %.6g m and %.6g "
                      "m add up to %.6g m",
                      d, radii[0], radii[1], sum);
  return difference > 0.0 && fabs(d - difference) <= fit * larger
             ? PTL_OK
             : fail(p, k,
                    "the centres of its gears are %.6g m apart, but its radii of %.6g m and %.6g m "
                    "differ by %.6g m",
                    d, radii[0], radii[1], difference);
}

/* What acts along the line of centres. */
static void set_radial(ptl_sys_mesh *k, const ptl_coupling_def *def, double d,
                       const double radii[2]) {
  const double step = def->ratio > 0.0 ? radii[0] - radii[1] : radii[0] + radii[1];
  k->measured = PTL_MEASURED_DISTANCE;
  k->radius = radii[0];
  if (def->kind == PTL_COUPLING_BELT) {
    k->radial = sqrt(1.0 - step / d * (step / d)) / radii[0];
    k->least = 2.0 * def->pretension * radii[0];
  } else {
    k->radial = copysign(tan(def->pressure_angle) / radii[0], def->ratio);
  }
}

/* Where the teeth rub: the loss moment over |F| tangential is coefficient times arm over
 * cos(pressure angle). */
static void set_teeth(placing *p, ptl_sys_mesh *k, double radius_a, double radius_b, double own) {
  static const double turn = 6.283185307179586;
  const ptl_coupling_def *def = def_of(p, k);
  const double cosine = cos(def->pressure_angle);
  if (k->rubs < 0) return;
  ptl_sys_constraint *teeth = &p->s->constraints[k->rubs];
  teeth->pair = k->pair;
  teeth->rest = (ptl_pose){0};
  teeth->pressed = 1.0 / (k->radius * cosine);
  if (def->efficiency > 0.0)
    teeth->arm = (1.0 - def->efficiency) / fabs(1.0 / radius_b + def->efficiency / radius_a) *
                 cosine / PTL_EFFICIENCY_COEFFICIENT;
  else
    teeth->arm = 0.25 * turn * own / def->teeth * cosine;
}

static ptl_status place_wheels(placing *p, ptl_sys_mesh *k) {
  const ptl_coupling_def *def = def_of(p, k);
  ptl_wheel centres[2];
  ptl_part_def frame = {.body = def->first.a.body};
  double radii[2];
  ptl_find_wheels(p->s->mechanism, def, centres);
  const ptl_pose first = pose_between(p, &frame, &centres[0].at, p->q);
  const ptl_pose second = pose_between(p, &frame, &centres[1].at, p->q);
  const double dx = second.x - first.x, dy = second.y - first.y, d = hypot(dx, dy);
  ptl_status status = find_radii(p, k, d, radii);
  if (status == PTL_OK) status = check_fit(p, k, d, radii);
  if (status != PTL_OK) return status;
  frame.x = first.x;
  frame.y = first.y;
  frame.angle = atan2(dy, dx);
  const double lever = (1.0 - def->ratio) / d;
  const double weights[2][3] = {{0.0, 0.0, 1.0}, {0.0, 0.0, -def->ratio}};
  const double across[2][2] = {{0.0, lever}, {0.0, -lever}};
  for (int i = 0; i < 2; i++) {
    ptl_sys_constraint *side = set_side(p, k, i, &frame, &centres[i].at, weights[i], across[i]);
    side->pair.cos_a = dx / d;
    side->pair.sin_a = dy / d;
    side->rest.x = i == 0 ? 0.0 : d;
    side->rest.y = 0.0;
  }
  k->pair = ptl_compile_pair(p->s->mechanism, &centres[0].at, &centres[1].at);
  k->is_held = centres[0].is_borne && centres[1].is_borne;
  k->apart = d;
  k->give = tooth * fmin(radii[0], radii[1]);
  set_radial(k, def, d, radii);
  const int a_is_ring = def->ratio > 0.0 && radii[0] > radii[1];
  const int b_is_ring = def->ratio > 0.0 && !a_is_ring;
  set_teeth(p, k, a_is_ring ? -radii[0] : radii[0], b_is_ring ? -radii[1] : radii[1], radii[0]);
  return PTL_OK;
}

/* ---------------------------------------------------------------- racks */

static ptl_status check_rack(const placing *p, const ptl_sys_mesh *k, double y, double radius) {
  if (fabs(y - radius) <= fit * fabs(radius)) return PTL_OK;
  if (fabs(y + radius) <= fit * fabs(radius))
    return fail(
        p, k,
        "its pinion lies on the other side of the rack than the sign of its radius, %.6g m, "
        "says: the rack moves by radius times the pinion's angle",
        def_of(p, k)->ratio, 0.0, 0.0, 0.0);
  return fail(
      p, k,
      "the centre of its pinion is %.6g m from the pitch line of its rack, but its radius is "
      "%.6g m; move the bodies, or say by 'at' where the pitch line is",
      fabs(y), fabs(radius), 0.0, 0.0);
}

static ptl_status place_rack(placing *p, ptl_sys_mesh *k) {
  const ptl_mechanism *m = p->s->mechanism;
  const ptl_coupling_def *def = def_of(p, k);
  const ptl_joint_def *guide = &m->joints[ptl_find_joint(m, def->first.joint)].def;
  const ptl_joint_def *shaft = &m->joints[ptl_find_joint(m, def->second.joint)].def;
  const char *carrier = ptl_common_body(guide, shaft);
  if (carrier == NULL)
    return fail(p, k,
                "the joints of its rack and its pinion need one body in common, which carries both",
                0.0, 0.0, 0.0, 0.0);
  ptl_part_def frame = *ptl_part_on(guide, carrier), rack = *ptl_other_part(guide, carrier);
  ptl_part_def centre = *ptl_other_part(shaft, carrier);
  const ptl_part_def ground = {.body = "ground"};
  const double travel = ptl_part_on(guide, carrier) == &guide->a ? 1.0 : -1.0;
  const double turn = ptl_part_on(shaft, carrier) == &shaft->a ? 1.0 : -1.0;
  const double axis = pose_between(p, &ground, &guide->a, p->q).angle;
  if (def->has_points) {
    rack.x = def->points[0][0];
    rack.y = def->points[0][1];
  }
  centre.angle = 0.0;
  frame.angle += axis - pose_between(p, &ground, &frame, p->q).angle;
  rack.angle += axis - pose_between(p, &ground, &rack, p->q).angle;
  const double weights[2][3] = {{travel, 0.0, 0.0}, {0.0, 0.0, -turn * def->ratio}};
  const double across[2][2] = {{0.0, 0.0}, {-travel, 0.0}};
  set_side(p, k, 0, &frame, &rack, weights[0], across[0]);
  ptl_sys_constraint *pinion = set_side(p, k, 1, &frame, &centre, weights[1], across[1]);
  pinion->rest.x = pose_between(p, &frame, &centre, p->q).x;
  const double radius = travel * turn * def->ratio;
  k->pair = ptl_compile_pair(m, &rack, &centre);
  k->measured = PTL_MEASURED_Y;
  k->radius = 1.0;
  k->radial = -copysign(tan(def->pressure_angle), radius);
  k->apart = pose_between(p, &rack, &centre, p->q).y;
  k->give = tooth * fabs(radius);
  set_teeth(p, k, fabs(radius), INFINITY, fabs(radius));
  return check_rack(p, k, k->apart, radius);
}

/* ---------------------------------------------------------------- all */

static ptl_status find_held(const placing *p, ptl_holding *h, ptl_sys_mesh *k) {
  const size_t size = sizeof(double) * (size_t)p->s->n_coordinates;
  ptl_pair_state state;
  ptl_scalar x;
  memset(h->force, 0, size);
  ptl_pair_set_pose(&k->pair, p->q, p->data->rotations, &state);
  ptl_measured_coordinate_eval(k->measured, &state.pose, &x);
  ptl_holding_add(h, &k->pair, &state, x.d);
  k->is_held = 1;
  ptl_status status = ptl_holding_holds(h, &k->is_held);
  memset(h->force, 0, size);
  for (int side = 0; side < 2; side++) {
    ptl_eval_mesh_across(p->data, (int)(k - p->s->meshes), side, p->q, &state, &x);
    ptl_holding_add(h, &p->s->constraints[k->constraint + side].pair, &state, x.d);
  }
  return status == PTL_OK ? ptl_holding_holds(h, &k->is_held) : status;
}

static void put_across_into_row(ptl_system *s, ptl_sys_mesh *k) {
  for (int side = 0; side < 2; side++) {
    ptl_sys_constraint *out = &s->constraints[k->constraint + side];
    for (int i = 0; i < 2; i++) {
      out->weight[i] += k->across[side][i];
      k->across[side][i] = 0.0;
    }
    ptl_constraint_classify(s, out);
  }
}

/* Of the rows as they are now. */
static ptl_status hold_by_joints(placing *p, ptl_holding *h) {
  ptl_data_destroy(p->data);
  ptl_status status = ptl_data_create(p->s->context, p->s, &p->data);
  if (status != PTL_OK) return status;
  ptl_data_set_state(p->data, 0.0, p->q, p->s->v0);
  return ptl_holding_create(p->data, p->q, PTL_HELD_BY_JOINTS, h);
}

/* Of those that are not borne on their carrier, a sun or a ring. */
static ptl_status find_all_held(placing *p) {
  ptl_system *s = p->s;
  ptl_holding h = {.system = NULL};
  if (ptl_mesh_first_loose(s) == s->n_meshes) return PTL_OK;
  ptl_status status = hold_by_joints(p, &h);
  for (int i = 0; i < s->n_meshes && status == PTL_OK; i++)
    if (!s->meshes[i].is_held) status = find_held(p, &h, &s->meshes[i]);
  ptl_holding_destroy(&h);
  for (int i = 0; i < s->n_meshes && status == PTL_OK; i++)
    if (!s->meshes[i].is_held) put_across_into_row(s, &s->meshes[i]);
  return status;
}

/* What joints hold against each other already carries nothing: its row is 0 = 0. As a share among
 * dependent rows its force would be arbitrary, and where the pull along the line of centres changes
 * it by more than itself, there would be none. */
static ptl_status find_idle(const placing *p, ptl_holding *h, ptl_sys_mesh *k) {
  int is_idle = 1;
  memset(h->force, 0, sizeof(double) * (size_t)p->s->n_coordinates);
  for (int side = 0; side < 2; side++) {
    const ptl_sys_constraint *of = &p->s->constraints[k->constraint + side];
    ptl_pair_state state;
    ptl_pair_set_pose(&of->pair, p->q, p->data->rotations, &state);
    ptl_holding_add(h, &of->pair, &state, of->weight);
  }
  const ptl_status status = ptl_holding_holds(h, &is_idle);
  for (int side = 0; side < 2 && status == PTL_OK && is_idle; side++) {
    ptl_sys_constraint *of = &p->s->constraints[k->constraint + side];
    memset(of->weight, 0, sizeof of->weight);
    memset(k->across[side], 0, sizeof k->across[side]);
    ptl_constraint_classify(p->s, of);
  }
  return status;
}

/* Parts are held against each other by loops of joints, or by joints that leave no freedom, if by
 * any. */
static int joints_may_hold(const ptl_system *s) {
  for (int i = 0; i < s->n_constraints; i++)
    if (s->constraints[i].type != NULL && s->constraints[i].n_rows == 3) return 1;
  return ptl_structure_has_loops(s->context, s, PTL_LOOPS_OF_JOINTS);
}

static ptl_status find_all_idle(placing *p) {
  ptl_holding h = {.system = NULL};
  if (p->s->n_releases > 0) return PTL_OK; /* joints that let go hold nothing for ever */
  if (!joints_may_hold(p->s)) return PTL_OK;
  ptl_status status = hold_by_joints(p, &h);
  for (int i = 0; i < p->s->n_meshes && status == PTL_OK; i++)
    status = find_idle(p, &h, &p->s->meshes[i]);
  ptl_holding_destroy(&h);
  return status;
}

static ptl_status place_all(placing *p) {
  ptl_system *s = p->s;
  ptl_status status = PTL_OK;
  for (int i = 0; i < s->n_meshes && status == PTL_OK; i++) {
    ptl_sys_mesh *k = &s->meshes[i];
    status = def_of(p, k)->kind == PTL_COUPLING_RACK ? place_rack(p, k) : place_wheels(p, k);
    for (int side = 0; side < 2; side++)
      ptl_constraint_classify(s, &s->constraints[k->constraint + side]);
    if (k->rubs >= 0) ptl_constraint_classify(s, &s->constraints[k->rubs]);
  }
  return status;
}

ptl_status ptl_compile_meshes(ptl_system *s) {
  if (s->n_meshes == 0) return PTL_OK;
  placing p = {.s = s, .q = ptl_alloc(s->context, (size_t)s->n_coordinates, sizeof(double))};
  ptl_status status = p.q != NULL ? ptl_data_create(s->context, s, &p.data) : PTL_ERR_MEMORY;
  if (status == PTL_OK) {
    memcpy(p.q, s->q0, sizeof(double) * (size_t)s->n_coordinates);
    status = ptl_start_position(p.data, p.q, s->v0);
    if (status == PTL_ERR_UNFIT) { /* which the start will say */
      memcpy(p.q, s->q0, sizeof(double) * (size_t)s->n_coordinates);
      status = PTL_OK;
    }
  }
  if (status == PTL_OK) status = place_all(&p);
  if (status == PTL_OK) status = find_all_held(&p);
  if (status == PTL_OK) status = find_all_idle(&p);
  ptl_data_destroy(p.data);
  ptl_free(s->context, p.q);
  return status;
}
