/* model_write.c: writes a description as a model file in which nothing is left to defaults.
 *
 * Numbers are SI and read back as the same doubles; parts are placed in their bodies' own frames,
 * where the description holds them, so that no rounding enters. Expressions are written as `!si`
 * text, which needs no units. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "joint_form.h"
#include "json.h"
#include "model_words.h"
#include "model_write.h"
#include "model_write_parts.h"
#include "number.h"
#include "word_list.h"

typedef struct ptl_writer {
  const ptl_mechanism *m;
  FILE *file;
} ptl_writer;

/* ------------------------------------------------------------------ values */

static void put(const ptl_writer *w, const char *text) {
  fputs(text, w->file);
}

static void put_number(const ptl_writer *w, double value) {
  char text[PTL_NUMBER_ROOM];
  const int n = ptl_number_write(value, text);
  fwrite(text, 1, (size_t)n, w->file);
}

static void put_bytes(void *file, const char *bytes, size_t n) {
  fwrite(bytes, 1, n, file);
}

/* A string of JSON is one of YAML. */
static void put_quoted(const ptl_writer *w, const char *text) {
  ptl_json_quote(text, put_bytes, w->file);
}

/* Names need no quotes, but for the one that YAML takes for nothing. */
static void put_name(const ptl_writer *w, const char *name) {
  if (ptl_dotted_name_is_valid(name) && strcmp(name, "null") != 0) {
    put(w, name);
  } else {
    put_quoted(w, name);
  }
}

static void put_expression(const ptl_writer *w, const char *text) {
  put(w, "!si ");
  put_quoted(w, text != NULL ? text : "0");
}

static void put_pair(const ptl_writer *w, double x, double y) {
  put(w, "[");
  put_number(w, x);
  put(w, ", ");
  put_number(w, y);
  put(w, "]");
}

static void begin_line(const ptl_writer *w, int depth, const char *key) {
  fprintf(w->file, "%*s%s: ", 2 * depth, "", key);
}

static void begin_mapping(const ptl_writer *w, int depth, const char *key) {
  fprintf(w->file, "%*s%s:\n", 2 * depth, "", key);
}

static void line_number(const ptl_writer *w, int depth, const char *key, double value) {
  begin_line(w, depth, key);
  put_number(w, value);
  put(w, "\n");
}

static void line_given(const ptl_writer *w, int depth, const char *key, double value) {
  if (!isnan(value)) line_number(w, depth, key, value);
}

static void line_name(const ptl_writer *w, int depth, const char *key, const char *name) {
  begin_line(w, depth, key);
  put_name(w, name);
  put(w, "\n");
}

/* Word number `index` of "first|second|third". */
static void line_word(const ptl_writer *w, int depth, const char *key, const char *words,
                      int index) {
  size_t length;
  const char *word = ptl_word_at(words, index, &length);
  begin_line(w, depth, key);
  fprintf(w->file, "%.*s\n", (int)length, word);
}

static void line_quoted(const ptl_writer *w, int depth, const char *key, const char *text) {
  if (text == NULL) return;
  begin_line(w, depth, key);
  put_quoted(w, text);
  put(w, "\n");
}

static void line_pair(const ptl_writer *w, int depth, const char *key, double x, double y) {
  begin_line(w, depth, key);
  put_pair(w, x, y);
  put(w, "\n");
}

static void line_expression(const ptl_writer *w, int depth, const char *key, const char *text) {
  if (text == NULL) return;
  begin_line(w, depth, key);
  put_expression(w, text);
  put(w, "\n");
}

/* ------------------------------------------------------------------ parameters of types */

/* `c` is the instance, `offset` that of the parameter. */
static void put_points(const ptl_writer *w, const double *c, int offset) {
  int n;
  const double *points = ptl_points(c, offset, &n);
  put(w, "[");
  for (int i = 0; i < n; i++) {
    if (i > 0) put(w, ", ");
    put_pair(w, points[2 * i], points[2 * i + 1]);
  }
  put(w, "]");
}

