/* instance.c: instances of types, checked by the types' own tables. */
#include "instance.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "declaration.h"
#include "other_names.h"

enum { MOST_NAMES = 128, ROOM = 600, MOST_POINTS = 100000 };

/* The instance that is being filled. */
typedef struct ptl_filling {
  ptl_mechanism *m;
  ptl_label label;
  ptl_kind kind;
  const char *type_name;
  const void *type;
} ptl_filling;

static ptl_status fail_filling(const ptl_filling *f, const char *what) {
  return ptl_fail_at(f->m, f->m->location, PTL_ERR_INPUT, PTL_E(0213) "%s '%s' (%s): %s",
                     f->label.word, f->label.name, f->type_name, what);
}

ptl_status ptl_fail_unknown_type(const ptl_mechanism *m, ptl_where where, const char *what,
                                 ptl_kind kind, const char *type, const char *const *more,
                                 int n_more) {
  const char *names[MOST_NAMES] = {NULL};
  char list[ROOM], hint[PTL_HINT_ROOM];
  ptl_type_info info;
  int n;
  for (n = 0; n < MOST_NAMES && ptl_context_get_type(m->context, kind, n, &info); n++)
    names[n] = info.name;
  for (int i = 0; i < n_more && n < MOST_NAMES; i++) names[n++] = more[i];
  ptl_list_names(names, n, list, sizeof list);
  ptl_type_hint(m->context, kind, type, more, n_more, hint, sizeof hint);
  return ptl_fail_at(m, where, PTL_ERR_INPUT, PTL_E(0203) "%s: there is no %s '%s'%s; there are %s",
                     what, ptl_kind_word(kind), type, hint, list);
}

static ptl_status fail_unknown_param(const ptl_filling *f, const ptl_param *table,
                                     const char *name) {
  const char *names[MOST_NAMES] = {NULL};
  char list[ROOM], hint[PTL_HINT_ROOM], text[ROOM + 256];
  int n = 0;
  for (; table->name != NULL && n < MOST_NAMES; table++) names[n++] = table->name;
  ptl_list_names(names, n, list, sizeof list);
  ptl_key_hint(name, names, n, hint, sizeof hint);
  snprintf(text, sizeof text, "it has no parameter '%s'%s; %s%s", name, hint,
           n > 0 ? "it has " : "it has none", list);
  return fail_filling(f, text);
}

static ptl_status check_value(const ptl_filling *f, const ptl_param *param, double value) {
  char text[sizeof f->m->context->told.message];
  if (ptl_param_check(f->m->context, param, value) == PTL_OK) return PTL_OK;
  snprintf(text, sizeof text, "%s", f->m->context->told.message);
  return fail_filling(f, text);
}

static ptl_status fill_choice(const ptl_filling *f, const ptl_param *param, const ptl_given *given,
                              double *out) {
  char text[ROOM];
  if (given->word == NULL) {
    *out = given->value[0];
    return check_value(f, param, given->value[0]);
  }
  int index = ptl_param_choice_index(param, given->word);
  if (index < 0) {
    snprintf(text, sizeof text, "'%s' must be one of %s, not '%s'", param->name, param->choices,
             given->word);
    return fail_filling(f, text);
  }
  *out = index;
  return PTL_OK;
}

/* Writes a list to c[*next] and behind; room for what is derived of it follows. */
static ptl_status fill_points(const ptl_filling *f, const ptl_param *param, const ptl_given *given,
                              double *c, int offset, int *next) {
  const int n = given->n_points, per_point = 2 + ptl_type_n_derived_per_point(f->kind, f->type);
  char text[sizeof f->m->context->told.message];
  if (n < 1 || given->points == NULL) {
    snprintf(text, sizeof text, "'%s' must be a list of at least one point: %s", param->name,
             param->doc);
    return fail_filling(f, text);
  }
  for (int i = 0; i < 2 * n; i++) {
    if (ptl_param_check_column(f->m->context, param, i % 2, given->points[i]) != PTL_OK) {
      snprintf(text, sizeof text, "point %d: %.1900s", i / 2 + 1, f->m->context->told.message);
      return fail_filling(f, text);
    }
    c[*next + i] = given->points[i];
  }
  c[offset] = n;
  c[offset + 1] = *next;
  *next += n * per_point;
  return PTL_OK;
}

