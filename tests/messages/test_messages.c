/* test_messages.c: more than forty failures, each provoked by one setting of a shipped model. What
 * is right: the message names the element, of a run the time, the cause and what to try; it says
 * nothing that is not so, which each entry was read for. `--table` writes docs/messages.md, by
 * docs/messages.sh. */
#include "model_run.h"

enum { MOST_WORDS = 5 };

typedef struct failure {
  const char *what, *model;
  ptl_setting setting;
  const char *words[MOST_WORDS]; /* that the message has to hold */
} failure;

static const failure failures[] = {
    /* values */
    {"a mass below 0",
     "scotch_yoke",
     {"bodies.crank.mass", "-1 kg"},
     {"body 'crank'", "mass", ">= 0", "-1"}},
    {"a unit that does not fit",
     "scotch_yoke",
     {"bodies.crank.mass", "1 m"},
     {"mass", "in m", "kg is wanted"}},
    {"an inertia below 0",
     "scotch_yoke",
     {"bodies.crank.inertia", "-1"},
     {"body 'crank'", "inertia", ">= 0"}},
    {"a mass of 0 that nothing leads",
     "bouncing_ball",
     {"bodies.ball.inertia", "0"},
     {"body 'ball' has no inertia", "inertia"}},
    {"a servo at what it moves",
     "inverted_pendulum",
     {"joints.balance.by", "hinge"},
     {"motion 'balance'", "joint 'hinge' anyway"}},
    {"a clearance below 0",
     "scotch_yoke",
     {"joints.slot.clearance", "-1 mm"},
     {"clearance", ">= 0 m", "-0.001"}},
    {"a pin larger than its slot",
     "scotch_yoke",
     {"joints.slot.pin.radius", "1 m"},
     {"joint 'slot'", "radius 1 m", "larger than its slot"}},
    {"friction below 0",
     "slider_crank_friction",
     {"joints.guide.friction.coefficient", "-0.1"},
     {"coefficient", ">= 0", "-0.1"}},
    {"a direction without length",
     "slider_crank_ideal",
     {"joints.guide.axis", "[0, 0]"},
     {"axis", "direction", "[0, 0]"}},
    {"a spring below 0",
     "pendulum",
     {"forces.s", "{type: spring_damper, bodies: [ground, rod], stiffness: -1 N/m}"},
     {"stiffness", ">= 0 N/m", "-1"}},
    {"a parameter that is a word",
     "scotch_yoke",
     {"parameters.speed", "fast"},
     {"parameter 'speed'", "'fast'", "no parameter, variable or function"}},
    /* names */
    {"a body that is not there",
     "scotch_yoke",
     {"joints.shaft.bodies", "[ground, crnk]"},
     {"joint 'shaft'", "no body 'crnk'", "did you mean 'crank'"}},
    {"a joint type that is not there",
     "scotch_yoke",
     {"joints.shaft.type", "revolut"},
     {"joint 'shaft'", "'revolut'", "did you mean 'revolute'"}},
    {"a force type that is not there",
     "pendulum",
     {"forces.s", "{type: spring, bodies: [ground, rod]}"},
     {"force 's'", "no force type 'spring'", "spring_damper"}},
    {"a contact that is not there",
     "bouncing_ball",
     {"joints.floor.contact", "nothing"},
     {"joint 'floor'", "no contact 'nothing'", "there is floor"}},
    {"a key that is not there",
     "slider_crank_ideal",
     {"bodis.x", "1"},
     {"unknown key 'bodis'", "did you mean 'bodies'"}},
    {"a joint of a travel that is not there",
     "scotch_yoke",
     {"run.until", "2 turns of nothing"},
     {"until", "no joint 'nothing'", "shaft, guide, slot"}},
    {"a start of no joint",
     "slider_crank_ideal",
     {"start.nothing", "{angle: 0}"},
     {"start of joint 'nothing'", "no joint", "shaft"}},
    {"a start that does not fit its joint",
     "slider_crank_ideal",
     {"start.shaft", "{position: 1 m}"},
     {"joint 'shaft'", "turns", "angle, rate"}},
    {"a point on no body",
     "pendulum",
     {"output.points.tip", "{body: nothing, at: [0, 0]}"},
     {"point 'tip'", "no body 'nothing'", "ground, rod"}},
    {"a column that is not there",
     "scotch_yoke",
     {"output.columns", "[nothing.*]"},
     {"output", "no column", "'nothing.*'"}},
    {"an expression of nothing",
     "n_pendulum",
     {"output.expressions", "{a: nothing.x}"},
     {"'nothing.x'", "no parameter, variable or function"}},
    /* what is missing, or too much */
    {"a joint of a body with itself",
     "slider_crank_ideal",
     {"joints.wrist.bodies", "[rod, rod]"},
     {"joint 'wrist'", "'rod' to itself"}},
    {"a gap without a contact",
     "slider_crank_ideal",
     {"joints.shaft.clearance", "0.1 mm"},
     {"joint 'shaft'", "gap 'bearing'", "give 'contact'"}},
    {"a law without its material",
     "slider_crank_clearance",
     {"contacts.steel", "{elastic: {law: hertz}}"},
     {"contact 'steel'", "law 'hertz'", "needs 'materials'"}},
    {"a load without a force",
     "pendulum",
     {"loads.push", "{body: rod}"},
     {"load 'push'", "needs force", "torque"}},
    {"a distance without a length",
     "pendulum",
     {"joints.x", "{type: distance, bodies: [ground, rod], at: [[0, 0], [1, 0]]}"},
     {"joint 'x'", "it needs a length or limits"}},
    {"a driver of the wrong kind",
     "four_bar_ideal",
     {"joints.drive.rate", "1 m/s"},
     {"rate", "m s^-1", "rad/s is wanted"}},
    /* how it is to run */
    {"an end at 0", "scotch_yoke", {"run.until", "0"}, {"until", "> 0", "not 0"}},
    {"an end that is a mass",
     "scotch_yoke",
     {"run.until", "1 kg"},
     {"until", "in kg", "s is wanted"}},
    {"rows back in time", "scotch_yoke", {"run.every", "-1 ms"}, {"every", ">= 0", "-0.001"}},
    {"a tolerance of a half", "scotch_yoke", {"run.rtol", "0.5"}, {"rtol", "<= 0.1", "0.5"}},
    {"an integrator that is not there",
     "scotch_yoke",
     {"run.integrator", "rk4"},
     {"integrator", "auto, ida or dop853", "'rk4'"}},
    {"rows of an unknown kind",
     "scotch_yoke",
     {"output.contact_rows", "many"},
     {"contact_rows", "all, peaks or ends", "'many'"}},
    {"an unknown unit of angles",
     "scotch_yoke",
     {"output.units", "{angle: grad}"},
     {"angle", "rad, deg or turn", "'grad'"}},
    {"too many rows",
     "scotch_yoke",
     {"run.limits.rows", "100"},
     {"every", "7.2e+03 rows", "run.limits.rows"}},
    /* while it runs */
    {"two drivers of one motion",
     "slider_crank_ideal",
     {"joints.second", "{type: motion, joint: guide, rate: 1 m/s}"},
     {"drivers and joints", "'shaft'", "'second' no freedom", "a dead point", "0.25 m/s"}},
    {"two drivers with a clearance between them",
     "slider_crank_clearance",
     {"joints.second", "{type: motion, joint: guide, rate: 1 m/s}"},
     {"drivers and joints", "start: given"}},
    {"a mechanism that locks",
     "slider_crank_ideal",
     {"parameters.rod", "40 mm"},
     {"at t = 0.0017", "driver 'drive'", "joint 'guide'", "end the run before", "change lengths"}},
    {"a force without a value at the start",
     "pendulum",
     {"forces.s",
      "{type: gas_spring, bodies: [ground, rod], at: [[0, -1 m], [0.1 m, 0]], area: 1 cm^2, "
      "pressure: 1 MPa, volume: 1 cm^3, length: 2 m}"},
     {"at the start", "force 's'", "change it, or start elsewhere"}},
    {"a load without a value",
     "pendulum",
     {"loads.push", "{body: rod, force: [ln(0.5-time/1 s)*1 N, 0]}"},
     {"at t = 0.5 s", "load 'push'", "not finite", "end the run before"}},
    {"a load with a pole",
     "pendulum",
     {"loads.push", "{body: rod, force: [1/(time-0.1 s)*1 N s, 0]}"},
     {"at t = 0.1 s", "load 'push'", "grows without bound", "end the run before"}},
    {"a rate that ends",
     "slider_crank_ideal",
     {"joints.drive.rate", "100 rad/s*sqrt(10 ms - time)/sqrt(1 s)"},
     {"motion 'drive'", "beyond t = 0.01 s", "not defined", "end the run before"}},
    {"a ball pressed through its floor",
     "bouncing_ball",
     {"contacts.floor.elastic.stiffness", "1e4 N/m^1.5"},
     {"at t = 0.4", "joint 'floor', gap 'contact'", "up to 0.018 m", "contact 'floor'", "stiffer"}},
    {"more steps than allowed",
     "scotch_yoke",
     {"run.limits.steps", "10"},
     {"at t = 0.0012", "10 steps", "run.limits.steps", "gap 'outer' of joint 'slot'"}},
    {"more events than allowed",
     "scotch_yoke",
     {"run.limits.events", "3"},
     {"at t = 0.0029", "3 events", "run.limits.events", "joint 'slot'"}},
    {"an energy limit beyond double",
     "scotch_yoke",
     {"run.energy_limit", "1e-14"},
     {"at t = 0.00", "energy balance", "run.energy_limit 1e-14", "rtol 1e-09 does not get beyond"}},
    {"a drift limit beyond double",
     "scotch_yoke",
     {"run.drift_limit", "1e-20"},
     {"at t =", "drive, equation 1", "run.drift_limit", "rtol 1e-09 does not get beyond"}}};

