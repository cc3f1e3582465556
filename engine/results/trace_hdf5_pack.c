/* trace_hdf5_pack.c: a chunk of numbers as HDF5's filters shuffle and deflate leave it, and a
 * deflated chunk inflated.
 *
 * Shuffle puts the first bytes of all numbers first, then the second bytes, and so on: eight
 * planes. The planes of a number's last digits are noise as a rule, in which deflate would search
 * in vain. They become stored blocks; in the others repetitions are found and the rest is coded by
 * frequency. The stream is an ordinary one (RFC 1950, 1951). */
#include "trace_hdf5_pack.h"

#include <string.h>
#include <zlib.h>

enum { PLANES = sizeof(double), SAMPLES = 256, STORED_BYTES = 65535 };

struct ptl_chunk_packer {
  ptl_context *context;
  int n;
  unsigned char *shuffled, *packed;
  size_t room, size; /* of `packed` */
  z_stream stream;
  int is_open;
  double constant; /* `same` holds a whole chunk of this number, again and again; */
  unsigned char *same;
  size_t same_size; /* 0: of none yet */
};

static void *alloc_for_zlib(void *context, unsigned n, unsigned size) {
  return ptl_alloc(context, n, size);
}

static void free_for_zlib(void *context, void *memory) {
  ptl_free(context, memory);
}

ptl_chunk_packer *ptl_chunk_packer_create(ptl_context *context, int n) {
  ptl_chunk_packer *p = ptl_alloc(context, 1, sizeof *p);
  if (p == NULL) return NULL;
  p->context = context;
  p->n = n;
  p->stream = (z_stream){.zalloc = alloc_for_zlib, .zfree = free_for_zlib, .opaque = context};
  p->is_open = deflateInit2(&p->stream, 1, Z_DEFLATED, -MAX_WBITS, 8, Z_RLE) == Z_OK;
  p->room = p->is_open ? deflateBound(&p->stream, (uLong)(PLANES * n)) + 64 * PLANES : 0;
  p->shuffled = ptl_alloc(context, (size_t)n, PLANES);
  p->packed = ptl_alloc(context, p->room + 1, 1);
  p->same = ptl_alloc(context, p->room + 1, 1);
  if (p->is_open && p->shuffled != NULL && p->packed != NULL && p->same != NULL) return p;
  ptl_chunk_packer_destroy(p);
  return NULL;
}

void ptl_chunk_packer_destroy(ptl_chunk_packer *p) {
  if (p == NULL) return;
  if (p->is_open) deflateEnd(&p->stream);
  ptl_free(p->context, p->shuffled);
  ptl_free(p->context, p->packed);
  ptl_free(p->context, p->same);
  ptl_free(p->context, p);
}

static void shuffle(ptl_chunk_packer *p, const double *values, int filled) {
  const unsigned char *from = (const unsigned char *)values;
  for (int plane = 0; plane < PLANES; plane++) {
    unsigned char *to = p->shuffled + (size_t)plane * (size_t)p->n;
    for (int i = 0; i < filled; i++) to[i] = from[(size_t)i * PLANES + (size_t)plane];
    memset(to + filled, 0, (size_t)(p->n - filled));
  }
}

/* Whether bytes stand out, or are followed by the same, oftener than at random: 256 of them out of
 * 256 values give a sum of squares of about 511, and one repetition. */
static int is_worth_compressing(const unsigned char *plane, int n) {
  enum { LEAST_SQUARES = 700, LEAST_REPETITIONS = 12 };
  int counts[256] = {0}, squares = 0, repetitions = 0;
  const int step = n / SAMPLES;
  if (step < 2) return 1;
  for (int i = 0; i < SAMPLES; i++) {
    const unsigned char *byte = plane + i * step;
    counts[*byte]++;
    repetitions += byte[0] == byte[1];
  }
  for (int i = 0; i < 256; i++) squares += counts[i] * counts[i];
  return squares >= LEAST_SQUARES || repetitions >= LEAST_REPETITIONS;
}

static void put_bytes(ptl_chunk_packer *p, const unsigned char *bytes, size_t n) {
  memcpy(p->packed + p->size, bytes, n);
  p->size += n;
}

