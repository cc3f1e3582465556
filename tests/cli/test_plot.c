/* `pintle plot`. What is expected follows from docs/command_line.md and from the small tables and
 * the model below. */
#include <math.h>
#include <unistd.h>

#include "needs.h"
#include "program.h"

/* A pendulum of 1 kg, 1 m from its bearing with play, let go from the horizontal. */
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
  if (enter_folder(state) != 0) return -1;
  write_text("loose.yaml", loose);
  return 0;
}

static void test_plot(void **state) {
  (void)state;
  expect_status(shell("pintle run loose.yaml -o loose.run --quiet"), 0);
  const outcome *o = shell("pintle plot loose.run");
  expect_status(o, 0);
  expect_text(o->out, "loose.svg: 2 curves from ");
  expect_text(shell("head -c 300 loose.svg")->out, "<svg");
  o = shell("grep -c '>normal force \\[\\|>depth \\[' loose.svg"); /* texts are texts */
  expect_text(o->out, "2");
  o = shell("pintle plot loose.run/trace.csv -o csv.svg --x pivot.ex --columns pivot.ey --dark");
  expect_status(o, 0);
  o = shell("pintle plot loose.run --columns bob.z -o no.svg");
  expect_status(o, 2);
  expect_text(o->err, "no column matches 'bob.z', did you mean");
  assert_false(file_exists("no.svg"));
  o = shell("pintle plot loose.run -o nowhere/x.svg");
  expect_status(o, 2);
  expect_text(o->err, "cannot create nowhere/x.svg");
  expect_status(shell("pintle plot missing.run"), 2);
  expect_status(shell("pintle plot loose.run/trace.csv --events -o no.svg"), 2);
  expect_status(shell("pintle plot loose.run --events --x bob.x -o no.svg"), 2);
  write_text("empty.csv", "time [s],x [m]\n");
  o = shell("pintle plot empty.csv");
  expect_status(o, 2);
  expect_text(o->err, "empty.csv holds no rows");
  write_text("bad.csv", "time [s],x [m]\n0,1\n1,hello\n2,1\n");
  o = shell("pintle plot bad.csv");
  expect_status(o, 2);
  expect_text(o->err, "bad.csv:3:3: error: this is not a number");
  assert_false(file_exists("bad.svg"));
}

/* One turn of the shipped bush: a polar picture of its depths. A joint that does not wear, a file
 * that is no run folder, a summary that is cut off and one that is a pipe are refused. */
static void test_plot_wear(void **state) {
  (void)state;
  char command[1200];
  snprintf(command, sizeof command, "pintle run %s/slider_crank_wear.yaml -o worn.run --quiet",
           PINTLE_MODELS);
  expect_status(shell(command), 0);
  const outcome *o = shell("pintle plot worn.run --wear crank_pin -o worn.svg");
  expect_status(o, 0);
  expect_text(o->out, "worn.svg: 1 surfaces");
  o = shell("pintle plot worn.run --wear wrist -o no.svg");
  expect_status(o, 2);
  expect_text(o->err, "no wear of 'wrist' by sectors; it has crank_pin.bearing.bearing");
  expect_status(shell("pintle plot worn.run/trace.csv --wear crank_pin -o no.svg"), 2);
  expect_status(shell("echo '{\"wear\": [{\"joint\": \"x' > worn.run/summary.json && pintle plot "
                      "worn.run --wear x -o no.svg"),
                2);
  o = shell(
      "cd worn.run && rm summary.json && mkfifo summary.json && cd .. && pintle plot worn.run "
      "--wear x -o no.svg");
  expect_status(o, 2);
  expect_text(o->err, "worn.run/summary.json: error: cannot be read: it is no file");
}

/* Walls of a slot and faces of a guide are drawn over the place along them: 33 of them, each with
 * its name. */
static void test_plot_wear_of_straight_surfaces(void **state) {
  enum { GAPS = 33 };
  (void)state;
  expect_status(shell("mkdir -p walls.run"), 0);
  FILE *file = fopen("walls.run/summary.json", "w");
  assert_non_null(file);
  fputs("{\"wear\": [", file);
  for (int i = 0; i < GAPS; i++)
    fprintf(file,
            "%s{\"joint\": \"way\", \"gap\": \"g%d\", \"length\": 0.02, \"surfaces\": [{\"part\": "
            "\"wall\", \"shape\": \"flat\", \"first\": 0, \"width\": 0.01, \"coefficient\": 1e-14, "
            "\"works\": [1, 2, 3]}]}",
            i > 0 ? ", " : "", i);
  fputs("]}", file);
  fclose(file);
  const outcome *o = shell("pintle plot walls.run --wear way -o walls.svg");
  expect_status(o, 0);
  expect_text(o->out, "walls.svg: 33 surfaces");
  expect_status(shell("grep -q 'Loss of way in this run' walls.svg && grep -q 'place along the "
                      "surface' walls.svg && grep -q 'way.g0.wall' walls.svg"),
                0);
}