static ptl_status fill_given(const ptl_filling *f, const ptl_param *table, const ptl_given *given,
                             double *c, int *next) {
  const ptl_param *param = NULL;
  const int offset = ptl_param_find(table, given->name, &param);
  if (offset < 0) return fail_unknown_param(f, table, given->name);
  if (!isnan(c[offset])) {
    char text[128];
    snprintf(text, sizeof text, "parameter '%s' is given twice", param->name);
    return fail_filling(f, text);
  }
  if (param->kind == PTL_CHOICE) return fill_choice(f, param, given, &c[offset]);
  if (param->kind == PTL_POINTS) return fill_points(f, param, given, c, offset, next);
  ptl_status status = check_value(f, param, given->value[0]);
  c[offset] = given->value[0];
  if (status == PTL_OK && param->kind == PTL_POINT) {
    status = check_value(f, param, given->value[1]);
    c[offset + 1] = given->value[1];
  }
  return status;
}

static ptl_status fill_rest(const ptl_filling *f, const ptl_param *table, double *c) {
  for (const ptl_param *param = table; param->name != NULL; param++) {
    const int size = ptl_param_size(param);
    if (isnan(c[0]) && (param->flags & PTL_REQUIRED)) {
      char text[ROOM];
      snprintf(text, sizeof text, "parameter '%s' [%s] is missing: %s", param->name, param->unit,
               param->doc);
      return fail_filling(f, text);
    }
    for (int i = 0; i < size; i++) {
      if (!isnan(c[i])) continue;
      if (param->kind == PTL_POINTS) {
        c[i] = 0;
      } else if (!(param->flags & PTL_OPTIONAL)) {
        c[i] = param->fallback;
      }
    }
    c += size;
  }
  return PTL_OK;
}

/* Doubles of the instance: the fixed ones and those of the lists. */
static ptl_status count_points(const ptl_filling *f, const ptl_type_use *use, int fixed,
                               int *size) {
  const int per_point = 2 + ptl_type_n_derived_per_point(f->kind, f->type);
  int left = MOST_POINTS;
  *size = fixed;
  for (int i = 0; i < use->n_given; i++) {
    const int n = use->given[i].n_points;
    if (n > left) {
      char text[128];
      snprintf(text, sizeof text, "'%.40s' makes more than %d points", use->given[i].name,
               MOST_POINTS);
      return fail_filling(f, text);
    }
    if (n < 0) continue; /* refused with the parameter's name, later */
    left -= n;
    *size += per_point * n;
  }
  return PTL_OK;
}

static int is_list(const ptl_param *table, const char *name) {
  const ptl_param *param;
  return ptl_param_find(table, name, &param) >= 0 && param->kind == PTL_POINTS;
}

/* All parameters into c, whose lists begin at `next`, in the order of the table. */
static ptl_status fill(const ptl_filling *f, const ptl_type_use *use, double *c, int next) {
  const ptl_param *table = ptl_type_params(f->kind, f->type);
  ptl_status status = PTL_OK;
  for (int i = 0; i < ptl_table_size(table); i++) c[i] = NAN;
  for (const ptl_param *param = table; param->name != NULL; param++) {
    if (param->kind != PTL_POINTS) continue;
    for (int i = 0; i < use->n_given && status == PTL_OK; i++)
      if (strcmp(use->given[i].name, param->name) == 0)
        status = fill_given(f, table, &use->given[i], c, &next);
  }
  for (int i = 0; i < use->n_given && status == PTL_OK; i++)
    if (!is_list(table, use->given[i].name))
      status = fill_given(f, table, &use->given[i], c, &next);
  return status == PTL_OK ? fill_rest(f, table, c) : status;
}

/* Room for the numbers of an instance, behind the type's `user`. */
static double *make_numbers(ptl_context *context, int n, void *user) {
  double *room = ptl_alloc(context, PTL_USER_SIZE + (size_t)n, sizeof(double));
  if (room == NULL) return NULL;
  ptl_instance_set_user(room + PTL_USER_SIZE, user);
  return room + PTL_USER_SIZE;
}

void ptl_instance_set_user(double *c, void *user) {
  memcpy(c - 1, &user, sizeof user);
}

void ptl_instance_free(ptl_context *context, double *c) {
  if (c != NULL) ptl_free(context, c - PTL_USER_SIZE);
}

