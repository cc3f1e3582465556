/* What types and keys are called elsewhere: the tables against what there is, and the messages that
 * it makes. Expected: by docs/from_your_tool.md and by the types' own documentation. */
#include "other_names.h"

#include "model_words.h"
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
  char text[PTL_HINT_ROOM];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ptl_type_hint(*state, cases[i].kind, cases[i].name, more, cases[i].kind == PTL_JOINT, text,
                  sizeof text);
    assert_string_equal(text, cases[i].hint);
  }
}

/* Every key of the table is one that model files have: of the tables from which they are read, or a
 * parameter of a type, of which the last word behind a point stands in a mapping. */
static int is_a_key(ptl_context *context, const char *key) {
  static const ptl_key *const tables[] = {
      ptl_keys_model, ptl_keys_body,    ptl_keys_joint, ptl_keys_force, ptl_keys_load,
      ptl_keys_run,   ptl_keys_contact, ptl_keys_part,  ptl_keys_shape, ptl_keys_springs};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    for (const ptl_key *k = tables[i]; k->name != NULL; k++)
      if (strcmp(k->name, key) == 0) return 1;
  for (int i = 0; i < PTL_N_DRIVES; i++)
    for (const ptl_key *k = ptl_drive_tables[i].keys; k->name != NULL; k++)
      if (strcmp(k->name, key) == 0) return 1;
  ptl_type_info info;
  for (int kind = 0; kind < PTL_N_KINDS; kind++)
    for (int i = 0; ptl_context_get_type(context, (ptl_kind)kind, i, &info); i++)
      for (const ptl_param *p = info.params; p->name != NULL; p++) {
        const size_t length = strlen(p->name), n = strlen(key);
        const char *found = strstr(p->name, key);
        for (; found != NULL; found = strstr(found + 1, key)) {
          const size_t at = (size_t)(found - p->name);
          if ((at == 0 || found[-1] == '.') && (at + n == length || found[n] == '.')) return 1;
        }
      }
  return 0;
}

static void every_other_key_leads_to_a_key(void **state) {
  const ptl_other_key *e;
  for (int i = 0; (e = ptl_other_key_at(i)) != NULL; i++) {
    char text[PTL_HINT_ROOM];
    const char *const names[] = {e->key};
    if (!is_a_key(*state, e->key)) fail_msg("'%s' leads to '%s', no key", e->other, e->key);
    assert_true(strcmp(e->other, e->key) != 0);
    for (int k = 0; k < i; k++)
      assert_false(strcmp(ptl_other_key_at(k)->other, e->other) == 0 &&
                   strcmp(ptl_other_key_at(k)->key, e->key) == 0);
    ptl_key_hint(e->other, names, 1, text, sizeof text);
    assert_non_null(strstr(text, e->note != NULL ? e->note : e->key));
    assert_true(strlen(text) < sizeof text - 1); /* not cut off */
  }
}

static void keys_are_hinted_where_they_stand(void **state) {
  static const char *const motion[] = {"type", "joint", "rate", "angle", "by"};
  static const char *const body[] = {"mass", "inertia", "velocity", "rate"};
  static const char *const run[] = {"until", "every", "rtol"};
  static const struct {
    const char *key;
    const char *const *names;
    int n;
    const char *hint;
  } cases[] = {{"speed", motion, 5, " (did you mean 'rate'?)"},
               {"speed", body, 4, " (did you mean 'velocity'?)"},
               {"Speed", body, 4, " (did you mean 'velocity'?)"},
               {"intertia", body, 4, " (did you mean 'inertia'?)"},
               {"duration", run, 3, " (did you mean 'until'?)"},
               {"nothing_like_it", run, 3, ""}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[PTL_HINT_ROOM];
    ptl_key_hint(cases[i].key, cases[i].names, cases[i].n, text, sizeof text);
    assert_string_equal(text, cases[i].hint);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_entry_leads_to_a_type),
                                     cmocka_unit_test(hints_say_what_is_meant),
                                     cmocka_unit_test(every_other_key_leads_to_a_key),
                                     cmocka_unit_test(keys_are_hinted_where_they_stand)};
  return cmocka_run_group_tests(tests, make_context, drop_context);
}
