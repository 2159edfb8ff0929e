// The demosaic for x86-64-v3: AVX2, FMA.
#include "demosaic_strip.h"

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)

#define LANES 8
#define ENTRY bromide_demosaic_row_v3

/// 12 bits by estimate, doubled by one Newton step: 3·10⁻⁷ relative.
INLINE __m256 reciprocal(__m256 v) {
  __m256 r = _mm256_rcp_ps(v);
  return r * (2.0f - v * r);
}

#include "demosaic_body.h"

#pragma clang attribute pop
#endif
