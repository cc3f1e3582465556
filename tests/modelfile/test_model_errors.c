/* test_model_errors.c: model files that are wrong. Each must be refused at the right place with a
 * message that says what is wrong; the places are counted by hand in the texts below. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "pintle.h"

static ptl_context *context;
static char folder[] = "/tmp/pintle_errors_XXXXXX";
static char model_path[64];

static int setup(void **state) {
  (void)state;
  context = ptl_context_create(NULL);
  if (context == NULL || !mkdtemp(folder)) return 1;
  snprintf(model_path, sizeof model_path, "%s/model.yaml", folder);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  remove(model_path);
  rmdir(folder);
  ptl_context_destroy(context);
  return 0;
}

static void write_bytes(const char *bytes, size_t n) {
  FILE *file = fopen(model_path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, n, file), n);
  fclose(file);
}

static void check_message(const char *text, const char *place, const char *part) {
  char start[128];
  const char *message = ptl_context_message(context);
  snprintf(start, sizeof start, "%s%s error: ", model_path, place);
  if (strncmp(message, start, strlen(start)) != 0 || strstr(message, part) == NULL)
    fail_msg("\n%s\ngave: %s\nwanted: %s ... %s", text, message, start, part);
}

static void check_refused(const char *text, const char *place, const char *part) {
  ptl_mechanism *m = NULL;
  write_bytes(text, strlen(text));
  if (ptl_mechanism_load(context, model_path, NULL, 0, &m) != PTL_ERR_INPUT)
    fail_msg("%s was not refused: %s", text, ptl_context_message(context));
  check_message(text, place, part);
}

/* ------------------------------------------------------------------ values and keys */

typedef struct error_case {
  const char *text;  /* lines behind HEAD, which is 5 lines long */
  const char *place; /* ":LINE:COLUMN:" in the whole file */
  const char *part;
} error_case;

#define HEAD                                                                                  \
  "pintle: 1\n"                                                                               \
  "parameters: {length: 50 mm}\n"                                                             \
  "bodies: {arm: {mass: 1, inertia: 1}, bar: {mass: 1, inertia: 1, position: [length, 0]}}\n" \
  "contacts:\n"                                                                               \
  "  soft: {elastic: {law: power, stiffness: 1e8, exponent: 1.5}}\n"

