/* wide.h: loops over a few numbers next to each other. Internal.
 *
 * Such a function is compiled for AVX2 as well; the program takes what its processor has, and all
 * bits are the same. What chooses runs before the thread sanitizer can. */
#ifndef PTL_WIDE_H
#define PTL_WIDE_H

#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
#define PTL_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define PTL_WIDE
#endif
/* A function that becomes part of one of these, and so as wide. */
#define PTL_WIDE_PART static inline __attribute__((always_inline))

#endif
