// Converts bytes to numbers to integers, one row per call.
#include "floats.h"

#include <string.h>

#pragma clang fp contract(off)

typedef uint8_t bytes16 __attribute__((vector_size(16)));

static bytes16 load(const uint8_t *from) {
  bytes16 v;
  memcpy(&v, from, sizeof v);
  return v;
}

static void store(uint8_t *to, bytes16 v) { memcpy(to, &v, sizeof v); }

/// For distances that divide a vector: sums within the vector, plus the last sums of the previous
/// vector.
#define ADD_UP_WITHIN(distance, LAST) \
  for (; i + 16 <= count; i += 16) { \
    bytes16 v = load(from + i); \
    if (distance <= 1) v += __builtin_shufflevector(zero, v, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30); \
    if (distance <= 2) v += __builtin_shufflevector(zero, v, 0, 1, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29); \
    if (distance <= 4) v += __builtin_shufflevector(zero, v, 0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27); \
    v += __builtin_shufflevector(zero, v, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23); \
    v += carry; \
    store(out + i, v); \
    carry = LAST; \
  }

void floats_add_up(const uint8_t *from, size_t count, size_t distance, uint8_t *out) {
  const bytes16 zero = {0};
  bytes16 carry = {0};
  size_t i = 0;
  switch (distance) {
  case 1:
    ADD_UP_WITHIN(1, __builtin_shufflevector(v, v, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15))
    break;
  case 2:
    ADD_UP_WITHIN(2, __builtin_shufflevector(v, v, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15))
    break;
  case 4:
    ADD_UP_WITHIN(4, __builtin_shufflevector(v, v, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15))
    break;
  default:
    // `distance` bytes of each vector are valid. The next vector overwrites the others.
    for (; i + 16 <= count; i += distance) {
      carry += load(from + i);
      store(out + i, carry);
    }
  }
  for (; i < count; i++) out[i] = (uint8_t)(from[i] + (i >= distance ? out[i - distance] : 0));
}

void floats_split(
    const uint8_t *numbers, size_t count, size_t size, bool is_big_endian, uint8_t *planes) {
  for (size_t k = 0; k < size; k++) {
    const size_t place = is_big_endian ? k : size - 1 - k;
    for (size_t i = 0; i < count; i++) planes[k * count + i] = numbers[i * size + place];
  }
}

uint16_t floats_join_16(const uint8_t *planes, size_t plane, size_t count, uint16_t *out) {
  int16_t largest = 0;
  for (size_t i = 0; i < count; i++) {
    uint16_t bits = (uint16_t)(planes[i] << 8 | planes[plane + i]);
    const uint16_t magnitude = bits & 0x7fff;
    bits = magnitude == 0x7c00 ? (uint16_t)(bits - 1) : bits;
    bits = magnitude > 0x7c00 ? 0 : bits;
    out[i] = bits;
    // Negative numbers are also negative as integers.
    largest = (int16_t)bits > largest ? (int16_t)bits : largest;
  }
  return (uint16_t)largest;
}

/// A sign bit, a 7-bit exponent (minus 63) and a 16-bit mantissa. Numbers without an exponent are
/// too small to matter.
static uint32_t widened_24(uint32_t bits) {
  const uint32_t sign = bits >> 23 << 31, exponent = bits >> 16 & 127, mantissa = bits & 0xffff;
  const uint32_t normal = (exponent + 64) << 23 | mantissa << 7;
  const uint32_t special = exponent == 127 && mantissa == 0 ? (126 + 64) << 23 | 0xffff << 7 : 0;
  return sign | (exponent == 0 || exponent == 127 ? special : normal);
}

uint32_t floats_join_24(const uint8_t *planes, size_t plane, size_t count, uint32_t *out) {
  int32_t largest = 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t bits =
        (uint32_t)planes[i] << 16 | (uint32_t)planes[plane + i] << 8 | planes[2 * plane + i];
    out[i] = widened_24(bits);
    largest = (int32_t)out[i] > largest ? (int32_t)out[i] : largest;
  }
  return (uint32_t)largest;
}

uint32_t floats_join_32(const uint8_t *planes, size_t plane, size_t count, uint32_t *out) {
  int32_t largest = 0;
  uint32_t most = 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t bits = (uint32_t)planes[i] << 24 | (uint32_t)planes[plane + i] << 16 |
                          (uint32_t)planes[2 * plane + i] << 8 | planes[3 * plane + i];
    out[i] = bits;
    largest = (int32_t)bits > largest ? (int32_t)bits : largest;
    const uint32_t magnitude = bits & 0x7fffffff;
    most = magnitude > most ? magnitude : most;
  }
  return most >= 0x7f800000 ? 0xffffffff : (uint32_t)largest;
}

float floats_of_bits(uint32_t bits) {
  float number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

float floats_of_half(uint16_t bits) {
  const uint32_t positive = bits >= 0x400 && bits < 0x7c00 ? bits : 0;
  // The exponent is biased by 15 in 16 bits and by 127 in 32 bits.
  return floats_of_bits(positive << 13) * 0x1p112f;
}

void floats_scale_16(uint16_t *numbers, size_t count, float factor) {
  for (size_t i = 0; i < count; i++)
    numbers[i] = (uint16_t)(int32_t)(floats_of_half(numbers[i]) * factor);
}

void floats_scale_32(const uint32_t *numbers, size_t count, float factor, uint16_t *out) {
  for (size_t i = 0; i < count; i++) {
    const float number = floats_of_bits(numbers[i]);
    out[i] = (uint16_t)(int32_t)((number > 0 ? number : 0) * factor);
  }
}

static uint16_t fitting(float value) {
  const float rounded = value + 0.5f;
  return (uint16_t)(int32_t)(rounded < 65535 ? rounded : 65535);
}

void floats_fit_16(uint16_t *numbers, size_t count, float factor) {
  for (size_t i = 0; i < count; i++) {
    const uint16_t bits = numbers[i];
    const float number = bits < 0x400 ? (float)bits * 0x1p-24f : floats_of_half(bits);
    numbers[i] = fitting(number * factor);
  }
}

void floats_fit_32(const uint32_t *numbers, size_t count, float factor, uint16_t *out) {
  for (size_t i = 0; i < count; i++) {
    const float number = floats_of_bits(numbers[i]);
    out[i] = fitting((number > 0 ? number : 0) * factor);
  }
}
