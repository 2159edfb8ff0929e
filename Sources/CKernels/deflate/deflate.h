// Inner loops of PNG encoding: row filters and the parts of deflate that touch every byte.
// All kernels use integers; every variant gives the same bytes.
#ifndef BROMIDE_DEFLATE_H
#define BROMIDE_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

/// Literals followed by a match (length 0: none), as deflate's LZ77 stage produces them.
struct bromide_sequence {
  uint32_t literals;
  uint16_t length;    // 0 or 3 ... 258
  uint16_t distance;  // 1 ... 32768
};

/// State of the match finder between calls; the caller owns the memory.
struct bromide_matcher {
  uint32_t *head;  // 1 << BROMIDE_HASH_BITS positions, cleared
  uint32_t *chain; // 32768 positions
  uint32_t position; // of data[0]; more than 32768 past anything that must not be found
  uint32_t history;  // bytes before data[0] that may be matched
  uint32_t depth;    // candidates to try at a position, at least 1
  uint32_t lazy;     // whether to look one position further before taking a match
  uint32_t literal_cost; // expected bits of a literal, in sixteenths
};

enum { BROMIDE_HASH_BITS = 15, BROMIDE_WINDOW = 32768, BROMIDE_SHORTEST_RUN = 12 };

/// Bits that do not fill a byte yet.
struct bromide_bits {
  uint64_t value;
  uint32_t count; // below 8 between calls
};

/// Applies PNG filter 0 ... 4 to a row. Filters 0 and 1 do not read `prior`. `out` overlaps
/// nothing.
void bromide_png_filter(
  int isa, int filter, const uint8_t *row, const uint8_t *prior, size_t count, size_t pixel,
  uint8_t *out);

/// Sums of absolute differences (bytes as signed) that the filters 0 ... 4 would leave.
/// A null `prior` leaves costs 2 ... 4 alone.
void bromide_png_filter_costs(
  int isa, const uint8_t *row, const uint8_t *prior, size_t count, size_t pixel,
  uint64_t costs[5]);

/// Exchanges the bytes of each of `count` 16-bit samples, in place.
void bromide_png_swap16(int isa, uint8_t *samples, size_t count);

/// TIFF's predictor 2 for a row of `count` 16-bit samples in the machine's byte order: differences to
/// the sample `channels` before, modulo 2^16. `out` overlaps nothing.
void bromide_predict16(int isa, const uint8_t *row, size_t count, size_t channels, uint8_t *out);

/// TIFF's predictor 3 for a row of `count` 32-bit floats, little-endian: four planes of bytes, the
/// highest first, each byte less the one `channels` before it. `out` overlaps nothing.
void bromide_predict_float(
  int isa, const uint8_t *row, size_t count, size_t channels, uint8_t *out);

/// Adler-32 (RFC 1950, 8.2) of `count` bytes appended to the bytes whose checksum is `adler`; the
/// checksum of no bytes is 1.
uint32_t bromide_adler32(int isa, uint32_t adler, const uint8_t *data, size_t count);

/// Splits `count` bytes into literals and matches of distance 1: runs of at least
/// BROMIDE_SHORTEST_RUN bytes that equal the byte before them. Writes at most count / 4 + 2
/// sequences and returns their number.
size_t bromide_deflate_runs(
  int isa, const uint8_t *data, size_t count, struct bromide_sequence *out);

/// Splits `count` bytes into literals and matches. Writes at most count / 4 + 2 sequences and
/// returns their number.
size_t bromide_deflate_matches(
  int isa, const struct bromide_matcher *matcher, const uint8_t *data, size_t count,
  struct bromide_sequence *out);

/// Adds the symbols of sequences to `counts`: 288 for literals and lengths, then 32 for distances.
/// With `sampled`, counts one in four literals as four.
void bromide_deflate_count(
  int isa, const uint8_t *data, const struct bromide_sequence *sequences, size_t sequence_count,
  int sampled, uint32_t counts[320]);

/// Writes sequences in a Huffman code and returns the new end of the output; up to 8 bytes beyond
/// it are overwritten. `codes` holds entries for 256 literals, 256 lengths (from 3, extra bits
/// included) and 32 distances: the code's bits in the lower 24 bits, the first bit lowest, and
/// their number above. Literals have at most 14 bits, distances at most 15.
uint8_t *bromide_deflate_emit(
  int isa, const uint8_t *data, const struct bromide_sequence *sequences, size_t sequence_count,
  const uint32_t codes[544], struct bromide_bits *bits, uint8_t *out);

#endif
