/* points.c: a linkage from a CSV file of points and links. The first cell of a row says what it is:
 *
 *   unit, UNIT                        of plain numbers for lengths, m without it
 *   point, NAME, X, Y [, ground]      where it is; `ground` fixes it
 *   link, NAME, POINT, POINT, ...     a rigid body through these points; cells mass=... and
 *   inertia=... (about its centre of
 *                                     mass) may stand behind them
 *   slide, POINT, ANGLE               the point stays on a line of the ground in this direction
 *   drive, LINK, RATE                 the link turns about the one point in which the ground holds
 *   it
 *   gravity, GX, GY                   none without it
 *   density, VALUE                    linear density of links without a mass, 1 kg/m without it
 *
 * Links that share a point are pinned there. Cells are apart by commas, or by semicolons, and then
 * numbers may have a decimal comma. Lines that begin with # are comments. */
#include <math.h>
#include <string.h>

#include "formats.h"
#include "number.h"
#include "pintle_law.h"

enum { POINT, LINK, MOST_CELLS = 64 };

typedef struct point {
  const char *name;
  int line, ground, pinned_to; /* body that holds the pin: 0 the ground, -1: none yet */
  int n_links, pin; /* how many links it is of; the joint that pins the last of them, -1: none */
  double x, y;
} point;

typedef struct reading {
  ptl_linkage *l;
  ptl_import *import;
  int line, n_cells, separator;
  char *cells[MOST_CELLS];
  double unit;
  point *points;
  int n_points;
  int *pins; /* for each body its joint with the ground, -1: none, -2: several */
  ptl_name_table names;
} reading;

/* ------------------------------------------------------------------ cells */

static char *trim(char *cell) {
  cell += strspn(cell, " \t\"");
  size_t n = strlen(cell);
  while (n > 0 && strchr(" \t\r\"", cell[n - 1]) != NULL) n--;
  cell[n] = '\0';
  return cell;
}

static ptl_status split(reading *r, char *line) {
  r->n_cells = 0;
  for (char *at = line; at != NULL;) {
    char *end = strchr(at, r->separator);
    if (end != NULL) *end = '\0';
    if (r->n_cells == MOST_CELLS)
      return ptl_import_fail(r->import, r->line, PTL_E(0151) "more than %d cells", MOST_CELLS);
    r->cells[r->n_cells++] = trim(at);
    at = end != NULL ? end + 1 : NULL;
  }
  while (r->n_cells > 0 && *r->cells[r->n_cells - 1] == '\0') r->n_cells--;
  return PTL_OK;
}

/* `factor` is the unit of a plain number. */
static ptl_status read_quantity(const reading *r, char *text, const char *unit, double factor,
                                double *out) {
  char *end;
  if (r->separator == ';')
    for (char *at = text; (at = strchr(at, ',')) != NULL;) *at = '.';
  *out = factor * ptl_number_read(text, &end);
  if (end == text || *end != '\0') {
    if (ptl_quantity_read(r->import->context, text, unit, out) != PTL_OK) {
      char why[256];
      snprintf(why, sizeof why, "%s", ptl_context_message(r->import->context));
      return ptl_import_fail(r->import, r->line, PTL_E(0151) "%s", why);
    }
  }
  return isfinite(*out) ? PTL_OK
                        : ptl_import_fail(r->import, r->line, PTL_E(0151) "no finite number");
}

static ptl_status want(const reading *r, int least, int most, const char *form) {
  if (r->n_cells >= least && r->n_cells <= most) return PTL_OK;
  return ptl_import_fail(r->import, r->line, PTL_E(0151) "a row has the form: %s", form);
}

static ptl_status find(const reading *r, int group, const char *name, int *out) {
  static const char *const words[] = {"point", "link"};
  *out = ptl_name_find(&r->names, group, name, strlen(name));
  if (*out >= 0) return PTL_OK;
  return ptl_import_fail(r->import, r->line, PTL_E(0151) "there is no %s '%.60s' above",
                         words[group], name);
}

static ptl_status enter(reading *r, int group, const char *name, int number) {
  if (*name == '\0' || ptl_name_find(&r->names, group, name, strlen(name)) >= 0)
    return ptl_import_fail(r->import, r->line, PTL_E(0151) "the name '%.60s' is taken, or none",
                           name);
  return ptl_name_enter(r->import->context, &r->names, group, name, number);
}