/* Each event's touch is one line in each panel. */
static void test_plot_events(void **state) {
  (void)state;
  expect_status(shell("pintle run loose.yaml -o loose.run --quiet"), 0);
  expect_status(shell("pintle plot loose.run -o marks.svg --events --quiet"), 0);
  expect_status(shell("touches=$(grep -c ',touch,' loose.run/events.csv) && "
                      "lines=$(grep 'e07b00' marks.svg | tr -cd M | wc -c) && "
                      "test $touches -gt 0 && test $lines -eq $((2 * touches))"),
                0);
}

/* Rows of touch and part alone lack the largest force; events.csv has it. Expected: the axes of the
 * run with all rows, and other ones for the trace alone. */
static void test_plot_peaks_of_events(void **state) {
  (void)state;
  expect_status(
      shell("pintle run loose.yaml -o all.run --quiet && pintle run loose.yaml -o ends.run "
            "--set output.contact_rows=ends --quiet"),
      0);
  expect_status(
      shell("for of in all.run ends.run ends.run/trace.csv; do pintle plot $of -o one.svg "
            "--columns '*.normal_force' --quiet && grep -o '>[0-9.]*</text>' one.svg "
            ">$(basename $of).ticks || exit 1; done"),
      0);
  expect_status(shell("cmp all.run.ticks ends.run.ticks"), 0);
  expect_status(shell("cmp -s all.run.ticks trace.csv.ticks"), 1);
}

/* A film of a folder that has come to its end: 6 s of the cycles and 1 s of the last picture at 25
 * frames a second. Without cairo or ffmpeg the program says so, and leaves the rest as it is. */
static void test_wear_film(void **state) {
  (void)state;
  static const char *const wear =
      "pintle wear %s/slider_crank_wear.yaml --cycles 300 -o film.wear --quiet";
  char command[1024];
  snprintf(command, sizeof command, wear, PINTLE_MODELS);
  expect_status(shell("%s", command), 0);
  assert_int_not_equal(access("film.wear/wear_crank_pin.mp4", F_OK), 0);
  const outcome *o = shell("PATH=$(dirname $(command -v pintle)) %s --resume --film", command);
  expect_status(o, 2);
  const int has_cairo = access(PINTLE_DRAW, F_OK) == 0;
  expect_text(o->err,
              has_cairo ? "ffmpeg, which is not installed" : "drawn by cairo, which cannot");
  assert_int_not_equal(access("film.wear/wear_crank_pin.mp4", F_OK), 0);
  if (!has_cairo || system("command -v ffprobe >/dev/null") != 0) return;
  expect_status(shell("%s --resume --film", command), 0);
  expect_text(shell("ffprobe -v error -count_frames -select_streams v -show_entries "
                    "stream=width,height,nb_read_frames -of csv=p=0 film.wear/wear_crank_pin.mp4")
                  ->out,
              "1040,668,175");
}

/* PNG and PDF need cairo; without it the program says so. */
static void test_plot_pixels(void **state) {
  (void)state;
  expect_status(shell("pintle run loose.yaml -o loose.run --quiet"), 0);
  expect_status(shell("pintle run loose.yaml -o other.run --rtol 1e-5 --quiet"), 0);
  const outcome *o = shell(
      "pintle plot loose.run -o two.png --with other.run --events --columns 'bob.[xy]' "
      "--columns energy.kinetic");
  if (access(PINTLE_DRAW, F_OK) != 0) {
    expect_status(o, 2);
    expect_text(o->err, "drawn by cairo, which cannot be loaded");
    return;
  }
  expect_status(o, 0);
  assert_string_equal(o->err, "");
  expect_text(shell("head -c 4 two.png")->out, "PNG");
  o = shell("pintle plot loose.run -o orbit.pdf --x pivot.ex --columns pivot.ey");
  expect_status(o, 0);
  expect_text(shell("head -c 8 orbit.pdf")->out, "%PDF");
}

