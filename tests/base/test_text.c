/* Text that comes from anywhere: characters of UTF-8 (RFC 3629, table of section 4 and the examples
 * of section 10), JSON strings of it (RFC 8259), lists of words. */
#include "json.h"
#include "json_check.h"
#include "printable.h"
#include "support.h"
#include "text_stream.h"
#include "utf8.h"
#include "word_list.h"

/* ------------------------------------------------------------------ UTF-8 */

/* What the code point is in UTF-8, by the definition; returns the bytes. */
static size_t encode(unsigned code, char *out) {
  if (code < 0x80) {
    out[0] = (char)code;
    return 1;
  }
  const size_t n = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t i = n - 1; i > 0; i--, code >>= 6) out[i] = (char)(0x80 | (code & 0x3F));
  out[0] = (char)(lead[n] | code);
  return n;
}

/* Every code point is a character, but for the surrogates; none is one when it is cut short. */
static void every_code_point_is_known(void **state) {
  (void)state;
  for (unsigned code = 1; code <= 0x10FFFF; code++) {
    char text[5] = {0};
    const size_t n = encode(code, text);
    const int is_surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (ptl_utf8_length(text, n) != (is_surrogate ? 0 : n) ||
        ptl_utf8_length(text, SIZE_MAX) != (is_surrogate ? 0 : n))
      fail_msg("U+%04X", code);
    if (n > 1 && ptl_utf8_length(text, n - 1) != 0) fail_msg("U+%04X cut by its size", code);
    text[n - 1] = '\0';
    if (n > 1 && ptl_utf8_length(text, SIZE_MAX) != 0) fail_msg("U+%04X cut by a zero", code);
  }
}

static void what_is_no_character_is_refused(void **state) {
  static const char *const bad[] = {"\x80",
                                    "\xBF", /* continuation bytes alone */
                                    "\xC0\x80",
                                    "\xC1\xBF", /* two bytes for what takes one */
                                    "\xE0\x9F\xBF",
                                    "\xF0\x8F\xBF\xBF", /* three for two, four for three */
                                    "\xF4\x90\x80\x80", /* U+110000 */
                                    "\xF5\x80\x80\x80",
                                    "\xFF",
                                    "\xFE",
                                    "\xC3(",
                                    "\xE2\x82(",
                                    "\xF0\x9F\x98("};
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (ptl_utf8_length(bad[i], strlen(bad[i])) != 0) fail_msg("number %zu is taken", i);
  assert_int_equal(ptl_utf8_length("a", 0), 0);
}

/* ------------------------------------------------------------------ what may be printed */

/* Cc and Bidi_Control of the Unicode Character Database (15.0), but for line feed and tab;
 * everything else is left as it is. */
static void no_code_point_that_steers_a_terminal_is_printable(void **state) {
  static const unsigned turns[] = {0x61C,  0x200E, 0x200F, 0x202A, 0x202B, 0x202C,
                                   0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069};
  (void)state;
  for (unsigned code = 1; code <= 0x10FFFF; code++) {
    if (code >= 0xD800 && code <= 0xDFFF) continue;
    char text[5] = {0};
    const size_t n = encode(code, text);
    int steers = (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7F && code <= 0x9F);
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) steers |= code == turns[i];
    if (ptl_printable_length(text, SIZE_MAX) != (steers ? 0 : n)) fail_msg("U+%04X", code);
    if (ptl_utf8_code(text, SIZE_MAX) != code) fail_msg("U+%04X is read as another", code);
    ptl_make_printable(text);
    if ((strcmp(text, "?") == 0) != (steers || code == '?')) fail_msg("U+%04X is kept", code);
  }
  char mixed[] =
      "a\x1b[1m\xc2\x9b"
      "b\xff\xe2\x80\xae"
      "c\xc3\xa4\n";
  ptl_make_printable(mixed);
  assert_string_equal(mixed, "a?[1m?b??c\xc3\xa4\n");
  ptl_make_one_line(mixed);
  assert_string_equal(mixed, "a?[1m?b??c\xc3\xa4?");
}

/* The message is one line, with any names in it; the lines of the file below it stay those of the
 * file, also where more is put in front of the message and where it is told again. */
static void only_lines_of_a_file_stand_below_a_message(void **state) {
  static const char model[] = "pintle: 1\nbody: {}\n";
  static const char told[] =
      "a?b.yaml:2:1: error: unknown key 'body' in the model; it takes pintle, title, source, ";
  static const char below[] = "\n  body: {}\n  ^";
  ptl_mechanism *m;
  (void)state;
  ptl_context *context = ptl_context_create(NULL), *other = ptl_context_create(NULL);
  const char *message = ptl_context_message(context);
  assert_int_equal(ptl_mechanism_parse(context, model, sizeof model - 1, "a\nb.yaml", NULL, 0, &m),
                   PTL_ERR_INPUT);
  assert_memory_equal(message, told, sizeof told - 1);
  assert_string_equal(strchr(message, '\n'), below);
  ptl_prefix_message(context, "the point %s: ", "c\nd");
  assert_non_null(strstr(message, "a?b.yaml:2:1: error: the point c?d: unknown key 'body'"));
  assert_string_equal(strchr(message, '\n'), below);
  ptl_fail_told(other, PTL_ERR_INPUT, PTL_E(0807), message);
  assert_string_equal(ptl_context_message(other), message);
  assert_string_equal(ptl_context_get_error(other)->code, "E0807");
  ptl_fail(other, PTL_ERR_INPUT, PTL_E(0807) "%s", message);
  assert_null(strchr(ptl_context_message(other), '\n'));
  ptl_context_destroy(other);
  ptl_context_destroy(context);
}

