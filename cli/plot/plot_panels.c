/* plot_panels.c: curves that share a quantity and a unit in one panel. */
#include "plot_panels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "quantity.h"

void ptl_cli_raised_unit(char *text, size_t size, const char *unit) {
  static const char *const raised[] = {
      "\xE2\x81\xB0", "\xC2\xB9",     "\xC2\xB2",     "\xC2\xB3",     "\xE2\x81\xB4",
      "\xE2\x81\xB5", "\xE2\x81\xB6", "\xE2\x81\xB7", "\xE2\x81\xB8", "\xE2\x81\xB9"};
  size_t n = 0;
  int up = 0;
  for (; *unit && n + 4 < size; unit++) {
    if (*unit == '^') {
      up = 1;
      continue;
    }
    const char *piece = NULL;
    if (up && *unit >= '0' && *unit <= '9') piece = raised[*unit - '0'];
    if (up && *unit == '-') piece = "\xE2\x81\xBB";
    if (piece != NULL) {
      memcpy(text + n, piece, strlen(piece));
      n += strlen(piece);
    } else {
      up = 0;
      text[n++] = *unit;
    }
  }
  text[n] = '\0';
}

void ptl_cli_axis_label(char *text, size_t size, const char *quantity, const char *prefix,
                        const char *unit) {
  char shown[PTL_PLOT_NAME];
  ptl_cli_raised_unit(shown, sizeof shown, unit);
  if (strcmp(unit, "1") == 0)
    snprintf(text, size, "%s", quantity);
  else
    snprintf(text, size, "%s [%s%s]", quantity, prefix, shown);
}

/* What a column shows, by the last part of its name. */
static void quantity_of(const char *name, char *text, size_t size) {
  static const struct {
    const char *last, *quantity;
  } rows[] = {{"x", "position"},
              {"y", "position"},
              {"vx", "velocity"},
              {"vy", "velocity"},
              {"ax", "acceleration"},
              {"ay", "acceleration"},
              {"fx", "force"},
              {"fy", "force"},
              {"ex", "eccentricity"},
              {"ey", "eccentricity"},
              {"omega", "angular velocity"},
              {"alpha", "angular acceleration"}};
  const char *dot = strrchr(name, '.');
  const char *last = dot != NULL ? dot + 1 : name;
  if (strncmp(name, "energy.", 7) == 0) {
    snprintf(text, size, strcmp(last, "balance") == 0 ? "energy balance" : "energy");
    return;
  }
  snprintf(text, size, "%s", last);
  for (size_t i = 0; text[i]; i++)
    if (text[i] == '_') text[i] = ' ';
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(last, rows[i].last) == 0) snprintf(text, size, "%s", rows[i].quantity);
}

static ptl_panel *panel_for(ptl_panel *panels, int *n, const ptl_column *column, int capacity) {
  char quantity[PTL_PLOT_NAME];
  quantity_of(column->name, quantity, sizeof quantity);
  for (int i = 0; i < *n; i++)
    if (strcmp(panels[i].quantity, quantity) == 0 && strcmp(panels[i].unit, column->unit) == 0)
      return &panels[i];
  ptl_panel *panel = &panels[(*n)++];
  snprintf(panel->quantity, sizeof panel->quantity, "%s", quantity);
  panel->unit = column->unit;
  panel->curves = ptl_cli_alloc((size_t)capacity, sizeof *panel->curves);
  panel->names = ptl_cli_alloc((size_t)capacity, sizeof *panel->names);
  return panel;
}

static void scale_panel(ptl_panel *panel, const ptl_plot_curve *curves) {
  const char *prefix;
  double largest = 0;
  for (int k = 0; k < panel->n_curves; k++) {
    const ptl_plot_curve *c = &curves[panel->curves[k]];
    if (c->low <= c->high) largest = fmax(largest, fmax(fabs(c->low), fabs(c->high)));
  }
  panel->scale = ptl_cli_prefix(largest, panel->unit, &prefix);
  ptl_cli_axis_label(panel->label, sizeof panel->label, panel->quantity, prefix, panel->unit);
}

/* Where every curve's name ends alike, the label of the axis says it already. */
static void shorten_names(ptl_panel *panel) {
  const char *first = strrchr(panel->names[0], '.');
  if (first == NULL || panel->n_curves == 1) return;
  char last[PTL_PLOT_NAME];
  snprintf(last, sizeof last, "%s", first);
  for (int k = 0; k < panel->n_curves; k++) {
    const char *dot = strrchr(panel->names[k], '.');
    if (dot == NULL || strcmp(dot, last) != 0) return;
  }
  for (int k = 0; k < panel->n_curves; k++) *strrchr(panel->names[k], '.') = '\0';
}

ptl_panel *ptl_cli_panels_make(const ptl_plot_source *source, const ptl_plot_curve *curves, int n,
                               int *n_panels) {
  ptl_panel *panels = ptl_cli_alloc((size_t)n, sizeof *panels);
  *n_panels = 0;
  for (int k = 0; k < n; k++) {
    const ptl_column *column = &source->columns[curves[k].column];
    ptl_panel *panel = panel_for(panels, n_panels, column, n);
    snprintf(panel->names[panel->n_curves], sizeof *panel->names, "%s", column->name);
    panel->curves[panel->n_curves++] = k;
  }
  for (int i = 0; i < *n_panels; i++) {
    scale_panel(&panels[i], curves);
    shorten_names(&panels[i]);
  }
  return panels;
}

void ptl_cli_panels_free(ptl_panel *panels, int n) {
  for (int i = 0; i < n; i++) {
    free(panels[i].curves);
    free(panels[i].names);
  }
  free(panels);
}
