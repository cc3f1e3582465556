/* random_runs.c: `random_runs FROM TO [KNOWN_FAULTS [PART]]`: for each seed a random mechanism, run
 * with both integrators in child processes with a limit of processor time, for all or a PART of its
 * time. Looks for hangs and crashes, for refusals whose reason is not true, for runs that do not
 * agree, and checks every trace by its own kinematics. Prints a table. A line "SEED: ..." of the
 * file of known faults allows what that seed does today; a seed of that file which does well fails,
 * until its line is taken out. Exit status 0: nothing found. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"
#include "limited_run.h"
#include "random_mechanism.h"

enum { MOST_NOTES = 1 << 20 };

#define MOST_STEPS "run.limits.steps=1.5e5" /* what has more is not compared */

typedef struct tally {
  int mechanisms, runs, whole, hangs, crashes, invariants, disagreements, compared, separated,
      reruns, rerun_differences, known, stale;
  int refused[REFUSED_CLASSES][3];
  double worst, longest;
  char notes[MOST_NOTES];
} tally;

static const char *folder;
static double part = 1.0; /* of a mechanism's time that is run */
static char until[48];    /* the setting for that, of the seed at hand */
static int bad;           /* faults of the seed at hand */

static void make_run(const char *name, const char *const *settings, double cpu, judged_run *run) {
  const char *all[32] = {until};
  for (int n = 1; *settings != NULL && n < 31; n++) all[n] = *settings++;
  judged_run_make(folder, name, all, cpu, run);
}

