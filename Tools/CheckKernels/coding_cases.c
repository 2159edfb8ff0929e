// Kernels for file formats: PNG filters and matches, TIFF predictors, digests, compositing and
// YCbCr.
#include "harness.h"

static size_t png_filters(size_t width, int repeats) {
  const uint8_t *row = bytes(3 * CAPACITY) + BEYOND, *prior = bytes(3 * CAPACITY) + BEYOND;
  uint8_t *out = room(4 * CAPACITY);
  for (int i = 0; i < repeats; i++) {
    for (int filter = 0; filter < 5; filter++) {
      bromide_png_filter(isa, filter, row, prior, 3 * width, 3, out);
      if (i + 1 == repeats) give(out, 3 * width);
    }
  }
  return 5 * width;
}

static size_t png_costs(size_t width, int repeats) {
  const uint8_t *row = bytes(3 * CAPACITY) + BEYOND, *prior = bytes(3 * CAPACITY) + BEYOND;
  uint64_t costs[5] = {0};
  for (int i = 0; i < repeats; i++) {
    bromide_png_filter_costs(isa, row, prior, 3 * width, 3, costs);
  }
  give(costs, sizeof costs);
  return width;
}

static size_t predictors(size_t width, int repeats) {
  const uint8_t *row = bytes(12 * CAPACITY);
  uint8_t *swapped = room(6 * CAPACITY), *out = room(6 * CAPACITY), *planes = room(12 * CAPACITY);
  for (int i = 0; i < repeats; i++) {
    memcpy(swapped, row, 6 * width);
    bromide_png_swap16(isa, swapped, 3 * width);
    bromide_predict16(isa, row, 3 * width, 3, out);
    bromide_predict_float(isa, row, 3 * width, 3, planes);
  }
  give(swapped, 6 * width);
  give(out, 6 * width);
  give(planes, 12 * width);
  return width;
}

static size_t adler32(size_t width, int repeats) {
  const uint8_t *data = bytes(64 * CAPACITY);
  uint32_t sum = 0;
  for (int i = 0; i < repeats; i++) sum = bromide_adler32(isa, 1, data, 61 * width);
  give(&sum, sizeof sum);
  return 61 * width;
}

static void give_sequences(const struct bromide_sequence *all, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const uint32_t values[3] = {all[i].literals, all[i].length, all[i].distance};
    give(values, sizeof values);
  }
}

static size_t runs(size_t width, int repeats) {
  const size_t count = 16 * width;
  const uint8_t *data = bytes(count);
  for (size_t i = 0; i < count; i += 97) memset((uint8_t *)data + i, 5, count - i < 40 ? count - i : 40);
  struct bromide_sequence *out = room((count / 4 + 2) * sizeof *out);
  size_t found = 0;
  for (int i = 0; i < repeats; i++) found = bromide_deflate_runs(isa, data, count, out);
  give_sequences(out, found);
  return count;
}

/// Bytes with repeated strings.
static uint8_t *strings(size_t count) {
  uint8_t *data = bytes(count + 400);
  for (size_t i = 300; i + 60 < count; i += 70) memcpy(data + i, data + i - 50 - random_bits() % 200, 8 + random_bits() % 40);
  return data;
}

static size_t matches(size_t width, int repeats) {
  const size_t count = 24 * width;
  const uint8_t *data = strings(count);
  struct bromide_sequence *out = room((count / 4 + 2) * sizeof *out);
  uint32_t *head = room(4 << BROMIDE_HASH_BITS), *chain = room(4 * BROMIDE_WINDOW);
  size_t found = 0;
  for (int i = 0; i < repeats; i++) {
    memset(head, 0, 4 << BROMIDE_HASH_BITS);
    const struct bromide_matcher matcher = {head, chain, 70000, 0, 8, 1, 90};
    found = bromide_deflate_matches(isa, &matcher, data, count, out);
  }
  give_sequences(out, found);
  return count;
}

static size_t codes(size_t width, int repeats) {
  const size_t count = 24 * width;
  const uint8_t *data = strings(count);
  struct bromide_sequence *all = room((count / 4 + 2) * sizeof *all);
  uint32_t *head = room(4 << BROMIDE_HASH_BITS), *chain = room(4 * BROMIDE_WINDOW);
  const struct bromide_matcher matcher = {head, chain, 70000, 0, 4, 0, 90};
  const size_t found = bromide_deflate_matches(0, &matcher, data, count, all);
  uint32_t counts[320], table[544];
  for (uint32_t i = 0; i < 544; i++) {
    const uint32_t length = i < 256 ? 3 + i % 12 : 2 + i % 14;
    table[i] = length << 24 | (i * 2654435761u >> 8 & ((1u << length) - 1));
  }
  uint8_t *out = room(4 * count + 64), *end = out;
  struct bromide_bits bits = {0, 0};
  for (int i = 0; i < repeats; i++) {
    memset(counts, 0, sizeof counts);
    bromide_deflate_count(isa, data, all, found, 0, counts);
    bits = (struct bromide_bits){0, 0};
    end = bromide_deflate_emit(isa, data, all, found, table, &bits, out);
  }
  give(counts, sizeof counts);
  give(out, (size_t)(end - out));
  give(&bits.value, sizeof bits.value);
  return count;
}