/* 200 000 rows; the one peak, of one row, is in the picture: its height, 1000 times all else, is
 * the range. */
static void test_plot_keeps_a_peak(void **state) {
  (void)state;
  FILE *f = fopen("long.csv", "w");
  fputs("time [s],x [m]\n", f);
  for (int i = 0; i < 200000; i++) fprintf(f, "%g,%s\n", 1e-3 * i, i == 77777 ? "900" : "0.9");
  fclose(f);
  expect_status(shell("pintle plot long.csv -o long.svg"), 0);
  expect_text(shell("cat long.svg")->out, ">800</text>");
  expect_status(shell("test $(wc -c <long.svg) -lt 200000"), 0);
}

/* Two sines on lines, over a second, with a mean; over an angle that grows with the square of time
 * what happens three times a turn. */
static void write_sines(const char *name) {
  FILE *f = fopen(name, "w");
  fputs("time [s],x [mm],wheel.angle [deg],y [N]\n", f);
  for (int i = 0; i <= 2000; i++) {
    const double t = i / 2000.0, turns = 20 * t * t;
    fprintf(f, "%.17g,%.17g,%.17g,%.17g\n", t,
            7 + 4 * sin(2 * M_PI * 60 * t) + 0.5 * sin(2 * M_PI * 333 * t), 360 * turns,
            12 * cos(2 * M_PI * 3 * turns));
  }
  fclose(f);
}

/* What the file was made of; the picture has the peaks' frequencies as texts. */
static void test_plot_spectrum(void **state) {
  (void)state;
  write_sines("sines.csv");
  const outcome *o = shell("pintle plot sines.csv --spectrum --columns x -o sines.svg");
  expect_status(o, 0);
  expect_text(o->out, "2000 samples, lines every 1 Hz");
  expect_text(o->out, "  x          60 Hz       4 mm\n            333 Hz     0.5 mm\n");
  expect_status(shell("grep -q '>60 Hz<' sines.svg && grep -q '>333 Hz<' sines.svg && "
                      "grep -q '>frequency \\[Hz\\]<' sines.svg"),
                0);
  o = shell("pintle plot sines.csv --spectrum --columns x --up-to '0.1 kHz' -o sines.svg");
  expect_status(o, 0);
  assert_null(strstr(o->out, "333"));
  expect_status(shell("grep -q '>60 Hz<' sines.svg && ! grep -q '333' sines.svg"), 0);
  o = shell("pintle plot sines.csv --spectrum --columns y --x wheel.angle -o orders.svg --log");
  expect_status(o, 0);
  expect_text(o->out,
              "  y          3   11.999 N\n"); /* rows at uneven angles: cubics between them */
  expect_status(shell("grep -q '>order<' orders.svg && grep -q '>3<' orders.svg"), 0);
  o = shell(
      "pintle plot sines.csv --spectrum --columns y --x wheel.angle --from '4 turn' --until "
      "'8 turn' --taper none -o orders.svg");
  expect_status(o, 0);
  expect_text(o->out, "lines every 0.25 1/turn");
  expect_text(o->out, "  y          3");
  /* another run, whose column is in another unit, over it */
  expect_status(shell("sed '1s/mm/m/' sines.csv >metres.csv && pintle plot sines.csv --spectrum "
                      "--columns x --with metres.csv -o both.svg --quiet"),
                0);
  expect_status(shell("grep -q '>metres<' both.svg"), 0);
}

/* Slices from below upwards: 12 N at 3 per turn in all of them; the colours end at 1/1000. */
static void test_plot_waterfall(void **state) {
  (void)state;
  write_sines("sines.csv");
  const outcome *o = shell(
      "pintle plot sines.csv --waterfall --columns y --x wheel.angle --slice '2 turn' --up-to 6 -o "
      "falls.svg");
  expect_status(o, 0);
  expect_text(o->out, "lines every 0.5 1/turn");
  expect_status(
      shell("grep -q '>y, upwards: wheel.angle \\[turn\\]<' falls.svg && grep -q '>12 N<' "
            "falls.svg && grep -q '>12 mN<' falls.svg"),
      0);
  o = shell("pintle plot sines.csv --waterfall --columns x -o falls.svg");
  expect_status(o, 0);
  expect_text(o->out, "lines every 20 Hz");
}

