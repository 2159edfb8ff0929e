// The demosaic for x86-64-v4: AVX-512 in 512-bit registers.
#include "demosaic_strip.h"

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push( \
  __attribute__((target("arch=x86-64-v4"), min_vector_width(512))), apply_to = function)

#define LANES 16
#define ENTRY bromide_demosaic_row_v4

/// 14 bits by estimate, doubled by one Newton step: 10⁻⁷ relative.
INLINE __m512 reciprocal(__m512 v) {
  __m512 r = _mm512_rcp14_ps(v);
  return r * (2.0f - v * r);
}

#include "demosaic_body.h"

#pragma clang attribute pop
#endif
