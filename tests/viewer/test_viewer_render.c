/* `pintle render`: pictures, sheets and films without a display. Pixels are looked at where the
 * geometry says what is there, away from edges, so that anti-aliasing plays no part. */
#include <cairo.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "app_state.h"
#include "needs.h"
#include "support.h"
#include "theme.h"
#include "viewer.h"

static char folder[64];

static int make_folder(void **state) {
  (void)state;
  strcpy(folder, "/tmp/pintle_render_XXXXXX");
  return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state) {
  char command[128];
  (void)state;
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command) != 0;
}

static const char *in_folder(const char *name) {
  static char path[192];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static int render(const char *model, ptl_render_options *options, char *why, size_t size) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s.yaml", PINTLE_MODELS, model);
  ptl_source source = ptl_source_default(path);
  why[0] = 0;
  const char *code;
  return ptl_render(&source, NULL, options, why, size, &code);
}

static void must_render(const char *model, ptl_render_options *options) {
  char why[2400];
  int status = render(model, options, why, sizeof why);
  if (status != 0) fail_msg("%s: status %d, %s", options->output, status, why);
}

static long size_of(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 ? (long)info.st_size : -1;
}

/* 1 when the pixel has the ink's colour, within the rounding of one step of 255. */
static int has_ink(cairo_surface_t *image, double x, double y, ptl_theme theme, ptl_ink ink) {
  const unsigned char *p = cairo_image_surface_get_data(image) +
                           (int)y * cairo_image_surface_get_stride(image) + 4 * (int)x;
  ptl_color c = ptl_theme_color(theme, ink);
  return abs(p[2] - (int)lround(255 * c.r)) <= 1 && abs(p[1] - (int)lround(255 * c.g)) <= 1 &&
         abs(p[0] - (int)lround(255 * c.b)) <= 1;
}

/* The view that the picture had: the same model in a viewer of the same size. */
static ptl_viewport view_of(const char *model, double width, double height) {
  char path[512];
  ptl_layer layers[PTL_N_LAYERS];
  snprintf(path, sizeof path, "%s/%s.yaml", PINTLE_MODELS, model);
  ptl_source source = ptl_source_default(path);
  ptl_app *app = ptl_app_create(width, height, PTL_THEME_LIGHT);
  assert_non_null(app);
  ptl_app_open(app, &source);
  assert_int_equal(ptl_app_wait(app), 0);
  ptl_app_set_parts(app, 0, 0, 0);
  ptl_app_draw(app, layers);
  ptl_viewport view = app->view;
  ptl_app_destroy(app);
  return view;
}

/* Scotch yoke at the start: crank at -31 degrees, slot 60 mm from the yoke's origin. */
static void the_picture_shows_what_is_there(void **state) {
  (void)state;
  ptl_viewport view = view_of("scotch_yoke", 900, 600);
  for (int dark = 0; dark < 2; dark++) {
    ptl_theme theme = dark ? PTL_THEME_DARK : PTL_THEME_LIGHT;
    ptl_render_options o = ptl_render_options_default();
    o.output = in_folder("yoke.png");
    o.width = 900;
    o.height = 600;
    o.dark = dark;
    o.time = 0;
    o.forces = o.labels = o.grid = 0;
    must_render("scotch_yoke", &o);
    cairo_surface_t *image = cairo_image_surface_create_from_png(o.output);
    assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    assert_int_equal(cairo_image_surface_get_width(image), 900);
    assert_int_equal(cairo_image_surface_get_height(image), 600);
    double angle = -31 * M_PI / 180,
           yoke = 0.045 * cos(angle) + sqrt(0.06 * 0.06 - pow(0.045 * sin(angle), 2));
    ptl_point crank =
        ptl_viewport_point(&view, (ptl_point){0.018 * cos(angle), 0.018 * sin(angle)});
    ptl_point open = ptl_viewport_point(
        &view, (ptl_point){yoke + 0.06 * cos(2.3) + 0.004 * cos(2.3), 0.064 * sin(2.3)});
    ptl_point rim =
        ptl_viewport_point(&view, (ptl_point){yoke + 0.0703 * cos(2.3), 0.0703 * sin(2.3)});
    ptl_point paper = {5, 5};
    assert_true(has_ink(image, crank.x, crank.y, theme, PTL_INK_BODY + 0));
    assert_true(has_ink(image, open.x, open.y, theme, PTL_INK_PAPER));
    assert_true(has_ink(image, rim.x, rim.y, theme, PTL_INK_BODY + 1));
    assert_true(has_ink(image, paper.x, paper.y, theme, PTL_INK_PAPER));
    cairo_surface_destroy(image);
  }
}

