#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app_parts.h"
#include "app_run.h"

static const double row_height = 22;
enum { VISIBLE = 14 };

static const char *line_text(const ptl_app *app, int line) {
  if (app->list == PTL_LIST_COLUMNS) return app->result->record.names[app->lines[line]];
  return app->result->controls[app->list_control].choices[app->lines[line]];
}

/* The lines that hold the filter's text. */
static void fill_lines(ptl_app *app) {
  int columns = app->list == PTL_LIST_COLUMNS;
  int n =
      columns ? app->result->record.n_columns : app->result->controls[app->list_control].n_choices;
  app->n_lines = 0;
  for (int i = columns ? 1 : 0; i < n && app->n_lines < PTL_MAX_LINES; i++) {
    app->lines[app->n_lines] = i;
    if (strstr(line_text(app, app->n_lines), app->filter) != NULL) app->n_lines++;
  }
  if (app->list_first > app->n_lines - VISIBLE) app->list_first = app->n_lines - VISIBLE;
  if (app->list_first < 0) app->list_first = 0;
}

void ptl_app_open_list(ptl_app *app, ptl_list_kind kind, int control) {
  if (app->result == NULL) return;
  app->list = app->list == kind ? PTL_LIST_NONE : kind;
  app->list_control = control;
  app->list_first = 0;
  app->filter[0] = 0;
  ptl_app_stale(app, -1);
}

void ptl_app_pick(ptl_app *app, int line) {
  if (app->result == NULL || line < 0 || line >= app->n_lines) return;
  if (app->list == PTL_LIST_COLUMNS) {
    ptl_app_show_column(app, line_text(app, line));
  } else if (app->list == PTL_LIST_CHOICES) {
    ptl_control *control = &app->result->controls[app->list_control];
    control->chosen = app->lines[line];
    if (ptl_app_set(app, control->path, control->choices[control->chosen])) ptl_app_rerun(app);
    app->list = PTL_LIST_NONE;
  }
  ptl_app_stale(app, -1);
}

int ptl_app_list_key(ptl_app *app, const ptl_input *input) {
  if (app->list == PTL_LIST_NONE) return 0;
  size_t n = strlen(app->filter);
  if (input->key == PTL_KEY_ESCAPE) {
    app->list = PTL_LIST_NONE;
  } else if (input->key == PTL_KEY_BACKSPACE) {
    if (n > 0) app->filter[n - 1] = 0;
  } else if (input->key == PTL_KEY_ENTER) {
    ptl_app_pick(app, app->list_first);
  } else if (input->key == PTL_KEY_DOWN || input->key == PTL_KEY_PAGE_DOWN) {
    app->list_first += input->key == PTL_KEY_DOWN ? 1 : VISIBLE;
  } else if (input->key == PTL_KEY_UP || input->key == PTL_KEY_PAGE_UP) {
    app->list_first -= input->key == PTL_KEY_UP ? 1 : VISIBLE;
  } else if (input->key > ' ' && input->key < 127 && n + 1 < sizeof app->filter) {
    app->filter[n] = (char)input->key;
    app->filter[n + 1] = 0;
  }
  ptl_app_stale(app, -1);
  return 1;
}

static int is_shown(const ptl_app *app, const char *column) {
  for (int i = 0; i < app->n_plots; i++) {
    for (int k = 0; k < app->plots[i].n; k++) {
      if (strcmp(app->plots[i].y[k], column) == 0) return 1;
    }
  }
  return 0;
}

static int is_on(const ptl_app *app, int line) {
  if (app->list == PTL_LIST_COLUMNS) return is_shown(app, line_text(app, line));
  return app->lines[line] == app->result->controls[app->list_control].chosen;
}

void ptl_app_draw_list(ptl_app *app, const double box[4], ptl_shapes *out) {
  fill_lines(app);
  int rows = app->n_lines < 3 ? 3 : app->n_lines < VISIBLE ? app->n_lines : VISIBLE;
  double width = 340, height = 52 + rows * row_height;
  double x = box[0] + (box[2] - width) / 2, y = fmax(box[1] + (box[3] - height) / 2, box[1] + 10);
  ptl_shapes_tag(out, PTL_TAG_WIDGET, PTL_DO_PICK);
  ptl_add_rect(out, ptl_faded(ptl_filled(PTL_INK_EDGE), 0.2), x, y + 4, width, height, 10);
  ptl_add_rect(out, ptl_outlined(PTL_INK_PANEL, PTL_INK_LINE, 1), x, y, width, height, 10);
  ptl_app_hit(app, x, y, width, height, PTL_DO_NOTHING, 0);
  ptl_add_title(
      out, PTL_INK_TEXT, 14, PTL_LEFT, x + 18, y + 27, "%s",
      app->list == PTL_LIST_COLUMNS ? "Columns" : app->result->controls[app->list_control].name);
  ptl_add_text(out, PTL_INK_DIM, 12, PTL_RIGHT, x + width - 18, y + 27, "%s",
               app->filter[0] != 0 ? app->filter : "type to search");
  for (int k = 0; k < VISIBLE && app->list_first + k < app->n_lines; k++) {
    int line = app->list_first + k;
    double row = y + 42 + k * row_height;
    int over = app->mouse_x >= x && app->mouse_x < x + width && app->mouse_y >= row &&
               app->mouse_y < row + row_height;
    if (over) {
      ptl_add_rect(out, ptl_filled(PTL_INK_FIELD), x + 8, row, width - 16, row_height, 5);
    }
    if (is_on(app, line)) ptl_add_circle(out, ptl_filled(PTL_INK_ACCENT), x + 20, row + 11, 3.5);
    ptl_add_text(out, PTL_INK_TEXT, 12.5, PTL_LEFT, x + 34, row + 15.5, "%s", line_text(app, line));
    if (app->list == PTL_LIST_COLUMNS) {
      ptl_add_text(out, PTL_INK_DIM, 11.5, PTL_RIGHT, x + width - 18, row + 15.5, "%s",
                   app->result->record.units[app->lines[line]]);
    }
    ptl_app_hit(app, x, row, width, row_height, PTL_DO_PICK, line);
  }
}
