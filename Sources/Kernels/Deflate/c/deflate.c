// Chooses the variant, once per row or block instead of per byte.
#include "deflate_internal.h"

void bromide_png_filter(
  int isa, int filter, const uint8_t *row, const uint8_t *prior, size_t count, size_t pixel,
  uint8_t *out) {
  DISPATCH(isa, bromide_png_filter, filter, row, prior, count, pixel, out);
}

void bromide_png_filter_costs(
  int isa, const uint8_t *row, const uint8_t *prior, size_t count, size_t pixel,
  uint64_t costs[5]) {
  DISPATCH(isa, bromide_png_filter_costs, row, prior, count, pixel, costs);
}

void bromide_png_swap16(int isa, uint8_t *samples, size_t count) {
  DISPATCH(isa, bromide_png_swap16, samples, count);
}

void bromide_predict16(
  int isa, const uint8_t *row, size_t count, size_t channels, uint8_t *out) {
  DISPATCH(isa, bromide_predict16, row, count, channels, out);
}

void bromide_predict_float(
  int isa, const uint8_t *row, size_t count, size_t channels, uint8_t *out) {
  DISPATCH(isa, bromide_predict_float, row, count, channels, out);
}

uint32_t bromide_adler32(int isa, uint32_t adler, const uint8_t *data, size_t count) {
  return DISPATCH(isa, bromide_adler32, adler, data, count);
}

size_t bromide_deflate_runs(
  int isa, const uint8_t *data, size_t count, struct bromide_sequence *out) {
  return DISPATCH(isa, bromide_deflate_runs, data, count, out);
}

size_t bromide_deflate_matches(
  int isa, const struct bromide_matcher *matcher, const uint8_t *data, size_t count,
  struct bromide_sequence *out) {
  return DISPATCH(isa, bromide_deflate_matches, matcher, data, count, out);
}

void bromide_deflate_count(
  int isa, const uint8_t *data, const struct bromide_sequence *sequences, size_t sequence_count,
  int sampled, uint32_t counts[320]) {
  DISPATCH(isa, bromide_deflate_count, data, sequences, sequence_count, sampled, counts);
}

uint8_t *bromide_deflate_emit(
  int isa, const uint8_t *data, const struct bromide_sequence *sequences, size_t sequence_count,
  const uint32_t codes[544], struct bromide_bits *bits, uint8_t *out) {
  return DISPATCH(
    isa, bromide_deflate_emit, data, sequences, sequence_count, codes, bits, out);
}
