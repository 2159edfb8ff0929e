// The profile kernels for x86-64-v4, sixteen lanes in 512-bit registers.
#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#include "profile_internal.h"

#pragma clang attribute push( \
  __attribute__((target("arch=x86-64-v4"), min_vector_width(512))), apply_to = function)

#define LANES 16
#define NAME(function) bromide_##function##_v4
#include "../../Rows/c/lanes.h"

// Component k of sixteen pixels with four floats each: first for two groups of eight, then joined.
INLINE lanes_f component(const float *pixels, int k) {
  const __m512i order = _mm512_add_epi32(
    _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 0, 4, 8, 12, 16, 20, 24, 28),
    _mm512_set1_epi32(k));
  __m512 low = _mm512_permutex2var_ps(
    _mm512_loadu_ps(pixels), order, _mm512_loadu_ps(pixels + 16));
  __m512 high = _mm512_permutex2var_ps(
    _mm512_loadu_ps(pixels + 32), order, _mm512_loadu_ps(pixels + 48));
  return (lanes_f)_mm512_shuffle_f32x4(low, high, 0x44);
}

#include "functions_body.h"
#include "color_table_body.h"
#include "gain_table_body.h"

#pragma clang attribute pop
#endif
