/* The program as a user calls it: help, exit statuses, messages, and every verb from end to end.
 * What is expected follows from docs/command_line.md and from the small models below. */
#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <time.h>

#include "json_check.h"
#include "needs.h"
#include "program.h"

/* A pendulum of 1 kg, 1 m from its ideal joint, let go from the horizontal. */
static const char pendulum[] =
    "pintle: 1\n"
    "title: Pendulum of a test\n"
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  bob: {mass: 1 kg, inertia: 0.1 kg m^2, position: [1 m, 0]}\n"
    "joints:\n"
    "  pivot: {type: revolute, bodies: [ground, bob], at: [0, 0]}\n"
    "run: {until: 0.5 s, every: 10 ms}\n";

/* The same in a bearing with play. */
static const char loose[] =
    "pintle: 1\n"
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  bob: {mass: 1 kg, inertia: 0.1 kg m^2, position: [1 m, 0], velocity: [0, -1 m/s], rate: -1 "
    "rad/s}\n"
    "joints:\n"
    "  pivot: {type: revolute, bodies: [ground, bob], at: [0, 0], clearance: 0.1 mm, contact: "
    "steel}\n"
    "contacts:\n"
    "  steel:\n"
    "    elastic: {law: power, stiffness: 1e9 N/m^1.5, exponent: 1.5}\n"
    "    damping: {law: hunt_crossley, alpha: 0.2 s/m}\n"
    "run: {until: 50 ms, every: 1 ms, start: ideal}\n";

static int enter(void **state) {
  const int failed = enter_folder(state);
  if (failed) return failed;
  write_text("pendulum.yaml", pendulum);
  write_text("loose.yaml", loose);
  return 0;
}

static int count_hidden(void) {
  return shell("ls -A | grep -c '^\\.'")->out[0] - '0';
}

/* ------------------------------------------------------------------ usage */

static void test_help(void **state) {
  static const char *const verbs[] = {"run", "study", "check", "list", "compare", "plot"};
  const outcome *o = shell("pintle --help");
  (void)state;
  expect_status(o, 0);
  for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) expect_text(o->out, verbs[i]);
  for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
    char usage[64];
    o = shell("pintle %s --help", verbs[i]);
    expect_status(o, 0);
    snprintf(usage, sizeof usage, "usage: pintle %s", verbs[i]);
    expect_text(o->out, usage);
    expect_text(o->out, "--help");
    assert_string_equal(o->err, "");
  }
  o = shell("pintle --version");
  expect_status(o, 0);
  expect_text(o->out, "pintle 0.");
}

static void test_bad_usage(void **state) {
  static const struct {
    const char *words, *message;
  } cases[] = {
      {"", "usage: pintle VERB"},
      {"rnu pendulum.yaml", "there is no verb 'rnu', did you mean 'run'?"},
      {"--verison", "there is no option '--verison'"},
      {"run", "an argument is missing; usage: pintle run MODEL"},
      {"run pendulum.yaml other.yaml", "stray argument 'other.yaml'"},
      {"run pendulum.yaml --untill 1", "run has no option --untill, did you mean --until?"},
      {"run pendulum.yaml -x", "run has no option -x"},
      {"run pendulum.yaml --until", "--until needs a value: --until T"},
      {"run pendulum.yaml --format hdf",
       "--format is csv or hdf5, not 'hdf', did you mean 'hdf5'?"},
      {"run pendulum.yaml --quiet=yes", "--quiet takes no value"},
      {"run pendulum.yaml --rtol 1e-6 --rtol 1e-7", "--rtol is given twice"},
      {"run pendulum.yaml --set run.until", "expected PATH=VALUE"},
      {"list --json --markdown", "exclude each other"},
      {"list lows", "did you mean 'laws'?"},
      {"list laws powr", "did you mean 'power'?"},
      {"list power", "pintle list laws power"},
      {"plot x.run -o picture.jpg", "pictures are .svg, .png or .pdf"},
  };

  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const outcome *o = shell("pintle %s", cases[i].words);
    print_message("pintle %s\n", cases[i].words);
    expect_status(o, 2);
    expect_text(o->err, "pintle: ");
    expect_text(o->err, cases[i].message);
    assert_string_equal(o->out, "");
  }
}

static void test_full_output(void **state) {
  (void)state;
  expect_status(shell("pintle list >/dev/full"), 2);
}

