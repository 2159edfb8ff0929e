// Inner loops of PNG encoding: row filters, and the parts of deflate that process every byte. All
// kernels use integers, and every variant gives the same bytes.
#ifndef BROMIDE_DEFLATE_H
#define BROMIDE_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

/// Literals followed by a match (or no match if length is 0), as in deflate's LZ77 stage.
struct bromide_sequence {
  uint32_t literals;
  uint16_t length;    // 0 or 3 ... 258
  uint16_t distance;  // 1 ... 32768
};

/// State of the match finder between calls. The caller owns the memory.
struct bromide_matcher {
  uint32_t *head;  // 1 << BROMIDE_HASH_BITS positions, cleared
  uint32_t *chain; // 32768 positions
  uint32_t position; // of data[0]; more than 32768 after older entries, so that they are not found
  uint32_t history;  // readable bytes before data[0] for matches
  uint32_t depth;    // number of candidates to try at a position, at least 1
  uint32_t lazy;     // whether to look one position further before accepting a match
  uint32_t literal_cost; // expected bits of a literal, in sixteenths
};

enum { BROMIDE_HASH_BITS = 15, BROMIDE_WINDOW = 32768, BROMIDE_SHORTEST_RUN = 12 };

/// Bits that do not fill a byte yet.
struct bromide_bits {
  uint64_t value;
  uint32_t count; // below 8 between calls
};

/// Applies PNG filter 0 ... 4 to a row. Filters 0 and 1 do not read `prior`. `out` must not overlap
/// the rows.
void bromide_png_filter(
  int isa, int filter, const uint8_t *row, const uint8_t *prior, size_t count, size_t pixel,
  uint8_t *out);

/// Computes the sums of absolute differences (bytes as signed) for the filters 0 ... 4. If `prior`
/// is null, costs 2 ... 4 are unchanged.
void bromide_png_filter_costs(
  int isa, const uint8_t *row, const uint8_t *prior, size_t count, size_t pixel,
  uint64_t costs[5]);

/// Swaps the bytes of `count` 16-bit samples in place.
void bromide_png_swap16(int isa, uint8_t *samples, size_t count);

/// TIFF's predictor 2 for a row of `count` 16-bit samples in the machine's byte order: differences
/// to the sample `channels` before, modulo 2^16. `out` must not overlap the row.
void bromide_predict16(int isa, const uint8_t *row, size_t count, size_t channels, uint8_t *out);

/// TIFF's predictor 3 for a row of `count` 32-bit floats, little-endian: four planes of bytes, the
/// highest first, then each byte minus the one `channels` before it. `out` must not overlap the
/// row.
void bromide_predict_float(
  int isa, const uint8_t *row, size_t count, size_t channels, uint8_t *out);

/// Extends `adler`, the Adler-32 checksum (RFC 1950, 8.2) of the previous bytes, with `count`
/// bytes. Use 1 at the start.
uint32_t bromide_adler32(int isa, uint32_t adler, const uint8_t *data, size_t count);

/// Splits `count` bytes into literals and matches of distance 1: runs of at least
/// BROMIDE_SHORTEST_RUN bytes equal to the byte before them. Writes at most count / 4 + 2 sequences
/// and returns their number.
size_t bromide_deflate_runs(
  int isa, const uint8_t *data, size_t count, struct bromide_sequence *out);

/// Splits `count` bytes into literals and matches. Writes at most count / 4 + 2 sequences and
/// returns their number.
size_t bromide_deflate_matches(
  int isa, const struct bromide_matcher *matcher, const uint8_t *data, size_t count,
  struct bromide_sequence *out);

/// Adds the symbols of sequences to `counts`: 288 for literals and lengths, then 32 for distances.
/// With `sampled`, counts one in four literals with weight four.
void bromide_deflate_count(
  int isa, const uint8_t *data, const struct bromide_sequence *sequences, size_t sequence_count,
  int sampled, uint32_t counts[320]);

/// Writes sequences with a Huffman code and returns the new end of the output. Up to 8 bytes beyond
/// it are overwritten.
///
/// `codes` has entries for 256 literals, 256 lengths (from 3, extra bits included) and 32
/// distances: the code's bits in the lower 24 bits (first bit lowest), and the number of bits
/// above. Literals have at most 14 bits, distances at most 15.
uint8_t *bromide_deflate_emit(
  int isa, const uint8_t *data, const struct bromide_sequence *sequences, size_t sequence_count,
  const uint32_t codes[544], struct bromide_bits *bits, uint8_t *out);

#endif
