#include "reel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page_shapes.h"
#include "page_text.h"
#include "reel_tracks.h"

typedef struct list_of_ints {
  int *items;
  int n;
} list_of_ints;

enum { N_LISTS = 4096 };

struct ptl_reel {
  int n_frames, frame; /* of all, added so far */
  ptl_track *tracks;
  int n_tracks, capacity;
  int last_of[N_LISTS]; /* lists of tracks: the last of each, + 1 */
  list_of_ints *orders; /* n_frames at most */
  int n_orders;
  int *order_of; /* by frame */
  char **texts;
  int n_texts;
};

ptl_reel *ptl_reel_create(int n_frames) {
  ptl_reel *reel = calloc(1, sizeof *reel);
  if (reel == NULL) return NULL;
  reel->n_frames = n_frames;
  reel->orders = calloc((size_t)n_frames + 1, sizeof *reel->orders);
  reel->order_of = calloc((size_t)n_frames + 1, sizeof *reel->order_of);
  if (reel->orders != NULL && reel->order_of != NULL) return reel;
  ptl_reel_destroy(reel);
  return NULL;
}

void ptl_reel_destroy(ptl_reel *reel) {
  if (reel == NULL) return;
  for (int i = 0; i < reel->n_tracks; i++) {
    ptl_shapes_release(&reel->tracks[i].list);
    free(reel->tracks[i].values);
    free(reel->tracks[i].texts);
  }
  for (int i = 0; i < reel->n_orders; i++) free(reel->orders[i].items);
  for (int i = 0; i < reel->n_texts; i++) free(reel->texts[i]);
  free(reel->texts);
  free(reel->tracks);
  free(reel->orders);
  free(reel->order_of);
  free(reel);
}

/* ------------------------------------------------------------------ tracks */

typedef struct value_list { /* being written */
  double *out;
  int room, n;
} value_list;

static void put_value(value_list *v, double value) {
  if (v->n < v->room) v->out[v->n] = value;
  v->n++;
}

int ptl_track_values(const ptl_shapes *list, const ptl_shape *shape, double *out, int room) {
  value_list v = {out, room, 0};
  put_value(&v, shape->style.alpha);
  put_value(&v, shape->style.width);
  if (shape->kind == PTL_SHAPE_TEXT) {
    put_value(&v, shape->x);
    put_value(&v, shape->y);
    return v.n;
  }
  for (int i = 0; i < shape->n; i++) {
    const ptl_step *step = &list->steps[shape->first + i];
    if (step->kind == PTL_CLOSE) continue;
    put_value(&v, step->x);
    put_value(&v, step->y);
    if (step->kind == PTL_MOVE || step->kind == PTL_LINE) continue;
    put_value(&v, step->radius);
    put_value(&v, step->from);
    put_value(&v, step->to);
  }
  return v.n;
}

static int is_same(const ptl_track *track, int ordinal, const ptl_shapes *list,
                   const ptl_shape *shape) {
  const ptl_shape *own = &track->list.items[0];
  if (track->tag.kind != shape->tag.kind || track->tag.index != shape->tag.index ||
      track->ordinal != ordinal || own->kind != shape->kind ||
      own->style.fill != shape->style.fill || own->style.stroke != shape->style.stroke ||
      own->style.dash != shape->style.dash)
    return 0;
  if (shape->kind == PTL_SHAPE_TEXT)
    return own->align == shape->align && own->bold == shape->bold && own->size == shape->size;
  if (own->n != shape->n) return 0;
  for (int i = 0; i < shape->n; i++)
    if (track->list.steps[i].kind != list->steps[shape->first + i].kind) return 0;
  return 1;
}

static void copy_shape(ptl_track *track, const ptl_shapes *list, const ptl_shape *shape) {
  ptl_shapes *own = &track->list;
  own->items = malloc(sizeof *own->items);
  own->steps = malloc(((size_t)shape->n + 1) * sizeof *own->steps);
  own->text = calloc(1, 1);
  if (own->items == NULL || own->steps == NULL || own->text == NULL) {
    own->failed = 1;
    return;
  }
  own->items[0] = *shape;
  own->items[0].first = own->items[0].text = 0;
  if (shape->kind != PTL_SHAPE_TEXT && shape->n > 0)
    memcpy(own->steps, list->steps + shape->first, (size_t)shape->n * sizeof *own->steps);
  own->n = 1;
}

/* Index of a new track, or -1. */
static int add_track(ptl_reel *reel, int ordinal, const ptl_shapes *list, const ptl_shape *shape) {
  if (reel->n_tracks == reel->capacity) {
    const int capacity = 2 * reel->capacity + 32;
    ptl_track *tracks = realloc(reel->tracks, (size_t)capacity * sizeof *tracks);
    if (tracks == NULL) return -1;
    reel->tracks = tracks;
    reel->capacity = capacity;
  }
  ptl_track *track = &reel->tracks[reel->n_tracks++];
  *track = (ptl_track){.tag = shape->tag, .ordinal = ordinal, .first = reel->frame, .group = -1};
  track->n_values = ptl_track_values(list, shape, NULL, 0);
  const size_t n = (size_t)reel->n_frames * (size_t)track->n_values;
  track->values = malloc(n * sizeof *track->values);
  copy_shape(track, list, shape);
  if (shape->kind == PTL_SHAPE_TEXT)
    track->texts = malloc((size_t)reel->n_frames * sizeof *track->texts);
  if (track->values == NULL || track->list.failed ||
      (shape->kind == PTL_SHAPE_TEXT && track->texts == NULL))
    return -1;
  for (size_t i = 0; i < n; i++) track->values[i] = NAN;
  for (int i = 0; track->texts != NULL && i < reel->n_frames; i++) track->texts[i] = -1;
  return reel->n_tracks - 1;
}