static size_t sampled_count(size_t width, int repeats) {
  const size_t count = 24 * width;
  const uint8_t *data = bytes(count);
  const struct bromide_sequence one = {(uint32_t)count, 0, 0};
  uint32_t counts[320];
  for (int i = 0; i < repeats; i++) {
    memset(counts, 0, sizeof counts);
    bromide_deflate_count(isa, data, &one, 1, 1, counts);
  }
  give(counts, sizeof counts);
  return count;
}

static size_t md5(size_t width, int repeats) {
  const size_t blocks = width / 16 + 1;
  const uint8_t *messages[BROMIDE_MD5_LANES];
  uint32_t state[4 * BROMIDE_MD5_LANES], single[4];
  for (int i = 0; i < BROMIDE_MD5_LANES; i++) messages[i] = bytes(64 * blocks);
  for (int i = 0; i < repeats; i++) {
    for (uint32_t k = 0; k < 4 * BROMIDE_MD5_LANES; k++) state[k] = 0x67452301u * (k + 1);
    bromide_md5_lanes(isa, state, messages, blocks);
    for (uint32_t k = 0; k < 4; k++) single[k] = 0x67452301u * (k + 1);
    bromide_md5(single, messages[3], blocks);
  }
  give(state, sizeof state);
  give(single, sizeof single);
  return 64 * blocks * (BROMIDE_MD5_LANES + 1);
}

// Compositing

static size_t compose(size_t width, int repeats) {
  const uint16_t *large = picture(4 * 90, 70, 65535), *small = picture(4 * 45, 35, 65535);
  float *base = floats(4 * CAPACITY, 0, 1), *rgba = room(16 * CAPACITY);
  const bromide_placed_picture placed = {
    {{large, 90, 70, 1}, {small, 45, 35, .5f}}, .3f, 90, 70, 4.4f, .8f, -3.2f, 11.3f, .11f, .013f};
  for (int i = 0; i < repeats; i++) {
    memcpy(rgba, base, 16 * CAPACITY);
    bromide_compose_row(isa, &placed, width, rgba);
  }
  give_floats(rgba, 4 * width);
  return width;
}

static size_t compose_codes(size_t width, int repeats) {
  const uint8_t *codes = bytes(4 * CAPACITY);
  const float *light = floats(256, 0, 1);
  float *base = floats(4 * CAPACITY, 0, 1), *rgba = room(16 * CAPACITY);
  for (int i = 0; i < repeats; i++) {
    memcpy(rgba, base, 16 * CAPACITY);
    bromide_compose_codes(codes, width, 4, 1, light, rgba);
  }
  give_floats(rgba, 4 * width);
  return width;
}

static size_t separate(size_t width, int repeats) {
  const float *rgba = floats(4 * CAPACITY, 0, 1);
  const row_planes row = random_row();
  float *alpha = room(4 * CAPACITY);
  uint8_t *pixels = room(8 * CAPACITY);
  for (int i = 0; i < repeats; i++) {
    bromide_separate_row(isa, rgba, width, row.red, row.green, row.blue, alpha);
    bromide_put_alpha(alpha, width, 2, pixels);
  }
  give_row(row, width);
  give_floats(alpha, width);
  give(pixels, 8 * width);
  return width;
}

// YCbCr

static bromide_ycbcr8 form8(void) {
  bromide_ycbcr8 form;
  memset(&form, 0, sizeof form);
  form.luma = 10000;
  form.luma_bias = 1000;
  form.swapped = 1;
  form.twice[0] = 1;
  for (int i = 0; i < 2; i++) {
    form.fraction[i] = 20000;
    form.half_bias[i] = 300;
    form.rest_bias[i] = 500;
    form.green[i] = 25000;
  }
  return form;
}

static size_t nearest8(size_t width, int repeats) {
  const bromide_ycbcr8 form = form8();
  uint8_t *out[2] = {room(4 * CAPACITY), room(4 * CAPACITY)};
  const bromide_ycbcr8_rows rows = {
    {bytes(CAPACITY), bytes(CAPACITY)}, bytes(CAPACITY), bytes(CAPACITY), {out[0], out[1]}, 2, width, 0, 0, 3, 0};
  for (int i = 0; i < repeats; i++) bromide_ycbcr8_nearest(isa, &form, &rows);
  for (int i = 0; i < 2; i++) give(out[i], 3 * width);
  return 2 * width;
}