static void put_value(const ptl_writer *w, const ptl_param *param, const double *instance,
                      int offset) {
  const double *c = instance + offset;
  char word[64];
  if (param->kind == PTL_POINT) {
    put_pair(w, c[0], c[1]);
  } else if (param->kind == PTL_POINTS) {
    put_points(w, instance, offset);
  } else if (param->kind == PTL_CHOICE &&
             ptl_param_choice_word(param, (int)c[0], word, sizeof word)) {
    put_name(w, word);
  } else {
    put_number(w, c[0]);
  }
}

/* Length of the parameter's name up to and with its dot behind `path` ("" or "a.b."), 0 when it
 * is not in there or is a plain key. */
static size_t inner_path(const ptl_param *param, const char *path) {
  const size_t n = strlen(path);
  const char *dot = strncmp(param->name, path, n) == 0 ? strchr(param->name + n, '.') : NULL;
  return dot != NULL ? (size_t)(dot - param->name) + 1 : 0;
}

/* 1 if a parameter above opens the same mapping. */
static int is_open(const ptl_param *table, const ptl_param *param, size_t length) {
  for (const ptl_param *other = table; other != param; other++)
    if (strncmp(other->name, param->name, length) == 0) return 1;
  return 0;
}

/* 1 if the model gives the parameter or it has a default. */
static int has_value(const ptl_param *param, const double *c) {
  return param->kind == PTL_POINTS ? c[0] > 0 : !isnan(c[0]);
}

static int has_values(const ptl_instance *use, const ptl_param *table, const char *path) {
  const double *c = use->c;
  for (const ptl_param *param = table; param->name != NULL; param++) {
    if (strncmp(param->name, path, strlen(path)) == 0 && has_value(param, c)) return 1;
    c += ptl_param_size(param);
  }
  return 0;
}

static int is_skipped(const char *const *skip, const char *key, size_t length) {
  for (int i = 0; skip != NULL && i < 2; i++)
    if (strlen(skip[i]) == length && strncmp(skip[i], key, length) == 0) return 1;
  return 0;
}

/* The parameters below `path`, as nested mappings. Mappings whose keys are `skip` are left out. */
static void put_params(const ptl_writer *w, int depth, const ptl_instance *use,
                       const ptl_param *table, const char *path, const char *const *skip) {
  char inner[200];
  int next = 0;
  for (const ptl_param *param = table; param->name != NULL; param++) {
    const size_t n = strlen(path), length = inner_path(param, path);
    const int offset = next;
    next += ptl_param_size(param);
    if (strncmp(param->name, path, n) != 0) continue;
    if (length == 0) {
      if (!has_value(param, use->c + offset)) continue;
      begin_line(w, depth, param->name + n);
      put_value(w, param, use->c, offset);
      put(w, "\n");
      continue;
    }
    snprintf(inner, sizeof inner, "%.*s", (int)length, param->name);
    if (is_open(table, param, length) || !has_values(use, table, inner)) continue;
    if (is_skipped(skip, inner, length - 1)) continue;
    fprintf(w->file, "%*s%.*s:\n", 2 * depth, "", (int)(length - n - 1), param->name + n);
    put_params(w, depth + 1, use, table, inner, NULL);
  }
}

static void put_part(const ptl_writer *w, int depth, const char *key, const ptl_part_def *part,
                     const ptl_instance *use, const ptl_param *table) {
  char path[80];
  begin_mapping(w, depth, key);
  line_name(w, depth + 1, "body", part->body);
  line_pair(w, depth + 1, "at", part->x, part->y);
  line_number(w, depth + 1, "angle", part->angle);
  snprintf(path, sizeof path, "%s.", key);
  put_params(w, depth + 1, use, table, path, NULL);
}

/* ------------------------------------------------------------------ sections */

