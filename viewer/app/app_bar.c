#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app_keys.h"
#include "app_parts.h"
#include "format.h"

/* ------------------------------------------------------------------ scrub bar */

/* A tick for every touch, at x + k times its time; those too near to be told apart are one bar, so
 * that the ticks of a long run cost no more than those of a short one. */
static void draw_ticks(const ptl_record *record, double x, double k, double y, ptl_shapes *out) {
  static const double width = 1.2, apart = 3;
  double from = NAN, to = NAN; /* of the bar that has begun */
  ptl_shapes_tag(out, PTL_TAG_EVENT, 0);
  for (int i = 0; i <= record->n_events; i++) {
    const int is_last = i == record->n_events;
    if (!is_last && record->events[i].kind != PTL_EVENT_TOUCH) continue;
    const double tick = is_last ? INFINITY : x + k * record->events[i].time;
    if (tick < to + apart) {
      to = tick;
      continue;
    }
    if (isfinite(from))
      ptl_add_rect(out, ptl_filled(PTL_INK_TOUCH), from - 0.5 * width, y - 11, to - from + width, 5,
                   0);
    from = to = tick;
  }
}

static void draw_scrub(ptl_app *app, double x, double y, double w, ptl_shapes *out) {
  double start = ptl_app_start_time(app), end = ptl_app_end_time(app);
  double k = end > start ? w / (end - start) : 0, at = x + k * (app->time - start);
  ptl_shapes_tag(out, PTL_TAG_SCRUB, 0);
  ptl_add_rect(out, ptl_filled(PTL_INK_FIELD), x, y - 3, w, 6, 3);
  ptl_add_rect(out, ptl_faded(ptl_filled(PTL_INK_ACCENT), 0.55), x, y - 3, fmax(at - x, 6), 6, 3);
  if (app->result != NULL) draw_ticks(&app->result->record, x - k * start, k, y, out);
  ptl_shapes_tag(out, PTL_TAG_SCRUB, 1);
  ptl_add_circle(out, ptl_outlined(PTL_INK_ACCENT, PTL_INK_PANEL, 2), at, y, 7);
  ptl_app_hit(app, x - 6, y - 13, w + 12, 24, PTL_DO_SCRUB, 0);
}

/* ------------------------------------------------------------------ buttons */

static int is_over(const ptl_app *app, double x, double y, double w, double h) {
  return app->mouse_x >= x && app->mouse_x < x + w && app->mouse_y >= y && app->mouse_y < y + h;
}

static void draw_button(ptl_app *app, double x, double y, double w, ptl_action action,
                        ptl_shapes *out) {
  double h = 26;
  ptl_style style = ptl_filled(PTL_INK_FIELD);
  if (!is_over(app, x, y, w, h)) style.alpha = 0.55;
  ptl_shapes_tag(out, PTL_TAG_WIDGET, action);
  ptl_add_rect(out, style, x, y, w, h, 6);
  ptl_app_hit(app, x, y, w, h, action, 0);
}

static void draw_triangle(ptl_shapes *out, double x, double y, double size) {
  ptl_path_begin(out, ptl_filled(PTL_INK_TEXT));
  ptl_path_move(out, x + size, y);
  ptl_path_line(out, x - 0.6 * size, y - 0.95 * size);
  ptl_path_line(out, x - 0.6 * size, y + 0.95 * size);
  ptl_path_close(out);
}

static void draw_play(ptl_app *app, double x, double y, ptl_shapes *out) {
  draw_button(app, x, y, 40, PTL_DO_PLAY, out);
  if (app->playing) {
    ptl_add_rect(out, ptl_filled(PTL_INK_TEXT), x + 14, y + 7, 4, 12, 1);
    ptl_add_rect(out, ptl_filled(PTL_INK_TEXT), x + 22, y + 7, 4, 12, 1);
  } else {
    draw_triangle(out, x + 19, y + 13, 8);
  }
}

/* A triangle and a bar: to the previous (direction -1) or the next touch (1). */
static void draw_event_button(ptl_app *app, double x, double y, int direction, ptl_shapes *out) {
  draw_button(app, x, y, 32, direction < 0 ? PTL_DO_EVENT_BACK : PTL_DO_EVENT_ON, out);
  draw_triangle(out, x + 16 - direction * 2, y + 13, direction * 6.0);
  double bar = x + 16 + direction * 7;
  ptl_add_line(out, ptl_stroked(PTL_INK_TOUCH, 2), bar, y + 7, bar, y + 19);
}

