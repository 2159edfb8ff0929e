// The positions of a JPEG XL's rows in the picture.
#pragma once

#include "CRawUnpack.h"

enum {
  /// More fields than cameras and converters write.
  kMostFields = 8,
};

/// The rows or columns of a picture, sorted into fields. First come the rows with a number that is
/// a multiple of the number of fields, then the rows after each of them, and so on.
struct jxl_fields {
  uint32_t count;
  /// The start of each field in the file's order. After the last one, the total number.
  uint32_t starts[kMostFields + 1];
};

/// Returns false if there are too many fields for this number of rows or columns.
bool jxl_set_fields(struct jxl_fields *, uint32_t count, uint32_t length);

/// Returns the picture's row at a position in the file's order.
uint32_t jxl_place(const struct jxl_fields *, uint32_t stored);

/// Copies pixels of a row to samples that are `step` apart. The pixels start at position `first` in
/// the file's order. If the table is not NULL, it is applied.
void jxl_place_samples(
    const struct jxl_fields *, const uint16_t *samples, uint32_t first, uint32_t count,
    uint32_t components, size_t step, const uint16_t *curve, uint16_t *row);

/// Copies the bits of numbers of a row, without gaps between pixels. NaN becomes 0, and numbers
/// outside 16 bits become their largest number. Returns the bits of the largest.
uint32_t jxl_place_numbers(
    const struct jxl_fields *, const float *numbers, uint32_t first, uint32_t count,
    uint32_t components, uint32_t *row);