static void put_head(const ptl_writer *w) {
  const ptl_mechanism *m = w->m;
  fprintf(w->file,
          "# written by Pintle %s; every default is resolved, numbers without a unit are SI\n",
          PTL_VERSION);
  put(w, "pintle: 1\n");
  line_quoted(w, 0, "title", m->title);
  line_quoted(w, 0, "source", m->source);
  if (m->n_parameters > 0) put(w, "parameters:\n");
  for (int i = 0; i < m->n_parameters; i++) {
    begin_line(w, 1, m->parameters[i].name);
    ptl_write_parameter(m->context, &m->parameters[i], w->file);
    put(w, "\n");
  }
  if (m->n_inputs > 0) put(w, "inputs:\n");
  for (int i = 0; i < m->n_inputs; i++) {
    const ptl_input_def *input = &m->inputs[i].def;
    begin_line(w, 1, input->name);
    fprintf(w->file, "{unit: \"%s\", default: ", input->unit);
    put_number(w, input->value);
    if (strcmp(input->unit, "1") != 0) fprintf(w->file, " %s", input->unit);
    put(w, "}\n");
  }
  line_pair(w, 0, "gravity", m->gx, m->gy);
}

static void put_bodies(const ptl_writer *w) {
  if (w->m->n_bodies > 0) put(w, "bodies:\n");
  for (int i = 0; i < w->m->n_bodies; i++) {
    const ptl_body_def *b = &w->m->bodies[i].def;
    begin_mapping(w, 1, b->name);
    line_number(w, 2, "mass", b->mass);
    line_number(w, 2, "inertia", b->inertia);
    if ((b->free & PTL_FREE_POSITION) == 0) line_pair(w, 2, "position", b->x, b->y);
    if ((b->free & PTL_FREE_ANGLE) == 0) line_number(w, 2, "angle", b->angle);
    if ((b->free & PTL_FREE_VELOCITY) == 0) line_pair(w, 2, "velocity", b->vx, b->vy);
    if ((b->free & PTL_FREE_RATE) == 0) line_number(w, 2, "rate", b->omega);
    line_pair(w, 2, "com", b->com_x, b->com_y);
    ptl_write_shapes(w->m, &w->m->bodies[i], w->file);
  }
}

static void put_law(const ptl_writer *w, int depth, const char *key, ptl_kind kind,
                    const ptl_instance *use) {
  begin_mapping(w, depth, key);
  line_name(w, depth + 1, "law", ptl_type_name(kind, use->type));
  put_params(w, depth + 1, use, ptl_type_params(kind, use->type), "", NULL);
}

static void put_material(const ptl_writer *w, double young, double poisson) {
  put(w, "{");
  if (!isnan(young)) put(w, "young: ");
  if (!isnan(young)) put_number(w, young);
  if (!isnan(young) && !isnan(poisson)) put(w, ", ");
  if (!isnan(poisson)) put(w, "poisson: ");
  if (!isnan(poisson)) put_number(w, poisson);
  put(w, "}");
}

static void put_radius(const ptl_writer *w, double radius) {
  if (isnan(radius)) {
    put(w, "null");
  } else if (isinf(radius)) {
    put(w, "flat");
  } else {
    put_number(w, radius);
  }
}

static void put_contact(const ptl_writer *w, int depth, const ptl_mech_contact *contact) {
  const ptl_contact_def *d = &contact->def;
  put_law(w, depth, "elastic", PTL_ELASTIC, &contact->elastic);
  put_law(w, depth, "damping", PTL_DAMPING, &contact->damping);
  if (contact->friction.type != NULL)
    put_law(w, depth, "friction", PTL_FRICTION, &contact->friction);
  line_number(w, depth, "touch_speed_floor", d->touch_speed_floor);
  if (d->rolling_resistance > 0) line_number(w, depth, "rolling_resistance", d->rolling_resistance);
  line_given(w, depth, "rolling_speed", d->rolling_speed);
  if (!isnan(d->young_a) || !isnan(d->young_b) || !isnan(d->poisson_a) || !isnan(d->poisson_b)) {
    begin_line(w, depth, "materials");
    put(w, "[");
    put_material(w, d->young_a, d->poisson_a);
    put(w, ", ");
    put_material(w, d->young_b, d->poisson_b);
    put(w, "]\n");
  }
  if (!isnan(d->radius_a) || !isnan(d->radius_b)) {
    begin_line(w, depth, "radii");
    put(w, "[");
    put_radius(w, d->radius_a);
    put(w, ", ");
    put_radius(w, d->radius_b);
    put(w, "]\n");
  }
  line_given(w, depth, "length", d->length);
  line_given(w, depth, "effective_mass", d->effective_mass);
}