static void draw_word_button(ptl_app *app, double x, double y, double w, ptl_action action,
                             const char *word, int on, ptl_shapes *out) {
  draw_button(app, x, y, w, action, out);
  if (on) ptl_add_rect(out, ptl_faded(ptl_filled(PTL_INK_ACCENT), 0.22), x, y, w, 26, 6);
  ptl_add_text(out, on ? PTL_INK_ACCENT : PTL_INK_TEXT, 12, PTL_CENTER, x + w / 2, y + 17, "%s",
               word);
}

/* "1×", "1/50×": time of the run per time of the user. */
static void format_speed(double speed, char *text, size_t size) {
  if (speed >= 0.9995) {
    snprintf(text, size, "%.3g×", speed);
  } else if (speed > 0) {
    double slower = 1 / speed;
    snprintf(text, size, slower < 9999 ? "1/%.3g×" : "1/%.1e×", slower);
  } else {
    snprintf(text, size, "0×");
  }
}

static void draw_status(const ptl_app *app, const double box[4], double x, double y,
                        ptl_shapes *out) {
  const char *words = app->result != NULL ? app->result->summary : "";
  if (app->wants_main) words = "computing …";
  double room = box[0] + box[2] - 16 - x;
  char text[256];
  snprintf(text, sizeof text, "%s", words);
  while (ptl_text_width(text, 12) > room && strlen(text) > 4) { /* cut at the end */
    size_t n = strlen(text);
    while (n > 4 && ((unsigned char)text[n - 4] & 0xC0) == 0x80) n--;
    snprintf(text + n - 4, sizeof text - (n - 4), "…");
  }
  if (room > 60) {
    ptl_add_text(out, PTL_INK_DIM, 12, PTL_RIGHT, box[0] + box[2] - 16, y + 17, "%s", text);
  }
}

void ptl_app_draw_bar(ptl_app *app, const double box[4], ptl_shapes *out) {
  double x = box[0] + 16, y = box[1] + 33;
  char now[32], end[32], speed[32];
  ptl_shapes_tag(out, PTL_TAG_NONE, 0);
  ptl_add_rect(out, ptl_filled(PTL_INK_PANEL), box[0], box[1], box[2], box[3], 0);
  ptl_add_line(out, ptl_stroked(PTL_INK_LINE, 1), box[0], box[1] + 0.5, box[0] + box[2],
               box[1] + 0.5);
  draw_scrub(app, x + 4, box[1] + 18, box[2] - 40, out);
  draw_event_button(app, x, y, -1, out);
  draw_play(app, x + 38, y, out);
  draw_event_button(app, x + 84, y, 1, out);
  ptl_format_si(app->time, "s", now, sizeof now);
  snprintf(now, sizeof now, "%.6g ms", 1e3 * app->time);
  if (ptl_app_end_time(app) >= 2) snprintf(now, sizeof now, "%.3f s", app->time);
  ptl_format_si(ptl_app_end_time(app), "s", end, sizeof end);
  ptl_shapes_tag(out, PTL_TAG_NONE, 0);
  ptl_add_title(out, PTL_INK_TEXT, 13, PTL_LEFT, x + 132, y + 17, "%s", now);
  if (box[2] >= 800) {
    ptl_add_text(out, PTL_INK_DIM, 12, PTL_LEFT, x + 222, y + 17, "of %s", end);
  }
  int narrow = box[2] < 800;
  double wide = narrow ? 48 : 116;
  x += narrow ? 222 : 308;
  draw_word_button(app, x, y, 26, PTL_DO_SLOWER, "−", 0, out);
  format_speed(ptl_app_speed(app), speed, sizeof speed);
  ptl_shapes_tag(out, PTL_TAG_NONE, 0);
  ptl_add_text(out, PTL_INK_TEXT, 13, PTL_CENTER, x + 67, y + 17, "%s", speed);
  draw_word_button(app, x + 108, y, 26, PTL_DO_FASTER, "+", 0, out);
  x += 146;
  draw_word_button(app, x, y, wide, PTL_DO_SLOW_IMPACTS, narrow ? "slow" : "slow at impacts",
                   app->slow, out);
  draw_word_button(app, x + wide + 6, y, 48, PTL_DO_LOOP, "loop", app->loop, out);
  draw_word_button(app, x + wide + 60, y, 28, PTL_DO_HELP, "?", app->help, out);
  ptl_shapes_tag(out, PTL_TAG_NONE, 0);
  draw_status(app, box, x + wide + 108, y, out);
}

/* ------------------------------------------------------------------ message */

