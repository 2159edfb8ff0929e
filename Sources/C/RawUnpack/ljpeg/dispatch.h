// Selects the variant once per block or row.
#pragma once

#include "ljpeg.h"

#include "CVariants.h"

INLINE size_t ljpeg_unstuff(int isa, const uint8_t *bytes, size_t count, uint8_t *out, size_t *used) {
  return DISPATCH(isa, ljpeg_unstuff, bytes, count, out, used);
}

INLINE void ljpeg_symbols(int isa, struct ljpeg_lanes *lanes, bool all, int reading, size_t count) {
  DISPATCH(isa, ljpeg_symbols, lanes, all, reading, count);
}

INLINE bool ljpeg_differences(
    int isa, const uint64_t *windows, const ljpeg_entry *entries, size_t count, uint16_t *out) {
  return DISPATCH(isa, ljpeg_differences, windows, entries, count, out);
}

INLINE void ljpeg_sums(
    int isa, const uint16_t *values, size_t count, uint32_t components, uint16_t *sums) {
  DISPATCH(isa, ljpeg_sums, values, count, components, sums);
}

INLINE uint32_t ljpeg_row(
    int isa, const uint16_t *differences, size_t count, uint32_t components, uint32_t predictor,
    const uint16_t *above, const uint16_t *first, uint16_t *out) {
  return DISPATCH(isa, ljpeg_row, differences, count, components, predictor, above, first, out);
}
