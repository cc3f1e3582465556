/* Pages: texts that stay texts, motions that are found again. Expected values: JSON's and HTML's
 * rules, the motion that was put in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "page_text.h"
#include "reel.h"

static char *text;
static size_t size;

static FILE *begin(void) {
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  return out;
}

static void assert_written(FILE *out, const char *expected) {
  assert_int_equal(fclose(out), 0);
  assert_string_equal(text, expected);
  free(text);
}

static void strings_cannot_end_their_element(void **state) {
  (void)state;
  FILE *out = begin();
  ptl_page_string(out, "</script>&\"\\\n");
  assert_written(out, "\"\\u003c/script\\u003e\\u0026\\u0022\\u005c\\u000a\"");
  out = begin();
  ptl_page_string(out, "\xe2\x80\xa8 \xc3\xbc"); /* U+2028, ü */
  assert_written(out, "\"\\u2028 \xc3\xbc\"");
  out = begin();
  ptl_page_html(out, "<a b='c' d=\"e\">&");
  assert_written(out, "&#60;a b=&#39;c&#39; d=&#34;e&#34;&#62;&#38;");
}

/* Stray bytes, an overlong form, half of a surrogate pair and a control character: U+FFFD each. */
static void bytes_that_are_no_text(void **state) {
  (void)state;
  static const char *const bad[] = {"\xff", "\xc3", "\x01"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    FILE *out = begin();
    ptl_page_html(out, bad[i]);
    assert_written(out, "\xef\xbf\xbd");
  }
  FILE *out = begin();
  ptl_page_string(out, "\xc0\xbc"); /* '<' in two bytes */
  assert_written(out, "\"\xef\xbf\xbd\xef\xbf\xbd\"");
  out = begin();
  ptl_page_html(out, "\xed\xa0\x80");
  assert_written(out, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

static void numbers_that_json_knows(void **state) {
  (void)state;
  FILE *out = begin();
  ptl_page_number(out, 0.125, 5);
  fputc(' ', out);
  ptl_page_number(out, NAN, 5);
  fputc(' ', out);
  ptl_page_number(out, -INFINITY, 5);
  assert_written(out, "0.125 null null");
}

enum { FRAMES = 9 };

/* A bar that turns by 0.25 rad a frame about (100, 100), and a pin at its end. */
static void draw_bar(int frame, ptl_shapes *out) {
  const double c = cos(0.25 * frame), s = sin(0.25 * frame);
  ptl_shapes_tag(out, PTL_TAG_BODY, 0);
  ptl_add_line(out, ptl_stroked(PTL_INK_EDGE, 4), 100, 100, 100 + 80 * c, 100 + 80 * s);
  ptl_shapes_tag(out, PTL_TAG_PIN, 0);
  ptl_add_circle(out, ptl_filled(PTL_INK_PIN), 100 + 80 * c, 100 + 80 * s, 5);
}

static int count(const char *word) {
  int n = 0;
  for (const char *at = text; (at = strstr(at, word)) != NULL; at++) n++;
  return n;
}

static void write_reel(ptl_reel *reel) {
  FILE *out = begin();
  assert_int_equal(ptl_reel_write(reel, out), 0);
  assert_int_equal(fclose(out), 0);
  ptl_reel_destroy(reel);
}

static void what_moves_together_shares_a_motion(void **state) {
  (void)state;
  ptl_reel *reel = ptl_reel_create(FRAMES);
  ptl_shapes shapes = {0};
  for (int f = 0; f < FRAMES; f++) {
    ptl_shapes_clear(&shapes);
    draw_bar(f, &shapes);
    assert_int_equal(ptl_reel_add(reel, &shapes), 0);
  }
  assert_int_not_equal(ptl_reel_add(reel, &shapes), 0); /* one frame too many */
  ptl_shapes_release(&shapes);
  write_reel(reel);
  assert_int_equal(count("\"c\":"), 1);
  assert_int_equal(count("\"g\":0"), 2);
  assert_non_null(strstr(text, "\"a\":[0,25000,25000,25000,25000,25000,25000,25000,25000]"));
  assert_non_null(strstr(text, "\"orders\":[[0,1]]"));
  free(text);
}

/* A line that grows is no rigid body; a shape that is not always there leads to a second order; a
 * text that changes. */
static void what_does_not_move_as_a_body(void **state) {
  (void)state;
  ptl_reel *reel = ptl_reel_create(4);
  ptl_shapes shapes = {0};
  for (int f = 0; f < 4; f++) {
    ptl_shapes_clear(&shapes);
    ptl_shapes_tag(&shapes, PTL_TAG_FORCE, 0);
    ptl_add_line(&shapes, ptl_stroked(PTL_INK_FORCE, 2), 0, 0, 10 + 5 * f, 0);
    ptl_shapes_tag(&shapes, PTL_TAG_POINT, 0);
    ptl_add_text(&shapes, PTL_INK_TEXT, 12, PTL_LEFT, 20, 20, f < 2 ? "a" : "b");
    ptl_shapes_tag(&shapes, PTL_TAG_JOINT, 0);
    if (f == 2) ptl_add_circle(&shapes, ptl_filled(PTL_INK_TOUCH), 5, 5, 3);
    assert_int_equal(ptl_reel_add(reel, &shapes), 0);
  }
  ptl_shapes_release(&shapes);
  write_reel(reel);
  assert_non_null(strstr(text, "\"orders\":[[0,1],[0,1,2]],\"frames\":[0,0,1,0]"));
  assert_non_null(strstr(text, "\"d\":[100,20,0,0,[100,50,50,50],0]"));
  assert_non_null(strstr(text, "\"w\":[0,0,1,1]"));
  assert_non_null(strstr(text, "\"texts\":[\"a\",\"b\"]"));
  free(text);
}

static int no_data(FILE *out, void *user) {
  (void)out;
  (void)user;
  return 1;
}

static void a_page_appears_whole_or_not_at_all(void **state) {
  (void)state;
  char why[256];
  assert_int_not_equal(ptl_page_write("page_test.html", "x", no_data, NULL, why, sizeof why), 0);
  assert_non_null(strstr(why, "out of memory"));
  assert_null(fopen("page_test.html", "rb"));
  assert_int_not_equal(ptl_page_write("no/folder/x.html", "x", no_data, NULL, why, sizeof why), 0);
  assert_non_null(strstr(why, "cannot create"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(strings_cannot_end_their_element),
      cmocka_unit_test(bytes_that_are_no_text),
      cmocka_unit_test(numbers_that_json_knows),
      cmocka_unit_test(what_moves_together_shares_a_motion),
      cmocka_unit_test(what_does_not_move_as_a_body),
      cmocka_unit_test(a_page_appears_whole_or_not_at_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