static void test_plot_spectrum_of_what_has_none(void **state) {
  (void)state;
  static const struct {
    const char *options, *message;
  } wrong[] = {{"--spectrum --waterfall", "choose one"},
               {"--spectrum --events", "--events marks times; leave it out with --spectrum"},
               {"--spectrum --gnuplot s.gp", "--gnuplot draws columns"},
               {"--waterfall --with sines.csv", "leave it out with --waterfall"},
               {"--log", "--log is an option of --spectrum"},
               {"--from '1 s'", "--from is an option of --spectrum"},
               {"--spectrum --slice '1 s'", "--slice is an option of --waterfall"},
               {"--spectrum --taper hat", "there are hann, flat_top and none"},
               {"--spectrum --x x", "over a time or an angle, not over x [mm]"},
               {"--spectrum --from '2 m'", "--from: "},
               {"--spectrum --until '3 s'", "the rows go from 0 to 1"},
               {"--spectrum --up-to '-3 Hz'", "must be > 0"},
               {"--spectrum --until '2 ms'", "needs 8 samples or more"}};
  write_sines("sines.csv");
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char command[200];
    snprintf(command, sizeof command, "pintle plot sines.csv --columns y -o none.svg %s",
             wrong[i].options);
    const outcome *o = shell(command);
    expect_status(o, 2);
    expect_text(o->err, wrong[i].message);
    assert_false(file_exists("none.svg"));
  }
}

/* The script holds what the picture shows; gnuplot draws it where it is installed. */
static void test_plot_script(void **state) {
  (void)state;
  expect_status(shell("pintle run loose.yaml -o loose.run --quiet"), 0);
  expect_status(
      shell("pintle plot loose.run -o one.svg --gnuplot one.gp --events --with loose.run"), 0);
  const outcome *o = shell("cat one.gp");
  expect_text(o->out, "normal force [");
  expect_text(o->out, "depth [");
  expect_text(o->out, "$touches << EOD");
  o = shell("pintle plot loose.run -o two.svg --gnuplot nowhere/two.gp");
  expect_status(o, 2);
  expect_text(o->err, "cannot write nowhere/two.gp");
  if (!have_program("gnuplot")) return;
  o = shell("rm one.svg && LC_ALL=C.UTF-8 gnuplot one.gp");
  expect_status(o, 0);
  assert_string_equal(o->err, "");
  expect_text(shell("head -c 300 one.svg")->out, "<svg");
}

/* The same run in both formats gives the same picture. */
static void test_plot_hdf5(void **state) {
  (void)state;
  expect_status(shell("rm -rf h t && mkdir h t"), 0);
  expect_status(shell("pintle run loose.yaml --format hdf5 -o h/l.run --quiet"), 0);
  expect_status(shell("pintle run loose.yaml --format csv -o t/l.run --quiet"), 0);
  expect_status(shell("pintle plot h/l.run -o h/l.svg && pintle plot t/l.run -o t/l.svg"), 0);
  expect_status(shell("cmp h/l.svg t/l.svg"), 0);
  expect_status(
      shell("pintle plot t/l.run --with h/l.run --x pivot.ex -o both.svg --gnuplot both.gp"), 0);
  expect_status(shell("head -1 both.gp.with.csv | grep -q 'pivot.ex \\[m\\]'"), 0);
  expect_status(shell("pintle plot h/l.run/trace.h5 -o file.svg"), 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plot),
      cmocka_unit_test(test_plot_wear),
      cmocka_unit_test(test_plot_wear_of_straight_surfaces),
      cmocka_unit_test(test_wear_film),
      cmocka_unit_test(test_plot_events),
      cmocka_unit_test(test_plot_peaks_of_events),
      cmocka_unit_test(test_plot_pixels),
      cmocka_unit_test(test_plot_keeps_a_peak),
      cmocka_unit_test(test_plot_script),
      cmocka_unit_test(test_plot_spectrum),
      cmocka_unit_test(test_plot_waterfall),
      cmocka_unit_test(test_plot_spectrum_of_what_has_none),
  };
  const struct CMUnitTest hdf5[] = {cmocka_unit_test(test_plot_hdf5)};
  if (asked_for(argc, argv, "hdf5")) return cmocka_run_group_tests(hdf5, enter, leave_folder);
  if (argc > 1) return no_such_group(argv[1]);
  return cmocka_run_group_tests(tests, enter, leave_folder);
}
