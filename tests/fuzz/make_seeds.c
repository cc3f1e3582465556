/* make_seeds.c: seeds that are bytes of this build: a packed model, a snapshot, a checkpoint,
 * traces and events of one run, a folder of wear, each in the folder of its target under the folder
 * that is given. */
#include "fuzz.h"
#include "fuzz_ball.h"
#include "fuzz_slot.h"
#include "packed.h"
#include "pintle_trace.h"
#include "trace.h"

static void must(ptl_context *context, ptl_status status) {
  if (status == PTL_OK) return;
  fprintf(stderr, "%s\n", ptl_context_message(context));
  exit(1);
}

static void put(const char *folder, const char *target, const void *bytes, size_t n) {
  char command[512], path[512];
  snprintf(command, sizeof command, "mkdir -p %s/%s", folder, target);
  snprintf(path, sizeof path, "%s/%s/ball", folder, target);
  FILE *file = system(command) == 0 ? fopen(path, "wb") : NULL;
  if (file == NULL || fwrite(bytes, 1, n, file) != n || fclose(file) != 0) exit(1);
}

static void run_folder(ptl_context *context, const ptl_system *system_, const char *folder,
                       ptl_trace_format format, const char *trace, const char *target) {
  char command[1024], dir[512];
  ptl_folder *out = NULL;
  ptl_summary summary;
  snprintf(dir, sizeof dir, "%s/ball.run", folder);
  must(context, ptl_folder_open_as(context, system_, dir, format, &out));
  const ptl_sink sink = ptl_folder_sink(out);
  must(context, ptl_simulate(context, system_, NULL, &sink, &summary));
  must(context, ptl_folder_close(out, &summary, NULL));
  ptl_summary_release(context, &summary);
  snprintf(command, sizeof command,
           "cd %s && mkdir -p %s events && cp ball.run/%s %s/ball && cp ball.run/events.csv "
           "events/ball && rm -r ball.run",
           folder, target, trace, target);
  if (system(command) != 0) exit(1);
}

static void checkpoint(ptl_context *context, const char *folder, void *bytes, size_t n) {
  const ptl_checkpoint c = {
      .bytes = bytes, .size = n, .trace_bytes = 100, .event_bytes = 50, .format = PTL_TRACE_CSV};
  char command[1100], dir[512];
  snprintf(dir, sizeof dir, "%s/checkpoint", folder);
  snprintf(command, sizeof command, "mkdir -p %s", dir);
  if (system(command) != 0) exit(1);
  must(context, ptl_checkpoint_write(context, dir, &c));
  snprintf(command, sizeof command, "mv %s/" PTL_FILE_CHECKPOINT " %s/ball", dir, dir);
  if (system(command) != 0) exit(1);
}

static void wear_folder(ptl_context *context, const char *folder) {
  char command[1024], dir[512];
  ptl_mechanism *m = NULL;
  ptl_wear *wear = NULL;
  snprintf(dir, sizeof dir, "%s/slot.wear", folder);
  must(context,
       ptl_mechanism_parse(context, fuzz_slot, strlen(fuzz_slot), "slot.yaml", NULL, 0, &m));
  const ptl_wear_options options = fuzz_wear_options(dir, 0);
  must(context, ptl_wear_create(context, m, &options, &wear));
  must(context, ptl_wear_advance(wear));
  ptl_wear_destroy(wear);
  ptl_mechanism_destroy(m);
  snprintf(
      command, sizeof command,
      "cd %s && mkdir -p wear && cd slot.wear && (cat checkpoint.txt; echo %%%%; cat wear.csv; "
      "echo %%%%; cat profiles.csv) > ../wear/slot && cd .. && rm -r slot.wear",
      folder);
  if (system(command) != 0) exit(1);
}

int main(int argc, char **argv) {
  if (argc != 2) return 1;
  ptl_context *context = fuzz_context();
  ptl_mechanism *m = NULL;
  ptl_system *system_ = NULL;
  ptl_run *run = NULL;
  void *bytes;
  size_t n;
  put(argv[1], "model", fuzz_ball, strlen(fuzz_ball));
  must(context,
       ptl_mechanism_parse(context, fuzz_ball, strlen(fuzz_ball), "ball.yaml", NULL, 0, &m));
  must(context, ptl_assemble(m, &system_));
  must(context, ptl_pack(m, &bytes, &n));
  put(argv[1], "packed", bytes, n);
  ptl_text_release(context, bytes);
  must(context, ptl_run_create(context, system_, NULL, NULL, &run));
  must(context, ptl_run_advance(run, 2e-3, NULL));
  must(context, ptl_run_save(run, &bytes, &n));
  put(argv[1], "snapshot", bytes, n);
  checkpoint(context, argv[1], bytes, n);
  ptl_text_release(context, bytes);
  ptl_run_destroy(run);
  run_folder(context, system_, argv[1], PTL_TRACE_CSV, "trace.csv", "csv");
#ifdef PINTLE_FUZZ_HDF5
  run_folder(context, system_, argv[1], PTL_TRACE_HDF5, "trace.h5", "hdf5");
#endif
  ptl_system_destroy(system_);
  ptl_mechanism_destroy(m);
  wear_folder(context, argv[1]);
  ptl_context_destroy(context);
  return 0;
}