static const error_case cases[] = {
    /* start */
    {"joints: {a: {type: revolute, bodies: [arm, bar]}}\nstart:\n  a: {angel: 1}\n",
     ":8:7:", "unknown key 'angel' in start of joint 'a', which turns (did you mean 'angle'?)"},
    {"joints: {a: {type: revolute, bodies: [arm, bar]}}\nstart:\n  a: {position: 1 m}\n",
     ":8:7:", "it takes angle, rate"},
    {"joints: {a: {type: revolute, bodies: [arm, bar]}}\nstart:\n  a: {angle: 1 m}\n",
     ":8:14:", "'1 m' is in m, but rad is wanted here"},
    {"joints: {a: {type: revolute, bodies: [arm, bar]}}\nstart:\n  b: {angle: 1}\n",
     ":8:3:", "there is no joint 'b'"},
    {"joints: {a: {type: revolute, bodies: [arm, bar]}}\nstart:\n  a: {}\n",
     ":8:3:", "it needs a coordinate or a rate"},
    {"joints: {a: {type: fixed, bodies: [arm, bar]}}\nstart:\n  a: {angle: 1}\n",
     ":8:3:", "which has no coordinate"},
    {"start: [a]\n", ":6:8:", "start must be a mapping, not a list"},
    {"start:\n  points: {p: {at: [0, 0], position: [1, 0]}}\n",
     ":7:12:", "start of point 'p' needs 'body'"},
    {"start:\n  points: {p: {body: ground, position: [1, 0]}}\n", ":7:12:", "which stands still"},
    {"start:\n  points: {p: {body: arm}}\n", ":7:12:", "it needs a position or a velocity"},
    {"start:\n  points: {p: {body: arm, velocity: 3}}\n",
     ":7:37:", "velocity must be a list of two values"},
    /* keys */
    {"joint: {}\n", ":6:1:", "unknown key 'joint' in the model (did you mean 'joints'?); it takes"},
    {"bodys: {}\n", ":6:1:", "did you mean 'bodies'?"},
    {"springs: {}\n", ":6:1:", "did you mean 'forces'?"},
    {"joints:\n  a: {typ: revolute}\n", ":7:6:", "joint 'a' needs 'type'"},
    {"joints:\n  a: {type: revolut}\n",
     ":7:13:", "there is no joint type 'revolut' (did you mean 'revolute'?); there are fixed"},
    {"joints:\n  a: {type: motoin}\n", ":7:13:", "(did you mean 'motion'?); there are fixed"},
    {"joints:\n  a: {type: x}\n", ":7:13:", "brake, rail_brake, motion, coupling, belt, rope"},
    {"joints:\n  a: {type: revolute, bodies: [arm, bar], clearence: 1}\n",
     ":7:43:", "unknown key 'clearence' in joint 'a' (did you mean 'clearance'?)"},
    {"joints:\n  a:\n    type: pin_in_slot\n    slot: {bdy: arm}\n",
     ":9:12:", "unknown key 'bdy' in slot of joint 'a' (did you mean 'body'?)"},
    {"joints:\n  a:\n    type: pin_in_slot\n    slot: {arc: {centre: [0, 0]}}\n",
     ":9:18:", "unknown key 'centre' in slot.arc of joint 'a' (did you mean 'center'?)"},
    {"joints: [a, b]\n", ":6:9:", "joints must be a mapping, not a list"},
    {"joints: 3\n", ":6:9:", "joints must be a mapping, not text"},
    {"joints:\n", ":6:1:", "joints must be a mapping, not nothing"},
    {"joints: {a: 3}\n", ":6:13:", "joint 'a' must be a mapping, not text"},
    {"joints:\n  1a: {type: revolute, bodies: [arm, bar]}\n", ":7:3:", "a name is a letter or _"},
    /* joints */
    {"joints:\n  a: {type: revolute}\n", ":7:3:", "joint 'a' needs bodies: [A, B]"},
    {"joints:\n  a: {type: revolute, bodies: [arm]}\n", ":7:31:", "a list of two names"},
    {"joints:\n  a: {type: revolute, bodies: [arm, bra]}\n",
     ":7:37:", "there is no body 'bra' (did you mean 'bar'?); there are ground, arm, bar"},
    {"joints:\n  a: {type: revolute, bodies: [arm, arm]}\n", ":7:3:", "connects 'arm' to itself"},
    {"joints:\n  a: {type: revolute, bodies: [arm, bar], at: [1 kg, 0]}\n",
     ":7:48:", "at: '1 kg' is in kg, but m is wanted here"},
    {"joints:\n  a: {type: revolute, bodies: [arm, bar], at: 3}\n",
     ":7:47:", "at must be a list of two values"},
    {"joints:\n  a: {type: revolute, bodies: [arm, bar], at: [[0, 0], 3]}\n",
     ":7:56:", "at must be a list of two values"},
    {"joints:\n  a: {type: revolute, bodies: [arm, bar], axis: [0, 0]}\n",
     ":7:49:", "axis must be a direction"},
    {"joints:\n  a: {type: revolute, bodies: [arm, bar], bearing: {body: arm}}\n",
     ":7:53:", "place the same part: keep one"},
    {"joints:\n  a: {type: revolute, bearing: {body: arm}}\n",
     ":7:3:", "part 'journal' needs a body"},
    {"joints:\n  a: {type: revolute, bearing: {body: arm}, journal: {body: bar}, at: [0, 0]}\n",
     ":7:67:", "'at' belongs to 'bodies'"},
    {"joints:\n  a: {type: revolute, bodies: [arm, bar], clearance: -1 mm}\n",
     ":7:54:", "'clearance' must be >= 0 m, not -0.001"},
    {"joints:\n  a: {type: revolute, bodies: [arm, bar], clearance: 1 mm}\n",
     ":7:3:", "gap 'bearing' needs a contact"},
    {"joints:\n  a: {type: revolute, bodies: [arm, bar], clearance: 1 mm, contact: sfot}\n",
     ":7:69:", "there is no contact 'sfot' (did you mean 'soft'?); there is soft"},
    {"joints:\n  a: {type: revolute, bodies: [arm, bar], contact: {baring: soft}}\n",
     ":7:53:", "unknown key 'baring' in contact (did you mean 'bearing'?)"},
    {"joints:\n  a: {type: revolute, bodies: [arm, bar], clearance: 3 mm, radius: 2 mm, contact: "
     "soft}\n",
     ":7:3:", "leaves no journal in a bearing"},
    {"joints:\n  a:\n    type: pin_in_slot\n    pin: {body: arm, radius: 9 mm}\n    slot: {body: "
     "bar, half_width: 8 mm, line: {from: [0, 0], to: [1, 0]}}\n    contact: soft\n",
     ":7:3:", "joint 'a': "}, /* the pin is larger than its slot */
    {"joints:\n  a: {type: fixed, bodies: [arm, bar], contact: soft}\n",
     ":7:40:", "unknown key 'contact' in joint 'a'"},
    /* motions */
    {"joints:\n  d: {type: motion, joint: a, rate: 1}\n",
     ":7:28:", "motion 'd': there is no joint 'a'; there are none"},
    {"joints:\n  a: {type: fixed, bodies: [arm, bar]}\n  d: {type: motion, joint: a, rate: 1}\n",
     ":8:28:", "joint 'a' is a fixed, which has no coordinate"},
    {"joints:\n  a: {type: revolute, bodies: [arm, bar]}\n  d: {type: motion, joint: a, rate: 1}\n"
     "  e: {type: motion, joint: a, angle: time*1 rad/s}\n",
     ":9:3:", "motion 'e': joint 'a' is driven by 'd' already"},
    {"joints:\n  a: {type: revolute, bodies: [arm, bar]}\n  d: {type: motion, joint: a}\n",
     ":8:3:", "motion 'd' needs one of 'rate', 'angle', 'rises' and 'table'"},
    {"joints:\n  a: {type: revolute, bodies: [arm, bar]}\n  d: {type: motion, joint: a, position: "
     "0}\n",
     ":8:31:", "joint 'a' turns: the key is 'angle'"},
    {"joints:\n  a: {type: revolute, bodies: [arm, bar]}\n  d: {type: motion, joint: a, rate: 1 "
     "m/s}\n",
     ":8:37:", "rate: '1 m/s' is in m s^-1, but rad/s is wanted here"},
    {"joints:\n  a: {type: revolute, bodies: [arm, bar]}\n  d: {type: motion, joint: a, angle: "
     "sin(time)}\n",
     ":8:38:", "sin needs a number without dimension, not s"},
    {"joints:\n  d: {type: motion}\n", ":7:3:", "motion 'd' needs 'joint'"},
    /* loads, forces */
    {"loads:\n  l: {body: arm}\n", ":7:3:", "needs force: [fx, fy] or torque"},
    {"loads:\n  l: {body: arm, force: 3}\n", ":7:25:", "a list of two expressions"},
    {"loads:\n  l: {body: ground, torque: 3}\n", ":7:3:", "acts on the ground"},
    {"loads:\n  l: {body: arm, torque: 3 N}\n", ":7:26:", "'3 N' is in kg m s^-2, but N m"},
    {"loads:\n  l: {body: arm, torque: 1 N*arm.z}\n", ":7:26:", "did you mean 'arm.x'?"},
    {"loads:\n  l: {body: arm, torque: !foo 3}\n", ":7:31:", "has a tag '!foo'"},
    {"loads:\n  l: {body: arm, torque: 1, frame: world}\n",
     ":7:36:", "ground or body, not 'world'"},
    {"forces:\n  f: {type: spring_damper, bodies: [arm, bar], stiffness: -1}\n",
     ":7:59:", "'stiffness' must be >= 0 N/m, not -1"},
    {"forces:\n  f: {type: spring, bodies: [arm, bar]}\n", ":7:13:", "there is no force type"},
    /* run */
    {"run: {until: -1}\n", ":6:1:", "must be > 0, not -1"},
    {"run: {until: 2 turns of shaft}\n", ":6:14:", "there is no joint 'shaft'"},
    {"run: {until: 3 mm}\n", ":6:14:", "until: '3 mm' is in m, but s is wanted here"},
    {"run: {start: idael}\n",
     ":6:14:", "start must be given, ideal, equilibrium or touching, not 'idael'"},
    {"run: {integrator: rk}\n", ":6:19:", "integrator must be auto, ida or dop853, not 'rk'"},
    {"run: {integrator: [bdf]}\n", ":6:19:", "integrator must be a single value, not a list"},
    {"run: {rtol: 3}\n", ":6:1:", "it must be >= 1e-14 and <= 0.1, not 3"},
    {"joints:\n  a: {type: revolute, bodies: [arm, bar]}\nrun: {until: 1 m of a}\n",
     ":8:14:", "until: '1 m' is in m, but rad is wanted here"},
    /* output */
    {"output: {points: {arm: {body: bar}}}\n", ":6:19:", "a body has that name"},
    {"output: {points: {p: {body: baz}}}\n", ":6:19:", "there is no body 'baz'"},
    {"output: {expressions: {e: arm.q}}\n", ":6:27:", "did you mean 'arm.x'?"},
    {"output: {expressions: {e: arm.x + arm.vx}}\n", ":6:27:", "not m and m s^-1"},
    {"output: {expressions: {e: {unit: mm, expression: arm.x}}}\n",
     ":6:34:", "a trace is in SI units"},
    {"output: {expressions: {e: {unit: N, expression: arm.x}}}\n",
     ":6:49:", "is in m, but N is wanted"},
    {"output: {columns: x}\n", ":6:19:", "columns must be a list, not text"},
};

