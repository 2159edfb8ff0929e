// Rows and columns that a DNG sorts into fields (1.7.1, RowInterleaveFactor and
// ColumnInterleaveFactor), so that neighbours of a colour are neighbours in the JPEG XL.
#include "jxl.h"

#include <string.h>

bool jxl_set_fields(struct jxl_fields *fields, uint32_t count, uint32_t length) {
  if (count < 1 || count > kMostFields || count > length) return false;
  fields->count = count;
  fields->starts[0] = 0;
  for (uint32_t k = 0; k < count; k++)
    fields->starts[k + 1] = fields->starts[k] + (length - k + count - 1) / count;
  return true;
}

uint32_t jxl_place(const struct jxl_fields *fields, uint32_t stored) {
  uint32_t k = 0;
  while (stored >= fields->starts[k + 1]) k++;
  return (stored - fields->starts[k]) * fields->count + k;
}

/// The part of a field in `count` positions starting at `first`, and the position of its first
/// element.
struct span {
  uint32_t from, end, place;
};

static struct span span_of(
    const struct jxl_fields *fields, uint32_t field, uint32_t first, uint32_t count) {
  const uint32_t begin = fields->starts[field], end = fields->starts[field + 1];
  struct span span = {begin > first ? begin : first, end < first + count ? end : first + count, 0};
  if (span.end < span.from) span.end = span.from;
  span.place = (span.from - begin) * fields->count + field;
  return span;
}

void jxl_place_samples(
    const struct jxl_fields *fields, const uint16_t *samples, uint32_t first, uint32_t count,
    uint32_t components, size_t step, const uint16_t *curve, uint16_t *row) {
  for (uint32_t k = 0; k < fields->count; k++) {
    const struct span span = span_of(fields, k, first, count);
    const uint16_t *from = samples + (size_t)(span.from - first) * components;
    uint16_t *to = row + span.place * step;
    if (fields->count == 1 && step == components && !curve) {
      memcpy(to, from, (size_t)(span.end - span.from) * components * sizeof *to);
      continue;
    }
    for (uint32_t i = span.from; i < span.end; i++, from += components, to += step * fields->count)
      for (uint32_t c = 0; c < components; c++) to[c] = curve ? curve[from[c]] : from[c];
  }
}

/// Returns the bits of a number as 16 bits. The largest is 65504.
static uint32_t bits_of(float number) {
  if (number != number) number = 0;
  if (number > 65504) number = 65504;
  if (number < -65504) number = -65504;
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

uint32_t jxl_place_numbers(
    const struct jxl_fields *fields, const float *numbers, uint32_t first, uint32_t count,
    uint32_t components, uint32_t *row) {
  int32_t largest = 0;
  for (uint32_t k = 0; k < fields->count; k++) {
    const struct span span = span_of(fields, k, first, count);
    const float *from = numbers + (size_t)(span.from - first) * components;
    uint32_t *to = row + (size_t)span.place * components;
    const size_t step = (size_t)components * fields->count;
    for (uint32_t i = span.from; i < span.end; i++, from += components, to += step) {
      for (uint32_t c = 0; c < components; c++) {
        to[c] = bits_of(from[c]);
        // Negative numbers are also negative as integers.
        largest = (int32_t)to[c] > largest ? (int32_t)to[c] : largest;
      }
    }
  }
  return (uint32_t)largest;
}
