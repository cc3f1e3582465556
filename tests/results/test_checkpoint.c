/* Runs that are ended and resumed: the program, killed at several moments. */
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "one_context.h"
#include "pintle_trace.h"

extern char **environ;

static char folder[] = "/tmp/pintle_checkpoint_XXXXXX";

/* ---------------------------------------------------------------- the program */

static pid_t start(const char *const *arguments) {
  const char *all[16] = {PINTLE_PROGRAM, "run", "--quiet"};
  pid_t id;
  int n = 3;
  for (; *arguments != NULL; arguments++) all[n++] = *arguments;
  assert_int_equal(posix_spawn(&id, PINTLE_PROGRAM, NULL, NULL, (char *const *)all, environ), 0);
  return id;
}

/* The exit status, or minus the signal that ended it. */
static int end_of(pid_t id) {
  int status;
  assert_int_equal(waitpid(id, &status, 0), id);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

static int run(const char *const *arguments) {
  return end_of(start(arguments));
}

static int resume(const char *dir) {
  const char *const arguments[] = {"--resume", "--checkpoint", "0s", dir, NULL};
  return run(arguments);
}

/* The newest checkpoint in the working folder as an inode number, 0 without one. */
static ino_t checkpoint_number(const char *prefix) {
  char command[200], path[400];
  struct stat info;
  snprintf(command, sizeof command, "ls -t .%s.part*/checkpoint 2>/dev/null", prefix);
  FILE *list = popen(command, "r");
  assert_non_null(list);
  const int is_there = fgets(path, sizeof path, list) != NULL;
  pclose(list);
  if (!is_there) return 0;
  path[strcspn(path, "\n")] = '\0';
  return stat(path, &info) == 0 ? info.st_ino : 0;
}

/* Ends the run by a signal once it has written so many checkpoints. */
static void end_after(pid_t id, const char *prefix, int checkpoints, int number) {
  ino_t last = 0;
  siginfo_t ended = {.si_pid = 0};
  while (checkpoints > 0 && ended.si_pid == 0) {
    waitid(P_PID, (id_t)id, &ended, WEXITED | WNOHANG | WNOWAIT);
    const ino_t now = checkpoint_number(prefix);
    if (now != 0 && now != last) checkpoints--;
    last = now;
  }
  kill(id, number);
}

/* ---------------------------------------------------------------- the same bytes */

static void check_same(const char *a, const char *b, const char *name) {
  char command[300];
  snprintf(command, sizeof command, "cmp %s/%s %s/%s", a, name, b, name);
  if (system(command) != 0) fail_msg("%s", command);
}

/* The summary of the whole run, its model included, but for the time that it took. */
static void check_same_summary(const char *a, const char *b) {
  char command[500];
  snprintf(
      command, sizeof command,
      "for d in %s %s; do grep -v '\"wall\": \\|\"cpu\": ' $d/summary.json > $d.summary; done; "
      "cmp %s.summary %s.summary",
      a, b, a, b);
  if (system(command) != 0) fail_msg("%s", command);
}

typedef struct kind {
  const char *integrator, *format, *verify; /* verify: an option, or "--quiet" once more */
  const char *whole;                        /* folder of the run that is not ended */
  const char *files[4];                     /* that are compared, ended by NULL */
  const char *model, *until;                /* NULL: the scotch yoke, 30 turns */
} kind;

static pid_t start_kind(const kind *k, const char *interval, const char *dir) {
  char set[64];
  snprintf(set, sizeof set, "run.integrator=%s", k->integrator);
  const char *const arguments[] = {"--set",
                                   set,
                                   "--until",
                                   k->until != NULL ? k->until : "30 turns of shaft",
                                   "--checkpoint",
                                   interval,
                                   "-o",
                                   dir,
                                   "--format",
                                   k->format,
                                   k->verify,
                                   k->model != NULL ? k->model : PINTLE_MODELS "/scotch_yoke.yaml",
                                   NULL};
  return start(arguments);
}

static void check_killed(const kind *k, int times) {
  assert_int_equal(end_of(start_kind(k, "1h", k->whole)), 0);
  for (int i = 1; i <= times; i++) {
    pid_t id = start_kind(k, "0s", "killed.run");
    end_after(id, "killed.run", i, SIGKILL);
    assert_int_equal(end_of(id), -SIGKILL);
    assert_int_equal(access("killed.run", F_OK), -1); /* nothing at the final name */
    if (i == 2) {                                     /* and again while it goes on */
      const char *const again[] = {"--resume", "--checkpoint", "0s", "killed.run", NULL};
      id = start(again);
      end_after(id, "killed.run", 2, SIGKILL);
      end_of(id);
    }
    if (access("killed.run", F_OK) != 0) assert_int_equal(resume("killed.run"), 0);
    for (int f = 0; k->files[f] != NULL; f++) check_same("killed.run", k->whole, k->files[f]);
    check_same_summary("killed.run", k->whole);
    assert_int_equal(checkpoint_number("killed.run"), 0); /* nothing is left beside it */
    assert_int_equal(access("killed.run/checkpoint", F_OK), -1);
    assert_int_equal(access("killed.run/checkpoint.record", F_OK), -1);
    assert_int_equal(access("killed.run/INCOMPLETE", F_OK), -1);
    assert_int_equal(system("rm -r killed.run"), 0);
  }
}

/* Byte for byte the files of the run that was not ended, which has the same model and saves as
 * often. */
static void killed_and_resumed(void **state) {
  static const kind
      by_auto = {"auto", "csv", "--quiet", "whole_auto.run", {"trace.csv", "events.csv"},
                 NULL,   NULL},
      by_ida = {"ida", "csv", "--quiet", "whole_ida.run", {"trace.csv", "events.csv"}, NULL, NULL};
  (void)state;
  check_killed(&by_auto, 3);
  check_killed(&by_ida, 2);
}

/* The same of signals, of one another and with states. */
static void signals_are_resumed(void **state) {
  static const kind
      by_auto = {"auto",         "csv", "--quiet", "signals_auto.run", {"trace.csv", "events.csv"},
                 "signals.yaml", "10 s"},
      by_ida = {"ida",          "csv", "--quiet", "signals_ida.run", {"trace.csv", "events.csv"},
                "signals.yaml", "4 s"};
  (void)state;
  static const char text[] =
      "pintle: 1\n"
      "signals:\n"
      "  wave: sin(2*pi*time/(1 s))*cos(rail.position/(1 m))\n"
      "  sway: rail.position*wave + rail.position*(1 - wave)*wave\n"
      "  smooth: {filter: sway, time: 30 ms}\n"
      "  drive: {pid: 0.1 m - smooth, kp: 20 N/m, ki: 10 N/m/s, limits: [-5 N, 5 N]}\n"
      "  turns: {next: 'rail.speed > 0 m/s ? turns + 1 : turns', start: 0}\n"
      "bodies: {carriage: {mass: 0.5 kg, inertia: 1e-3 kg m^2}}\n"
      "joints: {rail: {type: translational, bodies: [ground, carriage]}}\n"
      "loads: {pull: {body: carriage, force: [drive - 40 N/m*sway - 0.4 N s/m*rail.speed, 0]}}\n"
      "start: {rail: {position: 50 mm}}\n"
      "run: {until: 10 s, every: 5 ms, max_step: 1 ms}\n";
  FILE *file = fopen("signals.yaml", "w");
  assert_non_null(file);
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
  check_killed(&by_auto, 2);
  check_killed(&by_ida, 2);
}

static void killed_while_verified(void **state) {
  static const kind csv = {
      "auto", "csv", "--verify", "whole_verified.run", {"trace.csv", "events.csv", "verify.csv"},
      NULL,   NULL};
  (void)state;
  check_killed(&csv, 2);
}

/* The whole file of HDF5 is the same, byte for byte; one that was cut off is not read again. */
static void killed_with_hdf5(void **state) {
  static const kind hdf5 = {"auto", "hdf5", "--quiet", "whole_hdf5.run", {"trace.h5", "events.csv"},
                            NULL,   NULL},
                    both = {"auto",
                            "hdf5",
                            "--verify",
                            "whole_both.run",
                            {"trace.h5", "events.csv", "verify.csv"},
                            NULL,
                            NULL};
  (void)state;
  check_killed(&hdf5, 2);
  check_killed(&both, 1);
}

/* A run that is verified is resumed where Ctrl-C has left it; one that was not verified from its
 * beginning cannot be later, and a record that is cut off is refused. */
static void interrupted_while_verified(void **state) {
  static const kind csv = {"auto", "csv", "--verify", "", {NULL}, NULL, NULL},
                    plain = {"auto", "csv", "--quiet", "", {NULL}, NULL, NULL};
  const char *const later[] = {"--resume", "--verify", "plain.run", NULL};
  (void)state;
  pid_t id = start_kind(&csv, "0s", "seen.run");
  end_after(id, "seen.run", 1, SIGINT);
  assert_int_equal(end_of(id), 3);
  assert_int_equal(access("seen.run/verify.csv", F_OK), -1);
  assert_int_equal(system("cp -r seen.run cut.run && truncate -s 1000 cut.run/checkpoint.record"),
                   0);
  assert_int_equal(resume("cut.run"), 2);
  assert_int_equal(resume("seen.run"), 0);
  check_same("seen.run", "whole_verified.run", "verify.csv");
  id = start_kind(&plain, "0s", "plain.run");
  end_after(id, "plain.run", 1, SIGINT);
  assert_int_equal(end_of(id), 3);
  assert_int_equal(run(later), 2);
  assert_int_equal(resume("plain.run"), 0); /* it is as it was */
}

/* Ctrl-C leaves a folder that is marked as incomplete; it is resumed in place, and not where it is
 * whole. */
static void interrupted_and_resumed(void **state) {
  (void)state;
  const char *const arguments[] = {"--set",
                                   "run.integrator=auto",
                                   "--until",
                                   "30 turns of shaft",
                                   "--checkpoint",
                                   "0s",
                                   "-o",
                                   "stopped.run",
                                   PINTLE_MODELS "/scotch_yoke.yaml",
                                   NULL};
  const pid_t id = start(arguments);
  end_after(id, "stopped.run", 1, SIGINT);
  assert_int_equal(end_of(id), 3);
  assert_int_equal(access("stopped.run/INCOMPLETE", F_OK), 0);
  assert_int_equal(resume("stopped.run"), 0);
  check_same("stopped.run", "whole_auto.run", "trace.csv");
  check_same("stopped.run", "whole_auto.run", "events.csv");
  check_same_summary("stopped.run", "whole_auto.run");
  assert_true(resume("stopped.run") != 0);
  assert_true(resume("never.run") != 0);
}

/* A run that ends before the first 2000 steps goes on from its start, here to the same end. */
static void ended_soon_and_resumed(void **state) {
  (void)state;
  const char *const arguments[] = {"--set",
                                   "run.limits.steps=100",
                                   "--checkpoint",
                                   "1h",
                                   "-o",
                                   "soon.run",
                                   PINTLE_MODELS "/scotch_yoke.yaml",
                                   NULL};
  assert_int_equal(run(arguments), 3);
  assert_int_equal(system("cp -r soon.run soon_once.run"), 0);
  assert_int_equal(resume("soon.run"), 3);
  check_same("soon.run", "soon_once.run", "trace.csv");
  check_same("soon.run", "soon_once.run", "events.csv");
  check_same_summary("soon.run", "soon_once.run");
}

/* ---------------------------------------------------------------- what is not whole */

static void flip(const char *path, long at) {
  FILE *file = fopen(path, "r+b");
  assert_non_null(file);
  assert_int_equal(fseek(file, at, at < 0 ? SEEK_END : SEEK_SET), 0);
  const int byte = fgetc(file);
  assert_int_equal(fseek(file, -1, SEEK_CUR), 0);
  fputc(byte ^ 1, file);
  fclose(file);
}

static void put_number(const char *path, long place, uint64_t number) {
  FILE *file = fopen(path, "r+b");
  assert_non_null(file);
  fseek(file, place, SEEK_SET);
  assert_int_equal(fwrite(&number, sizeof number, 1, file), 1);
  fclose(file);
}

static void check_refused(const char *message) {
  const ptl_status status = PTL_ERR_INPUT;
  char *from = NULL;
  const void *bytes;
  size_t size;
  ptl_mechanism *m;
  ptl_system *system;
  ptl_folder *out;
  must(context, ptl_folder_find_checkpoint(context, "broken.run", &from));
  char path[500];
  snprintf(path, sizeof path, "%s/model.yaml", from);
  must(context, ptl_mechanism_load(context, path, NULL, 0, &m));
  must(context, ptl_assemble(m, &system));
  assert_int_equal(ptl_folder_resume(context, system, "broken.run", from, &out, &bytes, &size),
                   status);
  assert_null(out);
  if (strstr(ptl_context_message(context), message) == NULL)
    fail_msg("'%s' has no '%s'", ptl_context_message(context), message);
  ptl_text_release(context, from);
  ptl_system_destroy(system);
  ptl_mechanism_destroy(m);
}

static void broken_checkpoints_are_refused(void **state) {
  (void)state;
  const char *const arguments[] = {"--until",
                                   "30 turns of shaft",
                                   "--checkpoint",
                                   "0s",
                                   "-o",
                                   "broken.run",
                                   PINTLE_MODELS "/scotch_yoke.yaml",
                                   NULL};
  const pid_t id = start(arguments);
  end_after(id, "broken.run", 1, SIGINT);
  assert_int_equal(end_of(id), 3);
  static const long places[] = {8, 16, 30, 41, 200, -1};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    flip("broken.run/checkpoint", places[i]);
    check_refused(places[i] == 30 ? "" : "broken.run/checkpoint");
    assert_true(resume("broken.run") != 0);
    flip("broken.run/checkpoint", places[i]);
  }
  assert_int_equal(truncate("broken.run/trace.csv", 100), 0);
  check_refused("shorter");
  assert_int_equal(truncate("broken.run/checkpoint", 100), 0);
  check_refused("missing");
  /* Lengths whose sum is that of the file, but for 2^64: of the name of the model, the snapshot. */
  assert_int_equal(truncate("broken.run/checkpoint", 200), 0);
  put_number("broken.run/checkpoint", 48, 4000);
  put_number("broken.run/checkpoint", 56, (uint64_t)0 - (4000 - (200 - 72)));
  check_refused("missing");
  assert_int_equal(access("broken.run/INCOMPLETE", F_OK), 0); /* it is as it was */
}

