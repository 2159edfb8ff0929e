// CR3 for x86-64-v3.
#if defined(__x86_64__)
#include "crx.h"

#include "CVariants.h"

#include <immintrin.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)

#define NAME(name) name##_v3
#define LANES
/// Returns the zeros before the first one, if there are fewer than 31. This is the exponent of a
/// number. Its second bit is cleared, because otherwise it could be rounded up to the next power of
/// two.
INLINE __m256i crx_zeros(__m256i window) {
  const __m256i top = _mm256_srli_epi64(window, 33);
  const __m256i first = _mm256_andnot_si256(_mm256_srli_epi32(top, 1), top);
  const __m256i exponent = _mm256_srli_epi32((__m256i)_mm256_cvtepi32_ps(first), 23);
  return _mm256_sub_epi32(_mm256_set1_epi64x(157), exponent);
}

#include "steps.h"

#include "body.h"
#pragma clang attribute pop
#endif
