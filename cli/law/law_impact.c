/* law_impact.c: `pintle law impact`: what one impact comes out as, for one law or several. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family.h"
#include "figure_file.h"
#include "law_options.h"
#include "law_output.h"
#include "law_parts.h"
#include "message.h"
#include "output.h"
#include "print_json.h"
#include "quantity.h"
#include "table.h"

typedef struct arguments {
  ptl_law_options law;
  ptl_texts damping;
  const char *mass, *mass_b, *speed, *push, *restitution, *points, *file, *plot;
  int json;
} arguments;

/* What is asked for, read. */
typedef struct task {
  ptl_context *context;
  const arguments *a;
  ptl_impact_def def;
  char mass[40];   /* effective mass as text, for laws that need it */
  double from, to; /* of the restitution; NAN: not given, equal: one value */
  int points;
  const char **laws; /* damping laws, in order */
  int n_laws, all;
  FILE *csv;
  ptl_chart chart;
} task;

static const ptl_usage usage = {
    "law impact", "",
    "Follows one impact of a mass on a wall, or of two masses: restitution, duration, peak force, "
    "deepest indentation and energy lost, for one damping law or several side by side. With a "
    "range "
    "of --restitution: the restitution that results over the one asked for.",
    0, 0};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      PTL_LAW_OPTIONS(a->law),
      {0, "law", "LAW", "damping law, or `all`; may be repeated (default: none)", PTL_LIST,
       &a->damping},
      {0, "damping", "LAW", "the same as --law", PTL_LIST, &a->damping},
      {0, "mass", "M", "mass that hits a wall: '1 kg'", PTL_TEXT, &a->mass},
      {0, "mass-b", "M", "mass of a second free body in place of the wall", PTL_TEXT, &a->mass_b},
      {0, "speed", "V", "speed of approach: '4.2 m/s'", PTL_TEXT, &a->speed},
      {0, "push", "F", "constant force towards the contact, such as a weight (default 0)", PTL_TEXT,
       &a->push},
      {0, "restitution", "C", "restitution asked of every law, or a range: 0.05..0.95", PTL_TEXT,
       &a->restitution},
      {0, "points", "N", "number of restitutions in a range (default 19)", PTL_TEXT, &a->points},
      {'o', "output", "FILE",
       "CSV of the loops (time, depth, rate, force), or of the restitutions of a range", PTL_TEXT,
       &a->file},
      {0, "plot", "FILE", "picture of the same, .svg, .png or .pdf", PTL_TEXT, &a->plot},
      {0, "json", NULL, "print the result as JSON", PTL_FLAG, &a->json},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, NULL);
}

/* ------------------------------------------------------------------ the task */

static int read_restitution(task *t) {
  const char *text = t->a->restitution;
  int status = ptl_cli_law_count("points", t->a->points, 2, &t->points);
  t->from = t->to = NAN;
  if (text == NULL || status != PTL_GO_ON) return status;
  if (strstr(text, "..") != NULL)
    status = ptl_cli_law_range(t->context, "restitution", text, "1", &t->from, &t->to);
  else
    status = ptl_cli_option_quantity(t->context, "restitution", text, "1", &t->to);
  if (status == PTL_GO_ON && strstr(text, "..") == NULL) t->from = t->to;
  if (status != PTL_GO_ON || (t->from > 0 && t->to >= t->from && t->to <= 1)) return status;
  ptl_cli_say(PTL_E(0951) "--restitution must be > 0 and <= 1, or a range A..B of that, not %s",
              text);
  return PTL_EXIT_USAGE;
}

/* Whether both laws accept each other; an unknown elastic law is refused when it is read. */
static int goes_with(const task *t, const ptl_damping_law *damping) {
  ptl_type_info info;
  for (int i = 0; ptl_context_get_type(t->context, PTL_ELASTIC, i, &info); i++) {
    if (strcmp(info.name, t->a->law.elastic) != 0) continue;
    return ptl_contact_match(t->context, info.type, damping) == PTL_OK;
  }
  return 1;
}

/* Every law that goes with the elastic one, family by family. */
static void read_all_laws(task *t) {
  enum { MOST_FAMILIES = 64 };
  const char *families[MOST_FAMILIES];
  const int n = ptl_cli_families(t->context, PTL_DAMPING, families, MOST_FAMILIES);
  ptl_type_info info;
  for (int k = 0; k < n; k++)
    for (int i = 0; ptl_context_get_type(t->context, PTL_DAMPING, i, &info); i++)
      if (ptl_cli_is_family(&info, families[k]) && goes_with(t, info.type))
        t->laws[t->n_laws++] = info.name;
}

static const char *family_of(const task *t, const char *law) {
  ptl_type_info info;
  for (int i = 0; ptl_context_get_type(t->context, PTL_DAMPING, i, &info); i++)
    if (strcmp(info.name, law) == 0) return info.doc->family;
  return NULL;
}