static void test_bad_models(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[2048];
    snprintf(text, sizeof text, "%s%s", HEAD, cases[i].text);
    check_refused(text, cases[i].place, cases[i].part);
  }
}

/* Entries under the `shape:` of a body, which begin in line 7. */
static const error_case shape_cases[] = {
    {"      {circle: {radius: 1}}\n", ":7:7:", "shape must be a list, not a mapping"},
    {"    - {cirle: {radius: 1}}\n",
     ":7:8:", "unknown key 'cirle' in a shape of body 'a' (did you mean 'circle'?)"},
    {"    - {color: blue}\n",
     ":7:7:", "must be one of polygon, circle, rectangle and link, not none"},
    {"    - {circle: {radius: 1}, link: {from: [0, 0], to: [1, 0], width: 1}}\n",
     ":7:7:", "not several"},
    {"    - {polygon: [[0, 0], [1, 0]]}\n",
     ":7:17:", "body 'a': a polygon needs at least 3 corners, not 2"},
    {"    - {polygon: [[0, 0], [1, 0], [2]]}\n",
     ":7:34:", "a corner of the polygon must be a list of two values"},
    {"    - {polygon: [[0, 0], [1, 0], [3 s, 1]]}\n", ":7:35:", "'3 s' is in s, but m is wanted"},
    {"    - {polygon: [[0, 0], [1 mm, 1 mm], [3 mm, 3 mm]]}\n",
     ":7:17:", "the corners of its polygon enclose no area"},
    {"    - {circle: {center: [0, 0]}}\n", ":7:8:", "circle needs 'radius'"},
    {"    - {circle: {raduis: 1}}\n",
     ":7:17:", "unknown key 'raduis' in circle (did you mean 'radius'?)"},
    {"    - {circle: {radius: 0}}\n", ":7:16:", "radius [m] of its circle must be > 0, not 0"},
    {"    - {rectangle: {size: [1, -1]}}\n",
     ":7:19:", "height [m] of its rectangle must be > 0, not -1"},
    {"    - {rectangle: {size: 1}}\n", ":7:26:", "size must be a list of two values"},
    {"    - {rectangle: {size: [1, 1], angle: 1 m}}\n",
     ":7:41:", "'1 m' is in m, but rad is wanted"},
    {"    - {link: {from: [0, 0], width: 1}}\n", ":7:8:", "link needs 'to'"},
    {"    - {link: {from: [0, 0], to: [1, 0], width: -1}}\n",
     ":7:14:", "width [m] of its link must be > 0, not -1"},
    {"    - {circle: {radius: 1}, color: gren}\n",
     ":7:16:", "there is no colour 'gren' (did you mean 'green'?); there are blue, orange, green,"},
    {"    - {circle: {radius: 1}, holes: [{circle: {radius: 1}, color: red}]}\n",
     ":7:59:", "unknown key 'color' in a hole of body 'a'"},
    {"    - {circle: {radius: 1}, holes: {circle: {radius: 1}}}\n",
     ":7:36:", "holes must be a list, not a mapping"},
    {"    - {circle: {radius: 1}, holes: [{circle: {radius: 1 kg}}]}\n",
     ":7:55:", "radius: '1 kg' is in kg, but m is wanted"},
};

