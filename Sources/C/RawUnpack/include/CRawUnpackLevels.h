// Applies a DNG's levels to decoded samples. Part of CRawUnpack.h.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The samples of a picture: rows of pixels with `step` samples each.
typedef struct {
  uint16_t *samples;
  /// The distance between rows, in samples.
  size_t stride;
  uint32_t width, height, step;
} bromide_raw_plane_samples;

/// Numbers by position: a repeating pattern, and additional numbers for each column and row.
typedef struct {
  const float *pattern;
  uint32_t pattern_width, pattern_height;
  /// One number for each column and row of the picture, or NULL without these numbers.
  const float *columns, *rows;
} bromide_raw_by_place;

/// Replaces each sample v with v · factor + the number at its position, rounded, within 0 ...
/// 65535.
///
/// - Returns: false if there is not enough memory.
bool bromide_raw_shift(const bromide_raw_plane_samples *, float factor, const bromide_raw_by_place *);

/// Computes (v − the number at its position) · scale for each sample v, without the fraction,
/// within 0 ... 65535.
///
/// - Parameters:
///   - out: The first sample of the result. Its pixels have `out_step` samples, and its rows are
///     `out_stride` apart.
/// - Returns: false if there is not enough memory.
bool bromide_raw_scale(
    const bromide_raw_plane_samples *, float scale, const bromide_raw_by_place *, uint16_t *out,
    uint32_t out_step, size_t out_stride);

/// Replaces each block of 2×2 samples with the sum of all four, divided by `divisor` and rounded.
/// The result is stored at the front of the same rows, with half the width and height.
void bromide_raw_bin(const bromide_raw_plane_samples *, uint32_t divisor);

#ifdef __cplusplus
}
#endif
