/* law_calibrate.c: `pintle law calibrate`: Hunt and Crossley's parameters from one measured impact.
 */
#include <math.h>
#include <stdlib.h>

#include "law_options.h"
#include "law_parts.h"
#include "message.h"
#include "print_json.h"
#include "table.h"

typedef struct arguments {
  const char *restitution, *time, *mass, *mass_b, *speed, *exponent;
  int json;
} arguments;

/* What was measured. */
typedef struct measured {
  double restitution, time, mass, speed, exponent;
} measured;

/* F = K d^n (1 + eps d_rate/v0), and what an impact with it comes out as. */
typedef struct model {
  double eps, duration; /* dimensionless contact time */
  double K, lambda;
  ptl_impact impact;
} model;

static const ptl_usage usage = {"law calibrate", "",
                                "Finds stiffness K and damping eps of F = K d^n (1 + eps "
                                "d_rate/v0) from the measured restitution "
                                "and contact time of one impact: exactly, and by the published fit "
                                "(Ramaswamy & Humbert, eqs. 17 "
                                "and 25). Both are checked by the impact they give.",
                                0, 0};

static int parse(int argc, char **argv, arguments *a) {
  const ptl_option options[] = {
      {0, "restitution", "C", "measured restitution, > 0 and <= 1", PTL_TEXT, &a->restitution},
      {0, "time", "T", "measured contact time: '0.4 ms'", PTL_TEXT, &a->time},
      {0, "mass", "M", "mass of the body that hits a wall: '1 kg'", PTL_TEXT, &a->mass},
      {0, "mass-b", "M", "mass of a second free body in place of the wall", PTL_TEXT, &a->mass_b},
      {0, "speed", "V", "speed of approach: '4.2 m/s'", PTL_TEXT, &a->speed},
      {0, "exponent", "N", "exponent n of the depth, > 0 and <= 10 (default 1.5)", PTL_TEXT,
       &a->exponent},
      {0, "json", NULL, "print the result as JSON", PTL_FLAG, &a->json},
      {0, NULL, NULL, NULL, PTL_FLAG, NULL}};
  return ptl_cli_options_parse(&usage, options, argc, argv, NULL);
}

/* ------------------------------------------------------------------ what was measured */

static int read_measured(ptl_context *context, const arguments *a, measured *m) {
  int status = ptl_cli_law_positive(context, "restitution", a->restitution, "1", &m->restitution);
  if (status == PTL_GO_ON) status = ptl_cli_law_positive(context, "time", a->time, "s", &m->time);
  if (status == PTL_GO_ON) status = ptl_cli_law_mass(context, a->mass, a->mass_b, &m->mass);
  if (status == PTL_GO_ON)
    status = ptl_cli_law_positive(context, "speed", a->speed, "m/s", &m->speed);
  if (status == PTL_GO_ON && a->exponent != NULL)
    status = ptl_cli_law_positive(context, "exponent", a->exponent, "1", &m->exponent);
  if (status == PTL_GO_ON && m->restitution > 1) {
    ptl_cli_say(PTL_E(0951) "--restitution must be > 0 and <= 1, not %g: no damping gives more speed than came",
                m->restitution);
    status = PTL_EXIT_USAGE;
  }
  if (status == PTL_GO_ON && m->exponent > 10) {
    ptl_cli_say(PTL_E(0951) "--exponent must be > 0 and <= 10, not %g", m->exponent);
    status = PTL_EXIT_USAGE;
  }
  return status;
}

/* ------------------------------------------------------------------ models */

static ptl_status power_law(ptl_context *context, double K, double n, const char *parameter,
                            double value, ptl_law **out) {
  const ptl_given of_power[2] = {{.name = "stiffness", .value = {K}},
                                 {.name = "exponent", .value = {n}}};
  const ptl_given given = {.name = parameter, .value = {value}};
  ptl_contact_def def = ptl_contact_default();
  def.elastic = (ptl_type_use){"power", of_power, 2};
  def.damping = (ptl_type_use){"ramaswamy_humbert", &given, 1};
  return ptl_law_create(context, &def, out);
}

