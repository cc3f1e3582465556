/* check.c: `pintle check`: reads, validates and assembles; simulates nothing. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "message.h"
#include "model.h"
#include "print_json.h"
#include "report.h"
#include "table.h"
#include "verbs.h"

typedef struct arguments {
  ptl_model_arguments model;
  int quiet, json;
} arguments;

static const ptl_usage usage = {
    "check", "MODEL",
    "Reads and assembles the model and reports its degrees of freedom, redundant constraints, the "
    "consistent initial state and how far it lies from what the model gives, coordinates of "
    "joints, "
    "motions and forces, depths of gaps, and notices: what of the start was moved, closed gaps, "
    "(nearly) singular positions. Simulates nothing. "
    "Exit status 1 when the model cannot be assembled.",
    1, 1};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {0, "set", "PATH=VALUE", "replace a value of the model file, as for run; may be repeated",
       PTL_LIST, &a->model.settings},
      {0, "plugin", "LIB", "shared library with further laws, joints or forces; may be repeated",
       PTL_LIST, &a->model.plugins},
      {0, "quiet", NULL, "print nothing; the exit status tells", PTL_FLAG, &a->quiet},
      {0, "json", NULL, "print the report as JSON", PTL_FLAG, &a->json},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, &a->model.path);
}

/* ------------------------------------------------------------------ text */

static void print_start(const ptl_assembly *a) {
  printf("  start     moved by at most %.3g m and %.3g rad, velocities by %.3g m/s\n", a->moved,
         a->turned, a->moved_velocity);
  printf("            constraints hold to %.2g in position, %.2g in velocity\n\n",
         a->position_residual, a->velocity_residual);
}

enum { PLACE, ANGLE = 2, SPEED, OMEGA = 5, ALPHA = 8, N_STATES };

static void states_of(const ptl_initial *b, double *values) {
  const double states[N_STATES] = {b->x,     b->y,  b->angle, b->vx,   b->vy,
                                   b->omega, b->ax, b->ay,    b->alpha};
  memcpy(values, states, sizeof states);
}

/* What is only rounding beside the largest value of its kind is shown as 0; x and y are one kind.
 */
static void find_rounding(const ptl_initial *initial, int n, double *rounding) {
  static const int kinds[N_STATES] = {PLACE, PLACE, ANGLE, SPEED, SPEED, OMEGA, 6, 6, ALPHA};
  for (int k = 0; k < N_STATES; k++) rounding[k] = 0;
  for (int i = 0; i < n; i++) {
    double values[N_STATES];
    states_of(&initial[i], values);
    for (int k = 0; k < N_STATES; k++)
      rounding[kinds[k]] = fmax(rounding[kinds[k]], 1e-14 * fabs(values[k]));
    rounding[ALPHA] = fmax(rounding[ALPHA], 1e-14 * values[OMEGA] * values[OMEGA]);
  }
  for (int k = 0; k < N_STATES; k++) rounding[k] = rounding[kinds[k]];
}

static double unless_rounding(double value, double rounding) {
  return fabs(value) <= rounding ? 0.0 : value;
}

static void print_states(const ptl_system *system) {
  static const char *const headings[] = {
      "body",     "x [m]",         "y [m]",      "angle [rad]", "vx [m/s]",
      "vy [m/s]", "omega [rad/s]", "ax [m/s^2]", "ay [m/s^2]",  "alpha [rad/s^2]"};
  ptl_table *table = ptl_cli_table_create("lrrrrrrrrr");
  const ptl_initial *initial;
  const int n = ptl_system_get_initial(system, &initial);
  double rounding[N_STATES];
  find_rounding(initial, n, rounding);
  for (int k = 0; k <= N_STATES; k++) ptl_cli_table_cell(table, "%s", headings[k]);
  for (int i = 0; i < n; i++) {
    double values[N_STATES];
    states_of(&initial[i], values);
    ptl_cli_table_cell(table, "%s", initial[i].body);
    for (int k = 0; k < N_STATES; k++)
      ptl_cli_table_cell(table, "%.7g", unless_rounding(values[k], rounding[k]));
  }
  ptl_cli_table_print(table, stdout, 2);
}

