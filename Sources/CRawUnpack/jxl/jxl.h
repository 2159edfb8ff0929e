// Places of a JPEG XL's rows in the picture.
#ifndef BROMIDE_UNPACK_JXL_H
#define BROMIDE_UNPACK_JXL_H
#include "CRawUnpack.h"

enum {
  /// More fields than any camera or converter writes.
  kMostFields = 8,
};

/// The rows or columns of a picture, as they are sorted into fields: first those whose number is a
/// multiple of the number of fields, then those that follow them, and so on.
struct jxl_fields {
  uint32_t count;
  /// Where each begins in the file's order; behind the last one, the number of all.
  uint32_t starts[kMostFields + 1];
};

/// Returns false if there are too many for rows or columns of that number.
bool jxl_set_fields(struct jxl_fields *, uint32_t count, uint32_t length);

/// The row of the picture that is at a place in the file's order.
uint32_t jxl_place(const struct jxl_fields *, uint32_t stored);

/// Copies pixels of a row, from the place `first` on in the file's order, to a row of samples that are
/// `step` apart; through a table unless that is NULL.
void jxl_place_samples(
    const struct jxl_fields *, const uint16_t *samples, uint32_t first, uint32_t count,
    uint32_t components, size_t step, const uint16_t *curve, uint16_t *row);

/// Copies the bits of numbers likewise, without gaps between pixels. What is not a number becomes 0,
/// what is beyond 16 bits their largest number. Returns the bits of the largest.
uint32_t jxl_place_numbers(
    const struct jxl_fields *, const float *numbers, uint32_t first, uint32_t count,
    uint32_t components, uint32_t *row);

#endif