static void put_stored(ptl_chunk_packer *p, const unsigned char *bytes, size_t n, int last) {
  while (n > 0) {
    const size_t part = n < STORED_BYTES ? n : STORED_BYTES;
    const unsigned length = (unsigned)part, others = ~length;
    const unsigned char header[] = {last && part == n, length & 0xff, length >> 8 & 0xff,
                                    others & 0xff, others >> 8 & 0xff};
    put_bytes(p, header, sizeof header);
    put_bytes(p, bytes, part);
    bytes += part;
    n -= part;
  }
}

/* Ends at a whole byte. There is always room, so that the call does all of it. */
static void put_compressed(ptl_chunk_packer *p, unsigned char *bytes, size_t n, int last) {
  z_stream *z = &p->stream;
  deflateReset(z);
  z->next_in = bytes;
  z->avail_in = (unsigned)n;
  z->next_out = p->packed + p->size;
  z->avail_out = (unsigned)(p->room - p->size);
  deflate(z, last ? Z_FINISH : Z_SYNC_FLUSH);
  p->size = p->room - z->avail_out;
}

/* Neighbouring planes of a kind go together. */
static void put_planes(ptl_chunk_packer *p) {
  const size_t n = (size_t)p->n;
  int first = 0, worth = is_worth_compressing(p->shuffled, p->n);
  for (int plane = 1; plane <= PLANES; plane++) {
    const int last = plane == PLANES;
    const int next = !last && is_worth_compressing(p->shuffled + (size_t)plane * n, p->n);
    if (!last && next == worth) continue;
    unsigned char *from = p->shuffled + (size_t)first * n;
    const size_t bytes = (size_t)(plane - first) * n;
    if (worth)
      put_compressed(p, from, bytes, last);
    else
      put_stored(p, from, bytes, last);
    first = plane;
    worth = next;
  }
}

static int are_all_equal(const double *values, int n) {
  return memcmp(values, values + 1, (size_t)(n - 1) * sizeof *values) == 0;
}

static void pack(ptl_chunk_packer *p, const double *values, int filled) {
  static const unsigned char header[] = {0x78, 0x01};
  p->size = 0;
  put_bytes(p, header, sizeof header);
  shuffle(p, values, filled);
  put_planes(p);
  const uLong sum = adler32(adler32(0, NULL, 0), p->shuffled, (unsigned)(PLANES * p->n));
  const unsigned char end[] = {sum >> 24 & 0xff, sum >> 16 & 0xff, sum >> 8 & 0xff, sum & 0xff};
  put_bytes(p, end, sizeof end);
}

/* Columns that do not change are often all the same: 0. */
const void *ptl_chunk_pack(ptl_chunk_packer *p, const double *values, int filled, size_t *size) {
  const int is_constant = filled == p->n && are_all_equal(values, p->n);
  if (is_constant && p->same_size > 0 && memcmp(&p->constant, values, sizeof *values) == 0) {
    *size = p->same_size;
    return p->same;
  }
  pack(p, values, filled);
  *size = p->size;
  if (is_constant) {
    memcpy(p->same, p->packed, p->size);
    p->same_size = p->size;
    p->constant = *values;
  }
  return p->packed;
}

ptl_status ptl_chunk_inflate(ptl_context *context, const void *packed, size_t size, void *out,
                             size_t whole) {
  z_stream stream = {.zalloc = alloc_for_zlib,
                     .zfree = free_for_zlib,
                     .opaque = context,
                     .next_in = (Bytef *)packed,
                     .avail_in = (uInt)size,
                     .next_out = out,
                     .avail_out = (uInt)whole};
  if (inflateInit(&stream) != Z_OK) return PTL_ERR_MEMORY;
  const int end = inflate(&stream, Z_FINISH);
  const int is_whole = end == Z_STREAM_END && stream.total_out == whole;
  inflateEnd(&stream);
  return end == Z_MEM_ERROR ? PTL_ERR_MEMORY : is_whole ? PTL_OK : PTL_ERR_INPUT;
}