/* ------------------------------------------------------------------ list */

static void test_list(void **state) {
  const outcome *o = shell("pintle list");
  (void)state;
  expect_status(o, 0);
  expect_text(o->out, "hunt_crossley");
  expect_text(o->out, "revolute");
  o = shell("pintle list laws power");
  expect_status(o, 0);
  expect_text(o->out, "stiffness");
  expect_text(o->out, "N/m^exponent");
  expect_text(o->out, "required");
  o = shell("pintle list joints revolute --json");
  expect_status(o, 0);
  assert_true(json_is_well_formed(o->out));
  o = shell("pintle list --json");
  expect_status(o, 0);
  assert_true(json_is_well_formed(o->out));
  o = shell("pintle list laws --markdown");
  expect_status(o, 0);
  expect_text(o->out, "### `power` (elastic law)");
  expect_status(shell("pintle list frictions"), 0);
}

static void test_list_models(void **state) {
  (void)state;
  expect_status(shell("mkdir models && cp pendulum.yaml models/"), 0);
  const outcome *o = shell("pintle list models");
  expect_status(o, 0);
  expect_text(o->out, "models/pendulum.yaml");
  expect_text(o->out, "Pendulum of a test");
  o = shell("pintle list models pendulum");
  expect_status(o, 0);
  expect_text(o->out, "Pendulum of a test");
  o = shell("pintle list models pendulun");
  expect_status(o, 2);
  expect_text(o->err, "did you mean 'pendulum'?");
}

/* ------------------------------------------------------------------ check */

static void test_check(void **state) {
  const outcome *o = shell("pintle check pendulum.yaml");
  (void)state;
  expect_status(o, 0);
  expect_text(o->out, "Pendulum of a test");
  expect_text(o->out, "1 body, 2 constraints, 0 gaps; degrees of freedom: 1");
  expect_text(o->out, "bob");
  o = shell("pintle check loose.yaml");
  expect_status(o, 0);
  expect_text(o->out, "degrees of freedom: 3, without clearance 1");
  expect_text(o->out, "pivot.bearing");
  o = shell("pintle check pendulum.yaml --json");
  expect_status(o, 0);
  assert_true(json_is_well_formed(o->out));
  assert_non_null(strstr(o->out, "\"coordinates\": ["));
  assert_non_null(strstr(o->out, "\"notices\": []"));
  o = shell("pintle check pendulum.yaml --quiet");
  expect_status(o, 0);
  assert_string_equal(o->out, "");
  assert_false(file_exists("pendulum.run")); /* simulates nothing */
}

/* A ball of 1 kg, 1 mm deep in K d^1.5, K = 1e9 N/m^1.5: 0.4 K d^2.5 = 12.649 J; it is let go.
 * Expected: notices of both, and the gap in `check`. */
static const char deep_ball[] =
    "pintle: 1\n"
    "bodies:\n"
    "  ball: {mass: 1 kg, inertia: 1e-3 kg m^2, position: [0, 19 mm]}\n"
    "joints:\n"
    "  floor: {type: circle_line, line: {body: ground, from: [-1 m, 0], to: [1 m, 0]}, circle: "
    "{body: "
    "ball, radius: 20 mm}, contact: c}\n"
    "contacts:\n"
    "  c: {elastic: {law: power, stiffness: 1e9 N/m^1.5, exponent: 1.5}, damping: {law: exact, "
    "restitution: 0.9}}\n"
    "run: {until: 10 ms, every: 1 ms}\n";

static void test_notices(void **state) {
  (void)state;
  write_text("deep.yaml", deep_ball);
  const outcome *o = shell("pintle check deep.yaml");
  expect_status(o, 0);
  expect_text(o->out, "effective mass [kg]");
  expect_text(o->out, "12.649");
  o = shell("pintle check deep.yaml --json");
  expect_text(o->out, "\"effective_mass\": 1");
  o = shell("pintle run deep.yaml -o deep.run");
  expect_status(o, 0);
  expect_text(o->out, "notice    floor.contact is closed at the start, 1 mm deep, with 12.649 J");
  expect_text(o->out, "notice    floor.contact was struck or let go while closed");
  o = shell("pintle run deep.yaml -o deep.run --set contacts.c.damping.restitution=1");
  expect_no_text(o->out, "struck");
  o = shell(
      "pintle run deep.yaml -o deep.run --set 'bodies.ball.position=[0, 21 mm]' --set "
      "'bodies.ball.velocity=[0, -1 m/s]'");
  expect_no_text(o->out, "notice");
}