static void read_laws(task *t) {
  ptl_type_info info;
  int n = 0;
  while (ptl_context_get_type(t->context, PTL_DAMPING, n, &info)) n++;
  t->laws = ptl_cli_alloc((size_t)n + (size_t)t->a->damping.n + 1, sizeof *t->laws);
  for (int i = 0; i < t->a->damping.n; i++) {
    if (strcmp(t->a->damping.items[i], "all") == 0) t->all = 1;
    t->laws[t->n_laws++] = t->a->damping.items[i];
  }
  if (t->all) t->n_laws = 0;
  if (t->all) read_all_laws(t);
  if (t->n_laws == 0) t->laws[t->n_laws++] = "none";
}

static int read_task(task *t) {
  const arguments *a = t->a;
  t->def = ptl_impact_default();
  t->points = 19;
  if (a->law.elastic == NULL) {
    ptl_cli_say(PTL_E(0950) "which law? --elastic LAW is missing (pintle list laws shows them)");
    return PTL_EXIT_USAGE;
  }
  int status = PTL_GO_ON;
  if (a->plot != NULL) status = ptl_cli_figure_check(a->plot);
  if (status == PTL_GO_ON) status = ptl_cli_law_mass(t->context, a->mass, a->mass_b, &t->def.mass);
  if (status == PTL_GO_ON)
    status = ptl_cli_law_positive(t->context, "speed", a->speed, "m/s", &t->def.speed);
  if (status == PTL_GO_ON)
    status = ptl_cli_option_quantity(t->context, "push", a->push, "N", &t->def.push);
  if (status == PTL_GO_ON) status = read_restitution(t);
  snprintf(t->mass, sizeof t->mass, "%.17g", t->def.mass);
  if (status == PTL_GO_ON) read_laws(t);
  return status;
}

/* ------------------------------------------------------------------ one law */

/* The parameter by which a damping law takes a restitution, and its value; NULL if it has none. */
static const char *restitution_of(const task *t, const char *damping, double c, double *value) {
  *value = c;
  ptl_type_info info;
  for (int i = 0; ptl_context_get_type(t->context, PTL_DAMPING, i, &info); i++) {
    if (strcmp(info.name, damping) != 0) continue;
    for (const ptl_param *row = info.params; row->name != NULL; row++) {
      if (strcmp(row->name, "restitution") == 0) return "damping.restitution";
      if (strcmp(row->name, "energetic_restitution") == 0) return "damping.energetic_restitution";
      if (strcmp(row->name, "factor") != 0) continue;
      *value = c * c; /* returns sqrt(factor) */
      return "damping.factor";
    }
  }
  return NULL;
}

/* Whether the law has a parameter of that name, which is not set on the command line. */
static int lacks(const task *t, const char *damping, const char *name) {
  static const char *const prefixes[] = {"", "damping."};
  ptl_type_info info;
  for (int i = 0; i < t->a->law.settings.n; i++)
    for (int k = 0; k < 2; k++) {
      const char *given = t->a->law.settings.items[i];
      const size_t skip = strlen(prefixes[k]), length = strlen(name);
      if (strncmp(given, prefixes[k], skip) == 0 && strncmp(given + skip, name, length) == 0 &&
          given[skip + length] == '=')
        return 0;
    }
  for (int i = 0; ptl_context_get_type(t->context, PTL_DAMPING, i, &info); i++)
    for (const ptl_param *row = info.params; strcmp(info.name, damping) == 0 && row->name; row++)
      if (strcmp(row->name, name) == 0) return 1;
  return 0;
}

/* A restitution that holds at one speed is taken to hold at that of the impact. */
static ptl_status open_law(const task *t, const char *damping, double c, ptl_law **law) {
  ptl_setting more[3] = {{"effective_mass", t->mass}};
  char text[40], speed[40];
  double value;
  int n = 1;
  const char *path = isnan(c) ? NULL : restitution_of(t, damping, c, &value);
  if (path != NULL) {
    snprintf(text, sizeof text, "%.17g", value);
    more[n++] = (ptl_setting){path, text};
  }
  if (path != NULL && lacks(t, damping, "reference_speed")) {
    snprintf(speed, sizeof speed, "%.17g", t->def.speed);
    more[n++] = (ptl_setting){"damping.reference_speed", speed};
  }
  return ptl_cli_law_read(t->context, &t->a->law, damping, more, n, law);
}

/* Where the steps of an impact go. */
typedef struct impact_output {
  task *t;
  const char *law;
  ptl_chart_curve *curve;
} impact_output;