enum { N_FAILURES = sizeof failures / sizeof *failures };

/* The message of a failure, without the folder of the models and what follows its first line; ""
 * when there is none. */
static void provoke(const failure *f, char *text, size_t size) {
  char path[512];
  ptl_mechanism *m = NULL;
  ptl_system *s = NULL;
  ptl_summary summary;
  snprintf(path, sizeof path, PINTLE_MODELS "/%s.yaml", f->model);
  memset(&summary, 0, sizeof summary);
  text[0] = '\0';
  ptl_status status = ptl_mechanism_load(context, path, &f->setting, 1, &m);
  if (status == PTL_OK) status = ptl_assemble(m, &s);
  rows trace = {0};
  const ptl_sink sink = rows_sink(&trace);
  if (status == PTL_OK) status = ptl_simulate(context, s, NULL, &sink, &summary);
  if (status != PTL_OK) {
    static const char folder[] = PINTLE_MODELS "/";
    const char *message = ptl_context_message(context), *at = strstr(message, folder);
    if (at == NULL) at = message;
    const size_t skipped = strncmp(at, folder, sizeof folder - 1) == 0 ? sizeof folder - 1 : 0;
    snprintf(text, size, "%.*s%s", (int)(at - message), message, at + skipped);
    text[strcspn(text, "\n")] = '\0';
  }
  rows_release(&trace);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(s);
  ptl_mechanism_destroy(m);
}

