/* snapshot.c: saves a run half-way and lets it go on twice, with the same bits.
 *   cc snapshot.c $(pkg-config --cflags --libs pintle)    then    ./a.out MODEL.yaml */
#include <pintle.h>
#include <stdio.h>

static double energy_at_end(ptl_context *context, ptl_run *run) {
  ptl_summary summary;
  double kinetic = -1.0;
  if (ptl_run_advance(run, 0.2, NULL) == PTL_OK && ptl_run_get_summary(run, &summary) == PTL_OK) {
    kinetic = summary.energy.kinetic;
    ptl_summary_release(context, &summary);
  }
  return kinetic;
}

int main(int argc, char **argv) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_mechanism *mechanism = NULL;
  ptl_system *system = NULL;
  ptl_run *run = NULL, *again = NULL;
  void *bytes = NULL;
  size_t size = 0;
  if (argc != 2) return 2;
  ptl_status status = ptl_mechanism_load(context, argv[1], NULL, 0, &mechanism);
  if (status == PTL_OK) status = ptl_assemble(mechanism, &system);
  if (status == PTL_OK) status = ptl_run_create(context, system, NULL, NULL, &run);
  if (status == PTL_OK) status = ptl_run_advance(run, 0.1, NULL);
  if (status == PTL_OK) status = ptl_run_save(run, &bytes, &size);
  if (status == PTL_OK) status = ptl_run_restore(context, system, NULL, NULL, bytes, size, &again);
  if (status != PTL_OK) {
    fprintf(stderr, "%s\n", ptl_context_message(context));
    return 1;
  }
  const double first = energy_at_end(context, run), second = energy_at_end(context, again);
  printf("%zu bytes; %.17g J and %.17g J\n", size, first, second);
  ptl_run_destroy(run);
  ptl_run_destroy(again);
  ptl_text_release(context, bytes);
  ptl_system_destroy(system);
  ptl_mechanism_destroy(mechanism);
  ptl_context_destroy(context);
  return first == second ? 0 : 1;
}
