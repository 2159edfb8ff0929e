// Combines the codes of many photos sample by sample.
#ifndef BROMIDE_STACKING_H
#define BROMIDE_STACKING_H

#include <stddef.h>
#include <stdint.h>

/// The codes of several photos for the same samples.
typedef struct {
  /// The codes of the first photo.
  const uint16_t *codes;
  /// The distance to the same sample of the next photo.
  ptrdiff_t stride;
  /// 1 … 65535.
  ptrdiff_t photos;
  ptrdiff_t count;
} bromide_stack;

enum {
  /// The samples that a search for medians processes together, at most.
  BROMIDE_STACK_COLUMNS = 64,
};

/// Writes the middle code of each sample, or the lower and the upper one of an even number of
/// photos.
///
/// `scratch` has photos · BROMIDE_STACK_COLUMNS codes.
void bromide_stack_middles(
  int isa, const bromide_stack *stack, uint16_t *scratch, uint16_t *lower, uint16_t *upper);

/// Writes the sums, over all photos, of the differences in light from `first`, and of their
/// squares.
///
/// `light` has the light of each code, and `first` is the light of the first photo's samples.
void bromide_stack_sums(
  int isa, const bromide_stack *stack, const float *light, const float *first, float *sums,
  float *squares);

/// Subtracts codes outside of lowest … highest from the sums, and their number from `accepted`.
void bromide_stack_reject(
  int isa, const bromide_stack *stack, const float *light, const float *first,
  const uint16_t *lowest, const uint16_t *highest, float *sums, int32_t *accepted);

#endif