static int take_point(void *user, const ptl_impact_point *p) {
  impact_output *l = user;
  const double row[] = {p->time, p->depth, p->rate, p->force, p->energy};
  if (l->curve != NULL) ptl_cli_chart_point(l->curve, 1e6 * p->depth, p->force);
  if (l->t->csv == NULL) return 0;
  fprintf(l->t->csv, "%s", l->law);
  for (int i = 0; i < 5; i++) {
    fputc(',', l->t->csv);
    ptl_cli_law_put(l->t->csv, row[i]);
  }
  fputc('\n', l->t->csv);
  return 0;
}

static ptl_status impact_of(task *t, const char *damping, double c, int keep, ptl_impact *out) {
  impact_output l = {t, damping, NULL};
  ptl_law *law = NULL;
  ptl_status status = open_law(t, damping, c, &law);
  if (status != PTL_OK) return status;
  if (keep && t->a->plot != NULL) l.curve = ptl_cli_chart_add(&t->chart, damping);
  if (keep) take_point(&l, &(ptl_impact_point){0, 0, t->def.speed, 0, 0});
  status = ptl_law_impact(t->context, law, &t->def, keep ? take_point : NULL, &l, out);
  ptl_law_destroy(t->context, law);
  return status;
}

/* A law that cannot be made is an error when it was asked for by name; of `all` it is left out. If
 * even `none` cannot be made, the fault is in what all have in common. */
static int is_left_out(const task *t, const char *law, ptl_status status) {
  if (!t->all || status != PTL_ERR_INPUT || strcmp(law, "none") == 0) return 0;
  ptl_cli_tell("%s is left out: %s", law, ptl_context_message(t->context));
  return 1;
}

/* ------------------------------------------------------------------ side by side */

static void put_quantity(ptl_table *table, double value, const char *unit) {
  char text[64];
  ptl_cli_quantity(text, sizeof text, value, unit, 5);
  ptl_cli_table_cell(table, "%s", text);
}

static void put_row(ptl_table *table, const task *t, const char *law, const ptl_impact *x) {
  const char *family = family_of(t, law);
  ptl_cli_table_cell(table, "%s", law);
  ptl_cli_table_cell(table, x->parted ? "%.6f" : "comes to rest", x->restitution);
  put_quantity(table, x->push_duration, "s");
  put_quantity(table, x->peak_force, "N");
  put_quantity(table, x->deepest, "m");
  put_quantity(table, x->energy_lost, "J");
  ptl_cli_table_cell(table, "%s", family != NULL ? family : "");
}

static void print_object(ptl_json *j, const task *t, const char *law, const ptl_impact *x) {
  ptl_json_open(j, NULL, '{');
  ptl_json_text(j, "damping", law);
  ptl_json_text(j, "family", family_of(t, law));
  ptl_json_bool(j, "parted", x->parted);
  ptl_cli_json_number(j, "restitution", x->restitution);
  ptl_cli_json_number(j, "rebound", x->rebound);
  ptl_cli_json_number(j, "duration", x->duration);
  ptl_cli_json_number(j, "push_duration", x->push_duration);
  ptl_cli_json_number(j, "peak_force", x->peak_force);
  ptl_cli_json_number(j, "peak_time", x->peak_time);
  ptl_cli_json_number(j, "deepest", x->deepest);
  ptl_cli_json_number(j, "deepest_time", x->deepest_time);
  ptl_cli_json_number(j, "energy_lost", x->energy_lost);
  ptl_json_close(j, '}');
}

/* Computes all before anything is printed. */
static int side_by_side(task *t) {
  static const char *const headings[] = {"damping", "restitution", "duration", "peak force",
                                         "deepest", "energy lost", "family"};
  ptl_impact *found = ptl_cli_alloc((size_t)t->n_laws, sizeof *found);
  if (t->csv != NULL) fprintf(t->csv, "law,time [s],depth [m],rate [m/s],force [N],energy [J]\n");
  int n = 0, status = PTL_EXIT_DONE;
  for (int i = 0; i < t->n_laws && status == PTL_EXIT_DONE; i++) {
    const ptl_status failed = impact_of(t, t->laws[i], t->from, 1, &found[n]);
    if (failed == PTL_OK)
      t->laws[n++] = t->laws[i];
    else if (!is_left_out(t, t->laws[i], failed))
      status = ptl_cli_exit_status(t->context, failed);
  }
  if (status == PTL_EXIT_DONE && t->a->json) {
    ptl_json json = {.context = t->context}, *j = &json;
    ptl_json_open(j, NULL, '[');
    for (int i = 0; i < n; i++) print_object(j, t, t->laws[i], &found[i]);
    ptl_json_close(j, ']');
    ptl_cli_json_print(j);
  } else if (status == PTL_EXIT_DONE) {
    ptl_table *table = ptl_cli_table_create("lrrrrrl");
    for (int i = 0; i < 7; i++) ptl_cli_table_cell(table, "%s", headings[i]);
    for (int i = 0; i < n; i++) put_row(table, t, t->laws[i], &found[i]);
    ptl_cli_table_print(table, stdout, 0);
  }
  free(found);
  t->chart.title = "force of one impact";
  t->chart.x_label = "depth [\xC2\xB5m]";
  t->chart.y_label = "force [N]";
  return status;
}

