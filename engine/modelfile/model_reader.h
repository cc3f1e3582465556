/* model_reader.h: what the files that read a model share. Internal. */
#ifndef PTL_MODEL_READER_H
#define PTL_MODEL_READER_H

#include "instance.h"
#include "model_words.h"

typedef struct ptl_reader {
  ptl_context *context;
  ptl_mechanism *m;
  ptl_symbol *parameters; /* names and units belong to the mechanism */
  int n_parameters;
  int *uses;   /* of each parameter, outside of `parameters:` once that has been read */
  char *needs; /* [i * room + j]: parameter i is computed from j */
  int room;    /* for parameters */

  ptl_definition_list definitions; /* signals, tables, and what joints and points give */
  void **scratch;                  /* texts and lists that live as long as the reading */
  int n_scratch;
} ptl_reader;

/* Memory that is released when the model has been read. */
void *ptl_read_scratch(ptl_reader *r, size_t n, size_t size);
/* Hands memory from ptl_alloc over to be released then, too; frees it and fails when it cannot. */
ptl_status ptl_read_keep(ptl_reader *r, void *memory);
/* printf into scratch memory; NULL sets the message. */
const char *ptl_read_print(ptl_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* PTL_ERR_INPUT at a location in the file. */
ptl_status ptl_read_fail(const ptl_reader *r, ptl_where where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Brings the message that is there to the form that ptl_read_fail gives. */
ptl_status ptl_read_fail_message(const ptl_reader *r, ptl_where where, ptl_status status);
/* The node must be of that kind. `what` names it in the message: "body 'crank'". */
ptl_status ptl_read_want(const ptl_reader *r, const ptl_node *node, ptl_node_kind kind,
                         const char *what);
/* What a text is that stands as a key, or as one entry too many: the rest of an expression or of a
 * decimal, cut at its comma; "" else. */
const char *ptl_read_hint_of_rest(const char *text);
/* The node must be a mapping that has no keys but these; the list ends with NULL. */
ptl_status ptl_read_keys(const ptl_reader *r, const ptl_node *node, const char *what,
                         const char *const *keys);
/* The same for a table of keys. */
ptl_status ptl_read_known(const ptl_reader *r, const ptl_node *node, const char *what,
                          const ptl_key *keys);

/* Values. `what` names the value in messages: its key. */
ptl_status ptl_read_text(const ptl_reader *r, const ptl_node *node, const char *what,
                         const char **out);
ptl_status ptl_read_quantity(const ptl_reader *r, const ptl_node *node, const char *what,
                             const char *unit, double *out);
ptl_status ptl_read_pair(const ptl_reader *r, const ptl_node *node, const char *what,
                         const char *unit, double out[2]);
/* The same for the entry of a mapping that may be absent: *out then keeps its value. */
ptl_status ptl_read_entry(const ptl_reader *r, const ptl_node *mapping, const char *key,
                          const char *unit, double *out);
ptl_status ptl_read_pair_entry(const ptl_reader *r, const ptl_node *mapping, const char *key,
                               const char *unit, double *x, double *y);
/* Numbers of a structure that are entries of a mapping. Each may be absent: its number then keeps
 * its value. */
ptl_status ptl_read_entries(const ptl_reader *r, const ptl_node *mapping,
                            const ptl_number_field *fields, void *out);
/* One of the words "first|second|third": its number. */
ptl_status ptl_read_word(const ptl_reader *r, const ptl_node *node, const char *what,
                         const char *words, int *out);
/* The same for the entry of a mapping that may be absent. */
ptl_status ptl_read_word_entry(const ptl_reader *r, const ptl_node *mapping, const char *key,
                               const char *words, int *out);
/* An expression of variables, as plain SI text in scratch memory. `!si` skips the check of its
 * dimension. */
ptl_status ptl_read_expression(ptl_reader *r, const ptl_node *node, const char *what,
                               const char *unit, const ptl_symbol_list *variables,
                               const char **out);

/* The same without a unit that is wanted: *unit is that of base units which follows. */
ptl_status ptl_read_inferred(ptl_reader *r, const ptl_node *node, const char *what,
                             const ptl_symbol_list *variables, const char **out, const char **unit);
/* The text of a unit of SI without a factor. */
ptl_status ptl_read_si_unit(const ptl_reader *r, const ptl_node *node, const char **out);
/* NAME: expression, or NAME: {unit: N, expression: ...}; `word` is what it is, for messages. */
ptl_status ptl_read_named_expression(ptl_reader *r, const ptl_node *node, const char *word,
                                     const ptl_symbol_list *variables, const char **out,
                                     const char **unit);

/* A type's parameters from the entries of a mapping, into scratch memory. Entries whose key is
 * among `others` are left alone, as are body, at and angle of the mappings named by `parts`
 * (two keys, or NULL). */
ptl_status ptl_read_params(ptl_reader *r, const ptl_node *mapping, const char *what,
                           const ptl_param *table, const char *const *others,
                           const char *const *parts, ptl_type_use *use);
/* The type that the entry `key` names; its text goes to use->type. */
ptl_status ptl_read_type(const ptl_reader *r, const ptl_node *mapping, const char *key,
                         const char *what, ptl_kind kind, ptl_type_use *use, const void **type);

/* The name of a body or of the ground. */
ptl_status ptl_read_body_name(const ptl_reader *r, const ptl_node *node, ptl_label label,
                              const char **out);
/* Two parts: `bodies:` with `at:` and `axis:`, or one mapping for each under the two keys. */
ptl_status ptl_read_parts(const ptl_reader *r, const ptl_node *node, ptl_label label,
                          const char *const *keys, ptl_part_def *a, ptl_part_def *b);

/* With `bodies:` a distance, or a joint whose parts stand apart, is of two points, which `at`
 * gives: without it both would be one. */
ptl_status ptl_read_want_points(const ptl_reader *r, const ptl_node *node, const char *what);
/* zero: placement, as ptl_read_parts leaves it; zero: bodies, from where the axes of both bodies
 * point alike, or along the axis of part A from origin to origin. A distance counts from
 * nowhere. */
ptl_status ptl_read_zero(const ptl_reader *r, const ptl_node *node, ptl_label label,
                         ptl_measured_coordinate of, ptl_part_def *a, ptl_part_def *b);

/* A joint of a registered type, and its `contact:`. */
ptl_status ptl_read_joint(ptl_reader *r, const ptl_node *node);
ptl_status ptl_read_contact_of(ptl_reader *r, const ptl_node *mapping, const ptl_joint_type *type,
                               ptl_joint_def *def);
/* Gears and racks that are joints with gaps: whether the entry places them by their parts, as
 * joints are; `clearance`, `contact` and `bushing`, which say whether they are; and the joint of a
 * coupling that has been read. model_read_teeth.c. */
int ptl_has_parts(const ptl_node *node, int drive);
ptl_status ptl_read_flanks(ptl_reader *r, const ptl_node *node, ptl_joint_def *def, int *gives_way);
ptl_status ptl_read_gear_teeth(ptl_reader *r, const ptl_node *node, const char *what,
                               const ptl_coupling_def *of, ptl_joint_def *def);
ptl_status ptl_read_rack_teeth(ptl_reader *r, const ptl_node *node, const char *what,
                               const ptl_coupling_def *of, ptl_joint_def *def);
/* {stiffness, damping} of what pushes or pulls one way; and a contact of both, named after the
 * joint, as that of all its gaps. */
ptl_status ptl_read_springs(ptl_reader *r, const ptl_node *node, double *stiffness,
                            double *damping);
ptl_status ptl_read_spring_contact(ptl_reader *r, const ptl_node *node, double stiffness,
                                   double damping, ptl_joint_def *def);
/* The two strands of a belt that gives way, `def` with their contact; and the strands of a rope.
 * model_read_strand.c. */
ptl_status ptl_read_belt_strands(ptl_reader *r, const ptl_node *node, const char *what,
                                 const ptl_coupling_def *of, ptl_joint_def *def);
ptl_status ptl_read_rope(ptl_reader *r, const ptl_node *node, ptl_label label, const char *what);
/* The entry `shape:` of a body that is there already. */
ptl_status ptl_read_shapes(ptl_reader *r, const ptl_node *node, const char *body);
/* One entry of the section `contacts:`. */
ptl_status ptl_read_contact(ptl_reader *r, const ptl_node *node, const char *name);
/* KEY: {law: NAME, parameters} of a mapping; `use` keeps what it holds when there is no such key.
 */
ptl_status ptl_read_law(ptl_reader *r, const ptl_node *mapping, const char *key, const char *what,
                        ptl_kind kind, ptl_type_use *use);

/* Parameter number `parameter` has just been read: those that it used are what it needs. */
void ptl_read_note_needs(ptl_reader *r, int parameter);
/* The model has been read: fails where one of the settings changes a parameter or a contact that
 * nothing uses. */
ptl_status ptl_read_check_settings(const ptl_reader *r, int n_settings);

/* Fills the empty description `m`, of which read_from has the settings, from a tree in which they
 * are; takes over `root`. */
ptl_status ptl_read_description(ptl_mechanism *m, ptl_node *root);
/* Of the bytes of a model file and its settings: `hash` goes on over these. */
uint64_t ptl_read_hash_settings(uint64_t hash, const ptl_setting *settings, int n);

/* Releases the scratch memory. */
void ptl_read_release(ptl_reader *r);

/* Sections; `node` may be NULL. */
ptl_status ptl_read_contacts(ptl_reader *r, const ptl_node *node);
ptl_status ptl_read_joints(ptl_reader *r, const ptl_node *node);
/* Those motions among them that read signals with states, once these are known. */
ptl_status ptl_read_late_motions(ptl_reader *r, const ptl_node *joints);
ptl_status ptl_read_forces(ptl_reader *r, const ptl_node *node);
ptl_status ptl_read_inputs(ptl_reader *r, const ptl_node *node);
ptl_status ptl_read_tables(ptl_reader *r, const ptl_node *node);
/* Those of time alone, before there are bodies; then the others, with all that they may be of. */
ptl_status ptl_read_early_signals(ptl_reader *r, const ptl_node *node);
ptl_status ptl_read_signals(ptl_reader *r, const ptl_node *node);
/* Whether a signal has a state; its keys checked and, where its unit is given, its name made known;
 * and the whole of it, with the expression that it stands for and its unit. model_read_state.c. */
int ptl_is_state(const ptl_node *node);
ptl_status ptl_declare_state(ptl_reader *r, const ptl_node *node);
ptl_status ptl_read_state(ptl_reader *r, const ptl_node *node, const char **text,
                          const char **unit);
/* A column for every signal that is none already. */
ptl_status ptl_read_signal_columns(ptl_reader *r, const ptl_node *node);
ptl_status ptl_read_loads(ptl_reader *r, const ptl_node *node);
/* `pressed:` of the joints, which may be of all that loads may be of; and whether one has it, or
 * `release:`. */
int ptl_joints_read_signals(const ptl_node *joints);
ptl_status ptl_read_pressed(ptl_reader *r, const ptl_node *joints);
/* `release:` of joints and motions: a signal for each that has none of its own.
 * model_read_release.c */
ptl_status ptl_read_releases(ptl_reader *r, const ptl_node *joints);
/* output: points */
ptl_status ptl_read_points(ptl_reader *r, const ptl_node *output);
ptl_status ptl_read_run(ptl_reader *r, const ptl_node *node);
ptl_status ptl_read_output(ptl_reader *r, const ptl_node *node);
/* `stop:` of the section `run:`, behind all that has columns. */
ptl_status ptl_read_stops(ptl_reader *r, const ptl_node *run);
/* `statistics:` of the section `output:`, likewise. */
ptl_status ptl_read_statistics(ptl_reader *r, const ptl_node *output);
/* A time, or a travel of a joint; node NULL leaves it. */
ptl_status ptl_read_span(ptl_reader *r, const ptl_node *node, const char *what, ptl_span *span);
ptl_status ptl_read_start(ptl_reader *r, const ptl_node *node);

#endif
