// The variants of each filter at the output's size; `output.c` chooses.
#ifndef BROMIDE_OUTPUT_INTERNAL_H
#define BROMIDE_OUTPUT_INTERNAL_H

#include "CVariants.h"
#include "output.h"

#define VARIANTS(function, ...) \
  void bromide_##function##_baseline(__VA_ARGS__); \
  void bromide_##function##_v3(__VA_ARGS__); \
  void bromide_##function##_v4(__VA_ARGS__);

VARIANTS(
  output_noise_tile, const bromide_output_noise *noise, float *planes, ptrdiff_t stride,
  ptrdiff_t rows, ptrdiff_t width, ptrdiff_t from, ptrdiff_t to, float *scratch)
VARIANTS(
  output_luma_row, const bromide_output_sharpening *sharpening, const float *red,
  const float *green, const float *blue, size_t count, float *luma)
VARIANTS(
  output_sharpen_row, const bromide_output_sharpening *sharpening, const float *const rows[5],
  float *red, float *green, float *blue, size_t count)

#undef VARIANTS

/// Floats before and after a row of scratch that smoothing may read.
enum { OUTPUT_PADDING = 16 };

#endif