/* eps of a law of the family: the force at d_rate = touch_speed over the elastic force, less 1. */
static ptl_status eps_of(ptl_context *context, const char *damping, double restitution,
                         double *eps) {
  const ptl_given of_power[2] = {{.name = "stiffness", .value = {1}},
                                 {.name = "exponent", .value = {1}}};
  const ptl_given given = {.name = "restitution", .value = {restitution}};
  ptl_contact_def def = ptl_contact_default();
  ptl_law *law;
  def.elastic = (ptl_type_use){"power", of_power, 2};
  def.damping = (ptl_type_use){damping, &given, 1};
  const ptl_status status = ptl_law_create(context, &def, &law);
  if (status != PTL_OK) return status;
  ptl_contact_out out;
  ptl_law_force(law, 1, 1, 1, NULL, &out, NULL);
  *eps = out.d_rate;
  ptl_law_destroy(context, law);
  return PTL_OK;
}

static ptl_status follow(ptl_context *context, const measured *m, double K, double eps, double mass,
                         double speed, ptl_impact *out) {
  ptl_impact_def def = ptl_impact_default();
  ptl_law *law;
  ptl_status status = power_law(context, K, m->exponent, "damping_ratio", eps, &law);
  if (status != PTL_OK) return status;
  def.mass = mass;
  def.speed = speed;
  status = ptl_law_impact(context, law, &def, NULL, NULL, out);
  ptl_law_destroy(context, law);
  return status;
}

/* K = m/v0^(n-1) (dtau/dt)^(n+1), and the impact that follows from it */
static ptl_status finish(ptl_context *context, const measured *m, model *out) {
  const double n = m->exponent;
  out->K = m->mass / pow(m->speed, n - 1) * pow(out->duration / m->time, n + 1);
  out->lambda = out->eps * out->K / m->speed;
  if (!(out->K > 0 && isfinite(out->K) && isfinite(out->lambda))) {
    ptl_cli_say(
        PTL_E(
            0903) "no stiffness that can be written gives a contact time of %g s with this "
                  "exponent",
        m->time);
    return PTL_ERR_INPUT;
  }
  const ptl_status status = follow(context, m, out->K, out->eps, m->mass, m->speed, &out->impact);
  if (status != PTL_OK) ptl_cli_say_failure(context);
  return status;
}

/* eps exactly; the dimensionless time from X'' + eps X^n X' + X^n = 0, X(0) = 0, X'(0) = 1. */
static ptl_status calibrate_exactly(ptl_context *context, const measured *m, model *out) {
  ptl_impact unit;
  ptl_status status = eps_of(context, "exact", m->restitution, &out->eps);
  if (status == PTL_OK) status = follow(context, m, 1, out->eps, 1, 1, &unit);
  if (status != PTL_OK) {
    ptl_cli_say_failure(context);
    return status;
  }
  out->duration = unit.duration;
  return finish(context, m, out);
}

/* Ramaswamy and Humbert's eqs. 17 and 23 */
static ptl_status calibrate_by_fit(ptl_context *context, const measured *m, model *out) {
  const double n = m->exponent;
  const ptl_status status = eps_of(context, "ramaswamy_humbert", m->restitution, &out->eps);
  if (status != PTL_OK) {
    ptl_cli_say_failure(context);
    return status;
  }
  out->duration = 0.180 * exp(-0.880 * out->eps) + (0.853 - 1.018 * exp(-0.461 * n)) * out->eps +
                  (1.434 * n - 0.864) * exp(-0.771 * n) - 0.023 * n + 2.695;
  return finish(context, m, out);
}

/* ------------------------------------------------------------------ results */