/* Contacts of one group follow each other, as the reader makes them. */
static void put_contacts(const ptl_writer *w) {
  const char *group = "";
  size_t n_group = 0;
  if (w->m->n_contacts > 0) put(w, "contacts:\n");
  for (int i = 0; i < w->m->n_contacts; i++) {
    const ptl_mech_contact *contact = &w->m->contacts[i];
    const char *name = contact->def.name, *dot = strchr(name, '.');
    const size_t n = dot != NULL ? (size_t)(dot - name) : 0;
    if (dot != NULL && (n != n_group || strncmp(name, group, n) != 0))
      fprintf(w->file, "  %.*s:\n", (int)n, name);
    group = name;
    n_group = n;
    begin_mapping(w, dot != NULL ? 2 : 1, dot != NULL ? dot + 1 : name);
    put_contact(w, dot != NULL ? 3 : 2, contact);
  }
}

static void put_fields(const ptl_writer *w, const ptl_number_field *f, const void *from) {
  for (; from != NULL && f->key != NULL; f++)
    line_number(w, 3, f->key, *(const double *)((const char *)from + f->offset));
}

static void put_joint(const ptl_writer *w, const ptl_mech_joint *joint) {
  const ptl_joint_type *type = joint->use.type;
  const char *const parts[] = {type->part_a, type->part_b};
  begin_mapping(w, 1, joint->def.name);
  line_name(w, 2, "type", type->name);
  put_part(w, 2, type->part_a, &joint->def.a, &joint->use, type->params);
  put_part(w, 2, type->part_b, &joint->def.b, &joint->use, type->params);
  put_params(w, 2, &joint->use, type->params, "", parts);
  if (joint->def.bushing != NULL) begin_mapping(w, 2, "bushing");
  if (joint->def.bushing != NULL) line_number(w, 3, "exponent", joint->def.bushing->exponent);
  put_fields(w, ptl_bushing_fields, joint->def.bushing);
  if (joint->def.wear != NULL) begin_mapping(w, 2, "wear");
  put_fields(w, ptl_wear_fields, joint->def.wear);
  if (joint->def.n_contacts > 0) begin_mapping(w, 2, "contact");
  for (int i = 0; i < joint->def.n_contacts; i++)
    line_name(w, 3, joint->def.contacts[i].gap, joint->def.contacts[i].contact);
  if (joint->friction.type != NULL) put_law(w, 2, "friction", PTL_FRICTION, &joint->friction);
  line_expression(w, 2, "pressed", joint->def.pressed);
  ptl_write_release(joint->def.release, w->file);
  if (joint->film.type != NULL) put_law(w, 2, "film", PTL_FILM, &joint->film);
}

static void put_plain_part(const ptl_writer *w, int depth, const char *key,
                           const ptl_part_def *part) {
  begin_mapping(w, depth, key);
  line_name(w, depth + 1, "body", part->body);
  line_pair(w, depth + 1, "at", part->x, part->y);
  line_number(w, depth + 1, "angle", part->angle);
}

static void put_measure(const ptl_writer *w, int depth, const ptl_measure_def *def) {
  if (def->joint != NULL) {
    line_name(w, depth, "joint", def->joint);
    return;
  }
  put_plain_part(w, depth, "a", &def->a);
  put_plain_part(w, depth, "b", &def->b);
  line_word(w, depth, "along", PTL_WORDS_ALONG, (int)def->coordinate);
}

static void put_coupling(const ptl_writer *w, const ptl_mech_coupling *coupling) {
  const ptl_coupling_def *def = &coupling->def;
  begin_mapping(w, 1, def->name);
  if (def->kind != PTL_COUPLING_PLAIN) {
    ptl_write_mesh(def, w->file);
    if (def->friction.type != NULL) put_law(w, 2, "friction", PTL_FRICTION, &coupling->friction);
    return;
  }
  line_name(w, 2, "type", "coupling");
  begin_mapping(w, 2, "first");
  put_measure(w, 3, &def->first);
  begin_mapping(w, 2, "second");
  put_measure(w, 3, &def->second);
  line_number(w, 2, "ratio", def->ratio);
}

