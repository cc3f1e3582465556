/* study_line.c: a study from the options of the command line. */
#include "study_line.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

int ptl_cli_study_line_is_whole(const ptl_study_line *line) {
  return line->vary.n > 0 || line->table != NULL;
}

/* "LEFT=RIGHT" in a copy that *left points to; the exit status after a message. */
static int split(const char *option, const char *text, const char *form, char **left,
                 char **right) {
  const char *equals = strchr(text, '=');
  if (equals == NULL || equals == text) {
    ptl_cli_say(PTL_E(0951) "--%s %s: expected %s", option, text, form);
    return PTL_EXIT_USAGE;
  }
  *left = ptl_cli_copy_text(text);
  (*left)[equals - text] = '\0';
  *right = *left + (equals - text) + 1;
  return PTL_GO_ON;
}

static int finish(ptl_context *context, ptl_status status) {
  return status == PTL_OK ? PTL_GO_ON : ptl_cli_exit_status(context, status);
}

static int add_factor(ptl_context *context, const char *text, ptl_study *study) {
  char *path = NULL, *values = NULL;
  ptl_factor factor;
  int status = split("vary", text, "PATH=VALUES, as in --vary parameters.speed=1000rpm,2000rpm",
                     &path, &values);
  if (status != PTL_GO_ON) return status;
  status = finish(context, ptl_factor_read(context, path, values, "", &factor));
  if (status == PTL_GO_ON)
    status = finish(context, ptl_design_add(context, &study->design, &factor));
  if (status != PTL_GO_ON) ptl_factor_release(context, &factor);
  free(path);
  return status;
}

/* "NAME=EXPRESSION" where what stands in front of the first = is a name, and no comparison
 * follows. */
static int has_name(const char *text) {
  size_t n = 0;
  while (isalnum((unsigned char)text[n]) || text[n] == '_' || text[n] == '.') n++;
  return n > 0 && text[n] == '=' && text[n + 1] != '=';
}

static int add_measure(ptl_context *context, const char *text, ptl_study *study) {
  if (!has_name(text))
    return finish(context, ptl_measures_add(context, &study->measures, NULL, text, NULL));
  char *name = NULL, *expression = NULL;
  int status = split("measure", text, "NAME=EXPRESSION", &name, &expression);
  if (status == PTL_GO_ON)
    status = finish(context, ptl_measures_add(context, &study->measures, name, expression, NULL));
  free(name);
  return status;
}

/* "VALUE[;VALUE] every SPAN [skip N]" */
static int add_section(ptl_context *context, const char *text, ptl_study *study) {
  char *copy = ptl_cli_copy_text(text), *every = strstr(copy, " every ");
  if (every == NULL) {
    ptl_cli_say(
        PTL_E(0951) "--section %s: expected EXPRESSION every SPAN [skip N], as in --section "
        "'slider.vx every 1 turn of shaft skip 20'",
        text);
    free(copy);
    return PTL_EXIT_USAGE;
  }
  *every = '\0';
  every += strlen(" every ");
  long long skip = 0;
  char *word = strstr(every, " skip ");
  if (word != NULL) {
    char *end;
    errno = 0;
    skip = strtoll(word + 6, &end, 10);
    *word = '\0';
    if (*end != '\0' || end == word + 6 || errno != 0) {
      ptl_cli_say(PTL_E(0951) "--section %s: behind skip stands a whole number", text);
      free(copy);
      return PTL_EXIT_USAGE;
    }
  }
  const char *texts[16];
  int n = 0;
  for (char *p = strtok(copy, ";"); p != NULL && n < 16; p = strtok(NULL, ";"))
    texts[n++] = p + strspn(p, " ");
  char name[32];
  snprintf(name, sizeof name, "section%d", study->measures.n_sections + 1);
  const ptl_status status =
      ptl_measures_add_section(context, &study->measures, name, texts, n, every, NULL, skip);
  free(copy);
  return finish(context, status);
}

static int set_analysis(ptl_context *context, const char *text, ptl_study *study) {
  ptl_analysis analysis = {.kind = PTL_ANALYSIS_RUN};
  ptl_status status = ptl_analysis_read(context, text, &analysis);
  if (status == PTL_OK) status = ptl_study_analysis(context, study, &analysis);
  ptl_analysis_release(context, &analysis);
  return finish(context, status);
}

int ptl_cli_study_line_apply(ptl_context *context, const ptl_study_line *line, ptl_study *study) {
  int status = PTL_GO_ON;
  int64_t number = 0;
  for (int i = 0; i < line->settings.n && status == PTL_GO_ON; i++) {
    char *path = NULL, *value = NULL;
    status = split("set", line->settings.items[i], "PATH=VALUE, as in --set run.until=20ms", &path,
                   &value);
    if (status != PTL_GO_ON) break;
    status = finish(context, ptl_study_set(context, study, path, value));
    free(path);
  }
  if (status == PTL_GO_ON && line->points != NULL) {
    status = ptl_cli_option_count("points", line->points, 1, INT64_MAX, &number);
    study->design.n = number;
  }
  if (status == PTL_GO_ON && line->seed != NULL) {
    status = ptl_cli_option_count("seed", line->seed, 0, INT64_MAX, &number);
    study->design.seed = (uint64_t)number;
  }
  if (status == PTL_GO_ON && line->replicates != NULL) {
    status = ptl_cli_option_count("replicates", line->replicates, 1, INT64_MAX, &number);
    study->design.replicates = number;
  }
  if (status == PTL_GO_ON && line->stop_after != NULL) {
    status = ptl_cli_option_count("stop-after", line->stop_after, 0, INT64_MAX, &number);
    study->stop_after = number;
  }
  if (status == PTL_GO_ON && line->continuation != NULL)
    status = finish(context, ptl_study_continuation(context, study, line->continuation));
  if (status == PTL_GO_ON && line->events != NULL)
    status = finish(context, ptl_study_events(context, study, line->events));
  if (status == PTL_GO_ON && line->keep != NULL)
    status = finish(context, ptl_study_keep(context, study, line->keep));
  return status == PTL_GO_ON ? finish(context, ptl_study_prepare(context, study)) : status;
}

int ptl_cli_study_line_read(ptl_context *context, const char *model, const ptl_study_line *line,
                            ptl_study *study) {
  int status = PTL_GO_ON;
  *study = ptl_study_default();
  study->model = ptl_copy_text(context, model);
  if (study->model == NULL) return finish(context, PTL_ERR_MEMORY);
  if (line->analysis != NULL) status = set_analysis(context, line->analysis, study);
  if (status == PTL_GO_ON && line->design != NULL)
    status = finish(context, ptl_study_design(context, study, line->design));
  if (status == PTL_GO_ON && line->table != NULL) {
    study->design.kind = PTL_DESIGN_POINTS;
    status = finish(context, ptl_design_add_points(context, &study->design, line->table));
  }
  for (int i = 0; i < line->vary.n && status == PTL_GO_ON; i++)
    status = add_factor(context, line->vary.items[i], study);
  for (int i = 0; i < line->measures.n && status == PTL_GO_ON; i++)
    status = add_measure(context, line->measures.items[i], study);
  for (int i = 0; i < line->sections.n && status == PTL_GO_ON; i++)
    status = add_section(context, line->sections.items[i], study);
  return status == PTL_GO_ON ? ptl_cli_study_line_apply(context, line, study) : status;
}
