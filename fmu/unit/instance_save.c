/* instance_save.c: an instance as a block of bytes: fmu.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "hash.h"
#include "instance_state.h"

typedef struct block {
  char magic[8];
  uint64_t model, size, sum; /* of the packed model's values; of what follows */
  int32_t phase, n_variables, n_gaps, is_exchange;
  double start, tolerance, time;
} block;

static const char magic[8] = "ptlfmus";

/* Parts of the block behind its head, in order. */
typedef struct part {
  void *memory;
  size_t size;
} part;
enum { N_PARTS = 5 };

static void list_parts(ptl_fmu *fmu, part parts[N_PARTS]) {
  const ptl_sizes sizes = ptl_system_get_sizes(fmu->packed);
  const size_t n = (size_t)fmu->variables.n, n_gaps = (size_t)sizes.n_gaps;
  const int is_exchange = fmu->environment.is_exchange;
  parts[0] = (part){fmu->values, sizeof *fmu->values * n};
  parts[1] = (part){fmu->slopes, sizeof *fmu->slopes * n};
  parts[2] = (part){fmu->intervals, sizeof *fmu->intervals * n_gaps};
  parts[3] =
      (part){fmu->exchange.x, is_exchange ? 2 * sizeof(double) * (size_t)sizes.n_coordinates : 0};
  parts[4] = (part){fmu->exchange.touch_speed, is_exchange ? sizeof(double) * n_gaps : 0};
}

static size_t size_of_parts(const part parts[N_PARTS]) {
  size_t size = 0;
  for (int i = 0; i < N_PARTS; i++) size += parts[i].size;
  return size;
}