/* A message has its code at the end of its first line, and `explain` knows each that it lists. */
static void test_codes(void **state) {
  (void)state;
  write_text("heavy.yaml", "pintle: 1\nbodies:\n  bob: {mass: 3 mm, inertia: 1}\n");
  const outcome *o = shell("pintle check heavy.yaml");
  expect_text(o->err, "is wanted here [E0102]\n");
  o = shell("pintle check nothing.yaml");
  expect_text(o->err, "[E0701]\n");
  o = shell("pintle explain E0102");
  expect_status(o, 0);
  expect_text(o->out, "E0102: a unit does not fit\n");
  expect_text(o->out, "What to do: ");
  o = shell("test \"$(pintle explain e0102)\" = \"$(pintle explain 102)\"");
  expect_status(o, 0);
  o = shell(
      "pintle explain | while read code words; do pintle explain $code >one || exit 1; "
      "grep -q \"^$code: $words$\" one || exit 1; done");
  expect_status(o, 0);
  o = shell("pintle explain E9999");
  expect_status(o, 2);
  expect_text(o->err, "there is no code 'E9999'");
  o = shell("pintle explain 102x");
  expect_status(o, 2);
}

static void test_bad_input(void **state) {
  const outcome *o = shell("pintle check missing.yaml");
  (void)state;
  expect_status(o, 2);
  expect_text(o->err, "missing.yaml");
  write_text("wrong.yaml", "pintle: 1\nbodies:\n  bob: {mass: 3 mm, inertia: 1}\n");
  o = shell("pintle check wrong.yaml");
  expect_status(o, 2);
  expect_text(o->err, "wrong.yaml:3:");
  expect_text(o->err, ": error: ");
  expect_no_text(o->err, "pintle: wrong.yaml"); /* editors read FILE:LINE:COLUMN */
  o = shell("pintle run wrong.yaml -o wrong.run");
  expect_status(o, 2);
  assert_false(file_exists("wrong.run"));
  o = shell("pintle run pendulum.yaml --set bodies.bob.mass=-1 -o wrong.run");
  expect_status(o, 2);
  o = shell("pintle run pendulum.yaml --set bodies.bob.mas=1 -o wrong.run");
  expect_status(o, 2);
  o = shell("pintle run pendulum.yaml --plugin ./missing.so -o wrong.run");
  expect_status(o, 2);
  expect_text(o->err, "missing.so");
  assert_false(file_exists("wrong.run"));
  assert_int_equal(count_hidden(), 0);
}

/* A rod of 1 m between points of the ground that lie 3 m apart: no position assembles it. */
static void test_unfit(void **state) {
  (void)state;
  write_text("unfit.yaml",
             "pintle: 1\n"
             "bodies:\n"
             "  rod: {mass: 1 kg, inertia: 0.1 kg m^2}\n"
             "joints:\n"
             "  left: {type: revolute, bodies: [ground, rod], at: [0, 0]}\n"
             "  right: {type: revolute, bearing: {body: ground, at: [3 m, 0]}, "
             "journal: {body: rod, at: [1 m, 0]}}\n"
             "run: {until: 1 s, every: 0.1 s}\n");
  const outcome *o = shell("pintle check unfit.yaml");
  expect_status(o, 1);
  assert_string_equal(o->out, "");
  o = shell("pintle run unfit.yaml -o unfit.run");
  expect_status(o, 2);
  assert_false(file_exists("unfit.run"));
}

/* ------------------------------------------------------------------ run */

