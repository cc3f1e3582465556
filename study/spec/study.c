/* study.c: what a study is. */
#include "study.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file_open.h"
#include "hash.h"
#include "measure_table.h"
#include "text_stream.h"

ptl_study ptl_study_default(void) {
  return (ptl_study){.stop_after = PTL_STUDY_STOP_AFTER};
}

ptl_status ptl_study_set(ptl_context *context, ptl_study *study, const char *path,
                         const char *value) {
  ptl_setting *grown = ptl_grow(context, study->settings, (size_t)study->n_settings, sizeof *grown);
  if (grown == NULL) return PTL_ERR_MEMORY;
  study->settings = grown;
  ptl_setting *setting = &grown[study->n_settings++];
  *setting = (ptl_setting){ptl_copy_text(context, path), ptl_copy_text(context, value)};
  return setting->path != NULL && setting->value != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

ptl_status ptl_study_design(ptl_context *context, ptl_study *study, const char *name) {
  const char *names[PTL_DESIGN_POINTS + 1];
  for (int i = 0; i <= PTL_DESIGN_POINTS; i++) {
    names[i] = ptl_design_name(i);
    if (strcmp(names[i], name) != 0) continue;
    study->design.kind = (ptl_design_kind)i;
    return PTL_OK;
  }
  const char *near = ptl_nearest(name, names, PTL_DESIGN_POINTS + 1);
  return ptl_fail(context, PTL_ERR_INPUT,
                  PTL_E(0801) "there is no design '%s'%s%s%s (grid, one_at_a_time, random, latin_hypercube, "
                  "sobol, saltelli, points)",
                  name, near != NULL ? ", did you mean '" : "", near != NULL ? near : "",
                  near != NULL ? "'?" : "");
}

ptl_status ptl_study_analysis(ptl_context *context, ptl_study *study, ptl_analysis *analysis) {
  if (study->measures.n > 0)
    return ptl_fail(context, PTL_ERR_INPUT,
                    PTL_E(0801) "the analysis cannot be changed behind measures");
  ptl_analysis_release(context, &study->analysis);
  study->analysis = *analysis;
  *analysis = (ptl_analysis){.kind = PTL_ANALYSIS_RUN};
  study->measures.abscissa = study->analysis.kind != PTL_ANALYSIS_RUN
                                 ? &ptl_analysis_type_of(study->analysis.kind)->abscissa
                                 : NULL;
  return PTL_OK;
}

ptl_status ptl_study_continuation(ptl_context *context, ptl_study *study, const char *text) {
  static const char *const words[] = {
      [PTL_CONTINUE_UP] = "up", [PTL_CONTINUE_DOWN] = "down", [PTL_CONTINUE_BOTH] = "both"};
  for (int i = PTL_CONTINUE_UP; i <= PTL_CONTINUE_BOTH; i++) {
    if (strcmp(text, words[i]) != 0) continue;
    study->design.continuation = (ptl_continuation)i;
    return PTL_OK;
  }
  return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0801) "continuation is up, down or both, not '%s'",
                  text);
}

/* ------------------------------------------------------------------ what to keep */

ptl_status ptl_study_events(ptl_context *context, ptl_study *study, const char *text) {
  for (const char *p = text + strspn(text, " ,"); *p != '\0'; p += strspn(p, " ,")) {
    char word[16];
    const size_t length = strcspn(p, " ,");
    snprintf(word, sizeof word, "%.*s", (int)length, p);
    const int kind = length < sizeof word ? ptl_event_kind_find(word) : -1;
    if (kind < 0 && strcmp(word, "all") != 0)
      return ptl_fail(
          context, PTL_ERR_INPUT,
          PTL_E(0801) "events: '%.*s' is none of touch, deepest, part, stick, slip, hand_over, all",
          (int)length, p);
    for (int k = 0; ptl_event_kind_name(k) != NULL; k++)
      if (kind < 0 || k == kind) study->events |= 1U << k;
    p += length;
  }
  return PTL_OK;
}

/* "N MEASURE" */
static ptl_status read_best(ptl_context *context, ptl_study *study, ptl_keep_kind kind,
                            const char *text) {
  char *end;
  const long long n = strtoll(text, &end, 10);
  if (end == text || n < 1 || *end != ' ')
    return ptl_fail(context, PTL_ERR_INPUT,
                    PTL_E(0801) "keep: behind best and worst stand a number and a measure, as in `best 10 "
                    "peak_force`, not '%s'",
                    text);
  study->keep.kind = kind;
  study->keep.n = n;
  study->keep.text = ptl_copy_text(context, end + strspn(end, " "));
  return study->keep.text != NULL ? PTL_OK : PTL_ERR_MEMORY;
}

