/* What types are called elsewhere: the table against the registry, and the messages that it makes. Expected: by docs/from_your_tool.md
 * and by the types' own documentation. */
#include "other_names.h"

#include "registry.h"
#include "support.h"

static void every_entry_leads_to_a_type(void **state) {
  ptl_context *context = *state;
  const ptl_other_name *e;
  for (int i = 0; (e = ptl_other_name_at(i)) != NULL; i++) {
    if (e->name != NULL && ptl_find_type(context, e->kind, e->name) == NULL)
      fail_msg("'%s' leads to '%s', which is no %s", e->other, e->name, ptl_kind_word(e->kind));
    if (ptl_find_type(context, e->kind, e->other) != NULL)
      fail_msg("'%s' is a %s itself", e->other, ptl_kind_word(e->kind));
    assert_true(e->name != NULL || e->note != NULL);
    for (int k = 0; k < i; k++) {
      const ptl_other_name *before = ptl_other_name_at(k);
      if (before->kind == e->kind && strcmp(before->other, e->other) == 0)
        fail_msg("'%s' stands twice", e->other);
    }
    /* found by what it is called, whatever else is near */
    const char *found = ptl_context_suggest(context, e->kind, e->other);
    if (e->name == NULL ? found != NULL : found == NULL || strcmp(found, e->name) != 0)
      fail_msg("'%s' gives '%s'", e->other, found != NULL ? found : "nothing");
  }
}

static void hints_say_what_is_meant(void **state) {
  static const struct {
    ptl_kind kind;
    const char *name, *hint;
  } cases[] = {{PTL_ELASTIC, "linear", " (did you mean 'power', with exponent: 1?)"},
               {PTL_ELASTIC, "Hooke", " (did you mean 'power', with exponent: 1?)"},
               {PTL_ELASTIC, "layr", " (did you mean 'layer'?)"},
               {PTL_ELASTIC, "hunt_crossley",
                " (did you mean the damping law 'hunt_crossley', which stands under 'damping'?)"},
               {PTL_DAMPING, "Hunt-Crossley", " (did you mean 'hunt_crossley'?)"},
               {PTL_DAMPING, "HuntCrossley", " (did you mean 'hunt_crossley'?)"},
               {PTL_DAMPING, "kelvin-voigt", " (did you mean 'kelvin_voigt'?)"},
               {PTL_DAMPING, "Kelvin Voigt", " (did you mean 'kelvin_voigt'?)"},
               {PTL_DAMPING, "linear", " (did you mean 'kelvin_voigt'?)"},
               {PTL_DAMPING, "hertz",
                " (did you mean the elastic law 'hertz', which stands under 'elastic'?)"},
               {PTL_FRICTION, "Coloumb", " (did you mean 'coulomb'?)"},
               {PTL_FRICTION, "freewheel", " (did you mean 'one_way'?)"},
               {PTL_JOINT, "hinge", " (did you mean 'revolute'?)"},
               {PTL_JOINT, "prismatic", " (did you mean 'translational'?)"},
               {PTL_JOINT, "spring_damper",
                " (did you mean the force type 'spring_damper', which stands under 'forces'?)"},
               {PTL_JOINT, "motoin", " (did you mean 'motion'?)"},
               {PTL_JOINT, "driver", " (what moves a joint is type: motion)"},
               {PTL_FORCE, "torsion_spring", " (did you mean 'rotational_spring_damper'?)"},
               {PTL_FORCE, "revolute",
                " (did you mean the joint type 'revolute', which stands under 'joints'?)"},
               {PTL_FILM, "Ocvirk", " (did you mean 'short'?)"},
               {PTL_FORCE, "nothing_like_it", ""}};
  static const char *const more[] = {"motion"};
  char text[160];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ptl_type_hint(*state, cases[i].kind, cases[i].name, more, cases[i].kind == PTL_JOINT, text,
                  sizeof text);
    assert_string_equal(text, cases[i].hint);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_entry_leads_to_a_type),
                                     cmocka_unit_test(hints_say_what_is_meant)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