/* ------------------------------------------------------------------ over a range of restitution */

static double asked(const task *t, int k) {
  return t->from + (t->to - t->from) * k / (t->points - 1);
}

/* The restitutions that result, NAN outside the law's own range; the exit status. */
static int follow_range(task *t, const char *law, double *after) {
  for (int k = 0; k < t->points; k++) after[k] = NAN;
  double value;
  if (restitution_of(t, law, 0.5, &value) == NULL) {
    ptl_law *unknown = NULL; /* tells a law that is not there from one without a restitution */
    const ptl_status status = open_law(t, law, NAN, &unknown);
    ptl_law_destroy(t->context, unknown);
    if (t->all) return PTL_EXIT_DONE;
    if (status != PTL_OK) return ptl_cli_exit_status(t->context, status);
    ptl_cli_say(PTL_E(0951) "damping law '%s' takes no restitution", law);
    return PTL_EXIT_USAGE;
  }
  for (int k = 0; k < t->points; k++) {
    ptl_impact x;
    const ptl_status failed = impact_of(t, law, asked(t, k), 0, &x);
    if (failed == PTL_OK)
      after[k] = x.restitution;
    else if (!(t->all && failed == PTL_ERR_INPUT))
      return ptl_cli_exit_status(t->context, failed);
  }
  return PTL_EXIT_DONE;
}

static void put_range(task *t, FILE *out, const char *law, const double *after) {
  ptl_chart_curve *curve = NULL;
  for (int k = 0; k < t->points; k++) {
    if (isnan(after[k])) continue;
    if (curve == NULL) curve = ptl_cli_chart_add(&t->chart, law);
    ptl_cli_chart_point(curve, asked(t, k), after[k]);
    if (out == NULL) continue;
    fprintf(out, "%s,", law);
    ptl_cli_law_put(out, asked(t, k));
    fputc(',', out);
    ptl_cli_law_put(out, after[k]);
    fputc('\n', out);
  }
}

static int over_range(task *t) {
  FILE *out = t->csv ? t->csv : t->a->plot ? NULL : stdout;
  double *after = ptl_cli_alloc((size_t)t->n_laws * (size_t)t->points, sizeof *after);
  int status = PTL_EXIT_DONE;
  for (int i = 0; i < t->n_laws && status == PTL_EXIT_DONE; i++)
    status = follow_range(t, t->laws[i], after + (size_t)i * (size_t)t->points);
  if (status == PTL_EXIT_DONE && out != NULL)
    fprintf(out, "law,restitution [1],restitution_after [1]\n");
  for (int i = 0; i < t->n_laws && status == PTL_EXIT_DONE; i++)
    put_range(t, out, t->laws[i], after + (size_t)i * (size_t)t->points);
  free(after);
  t->chart.title = "restitution of an impact";
  t->chart.x_label = "restitution asked for";
  t->chart.y_label = "restitution that results";
  t->chart.diagonal = 1;
  return status;
}

/* ------------------------------------------------------------------ the part */

static int run_impacts(task *t) {
  const int range = t->to > t->from;
  ptl_new_file file;
  if (t->a->file != NULL) {
    if (ptl_cli_file_open(&file, t->a->file)) return PTL_EXIT_USAGE;
    t->csv = file.stream;
  }
  int status = range ? over_range(t) : side_by_side(t);
  if (t->csv != NULL && ptl_cli_file_close(&file, t->a->file, status == PTL_EXIT_DONE) &&
      status == PTL_EXIT_DONE)
    status = PTL_EXIT_USAGE;
  if (status == PTL_EXIT_DONE && t->a->plot != NULL)
    status = ptl_cli_chart_draw(&t->chart, t->a->plot);
  return status;
}

int ptl_cli_law_impact(int argc, char **argv) {
  arguments a = {.law = {NULL, {NULL, 0}, {NULL, 0}}};
  task t = {.a = &a};
  int status = parse(argc, argv, &a);
  if (status == PTL_GO_ON) {
    t.context = ptl_cli_open_context(a.law.plugins.items, a.law.plugins.n);
    status = t.context != NULL ? read_task(&t) : PTL_EXIT_USAGE;
    if (status == PTL_GO_ON) status = run_impacts(&t);
    ptl_cli_chart_release(&t.chart);
    free(t.laws);
    ptl_context_destroy(t.context);
  }
  free(a.damping.items);
  free(a.law.settings.items);
  free(a.law.plugins.items);
  return status;
}