static void put_table(const ptl_writer *w, const ptl_motion_def *def) {
  if (def->table == NULL) return;
  begin_mapping(w, 2, "table");
  for (int i = 0; i < def->n_table; i++) {
    put(w, "      - ");
    put_pair(w, def->table[2 * i], def->table[2 * i + 1]);
    put(w, "\n");
  }
  line_name(w, 2, "at_rest", def->rests ? "true" : "false");
  line_word(w, 2, "interpolation", PTL_WORDS_INTERPOLATION, def->monotone);
}

static void put_motion(const ptl_writer *w, const ptl_motion_def *def) {
  const int is_angle = ptl_measured_coordinate_of(w->m, &def->of) == PTL_MEASURED_ANGLE;
  begin_mapping(w, 1, def->name);
  line_name(w, 2, "type", "motion");
  put_measure(w, 2, &def->of);
  line_given(w, 2, "rate", def->rate);
  line_expression(w, 2, "rate", def->rate_of_time);
  line_expression(w, 2, is_angle ? "angle" : "position", def->position);
  ptl_write_rises(def, w->file);
  put_table(w, def);
  if (ptl_motion_is_servo(def)) {
    begin_mapping(w, 2, "by");
    put_measure(w, 3, &def->by);
  }
  ptl_write_release(def->release, w->file);
}

static void put_joints(const ptl_writer *w) {
  if (w->m->n_joints + w->m->n_couplings + w->m->n_motions > 0) put(w, "joints:\n");
  for (int i = 0; i < w->m->n_joints; i++) put_joint(w, &w->m->joints[i]);
  for (int i = 0; i < w->m->n_couplings; i++) put_coupling(w, &w->m->couplings[i]);
  for (int i = 0; i < w->m->n_motions; i++) put_motion(w, &w->m->motions[i].def);
}

static void put_forces(const ptl_writer *w) {
  static const char *const parts[] = {"a", "b"};
  if (w->m->n_forces > 0) put(w, "forces:\n");
  for (int i = 0; i < w->m->n_forces; i++) {
    const ptl_mech_force *force = &w->m->forces[i];
    const ptl_force_type *type = force->use.type;
    begin_mapping(w, 1, force->def.name);
    line_name(w, 2, "type", type->name);
    put_part(w, 2, "a", &force->def.a, &force->use, type->params);
    put_part(w, 2, "b", &force->def.b, &force->use, type->params);
    put_params(w, 2, &force->use, type->params, "", parts);
  }
}

static void put_loads(const ptl_writer *w) {
  if (w->m->n_loads > 0) put(w, "loads:\n");
  for (int i = 0; i < w->m->n_loads; i++) {
    const ptl_load_def *def = &w->m->loads[i].def;
    begin_mapping(w, 1, def->name);
    line_name(w, 2, "body", def->at.body);
    line_pair(w, 2, "at", def->at.x, def->at.y);
    if (def->fx != NULL || def->fy != NULL) {
      begin_line(w, 2, "force");
      put(w, "[");
      put_expression(w, def->fx);
      put(w, ", ");
      put_expression(w, def->fy);
      put(w, "]\n");
    }
    line_expression(w, 2, "torque", def->torque);
    line_word(w, 2, "frame", PTL_WORDS_FRAME, def->follows);
  }
}

static void put_span(const ptl_writer *w, const char *key, const ptl_span *span) {
  begin_line(w, 1, key);
  ptl_write_span(w->m, span, w->file);
  put(w, "\n");
}

static void put_stops(const ptl_writer *w) {
  if (w->m->n_stops > 0) put(w, "  stop:\n");
  for (int i = 0; i < w->m->n_stops; i++) {
    const ptl_stop_def *def = &w->m->stops[i].def;
    put(w, "    - ");
    if (def->condition != NULL) {
      put_expression(w, def->condition);
    } else {
      put(w, "settled: ");
      put_number(w, def->settled);
      put(w, " for ");
      put_number(w, def->settled_for);
    }
    put(w, "\n");
  }
}

