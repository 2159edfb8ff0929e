// What a DNG's levels make of decoded samples; part of CRawUnpack.h.
#ifndef BROMIDE_CRAWUNPACK_LEVELS_H
#define BROMIDE_CRAWUNPACK_LEVELS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Samples of a picture: rows of pixels, of which each has `step` samples.
typedef struct {
  uint16_t *samples;
  /// Distance of rows, in samples.
  size_t stride;
  uint32_t width, height, step;
} bromide_raw_plane_samples;

/// Numbers by place: those of a pattern that repeats, and more for each column and row.
typedef struct {
  const float *pattern;
  uint32_t pattern_width, pattern_height;
  /// One for each column and row of the picture, or NULL for none.
  const float *columns, *rows;
} bromide_raw_by_place;

/// Replaces each sample v by v · factor + the number of its place, rounded, within 0 ... 65535.
///
/// - Returns: false if out of memory.
bool bromide_raw_shift(const bromide_raw_plane_samples *, float factor, const bromide_raw_by_place *);

/// Makes (v − the number of its place) · scale of each sample v, without the fraction, within 0 ... 65535.
///
/// - Parameters:
///   - out: The first sample of the result, whose pixels have `out_step` samples and whose rows are `out_stride` apart.
/// - Returns: false if out of memory.
bool bromide_raw_scale(
    const bromide_raw_plane_samples *, float scale, const bromide_raw_by_place *, uint16_t *out,
    uint32_t out_step, size_t out_stride);

/// Replaces each block of 2×2 samples by the sum of all four, divided by `divisor` and rounded, at the front of the same
/// rows: the result's width and height are half as large.
void bromide_raw_bin(const bromide_raw_plane_samples *, uint32_t divisor);

#ifdef __cplusplus
}
#endif
#endif
