/* test_gap_poses.c: where the gaps of joint types have a depth. Runs over the samples of all
 * types. */
#include "support.h"

#include "instance.h"
#include "joint_samples.h"
#include "pintle_extend.h"

static double uniform(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (double)(1u << 24) * 2.0 - 1.0;
}

/* Whether a gap of the joint is without a depth at one of 3000 poses, 3 mm to 3 m from the
 * sample's. */
static int lacks_depth(const ptl_joint_type *type, const double *c, const ptl_pose *near) {
  unsigned seed = 23;
  int lacking = 0;
  for (int trial = 0; trial < 3000; trial++) {
    const double wide = pow(10.0, 1.5 * uniform(&seed) - 1.0);
    const ptl_pose pose = {near->x + wide * uniform(&seed), near->y + wide * uniform(&seed),
                           5.0 * uniform(&seed), near->turned};
    ptl_gap gaps[PTL_MAX_GAPS];
    type->gaps(c, &pose, gaps);
    for (int g = 0; type->gap_names[g] != NULL; g++)
      if (ptl_joint_has_gap(type, c, g)) lacking |= isnan(gaps[g].depth);
  }
  return lacking;
}

/* Of one sample; 0 where the type refuses it. */
static int sample_lacks_depth(ptl_context *context, const joint_sample *sample) {
  ptl_mechanism *m = ptl_mechanism_create(context);
  const ptl_label label = {"joint", "sample"};
  ptl_type_use use = {.type = sample->type, .given = sample->given};
  ptl_reason why = {""};
  ptl_instance made;
  while (use.n_given < MOST_SAMPLE_GIVEN && sample->given[use.n_given].name != NULL) use.n_given++;
  must(context, ptl_instance_create(m, label, PTL_JOINT, &use, &made));
  const ptl_joint_type *type = made.type;
  double *c = ptl_instance_copy(context, &made);
  const int accepted = type->prepare == NULL || type->prepare(c, &why) == 0;
  const int lacking = accepted && lacks_depth(type, c, &sample->near);
  ptl_instance_release(m, &made);
  ptl_mechanism_destroy(m);
  ptl_instance_free(context, c);
  return lacking;
}

/* Expected: a type with gaps says PTL_JOINT_GAPS_EVERYWHERE where those of all its samples have
 * depths at all poses, inside and outside of each other, and no other does. */
static void gaps_are_where_declared(void **state) {
  ptl_context *context = *state;
  ptl_type_info info;
  int found = 0;
  for (int i = 0; ptl_context_get_type(context, PTL_JOINT, i, &info); i++) {
    const ptl_joint_type *type = info.type;
    int lacking = type->gaps == NULL;
    for (int k = 0; k < N_JOINT_SAMPLES && type->gaps != NULL; k++)
      if (strcmp(joint_samples[k].type, info.name) == 0)
        lacking |= sample_lacks_depth(context, &joint_samples[k]);
    if (lacking == ((type->flags & PTL_JOINT_GAPS_EVERYWHERE) != 0))
      fail_msg("%s: %s gap is without a depth somewhere", info.name, lacking ? "some" : "no");
    found += !lacking;
  }
  assert_true(found > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(gaps_are_where_declared)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