static void starts_with(const char *path, const char *magic) {
  char head[16] = "";
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  assert_int_equal(fread(head, 1, sizeof head - 1, file), sizeof head - 1);
  fclose(file);
  assert_memory_equal(head, magic, strlen(magic));
}

static void every_kind_of_picture(void **state) {
  (void)state;
  static const char *const kinds[][2] = {
      {"a.png", "\x89PNG"}, {"a.svg", "<?xml"}, {"a.pdf", "%PDF-"}};
  for (int i = 0; i < 3; i++) {
    ptl_render_options o = ptl_render_options_default();
    o.output = in_folder(kinds[i][0]);
    o.window = 1;
    o.lens = "";
    must_render("slider_crank_clearance", &o);
    starts_with(o.output, kinds[i][1]);
    assert_true(size_of(o.output) > 4000);
  }
}

static void the_same_command_gives_the_same_file(void **state) {
  (void)state;
  static char bytes[2][400000];
  size_t sizes[2];
  for (int i = 0; i < 2; i++) {
    ptl_render_options o = ptl_render_options_default();
    o.output = in_folder("twice.png");
    o.lens = "slot";
    must_render("scotch_yoke", &o);
    FILE *file = fopen(o.output, "rb");
    assert_non_null(file);
    sizes[i] = fread(bytes[i], 1, sizeof bytes[i], file);
    fclose(file);
  }
  assert_true(sizes[0] > 4000 && sizes[0] < sizeof bytes[0]);
  assert_int_equal(sizes[0], sizes[1]);
  assert_memory_equal(bytes[0], bytes[1], sizes[0]);
}

static void sheets_have_cells(void **state) {
  (void)state;
  ptl_render_options o = ptl_render_options_default();
  o.output = in_folder("sheet.png");
  o.sheet = 6;
  o.width = 900;
  o.height = 450;
  must_render("slider_crank_ideal", &o);
  cairo_surface_t *image = cairo_image_surface_create_from_png(o.output);
  assert_true(has_ink(image, 450, 3, PTL_THEME_LIGHT, PTL_INK_PAPER));    /* inside a cell */
  assert_false(has_ink(image, 450, 225, PTL_THEME_LIGHT, PTL_INK_PAPER)); /* the border between */
  cairo_surface_destroy(image);
}

static void films_have_their_frames(void **state) {
  (void)state;
  static const char *const names[] = {"a.gif", "a.mp4"};
  for (int i = 0; i < 2; i++) {
    ptl_render_options o = ptl_render_options_default();
    char command[400];
    o.output = in_folder(names[i]);
    o.width = 320;
    o.height = 200;
    o.fps = 10;
    o.seconds = 1;
    must_render("slider_crank_ideal", &o);
    snprintf(command, sizeof command,
             "test $(ffprobe -v error -count_frames -select_streams v -show_entries "
             "stream=nb_read_frames -of csv=p=0 %s | tr -d ,) -ge 10",
             o.output);
    assert_int_equal(system(command), 0);
  }
}

/* ------------------------------------------------------------------ what cannot be done */

static void wrong_wishes(void **state) {
  (void)state;
  static const char *const columns[] = {"no.such"};
  char why[2400];
  ptl_render_options o = ptl_render_options_default();
  o.output = in_folder("a.bmp");
  assert_int_equal(render("pendulum", &o, why, sizeof why), 2);
  assert_non_null(strstr(why, "expected .png"));

  o.output = "/no/such/folder/a.png";
  assert_int_equal(render("slider_crank_ideal", &o, why, sizeof why),
                   2); /* as docs/command_line.md has it */
  assert_non_null(strstr(why, "/no/such/folder/a.png"));

  o.output = in_folder("b.png");
  o.lens = "crank_pin"; /* an ideal joint */
  assert_int_equal(render("slider_crank_ideal", &o, why, sizeof why), 2);
  assert_non_null(strstr(why, "crank_pin"));
  o.lens = NULL;
  o.plots = columns;
  o.n_plots = 1;
  assert_int_equal(render("slider_crank_ideal", &o, why, sizeof why), 2);
  assert_non_null(strstr(why, "no.such"));
  o.n_plots = 0;
  o.trail = "nothing";
  assert_int_equal(render("slider_crank_ideal", &o, why, sizeof why), 2);
  o.trail = NULL;
  o.sheet = 3;
  o.from = 5;
  o.to = 4;
  assert_int_equal(render("slider_crank_ideal", &o, why, sizeof why), 2);
  assert_int_equal(render("no_such_model", &o, why, sizeof why), 2);
  assert_int_equal(size_of(in_folder("b.png")), -1); /* nothing half-written */
}

