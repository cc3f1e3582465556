/* description.c: see description.h. Element and attribute names are those of the standards'
 * schemas. */
#include "description.h"

#include <math.h>
#include <string.h>

#include "units.h"
#include "xml.h"

static void put_attribute(FILE *out, const char *name, const char *value) {
  fprintf(out, " %s=\"", name);
  ptl_xml_put(out, value);
  fputc('"', out);
}

static int has_unit(const ptl_fmu_variable *v) {
  return v->unit != NULL && *v->unit != '\0' && strcmp(v->unit, "1") != 0;
}

static int is_integer(const ptl_fmu_variable *v) {
  return v->kind == PTL_FMU_TOUCHES;
}

/* ---------------------------------------------------------------- units */

/* By SI base units, where their powers are whole numbers, which the schemas ask for. */
static ptl_status put_unit(const ptl_fmu_description *d, const char *name, FILE *out) {
  static const char *const bases[PTL_N_BASE] = {"m", "kg", "s", "A", "K", "mol", "cd"};
  ptl_unit unit;
  const ptl_status status = ptl_unit_parse(d->context, name, &unit);
  if (status != PTL_OK) return status;
  int is_whole = 1;
  for (int i = 0; i < PTL_N_BASE; i++) is_whole &= unit.power[i] == nearbyint(unit.power[i]);
  fputs("    <Unit", out);
  put_attribute(out, "name", name);
  if (!is_whole) {
    fputs("/>\n", out);
    return PTL_OK;
  }
  fputs(">\n      <BaseUnit", out);
  for (int i = 0; i < PTL_N_BASE; i++)
    if (unit.power[i] != 0.0) fprintf(out, " %s=\"%d\"", bases[i], (int)unit.power[i]);
  fprintf(out, " factor=\"%.17g\"", unit.mul / unit.div);
  if (unit.offset != 0.0) fprintf(out, " offset=\"%.17g\"", unit.offset);
  fputs("/>\n    </Unit>\n", out);
  return PTL_OK;
}

static int is_first_of_its_unit(const ptl_fmu_variables *variables, int index) {
  for (int i = 0; i < index; i++)
    if (has_unit(&variables->items[i]) && !is_integer(&variables->items[i]) &&
        strcmp(variables->items[i].unit, variables->items[index].unit) == 0)
      return 0;
  return 1;
}

static ptl_status put_units(const ptl_fmu_description *d, FILE *out) {
  const ptl_fmu_variables *variables = d->variables;
  ptl_status status = PTL_OK;
  fputs("  <UnitDefinitions>\n", out);
  for (int i = 0; i < variables->n && status == PTL_OK; i++) {
    const ptl_fmu_variable *v = &variables->items[i];
    if (has_unit(v) && !is_integer(v) && is_first_of_its_unit(variables, i))
      status = put_unit(d, v->unit, out);
  }
  fputs("  </UnitDefinitions>\n", out);
  return status;
}

/* ---------------------------------------------------------------- variables */

typedef struct role {
  const char *causality, *variability, *initial; /* initial NULL: none is allowed */
  int has_start;
} role;

static role role_of(const ptl_fmu_variable *v) {
  switch (v->kind) {
    case PTL_FMU_TIME:
      return (role){"independent", "continuous", NULL, 0};
    case PTL_FMU_INPUT:
      return (role){"input", "continuous", NULL, 1};
    case PTL_FMU_PARAMETER:
      return (role){"parameter", "tunable", "exact", 1};
    case PTL_FMU_PEAK_FORCE:
    case PTL_FMU_PEAK_TIME:
    case PTL_FMU_IMPULSE:
    case PTL_FMU_TOUCHES:
      return (role){"output", "discrete", "calculated", 0};
    case PTL_FMU_STATE:
    case PTL_FMU_DERIVATIVE:
    case PTL_FMU_INDICATOR:
      return (role){"local", "continuous", "calculated", 0};
    default:
      return (role){"output", "continuous", "calculated", 0};
  }
}

static void put_type(const ptl_fmu_variables *variables, const ptl_fmu_variable *v, int version,
                     FILE *out) {
  const role r = role_of(v);
  if (r.has_start) fprintf(out, " start=\"%.17g\"", v->start);
  if (has_unit(v) && !is_integer(v)) put_attribute(out, "unit", v->unit);
  if (v->kind == PTL_FMU_DERIVATIVE) /* FMI 2.0 counts variables from 1 */
    fprintf(out, " derivative=\"%d\"", variables->first_state + v->index + (version == 2));
}

static void put_head(const ptl_fmu_variable *v, int reference, FILE *out) {
  const role r = role_of(v);
  put_attribute(out, "name", v->name);
  fprintf(out, " valueReference=\"%d\" causality=\"%s\" variability=\"%s\"", reference, r.causality,
          r.variability);
  if (r.initial != NULL) put_attribute(out, "initial", r.initial);
  if (v->description != NULL) put_attribute(out, "description", v->description);
}

