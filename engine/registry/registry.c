/* registry.c: types by name, and the checks of what a type says of itself. */
#include "registry.h"

#include <ctype.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "declaration.h"
#include "param.h"

enum { LONGEST_NAME = 63, MOST_VALUES = 256, MOST_OF_FILM = 16384 };

const char *ptl_kind_word(ptl_kind kind) {
  static const char *const words[PTL_N_KINDS] = {"elastic law", "damping law",  "joint type",
                                                 "force type",  "friction law", "film law"};
  return words[kind];
}

int ptl_name_is_valid(const char *name) {
  size_t i;
  if (name == NULL || !(isalpha((unsigned char)name[0]) || name[0] == '_')) return 0;
  for (i = 1; name[i]; i++)
    if (!(isalnum((unsigned char)name[i]) || name[i] == '_')) return 0;
  return i <= LONGEST_NAME;
}

/* ------------------------------------------------------------------ fields all kinds share */

typedef struct ptl_fields {
  const char *name;
  const ptl_doc *doc;
  const ptl_param *params;
  /* n_memory: of a friction law its inner states */
  int n_derived, n_derived_per_point, n_memory;
  void *user;
} ptl_fields;

static ptl_fields fields_of(ptl_kind kind, const void *type) {
  ptl_fields f = {0};
  if (kind == PTL_ELASTIC) {
    const ptl_elastic_law *t = type;
    f = (ptl_fields){t->name,     &t->doc, t->params, t->n_derived, t->n_derived_per_point,
                     t->n_memory, t->user};
  } else if (kind == PTL_DAMPING) {
    const ptl_damping_law *t = type;
    f = (ptl_fields){t->name,     &t->doc, t->params, t->n_derived, t->n_derived_per_point,
                     t->n_memory, t->user};
  } else if (kind == PTL_JOINT) {
    const ptl_joint_type *t = type;
    f = (ptl_fields){t->name, &t->doc, t->params, t->n_derived, t->n_derived_per_point, 0, t->user};
  } else if (kind == PTL_FORCE) {
    const ptl_force_type *t = type;
    f = (ptl_fields){t->name, &t->doc, t->params, t->n_derived, t->n_derived_per_point, 0, t->user};
  } else if (kind == PTL_FILM) {
    const ptl_film_law *t = type;
    f = (ptl_fields){t->name, &t->doc, t->params, t->n_derived, t->n_derived_per_point, 0, t->user};
  } else {
    const ptl_friction_law *t = type;
    f = (ptl_fields){t->name,     &t->doc, t->params, t->n_derived, t->n_derived_per_point,
                     t->n_states, t->user};
  }
  return f;
}

const char *ptl_type_name(ptl_kind kind, const void *type) {
  return fields_of(kind, type).name;
}

const ptl_param *ptl_type_params(ptl_kind kind, const void *type) {
  return fields_of(kind, type).params;
}

int ptl_type_n_derived(ptl_kind kind, const void *type) {
  return fields_of(kind, type).n_derived;
}

int ptl_type_n_derived_per_point(ptl_kind kind, const void *type) {
  return fields_of(kind, type).n_derived_per_point;
}

void *ptl_type_user(ptl_kind kind, const void *type) {
  return fields_of(kind, type).user;
}

int ptl_joint_n_gaps(const ptl_joint_type *type) {
  int n = 0;
  while (type->gap_names != NULL && type->gap_names[n] != NULL) n++;
  return n;
}

int ptl_joint_has_clearance(const ptl_joint_type *type, const double *c) {
  return type->clearance != NULL && type->clearance(c) > 0;
}

int ptl_joint_has_gap(const ptl_joint_type *type, const double *c, int gap) {
  return type->has_gap != NULL ? type->has_gap(c, gap) : ptl_joint_has_clearance(type, c);
}

/* ------------------------------------------------------------------ look-up */

ptl_registry *ptl_registry_of(const ptl_context *context) {
  return context->slots[PTL_SLOT_REGISTRY].data;
}

static const ptl_registered *find_registered(const ptl_context *context, ptl_kind kind,
                                             const char *name) {
  const ptl_registry *registry = ptl_registry_of(context);
  for (int i = 0; i < registry->n_types[kind]; i++) {
    const ptl_registered *r = &registry->types[kind][i];
    if (strcmp(ptl_type_name(kind, r->type), name) == 0) return r;
  }
  return NULL;
}

const void *ptl_find_type(const ptl_context *context, ptl_kind kind, const char *name) {
  const ptl_registered *found = find_registered(context, kind, name);
  return found != NULL ? found->type : NULL;
}