ptl_status ptl_study_keep(ptl_context *context, ptl_study *study, const char *text) {
  static const struct {
    const char *word;
    ptl_keep_kind kind;
  } alone[] = {{"none", PTL_KEEP_NONE}, {"all", PTL_KEEP_ALL}, {"failed", PTL_KEEP_FAILED}};
  ptl_free(context, study->keep.text);
  study->keep = (ptl_keep){0};
  for (size_t i = 0; i < sizeof alone / sizeof *alone; i++) {
    if (strcmp(text, alone[i].word) != 0) continue;
    study->keep.kind = alone[i].kind;
    return PTL_OK;
  }
  if (strncmp(text, "best ", 5) == 0) return read_best(context, study, PTL_KEEP_BEST, text + 5);
  if (strncmp(text, "worst ", 6) == 0) return read_best(context, study, PTL_KEEP_WORST, text + 6);
  if (strncmp(text, "where ", 6) == 0) {
    study->keep.kind = PTL_KEEP_WHERE;
    study->keep.text = ptl_copy_text(context, text + 6);
    return study->keep.text != NULL ? PTL_OK : PTL_ERR_MEMORY;
  }
  return ptl_fail(context, PTL_ERR_INPUT,
                  PTL_E(0801) "keep: '%s' is none of none, all, failed, best N MEASURE, worst N MEASURE, where "
                  "EXPRESSION",
                  text);
}

/* ------------------------------------------------------------------ whole studies */

static ptl_status check_paths(ptl_context *context, const ptl_study *study) {
  for (int i = 0; i < study->n_settings; i++)
    for (int k = 0; k < study->design.n_factors; k++)
      if (strcmp(study->settings[i].path, study->design.factors[k].path) == 0)
        return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0801) "%s is set and varied",
                        study->settings[i].path);
  for (int i = 0; i < study->measures.n; i++)
    for (int k = 0; k < study->design.n_factors; k++)
      if (strcmp(study->measures.items[i].name, study->design.factors[k].path) == 0)
        return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0801) "a measure and a factor are named %s",
                        study->measures.items[i].name);
  return PTL_OK;
}

/* Runs that go on from others cannot be done alone. */
static ptl_status check_continuation(ptl_context *context, const ptl_study *study) {
  int alone = study->keep.kind != PTL_KEEP_NONE;
  for (int i = 0; i < study->measures.n_calls; i++)
    alone |= study->measures.calls[i].type->kind == PTL_CALL_LYAPUNOV;
  if (study->design.continuation == PTL_CONTINUE_NONE || !alone) return PTL_OK;
  return ptl_fail(context, PTL_ERR_INPUT,
                  PTL_E(0801) "a continuation takes neither keep nor lyapunov()");
}

/* What there is of runs alone. */
static ptl_status check_analysis(ptl_context *context, const ptl_study *study) {
  const ptl_analysis_kind kind = study->analysis.kind;
  const char *of_runs = study->measures.n_sections > 0                    ? "sections"
                        : study->events != 0                              ? "events"
                        : study->design.continuation != PTL_CONTINUE_NONE ? "continuation"
                        : study->keep.kind != PTL_KEEP_NONE && kind != PTL_ANALYSIS_WEAR ? "keep"
                                                                                         : NULL;
  if (kind == PTL_ANALYSIS_RUN || of_runs == NULL) return PTL_OK;
  return ptl_fail(context, PTL_ERR_INPUT, PTL_E(0801) "%s: an analysis of '%s' has none", of_runs,
                  ptl_analysis_type_of(kind)->abscissa.analysis);
}

ptl_status ptl_study_prepare(ptl_context *context, ptl_study *study) {
  if (study->measures.n == 0 && study->measures.n_sections == 0 && study->events == 0)
    return ptl_fail(context, PTL_ERR_INPUT,
                    PTL_E(0801) "nothing is measured: a study needs a measure, as in peak_force: "
                    "peak_force(JOINT)");
  ptl_status status = check_analysis(context, study);
  if (status == PTL_OK) status = check_continuation(context, study);
  if (status == PTL_OK) status = ptl_design_prepare(context, &study->design);
  if (status == PTL_OK) status = check_paths(context, study);
  if (status == PTL_OK &&
      (study->keep.kind == PTL_KEEP_BEST || study->keep.kind == PTL_KEEP_WORST) &&
      ptl_measures_find(&study->measures, study->keep.text) < 0)
    status = ptl_fail(context, PTL_ERR_INPUT, PTL_E(0801) "keep: there is no measure '%s'",
                      study->keep.text);
  return status;
}