/* Lines of at most `width` points; returns the number of lines. */
static int draw_wrapped(ptl_shapes *out, ptl_ink ink, double size, double x, double y, double width,
                        const char *text) {
  char line[400] = "";
  int n = 0;
  while (*text != 0) {
    size_t word = strcspn(text, " \n");
    char longer[512];
    snprintf(longer, sizeof longer, "%s%s%.*s", line, line[0] ? " " : "",
             (int)(word < 150 ? word : 150), text);
    if (line[0] != 0 && ptl_text_width(longer, size) > width) {
      if (out != NULL) ptl_add_text(out, ink, size, PTL_LEFT, x, y + n * 1.35 * size, "%s", line);
      n++;
      snprintf(line, sizeof line, "%.*s", (int)(word < 150 ? word : 150), text);
    } else {
      snprintf(line, sizeof line, "%.390s", longer);
    }
    text += word;
    if (*text == '\n') {
      if (out != NULL) ptl_add_text(out, ink, size, PTL_LEFT, x, y + n * 1.35 * size, "%s", line);
      n++;
      line[0] = 0;
    }
    if (*text != 0) text++;
  }
  if (out != NULL) ptl_add_text(out, ink, size, PTL_LEFT, x, y + n * 1.35 * size, "%s", line);
  return n + 1;
}

void ptl_app_draw_message(ptl_app *app, const double box[4], ptl_shapes *out) {
  const double size = 13;
  double width = fmin(box[2] - 40, 760), x = box[0] + 20, y = box[1] + 20;
  int lines = draw_wrapped(NULL, PTL_INK_TEXT, size, 0, 0, width - 44, app->message);
  double height = 1.35 * size * lines + 18;
  ptl_shapes_tag(out, PTL_TAG_MESSAGE, 0);
  ptl_add_rect(out, ptl_faded(ptl_filled(PTL_INK_EDGE), 0.2), x, y + 3, width, height, 8);
  const ptl_ink ink =
      app->message_stays ? PTL_INK_ACCENT : PTL_INK_ERROR; /* that of a run tells what has failed */
  ptl_add_rect(out, ptl_outlined(PTL_INK_PANEL, ink, 1.5), x, y, width, height, 8);
  ptl_add_rect(out, ptl_filled(ink), x + 1, y + 8, 4, height - 16, 2);
  draw_wrapped(out, PTL_INK_TEXT, size, x + 16, y + 22, width - 44, app->message);
  ptl_add_text(out, PTL_INK_DIM, 16, PTL_CENTER, x + width - 16, y + 22, "×");
  ptl_app_hit(app, x, y, width, height, PTL_DO_DISMISS, 0);
}

/* ------------------------------------------------------------------ help */

void ptl_app_draw_help(ptl_app *app, ptl_shapes *out) {
  const double line = 21, column = 460, head = 62;
  int n = 0;
  while (ptl_app_key_line(n) != NULL) n++;
  const int columns = n * line + head > app->height && 2 * column <= app->width ? 2 : 1;
  const int rows = (n + columns - 1) / columns;
  double width = columns * column, height = rows * line + head;
  const double k = fmin(1, fmin(app->width / width, app->height / height)); /* to fit the window */
  double x = (app->width - k * width) / 2, y = (app->height - k * height) / 2;
  ptl_shapes_tag(out, PTL_TAG_WIDGET, PTL_DO_HELP);
  ptl_add_rect(out, ptl_faded(ptl_filled(PTL_INK_EDGE), 0.35), 0, 0, app->width, app->height, 0);
  ptl_add_rect(out, ptl_outlined(PTL_INK_PANEL, PTL_INK_LINE, 1), x, y, k * width, k * height,
               12 * k);
  ptl_add_title(out, PTL_INK_TEXT, 16 * k, PTL_LEFT, x + 26 * k, y + 32 * k, "Keys");
  for (int i = 0; i < n; i++) {
    const ptl_key_line *key = ptl_app_key_line(i);
    const int in_column = i / rows, in_row = i % rows;
    double left = x + k * column * in_column, at = y + k * (58 + line * in_row);
    ptl_add_text(out, PTL_INK_ACCENT, 13 * k, PTL_LEFT, left + 26 * k, at, "%s", key->shown);
    ptl_add_text(out, PTL_INK_TEXT, 13 * k, PTL_LEFT, left + 140 * k, at, "%s", key->does);
  }
  ptl_app_hit(app, 0, 0, app->width, app->height, PTL_DO_HELP, 0);
}