int ptl_context_get_type(const ptl_context *context, ptl_kind kind, int index, ptl_type_info *out) {
  const ptl_registry *registry = ptl_registry_of(context);
  if ((int)kind < 0 || (int)kind >= PTL_N_KINDS) return 0;
  if (index < 0 || index >= registry->n_types[kind]) return 0;
  ptl_fields f = fields_of(kind, registry->types[kind][index].type);
  out->name = f.name;
  out->doc = f.doc;
  out->params = f.params;
  out->origin = registry->types[kind][index].origin;
  out->type = registry->types[kind][index].type;
  return 1;
}

/* ------------------------------------------------------------------ registration */

ptl_status ptl_registry_add(ptl_context *context, ptl_kind kind, const void *type,
                            const char *origin) {
  const char *name = ptl_type_name(kind, type);
  const ptl_registered *old = find_registered(context, kind, name);
  ptl_registry *registry = ptl_registry_of(context);
  if (old != NULL) {
    return ptl_fail(
        context, PTL_ERR_INPUT,
        PTL_E(0402) "%s '%s' exists already (%s): a plug-in's types need names of their own",
        ptl_kind_word(kind), name, old->origin);
  }
  ptl_registered *grown = ptl_grow(context, registry->types[kind], (size_t)registry->n_types[kind],
                                   sizeof(ptl_registered));
  if (grown == NULL) return PTL_ERR_MEMORY;
  registry->types[kind] = grown;
  grown[registry->n_types[kind]++] = (ptl_registered){type, origin};
  return PTL_OK;
}

static void close_registry(ptl_context *context, void *data) {
  ptl_registry *r = data;
  for (int i = 0; i < PTL_N_KINDS; i++) ptl_free(context, r->types[i]);
  for (int i = 0; i < r->n_libraries; i++) {
    if (r->libraries[i] != NULL) dlclose(r->libraries[i]);
    ptl_free(context, r->origins[i]);
  }
  ptl_free(context, r->libraries);
  ptl_free(context, r->origins);
  ptl_free(context, r);
}

ptl_status ptl_registry_open(ptl_context *context) {
  ptl_registry *registry = ptl_alloc(context, 1, sizeof *registry);
  if (registry == NULL) return PTL_ERR_MEMORY;
  context->slots[PTL_SLOT_REGISTRY] = (ptl_context_slot){registry, close_registry};
  return PTL_OK;
}

/* ------------------------------------------------------------------ checks of a type */

/* What is being checked; `row` NULL for the type as a whole. */
typedef struct ptl_check {
  ptl_context *context;
  ptl_kind kind;
  const char *name;
} ptl_check;

static ptl_status refuse(const ptl_check *k, const ptl_param *row, const char *what) {
  if (row != NULL) {
    return ptl_fail(k->context, PTL_ERR_INPUT, PTL_E(0402) "%s '%s', parameter '%s': %s",
                    ptl_kind_word(k->kind), k->name, row->name, what);
  }
  return ptl_fail(k->context, PTL_ERR_INPUT, PTL_E(0402) "%s '%s': %s", ptl_kind_word(k->kind),
                  k->name, what);
}

int ptl_dotted_name_is_valid(const char *name) {
  char part[LONGEST_NAME + 1];
  for (;;) {
    const size_t length = strcspn(name, ".");
    if (length > LONGEST_NAME) return 0;
    memcpy(part, name, length);
    part[length] = '\0';
    if (!ptl_name_is_valid(part)) return 0;
    if (name[length] == '\0') return 1;
    name += length + 1;
  }
}

/* 1 if `a` is `b` or a mapping on the way to it. */
static int is_prefix_path(const char *a, const char *b) {
  const size_t n = strlen(a);
  return strncmp(a, b, n) == 0 && (b[n] == '\0' || b[n] == '.');
}

/* Keys that the model file keeps for itself, beside those of the parameters. */
static int is_reserved(ptl_kind kind, const void *type, const char *name) {
  static const char *const of_joint[] = {"type",    "bodies",   "at",   "axis", "bushing",
                                         "contact", "friction", "film", "wear", NULL};
  static const char *const of_force[] = {"type", "bodies", "at", "axis", "a", "b", NULL};
  static const char *const of_law[] = {"law", NULL};
  static const char *const of_part[] = {"body", "at", "angle", NULL};
  const char *const *words = kind == PTL_JOINT ? of_joint : kind == PTL_FORCE ? of_force : of_law;
  const char *inside = name;
  if (kind == PTL_JOINT) {
    const ptl_joint_type *joint = type;
    const char *parts[2];
    parts[0] = joint->part_a;
    parts[1] = joint->part_b;
    for (int i = 0; i < 2; i++) {
      const size_t n = strlen(parts[i]);
      if (!is_prefix_path(parts[i], name)) continue;
      if (name[n] == '\0') return 1;
      inside = name + n + 1;
      words = of_part;
    }
  }
  for (; *words != NULL; words++)
    if (is_prefix_path(*words, inside)) return 1;
  return 0;
}