/* Of the model file's bytes. */
static ptl_status hash_file(ptl_context *context, const char *path, uint64_t *hash) {
  const char *why;
  FILE *file = ptl_file_open(path, &why);
  if (file == NULL)
    return ptl_fail(context, PTL_ERR_IO, PTL_E(0802) "%s: error: cannot be read: %s", path, why);
  *hash = PTL_HASH_START;
  unsigned char block[4096];
  for (size_t n; (n = fread(block, 1, sizeof block, file)) > 0;) *hash = ptl_hash(*hash, block, n);
  const int failed = ferror(file);
  fclose(file);
  return failed ? ptl_fail(context, PTL_ERR_IO, PTL_E(0802) "%s: error: cannot be read", path)
                : PTL_OK;
}

static void write_identity(FILE *out, const ptl_study *study, uint64_t hash) {
  const ptl_design *d = &study->design;
  const int extendable =
      d->kind == PTL_DESIGN_RANDOM || d->kind == PTL_DESIGN_SOBOL || d->kind == PTL_DESIGN_SALTELLI;
  fprintf(out, "pintle %s\nmodel %016" PRIx64 "\n", PTL_VERSION, hash);
  for (int i = 0; i < study->n_settings; i++)
    fprintf(out, "set %s=%s\n", study->settings[i].path, study->settings[i].value);
  if (study->analysis.kind != PTL_ANALYSIS_RUN) {
    fprintf(out, "analysis ");
    ptl_analysis_write(&study->analysis, out);
    fputc('\n', out);
  }
  fprintf(out, "design %s seed %" PRIu64, ptl_design_name((int)d->kind), d->seed);
  if (d->continuation != PTL_CONTINUE_NONE) fprintf(out, " continuation %d", (int)d->continuation);
  if (d->replicates > 1)
    fprintf(out, " replicates %" PRId64 " %.17g", d->replicates, d->perturbation);
  if (!extendable) fprintf(out, " points %" PRId64, d->count);
  for (int i = 0; i < d->n_factors; i++) {
    fprintf(out, "\nvary %s=%s", d->factors[i].path, d->factors[i].text);
    for (int k = 0; d->factors[i].is_list && k < d->factors[i].n_levels; k++)
      fprintf(out, "|%s", d->factors[i].words[k]);
  }
  for (int i = 0; i < study->measures.n; i++)
    fprintf(out, "\nmeasure %s=%s", study->measures.items[i].name, study->measures.items[i].text);
  if (study->events != 0) fprintf(out, "\nevents %x", study->events);
  for (int i = 0; i < study->measures.n_sections; i++) {
    const ptl_section *s = &study->measures.sections[i];
    fprintf(out, "\nsection %s every %.17g of %s phase %.17g skip %" PRId64, s->name,
            s->every.amount, s->every.joint, s->phase, s->skip);
    for (int k = 0; k < s->n_texts; k++) fprintf(out, "|%s", s->texts[k]);
  }
  fputc('\n', out);
}

ptl_status ptl_study_identity(ptl_context *context, const ptl_study *study, char **out) {
  uint64_t hash = 0;
  ptl_text_stream file;
  *out = NULL;
  ptl_status status = hash_file(context, study->model, &hash);
  if (status != PTL_OK) return status;
  if (ptl_text_stream_open(&file) != 0)
    return ptl_fail(context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory");
  write_identity(file.stream, study, hash);
  if (ptl_text_stream_close(&file) == 0) *out = ptl_copy_text(context, file.text);
  free(file.text);
  return *out != NULL ? PTL_OK : ptl_fail(context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory");
}

void ptl_study_release(ptl_context *context, ptl_study *study) {
  for (int i = 0; i < study->n_settings; i++) {
    ptl_free(context, (char *)study->settings[i].path);
    ptl_free(context, (char *)study->settings[i].value);
  }
  ptl_free(context, study->settings);
  ptl_free(context, study->title);
  ptl_free(context, study->model);
  ptl_free(context, study->keep.text);
  ptl_analysis_release(context, &study->analysis);
  ptl_design_release(context, &study->design);
  ptl_measures_release(context, &study->measures);
  *study = (ptl_study){0};
}