static void test_run(void **state) {
  const outcome *o = shell("pintle run pendulum.yaml");
  (void)state;
  expect_status(o, 0);
  assert_string_equal(o->err, "");
  expect_text(o->out, "Pendulum of a test");
  expect_text(o->out, "pendulum.run: 51 rows"); /* 0.5 s every 10 ms, both ends */
  expect_text(o->out, "drift");
  expect_text(o->out, "balance");
  assert_true(file_exists("pendulum.run/trace.csv"));
  assert_true(file_exists("pendulum.run/events.csv"));
  assert_true(file_exists("pendulum.run/summary.json"));
  assert_true(file_exists("pendulum.run/model.yaml"));
  assert_false(file_exists("pendulum.run/INCOMPLETE"));
  assert_int_equal(count_hidden(), 0);
  expect_status(shell("pintle compare pendulum.run pendulum.run --strict"), 0);
  /* the folder's own model gives the same trace, byte for byte */
  expect_status(shell("pintle run pendulum.run/model.yaml -o again.run --quiet"), 0);
  expect_status(shell("cmp pendulum.run/trace.csv again.run/trace.csv"), 0);
}

/* The number behind "key": in the JSON that was printed. */
static double number_of(const char *json, const char *key) {
  const char *at = strstr(json, key);
  assert_non_null(at);
  return strtod(at + strlen(key), NULL);
}

/* The balance line against summary.json of the same run: the imbalance in J, and its share of the
 * largest energy. */
static void test_run_prints_the_balance(void **state) {
  static char summary[1 << 16];
  const outcome *o = shell("pintle run pendulum.yaml -o balance.run");
  (void)state;
  expect_status(o, 0);
  read_text("balance.run/summary.json", summary, sizeof summary);
  const double imbalance = number_of(summary, "\"largest_imbalance\": ");
  const double energy = number_of(summary, "\"largest\": ");
  assert_true(imbalance > 0 && energy > 0 && fabs(energy - 1) > 0.1);
  const char *line = strstr(o->out, "balance   within ");
  assert_non_null(line);
  char unit[8];
  double shown, share;
  assert_int_equal(
      sscanf(line, "balance   within %lf %7[^,], %lf of the largest energy", &shown, unit, &share),
      3);
  static const char *const units[] = {"J", "mJ", "\xC2\xB5J", "nJ"};
  double scale = 1;
  int found = 0;
  for (int i = 0; i < 4; i++, scale *= 1e-3) {
    if (strcmp(unit, units[i]) != 0) continue;
    found = 1;
    assert_true(fabs(shown * scale / imbalance - 1) <= 0.005); /* three digits */
  }
  assert_true(found);
  assert_true(fabs(share / (imbalance / energy) - 1) <= 0.05); /* two digits */
}

static void test_run_options(void **state) {
  (void)state;
  const outcome *o =
      shell("pintle run loose.yaml -o a.run --until '20 ms' --every 0.5ms --rtol=1e-8 --json");
  expect_status(o, 0);
  assert_true(json_is_well_formed(o->out));
  expect_text(o->out, "\"end_time\": 0.02");
  expect_text(o->out, "\"rtol\": 1e-08");
  expect_text(o->out, "\"law\": \"hunt_crossley\"");
  o = shell("pintle run loose.yaml -ob.run --set contacts.steel.damping.alpha=0.4 --quiet");
  expect_status(o, 0);
  assert_string_equal(o->out, "");
  o = shell("grep -c 'alpha' b.run/model.yaml");
  expect_status(o, 0);
  expect_status(shell("pintle compare a.run b.run --quiet"), 1);
  o = shell("pintle run loose.yaml -o d.run --until '20 ms' --integrator ida");
  expect_status(o, 0);
  expect_text(o->out, " steps (ida), ");
  o = shell("grep -A 1 '\"ida_steps\": [1-9]' d.run/summary.json");
  expect_status(o, 0);
  expect_text(o->out, "\"dop853_steps\": 0");
  expect_status(shell("grep 'integrator: ida' d.run/model.yaml"), 0);
  o = shell("pintle run loose.yaml -o d.run --until '20 ms' --integrator dop853");
  expect_status(o, 0);
  expect_text(o->out, " steps (dop853), ");
  o = shell("pintle run loose.yaml -o d.run --integrator rk4");
  expect_status(o, 2);
  expect_text(o->err, "integrator must be auto, ida or dop853, not 'rk4'");
  o = shell("pintle run loose.yaml -o c.run");
  expect_status(o, 0);
  expect_text(o->out, "pivot.bearing");
  expect_text(o->out, "power, hunt_crossley");
}

/* The same run in both formats. */
static void run_in_both_formats(void) {
  expect_status(shell("rm -rf h t && mkdir h t"), 0);
  expect_status(shell("pintle run loose.yaml --format hdf5 -o h/l.run --quiet"), 0);
  expect_status(shell("pintle run loose.yaml --format csv -o t/l.run --quiet"), 0);
}