static void print_coordinates(const ptl_system *system) {
  const ptl_initial_coordinate *list;
  const int n = ptl_system_get_initial_coordinates(system, &list);
  if (n == 0) return;
  const ptl_initial *initial;
  double rounding[N_STATES];
  const int n_bodies = ptl_system_get_initial(system, &initial);
  find_rounding(initial, n_bodies, rounding);
  printf("\n");
  ptl_table *table = ptl_cli_table_create("llrr");
  ptl_cli_table_cell(table, "coordinate");
  ptl_cli_table_cell(table, "of a");
  ptl_cli_table_cell(table, "at the start");
  ptl_cli_table_cell(table, "rate");
  for (int i = 0; i < n; i++) {
    const int turns = strcmp(list[i].unit, "rad") == 0;
    const double degrees = 180 / acos(-1.0);
    ptl_cli_table_cell(table, "%s", list[i].name);
    ptl_cli_table_cell(table, "%s", list[i].kind);
    const double value = unless_rounding(list[i].value, rounding[turns ? ANGLE : PLACE]);
    const double rate = unless_rounding(list[i].rate, rounding[turns ? OMEGA : SPEED]);
    ptl_cli_table_cell(table, "%.7g %s", value * (turns ? degrees : 1), turns ? "deg" : "m");
    ptl_cli_table_cell(table, "%.7g %s", rate, turns ? "rad/s" : "m/s");
  }
  ptl_cli_table_print(table, stdout, 2);
}

static void print_gaps(const ptl_system *system, int n_gaps) {
  static const char *const headings[] = {"gap",
                                         "contact",
                                         "depth [m]",
                                         "rate [m/s]",
                                         "stored [J]",
                                         "effective mass [kg]",
                                         "by direction, least [kg]",
                                         "largest [kg]"};
  if (n_gaps == 0) return;
  printf("\n");
  ptl_table *table = ptl_cli_table_create("llrrrrrr");
  for (size_t k = 0; k < sizeof headings / sizeof *headings; k++)
    ptl_cli_table_cell(table, "%s", headings[k]);
  for (int i = 0; i < n_gaps; i++) {
    const char *joint, *name, *contact;
    ptl_gap_start start;
    if (ptl_system_get_gap(system, i, &joint, &name, &contact) != PTL_OK ||
        ptl_system_get_gap_start(system, i, &start) != PTL_OK)
      break;
    ptl_cli_table_cell(table, "%s.%s", joint, name);
    ptl_cli_table_cell(table, "%s", contact);
    ptl_cli_table_cell(table, "%.5g", start.depth);
    ptl_cli_table_cell(table, "%.5g", start.rate);
    ptl_cli_table_cell(table, "%.5g", start.energy);
    ptl_cli_table_cell(table, "%.5g%s", start.effective_mass, start.mass_is_given ? " given" : "");
    ptl_cli_table_cell(table, "%.5g", start.least_effective_mass);
    ptl_cli_table_cell(table, "%.5g", start.largest_effective_mass);
  }
  ptl_cli_table_print(table, stdout, 2);
}

static void print_text(const arguments *a, const ptl_loaded *model) {
  const ptl_assembly *assembly = ptl_system_get_assembly(model->system);
  const char *title = ptl_mechanism_get_title(model->mechanism);
  printf("%s\n", title != NULL && *title ? title : a->model.path);
  ptl_cli_report_assembly(model->system);
  print_start(assembly);
  print_states(model->system);
  print_coordinates(model->system);
  print_gaps(model->system, assembly->n_gaps);
  printf("\n");
  ptl_cli_report_notices(model->system);
}

/* ------------------------------------------------------------------ JSON */