/* Runs the program; its exit status, and what it said on stderr in `said`. */
static int run_program(const char *environment, const char *arguments, char *said, size_t size) {
  char command[1200];
  snprintf(command, sizeof command, "%s " PINTLE_PROGRAM " %s 2>&1 >/dev/null", environment,
           arguments);
  FILE *pipe = popen(command, "r");
  assert_non_null(pipe);
  size_t n = fread(said, 1, size - 1, pipe);
  said[n] = 0;
  int status = pclose(pipe);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void the_program_says_what_is_wrong(void **state) {
  (void)state;
  char said[4096], arguments[600];
  const struct {
    const char *environment, *arguments;
    int status;
    const char *expected;
  } cases[] = {
      {"", "render " PINTLE_MODELS "/scotch_yoke.yaml", 2, "-o FILE.png"},
      {"", "render /no/such.yaml -o a.png", 2, "/no/such.yaml"},
      {"", "render " PINTLE_MODELS "/scotch_yoke.yaml -o a.png --size 3x4", 2, "WIDTHxHEIGHT"},
      {"", "render " PINTLE_MODELS "/scotch_yoke.yaml -o a.png --time 3kg", 2, "--time"},
      {"", "render " PINTLE_MODELS "/scotch_yoke.yaml -o a.png --set nonsense", 2, "PATH=VALUE"},
      {"", "render " PINTLE_MODELS "/scotch_yoke.yaml -o a.png --shet 3", 2, "--sheet"},
      /* the model's run ends at 2 turns of 720 rpm, 1/6 s */
      {"", "render " PINTLE_MODELS "/scotch_yoke.yaml -o a.png --time 0.2s", 2,
       "pintle: --time 0.2 s: the run goes from 0 s to 0.166667 s [E0951]"},
      {"", "render " PINTLE_MODELS "/scotch_yoke.yaml -o a.png --time -1s", 2,
       "--time -1 s: the run"},
      {"", "render " PINTLE_MODELS "/scotch_yoke.yaml -o a.png --sheet 3 --to 1s", 2,
       "--to 1 s: the run"},
      {"", "render " PINTLE_MODELS "/scotch_yoke.yaml -o a.png --sheet 3 --from -1s", 2,
       "--from -1 s: the run"},
      {"", "render " PINTLE_MODELS "/scotch_yoke.yaml -o a.png --to 0.1s", 2, "of a sheet"},
      {"", "render " PINTLE_MODELS "/scotch_yoke.yaml -o a.png --sheet 3 --time 0.1s", 2,
       "of a single picture"},
      {"", "render " PINTLE_MODELS "/scotch_yoke.yaml -o a.png --fps 20", 2, "of a film [E0950]"},
      {"", "render " PINTLE_MODELS "/scotch_yoke.yaml -o a.gif --sheet 3", 2, "of a picture"},
      {"", "render " PINTLE_MODELS "/scotch_yoke.yaml -o a.png --plot nothing", 2,
       "'nothing' [E0952]"},
      {"", "render " PINTLE_MODELS "/scotch_yoke.yaml -o a.txt", 2, ".mp4 or .gif [E0951]"},
      {"", "render " PINTLE_MODELS "/scotch_yoke.yaml -o a.png --set bodies.crank.mass=-1", 2,
       " [E0204]"},
      {"env -u DISPLAY -u WAYLAND_DISPLAY SDL_VIDEODRIVER=x11",
       "view " PINTLE_MODELS "/scotch_yoke.yaml", 2, "no display"},
      {"", "view --scale 100", 2, "--scale"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    int status = run_program(cases[i].environment, cases[i].arguments, said, sizeof said);
    if (status != cases[i].status || strstr(said, cases[i].expected) == NULL)
      fail_msg("%s: status %d, '%s'", cases[i].arguments, status, said);
  }
  /* a trace that cannot be read, drawn, behind another one, and on a page: the same message with
   * its code */
  snprintf(arguments, sizeof arguments, "%s", in_folder("torn.csv"));
  FILE *torn = fopen(arguments, "w");
  assert_non_null(torn);
  fputs("time [s],a\n0,1\n", torn);
  assert_int_equal(fclose(torn), 0);
  static const char *const uses[] = {
      "render %s/torn.csv -o %s/torn.png", "report %s/torn.csv -o %s/torn.html",
      "render " PINTLE_MODELS "/scotch_yoke.yaml --with %s/torn.csv -o %s/torn.png"};
  for (int i = 0; i < 3; i++) {
    snprintf(arguments, sizeof arguments, uses[i], folder, folder);
    assert_int_equal(run_program("", arguments, said, sizeof said), 2);
    assert_non_null(strstr(said, "torn.csv:1:10: error: the header 'a' has no unit"));
    assert_non_null(strstr(said, " [E0704]"));
  }
  assert_int_equal(size_of(in_folder("torn.png")), -1);
  snprintf(arguments, sizeof arguments,
           "render %s/scotch_yoke.yaml -o %s/cli.png --lens any --dark", PINTLE_MODELS, folder);
  assert_int_equal(run_program("env -u DISPLAY -u WAYLAND_DISPLAY", arguments, said, sizeof said),
                   0);
  assert_true(size_of(in_folder("cli.png")) > 4000);
}

/* A run in HDF5 is drawn like any other. */
static void a_run_in_hdf5(void **state) {
  (void)state;
  char said[4096], command[900];
  snprintf(command, sizeof command, "run %s/slider_crank_ideal.yaml --format hdf5 -o %s/h --quiet",
           PINTLE_MODELS, folder);
  assert_int_equal(run_program("", command, said, sizeof said), 0);
  snprintf(command, sizeof command, "render %s/h -o %s/h.png --plot slider.x", folder, folder);
  assert_int_equal(run_program("", command, said, sizeof said), 0);
  assert_true(size_of(in_folder("h.png")) > 4000);
}

/* An unfinished run and a folder without its model are shown as far as they go, with a word. */
static void damaged_runs(void **state) {
  (void)state;
  char said[4096], command[900];
  snprintf(command, sizeof command, "run %s/slider_crank_ideal.yaml -o %s/r --quiet", PINTLE_MODELS,
           folder);
  assert_int_equal(run_program("", command, said, sizeof said), 0);
  snprintf(command, sizeof command, "render %s/r -o %s/r.png", folder, folder);
  assert_int_equal(run_program("", command, said, sizeof said), 0);
  snprintf(command, sizeof command,
           "cd %s/r && echo 'stopped by the user' > INCOMPLETE && head -c 20000 trace.csv > t && "
           "mv t trace.csv",
           folder);
  assert_int_equal(system(command), 0);
  snprintf(command, sizeof command, "render %s/r -o %s/r2.png --window", folder, folder);
  assert_int_equal(run_program("", command, said, sizeof said), 0);
  assert_true(size_of(in_folder("r2.png")) > 4000);
  snprintf(command, sizeof command, "rm %s/r/model.yaml", folder);
  assert_int_equal(system(command), 0);
  snprintf(command, sizeof command, "render %s/r -o %s/r3.png", folder, folder);
  assert_int_equal(run_program("", command, said, sizeof said), 2);
  assert_non_null(strstr(said, "model.yaml"));
  snprintf(command, sizeof command, "render %s/r/trace.csv -o %s/r4.png --plot slider.x", folder,
           folder);
  assert_int_equal(run_program("", command, said, sizeof said), 2); /* torn, and no INCOMPLETE */
}

/* Without any font there is still a picture; cairo draws letters of its own. */
static void without_fonts(void **state) {
  (void)state;
  char said[4096], arguments[600], environment[200];
  FILE *file = fopen(in_folder("fonts.conf"), "w");
  assert_non_null(file);
  fputs(
      "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig></fontconfig>",
      file);
  fclose(file);
  snprintf(environment, sizeof environment, "FONTCONFIG_FILE=%s/fonts.conf", folder);
  snprintf(arguments, sizeof arguments, "render %s/scotch_yoke.yaml -o %s/nofont.png",
           PINTLE_MODELS, folder);
  assert_int_equal(run_program(environment, arguments, said, sizeof said), 0);
  assert_non_null(strstr(said, "no font is found"));
  assert_true(size_of(in_folder("nofont.png")) > 4000);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_picture_shows_what_is_there),
      cmocka_unit_test(every_kind_of_picture),
      cmocka_unit_test(the_same_command_gives_the_same_file),
      cmocka_unit_test(sheets_have_cells),
      cmocka_unit_test(wrong_wishes),
      cmocka_unit_test(the_program_says_what_is_wrong),
      cmocka_unit_test(damaged_runs),
      cmocka_unit_test(without_fonts),
  };
  const struct CMUnitTest films[] = {cmocka_unit_test(films_have_their_frames)};
  const struct CMUnitTest hdf5[] = {cmocka_unit_test(a_run_in_hdf5)};
  if (asked_for(argc, argv, "films"))
    return have_program("ffmpeg") ? cmocka_run_group_tests(films, make_folder, remove_folder)
                                  : skipped("ffmpeg is not installed");
  if (asked_for(argc, argv, "hdf5"))
    return cmocka_run_group_tests(hdf5, make_folder, remove_folder);
  if (argc > 1) return no_such_group(argv[1]);
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