static void options_that_do_not_go_together(void **state) {
  (void)state;
  const char *const cases[][6] = {{"--checkpoint", "-1s", PINTLE_MODELS "/pendulum.yaml", NULL},
                                  {"--checkpoint", "1 m", PINTLE_MODELS "/pendulum.yaml", NULL},
                                  {"--resume", "--format", "csv", "broken.run", NULL},
                                  {"--resume", "--until", "1s", "stopped.run", NULL}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) assert_int_equal(run(cases[i]), 2);
}

static int in_folder(void **state) {
  if (mkdtemp(folder) == NULL || chdir(folder) != 0) return -1;
  return set_up(state);
}

static int out_of_folder(void **state) {
  char command[100];
  snprintf(command, sizeof command, "rm -r %s", folder);
  if (chdir("/") != 0 || system(command) != 0) return -1;
  return tear_down(state);
}

int main(int argc, char **argv) {
  const struct CMUnitTest with_hdf5[] = {cmocka_unit_test(killed_with_hdf5)};
  const struct CMUnitTest tests[] = {cmocka_unit_test(killed_and_resumed),
                                     cmocka_unit_test(signals_are_resumed),
                                     cmocka_unit_test(killed_while_verified),
                                     cmocka_unit_test(interrupted_while_verified),
                                     cmocka_unit_test(interrupted_and_resumed),
                                     cmocka_unit_test(ended_soon_and_resumed),
                                     cmocka_unit_test(broken_checkpoints_are_refused),
                                     cmocka_unit_test(options_that_do_not_go_together)};
  if (argc > 1 && strcmp(argv[1], "hdf5") == 0)
    return cmocka_run_group_tests_name("hdf5", with_hdf5, in_folder, out_of_folder);
  return cmocka_run_group_tests(tests, in_folder, out_of_folder);
}