static ptl_status check_choices(const ptl_check *k, const ptl_param *row) {
  char word[LONGEST_NAME + 1];
  int n = 0;
  if (row->choices == NULL) return refuse(k, row, "a choice needs its words in `choices`");
  while (ptl_param_choice_word(row, n, word, sizeof word)) {
    if (!ptl_name_is_valid(word)) return refuse(k, row, "its choices are not all names");
    n++;
  }
  if (row->flags & (PTL_REQUIRED | PTL_OPTIONAL)) return PTL_OK;
  if (!(row->fallback >= 0 && row->fallback < n && row->fallback == floor(row->fallback)))
    return refuse(k, row, "its default is not the index of a choice");
  return PTL_OK;
}

static ptl_status check_row(const ptl_check *k, const void *type, const ptl_param *row) {
  const unsigned known = PTL_REQUIRED | PTL_OPTIONAL | PTL_OPEN_MIN | PTL_OPEN_MAX;
  if (!ptl_dotted_name_is_valid(row->name)) return refuse(k, row, "the name is not made of names");
  if (is_reserved(k->kind, type, row->name))
    return refuse(k, row, "the name is a key that the model file keeps for itself");
  if (row->unit == NULL || !*row->unit)
    return refuse(k, row, "it has no unit; \"1\" stands for none");
  if (row->doc == NULL || !*row->doc) return refuse(k, row, "it has no sentence in `doc`");
  if (row->flags & ~known) return refuse(k, row, "it has a flag that is not known");
  if ((row->flags & PTL_REQUIRED) && (row->flags & PTL_OPTIONAL))
    return refuse(k, row, "it cannot be required and optional at once");
  if (row->kind == PTL_CHOICE) return check_choices(k, row);
  if (row->kind != PTL_NUMBER && row->kind != PTL_POINT && row->kind != PTL_POINTS)
    return refuse(k, row, "its kind is not known");
  if (!(row->min <= row->max)) return refuse(k, row, "its range is empty");
  if (row->kind == PTL_POINTS && !(row->flags & (PTL_REQUIRED | PTL_OPTIONAL)))
    return refuse(k, row, "a list of points has no default: it is required or optional");
  if (row->flags & (PTL_REQUIRED | PTL_OPTIONAL)) return PTL_OK;
  if (ptl_param_check(k->context, row, row->fallback) != PTL_OK)
    return refuse(k, row, "its default lies outside its range");
  return PTL_OK;
}

static ptl_status check_table(const ptl_check *k, const void *type, const ptl_param *table) {
  if (table == NULL) return refuse(k, NULL, "it has no parameter table; an empty one is {{NULL}}");
  for (const ptl_param *row = table; row->name != NULL; row++) {
    ptl_status status = check_row(k, type, row);
    if (status != PTL_OK) return status;
    for (const ptl_param *other = table; other != row; other++) {
      if (is_prefix_path(other->name, row->name) || is_prefix_path(row->name, other->name))
        return refuse(k, row, "the table has this name, or a part of it, twice");
    }
  }
  if (ptl_table_size(table) > MOST_VALUES) return refuse(k, NULL, "it has too many parameters");
  return PTL_OK;
}

static ptl_status check_gap_names(const ptl_check *k, const ptl_joint_type *t) {
  int i;
  for (i = 0; t->gap_names[i] != NULL; i++) {
    if (i == PTL_MAX_GAPS) return refuse(k, NULL, "it has more gaps than PTL_MAX_GAPS");
    if (!ptl_name_is_valid(t->gap_names[i])) return refuse(k, NULL, "a gap's name is not a name");
    for (int j = 0; j < i; j++)
      if (strcmp(t->gap_names[i], t->gap_names[j]) == 0)
        return refuse(k, NULL, "two of its gaps have the same name");
  }
  if (i == 0) return refuse(k, NULL, "its list of gaps is empty; NULL stands for no gaps");
  return PTL_OK;
}

