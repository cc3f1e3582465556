/* fft.h: the discrete Fourier transform of real numbers. Internal. */
#ifndef PTL_FFT_H
#define PTL_FFT_H

#include "context.h"

typedef struct ptl_fft ptl_fft;

/* The least even number from n on whose only factors are 2, 3 and 5; n is below 2^30. */
int ptl_fft_size(int n);
/* For n samples, a number of ptl_fft_size. */
ptl_status ptl_fft_create(ptl_context *context, int n, ptl_fft **out);
void ptl_fft_destroy(ptl_context *context, ptl_fft *fft);
/* |sum of x[j] exp(-2 pi i j k/n)| for k = 0 ... n/2, in single precision relative to the
 * largest. */
void ptl_fft_sizes(ptl_fft *fft, const double *x, double *sizes);

#endif
