// Streams of VC-5 for scripts/fuzz-unpack.c, so that the fuzzer reaches the bands after their tags.
#include <stdint.h>
#include <string.h>

static uint8_t *vc5_tag(uint8_t *at, uint32_t tag, uint32_t value) {
  const uint8_t bytes[] = {(uint8_t)(tag >> 8), (uint8_t)tag, (uint8_t)(value >> 8), (uint8_t)value};
  memcpy(at, bytes, sizeof bytes);
  return at + sizeof bytes;
}

/// The maximum number of extra bytes in a stream: lowpass bands with 16 bits, and the tags.
enum { kVC5Extra = 4 * (2 * 24 * 24 + 64) + 40 * 32 + 64 };

/// Writes a valid stream. Each highpass band gets an equal part of the given bytes, and sometimes an end.
static size_t vc5_stream(
    uint8_t *to, const uint8_t *choices, uint32_t width, uint32_t height, const uint8_t *given, size_t count) {
  static const uint8_t end[] = {0xc4, 0x52, 0xe8, 0xc0};
  static const uint16_t numbers[][2] = {{12, 4}, {84, 4}, {106, 2}, {107, 2}, {108, 1}, {102, 12}, {109, 0x2800}};
  const uint32_t bits = 8 + choices[8] % 9;
  const size_t share = count / 36 / 4 * 4;
  uint8_t *at = to;
  memcpy(at, "VC-5", 4);
  at += 4;
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) at = vc5_tag(at, numbers[i][0], numbers[i][1]);
  at = vc5_tag(vc5_tag(vc5_tag(at, 20, width), 21, height), 35, bits);
  for (unsigned band = 0; band < 40; band++) {
    if (band % 10 == 0) {
      const size_t samples = (size_t)((width + 15) / 16) * ((height + 15) / 16);
      const size_t words = (samples * bits + 31) / 32;
      at = vc5_tag(at, 0x6000 | (uint32_t)(words >> 16), (uint32_t)words & 0xffff);
      for (size_t i = 0; i < 4 * words; i++) *at++ = count > 0 ? given[(i * 7 + band) % count] : 0;
      continue;
    }
    // This quantum sometimes clamps values.
    at = vc5_tag(at, 53, choices[9] & 1 << band % 8 ? choices[10] * 128u : choices[11]);
    const size_t words = share / 4 + (choices[4] >> 1 & 1);
    at = vc5_tag(at, 0x6000 | (uint32_t)(words >> 16), (uint32_t)words & 0xffff);
    memcpy(at, given, share);
    at += share;
    given += share;
    if (choices[4] & 2) {
      memcpy(at, end, sizeof end);
      at += sizeof end;
    }
  }
  return (size_t)(at - to);
}