static void messages_say_what_where_when_and_what_to_try(void **state) {
  int wrong = 0;
  (void)state;
  for (int i = 0; i < N_FAILURES; i++) {
    const failure *f = &failures[i];
    char text[2048];
    provoke(f, text, sizeof text);
    if (text[0] != '\0' && ptl_context_get_error(context)->code == NULL) {
      print_error("%s: '%s' has no code\n", f->what, text);
      wrong++;
    }
    for (int k = 0; k < MOST_WORDS && f->words[k] != NULL; k++) {
      if (strstr(text, f->words[k]) != NULL) continue;
      print_error("%s: '%s' lacks '%s'\n", f->what, text, f->words[k]);
      wrong++;
    }
  }
  assert_int_equal(wrong, 0);
  assert_true(N_FAILURES >= 40);
}

/* A cell of a table. */
static void put_cell(const char *text) {
  printf(" ");
  for (; *text != '\0'; text++)
    printf(*text == '|' || *text == '*' || *text == '_' ? "\\%c" : "%c", *text);
  printf(" |");
}

static void print_table(void **state) {
  (void)state;
  printf("| what | model | setting | message | code |\n|---|---|---|---|---|\n");
  for (int i = 0; i < N_FAILURES; i++) {
    char text[2048], setting[400];
    provoke(&failures[i], text, sizeof text);
    snprintf(setting, sizeof setting, "%s=%s", failures[i].setting.path, failures[i].setting.value);
    printf("|");
    put_cell(failures[i].what);
    put_cell(failures[i].model);
    put_cell(setting);
    put_cell(text);
    put_cell(ptl_context_get_error(context)->code);
    printf("\n");
  }
  ptl_code code;
  printf("\n## Codes\n\n| code | stands for | explanation | what to do |\n|---|---|---|---|\n");
  for (int i = 0; ptl_code_get(i, &code); i++) {
    printf("| `%s` |", code.code);
    put_cell(code.words);
    put_cell(code.explanation);
    put_cell(code.remedy);
    printf("\n");
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(messages_say_what_where_when_and_what_to_try),
  };
  void *state = NULL;
  if (argc > 1 && strcmp(argv[1], "--table") == 0) {
    if (set_up(&state)) return 1;
    print_table(&state);
    return tear_down(&state);
  }
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