static void test_bad_shapes(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof shape_cases / sizeof *shape_cases; i++) {
    char text[2048];
    snprintf(text, sizeof text,
             "pintle: 1\nbodies:\n  a:\n    mass: 1\n    inertia: 1\n    shape:\n%s",
             shape_cases[i].text);
    check_refused(text, shape_cases[i].place, shape_cases[i].part);
  }
}

/* What only a program can get wrong. */
static void test_bad_shape_calls(void **state) {
  static const double points[] = {0, 0, 1, 0};
  ptl_mechanism *m = ptl_mechanism_create(context);
  ptl_body_def body = ptl_body_default();
  ptl_shape_def def = {.body = "a", .form = PTL_FORM_CIRCLE, .points = points, .n_points = 1};
  (void)state;
  body.name = "a";
  body.mass = body.inertia = 1;
  assert_int_equal(ptl_mechanism_add_body(m, &body), PTL_OK);
  def.size[0] = 1;
  def.hole = 1;
  assert_int_equal(ptl_mechanism_add_shape(m, &def), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "a hole needs a shape before it"));
  def.hole = 0;
  def.n_points = 2;
  assert_int_equal(ptl_mechanism_add_shape(m, &def), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "a circle has 1 point, not 2"));
  def.n_points = 1;
  def.body = "ground";
  assert_int_equal(ptl_mechanism_add_shape(m, &def), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "a shape belongs to a body"));
  def.body = "a";
  def.form = (ptl_form)7;
  assert_int_equal(ptl_mechanism_add_shape(m, &def), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "a form that is not known"));
  ptl_mechanism_destroy(m);
}