static size_t sited8(size_t width, int repeats) {
  const bromide_ycbcr8 form = form8();
  const uint8_t *luma = bytes(CAPACITY);
  const uint8_t *first[2] = {bytes(CAPACITY), bytes(CAPACITY)}, *second[2] = {bytes(CAPACITY), bytes(CAPACITY)};
  uint16_t *chroma[2] = {room(4 * CAPACITY), room(4 * CAPACITY)};
  uint8_t *out = room(4 * CAPACITY);
  const size_t count = (width + 1) / 2;
  for (int i = 0; i < repeats; i++) {
    bromide_ycbcr8_chroma(isa, first, second, 1, count, chroma[0] + 16, chroma[1] + 16);
    for (int c = 0; c < 2; c++) {
      chroma[c][15] = chroma[c][16];
      chroma[c][16 + count] = chroma[c][15 + count];
    }
    for (int sited = 1; sited < 3; sited++) {
      bromide_ycbcr8_sited(isa, &form, sited, luma, chroma[0] + 16, chroma[1] + 16, width, 3, 0, out);
      if (i + 1 == repeats) give(out, 3 * width);
    }
  }
  return 2 * width;
}

static size_t convert(size_t width, int repeats) {
  bromide_ycbcr_form form = {
    {1.16, 0, 1.6, 1.16, -.4, -.8, 1.16, 2, 0}, {16, 128, 128}, 255, 0};
  const uint8_t *luma = bytes(CAPACITY), *cb = bytes(CAPACITY), *cr = bytes(CAPACITY);
  uint8_t *out = room(8 * CAPACITY);
  for (int i = 0; i < repeats; i++) {
    for (int exact = 0; exact < 2; exact++) {
      form.exact = exact;
      const bromide_ycbcr_row row = {
        luma, {cb, cb + 1}, {cr, cr + 1}, 1, 1, 1, 0, width, 2, 1, BROMIDE_SITED_LEFT};
      bromide_ycbcr_convert_row(isa, &form, &row, BROMIDE_RGBA8, out);
      if (i + 1 == repeats) give(out, 4 * width);
    }
  }
  return 2 * width;
}

static size_t encode8(size_t width, int repeats) {
  const bromide_rgb8 form = {{13900, 46800, 4700}, 128, {{7500, 25000, 32768}, {32768, 29000, 3000}}, {32896, 32896}, 0};
  uint8_t *out[4];
  for (int i = 0; i < 4; i++) out[i] = room(2 * CAPACITY);
  const bromide_rgb8_rows rows = {
    0, {bytes(3 * CAPACITY), bytes(3 * CAPACITY)}, {out[0], out[1]}, out[2], out[3], width, 1};
  for (int i = 0; i < repeats; i++) bromide_rgb8_encode(isa, &form, &rows);
  for (int i = 0; i < 2; i++) {
    give(out[i], width);
    give(out[2 + i], (width + 1) / 2);
  }
  return 2 * width;
}

static size_t encode(size_t width, int repeats) {
  const bromide_rgb_form form = {
    {.21f, .7f, .07f, -.11f, -.38f, .5f, .5f, -.45f, -.05f}, {0, 128, 128}, 255, 1, 1, 0};
  uint8_t *luma = room(2 * CAPACITY), *cb = room(2 * CAPACITY), *cr = room(2 * CAPACITY);
  const uint8_t *a = bytes(3 * CAPACITY), *b = bytes(3 * CAPACITY);
  const bromide_rgb_chroma chroma = {{a, b, 0}, {.5f, .5f, 0}, width, 2, 1, cb, cr, 1};
  for (int i = 0; i < repeats; i++) {
    bromide_rgb_luma_row(isa, &form, a, width, luma);
    bromide_rgb_chroma_row(isa, &form, &chroma);
  }
  give(luma, width);
  give(cb, (width + 1) / 2);
  give(cr, (width + 1) / 2);
  return 2 * width;
}

const named_case coding_cases[] = {
  {"png_filters", png_filters}, {"png_costs", png_costs}, {"predictors", predictors},
  {"adler32", adler32}, {"runs", runs}, {"matches", matches}, {"codes_of_deflate", codes},
  {"sampled_count", sampled_count}, {"md5", md5}, {"compose", compose},
  {"compose_codes", compose_codes}, {"separate", separate}, {"nearest8", nearest8},
  {"sited8", sited8}, {"convert", convert}, {"rgb8_encode", encode8}, {"rgb_encode", encode},
  {0}};
