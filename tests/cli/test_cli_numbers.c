/* test_cli_numbers.c: numbers behind options that are out of their range, of every verb: refused
 * with the option's name. Expected: what each option counts, which is whole, positive, or within
 * the run. */
#include <math.h>

#include "program.h"
#include "support.h"

typedef struct option {
  const char *command; /* before the number */
  const char *name;    /* that the message has to hold */
} option;

static const char slot[] =
    "pintle: 1\n"
    "bodies: {block: {mass: 1 kg, inertia: 1e-3, position: [30 mm, -0.1 mm]}}\n"
    "joints:\n"
    "  way: {type: pin_in_slot, slot: {body: ground, line: {from: [0, 0], to: [60 mm, 0]}}, pin: "
    "{body: block, at: [0, 0], radius: 5 mm}, clearance: 0.1 mm, contact: dry, wear: {coefficient: "
    "2e-14 m^2/N, length: 20 mm, sectors: 36}}\n"
    "  draw: {type: motion, bodies: [ground, block], along: x, rate: 0.3 m/s*cos(62.83*time/(1 "
    "s))}\n"
    "  hold: {type: motion, bodies: [ground, block], along: angle, rate: 0}\n"
    "loads: {weight: {body: block, force: [0, -100 N]}}\n"
    "contacts: {dry: {elastic: {law: power, stiffness: 1e7 N/m, exponent: 1}, damping: {law: "
    "hunt_crossley, alpha: 100 s/m}}}\n"
    "run: {until: 0.1 s, every: 1 ms, start: given, rtol: 1e-6}\n";

#define LAW "law eval --elastic power --set stiffness=1e9 --set exponent=1.5 --depth 1e-3 "
#define STEEL                                                                               \
  "law fit --elastic johnson --set materials=steel --set 'radii=[-10.05 mm, 10 mm]' --set " \
  "'length=10 mm' --force 1..1000 "
#define STUDY "study m.yaml --vary run.rtol=1e-6,1e-5 --measure 'max(block.x)' --quiet -o s.db "
#define FIT "fit m.yaml --vary run.rtol=1e-6:1e-5 --minimise 'max(block.x)' "

static const option options[] = {
    {LAW "--points", "--points"},
    {STEEL "--points", "--points"},
    {STEEL "--least-depth", "--least-depth"},
    {STUDY "--threads", "--threads"},
    {STUDY "--slice", "--slice"},
    {"modes m.yaml --at start --motion no.run --mode", "--mode"},
    {"modes m.yaml --at start --mode 1 --motion no.run --amplitude", "--amplitude"},
    {STUDY "--stop-after", "--stop-after"},
    {STUDY "--replicates", "--replicates"},
    {STUDY "--seed", "--seed"},
    {"study show done.db --rows", "--rows"},
    {"study show done.db --command", "no point"},
    {FIT "--evaluations", "--evaluations"},
    {"compare m.run m.run --from", "--from"},
    {"plot m.run -o m.svg --waterfall --columns block.x --slice", "--slice"},
    {"wear m.yaml --cycle 0.1s --cycles 1e4 -o no.wear --blocks", "--blocks"},
    {"wear m.yaml --cycle 0.1s -o no.wear --cycles", "cycles"},
};

static void numbers_out_of_range_are_refused(void **state) {
  static const char *const values[] = {"-1", "nan", "1e400", "1.5x", "", "' '"};
  (void)state;
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
      const int is_place = strcmp(options[i].name, "--from") == 0; /* any number, infinite, too */
      if (is_place && (k == 0 || k == 2)) continue;
      const outcome *o =
          shell("pintle %s %s%s", options[i].command, *values[k] ? "" : "''", values[k]);
      if (o->status != 2 || strstr(o->err, options[i].name) == NULL)
        fail_msg("pintle %s %s: status %d: %s", options[i].command, values[k], o->status, o->err);
    }
  assert_false(file_exists("no.wear"));
}

/* Numbers that a double cannot hold are no result. */
static void a_force_that_is_not_finite_is_an_error(void **state) {
  (void)state;
  const outcome *o = shell(
      "pintle law eval --elastic power --set stiffness=1e9 --set exponent=1.5 --depth 1e300 -o "
      "law.csv");
  expect_status(o, 2);
  expect_text(o->err, "is not finite [E0304]");
  assert_false(file_exists("law.csv"));
  o = shell("pintle modes m.yaml --at m.run:1 --quiet");
  expect_status(o, 2);
  expect_text(o->err, "--at: the run ends at 0.1 s");
}

/* A whole table of which no value counts is no difference, but a value that is no number stays
 * one. */
static void an_infinite_tolerance_allows_every_number(void **state) {
  (void)state;
  write_text("a.csv", "time [s],x [m],y [m]\n0,0,1\n1,0,2\n");
  write_text("b.csv", "time [s],x [m],y [m]\n0,0,1\n1,0,7\n");
  expect_status(shell("pintle compare a.csv b.csv --tol '*=inf,inf'"), 0);
  expect_status(shell("pintle compare a.csv b.csv --tol '*=0,inf'"), 0);
  expect_status(shell("pintle compare a.csv b.csv --tol '*=inf,0'"), 0);
  expect_status(shell("pintle compare a.csv b.csv --tol '*=0,0'"), 1);
  write_text("b.csv", "time [s],x [m],y [m]\n0,0,1\n1,0,nan\n");
  expect_status(shell("pintle compare a.csv b.csv --tol '*=inf,inf'"), 1);
}

/* Quiet: nothing on either stream. The second run of a folder is refused, while another program
 * writes into it and after. */
static void wear_says_nothing_and_takes_its_folder(void **state) {
  (void)state;
  const outcome *o =
      shell("pintle wear m.yaml --cycle 0.1s --cycles 1e4 --blocks 1 -o m.wear --quiet");
  expect_status(o, 0);
  assert_string_equal(o->out, "");
  assert_string_equal(o->err, "");
  o = shell("pintle wear m.yaml --cycle 0.1s --cycles 1e4 --blocks 1 -o m.wear --quiet");
  expect_status(o, 2);
  expect_text(o->err, "m.wear holds results");
  o = shell("flock m.wear %s wear m.yaml --cycle 0.1s --cycles 1e4 --blocks 1 -o m.wear --resume",
            PINTLE_PROGRAM);
  expect_status(o, 2);
  expect_text(o->err, "another program is still writing");
  o = shell("mkdir new.wear; flock new.wear %s wear m.yaml --cycle 0.1s --cycles 1e4 -o new.wear",
            PINTLE_PROGRAM);
  expect_status(o, 2);
  expect_text(o->err, "another program is still writing");
  o = shell("pintle wear m.yaml --cycle 0.1s --cycles 1e4 --blocks 1 -o m.wear --resume --quiet");
  expect_status(o, 0);
}

static int make_files(void **state) {
  if (enter_folder(state) != 0) return 1;
  write_text("m.yaml", slot);
  if (shell("pintle run m.yaml -o m.run --quiet")->status != 0) return 1;
  return shell(
             "pintle study m.yaml --vary run.rtol=1e-6,1e-5 --measure 'max(block.x)' --quiet "
             "-o done.db")
      ->status;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_out_of_range_are_refused),
                                     cmocka_unit_test(a_force_that_is_not_finite_is_an_error),
                                     cmocka_unit_test(an_infinite_tolerance_allows_every_number),
                                     cmocka_unit_test(wear_says_nothing_and_takes_its_folder)};
  return cmocka_run_group_tests(tests, make_files, leave_folder);
}