/* Texts that stand alone: the head itself is wrong. */
static const error_case heads[] = {
    {"", ":", "the file is empty"},
    {"# only a comment\n", ":", "the file is empty"},
    {"3\n", ":1:1:", "a model must be a mapping, not text"},
    {"[1, 2]\n", ":1:1:", "a model must be a mapping, not a list"},
    {"title: x\n", ":1:1:", "the key 'pintle' with the version"},
    {"pintle: 2\n", ":1:9:", "format version 2 is not known"},
    {"pintle: x\n", ":1:9:", "'x' is no parameter"},
    {"pintle: 1\npintle: 1\n", ":2:1:",
     "the key 'pintle' stands twice in one mapping, first in "
     "line 1"},
    {"pintle: 1\nbodies: {a: {mass: 1, inertia: 1}, a: {mass: 1, inertia: 1}}\n",
     ":2:36:", "the key 'a' stands twice"},
    {"pintle: 1\nbodies: {a: {mass: 3 mm, inertia: 1}}\n",
     ":2:20:", "mass: '3 mm' is in m, but kg is wanted here"},
    {"pintle: 1\nbodies: {a: {mass: -1, inertia: 1}}\n",
     ":2:10:", "body 'a': mass [kg] must be >= 0, not -1"},
    {"pintle: 1\nbodies: {a: {mass: 1}}\n", ":2:10:", "body 'a' needs 'mass' [kg] and 'inertia'"},
    {"pintle: 1\nbodies: {a: {mass: , inertia: 1}}\n", ":2:14:", "mass has no value"},
    {"pintle: 1\nbodies: {a: {mass: null, inertia: 1}}\n", ":2:20:", "mass has no value"},
    {"pintle: 1\nbodies: {a: {mass: .nan, inertia: 1}}\n", ":2:20:", "'.' does not belong here"},
    {"pintle: 1\nparameters: {a: 2*b, b: 3}\n",
     ":2:17:", "'b' stands below, and a parameter uses those above it"},
    {"pintle: 1\nparameters: {a: 2*b, b: c, c: a}\n",
     ":2:17:", "'a' is made of itself, by way of 'b'"},
    {"pintle: 1\nparameters: {a: a + 1}\n", ":2:17:", "it is made of itself"},
    {"pintle: 1\nbodies: {a: {mass: 0,5 kg, inertia: 1}}\n",
     ":2:22:", "unknown key '5 kg' in body 'a' (decimals are written with a point)"},
    {"pintle: 1\nparameters:\n  a: 0,5 kg\n",
     ":3:6:", "',' does not belong here (decimals are written with a point)"},
    {"pintle: 1\nparameters: {a: 0,5 kg}\n",
     ":2:19:", "digits and _ (decimals are written with a point)"},
    {"pintle: 1\ngravity: [0,5 m/s^2, -9,81 m/s^2]\n",
     ":2:10:", "[x, y] (decimals are written with a point)"},
    {"pintle: 1\nparameters: {s: 3}\ngravity: [0, -9.81 m/s^2]\n",
     ":3:14:", "'s' is a parameter of this model and not the unit"},
    {"pintle: 1\nparameters: {b: c, c: 2*d, d: b}\n",
     ":2:17:", "'b' is made of itself, by way of 'c'"},
    {"pintle: 1\nsignals: {a: 2*b, b: 3*a}\n",
     ":2:14:", "signal 'b' is not known here: a signal uses those above it"},
    {"pintle: 1\ngravity: [0, max(1, 2)]\n", ":2:10:",
     "gravity must be a list of two values, [x, y] (an expression with a comma needs quotes"},
    {"pintle: 1\ntitle: a: b\n", ":2:9:", "(a text with ': ' in it needs quotes)"},
    {"pintle: 1\nbodies: {a: {mass: [1], inertia: 1}}\n",
     ":2:20:", "mass must be a single value, not a list"},
    {"pintle: 1\nbodies: {ground: {mass: 1, inertia: 1}}\n", ":2:10:",
     "the name is taken by the "
     "fixed frame"},
    {"pintle: 1\nparameters: {sin: 1}\n", ":2:14:", "expressions know that name already"},
    {"pintle: 1\nparameters: {a-b: 1}\n", ":2:14:", "a name is a letter"},
    {"pintle: 1\nparameters: {a: b, b: 1}\n", ":2:17:",
     "parameter 'a': 'b', character 1: 'b' is "
     "no parameter"},
    {"pintle: 1\nparameters: {a: 1/0}\n", ":2:17:", "has no finite value"},
    {"pintle: 1\ngravity: [1]\n", ":2:10:", "gravity must be a list of two values"},
    {"pintle: 1\ntitle: {a: b}\n", ":2:8:", "title must be a single value, not a mapping"},
    {"pintle: 1\ncontacts: {c: {damping: {law: none}}}\n", ":2:12:", "contact 'c' needs 'elastic'"},
    {"pintle: 1\ncontacts: {c: {elastic: {law: pwer}}}\n",
     ":2:31:", "elastic of contact 'c': there is no elastic law 'pwer' (did you mean 'power'?)"},
    {"pintle: 1\ncontacts: {c: {elastic: {stiffness: 1}}}\n",
     ":2:25:", "elastic of contact 'c' needs 'law'"},
    {"pintle: 1\ncontacts: {c: {elastic: {law: power, stiffness: 3 N, exponent: 1.5}}}\n",
     ":2:49:", "stiffness: '3 N' is in kg m s^-2, but N/m^1.5 is wanted here"},
    {"pintle: 1\ncontacts: {c: {elastic: {law: power, stiffness: 3, exponent: 11}}}\n",
     ":2:62:", "'exponent' must be "},
    {"pintle: 1\ncontacts: {c: {elastic: {law: power, exponent: 1}}}\n",
     ":2:12:", "contact 'c' (power): parameter 'stiffness' [N/m^exponent] is missing"},
    {"pintle: 1\ncontacts: {c: {elastic: {law: hertz}}}\n", ":2:12:", "needs 'materials'"},
    {"pintle: 1\ncontacts: {c: {elastic: {law: hertz}, materials: steal}}\n",
     ":2:50:", "there is no material 'steal' (did you mean 'steel'?)"},
    {"pintle: 1\ncontacts: {c: {elastic: {law: hertz}, materials: [steel]}}\n",
     ":2:50:", "or a list of two"},
    {"pintle: 1\ncontacts: {g: {a: {elastic: {law: power, stiffnes: 1}}}}\n",
     ":2:42:", "unknown key 'stiffnes' in elastic of contact 'g.a' (did you mean 'stiffness'?)"},
    {"pintle: 1\ncontacts: {c: {elastic: {law: power, stiffness: 1, exponent: 1}, length: -1}}\n",
     ":2:12:", "length [m] must be > 0, not -1"},
    /* YAML */
    {"pintle: 1\nbodies: [1, 2\n", ":3:1:", "this is not YAML: "},
    {"pintle: 1\n\tbodies: 1\n", ":1:9:", "this is not YAML: "},
    {"pintle: 1\ntitle: \"open\n", ":2:9:", "(is a closing quote missing?)"},
    {"pintle: 1\nbodies:\n  a: {com: [1, 2\n  ]}\n",
     ":4:3:", "(inside { } and [ ] every line, that of the closing bracket too, begins further"},
    {"pintle: 1\n---\npintle: 1\n", ":2:1:", "a second document"},
    {"a: &x 1\nb: *x\n", ":1:7:", "anchors (&) and aliases (*) are not used here"},
    {"pintle: 1\na: *x\n", ":2:5:", "anchors (&) and aliases (*) are not used here"},
    {"pintle: 1\n<<: {a: 1}\n", ":2:1:", "unknown key '<<'"},
    {"pintle: 1\n? [a]\n: 1\n", ":2:3:", "a key must be a plain name"},
    {"pintle: 1\nbodies: !map {}\n", ":2:14:", "bodies has a tag '!map'"},
    {"pintle: 1\ntitle: a\xff\n", ":2:9:", "byte 0xff does not belong there"},
    {"pintle: 1\ntitle: \xc3\xa9\x01\n", ":2:9:", "byte 0x01 does not belong there"},
    {"pintle: 1\ntitle: \xed\xa0\x80\n", ":2:8:", "byte 0xed does not belong there"},
    {"pintle: 1\ntitle: \xc0\x80\n", ":2:8:", "byte 0xc0 does not belong there"},
};

