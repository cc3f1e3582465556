/* study_analysis.c: the analyses that a study can do at its points, and their options. */
#include "study_analysis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "word_list.h"

static const ptl_analysis_option none[] = {{NULL, NULL, NULL, 0}};
static const ptl_analysis_option of_static[] = {[PTL_STATIC_AT] = {"at", "s", NULL, 0},
                                                {NULL, NULL, NULL, 0}};
static const ptl_analysis_option of_kinematics[] = {
    [PTL_KINEMATICS_JOINT] = {"joint", NULL, NULL, 0},
    [PTL_KINEMATICS_DRIVER] = {"driver", NULL, NULL, 0},
    {NULL, NULL, NULL, 0}};
static const ptl_analysis_option of_modes[] = {
    [PTL_MODES_ABOUT] = {"at", NULL, "equilibrium|start", 0},
    [PTL_MODES_FRAME] = {"frame", NULL, "ground|bodies", 0},
    {NULL, NULL, NULL, 0}};
static const ptl_analysis_option of_wear[] = {
    [PTL_WEAR_CYCLES] = {"cycles", "1", NULL, 1},
    [PTL_WEAR_CYCLE] = {"cycle", NULL, NULL, 0},
    [PTL_WEAR_SETTLE] = {"settle", "1", NULL, 0},
    [PTL_WEAR_MEASURED] = {"measured", "1", NULL, 0},
    [PTL_WEAR_ACCURACY] = {"accuracy", "1", NULL, 0},
    [PTL_WEAR_UNTIL_CLEARANCE] = {"until_clearance", "m", NULL, 0},
    {NULL, NULL, NULL, 0}};

static const ptl_analysis_type types[] = {
    [PTL_ANALYSIS_RUN] = {{"run", "TIME", "s"}, none},
    [PTL_ANALYSIS_STATIC] = {{"static", "TIME", "s"}, of_static},
    [PTL_ANALYSIS_KINEMATICS] = {{"kinematics", "TIME", "s"}, of_kinematics},
    [PTL_ANALYSIS_MODES] = {{"modes", "MODE", "1"}, of_modes},
    [PTL_ANALYSIS_WEAR] = {{"wear", "CYCLES", "1"}, of_wear}};
enum { N_TYPES = sizeof types / sizeof *types };

const ptl_analysis_type *ptl_analysis_type_of(ptl_analysis_kind kind) {
  return &types[kind];
}

/* A message with the nearest of these words, if one is near, and with all of them. */
static ptl_status fail_word(ptl_context *context, const char *what, const char *word,
                            const char *const *words, int n) {
  char list[160] = "";
  const char *near = ptl_nearest(word, words, n);
  for (int i = 0; i < n; i++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i > 0 ? ", " : "", words[i]);
  return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0801) "%s '%s'%s%s%s (%s)", what, word,
                  near != NULL ? ", did you mean '" : "", near != NULL ? near : "",
                  near != NULL ? "'?" : "", n > 0 ? list : "there is none");
}

ptl_status ptl_analysis_begin(ptl_context *context, const char *name, ptl_analysis *out) {
  const char *names[N_TYPES];
  *out = (ptl_analysis){.kind = PTL_ANALYSIS_RUN};
  for (int i = 0; i < PTL_ANALYSIS_MOST_OPTIONS; i++) out->numbers[i] = NAN;
  for (int i = 0; i < N_TYPES; i++) {
    names[i] = types[i].abscissa.analysis;
    if (strcmp(names[i], name) != 0) continue;
    out->kind = (ptl_analysis_kind)i;
    return PTL_OK;
  }
  return fail_word(context, "there is no analysis", name, names, N_TYPES);
}

