// The inverse LeGall 5/3 wavelet on rows of interleaved planes, and the quantisation steps before
// it.
#pragma once

#include "crx.h"

#include <string.h>

#include "CVariants.h"

typedef int32_t crx_eight __attribute__((vector_size(32)));
typedef uint32_t crx_words __attribute__((vector_size(32)));

INLINE crx_eight crx_load(const int32_t *from) {
  crx_eight value;
  memcpy(&value, from, sizeof value);
  return value;
}

INLINE void crx_store(int32_t *to, crx_eight value) { memcpy(to, &value, sizeof value); }

INLINE crx_eight crx_both(const int32_t *four) {
  return (crx_eight){four[0], four[1], four[2], four[3], four[0], four[1], four[2], four[3]};
}

/// Products wrap like LibRaw's. Rows have room for a complete vector at their end.
void NAME(crx_scale)(const int32_t *samples, uint32_t width, const int32_t *steps, int32_t *out) {
  const crx_eight both = crx_both(steps);
  for (size_t i = 0; i < (size_t)width * kPlanes; i += 8)
    crx_store(out + i, (crx_eight)((crx_words)crx_load(samples + i) * (crx_words)both));
}

/// Multiplies by the steps of a table's row. Each step is shared by `1 << shift` columns. Steps are
/// eighths of the table's plus a base, by plane. The first and the last step also apply to the
/// columns at the edges.
void NAME(crx_scale_by)(
    const int32_t *samples, const struct crx_shape *shape, const int32_t *row, uint32_t shift,
    const struct crx_quantiser *by, int32_t *out) {
  const uint32_t inner = shape->width - shape->left - shape->right;
  const uint32_t groups = ((inner - 1) >> shift) + 1;
  crx_words multiplier, base;
  for (uint32_t i = 0; i < 8; i++) {
    multiplier[i] = by->multiplier[i % kPlanes];
    base[i] = by->base[i % kPlanes];
  }
  uint32_t x = 0;
  for (uint32_t group = 0; group < groups; group++) {
    crx_eight step = (crx_eight)(base + ((uint32_t)row[group] * multiplier >> 3));
    step = __builtin_elementwise_max(step, (crx_eight){0} + 1);
    const uint32_t end = group + 1 < groups ? shape->left + ((group + 1) << shift) : shape->width;
    // Two columns at the same time. An extra one is written again later, or is in the room after
    // the row.
    for (; x < end; x += 2) {
      const size_t i = (size_t)x * kPlanes;
      crx_store(out + i, (crx_eight)((crx_words)crx_load(samples + i) * (crx_words)step));
    }
    x = end;
  }
}

/// Combines the two halves of a row. `high` begins with the coefficient left of the first. `low` is
/// overwritten, and both have room after their last coefficient.
void NAME(crx_join)(
    int32_t *low, int32_t *high, uint32_t evens, uint32_t width, bool has_next, int32_t *out) {
  const size_t count = (size_t)evens * kPlanes;
  for (size_t i = 0; i < count; i += 8) {
    const crx_words sum = (crx_words)crx_load(high + i) + (crx_words)crx_load(high + i + kPlanes) + 2;
    crx_store(low + i, (crx_eight)((crx_words)crx_load(low + i) - (crx_words)((crx_eight)sum >> 2)));
  }
  if (!has_next) memcpy(low + count, low + count - kPlanes, kPlanes * sizeof *low);
  for (size_t i = 0; i < (size_t)(width + 1) / 2 * kPlanes; i += 8) {
    const crx_eight even = crx_load(low + i);
    const crx_words sum = (crx_words)even + (crx_words)crx_load(low + i + kPlanes);
    const crx_eight odd = (crx_eight)((crx_words)crx_load(high + i + kPlanes) + (crx_words)((crx_eight)sum >> 1));
    crx_store(out + 2 * i, __builtin_shufflevector(even, odd, 0, 1, 2, 3, 8, 9, 10, 11));
    crx_store(out + 2 * i + 8, __builtin_shufflevector(even, odd, 4, 5, 6, 7, 12, 13, 14, 15));
  }
}

/// Lifts a row by the high rows around it: low − (high + next + 2) / 4.
void NAME(crx_lift_even)(
    int32_t *low, const int32_t *high, const int32_t *next, uint32_t width) {
  for (size_t i = 0; i < (size_t)width * kPlanes; i += 8) {
    const crx_words sum = (crx_words)crx_load(high + i) + (crx_words)crx_load(next + i) + 2;
    crx_store(low + i, (crx_eight)((crx_words)crx_load(low + i) - (crx_words)((crx_eight)sum >> 2)));
  }
}

/// Computes the row between two even ones, replacing the high one: high + (even + next) / 2.
void NAME(crx_lift_odd)(
    int32_t *high, const int32_t *even, const int32_t *next, uint32_t width) {
  for (size_t i = 0; i < (size_t)width * kPlanes; i += 8) {
    const crx_words sum = (crx_words)crx_load(even + i) + (crx_words)crx_load(next + i);
    crx_store(high + i, (crx_eight)((crx_words)crx_load(high + i) + (crx_words)((crx_eight)sum >> 1)));
  }
}
