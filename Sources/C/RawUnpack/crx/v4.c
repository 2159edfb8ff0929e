// CR3 for x86-64-v4.
#if defined(__x86_64__)
#include "crx.h"

#include "CVariants.h"

#include <immintrin.h>
#include <string.h>

#pragma clang attribute push( \
  __attribute__((target("arch=x86-64-v4"), min_vector_width(512))), apply_to = function)

#define NAME(name) name##_v4
#define LANES
/// Returns the zeros before the first one.
INLINE __m256i crx_zeros(__m256i window) { return _mm256_lzcnt_epi64(window); }

#include "steps.h"

#include "body.h"
#pragma clang attribute pop
#endif