static ptl_status read_value(ptl_context *context, const ptl_analysis_option *option,
                             const char *text, double *out) {
  if (option->unit != NULL) {
    ptl_status status = ptl_quantity_eval(context, text, option->unit, NULL, 0, out);
    if (status == PTL_ERR_INPUT) ptl_prefix_message(context, "%s: ", option->name);
    return status;
  }
  if (option->words == NULL) return PTL_OK;
  const int number = ptl_word_index(option->words, text);
  if (number < 0)
    return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0801) "%s is one of %s, not '%s'", option->name,
                    option->words, text);
  *out = number;
  return PTL_OK;
}

ptl_status ptl_analysis_set(ptl_context *context, ptl_analysis *analysis, const char *option,
                            const char *text) {
  const ptl_analysis_option *options = types[analysis->kind].options;
  const char *names[PTL_ANALYSIS_MOST_OPTIONS];
  int n = 0;
  if (*ptl_part_end(text, ",") != '\0')
    return ptl_fail(
        context, PTL_ERR_INPUT,
        PTL_E(0801) "%s: '%s' has a comma outside brackets; each option is given by itself", option,
        text);
  for (; options[n].name != NULL; n++) {
    names[n] = options[n].name;
    if (strcmp(names[n], option) != 0) continue;
    ptl_free(context, analysis->texts[n]);
    analysis->texts[n] = ptl_copy_text(context, text);
    return analysis->texts[n] != NULL
               ? read_value(context, &options[n], text, &analysis->numbers[n])
               : PTL_ERR_MEMORY;
  }
  char what[80];
  snprintf(what, sizeof what, "the analysis '%s' has no option",
           types[analysis->kind].abscissa.analysis);
  return fail_word(context, what, option, names, n);
}

ptl_status ptl_analysis_check(ptl_context *context, const ptl_analysis *analysis) {
  const ptl_analysis_type *type = &types[analysis->kind];
  for (int i = 0; type->options[i].name != NULL; i++)
    if (type->options[i].is_needed && analysis->texts[i] == NULL)
      return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0801) "the analysis '%s' needs %s",
                      type->abscissa.analysis, type->options[i].name);
  return PTL_OK;
}

ptl_status ptl_analysis_read(ptl_context *context, const char *text, ptl_analysis *out) {
  char *copy = ptl_copy_text(context, text), *rest = copy;
  if (copy == NULL) return PTL_ERR_MEMORY;
  ptl_status status = PTL_OK;
  for (int i = 0; rest != NULL && status == PTL_OK; i++) {
    char *part = rest + strspn(rest, " "), *end = part + (ptl_part_end(part, ",") - part);
    rest = *end != '\0' ? end + 1 : NULL;
    *end = '\0';
    char *equals = strchr(part, '=');
    if (i == 0) {
      status = ptl_analysis_begin(context, part, out);
    } else if (equals == NULL) {
      status = ptl_fail(context, PTL_ERR_INPUT,
                        PTL_E(0801) "an analysis is NAME,OPTION=VALUE,..., as in wear,cycles=1e6; '%s' is no "
                        "OPTION=VALUE",
                        part);
    } else {
      *equals = '\0';
      status = ptl_analysis_set(context, out, part, equals + 1);
    }
  }
  ptl_free(context, copy);
  return status == PTL_OK ? ptl_analysis_check(context, out) : status;
}

void ptl_analysis_write(const ptl_analysis *analysis, FILE *out) {
  const ptl_analysis_type *type = &types[analysis->kind];
  fprintf(out, "%s", type->abscissa.analysis);
  for (int i = 0; type->options[i].name != NULL; i++)
    if (analysis->texts[i] != NULL)
      fprintf(out, ",%s=%s", type->options[i].name, analysis->texts[i]);
}

void ptl_analysis_release(ptl_context *context, ptl_analysis *analysis) {
  for (int i = 0; i < PTL_ANALYSIS_MOST_OPTIONS; i++) ptl_free(context, analysis->texts[i]);
  *analysis = (ptl_analysis){.kind = PTL_ANALYSIS_RUN};
}