static int find_track(ptl_reel *reel, int ordinal, const ptl_shapes *list, const ptl_shape *shape) {
  const unsigned key = 31u * (31u * (unsigned)shape->tag.index + (unsigned)shape->tag.kind);
  int *last = &reel->last_of[(key + (unsigned)ordinal) % N_LISTS];
  for (int i = *last - 1; i >= 0; i = reel->tracks[i].before)
    if (is_same(&reel->tracks[i], ordinal, list, shape)) return i;
  const int added = add_track(reel, ordinal, list, shape);
  if (added < 0) return -1;
  reel->tracks[added].before = *last - 1;
  *last = added + 1;
  return added;
}

/* guess: a text that it may be, or -1. */
static int find_text(ptl_reel *reel, int guess, const char *text) {
  if (guess >= 0 && strcmp(reel->texts[guess], text) == 0) return guess;
  for (int i = reel->n_texts - 1; i >= 0; i--)
    if (strcmp(reel->texts[i], text) == 0) return i;
  char **texts = realloc(reel->texts, ((size_t)reel->n_texts + 1) * sizeof *texts);
  if (texts == NULL) return -1;
  reel->texts = texts;
  texts[reel->n_texts] = strdup(text);
  return texts[reel->n_texts] != NULL ? reel->n_texts++ : -1;
}

/* ------------------------------------------------------------------ frames */

typedef struct tagged { /* a shape of a frame */
  ptl_tag tag;
  int index;
} tagged;

static int compare_tags(const void *a, const void *b) {
  const tagged *p = a, *q = b;
  if (p->tag.kind != q->tag.kind) return p->tag.kind < q->tag.kind ? -1 : 1;
  if (p->tag.index != q->tag.index) return p->tag.index < q->tag.index ? -1 : 1;
  return p->index - q->index;
}

/* How many shapes before each have its tag; NULL when memory is out. */
static int *find_ordinals(const ptl_shapes *frame) {
  const size_t n = (size_t)frame->n;
  int *ordinals = malloc((n + 1) * sizeof *ordinals);
  tagged *shapes = malloc((n + 1) * sizeof *shapes);
  for (int i = 0; i < frame->n && ordinals != NULL && shapes != NULL; i++)
    shapes[i] = (tagged){frame->items[i].tag, i};
  if (ordinals == NULL || shapes == NULL) {
    free(ordinals);
    free(shapes);
    return NULL;
  }
  qsort(shapes, n, sizeof *shapes, compare_tags);
  for (int i = 0, same = 0; i < frame->n; i++) {
    const ptl_tag tag = shapes[i].tag, before = shapes[i > 0 ? i - 1 : 0].tag;
    same = i > 0 && tag.kind == before.kind && tag.index == before.index ? same + 1 : 0;
    ordinals[shapes[i].index] = same;
  }
  free(shapes);
  return ordinals;
}

static int add_order(ptl_reel *reel, int *tracks, int n) {
  for (int i = reel->n_orders - 1; i >= 0; i--) {
    const list_of_ints *order = &reel->orders[i];
    if (order->n != n || memcmp(order->items, tracks, (size_t)n * sizeof *tracks) != 0) continue;
    free(tracks);
    return i;
  }
  reel->orders[reel->n_orders] = (list_of_ints){tracks, n};
  return reel->n_orders++;
}

/* The track and the text of each shape of the next frame; 0, or non-zero when memory is out. */
static int add_shapes(ptl_reel *reel, const ptl_shapes *frame, const int *ordinals, int *order) {
  for (int i = 0; i < frame->n; i++) {
    const ptl_shape *shape = &frame->items[i];
    const int index = order[i] = find_track(reel, ordinals[i], frame, shape);
    if (index < 0) return 1;
    ptl_track *track = &reel->tracks[index];
    ptl_track_values(frame, shape, track->values + (size_t)reel->frame * track->n_values,
                     track->n_values);
    if (track->texts == NULL) continue;
    const int guess = reel->frame > 0 ? track->texts[reel->frame - 1] : -1;
    const int text = track->texts[reel->frame] = find_text(reel, guess, frame->text + shape->text);
    if (text < 0) return 1;
  }
  return 0;
}

int ptl_reel_add(ptl_reel *reel, const ptl_shapes *frame) {
  if (frame->failed || reel->frame == reel->n_frames) return 1;
  int *order = malloc(((size_t)frame->n + 1) * sizeof *order), *ordinals = find_ordinals(frame);
  const int failed = order == NULL || ordinals == NULL || add_shapes(reel, frame, ordinals, order);
  free(ordinals);
  if (failed) {
    free(order);
    return 1;
  }
  reel->order_of[reel->frame++] = add_order(reel, order, frame->n);
  return 0;
}

