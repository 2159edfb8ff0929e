// Floating-point numbers of DNGs (1.4, "Compression" and "Predictor"): from bytes to numbers to
// integers.
#ifndef BROMIDE_FLOATS_H
#define BROMIDE_FLOATS_H
#include "CRawUnpack.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  /// Largest distance between a byte and the one it is a difference from.
  kMostDistance = 16,
  /// Bytes beyond a row that whole vectors may touch.
  kRowSlack = 32,
};

/// Makes bytes of differences, modulo 256. Writes up to kRowSlack bytes more.
void floats_add_up(const uint8_t *differences, size_t count, size_t distance, uint8_t *out);

/// Makes planes of bytes, the upper ones first, of numbers of `size` bytes.
void floats_split(
    const uint8_t *numbers, size_t count, size_t size, bool is_big_endian, uint8_t *planes);

/// Makes numbers of 16 bits of two planes of bytes, the upper ones first. Infinity becomes the
/// largest finite number, and what is not a number 0. Returns the largest.
uint16_t floats_join_16(const uint8_t *planes, size_t plane, size_t count, uint16_t *out);

/// The same with numbers of 24 bits, as numbers of 32 bits.
uint32_t floats_join_24(const uint8_t *planes, size_t plane, size_t count, uint32_t *out);

/// Makes numbers of 32 bits. Returns the largest; 0xffffffff if one is infinite or not a number.
uint32_t floats_join_32(const uint8_t *planes, size_t plane, size_t count, uint32_t *out);

/// The number that 16 bits stand for, as the functions above leave them; 0 if it is negative or has no
/// exponent, which no scale makes 1.
float floats_of_half(uint16_t bits);

/// The number that 32 bits stand for.
float floats_of_bits(uint32_t bits);

/// Makes integers of numbers of 16 bits, in place. None may be larger than 65535 / `factor`.
void floats_scale_16(uint16_t *numbers, size_t count, float factor);

/// Makes integers of numbers of 32 bits.
void floats_scale_32(const uint32_t *numbers, size_t count, float factor, uint16_t *out);

/// The same, rounded and at most 65535; numbers without an exponent count.
void floats_fit_16(uint16_t *numbers, size_t count, float factor);
void floats_fit_32(const uint32_t *numbers, size_t count, float factor, uint16_t *out);

/// Makes integers of all numbers of a picture, which lie in `numbers` without gaps, or in the job's samples
/// if they have 16 bits. `largest` is the largest of them.
bromide_raw_float_scale floats_finish(
    const bromide_raw_job *, uint32_t samples, const uint32_t *numbers, float largest, float white,
    bool fits_white);

#endif
