/* wear_pictures.c: the pages of wear_draw.h as files, and as the frames of films. */
#include "wear_pictures.h"

#include <math.h>
#include <stdio.h>

#include "figure_file.h"
#include "message.h"
#include "verb.h"
#include "wear_draw.h"

enum { WIDTH = 720, RING_WIDTH = 520 };

/* Both tables of a folder. */
typedef struct tables {
  ptl_wear_table course, profiles;
} tables;

static int read_tables(const ptl_wear *w, tables *out) {
  *out = (tables){.course = {.rows = 0}};
  ptl_status status = ptl_wear_read_table(w, "wear.csv", &out->course);
  if (status == PTL_OK) status = ptl_wear_read_table(w, "profiles.csv", &out->profiles);
  return status == PTL_OK ? PTL_EXIT_DONE : ptl_cli_exit_status(w->context, status);
}

static void release_tables(const ptl_wear *w, tables *t) {
  ptl_wear_table_release(w, &t->course);
  ptl_wear_table_release(w, &t->profiles);
}

/* ------------------------------------------------------------------ pictures */

/* Writes NAME or NAME_JOINT.svg into the folder, if there is anything on the page, and empties
 * it. */
static int write_page(const ptl_wear *w, const char *name, const char *joint, int dark,
                      ptl_shapes *page, double width, double height) {
  char path[1400];
  int status = PTL_EXIT_DONE;
  snprintf(path, sizeof path, "%s/%s%s%s.svg", w->options.folder, name, joint != NULL ? "_" : "",
           joint != NULL ? joint : "");
  if (height > 0.0) status = ptl_cli_shapes_write(page, width, height, dark, path);
  ptl_shapes_clear(page);
  return status;
}

/* Up to six blocks, evenly spaced in their number. */
static ptl_wear_moments blocks_of(const ptl_wear *w, const ptl_wear_table *profiles) {
  enum { SHOWN = PTL_WEAR_MOST_MOMENTS };
  ptl_wear_moments out = {.n = 0};
  int last = 0;
  for (int k = 1; k <= SHOWN; k++) {
    const int block = (int)lround((double)w->n_blocks * k / SHOWN);
    if (block == last) continue;
    out.cycles[out.n] = ptl_wear_cycles_of_block(profiles, last = block);
    out.strength[out.n++] = 0.25 + 0.75 * k / SHOWN;
  }
  return out;
}

int ptl_cli_wear_pictures(const ptl_wear *w, int dark) {
  tables t;
  ptl_shapes page = {0};
  int status = read_tables(w, &t);
  if (status == PTL_EXIT_DONE) {
    const double height = ptl_wear_draw_course(w, &t.course, -1, NAN, WIDTH, &page);
    status = write_page(w, "wear", NULL, dark, &page, WIDTH, height);
  }
  const ptl_wear_moments moments = blocks_of(w, &t.profiles);
  for (int i = 0; i < w->n_bearings && status == PTL_EXIT_DONE; i++) {
    const char *joint = w->bearings[i].joint;
    double height = ptl_wear_draw_rings(w, &t.profiles, i, &moments, RING_WIDTH, &page);
    status = write_page(w, "profile", joint, dark, &page, RING_WIDTH, height);
    if (status != PTL_EXIT_DONE) break;
    height = ptl_wear_draw_walls(w, &t.profiles, i, &moments, WIDTH, &page);
    status = write_page(w, "walls", joint, dark, &page, WIDTH, height);
  }
  ptl_shapes_release(&page);
  release_tables(w, &t);
  return status;
}

/* ------------------------------------------------------------------ films */

enum { FRAMES = 150, HELD = 25, FPS = 25 }; /* of the cycles, and of their end */
enum { PAPER, RINGS, WALLS, COURSE, N_PAGES };

typedef struct scene {
  const ptl_wear *wear;
  const tables *tables;
  int bearing;
  ptl_shapes pages[N_PAGES];
  const ptl_shapes *lists[N_PAGES];
  ptl_picture picture;
} scene;

/* The profiles at a number of cycles, over those at the end, beside the course with a mark. */
static const ptl_picture *draw_frame(void *user, int i) {
  scene *s = user;
  const ptl_wear *w = s->wear;
  const double cycles = w->cycles * fmin(1.0, (i + 1.0) / FRAMES);
  const ptl_wear_moments moments = {{w->cycles, cycles}, {0.3, 1.0}, 2};
  for (int k = 0; k < N_PAGES; k++) ptl_shapes_clear(&s->pages[k]);
  const double rings = ptl_wear_draw_rings(w, &s->tables->profiles, s->bearing, &moments,
                                           RING_WIDTH, &s->pages[RINGS]);
  const double walls = ptl_wear_draw_walls(w, &s->tables->profiles, s->bearing, &moments,
                                           RING_WIDTH, &s->pages[WALLS]);
  ptl_shapes_move(&s->pages[WALLS], 0.0, rings);
  const double course = ptl_wear_draw_course(w, &s->tables->course, s->bearing, cycles, RING_WIDTH,
                                             &s->pages[COURSE]);
  ptl_shapes_move(&s->pages[COURSE], RING_WIDTH, 0.0);
  s->picture.height = fmax(rings + walls, course);
  ptl_add_rect(&s->pages[PAPER], ptl_filled(PTL_INK_PAPER), 0, 0, s->picture.width,
               s->picture.height, 0);
  return &s->picture;
}

int ptl_cli_wear_films(const ptl_wear *w, int dark) {
  tables t;
  scene s = {.wear = w,
             .tables = &t,
             .picture = {.lists = s.lists,
                         .n = N_PAGES,
                         .theme = dark ? PTL_THEME_DARK : PTL_THEME_LIGHT,
                         .width = 2 * RING_WIDTH,
                         .scale = 1}};
  const ptl_picture_film film = {.n = FRAMES + HELD, .fps = FPS, .frame = draw_frame, .user = &s};
  int status = read_tables(w, &t);
  for (int k = 0; k < N_PAGES; k++) s.lists[k] = &s.pages[k];
  for (int i = 0; i < w->n_bearings && status == PTL_EXIT_DONE; i++) {
    char path[1400];
    s.bearing = i;
    snprintf(path, sizeof path, "%s/wear_%s.mp4", w->options.folder, w->bearings[i].joint);
    status = ptl_cli_film_write(&film, path);
  }
  for (int k = 0; k < N_PAGES; k++) ptl_shapes_release(&s.pages[k]);
  release_tables(w, &t);
  return status;
}