static void put_variables(const ptl_fmu_description *d, FILE *out) {
  const ptl_fmu_variables *variables = d->variables;
  fputs("  <ModelVariables>\n", out);
  for (int i = 0; i < variables->n; i++) {
    const ptl_fmu_variable *v = &variables->items[i];
    const char *type = d->version == 2 ? (is_integer(v) ? "Integer" : "Real")
                                       : (is_integer(v) ? "Int64" : "Float64");
    if (d->version == 2) {
      fputs("    <ScalarVariable", out);
      put_head(v, i, out);
      fprintf(out, ">\n      <%s", type);
    } else {
      fprintf(out, "    <%s", type);
      put_head(v, i, out);
    }
    put_type(variables, v, d->version, out);
    fputs(d->version == 2 ? "/>\n    </ScalarVariable>\n" : "/>\n", out);
  }
  fputs("  </ModelVariables>\n", out);
}

/* ---------------------------------------------------------------- structure */

static int is_output(const ptl_fmu_variable *v) {
  return strcmp(role_of(v).causality, "output") == 0;
}

static int is_derivative(const ptl_fmu_variable *v) {
  return v->kind == PTL_FMU_DERIVATIVE;
}

/* What initialization computes. */
static int is_unknown(const ptl_fmu_variable *v) {
  return is_output(v) || v->kind == PTL_FMU_STATE || v->kind == PTL_FMU_DERIVATIVE;
}

static int is_indicator(const ptl_fmu_variable *v) {
  return v->kind == PTL_FMU_INDICATOR;
}

static void put_list(const ptl_fmu_description *d, const char *list, const char *element,
                     int (*belongs)(const ptl_fmu_variable *v), FILE *out) {
  int n = 0;
  for (int i = 0; i < d->variables->n; i++) {
    if (!belongs(&d->variables->items[i])) continue;
    if (n++ == 0 && d->version == 2) fprintf(out, "    <%s>\n", list);
    if (d->version == 2)
      fprintf(out, "      <Unknown index=\"%d\"/>\n", i + 1);
    else
      fprintf(out, "    <%s valueReference=\"%d\"/>\n", element, i);
  }
  if (n > 0 && d->version == 2) fprintf(out, "    </%s>\n", list);
}

static void put_structure(const ptl_fmu_description *d, FILE *out) {
  fputs("  <ModelStructure>\n", out);
  put_list(d, "Outputs", "Output", is_output, out);
  put_list(d, "Derivatives", "ContinuousStateDerivative", is_derivative, out);
  put_list(d, "InitialUnknowns", "InitialUnknown", is_unknown, out);
  if (d->version == 3) put_list(d, "EventIndicators", "EventIndicator", is_indicator, out);
  fputs("  </ModelStructure>\n", out);
}

/* ---------------------------------------------------------------- the whole */

static void put_interface(const ptl_fmu_description *d, FILE *out) {
  const char *state = d->version == 2 ? "FMUstate" : "FMUState";
  fprintf(out, "  <%s", d->is_exchange ? "ModelExchange" : "CoSimulation");
  put_attribute(out, "modelIdentifier", d->identifier);
  if (!d->is_exchange) fputs(" canHandleVariableCommunicationStepSize=\"true\"", out);
  if (!d->is_exchange && d->version == 2) fputs(" canInterpolateInputs=\"true\"", out);
  fprintf(out, " canGetAndSet%s=\"true\" canSerialize%s=\"true\"", state, state);
  if (d->is_exchange && d->version == 3) fputs(" needsCompletedIntegratorStep=\"true\"", out);
  if (!d->is_exchange && d->version == 3)
    fputs(
        " providesIntermediateUpdate=\"true\" mightReturnEarlyFromDoStep=\"true\""
        " canReturnEarlyAfterIntermediateUpdate=\"true\" hasEventMode=\"true\"",
        out);
  fputs("/>\n", out);
}

/* Spans that are times; others are travels of a joint. */
static void put_time(const ptl_span *span, const char *name, FILE *out) {
  if (span->joint == NULL && span->amount > 0.0 && isfinite(span->amount))
    fprintf(out, " %s=\"%.17g\"", name, span->amount);
}

static void put_experiment(const ptl_fmu_description *d, FILE *out) {
  const ptl_run_def *run = ptl_mechanism_get_run(d->mechanism);
  fputs("  <DefaultExperiment startTime=\"0\"", out);
  put_time(&run->until, "stopTime", out);
  fprintf(out, " tolerance=\"%.17g\"", run->rtol);
  put_time(&run->every, "stepSize", out);
  fputs("/>\n", out);
}

ptl_status ptl_fmu_describe(const ptl_fmu_description *d, FILE *out) {
  const char *title = ptl_mechanism_get_title(d->mechanism);
  fprintf(out,
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<fmiModelDescription fmiVersion=\"%d.0\"",
          d->version);
  put_attribute(out, "modelName", d->identifier);
  put_attribute(out, d->version == 2 ? "guid" : "instantiationToken", d->token);
  if (title != NULL) put_attribute(out, "description", title);
  fprintf(out, " generationTool=\"Pintle %s\" variableNamingConvention=\"flat\"", PTL_VERSION);
  if (d->version == 2) fprintf(out, " numberOfEventIndicators=\"%d\"", d->variables->n_indicators);
  fputs(">\n", out);
  put_interface(d, out);
  const ptl_status status = put_units(d, out);
  put_experiment(d, out);
  put_variables(d, out);
  put_structure(d, out);
  fputs("</fmiModelDescription>\n", out);
  return status;
}
