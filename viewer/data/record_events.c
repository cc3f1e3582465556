#include "record_events.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FIELDS = 16, MIN_FIELDS = 7, LINE_BYTES = 1024 };

/* Splits a line at its commas, in place; quoted fields do not occur in names. */
static int split(char *line, char *fields[MAX_FIELDS]) {
  int n = 0;
  line[strcspn(line, "\r\n")] = 0;
  for (char *field = line; field != NULL && n < MAX_FIELDS; n++) {
    fields[n] = field;
    field = strchr(field, ',');
    if (field != NULL) *field++ = 0;
  }
  return n;
}

static int kind_of(const char *word, ptl_event_kind *kind) {
  static const struct {
    const char *word;
    ptl_event_kind kind;
  } known[] = {{"touch", PTL_EVENT_TOUCH},
               {"deepest", PTL_EVENT_DEEPEST},
               {"part", PTL_EVENT_PART},
               {"hand_over", PTL_EVENT_HAND_OVER}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strcmp(word, known[i].word) == 0) {
      *kind = known[i].kind;
      return 1;
    }
  }
  return 0;
}

int ptl_record_read_events(ptl_record *record, const char *dir, char *why, size_t size) {
  char path[1280], line[LINE_BYTES], *fields[MAX_FIELDS];
  snprintf(path, sizeof path, "%s/events.csv", dir);
  FILE *file = fopen(path, "re");
  if (file == NULL) {
    snprintf(why, size, "cannot read %s: %s", path, strerror(errno));
    return 1;
  }
  int failed = 0;
  for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
    int whole = strchr(line, '\n') != NULL, n = split(line, fields);
    if (number == 1 || (!whole && record->incomplete != NULL)) continue;
    ptl_record_event event = {0};
    if (n < MIN_FIELDS) {
      snprintf(why, size, "%s:%d:1: error: this row has %d values, expected at least %d", path,
               number, n, MIN_FIELDS);
      failed = 1;
      break;
    }
    if (!kind_of(fields[3], &event.kind)) continue; /* a kind of a later version */
    event.time = strtod(fields[0], NULL);
    event.depth = strtod(fields[4], NULL);
    event.force = strtod(fields[6], NULL);
    event.gap = ptl_record_add_gap(record, fields[1], fields[2]);
    ptl_record_add_event(record, &event);
  }
  fclose(file);
  return failed;
}
