// Codes RGB or grey rows to the entropy data of a baseline JPEG: colour conversion, subsampling, discrete cosine
// transform, quantisation and Huffman codes of one row of MCUs at a time.
//
// Every byte is libjpeg's (`cjpeg -baseline -dct int -restart 1`): its formulas are computed exactly, in other orders.
// There is no baseline variant; without v3, libjpeg itself codes.
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
  /// By a run of zeros, times 256, and the lowest byte of the value behind it, which lies in -128...127: the code and the
  /// value's own bits.
  bromide_jpeg_bits small[16 * 256];
} bromide_jpeg_codes;

/// The divisors of a block, row by row: for a coefficient x, |x| / (8 · divisor) is rounded as
/// (|x| + half) · factor >> 16, times scale >> 16.
typedef struct {
  uint16_t half[64], factor[64], scale[64];
} bromide_jpeg_divisors;

/// All that the rows of a picture share. The first table of each pair is for luma and grey, the second for chroma.
typedef struct {
  ptrdiff_t width;
  /// 1 for grey, 3 for RGB.
  int channels;
  /// Luma samples to each chroma sample, horizontally and vertically: 1×1, 2×1 or 2×2; 1×1 for grey.
  int across, down;
  bromide_jpeg_divisors divisors[2];
  bromide_jpeg_codes dc[2], ac[2];
} bromide_jpeg_scan;

/// Sets divisors from a table of quantisation, row by row.
void bromide_jpeg_set_divisors(bromide_jpeg_divisors *divisors, const uint16_t quantisation[64]);

/// Sets codes as a DHT segment states them: the number of codes of each length from 1 to 16, then their symbols.
void bromide_jpeg_set_codes(bromide_jpeg_codes *codes, const uint8_t counts[16], const uint8_t *symbols);

/// Most bytes in a row of MCUs.
size_t bromide_jpeg_most_bytes(const bromide_jpeg_scan *scan);

/// Whether there is a variant for `isa`.
int bromide_jpeg_has_variant(int isa);

/// Codes one row of MCUs, padded with ones to whole bytes, without a marker.
///
/// `rows` are 1 to 8 · down rows without gaps; missing ones are completed as libjpeg does. Returns the end of the
/// bytes; `out` has room for `bromide_jpeg_most_bytes`.
uint8_t *bromide_jpeg_code_row(
  int isa, const bromide_jpeg_scan *scan, const uint8_t *rows, int count, uint8_t *out);

#endif