static void note(tally *t, unsigned long long seed, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void note(tally *t, unsigned long long seed, const char *format, ...) {
  size_t n = strlen(t->notes);
  va_list list;
  bad++;
  n += (size_t)snprintf(t->notes + n, sizeof t->notes - n, "  seed %llu: ", seed);
  if (n + 400 > sizeof t->notes) return;
  va_start(list, format);
  n += (size_t)vsnprintf(t->notes + n, 300, format, list);
  va_end(list);
  snprintf(t->notes + strlen(t->notes), 2, "\n");
}

/* The first line of an error, without the paths. */
static const char *first_line(const char *error) {
  static char line[200];
  const char *at = strncmp(error, "pintle: ", 8) == 0 ? error + 8 : error;
  const char *place = strstr(at, "model.yaml:");
  snprintf(line, sizeof line, "%s", place != NULL ? place : at);
  line[strcspn(line, "\n")] = '\0';
  return line;
}

/* The verdict by that many rows up to the instant that the error names, of the run as it was or, so
 * that there may be more rows, one that is to end soon after. */
static verdict judge_by_rows(const char *integrator, const random_mechanism *m, double end,
                             double rows, int ends_soon, double cpu) {
  static const double beyond = 1e-3; /* of the time */
  char by[48], every[48], longer[48];
  const char *settings[] = {by, every, ends_soon ? longer : NULL, NULL};
  judged_run fine = {0};
  snprintf(by, sizeof by, "run.integrator=%s", integrator);
  snprintf(every, sizeof every, "run.every=%.17g", end / rows);
  snprintf(longer, sizeof longer, "run.until=%.17g", (1.0 + beyond) * end);
  make_run("fine", settings, cpu, &fine);
  const run_outcome *o = &fine.outcome;
  const verdict v = o->status != 0 && o->signal == 0
                        ? judge_refusal(m, refusal_of(o->err), o->err, &fine.trace)
                        : FALSE_REASON;
  judged_run_release(&fine);
  return v;
}

/* The verdict by rows that are nearer and nearer to each other, so that the last is near that
 * instant. */
static verdict judge_closely(const char *integrator, const random_mechanism *m, const char *error,
                             double cpu) {
  const char *at = strstr(error, "t = ");
  const double end = at != NULL ? strtod(at + strlen("t = "), NULL) : 0.0;
  if (!(end > 0.0)) return FALSE_REASON;
  const verdict v = judge_by_rows(integrator, m, end, 5e3, 0, cpu);
  return v == TRUE_REASON ? v : judge_by_rows(integrator, m, end, 2e4, 1, cpu);
}

/* Whether a run with the rtol that the error names does get beyond its time. */
static verdict judge_beyond(const char *integrator, const char *error, double cpu) {
  char by[48], rtol[48], end[48];
  const char *settings[] = {by, rtol, end, NULL};
  const char *named = strstr(error, "; rtol "), *at = strstr(error, "t = ");
  judged_run finer = {0};
  if (named == NULL || at == NULL || strstr(named, "gets beyond this") == NULL)
    return UNPROVEN_REASON;
  snprintf(by, sizeof by, "run.integrator=%s", integrator);
  snprintf(rtol, sizeof rtol, "run.rtol=%.9g", strtod(named + strlen("; rtol "), NULL));
  snprintf(end, sizeof end, "run.until=%.12g", (1.0 + 1e-6) * strtod(at + strlen("t = "), NULL));
  make_run("finer", settings, 5.0 * cpu, &finer);
  const int status = finer.outcome.status;
  judged_run_release(&finer);
  return status == 0 ? TRUE_REASON : FALSE_REASON;
}

/* Whether an ended run by the other integrator has made so many steps that a method of order five
 * is to make those of this limit: at rtol 1e-9 it makes 45 for one of order eight at 1e-8 on the
 * shipped pendulum, 36 on the double one. */
static int is_order(const judged_run *other, const char *error) {
  static const double steps_per_step = 50.0;
  const char *made = strstr(error, "has made "),
             *at = other != NULL && other->outcome.status == 0
                       ? strstr(other->outcome.out, " steps (dop853)")
                       : NULL;
  if (made == NULL || at == NULL) return 0;
  while (at > other->outcome.out && at[-1] != ' ') at--;
  return strtod(made + strlen("has made "), NULL) <= steps_per_step * strtod(at, NULL);
}

/* 1 when the run ended well. other: the run by the other integrator, or NULL. */
static int judge_outcome(tally *t, unsigned long long seed, const char *integrator,
                         const random_mechanism *m, const judged_run *run, const judged_run *other,
                         double cpu) {
  const run_outcome *o = &run->outcome;
  t->runs++;
  if (o->out_of_time) {
    t->hangs++;
    note(t, seed, "%s had not ended after %.1f s", integrator, o->cpu);
  } else if (o->signal != 0) {
    t->crashes++;
    note(t, seed, "%s ended by signal %d", integrator, o->signal);
  } else if (o->status != 0) {
    refusal_class class = refusal_of(o->err);
    verdict v = judge_refusal(m, class, o->err, &run->trace);
    if (v == FALSE_REASON && class == REFUSED_LIMIT && is_order(other, o->err)) v = TRUE_REASON;
    if (v == UNPROVEN_REASON && class == REFUSED_ENERGY) v = judge_beyond(integrator, o->err, cpu);
    if (v != TRUE_REASON) {
      const verdict closely = judge_closely(integrator, m, o->err, cpu);
      if (v == FALSE_REASON || closely == TRUE_REASON) v = closely;
    }
    t->refused[class][v]++;
    if (v == FALSE_REASON)
      note(t, seed, "%s refused, reason not true: %s", integrator, first_line(o->err));
    else if (v == UNPROVEN_REASON)
      printf("  seed %llu: %s, reason not proven: %s\n", seed, integrator, first_line(o->err));
  } else {
    const char *wrong = judge_trace(m, &run->trace);
    t->whole++;
    t->longest = fmax(t->longest, o->cpu);
    if (wrong == NULL) return 1;
    t->invariants++;
    note(t, seed, "%s has %s", integrator, wrong);
  }
  return 0;
}

/* ------------------------------------------------------------------ comparisons */

enum { MOST_CHANGES = MOST_BODIES + MOST_JOINTS + 2, SETTING = 96 };

/* Settings that change what masses alone do not: a single body under gravity moves as before with
 * another mass, and in a small clearance it is the clearance that decides. */
static void change_surroundings(const random_mechanism *m, double change,
                                char text[MOST_CHANGES][SETTING], const char **settings) {
  int n = 0;
  if (m->gravity[0] != 0.0 || m->gravity[1] != 0.0)
    snprintf(text[n++], SETTING, "gravity=[%.17g, %.17g]", m->gravity[0] * (1.0 + change),
             m->gravity[1] * (1.0 + change));
  for (int i = 0; i < m->n_bodies; i++)
    snprintf(text[n++], SETTING, "bodies.b%d.com=[%.17g, %.17g]", i,
             m->body[i].com[0] + change * m->length, m->body[i].com[1] - change * m->length);
  for (int i = 0; i < m->n_joints; i++) {
    char key[32];
    snprintf(key, sizeof key, "\n  j%d: ", i);
    const char *line = strstr(m->text, key),
               *at = line != NULL ? strstr(line, "clearance: ") : NULL;
    const double clearance = at != NULL ? strtod(at + strlen("clearance: "), NULL) : 0.0;
    if (m->joint[i].is_gap && clearance > 0.0)
      snprintf(text[n++], SETTING, "joints.j%d.clearance=%.17g", i, clearance * (1.0 + change));
  }
  for (int i = 0; i < n; i++) settings[i] = text[i];
  settings[n] = NULL;
}

/* Masses with a part more and less by turns. */
static void change_masses(const random_mechanism *m, double change,
                          char text[MOST_CHANGES][SETTING], const char **settings) {
  for (int i = 0; i < m->n_bodies; i++) {
    const double factor = 1.0 + (i % 2 == 0 ? change : -change);
    snprintf(text[i], SETTING, "bodies.b%d.mass=%.17g", i, m->body[i].mass * factor);
    settings[i] = text[i];
  }
  settings[m->n_bodies] = NULL;
}

/* What shows how far runs separate from the exact one: changed masses and surroundings; and masses
 * changed by its own rtol, by which its steps fall otherwise: errors that are made in contacts may
 * grow by far more than what is changed at the start. */
enum { NEARBY = 3 };
typedef void nearby_change(const random_mechanism *m, double change,
                           char text[MOST_CHANGES][SETTING], const char **settings);
static const struct {
  nearby_change *make;
  double change;
} nearby[NEARBY] = {{change_masses, 1e-6}, {change_masses, 1e-10}, {change_surroundings, 1e-6}};

static void compare(tally *t, unsigned long long seed, const random_mechanism *m, double cpu,
                    const judged_run *a, const judged_run *b) {
  const double tolerance = 1e-4;
  judged_run exact = {0}, near[NEARBY];
  nearby_run known[NEARBY];
  int n = 0, is_known = 1;
  memset(near, 0, sizeof near);
  agreement g = judge_agreement(m, &a->trace, &b->trace, NULL, NULL, 0, tolerance);
  t->compared++;
  if (g.error <= 1.0) {
    t->worst = fmax(t->worst, g.size);
    return;
  }
  make_run("exact", (const char *[]){"run.rtol=1e-10", NULL}, 5.0 * cpu, &exact);
  for (int i = 0; i < NEARBY; i++) {
    char text[MOST_CHANGES][SETTING];
    const char *settings[MOST_CHANGES + 2] = {"run.rtol=1e-10"};
    nearby[i].make(m, nearby[i].change, text, settings + 1);
    make_run("near", settings, 5.0 * cpu, &near[i]);
    if (near[i].outcome.status == 0)
      known[n++] = (nearby_run){&near[i].trace, nearby[i].change};
    else if (nearby[i].make == change_masses)
      is_known = 0;
  }
  if (exact.outcome.status != 0 || !is_known) {
    t->disagreements++;
    note(t, seed, "auto and " IMPLICIT_NAME " differ by %.1e in %s at %.4g s; no run at rtol 1e-10",
         g.size, g.column, g.time);
  } else {
    int rows = g.rows;
    const judged_run *pair[] = {a, b};
    const char *const names[] = {"auto", IMPLICIT_NAME};
    for (int i = 0; i < 2; i++) {
      g = judge_agreement(m, &pair[i]->trace, &exact.trace, &exact.trace, known, n, tolerance);
      if (g.error > 1.0) {
        t->disagreements++;
        note(t, seed, "%s is off by %.1e in %s at %.4g s (%.1f times what is promised)", names[i],
             g.size, g.column, g.time, g.error);
      }
    }
    t->separated += g.rows < rows;
  }
  judged_run_release(&exact);
  for (int i = 0; i < NEARBY; i++) judged_run_release(&near[i]);
}

static void rerun(tally *t, unsigned long long seed, double cpu, const char *const *settings) {
  judged_run again = {0};
  char one[2048], two[2048];
  make_run("again", settings, cpu, &again);
  snprintf(one, sizeof one, "%s/auto.run/trace.csv", folder);
  snprintf(two, sizeof two, "%s/again.run/trace.csv", folder);
  char *a = file_text(one), *b = file_text(two);
  t->reruns++;
  if (a == NULL || b == NULL || strcmp(a, b) != 0) {
    t->rerun_differences++;
    note(t, seed, "a second run gives other bytes");
  }
  free(a);
  free(b);
  judged_run_release(&again);
}

static void try_seed(tally *t, unsigned long long seed, double cpu) {
  static random_mechanism m;
  char path[2048];
  const char *explicit_run[] = {"run.rtol=1e-8", "run.integrator=auto", MOST_STEPS, NULL};
  /* errors of BDF are about ten times those of DOP853 at one tolerance (docs/numerics.md) */
  const char *implicit_run[] = {"run.rtol=1e-9", "run.integrator=" IMPLICIT_NAME, MOST_STEPS, NULL};
  judged_run a = {0}, b = {0};
  if (random_mechanism_make(seed, &m) != 0) {
    note(t, seed, "the model file is too long");
    return;
  }
  snprintf(path, sizeof path, "%s/model.yaml", folder);
  FILE *file = fopen(path, "w");
  if (file == NULL || fputs(m.text, file) < 0 || fclose(file) != 0) exit(2);
  t->mechanisms++;
  snprintf(until, sizeof until, "run.until=%.17g s", part * m.until);
  make_run("auto", explicit_run, cpu, &a);
  make_run("implicit", implicit_run, cpu, &b);
  int well = judge_outcome(t, seed, "auto", &m, &a, NULL, cpu);
  well &= judge_outcome(t, seed, IMPLICIT_NAME, &m, &b, &a, cpu);
  if (well) compare(t, seed, &m, cpu, &a, &b);
  if (well && seed % 10 == 0) rerun(t, seed, cpu, explicit_run);
  judged_run_release(&a);
  judged_run_release(&b);
}

/* ------------------------------------------------------------------ known faults, report */

static int is_known(const char *path, unsigned long long seed) {
  char line[400];
  FILE *file = path != NULL ? fopen(path, "r") : NULL;
  int found = 0;
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    char *end;
    if (strtoull(line, &end, 10) == seed && end != line && *end == ':') found = 1;
  }
  if (file != NULL) fclose(file);
  return found;
}