/* The same run in HDF5 compares equal to the bit. */
static void test_run_hdf5(void **state) {
  (void)state;
  run_in_both_formats();
  assert_true(file_exists("h/l.run/trace.h5"));
  assert_false(file_exists("h/l.run/trace.csv"));
  expect_status(shell("pintle compare h/l.run t/l.run --tol '*=0,0' --strict"), 0);
  expect_status(shell("pintle compare t/l.run h/l.run/trace.h5 --tol '*=0,0' --strict"), 0);
}

static void test_run_refuses(void **state) {
  (void)state;
  expect_status(shell("mkdir precious && touch precious/thesis.tex"), 0);
  const outcome *o = shell("pintle run pendulum.yaml -o precious");
  expect_status(o, 2);
  expect_text(o->err, "precious exists and is not a run folder");
  o = shell("pintle run pendulum.yaml -o /proc/x.run");
  expect_status(o, 2);
  expect_text(o->err, "cannot create the run folder /proc/x.run");
  o = shell("pintle run pendulum.yaml -o pendulum.yaml/x.run");
  expect_status(o, 2);
  expect_text(o->err, "Not a directory");
}

/* A small file system is full before the run is over: nothing is left of it. */
static void test_disk_full(void **state) {
  (void)state;
  mount_small("size=300k");
  const outcome *o = shell("pintle run pendulum.yaml --until 100 --every 1ms -o small/x.run");
  expect_status(o, 2);
  expect_text(o->err, "trace.csv: No space left on device");
  assert_string_equal(o->out, "");
  assert_string_equal(shell("ls -A small")->out, "");
  unmount_small();
}

/* A run of a day, which Ctrl-C ends as soon as its trace has grown. */
static void test_interrupt(void **state) {
  const struct timespec pause = {0, 20000000};
  pid_t child = fork();
  (void)state;
  if (child == 0) {
    FILE *err = freopen("interrupt.err", "w", stderr);
    FILE *out = freopen("interrupt.out", "w", stdout);
    if (err && out)
      execl(PINTLE_PROGRAM, "pintle", "run", "pendulum.yaml", "-o", "long.run", "--until", "9e4",
            "--every", "10ms", (char *)NULL);
    _exit(127);
  }
  /* waits for the first block of the trace, for a minute at most */
  const outcome *o;
  int tries;
  for (tries = 0; tries < 3000; tries++) {
    o = shell("find .long.run.part*/trace.csv -size +0 | grep -q .");
    if (o->status == 0) break;
    nanosleep(&pause, NULL);
  }
  assert_true(tries < 3000);
  assert_false(file_exists("long.run"));
  assert_int_equal(kill(child, SIGINT), 0);
  {
    int state_of_child;
    assert_int_equal(waitpid(child, &state_of_child, 0), child);
    assert_true(WIFEXITED(state_of_child));
    assert_int_equal(WEXITSTATUS(state_of_child), 3);
  }
  assert_true(file_exists("long.run/INCOMPLETE"));
  assert_true(file_exists("long.run/summary.json"));
  assert_int_equal(count_hidden(), 0);
  o = shell("cat interrupt.err");
  expect_text(o->out, "pintle: interrupted");
  expect_text(o->out, "long.run is marked as incomplete");
  o = shell("cat long.run/summary.json");
  expect_text(o->out, "\"complete\": false");
  assert_true(json_is_well_formed(o->out));
  /* what was computed is there and can be read */
  expect_status(shell("pintle run pendulum.yaml --every 1ms --until 0.1 -o short.run"), 0);
  o = shell("pintle compare long.run short.run --until 0.1 --tol '*=1e-5,1e-4'");
  expect_status(o, 0);
  expect_text(o->out, "the run is incomplete: interrupted");
}

/* ------------------------------------------------------------------ the models that are shipped */

static void try_model(const char *name) {
  print_message("%s\n", name);
  expect_status(shell("pintle check %s/%s --quiet", PINTLE_MODELS, name), 0);
  expect_status(shell("pintle run %s/%s -o shipped.run --quiet", PINTLE_MODELS, name), 0);
  expect_status(shell("pintle compare shipped.run shipped.run --quiet --strict"), 0);
  expect_status(shell("pintle run shipped.run/model.yaml -o again.run --quiet"), 0);
  expect_status(shell("cmp shipped.run/trace.csv again.run/trace.csv"), 0);
  expect_status(shell("pintle plot shipped.run -o shipped.svg --quiet"), 0);
}

