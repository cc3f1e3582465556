/* test_places.c: failures that are found when a model is assembled or run, of things in the model
 * file. What is right: the line and the column at which the thing stands, counted in the texts
 * here; of what a setting has put there, the setting. */
#include <math.h>

#include "program.h"
#include "support.h"

#define ARM                                          \
  "pintle: 1\n"                                      \
  "bodies:\n"                                        \
  "  arm: {mass: 1, inertia: 1, position: [1, 0]}\n" \
  "joints:\n"                                        \
  "  pivot: {type: revolute, bodies: [ground, arm], at: [0, 0]}\n"

typedef struct failure {
  const char *model, *option, *place, *words;
} failure;

static const failure failures[] = {
    {ARM "output:\n  columns:\n    - arm.*\n    - nothing.*\nrun: {until: 1 s}\n", "",
     "m.yaml:9:7: error: ", "no column of this model matches 'nothing.*'"},
    {ARM "run: {until: 1 s}\n", "--set 'output.columns=[nothing.*]'",
     "--set output.columns=[nothing.*]: error: ", "no column of this model matches"},
    {"pintle: 1\nbodies: {}\n", "", "m.yaml:2:1: error: ", "the model has no bodies"},
    {"pintle: 1\nbodies: {ball: {mass: 0, inertia: 0}}\n", "",
     "m.yaml:2:1: error: ", "no body has a mass"},
    {ARM "run:\n  until: 1 s\n  every: 1e-300 s\n", "", "m.yaml:8:3: error: ", "rows, more than"},
    {ARM "forces:\n  pull: {type: spring_damper, bodies: [ground, arm], at: [[0, 1e10], [0, 0]], "
         "stiffness: 1e308}\nrun: {until: 1 s}\n",
     "", "m.yaml:7:3: error: ", "force 'pull' is infinite"},
    {ARM "start:\n  pivot: {rate: 1e200 rad/s}\nrun: {until: 1 s}\n", "",
     "m.yaml:5:3: error: ", "not finite"},
    {ARM "  drive: {type: motion, joint: pivot, rate: 0 rad/s}\nrun: {until: 1 turn of pivot}\n",
     "", "m.yaml:6:3: error: ", "its driver 'drive' stands still"},
};

static void they_say_where(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
    const failure *f = &failures[i];
    write_text("m.yaml", f->model);
    const outcome *o = shell("pintle run m.yaml -o m.run %s", f->option);
    if (o->status != 2 || strncmp(o->err, f->place, strlen(f->place)) != 0 ||
        strstr(o->err, f->words) == NULL)
      fail_msg("case %zu, status %d: %s\nexpected %s... %s", i, o->status, o->err, f->place,
               f->words);
  }
}

/* Failures of a run, of the search for a start and of analyses: what has failed is known by its
 * name alone. */
static const failure at_work[] = {
    {ARM "loads:\n  push: {body: arm, at: [1, 0], force: [1 N*log(0.5 - time/(1 s)), 0]}\nrun: "
         "{until: 1 s}\n",
     "run -o m.run", "m.yaml:7:3: error: at t = 0.5 s: ", "load 'push'"},
    {ARM "loads:\n  push: {body: arm, at: [1, 0], force: [0, 0]}\nrun: {until: 1 s}\n",
     "run -o m.run --set 'loads.push={body: arm, at: [1, 0], force: [1 N*log(0.5 - time/(1 s)), "
     "0]}'",
     "--set loads.push={body: arm,", "error: at t = 0.5 s: load 'push'"},
    {ARM "loads:\n  push: {body: arm, at: [1, 0], force: [1 N*log(-time/(1 s)), 0]}\nrun: {until: "
         "1 s}\n",
     "check", "m.yaml:7:3: error: at t = 0 s: ", "load 'push'"},
    {ARM "loads:\n  push: {body: arm, at: [1, 0], force: [1 N*log(-time/(1 s)), 0]}\nrun: {until: "
         "1 s}\n",
     "static --at '1 s'", "m.yaml:7:3: error: at t = 0 s: ", "load 'push'"},
    {ARM
     "  drive: {type: motion, joint: pivot, angle: 1 rad*floor(time/(0.5 s))}\nrun: {until: 1 s}\n",
     "run -o m.run", "m.yaml:6:3: error: at t = 0.5 s: ", "motion 'drive'"},
    {"pintle: 1\n"
     "bodies:\n"
     "  arm: {mass: 1, inertia: 1}\n"
     "gravity: [0, -9.81]\n"
     "run: {until: 1 s}\n",
     "static", "m.yaml:3:3: error: no equilibrium was found: ", "nothing holds body 'arm'"},
};

static void they_say_where_at_work(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof at_work / sizeof *at_work; i++) {
    const failure *f = &at_work[i];
    write_text("m.yaml", f->model);
    const outcome *o = shell("pintle %.*s m.yaml %s", (int)strcspn(f->option, " "), f->option,
                             f->option + strcspn(f->option, " "));
    if (o->status == 0 || strncmp(o->err, f->place, strlen(f->place)) != 0 ||
        strstr(o->err, f->words) == NULL)
      fail_msg("case %zu, status %d: %s\nexpected %s... %s", i, o->status, o->err, f->place,
               f->words);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(they_say_where),
                                     cmocka_unit_test(they_say_where_at_work)};
  return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