static void test_bad_heads(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
    check_refused(heads[i].text, heads[i].place, heads[i].part);
}

/* The message ends with the line and a marker under the place. */
static void test_excerpt(void **state) {
  (void)state;
  check_refused("pintle: 1\nbodies:\n  a: {mass: 3 mm, inertia: 1}\n",
                ":3:13:", "\n    a: {mass: 3 mm, inertia: 1}\n              ^");
}

/* ------------------------------------------------------------------ files */

static void test_bad_files(void **state) {
  static const char zero[] = "pintle: 1\ntitle: a\0b\n";
  (void)state;
  ptl_mechanism *m;
  assert_int_equal(ptl_mechanism_load(context, "/nowhere.yaml", NULL, 0, &m), PTL_ERR_IO);
  assert_string_equal(ptl_context_message(context),
                      "/nowhere.yaml: error: cannot be read: No such file or directory");
  assert_int_equal(ptl_mechanism_load(context, folder, NULL, 0, &m), PTL_ERR_IO);
  assert_non_null(strstr(ptl_context_message(context), "it is a folder"));
  write_bytes(zero, sizeof zero - 1);
  assert_int_equal(ptl_mechanism_load(context, model_path, NULL, 0, &m), PTL_ERR_INPUT);
  check_message(zero, ":2:9:", "byte 0x00 does not belong there");
}

