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

static void check_killed(const char *model, const char *until, const char *integrator,
                         const char *whole) {
  char set[64];
  snprintf(set, sizeof set, "run.integrator=%s", integrator);
  const char *const plain[] = {"--set", set,  "--until", until, "--checkpoint",
                               "1h",    "-o", whole,     model, NULL};
  const char *const killed[] = {"--set", set,  "--until",    until, "--checkpoint",
                                "0s",    "-o", "killed.run", model, NULL};
  assert_int_equal(run(plain), 0);
  for (int k = 1; k <= 3; k++) {
    pid_t id = start(killed);
    end_after(id, "killed.run", k, SIGKILL);
    assert_int_equal(end_of(id), -SIGKILL);
    assert_int_equal(access("killed.run", F_OK), -1); /* nothing at the final name */
    if (k == 2) {                                     /* and again while it goes on */
      const char *const again[] = {"--resume", "--checkpoint", "0s", "killed.run", NULL};
      id = start(again);
      end_after(id, "killed.run", 2, SIGKILL);
      end_of(id);
    }
    if (access("killed.run", F_OK) != 0) assert_int_equal(resume("killed.run"), 0);
    check_same("killed.run", whole, "trace.csv");
    check_same("killed.run", whole, "events.csv");
    assert_int_equal(checkpoint_number("killed.run"), 0); /* nothing is left beside it */
    assert_int_equal(access("killed.run/checkpoint", F_OK), -1);
    assert_int_equal(access("killed.run/INCOMPLETE", F_OK), -1);
    assert_int_equal(system("rm -r killed.run"), 0);
  }
}

/* Byte for byte the trace and events of the run that was not ended, which has the same model and saves as often. */
static void killed_and_resumed(void **state) {
  (void)state;
  const char *model = PINTLE_MODELS "/scotch_yoke.yaml", *until = "30 turns of shaft";
  check_killed(model, until, "auto", "whole_auto.run");
  check_killed(model, until, "ida", "whole_ida.run");
}

/* The same of signals, of one another and with states. */
static void signals_are_resumed(void **state) {
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
  check_killed("signals.yaml", "10 s", "auto", "signals_auto.run");
  check_killed("signals.yaml", "4 s", "ida", "signals_ida.run");
}

/* Ctrl-C leaves a folder that is marked as incomplete; it is resumed in place, and not where it is whole. */
static void interrupted_and_resumed(void **state) {
  (void)state;
  const char *const arguments[] = {"--until",
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
  assert_true(resume("stopped.run") != 0);
  assert_true(resume("never.run") != 0);
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
  assert_int_equal(access("broken.run/INCOMPLETE", F_OK), 0); /* it is as it was */
}

static void options_that_do_not_go_together(void **state) {
  (void)state;
  const char *const cases[][6] = {
      {"--checkpoint", "-1s", PINTLE_MODELS "/pendulum.yaml", NULL},
      {"--checkpoint", "1 m", PINTLE_MODELS "/pendulum.yaml", NULL},
      {"--checkpoint", "1s", "--verify", PINTLE_MODELS "/pendulum.yaml", NULL},
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(killed_and_resumed), cmocka_unit_test(signals_are_resumed),
      cmocka_unit_test(interrupted_and_resumed), cmocka_unit_test(broken_checkpoints_are_refused),
      cmocka_unit_test(options_that_do_not_go_together)};
  return cmocka_run_group_tests(tests, in_folder, out_of_folder);
}