ptl_status ptl_instance_create(ptl_mechanism *m, ptl_label label, ptl_kind kind,
                               const ptl_type_use *use, ptl_instance *out) {
  if (use->type == NULL)
    return ptl_fail_at(m, m->location, PTL_ERR_INPUT, PTL_E(0205) "%s '%s': the %s is missing",
                       label.word, label.name, ptl_kind_word(kind));
  const void *type = ptl_find_type(m->context, kind, use->type);
  if (type == NULL) {
    char what[160];
    snprintf(what, sizeof what, "%s '%s'", label.word, label.name);
    return ptl_fail_unknown_type(m, m->location, what, kind, use->type, NULL, 0);
  }
  const ptl_filling f = {m, label, kind, use->type, type};
  ptl_instance made = {.type = type, .n_given = ptl_table_size(ptl_type_params(kind, type))};
  const int first_list = made.n_given + ptl_type_n_derived(kind, type);
  if (count_points(&f, use, first_list, &made.size) != PTL_OK) return PTL_ERR_INPUT;
  made.c = make_numbers(m->context, made.size, ptl_type_user(kind, type));
  if (made.c == NULL) return PTL_ERR_MEMORY;
  const ptl_status status = fill(&f, use, made.c, first_list);
  if (status == PTL_OK) {
    *out = made;
  } else {
    ptl_instance_free(m->context, made.c);
  }
  return status;
}

/* ------------------------------------------------------------------ preparing */

typedef int (*ptl_prepare)(double *c, ptl_reason *why);

static ptl_prepare prepare_of(ptl_kind kind, const void *type) {
  if (kind == PTL_JOINT) return ((const ptl_joint_type *)type)->prepare;
  if (kind == PTL_FORCE) return ((const ptl_force_type *)type)->prepare;
  return ((const ptl_friction_law *)type)->prepare;
}

ptl_status ptl_instance_prepare(const ptl_mechanism *m, ptl_label label, ptl_kind kind,
                                ptl_instance *instance) {
  const ptl_prepare prepare = prepare_of(kind, instance->type);
  ptl_reason why = {""};
  const char *name = ptl_type_name(kind, instance->type);
  if (prepare != NULL && prepare(instance->c, &why) != 0)
    return ptl_fail_element(m, label, PTL_E(0211) "%s (%s%s)", why.text,
                            kind == PTL_FRICTION ? "friction law " : "", name);
  if ((kind == PTL_JOINT && ptl_joint_verify(instance->type, instance->c, &why) != 0) ||
      (kind == PTL_FORCE && ptl_force_verify(instance->type, instance->c, &why) != 0))
    return ptl_fail_element(m, label, PTL_E(0402) "%s '%s' is wrong: %s", ptl_kind_word(kind), name,
                            why.text);
  return PTL_OK;
}

ptl_status ptl_make_friction(ptl_mechanism *m, ptl_label label, const ptl_type_use *use,
                             ptl_instance *out) {
  if (use->type == NULL) return PTL_OK;
  const ptl_status status = ptl_instance_create(m, label, PTL_FRICTION, use, out);
  return status == PTL_OK ? ptl_instance_prepare(m, label, PTL_FRICTION, out) : status;
}

ptl_status ptl_make_film(ptl_mechanism *m, ptl_label label, const ptl_type_use *use,
                         const ptl_film_env *env, ptl_instance *out) {
  ptl_reason why = {""};
  if (use->type == NULL) return PTL_OK;
  const ptl_status status = ptl_instance_create(m, label, PTL_FILM, use, out);
  if (status != PTL_OK) return status;
  const ptl_film_law *law = out->type;
  ptl_film_env with_length = *env;
  with_length.slenderness = 0.5 * out->c[PTL_FILM_LENGTH] / env->radius;
  if (isnan(out->c[PTL_FILM_LEAST_THICKNESS]))
    out->c[PTL_FILM_LEAST_THICKNESS] = PTL_LEAST_THICKNESS * env->clearance;
  if (!(out->c[PTL_FILM_LEAST_THICKNESS] <= 0.1 * env->clearance))
    return ptl_fail_element(m, label,
                            PTL_E(0206) "'least_thickness' of the film must be at most a tenth of the "
                            "clearance of %.6g m, not %.6g m",
                            env->clearance, out->c[PTL_FILM_LEAST_THICKNESS]);
  if (law->prepare != NULL && law->prepare(out->c, &with_length, &why) != 0)
    return ptl_fail_element(m, label, PTL_E(0211) "%s (film law %s)", why.text, law->name);
  return PTL_OK;
}

/* ------------------------------------------------------------------ release and copy */

void ptl_instance_release(ptl_mechanism *m, ptl_instance *instance) {
  ptl_instance_free(m->context, instance->c);
  instance->c = NULL;
}

double *ptl_instance_copy(ptl_context *context, const ptl_instance *instance) {
  double *c = make_numbers(context, instance->size, ptl_user(instance->c));
  if (c != NULL) memcpy(c, instance->c, (size_t)instance->size * sizeof(double));
  return c;
}

int ptl_instance_own(ptl_mechanism *m, ptl_instance *instance) {
  if (instance->type == NULL) return 1;
  instance->c = ptl_instance_copy(m->context, instance);
  return instance->c != NULL;
}