static void print_json_coordinates(ptl_json *j, const ptl_system *system) {
  const ptl_initial_coordinate *list;
  const int n = ptl_system_get_initial_coordinates(system, &list);
  ptl_json_open(j, "coordinates", '[');
  for (int i = 0; i < n; i++) {
    ptl_json_open(j, NULL, '{');
    ptl_json_text(j, "name", list[i].name);
    ptl_json_text(j, "kind", list[i].kind);
    ptl_json_text(j, "unit", list[i].unit);
    ptl_cli_json_number(j, "value", list[i].value);
    ptl_cli_json_number(j, "rate", list[i].rate);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
}

static void print_json_notices(ptl_json *j, const ptl_system *system) {
  const char *const *notices;
  const int n = ptl_system_get_notices(system, &notices);
  ptl_json_open(j, "notices", '[');
  for (int i = 0; i < n; i++) ptl_json_text(j, NULL, notices[i]);
  ptl_json_close(j, ']');
}

static void print_json_states(ptl_json *j, const ptl_system *system) {
  const ptl_initial *initial;
  const int n = ptl_system_get_initial(system, &initial);
  ptl_json_open(j, "initial", '[');
  for (int i = 0; i < n; i++) {
    const ptl_initial *b = &initial[i];
    ptl_json_open(j, NULL, '{');
    ptl_json_text(j, "body", b->body);
    ptl_cli_json_number(j, "x", b->x);
    ptl_cli_json_number(j, "y", b->y);
    ptl_cli_json_number(j, "angle", b->angle);
    ptl_cli_json_number(j, "vx", b->vx);
    ptl_cli_json_number(j, "vy", b->vy);
    ptl_cli_json_number(j, "omega", b->omega);
    ptl_cli_json_number(j, "ax", b->ax);
    ptl_cli_json_number(j, "ay", b->ay);
    ptl_cli_json_number(j, "alpha", b->alpha);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
}

static void print_json(const ptl_loaded *model) {
  const ptl_assembly *a = ptl_system_get_assembly(model->system);
  ptl_json json = {.context = model->context}, *j = &json;
  ptl_json_open(j, NULL, '{');
  ptl_json_text(j, "title", ptl_mechanism_get_title(model->mechanism));
  ptl_json_count(j, "bodies", a->n_bodies);
  ptl_json_count(j, "constraints", a->n_constraints);
  ptl_json_count(j, "rank", a->rank);
  ptl_json_count(j, "degrees_of_freedom", a->degrees_of_freedom);
  ptl_json_count(j, "ideal_degrees_of_freedom", a->ideal_degrees_of_freedom);
  ptl_json_open(j, "redundant", '[');
  for (int i = 0; i < a->n_redundant; i++) ptl_json_text(j, NULL, a->redundant[i].name);
  ptl_json_close(j, ']');
  ptl_json_open(j, "gaps", '[');
  for (int i = 0; i < a->n_gaps; i++) {
    const char *joint, *name, *contact;
    ptl_gap_start start;
    if (ptl_system_get_gap(model->system, i, &joint, &name, &contact) != PTL_OK ||
        ptl_system_get_gap_start(model->system, i, &start) != PTL_OK)
      break;
    ptl_json_open(j, NULL, '{');
    ptl_json_text(j, "joint", joint);
    ptl_json_text(j, "gap", name);
    ptl_json_text(j, "contact", contact);
    ptl_cli_json_number(j, "depth", start.depth);
    ptl_cli_json_number(j, "rate", start.rate);
    ptl_cli_json_number(j, "energy", start.energy);
    ptl_cli_json_number(j, "effective_mass", start.effective_mass);
    ptl_cli_json_number(j, "least_effective_mass", start.least_effective_mass);
    ptl_cli_json_number(j, "largest_effective_mass", start.largest_effective_mass);
    ptl_json_bool(j, "effective_mass_is_given", start.mass_is_given);
    ptl_json_close(j, '}');
  }
  ptl_json_close(j, ']');
  ptl_cli_json_number(j, "moved", a->moved);
  ptl_cli_json_number(j, "turned", a->turned);
  ptl_cli_json_number(j, "moved_velocity", a->moved_velocity);
  ptl_cli_json_number(j, "position_residual", a->position_residual);
  ptl_cli_json_number(j, "velocity_residual", a->velocity_residual);
  static const char *const singularities[] = {
      [PTL_REGULAR] = "none", [PTL_NEARLY_SINGULAR] = "near", [PTL_SINGULAR] = "singular"};
  ptl_json_text(j, "singularity", singularities[a->singularity]);
  ptl_cli_json_number(j, "independence", a->independence);
  print_json_states(j, model->system);
  print_json_coordinates(j, model->system);
  print_json_notices(j, model->system);
  ptl_json_close(j, '}');
  ptl_cli_json_print(j);
}

/* ------------------------------------------------------------------ the verb */

static int check(const void *given, ptl_loaded *model) {
  const arguments *a = given;
  const ptl_status status = ptl_cli_model_assemble(model);
  if (status != PTL_OK) return ptl_cli_answer_status(model->context, status);
  if (a->json)
    print_json(model);
  else if (!a->quiet)
    print_text(a, model);
  return PTL_EXIT_DONE;
}

static int run(int argc, char **argv) {
  arguments a = {0};
  const int status = parse(argc, argv, &a);
  return ptl_cli_with_model(&a.model, status, check, &a);
}

const ptl_verb ptl_cli_verb_check = {
    "check", "read and assemble a model; report freedom, redundancies, initial state", run};