static ptl_status write_block(ptl_fmu *fmu, void **bytes, size_t *size) {
  void *snapshot = NULL;
  size_t snapshot_size = 0;
  part parts[N_PARTS];
  *bytes = NULL;
  ptl_status status = ptl_fmu_need_run(fmu, "get state");
  if (status != PTL_OK) return status;
  if (fmu->run != NULL) {
    status = ptl_run_save(fmu->run, &snapshot, &snapshot_size);
    if (status != PTL_OK) return ptl_fmu_fail(fmu, "get state", status);
  }
  list_parts(fmu, parts);
  block head = {.model = fmu->model,
                .size = size_of_parts(parts) + snapshot_size,
                .phase = fmu->phase,
                .n_variables = fmu->variables.n,
                .n_gaps = ptl_system_get_sizes(fmu->packed).n_gaps,
                .is_exchange = fmu->environment.is_exchange,
                .start = fmu->start,
                .tolerance = fmu->tolerance,
                .time = fmu->exchange.time};
  memcpy(head.magic, magic, sizeof magic);
  unsigned char *all = malloc(sizeof head + (size_t)head.size);
  if (all != NULL) {
    unsigned char *at = all + sizeof head;
    for (int i = 0; i < N_PARTS; at += parts[i].size, i++)
      if (parts[i].size > 0) memcpy(at, parts[i].memory, parts[i].size);
    if (snapshot_size > 0) memcpy(at, snapshot, snapshot_size);
    head.sum = ptl_hash(PTL_HASH_START, all + sizeof head, (size_t)head.size);
    memcpy(all, &head, sizeof head);
    *bytes = all;
    *size = sizeof head + (size_t)head.size;
  }
  ptl_text_release(fmu->context, snapshot);
  if (all != NULL) return PTL_OK;
  return ptl_fmu_fail(fmu, "get state",
                      ptl_fail(fmu->context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory"));
}

static ptl_status restore_run(ptl_fmu *fmu, const unsigned char *bytes, size_t size) {
  const ptl_run_options options = ptl_fmu_options(fmu);
  const ptl_sink sink = ptl_fmu_sink(fmu);
  return ptl_run_restore(fmu->context, fmu->system, &options, &sink, bytes, size, &fmu->run);
}

static ptl_status read_block(ptl_fmu *fmu, const void *bytes, size_t size) {
  block head;
  part parts[N_PARTS];
  if (size < sizeof head)
    return ptl_fmu_refuse(fmu, "set state", "the block of bytes is too short");
  memcpy(&head, bytes, sizeof head);
  const unsigned char *at = (const unsigned char *)bytes + sizeof head;
  list_parts(fmu, parts);
  const size_t own = size_of_parts(parts);
  if (memcmp(head.magic, magic, sizeof magic) != 0 || head.size != size - sizeof head ||
      head.n_variables != fmu->variables.n || head.is_exchange != fmu->environment.is_exchange ||
      head.model != fmu->model || head.size < own ||
      head.sum != ptl_hash(PTL_HASH_START, at, size - sizeof head))
    return ptl_fmu_refuse(fmu, "set state", "the block of bytes is not a state of this unit");
  ptl_fmu_drop_run(fmu);
  for (int i = 0; i < N_PARTS; at += parts[i].size, i++)
    if (parts[i].size > 0) memcpy(parts[i].memory, at, parts[i].size);
  fmu->start = head.start;
  fmu->tolerance = head.tolerance;
  fmu->exchange.time = head.time;
  for (int i = 0; i < fmu->variables.n; i++)
    fmu->given[i] = fmu->variables.items[i].kind == PTL_FMU_PARAMETER &&
                    fmu->values[i] != fmu->variables.items[i].start;
  fmu->phase = PTL_FMU_CREATED; /* so that taking parameters makes no run go on */
  fmu->exchange.is_current = 0;
  ptl_status status = ptl_fmu_take_parameters(fmu);
  if (status == PTL_OK && fmu->environment.is_exchange) {
    at = (const unsigned char *)bytes + sizeof head + own - parts[3].size - parts[4].size;
    list_parts(fmu, parts);
    memcpy(parts[3].memory, at, parts[3].size);
    memcpy(parts[4].memory, at + parts[3].size, parts[4].size);
  } else if (status == PTL_OK) {
    status = restore_run(fmu, at, head.size - own);
  }
  fmu->phase = status == PTL_OK ? (ptl_fmu_phase)head.phase : PTL_FMU_FAILED;
  return status == PTL_OK ? status : ptl_fmu_fail(fmu, "set state", status);
}

/* ---------------------------------------------------------------- saved states */

/* Takes over the bytes; NULL when memory is out. */
static ptl_fmu_saved *wrap(void *bytes, size_t size) {
  ptl_fmu_saved *saved = bytes != NULL ? malloc(sizeof *saved) : NULL;
  if (saved == NULL)
    free(bytes);
  else
    *saved = (ptl_fmu_saved){bytes, size};
  return saved;
}

static ptl_status fail_memory(ptl_fmu *fmu, const char *function) {
  return ptl_fmu_fail(fmu, function,
                      ptl_fail(fmu->context, PTL_ERR_MEMORY, PTL_E(0001) "out of memory"));
}

void ptl_fmu_saved_destroy(ptl_fmu_saved *saved) {
  if (saved == NULL) return;
  free(saved->bytes);
  free(saved);
}

ptl_status ptl_fmu_save(ptl_fmu *fmu, ptl_fmu_saved **out) {
  void *bytes = NULL;
  size_t size = 0;
  const ptl_status status = write_block(fmu, &bytes, &size);
  if (status != PTL_OK) return status;
  ptl_fmu_saved *saved = wrap(bytes, size);
  if (saved == NULL) return fail_memory(fmu, "get state");
  ptl_fmu_saved_destroy(*out);
  *out = saved;
  return PTL_OK;
}

ptl_status ptl_fmu_restore(ptl_fmu *fmu, const ptl_fmu_saved *saved) {
  if (saved == NULL) return ptl_fmu_refuse(fmu, "set state", "there is no state");
  return read_block(fmu, saved->bytes, saved->size);
}

ptl_status ptl_fmu_saved_size(ptl_fmu *fmu, const ptl_fmu_saved *saved, size_t *size,
                              const char *function) {
  if (saved == NULL) return ptl_fmu_refuse(fmu, function, "there is no state");
  *size = saved->size;
  return PTL_OK;
}

ptl_status ptl_fmu_saved_write(ptl_fmu *fmu, const ptl_fmu_saved *saved, void *bytes, size_t size,
                               const char *function) {
  if (saved == NULL || size < saved->size)
    return ptl_fmu_refuse(fmu, function, "there is no state, or no room");
  memcpy(bytes, saved->bytes, saved->size);
  return PTL_OK;
}

ptl_status ptl_fmu_saved_read(ptl_fmu *fmu, const void *bytes, size_t size, ptl_fmu_saved **out,
                              const char *function) {
  void *copy = malloc(size > 0 ? size : 1);
  if (copy != NULL) memcpy(copy, bytes, size);
  *out = wrap(copy, size);
  return *out != NULL ? PTL_OK : fail_memory(fmu, function);
}