static void print_model(ptl_json *j, const char *key, const measured *m, const model *x) {
  ptl_json_open(j, key, '{');
  ptl_cli_json_number(j, "stiffness", x->K);
  ptl_cli_json_number(j, "exponent", m->exponent);
  ptl_cli_json_number(j, "damping_ratio", x->eps);
  ptl_cli_json_number(j, "hysteresis_damping", x->lambda);
  ptl_cli_json_number(j, "frequency", x->duration / m->time);
  ptl_cli_json_number(j, "restitution", x->impact.restitution);
  ptl_cli_json_number(j, "contact_time", x->impact.duration);
  ptl_cli_json_number(j, "peak_force", x->impact.peak_force);
  ptl_cli_json_number(j, "deepest", x->impact.deepest);
  ptl_json_close(j, '}');
}

static void put_row(ptl_table *table, const char *name, const char *unit, double a, double b) {
  ptl_cli_table_cell(table, "%s", name);
  ptl_cli_table_cell(table, "%s", unit);
  ptl_cli_table_cell(table, "%.8g", a);
  ptl_cli_table_cell(table, "%.8g", b);
}

static void print_text(const measured *m, const model *exact, const model *fit) {
  ptl_table *table = ptl_cli_table_create("llrr");
  ptl_cli_table_cell(table, "%s", "");
  ptl_cli_table_cell(table, "%s", "");
  ptl_cli_table_cell(table, "exact");
  ptl_cli_table_cell(table, "published fit");
  char unit[48];
  snprintf(unit, sizeof unit, "N/m^%g", m->exponent);
  put_row(table, "stiffness K", unit, exact->K, fit->K);
  put_row(table, "damping ratio eps", "1", exact->eps, fit->eps);
  snprintf(unit, sizeof unit, "N s/m^%g", m->exponent + 1);
  put_row(table, "damping lambda = eps K/v0", unit, exact->lambda, fit->lambda);
  put_row(table, "frequency", "rad/s", exact->duration / m->time, fit->duration / m->time);
  put_row(table, "restitution that results", "1", exact->impact.restitution,
          fit->impact.restitution);
  put_row(table, "contact time that results", "s", exact->impact.duration, fit->impact.duration);
  put_row(table, "peak force", "N", exact->impact.peak_force, fit->impact.peak_force);
  put_row(table, "deepest indentation", "m", exact->impact.deepest, fit->impact.deepest);
  ptl_cli_table_print(table, stdout, 0);
  printf("\nelastic: {law: power, stiffness: %.10g N/m^%g, exponent: %g}\n", exact->K, m->exponent,
         m->exponent);
  printf("damping: {law: exact, restitution: %g}\n", m->restitution);
}

static int calibrate(ptl_context *context, const arguments *a) {
  measured m = {.exponent = 1.5};
  const int status = read_measured(context, a, &m);
  if (status != PTL_GO_ON) return status;
  model exact, fit;
  if (calibrate_exactly(context, &m, &exact) != PTL_OK ||
      calibrate_by_fit(context, &m, &fit) != PTL_OK)
    return PTL_EXIT_USAGE;
  if (a->json) {
    ptl_json json = {.context = context}, *j = &json;
    ptl_json_open(j, NULL, '{');
    print_model(j, "exact", &m, &exact);
    print_model(j, "published_fit", &m, &fit);
    ptl_json_close(j, '}');
    ptl_cli_json_print(j);
  } else {
    print_text(&m, &exact, &fit);
  }
  return PTL_EXIT_DONE;
}

int ptl_cli_law_calibrate(int argc, char **argv) {
  arguments a = {NULL, NULL, NULL, NULL, NULL, NULL, 0};
  int status = parse(argc, argv, &a);
  if (status == PTL_GO_ON) {
    ptl_context *context = ptl_cli_open_context(NULL, 0);
    status = context != NULL ? calibrate(context, &a) : PTL_EXIT_USAGE;
    ptl_context_destroy(context);
  }
  return status;
}