static void put_run(const ptl_writer *w) {
  const ptl_run_def *run = &w->m->run;
  put(w, "run:\n");
  put_span(w, "until", &run->until);
  put_span(w, "every", &run->every);
  line_word(w, 1, "start", PTL_WORDS_START, (int)run->start);
  ptl_write_touching(w->m, w->file);
  line_number(w, 1, "rtol", run->rtol);
  line_word(w, 1, "integrator", PTL_WORDS_INTEGRATOR, (int)run->integrator);
  line_given(w, 1, "length", run->length);
  line_given(w, 1, "speed", run->speed);
  line_number(w, 1, "max_step", run->max_step);
  line_given(w, 1, "drift_limit", run->drift_limit);
  line_number(w, 1, "energy_limit", run->energy_limit);
  ptl_write_limits(&run->limits, w->file);
  put_stops(w);
}

static void put_starts(const ptl_writer *w) {
  const ptl_mechanism *m = w->m;
  int n_points = 0;
  if (m->n_starts > 0 || m->start_from != NULL) put(w, "start:\n");
  if (m->start_from != NULL) {
    line_quoted(w, 1, "from", m->start_from);
    line_given(w, 1, "at", m->start_at);
  }
  for (int i = 0; i < m->n_starts; i++) {
    const ptl_start_def *def = &m->starts[i].def;
    if (def->joint == NULL) {
      n_points++;
      continue;
    }
    const ptl_joint_type *type = m->joints[ptl_find_joint(m, def->joint)].use.type;
    const int turns = type->coordinate == PTL_COORDINATE_ANGLE;
    begin_mapping(w, 1, def->joint);
    line_given(w, 2, turns ? "angle" : "position", def->position[0]);
    line_given(w, 2, turns ? "rate" : "speed", def->rate[0]);
  }
  if (n_points > 0) put(w, "  points:\n");
  for (int i = 0; i < m->n_starts; i++) {
    const ptl_start_def *def = &m->starts[i].def;
    if (def->joint != NULL) continue;
    begin_mapping(w, 2, def->name);
    line_name(w, 3, "body", def->at.body);
    line_pair(w, 3, "at", def->at.x, def->at.y);
    if (!isnan(def->position[0])) line_pair(w, 3, "position", def->position[0], def->position[1]);
    if (!isnan(def->rate[0])) line_pair(w, 3, "velocity", def->rate[0], def->rate[1]);
  }
}

static void put_output(const ptl_writer *w) {
  const ptl_mechanism *m = w->m;
  put(w, "output:\n");
  line_word(w, 1, "contact_rows", PTL_WORDS_CONTACT_ROWS, (int)m->output.contact_rows);
  put(w, "  units:\n");
  line_word(w, 2, "angle", PTL_WORDS_ANGLE_UNIT, (int)m->output.angle);
  line_word(w, 2, "rate", PTL_WORDS_RATE_UNIT, (int)m->output.rate);
  line_word(w, 1, "wrap_angles", PTL_WORDS_YES_NO, m->output.wrap_angles);
  if (m->n_patterns > 0) put(w, "  columns:\n");
  for (int i = 0; i < m->n_patterns; i++) {
    put(w, "    - ");
    put_quoted(w, m->patterns[i].text);
    put(w, "\n");
  }
  if (m->n_points > 0) put(w, "  points:\n");
  for (int i = 0; i < m->n_points; i++) {
    const ptl_point_def *def = &m->points[i].def;
    begin_mapping(w, 2, def->name);
    line_name(w, 3, "body", def->at.body);
    line_pair(w, 3, "at", def->at.x, def->at.y);
  }
  if (m->n_columns > 0) put(w, "  expressions:\n");
  for (int i = 0; i < m->n_columns; i++) {
    const ptl_column_def *def = &m->columns[i].def;
    begin_mapping(w, 2, def->name);
    line_quoted(w, 3, "unit", def->unit);
    line_expression(w, 3, "expression", def->expression);
  }
  ptl_write_statistics(m, w->file);
}

/* ------------------------------------------------------------------ the whole */

void ptl_model_print(const ptl_mechanism *m, FILE *file) {
  const ptl_writer w = {m, file};
  put_head(&w);
  put_bodies(&w);
  put_contacts(&w);
  put_joints(&w);
  put_forces(&w);
  ptl_write_signals(m, file);
  put_loads(&w);
  put_run(&w);
  put_output(&w);
  put_starts(&w);
}
