// TIFF's predictors for samples wider than a byte (TIFF 6.0, section 14; TIFF technical note 3),
// one body for all instruction sets. Uses the vectors of filter_body.h.

/// Differences between 16-bit samples and the pixel on the left, modulo 2^16.
WIDE void NAME(bromide_predict16)(
  const uint8_t *row, size_t count, size_t channels, uint8_t *out) {
  size_t i = 0;
  for (; i < channels && i < count; i++) __builtin_memcpy(out + 2 * i, row + 2 * i, 2);
  const size_t lanes = LANES / 2;
  for (; i + lanes <= count; i += lanes) {
    words value = (words)load(row + 2 * i) - (words)load(row + 2 * (i - channels));
    __builtin_memcpy(out + 2 * i, &value, LANES);
  }
  for (; i < count; i++) {
    uint16_t value, left;
    __builtin_memcpy(&value, row + 2 * i, 2);
    __builtin_memcpy(&left, row + 2 * (i - channels), 2);
    value = (uint16_t)(value - left);
    __builtin_memcpy(out + 2 * i, &value, 2);
  }
}

typedef uint32_t quads __attribute__((ext_vector_type(LANES / 4)));
typedef uint8_t quad_bytes __attribute__((ext_vector_type(LANES / 4)));

/// Byte `plane` of a 32-bit sample, the highest first.
INLINE uint8_t byte_of(const uint8_t *row, size_t sample, size_t plane) {
  return row[4 * sample + 3 - plane];
}

/// The bytes of a row of 32-bit floats in four planes, the highest bytes first. Each byte is
/// reduced by the one `channels` before it, also across the planes' borders. Inside a plane both
/// bytes belong to neighbouring pixels, so differences can be computed before splitting the planes.
WIDE void NAME(bromide_predict_float)(
  const uint8_t *row, size_t count, size_t channels, uint8_t *out) {
  for (size_t plane = 0; plane < 4; plane++) {
    for (size_t i = 0; i < channels && i < count; i++) {
      // The previous plane ends with the last pixel.
      uint8_t left = plane ? byte_of(row, count - channels + i, plane - 1) : 0;
      out[plane * count + i] = (uint8_t)(byte_of(row, i, plane) - left);
    }
  }
  size_t i = channels;
  const size_t lanes = LANES / 4;
  for (; i + lanes <= count; i += lanes) {
    bytes difference = load(row + 4 * i) - load(row + 4 * (i - channels));
    quads samples;
    __builtin_memcpy(&samples, &difference, LANES);
    for (uint32_t plane = 0; plane < 4; plane++) {
      quad_bytes value = __builtin_convertvector(samples >> (24 - 8 * plane) & 0xFF, quad_bytes);
      __builtin_memcpy(out + plane * count + i, &value, lanes);
    }
  }
  for (; i < count; i++)
    for (size_t plane = 0; plane < 4; plane++)
      out[plane * count + i] =
        (uint8_t)(byte_of(row, i, plane) - byte_of(row, i - channels, plane));
}
