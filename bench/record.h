/* record.h: what a run is judged by, whichever program made it. */
#ifndef PTL_BENCH_RECORD_H
#define PTL_BENCH_RECORD_H

#include <math.h>
#include <stddef.h>

enum { PTL_BENCH_CONTACTS = 256 };

typedef struct ptl_bench_contact {
  double begin, end;          /* [s]; end NAN while it lasts */
  double speed, force, depth; /* at touch [m/s], largest [N], [m] */
} ptl_bench_contact;

/* Rows at multiples of `every` (0: none), `width` values each; the contacts in order of touch. */
typedef struct ptl_bench_record {
  double every;
  int width, n_rows, max_rows;
  double *rows;
  ptl_bench_contact contacts[PTL_BENCH_CONTACTS];
  int n_contacts;
} ptl_bench_record;

/* Appends a contact, dropping what is too many. */
static inline ptl_bench_contact *ptl_bench_touch(ptl_bench_record *record, double time,
                                                 double speed) {
  int last = PTL_BENCH_CONTACTS - 1;
  ptl_bench_contact *c = &record->contacts[record->n_contacts < last ? record->n_contacts++ : last];
  *c = (ptl_bench_contact){.begin = time, .end = NAN, .speed = speed};
  return c;
}

#endif