/* ------------------------------------------------------------------ JSON */

static char *as_json(ptl_context *context, const char *text) {
  ptl_json json = {.context = context};
  char *out;
  ptl_json_open(&json, NULL, '{');
  ptl_json_text(&json, text, text); /* as a key as well */
  ptl_json_close(&json, '}');
  must(context, ptl_json_finish(&json, &out));
  return out;
}

static void strings_are_valid_whatever_the_text(void **state) {
  static const struct {
    const char *text, *expected;
  } cases[] = {{"plain", "\"plain\""},
               {"a \"quote\" and a \\", "\"a \\\"quote\\\" and a \\\\\""},
               {"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\""},
               {"a\nb\tc\x01\x1F", "\"a\\nb\\tc\\u0001\\u001f\""},
               {"\xE9t\xE9", "\"\xEF\xBF\xBDt\xEF\xBF\xBD\""}, /* Latin-1 */
               {"cut \xE2\x82", "\"cut \xEF\xBF\xBD\xEF\xBF\xBD\""},
               {"", "\"\""}};
  (void)state;
  ptl_context *context = ptl_context_create(NULL);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char expected[200];
    char *json = as_json(context, cases[i].text);
    snprintf(expected, sizeof expected, "{\n  %s: %s\n}", cases[i].expected, cases[i].expected);
    json[strlen(expected)] = '\0'; /* but for a line end */
    assert_string_equal(json, expected);
    ptl_free(context, json);
  }
  for (int byte = 1; byte < 256; byte++) {
    const char text[] = {'x', (char)byte, (char)byte, '\0'};
    char *json = as_json(context, text);
    if (!json_is_well_formed(json)) fail_msg("byte 0x%02x gives %s", (unsigned)byte, json);
    for (const char *p = json; *p != '\0'; p += ptl_utf8_length(p, SIZE_MAX))
      if (ptl_utf8_length(p, SIZE_MAX) == 0) fail_msg("byte 0x%02x is not UTF-8", (unsigned)byte);
    ptl_free(context, json);
  }
  ptl_context_destroy(context);
}

/* ------------------------------------------------------------------ lists of words */

static void words_are_found_whole(void **state) {
  static const char list[] = "first|second|third";
  size_t length;
  (void)state;
  assert_int_equal(ptl_word_index(list, "first"), 0);
  assert_int_equal(ptl_word_index(list, "third"), 2);
  assert_int_equal(ptl_word_index(list, "thir"), -1);
  assert_int_equal(ptl_word_index(list, "thirds"), -1);
  assert_int_equal(ptl_word_index(list, "first|second"), -1);
  assert_int_equal(ptl_word_index(list, ""), -1);
  assert_int_equal(ptl_word_index(NULL, "first"), -1);
  assert_ptr_equal(ptl_word_at(list, 1, &length), list + 6);
  assert_int_equal(length, 6);
  assert_null(ptl_word_at(list, 3, &length));
  assert_null(ptl_word_at(list, -1, &length));
}

/* Pieces of any size: what stands in memory is what was written, with a zero behind it. */
static void a_stream_holds_what_is_written(void **state) {
  (void)state;
  ptl_text_stream s;
  assert_int_equal(ptl_text_stream_open(&s), 0);
  for (int i = 0; i < 20000; i++) fprintf(s.stream, "%d,", i);
  assert_int_equal(ptl_text_stream_close(&s), 0);
  char *at = s.text;
  for (int i = 0; i < 20000; i++) {
    assert_int_equal(strtol(at, &at, 10), i);
    assert_int_equal(*at++, ',');
  }
  assert_int_equal(*at, '\0');
  assert_int_equal(at - s.text, s.size);
  free(s.text);
  assert_int_equal(ptl_text_stream_open(&s), 0);
  assert_int_equal(ptl_text_stream_close(&s), 0);
  assert_string_equal(s.text, "");
  free(s.text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_code_point_is_known),
      cmocka_unit_test(what_is_no_character_is_refused),
      cmocka_unit_test(no_code_point_that_steers_a_terminal_is_printable),
      cmocka_unit_test(only_lines_of_a_file_stand_below_a_message),
      cmocka_unit_test(strings_are_valid_whatever_the_text),
      cmocka_unit_test(words_are_found_whole),
      cmocka_unit_test(a_stream_holds_what_is_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