/* ------------------------------------------------------------------ writing */

/* n values, `stride` apart; those that are not finite are of frames without the track. */
static void put_column(FILE *out, const double *values, int n, int stride, double scale) {
  long first = 0, before = 0;
  int seen = 0, changes = 0;
  for (int i = 0; i < n; i++) {
    const double value = values[(size_t)i * stride];
    if (!isfinite(value)) continue;
    const long whole = lround(fmin(fmax(value * scale, -1e9), 1e9));
    if (!seen) first = whole;
    changes |= seen && whole != first;
    seen = 1;
  }
  if (!changes) {
    fprintf(out, "%ld", first);
    return;
  }
  seen = 0;
  for (int i = 0; i < n; i++) {
    const double value = values[(size_t)i * stride];
    if (!isfinite(value)) continue;
    const long whole = lround(fmin(fmax(value * scale, -1e9), 1e9));
    fprintf(out, seen ? ",%ld" : "[%ld", whole - before);
    before = whole;
    seen = 1;
  }
  fputc(']', out);
}

static void put_group(FILE *out, ptl_motion_group *group, int n_frames) {
  ptl_motion held = {0, 0, 0}; /* frames of which nothing is known repeat what is */
  for (int f = 0; f < n_frames; f++) {
    if (isnan(group->frames[f].angle)) group->frames[f] = held;
    held = group->frames[f];
  }
  const int stride = sizeof *group->frames / sizeof(double);
  fprintf(out, "{\"c\":[%.2f,%.2f],\"a\":", group->cx, group->cy);
  put_column(out, &group->frames[0].angle, n_frames, stride, 1e5);
  fputs(",\"x\":", out);
  put_column(out, &group->frames[0].x, n_frames, stride, 50);
  fputs(",\"y\":", out);
  put_column(out, &group->frames[0].y, n_frames, stride, 50);
  fputc('}', out);
}

static double scale_of(const ptl_track *track, int value) {
  if (value == 0) return 100;
  if (value == 1 || track->texts != NULL) return 10;
  int at = 2;
  for (int i = 0; i < track->list.items[0].n; i++) {
    const ptl_step_kind kind = track->list.steps[i].kind;
    const int n = kind == PTL_CLOSE ? 0 : kind == PTL_MOVE || kind == PTL_LINE ? 2 : 5;
    if (value < at + n) return value - at < 3 ? 10 : 1000;
    at += n;
  }
  return 10;
}

static void put_track(const ptl_reel *reel, const ptl_track *track, FILE *out) {
  fputs("{\"s\":", out);
  ptl_page_shape(out, &track->list, &track->list.items[0]);
  if (track->group >= 0) fprintf(out, ",\"g\":%d", track->group);
  if (track->group < 0) {
    for (int k = 0; k < track->n_values; k++) {
      fputs(k == 0 ? ",\"d\":[" : ",", out);
      put_column(out, track->values + k, reel->n_frames, track->n_values, scale_of(track, k));
    }
    fputc(']', out);
  }
  for (int f = 0, n = 0; track->texts != NULL && f < reel->n_frames; f++)
    if (track->texts[f] >= 0) fprintf(out, n++ == 0 ? ",\"w\":[%d" : ",%d", track->texts[f]);
  fputs(track->texts != NULL ? "]}" : "}", out);
}

static void put_ints(FILE *out, const int *items, int n) {
  fputc('[', out);
  for (int i = 0; i < n; i++) fprintf(out, i > 0 ? ",%d" : "%d", items[i]);
  fputc(']', out);
}

int ptl_reel_write(ptl_reel *reel, FILE *out) {
  ptl_motion_groups groups = {0};
  const int failed = reel->frame != reel->n_frames ||
                     ptl_motion_groups_find(reel->tracks, reel->n_tracks, reel->n_frames, &groups);
  fputs("{\"orders\":[", out);
  for (int i = 0; i < reel->n_orders; i++) {
    if (i > 0) fputc(',', out);
    put_ints(out, reel->orders[i].items, reel->orders[i].n);
  }
  fputs("],\"frames\":", out);
  put_ints(out, reel->order_of, reel->frame);
  fputs(",\n\"groups\":[", out);
  for (int i = 0; i < groups.n && !failed; i++) {
    if (i > 0) fputs(",\n", out);
    put_group(out, &groups.items[i], reel->n_frames);
  }
  fputs("],\n\"tracks\":[", out);
  for (int i = 0; i < reel->n_tracks && !failed; i++) {
    if (i > 0) fputs(",\n", out);
    put_track(reel, &reel->tracks[i], out);
  }
  fputs("],\n\"texts\":[", out);
  for (int i = 0; i < reel->n_texts; i++) {
    if (i > 0) fputc(',', out);
    ptl_page_string(out, reel->texts[i]);
  }
  fputs("]}", out);
  ptl_motion_groups_release(&groups);
  return failed;
}