static void report(const tally *t) {
  printf("\n%-34s %d\n%-34s %d\n", "mechanisms", t->mechanisms, "runs", t->runs);
  printf("%-34s %d (at most %.1f s of processor time)\n", "  ended well", t->whole, t->longest);
  printf("%-34s %d\n%-34s %d\n", "  hangs", t->hangs, "  crashes", t->crashes);
  printf("%-34s %5s %9s %6s\n", "  refused", "true", "unproven", "false");
  for (int i = 0; i < REFUSED_CLASSES; i++) {
    const int *n = t->refused[i];
    if (n[0] + n[1] + n[2] > 0)
      printf("    %-30s %5d %9d %6d\n", refusal_names[i], n[TRUE_REASON], n[UNPROVEN_REASON],
             n[FALSE_REASON]);
  }
  printf("%-34s %d\n", "traces that break an invariant", t->invariants);
  printf("%-34s %d, %d of them up to where nearby runs separate\n", "pairs compared", t->compared,
         t->separated);
  printf("%-34s %d (largest agreeing difference %.1e)\n", "  that disagree", t->disagreements,
         t->worst);
  printf("%-34s %d, %d differ\n", "reruns, byte by byte", t->reruns, t->rerun_differences);
  if (t->notes[0] != '\0') printf("found:\n%s", t->notes);
}

int main(int argc, char **argv) {
  static tally t;
  if (argc < 3) {
    fprintf(stderr, "usage: random_runs FROM TO [KNOWN_FAULTS [PART]]\n");
    return 2;
  }
  unsigned long long from = strtoull(argv[1], NULL, 10), to = strtoull(argv[2], NULL, 10);
  const char *known = argc > 3 ? argv[3] : NULL;
  if (argc > 4) part = strtod(argv[4], NULL);
  const char *limit = getenv("PINTLE_RANDOM_CPU");
  double cpu = limit != NULL ? strtod(limit, NULL) : 60.0;
  int failed = 0;
  folder = make_work_folder("random");
  if (folder == NULL) return 2;
  for (unsigned long long seed = from; seed <= to; seed++) {
    bad = 0;
    try_seed(&t, seed, cpu);
    int expected = is_known(known, seed);
    if (expected && bad == 0) printf("  seed %llu does well: its line is to be taken out\n", seed);
    failed += expected ? bad == 0 : bad > 0;
  }
  remove_work_folder(folder);
  report(&t);
  return failed > 0;
}
