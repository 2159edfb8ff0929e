// Encodes RGB or grey rows to the entropy-coded data of a baseline JPEG: colour conversion,
// subsampling, discrete cosine transform, quantisation and Huffman codes, one row of MCUs at a
// time.
//
// Every byte equals libjpeg's (`cjpeg -baseline -dct int -restart 1`), because its formulas are
// computed exactly, in a different order. There is no baseline variant. Without v3, Bromide uses
// libjpeg instead.
#ifndef BROMIDE_JPEG_SCAN_H
#define BROMIDE_JPEG_SCAN_H

#include <stddef.h>
#include <stdint.h>

/// Bits to write, at most 26, in bits 6 to 31, and their number in bits 0 to 5.
typedef uint32_t bromide_jpeg_bits;

/// The Huffman codes of one table.
typedef struct {
  /// By symbol.
  bromide_jpeg_bits code[256];
  /// For a run of zeros times 256, plus the lowest byte of the following value in -128...127: the
  /// code and the value's bits.
  bromide_jpeg_bits small[16 * 256];
} bromide_jpeg_codes;

/// The divisors of a block, row by row: for a coefficient x, |x| / (8 · divisor) is rounded as
/// (|x| + half) · factor >> 16, times scale >> 16.
typedef struct {
  uint16_t half[64], factor[64], scale[64];
} bromide_jpeg_divisors;

/// Everything that the rows of a picture share. The first table of each pair is for luma and grey,
/// the second for chroma.
typedef struct {
  ptrdiff_t width;
  /// 1 for grey, 3 for RGB.
  int channels;
  /// Luma samples per chroma sample, horizontally and vertically: 1×1, 2×1 or 2×2. 1×1 for grey.
  int across, down;
  bromide_jpeg_divisors divisors[2];
  bromide_jpeg_codes dc[2], ac[2];
} bromide_jpeg_scan;

/// Sets divisors from a table of quantisation, row by row.
void bromide_jpeg_set_divisors(bromide_jpeg_divisors *divisors, const uint16_t quantisation[64]);

/// Sets codes from a DHT segment's fields: the number of codes for each length from 1 to 16, then
/// their symbols.
void bromide_jpeg_set_codes(bromide_jpeg_codes *codes, const uint8_t counts[16], const uint8_t *symbols);

/// Returns the maximum number of bytes for a row of MCUs.
size_t bromide_jpeg_most_bytes(const bromide_jpeg_scan *scan);

/// Returns whether there is a variant for `isa`.
int bromide_jpeg_has_variant(int isa);

/// Encodes one row of MCUs, padded with ones to whole bytes, without a marker.
///
/// `rows` are 1 to 8 · down rows without gaps. Missing rows are completed as in libjpeg. Returns
/// the end of the bytes. `out` must have room for `bromide_jpeg_most_bytes`.
uint8_t *bromide_jpeg_code_row(
  int isa, const bromide_jpeg_scan *scan, const uint8_t *rows, int count, uint8_t *out);

#endif
