/* fft.c: KissFFT, of single precision as Debian has it. */
#include "fft.h"

#include <kiss_fftr.h>
#include <math.h>

struct ptl_fft {
  int n;
  kiss_fftr_cfg plan;
  kiss_fft_scalar *samples;
  kiss_fft_cpx *lines;
};

int ptl_fft_size(int n) {
  return kiss_fftr_next_fast_size_real(n);
}

ptl_status ptl_fft_create(ptl_context *context, int n, ptl_fft **out) {
  size_t size = 0;
  kiss_fftr_alloc(n, 0, NULL, &size);
  ptl_fft *fft = ptl_alloc(context, 1, sizeof *fft);
  *out = fft;
  if (fft == NULL) return PTL_ERR_MEMORY;
  void *memory = ptl_alloc(context, size, 1);
  fft->n = n;
  fft->samples = ptl_alloc(context, (size_t)n, sizeof *fft->samples);
  fft->lines = ptl_alloc(context, (size_t)n / 2 + 1, sizeof *fft->lines);
  if (memory != NULL) fft->plan = kiss_fftr_alloc(n, 0, memory, &size);
  if (fft->plan != NULL && fft->samples != NULL && fft->lines != NULL) return PTL_OK;
  if (fft->plan == NULL) ptl_free(context, memory);
  ptl_fft_destroy(context, fft);
  *out = NULL;
  return PTL_ERR_MEMORY;
}

void ptl_fft_destroy(ptl_context *context, ptl_fft *fft) {
  if (fft == NULL) return;
  ptl_free(context, fft->plan);
  ptl_free(context, fft->samples);
  ptl_free(context, fft->lines);
  ptl_free(context, fft);
}

void ptl_fft_sizes(ptl_fft *fft, const double *x, double *sizes) {
  double largest = 0;
  for (int i = 0; i < fft->n; i++) largest = fmax(largest, fabs(x[i]));
  const double scale = largest > 0 ? 1 / largest : 0;
  for (int i = 0; i < fft->n; i++) fft->samples[i] = (kiss_fft_scalar)(x[i] * scale);
  kiss_fftr(fft->plan, fft->samples, fft->lines);
  for (int k = 0; k <= fft->n / 2; k++)
    sizes[k] = largest * hypot((double)fft->lines[k].r, (double)fft->lines[k].i);
}