/* ------------------------------------------------------------------ rows */

static ptl_status read_unit(reading *r) {
  ptl_status status = want(r, 2, 2, "unit, UNIT");
  if (status != PTL_OK) return status;
  char text[64];
  snprintf(text, sizeof text, "1 %.50s", r->cells[1]);
  return read_quantity(r, text, "m", 1, &r->unit);
}

static ptl_status read_point(reading *r) {
  point p = {.line = r->line, .pinned_to = -1, .pin = -1};
  ptl_status status = want(r, 4, 5, "point, NAME, X, Y [, ground]");
  if (status == PTL_OK) status = enter(r, POINT, p.name = r->cells[1], r->n_points);
  if (status == PTL_OK) status = read_quantity(r, r->cells[2], "m", r->unit, &p.x);
  if (status == PTL_OK) status = read_quantity(r, r->cells[3], "m", r->unit, &p.y);
  if (status != PTL_OK) return status;
  if (r->n_cells == 5) {
    if (strcmp(r->cells[4], "ground") != 0)
      return ptl_import_fail(r->import, r->line,
                             PTL_E(0151) "'%.40s': only `ground` may stand here", r->cells[4]);
    p.ground = 1;
    p.pinned_to = 0;
  }
  void *grown = ptl_import_grow(r->import, r->points, r->n_points, sizeof *r->points);
  if (grown == NULL) return PTL_ERR_MEMORY;
  r->points = grown;
  r->points[r->n_points++] = p;
  return PTL_OK;
}

/* Rods between the points, closed where there are more than two. */
static void add_rods(const reading *r, const int *points, int n, ptl_linkage_body *body) {
  const int n_rods = n > 2 ? n : 1;
  double length = 0, x = 0, y = 0;
  for (int i = 0; i < n_rods; i++) {
    const point *a = &r->points[points[i]], *b = &r->points[points[(i + 1) % n]];
    const double own = hypot(b->x - a->x, b->y - a->y);
    length += own;
    x += own * (a->x + b->x) / 2;
    y += own * (a->y + b->y) / 2;
  }
  body->mass = length;
  body->com_x = length > 0 ? x / length : r->points[points[0]].x;
  body->com_y = length > 0 ? y / length : r->points[points[0]].y;
  for (int i = 0; i < n_rods; i++) {
    const point *a = &r->points[points[i]], *b = &r->points[points[(i + 1) % n]];
    const double own = hypot(b->x - a->x, b->y - a->y);
    const double dx = (a->x + b->x) / 2 - body->com_x, dy = (a->y + b->y) / 2 - body->com_y;
    body->inertia += own * (own * own / 12 + dx * dx + dy * dy);
  }
}

static ptl_status draw_rods(const reading *r, const int *points, int n, double length, int body) {
  ptl_status status = PTL_OK;
  for (int i = 0; i < (n > 2 ? n : 1) && status == PTL_OK; i++) {
    const point *a = &r->points[points[i]], *b = &r->points[points[(i + 1) % n]];
    const ptl_outline outline = {.body = body,
                                 .kind = PTL_OUTLINE_LINK,
                                 .x = a->x,
                                 .y = a->y,
                                 .to_x = b->x,
                                 .to_y = b->y,
                                 .radius = 0.03 * length};
    if (a->x != b->x || a->y != b->y) status = ptl_linkage_add_outline(r->l, &outline);
  }
  return status;
}

/* A pin of the link with the ground, or with the first link of the point. */
static ptl_status add_pin(reading *r, int body, point *p) {
  p->n_links++;
  if (p->pinned_to < 0) {
    p->pinned_to = body;
    return PTL_OK;
  }
  const ptl_linkage_joint joint = {.name = p->name,
                                   .kind = PTL_LINKAGE_PIN,
                                   .a = p->pinned_to,
                                   .b = body,
                                   .ax = p->x,
                                   .ay = p->y,
                                   .bx = p->x,
                                   .by = p->y};
  if (p->pinned_to == 0) r->pins[body] = r->pins[body] == -1 ? r->l->n_joints : -2;
  return ptl_linkage_add_joint(r->l, &joint);
}

