// Floating-point numbers of DNGs (1.4, "Compression" and "Predictor"): from bytes to numbers to
// integers.
#pragma once

#include "CRawUnpack.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  /// The bytes after a row that complete vectors can access.
  kRowSlack = 32,
};

/// Adds differences to bytes, modulo 256. Writes up to kRowSlack additional bytes.
void floats_add_up(const uint8_t *differences, size_t count, size_t distance, uint8_t *out);

/// Splits numbers of `size` bytes into planes of bytes. The upper bytes come first.
void floats_split(
    const uint8_t *numbers, size_t count, size_t size, bool is_big_endian, uint8_t *planes);

/// Joins two planes of bytes, the upper ones first, to numbers of 16 bits. Infinity becomes the
/// largest finite number, and NaN becomes 0. Returns the largest number.
uint16_t floats_join_16(const uint8_t *planes, size_t plane, size_t count, uint16_t *out);

/// Joins planes to numbers of 24 bits, stored as numbers of 32 bits. Returns the largest number.
uint32_t floats_join_24(const uint8_t *planes, size_t plane, size_t count, uint32_t *out);

/// Joins planes to numbers of 32 bits. Returns the largest number, or 0xffffffff if one is infinite
/// or NaN.
uint32_t floats_join_32(const uint8_t *planes, size_t plane, size_t count, uint32_t *out);

/// Replaces the largest number of all threads if this one is larger.
void floats_note_largest(atomic_uint *largest, uint32_t bits);

/// Returns the number in 16 bits from the functions above. Returns 0 if it is negative or has no
/// exponent, because scaling it cannot give 1.
float floats_of_half(uint16_t bits);

/// Returns the number in 32 bits.
float floats_of_bits(uint32_t bits);

/// Converts numbers of 16 bits to integers, in place. A number must be at most 65535 / `factor`.
void floats_scale_16(uint16_t *numbers, size_t count, float factor);

/// Converts numbers of 32 bits to integers.
void floats_scale_32(const uint32_t *numbers, size_t count, float factor, uint16_t *out);

/// Converts numbers to integers, rounded and at most 65535. Numbers without an exponent are also
/// used.
void floats_fit_16(uint16_t *numbers, size_t count, float factor);
void floats_fit_32(const uint32_t *numbers, size_t count, float factor, uint16_t *out);

/// Converts all numbers of a picture to integers. They are in `numbers` without gaps, or in the
/// job's samples if they have 16 bits. `largest` is the largest number.
bromide_raw_float_scale floats_finish(
    const bromide_raw_job *, uint32_t samples, const uint32_t *numbers, float largest, float white,
    bool fits_white);