static void check_large(char fill, const char *part) {
  const size_t n = 17 << 20;
  char *bytes = malloc(n);
  assert_non_null(bytes);
  memset(bytes, fill, n);
  write_bytes(bytes, n);
  free(bytes);
  ptl_mechanism *m;
  assert_int_equal(ptl_mechanism_load(context, model_path, NULL, 0, &m), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), part));
}

static void test_large_files(void **state) {
  (void)state;
  check_large('\n', "more than 16 MB");
}

static void check_deep(const char *unit, size_t times) {
  const size_t n = strlen(unit);
  char *bytes = malloc(n * times);
  assert_non_null(bytes);
  for (size_t i = 0; i < times; i++) memcpy(bytes + i * n, unit, n);
  write_bytes(bytes, n * times);
  free(bytes);
  ptl_mechanism *m;
  assert_int_equal(ptl_mechanism_load(context, model_path, NULL, 0, &m), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "error: "));
}

static void test_deep_files(void **state) {
  (void)state;
  check_deep("[", 100000);
  check_deep("{a: ", 100000);
  check_deep("- ", 50000);
  check_deep("[{", 20000);
}

/* Every beginning of a good model is read or refused, and nothing else happens. */
static void test_truncated(void **state) {
  char text[16384];
  FILE *file = fopen(PINTLE_MODELS "/slider_crank_clearance.yaml", "rb");
  (void)state;
  assert_non_null(file);
  size_t n = fread(text, 1, sizeof text, file);
  fclose(file);
  assert_in_range(n, 100, sizeof text - 1);
  for (size_t i = 0; i < n; i += 3) {
    ptl_mechanism *m = NULL;
    write_bytes(text, i);
    if (ptl_mechanism_load(context, model_path, NULL, 0, &m) == PTL_OK) ptl_mechanism_destroy(m);
  }
}

/* Nor does anything when single bytes are other ones. */
static void test_mutated(void **state) {
  static const char bytes[] = {'\0', '\n', ' ', ':', '{', ']', '"',  '\'',   '#', '&', '*',
                               '!',  '-',  '?', '.', '9', 'e', '\t', '\x80', '^', '('};
  char text[16384];
  FILE *file = fopen(PINTLE_MODELS "/slider_crank_clearance.yaml", "rb");
  uint32_t random = 1;
  (void)state;
  assert_non_null(file);
  size_t n = fread(text, 1, sizeof text, file);
  fclose(file);
  for (int i = 0; i < 1000; i++) {
    ptl_mechanism *m = NULL;
    random = random * 1664525u + 1013904223u;
    size_t at = (random >> 8) % n;
    char old = text[at];
    text[at] = bytes[(random >> 4) % sizeof bytes];
    write_bytes(text, n);
    if (ptl_mechanism_load(context, model_path, NULL, 0, &m) == PTL_OK) ptl_mechanism_destroy(m);
    text[at] = old;
  }
}