static ptl_status read_masses(reading *r, int first, ptl_linkage_body *body) {
  ptl_status status = PTL_OK;
  double mass = NAN, inertia = NAN;
  for (int i = first; i < r->n_cells && status == PTL_OK; i++) {
    if (strncmp(r->cells[i], "mass=", 5) == 0)
      status = read_quantity(r, r->cells[i] + 5, "kg", 1, &mass);
    else if (strncmp(r->cells[i], "inertia=", 8) == 0)
      status = read_quantity(r, r->cells[i] + 8, "kg m^2", 1, &inertia);
    else
      status = ptl_import_fail(r->import, r->line, PTL_E(0151) "'%.40s' stands behind a mass",
                               r->cells[i]);
  }
  if (status != PTL_OK) return status;
  if (!isnan(inertia) && isnan(mass))
    return ptl_import_fail(r->import, r->line, PTL_E(0151) "an inertia needs a mass beside it");
  body->by_density = isnan(mass);
  if (!isnan(mass)) { /* spread as the rods are */
    body->inertia = !isnan(inertia) ? inertia : body->inertia * (mass / body->mass);
    body->mass = mass;
  }
  if (body->mass > 0 && body->inertia > 0) return PTL_OK;
  return ptl_import_fail(r->import, r->line,
                         PTL_E(0151) "a link needs a mass and an inertia above 0");
}

static ptl_status read_link(reading *r) {
  ptl_linkage_body body = {.line = r->line};
  int points[MOST_CELLS], n = 0;
  ptl_status status =
      want(r, 4, MOST_CELLS, "link, NAME, POINT, POINT, ... [, mass=M] [, inertia=I]");
  if (status == PTL_OK) status = enter(r, LINK, body.name = r->cells[1], r->l->n_bodies);
  for (int i = 2; i < r->n_cells && status == PTL_OK && strchr(r->cells[i], '=') == NULL; i++)
    status = find(r, POINT, r->cells[i], &points[n++]);
  if (status == PTL_OK && n < 2)
    status = ptl_import_fail(r->import, r->line, PTL_E(0151) "a link has two points or more");
  if (status != PTL_OK) return status;
  add_rods(r, points, n, &body);
  const double length = body.mass;
  status = read_masses(r, 2 + n, &body);
  if (status != PTL_OK) return status;
  const point *from = &r->points[points[0]], *to = &r->points[points[1]];
  body.x = from->x;
  body.y = from->y;
  body.angle = atan2(to->y - from->y, to->x - from->x);
  const int number = r->l->n_bodies;
  void *grown = ptl_import_grow(r->import, r->pins, number, sizeof *r->pins);
  if (grown == NULL) return PTL_ERR_MEMORY;
  r->pins = grown;
  r->pins[number] = -1;
  status = ptl_linkage_add_body(r->l, &body);
  if (status == PTL_OK) status = draw_rods(r, points, n, length, number);
  for (int i = 0; i < n && status == PTL_OK; i++)
    status = add_pin(r, number, &r->points[points[i]]);
  return status;
}

static ptl_status read_slide(reading *r) {
  int index;
  double angle;
  ptl_status status = want(r, 3, 3, "slide, POINT, ANGLE");
  if (status == PTL_OK) status = find(r, POINT, r->cells[1], &index);
  if (status == PTL_OK) status = read_quantity(r, r->cells[2], "rad", 1, &angle);
  if (status != PTL_OK) return status;
  const point *p = &r->points[index];
  if (p->pinned_to <= 0)
    return ptl_import_fail(r->import, r->line,
                           PTL_E(0151) "a point that slides is one of a link above, and none of the "
                                       "ground");
  const ptl_linkage_joint joint = {.name = p->name,
                                   .kind = PTL_LINKAGE_LINE,
                                   .a = 0,
                                   .b = p->pinned_to,
                                   .ax = p->x,
                                   .ay = p->y,
                                   .bx = p->x,
                                   .by = p->y,
                                   .dx = cos(angle),
                                   .dy = sin(angle)};
  return ptl_linkage_add_joint(r->l, &joint);
}

static ptl_status read_drive(reading *r) {
  ptl_linkage_drive drive = {"drive", -1, 0};
  int link;
  ptl_status status = want(r, 3, 3, "drive, LINK, RATE");
  if (status == PTL_OK) status = find(r, LINK, r->cells[1], &link);
  if (status == PTL_OK) status = read_quantity(r, r->cells[2], "rad/s", 1, &drive.rate);
  if (status != PTL_OK) return status;
  drive.joint = r->pins[link];
  if (drive.joint < 0)
    return ptl_import_fail(
        r->import, r->line,
        PTL_E(0151) "a link that is driven is pinned to the ground at one point");
  return ptl_linkage_add_drive(r->l, &drive);
}

