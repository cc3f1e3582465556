/* whole_run.c: simulates a model file and prints, for each gap, its largest force.
 *   cc whole_run.c $(pkg-config --cflags --libs pintle)    then    ./a.out MODEL.yaml */
#include <pintle.h>
#include <stdio.h>

int main(int argc, char **argv) {
  ptl_context *context = ptl_context_create(NULL);
  ptl_mechanism *mechanism = NULL;
  ptl_system *system = NULL;
  ptl_summary summary = {0};
  if (argc != 2) return 2;
  ptl_status status = ptl_mechanism_load(context, argv[1], NULL, 0, &mechanism);
  if (status == PTL_OK) status = ptl_assemble(mechanism, &system);
  if (status == PTL_OK) status = ptl_simulate(context, system, NULL, NULL, &summary);
  if (status != PTL_OK) fprintf(stderr, "%s\n", ptl_context_message(context));
  for (int i = 0; status == PTL_OK && i < summary.n_gaps; i++)
    printf("%s.%s: %.6g N at %.6g s, %lld touches\n", summary.gaps[i].joint, summary.gaps[i].gap,
           summary.gaps[i].peak_force, summary.gaps[i].peak_force_time,
           (long long)summary.gaps[i].touches);
  ptl_summary_release(context, &summary);
  ptl_system_destroy(system);
  ptl_mechanism_destroy(mechanism);
  ptl_context_destroy(context);
  return status == PTL_OK ? 0 : 1;
}
