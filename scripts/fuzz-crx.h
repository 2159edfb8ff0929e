// Headers of Canon's CR3 for scripts/fuzz-unpack.c, so that the fuzzer reaches the streams after them.
#include "CRawUnpack.h"

static uint32_t crx_header_size;

/// Returns the frame for these choices, in the size of the job.
static bromide_raw_crx crx_format(const uint8_t *choices, uint32_t width, uint32_t height) {
  const uint32_t tiles = choices[5] & 3;
  const uint32_t half = width / 4 * 2 + 2 * (choices[6] & 7);
  return (bromide_raw_crx){
      .version = choices[4] & 4 ? 0x200 : 0x100,
      .width = width,
      .height = height,
      .tile_width = tiles & 1 ? half : width,
      .tile_height = tiles == 2 ? height / 4 * 2 : height,
      .bits = 7 + choices[8] % 9,
      .median_bits = 1 + choices[9] % 16,
      .planes = choices[9] == 77 ? 1 : 4,
      .layout = choices[9] >> 4 & 3,
      .encoding = choices[8] >> 4 & 3,
      .levels = choices[4] & 3,
      .header_size = crx_header_size,
  };
}

static uint8_t *crx_big(uint8_t *at, uint32_t value, unsigned count) {
  while (count-- > 0) *at++ = (uint8_t)(value >> (8 * count));
  return at;
}

/// Writes valid headers for `bytes` bytes, which all streams share equally.
static size_t crx_headers(uint8_t *to, const uint8_t *choices, uint32_t width, uint32_t height, size_t bytes) {
  const bromide_raw_crx format = crx_format(choices, width, height);
  const uint32_t across = (width + format.tile_width - 1) / format.tile_width;
  const uint32_t tiles = across * ((height + format.tile_height - 1) / format.tile_height);
  const uint32_t bands = 3 * format.levels + 1;
  const bool has_table = format.version == 0x200 && format.levels > 0 && choices[10] & 1;
  const uint32_t share = (uint32_t)bytes / tiles / (4 * bands + has_table);
  const uint32_t table = has_table ? share : 0;
  uint8_t *at = to;
  for (uint32_t tile = 0; tile < tiles && tile < 4; tile++) {
    at = crx_big(at, has_table ? 0xff110010 : 0xff010008, 4);
    at = crx_big(at, table + share * bands * 4, 4);
    at = crx_big(at, tile << 16 | (has_table ? 0x4000 : 0), 4);
    if (has_table) at = crx_big(crx_big(at, table, 4), 0, 4);
    for (uint32_t plane = 0; plane < 4; plane++) {
      // The planes sometimes differ.
      const uint32_t is_plain = choices[10] >> 1 & (plane == 3 ? choices[10] >> 2 : 1) & 1;
      const uint32_t rounding = format.levels == 0 && !is_plain ? choices[10] >> 3 & 3 : 0;
      at = crx_big(at, 0xff020008, 4);
      at = crx_big(at, share * bands, 4);
      at = crx_big(at, plane << 28 | (is_plain ? 0 : 1 << 27) | rounding << 25, 4);
      for (uint32_t band = 0; band < bands; band++) {
        const uint32_t size = choices[10] & 32 && band == 2 && plane > 1 ? 0 : share;
        if (has_table) {
          at = crx_big(crx_big(at, 0xff130010, 4), size, 4);
          at = crx_big(crx_big(at, band << 28 | choices[11], 4), choices[12], 4);
          at = crx_big(at, choices[11] % 3 << 16, 4);
        } else {
          const uint32_t lines = format.levels > 0 && choices[10] & 64 ? 1u << 27 : 0;
          at = crx_big(crx_big(at, 0xff030008, 4), size, 4);
          at = crx_big(at, band << 28 | lines | (choices[12] % 40u) << 19 | choices[11] % 3, 4);
        }
      }
    }
  }
  return (size_t)(at - to);
}

static bool run_crx(const bromide_raw_job *job, const uint8_t *choices) {
  bromide_raw_crx format = crx_format(choices, job->width, job->height);
  if (job->offset > job->source.size) return false;
  format.data_size = job->source.size - job->offset;
  bromide_crx_traits(job, &format);
  return bromide_unpack_crx(job, &format);
}