/* ------------------------------------------------------------------ settings */

static void check_setting(const char *path, const char *value, const char *part) {
  const ptl_setting setting = {path, value};
  char start[128];
  write_bytes(HEAD, strlen(HEAD));
  ptl_mechanism *m;
  assert_int_equal(ptl_mechanism_load(context, model_path, &setting, 1, &m), PTL_ERR_INPUT);
  snprintf(start, sizeof start, "--set %s=%s: error: ", path, value);
  if (strncmp(ptl_context_message(context), start, strlen(start)) != 0 ||
      strstr(ptl_context_message(context), part) == NULL)
    fail_msg("%s=%s gave: %s", path, value, ptl_context_message(context));
}

static void test_bad_settings(void **state) {
  (void)state;
  check_setting("bodies.arm.mass", "3 mm", "mass: '3 mm' is in m, but kg is wanted here");
  check_setting("bodies.arm.mas", "3", "unknown key 'mas' in body 'arm' (did you mean 'mass'?)");
  check_setting("bodes.arm.mass", "3", "unknown key 'bodes' in the model");
  check_setting("bodies.new", "{mass: -1, inertia: 1}", "body 'new': mass [kg] must be >= 0");
  check_setting("bodies.arm.mass.x", "3", "goes on with 'x' behind 'mass'");
  check_setting("bodies..mass", "3", "an empty part");
  check_setting("", "3", "an empty part");
  check_setting("bodies.bar.position.2", "3", "a list of 2, which has no entry '2'");
  check_setting("bodies.bar.position.x", "3", "a list of 2, which has no entry 'x'");
  check_setting("bodies.arm.mass", "[1", "this is not YAML");
  check_setting("bodies.arm.mass", "*x", "anchors (&) and aliases (*) are not used here");
  check_setting("run.until", "0", "must be > 0");
  check_setting("parameters.spead", "3", "nothing uses a parameter 'spead'");
  check_setting("contacts.soft.touch_speed_floor", "1 mm/s", "no gap uses contact 'soft'");
  check_setting("tables.bend", "{points: [[0, 0], [1, 1]]}", "nothing uses table 'bend'");
  check_setting("tables.bend", "{x: [0, 1], y: [0, 1], values: [[0, 1], [1, 2]]}",
                "nothing uses table 'bend'");
  check_setting("bodies.arm.nothing", "", "there is no 'nothing' to take away");
  check_setting("contacts.soft.elastic.law", "hard", "there is no elastic law 'hard'");
}

/* An ideal joint has no gaps, whatever contact it names; with clearance it has. A table is used
 * where an expression calls it. */
static void test_used_settings(void **state) {
  (void)state;
  static const char text[] =
      "pintle: 1\n"
      "tables: {bend: {points: [[0, 0], [1, 1]]}}\n"
      "bodies: {arm: {mass: 1, inertia: 1}}\n"
      "joints: {pin: {type: revolute, bodies: [ground, arm], contact: soft}}\n"
      "contacts: {soft: {elastic: {law: power, stiffness: 1e5 N/m^1.5, exponent: 1.5}}}\n"
      "loads: {turn: {body: arm, torque: '1 N m*bend(time/(1 s))'}}\n";
  const ptl_setting settings[] = {{"contacts.soft.touch_speed_floor", "2 mm/s"},
                                  {"tables.bend.interpolation", "cubic"},
                                  {"joints.pin.clearance", "1 mm"}};
  ptl_mechanism *m;
  write_bytes(text, strlen(text));
  assert_int_equal(ptl_mechanism_load(context, model_path, settings, 2, &m), PTL_ERR_INPUT);
  assert_non_null(strstr(ptl_context_message(context), "no gap uses contact 'soft'"));
  assert_int_equal(ptl_mechanism_load(context, model_path, settings, 3, &m), PTL_OK);
  ptl_mechanism_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bad_models),      cmocka_unit_test(test_bad_shapes),
      cmocka_unit_test(test_bad_shape_calls), cmocka_unit_test(test_bad_heads),
      cmocka_unit_test(test_excerpt),         cmocka_unit_test(test_bad_files),
      cmocka_unit_test(test_large_files),     cmocka_unit_test(test_deep_files),
      cmocka_unit_test(test_truncated),       cmocka_unit_test(test_mutated),
      cmocka_unit_test(test_bad_settings),    cmocka_unit_test(test_used_settings)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