static ptl_status check_joint(const ptl_check *k, const ptl_joint_type *t) {
  if (!ptl_name_is_valid(t->part_a) || !ptl_name_is_valid(t->part_b))
    return refuse(k, NULL, "the keys of its parts are not names");
  if (strcmp(t->part_a, t->part_b) == 0) return refuse(k, NULL, "its two parts have the same key");
  if (t->n_constraints < 0 || t->n_constraints > PTL_MAX_CONSTRAINTS)
    return refuse(k, NULL, "its number of constraints is not within 0 to PTL_MAX_CONSTRAINTS");
  if ((t->n_constraints > 0) != (t->constraints != NULL))
    return refuse(k, NULL, "n_constraints and constraints() do not go together");
  if (t->coordinate < PTL_COORDINATE_NONE || t->coordinate > PTL_COORDINATE_ANGLE)
    return refuse(k, NULL, "its coordinate is not known");
  if ((t->gap_names != NULL) != (t->gaps != NULL) || (t->gaps != NULL) != (t->clearance != NULL) ||
      (t->gaps != NULL) != (t->radii != NULL))
    return refuse(k, NULL, "gap_names, gaps(), clearance() and radii() do not go together");
  if ((t->eccentricity != NULL || t->has_gap != NULL) && t->gaps == NULL)
    return refuse(k, NULL, "has_gap() and eccentricity() belong to a type with gaps");
  if (t->sliding != NULL && t->n_constraints == 0 && !(t->flags & PTL_JOINT_PRESSED))
    return refuse(k, NULL, "it has no constraints, so sliding() has no reaction to take");
  const char *fault = ptl_joint_declaration_fault(t);
  if (fault != NULL) return refuse(k, NULL, fault);
  return t->gap_names != NULL ? check_gap_names(k, t) : PTL_OK;
}

static int functions_are_there(ptl_kind kind, const void *type) {
  if (kind == PTL_ELASTIC) {
    const ptl_elastic_law *t = type;
    return t->force != NULL && (t->n_memory == 0 || t->update != NULL);
  }
  if (kind == PTL_DAMPING) {
    const ptl_damping_law *t = type;
    return t->force != NULL && (t->n_memory == 0 || t->update != NULL);
  }
  if (kind == PTL_FORCE) {
    const ptl_force_type *t = type;
    return t->coordinate != NULL && t->force != NULL;
  }
  if (kind == PTL_FRICTION) {
    const ptl_friction_law *t = type;
    return t->force != NULL && t->stick_speed != NULL && (t->n_states == 0 || t->steady != NULL);
  }
  if (kind == PTL_FILM) return ((const ptl_film_law *)type)->force != NULL;
  return 1;
}

/* The parameters that every film has come first in its table. */
static int has_film_params(const ptl_param *table) {
  static const ptl_param wanted[] = {PTL_FILM_PARAMS, {0}};
  for (int i = 0; wanted[i].name != NULL; i++)
    if (table[i].name == NULL || strcmp(table[i].name, wanted[i].name) != 0 ||
        strcmp(table[i].unit, wanted[i].unit) != 0 || table[i].kind != PTL_NUMBER)
      return 0;
  return 1;
}

ptl_status ptl_registry_check(ptl_context *context, ptl_kind kind, const void *type) {
  const ptl_fields f = fields_of(kind, type);
  ptl_check k = {context, kind, f.name != NULL ? f.name : "?"};
  ptl_status status;
  if (!ptl_name_is_valid(f.name)) return refuse(&k, NULL, "its name is not a name");
  if (f.doc->title == NULL || f.doc->formula == NULL || f.doc->source == NULL ||
      f.doc->validity == NULL)
    return refuse(&k, NULL, "title, formula, source and validity must all be said in `doc`");
  const int most = kind == PTL_FILM ? MOST_OF_FILM : MOST_VALUES;
  if (f.n_derived < 0 || f.n_derived > most || f.n_memory < 0 || f.n_memory > MOST_VALUES ||
      f.n_derived_per_point < 0 || f.n_derived_per_point > MOST_VALUES)
    return refuse(&k, NULL,
                  "a number of derived values, of doubles of memory or of inner states is out of "
                  "range");
  if (!functions_are_there(kind, type))
    return refuse(&k, NULL, "a function that it must have is missing");
  if (kind == PTL_FRICTION && f.n_memory > PTL_MAX_FRICTION_STATES)
    return refuse(&k, NULL, "it has more inner states than PTL_MAX_FRICTION_STATES");
  if (kind == PTL_JOINT) {
    status = check_joint(&k, type);
    if (status != PTL_OK) return status;
  }
  const char *fault = kind == PTL_FORCE ? ptl_force_declaration_fault(type) : NULL;
  if (fault != NULL) return refuse(&k, NULL, fault);
  status = check_table(&k, type, f.params);
  if (status == PTL_OK && kind == PTL_FILM && !has_film_params(f.params))
    return refuse(&k, NULL, "its table does not begin with PTL_FILM_PARAMS");
  return status;
}