static void for_every_model(void (*try)(const char *name)) {
  DIR *list = opendir(PINTLE_MODELS);
  int n = 0;
  assert_non_null(list);
  const struct dirent *entry;
  while ((entry = readdir(list)) != NULL) {
    const char *dot = strrchr(entry->d_name, '.');
    if (dot == NULL || strcmp(dot, ".yaml") != 0) continue;
    try(entry->d_name);
    n++;
  }
  closedir(list);
  assert_true(n >= 29);
}

static void test_shipped_models(void **state) {
  (void)state;
  for_every_model(try_model);
}

/* Mistakes in the command line itself have a code as every other failure, at the end of the line,
 * which `pintle explain` knows. */
static void mistakes_in_commands_have_codes(void **state) {
  static const struct {
    const char *command, *code;
  } cases[] = {
      {"pintle", "E0950"},
      {"pintle rnu", "E0950"},
      {"pintle --halp", "E0950"},
      {"pintle run", "E0950"},
      {"pintle run a b", "E0950"},
      {"pintle run --utnil 1 a", "E0950"},
      {"pintle run -z a", "E0950"},
      {"pintle run --until", "E0950"},
      {"pintle run --until 1 --until 2 a", "E0950"},
      {"pintle run --quiet=1 a", "E0950"},
      {"pintle run --format txt a", "E0951"},
      {"pintle run --set until a", "E0951"},
      {"pintle run --checkpoint never a", "E0951"},
      {"pintle law", "E0950"},
      {"pintle fmu --fmi 4 a", "E0951"},
      {"pintle law evl", "E0952"},
      {"pintle explain E9999", "E0952"},
      {"pintle list laws hetz", "E0952"},
      {"pintle list models nothing", "E0952"},
      {"pintle schema plan", "E0951"},
      {"pintle run nothing.yaml", "E0701"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char ending[16];
    const outcome *o = shell("%s", cases[i].command);
    const size_t n = strcspn(o->err, "\n");
    snprintf(ending, sizeof ending, " [%s]", cases[i].code);
    if (o->status != 2 || n < strlen(ending) ||
        strncmp(o->err + n - strlen(ending), ending, strlen(ending)) != 0)
      fail_msg("%s: status %d, %s", cases[i].command, o->status, o->err);
    expect_text(shell("pintle explain %s", cases[i].code)->out, cases[i].code);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mistakes_in_commands_have_codes),
      cmocka_unit_test(test_help),
      cmocka_unit_test(test_bad_usage),
      cmocka_unit_test(test_list),
      cmocka_unit_test(test_list_models),
      cmocka_unit_test(test_check),
      cmocka_unit_test(test_notices),
      cmocka_unit_test(test_codes),
      cmocka_unit_test(test_bad_input),
      cmocka_unit_test(test_unfit),
      cmocka_unit_test(test_run),
      cmocka_unit_test(test_run_prints_the_balance),
      cmocka_unit_test(test_run_options),
      cmocka_unit_test(test_run_refuses),
      cmocka_unit_test(test_shipped_models),
      cmocka_unit_test(test_interrupt),
  };
  const struct CMUnitTest dev_full[] = {cmocka_unit_test(test_full_output)};
  const struct CMUnitTest full_disk[] = {cmocka_unit_test(test_disk_full)};
  const struct CMUnitTest hdf5[] = {cmocka_unit_test(test_run_hdf5)};
  if (asked_for(argc, argv, "dev_full"))
    return have_dev_full() ? cmocka_run_group_tests(dev_full, enter, leave_folder)
                           : skipped("there is no /dev/full");
  if (asked_for(argc, argv, "full_disk"))
    return can_mount() ? cmocka_run_group_tests(full_disk, enter, leave_folder)
                       : skipped("mounting is not allowed here");
  if (asked_for(argc, argv, "hdf5")) return cmocka_run_group_tests(hdf5, enter, leave_folder);
  if (argc > 1) return no_such_group(argv[1]);
  return cmocka_run_group_tests(tests, enter, leave_folder);
}