static ptl_status read_gravity(reading *r) {
  ptl_status status = want(r, 3, 3, "gravity, GX, GY");
  for (int i = 0; i < 2 && status == PTL_OK; i++)
    status = read_quantity(r, r->cells[1 + i], "m/s^2", 1, &r->l->gravity[i]);
  return status;
}

static ptl_status read_density(reading *r) {
  ptl_status status = want(r, 2, 2, "density, VALUE");
  if (status == PTL_OK) status = read_quantity(r, r->cells[1], "kg/m", 1, &r->l->density);
  if (status != PTL_OK || r->l->density > 0) return status;
  return ptl_import_fail(r->import, r->line, PTL_E(0151) "a density is above 0");
}

static ptl_status read_row(reading *r, char *line) {
  static const struct {
    const char *name;
    ptl_status (*read)(reading *r);
  } kinds[] = {{"unit", read_unit},      {"point", read_point}, {"link", read_link},
               {"slide", read_slide},    {"drive", read_drive}, {"gravity", read_gravity},
               {"density", read_density}};
  const ptl_status status = split(r, line);
  if (status != PTL_OK || r->n_cells == 0) return status;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp(r->cells[0], kinds[i].name) == 0) return kinds[i].read(r);
  return ptl_import_fail(r->import, r->line,
                         PTL_E(0151) "'%.40s': a row begins with unit, point, link, slide, drive, "
                                     "gravity or density",
                         r->cells[0]);
}

/* ------------------------------------------------------------------ the file */

/* Points of one link alone are those whose path is looked at. */
static ptl_status finish(reading *r) {
  ptl_status status = PTL_OK;
  int by_density = 0;
  for (int i = 0; i < r->n_points && status == PTL_OK; i++) {
    const point *p = &r->points[i];
    const ptl_linkage_point made = {p->name, p->pinned_to, p->x, p->y};
    if (p->n_links == 0)
      ptl_import_tell(r->import, p->line, "point '%.60s' is of no link", p->name);
    else if (p->n_links == 1 && !p->ground)
      status = ptl_linkage_add_point(r->l, &made);
  }
  for (int i = 1; i < r->l->n_bodies; i++) by_density |= r->l->bodies[i].by_density;
  if (!by_density) {
    r->l->density = 0;
  } else if (r->l->density == 0) {
    r->l->density = 1;
    ptl_import_tell(r->import, 0,
                    "links without a mass are rods of 1 kg/m: parameters.linear_density");
  }
  if (r->l->gravity[0] == 0 && r->l->gravity[1] == 0)
    ptl_import_tell(r->import, 0, "there is no row `gravity`, and no gravity");
  return status;
}

static ptl_status read_rows(reading *r, char *text) {
  ptl_status status = PTL_OK;
  for (char *line = text; line != NULL && status == PTL_OK;) {
    char *end = strchr(line, '\n');
    if (end != NULL) *end = '\0';
    r->line++;
    line += strspn(line, " \t\r");
    if (*line != '#' && *line != '\0') {
      if (r->separator == 0) r->separator = strchr(line, ';') != NULL ? ';' : ',';
      status = read_row(r, line);
    }
    line = end != NULL ? end + 1 : NULL;
  }
  return status;
}

ptl_status ptl_points_read(ptl_linkage *l, char *text) {
  reading r = {.l = l, .import = l->import, .unit = 1};
  const ptl_linkage_body ground = {.name = NULL};
  static const char mark[] = "\xEF\xBB\xBF"; /* of UTF-8, as some programs write it */
  l->format = "CSV of points and links";
  if (strncmp(text, mark, sizeof mark - 1) == 0) text += sizeof mark - 1;
  ptl_status status = ptl_linkage_add_body(l, &ground);
  r.pins = ptl_import_alloc(l->import, 1, sizeof *r.pins);
  if (status == PTL_OK && r.pins == NULL) status = PTL_ERR_MEMORY;
  if (status == PTL_OK) status = read_rows(&r, text);
  if (status == PTL_OK && l->n_bodies == 1)
    status = ptl_import_fail(l->import, r.line, PTL_E(0151) "the file has no links");
  if (status == PTL_OK) status = finish(&r);
  ptl_name_release(l->import->context, &r.names);
  return status;
}
