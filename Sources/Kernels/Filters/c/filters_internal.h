// The variants of each filter kernel. `filters.c` chooses one.
#ifndef BROMIDE_FILTERS_INTERNAL_H
#define BROMIDE_FILTERS_INTERNAL_H

#include "CVariants.h"
#include "filters.h"

#define PLANES float *red, float *green, float *blue, size_t count
#define VARIANTS(function, ...) \
  void bromide_##function##_baseline(__VA_ARGS__); \
  void bromide_##function##_v3(__VA_ARGS__); \
  void bromide_##function##_v4(__VA_ARGS__);

VARIANTS(gain_row, const bromide_gain *gain, PLANES)
VARIANTS(chroma_row, const bromide_chroma *chroma, PLANES)
VARIANTS(toning_row, const bromide_toning *toning, PLANES)
VARIANTS(bands_row, const bromide_bands *bands, PLANES)
VARIANTS(grading_row, const bromide_grading *grading, PLANES)
VARIANTS(curve_row, const bromide_curves *curves, PLANES)
VARIANTS(vignette_row, const bromide_vignette *vignette, int x, float square, PLANES)
VARIANTS(grain_row, const bromide_grain *grain, int x, int y, PLANES)
VARIANTS(mix_row, const float *color, float amount, PLANES)
VARIANTS(pack_row, const float *row, float ceiling, size_t count, uint16_t *codes)
VARIANTS(
  unpack_row, const uint16_t *codes, float ceiling, size_t count, size_t ahead, float *row)
VARIANTS(read_row, const uint16_t *codes, size_t count, float *row)
VARIANTS(write_row, const float *row, size_t count, uint16_t *codes)
VARIANTS(
  box_lines, const float *in, size_t count, size_t reach, float weight, float edge, float *out)
VARIANTS(denoise_row, const bromide_denoise *denoise, PLANES)
VARIANTS(
  brightness_row, const float *weights, const float *red, const float *green, const float *blue,
  size_t count, float *bright)
VARIANTS(
  sharpen_row, const float *weights, float amount, float threshold, const float *blurred, PLANES)
VARIANTS(
  warp_row, const bromide_warp *warp, size_t x, size_t count, float *out, ptrdiff_t step)
VARIANTS(limit_row, const float *row, float ceiling, size_t count, float *out)

#undef VARIANTS
#endif
